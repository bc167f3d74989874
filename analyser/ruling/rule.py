"""One case ruled: from the facts to both sides' scores, every step kept."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from analyser import laws, resources
from analyser.bridge import PointsOnly, Result
from analyser.casefile import Case
from analyser.estimates import CallModel
from analyser.estimates.services import Services
from analyser.resources import __version__
from analyser.ruling import (
    CaseRef,
    Finding,
    FindingClass,
    IncidentRuling,
    LawRef,
    Provenance,
    Ruling,
    RulingRequest,
    Sensitivity,
    TableScore,
    Variant,
)
from analyser.ruling.alternatives.logical_alternatives import alternatives_of
from analyser.ruling.board import in_order, rule_board
from analyser.ruling.context import RulingContext, jurisdiction_of
from analyser.ruling.currency import Currency, Lacking
from analyser.ruling.incidents import RuledIncident, rule_incident
from analyser.ruling.score import ScoredResults
from analyser.ruling.sensitivity import (
    AS_ESTIMATED,
    AS_JUDGED,
    bars_of,
    bars_of_variants,
    sensitivity_of,
    widest_first,
)
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


Listener = Callable[[LawRef | IncidentRuling], None]  # hears the first words while the rest is worked out

_NOTHING_ASKED = RulingRequest()
_NO_SERVICES = Services()


def rule(
    case: Case,
    request: RulingRequest = _NOTHING_ASKED,
    services: Services = _NO_SERVICES,
    tell: Listener | None = None,
) -> Ruling:
    """Rule a case under the Laws it calls for, or those asked for, with the models and the solver at hand.

    `tell` hears the Laws at once, then what peers would do at each incident, before anything is counted.
    """
    context = RulingContext.of(case, jurisdiction_of(case, request), services)
    if tell is not None:
        _first_words(context, tell)
    ruling = _ruled(context, request)
    variants = variants_of(
        context,
        request,
        ruling.adjusted,
        lambda other, asked: _ruled(RulingContext.of(other, jurisdiction_of(other, asked), services), asked),
    )
    return _with_variants(ruling, variants)


def _first_words(context: RulingContext, tell: Listener) -> None:
    tell(LawRef.of(context.jurisdiction))
    for incident in in_order(context.case.incident):
        first = alternatives_of(context, incident, measured=False)
        tell(IncidentRuling(incident.id, str(incident.kind), alternatives=first))


def _ruled(context: RulingContext, request: RulingRequest) -> Ruling:
    """The argument from stair to stair: each incident, the board with all of them, and how sure the score is."""
    case = context.case
    as_happened = [rule_incident(context, incident) for incident in in_order(case.incident)]
    board = rule_board(context, as_happened)
    by_id = {ruled.incident.id: ruled for ruled in as_happened}
    incidents = [by_id[incident.id] for incident in case.incident]
    findings = tuple(finding for ruled in incidents for finding in ruled.findings) + board.findings
    if board.scored is not None and not incidents:
        findings += board.scored.findings
    shown = board.scored or next(
        (ruled for ruled in incidents if ruled.outcomes and ruled.adjusted is board.adjusted), None
    )
    return Ruling(
        case=CaseRef(case.id, case.sha256, case.toml),
        asked=request,
        law=LawRef.of(context.jurisdiction),
        incidents=tuple(_with_score(ruled) for ruled in incidents),
        outcomes=shown.outcomes if shown else (),
        pruned=next((ruled.pruned for ruled in incidents if ruled.pruned is not None), None),
        weights=shown.weights if shown else None,
        adjusted=board.adjusted,
        table=_table(context),
        sensitivity=_sensitivity(context, board.scored, as_happened),
        findings=findings,
        warnings=_warnings(context, incidents),
        provenance=provenance_of(context.services, context.seed),
    )


def _with_score(ruled: RuledIncident) -> IncidentRuling:
    """What was found on an incident, with the score it leads to alone."""
    return replace(ruled.ruling, adjusted=ruled.adjusted or (ruled.scored.adjusted if ruled.scored else None))


def _with_variants(ruling: Ruling, variants: tuple[Variant, ...]) -> Ruling:
    """The ruling with what would be under each uncertain fact turned, and a bar for each that moves the score."""
    score = ruling.adjusted.ns.exact if ruling.adjusted and ruling.adjusted.ns else None
    sensitivity = ruling.sensitivity
    if bars := tuple(bars_of_variants(variants, score)):
        sensitivity = sensitivity or Sensitivity(None, None)
        sensitivity = replace(sensitivity, bars=widest_first((*sensitivity.bars, *bars)))
    return replace(ruling, variants=variants, sensitivity=sensitivity)


def _sensitivity(
    context: RulingContext, scored: ScoredResults | None, incidents: Sequence[RuledIncident]
) -> Sensitivity | None:
    """The band around a score made of weighed results."""
    if scored is None or scored.weights is None or not isinstance(context.currency, Currency):
        return None
    as_if_seen = AS_JUDGED
    if any(ruled.estimated for ruled in incidents):
        as_if_seen = AS_ESTIMATED + sum(poll.asked for poll in context.case.poll)
    sensitivity = sensitivity_of(scored, context.currency, context.table_ns, context.seed, as_if_seen)
    own = next((ruled for ruled in incidents if ruled.scored is scored), None)
    if sensitivity is None or own is None:
        return sensitivity
    return replace(sensitivity, bars=widest_first((*sensitivity.bars, *bars_of(context, own))))


def _table(context: RulingContext) -> TableScore | None:
    result: Result | PointsOnly | None = context.case.result
    if result is None or context.table_ns is None:
        return None
    converted = None
    if isinstance(context.currency, Currency):
        worth = context.currency.worth(context.table_ns)
        converted = (str(worth.ns), str(worth.ew))
    return TableScore(result, context.table_ns, converted)


def _warnings(context: RulingContext, incidents: Sequence[RuledIncident]) -> tuple[Finding, ...]:
    """What the law's choice leaves open, what the case lacks for a score, and what each incident warns of."""
    warnings = [
        Finding(reason.code, tuple((name, str(value)) for name, value in reason.args), FindingClass.FACT)
        for reason in context.jurisdiction.warnings
    ]
    scored = any(ruled.adjusted is not None and ruled.adjusted.ns is not None for ruled in incidents)
    if isinstance(context.currency, Lacking) and not scored:
        places = tuple(context.currency.places)
        warnings.append(Finding.of("adjustment.lacking", kind=FindingClass.FACT, places=places))
    return (*warnings, *(warning for ruled in incidents for warning in ruled.warnings))
