"""Partition search of double-dummy endings: each result is cached for all endings that agree in the cards it depends on.

Tricks that are certain without search (top cards to cash, top trumps for later) end a branch. Each answer comes with
the cards it depends on, coded as in `Reach`.
"""

from dataclasses import dataclass, field

from analyser.errors import SolverError
from analyser.estimates.endings.suits import (
    EMPTY,
    KEEP,
    LEFT,
    NOTRUMP,
    SHORTER,
    WIDTH,
    Codes,
    Lefts,
    Memo,
    Move,
    Table,
    fourth_hand,
    leads,
    second_hand,
    third_hand,
    winning_place,
)

_PREFIX = tuple(tuple((1 << 2 * count) - 1 << suit * WIDTH for count in range(14)) for suit in range(4))


def sure(lefts: Lefts, strain: int, leader: int, size: int, need: int) -> tuple[bool, int] | None:
    """Whether North-South take `need` tricks of `size`, and the cards that prove it; `None` if it must be searched."""
    enough = size - need + 1 if leader & 1 else need  # tricks of the side on lead that decide it
    if strain == NOTRUMP:
        seen = _count_tops_at_notrump(lefts, leader, enough)
        return None if seen is None else (not leader & 1, seen)
    seen = _count_tops_with_trumps(lefts, strain, leader, size, enough)
    if seen is not None:
        return not leader & 1, seen
    trumps = lefts[strain]
    if trumps.run >= (size - need + 1 if trumps.owner & 1 else need):
        return not trumps.owner & 1, _PREFIX[strain][trumps.run]
    return None


def _count_tops_at_notrump(lefts: Lefts, leader: int, enough: int) -> int | None:
    """The cards that let the side on lead cash so many tricks at notrump, or `None`: the leader's tops, then partner's."""
    partner = leader ^ 2
    own_tops = seen = others = also = 0
    across = False
    for suit in range(4):
        left = lefts[suit]
        if not left.run:
            continue
        if left.owner == leader:
            own_tops += left.cash
            seen |= _PREFIX[suit][left.run]
        elif left.owner == partner:
            others += left.cash
            also |= _PREFIX[suit][left.run]
            across = across or bool(left.lengths[leader])
    if own_tops >= enough:
        return seen
    return seen | also if across and own_tops + others >= enough else None


def _count_tops_with_trumps(lefts: Lefts, strain: int, leader: int, size: int, enough: int) -> int | None:
    """The same in a suit contract: partner's tops only if the opponents have no trump and one hand at most has any."""
    own_tops, seen = _tops(lefts, strain, leader, size)
    if own_tops >= enough:
        return seen
    lengths = lefts[strain].lengths
    partner = leader ^ 2
    if lengths[leader ^ 1] or lengths[leader ^ 3] or (lengths[leader] and lengths[partner]):
        return None
    for suit in range(4):
        left = lefts[suit]
        if left.owner == partner and left.run and left.lengths[leader]:
            more, also = _tops(lefts, strain, partner, size)
            return seen | also | _PREFIX[suit][1] if own_tops + more >= enough else None
    return None


def _tops(lefts: Lefts, strain: int, leader: int, size: int) -> tuple[int, int]:
    """The tricks this player can cash when on lead, with their cards; side suits while the opponents must follow."""
    trumps = lefts[strain]
    lengths = trumps.lengths
    left_hand, right_hand, partner = leader ^ 1, leader ^ 3, leader ^ 2
    ruffs_left, ruffs_right = lengths[left_hand], lengths[right_hand]
    seen = own_tops = aside = 0
    if lengths[leader] and not (ruffs_left or ruffs_right or lengths[partner]):
        own_tops = lengths[leader]
    elif trumps.owner == leader:
        own_tops = trumps.run
        seen = _PREFIX[strain][own_tops]
    for suit in range(4):
        left = lefts[suit]
        if suit == strain or left.owner != leader:
            continue
        run = left.run
        if ruffs_left and left.lengths[left_hand] < run:
            run = left.lengths[left_hand]
        if ruffs_right and left.lengths[right_hand] < run:
            run = left.lengths[right_hand]
        if run:
            aside += run
            seen |= _PREFIX[suit][run]
    # A partner with nothing but trumps left would have to ruff and take over the lead.
    return own_tops + min(aside, size - lengths[partner]), seen


