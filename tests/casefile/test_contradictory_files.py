"""Case files no table can have produced, each with a like one that a table can: refused under every edition, at both places.

Written from the Laws, the two places first: what the director wrote of the incident, and what he wrote elsewhere that excludes it.
A row: the key of the incident; the place it contradicts; the board and incident refused; those that are sound.
"""

from analyser.casefile import IncidentKind
from tests.support.records import case_with, places_of

H4, PLAYED, REVOKED, NT3, DOUBLED = (
    "four hearts",
    "four hearts, played",
    "four hearts, revoked",
    "three notrumps",
    "four hearts doubled",
)
SCREENS = "screens = false -> screens = true"
EAST_ALONE = 'no cards / [table] -> hands = { E = "6.Q54.KQ654.8764" }\n[table]'
LEFT = '"N:Q9432.9..AJ 6..654.8764 KT7.76..KT5 AJ8..T8.Q93"'  # eight tricks left of `PLAYED`
ENDING = 'position = "N:5..A3. ..KJ.4 A.3.2. 4.Q.Q."'

CALLS = [
    # 18: a bid is sufficient when it is higher, in level or in denomination, than the last
    ("call", "table auction call 1", (NT3, 'insufficient; offender = "S"; at = "call 3"; call = "2C"'), (NT3, 'insufficient; offender = "S"; at = "call 3"; call = "1S"')),
    ("call", "table auction call 3", (NT3, 'insufficient; offender = "W"; at = "call 4"; call = "4C"'), (NT3, 'insufficient; offender = "W"; at = "call 4"; call = "3NT"')),
    ("call", "table auction call 5", (DOUBLED, 'insufficient; offender = "N"; at = "call 7"; call = "4S"'), (DOUBLED, 'insufficient; offender = "N"; at = "call 7"; call = "4D"')),
    ("call", "table auction call 1", (NT3, 'insufficient; offender = "N"; at = "call 1"; call = "1C"'), (NT3, 'changed; offender = "N"; at = "call 1"; call = "1C"; replacement = "1NT"')),
    ("irregularity", "table auction call 1", (NT3, 'insufficient; offender = "S"; at = "call 3"; accepted = true'), (NT3, 'insufficient; offender = "S"; at = "call 3"; accepted = false')),
    ("call", "incident 1 irregularity", (NT3, 'insufficient; offender = "W"; at = "call 4"; call = "P"'), (NT3, 'insufficient; offender = "W"; at = "call 4"; call = "1C"')),
    # 17, 28 to 32: turns go clockwise from the dealer
    ("offender", "table auction call 3", (NT3, 'insufficient; offender = "E"; at = "call 3"; call = "1S"'), (NT3, 'insufficient; offender = "E"; at = "call 3"; call = "1S"; turn = "S"')),
    ("offender", "table auction call 4", (NT3, 'out-of-turn; offender = "W"; at = "call 4"; call = "X"'), (NT3, 'out-of-turn; offender = "N"; at = "call 4"; call = "P"')),
    ("turn", "incident 1 offender", ("no table", 'out-of-turn; offender = "W"; turn = "W"; call = "1S"'), ("no table", 'out-of-turn; offender = "W"; turn = "S"; call = "1S"')),
    ("turn", "table auction call 3", (NT3, 'out-of-turn; offender = "W"; at = "call 3"; turn = "E"; call = "X"'), (NT3, 'out-of-turn; offender = "W"; at = "call 3"; turn = "S"; call = "X"')),
    ("right_hand_barred", "incident 1 turn", ("no table", 'out-of-turn; offender = "E"; turn = "W"; call = "1S"; right_hand_barred = true'), ("no table", 'out-of-turn; offender = "E"; turn = "N"; call = "1S"; right_hand_barred = true')),
    ("right_hand_passed", "table auction call 3", (NT3, 'out-of-turn; offender = "W"; at = "call 3"; call = "X"; right_hand_passed = true'), (NT3, 'out-of-turn; offender = "W"; at = "call 3"; call = "X"; right_hand_passed = false')),
    ("called_before", "table auction call 1", (NT3, 'out-of-turn; offender = "N"; at = "call 4"; call = "P"; called_before = false'), (NT3, 'out-of-turn; offender = "N"; at = "call 4"; call = "P"; called_before = true')),
    ("call", "incident 1 irregularity", ("no table", 'deprived; offender = "W"; turn = "N"; call = "X"'), ("no table", 'deprived; offender = "W"; turn = "N"; call = "P"')),
    # 19, 36, 37: whose bid may be doubled, and who may bid
    ("call", "table auction call 5", (DOUBLED, 'inadmissible; offender = "W"; at = "call 6"; call = "X"'), (DOUBLED, 'inadmissible; offender = "N"; at = "call 7"; call = "X"')),
    ("call", "table auction call 6", (DOUBLED, 'inadmissible; offender = "S"; at = "call 9"; call = "XX"'), (DOUBLED, 'inadmissible; offender = "E"; at = "call 8"; call = "XX"')),
    ("found_late", "table auction", (NT3, 'inadmissible; offender = "W"; found_late = true'), (DOUBLED, 'inadmissible; offender = "W"; found_late = true')),
    ("found_late", "incident 1 call", (NT3, 'inadmissible; offender = "W"; call = "4C"; found_late = true'), (NT3, 'inadmissible; offender = "W"; call = "4C"; barred = true; found_late = true')),
    ("call", "incident 1 barred", (NT3, 'inadmissible; offender = "W"; at = "call 4"; call = "P"; barred = true'), (NT3, 'inadmissible; offender = "W"; at = "call 4"; call = "4C"; barred = true')),
    ("call", "incident 1 irregularity", (NT3, 'over-seven; offender = "W"; call = "7S"'), (NT3, 'over-seven; offender = "W"')),
    ("irregularity", "table auction call 5", ("three notrumps / 3NT P P P -> 3NT P P", 'after-end; offender = "E"; call = "X"'), (NT3, 'after-end; offender = "E"; call = "X"')),
    # 25, 27, 29: what stands
    ("replacement", "incident 1 accepted", ("no table", 'out-of-turn; offender = "W"; turn = "S"; call = "X"; accepted = true; replacement = "P"'), (NT3, 'out-of-turn; offender = "W"; at = "call 3"; call = "X"; accepted = false; replacement = "P"')),
    ("call", "table auction call 3", (H4, 'insufficient; offender = "N"; at = "call 3"; call = "1D"; accepted = true'), (H4, 'insufficient; offender = "N"; at = "call 3"; call = "1D"; accepted = false')),
    ("replacement", "table auction call 3", (NT3, 'changed; offender = "S"; at = "call 3"; call = "2NT"; replacement = "3D"'), (NT3, 'changed; offender = "S"; at = "call 3"; call = "2NT"; replacement = "3NT"')),
    ("replacement", "table auction call 3", (NT3, 'insufficient; offender = "S"; at = "call 3"; call = "1S"; accepted = false; replacement = "2S"'), (NT3, 'insufficient; offender = "S"; at = "call 3"; call = "1S"; accepted = false; replacement = "3NT"')),
    ("replacement", "table auction call 4", (NT3, 'out-of-turn; offender = "W"; at = "call 3"; call = "X"; accepted = false; replacement = "4H"'), (NT3, 'out-of-turn; offender = "W"; at = "call 3"; call = "X"; accepted = false; replacement = "P"')),
    ("at", "incident 1 kind", (NT3, 'insufficient; offender = "S"; at = "lead"; call = "1S"'), (NT3, 'insufficient; offender = "S"; call = "1S"')),
    ("tray", "event screens", (NT3, 'insufficient; offender = "S"; call = "1S"; tray = "not-passed"'), (f"three notrumps / {SCREENS}", 'insufficient; offender = "S"; call = "1S"; tray = "not-passed"')),
]  # fmt: skip

