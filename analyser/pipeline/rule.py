"""One case ruled: from the facts to both sides' scores, every step kept."""

from dataclasses import replace

from analyser import __version__, laws
from analyser.adjustment import (
    Currency,
    Doubt,
    Lacking,
    Settled,
    currency_of,
    result_stands,
    sensitivity_of,
)
from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import Case
from analyser.laws import Jurisdiction
from analyser.pipeline.estimator import dice_of, with_alternatives
from analyser.pipeline.incidents import Bench, Ruled, rule_incident
from analyser.pipeline.variants import variants_of
from analyser.reasoning import (
    Adjusted,
    AdjustedKind,
    Asked,
    CaseRef,
    Finding,
    FindingClass,
    IncidentRuling,
    LawRef,
    Provenance,
    Ruling,
    Sensitivity,
    Sockets,
    TableScore,
)

__all__ = ["jurisdiction_of", "rule"]


def jurisdiction_of(case: Case, asked: Asked) -> Jurisdiction:
    """The Laws and regulations a case is ruled under: as asked, else as the case says, else by date and authority."""
    event = case.event
    return laws.resolve(
        event.date,
        asked.authority or event.authority,
        asked.edition or event.edition,
        event.regulations or (),
    )


_NOTHING_ASKED = Asked()
_NO_SOCKETS = Sockets()


def rule(case: Case, asked: Asked = _NOTHING_ASKED, sockets: Sockets = _NO_SOCKETS) -> Ruling:
    """Rule a case under the Laws it calls for, or those asked for, with what is plugged in."""
    ours = _ruled(case, asked, sockets)
    law = jurisdiction_of(case, asked)
    turned = variants_of(
        case, asked, law, ours.adjusted, lambda other, question: _ruled(other, question, sockets)
    )
    return replace(ours, variants=turned) if turned else ours


def _ruled(case: Case, asked: Asked, sockets: Sockets) -> Ruling:
    law = jurisdiction_of(case, asked)
    currency = currency_of(case, law)
    table_ns = _table_points(case)
    sockets = with_alternatives(sockets, currency, case)
    board = Bench(case, law, currency, table_ns, sockets)
    ruled = [rule_incident(board, incident) for incident in case.incident]
    whole = _whole_board(board, ruled)
    findings = tuple(finding for one in ruled for finding in one.findings)
    if whole is not None and not ruled:
        findings += whole.findings
    return Ruling(
        case=CaseRef(case.id, case.sha256, case.toml),
        asked=asked,
        law=LawRef(
            law.edition.year,
            tuple(other.edition.year for other in law.also),
            law.authority,
            law.regulations,
            law.because,
        ),
        incidents=tuple(_incident(one) for one in ruled),
        outcomes=whole.outcomes if whole else next((one.outcomes for one in ruled if one.outcomes), ()),
        pruned=next((one.pruned for one in ruled if one.pruned is not None), None),
        weights=whole.weights if whole else next((one.weights for one in ruled if one.weights), None),
        adjusted=_adjusted(ruled, whole),
        table=_table(board),
        sensitivity=_sensitivity(board, whole),
        findings=findings,
        warnings=_warnings(board, ruled),
        provenance=_provenance(sockets),
    )


def _table_points(case: Case) -> int | None:
    if case.result is None or case.vulnerability is None:
        return None
    from analyser.scoring import score_ns

    return score_ns(case.result, case.vulnerability)


def _whole_board(board: Bench, ruled: list[Ruled]) -> Settled | None:
    """The board with all its incidents: the first, in the order of the calls, that changes the score.

    What comes after it happened on a path that would not have arisen.
    """
    changing = [
        one.settled for one in ruled if one.settled and one.settled.adjusted.kind is not AdjustedKind.NONE
    ]
    if changing:
        return changing[0]
    standing = [one.settled for one in ruled if one.settled]
    if standing:
        return standing[0]
    if any(one.adjusted for one in ruled) or isinstance(board.currency, Lacking) or board.table_ns is None:
        return None
    if any(one.undecided for one in ruled):
        return None
    return result_stands(board.currency, board.table_ns, Finding.of("adjustment.stands"))


def _adjusted(ruled: list[Ruled], whole: Settled | None) -> Adjusted | None:
    fixed = [one.adjusted for one in ruled if one.adjusted is not None]
    if fixed:
        return fixed[-1]
    return whole.adjusted if whole else None


def _sensitivity(board: Bench, whole: Settled | None) -> Sensitivity | None:
    """The band around a score made of weighed results."""
    if whole is None or whole.weights is None or not isinstance(board.currency, Currency):
        return None
    ns, ew = whole.adjusted.ns, whole.adjusted.ew
    if ns is None or ew is None:
        return None
    scores = {Side.NS: ns.exact, Side.EW: ew.exact}
    seed = board.sockets.seed or dice_of(board.case)
    return sensitivity_of(
        whole.outcomes, whole.weights.ns, scores, board.currency, board.table_ns, seed, Doubt()
    )


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


def _provenance(sockets: Sockets) -> Provenance:
    return Provenance(analyser=__version__, laws=laws.laws_hash(), seed=sockets.seed)
