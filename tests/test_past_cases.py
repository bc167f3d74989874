"""The case base: every file is sound and can be ruled on, and the pages made from it are true."""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from analyser import rule
from analyser.bridge import Hand
from analyser.casefile import (
    Case,
    Misinformation,
    Moment,
    Place,
    Strength,
    UnauthorisedInformation,
    case_of,
    problems_of,
)
from analyser.estimates.services import Services, open_services
from analyser.laws import find
from analyser.report.ruling_json import as_document
from analyser.ruling import RulingRequest
from tests.support import ROOT
from tests.support.case_base import base_text, case_base_page
from tests.support.plain_rulings import every_case, plain_ruling

CASES = ROOT / "cases"
PAST = sorted((CASES / "past").glob("*.toml"))
NOT_CASES = {CASES / "index.toml", *CASES.glob("events/*/event.toml")}

every_past_case = pytest.mark.parametrize("path", PAST, ids=lambda path: path.stem)


def every_file() -> Iterator[Path]:
    """All but the index, and the bad twins, which must not pass."""
    files = (path for path in sorted(CASES.rglob("*.toml")) if path not in NOT_CASES)
    return (path for path in files if path.relative_to(CASES).parts[0] != "bad")


def case_at(path: Path) -> Case:
    return case_of(path.read_bytes())


@pytest.mark.parametrize("path", list(every_file()), ids=lambda path: path.stem)
def test_every_case_passes_the_check(path: Path) -> None:
    assert problems_of(path.read_bytes()) == ()


@every_case(PAST)
def test_every_past_case_can_be_ruled_on(path: Path) -> None:
    assert plain_ruling(path).case is not None


@pytest.fixture(scope="module")
def shipped() -> Iterator[Services]:
    """Everything the program comes with: the models, and the solver on two cores.

    That a ruling comes out, and whole, does not hang on how many deals are solved: a few of each are enough.
    """
    with open_services() as services:
        yield replace(services, effort=1 / 64)


@pytest.mark.slow
@every_past_case
def test_every_past_case_runs_with_the_shipped_models(path: Path, shipped: Services) -> None:
    """A ruling comes out that can be written; a call complained of has its alternatives and an answer of some kind."""
    case = case_at(path)
    ruling = rule(case, RulingRequest(None, None), shipped)
    assert json.loads(json.dumps(as_document(ruling)))["case"]["id"] == path.stem
    assert len(ruling.incidents) == len(case.incident)
    for incident, told in zip(case.incident, ruling.incidents, strict=True):
        if isinstance(incident, UnauthorisedInformation) and case.hand(incident.offender) is not None:
            assert told.infraction is not None
            assert told.alternatives
            assert all(0 <= one.chosen <= one.considered <= 1 for one in told.alternatives)


@every_past_case
def test_a_past_case_is_named_after_its_file_with_source(path: Path) -> None:
    case = case_at(path)
    assert case.id == path.stem
    assert case.source is not None
    assert case.source.name
    assert case.source.where


@every_past_case
def test_a_past_case_names_no_player(path: Path) -> None:
    players = case_at(path).players
    assert players is None


@every_past_case
def test_findings_of_the_past_bind_nobody(path: Path) -> None:
    """They are counted against our own estimate, so they must not replace it."""
    case = case_at(path)
    assert case.judgement == ()
    assert case.error == ()
    assert {expected.strength for expected in case.expected} <= {Strength.RECORDED}
    assert all(getattr(incident, "suggests", None) is None for incident in case.incident)


@every_past_case
def test_every_law_cited_stands_in_the_edition_named(path: Path) -> None:
    case = case_at(path)
    cited = [clause for expected in case.expected for clause in expected.clauses or ()]
    cited += [clause for incident in case.incident for clause in getattr(incident, "clauses", None) or ()]
    assert all(str(find(clause)) == clause for clause in cited)
    if case.event.edition is not None:
        assert {clause.partition(":")[0] for clause in cited} <= {case.event.edition}


@every_past_case
def test_both_sides_scores_mirror_each_other_unless_the_ruling_differs(path: Path) -> None:
    case = case_at(path)
    for expected in case.expected:
        if expected.ns is not None and expected.ew is not None and not case.ruling[-1].ew:
            assert expected.ns == -expected.ew


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
    """When this fails a case was added or changed: `python -m tests.support.case_base` writes the base anew."""
    assert (CASES / "past" / "index.json").read_text("utf-8") == base_text(CASES)


def test_the_page_counts_what_the_folder_holds() -> None:
    """When this fails a case was added or changed: `python -m tests.support.case_base` writes the page anew."""
    assert (CASES / "README.md").read_text("utf-8") == case_base_page(CASES)
