"""How soft the shares must be for a poll of peers to find its calls among those the model proposes.

The divisors that lose least on single calls are a little too sure where several tables voted. Only kinds of auction in
which many polls were taken are softened; for the others single calls are all there is to go by.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import AuctionKind
from analyser.training.calls_votes import Polls
from analyser.training.measures import Score

__all__ = ["Softness", "aimed_at", "retempered", "softness"]

BAR: Final = 0.92
"""Of the calls with a fifth of the votes, the part that must be given a tenth."""
_NINETEEN_IN_TWENTY: Final = 1.645
_PROPOSED: Final = 2.2
_ERROR: Final = 0.008
_ENOUGH: Final = 200
_KINDS: Final = 2
_STEPS: Final = np.round(np.arange(1.0, 1.2001, 0.01), 2)


@dataclass(frozen=True, slots=True, eq=False)
class Softness:
    """By how much the divisor of each kind of auction grows, and what the choosing half then says."""

    factor: NDArray[np.float64]
    figures: dict[str, Any]


def retempered(shares: NDArray[np.float64], factor: float) -> NDArray[np.float64]:
    """The shares had the logits been divided by so much more.

    >>> retempered(np.array([[0.8, 0.2, 0.0]]), 2.0).round(3).tolist()
    [[0.667, 0.333, 0.0]]
    """
    powers = shares ** (1 / factor)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def aimed_at(polls: Polls) -> float:
    """The part to find here, so that other polls, as many, find the bar's in nineteen cases of twenty.

    Both lots are drawn: what they find differs by the root of two times the error of one.
    """
    hits, calls = polls.found(), polls.voted().sum(axis=1)
    share = hits.sum() / max(1, calls.sum())
    error = sqrt(float(((hits - share * calls) ** 2).sum())) / max(1, calls.sum())
    return float(BAR + _NINETEEN_IN_TWENTY * sqrt(2) * error)


def softness(
    polls: Polls,
    poll_kind: NDArray[np.int64],
    shares: NDArray[np.float64],
    made: NDArray[np.int64],
    kind: NDArray[np.int64],
) -> Softness:
    """The divisors that lose least on single calls among those that find what is aimed at and stay calibrated."""
    factor = np.ones(len(AuctionKind))
    polled = np.bincount(poll_kind, minlength=len(AuctionKind))
    moved = [one for one in np.argsort(-polled, kind="stable")[:_KINDS].tolist() if polled[one] >= _ENOUGH]
    if not moved:
        return Softness(factor, {})
    tried = {one: [_Tried.of(shares, made, kind == one, step) for step in _STEPS] for one in moved}
    voted = {one: [_Polled.of(polls, poll_kind == one, step) for step in _STEPS] for one in moved}
    others = Score.of(shares, made).where(~np.isin(kind, moved))
    rest = _Polled.of(polls, ~np.isin(poll_kind, moved), 1.0)
    aim, calls = aimed_at(polls), polls.voted().sum()
    found = []
    for steps in product(range(len(_STEPS)), repeat=len(moved)):
        parts = [voted[one][step] for one, step in zip(moved, steps, strict=True)]
        recall = (rest.hits + sum(part.hits for part in parts)) / calls
        proposed = (rest.proposed + sum(part.proposed for part in parts)) / len(polls.votes)
        if recall >= aim and proposed <= _PROPOSED:
            found.append((sum(tried[one][step].lost for one, step in zip(moved, steps, strict=True)), steps))
    for _, steps in sorted(found):
        scores = [tried[one][step].score for one, step in zip(moved, steps, strict=True)]
        figures = Score.joined([others, *scores]).figures()
        if figures["ece"] <= _ERROR:
            factor[moved] = _STEPS[list(steps)]
            return Softness(factor, figures | {"aimed_at": aim})
    return Softness(factor, {})


@dataclass(frozen=True, slots=True, eq=False)
class _Tried:
    """What single calls say of one kind, softened by one step."""

    score: Score
    lost: float

    @classmethod
    def of(
        cls, shares: NDArray[np.float64], made: NDArray[np.int64], rows: NDArray[np.bool_], step: float
    ) -> "_Tried":
        score = Score.joined(
            [Score.of(retempered(part, step), done) for part, done in _parts(shares, made, rows)]
        )
        return cls(score, -float(np.log(np.maximum(score.own, 1e-12)).sum()))


def _parts(
    shares: NDArray[np.float64], made: NDArray[np.int64], rows: NDArray[np.bool_]
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.int64]]]:
    """Some thousands at a time: the whole half in every step would not be small."""
    places = np.flatnonzero(rows)
    for part in np.array_split(places, max(1, len(places) // 50_000)):
        yield shares[part], made[part]


@dataclass(frozen=True, slots=True)
class _Polled:
    """What polls say of one kind, softened by one step: calls found, calls proposed."""

    hits: int
    proposed: int

    @classmethod
    def of(cls, polls: Polls, rows: NDArray[np.bool_], step: float) -> "_Polled":
        part = Polls(polls.votes[rows], retempered(polls.shares[rows], step))
        return cls(int(part.found().sum()), int(part.proposed().sum()))
