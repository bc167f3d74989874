"""`convert`: from one format into another, with what the other cannot say."""

from pathlib import Path

import pytest

from analyser.bridge import Seat, Strain
from analyser.estimates.solver import Solver
from analyser.estimates.solver.questions import DoubleDummyTable
from analyser.formats import BoardRecord, Tag, read, sniff
from analyser.formats.pbn_tables import double_dummy
from tests.formats.test_published import BUTLER
from tests.formats.test_results import EVENT
from tests.support.commands import typed

PBN = """[Event "Cup"]
[Site "Rome"]
[Board "7"]
[Dealer "S"]
[Vulnerable "All"]
[Deal "N:AQ62.K84.A93.K75 T5.AJ97.QT84.J32 KJ973.Q62.K5.Q84 84.T53.J762.AT96"]
[Round "2"]
[Auction "S"]
1S Pass 4S AP
[Result "10"]
"""


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    file = tmp_path / "boards.pbn"
    file.write_text(PBN, encoding="utf-8")
    return file


def test_boards_become_lin_and_what_it_cannot_say_is_named(boards: Path) -> None:
    done = typed("convert", boards, "--to", "lin")
    assert done.code == 0
    assert done.err.splitlines() == ["left out: board 7: site: Rome"]
    (record,) = read(done.out).records
    assert (record.number, str(record.contract), record.tricks) == (7, "4S by S", 10)


def test_the_double_dummy_table_is_written_and_read(boards: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pbn"
    assert typed("convert", boards, "--to", "pbn", "--double-dummy", "--out", out).code == 0
    (record,) = read(out.read_bytes()).records
    table = double_dummy(record)
    assert table is not None
    assert record.deal is not None
    with Solver() as solver:
        due = solver.table(record.deal)
    assert isinstance(due, DoubleDummyTable)
    assert table == {(seat, strain): due.tricks(strain, seat) for seat in Seat for strain in Strain}
    assert record.tag("DoubleDummyTricks") is not None
    assert "OptimumResultTable" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["bridgewebs", "jannersten", "usebio"])
@pytest.mark.parametrize("text", [EVENT, BUTLER])
def test_results_become_other_results(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "r.xml"
    file.write_text(text, encoding="utf-8")
    done = typed("convert", file, "--to", name)
    assert done.code == 0, done.err
    assert sniff(done.out).name == name


@pytest.mark.parametrize(
    "to, why, code",
    [("usebio", "holds boards", 1), ("rbn", "read here, not written", 1), ("doc", "not a format", 2)],
)
def test_what_cannot_be_done_is_said(boards: Path, to: str, why: str, code: int) -> None:
    done = typed("convert", boards, "--to", to)
    assert done.code == code
    assert why.lower() in done.err.lower()


SIGNS = "d8ddad8dda0500105001"
ROWS = ("N NT 13", "N S 8", "N H 13", "N D 13", "N C 10", "S NT 13", "S S 8", "S H 13", "S D 13", "S C 10",
        "E NT 0", "E S 5", "E H 0", "E D 0", "E C 1", "W NT 0", "W S 5", "W H 0", "W D 0", "W C 1")  # fmt: skip


def test_both_ways_of_telling_a_table_say_the_same() -> None:
    tabled = BoardRecord(tags=(Tag("OptimumResultTable", "Declarer;Denomination\\2R;Result\\2R", ROWS),))
    assert double_dummy(tabled) == double_dummy(BoardRecord(tags=(Tag("DoubleDummyTricks", SIGNS),)))


@pytest.mark.parametrize(
    "tag",
    [
        Tag("DoubleDummyTricks", SIGNS[:-1]),
        Tag("DoubleDummyTricks", SIGNS[:-1] + "x"),
        Tag("OptimumResultTable", "Declarer;Denomination;Result", ROWS[:-1]),
        Tag("OptimumResultTable", "Declarer;Denomination;Result", (*ROWS[:-1], "W C 14")),
        Tag("OptimumResultTable", "Declarer;Denomination;Result", (*ROWS[:-1], "W S 1")),
    ],
)
def test_a_table_that_is_not_whole_is_none(tag: Tag) -> None:
    assert double_dummy(BoardRecord(tags=(tag,))) is None
