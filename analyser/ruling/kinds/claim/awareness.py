"""Whether the claimer knew of a trump that was out (70C2): what he had just played and seen, trick by trick.

Silence proves nothing. Where the play shows that he knew, it is said with the trick; where it shows nothing, that is said
too, and the doubt goes against him (70A).
"""

from dataclasses import dataclass

from analyser.bridge import Play, Seat, Suit, Trick
from analyser.estimates.endings.ending import Ending
from analyser.ruling import Argument, Basis, Finding, FindingClass
from analyser.ruling.kinds.claim.plausibility import Prices


@dataclass(frozen=True, slots=True)
class Awareness:
    """Whether the play shows that the claimer knew of every trump out, and what shows it or fails to."""

    knows: bool
    reasons: tuple[Finding, ...] = ()


def trumps_out(ending: Ending, by: Seat) -> int:
    """The number of trumps the other side holds."""
    trump = ending.strain.trump
    others = (seat for seat in Seat if seat.side is not by.side)
    return 0 if trump is None else sum(ending.deal[seat].lengths[trump] for seat in others)


def weigh_awareness(play: Play | None, ending: Ending, by: Seat, prices: Prices) -> Awareness:
    """What the play shows of the claimer's knowledge of the trumps still out (70C2)."""
    trump, out = ending.strain.trump, trumps_out(ending, by)
    if trump is None or not out:
        return Awareness(knows=False)
    reasons = [*_reasons_to_know(play, trump, by, prices)] if play is not None else []
    if out >= prices.aware_from:
        reasons.append(_reason("aware-many", count=out, player=str(prices.player)))
    if reasons:
        return Awareness(knows=True, reasons=tuple(reasons))
    return Awareness(knows=False, reasons=(_what_is_missing(play, trump),))


def aware_by_play(play: Play | None, ending: Ending, by: Seat, prices: Prices) -> bool:
    """Whether the play leaves no doubt that the claimer knew of the trumps still out (70C2)."""
    return weigh_awareness(play, ending, by, prices).knows


def _reasons_to_know(play: Play, trump: Suit, by: Seat, prices: Prices) -> list[Finding]:
    """What the play shows: trumps led just before the claim, or an opponent who had shown out of them."""
    reasons = []
    done = len(play.complete_tricks)
    led = next((n for n in _just_played(play) if _leads_trump(play.tricks[n - 1], trump, by)), None)
    if prices.aware_when_led and led is not None:
        reasons.append(_reason("aware-led", trick=led))
    for number, trick in enumerate(play.tricks, 1):
        seat = _shows_out(trick, trump, by)
        if seat is not None and (prices.aware_when_shown_out or number >= done):
            reasons.append(_reason("aware-shown-out", trick=number, seat=seat))
            break
    return reasons


def _just_played(play: Play) -> tuple[int, ...]:
    """The numbers of the trick in progress, if there is one, and of the last complete trick."""
    done = len(play.complete_tricks)
    numbers = (len(play.tricks), done) if len(play.tricks) > done else (done,)
    return tuple(number for number in numbers if number)


def _leads_trump(trick: Trick, trump: Suit, by: Seat) -> bool:
    return trick.suit is trump and trick.leader.side is by.side


def _shows_out(trick: Trick, trump: Suit, by: Seat) -> Seat | None:
    """The opponent who shows out of trumps in this trick, or `None`."""
    if trick.suit is not trump:
        return None
    shows = (seat for seat, card in trick if card.suit is not trump and seat.side is not by.side)
    return next(shows, None)


def _what_is_missing(play: Play | None, trump: Suit) -> Finding:
    """That nothing shows he knew: no play is recorded, or the trumps were last led so many tricks before."""
    if play is None:
        return _reason("aware-no-record", standing=Basis.ASSUMED)
    rounds = [number for number, trick in enumerate(play.tricks, 1) if trick.suit is trump]
    if not rounds:
        return _reason("aware-no-round", standing=Basis.ASSUMED)
    return _reason(
        "aware-not-shown", standing=Basis.ASSUMED, trick=rounds[-1], last=len(play.complete_tricks)
    )


def _reason(code: str, *, standing: Basis = Basis.COMPUTED, **args: Argument) -> Finding:
    return Finding(f"claim.{code}", tuple(args.items()), FindingClass.FACT, standing=standing)


NONE_SAID = _reason("aware-none-said")
"""That the claimer said no trump was out."""
