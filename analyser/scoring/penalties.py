"""Procedural penalties: so much for each started unit, divided between those responsible, kept apart from scores."""

from collections.abc import Sequence
from fractions import Fraction

from analyser.errors import ScoringError
from analyser.scoring.weights import check_whole

__all__ = ["for_started_units", "split"]


def for_started_units(seconds: int, unit_seconds: int, each: Fraction, grace_seconds: int = 0) -> Fraction:
    """So much for every unit of time begun after the grace.

    >>> str(for_started_units(300, 60, Fraction(1, 5))), str(for_started_units(301, 60, Fraction(1, 5)))
    ('1', '6/5')
    """
    if unit_seconds <= 0:
        raise ScoringError("a unit of time is longer than nought", where="penalty", found=str(unit_seconds))
    late = max(0, seconds - grace_seconds)
    return -(-late // unit_seconds) * each


def split(total: Fraction, shares: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """One penalty divided by responsibility; the shares fill the whole.

    >>> [str(part) for part in split(Fraction(1), [Fraction(7, 10), Fraction(3, 10)])]
    ['7/10', '3/10']
    """
    check_whole(shares, "penalty shares")
    return tuple(total * share for share in shares)
