"""Tricks that are sure without looking further: top cards to cash, and top trumps for later.

Each answer comes with the cards it rests on, written as in `reach`.
"""

from analyser.estimates.endings.suits import NOTRUMP, WIDTH, Lefts

__all__ = ["sure"]

_PREFIX = tuple(tuple((1 << 2 * count) - 1 << suit * WIDTH for count in range(14)) for suit in range(4))


def sure(lefts: Lefts, strain: int, leader: int, size: int, need: int) -> tuple[bool, int] | None:
    """Whether North-South take `need` tricks of `size`, where that can be seen; none: it must be searched."""
    enough = size - need + 1 if leader & 1 else need  # what the side on lead must take to settle it
    if strain == NOTRUMP:
        seen = _at_notrump(lefts, leader, enough)
        return None if seen is None else (not leader & 1, seen)
    seen = _with_trumps(lefts, strain, leader, size, enough)
    if seen is not None:
        return not leader & 1, seen
    trumps = lefts[strain]
    if trumps.run >= (size - need + 1 if trumps.owner & 1 else need):
        return not trumps.owner & 1, _PREFIX[strain][trumps.run]
    return None


def _at_notrump(lefts: Lefts, leader: int, enough: int) -> int | None:
    """What so many tricks rest on that the side on lead can cash: the leader's own, then partner's by a suit to him."""
    partner = leader ^ 2
    own = seen = others = also = 0
    across = False
    for suit in range(4):
        left = lefts[suit]
        if not left.run:
            continue
        if left.owner == leader:
            own += left.cash
            seen |= _PREFIX[suit][left.run]
        elif left.owner == partner:
            others += left.cash
            also |= _PREFIX[suit][left.run]
            across = across or bool(left.lengths[leader])
    if own >= enough:
        return seen
    return seen | also if across and own + others >= enough else None


def _with_trumps(lefts: Lefts, strain: int, leader: int, size: int, enough: int) -> int | None:
    """The same where suits may be ruffed: partner's only when the opponents have no trump, and one hand at most."""
    own, seen = _tops(lefts, strain, leader, size)
    if own >= enough:
        return seen
    lengths = lefts[strain].lengths
    partner = leader ^ 2
    if lengths[leader ^ 1] or lengths[leader ^ 3] or (lengths[leader] and lengths[partner]):
        return None
    for suit in range(4):
        left = lefts[suit]
        if left.owner == partner and left.run and left.lengths[leader]:
            more, also = _tops(lefts, strain, partner, size)
            return seen | also | _PREFIX[suit][1] if own + more >= enough else None
    return None


def _tops(lefts: Lefts, strain: int, leader: int, size: int) -> tuple[int, int]:
    """Tricks this player can cash himself when on lead: side suits only while the opponents must follow."""
    trumps = lefts[strain]
    lengths = trumps.lengths
    left_hand, right_hand, partner = leader ^ 1, leader ^ 3, leader ^ 2
    ruffs_left, ruffs_right = lengths[left_hand], lengths[right_hand]
    seen = own = aside = 0
    if lengths[leader] and not (ruffs_left or ruffs_right or lengths[partner]):
        own = lengths[leader]
    elif trumps.owner == leader:
        own = trumps.run
        seen = _PREFIX[strain][own]
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
    return own + min(aside, size - lengths[partner]), seen
