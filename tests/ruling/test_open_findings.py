"""Where a finding is open both scores stand side by side; where there was no infraction the result stands, always."""

from dataclasses import replace

import pytest

from analyser.casefile import Case, JudgedTruth, UnauthorisedInformation, WithdrawnCall, case_of
from analyser.estimates.services import default_services
from analyser.estimates.solver import Solver
from analyser.laws import resolve
from analyser.report.facts import either_of
from analyser.ruling import AdjustedKind, Ruling
from analyser.ruling.alternatives.chances import answer_of, pick_barring_rival
from analyser.ruling.rule import rule
from tests.support import ROOT

BUNDLED = sorted(
    path
    for folder in ("kinds", "past", "reported", "revokes")
    for path in (ROOT / "cases" / folder).glob("*.toml")
)
ACTING = UnauthorisedInformation | WithdrawnCall


def read(path: object) -> Case:
    return case_of(path.read_bytes())


def nobody_offended(case: Case) -> Case:
    """The case as if a person had found that no incident was an infraction."""
    findings = tuple(
        JudgedTruth.model_validate(
            {"incident": incident.id, "question": "infraction", "answer": False, "by": "director"}
        )
        for incident in case.incident
    )
    return case.changed(judgement=findings)


def contradicts(ruling: Ruling) -> bool:
    """No infraction, and yet the score cannot be decided."""
    answers = [incident.infraction.answer if incident.infraction else None for incident in ruling.incidents]
    return bool(answers) and all(answer is False for answer in answers) and ruling.adjusted is None


@pytest.mark.parametrize(
    "path", [path for path in BUNDLED if any(isinstance(incident, ACTING) for incident in read(path).incident)],
    ids=lambda path: path.stem,
)  # fmt: skip
def test_one_ruling_never_has_no_infraction_beside_cannot_be_decided(path: object) -> None:
    case = nobody_offended(read(path))
    assert not contradicts(rule(case))
    assert not contradicts(rule(case.changed(comparison=None)))


RULES = resolve(None, "WBF", "2017", ()).regulation.alternatives


@pytest.mark.parametrize("edition", ["1997", "2007", "2017"])
def test_between_the_two_chances_it_is_open(edition: str) -> None:
    rules = resolve(None, "WBF", edition, ()).regulation.alternatives
    least, most = rules.infraction_from, rules.no_infraction_to
    assert 0 < most < least < 1
    assert [answer_of(float(chance), rules) for chance in (least, most, (least + most) / 2)] == [
        True,
        False,
        None,
    ]


def test_what_could_be_suggested_is_found_sooner_than_what_is() -> None:
    """16A of 1997 and 16B1a of 2007: could demonstrably have been suggested; 16B1a of 2017: is demonstrably suggested."""
    least = [
        resolve(None, "WBF", year, ()).regulation.alternatives.infraction_from
        for year in ("1997", "2007", "2017")
    ]
    assert least[0] == least[1] < least[2]


def test_rivals_are_not_combined_as_independent_chances() -> None:
    rival, chance = pick_barring_rival([("P", 0.5), ("X", 0.5), ("2S", 0.4)], {"P": 0.9, "X": 0.9, "2S": 1.0})
    assert (rival, chance) == ("P", 0.45)


@pytest.mark.slow
def test_an_open_finding_gives_both_scores_and_what_settles_it(solver: Solver) -> None:
    """The pause is disputed and nobody found it: as an infraction the score is adjusted, as none the result stands."""
    text = (ROOT / "cases" / "kinds" / "slow-pass-over-game.toml").read_text("utf-8")
    disputed = text.replace('seconds = 20\nstatus = "agreed"', 'seconds = 20\nstatus = "disputed"')
    assert disputed != text
    ruling = rule(case_of(disputed.encode()), services=replace(default_services(), tricks=solver))
    (incident,) = ruling.incidents
    assert incident.infraction is not None
    assert incident.infraction.answer is None
    assert ruling.adjusted is None
    as_one, as_none = either_of(ruling)
    assert (as_one.because.code, as_none.because.code) == ("variant.infraction", "variant.no-infraction")
    assert as_one.adjusted is not None
    assert as_one.adjusted.kind is not AdjustedKind.NONE
    assert as_none.adjusted is not None
    assert as_none.adjusted.kind is AdjustedKind.NONE
    assert "information.settled-by-dispute" in {finding.code for finding in ruling.findings}
