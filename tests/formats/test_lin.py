"""LIN: single boards, broadcast matches, links."""

from random import Random

import pytest

from analyser.bridge import Seat
from analyser.formats import BoardRecord, Comment, RecordEnd, RecordNote, Room, read, write
from tests.formats.boards import played_out

DEAL = "md|3SA7HAKQDK87532CQ9,SK942H4DT6CKJ7542,SQJ853HJ932DACAT8,ST6HT8765DQJ94C63|"
CALLED = "mb|1N|mb|p|mb|3N|mb|p|mb|p|mb|p|pg||"


def board(text: str, *, losses: int = 0) -> BoardRecord:
    reading = read(text, "lin")
    assert len(reading.losses) == losses, list(map(str, reading.losses))
    (record,) = reading.records
    assert read(write([record], "lin"), "lin").records == (record,)
    return record


def test_the_dealers_digit_and_the_order_of_hands_and_names() -> None:
    record = board(f"pn|south,west,north,east|st||{DEAL}sv|e|")
    assert record.dealer is Seat.N
    assert record.names == ("north", "east", "south", "west")
    assert [str(hand)[:3] for hand in record.hands] == ["QJ8", "T6.", "A7.", "K94"]
    assert str(record.vulnerability) == "EW"


@pytest.mark.parametrize("digit, dealer", [("1", "S"), ("2", "W"), ("3", "N"), ("4", "E")])
def test_each_dealer(digit: str, dealer: str) -> None:
    assert str(board(DEAL.replace("md|3", f"md|{digit}")).dealer) == dealer


def test_three_hands_give_the_fourth() -> None:
    three = DEAL.rsplit(",", 1)[0] + "|"
    assert board(three).hands == board(DEAL).hands


@pytest.mark.parametrize(
    "word, value", [("o", "none"), ("0", "none"), ("n", "NS"), ("e", "EW"), ("b", "all"), ("", "None")]
)
def test_vulnerability(word: str, value: str) -> None:
    assert str(board(f"{DEAL}sv|{word}|").vulnerability) == value


@pytest.mark.parametrize(
    "text, calls",
    [
        ("mb|1NPPP|", "1NT P P P"),
        ("mb|1n|mb|ppp|", "1NT P P P"),
        ("mb|1C|mb|d|mb|r|mb|p|mb|p|mb|p|", "1C X XX P P P"),
        ("mb|1CXXXPPP|", "1C XX X P P P"),
        ("mb|1ntpass|mb|x!|", "1NT P X"),
        ("mb|1S!p2S!|", "1S P 2S"),
    ],
)
def test_several_calls_run_together(text: str, calls: str) -> None:
    (record,) = read(DEAL + text, "lin").records
    assert str(record.auction) == calls


def test_an_exclamation_mark_is_an_alert_and_an_explanation_follows() -> None:
    record = board(f"{DEAL}mb|1S!|an|5+, 11-15|mb|p|mb|2C|an|natural|mb|p!|mb|2S|mb|p|mb|p|mb|p|")
    assert record.call_notes == (
        RecordNote(1, "5+, 11-15", alerted=True),
        RecordNote(3, "natural"),
        RecordNote(4, "", alerted=True),
    )


def test_two_explanations_of_a_call_are_one_note() -> None:
    assert board(f"{DEAL}mb|1S|an|five|an|or four|mb|p|").call_notes == (RecordNote(1, "five; or four"),)


def test_comments_keep_their_place() -> None:
    record = board(f"{DEAL}nt|before|mb|1N|nt|in the auction|mb|p|mb|p|mb|p|pc|H5|nt|in the play|pc|HA|")
    assert record.comments == (
        Comment(0, 0, "before"),
        Comment(1, 0, "in the auction"),
        Comment(4, 1, "in the play"),
    )


def test_a_claim_is_declarers_tricks() -> None:
    record = board(f"{DEAL}{CALLED}pc|h5|pc|hA|mc|9|")
    assert (record.tricks, record.claim, record.play_end, record.leader) == (9, 9, RecordEnd.CLOSED, Seat.E)


