"""One case ruled: from the facts to both sides' scores, every step kept."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from analyser import laws, resources
from analyser.bridge import PointsOnly, Result
from analyser.casefile import Case, Incident
from analyser.estimates import CallModel
from analyser.estimates.services import Services
from analyser.resources import __version__
from analyser.ruling import (
    Asked,
    CaseRef,
    Finding,
    FindingClass,
    IncidentRuling,
    LawRef,
    Provenance,
    Ruling,
    Sensitivity,
    TableScore,
    Variant,
)
from analyser.ruling.alternatives.logical_alternatives import alternatives_of
from analyser.ruling.board import in_order, whole_board
from analyser.ruling.context import RulingContext, jurisdiction_of
from analyser.ruling.currency import Currency, Lacking
from analyser.ruling.incidents import Ruled, rule_incident
from analyser.ruling.score import Settled
from analyser.ruling.sensitivity import Doubt, bars_of, bars_of_variants, sensitivity_of, widest_first
from analyser.ruling.variants import variants_of


def provenance_of(services: Services, seed: int) -> Provenance:
    """The stamp of a ruling made with these services; a stand-in for a shipped model leaves no hash."""
    return Provenance(
        analyser=__version__,
        endplay=_endplay() if _is_solver(services.tricks) else None,
        models=_shipped() if isinstance(services.calls, CallModel) else (),
        laws=laws.laws_hash(),
        seed=seed,
    )


def _is_solver(counter: object) -> bool:
    """Whether the tricks are counted by the solver room; asked by name, so that nothing heavy is opened for it."""
    return type(counter).__module__.startswith("analyser.estimates.solver")


def _endplay() -> str | None:
    try:
        return version("endplay")
    except PackageNotFoundError:
        return None


@cache
def _shipped() -> tuple[tuple[str, str], ...]:
    """Every model that comes with the program and the SHA-256 of its file."""
    files = [
        (folder, file)
        for folder in resources.listing("models")
        for file in resources.listing(folder)
        if file.endswith(("/model.npz", "/model.json"))
    ]
    return tuple(
        (folder.removeprefix("models/"), hashlib.sha256(resources.data(file)).hexdigest())
        for folder, file in files
    )


Tell = Callable[[LawRef | IncidentRuling], None]  # hears the first words while the rest is worked out

_NOTHING_ASKED = Asked()
_NO_SERVICES = Services()


def rule(
    case: Case, asked: Asked = _NOTHING_ASKED, services: Services = _NO_SERVICES, tell: Tell | None = None
) -> Ruling:
    """Rule a case under the Laws it calls for, or those asked for, with what is plugged in.

    `tell` hears the Laws at once, then what peers would do at each incident, before anything is counted.
    """
    ours = _ruled(case, asked, services, tell)
    law = jurisdiction_of(case, asked)
    turned = variants_of(
        case, asked, law, ours.adjusted, lambda other, question: _ruled(other, question, services)
    )
    return _with_variants(ours, turned)


def _with_variants(ours: Ruling, turned: tuple[Variant, ...]) -> Ruling:
    """The ruling with what would be under each uncertain fact turned, and a bar for each that moves the score."""
    score = ours.adjusted.ns.exact if ours.adjusted and ours.adjusted.ns else None
    told = ours.sensitivity
    if bars := tuple(bars_of_variants(turned, score)):
        known = told or Sensitivity(None, None)
        told = replace(known, bars=widest_first((*known.bars, *bars)))
    return replace(ours, variants=turned, sensitivity=told)


def _ruled(case: Case, asked: Asked, services: Services, tell: Tell | None = None) -> Ruling:
    law = jurisdiction_of(case, asked)
    under = LawRef.of(law)
    context = RulingContext.of(case, law, services)
    if tell is not None:
        tell(under)
        for incident in in_order(case.incident):
            first = alternatives_of(context, incident, measured=False)
            tell(IncidentRuling(incident.id, str(incident.kind), alternatives=first))
    each = {incident.id: rule_incident(context, incident) for incident in in_order(case.incident)}
    ruled = [each[incident.id] for incident in case.incident]
    pairs = [(incident, each[incident.id]) for incident in in_order(case.incident)]
    together = whole_board(context, pairs)
    whole = together.settled
    findings = tuple(finding for one in ruled for finding in one.findings) + together.findings
    if whole is not None and not ruled:
        findings += whole.findings
    made = whole or next((one for one in ruled if one.outcomes and one.adjusted is together.adjusted), None)
    return Ruling(
        case=CaseRef(case.id, case.sha256, case.toml),
        asked=asked,
        law=under,
        incidents=tuple(_incident(one) for one in ruled),
        outcomes=made.outcomes if made else (),
        pruned=next((one.pruned for one in ruled if one.pruned is not None), None),
        weights=made.weights if made else None,
        adjusted=together.adjusted,
        table=_table(context),
        sensitivity=_sensitivity(context, whole, pairs),
        findings=findings,
        warnings=_warnings(context, ruled),
        provenance=provenance_of(services, context.seed),
    )


def _sensitivity(
    context: RulingContext, whole: Settled | None, pairs: list[tuple[Incident, Ruled]]
) -> Sensitivity | None:
    """The band around a score made of weighed results."""
    if whole is None or whole.weights is None or not isinstance(context.currency, Currency):
        return None
    asked = sum(poll.asked for poll in context.case.poll)
    estimated = any(one.estimated for _, one in pairs)
    doubt = Doubt.of_estimate(asked) if estimated else Doubt.of_judgement()
    told = sensitivity_of(whole, context.currency, context.table_ns, context.seed, doubt)
    own = next(((incident, one) for incident, one in pairs if one.settled is whole), None)
    if told is None or own is None:
        return told
    return replace(told, bars=widest_first((*told.bars, *bars_of(context, *own))))


def _incident(one: Ruled) -> IncidentRuling:
    adjusted = one.adjusted or (one.settled.adjusted if one.settled else None)
    return replace(one.ruling, adjusted=adjusted)


def _table(context: RulingContext) -> TableScore | None:
    result: Result | PointsOnly | None = context.case.result
    if result is None or context.table_ns is None:
        return None
    converted = None
    if isinstance(context.currency, Currency):
        worth = context.currency.worth(context.table_ns)
        converted = (str(worth.ns), str(worth.ew))
    return TableScore(result, context.table_ns, converted)


def _warnings(context: RulingContext, ruled: list[Ruled]) -> tuple[Finding, ...]:
    found = [
        Finding(reason.code, tuple((name, str(value)) for name, value in reason.args), FindingClass.FACT)
        for reason in context.jurisdiction.warnings
    ]
    scored = any(one.adjusted is not None and one.adjusted.ns is not None for one in ruled)
    if isinstance(context.currency, Lacking) and not scored:
        places = tuple(context.currency.places)
        found.append(Finding.of("adjustment.lacking", kind=FindingClass.FACT, places=places))
    return (*found, *(warning for one in ruled for warning in one.warnings))
