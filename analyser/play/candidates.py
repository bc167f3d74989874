"""The plays a double-dummy search tries at each turn, the likely ones first."""

from functools import lru_cache

from analyser.play.suits import Codes, Move, Table, suit_left, winning_place

__all__ = ["candidates"]

_NOTRUMP = 4


def candidates(codes: Codes, leader: int, table: Table) -> list[Move]:
    """The plays worth trying, the likely ones first."""
    count = len(table)
    seat = (leader + count) & 3
    if not count:
        return _leads(codes, seat)
    led = table[0][0]
    strain = codes[4]
    best = winning_place(table, strain)
    suit, top = table[best]
    partner_wins = (count - best) == 2
    if suit_left(codes[led]).lengths[seat]:
        return _following(codes[led], seat, led, top if suit == led else -1, count == 3, partner_wins)
    rest = []
    for other in range(4):
        if other != strain:
            rest += [(other, place) for place in suit_left(codes[other]).upward[seat]]
    if strain == _NOTRUMP:
        return rest
    ruffs: list[Move] = []
    under: list[Move] = []
    for place in suit_left(codes[strain]).upward[seat]:
        (ruffs if suit != strain or place < top else under).append((strain, place))
    return rest + ruffs + under if partner_wins else ruffs + rest + under


@lru_cache(maxsize=200_000)
def _following(code: int, seat: int, led: int, top: int, last: bool, partner_wins: bool) -> list[Move]:
    """Following suit: to beat the card at place `top`, or under it; the caller does not change the list."""
    following = suit_left(code).upward[seat]
    beats = [(led, place) for place in following if place < top]
    under = [(led, place) for place in following if place > top]
    if partner_wins and (last or not top):
        return under + beats
    return (beats if last else beats[::-1]) + under


def _leads(codes: Codes, seat: int) -> list[Move]:
    """Leads: winners from the top, then suits partner wins, then the rest from the bottom."""
    winners, across, others = [], [], []
    partner = seat ^ 2
    for suit in range(4):
        left = suit_left(codes[suit])
        mine = left.upward[seat]
        if not mine:
            continue
        moves = [(suit, place) for place in mine]
        if left.owner == seat:
            winners.append(moves.pop())
            others += moves
        elif left.owner == partner:
            across += moves
        else:
            others += moves
    return winners + across + others
