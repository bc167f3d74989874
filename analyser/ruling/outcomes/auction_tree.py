"""The tree of hypothetical auctions after a branch by the four actual hands: every path, expanded largest first.

Nothing is sampled: the same case always gives the same tree. A call too rare to follow alone adds its probability to
the likelier calls at the same turn, not to auctions that end sooner, and this is counted: no probability is lost.

What a director puts in place of an estimate inside the tree (a call's share, a lead, a number of tricks) is reported
as his, with where it applied; so is one that names a place the tree never reached.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from analyser.bridge import PASS, Auction, Call, Card, Contract, Deal, Seat, Vulnerability
from analyser.casefile import Case, Form, JudgedActions, JudgedShares, JudgedTricks, Moment, Question
from analyser.estimates.services import CallsModel
from analyser.messages import message
from analyser.ruling import Argument, Basis, Branch, Finding, FindingClass

_AT_ONCE: Final = 32  # turns asked per batch; constant, so that the tree is always the same
_NOTHING: Final = 1e-9

Barred = Callable[[Auction, Seat], frozenset[Call]]


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of the tree, as counts, so that the answer never depends on the clock.

    Followed to half a percent, a third of a contested auction would be lost; to a thousandth, it costs a tenth of a
    second more and predicts the contracts other tables reached better.
    """

    least_path: float = 0.001
    nodes: int = 4000
    leaves: int = 2000
    unmet_calls: int = 4
    """Bids and doubles a path may make in auctions the record never met: each one extrapolates further."""


USUAL_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class FinishedAuction:
    """A finished auction, its calls since the branch, and its probability."""

    auction: Auction
    since: tuple[Call, ...]
    probability: float


Node = tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Overrides:
    """The findings that apply to one branch; of several on the same place the last counts.

    `shares` are by the calls since the branch, `leads` and `tricks` by the contract, or `None` for any; `elsewhere`
    are nodes no path from the branch leads to.
    """

    shares: Mapping[Node, Mapping[Call, float]] = field(default_factory=dict)
    leads: Mapping[Contract | None, Card] = field(default_factory=dict)
    tricks: Mapping[Contract | None, int] = field(default_factory=dict)
    elsewhere: tuple[Node, ...] = ()
    begun: Auction | None = None

    def lead_against(self, contract: Contract) -> Card | None:
        """The lead found against this contract, else the one against any, else `None`."""
        return self.leads.get(contract, self.leads.get(None))

    def tricks_in(self, contract: Contract) -> int | None:
        """Declarer's tricks found in this contract, else those in any, else `None`."""
        return self.tricks.get(contract, self.tricks.get(None))

    def findings(self, ended: Iterable[FinishedAuction]) -> Iterator[Finding]:
        """The overrides as findings, after the tree has been built."""
        paths = tuple(ended)
        for node, shares in self.shares.items():
            met = any(path.since[: len(node)] == node for path in paths)
            yield self._share(node, shares) if met else _missing_finding(self._calls_to(node))
        for node in self.elsewhere:
            yield _missing_finding(self._calls(node))
        contracts = {path.auction.contract for path in paths}
        for contract, lead in self.leads.items():
            yield _contract_finding(contract, contracts, "outcomes.lead-judged", lead=lead)
        for contract, tricks in self.tricks.items():
            yield _contract_finding(contract, contracts, "outcomes.tricks-judged", tricks=tricks)

    def _calls_to(self, node: Node) -> Auction:
        return self._calls((*self.begun.calls, *node) if self.begun else node)

    def _calls(self, calls: Node) -> Auction:
        return Auction(self.begun.dealer if self.begun else Seat.N, calls)

    def _share(self, node: Node, shares: Mapping[Call, float]) -> Finding:
        percents = tuple(
            message("outcomes.call-share", call=call, percent=Decimal(f"{round(100 * share, 1):g}"))
            for call, share in shares.items()
        )
        return _judged_finding("outcomes.share-judged", after=self._calls_to(node), shares=percents)


def _contract_finding(
    contract: Contract | None, contracts: set[Contract | None], code: str, **what: Argument
) -> Finding:
    if contract is None:
        return _judged_finding(f"{code}-any", **what)
    if contract in contracts:
        return _judged_finding(code, contract=contract, **what)
    return _missing_finding(contract)


def _judged_finding(code: str, **what: Argument) -> Finding:
    return Finding(code, tuple(what.items()), FindingClass.JUDGEMENT, (), Basis.JUDGEMENT)


def _missing_finding(place: Auction | Contract) -> Finding:
    return _judged_finding("outcomes.judged-unmet", place=place)


def overrides_of(case: Case, branch: Branch, auction: Auction) -> Overrides:
    """The findings on calls, leads and tricks that name this incident or the whole board."""
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
            judged_shares = {
                share.action: float(share.weight)
                for share in judgement.answer
                if isinstance(share.action, Call)
            }
            shares[node[len(auction) :]] = judged_shares
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


@dataclass(frozen=True, slots=True)
class AuctionTree:
    """The auctions of the tree, the likeliest first, and the probability missing from them: together 1."""

    ended: tuple[FinishedAuction, ...]
    pruned: float
    """The probability of paths still open when the limits were reached."""
    nodes: int
    folded: float = 0.0
    """The probability of calls too rare to follow alone: added to the likelier calls at the same turn."""
    cut: float = 0.0
    """The probability of paths cut where the record has no such auctions: not among `ended`."""


