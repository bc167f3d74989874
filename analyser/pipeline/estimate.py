"""From a branch to estimated outcomes: the auction grown, its contracts played, everything left out told."""

from collections.abc import Mapping
from dataclasses import dataclass

from analyser.bridge import Auction, Call, Card, Seat
from analyser.casefile import Case, Form, JudgedActions, JudgedShares, JudgedTricks, Question
from analyser.outcomes import Counting, Grown, grow_auctions, outcomes_of
from analyser.reasoning import Branch, Finding, FindingClass, Outcome, Rest, Sockets

__all__ = ["Estimated", "estimate"]


@dataclass(frozen=True, slots=True)
class Estimated:
    """The outcomes of a branch, how much was pruned, and what the reader should know."""

    outcomes: tuple[Outcome, ...]
    pruned: float
    findings: tuple[Finding, ...]


def estimate(case: Case, branch: Branch, sockets: Sockets) -> Estimated | None:
    """Grow the auction from a branch by the four actual hands; none when something it needs is not there."""
    deal, vulnerability, auction = case.deal, case.vulnerability, branch.auction
    if (
        deal is None
        or vulnerability is None
        or auction is None
        or sockets.calls is None
        or sockets.tricks is None
    ):
        return None
    first = {action: share for action, share in branch.legal if isinstance(action, Call)}
    if not first:
        return None
    suggested = frozenset(action for action in branch.barred if isinstance(action, Call))

    def barred(_: Auction, seat: Seat) -> frozenset[Call]:
        return suggested if seat is branch.informed else frozenset()

    form = case.event.form or Form.IMPS
    grown = grow_auctions(
        auction, first, deal, vulnerability, form, sockets.calls, barred, fixed=_fixed(case, branch, auction)
    )
    counting = Counting(sockets.tricks, sockets.leads, sockets.kernel, form)
    lead, tricks = _lead(case, branch), _tricks(case, branch)
    outcomes, small, unsolved = outcomes_of(grown.ended, deal, vulnerability, counting, lead, tricks)
    told = [_grown(branch, grown)]
    told += [
        Finding.of(
            "outcomes.unsolved",
            kind=FindingClass.FACT,
            contract=one.contract,
            share=round(one.probability, 3),
        )
        for one in unsolved
    ]
    lost = grown.pruned + small + sum(one.probability for one in unsolved)
    return Estimated(outcomes, lost, tuple(told))


def _grown(branch: Branch, grown: Grown) -> Finding:
    return Finding.of(
        "outcomes.grown",
        kind=FindingClass.JUDGEMENT,
        standing=Rest.ASSUMED,
        at=str(branch.at),
        nodes=grown.nodes,
        ends=len(grown.ended),
        pruned=round(grown.pruned, 3),
    )


def _fixed(case: Case, branch: Branch, auction: Auction) -> Mapping[tuple[Call, ...], Mapping[Call, float]]:
    """A director's shares at a call after the branch: on the actual path only."""
    fixed: dict[tuple[Call, ...], Mapping[Call, float]] = {}
    actual = case.auction.calls if case.auction is not None else ()
    for found in case.judgements(branch.incident):
        if isinstance(found, JudgedShares) and found.at is not None and found.at.number > len(auction.calls):
            since = actual[len(auction.calls) : found.at.number - 1]
            shares = {s.action: float(s.weight) for s in found.answer if isinstance(s.action, Call)}
            fixed[since] = shares
    return fixed


def _lead(case: Case, branch: Branch) -> Card | None:
    for found in case.judgements(branch.incident):
        if isinstance(found, JudgedActions) and found.question is Question.LEAD:
            return next((action for action in found.answer if isinstance(action, Card)), None)
    return None


def _tricks(case: Case, branch: Branch) -> int | None:
    for found in case.judgements(branch.incident):
        if isinstance(found, JudgedTricks):
            return found.answer
    return None
