"""From a branch to estimated outcomes: the auction grown, its contracts played, everything left out told."""

from dataclasses import dataclass

from analyser.bridge import Auction, Call, Seat
from analyser.casefile import Case, Form
from analyser.outcomes import Counting, Grown, grow_auctions, outcomes_of
from analyser.pipeline.elsewhere import seen_elsewhere
from analyser.pipeline.overrides import overrides_of
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

    def barred(reached: Auction, seat: Seat) -> frozenset[Call]:
        here = len(reached) == len(auction)
        return suggested if here or seat is branch.informed else frozenset()

    form = case.event.form or Form.IMPS
    theirs = overrides_of(case, branch, auction)
    grown = grow_auctions(
        auction, first, deal, vulnerability, form, sockets.calls, barred, fixed=theirs.shares
    )
    counting = Counting(sockets.tricks, sockets.leads, sockets.kernel, form)
    outcomes, small, unsolved = outcomes_of(grown.ended, deal, vulnerability, counting, theirs.judged)
    told = [_grown(branch, grown), *theirs.findings(grown.ended), *seen_elsewhere(case, auction, outcomes)]
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
        pruned=round(grown.pruned + grown.folded, 3),
    )
