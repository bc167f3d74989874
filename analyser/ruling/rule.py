"""One case ruled: from the facts to both sides' scores, every step kept."""

from collections.abc import Callable
from dataclasses import replace

from analyser import laws
from analyser.bridge import PointsOnly, Result
from analyser.casefile import Case, Incident
from analyser.estimates.services import Services
from analyser.laws import Jurisdiction
from analyser.ruling import (
    Asked,
    CaseRef,
    Finding,
    FindingClass,
    IncidentRuling,
    LawRef,
    Ruling,
    Sensitivity,
    TableScore,
    Variant,
)
from analyser.ruling.adjustment import Currency, Doubt, Lacking, Settled, currency_of, sensitivity_of
from analyser.ruling.bars import bars_of, bars_of_variants, widest_first
from analyser.ruling.board import in_order, whole_board
from analyser.ruling.estimator import dice_of, first_answer, with_alternatives
from analyser.ruling.incidents import Bench, Ruled, rule_incident
from analyser.ruling.provenance import provenance_of
from analyser.ruling.variants import variants_of


def jurisdiction_of(case: Case, asked: Asked) -> Jurisdiction:
    """The Laws and regulations a case is ruled under: as asked, else as the case says, else by date and authority."""
    event = case.event
    return laws.resolve(
        event.date,
        asked.authority or event.authority,
        asked.edition or event.edition,
        event.regulations or (),
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
    if tell is not None:
        tell(under)
        for incident in in_order(case.incident):
            first = first_answer(case, incident, law, services)
            tell(IncidentRuling(incident.id, str(incident.kind), alternatives=first))
    currency = currency_of(case, law)
    table_ns = _table_points(case)
    services = with_alternatives(services, currency, case)
    board = Bench(case, law, currency, table_ns, services)
    each = {incident.id: rule_incident(board, incident) for incident in in_order(case.incident)}
    ruled = [each[incident.id] for incident in case.incident]
    pairs = [(incident, each[incident.id]) for incident in in_order(case.incident)]
    together = whole_board(board, pairs)
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
        table=_table(board),
        sensitivity=_sensitivity(board, whole, pairs),
        findings=findings,
        warnings=_warnings(board, ruled),
        provenance=provenance_of(services),
    )


def _table_points(case: Case) -> int | None:
    if case.result is None or case.vulnerability is None:
        return None
    from analyser.scoring import score_ns

    return score_ns(case.result, case.vulnerability)


def _sensitivity(
    board: Bench, whole: Settled | None, pairs: list[tuple[Incident, Ruled]]
) -> Sensitivity | None:
    """The band around a score made of weighed results."""
    if whole is None or whole.weights is None or not isinstance(board.currency, Currency):
        return None
    seed = board.services.seed or dice_of(board.case)
    asked = sum(poll.asked for poll in board.case.poll)
    estimated = any(one.estimated for _, one in pairs)
    doubt = Doubt.of_estimate(asked) if estimated else Doubt.of_judgement()
    told = sensitivity_of(whole, board.currency, board.table_ns, seed, doubt)
    own = next(((incident, one) for incident, one in pairs if one.settled is whole), None)
    if told is None or own is None:
        return told
    return replace(told, bars=widest_first((*told.bars, *bars_of(board, *own))))


def _incident(one: Ruled) -> IncidentRuling:
    adjusted = one.adjusted or (one.settled.adjusted if one.settled else None)
    return replace(one.ruling, adjusted=adjusted)


def _table(board: Bench) -> TableScore | None:
    result: Result | PointsOnly | None = board.case.result
    if result is None or board.table_ns is None:
        return None
    converted = None
    if isinstance(board.currency, Currency):
        worth = board.currency.worth(board.table_ns)
        converted = (str(worth.ns), str(worth.ew))
    return TableScore(result, board.table_ns, converted)


def _warnings(board: Bench, ruled: list[Ruled]) -> tuple[Finding, ...]:
    found = [Finding.of("law.choice", kind=FindingClass.FACT, text=text) for text in board.law.warnings]
    scored = any(one.adjusted is not None and one.adjusted.ns is not None for one in ruled)
    if isinstance(board.currency, Lacking) and not scored:
        places = tuple(board.currency.places)
        found.append(Finding.of("adjustment.lacking", kind=FindingClass.FACT, places=places))
    return (*found, *(warning for one in ruled for warning in one.warnings))
