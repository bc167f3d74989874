"""What a director puts in place of an estimate inside the tree: a call's share, a lead, a number of tricks.

Each is told as his, with where it applied; one that speaks of a place the tree never came to is told too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from analyser.bridge import Auction, Call, Card, Contract
from analyser.casefile import Case, JudgedActions, JudgedShares, JudgedTricks, Moment, Question
from analyser.ruling import Argument, Basis, Branch, Finding, FindingClass
from analyser.ruling.outcomes.auction_tree import Ended

Node = tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Overrides:
    """The findings that speak of one branch; of several on the same place the last counts.

    `shares` stand by the calls since the branch, `leads` and `tricks` by the contract, or none for any; `elsewhere` are
    nodes no path from the branch leads to.
    """

    shares: Mapping[Node, Mapping[Call, float]] = field(default_factory=dict)
    leads: Mapping[Contract | None, Card] = field(default_factory=dict)
    tricks: Mapping[Contract | None, int] = field(default_factory=dict)
    elsewhere: tuple[Node, ...] = ()
    begun: Auction | None = None

    def lead_against(self, contract: Contract) -> Card | None:
        """The lead found against this contract, before one against any."""
        return self.leads.get(contract, self.leads.get(None))

    def tricks_in(self, contract: Contract) -> int | None:
        """Declarer's tricks found in this contract, before those in any."""
        return self.tricks.get(contract, self.tricks.get(None))

    def findings(self, ended: Iterable[Ended]) -> Iterator[Finding]:
        """What was found, as a reader is told it, once the tree has grown."""
        paths = tuple(ended)
        for node, shares in self.shares.items():
            met = any(path.since[: len(node)] == node for path in paths)
            yield self._share(node, shares) if met else _missed(self._calls_to(node))
        for node in self.elsewhere:
            yield _missed(" ".join(map(str, node)))
        contracts = {path.auction.contract for path in paths}
        for contract, lead in self.leads.items():
            yield _on(contract, contracts, "outcomes.lead-judged", lead=lead)
        for contract, tricks in self.tricks.items():
            yield _on(contract, contracts, "outcomes.tricks-judged", tricks=tricks)

    def _calls_to(self, node: Node) -> str:
        begun = self.begun.calls if self.begun else ()
        return " ".join(map(str, (*begun, *node)))

    def _share(self, node: Node, shares: Mapping[Call, float]) -> Finding:
        percents = tuple(f"{call} {round(100 * share, 1):g}%" for call, share in shares.items())
        return _judged("outcomes.share-judged", after=self._calls_to(node), shares=percents)


def _on(contract: Contract | None, contracts: set[Contract | None], code: str, **what: Argument) -> Finding:
    if contract is None:
        return _judged(f"{code}-any", **what)
    if contract in contracts:
        return _judged(code, contract=contract, **what)
    return _missed(str(contract))


def _judged(code: str, **what: Argument) -> Finding:
    return Finding(code, tuple(what.items()), FindingClass.JUDGEMENT, (), Basis.JUDGEMENT)


def _missed(place: str) -> Finding:
    return _judged("outcomes.judged-unmet", place=place)


def overrides_of(case: Case, branch: Branch, auction: Auction) -> Overrides:
    """The findings on calls, leads and tricks that speak of this incident or of the whole board."""
    judgements = case.judgements(branch.incident)
    shares: dict[Node, Mapping[Call, float]] = {}
    elsewhere: dict[Node, None] = {}
    for judgement in judgements:
        if not isinstance(judgement, JudgedShares):
            continue
        node = _node(case, judgement)
        if node is None:
            continue
        if node[: len(auction)] == auction.calls:
            own = {
                share.action: float(share.weight)
                for share in judgement.answer
                if isinstance(share.action, Call)
            }
            shares[node[len(auction) :]] = own
        else:
            elsewhere[node] = None
    leads: dict[Contract | None, Card] = {}
    for judgement in judgements:
        if isinstance(judgement, JudgedActions) and judgement.question is Question.LEAD:
            card = judgement.answer[0] if judgement.answer else None
            if isinstance(card, Card):
                leads[judgement.contract] = card
    tricks = {
        judgement.contract: judgement.answer
        for judgement in judgements
        if isinstance(judgement, JudgedTricks)
    }
    return Overrides(shares, leads, tricks, tuple(elsewhere), auction)


def _node(case: Case, judgement: JudgedShares) -> Node | None:
    """All calls before the node, from the dealer on: as the finding gives them, or as they were made."""
    if judgement.after is not None:
        return judgement.after
    if judgement.at is None or judgement.at.moment is not Moment.CALL or case.auction is None:
        return None
    return case.auction.calls[: judgement.at.number - 1]
