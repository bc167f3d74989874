"""What an incident states against the record: every check has a file that it refuses, and a like one that is sound.

A row: the check; the key at fault; the place it contradicts; the board (`tests/support/records.py`); the incidents that are refused;
those that are not. The Laws meant are those of all three editions.
"""

from analyser.casefile import problems_of
from analyser.casefile.contradictions import CHECKS
from analyser.messages import LANGUAGES, translate_problem
from tests.support.records import case_with, places_of

H4, PLAYED, REVOKED, NT3 = "four hearts", "four hearts, played", "four hearts, revoked", "three notrumps"
INSUFFICIENT = 'irregular-call; irregularity = "insufficient"; '
OUT_OF_TURN = 'irregular-call; irregularity = "out-of-turn"; '
INADMISSIBLE = 'irregular-call; irregularity = "inadmissible"; '
MISINFORMED = 'misinformation; at = "call 3"; '
ENTRY = 'score-error; recorded = "4H-1 by S"; '

ROWS = [
    (
        "find_wrong_turn", "turn", "table auction call 4", H4,
        [OUT_OF_TURN + 'offender = "S"; at = "call 4"; turn = "N"'],
        [OUT_OF_TURN + 'offender = "S"; at = "call 4"; turn = "E"'],
    ),
    (
        "find_caller_not_on_turn", "offender", "table auction call 4", H4,
        [INSUFFICIENT + 'offender = "W"; at = "call 4"; call = "2D"'],
        [INSUFFICIENT + 'offender = "W"; at = "call 4"; call = "2D"; turn = "E"'],
    ),
    (
        "find_call_in_turn", "offender", "table auction call 4", H4,
        [OUT_OF_TURN + 'offender = "E"; at = "call 4"'],
        [OUT_OF_TURN + 'offender = "W"; at = "call 4"'],
    ),
    (
        "find_call_in_turn", "turn", "incident 1 offender", H4,
        ['irregular-call; irregularity = "deprived"; offender = "N"; turn = "N"'],
        ['irregular-call; irregularity = "deprived"; offender = "N"; turn = "E"'],
    ),
    (
        "find_sufficient_bid", "call", "table auction call 3", H4,
        [INSUFFICIENT + 'offender = "E"; at = "call 4"; call = "3S"'],
        [INSUFFICIENT + 'offender = "E"; at = "call 4"; call = "3D"'],
    ),
    (
        "find_sufficient_bid", "call", "table auction call 1", H4,
        [INSUFFICIENT + 'offender = "S"; at = "call 1"; call = "1C"'],
        [OUT_OF_TURN + 'offender = "W"; at = "call 1"; call = "1C"'],
    ),
    (
        "find_insufficient_without_bid", "call", "incident 1 irregularity", H4,
        [INSUFFICIENT + 'offender = "E"; call = "X"'],
        [INSUFFICIENT + 'offender = "E"; call = "1S"'],
    ),
    (
        "find_admissible_double", "call", "table auction call 3", H4,
        [INADMISSIBLE + 'offender = "E"; at = "call 4"; call = "X"'],
        [INADMISSIBLE + 'offender = "E"; at = "call 4"; call = "XX"'],
    ),
    (
        "find_inadmissible_by_free_player", "call", "incident 1 barred", H4,
        [INADMISSIBLE + 'offender = "E"; call = "3S"; barred = false'],
        [INADMISSIBLE + 'offender = "E"; call = "3S"; barred = true'],
    ),
    (
        "find_inadmissible_by_free_player", "call", "incident 1 irregularity", H4,
        [INADMISSIBLE + 'offender = "E"; call = "P"'],
        [INADMISSIBLE + 'offender = "E"; call = "XX"'],
    ),
    (
        "find_late_without_double", "found_late", "table auction call 3", H4,
        [INADMISSIBLE + 'offender = "N"; at = "call 3"; found_late = true'],
        [INADMISSIBLE + 'offender = "N"'],
    ),
    (
        "find_call_above_seven", "call", "incident 1 irregularity", H4,
        ['irregular-call; irregularity = "over-seven"; offender = "W"; call = "7NT"'],
        ['irregular-call; irregularity = "over-seven"; offender = "W"'],
    ),
    (
        "find_auction_not_over", "irregularity", "table auction call 7", "four hearts / 4H P P P -> 4H P P",
        ['irregular-call; irregularity = "after-end"; offender = "W"; call = "X"'],
        ['irregular-call; irregularity = "out-of-turn"; offender = "W"; call = "X"'],
    ),
    (
        "find_turn_taken_by_bid", "call", "incident 1 irregularity", H4,
        ['irregular-call; irregularity = "deprived"; offender = "N"; turn = "E"; call = "2C"'],
        ['irregular-call; irregularity = "deprived"; offender = "N"; turn = "E"; call = "P"'],
    ),
    (
        "find_accepted_and_replaced", "replacement", "incident 1 accepted", "four hearts / 3H P 4H -> 3H 2D 4H",
        [INSUFFICIENT + 'offender = "E"; at = "call 4"; call = "2D"; accepted = true; replacement = "P"'],
        [
            INSUFFICIENT
            + 'offender = "E"; at = "call 4"; call = "2D"; accepted = true; replacement = "P"; premature = true'
        ],
    ),
    (
        "find_accepted_call_not_recorded", "call", "table auction call 4", H4,
        [OUT_OF_TURN + 'offender = "W"; at = "call 4"; turn = "E"; call = "3S"; accepted = true'],
        [OUT_OF_TURN + 'offender = "W"; at = "call 4"; turn = "E"; call = "P"; accepted = true'],
    ),
    (
        "find_change_not_recorded", "replacement", "table auction call 3", H4,
        ['irregular-call; irregularity = "changed"; offender = "N"; at = "call 3"; call = "2H"; replacement = "4H"'],
        ['irregular-call; irregularity = "changed"; offender = "N"; at = "call 3"; call = "2H"; replacement = "3H"'],
    ),
    (
        "find_replacement_not_recorded", "replacement", "table auction call 4", H4,
        [INSUFFICIENT + 'offender = "E"; at = "call 4"; call = "2D"; accepted = false; replacement = "4D"'],
        [INSUFFICIENT + 'offender = "E"; at = "call 4"; call = "2D"; accepted = false; replacement = "X"'],
    ),
    (
        "find_earlier_call", "called_before", "table auction call 2", H4,
        [OUT_OF_TURN + 'offender = "W"; at = "call 4"; called_before = false'],
        [OUT_OF_TURN + 'offender = "W"; at = "call 4"; called_before = true'],
    ),
    (
        "find_earlier_call", "called_before", "table auction call 2", H4,
        [OUT_OF_TURN + 'offender = "E"; at = "call 2"; called_before = true'],
        [OUT_OF_TURN + 'offender = "E"; at = "call 2"; called_before = false'],
    ),
    (
        "find_earlier_call", "called_before", "board number", "no table",
        [OUT_OF_TURN + 'offender = "S"; turn = "W"; called_before = false'],
        [OUT_OF_TURN + 'offender = "N"; turn = "W"; called_before = false'],
    ),
    (
        "find_right_hand_call", "right_hand_passed", "table auction call 3", H4,
        [OUT_OF_TURN + 'offender = "E"; at = "call 3"; turn = "N"; right_hand_passed = true'],
        [OUT_OF_TURN + 'offender = "E"; at = "call 3"; turn = "N"; right_hand_passed = false'],
    ),
    (
        "find_wrong_player_in_turn", "right_hand_barred", "incident 1 turn", H4,
        [OUT_OF_TURN + 'offender = "S"; turn = "N"; right_hand_barred = true'],
        [OUT_OF_TURN + 'offender = "S"; turn = "E"; right_hand_barred = true'],
    ),
    (
        "find_wrong_player_in_turn", "right_player_called", "incident 1 turn", H4,
        [OUT_OF_TURN + 'offender = "S"; turn = "N"; right_player_called = true'],
        [OUT_OF_TURN + 'offender = "S"; turn = "W"; right_player_called = true'],
    ),
    (
        "find_call_in_play", "at", "incident 1 kind", PLAYED,
        [INSUFFICIENT + 'offender = "E"; at = "trick 2 E"; call = "2D"'],
        [INSUFFICIENT + 'offender = "E"; at = "call 4"; call = "2D"'],
    ),
    (
        "find_duty_longer_than_none", "barred_throughout", "incident 1 barred", H4,
        [INADMISSIBLE + 'offender = "E"; barred = false; barred_throughout = true'],
        [INADMISSIBLE + 'offender = "E"; barred = true; barred_throughout = true'],
    ),
    (
        "find_screens", "tray", "event screens", H4,
        [INSUFFICIENT + 'offender = "E"; call = "2D"; tray = "passed"'],
        [INSUFFICIENT + 'offender = "E"; call = "2D"'],
    ),
    (
        "find_play_of_passed_out_board", "kind", "table auction", "passed out",
        ['lead-out-of-turn; offender = "W"'],
        ['exposed-card; offender = "W"; cards = ["SA"]; during = "auction"'],
    ),
    (
        "find_lead_in_turn", "turn", "incident 1 offender", NT3,
        ['lead-out-of-turn; offender = "E"; turn = "E"'],
        ['lead-out-of-turn; offender = "W"; turn = "E"'],
    ),
    (
        "find_lead_in_turn", "offender", "table play trick 2", PLAYED,
        ['lead-out-of-turn; offender = "N"; trick = 3'],
        ['lead-out-of-turn; offender = "S"; trick = 3'],
    ),
    (
        "find_wrong_leader", "turn", "table declarer", NT3,
        ['lead-out-of-turn; offender = "W"; turn = "S"; trick = 1'],
        ['lead-out-of-turn; offender = "W"; turn = "E"; trick = 1'],
    ),
    (
        "find_proper_lead_by_partner", "right_leader_led", "incident 1 turn", H4,
        ['lead-out-of-turn; offender = "E"; turn = "W"; right_leader_led = true'],
        ['lead-out-of-turn; offender = "E"; turn = "S"; right_leader_led = true'],
    ),
    (
        "find_proper_lead_after_acceptance", "right_leader_led", "incident 1 accepted", H4,
        ['lead-out-of-turn; offender = "E"; turn = "S"; right_leader_led = true; accepted = true'],
        ['lead-out-of-turn; offender = "E"; turn = "S"; right_leader_led = true; accepted = false'],
    ),
    (
        "find_declarers_lead_by_defender", "defenders_disagree", "table declarer", H4,
        ['lead-out-of-turn; offender = "E"; turn = "W"; defenders_disagree = true'],
        ['lead-out-of-turn; offender = "N"; turn = "S"; defenders_disagree = true'],
    ),
    (
        "find_screen_at_later_lead", "screen_opened", "incident 1 trick", "four hearts / screens = false -> screens = true",
        ['lead-out-of-turn; offender = "E"; trick = 2; screen_opened = "opened"'],
        ['lead-out-of-turn; offender = "E"; trick = 1; screen_opened = "opened"'],
    ),
    (
        "find_card_not_held", "cards 2", "board deal", H4,
        ['exposed-card; offender = "E"; cards = ["D4", "D2"]'],
        ['exposed-card; offender = "E"; cards = ["D4", "D5"]'],
    ),
    (
        "find_played_card_not_held", "card", "board deal", H4,
        ['played-card; offender = "E"; card = "SA"; fact = "held-face-up"'],
        ['played-card; offender = "S"; card = "SQ"; fact = "held-face-up"'],
    ),
    (
        "find_card_quitted", "card", "table play trick 2", PLAYED,
        ['lead-out-of-turn; offender = "E"; card = "DK"; trick = 3'],
        ['lead-out-of-turn; offender = "E"; card = "H5"; trick = 3'],
    ),
    (
        "find_facts_of_play_in_auction", "right_hand_turn", "incident 1 during", H4,
        ['exposed-card; offender = "E"; cards = ["D4"]; during = "auction"; right_hand_turn = true'],
        ['exposed-card; offender = "E"; cards = ["D4"]; during = "play"; right_hand_turn = true'],
    ),
    (
        "find_penalty_card_of_declaring_side", "on_table", "table declarer", H4,
        ['exposed-card; offender = "N"; cards = ["D2"]; on_table = ["DA"]'],
        ['exposed-card; offender = "E"; cards = ["D4"]; on_table = ["DQ"]'],
    ),
    (
        "find_same_card_again", "instead", "incident 1 cards 1", H4,
        ['exposed-card; offender = "E"; cards = ["D4"]; instead = "D4"'],
        ['exposed-card; offender = "E"; cards = ["D4"]; instead = "D5"'],
    ),
    (
        "find_deliberate_accident", "led", "incident 1 inadvertent", H4,
        ['exposed-card; offender = "E"; cards = ["D4"]; led = true; inadvertent = true'],
        ['exposed-card; offender = "E"; cards = ["D4"]; led = true; inadvertent = false'],
    ),
    (
        "find_player_without_the_part", "offender", "table declarer", H4,
        ['played-card; offender = "E"; fact = "dummy-placed"'],
        ['played-card; offender = "N"; fact = "dummy-placed"'],
    ),
    (
        "find_trick_after_last", "both_sides_played_on", "incident 1 trick", H4,
        ['played-card; offender = "E"; trick = 13; fact = "omitted"; both_sides_played_on = true'],
        ['played-card; offender = "E"; trick = 12; fact = "omitted"; both_sides_played_on = true'],
    ),
    (
        "find_suit_not_left", "still_holds_suit", "table play trick 4", PLAYED,
        ['played-card; offender = "W"; trick = 4; fact = "omitted"; still_holds_suit = true'],
        ['played-card; offender = "E"; trick = 4; fact = "omitted"; still_holds_suit = true'],
    ),
    (
        "find_place_in_trick", "fourth_hand", "table play trick 1", PLAYED,
        ['played-card; offender = "S"; trick = 2; fact = "named"; said = "high"; fourth_hand = false'],
        ['played-card; offender = "S"; trick = 2; fact = "named"; said = "high"; fourth_hand = true'],
    ),
    (
        "find_quitted_twice", "quitted E", "incident 1 quitted N", "no cards",
        ['played-card; quitted = { N = "H5 C4", E = "H2 C4", S = "HJ C2", W = "H3 C5" }'],
        ['played-card; quitted = { N = "H5 C4", E = "H2 CA", S = "HJ C2", W = "H3 C5" }'],
    ),
    (
        "find_revoke_with_last_card", "trick", "incident 1 kind", H4,
        ['revoke; offender = "E"; trick = 13'],
        ['revoke; offender = "E"; trick = 12'],
    ),
    (
        "find_revoke_by_following", "trick", "table play trick 4 E", PLAYED,
        ['revoke; offender = "E"; trick = 4; established = true'],
        ['revoke; offender = "E"; trick = 4; established = false'],
    ),
    (
        "find_revoke_without_suit", "trick", "table play trick 4", PLAYED,
        ['revoke; offender = "W"; trick = 4'],
        ['revoke; offender = "E"; trick = 4'],
    ),
    (
        "find_other_winning_card", "won_with", "table play trick 4 S", REVOKED,
        ['revoke; offender = "E"; trick = 4; won_with = "H5"'],
        ['revoke; offender = "E"; trick = 4; won_with = "HK"'],
    ),
    (
        "find_too_many_later_tricks", "later_tricks", "incident 1 trick", H4,
        ['revoke; offender = "E"; trick = 11; later_tricks = 3'],
        ['revoke; offender = "E"; trick = 11; later_tricks = 2'],
    ),
    (
        "find_later_trick_of_none", "later_with_suit", "incident 1 later_tricks", H4,
        ['revoke; offender = "E"; trick = 4; later_tricks = 0; later_with_suit = true'],
        ['revoke; offender = "E"; trick = 4; later_tricks = 1; later_with_suit = true'],
    ),
    (
        "find_asked_himself", "asked_by", "incident 1 offender", H4,
        ['revoke; offender = "E"; trick = 4; asked_by = "E"'],
        ['revoke; offender = "E"; trick = 4; asked_by = "W"'],
    ),
    (
        "find_revoke_not_established", "established", "incident 1 played_on", H4,
        ['revoke; offender = "E"; trick = 4; established = false; played_on = ["EW"]'],
        ['revoke; offender = "E"; trick = 4; established = false; played_on = ["NS"]'],
    ),
    (
        "find_claim_by_dummy", "by", "table declarer", PLAYED,
        ['claim; by = "N"; after = 5; claims = 8'],
        ['claim; by = "S"; after = 5; claims = 8'],
    ),
    (
        "find_other_number_of_cards", "after", "incident 1 position", "no cards",
        ['claim; by = "S"; after = 5; position = "N:5..A3. ..KJ.4 A.3.2. 4.Q.Q."; claims = 3'],
        ['claim; by = "S"; after = 10; position = "N:5..A3. ..KJ.4 A.3.2. 4.Q.Q."; claims = 3'],
    ),
    (
        "find_card_of_position_elsewhere", "position", "board deal", H4,
        ['claim; by = "S"; position = "N:...A ..K. ...Q ...K"; claims = 1'],
        ['claim; by = "S"; position = "N:...A ..K. ...5 ...Q"; claims = 1'],
    ),
    (
        "find_wrong_player_on_lead", "on_lead", "table play trick 4", PLAYED,
        ['claim; by = "S"; after = 4; on_lead = "N"; claims = 9'],
        ['claim; by = "S"; after = 4; on_lead = "S"; claims = 9'],
    ),
    (
        "find_other_trumps", "trumps", "table contract", PLAYED,
        ['claim; by = "S"; after = 4; trumps = "S"; claims = 9'],
        ['claim; by = "S"; after = 4; trumps = "H"; claims = 9'],
    ),
    (
        "find_more_tricks_than_left", "claims", "incident 1 position", "no cards",
        ['claim; by = "S"; position = "N:5..A3. ..KJ.4 A.3.2. 4.Q.Q."; claims = 4'],
        ['claim; by = "S"; position = "N:5..A3. ..KJ.4 A.3.2. 4.Q.Q."; claims = 3'],
    ),
    (
        "find_objection_without_concession", "partner_objected", "table declarer", PLAYED,
        ['claim; by = "S"; after = 4; concedes = 1; partner_objected = true'],
        ['claim; by = "E"; after = 4; concedes = 1; partner_objected = true'],
    ),
    (
        "find_trumps_without_suit", "trumps_counted", "incident 1 trumps", "no cards / 4S -> 3NT",
        ['claim; by = "S"; position = "N:5..A3. ..KJ.4 A.3.2. 4.Q.Q."; trumps = "NT"; claims = 3; trumps_counted = 2'],
        ['claim; by = "S"; position = "N:5..A3. ..KJ.4 A.3.2. 4.Q.Q."; trumps = "NT"; claims = 3'],
    ),
    (
        "find_target_with_opponents", "towards", "incident 1 position", "no cards",
        ['claim; by = "S"; position = "N:5..A3. ..KJ.4 A.3.2. 4.Q.Q."; claims = 3; towards = "DK"'],
        ['claim; by = "S"; position = "N:5..A3. ..KJ.4 A.3.2. 4.Q.Q."; claims = 3; towards = "DA"'],
    ),
    (
        "find_explanation_of_opponents", "by", "table auction call 3", H4,
        [MISINFORMED + 'by = "W"'],
        [MISINFORMED + 'by = "S"'],
    ),
    (
        "find_explanation_to_own_side", "to 2", "incident 1 by", H4,
        [MISINFORMED + 'by = "S"; to = ["W", "N"]'],
        [MISINFORMED + 'by = "S"; to = ["W", "E"]'],
    ),
    (
        "find_decision_before_call", "decisions 1", "incident 1 at", H4,
        [MISINFORMED + 'by = "S"; decisions = ["call 2"]'],
        [MISINFORMED + 'by = "S"; decisions = ["call 4"]'],
    ),
    (
        "find_correction_by_opponents", "corrected_by", "incident 1 by", H4,
        [MISINFORMED + 'by = "S"; corrected_by = "E"'],
        [MISINFORMED + 'by = "S"; corrected_by = "N"'],
    ),
    (
        "find_correct_call_not_legal", "correct_call", "table auction call 4", H4,
        [MISINFORMED + 'by = "S"; decisions = ["call 4"]; correct_call = "3D"'],
        [MISINFORMED + 'by = "S"; decisions = ["call 4"]; correct_call = "4D"'],
    ),
    (
        "find_correct_lead_not_held", "correct_lead", "board deal", H4,
        [MISINFORMED + 'by = "S"; decisions = ["lead"]; correct_lead = "S6"'],
        [MISINFORMED + 'by = "S"; decisions = ["lead"]; correct_lead = "SA"'],
    ),
    (
        "find_action_before_information", "action", "incident 1 at", H4,
        ['unauthorised-information; source = "N"; at = "call 3"; offender = "S"; action = "call 1"'],
        ['unauthorised-information; source = "N"; at = "call 3"; offender = "S"; action = "call 5"'],
    ),
    (
        "find_information_from_opponent", "source", "incident 1 offender", H4,
        ['unauthorised-information; source = "W"; at = "call 2"; offender = "S"; action = "call 5"'],
        ['unauthorised-information; source = "N"; at = "call 3"; offender = "S"; action = "call 5"'],
    ),
    (
        "find_suggested_card_not_held", "suggests 1", "board deal", H4,
        ['unauthorised-information; source = "E"; at = "call 4"; offender = "W"; action = "lead"; suggests = ["DK"]'],
        ['unauthorised-information; source = "E"; at = "call 4"; offender = "W"; action = "lead"; suggests = ["DJ"]'],
    ),
    (
        "find_withdrawn_card_not_held", "withdrawn", "board deal", PLAYED,
        ['withdrawn-call; source = "E"; at = "trick 1 E"; withdrawn = "SA"; offender = "W"; action = "trick 2 W"'],
        ['withdrawn-call; source = "E"; at = "trick 1 E"; withdrawn = "DK"; offender = "W"; action = "trick 2 W"'],
    ),
    (
        "find_call_over_no_call", "partner_called", "incident 1 called", H4,
        ['wrong-board; offender = "E"; called = false; partner_called = true'],
        ['wrong-board; offender = "E"; called = true; partner_called = true'],
    ),
    (
        "find_new_call_of_offenders", "new_call", "table auction call 4", H4,
        ['wrong-board; offender = "E"; new_call = "call 4"'],
        ['wrong-board; offender = "E"; new_call = "call 3"'],
    ),
    (
        "find_call_before_auction", "called", "incident 1 noticed", H4,
        ['wrong-hand; offender = "E"; cards = 14; called = true; noticed = "before-auction"'],
        ['wrong-hand; offender = "E"; cards = 14; called = true; noticed = "auction"'],
    ),
    (
        "find_missing_card_of_full_hand", "found", "incident 1 cards", H4,
        ['wrong-hand; offender = "E"; cards = 14; found = "elsewhere"'],
        ['wrong-hand; offender = "E"; cards = 12; found = "elsewhere"'],
    ),
    (
        "find_card_played_before_play", "found", "incident 1 noticed", H4,
        ['wrong-hand; offender = "E"; cards = 12; noticed = "auction"; found = "played-cards"'],
        ['wrong-hand; offender = "E"; cards = 12; noticed = "play"; found = "played-cards"'],
    ),
    (
        "find_foreign_card_of_this_deal", "foreign_played", "incident 1 foreign", H4,
        ['wrong-hand; offender = "E"; cards = 14; foreign = false; foreign_played = true'],
        ['wrong-hand; offender = "E"; cards = 14; foreign = true; foreign_played = true'],
    ),
    (
        "find_effect_on_no_play", "affected", "incident 1 chosen", "no table",
        ['outside-information; by = "N"; chosen = "redeal"; affected = true'],
        ['outside-information; by = "N"; chosen = "play-on"; affected = true'],
    ),
    (
        "find_play_of_board_without_result", "kind", "table play", "played to the end",
        ['no-play; fault = { NS = "none", EW = "direct" }'],
        ['revoke; offender = "E"; trick = 5; established = true'],
    ),
    (
        "find_result_not_played", "correct", "table contract", H4,
        [ENTRY + 'correct = "3H= by S"'],
        [ENTRY + 'correct = "4H= by S"'],
    ),
    (
        "find_entries_that_agree", "points_entered", "incident 1 recorded", H4,
        ['score-error; recorded = "4H+1 by S"; nature = "tricks-and-number"; points_entered = 450'],
        ['score-error; recorded = "4H+1 by S"; nature = "tricks-and-number"; points_entered = 420'],
    ),
    (
        "find_report_before_posting", "reported", "incident 1 posted", H4,
        [ENTRY + "posted = 2021-04-17T18:00:00; reported = 2021-04-17T17:50:00"],
        [ENTRY + "posted = 2021-04-17T18:00:00; reported = 2021-04-17T18:00:00"],
    ),
    (
        "find_other_end_of_round", "round_over", "incident 1 round_end", H4,
        [ENTRY + "round_over = true; round_end = 2021-04-17T18:00:00; reported = 2021-04-17T17:50:00"],
        [ENTRY + "round_over = false; round_end = 2021-04-17T18:00:00; reported = 2021-04-17T17:50:00"],
    ),
    (
        "find_hour_before_event", "reported", "event date", H4,
        [ENTRY + "reported = 2021-04-16T23:50:00"],
        [ENTRY + "reported = 2021-04-18T00:10:00"],
    ),
    (
        "find_sufficient_bid", "call", "table contract", H4,
        [INSUFFICIENT + 'offender = "E"; call = "5C"'],
        [INSUFFICIENT + 'offender = "E"; call = "4C"'],
    ),
    (
        "find_change_not_recorded", "replacement", "incident 1 call", H4,
        ['irregular-call; irregularity = "changed"; offender = "N"; call = "2H"; replacement = "2H"'],
        ['irregular-call; irregularity = "changed"; offender = "N"; call = "2H"; replacement = "3H"'],
    ),
    (
        "find_withdrawn_call_that_stands", "withdrawn", "table auction call 2", H4,
        ['withdrawn-call; source = "W"; at = "call 2"; withdrawn = "X"; offender = "S"; action = "call 5"'],
        ['withdrawn-call; source = "W"; at = "call 2"; withdrawn = "1C"; offender = "S"; action = "call 5"'],
    ),
    (
        "find_other_naming", "rank_named", "incident 1 said", H4,
        ['played-card; offender = "S"; fact = "named"; said = "suit"; rank_named = "9"'],
        ['played-card; offender = "S"; fact = "named"; said = "suit"; suit_named = "S"'],
    ),
    (
        "find_result_of_neither_entry", "correct", "table tricks", 'four hearts / declarer = "S" -> declarer = "S"\ntricks = 8',
        [ENTRY + 'correct = "4H= by S"'],
        [ENTRY + 'correct = "4H-2 by S"'],
    ),
]  # fmt: skip