def test_without_a_claim_nothing_is_invented() -> None:
    record = board(f"{DEAL}{CALLED}pc|h5|pc|hA|pc|h4|pc|h2|")
    assert (record.tricks, record.claim) == (None, None)
    assert board(f"{DEAL}{CALLED}").tricks is None


def test_a_claim_of_fewer_tricks_than_were_won_is_told() -> None:
    board(f"{DEAL}{CALLED}pc|h5|pc|hA|pc|h4|pc|h2|mc|0|", losses=1)


def test_the_heading_may_say_anything_around_the_number() -> None:
    for heading in ("Board 7", "Mano 7", "7", "Table 3, board 7"):
        assert board(f"{DEAL}ah|{heading}|").number == 7
    assert board(f"{DEAL}ah|Finals|").tag("Lin_ah") == "Finals"


def test_without_names_a_board_is_a_board() -> None:
    assert str(board(DEAL + CALLED).contract) == "3NT by N"


MATCH = f"""vg|Cup, day 2,Segment 1,I,7,8,Reds,3,Blues,4|
rs|3NN+1,3NN-1,PASS,4HE=|
pn|a,b,c,d,e,f,g,h|pg||
qx|o7|
{DEAL}sv|0|nt|welcome|{CALLED}pc|h5|pc|hA|pc|h4|pc|h2|pg||
qx|c7|
{DEAL}{CALLED}mc|8|pg||
qx|o8|{DEAL}mb|p|mb|p|mb|p|mb|p|pg||
qx|c8|{DEAL}
"""


def test_a_broadcast_match() -> None:
    reading = read(MATCH)
    assert reading.losses == ()
    facts = [(r.room, r.number, r.names[Seat.S], str(r.contract), r.tricks) for r in reading.records]
    assert facts == [
        (Room.OPEN, 7, "a", "3NT by N", 10),
        (Room.CLOSED, 7, "e", "3NT by N", 8),
        (Room.OPEN, 8, "a", "None", None),
        (Room.CLOSED, 8, "e", "4H by E", 10),
    ]
    assert [r.passed_out for r in reading.records] == [False, False, True, False]
    assert {(r.event, r.scoring) for r in reading.records} == {("Cup, day 2", "IMP")}
    assert reading.records[0].comments == (Comment(0, 0, "welcome"),)
    assert read(write(reading.records, "lin"), "lin").records == reading.records


def test_the_list_of_results_rules_over_the_auction() -> None:
    reading = read(MATCH.replace("3NN+1", "4SE+1"))
    why = "the auction gives 3NT by N, the list of results 4S by E; the list counts"
    assert [str(loss.why) for loss in reading.losses] == [why]
    first = reading.records[0]
    assert (str(first.contract), first.tricks, str(first.contract_played)) == ("4S by E", 11, "3NT by N")
    assert first.leader is Seat.E, "the play is that of the contract bid"
    assert read(write(reading.records, "lin"), "lin").records == reading.records


def test_the_list_of_results_rules_over_the_claim() -> None:
    reading = read(MATCH.replace("mc|8|", "mc|9|"))
    (loss,) = reading.losses
    assert str(loss.why) == "the list of results says 8 tricks, the commentator's record 9; the list counts"
    assert reading.records[1].tricks == 8


def test_a_play_to_the_end_rules_over_the_claim() -> None:
    text = write([played_out(Random(5), pbn=False)], "lin")
    (played,) = read(text, "lin").records
    assert played.tricks is not None
    wrong_tricks = (played.tricks + 1) % 14
    reading = read(text.rstrip() + f"mc|{wrong_tricks}|\n", "lin")
    assert reading.records[0].tricks == played.tricks
    assert [getattr(loss.why, "code", "") for loss in reading.losses] == ["problem.play-gives-other-tricks"]