OTHERS = [
    # 41, 44: the opening lead is left-hand opponent's of declarer, later ones are the winner's of the trick before
    ("offender", "table declarer", (NT3, 'lead-out-of-turn; offender = "E"; card = "H5"; trick = 1'), (NT3, 'lead-out-of-turn; offender = "W"; card = "SQ"; trick = 1')),
    ("offender", "table play trick 3", (PLAYED, 'lead-out-of-turn; offender = "S"; trick = 4'), (PLAYED, 'lead-out-of-turn; offender = "N"; trick = 4')),
    ("turn", "table play trick 4", (PLAYED, 'lead-out-of-turn; offender = "E"; turn = "W"; trick = 5'), (PLAYED, 'lead-out-of-turn; offender = "E"; turn = "S"; trick = 5')),
    ("card", "board deal", (NT3, 'lead-out-of-turn; offender = "W"; card = "SK"'), (NT3, 'lead-out-of-turn; offender = "W"; card = "SQ"')),
    ("card", "table play trick 1", (PLAYED, 'lead-out-of-turn; offender = "W"; card = "DJ"; trick = 3'), (PLAYED, 'lead-out-of-turn; offender = "W"; card = "D8"; trick = 3')),
    ("screen_opened", "event screens", (NT3, 'lead-out-of-turn; offender = "W"; trick = 1; screen_opened = "closed"'), (f"three notrumps / {SCREENS}", 'lead-out-of-turn; offender = "W"; trick = 1; screen_opened = "closed"')),
    ("wrong_defender_played", "table declarer", (NT3, 'lead-out-of-turn; offender = "E"; turn = "N"; wrong_defender_played = true'), (NT3, 'lead-out-of-turn; offender = "N"; turn = "S"; wrong_defender_played = true')),
    # 24, 48 to 52, 57: exposed cards are one's own, still in hand, and a penalty card is a defender's
    ("cards 1", "board hands E", (EAST_ALONE, 'exposed-card; offender = "E"; cards = ["D2"]'), (EAST_ALONE, 'exposed-card; offender = "E"; cards = ["D4"]')),
    ("cards 1", "board hands E", (EAST_ALONE, 'exposed-card; offender = "W"; cards = ["D4"]'), (EAST_ALONE, 'exposed-card; offender = "W"; cards = ["D2"]')),
    ("cards 1", "table play trick 1", (PLAYED, 'exposed-card; offender = "E"; cards = ["DQ"]; trick = 4'), (PLAYED, 'exposed-card; offender = "E"; cards = ["HQ"]; trick = 4')),
    ("during", "table auction", ("passed out", 'exposed-card; offender = "E"; cards = ["D4"]; during = "play"'), ("passed out", 'exposed-card; offender = "E"; cards = ["D4"]; during = "auction"')),
    ("instead", "incident 1 during", (H4, 'exposed-card; offender = "E"; cards = ["D4"]; during = "auction"; instead = "D5"'), (H4, 'exposed-card; offender = "E"; cards = ["D4"]; during = "play"; instead = "D5"')),
    ("instead", "table declarer", (H4, 'exposed-card; offender = "S"; cards = ["D9"]; instead = "D3"'), (H4, 'exposed-card; offender = "S"; cards = ["D9"]')),
    ("cards 2", "incident 1 cards 1", (H4, 'exposed-card; offender = "E"; cards = ["D4", "D4"]'), (H4, 'exposed-card; offender = "E"; cards = ["D4", "H4"]')),
    # 43, 45, 46, 60, 67: what dummy, declarer and defenders do
    ("offender", "table declarer", (H4, 'played-card; offender = "W"; fact = "dummy-placed"'), (H4, 'played-card; offender = "N"; fact = "dummy-placed"; card = "SQ"')),
    ("card", "board deal", (H4, 'played-card; offender = "N"; fact = "dummy-placed"; card = "SA"'), (H4, 'played-card; offender = "N"; fact = "dummy-placed"; card = "S2"')),
    ("offender", "table declarer", (NT3, 'played-card; offender = "N"; fact = "dummy-suggested"'), (NT3, 'played-card; offender = "S"; fact = "dummy-suggested"')),
    ("offender", "table declarer", (H4, 'played-card; offender = "E"; fact = "dummy-noticed"'), (H4, 'played-card; offender = "N"; fact = "dummy-noticed"')),
    ("offender", "table declarer", (NT3, 'lead-out-of-turn; offender = "E"; face_up = true; dummy_seen = true'), (NT3, 'lead-out-of-turn; offender = "E"; face_up = true')),
    ("offender", "table declarer", (H4, 'played-card; offender = "E"; fact = "named"; said = "low"'), (H4, 'played-card; offender = "S"; fact = "named"; said = "low"')),
    ("card", "board deal", (PLAYED, 'played-card; offender = "S"; trick = 1; fact = "named"; said = "not-held"; card = "S9"'), (PLAYED, 'played-card; offender = "S"; trick = 1; fact = "named"; said = "not-held"; card = "CK"')),
    ("offender", "table declarer", (H4, 'played-card; offender = "S"; fact = "before-required-lead"; card = "D9"'), (H4, 'played-card; offender = "W"; fact = "before-required-lead"; card = "D8"')),
    ("still_holds_suit", "table play trick 5", (PLAYED, 'played-card; offender = "W"; trick = 5; fact = "omitted"; both_sides_played_on = true; still_holds_suit = true'), (PLAYED, 'played-card; offender = "W"; trick = 5; fact = "omitted"; both_sides_played_on = true; still_holds_suit = false')),
    ("quitted N", "board deal", (H4, 'played-card; quitted = { N = "D2 DK", E = "DQ", S = "D3 D9", W = "DJ D7" }'), (H4, 'played-card; quitted = { N = "D2 DA", E = "DQ", S = "D3 D9", W = "DJ D7" }')),
    # 61 to 64: who could follow suit and did not
    ("trick", "incident 1 kind", (NT3, 'revoke; offender = "N"; trick = 13; established = true'), (NT3, 'revoke; offender = "N"; trick = 12; established = true')),
    ("trick", "table play trick 3 W", (PLAYED, 'revoke; offender = "W"; trick = 3; established = true'), (REVOKED, 'revoke; offender = "E"; trick = 4; established = true')),
    ("trick", "table play trick 5", (PLAYED, 'revoke; offender = "W"; trick = 5; established = false'), (REVOKED, 'revoke; offender = "E"; trick = 4; established = false')),
    ("trick", "table play trick 4 S", (PLAYED, 'revoke; offender = "S"; trick = 4'), (PLAYED, 'revoke; offender = "N"; trick = 4')),
    ("established", "incident 1 noticed", (NT3, 'revoke; offender = "E"; trick = 4; established = false; noticed = "round-over"'), (NT3, 'revoke; offender = "E"; trick = 4; established = true; noticed = "round-over"')),
    ("later_tricks", "incident 1 trick", ("no cards", 'revoke; offender = "E"; trick = 8; won_by = "E"; later_tricks = 6'), ("no cards", 'revoke; offender = "E"; trick = 8; won_by = "E"; later_tricks = 5')),
    ("won_with", "board deal", (H4, 'revoke; offender = "E"; trick = 8; won_by = "W"; won_with = "SK"'), (H4, 'revoke; offender = "E"; trick = 8; won_by = "W"; won_with = "SA"')),
    # 68 to 71: who claims, of what is left
    ("by", "table declarer", (NT3, 'claim; by = "S"; position = "N:...A ..T. A... Q..."; claims = 1'), (NT3, 'claim; by = "N"; position = "N:...A ..T. A... Q..."; claims = 1')),
    ("after", "incident 1 position", ("no cards", f'claim; by = "S"; after = 5; {ENDING}; claims = 3'), ("no cards", f'claim; by = "S"; after = 10; {ENDING}; claims = 3')),
    ("on_lead", "table play trick 5", (PLAYED, 'claim; by = "S"; after = 5; on_lead = "S"; claims = 8'), (PLAYED, 'claim; by = "S"; after = 5; on_lead = "E"; claims = 8')),
    ("trumps", "table contract", (PLAYED, 'claim; by = "S"; after = 5; trumps = "NT"; claims = 8'), (PLAYED, 'claim; by = "S"; after = 5; trumps = "H"; claims = 8')),
    ("position", "table play trick 1", (PLAYED, f"claim; by = \"S\"; position = {LEFT.replace('6..654', '6..Q54')}; claims = 8"), (PLAYED, f'claim; by = "S"; position = {LEFT}; claims = 8')),
    ("concedes", "incident 1 position", ("no cards", f'claim; by = "S"; {ENDING}; claims = 2; concedes = 2'), ("no cards", f'claim; by = "S"; {ENDING}; claims = 2; concedes = 1')),
    # 20, 21, 40, 75: who explains what to whom
    ("by", "table auction call 3", (NT3, 'misinformation; by = "E"; at = "call 3"'), (NT3, 'misinformation; by = "N"; at = "call 3"')),
    ("to 1", "incident 1 by", (NT3, 'misinformation; by = "N"; at = "call 3"; to = ["S"]'), (NT3, 'misinformation; by = "N"; at = "call 3"; to = ["E", "W"]')),
    ("decisions 2", "incident 1 at", (H4, 'misinformation; by = "S"; at = "call 5"; decisions = ["lead", "call 4"]'), (H4, 'misinformation; by = "S"; at = "call 3"; decisions = ["lead", "call 4"]')),
    ("correct_lead", "board deal", (NT3, 'misinformation; by = "N"; at = "call 3"; decisions = ["lead"]; correct_lead = "SQ"'), (NT3, 'misinformation; by = "N"; at = "call 3"; decisions = ["lead"]; correct_lead = "H5"')),
    ("correct_call", "table auction call 6", (DOUBLED, 'misinformation; by = "S"; at = "call 5"; decisions = ["call 6"]; correct_call = "3S"'), (DOUBLED, 'misinformation; by = "S"; at = "call 5"; decisions = ["call 6"]; correct_call = "4S"')),
    ("withdrawn", "board deal", (PLAYED, 'withdrawn-call; source = "W"; at = "trick 1 W"; withdrawn = "DK"; offender = "E"; action = "trick 2 E"'), (PLAYED, 'withdrawn-call; source = "W"; at = "trick 1 W"; withdrawn = "SA"; offender = "E"; action = "trick 2 E"')),
    # 13 to 16, 79: hands, boards, entries and their hours
    ("called", "incident 1 noticed", (H4, 'wrong-hand; offender = "W"; cards = 12; noticed = "before-auction"; called = true'), (H4, 'wrong-hand; offender = "W"; cards = 12; noticed = "before-auction"; called = false')),
    ("repeats_call", "incident 1 called", (H4, 'wrong-board; offender = "W"; called = false; repeats_call = true'), (H4, 'wrong-board; offender = "W"; called = true; repeats_call = true')),
    ("affected", "incident 1 chosen", ("no table", 'outside-information; by = "W"; chosen = "adjust"; affected = true'), ("no table", 'outside-information; by = "W"; chosen = "adjust"')),
    ("correct", "table contract", (NT3, 'score-error; recorded = "3NT= by N"; correct = "3NT+1 by S"'), (NT3, 'score-error; recorded = "3NT= by S"; correct = "3NT+1 by N"')),
    ("reported", "incident 1 posted", (NT3, "score-error; posted = 2021-04-17T18:00:00; reported = 2021-04-17T17:30:00"), (NT3, "score-error; posted = 2021-04-17T18:00:00; reported = 2021-04-17T18:30:00")),
    ("round_over", "incident 1 round_end", (NT3, "score-error; round_over = false; round_end = 2021-04-17T18:00:00; reported = 2021-04-17T18:10:00"), (NT3, "score-error; round_over = true; round_end = 2021-04-17T18:00:00; reported = 2021-04-17T18:10:00")),
    ("kind", "table play", ("played to the end", 'no-play; fault = { NS = "none", EW = "direct" }'), (H4, 'no-play; fault = { NS = "none", EW = "direct" }')),
]  # fmt: skip


