"""The belief about a share: a Beta distribution, its chances and its interval, without any library to wait for."""

import math
from dataclasses import dataclass

__all__ = ["Belief"]

_STEPS = 200
_TINY = 1e-300


@dataclass(frozen=True, slots=True)
class Belief:
    """A share believed in as if `yes` of `yes + no` had been seen.

    >>> flat = Belief(1, 1).after(considered=0, asked=5)
    >>> round(flat.at_least(0.2), 2)
    0.26
    """

    yes: float
    no: float

    @classmethod
    def around(cls, mean: float, weight: float) -> "Belief":
        """A belief around a mean, as strong as so many answers; never quite sure of all or none."""
        kept = min(max(mean, 0.002), 0.998)
        return cls(kept * weight, (1 - kept) * weight)

    def after(self, considered: int, asked: int) -> "Belief":
        """The belief once so many of those asked have said yes."""
        return Belief(self.yes + considered, self.no + asked - considered)

    @property
    def mean(self) -> float:
        """What is expected of the next one asked."""
        return self.yes / (self.yes + self.no)

    def at_least(self, share: float) -> float:
        """The chance that the share is this or more."""
        return 1.0 - _below(self.yes, self.no, share)

    def interval(self, inside: float = 0.9) -> tuple[float, float]:
        """Where so much of the belief lies, as much outside on either side."""
        tail = (1.0 - inside) / 2
        return (self._quantile(tail), self._quantile(1 - tail))

    def answers(self, asked: int) -> tuple[float, ...]:
        """How likely 0, 1 … all of so many asked say yes.

        >>> [round(chance, 2) for chance in Belief(1, 1).answers(3)]
        [0.25, 0.25, 0.25, 0.25]
        """
        known = math.lgamma(self.yes + self.no) - math.lgamma(self.yes) - math.lgamma(self.no)
        known -= math.lgamma(self.yes + self.no + asked)
        return tuple(
            math.comb(asked, said)
            * math.exp(known + math.lgamma(self.yes + said) + math.lgamma(self.no + asked - said))
            for said in range(asked + 1)
        )

    def _quantile(self, p: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            if _below(self.yes, self.no, middle) < p:
                low = middle
            else:
                high = middle
        return (low + high) / 2


def _below(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    # The fraction converges fast only on the near side of the mean.
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _TINY else _TINY)
    value = d
    for m in range(1, _STEPS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 + term * d
            d = 1 / (d if abs(d) > _TINY else _TINY)
            c = 1.0 + term / c
            c = c if abs(c) > _TINY else _TINY
            value *= d * c
        if abs(d * c - 1) < 1e-12:
            break
    return value
