"""Which score follows where no result stands (12C2, 86), and when a rectified result stands."""

from typing import assert_never

from analyser.bridge import Side
from analyser.casefile import Case, Fault, Faults, Incident, JudgedTruth, Question, RulingKind
from analyser.laws import Jurisdiction
from analyser.laws.choices import OtherTableRule, ScoreKind
from analyser.ruling import Basis, Finding, FindingClass, IncidentFindings, Rectification
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Step,
    cite,
    combine,
    due,
    find_judgement,
    option,
    steps_of,
    unmet_needs,
)


def score_due(
    law: Jurisdiction, kind: ScoreKind, *places: str, fault: Faults | None, teams: bool | None
) -> Rectification:
    """The adjusted score a provision orders: of the kind it names, with the other table's word in teams."""
    match kind:
        case ScoreKind.ARTIFICIAL:
            return combine(artificial(law, *places, fault=fault), other_table(law, teams))
        case ScoreKind.ADJUSTED:
            return combine(due(law, Step.ADJUSTED, *places), other_table(law, teams))
        case _:
            assert_never(kind)


def artificial(law: Jurisdiction, *places: str, fault: Faults | None) -> Rectification:
    """Each side's artificial score by its own fault: the two need not balance.

    >>> from analyser.laws import resolve
    >>> found = artificial(resolve(None, "WBF"), "15B3", fault=Faults(EW=Fault.DIRECT))
    >>> [(one.arguments["side"], one.arguments["percent"], one.arguments["imps"]) for one in found.due]
    [(Side.NS, 60, 3), (Side.EW, 40, -3)]
    """
    if fault is None:
        return combine(due(law, Step.ARTIFICIAL_DUE, *places, "artificial-by-fault"), unmet_needs("fault"))
    parts = []
    for side, score in ((Side.NS, fault.NS), (Side.EW, fault.EW)):
        percent, imps = _award(law, score)
        parts.append(
            due(
                law,
                Step.ARTIFICIAL,
                *places,
                "artificial-by-fault",
                side=side,
                fault=str(score),
                percent=percent,
                imps=imps,
            )
        )
    return combine(*parts)


def artificial_is_due(rectification: Rectification) -> bool:
    """Whether the Laws order an artificial score, so that the sides' faults decide the score of the board."""
    codes = {finding.code for finding in rectification.due}
    return f"rectify.{Step.ARTIFICIAL}" in codes or f"rectify.{Step.ARTIFICIAL_DUE}" in codes


def better_of_two_is_due(rectification: Rectification) -> bool:
    """Whether one team alone was at fault, so that the other has the better of an average plus and an assigned score."""
    return Step.BETTER_OF_TWO in steps_of(rectification)


def keeps_table(case: Case, incident: Incident, rectification: Rectification | None) -> Side | None:
    """The side that keeps its score, where the Laws take from the other alone what it gained (43B3; 11A of 2017)."""
    steps = steps_of(rectification) if rectification else frozenset()
    if Step.GAIN_TAKEN_AWAY in steps:
        return incident.offending_side
    declarer = case.declarer
    return declarer.side if declarer is not None and Step.DEFENDERS_ONLY in steps else None


def capped_side(rectification: Rectification) -> Side | None:
    """The side that scores at most average minus: it changed a legal call on purpose (25B2 of 1997)."""
    if rectification.missing:
        return None
    for finding in rectification.due:
        side = finding.arguments["side"] if finding.code == f"rectify.{Step.CHANGED_CAPPED}" else None
        if isinstance(side, Side):
            return side
    return None


def _award(law: Jurisdiction, fault: Fault) -> tuple[int, int]:
    percents, imps = law.edition.artificial, law.regulation.awards
    match fault:
        case Fault.NONE:
            return percents.percent_none, imps.imps_none
        case Fault.PARTIAL:
            return percents.percent_partial, imps.imps_partial
        case Fault.DIRECT:
            return percents.percent_direct, imps.imps_direct
        case _:
            assert_never(fault)


