"""What is written reads back equal, and written again it is the same text; a text no format can hold is refused."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyser.errors import NotationError
from analyser.formats import BoardRecord, derive_result, read, write
from tests.formats.boards import a_board
from tests.support.every import each_row

HOSTILE = st.text(
    st.one_of(st.characters(), st.sampled_from('|"[]{}\\;%#=,$^*+-!?\n\r\t\0 \x85\u2028\ufeff\ud800ș♥')),
    max_size=12,
)


def back(record: BoardRecord, name: str) -> None:
    """The record survives the format, twice."""
    text = write([record], name)
    again = read(text, name).records
    assert again == (derive_result(record),)
    assert write(again, name) == text


@each_row("name", ["pbn", "lin", "link"])
@each_row("seed", range(12))
def test_a_random_board_survives(name: str, seed: int) -> None:
    rng = Random(f"{name} {seed}")
    for _ in range(12):
        back(a_board(rng, pbn=name == "pbn"), name)


@pytest.mark.parametrize("name", ["pbn", "lin"])
def test_many_boards_in_one_file_survive(name: str) -> None:
    rng = Random(name)
    boards = tuple(derive_result(a_board(rng, pbn=name == "pbn")) for _ in range(40))
    text = write(boards, name)
    assert read(text, name).records == boards
    assert read(text).records == boards, "and the format is recognised"
    assert write(read(text, name).records, name) == text


@pytest.mark.parametrize("name", ["pbn", "lin", "link"])
@given(seed=st.integers(0, 2**32), texts=st.lists(HOSTILE, min_size=1, max_size=4))
@settings(max_examples=150)
def test_hostile_text_never_changes_the_auction(name: str, seed: int, texts: list[str]) -> None:
    rng = Random(seed)
    record = a_board(rng, lambda: rng.choice(texts), pbn=name == "pbn")
    try:
        text = write([record], name)
    except NotationError:
        return
    (again,) = read(text, name).records
    assert again == derive_result(record)
    assert again.auction == record.auction
    assert write([again], name) == text


@each_row(
    "sign, name, carried",
    [
        ("|", "pbn", True),
        ("|", "lin", False),
        ("|", "link", False),
        ('"', "pbn", True),
        ('"', "lin", True),
        ("]", "pbn", True),
        ("\\", "pbn", True),
        ("\n", "pbn", False),
        ("\n", "lin", False),
        ("\0", "pbn", False),
        ("\0", "lin", False),
        ("\x1b", "pbn", False),
        ("&", "link", True),
        ("%", "link", True),
        ("+", "link", True),
        ("#", "link", True),
        ("ș", "pbn", True),
    ],
)
def test_an_explanation_with_this_sign(sign: str, name: str, carried: bool) -> None:
    rng = Random(5)
    record = a_board(rng, lambda: f"five {sign} hearts", pbn=False)
    while not record.call_notes:
        record = a_board(rng, lambda: f"five {sign} hearts", pbn=False)
    if carried:
        back(record, name)
    else:
        with pytest.raises(NotationError, match="cannot hold"):
            write([record], name)


def test_what_lin_has_no_tag_for_is_refused_by_name() -> None:
    with pytest.raises(NotationError, match="site: lin cannot carry it"):
        write([BoardRecord(number=1, site="Verona")], "lin")
    with pytest.raises(NotationError, match="board 1: 'Verona'"):
        write([BoardRecord(number=1, site="Verona")], "lin")


def test_a_link_shows_one_board() -> None:
    with pytest.raises(NotationError, match="one board"):
        write([BoardRecord(number=1), BoardRecord(number=2)], "link")
    assert write([BoardRecord(number=1)], "link").startswith("https://")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pbn", "lin", "link"])
def test_two_thousand_random_boards_survive(name: str) -> None:
    rng = Random(f"many {name}")
    for _ in range(2000):
        back(a_board(rng, pbn=name == "pbn"), name)
