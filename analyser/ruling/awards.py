"""Scores that no result of the table makes: boards not played or fouled, and what is given where results are too many."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from analyser.bridge import Result, Side
from analyser.casefile import Case, Fault, Faults, Form, FouledBoard
from analyser.errors import LawError
from analyser.laws import Clause, Jurisdiction, addresses
from analyser.laws.choices import ImpScope
from analyser.messages import Percentage, decimal_text
from analyser.ruling import (
    Adjusted,
    AdjustedKind,
    Argument,
    Basis,
    Finding,
    FindingClass,
    Outcome,
    SideScore,
)
from analyser.ruling.currency import Currency, MissingComparison, are_many, contract_chances
from analyser.ruling.score import ScoredResults, result_stands
from analyser.scoring import (
    BoardComparison,
    DegreeOfFault,
    FaultValues,
    Field,
    GroupRules,
    SessionClamp,
    SideScores,
    Tie,
    Unit,
    WeightedScore,
    artificial_room,
    artificial_score,
    award_in_group,
    convert_result,
    fault_values,
    merge_scores,
    percent_of_top,
    room_percent,
    round_to_unit,
    score_ns,
)


def award_unplayed(
    case: Case, faults: Faults, law: Jurisdiction
) -> tuple[Adjusted, tuple[Finding, ...]] | MissingComparison:
    """The artificial score of a board that gave no result, by each side's fault; in a knock-out both get the mean."""
    form = case.event.form
    if form is None:
        return MissingComparison(("event form",))
    imps = not form.scoring.every_trick_counts
    session = case.comparison.session if case.comparison else None
    values, unit = artificial_values(law, imps=imps), Unit.IMP if imps else Unit.PERCENT
    scores, findings = [], []
    for side, fault, side_award in (
        (Side.NS, faults.NS, session.NS if session else None),
        (Side.EW, faults.EW, session.EW if session else None),
    ):
        percent = None if side_award is None or imps else side_award * 100
        award = artificial_score(DegreeOfFault(str(fault)), values, session_clamp(law, form), percent)
        clauses = addresses("artificial-imps" if imps else "artificial-by-fault", law.edition.year)
        if award != values[DegreeOfFault(str(fault))]:
            clauses += addresses("session-clamp", law.edition.year)
        findings.append(
            Finding.from_code(
                "adjustment.artificial",
                clauses=clauses,
                side=side,
                fault=str(fault),
                award=award,
                unit=str(unit),
            )
        )
        scores.append(award)
    by_fault = SideScores(*scores)
    if imps and form.scoring.pairs and law.edition.artificial.imps_scope is ImpScope.TEAMS:
        stated = law.edition.source_of("artificial.imps_scope")
        findings.append(
            Finding.from_code("adjustment.imps-at-pairs", clauses=stated.clauses, standing=Basis.ASSUMED)
        )
    if form.scoring.plain_artificial and (rooms := _both_rooms(case, by_fault, law)) is not None:
        return _artificial(rooms, Unit.MP), (*findings, _other_room_finding(law, rooms))
    if form.scoring.merges and not by_fault.balance:
        findings.append(_mean(by_fault, law))
        by_fault = merge_scores(by_fault)
    return _artificial(by_fault, unit), tuple(findings)


def no_normal_play(law: Jurisdiction) -> Finding:
    """That no rectification lets the board be played normally (12A2): the score is, or until 1997 may be, artificial."""
    stated = law.edition.source_of("adjusting.normal_play_impossible")
    return Finding.from_code("adjustment.no-normal-play", clauses=stated.clauses, duty=str(stated.value))


def _artificial(scores: SideScores, unit: Unit) -> Adjusted:
    ns, ew = (_side_score(scores.score_of(side), str(unit)) for side in Side)
    return Adjusted(AdjustedKind.ARTIFICIAL, ns=ns, ew=ew)


def _mean(own: SideScores, law: Jurisdiction) -> Finding:
    clauses = addresses("knockout-mean", law.edition.year)
    return Finding.from_code("adjustment.knockout-mean", clauses=clauses, ns=own.ns, ew=own.ew)


def _both_rooms(case: Case, percents: SideScores, law: Jurisdiction) -> SideScores | None:
    """Board-a-match: the other room's percentage against the field, and this room's artificial one, together."""
    compared = case.comparison
    if compared is None or compared.other_room is None or not compared.field:
        return None
    field = Field.from_counts([(score.score, score.times) for score in compared.field])
    north_south = room_percent(compared.other_room, field)  # our East-West's team sits there
    rules = law.regulation.awards
    ns, ew = (
        Fraction(artificial_room(room, percents.score_of(side), rules.bam_win_from, rules.bam_loss_to))
        for side, room in ((Side.NS, 100 - north_south), (Side.EW, north_south))
    )
    return SideScores(ns, ew)


