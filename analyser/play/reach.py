"""Can North-South take so many of the tricks that are left? Asked again and again, and answered with the cards that mattered.

A line of play that takes its tricks with aces and kings takes them whatever the small cards are. So each answer comes with
*what mattered*: in each suit the cards from the top down to the last whose rank played a part. Whoever holds those, and
as many small ones, gets the same answer without a search.
"""

from dataclasses import dataclass, field

from analyser.errors import SolverError
from analyser.play.candidates import candidates
from analyser.play.suits import EMPTY, WIDTH, Codes, Lefts, Table, after_trick, lefts_of
from analyser.play.sure import sure

__all__ = ["Answer", "Reach"]

Answer = tuple[
    bool, int
]  # whether they take them, and what mattered: WIDTH bits a suit, two a card from the top
_Kept = tuple[
    int, int, int, int
]  # what mattered, how it lay, and that they take at least and at most so many
_SUIT = (1 << WIDTH) - 1
_wider: dict[tuple[int, int], int] = {}


@dataclass(slots=True)
class Reach:
    """The search and its memory; after `limit` positions it refuses to go on."""

    limit: int
    positions: int = 0
    _known: dict[int, list[_Kept]] = field(default_factory=dict)

    def trick(self, codes: Codes, leader: int, size: int, need: int) -> Answer:
        """At the start of a trick."""
        if need <= 0:
            return True, 0
        if need > size:
            return False, 0
        lefts = clubs, diamonds, hearts, spades = lefts_of(codes)
        if size == 1:
            return _last(codes, lefts, leader)
        whole = codes[0] | codes[1] << WIDTH | codes[2] << 2 * WIDTH | codes[3] << 3 * WIDTH
        key = clubs.shape | diamonds.shape << 16 | hearts.shape << 32 | spades.shape << 48
        key |= leader << 64 | codes[4] << 66
        kept = self._known.setdefault(key, [])
        found = _among(kept, whole, need) or sure(lefts, codes[4], leader, size, need)
        if found is not None:
            return found
        self.positions += 1
        if self.positions > self.limit:
            raise SolverError("the ending is too long for this search", found=f"{size} tricks")
        reached, seen = self.card(codes, lefts, leader, (), 0, size, need)
        kept.append((seen, whole & seen, need, size) if reached else (seen, whole & seen, 0, need - 1))
        return reached, seen

    def card(
        self, codes: Codes, lefts: Lefts, leader: int, table: Table, best: int, size: int, need: int
    ) -> Answer:
        """With some cards of the trick on the table, of which the one at place `best` is winning."""
        count = len(table)
        wanted = not (leader + count) & 1
        go_on = self.card if count < 3 else self._finished
        suit, top = table[best] if table else (-1, 0)
        strain = codes[4]
        mattered = 0
        for move in candidates(lefts, strain, leader, table, best):
            beats = move[1] < top if move[0] == suit else move[0] == strain or not table
            reached, seen = go_on(codes, lefts, leader, (*table, move), count if beats else best, size, need)
            if reached is wanted:
                return reached, seen
            mattered |= seen
        return not wanted, mattered

    def _finished(
        self, codes: Codes, lefts: Lefts, leader: int, table: Table, best: int, size: int, need: int
    ) -> Answer:
        """The trick is full: what follows, with what mattered seen from before the trick."""
        winner = leader + best & 3
        reached, seen = self.trick(
            after_trick(codes, table), winner, size - 1, need if winner & 1 else need - 1
        )
        (led, a), (second, b), (third, c), (fourth, d) = table
        if led == second == third == fourth:
            shift = led * WIDTH
            part = seen >> shift & _SUIT
            if part:
                tops = lefts[led].tops
                seen ^= part << shift
                seen |= _widened(part, 1 << tops[a] | 1 << tops[b] | 1 << tops[c] | 1 << tops[d]) << shift
            return reached, seen | (4 << 2 * table[best][1]) - 1 << shift
        return reached, _before(lefts, table, table[best], seen)


def _among(kept: list[_Kept], whole: int, need: int) -> Answer | None:
    """What is known of an ending like this one in all that mattered."""
    for seen, value, low, high in kept:
        if whole & seen == value:
            if need <= low:
                return True, seen
            if need > high:
                return False, seen
    return None


def _before(lefts: Lefts, table: Table, won: tuple[int, int], seen: int) -> int:
    """What mattered seen from before a trick to which not all followed."""
    if seen:
        gone = [0, 0, 0, 0]
        for suit, place in table:
            gone[suit] |= 1 << lefts[suit].tops[place]
        for suit in {table[0][0], table[1][0], table[2][0], table[3][0]}:
            shift = suit * WIDTH
            part = seen >> shift & _SUIT
            if part:
                seen = seen ^ part << shift | _widened(part, gone[suit]) << shift
    suit = won[0]
    if (table[0][0] == suit) + (table[1][0] == suit) + (table[2][0] == suit) + (table[3][0] == suit) > 1:
        seen |= (4 << 2 * won[1]) - 1 << suit * WIDTH  # it won by rank
    return seen


def _widened(part: int, gone: int) -> int:
    """As many cards from the top as hold these and the ones that are gone above them.

    >>> bin(_widened(0b11, 0b01)), bin(_widened(0b11, 0b10))
    ('0b1111', '0b11')
    """
    found = _wider.get((part, gone))
    if found is None:
        count, place, places = part.bit_length() + 1 >> 1, 0, gone
        while places:
            if places & 1 and place < count:
                count += 1
            places >>= 1
            place += 1
        found = _wider[part, gone] = (1 << 2 * count) - 1
    return found


def _last(codes: Codes, lefts: Lefts, leader: int) -> Answer:
    """The last trick plays itself."""
    suit = codes[4]
    if suit > 3 or codes[suit] == EMPTY:
        suit = next(suit for suit in range(4) if lefts[suit].lengths[leader])
    left = lefts[suit]
    return not left.owner & 1, 3 << suit * WIDTH if len(left.owners) > 1 else 0
