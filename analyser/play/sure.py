"""Tricks that are sure without looking further: top cards to cash, and top trumps for later.

Each answer comes with the cards it rests on, written as in `reach`.
"""

from analyser.play.suits import WIDTH, Lefts, SuitLeft

__all__ = ["sure"]

_NOTRUMP = 4


def sure(lefts: Lefts, strain: int, leader: int, size: int, need: int) -> tuple[bool, int] | None:
    """Whether North-South take `need` tricks of `size`, where that can be seen; none: it must be searched."""
    enough = size - need + 1 if leader & 1 else need  # what the side on lead must take to settle it
    count, seen = _cashed(lefts, strain, leader, size)
    if count >= enough:
        return not leader & 1, seen
    if strain != _NOTRUMP:
        trumps = lefts[strain]
        if trumps.run >= (size - need + 1 if trumps.owner & 1 else need):
            return not trumps.owner & 1, _prefix(strain, trumps.run)
    return None


def _prefix(suit: int, count: int) -> int:
    return (1 << 2 * count) - 1 << suit * WIDTH


def _cashed(lefts: Lefts, strain: int, leader: int, size: int) -> tuple[int, int]:
    """Tricks the leader's side can cash at once, whatever the others hold: his own, then partner's by a suit to him."""
    partner = leader ^ 2
    own, seen = _tops(lefts, strain, leader, size)
    if own >= size:
        return own, seen
    across = next((suit for suit in range(4) if _leads_to(lefts[suit], leader)), None)
    if across is None:
        return own, seen
    if strain != _NOTRUMP:
        lengths = lefts[strain].lengths
        if lengths[leader ^ 1] or lengths[leader ^ 3] or (lengths[leader] and lengths[partner]):
            return own, seen
    more, also = _tops(lefts, strain, partner, size)
    return min(own + more, size), seen | also | _prefix(across, 1)


def _leads_to(left: SuitLeft, leader: int) -> bool:
    """The partner has the top card of a suit the leader can lead."""
    return bool(left.owner == leader ^ 2 and left.run and left.lengths[leader])


def _tops(lefts: Lefts, strain: int, leader: int, size: int) -> tuple[int, int]:
    """Tricks this player can cash himself when on lead."""
    if strain == _NOTRUMP:
        return _at_notrump(lefts, leader, size)
    return _with_trumps(lefts, strain, leader, size)


def _at_notrump(lefts: Lefts, leader: int, size: int) -> tuple[int, int]:
    """The same without trumps: the top cards, and the small ones of a suit they clear."""
    tricks = seen = 0
    for suit, left in enumerate(lefts):
        if left.owner == leader and left.run:
            tricks += left.lengths[leader] if _clears(left.lengths, leader, left.run) else left.run
            seen |= _prefix(suit, left.run)
    return min(tricks, size), seen


def _with_trumps(lefts: Lefts, strain: int, leader: int, size: int) -> tuple[int, int]:
    """The same where suits may be ruffed: side suits only while the opponents must follow."""
    trumps = lefts[strain]
    lengths = trumps.lengths
    seen = 0
    if lengths[leader] and not (lengths[leader ^ 1] or lengths[leader ^ 2] or lengths[leader ^ 3]):
        own = lengths[leader]
    elif trumps.owner == leader:
        own = trumps.run
        seen = _prefix(strain, own)
    else:
        own = 0
    aside = 0
    left_hand, right_hand = leader ^ 1, leader ^ 3
    for suit, left in enumerate(lefts):
        if suit == strain or left.owner != leader:
            continue
        run = left.run
        if lengths[left_hand]:
            run = min(run, left.lengths[left_hand])
        if lengths[right_hand]:
            run = min(run, left.lengths[right_hand])
        if run:
            aside += run
            seen |= _prefix(suit, run)
    # A partner with nothing but trumps left would have to ruff and take over the lead.
    return min(own + min(aside, size - lengths[leader ^ 2]), size), seen


def _clears(lengths: tuple[int, int, int, int], leader: int, run: int) -> bool:
    """Tell whether the top cards clear the suit, so that the small ones are good as well."""
    return all(length <= run for seat, length in enumerate(lengths) if seat != leader)
