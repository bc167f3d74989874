"""Every row of the digests' tables of worked answers, and where it is computed: a bundled case, a test, or why it is not.

`T` are the rows on which the editions part, `N` what the Italian regulations ask of a program, `L` the capabilities the Laws of 2017
ask for, by Law, `S` the examples the books of 1997 and 2007 give, `C` the checklist of the 2017 digest and `E` the table of capabilities
of the two older editions, each in its own order. A name with a slash is a case under `cases/`, one with `::` a test; what begins with `open:` is not computed.
"""

import re
import tomllib
from pathlib import Path

from tests.support.every import each_row

ROOT = Path(__file__).parents[1]

ROWS = """
T1 offender won the trick and one later: 2 2 2 | tests/laws/test_values.py::test_revoke_transfers_follow_from_the_values
T2 offender won it, none later: 1 1 1 | tests/laws/test_values.py::test_revoke_transfers_follow_from_the_values
T3 partner won it, no other: 1 1 1 | tests/laws/test_values.py::test_revoke_transfers_follow_from_the_values
T4 a later trick with a card of the suit: 2 1 1 | tests/laws/test_values.py::test_revoke_transfers_follow_from_the_values
T5 that later trick alone: 1 1 1 | tests/laws/test_values.py::test_revoke_transfers_follow_from_the_values
T6 neither: none | laws/64B1-nothing-won
T7 a defender shows out of dummy's long suit: 2 1 1 | vignettes/rv-2-defender-shows-out
T8 two revokes of one suit | kinds/repeated-revoke
T9 both sides revoke | tests/ruling_kinds/test_revoke_cases.py::test_64b7_since_2017_asks_that_both_revokes_were_established
T10 a card left out, the suit still held: none 1 1 | laws/67B1a-suit-held
T11 a defender asks his partner | laws/61B-a-defender-asks
T12 2C over 2NT put right to 3C | laws/27B-ask-contained
T13 a change on purpose: capped, cancelled | laws/25B2-changed-and-capped
T14 an agreed trick probably won | tests/ruling_kinds/test_claim_law.py::test_an_agreed_trick_comes_back_by_the_editions_own_bar
T15 only an irrational line loses | tests/ruling_kinds/test_claim_law.py::test_a_line_it_would_be_irrational_not_to_take_stands
T16 play after a claim | tests/ruling_kinds/test_claim_law.py::test_play_after_the_claim_is_evidence_in_2007_only
T17 damage possible, not probable | tests/laws/test_values.py::adjusting.unprescribed
T18 a change of call that misinformation could well have caused | tests/laws/test_values.py::misinformation.change_call_when
T19 an innocent session of 63 | laws/12C2c-session-lifts-and-lowers
T20 an offending session of 35 | laws/12C2c-session-lifts-and-lowers
T21 the mean of a knock-out | tests/scoring/test_golden.py::test_knock_out_scores_that_do_not_balance
T22 the other table's result | vignettes/ds-02-a-real-outcome-assigned
T23 one player objects to playing on | vignettes/ds-01-called-on-fourteen-cards
T24 penalty cards | laws/51-two-penalty-cards
T25 an appeal of one partner | laws/92B-too-late-one-alone
T26 considered by four, chosen by none | tests/laws/test_readings.py::test_x1_both_considered_and_chosen_not_either
T27 ten outcomes under two standards | tests/ruling/test_score.py::test_the_ten_outcome_table_under_two_standards
T28 a wild defence after the infraction | tests/scoring/test_practice.py::test_g13_a_wild_save_keeps_the_table_score
T29 declarer's own error, contested | open: the sources contradict each other; what the offenders get is a person's finding
N1 the same matter under each edition's number | tests/laws/test_crosswalk.py::test_each_subject_stands_where_the_crosswalk_says
N2 each card played by its owner | tests/bridge/test_plays.py::test_a_card_played_twice_is_a_problem
N3 the lead told and the card recorded | bad/repeated-revoke-lead
N4 the tricks played against the tricks told | bad/repeated-revoke-misprint
N5 the play followed with its revokes | kinds/repeated-revoke
N6 the transfer by itself | tests/laws/test_values.py::test_revoke_transfers_follow_from_the_values
N7 when none passes | laws/64B4-next-board
N8 the repeated revoke on the line really played | kinds/repeated-revoke
N9 both sides revoked, by edition | tests/ruling_kinds/test_revoke_cases.py::test_which_rule_was_used_is_said_when_both_sides_revoked
N10 established | laws/63-established-by-the-next-trick
N11 claims never weighed | tests/laws/test_switches.py::test_claims_are_never_weighted_anywhere
N12 play after a claim as evidence | tests/ruling_kinds/test_claim_law.py::test_play_after_the_claim_is_evidence_in_2007_only
N13 subsequent or not: never a share | tests/laws/test_readings.py::test_x2_subsequent_is_a_question_of_time_and_never_weighted
N14 a score sheet opened: 40 and 60 | reported/figb-score-sheet-opened
N15 the factor of fewer results | tests/scoring/test_golden.py::test_neuberg
N16 small groups of a fouled board | tests/scoring/test_golden.py::test_small_groups_of_a_fouled_board
N17 one room of a board-a-match | reported/figb-one-room-not-played
N18 victory points, continuous | tests/scoring/test_golden.py::test_continuous_victory_points_as_printed_in_italy
N19 victory points, discrete | tests/scoring/test_golden.py::test_discrete_victory_points
N20 the margin that wins a match | tests/ruling_procedure/test_time_and_penalties.py::test_a_match_is_won_by
N21 points credited for a match not played | tests/ruling_procedure/test_time_and_penalties.py::test_a_bye_is_credited_with_the_least_margin
N22 slow play, lateness, their shares | tests/ruling_procedure/test_time_and_penalties.py::test_an_offence_costs_what_the_catalogue_says
N23 the time of a round | tests/ruling_procedure/test_time_and_penalties.py::test_a_team_match_lasts_as_the_printed_tables_say
N24 the catalogue of penalties | laws/90B-late
N25 what a review asks of the process | tests/audit/test_italian_review.py::test_a_score_is_reviewed_only_if_a_step_was_omitted
N26 its two limits, 24 and 48 hours | tests/audit/test_italian_review.py::test_recourse_has_two_limits
N27 who may ask for it | reported/figb-review-by-one-partner
N28 what each body may change | tests/audit/test_italian_review.py::test_recourse_changes_the_result_only_for_a_technical_error
N29 past rulings of the same kind | tests/precedents/test_nearest.py::test_a_case_is_not_its_own_precedent_nearest_comes_first
N30 what the director saw himself | laws/85-revoke-found
N31 the tray, the pause over a skip bid | reported/figb-tray-in-time
N32 irregular calls by the stage of the tray | reported/figb-call-before-the-tray-passed
N33 the best contract missed | reported/figb-off-the-card-best-contract-missed
N34 psychic calls by event | tests/ruling_procedure/test_systems.py::test_a_psychic_call_by_event_and_call
N35 the class of a system | tests/ruling_procedure/test_systems.py::test_an_agreement_belongs_to_its_class
N36 what a category of event permits | tests/ruling_procedure/test_systems.py::test_an_event_permits_it_or_not
N37 alerts | tests/ruling_procedure/test_alerts.py::test_the_italian_policy
N38 a slip, or a change of mind | vignettes/mc-1-pass-was-meant
N39 tricks and number that disagree | reported/figb-number-until-verified
N40 Law 13 by edition | vignettes/ds-07-no-call-a-card-seen
N41 which trick, which card | laws/67-which-trick
N42 the other room as the measure | vignettes/ds-04-other-room-normal
N43 the wrong board by edition | vignettes/ds-20-a-call-not-repeated
N44 fishing for an average | vignettes/ds-21-fishing-for-an-average
N45 what was rejected is told, too | kinds/repeated-revoke
L11A the gain of one side alone | laws/11A-acted-first
L12C1c a weighted score | laws/12C1c-weighted
L12C1e the own error | laws/12C1e-own-error
L12C3 an individual event | laws/12C3-individual
L14 the card that was missing | laws/14B2-found-elsewhere
L15A cards of another board | laws/15A2a-partner-had-called
L16D by phase | laws/16D3-after-the-first-call
L17D3 a turn taken away | laws/34-turn-taken-away
L20E a wrong review | laws/20E-wrong-review
L21B1b presumed misexplained | laws/21B1b-presumed-misexplained
L23A comparable | laws/23A-subset
L24 a card seen in the auction | laws/24B-honour
L25A too late for a slip | laws/25B2-change-refused
L27 the insufficient bid | laws/27B1-lowest-same
L31 out of turn, the next passes | laws/31A1-right-hand-passes
L36C a double scored away | reported/inadmissible-double-found-late
L38 a bid of eight | laws/38-eight-spades
L43B2 dummy's question | laws/43B2b-dummy-asked
L43B3 dummy speaks first | reported/dummy-noticed-declarer-keeps
L46B play anything | laws/46B5-play-anything
L47E2 a card taken back | laws/47E2-card-taken-back
L50 a small card | kinds/exposed-card
L53 the thirteenth trick | tests/ruling_kinds/rectify/test_plays.py::test_a_lead_out_of_turn_stands_or_goes_back
L57A what declarer may ask | laws/57A-premature
L60A played on | laws/60A-played-on
L66D cards mixed by one side | laws/66D-offenders-mixed
L67B1 none won after it | reported/card-left-out-no-trick-after
L68B2 partner objects | laws/68B2-partner-objects
L69A the clock of an agreement | laws/69A-fixed
L70C a trump forgotten | tests/ruling_kinds/test_claim_law.py::test_whoever_may_be_unaware_of_a_trump_loses_to_it
L70E1 a finesse not stated | tests/ruling_kinds/test_claim_law.py::test_a_finesse_not_stated_is_not_given
L73E2 a false inference | laws/73E2-deceived
L75C the call was wrong | laws/75C-explanation-was-right
L79B2 within the round | laws/79B2-within-the-round
L79B3 after the round | reported/entry-stands-after-the-round
L79C half an hour | laws/79C-in-time
L81C3 the director's own initiative | laws/81C3-own-initiative
L82C the director's error | laws/82C-director-erred
L84D doubt to the innocent | open: a direction for a person's judgement, told with the standard of the edition
L86A no redeal | laws/86A-no-redeal
L86B2 the better of two | reported/wrong-board-in-teams-assigned-better
L87 groups of a fouled board | kinds/fouled-board
L92D who must concur | laws/92B-in-time-both-concur
S1 natural told as artificial | tests/ruling_kinds/test_misinformation.py::test_an_explanation_that_is_not_the_agreement_is_an_infraction
S2 the agreement was told, the call was wrong | laws/75C-explanation-was-right
S3 the answer hears himself misread | tests/ruling_kinds/test_misinformation.py::test_hearing_one_s_call_explained_is_unauthorised_except_behind_screens
S4 declarer spreads his hand after a lead out of turn | laws/54-opening-lead-out-of-turn
S5 dummy's card won the revoke trick | vignettes/rv-3-declarer-throws-on-dummys-king
S6 a pause with a singleton | laws/73E2-deceived
S7 minor and major penalty cards | tests/ruling_kinds/rectify/test_plays.py::test_a_small_card_dropped_is_minor_all_others_major
S8 high, win, low, play anything | tests/ruling_kinds/rectify/test_plays.py::test_an_incomplete_naming_has_one_meaning
S9 the eight examples of a penalty | tests/test_worked_rows.py::test_each_example_of_a_penalty_is_a_case
S10 a second revoke, a card hidden, cards mixed | open: 72B3 and 72B4 speak of intent, which a person finds; what the mixing leads to is 66D
S11 top down | tests/ruling_kinds/test_claim_law.py::test_order_within_a_suit_by_regulation
C1 law register | tests/laws/test_crosswalk.py::test_numbers_that_moved
C2 dealer and vulnerability | tests/bridge/test_cards_and_hands.py::test_law_2_gives_dealer_and_vulnerability
C3 points of a contract | tests/scoring/test_contract_score.py::test_the_extremes_of_the_digest
C4 matchpoints | laws/78A-matchpoints
C5 IMPs | tests/scoring/test_golden.py::test_law_78b_gives_every_listed_difference_its_imps
C6 a weighted score | laws/12C1c-weighted
C7 illegal branches left out | tests/ruling/test_law_of_scores.py::test_what_the_infraction_made_is_removed_and_the_rest_rescaled
C8 too many results | tests/ruling/test_law_of_scores.py::test_where_many_contracts_are_possible_a_person_chooses_artificial_scores
C9 self-inflicted damage | laws/12C1e-own-error
C10 artificial by fault | tests/scoring/test_golden.py::test_artificial_scores_by_edition
C11 artificial in IMPs | tests/laws/test_values.py::test_artificial_scores_follow_from_the_values
C12 the session, both ways | laws/12C2c-session-lifts-and-lowers
C13 several boards missing | tests/scoring/test_practice.py::test_g23_four_unplayed_boards
C14 individual events | laws/12C3-individual
C15 the mean of a knock-out | tests/scoring/test_golden.py::test_knock_out_scores_that_do_not_balance
C16 too severe is no ground | tests/ruling/test_rectified.py::test_a_penalty_card_s_ordinary_cost_leaves_the_result
C17 the ruling given was wrong | laws/82C-director-erred
C18 one side acted first | laws/11A-acted-first
C19 Law 13 or Law 14 | tests/ruling_kinds/rectify/test_procedure.py::test_a_short_hand_without_long_ones_is_law_14
C20 a card of another deal | vignettes/ds-10-foreign-card-played
C21 a wrong board | laws/15A2a-partner-had-called
C22 a board of another round | vignettes/ds-19-wrong-board-played-before
C23 what each side may know | tests/ruling_kinds/test_unauthorised_information.py::test_the_other_side_may_use_all_of_it
C24 logical alternatives | tests/ruling/test_peer_shares.py::test_considered_and_chosen_are_kept_apart
C25 what is suggested | tests/ruling/test_suggestion.py::test_the_information_suggests_what_gains_by_it
C26 offenders worse off keep it | tests/ruling/test_law_of_scores.py::test_offenders_who_did_worse_at_the_table_keep_it
C27 information from elsewhere | laws/16D3-after-the-first-call
C28 back to the player left out | laws/34-turn-taken-away
C29 legal calls | tests/bridge/test_auctions.py::test_an_illegal_call_is_refused_with_its_reason
C30 may a call be changed | tests/ruling_kinds/test_misinformation.py::test_once_it_is_too_late_to_change_calls_editions_differ
C31 presumed misexplained | laws/21B1b-presumed-misexplained
C32 comparable calls | laws/23A-subset
C33 looked at after the play | tests/ruling/test_rectified.py::test_while_nobody_says_that_there_was_damage_the_result_stands
C34 a card seen in the auction | tests/ruling_kinds/rectify/test_plays.py::test_a_card_seen_in_the_auction_may_silence_partner_once
C35 a slip, and its time | tests/ruling_kinds/rectify/test_calls.py::test_a_slip_and_an_accepted_change
C36 the lead restricted | tests/ruling_kinds/test_irregular_call.py::test_the_suit_shown_and_taken_back_restricts_the_lead
C37 the insufficient bid | tests/ruling_kinds/rectify/test_calls.py::test_the_insufficient_bid_by_edition
C38 calls out of turn | laws/31A1-right-hand-passes
C39 calls that cannot be made | laws/38-eight-spades
C40 a double scored away | reported/inadmissible-double-found-late
C41 a prohibited system | tests/ruling_procedure/test_systems.py::test_an_event_permits_it_or_not
C42 two baselines | tests/ruling_kinds/test_misinformation.py::test_departing_from_a_rightly_explained_agreement_is_no_infraction
C43 dummy's breaches | reported/dummy-noticed-declarer-keeps
C44 tricks and suits | tests/bridge/test_plays.py::test_the_highest_trump_or_card_of_the_suit_led_wins
C45 a card named in part | laws/46B-lowest-winner
C46 a card taken back | laws/47E2-too-late
C47 penalty cards | tests/ruling_kinds/rectify/test_plays.py::test_one_major_card_gives_declarer_three_options
C48 leads and plays out of turn | tests/ruling_kinds/rectify/test_plays.py::test_a_lead_out_of_turn_stands_or_goes_back
C49 the best of the options | open: every option is told with its clause; which suits the side best is the player's own choice (10C3)
C50 a revoke nobody named | tests/ruling_kinds/test_revoke_records.py::test_a_revoke_nobody_declared_is_found_all_the_same
C51 the transfer | tests/ruling_kinds/test_revoke_records.py::test_the_transfer_follows_the_table
C52 three editions of it | tests/laws/test_values.py::test_the_spade_revoke_costs_two_one_and_one
C53 equity after it | tests/ruling_kinds/test_revoke_cases.py::test_the_repeated_revoke_leaves_ten
C54 both sides revoked | tests/ruling_kinds/test_revoke_cases.py::test_64c_appears_once_per_board_where_both_sides_revoked
C55 who mixed the cards | laws/66D-offenders-mixed
C56 a defective trick | tests/ruling_kinds/rectify/test_plays.py::test_the_price_of_a_card_left_out
C57 is it a claim | open: whether words or gestures ended play (68A, 68B) is found by a person; the statement is shown and never read
C58 the clock of an agreement | laws/69A-fixed
C59 agreement and concession withdrawn | tests/ruling_kinds/test_claim_returned.py::test_what_no_legal_play_loses
C60 a trump that is out | tests/ruling_kinds/test_claim_law.py::test_whoever_may_be_unaware_of_a_trump_loses_to_it
C61 the worst normal line | tests/ruling_kinds/test_claim_endings.py::test_a_golden_claim_is_awarded_as_reasoned
C62 a defender's claim | tests/ruling_kinds/test_claim_law.py::test_a_defender_may_not_choose_for_his_partner_since_2007
C63 a finesse either way | tests/ruling_kinds/test_claim_law.py::test_a_finesse_is_given_once_the_other_hand_shows_out
C64 the order of cards | tests/ruling_kinds/test_claim_law.py::test_order_within_a_suit_by_regulation
C65 three findings together | laws/73E2-a-bridge-reason
C66 a late dispute | tests/ruling_kinds/test_score_error.py::test_both_sides_scores_change_only_since_2017_if_convinced
C67 the half hour | laws/79C-too-late
C68 the director's own initiative | laws/81C3-own-initiative
C69 both sides innocent | tests/ruling/test_law_of_scores.py::test_a_board_the_director_spoilt_gives_both_the_innocent_award
C70 doubt and evidence | laws/85-revoke-disputed
C71 no redeal | laws/86A-no-redeal
C72 assigned or artificial in teams | vignettes/ds-02-a-real-outcome-assigned
C73 the better of two | reported/wrong-board-in-teams-assigned-better
C74 fouled boards | tests/scoring/test_golden.py::test_a_fouled_board_as_a_case_gives_it
C75 a penalty beside the score | tests/ruling_procedure/test_time_and_penalties.py::test_a_penalty_beside_another_incident_leaves_that_ones_score
C76 who hears it | tests/audit/test_review.py::test_a_committee_may_not_change_law_or_discipline
C77 advised of the appeal | open: what is owed to the players at the table (83) is an act of the director, and no fact of the case
C78 law, fact, judgement apart | tests/audit/test_review.py::test_the_appeal_body_decides_facts_and_judgement
C79 the regulation's own values | tests/laws/test_switches.py::test_nothing_unsettled_is_without_a_word_on_its_default
E1 the edition by date and authority | tests/laws/test_jurisdiction.py::test_the_day_an_edition_was_taken_up
E2 citations | tests/laws/test_crosswalk.py::test_printed_forms_lead_to_the_address
E3 scanned addresses | tests/laws/test_readings.py::test_x12_scanned_addresses_are_read
E4 dealer and vulnerability | tests/bridge/test_cards_and_hands.py::test_law_2_gives_dealer_and_vulnerability
E5 points of a contract | tests/scoring/test_contract_score.py::test_all_2940_results_agree_with_the_printed_table
E6 matchpoints | laws/78A-matchpoints
E7 IMPs | tests/scoring/test_golden.py::test_law_78b_gives_every_listed_difference_its_imps
E8 severity alone | tests/ruling/test_rectified.py::test_a_penalty_card_s_ordinary_cost_leaves_the_result
E9 damage | tests/ruling/test_damage.py::test_damage_is_answered_by_a_margin
E10 how likely damage must be | tests/laws/test_values.py::adjusting.unprescribed
E11 two standards | laws/12C2-two-standards
E12 who may weigh | tests/audit/test_review.py::test_before_2000_only_a_committee_could_weigh
E13 a weighted score | tests/ruling/test_score.py::test_lille_1998_each_result_is_converted_before_it_is_weighed
E14 legal results only | tests/ruling/test_score.py::test_results_of_the_infraction_are_left_out_in_2017
E15 too many results | tests/ruling/test_law_of_scores.py::test_where_many_contracts_are_possible_a_person_chooses_artificial_scores
E16 the elected limb | laws/12C1e-two-standards-elected
E17 self-inflicted damage | tests/ruling/test_score.py::test_self_inflicted_damage_is_counted_as_the_edition_says
E18 scores that do not balance | tests/ruling/test_law_of_scores.py::test_elsewhere_the_two_scores_need_not_balance
E19 artificial by fault | tests/scoring/test_golden.py::test_artificial_scores_by_edition
E20 the session | laws/12C2c-session-lifts-and-lowers
E21 the mean of a knock-out | tests/ruling/test_score.py::test_a_knock_out_gives_both_sides_the_mean
E22 individual events | laws/12C3-individual
E23 a change on purpose, capped | laws/25B2-changed-and-capped
E24 IMPs at pairs | tests/laws/test_values.py::artificial.imps_scope
E25 the other table | vignettes/ds-02-a-real-outcome-assigned
E26 null results | vignettes/ds-19-wrong-board-played-before
E27 hands that do not count thirteen | tests/ruling_kinds/rectify/test_procedure.py::test_one_player_who_objects_ends_the_board_in_1997_alone
E28 what is suggested | tests/ruling/test_suggestion.py::test_the_information_suggests_what_gains_by_it
E29 peers | tests/ruling/test_peer_shares.py::test_considered_and_chosen_are_kept_apart
E30 alternatives in 1997 | tests/ruling_kinds/test_unauthorised_information.py::test_a_choice_suggested_over_an_alternative_is_an_infraction
E31 damage or advantage | tests/ruling/test_law_of_scores.py::test_offenders_who_did_worse_at_the_table_keep_it
E32 withdrawn actions | tests/ruling_kinds/test_unauthorised_information.py::test_the_side_of_a_withdrawn_call_may_not_use_it
E33 information from elsewhere | tests/laws/test_values.py::test_information_from_elsewhere_leaves_fewer_options_after_the_first_call
E34 who must speak when | laws/20F-who-corrects
E35 may a call be changed | tests/ruling_kinds/test_misinformation.py::test_once_it_is_too_late_to_change_calls_editions_differ
E36 presumed misexplained | tests/ruling_kinds/test_misinformation.py::test_without_evidence_the_explanation_is_presumed_wrong_not_the_call
E37 the right explanation | tests/ruling/test_corrected_decisions.py::test_a_raise_explained_as_strong_is_bid_over_less
E38 agreements not disclosed | tests/ruling_procedure/test_presumptions.py::test_damage_is_presumed_where_the_best_contract_was_missed
E39 a card taken back | laws/47E2-too-late
E40 could have known | tests/ruling_kinds/test_exposed_card.py::test_23_of_1997_is_for_a_partner_made_to_pass
E41 how long partner passes | tests/ruling_kinds/rectify/test_calls.py::test_partner_is_silenced_throughout_before_2017_and_once_since
E42 leads restricted | tests/ruling_kinds/rectify/test_calls.py::test_two_suits_shown_with_one_repeated_leave_declarer_the_other
E43 the insufficient bid | tests/ruling_kinds/rectify/test_calls.py::test_the_insufficient_bid_by_edition
E44 penalty cards | tests/ruling_kinds/rectify/test_plays.py::test_with_several_cards_declarer_may_do_neither_only_since_2017
E45 wrong leads | tests/ruling_kinds/rectify/test_plays.py::test_an_opening_lead_out_of_turn_gives_declarer_his_options
E46 premature plays | tests/ruling_kinds/rectify/test_plays.py::test_after_a_premature_play_2017_has_a_fourth_option
E47 cards played together | laws/58B-two-cards-seen
E48 a defender asks | laws/61B-a-defender-asks
E49 established | laws/63-established-by-the-next-trick
E50 the transfer | tests/laws/test_values.py::test_revoke_transfers_follow_from_the_values
E51 equity or the transfer | tests/ruling_kinds/test_revoke_cases.py::test_the_repeated_revoke_leaves_ten
E52 who mixed the cards | laws/66D-claimants-mixed
E53 defective tricks | laws/67B1a-suit-held
E54 play after a claim | tests/ruling_kinds/test_claim_law.py::test_play_after_the_claim_is_evidence_in_2007_only
E55 agreement withdrawn | tests/ruling_kinds/test_claim_law.py::test_an_agreed_trick_comes_back_by_the_editions_own_bar
E56 normal lines | tests/ruling_kinds/test_claim_endings.py::test_a_golden_claim_is_awarded_as_reasoned
E57 irrational lines | tests/ruling_kinds/test_claim_law.py::test_a_line_it_would_be_irrational_not_to_take_stands
E58 a concession cancelled | tests/ruling_kinds/test_claim_returned.py::test_before_2007_only_what_no_legal_play_loses_returns_late
E59 deceptive manner | laws/73E2-deceived
E60 time limits | laws/79C-in-time
E61 the director's error | tests/ruling/test_law_of_scores.py::test_after_director_s_error_each_side_has_the_innocent_standard
E62 facts by weight of evidence | open: the weight of evidence is a person's (85A1); both versions are ruled, with the standard of the edition
E63 fouled boards | tests/scoring/test_golden.py::test_small_groups_of_a_fouled_board
E64 penalties and discipline | tests/audit/test_review.py::test_a_committee_may_not_change_law_or_discipline
E65 admissible, and who decides | laws/92B-too-late-one-alone
E66 two editions side by side | tests/ruling/test_verify.py::test_the_same_facts_side_by_side
E67 the edition's own words | tests/laws/test_values.py::test_reports_use_the_editions_own_word
""".strip().splitlines()


