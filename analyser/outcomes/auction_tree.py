"""What the auction would have been: every path from a branch on, by the four actual hands, largest first.

No dice: the same case always gives the same tree. What is too small to follow is counted in `pruned`, never forgotten.
"""

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from analyser.bridge import Auction, Call, Deal, Seat, Vulnerability
from analyser.casefile import Form
from analyser.reasoning import CallsModel

__all__ = ["Barred", "Ended", "Grown", "Limits", "grow_auctions"]

Barred = Callable[[Auction, Seat], frozenset[Call]]


@dataclass(frozen=True, slots=True)
class Limits:
    """How far the tree is followed: by counts, so that the answer never depends on the clock."""

    least_path: float = 0.005
    nodes: int = 1200
    leaves: int = 400


_USUAL = Limits()


@dataclass(frozen=True, slots=True)
class Ended:
    """One auction that came to its end, the calls since the branch, and how likely it is."""

    auction: Auction
    since: tuple[Call, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class Grown:
    """Every auction found, the likeliest first, and what was left out."""

    ended: tuple[Ended, ...]
    pruned: float
    nodes: int


def grow_auctions(
    start: Auction,
    first: Mapping[Call, float],
    deal: Deal,
    vulnerability: Vulnerability,
    form: Form,
    model: CallsModel,
    barred: Barred,
    fixed: Mapping[tuple[Call, ...], Mapping[Call, float]] | None = None,
    limits: Limits = _USUAL,
) -> Grown:
    """Follow the auction from `start`, whose next call is shared out by `first`.

    `barred` tells which calls a player may not choose because unauthorised information suggests them; their share
    goes to the others. `fixed` holds a director's shares at a node, named by the calls since the branch.
    """
    begun = len(start.calls)
    # A heap of the unfinished, largest first; the count keeps equal paths in the order they were found.
    heap: list[tuple[float, int, Auction]] = []
    ended: list[Ended] = []
    pruned, nodes, order = 0.0, 0, 0

    def push(auction: Auction, shares: Mapping[Call, float], probability: float) -> None:
        nonlocal pruned, order
        for call, share in sorted(shares.items()):
            p = probability * share
            if p <= 0:
                continue
            then = auction.then(call)
            if then.is_over:
                ended.append(Ended(then, then.calls[begun:], p))
            elif p < limits.least_path:
                pruned += p
            else:
                order += 1
                heapq.heappush(heap, (-p, order, then))

    push(start, first, 1.0)
    while heap and nodes < limits.nodes and len(ended) < limits.leaves:
        negative, _, auction = heapq.heappop(heap)
        nodes += 1
        since = auction.calls[begun:]
        shares = (fixed or {}).get(since)
        if shares is None:
            seat = auction.turn
            told = model.calls(deal[seat], auction, vulnerability, form)
            shares = _allowed(dict(told.shares), barred(auction, seat))
        push(auction, shares, -negative)
    pruned += sum(-negative for negative, _, _ in heap)
    ended.sort(key=lambda one: (-one.probability, [call.code for call in one.since]))
    return Grown(tuple(ended), pruned, nodes)


def _allowed(shares: Mapping[Call, float], barred: frozenset[Call]) -> dict[Call, float]:
    """The shares without what may not be chosen; if nothing else is left, as they were."""
    kept = {call: share for call, share in shares.items() if call not in barred}
    whole = sum(kept.values())
    if whole <= 1e-9:
        return dict(shares)
    return {call: share / whole for call, share in kept.items()}
