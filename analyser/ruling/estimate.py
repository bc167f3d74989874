"""From a branch to estimated outcomes: the auction grown, its contracts played, everything left out told."""

from dataclasses import dataclass

from analyser.bridge import Auction, Call, Card, Seat
from analyser.casefile import Case, Form, Moment
from analyser.estimates.services import Services
from analyser.ruling import Branch, Finding, FindingClass, Outcome, Rest
from analyser.ruling.elsewhere import seen_elsewhere
from analyser.ruling.outcomes import (
    Counting,
    Grown,
    Line,
    Played,
    Tally,
    after_cards,
    grow_auctions,
    outcomes_of,
)
from analyser.ruling.overrides import overrides_of


@dataclass(frozen=True, slots=True)
class Estimated:
    """The outcomes of a branch, how much was pruned, and what the reader should know."""

    outcomes: tuple[Outcome, ...]
    pruned: float
    findings: tuple[Finding, ...]


def estimate(case: Case, branch: Branch, services: Services) -> Estimated | None:
    """Grow the auction from a branch by the four actual hands; none when something it needs is not there."""
    deal, vulnerability, auction = case.deal, case.vulnerability, branch.auction
    if (
        deal is None
        or vulnerability is None
        or auction is None
        or services.calls is None
        or services.tricks is None
    ):
        return None
    first = {action: share for action, share in branch.legal if isinstance(action, Call)}
    if not first:
        return _of_cards(case, branch, services)
    suggested = frozenset(action for action in branch.barred if isinstance(action, Call))

    def barred(reached: Auction, seat: Seat) -> frozenset[Call]:
        here = len(reached) == len(auction)
        return suggested if here or seat is branch.informed else frozenset()

    form = case.event.form or Form.IMPS
    theirs = overrides_of(case, branch, auction)
    grown = grow_auctions(
        auction, first, deal, vulnerability, form, services.calls, barred, fixed=theirs.shares
    )
    counting = Counting(services.tricks, services.leads, services.kernel, form)
    outcomes, small, unsolved = outcomes_of(grown.ended, deal, vulnerability, counting, theirs.judged)
    told = [_grown(branch, grown), *theirs.findings(grown.ended), *seen_elsewhere(case, auction, outcomes)]
    told += [one.told for one in unsolved]
    lost = grown.pruned + small + sum(one.probability for one in unsolved)
    return Estimated(outcomes, lost, tuple(told))


def _of_cards(case: Case, branch: Branch, services: Services) -> Estimated | None:
    """Another lead, counted and played as in the record; another card of the play, on the recorded line."""
    deal, vulnerability, auction, contract = case.deal, case.vulnerability, case.auction, case.contract
    cards = {action: share for action, share in branch.legal if isinstance(action, Card)}
    if deal is None or vulnerability is None or auction is None or contract is None or not cards:
        return None
    if services.tricks is None:
        return None
    form = case.event.form or Form.IMPS
    counting = Counting(services.tricks, services.leads, services.kernel, form)
    played = Played(deal, counting, overrides_of(case, branch, auction).judged)
    tally = Tally()
    if branch.at.moment is Moment.TRICK and (branch.at.number > 1 or branch.seat is not contract.leader):
        line = Line(deal, vulnerability, form, auction, contract, case.result, case.play, case.lead)
        if not after_cards(line, branch.seat, branch.at.number, cards, played, tally, 1.0):
            return None
    else:
        played.contract(contract, cards, tally, 1.0)
    left = tally.small + sum(one.probability for one in tally.unsolved)
    return Estimated(tally.outcomes(vulnerability), left, ())


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