def other_table(law: Jurisdiction, teams: bool | None) -> Rectification:
    """In teams a result at the other table between the same sides may call for an assigned score."""
    if not teams:
        return NOTHING
    form = law.edition.teams.other_table
    match form:
        case OtherTableRule.NOTHING:
            return NOTHING
        case OtherTableRule.MAY_ASSIGN:
            return due(law, Step.OTHER_TABLE_MAY, "other-table")
        case OtherTableRule.SHALL_ASSIGN:
            return due(law, Step.OTHER_TABLE_SHALL, "other-table")
        case _:
            assert_never(form)


def team_boards(law: Jurisdiction, fault: Faults | None) -> Rectification:
    """Two results that do not compare, or more than one adjusted score, between two teams: by fault (86B2 of 2017)."""
    where = "other-table-several"
    if fault is None or not law.edition.teams.several_results:
        return artificial(law, *((where,) if law.edition.teams.several_results else ()), fault=fault)
    at_fault = [
        side
        for side, side_fault in ((Side.NS, fault.NS), (Side.EW, fault.EW))
        if side_fault is not Fault.NONE
    ]
    if len(at_fault) == 1:
        return combine(
            due(law, Step.BETTER_OF_TWO, where, innocent=at_fault[0].other, offending=at_fault[0]),
            other_table(law, teams=True),
        )
    replaced = NOTHING if at_fault else option(law, Step.REPLACEMENT, where)
    return combine(due(law, Step.CANCELLED, where), artificial(law, where, fault=fault), replaced)


# Steps that change the score only if somebody was damaged, or the offenders gained.
_IF_DAMAGED = frozenset(
    {
        Step.COULD_HAVE_KNOWN,
        Step.WITH_HELP,
        Step.IF_DAMAGED,
        Step.IF_TOLD,
        Step.MAY_ADJUST,
        Step.ADJUST_IF_AFFECTED,
    }
)


def explain_table_result(
    case: Case, incident: Incident, conclusions: IncidentFindings, law: Jurisdiction
) -> Finding | None:
    """Why the table result stands after an irregularity that the Laws themselves put right; none: that is not so here.

    That what was due was too hard or too mild is no ground for another score (12B of 1997, 12B2 since 2007). Where the
    Laws adjust only if there was damage, and nobody says that there was, the result stands for as long as nobody does.
    """
    remedy = conclusions.rectification
    if not incident.stands_once_rectified or remedy is None or remedy.missing:
        return None
    if not remedy.due and not remedy.options:
        return None
    # Whether he chose the cap only the auction tells; where it does and the cap is not due, his first call stood.
    chosen = (
        {Step.CHANGED_CAPPED} if case.auction is not None else {Step.MAY_CHANGE_CAPPED, Step.CHANGED_CAPPED}
    )
    ordered = {step for step in steps_of(remedy) if step.startswith("score.")} | (
        steps_of(remedy) & {Step.SCORED_WITHOUT, *chosen}
    )
    if ordered - _IF_DAMAGED or _damage_said(case, incident):
        return None
    if ordered and any(ruling.kind is not RulingKind.RESULT_STANDS for ruling in case.ruling):
        return None  # somebody who ruled saw damage
    open_still = bool(ordered)
    return Finding.from_code(
        "adjustment.rectified-if-no-damage" if open_still else "adjustment.rectified",
        kind=FindingClass.LAW,
        clauses=cite(law, "severity"),
        standing=Basis.ASSUMED if open_still else Basis.COMPUTED,
    )


def _damage_said(case: Case, incident: Incident) -> bool:
    """A person found damage, for this incident or for the board."""
    on_board = any(
        isinstance(judgement, JudgedTruth)
        and judgement.question is Question.DAMAGE
        and judgement.incident is None
        and judgement.answer
        for judgement in case.judgement
    )
    return on_board or find_judgement(case, incident, Question.DAMAGE) is True
