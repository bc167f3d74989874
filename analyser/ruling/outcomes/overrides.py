"""What a director puts in place of an estimate inside the tree: a call's share, a lead, a number of tricks.

Each is told as his, with where it applied; one that speaks of a place the tree never came to is told too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from analyser.bridge import Auction, Call, Card, Contract
from analyser.casefile import Case, JudgedActions, JudgedShares, JudgedTricks, Moment, Question
from analyser.ruling import Argument, Branch, Finding, FindingClass, Rest
from analyser.ruling.outcomes.auction_tree import Ended
from analyser.ruling.outcomes.results import Judged

Node = tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Overrides:
    """The findings that speak of one branch; of several on the same place the last counts.

    `shares` stand by the calls since the branch; `elsewhere` are nodes no path from the branch leads to.
    """

    shares: Mapping[Node, Mapping[Call, float]]
    judged: Judged
    elsewhere: tuple[Node, ...]
    begun: Auction

    def findings(self, ended: Iterable[Ended]) -> Iterator[Finding]:
        """What was found, as a reader is told it, once the tree has grown."""
        paths = tuple(ended)
        for node, shares in self.shares.items():
            met = any(path.since[: len(node)] == node for path in paths)
            yield self._share(node, shares) if met else _missed(self._told(node))
        for node in self.elsewhere:
            yield _missed(" ".join(map(str, node)))
        contracts = {path.auction.contract for path in paths}
        for contract, lead in self.judged.leads.items():
            yield _on(contract, contracts, "outcomes.lead-judged", lead=lead)
        for contract, tricks in self.judged.tricks.items():
            yield _on(contract, contracts, "outcomes.tricks-judged", tricks=tricks)

    def _told(self, node: Node) -> str:
        return " ".join(map(str, (*self.begun.calls, *node)))

    def _share(self, node: Node, shares: Mapping[Call, float]) -> Finding:
        told = tuple(f"{call} {round(100 * share, 1):g}%" for call, share in shares.items())
        return _found("outcomes.share-judged", after=self._told(node), shares=told)


def _on(contract: Contract | None, contracts: set[Contract | None], code: str, **what: Argument) -> Finding:
    if contract is None:
        return _found(f"{code}-any", **what)
    if contract in contracts:
        return _found(code, contract=contract, **what)
    return _missed(str(contract))


def _found(code: str, **what: Argument) -> Finding:
    return Finding(code, tuple(what.items()), FindingClass.JUDGEMENT, (), Rest.JUDGEMENT)


def _missed(place: str) -> Finding:
    return _found("outcomes.judged-unmet", place=place)


def overrides_of(case: Case, branch: Branch, auction: Auction) -> Overrides:
    """The findings on calls, leads and tricks that speak of this incident or of the whole board."""
    found = case.judgements(branch.incident)
    shares: dict[Node, Mapping[Call, float]] = {}
    elsewhere: dict[Node, None] = {}
    for one in found:
        if not isinstance(one, JudgedShares):
            continue
        node = _node(case, one)
        if node is None:
            continue
        if node[: len(auction)] == auction.calls:
            told = {
                share.action: float(share.weight) for share in one.answer if isinstance(share.action, Call)
            }
            shares[node[len(auction) :]] = told
        else:
            elsewhere[node] = None
    leads: dict[Contract | None, Card] = {}
    for one in found:
        if isinstance(one, JudgedActions) and one.question is Question.LEAD:
            card = one.answer[0] if one.answer else None
            if isinstance(card, Card):
                leads[one.contract] = card
    tricks = {one.contract: one.answer for one in found if isinstance(one, JudgedTricks)}
    return Overrides(shares, Judged(leads, tricks), tuple(elsewhere), auction)


def _node(case: Case, found: JudgedShares) -> Node | None:
    """All calls before the node, from the dealer on: as the finding gives them, or as they were made."""
    if found.after is not None:
        return found.after
    if found.at is None or found.at.moment is not Moment.CALL or case.auction is None:
        return None
    return case.auction.calls[: found.at.number - 1]