def _parts(row: str) -> tuple[str, str]:
    name, _, rest = row.partition(" ")
    return name, rest.rpartition(" | ")[2]


@each_row("row", ROWS, ids=lambda row: _parts(row)[0])
def test_every_row_names_the_case_or_test_that_computes_it(row):
    _, where = _parts(row)
    if where.startswith("open: "):
        assert len(where) > 30, "why it is not computed"
    elif "::" in where:
        path, name = where.split("::")
        assert name in (ROOT / path).read_text("utf-8")
    else:
        case = tomllib.loads((ROOT / "cases" / f"{where}.toml").read_text("utf-8"))
        refused = where.startswith("bad/")  # what a misprint is called, `tests/casefile` holds
        assert refused or any(expected["strength"] == "exact" for expected in case["expected"])


def test_no_row_is_left_out():
    names = [_parts(row)[0] for row in ROWS]
    assert len(set(names)) == len(names)
    assert {f"T{number}" for number in range(1, 30)} <= set(names)
    assert {f"N{number}" for number in range(1, 46)} <= set(names)
    last = {"S": 11, "C": 79, "E": 67}
    assert {f"{letter}{number}" for letter in last for number in range(1, last[letter] + 1)} <= set(names)


def test_each_example_of_a_penalty_is_a_case():
    """The eight examples of 90B, each told as an incident."""
    kinds = [
        tomllib.loads(path.read_text("utf-8"))["incident"][0]["kind"]
        for path in (ROOT / "cases" / "laws").glob("90B*.toml")
    ]
    assert kinds == ["penalty"] * 8


def test_each_vignette_on_laws_13_to_15_is_a_case():
    """Twenty-one of them, with their worked neighbours."""
    told = {
        match.group(1)
        for path in (ROOT / "cases" / "vignettes").glob("ds-*.toml")
        if (match := re.match(r"ds-(\d\d)", path.name))
    }
    assert told == {f"{number:02d}" for number in range(1, 22)}
