"""The plays a double-dummy search tries at each turn, the likely ones first."""

from functools import lru_cache

from analyser.play.suits import Lefts, Move, SuitLeft, Table

__all__ = ["candidates"]

_NOTRUMP = 4


def candidates(lefts: Lefts, strain: int, leader: int, table: Table, best: int) -> list[Move]:
    """The plays worth trying, the likely ones first; the card at place `best` of the trick is winning so far."""
    count = len(table)
    seat = leader + count & 3
    if not count:
        return _leads(lefts, seat)
    led = table[0][0]
    suit, top = table[best]
    left = lefts[led]
    if left.lengths[seat]:
        return _following(left.upward[seat], led, top if suit == led else -1, count == 3, count - best == 2)
    rest = []
    for other in range(4):
        if other != strain:
            rest += _moves(lefts[other], other, seat)
    if strain == _NOTRUMP or not lefts[strain].lengths[seat]:
        return rest
    trumps = _moves(lefts[strain], strain, seat)
    if suit == strain:
        ruffs = [move for move in trumps if move[1] < top]
        under = [move for move in trumps if move[1] > top]
    else:
        ruffs, under = trumps, []
    return rest + ruffs + under if count - best == 2 else ruffs + rest + under


def _moves(left: SuitLeft, suit: int, seat: int) -> list[Move]:
    return [(suit, place) for place in left.upward[seat]] if left.lengths[seat] else []


@lru_cache(maxsize=200_000)
def _following(upward: tuple[int, ...], led: int, top: int, last: bool, partner_wins: bool) -> list[Move]:
    """Following suit: to beat the card at place `top`, or under it; the caller does not change the list."""
    beats = [(led, place) for place in upward if place < top]
    under = [(led, place) for place in upward if place > top]
    if partner_wins and (last or not top):
        return under + beats
    return (beats if last else beats[::-1]) + under


def _leads(lefts: Lefts, seat: int) -> list[Move]:
    """Leads: winners from the top, then suits partner wins, then the rest from the bottom."""
    winners, across, others = [], [], []
    partner = seat ^ 2
    for suit in range(4):
        left = lefts[suit]
        if not left.lengths[seat]:
            continue
        moves = [(suit, place) for place in left.upward[seat]]
        if left.owner == seat:
            winners.append(moves.pop())
            others += moves
        elif left.owner == partner:
            across += moves
        else:
            others += moves
    return winners + across + others
