"""No line of a PBN file is longer than the standard allows, and nothing is lost by it."""

from random import Random

from analyser.bridge import Auction, Seat
from analyser.formats import BoardRecord, Comment, RecordNote, Tag, read, write
from tests.formats.boards import a_board
from tests.support.every import each_row

LONG = "a long remark about the third round, which nobody remembered afterwards; " * 9
AUCTION = Auction.parse("N", "1S P 2S P P P")


@each_row(
    "record",
    [
        BoardRecord(number=1, event=LONG),
        BoardRecord(number=1, event='"' * 300),
        BoardRecord(
            number=1, dealer=Seat.N, auction=AUCTION, call_notes=(RecordNote(2, LONG, alerted=True),)
        ),
        BoardRecord(number=1, comments=(Comment(0, 0, LONG),)),
        BoardRecord(number=1, comments=(Comment(0, 0, f"first\n{LONG}\n\nlast\n"),)),
        BoardRecord(
            number=1, dealer=Seat.N, auction=AUCTION, comments=tuple(Comment(n, 0, LONG) for n in (1, 2, 3))
        ),
        BoardRecord(
            number=1,
            dealer=Seat.N,
            auction=AUCTION,
            comments=tuple(Comment(n, 0, "x" * 200) for n in (1, 2, 3)),
        ),
        BoardRecord(
            number=1,
            tags=(
                Tag("ScoreTable", "A;B", (LONG.replace(";", ","), " 2", LONG.translate({32: "_", 59: ","}))),
            ),
        ),
        BoardRecord(number=1, tags=(Tag("TotalScoreTable", LONG, (" 1",)), Tag("Late", LONG, (" 2",)))),
    ],
    ids=["tag", "quotes", "note", "comment", "lines", "calls", "rows", "table", "header"],
)
def test_a_long_line_is_continued_and_joined_again(record: BoardRecord) -> None:
    text = write([record], "pbn")
    assert max(map(len, text.split("\n"))) <= 255
    assert read(text).losses == ()
    assert write(read(text).records, "pbn") == text


def test_long_texts_of_random_boards_come_back() -> None:
    rng = Random("long lines")
    for _ in range(30):
        record = a_board(rng, lambda: LONG[: rng.randint(1, 500)].strip() or "x", pbn=True)
        text = write([record], "pbn")
        assert max(map(len, text.split("\n"))) <= 255


def test_percent_remarks_of_other_programs_are_ignored() -> None:
    (record,) = read('[Event "Cup"]\n% exported by hand\n%Created 2026\n[Board "1"]\n').records
    assert record.event == "Cup"
