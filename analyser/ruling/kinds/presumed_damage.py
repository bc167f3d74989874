"""When damage is presumed: a call that should have stood on the convention card, and opponents who missed their best contract."""

from analyser.bridge import Contract, Result, Seat, Side, Strain
from analyser.casefile import Misinformation
from analyser.estimates.services import NotSolved, Position
from analyser.ruling import Basis, Finding, FindingClass
from analyser.ruling.context import RulingContext
from analyser.scoring import score_ns

_BOOK = 6


def presumed_damage(context: RulingContext, incident: Misinformation) -> tuple[Finding, ...]:
    """Whether the innocent side missed its best contract, with all hands seen; nothing where the regulation presumes nothing."""
    stated = context.jurisdiction.why("information.presume_damage_off_card")
    if not incident.not_on_card or not stated.value:
        return ()
    where, side = str(stated.source), incident.by.side.other
    best = best_contract(context, side)
    if best is None:
        why = Finding.of(
            "misinformation.best-not-counted", kind=FindingClass.FACT, standing=Basis.ASSUMED, where=where
        )
        return (why,)
    reached = context.case.contract is not None and _is_reached(context, best, side)
    code = "misinformation.best-reached" if reached else "misinformation.damage-presumed"
    points = _of_side(context, best, side)
    return (
        Finding.of(
            code,
            kind=FindingClass.JUDGEMENT,
            standing=Basis.ASSUMED,
            side=side,
            best=best,
            points=points,
            where=where,
        ),
    )


def missed_best(presumed: Finding) -> Result | None:
    """The contract the side is presumed to have been kept from; none where nothing is presumed."""
    best = presumed.arguments.get("best")
    return best if presumed.code == "misinformation.damage-presumed" and isinstance(best, Result) else None


def best_contract(context: RulingContext, side: Side) -> Result | None:
    """The contract that is worth most to a side of those it can make double dummy; none where that was not counted."""
    case, counter = context.case, context.services.tricks
    if case.deal is None or case.vulnerability is None or counter is None:
        return None
    seats = [seat for seat in Seat if seat.side is side]
    hands = (case.deal[Seat.N], case.deal[Seat.E], case.deal[Seat.S], case.deal[Seat.W])
    asked = [(strain, seat) for strain in Strain for seat in seats]
    tricks = counter.tricks_many([Position(hands, strain, seat.next) for strain, seat in asked])
    made: list[Result] = []
    for (strain, seat), of_leader in zip(asked, tricks, strict=True):
        if isinstance(of_leader, NotSolved):
            return None
        won = 13 - of_leader
        made += [Result(Contract(level, strain, 0, seat), won) for level in range(1, won - _BOOK + 1)]
    return max(made, key=lambda result: _of_side(context, result, side), default=None)


def _of_side(context: RulingContext, result: Result, side: Side) -> int:
    vulnerability = context.case.vulnerability
    points = 0 if vulnerability is None else score_ns(result, vulnerability)
    return points if side is Side.NS else -points


def _is_reached(context: RulingContext, best: Result, side: Side) -> bool:
    """Whether the contract played is worth as much to the side as its best one, made as well as the cards allow."""
    contract = context.case.contract
    if contract is None or contract.declarer.side is not side or best.contract is None:
        return False
    if contract.strain is not best.contract.strain:
        return False
    played = Result(Contract(contract.level, contract.strain, 0, contract.declarer), best.tricks or 0)
    return _of_side(context, played, side) >= _of_side(context, best, side)
