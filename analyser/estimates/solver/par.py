"""Par: the score when both sides bid as if they saw all the cards, and the contracts that give it."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyser.bridge import PASSED_OUT, Contract, Result, Seat, Side, Strain, Vulnerability
from analyser.estimates.solver.answers import Table
from analyser.scoring.contract_score import score_ns

__all__ = ["Par", "par"]

_BIDS = tuple((level, strain) for level in range(1, 8) for strain in Strain)
_WORST = -10_000  # below the score of any contract


@dataclass(frozen=True, slots=True)
class Par:
    """The par score to North-South, and every result that gives it and holds against any further bid."""

    score_ns: int
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class _Bid:
    """A bid of one side and what it is worth to that side when the auction ends there."""

    rank: int
    side: Side
    points: int
    results: tuple[Result, ...]


def par(table: Table, dealer: Seat, vulnerability: Vulnerability) -> Par:
    """The par of a deal from its double-dummy table.

    Either side may always overcall, let the better partner declare, and double what goes down; the auction ends
    when the side that does not own the contract gains nothing by bidding on. Who deals matters when both sides
    can make the same contract: the dealer's side bids first. A contract is listed when it gives the par score and
    no higher bid of the opponents, left there, would be worth more to them: one trick short of that, they compete.
    """
    bids = tuple(_bids(table, vulnerability))
    first = dealer.side
    best = _auction(bids)
    mine, theirs = best[first], best[first.other]
    points = max(mine, -max(theirs, 0))
    score = points if first is Side.NS else -points
    results: list[Result] = [] if score else [PASSED_OUT]
    for bid in bids:
        if bid.points == (score if bid.side is Side.NS else -score) and _holds(bid, bids):
            results += bid.results
    return Par(score, tuple(results))


def _bids(table: Table, vulnerability: Vulnerability) -> Iterator[_Bid]:
    """Every bid of each side, by the better declarer, doubled when it goes down."""
    for rank, (level, strain) in enumerate(_BIDS):
        for side in Side:
            tricks = {seat: table.tricks(strain, seat) for seat in side.seats}
            most = max(tricks.values())
            doubled = 1 if most < level + 6 else 0
            declarers = [seat for seat, number in tricks.items() if number == most]
            results = tuple(Result(Contract(level, strain, doubled, seat), most) for seat in declarers)
            score = score_ns(results[0], vulnerability)
            yield _Bid(rank, side, score if side is Side.NS else -score, results)


def _auction(bids: tuple[_Bid, ...]) -> dict[Side, int]:
    """What each side gets, in its own points, when it is the first to bid and must bid something."""
    best = dict.fromkeys(Side, _WORST)
    for rank in reversed(range(len(_BIDS))):
        above = dict(best)
        for bid in bids[2 * rank : 2 * rank + 2]:  # the opponents pass, or take the best of what is above
            best[bid.side] = max(above[bid.side], min(bid.points, -above[bid.side.other]))
    return best


def _holds(bid: _Bid, bids: tuple[_Bid, ...]) -> bool:
    """Tell whether no higher bid of the opponents, if it ended the auction, would be worth more to them."""
    higher = (other for other in bids if other.rank > bid.rank and other.side is not bid.side)
    return all(other.points <= -bid.points for other in higher)
