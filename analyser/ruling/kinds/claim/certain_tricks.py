"""The tricks of an ending that no legal play of any hand can lose: the least a claim is worth."""

from dataclasses import dataclass, field

from analyser.estimates.endings.ending import Ending, encode_ending
from analyser.estimates.endings.suits import Codes, Table, lefts_of, remove_trick, winner_of

# Positions examined before the answer is only what could be shown so far.
_LIMIT = 3_000


def certain_tricks(ending: Ending) -> int:
    """The tricks North-South take by any legal play of all four hands; a lower bound for a long ending."""
    codes, table = encode_ending(ending)
    worst = _Worst()
    tricks = 0
    while tricks < ending.size and worst.takes(codes, int(ending.leader), table, tricks + 1):
        tricks += 1
    return tricks


@dataclass(slots=True)
class _Worst:
    """Searches whether a number of tricks is taken by any legal play of all four hands."""

    seen: int = 0
    _known: dict[tuple[Codes, int, int], bool] = field(default_factory=dict)

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
            self.seen += 1
            if self.seen > _LIMIT:
                return False
            tricks_taken = self._known[key] = self._card(codes, leader, (), need)
        return tricks_taken

    def _card(self, codes: Codes, leader: int, table: Table, need: int) -> bool:
        if len(table) == 4:
            winner = winner_of(table, leader, codes[4])
            return self.takes(remove_trick(codes, table), winner, (), need - (not winner & 1))
        seat = leader + len(table) & 3
        lefts = lefts_of(codes)
        follow = (table[0][0],) if table and lefts[table[0][0]].lengths[seat] else range(4)
        return all(
            self._card(codes, leader, (*table, (suit, place)), need)
            for suit in follow
            for place in lefts[suit].plays[seat]
        )
