"""An opponent deceived, a wrong review, and who lost his rights: what follows for each fact told or not told (11A, 20E, 73)."""

import pytest

from analyser import laws
from analyser.bridge import Seat
from analyser.casefile import ExposedCard, Other, case_of
from analyser.estimates.services import Services
from analyser.ruling import IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.provision_table import apply_lost_right, incident_facts
from analyser.ruling.kinds.rectification import Step, steps_of
from analyser.ruling.kinds.unprescribed import find
from tests.support import ROOT
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
CASE = case_of((ROOT / "cases/laws/73E2-deceived.toml").read_bytes())

MISLED = {"fact": "deceived", "false_inference": True, "bridge_reason": False, "could_be_aware": True}
FACTS = [
    # is it an infraction; what is due; what is asked for; what is told
    pytest.param(True, {Step.ADJUSTED}, (), MISLED, id="73E2, 73F of 1997 and 2007"),
    pytest.param(False, set(), (), MISLED | {"false_inference": False}, id="73E2, no false inference"),
    pytest.param(False, set(), (), MISLED | {"bridge_reason": True}, id="73E2, a bridge reason"),
    pytest.param(False, set(), (), MISLED | {"could_be_aware": False}, id="73E2, he could not be aware"),
    pytest.param(None, set(), ("false_inference",), MISLED | {"false_inference": None}, id="73E2, the inference is asked"),
    pytest.param(None, set(), ("bridge_reason",), MISLED | {"bridge_reason": None}, id="73E2, the reason is asked"),
    pytest.param(None, set(), ("could_be_aware",), MISLED | {"could_be_aware": None}, id="73E2, whether he could is asked"),
    pytest.param(False, set(), (), MISLED | {"bridge_reason": True, "could_be_aware": None}, id="73E2, one that fails is enough"),
    pytest.param(True, {Step.MAY_ADJUST}, (), {"fact": "wrong-review", "review_corrected": False}, id="20E"),
    pytest.param(False, set(), (), {"fact": "wrong-review", "review_corrected": True}, id="20E, put right"),
    pytest.param(None, set(), ("review_corrected",), {"fact": "wrong-review"}, id="20E asked"),
]  # fmt: skip


def other(**facts) -> Other:
    return Other.model_validate({"id": "it", "kind": "other", "offender": "E", **facts})


def found(year: str, incident: Other) -> IncidentFindings:
    return find(RulingContext.from_case(CASE, LAW[year], Services()), incident)


@each_row("infraction, steps, missing, facts", FACTS)
def test_what_follows_by_what_a_person_found(infraction, steps, missing, facts):
    known_facts = {key: value for key, value in facts.items() if value is not None}
    for year in YEARS:
        answer = found(year, other(**known_facts))
        assert answer.infraction.answer is infraction, year
        assert (steps_of(answer.rectification), answer.rectification.missing) == (steps, missing), year


@pytest.mark.parametrize(
    "year, bar", [("1997", "reasonable-possibility"), ("2007", "probable"), ("2017", "probable")]
)
def test_without_a_named_law_the_required_sureness_is_stated(year, bar):
    """84E of 1997, 84D since: a reasonable possibility, then probably."""
    (finding,) = found(year, other()).findings
    assert (finding.code, finding.arguments["bar"]) == ("adjustment.unprescribed", bar)


LOST = [
    # what follows where the innocent side acted first (11A); the facts of the incident
    (True, {"acted_first": True}),
    (False, {"acted_first": False}),
]


def exposed(**facts) -> ExposedCard:
    return ExposedCard.model_construct(
        **{"id": "x", "kind": "exposed-card", "offender": Seat.E, "during": "play", "cards": (), **facts}
    )


@pytest.mark.parametrize(
    "declaring, declarer", [(True, Seat.E), (True, Seat.W), (False, Seat.S), (None, None)]
)
def test_whether_the_offenders_side_declares(declaring, declarer):
    facts = incident_facts(exposed(), declarer)
    assert facts["declaring"] is declaring
    assert (facts["partner"], facts["lho"], facts["rho"]) == (Seat.W, Seat.S, Seat.N)
    assert (facts["side"], facts["opponents"]) == (Seat.E.side, Seat.S.side)


@pytest.mark.parametrize("lost, facts", LOST)
def test_the_innocent_side_that_acted_first_may_lose_its_right(lost, facts):
    """11A: until 2007 the right to a penalty may be lost, since 2017 what was gained is taken away."""
    for year, step in zip(
        YEARS, (Step.RIGHT_MAY_BE_LOST, Step.RIGHT_MAY_BE_LOST, Step.GAIN_TAKEN_AWAY), strict=True
    ):
        incident = ExposedCard.model_validate(
            {"id": "x", "kind": "exposed-card", "offender": "E", "during": "play", "cards": ["D6"], **facts}
        )
        before = Rectification((), missing=("led",))
        rectification = apply_lost_right(
            incident, IncidentFindings(rectification=before), LAW[year]
        ).rectification
        assert (steps_of(rectification), rectification.missing) == ({step} if lost else set(), ("led",)), year
        alone = apply_lost_right(incident, IncidentFindings(), LAW[year]).rectification
        assert steps_of(alone) == ({step} if lost else set()), year


def test_an_incident_without_an_offender_leaves_findings_unchanged():
    findings = IncidentFindings()
    nobody = Other.model_validate({"id": "it", "kind": "other"})
    assert apply_lost_right(nobody, findings, LAW["2017"]) is findings