# An answer: whether North-South take the tricks needed, and the cards it depends on (WIDTH bits per suit, two
# bits per card from the top).
Answer = tuple[bool, int]
# A cached range: the cards it depends on, how they lie, and the least and the most tricks.
_Kept = tuple[int, int, int, int]
# A trick: what was left of the suits when it began, as codes and decoded; the leader, the tricks left, the
# tricks needed.
_Trick = tuple[Codes, Lefts, int, int, int]
_SUIT = (1 << WIDTH) - 1
_DOWN_TO = tuple(tuple((4 << 2 * place) - 1 << suit * WIDTH for place in range(13)) for suit in range(4))
_BIT = tuple(tuple(1 << 13 * suit + place for place in range(13)) for suit in range(4))


@dataclass(slots=True)
class Reach:
    """The search with its cache; refuses to go on after `limit` positions."""

    limit: int = 20_000_000
    positions: int = 0
    _known: dict[int, list[_Kept]] = field(default_factory=dict, repr=False, compare=False)
    _exact: dict[tuple[Codes, int], Answer] = field(default_factory=dict, repr=False, compare=False)

    def reaches(self, codes: Codes, leader: int, table: Table, need: int) -> bool:
        """Whether North-South take at least `need` of the remaining tricks."""
        clubs, diamonds, hearts, spades, _ = codes
        size = clubs.bit_length() + diamonds.bit_length() + hearts.bit_length() + spades.bit_length() - 4 >> 3
        if need <= 0:
            return True
        if need > size:
            return False
        if table:
            lefts = LEFT[clubs], LEFT[diamonds], LEFT[hearts], LEFT[spades]
            go_on = self._card if len(table) < 3 else self._fourth
            return go_on(codes, lefts, leader, size, need, table, winning_place(table, codes[4]))
        return self._trick(codes, leader, size, need)[0]

    def _card(
        self, codes: Codes, lefts: Lefts, leader: int, size: int, need: int, table: Table, best: int
    ) -> bool:
        """The same with one or two cards on the table, where the cards the answer depends on are not needed."""
        count, strain = len(table), codes[4]
        led, (suit, top) = table[0][0], table[best]
        wanted = bool(count & 1) is bool(leader & 1)
        if count == 1:
            go_on, moves = self._card, second_hand(lefts, strain, leader + 1 & 3, led, top)
        else:
            go_on, moves = self._fourth, third_hand(lefts, strain, leader ^ 2, led, suit, top, ours=not best)
        for move in moves:
            beats = move[1] < top if move[0] == suit else move[0] == strain
            after = (*table, move)
            if go_on(codes, lefts, leader, size, need, after, count if beats else best) is wanted:
                return wanted
        return not wanted

    def _fourth(
        self, codes: Codes, lefts: Lefts, leader: int, size: int, need: int, table: Table, best: int
    ) -> bool:
        """The same with one card to come."""
        strain = codes[4]
        suit, top = table[best]
        (led, a), (second, b), (third, c) = table
        gone = _BIT[led][a] | _BIT[second][b] | _BIT[third][c]
        seat = leader + 3 & 3
        wanted = not seat & 1
        known = self._exact
        for move in fourth_hand(lefts, strain, seat, led, suit, top, ours=best == 1):
            beats = move[1] < top if move[0] == suit else move[0] == strain
            winner = seat if beats else leader + best & 3
            left = need if winner & 1 else need - 1
            if not 0 < left < size:
                if (left <= 0) is wanted:
                    return wanted
                continue
            after = _remove_cards(codes, gone | _BIT[move[0]][move[1]])
            answer = known.get((after, left << 2 | winner)) or self._trick(after, winner, size - 1, left)
            if answer[0] is wanted:
                return wanted
        return not wanted

    def _trick(self, codes: Codes, leader: int, size: int, need: int) -> Answer:
        """The answer at the start of a trick, if the number of tricks does not settle it; equal questions are cached."""
        exact = (codes, need << 2 | leader)
        answer = self._exact.get(exact)
        if answer is None:
            if len(self._exact) > KEEP:
                self._exact.clear()
            answer = self._exact[exact] = self._alike(codes, leader, size, need)
        return answer

    def _alike(self, codes: Codes, leader: int, size: int, need: int) -> Answer:
        """The answer by certain tricks or by a cached ending that agrees in the cards it depends on; else by search."""
        clubs, diamonds, hearts, spades, strain = codes
        lefts = LEFT[clubs], LEFT[diamonds], LEFT[hearts], LEFT[spades]
        if size == 1:
            return _last(codes, lefts, leader)
        answer = sure(lefts, strain, leader, size, need)
        if answer is not None:
            return answer
        code = clubs | diamonds << WIDTH | hearts << 2 * WIDTH | spades << 3 * WIDTH
        key = lefts[0].shape | lefts[1].shape << 16 | lefts[2].shape << 32 | lefts[3].shape << 48
        alike = self._known.setdefault(key | (strain << 2 | leader) << 64, [])
        for seen, value, low, high in alike:
            if code & seen == value:
                if need <= low:
                    return True, seen
                if need > high:
                    return False, seen
        self.positions += 1
        if self.positions > self.limit:
            raise SolverError("the ending is too long for this search", found=f"{size} tricks")
        reached, seen = self._first((codes, lefts, leader, size, need))
        alike.append((seen, code & seen, need, size) if reached else (seen, code & seen, 0, need - 1))
        return reached, seen

    def _first(self, trick: _Trick) -> Answer:
        """The answer over all first two cards of a trick."""
        codes, lefts, leader, _, _ = trick
        strain = codes[4]
        wanted = not leader & 1
        mattered = 0
        for first in leads(lefts, strain, leader):
            led, top = first
            among = 0
            for second in second_hand(lefts, strain, leader + 1 & 3, led, top):
                suit, place = second
                best = int(place < top if suit == led else suit == strain)
                reached, seen = self._finish_trick(trick, first, second, best)
                if reached is not wanted:
                    break
                among |= seen
            else:
                return wanted, among
            mattered |= seen
        return not wanted, mattered

    def _finish_trick(self, trick: _Trick, first: Move, second: Move, best: int) -> Answer:
        """The answer over the last two cards of a trick, and the tricks after it."""
        codes, lefts, leader, size, need = trick
        strain = codes[4]
        led = first[0]
        suit, top = second if best else first
        wanted = not leader & 1
        mattered = 0
        for third in third_hand(lefts, strain, leader ^ 2, led, suit, top, ours=not best):
            if third[1] < top if third[0] == suit else third[0] == strain:
                high, ahead, winning = third[0], third[1], 2
            else:
                high, ahead, winning = suit, top, best
            among = 0
            for fourth in fourth_hand(lefts, strain, leader + 3 & 3, led, high, ahead, ours=winning == 1):
                if fourth[1] < ahead if fourth[0] == high else fourth[0] == strain:
                    winner, won = leader + 3 & 3, fourth
                else:
                    winner, won = leader + winning & 3, (high, ahead)
                left = need if winner & 1 else need - 1
                if 0 < left < size:
                    reached, seen = self._next(trick, (first, second, third, fourth), winner, left)
                else:
                    reached, seen = left <= 0, 0
                if led == second[0] == third[0] == fourth[0]:
                    seen |= _DOWN_TO[led][won[1]]
                else:
                    suits = (led, second[0], third[0], fourth[0])
                    seen |= _DOWN_TO[won[0]][won[1]] if suits.count(won[0]) > 1 else 0  # it won by rank
                if reached is not wanted:
                    break
                among |= seen
            else:
                return wanted, among
            mattered |= seen
        return not wanted, mattered

    def _next(self, trick: _Trick, table: Table, winner: int, left: int) -> Answer:
        """The answer of the next trick, its cards translated to places before this one."""
        codes, lefts, _, size, _ = trick
        (led, a), (second, b), (third, c), (fourth, d) = table
        if led == second == third == fourth:
            fewer = SHORTER[codes[led] << 13 | 1 << a | 1 << b | 1 << c | 1 << d]
            reached, seen = self._trick(_replace_suit(codes, led, fewer), winner, size - 1, left)
            part = seen >> led * WIDTH & _SUIT
            if part:
                tops = lefts[led].tops
                gone = 1 << tops[a] | 1 << tops[b] | 1 << tops[c] | 1 << tops[d]
                seen |= _WIDER[part << 13 | gone] << led * WIDTH
            return reached, seen
        gone = _BIT[led][a] | _BIT[second][b] | _BIT[third][c] | _BIT[fourth][d]
        reached, seen = self._trick(_remove_cards(codes, gone), winner, size - 1, left)
        return reached, seen and _restore_trick(lefts, table, seen)


