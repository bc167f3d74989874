"""What LIN and PBN cannot say is left out of a board and named; the rest is written, and a match gets its header."""

from random import Random

import pytest

from analyser.bridge import Auction, Contract, Seat, Vulnerability
from analyser.formats import (
    BoardRecord,
    Comment,
    Fact,
    RecordNote,
    Results,
    Room,
    Tag,
    Traveller,
    read,
    sniff,
    write_fitting,
    write_fitting_results,
)
from tests.formats.boards import a_board, a_deal
from tests.formats.test_published import BUTLER
from tests.formats.test_results import EVENT
from tests.support.every import each_row

AUCTION = Auction.parse("N", "1NT P 3NT P P P")


def table(number: int, room: Room, **more) -> BoardRecord:
    facts = {
        "number": number,
        "room": room,
        "dealer": Seat.N,
        "vulnerability": Vulnerability.NONE,
        "event": "Cup",
        "scoring": "IMP",
        "auction": AUCTION,
        "contract": Contract.parse("3NT by N"),
        "tricks": 9,
        "names": ("n", "e", "s", "w") if room is Room.OPEN else ("N", "E", "S", "W"),
        "tags": (
            Tag("Round", "2"),
            Tag("HomeTeam", "Reds"),
            Tag("VisitTeam", "Blues"),
            Tag("Score", "NS 400"),
        ),
    }
    return BoardRecord(**{**facts, **more})


def test_a_match_is_written_with_the_header_others_accept() -> None:
    records = [table(number, room) for number in (17, 18) for room in Room]
    text, left = write_fitting(records, "lin")
    assert left == ()
    head = text.splitlines()[:3]
    assert head == [
        "vg|Cup,2,IMP,17,18,Reds,0,Blues,0|".replace("IMP", "I"),
        "rs|3NN=,3NN=,3NN=,3NN=|",
        "pn|s,w,n,e,S,W,N,E|pg||",
    ]
    assert [line[:6] for line in text.splitlines()[3:]] == ["qx|o17", "qx|c17", "qx|o18", "qx|c18"]
    again = read(text)
    assert again.losses == ()
    (match,) = again.published.matches
    assert (match.home, match.visitors, match.round, match.first, match.last) == (
        "Reds",
        "Blues",
        "Cup 2",
        17,
        18,
    )


@each_row(
    "field, more",
    [
        ("site", {"site": "Rome"}),
        ("date", {"date": "2026.11.19"}),
        ("Table", {"tags": (Tag("Table", "4"),)}),
        ("ScoreTable", {"tags": (Tag("ScoreTable", "A;B", (" 1 2",)),)}),
        ("Score", {"tags": (Tag("Score", "NS 50"),)}),
        ("scoring", {"scoring": "IMP;Cross"}),
        ("call times", {"call_times": (1, 2, 3, 4, 5, 6)}),
        ("names", {"names": ("A|B", "e", "s", "w")}),
        ("notes", {"call_notes": (RecordNote(1, "15-17 | bal", alerted=True),)}),
        ("comments", {"comments": (Comment(0, 0, "hello|"),)}),
        ("contract", {"auction": None, "tricks": None, "tags": ()}),
    ],
)
def test_what_lin_cannot_say_is_named(field: str, more) -> None:
    text, left = write_fitting([table(7, Room.OPEN, **more)], "lin")
    assert {entry.field for entry in left} == {field}
    assert {entry.where for entry in left} == {"board 7"}
    (record,) = read(text).records
    assert record.number == 7


@pytest.mark.parametrize("name", ["pbn", "lin"])
def test_random_boards_are_all_written(name: str) -> None:
    rng = Random(name)
    records = [a_board(rng, pbn=True) for _ in range(60)]
    text, left = write_fitting(records, name)
    assert [record.hands for record in read(text, name).records] == [record.hands for record in records]
    assert all(str(entry) for entry in left)
    if name == "pbn":
        assert left == ()


def test_what_pbn_cannot_hold_is_named_too() -> None:
    rng = Random(1)
    hands = a_deal(rng)
    record = table(7, Room.OPEN, hands=hands, comments=(Comment(0, 0, "a } and\na line"),))
    text, left = write_fitting([record], "pbn")
    assert [entry.field for entry in left] == ["comments"]
    assert read(text).records[0].hands == hands


@pytest.mark.parametrize("name", ["bridgewebs", "jannersten"])
@pytest.mark.parametrize("text", [EVENT, BUTLER], ids=["matchpoints", "butler"])
def test_usebio_with_an_empty_venue_becomes_another_format(name: str, text: str) -> None:
    results = read(text).results
    assert results is not None
    written, left = write_fitting_results(results, name)
    again = read(written)
    assert sniff(written).name == name
    assert again.losses == ()
    assert again.results is not None
    assert [(t.board, t.ns, t.ew, t.contract, t.score) for t in again.results.travellers] == [
        (t.board, t.ns, t.ew, t.contract, t.score) for t in results.travellers
    ]
    assert [len(t.points) for t in again.results.travellers] == [len(t.points) for t in results.travellers]
    assert [entry.number for entry in again.results.contestants] == [
        entry.number for entry in results.contestants
    ]
    assert "EVENT/VENUE" not in {entry.field for entry in left}
    assert ("hands" in {entry.field for entry in left}) == bool(results.hands)


@pytest.mark.parametrize("name", ["bridgewebs", "jannersten"])
def test_a_fact_of_some_results_does_not_stop_others(name: str) -> None:
    """A ruling is told of one table alone: its column comes last, after those that every table has."""
    tables = (
        Traveller(board=1, ns="1", ew="2", score=420, facts=(Fact("ROUND", "1"), Fact("TABLE", "1"))),
        Traveller(
            board=1,
            ns="3",
            ew="4",
            facts=(Fact("ROUND", "1"), Fact("ADJUSTED", "60% 4S=; 40% 4S-1"), Fact("TABLE", "2")),
        ),
    )
    text, _ = write_fitting_results(Results(travellers=tables), name)
    again = read(text).results
    assert again is not None
    assert [(line.ns, line.score) for line in again.travellers] == [("1", 420), ("3", None)]


def test_the_title_of_a_broadcast_becomes_the_tags_of_pbn() -> None:
    text, left = write_fitting(read("vg|Cup,2nd half,I,1,1,Reds,3,Blues,0|\nqx|o1|md|1,,,|\n").records, "pbn")
    (record,) = read(text).records
    assert [(tag.name, tag.value) for tag in record.tags] == [
        ("Round", "2nd half"),
        ("HomeTeam", "Reds"),
        ("VisitTeam", "Blues"),
    ]
    assert (record.event, record.room) == ("Cup", Room.OPEN)
    assert [str(entry) for entry in left] == ["board 1: carry-over: 3, 0"]


def test_the_head_of_a_table_keeps_its_single_backslash() -> None:
    record = BoardRecord(number=1, tags=(Tag("OptimumResultTable", "Declarer;Result\\2R", ("N 7",)),))
    text, left = write_fitting([record], "pbn")
    assert ('[OptimumResultTable "Declarer;Result\\2R"]' in text, left) == (True, ())