def _other_room_finding(law: Jurisdiction, rooms: SideScores) -> Finding:
    rules = law.regulation.awards
    return Finding.from_code(
        "adjustment.both-rooms",
        win=rules.bam_win_from,
        loss=rules.bam_loss_to,
        ns=rooms.ns,
        ew=rooms.ew,
        where=str(law.source_of("awards.bam_win_from").source),
    )


def better_of_two(
    case: Case, faults: Faults, assigned: ScoredResults | None, law: Jurisdiction
) -> tuple[Adjusted, tuple[Finding, ...]] | MissingComparison:
    """Average plus or the assigned score to the team not at fault, whichever is better; the other the complement (86B2)."""
    form = case.event.form
    if form is None:
        return MissingComparison(("event form",))
    innocent = Side.NS if faults.NS is Fault.NONE else Side.EW
    board_top = Fraction(2) if form.scoring.every_trick_counts else None  # a board of two points, or IMPs
    values = artificial_values(law, imps=board_top is None)
    average = (
        values[DegreeOfFault.NONE] if board_top is None else values[DegreeOfFault.NONE] * board_top / 100
    )
    own_score = None if assigned is None else assigned.without_infraction.score_of(innocent)
    best = average if own_score is None else max(average, own_score)
    other = -best if board_top is None else board_top - best
    scores = SideScores(best, other) if innocent is Side.NS else SideScores(other, best)
    clauses, unit = _first_known(law, ("86B2b", "86B2")), str(form.scoring.unit)
    args: dict[str, Argument] = {"innocent": innocent, "average": average, "unit": unit}
    if own_score is not None:
        args["assigned"] = own_score
    code = "adjustment.better-of-two-average" if own_score is None else "adjustment.better-of-two"
    why = Finding(code, tuple(args.items()), clauses=clauses)
    adjusted = _artificial(scores, form.scoring.unit)
    if assigned is not None and own_score is not None and own_score >= average:
        adjusted = replace(adjusted, kind=assigned.adjusted.kind)
    return adjusted, (why,)


def cap_offender_score(
    currency: Currency, table_ns: int, side: Side, law: Jurisdiction
) -> ScoredResults | None:
    """After a change of call on purpose its side has at most average minus, the other its score (25B2 of 1997, note 17).

    None where the form of scoring knows no average minus.
    """
    match currency.form.unit:
        case Unit.MP:
            most = percent_of_top(law.edition.calls.deliberate_change_cap, 2 * currency.average)
        case Unit.IMP:
            most = artificial_values(law, imps=True)[DegreeOfFault.DIRECT]
        case _:
            return None
    table = currency.worth(table_ns)
    bound = min(table.score_of(side), most)
    own = SideScores(bound, table.ew) if side is Side.NS else SideScores(table.ns, bound)
    unit = str(currency.form.unit)
    why = Finding.from_code(
        "adjustment.capped",
        clauses=addresses("deliberate-change-legal", law.edition.year),
        side=side,
        most=most,
        unit=unit,
        other=side.other,
    )
    scored_results = result_stands(currency, table_ns, why)
    if own == table:
        return scored_results
    mean = (_mean(own, law),) if currency.form.merges else ()
    scores = merge_scores(own) if currency.form.merges else own
    adjusted = Adjusted(
        AdjustedKind.TWO_SIDED,
        ns=currency.side_score(scores.ns),
        ew=currency.side_score(scores.ew),
        match=currency.match(table, scores),
    )
    return replace(scored_results, adjusted=adjusted, findings=(why, *mean), without_infraction=own)


def score_tricks(case: Case, currency: Currency, tricks: int) -> Adjusted | None:
    """The board with so many tricks to declarer: a whole number, the same result for both sides."""
    if case.contract is None:
        return None
    scores = currency.worth(currency.points(Result(case.contract, tricks)))
    table = None if case.result is None else currency.worth(currency.points(case.result))
    return Adjusted(
        AdjustedKind.TRICKS,
        tricks,
        ns=currency.side_score(scores.ns),
        ew=currency.side_score(scores.ew),
        match=currency.match(table, scores),
    )