def _remove_cards(codes: Codes, gone: int) -> Codes:
    """What is left without these cards, given as thirteen bits per suit."""
    clubs, diamonds, hearts, spades, strain = codes
    if part := gone & 0x1FFF:
        clubs = SHORTER[clubs << 13 | part]
    if part := gone >> 13 & 0x1FFF:
        diamonds = SHORTER[diamonds << 13 | part]
    if part := gone >> 26 & 0x1FFF:
        hearts = SHORTER[hearts << 13 | part]
    if part := gone >> 39:
        spades = SHORTER[spades << 13 | part]
    return clubs, diamonds, hearts, spades, strain


def _restore_trick(lefts: Lefts, table: Table, seen: int) -> int:
    """The cards an answer depends on, translated to places before a trick to which not all followed."""
    (led, a), (second, b), (third, c), (fourth, d) = table
    gone = (
        _BIT[led][lefts[led].tops[a]]
        | _BIT[second][lefts[second].tops[b]]
        | _BIT[third][lefts[third].tops[c]]
        | _BIT[fourth][lefts[fourth].tops[d]]
    )
    for suit in range(4):
        bits = gone >> 13 * suit & 0x1FFF
        if bits:
            part = seen >> suit * WIDTH & _SUIT
            if part:
                seen |= _WIDER[part << 13 | bits] << suit * WIDTH
    return seen