def irregular(board: str, call: str) -> tuple[str, str]:
    """A board with an irregular call, whose first word is the irregularity."""
    irregularity, _, facts = call.partition(";")
    return board, f'irregular-call; irregularity = "{irregularity}";{facts}'


FILES = [(key, place, irregular(*bad), irregular(*good)) for key, place, bad, good in CALLS] + OTHERS

DAYS = {"1997": "1999-04-17", "2007": "2010-04-17", "2017": "2021-04-17"}


def test_no_edition_lets_a_contradictory_file_pass():
    assert len(FILES) >= 50
    for day in DAYS.values():
        for key, against, refused, _ in FILES:
            text = case_with(*refused).replace("2021-04-17", day)
            assert places_of(text) == [(f"incident 1 {key}", against)], (day, refused)


def test_every_edition_lets_its_sound_neighbour_pass():
    for day in DAYS.values():
        for _, _, refused, sound in FILES:
            assert places_of(case_with(*sound).replace("2021-04-17", day)) == [], (day, sound, refused)


def test_every_mechanical_kind_is_among_the_files():
    by_findings = {"unauthorised-information", "fouled-board", "penalty", "other"}
    kinds = {incident.partition(";")[0] for _, _, (_, incident), _ in FILES}
    assert kinds == {str(kind) for kind in IncidentKind} - by_findings
