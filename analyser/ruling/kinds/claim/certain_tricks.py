"""The tricks of an ending that no legal play of any hand can lose: the least a claim is worth."""

from dataclasses import dataclass, field
from typing import NamedTuple

from analyser.estimates.endings.ending import Ending, encode_ending
from analyser.estimates.endings.suits import Codes, Table, lefts_of, remove_trick, winner_of, worth_trying

# Plays examined before the answer is only what could be shown so far.
LIMIT = 200_000


class Certain(NamedTuple):
    """A number of tricks nobody can lose, and whether there are no more of them; if not, the search was cut short."""

    tricks: int
    is_all: bool


def certain_tricks(ending: Ending) -> Certain:
    """The tricks North-South take by any legal play of all four hands; a lower bound for a long ending."""
    codes, table = encode_ending(ending)
    worst = _Worst(LIMIT)
    tricks = 0
    while tricks < ending.size and worst.takes(codes, int(ending.leader), table, tricks + 1):
        tricks += 1
    return Certain(tricks, not worst.is_stopped)


@dataclass(slots=True)
class _Worst:
    """Searches whether a number of tricks is taken by any legal play of all four hands."""

    limit: int
    seen: int = 0
    _known: dict[tuple[Codes, int, int], bool] = field(default_factory=dict)

    @property
    def is_stopped(self) -> bool:
        """Whether the search was cut short."""
        return self.seen > self.limit

    def takes(self, codes: Codes, leader: int, table: Table, need: int) -> bool:
        if table:
            return self._card(codes, leader, table, need)
        lefts = lefts_of(codes)
        if need <= 0:
            return True
        if need > sum(len(left.owners) for left in lefts) // 4:
            return False
        if codes[4] < 4 and not lefts[codes[4]].owner & 1 and lefts[codes[4]].run >= need:
            return True  # the highest trumps of one hand cannot be lost
        key = (codes, leader, need)
        tricks_taken = self._known.get(key)
        if tricks_taken is None:
            tricks_taken = self._card(codes, leader, (), need)
            if self.is_stopped:
                return False
            self._known[key] = tricks_taken
        return tricks_taken

    def _card(self, codes: Codes, leader: int, table: Table, need: int) -> bool:
        """The same card by card: ours from the bottom, theirs from the top, as a trick is lost soonest."""
        if len(table) == 4:
            winner = winner_of(table, leader, codes[4])
            return self.takes(remove_trick(codes, table), winner, (), need - (not winner & 1))
        self.seen += 1
        if self.is_stopped:
            return False
        seat = leader + len(table) & 3
        led = table[0][0] if table else None
        if seat & 1:
            return all(
                self._card(codes, leader, (*table, move), need) for move in worth_trying(codes, seat, led)
            )
        lefts = lefts_of(codes)
        follow = (led,) if led is not None and lefts[led].lengths[seat] else range(4)
        return all(
            self._card(codes, leader, (*table, (suit, place)), need)
            for suit in follow
            for place in reversed(lefts[suit].plays[seat])
        )