def many_results(
    case: Case, outcomes: Sequence[Outcome], innocent: Side | None, law: Jurisdiction
) -> tuple[Finding, ...]:
    """The artificial score that may be given instead where the contracts are many or unlikely to be told (12C1d).

    Whether they are too many or not obvious enough is for a person to say; tricks more or fewer in one contract are no
    ground for it.
    """
    if not law.edition.adjusting.many_possibilities_artificial or innocent is None or not are_many(outcomes):
        return ()
    chances = contract_chances(outcomes)
    total, likeliest = sum(chances.values()), max(chances.values())
    fault = {innocent.name: DegreeOfFault.NONE, innocent.other.name: DegreeOfFault.DIRECT}
    award = award_unplayed(
        case, Faults.model_validate({name: str(value) for name, value in fault.items()}), law
    )
    if isinstance(award, MissingComparison) or award[0].ns is None or award[0].ew is None:
        return ()
    return (
        Finding.from_code(
            "adjustment.many-results",
            kind=FindingClass.JUDGEMENT,
            standing=Basis.JUDGEMENT,
            clauses=_first_known(law, ("12C1d", "12C2a")),
            count=len(chances),
            likeliest=Percentage.round_to(likeliest / total),
            ns=award[0].ns.exact,
            ew=award[0].ew.exact,
            unit=award[0].ns.unit,
        ),
    )


def _first_known(law: Jurisdiction, provisions: tuple[str, ...]) -> tuple[Clause, ...]:
    """The first of these provisions that the edition has."""
    for provision in provisions:
        try:
            return (law.clause(provision),)
        except LawError:
            continue
    return ()


def artificial_values(law: Jurisdiction, *, imps: bool) -> FaultValues:
    """What each fault is worth, in percent or in IMPs."""
    if imps:
        awards = law.regulation.awards
        return fault_values(awards.imps_none, awards.imps_partial, awards.imps_direct)
    plain = law.edition.artificial
    return fault_values(plain.percent_none, plain.percent_partial, plain.percent_direct)


def session_clamp(law: Jurisdiction, form: Form) -> SessionClamp:
    """Whose session counts; at board-a-match the percentages are exact."""
    values = law.edition.artificial
    if form.scoring.plain_artificial:
        return SessionClamp.EXACT
    return SessionClamp.from_laws(innocent=values.clamp_innocent, offenders=values.clamp_offenders)


def _side_score(value: Fraction, unit: str) -> SideScore:
    return SideScore(value, decimal_text(value), decimal_text(value), unit)


def score_fouled_board(
    case: Case, incident: FouledBoard, law: Jurisdiction
) -> tuple[Adjusted, tuple[Finding, ...]] | MissingComparison:
    """Our table's score within the tables that played the same form of the board."""
    if incident.groups is None:
        return MissingComparison(("incident groups",))
    result: Result | None = case.result
    if result is None or case.vulnerability is None:
        return MissingComparison(("table contract", "table tricks"))
    ours = score_ns(result, case.vulnerability)
    groups = [
        Field.from_counts([(score.score, score.times) for score in group]) if group else None
        for group in incident.groups
    ]
    others = groups[0]
    results = 1 + sum(int(group.tables) for group in groups if group is not None)
    size = 1 + int(others.tables) if others else 1
    form = case.event.form
    if form is not None and form.scoring.pairs and not form.scoring.every_trick_counts:
        return _fouled_in_imps(case, form, ours, others, results, law)
    fouled_rules = law.regulation.fouled
    rules = GroupRules(
        fouled_rules.neuberg_from,
        fouled_rules.neuberg_above_share,
        fouled_rules.small_middle,
        fouled_rules.small_step,
        fouled_rules.complements_to,
    )
    award = award_in_group(ours, others, results, rules)
    scores = SideScores(*(_round_as_published(award.scores.score_of(side), law) for side in Side))
    why = Finding.from_code(
        "adjustment.fouled", clauses=(law.clause("87B"),), group=size, results=results, by=str(award.unit)
    )
    adjusted = Adjusted(
        AdjustedKind.NONE,
        ns=_side_score(scores.ns, str(award.unit)),
        ew=_side_score(scores.ew, str(award.unit)),
    )
    return adjusted, (why,)


def _round_as_published(score: Fraction, law: Jurisdiction) -> Fraction:
    """A factored score rounded where a regulation says to how many places; else exact."""
    if "rounding.neuberg" in law.regulation.unsettled:
        return score
    rounding = law.regulation.rounding.neuberg
    return round_to_unit(score, rounding.unit, Tie(rounding.tie))


def _fouled_in_imps(
    case: Case, form: Form, ours: int, others: Field | None, results: int, law: Jurisdiction
) -> tuple[Adjusted, tuple[Finding, ...]] | MissingComparison:
    """Pairs in IMPs: against the tables of the same form; a table alone has nothing to compare with (12C2b)."""
    if others is None:
        return award_unplayed(case, Faults(), law)
    alone = WeightedScore.single(ours)
    scores = convert_result(form.scoring, ours, BoardComparison(field=others), alone, alone)
    size, unit = 1 + int(others.tables), str(form.scoring.unit)
    why = Finding.from_code(
        "adjustment.fouled", clauses=(law.clause("87B"),), group=size, results=results, by=unit
    )
    ns, ew = (_side_score(scores.score_of(side), unit) for side in Side)
    return Adjusted(AdjustedKind.NONE, ns=ns, ew=ew), (why,)