GIVEN = '[[ruling]]; kind = "result-stands"; given = 2021-04-17T'
APPEALS = [
    (
        "find_hour_before_event", "appeal lodged", "event date",
        "[appeal]; lodged = 2021-04-16T18:20:00",
        "[appeal]; lodged = 2021-04-17T18:20:00",
    ),
    (
        "find_appeal_before_ruling", "appeal lodged", "ruling given",
        '[appeal]; lodged = 2021-04-17T18:20:00; [ruling]; kind = "result-stands"; given = 2021-04-17T18:30:00',
        '[appeal]; lodged = 2021-04-17T18:40:00; [ruling]; kind = "result-stands"; given = 2021-04-17T18:30:00',
    ),
    (
        "find_appeal_long_before_score", "appeal lodged", "appeal score_posted",
        "[appeal]; lodged = 2021-04-17T18:20:00; score_posted = 2021-04-18T18:20:00",
        "[appeal]; lodged = 2021-04-17T23:20:00; score_posted = 2021-04-18T00:10:00",
    ),
    (
        "find_recourse_before_appeal", "appeal recourse", "appeal lodged",
        "[appeal]; lodged = 2021-04-18T18:20:00; recourse = 2021-04-17T19:00:00",
        "[appeal]; lodged = 2021-04-17T18:20:00; recourse = 2021-04-18T19:00:00",
    ),
    (
        "find_ruling_out_of_order", "ruling 2 given", "ruling 1 given",
        f"{GIVEN}21:00:00; {GIVEN}18:30:00",
        f"{GIVEN}18:30:00; {GIVEN}21:00:00",
    ),
]  # fmt: skip


