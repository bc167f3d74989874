"""What holds of a ruling that models and solver estimate: it is whole, and inside our band where a case reasons its score."""

import json
from fractions import Fraction

from analyser.casefile import UnauthorisedInformation
from analyser.report.ruling_json import as_document
from tests.support.contract.ruled_case import RuledCase
from tests.support.contract.verdict_faults import find_contradictions


def estimate_holds_what_the_case_reasons(ruled: RuledCase) -> None:
    """The score lies inside our band, the infraction, the alternatives and the laws are those expected; nothing is judged."""
    assert not ruled.case.judgement
    assert not ruled.case.error
    for expected in ruled.case.expected:
        ruling = ruled.ruling(expected.edition, expected.authority)
        assert find_contradictions(ruling, ruled.case) == []
        assert ruling.sensitivity is not None
        for figure, band in (
            (expected.ns, ruling.sensitivity.band_ns),
            (expected.ew, ruling.sensitivity.band_ew),
        ):
            assert band is not None
            assert figure is not None
            assert Fraction(band[0]) <= figure <= Fraction(band[1])
        (part,) = ruling.incidents
        assert part.infraction is not None
        assert part.infraction.answer == expected.infraction
        logical = {str(alternative.action) for alternative in part.alternatives if alternative.is_alternative}
        assert logical >= set(map(str, expected.alternatives or ()))
        cited = {str(clause) for finding in ruling.findings for clause in finding.clauses}
        assert cited >= set(map(str, expected.clauses or ()))


def estimate_of_past_case_is_whole(ruled: RuledCase) -> None:
    """It can be written; a call complained of has its alternatives and an answer of some kind."""
    ruling = ruled.ruling()
    assert json.loads(json.dumps(as_document(ruling)))["case"]["id"] == ruled.path.stem
    assert len(ruling.incidents) == len(ruled.case.incident)
    for incident, part in zip(ruled.case.incident, ruling.incidents, strict=True):
        if isinstance(incident, UnauthorisedInformation) and ruled.case.hand(incident.offender) is not None:
            assert part.infraction is not None
            assert part.alternatives
            assert all(0 <= action.chosen <= action.considered <= 1 for action in part.alternatives)
