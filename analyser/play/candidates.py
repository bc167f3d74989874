"""The plays a double-dummy search tries at each turn, the likely ones first."""

from analyser.play.suits import Codes, Table, suit_left, winning_place

__all__ = ["candidates"]

_NOTRUMP = 4


def candidates(codes: Codes, leader: int, table: Table) -> list[tuple[int, int]]:
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
    following = suit_left(codes[led]).upward[seat]
    if following:
        if suit != led or following[-1] > top:  # nothing in this suit wins
            return [(led, place) for place in following]
        if len(following) == 1:
            return [(led, following[0])]
        beats = [(led, place) for place in following if place < top]
        under = [(led, place) for place in following if place > top]
        if partner_wins and (count == 3 or top == 0):
            return under + beats
        return (beats if count == 3 else beats[::-1]) + under
    rest = []
    for other in range(4):
        if other != strain:
            rest += [(other, place) for place in suit_left(codes[other]).upward[seat]]
    if strain == _NOTRUMP:
        return rest
    ruffs: list[tuple[int, int]] = []
    under = []
    for place in suit_left(codes[strain]).upward[seat]:
        (ruffs if suit != strain or place < top else under).append((strain, place))
    return rest + ruffs + under if partner_wins else ruffs + rest + under


def _leads(codes: Codes, seat: int) -> list[tuple[int, int]]:
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
