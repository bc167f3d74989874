"""Slow calls followed by an action over an alternative: candidates worth a look, as questions and never accusations.

A recorded time is a fact; whether it was a break in tempo is for a person to find. Nothing here names a player.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from analyser.bridge import Call, Seat
from analyser.casefile import Form
from analyser.estimates.services import CallsModel
from analyser.event.values import Entry

__all__ = ["LEAST", "Candidate", "Slow", "candidate_of", "slow_calls"]

SECONDS = 10  # a call that took less is never slow, unless the event's settings say otherwise
LEAST = 0.1  # the share of peers who would make another call, from which it is worth asking
TIMES = 3  # … nor one that took less than three times what the others of its auction took


@dataclass(frozen=True, slots=True)
class Slow:
    """A slow call, and partner's next call after it; call numbers count from 1."""

    number: int  # of the result
    at: int
    seat: Seat
    call: Call
    seconds: int
    usual: Fraction  # the middle of the other times of this auction
    action_at: int
    action: Call


@dataclass(frozen=True, slots=True)
class Candidate:
    """Partner's action over alternatives that peers would choose too.

    `alternatives` are the other calls with the share of peers who would make each; `suggested_over` those over which
    the slow call was measured to suggest the action, none: not measured. `gain` is what the action gains on the best of
    them through the information, in the event's currency.
    """

    slow: Slow
    share: float
    alternatives: tuple[tuple[Call, float], ...]
    support: int = 0
    suggested_over: tuple[Call, ...] | None = None
    gain: float | None = None
    gain_interval: tuple[float, float] | None = None


def slow_calls(entry: Entry, least: int | None = None) -> Iterator[Slow]:
    """The slow calls of an auction after which partner acted again.

    >>> from analyser.bridge import Auction
    >>> from analyser.event.values import Source
    >>> auction = Auction.parse("N", "1S P 2S P P 3H P P 3S P P P")
    >>> times = (3, 2, 4, 3, 2, 4, 21, 3, 4, 2, 2, 2)
    >>> entry = Entry(source=Source("a"), board=1, auction=auction, call_times=times)
    >>> [(str(one.seat), one.seconds, str(one.action)) for one in slow_calls(entry)]
    [('S', 21, '3S')]
    """
    auction = entry.auction
    if auction is None or auction.irregular or auction.problems():
        return
    known = [seconds for seconds in entry.call_times if seconds is not None]
    for at, seconds in enumerate(entry.call_times, 1):
        if seconds is None or at + 2 > len(auction.calls):
            continue
        others = list(known)
        others.remove(seconds)
        if len(others) < 3:
            continue
        usual = Fraction(median(others))
        if seconds < (least or SECONDS) or seconds < TIMES * usual:
            continue
        seat, action = auction.seat_of(at), auction.calls[at + 1]
        yield Slow(entry.number, at, seat, auction.calls[at - 1], seconds, usual, at + 2, action)


def candidate_of(entry: Entry, slow: Slow, model: CallsModel, form: Form, least: float) -> Candidate | None:
    """The candidate, when peers would choose something else often enough; none otherwise, or without the cards."""
    deal, auction = entry.deal, entry.auction
    if deal is None or auction is None:
        return None
    before = auction.before(slow.action_at)
    told = model.calls(deal[slow.seat.partner], before, entry.vulnerability, form)
    shares = sorted(told.shares, key=lambda pair: (-pair[1], pair[0].code))
    others = tuple(
        (call, round(share, 3)) for call, share in shares if call != slow.action and share >= least
    )
    return Candidate(slow, round(told.of(slow.action), 3), others, told.support) if others else None
