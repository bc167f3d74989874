"""What other readers get wrong on data a ruling needs, and what is right. One row a defect met in the wild."""

from random import Random

import pytest

from analyser.bridge import Auction, Play, Seat, Side
from analyser.errors import NotationError
from analyser.formats import BoardRecord, Comment, RecordEnd, RecordNote, Room, read, write
from analyser.messages import in_words
from tests.formats.boards import a_board

DEAL = "md|3SA7HAKQDK87532CQ9,SK942H4DT6CKJ7542,SQJ853HJ932DACAT8,ST6HT8765DQJ94C63|"
PBN = (
    '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
    '[Deal "N:QJ853.J932.A.AT8 T6.T8765.QJ94.63 A7.AKQ.K87532.Q9 K942.4.T6.KJ7542"]\n'
)


def lin(text: str) -> BoardRecord:
    (record,) = read(DEAL + text, "lin").records
    return record


def pbn(text: str) -> BoardRecord:
    (record,) = read(PBN + text, "pbn").records
    return record


@pytest.mark.parametrize(
    "calls",
    [
        "1D Pass ^I 1C Pass Pass Pass",
        "1D ^S 2D Pass Pass Pass",
        "1D $13 Pass $25 Pass Pass",
        "1D {after thought} Pass ; said nothing\nPass Pass",
        "1D! Pass?? Pass Pass",
    ],
)
def test_marks_glyphs_and_comments_do_not_stop_an_auction(calls: str) -> None:
    record = pbn(f'[Auction "N"]\n{calls}\n')
    assert record.auction is not None
    assert record.auction.is_over
    assert record.contract is not None


@pytest.mark.parametrize("result, tricks", [("EW 9", 4), ("NS 9", 9), ("9", 9)])
def test_a_result_may_be_counted_for_a_side(result: str, tricks: int) -> None:
    assert pbn(f'[Declarer "N"]\n[Contract "3NT"]\n[Result "{result}"]\n').tricks == tricks


def test_eight_names_nobody_vulnerable_and_talk_before_the_first_call() -> None:
    text = f"vg|Cup|\npn|a,b,c,d,e,f,g,h|\nqx|c3|{DEAL}sv|0|nt|hello all|mb|1N|mb|p|mb|p|mb|p|"
    (record,) = read(text).records
    assert (record.room, record.number, record.names) == (Room.CLOSED, 3, ("g", "h", "e", "f"))
    assert str(record.vulnerability) == "none"
    assert record.comments == (Comment(0, 0, "hello all"),)


def test_a_board_without_names_is_read() -> None:
    assert str(lin("mb|1N|mb|p|mb|p|mb|p|").contract) == "1NT by N"


def test_calls_run_together_are_all_read() -> None:
    assert str(lin("mb|1NPPP|").auction) == "1NT P P P"


def test_a_heading_in_another_language_gives_the_number() -> None:
    assert lin("ah|Mano 7|").number == 7


def test_no_result_recorded_is_no_result() -> None:
    assert lin("mb|4SPPP|").tricks is None
    assert pbn('[Declarer "N"]\n[Contract "4S"]\n').tricks is None


def test_one_trick_recorded_without_a_claim_is_no_result() -> None:
    assert lin("mb|1NPPP|pc|H5|pc|HA|pc|H4|pc|H2|").tricks is None


def test_an_auction_that_is_not_over_gives_no_contract() -> None:
    assert (lin("mb|1NPP|").contract, pbn('[Auction "N"]\n1NT Pass\n').contract) == (None, None)


def test_an_illegal_auction_is_told() -> None:
    for reading in (read(f"{DEAL}mb|4S1CPPP|"), read(PBN + '[Auction "N"]\n4S 1C AP\n')):
        assert [str(loss.why) for loss in reading.losses] == ["auction call 2: it is not sufficient over 4S"]
        assert reading.records[0].contract is None


@pytest.mark.parametrize("count", [320, 20_000])
def test_too_many_passes_are_told(count: int) -> None:
    for reading in (read(f"{DEAL}mb|1C|{'mb|p|' * count}"), read(f'{PBN}[Auction "N"]\n1C {"P " * count}\n')):
        assert reading.losses
        assert all(len(record.auction or ()) <= 319 for record in reading.records)


def test_a_hand_of_a_thousand_aces_is_told() -> None:
    reading = read(f"md|3S{'A' * 1000}HDC,,|mb|p|")
    assert reading.losses
    assert reading.records[0].hands == (None, None, None, None)


