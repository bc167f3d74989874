"""What words of strength mean at a place in the auction, in points: `weak`, `invitational`, `game forcing`.

The figures are convention: what experts mean if nothing else is agreed. Where convention has no figure the reader says
nothing, and the learned part speaks.
"""

from collections.abc import Callable
from typing import Final

from analyser.estimates.meanings.situation import Situation

Range = tuple[int, int] | None
MOST: Final = 37


def _is_two_bid(seen: Situation) -> bool:
    return seen.opens and seen.level == 2


def weak(seen: Situation) -> Range:
    """A weak notrump, a weak two, a preempt; a weak response or raise."""
    if seen.strain == "NT" and seen.level == 1 and not seen.side_opened:
        return (12, 14) if seen.opens else (10, 14)
    if seen.opens and seen.level == 1:
        return (11, 14) if seen.suit == "C" else None
    if seen.opens:
        return (5, 10)
    if seen.overcalls:
        return (5, 10) if seen.jump or seen.is_cue or seen.strain == "NT" else (5, 11)
    if seen.is_raise:
        return (2, 8)
    if seen.responds and seen.partner_opened in (3, 8) and seen.strain == "D" and not seen.jump:
        return (0, 7)
    if seen.responds and seen.jump and not seen.partner_notrump:
        return (2, 7)
    if 9 <= seen.own_opened <= 11:
        return (4, 8)
    return (11, 14) if seen.own_opened else (0, 8)


def preempt(seen: Situation) -> Range:
    """A preempt."""
    if seen.is_raise or seen.responds:
        return (0, 8)
    return (4, 10) if seen.level >= 3 else (5, 10)


def invite(seen: Situation) -> Range:
    """An invitation: over 1NT, by opener, or opposite an opening."""
    if seen.partner_notrump and strain_level(seen.partner_notrump) >= 2:
        return (3, 5)
    if seen.partner_opened == 7:
        return (8, 10)
    if seen.own_opened:
        return (14, 17)
    return (9, 12) if seen.partner_turns else (12, 16)


def strain_level(code: int) -> int:
    """The level of a bid's code."""
    return (code - 3) // 5 + 1 if code >= 3 else 0


def limit(seen: Situation) -> Range:
    """A limit raise, or a limit bid in notrump."""
    return invite(seen) if seen.partner_notrump else (15, 17) if seen.own_opened else (9, 12)


def game_force(seen: Situation) -> Range:
    """Enough for game opposite what partner has shown."""
    if seen.opens:
        return (19, MOST)
    if seen.partner_opened == 8 and seen.responds:
        return (8, MOST)
    if seen.partner_opened == 3 and seen.responds and not seen.jump:
        return (8 if seen.level == 1 else 10, MOST)
    if seen.partner_notrump:
        return (4, MOST) if strain_level(seen.partner_notrump) >= 2 else (9, MOST)
    if seen.own_opened:
        return (16, MOST)
    if seen.partner_turns:
        return (12, MOST)
    return (17, MOST)


def strong(seen: Situation) -> Range:
    """A strong club, a strong two, a strong notrump, a strong double or jump."""
    if seen.strain == "NT" and seen.level == 1 and not seen.partner_turns:
        return (15, 18) if seen.they_opened else (15, 17)
    if seen.opens:
        return (16, MOST) if seen.level == 1 else (18, MOST)
    if seen.own_opened:
        return (16, MOST)
    if seen.overcalls:
        return (15, MOST) if seen.their_notrump or seen.jump else (16, MOST)
    return (14, MOST) if seen.responds and seen.jump else (13, MOST)


def constructive(seen: Situation) -> Range:
    """More than a minimum raise or response, less than an invitation."""
    return (10, 14) if seen.overcalls else (7, 10)


def intermediate(seen: Situation) -> Range:
    """An opening bid without extra strength and a good suit."""
    return (10, 15) if seen.opens or seen.overcalls else None


