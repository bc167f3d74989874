"""The plays a double-dummy search tries at each turn, the likely ones first."""

from analyser.estimates.endings.suits import NOTRUMP, VOID, Lefts, Move

__all__ = ["fourth_hand", "leads", "second_hand", "third_hand"]

_LOW = 0  # no card is to be beaten
NO_TRUMPS = (0, 0, 0, 0)


class _Ordered(dict[int, tuple[Move, ...]]):
    """Cards of one suit (`suit << 17 | bar << 13 | places`): the cheapest above place `bar`, then the others from the bottom."""

    def __missing__(self, key: int) -> tuple[Move, ...]:
        suit, bar = key >> 17, key >> 13 & 15
        places = [place for place in range(VOID - 1, -1, -1) if key >> place & 1]
        above = [(suit, place) for place in places if place < bar]
        found = self[key] = (*above, *((suit, place) for place in places if place >= bar))
        return found


_ORDERED = _Ordered()


def leads(lefts: Lefts, strain: int, seat: int) -> list[Move]:
    """Leads: winners from the top, then suits partner wins, then the rest from the bottom; last what may be ruffed."""
    winners: list[Move] = []
    across: list[Move] = []
    others: list[Move] = []
    ruffed: list[Move] = []
    trumps = NO_TRUMPS if strain == NOTRUMP else lefts[strain].masks
    for suit in range(4):
        left = lefts[suit]
        mask = left.masks[seat]
        if not mask:
            continue
        moves = _ORDERED[suit << 17 | mask]
        masks = left.masks
        if suit != strain and (
            (trumps[seat + 1 & 3] and not masks[seat + 1 & 3])
            or (trumps[seat + 3 & 3] and not masks[seat + 3 & 3])
        ):
            ruffed += moves
        elif left.owner == seat:
            winners.append(moves[-1])
            others += moves[:-1]
        elif left.owner == seat ^ 2 or (trumps[seat ^ 2] and not masks[seat ^ 2] and suit != strain):
            across += moves
        else:
            others += moves
    return winners + across + others + ruffed


def second_hand(lefts: Lefts, strain: int, seat: int, led: int, top: int) -> tuple[Move, ...] | list[Move]:
    """After the lead of the card at place `top`: partner plays last, the leader's partner before him."""
    left = lefts[led]
    mask = left.masks[seat]
    if not mask:
        return _void(lefts, strain, seat, led, top, ours=False)
    bar = _LOW
    if mask & mask - 1:
        third, fourth = left.highest[seat + 1 & 3], left.highest[seat ^ 2]
        ruffs = strain not in (NOTRUMP, led)
        if not (ruffs and third == VOID and lefts[strain].masks[seat + 1 & 3]):
            bar = min(third, top)
            if fourth < bar or (ruffs and fourth == VOID and lefts[strain].masks[seat ^ 2]):
                bar = _LOW
    return _ORDERED[led << 17 | bar << 13 | mask]


def third_hand(
    lefts: Lefts, strain: int, seat: int, led: int, suit: int, top: int, *, ours: bool
) -> tuple[Move, ...] | list[Move]:
    """Two cards are played; the one that wins so far, `top` of `suit`, is partner's or not."""
    left = lefts[led]
    mask = left.masks[seat]
    if not mask:
        return _void(lefts, strain, seat, suit, top, ours=ours)
    bar = _LOW
    if mask & mask - 1 and suit == led:
        last = left.highest[seat + 1 & 3]
        ruffed = last == VOID and strain not in (NOTRUMP, led) and lefts[strain].masks[seat + 1 & 3]
        if not ruffed and (not ours or last < top):
            bar = min(last, top)
    return _ORDERED[led << 17 | bar << 13 | mask]


def fourth_hand(
    lefts: Lefts, strain: int, seat: int, led: int, suit: int, top: int, *, ours: bool
) -> tuple[Move, ...] | list[Move]:
    """The last card: as cheaply as may be over the one that wins so far, unless that is partner's."""
    mask = lefts[led].masks[seat]
    if not mask:
        return _void(lefts, strain, seat, suit, top, ours=ours)
    return _ORDERED[led << 17 | (_LOW if ours or suit != led else top) << 13 | mask]


def _void(lefts: Lefts, strain: int, seat: int, suit: int, top: int, *, ours: bool) -> list[Move]:
    """A discard, the lowest of each suit first, or a ruff: that before all where the trick is not ours yet."""
    lowest: list[Move] = []
    others: list[Move] = []
    for other in range(4):
        mask = lefts[other].masks[seat]
        if mask and other != strain:
            moves = _ORDERED[other << 17 | mask]
            lowest.append(moves[0])
            others += moves[1:]
    mask = 0 if strain == NOTRUMP else lefts[strain].masks[seat]
    if not mask:
        return lowest + others
    trumps = _ORDERED[strain << 17 | mask]
    ruffs = [move for move in trumps if suit != strain or move[1] < top]
    under = [move for move in trumps if suit == strain and move[1] > top]
    return lowest + others + ruffs + under if ours else ruffs + lowest + others + under
