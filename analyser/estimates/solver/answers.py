"""What the solver answers: the double-dummy table, and tricks card by card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyser.bridge import Card, Seat, Strain
from analyser.errors import SolverError

__all__ = ["CardTricks", "Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """Declarer's tricks in each denomination, played from each hand: 20 numbers, strain by strain from clubs.

    >>> table = Table((6, 5, 6, 5) * 5)
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