def minimum(seen: Situation) -> Range:
    """The lower part of what was shown: of an opening in a suit, a weak two, a notrump."""
    if seen.own_opened == 7:
        return None
    if seen.own_opened and strain_level(seen.own_opened) == 1:
        return (10, 14)
    return (4, 8) if 9 <= seen.own_opened <= 11 else None


def maximum(seen: Situation) -> Range:
    """The upper part of what was shown."""
    if 9 <= seen.own_opened <= 11:
        return (8, 11)
    return (
        (14, 18) if seen.own_opened and seen.own_opened != 7 and strain_level(seen.own_opened) == 1 else None
    )


def negative(seen: Situation) -> Range:
    """A negative response to a strong opening; a negative double has values."""
    if seen.is_double:
        return (6, MOST)
    if seen.responds and seen.partner_opened in (3, 8):
        return (0, 7)
    return (0, 7) if seen.partner_opened or seen.partner_turns else None


def positive(seen: Situation) -> Range:
    """A positive response to a strong opening."""
    return (8, MOST) if seen.partner_opened in (3, 8) else None


def good(seen: Situation) -> Range:
    """A good raise: about a limit raise."""
    if seen.responds or seen.advances:
        return (8, 12)
    return None


def bad(seen: Situation) -> Range:
    """A bad raise or hand."""
    return (0, 8) if seen.responds or seen.advances else None


def mixed(_seen: Situation) -> Range:
    """Four trumps and less than a limit raise."""
    return (5, 9)


def values(seen: Situation) -> Range:
    """Some strength, no suit promised: a double of notrump, a free action."""
    if seen.is_double and seen.their_notrump and not seen.partner_turns:
        return (14, MOST)
    if seen.own_opened:
        return (14, MOST)
    return (7, MOST)


def to_play(seen: Situation) -> Range:
    """A final bid below game opposite a limited hand."""
    if seen.partner_opened == 7 and seen.level == 2:
        return (0, 8)
    return None


def opening(_seen: Situation) -> Range:
    """The strength of an opening bid."""
    return (11, MOST)


def less_than_opening(_seen: Situation) -> Range:
    """Weaker than an opening bid."""
    return (0, 11)


def less_than_invite(seen: Situation) -> Range:
    """Weaker than an invitation."""
    bounds = invite(seen)
    return (0, bounds[0] - 1) if bounds else None


def less_than_game_force(seen: Situation) -> Range:
    """Weaker than a game force."""
    bounds = game_force(seen)
    return (0, bounds[0] - 1) if bounds else None


def limited(seen: Situation) -> Range:
    """An opening hand without reserves; a raise short of an invitation."""
    if seen.is_raise and seen.partner_opened:
        return (5, 10)
    return (10, 15) if seen.opens or seen.own_opened else None


def game_try(seen: Situation) -> Range:
    """An invitation by a player whose partner has raised: opener's, or responder's."""
    if seen.own_opened and seen.is_raise_of_own:
        return (14, 17)
    return (9, 12) if seen.partner_opened else None


def slam_try(seen: Situation) -> Range:
    """Reserves for a slam."""
    if seen.partner_notrump and seen.partner_opened:
        return (14 if strain_level(seen.partner_notrump) == 1 else 9, MOST)
    return (13, MOST) if seen.side_opened else None


def extras(seen: Situation) -> Range:
    """More than a minimum opening."""
    return (14, MOST) if seen.own_opened else None


STRENGTH: Final[dict[str, Callable[[Situation], Range]]] = {
    "weak": weak,
    "preempt": preempt,
    "inv": invite,
    "limit": limit,
    "limited": limited,
    "gf": game_force,
    "strong": strong,
    "constructive": constructive,
    "mixed": mixed,
    "min": minimum,
    "max": maximum,
    "good": good,
    "bad": bad,
    "intermediate": intermediate,
    "positive": positive,
    "slamtry": slam_try,
    "gametry": game_try,
    "values": values,
    "opening": opening,
    "extras": extras,
    "toplay": to_play,
    "lessthanopening": less_than_opening,
    "lessthaninv": less_than_invite,
    "lessthangf": less_than_game_force,
}
