"""Whether slow calls told what they are measured to tell: what partners chose after them, and what it was worth to them.

Every turn after a slow call stands beside a turn after the same auction, unremarked, looked at in the same way: as if
the call had been slow there too. What is true of both tells nothing of slowness; what differs does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Looked", "Weighed", "compared"]

_DRAWN: Final = 2000


@dataclass(frozen=True, slots=True)
class Weighed:
    """One call at one turn: what the slowness is measured to gain it, and what it came to in the deal that was played."""

    share: float
    """How often peers choose it, by the model."""
    chosen: bool
    gain: float
    suggested: bool
    """It gains for certain: the interval leaves out nought."""
    real: float | None
    """What it was worth in the deal as it lay, less what was to be expected without the information."""


@dataclass(frozen=True, slots=True)
class Looked:
    """The calls measured at one turn."""

    kind: str
    """What the slow call was: pass, bid or double."""
    calls: tuple[Weighed, ...]

    @property
    def suggested(self) -> tuple[Weighed, ...]:
        """The calls that gain for certain."""
        return tuple(call for call in self.calls if call.suggested)

    @property
    def excess(self) -> float | None:
        """How much oftener than peers a suggested call was chosen here; none when nothing is suggested."""
        told = self.suggested
        return sum(call.chosen - call.share for call in told) if told else None

    @property
    def paid(self) -> float | None:
        """What the suggested calls were worth beyond expectation, in the deal as it lay."""
        told = [call.real for call in self.suggested if call.real is not None]
        return float(np.mean(told)) if told else None

    @property
    def leaning(self) -> tuple[float, float]:
        """Products by which what calls are measured to gain is held against what they came to: with it, with itself."""
        told = [(call.gain, call.real) for call in self.calls if call.real is not None]
        return sum(gain * real for gain, real in told), sum(gain * gain for gain, _ in told)


_Slope = tuple[NDArray[np.float64], NDArray[np.float64]]


def compared(slow: Sequence[Looked], others: Sequence[Looked], seed: int = 0) -> dict[str, Any]:
    """After slow calls, at the others, and the difference: each the mean with its 90 % interval.

    `chosen` is the excess of the suggested calls over what peers choose, `paid` what they were worth beyond expectation,
    `slope` how much calls came to for each point they were measured to gain: one when the measure is right, nought
    when slowness tells nothing.
    """
    told: dict[str, Any] = {"slow_turns": len(slow), "other_turns": len(others)}
    for name, value in (("chosen", _excess), ("paid", _paid)):
        own = np.array([found for one in slow if (found := value(one)) is not None])
        beside = np.array([found for one in others if (found := value(one)) is not None])
        told[name] = _both(own, beside, _mean, seed)
    told["slope"] = _both(
        np.array([one.leaning for one in slow]).reshape(-1, 2),
        np.array([one.leaning for one in others]).reshape(-1, 2),
        _slope,
        seed,
    )
    return told


def _excess(one: Looked) -> float | None:
    return one.excess


def _paid(one: Looked) -> float | None:
    return one.paid


def _mean(values: NDArray[np.float64]) -> float:
    return float(values.mean())


def _slope(products: NDArray[np.float64]) -> float:
    both, own = products.sum(axis=0)
    return float(both / own) if own else 0.0


def _both(
    slow: NDArray[np.float64],
    others: NDArray[np.float64],
    figure: Callable[[NDArray[np.float64]], float],
    seed: int,
) -> dict[str, Any]:
    """The figure after slow calls, at the others, and the difference; turns drawn again tell the intervals."""
    dice = np.random.default_rng(seed)
    drawn = [
        np.array([figure(rows[dice.integers(0, len(rows), len(rows))]) for _ in range(_DRAWN)])
        if len(rows)
        else None
        for rows in (slow, others)
    ]
    told: dict[str, Any] = {"slow_n": len(slow), "others_n": len(others)}
    for name, rows, values in zip(("slow", "others"), (slow, others), drawn, strict=True):
        told[name] = None if values is None else _with_interval(figure(rows), values)
    first, second = drawn
    told["difference"] = (
        None
        if first is None or second is None
        else _with_interval(figure(slow) - figure(others), first - second)
    )
    return told


def _with_interval(middle: float, values: NDArray[np.float64]) -> list[float]:
    low, high = np.quantile(values, (0.05, 0.95))
    return [round(middle, 4), round(float(low), 4), round(float(high), 4)]
