"""Where the play stands while a claim is searched: the cards, what is hoped for, and what the claimer has seen."""

from typing import NamedTuple

from analyser.estimates.endings.suits import Codes, Table

__all__ = ["Stand"]


class Stand(NamedTuple):
    """A moment of the play. The claiming side sits at 0 and 2.

    `hope` counts the tricks still to be made, this one included; `shown` has a bit for each opponent and suit of which
    he has shown out (`1 << seat * 4 + suit`); `beliefs` counts the losers the claimer may still take for winners.
    """

    codes: Codes
    leader: int
    table: Table
    hope: int
    shown: int
    beliefs: int

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.table)) & 3

    def on(self, table: Table) -> "Stand":
        """The same with other cards on the table."""
        return self._replace(table=table)
