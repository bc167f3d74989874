"""Tricks that are sure without looking further: top cards to cash, and top trumps for later."""

from analyser.play.suits import Codes, SuitLeft, suit_left

__all__ = ["bounds"]

_NOTRUMP = 4


def bounds(codes: Codes, leader: int, size: int, low: int, high: int) -> tuple[int, int]:
    """What North-South are sure of, and what they cannot exceed."""
    sure = _sure(codes, leader, size)
    if leader & 1:
        high = min(high, size - sure)
    else:
        low = max(low, sure)
    if codes[4] != _NOTRUMP:
        trumps = suit_left(codes[codes[4]])
        if trumps.owner & 1:
            high = min(high, size - trumps.run)
        else:
            low = max(low, trumps.run)
    return low, high


def _sure(codes: Codes, leader: int, size: int) -> int:
    """Tricks the leader's side can cash at once, whatever the others hold: his own, then partner's by a suit to him."""
    strain, partner = codes[4], leader ^ 2
    tops = _at_notrump if strain == _NOTRUMP else _with_trumps
    own = tops(codes, leader, size)
    if own >= size or not any(_leads_to(suit_left(code), leader) for code in codes[:4]):
        return own
    if strain != _NOTRUMP:
        lengths = suit_left(codes[strain]).lengths
        if lengths[leader ^ 1] or lengths[leader ^ 3] or (lengths[leader] and lengths[partner]):
            return own
    return min(own + tops(codes, partner, size), size)


def _leads_to(left: SuitLeft, leader: int) -> bool:
    """The partner has the top card of a suit the leader can lead."""
    return bool(left.owner == leader ^ 2 and left.run and left.lengths[leader])


def _at_notrump(codes: Codes, leader: int, size: int) -> int:
    """Tricks this player can cash himself when on lead."""
    tricks = 0
    for code in codes[:4]:
        left = suit_left(code)
        if left.owner == leader and left.run:
            tricks += left.lengths[leader] if _clears(left.lengths, leader, left.run) else left.run
    return min(tricks, size)


def _with_trumps(codes: Codes, leader: int, size: int) -> int:
    """The same where suits may be ruffed: side suits only while the opponents must follow."""
    strain = codes[4]
    trumps = suit_left(codes[strain])
    lengths = trumps.lengths
    if lengths[leader] and not (lengths[leader ^ 1] or lengths[leader ^ 2] or lengths[leader ^ 3]):
        own = lengths[leader]
    else:
        own = trumps.run if trumps.owner == leader else 0
    aside = 0
    for suit in range(4):
        left = suit_left(codes[suit])
        if suit == strain or left.owner != leader:
            continue
        run = left.run
        for seat in (leader ^ 1, leader ^ 3):
            if lengths[seat]:
                run = min(run, left.lengths[seat])
        aside += run
    # A partner with nothing but trumps left would have to ruff and take over the lead.
    return min(own + min(aside, size - lengths[leader ^ 2]), size)


def _clears(lengths: tuple[int, int, int, int], leader: int, run: int) -> bool:
    """Tell whether the top cards clear the suit, so that the small ones are good as well."""
    return all(length <= run for seat, length in enumerate(lengths) if seat != leader)
