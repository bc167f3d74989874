"""An axis of a drawing: where a value lies between its ends, and the round figures marked along it."""

from dataclasses import dataclass
from math import ceil, floor

__all__ = ["Axis"]


@dataclass(frozen=True, slots=True)
class Axis:
    """The least and the greatest value, and where on the page they stand.

    >>> axis = Axis(-1.0, 1.0, 0.0, 100.0)
    >>> axis.at(0.0), axis.ticks[0], len(axis.ticks)
    (50.0, (0.0, -1.0), 5)
    """

    low: float
    high: float
    left: float
    right: float

    @classmethod
    def rounded(cls, low: float, high: float, left: float, right: float) -> "Axis":
        """An axis whose ends are round figures.

        >>> Axis.rounded(-0.7, 2.2, 0.0, 100.0).high
        2.5
        """
        step = _round_step(high - low)
        first, last = round(step * floor(low / step), 6), round(step * ceil(high / step), 6)
        return cls(first, last if last > first else first + step, left, right)

    def at(self, value: float) -> float:
        """Where a value stands; in the middle where the ends are one."""
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return round(self.left + (self.right - self.left) * share, 1)

    @property
    def ticks(self) -> tuple[tuple[float, float], ...]:
        """The round figures along the axis: where each stands, and the figure."""
        step = _round_step(self.high - self.low)
        first = floor(self.low / step)
        values = [round(number * step, 6) for number in range(first, first + 40)]
        return tuple(
            (self.at(value), value) for value in values if self.low - 1e-9 <= value <= self.high + 1e-9
        )


def _round_step(span: float) -> float:
    """A round step that parts a span into four to ten."""
    step = 10.0 ** len(str(int(span)))
    for _ in range(24):
        for part in (step / 2, step / 4, step / 10):
            if span / part >= 4:
                return part
        step /= 10
    return span or 1.0
