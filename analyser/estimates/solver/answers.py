"""What the solver answers: the double-dummy table, and tricks card by card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyser.bridge import PASSED_OUT, Card, Contract, Result, Seat, Side, Strain, Vulnerability
from analyser.errors import SolverError
from analyser.scoring.contract_score import score_ns


@dataclass(frozen=True, slots=True)
class DoubleDummyTable:
    """Declarer's tricks in each denomination, played from each hand: 20 numbers, strain by strain from clubs.

    >>> table = DoubleDummyTable((6, 5, 6, 5) * 5)
    >>> table.tricks(Strain.NOTRUMP, Seat.E), str(table).splitlines()[1]
    (5, 'N  6  6  6  6  6')
    """

    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse what no deal has."""
        if len(self.cells) != 20 or not all(0 <= cell <= 13 for cell in self.cells):
            raise SolverError("a table has twenty numbers between 0 and 13", found=str(self.cells))

    def tricks(self, strain: Strain, declarer: Seat) -> int:
        """Declarer's tricks in one denomination."""
        return self.cells[4 * strain + declarer]

    def __str__(self) -> str:
        """One line a declarer, clubs to notrump."""
        rows = (f"{seat} " + " ".join(f"{self.tricks(s, seat):2}" for s in Strain) for seat in Seat)
        return "\n".join(("   C  D  H  S NT", *rows))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CardTricks(Mapping[Card, int]):
    """Tricks after each card that may be played, the cards spades first and from the top.

    >>> tricks = CardTricks(((Card.parse("SA"), 9), (Card.parse("D2"), 8)))
    >>> tricks[Card.parse("D2")], max(tricks.values()), str(tricks)
    (8, 9, 'SA 9, D2 8')
    """

    pairs: tuple[tuple[Card, int], ...]

    def __getitem__(self, card: Card) -> int:
        """The tricks after this card."""
        for other, tricks in self.pairs:
            if other == card:
                return tricks
        raise KeyError(card)

    def __iter__(self) -> Iterator[Card]:
        """The cards."""
        return (card for card, _ in self.pairs)

    def __len__(self) -> int:
        """How many cards."""
        return len(self.pairs)

    def __hash__(self) -> int:
        """By the cards and tricks; it equals any mapping with the same."""
        return hash(self.pairs)

    def __str__(self) -> str:
        """Each card with its tricks."""
        return ", ".join(f"{card} {tricks}" for card, tricks in self.pairs)

    def __repr__(self) -> str:
        """How to make this again."""
        return f"CardTricks({self.pairs!r})"


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


def par(table: DoubleDummyTable, dealer: Seat, vulnerability: Vulnerability) -> Par:
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


def _bids(table: DoubleDummyTable, vulnerability: Vulnerability) -> Iterator[_Bid]:
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