def test_an_explanation_with_a_bar_never_shortens_the_auction() -> None:
    auction = Auction.parse("N", "1S P 4S P P P")
    record = BoardRecord(
        number=1, dealer=Seat.N, auction=auction, call_notes=(RecordNote(1, "4|or 5", alerted=True),)
    )
    with pytest.raises(NotationError, match=r"notes: a LIN text cannot hold '\|'") as refusal:
        write([record], "lin")
    (problem,) = refusal.value.problems
    for text in (problem.why, problem.remedy):
        assert len({in_words(text, language) for language in ("en", "it", "ro")}) == 3
    assert read(write([record], "pbn")).records[0].auction == auction


@pytest.mark.parametrize("name", ["pbn", "lin", "link"])
def test_overtricks_the_dealer_and_a_claim_survive(name: str) -> None:
    record = BoardRecord(
        number=1,
        dealer=Seat.N,
        auction=Auction.parse("N", "4S P P P"),
        tricks=11,
        leader=Seat.E,
        play_end=RecordEnd.CLOSED,
    )
    (again,) = read(write([record], name), name).records
    assert (again.tricks, again.dealer, again.claim) == (11, Seat.N, 11)


def test_notes_on_cards_and_comments_are_kept() -> None:
    record = pbn(
        '[Declarer "N"]\n[Contract "3NT"]\n[Play "E"]\nH5 =1= HA {quickly} H4 H2\n*\n[Note "1:fourth best"]\n'
    )
    assert record.card_notes == (RecordNote(1, "fourth best"),)
    assert [entry.text for entry in record.comments] == ["quickly"]


def test_thirteen_tricks_without_a_claim_are_counted_for_declarer() -> None:
    rng = Random(1)
    record = a_board(rng, pbn=False)
    while len(record.cards) != 52 or record.contract is None or read(write([record], "lin")).revokes:
        record = a_board(rng, pbn=False)
    text = write([record], "lin")
    assert "mc|" not in text
    play = Play(record.contract.leader, record.contract.strain, record.cards)
    ours = play.won_by(record.contract.declarer.side)
    assert read(text).records[0].tricks == ours == 13 - play.won_by(Side(1 - record.contract.declarer.side))


def test_north_is_a_dealer_and_a_declarer() -> None:
    assert str(lin("mb|3NPPP|").contract) == "3NT by N"
    assert str(pbn('[Declarer "N"]\n[Contract "3NT"]\n').contract) == "3NT by N"


def test_small_letters_are_cards_and_doubles() -> None:
    record = lin("mb|1n|mb|d!|mb|p|mb|p|mb|p|pc|h5|pc|ha|")
    assert (str(record.contract), [str(card) for card in record.cards]) == ("1NTX by N", ["H5", "HA"])


def test_the_ten_may_be_written_with_two_signs() -> None:
    assert read(PBN.replace("T", "10")).records[0].hands == read(PBN).records[0].hands
    assert str(lin("mb|1NPPP|pc|H10|").cards[0]) == "HT"


def test_a_note_of_the_board_before_does_not_leak() -> None:
    text = PBN + '[Auction "N"]\n1C =1= *\n[Note "1:strong"]\n\n' + PBN + '[Auction "N"]\n1C =1= *\n'
    first, second = read(text).records
    assert (first.call_notes[0].text, second.call_notes[0].text) == ("strong", "")


def test_a_play_without_a_contract_is_kept_as_it_stands() -> None:
    record = pbn('[Play "E"]\nH5 HA H4 H2\n')
    assert record.cards == ()
    assert record.tags[-1].rows == ("H5 HA H4 H2",)
    assert read(write([record], "pbn")).records == (record,)


@pytest.mark.parametrize(
    "rows, stated, reported",
    [
        ("H5 HA H4 H2\nH6 HQ C2 H3", 1, True),
        ("H5 HA H4 H2\nH6 HQ C2 H3", 2, False),
        ("C6 C9 CJ CT", 13, True),
        ("C6 C9 CJ CT", 12, False),
    ],
)
def test_impossible_tricks_are_told(rows: str, stated: int, reported: bool) -> None:
    reading = read(f'{PBN}[Declarer "N"]\n[Contract "3NT"]\n[Result "{stated}"]\n[Play "E"]\n{rows}\n*\n')
    assert reading.records[0].tricks == stated
    assert bool([loss for loss in reading.losses if "declarer has" in str(loss.why)]) is reported
