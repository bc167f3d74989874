"""What the words of past explanations show of a hand: every case is read or says why not, and the hands bear it out."""

from collections.abc import Iterator

import pytest

from analyser.bridge import Hand
from analyser.casefile import Case, Misinformation, Moment, Place, case_of
from analyser.errors import CaseError
from analyser.training.past_cases_meanings import NOTE, readings, with_meanings
from tests.support import ROOT

PAST = ROOT / "cases" / "past"
READ, LEFT = readings()["read"], readings()["left"]

every_reading = pytest.mark.parametrize("name", sorted(READ))


def past(name: str) -> Case:
    return case_of((PAST / f"{name}.toml").read_bytes())


def explained(case: Case) -> Misinformation:
    (incident,) = (one for one in case.incident if isinstance(one, Misinformation))
    return incident


def caller(case: Case, at: Place) -> Hand:
    """The hand of whoever made the call."""
    assert at.moment is Moment.CALL
    assert case.auction is not None
    hand = case.hand(case.auction.seat_of(at.number))
    assert hand is not None
    return hand


def test_every_past_explanation_is_read_or_says_why_not() -> None:
    files = {path.stem for path in PAST.glob("*.toml")}
    told = {name for name in files if any(isinstance(one, Misinformation) for one in past(name).incident)}
    assert set(READ) | set(LEFT) == told
    assert not set(READ) & set(LEFT)
    assert all(LEFT.values())


@every_reading
def test_a_case_carries_its_reading_and_says_whose_it_is(name: str) -> None:
    case, read = past(name), READ[name]
    incident = explained(case)
    assert (incident.given, incident.correct) == (read["given"], read["correct"])
    shown = (incident.given_shows, incident.correct_shows)
    assert [one is None for one in shown] == [f"{key}_shows" not in read for key in ("given", "correct")]
    assert case.source is not None
    assert f"{NOTE} {read['because']}" in (case.source.notes or "")


@pytest.mark.parametrize("name", sorted(name for name in READ if "correct_shows" in READ[name]))
def test_who_was_explained_wrongly_holds_what_the_right_meaning_says(name: str) -> None:
    """A wrong explanation, not a wrong call (75): else the reading says what was found of the call."""
    case = past(name)
    incident = explained(case)
    assert incident.correct_shows is not None
    assert incident.correct_shows.holds(caller(case, incident.at)) is ("departs" not in READ[name])


def others() -> Iterator[tuple[str, int]]:
    return ((name, place) for name in sorted(READ) for place in range(len(READ[name].get("others", ()))))


@pytest.mark.parametrize(("name", "place"), list(others()))
def test_who_was_explained_rightly_holds_what_was_said(name: str, place: int) -> None:
    case = past(name)
    at, words, _ = READ[name]["others"][place]
    (remark,) = (one for one in case.remark if str(one.at) == at and one.shows is not None)
    assert remark.text == words
    assert remark.shows is not None
    assert remark.shows.holds(caller(case, remark.at))


def test_only_two_callers_held_other_than_agreed() -> None:
    """In Warsaw and in one case of Lille the body found the call to be the mistake, not the explanation to the one asked."""
    assert {name for name in READ if "departs" in READ[name]} == {"ebl-1999-warsaw-01", "wbf-1998-lille-15"}


def weak_raise(**more: str) -> dict[str, object]:
    incident = {"id": "mi", "kind": "misinformation", "given": "strong", "correct": "weak"} | more
    remark = {"at": "call 1", "kind": "explanation", "text": "12-14"}
    return {"id": "later-1", "source": {"name": "x"}, "incident": [incident], "remark": [remark]}


WEAK = {
    "given": "strong",
    "given_shows": "HCP15+",
    "correct": "weak",
    "correct_shows": "HCP10-",
    "because": "weak is at most ten.",
}


def test_a_reading_joins_the_words_and_the_notes() -> None:
    told = with_meanings(weak_raise(), WEAK | {"others": [["call 1", "12-14", "bal HCP12-14"]]})
    assert (told["incident"][0]["given_shows"], told["incident"][0]["correct_shows"]) == ("HCP15+", "HCP10-")
    assert told["remark"][0]["shows"] == "bal HCP12-14"
    assert told["source"]["notes"] == f"{NOTE} weak is at most ten."


@pytest.mark.parametrize(
    ("where", "facts", "reading"),
    [
        ("later-1 incident 1 correct", weak_raise(correct="natural"), WEAK),
        ("later-1 remark at call 1", weak_raise(), WEAK | {"others": [["call 1", "15-17", "HCP15-17"]]}),
        ("later-1 remark at call 2", weak_raise(), WEAK | {"others": [["call 2", "12-14", "HCP12-14"]]}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_reading_of_other_words_is_refused(
    where: str, facts: dict[str, object], reading: dict[str, object]
) -> None:
    with pytest.raises(CaseError) as refused:
        with_meanings(facts, reading)
    assert [problem.where for problem in refused.value.problems] == [where]


def test_nothing_read_changes_nothing() -> None:
    assert with_meanings(weak_raise(), {}) == weak_raise()