def grow_auctions(
    start: Auction,
    first: Mapping[Call, float],
    deal: Deal,
    vulnerability: Vulnerability,
    form: Form,
    model: CallsModel,
    barred: Barred,
    fixed: Mapping[tuple[Call, ...], Mapping[Call, float]] | None = None,
    limits: Limits = USUAL_LIMITS,
) -> AuctionTree:
    """The tree of auctions from `start`, whose next call has the shares `first`.

    `barred` gives the calls a player may not choose because unauthorised information suggests them; their share goes
    to the others. `fixed` holds a director's shares at a node, named by the calls since the branch, an empty name for
    the branch itself; what he leaves open goes to the other calls in proportion to their estimates.
    """
    begun = len(start.calls)
    # A heap of unfinished paths, largest first; the count breaks ties in the order they were added.
    heap: list[tuple[float, int, Auction, int]] = []
    ended: list[FinishedAuction] = []
    folded, cut, nodes, order = 0.0, 0.0, 0, 0

    def push(
        auction: Auction, shares: Mapping[Call, float], probability: float, unmet: int, *, met: bool
    ) -> None:
        nonlocal folded, cut, order
        followed, small = _select_calls(auction, shares, probability, limits.least_path)
        folded += small
        for call, p in followed:
            then, own = auction.then(call), unmet + (not met and call != PASS)
            if own > limits.unmet_calls or (then.is_over and not met and _is_redoubled(then)):
                cut += p
            elif then.is_over:
                ended.append(FinishedAuction(then, then.calls[begun:], p))
            else:
                order += 1
                heapq.heappush(heap, (-p, order, then, own))

    judged = fixed or {}
    push(start, _apply_judged_shares(judged.get(()), dict(first), start, barred), 1.0, 0, met=True)
    while heap and nodes < limits.nodes and len(ended) < limits.leaves:
        many = min(_AT_ONCE, len(heap), limits.nodes - nodes)
        turns = [heapq.heappop(heap) for _ in range(many)]
        nodes += many
        answers = model.shares_of_turns(deal, [turn[2] for turn in turns], vulnerability, form)
        for (negative, _, auction, unmet), shares in zip(turns, answers, strict=True):
            free = _drop_barred(dict(shares.shares), barred(auction, auction.turn))
            judged_shares = judged.get(auction.calls[begun:])
            met = bool(shares.support or judged_shares)
            push(
                auction, _apply_judged_shares(judged_shares, free, auction, barred), -negative, unmet, met=met
            )
    pruned = sum(-turn[0] for turn in heap)
    ended.sort(key=lambda path: (-path.probability, [call.code for call in path.since]))
    return AuctionTree(tuple(ended), pruned, nodes, folded, cut)


def _is_redoubled(auction: Auction) -> bool:
    """Whether a redoubled contract is played: after an auction the record never met, the model has gone astray."""
    return auction.contract is not None and auction.contract.doubled > 1


def _select_calls(
    auction: Auction, shares: Mapping[Call, float], probability: float, least: float
) -> tuple[list[tuple[Call, float]], float]:
    """The calls to follow with their probabilities, and how much of the others was added to them.

    The likeliest call is always kept, and the one that ends the auction.
    """
    closing = len(auction) >= 3 and not any(call.code for call in auction.calls[-2:])
    chances = [(call, probability * share) for call, share in sorted(shares.items()) if share > 0]
    likeliest = max(chances, key=lambda pair: (pair[1], -pair[0].code))[0]
    large = [(c, p) for c, p in chances if p >= least or c == likeliest or (closing and not c.code)]
    total, followed = sum(p for _, p in chances), sum(p for _, p in large)
    if total - followed <= 0:
        return large, 0.0
    return [(call, p * total / followed) for call, p in large], total - followed


def _apply_judged_shares(
    judged: Mapping[Call, float] | None, free: Mapping[Call, float], auction: Auction, barred: Barred
) -> Mapping[Call, float]:
    """A person's shares, exactly, the rest divided as estimated; they cannot allow what is barred."""
    closed = barred(auction, auction.turn) if judged else frozenset()
    fixed = {
        call: share for call, share in (judged or {}).items() if call not in closed and auction.is_legal(call)
    }
    if not fixed:
        return free
    others = {call: share for call, share in free.items() if call not in fixed}
    total, open_ = sum(fixed.values()), sum(others.values())
    left = max(0.0, 1 - total)
    if total < _NOTHING and open_ < _NOTHING:
        return free
    if left < _NOTHING or open_ < _NOTHING:
        return {call: share / total for call, share in fixed.items()}
    return fixed | {call: share * left / open_ for call, share in others.items()}


def _drop_barred(shares: Mapping[Call, float], barred: frozenset[Call]) -> dict[Call, float]:
    """The shares without the barred calls, normalised; unchanged if nothing else is left."""
    allowed = {call: share for call, share in shares.items() if call not in barred}
    total = sum(allowed.values())
    if total <= _NOTHING:
        return dict(shares)
    return {call: share / total for call, share in allowed.items()}