def test_boards_that_were_not_broadcast_count_by_the_list() -> None:
    text = MATCH.replace(",I,7,8,", ",I,7,9,").replace("4HE=|", "4HE=,2SWx-1,PASS|")
    reading = read(text)
    assert reading.losses == ()
    reasons = [
        (r.number, r.room, str(r.contract), r.tricks, r.passed_out, r.names[Seat.S]) for r in reading.listed
    ]
    assert reasons == [(9, Room.OPEN, "2SX by W", 7, False, "a"), (9, Room.CLOSED, "None", None, True, "e")]
    assert len(reading.records) == 4


def test_a_list_entry_that_is_no_result_is_reported() -> None:
    text = MATCH.replace(",I,7,8,", ",I,7,9,").replace("4HE=|", "4HE=,9SW=,-|")
    reading = read(text)
    assert [loss.found for loss in reading.losses] == ["9SW="]
    assert reading.listed == ()


def test_names_with_stray_commas_are_not_dealt_out() -> None:
    reading = read(MATCH.replace("a,b,c,d,e,f,g,h", "a,b,c,d,e, I,f,G, g,h"))
    assert {record.names for record in reading.records} == {("", "", "", "")}
    assert len(reading.losses) == 1


def test_a_bar_inside_an_explanation_is_reported_rest_is_read() -> None:
    reading = read(f"{DEAL}mb|1S!|an|4 or 5| cards|mb|p|mb|4S|mb|p|mb|p|mb|p|", "lin")
    assert str(reading.records[0].auction) == "1S P 4S P P P"
    assert [loss.found for loss in reading.losses] == ["cards"]


def test_an_unknown_tag_is_kept() -> None:
    record = board(f"{DEAL}zy|something|{CALLED}", losses=1)
    assert record.tag("Lin_zy") == "something"


@pytest.mark.parametrize("tag", ["st", "rh", "mp"])
def test_a_misplaced_tag_is_reported_if_not_empty(tag: str) -> None:
    assert read(f"{DEAL}{tag}||{CALLED}", "lin").losses == ()
    assert [loss.found for loss in read(f"{DEAL}{tag}|x|{CALLED}", "lin").losses] == [f"{tag}|x"]


LINK = "https://www.example.org/tools/handviewer.html?"


@pytest.mark.parametrize("encoded", [True, False])
def test_a_link_that_holds_lin(encoded: bool) -> None:
    text = f"pn|a b,c,d,e|{DEAL}{CALLED}"
    if encoded:
        text = text.replace("|", "%7C").replace(",", "%2C").replace(" ", "%20")
    else:
        text = text.replace(" ", "+")
    (record,) = read(f"{LINK}bbo=y&lin={text}&x").records
    assert (str(record.contract), record.names[Seat.S]) == ("3NT by N", "a b")


def test_a_link_with_its_parts_apart() -> None:
    link = (
        "d=n&v=e&b=12&nn=A%26B&a=1N(15%2B%20%22balanced%22)p3N!(to+play)ppp&p=h5hA&c=9"
        "&n=sqj853hj932dacat8&e=st6ht8765dqj94c63&s=sa7hakqdk87532cq9&w=sk942h4dt6ckj7542"
    )
    reading = read(LINK + link)
    (record,) = reading.records
    assert reading.losses == ()
    assert (record.number, str(record.dealer), str(record.vulnerability)) == (12, "N", "EW")
    assert (record.names[Seat.N], record.tricks, str(record.contract)) == ("A&B", 9, "3NT by N")
    assert record.call_notes[0] == RecordNote(1, '15+ "balanced"')
    assert record.call_notes[1].alerted
    assert str(record.hands[Seat.E]) == "T6.T8765.QJ94.63"


def test_a_link_with_two_hands_only() -> None:
    (record,) = read(f"{LINK}n=SAKQ2HKJ4D873CT95&s=S54HA8762DKQ4CA83&d=s&a=-").records
    assert [hand is None for hand in record.hands] == [False, True, False, True]
