"""What calls after slow ones were measured to gain beside what they came to, and the comparison with other turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_DRAWN: Final = 2000
_Slope = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class MeasuredCall:
    """One call at one turn: what the slowness is measured to gain it, and what it came to in the deal that was played."""

    share: float
    """How often peers choose it, by the model."""
    chosen: bool
    gain: float
    suggested: bool
    """It gains for certain: the interval excludes zero."""
    real: float | None
    """What it was worth in the deal as it lay, less what was to be expected without the information."""


@dataclass(frozen=True, slots=True)
class MeasuredTurn:
    """The calls measured at one turn."""

    kind: str
    """What the slow call was: pass, bid or double."""
    calls: tuple[MeasuredCall, ...]

    @property
    def suggested(self) -> tuple[MeasuredCall, ...]:
        """The calls that gain for certain."""
        return tuple(call for call in self.calls if call.suggested)

    @property
    def excess(self) -> float | None:
        """How much oftener than peers a suggested call was chosen here; none when nothing is suggested."""
        suggested = self.suggested
        return sum(call.chosen - call.share for call in suggested) if suggested else None

    @property
    def paid(self) -> float | None:
        """What the suggested calls were worth beyond expectation, in the deal as it lay."""
        real = [call.real for call in self.suggested if call.real is not None]
        return float(np.mean(real)) if real else None

    @property
    def leaning(self) -> tuple[float, float]:
        """Products by which what calls are measured to gain is held against what they came to: with it, with itself."""
        measured = [(call.gain, call.real) for call in self.calls if call.real is not None]
        return sum(gain * real for gain, real in measured), sum(gain * gain for gain, _ in measured)


def slow_beside_others(
    slow: Sequence[MeasuredTurn], others: Sequence[MeasuredTurn], seed: int = 0
) -> dict[str, Any]:
    """After slow calls, at the others, and the difference: each the mean with its 90 % interval.

    `chosen` is the excess of the suggested calls over what peers choose, `paid` what they were worth beyond expectation,
    `slope` how much calls came to for each point they were measured to gain: one when the measure is right, zero
    when slowness tells nothing.
    """
    comparison: dict[str, Any] = {"slow_turns": len(slow), "other_turns": len(others)}
    for name, value in (("chosen", _excess), ("paid", _paid)):
        array_values = np.array([figure for look in slow if (figure := value(look)) is not None])
        beside = np.array([figure for look in others if (figure := value(look)) is not None])
        comparison[name] = _both(array_values, beside, _mean, seed)
    comparison["slope"] = _both(
        np.array([look.leaning for look in slow]).reshape(-1, 2),
        np.array([look.leaning for look in others]).reshape(-1, 2),
        _slope,
        seed,
    )
    return comparison


def _excess(look: MeasuredTurn) -> float | None:
    return look.excess


def _paid(look: MeasuredTurn) -> float | None:
    return look.paid


def _mean(values: NDArray[np.float64]) -> float:
    return float(values.mean())


def _slope(products: NDArray[np.float64]) -> float:
    sum_of_products, own = products.sum(axis=0)
    return float(sum_of_products / own) if own else 0.0


def _both(
    slow: NDArray[np.float64],
    others: NDArray[np.float64],
    figure: Callable[[NDArray[np.float64]], float],
    seed: int,
) -> dict[str, Any]:
    """The figure after slow calls, at the others, and the difference; turns drawn again tell the intervals."""
    rng = np.random.default_rng(seed)
    drawn = [
        np.array([figure(rows[rng.integers(0, len(rows), len(rows))]) for _ in range(_DRAWN)])
        if len(rows)
        else None
        for rows in (slow, others)
    ]
    figures: dict[str, Any] = {"slow_n": len(slow), "others_n": len(others)}
    for name, rows, values in zip(("slow", "others"), (slow, others), drawn, strict=True):
        figures[name] = None if values is None else _with_interval(figure(rows), values)
    first, second = drawn
    figures["difference"] = (
        None
        if first is None or second is None
        else _with_interval(figure(slow) - figure(others), first - second)
    )
    return figures


def _with_interval(middle: float, values: NDArray[np.float64]) -> list[float]:
    low, high = np.quantile(values, (0.05, 0.95))
    return [round(middle, 4), round(float(low), 4), round(float(high), 4)]