def _replace_suit(codes: Codes, suit: int, code: int) -> Codes:
    """The codes with another number for one suit."""
    clubs, diamonds, hearts, spades, strain = codes
    if suit == 0:
        return code, diamonds, hearts, spades, strain
    if suit == 1:
        return clubs, code, hearts, spades, strain
    if suit == 2:
        return clubs, diamonds, code, spades, strain
    return clubs, diamonds, hearts, code, strain


def _widen_key(key: int) -> int:
    """As many cards from the top as include those the answer depends on and the missing ones above them.

    The key is both sets in one number, `part << 13 | gone`.

    >>> bin(_widen_key(0b11 << 13 | 0b01)), bin(_widen_key(0b11 << 13 | 0b10))
    ('0b1111', '0b11')
    """
    part, gone = key >> 13, key & 0x1FFF
    count, place = part.bit_length() + 1 >> 1, 0
    while gone:
        if gone & 1 and place < count:
            count += 1
        gone >>= 1
        place += 1
    return (1 << 2 * count) - 1


_WIDER = Memo(_widen_key)


def _last(codes: Codes, lefts: Lefts, leader: int) -> Answer:
    """The answer of the last trick, in which nobody has a choice."""
    suit = codes[4]
    if suit == NOTRUMP or codes[suit] == EMPTY:
        suit = next(suit for suit in range(4) if lefts[suit].lengths[leader])
    left = lefts[suit]
    return not left.owner & 1, 3 << suit * WIDTH if len(left.owners) > 1 else 0
