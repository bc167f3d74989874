"""Scores without a comparable result: a board that was not played (12C2, 86B), a board played in different forms (87)."""

from collections.abc import Sequence
from fractions import Fraction
from math import log2

from analyser.bridge import Result, Side
from analyser.casefile import Case, Faults, Form, FouledBoard
from analyser.errors import LawError
from analyser.laws import Jurisdiction, addresses
from analyser.messages import decimal_text
from analyser.ruling import (
    Adjusted,
    AdjustedKind,
    Basis,
    Finding,
    FindingClass,
    Outcome,
    SideScore,
)
from analyser.ruling.currency import Lacking
from analyser.scoring import (
    ArtificialValues,
    Fault,
    Field,
    GroupRules,
    SessionClamp,
    SideScores,
    Unit,
    artificial_score,
    award_in_group,
    score_ns,
)


def not_played(
    case: Case, faults: Faults, law: Jurisdiction
) -> tuple[Adjusted, tuple[Finding, ...]] | Lacking:
    """The artificial score of a board that gave no result, by each side's fault."""
    form = case.event.form
    if form is None:
        return Lacking(("event form",))
    imps = not form.scoring.every_trick_counts
    session = case.comparison.session if case.comparison else None
    scores, findings = [], []
    for side, fault, own in (
        (Side.NS, faults.NS, session.NS if session else None),
        (Side.EW, faults.EW, session.EW if session else None),
    ):
        percent = None if own is None or imps else own * 100
        award = artificial_score(
            Fault(str(fault)), artificial_values(law, imps=imps), session_clamp(law, form), percent
        )
        plain = artificial_values(law, imps=imps).plain(Fault(str(fault)))
        clauses = addresses("artificial-imps" if imps else "artificial-by-fault", law.edition.year)
        if award != plain:
            clauses += addresses("session-clamp", law.edition.year)
        unit = Unit.IMP if imps else Unit.PERCENT
        findings.append(
            Finding.of(
                "adjustment.artificial",
                clauses=clauses,
                side=side,
                fault=str(fault),
                award=award,
                unit=str(unit),
            )
        )
        scores.append(_side_score(award, str(unit)))
    return Adjusted(AdjustedKind.ARTIFICIAL, ns=scores[0], ew=scores[1]), tuple(findings)


def many_results(
    case: Case, outcomes: Sequence[Outcome], innocent: Side | None, law: Jurisdiction
) -> tuple[Finding, ...]:
    """How many results were possible and how evenly, and the artificial score that may be given instead (12C1d).

    Whether they are too many or not obvious enough is for a person to say; the Laws give no number.
    """
    chances = [outcome.probability for outcome in outcomes if outcome.legal and outcome.probability]
    if not law.edition.adjusting.many_possibilities_artificial or innocent is None or len(chances) < 2:
        return ()
    fault = {innocent.name: Fault.NONE, innocent.other.name: Fault.DIRECT}
    award = not_played(case, Faults.model_validate({name: str(value) for name, value in fault.items()}), law)
    if isinstance(award, Lacking) or award[0].ns is None or award[0].ew is None:
        return ()
    whole = sum(chances)
    entropy = -sum(p / whole * log2(p / whole) for p in chances)
    path = next((provision for provision in ("12C1d", "12C2a") if _is_known(law, provision)), None)
    return (
        Finding.of(
            "adjustment.many-results",
            kind=FindingClass.JUDGEMENT,
            standing=Basis.JUDGEMENT,
            clauses=() if path is None else (law.clause(path),),
            count=len(chances),
            entropy=round(entropy, 2),
            ns=award[0].ns.exact,
            ew=award[0].ew.exact,
            unit=award[0].ns.unit,
        ),
    )


def _is_known(law: Jurisdiction, clause: str) -> bool:
    try:
        return bool(law.clause(clause))
    except LawError:
        return False


def artificial_values(law: Jurisdiction, *, imps: bool) -> ArtificialValues:
    """What each fault is worth, in percent or in IMPs."""
    if imps:
        awards = law.regulation.awards
        return ArtificialValues.of(awards.imps_none, awards.imps_partial, awards.imps_direct)
    plain = law.edition.artificial
    return ArtificialValues.of(plain.percent_none, plain.percent_partial, plain.percent_direct)


def session_clamp(law: Jurisdiction, form: Form) -> SessionClamp:
    """Whose session counts; at board-a-match the percentages are exact."""
    values = law.edition.artificial
    if form.scoring.plain_artificial:
        return SessionClamp.EXACT
    return SessionClamp.of(innocent=values.clamp_innocent, offenders=values.clamp_offenders)


def _side_score(value: Fraction, unit: str) -> SideScore:
    return SideScore(value, decimal_text(value), decimal_text(value), unit)


def fouled(
    case: Case, incident: FouledBoard, law: Jurisdiction
) -> tuple[Adjusted, tuple[Finding, ...], int] | Lacking:
    """Our table's score within the tables that played the same form of the board."""
    result: Result | None = case.result
    if result is None or case.vulnerability is None:
        return Lacking(("table contract", "table tricks"))
    ours = score_ns(result, case.vulnerability)
    groups = [
        Field.of([(score.score, score.times) for score in group]) if group else None
        for group in incident.groups
    ]
    others = groups[0]
    results = 1 + sum(int(group.tables) for group in groups if group is not None)
    fouled_rules = law.regulation.fouled
    rules = GroupRules(
        fouled_rules.neuberg_from,
        fouled_rules.neuberg_above_share,
        fouled_rules.small_middle,
        fouled_rules.small_step,
        fouled_rules.complements_to,
    )
    award = award_in_group(ours, others, results, rules)
    size = 1 + int(others.tables) if others else 1
    why = Finding.of(
        "adjustment.fouled", clauses=(law.clause("87B"),), group=size, results=results, by=str(award.unit)
    )
    scores: SideScores = award.scores
    adjusted = Adjusted(
        AdjustedKind.NONE,
        ns=_side_score(scores.ns, str(award.unit)),
        ew=_side_score(scores.ew, str(award.unit)),
    )
    return adjusted, (why,), ours