def test_each_contradiction_is_refused_at_both_places():
    for check, key, against, board, refused, _ in ROWS:
        assert places_of(case_with(board, *refused)) == [(f"incident 1 {key}", against)], (check, key)


def test_its_sound_neighbour_is_not_refused():
    for check, key, _, board, _, sound in ROWS:
        assert places_of(case_with(board, *sound)) == [], (check, key)


def test_hours_of_appeals_and_rulings_agree():
    for check, key, against, refused, sound in APPEALS:
        assert places_of(case_with(H4, refused)) == [(key, against)], check
        assert places_of(case_with(H4, sound)) == [], check


def test_every_check_has_a_row():
    assert {row[0] for row in (*ROWS, *APPEALS)} == {check.test.__name__ for check in CHECKS}


def test_a_contradiction_is_worded_in_every_language():
    for _, key, against, board, refused, _ in ROWS:
        (problem,) = problems_of(case_with(board, *refused).encode())
        problems = [translate_problem(problem, language) for language in LANGUAGES]
        assert (
            len({wording.why for wording in problems})
            == len({wording.remedy for wording in problems})
            == len(LANGUAGES)
        ), key
        assert all(
            against in str(wording.why) and problem.where in str(wording.remedy) for wording in problems
        ), key


def test_a_disputed_version_is_held_against_the_record_too():
    incident = (
        INSUFFICIENT
        + 'offender = "E"; at = "call 4"; call = "2D"; status = "disputed"; otherwise = { call = "CALL" }'
    )
    assert places_of(case_with(H4, incident.replace("CALL", "2C"))) == []
    assert places_of(case_with(H4, incident.replace("CALL", "4C"))) == [
        ("incident 1 otherwise call", "table auction call 3")
    ]


def test_what_is_not_stated_contradicts_nothing():
    for board in ("four hearts", "no table"):
        for kind in ('irregular-call; irregularity = "insufficient"', "lead-out-of-turn"):
            assert places_of(case_with(board, f'{kind}; offender = "E"')) == []
