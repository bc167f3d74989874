"""Scores that differ by side: the two standards (12C2 of 1997), and self-inflicted damage (12C1e)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from typing import assert_never

from analyser.errors import ScoringError
from analyser.messages import percent_text, sentence
from analyser.scoring.comparison import check_whole


class Reading(StrEnum):
    """How a standard is reached: by all results at least that good together, or by one result alone."""

    CUMULATIVE = "cumulative"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Chance:
    """A possible result: its probability and its value for the innocent side."""

    weight: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class Standards:
    """The result of each side, both from the innocent side's view; they do not balance."""

    innocent: Fraction
    offenders: Fraction


def two_standards(
    outcomes: Iterable[Chance], reading: Reading, likely: Fraction, at_all_probable: Fraction
) -> Standards:
    """Each side's result, counted from the innocent side's best.

    The innocent side gets the best result that is *likely*; the offenders get the one best for the innocent that is
    *at all probable*. The thresholds are the authority's, not the Law's.

    >>> willner = [(300, 30), (400, 28), (500, 7), (800, 10), (1100, 12), (1400, 10), (1700, 3)]
    >>> chances = [Chance(Fraction(weight, 100), Fraction(value)) for value, weight in willner]
    >>> standards = two_standards(chances, Reading.CUMULATIVE, Fraction(1, 3), Fraction(1, 6))
    >>> str(standards.innocent), str(standards.offenders)
    ('800', '1100')
    """
    together: dict[Fraction, Fraction] = {}
    for chance in outcomes:
        together[chance.value] = together.get(chance.value, Fraction(0)) + chance.weight
    check_whole(together.values(), "outcomes")
    best_first = sorted(together.items(), reverse=True)
    return Standards(_first(best_first, reading, likely), _first(best_first, reading, at_all_probable))


def _first(best_first: Sequence[tuple[Fraction, Fraction]], reading: Reading, least: Fraction) -> Fraction:
    match reading:
        case Reading.CUMULATIVE:
            reached = list(accumulate(weight for _, weight in best_first))
        case Reading.SINGLE:
            reached = [weight for _, weight in best_first]
        case _:
            assert_never(reading)
    for (value, _), chance in zip(best_first, reached, strict=True):
        if chance >= least:
            return value
    remedy = sentence("count-results-together")
    raise ScoringError(
        sentence("no-result-reaches", percent_text=percent_text(least)), where="outcomes", remedy=remedy
    )


class SettlementCase(StrEnum):
    """The order of the table score, the score without the infraction, and the score without the error."""

    NO_DAMAGE = "no-damage"  # B ≤ A
    ALL_SELF_INFLICTED = "all-self-inflicted"  # A < B ≤ C
    NONE_SELF_INFLICTED = "none-self-inflicted"  # C ≤ A < B
    SHARED = "shared"  # A < C < B


@dataclass(frozen=True, slots=True)
class Settlement:
    """Each side's score from its own view, and how the damage divides."""

    case: SettlementCase
    innocent: Fraction
    offenders: Fraction
    consequent: Fraction
    self_inflicted: Fraction


def settle(
    table: Fraction | int, without_infraction: Fraction | int, without_error: Fraction | int
) -> Settlement:
    """Both sides' scores if damage was self-inflicted: the share itself is never weighted.

    All three are from the innocent side's view, in the event's currency: A the table, B without the infraction, C with
    the infraction but without the error. The offenders always get the score of their infraction alone.

    >>> settlement = settle(2, 9, 6)
    >>> str(settlement.innocent), str(settlement.offenders), settlement.case.value
    ('5', '-9', 'shared')
    """
    a, b, c = Fraction(table), Fraction(without_infraction), Fraction(without_error)
    if b <= a:
        return Settlement(SettlementCase.NO_DAMAGE, a, -a, Fraction(0), Fraction(0))
    if b <= c:
        case, innocent = SettlementCase.ALL_SELF_INFLICTED, a
    elif c <= a:
        case, innocent = SettlementCase.NONE_SELF_INFLICTED, b
    else:
        case, innocent = SettlementCase.SHARED, a + b - c
    return Settlement(case, innocent, -b, consequent=innocent - a, self_inflicted=b - innocent)
