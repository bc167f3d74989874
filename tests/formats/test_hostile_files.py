"""No file brings a reader down: it is read, told as losses, or refused with one clear error, and in bounded time."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from analyser.errors import NotationError
from analyser.formats import (
    BOARD_SIZE,
    BOARDS,
    FILE_SIZE,
    FORMATS,
    TEXT_SIZE,
    FileReading,
    format_named,
    read,
    sniff,
    write,
    write_results,
)
from tests.formats.boards import a_board
from tests.formats.test_results import some_results
from tests.support.every import each_row

CORPUS = Path(__file__).parent.parent / "fuzz" / "corpus"
NAMES = [entry.name for entry in FORMATS]
BITS = (
    b"|", b'"', b"]", b"[", b"{", b"}", b"\n", b"\n\n", b"\\", b"^R ", b"^S ", b"=1=", b"$13", b"%", b";", b"#", b"##", b"<", b">",
    b"&", b"/", b"-", b"*", b"+", b"md|", b"mb|", b"pc|", b"qx|o1|", b"mc|9|", b"an|", b"rs|", b"1C", b"7NT", b"XX", b"\xff", b"\xe2\x80\xa8",
    b"999999999999", b"'", b",", b"=", b"?", b" ", b"A", b"S", b"T10", b"<BOARD>", b"</BOARD>", b'[Play "N"]', b'[Auction "E"]',
)  # fmt: skip


def seeds(name: str) -> list[bytes]:
    """The small corpus, and what our own writer makes."""
    rng = Random(name)
    seeds = [file.read_bytes() for file in sorted((CORPUS / name).iterdir())]
    form = format_named(name)
    if form.write_results:
        return [*seeds, write_results(some_results(rng, name), name).encode()]
    if form.write is None:
        return seeds
    return [*seeds, *(write([a_board(rng, pbn=name == "pbn")], name).encode() for _ in range(4))]


def mutated(rng: Random, data: bytes) -> bytes:
    """A few bytes changed, left out, doubled, moved, or taken from the list above."""
    damaged = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(damaged) + 1)
        sort = rng.randrange(5)
        if sort == 0:
            damaged[place:place] = rng.choice(BITS)
        elif sort == 1:
            del damaged[place : place + rng.choice([1, 1, 2, 5, 40])]
        elif sort == 2 and place < len(damaged):
            damaged[place] = rng.randrange(256)
        elif sort == 3:
            damaged[place:place] = damaged[place : place + rng.choice([3, 20, 200])]
        else:
            del damaged[place:]
        if not damaged:
            break
    return bytes(damaged)


def survives(name: str, data: bytes) -> FileReading | None:
    """Read it, and write again what was read; only a NotationError may come of it."""
    form = format_named(name)
    try:
        reading = form.read(data)
    except NotationError:
        return None
    try:
        if form.write and reading.records:
            text = write(reading.records if name != "link" else reading.records[:1], name)
            assert form.read(text).records == (reading.records if name != "link" else reading.records[:1])
        if form.write_results and reading.results:
            assert form.read(write_results(reading.results, name)).results == reading.results
    except NotationError:
        return reading
    return reading


@each_row("name", NAMES)
def test_mutated_files(name: str) -> None:
    rng, files = Random(f"mutate {name}"), seeds(name)
    for _ in range(600):
        survives(name, mutated(rng, rng.choice(files)))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)  # a minute in all: two workers share it
def test_twenty_thousand_mutated_files(name: str) -> None:
    rng, files = Random(f"many {name}"), seeds(name)
    for _ in range(20_000):
        survives(name, mutated(rng, rng.choice(files)))


@each_row("name", NAMES)
def test_a_file_cut_anywhere(name: str) -> None:
    data = seeds(name)[0]
    for end in range(0, len(data), 7):
        survives(name, data[:end])


@each_row("name", NAMES)
@each_row(
    "data, why",
    [
        (b"\0", "NUL"),
        (b'[Event "x"]\n\0', "NUL"),
        (b" " * (FILE_SIZE + 1), "20 MB"),
    ],
)
def test_what_is_no_text_is_refused_at_once(name: str, data: bytes, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        read(data, name)


@pytest.mark.parametrize("data", [b"", b"   \n", b"\xff\xfe\xfd", b"hello", b"123;456"])
def test_a_file_of_no_known_format_is_refused(data: bytes) -> None:
    with pytest.raises(NotationError, match="none of the formats known"):
        sniff(data)


LONG: list[tuple[str, str, Callable[[], str]]] = [
    ("pbn", "one huge board", lambda: '[Event "x"]\n' + '[A "b"]\n' * 10_000),
    ("pbn", "one endless tag", lambda: '[Event "' + "a" * 5_000_000 + '"]'),
    ("pbn", "an endless name", lambda: "[" + "a" * 5_000_000),
    ("pbn", "open brackets", lambda: "[" * 60_000),
    ("pbn", "open braces", lambda: "{" * 5_000_000),
    ("pbn", "open quotes", lambda: '"\\' * 1_000_000),
    ("pbn", "quotes in braces", lambda: ('{"' * 30_000 + "\n") * 20),
    ("pbn", "blanks", lambda: ("[" + " " * 30_000) * 2),
    ("pbn", "many blank lines", lambda: " \n" * 2_000_000),
    ("pbn", "nothing but backslashes", lambda: '[A "' + "\\" * 60_000),
    ("pbn", "glyphs", lambda: '[Auction "N"]\n1C ' + "$1 " * 20_000),
    ("pbn", "skips", lambda: '[Auction "N"]\n' + "^S " * 20_000),
    ("pbn", "insufficient calls", lambda: '[Auction "N"]\n' + "^I 1C " * 10_000),
    ("pbn", "cards", lambda: '[Contract "S"]\n[Play "N"]\n' + "S2 " * 20_000),
    ("pbn", "losses", lambda: '[Auction "N"]\n' + "? " * 30_000),
    ("lin", "bars", lambda: "|" * 2_000_000),
    ("lin", "calls", lambda: "mb|p|" * 1_000_000),
    ("lin", "calls run together", lambda: "md|3,,,|mb|" + "1C" * 2_000_000 + "|"),
    ("lin", "cards", lambda: "pc|" + "SA" * 2_000_000 + "|"),
    ("lin", "unknown tags", lambda: "zy|y|" * 1_000_000),
    ("lin", "results", lambda: "rs|" + "4SW=," * 1_000_000 + "|" + "qx|o1|" * 20_001),
    ("lin", "blanks in a hand", lambda: "md|1S" + " " * 2_000_000 + "|"),
    ("link", "plus signs", lambda: "https://x/?lin=" + "+" * 2_000_000),
    ("link", "brackets", lambda: "https://x/?a=1N" + "(" * 1_000_000),
    ("link", "parameters", lambda: "https://x/?s=" + "&q=1" * 300_000),
    ("usebio", "tags", lambda: "<USEBIO>" + "<a></a>" * 300_000 + "</USEBIO>"),
    ("usebio", "an endless text", lambda: "<USEBIO><a>" + "x" * 5_000_000 + "</a></USEBIO>"),
    ("bridgewebs", "quotes", lambda: "#Version;std1\n" + '";' * 2_000_000),
    ("bridgewebs", "quotes on a line", lambda: "#Version;std1\n" + ('"a";' * 16_000 + "\n") * 2),
    ("jannersten", "cells", lambda: "[GAME]\n" + ";" * 5_000_000),
    ("jannersten", "sections", lambda: "[GAME]\n" * 500_000),
]


@each_row("name, wording, text", LONG, ids=[f"{name}: {what}" for name, what, _ in LONG])
@pytest.mark.slow
def test_long_and_silly_files_end(name: str, wording: str, text: Callable[[], str]) -> None:
    assert wording
    try:
        reading = read(text(), name)
    except NotationError:
        return
    assert len(reading.losses) <= 1_001


def test_too_many_boards_are_refused() -> None:
    with pytest.raises(NotationError, match=f"at most {BOARDS} boards"):
        read('[Board "1"]\n\n' * (BOARDS + 1), "pbn")
    with pytest.raises(NotationError, match=f"at most {BOARDS} boards"):
        read("qx|o1|" * (BOARDS + 1), "lin")


def test_an_oversized_board_is_skipped_and_the_next_read() -> None:
    pbn = read('[Board "1"]\n{' + "x" * BOARD_SIZE + '}\n\n[Board "2"]\n', "pbn")
    lin = read("qx|o1|" + "nt|hello|" * 10_000 + "qx|o2|md|3,,,|mb|p|", "lin")
    for reading in (pbn, lin):
        assert [record.number for record in reading.records] == [2]
        assert [str(loss.why) for loss in reading.losses] == ["a board has at most 64 kB; it was left out"]


def test_a_text_too_long_is_left_out() -> None:
    long = "x" * (TEXT_SIZE + 1)
    assert read(f'[Event "{long}"]\n[Board "1"]\n').records[0].event == ""
    reading = read(f"md|3,,,|mb|1C!|an|{long}|mb|p|", "lin")
    assert reading.records[0].call_notes[0].text == ""
    assert [str(loss.why) for loss in reading.losses] == ["a text has at most 10000 characters; left out"]


def test_a_file_wrong_on_every_line_is_told_so_once() -> None:
    reading = read("\n".join(f"[GAME]\n[RESULTS]\n#{n};;;bad" for n in range(10_000, 12_000)), "jannersten")
    assert len(reading.losses) == 1_001
    assert str(reading.losses[-1].why).endswith("more losses are not listed")


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(NotationError, match="Choose link, jannersten, pbn"):
        read("x", "xyz")
