"""Every row of the digests' tables of worked answers, and where it is computed: a bundled case, a test, or why it is not.

`T` are the rows on which the editions part, `N` what the Italian regulations ask of a program, `L` the capabilities the Laws of 2017
ask for, by Law. A name with a slash is a case under `cases/`, one with `::` a test; what begins with `open:` is not computed.
"""

import re
import tomllib
from pathlib import Path

import pytest

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
T9 both sides revoke | tests/ruling_kinds/test_revoke_cases.py::test_64b7_asks_since_2017_that_the_revokes_of_both_sides_were_established
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
T28 a wild defence after the infraction | tests/scoring/test_practice.py::test_g13_a_wild_save_keeps_the_table_and_puts_offenders_back_to_the_partscore
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
N25 what a review asks of the process | tests/audit/test_italian_review.py::test_a_score_is_looked_at_again_only_where_a_step_was_left_out
N26 its two limits, 24 and 48 hours | tests/audit/test_italian_review.py::test_recourse_has_two_limits
N27 who may ask for it | reported/figb-review-by-one-partner
N28 what each body may change | tests/audit/test_italian_review.py::test_recourse_changes_the_result_only_for_a_technical_error
N29 past rulings of the same kind | tests/precedents/test_nearest.py::test_a_case_is_no_precedent_for_itself_and_the_nearest_comes_first
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
""".strip().splitlines()


def _parts(row: str) -> tuple[str, str]:
    name, _, rest = row.partition(" ")
    return name, rest.rpartition(" | ")[2]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: _parts(row)[0])
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


def test_each_vignette_on_laws_13_to_15_is_a_case():
    """Twenty-one of them, with their worked neighbours."""
    told = {
        found.group(1)
        for path in (ROOT / "cases" / "vignettes").glob("ds-*.toml")
        if (found := re.match(r"ds-(\d\d)", path.name))
    }
    assert told == {f"{number:02d}" for number in range(1, 22)}
