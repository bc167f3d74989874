"""The case base: every file is sound and can be ruled on, and the pages made from it are true."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from analyser.bridge import Hand
from analyser.casefile import (
    Case,
    Misinformation,
    Moment,
    Place,
    case_of,
)
from tests.support import ROOT
from tests.support.case_base import base_text, case_base_page

CASES = ROOT / "cases"
PAST = sorted((CASES / "past").glob("*.toml"))


def case_at(path: Path) -> Case:
    return case_of(path.read_bytes())


def explained_wrongly() -> Iterator[tuple[str, Case, Misinformation]]:
    for path in PAST:
        case = case_at(path)
        for incident in case.incident:
            if isinstance(incident, Misinformation):
                yield path.stem, case, incident


def caller(case: Case, at: Place) -> Hand:
    """The hand of whoever made the call."""
    assert at.moment is Moment.CALL
    assert case.auction is not None
    hand = case.hand(case.auction.seat_of(at.number))
    assert hand is not None
    return hand


def test_who_was_explained_wrongly_holds_what_the_right_meaning_says() -> None:
    """A wrong explanation, not a wrong call (75): but in Warsaw and in one case of Lille the body found the call wrong."""
    departed = {
        name
        for name, case, incident in explained_wrongly()
        if incident.correct_shows is not None and not incident.correct_shows.holds(caller(case, incident.at))
    }
    assert departed == {"ebl-1999-warsaw-01", "wbf-1998-lille-15"}


def test_who_was_explained_rightly_holds_what_was_said() -> None:
    remarks = [
        (name, case, remark)
        for name, case in {name: case for name, case, _ in explained_wrongly()}.items()
        for remark in case.remark
        if remark.shows is not None
    ]
    assert remarks
    for name, case, remark in remarks:
        assert remark.shows is not None
        assert remark.shows.holds(caller(case, remark.at)), name


def test_a_meaning_read_from_words_is_marked_as_our_reading() -> None:
    for name, case, incident in explained_wrongly():
        if incident.given_shows is not None or incident.correct_shows is not None:
            assert case.source is not None, name
            assert "our reading of the words" in (case.source.notes or ""), name


def test_the_index_holds_only_rulings_without_a_known_hand() -> None:
    rows = tomllib.loads((CASES / "index.toml").read_text("utf-8"))["case"]
    assert rows
    assert not [row["id"] for row in rows if {"deal", "hands"} & set(row["board"])]
    assert not {row["id"] for row in rows} & {path.stem for path in PAST}


def test_the_compact_base_is_what_the_files_say() -> None:
    """When this fails a case was added or changed: `python -m tests.support.case_base` writes the base again."""
    assert (CASES / "past" / "index.json").read_text("utf-8") == base_text(CASES)


def test_the_page_counts_what_the_folder_holds() -> None:
    """When this fails a case was added or changed: `python -m tests.support.case_base` writes the page again."""
    assert (CASES / "README.md").read_text("utf-8") == case_base_page(CASES)
