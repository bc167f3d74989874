"""Self-inflicted damage: the part of its loss the innocent side brought on itself (12C1e; 12C1b in 2007)."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

__all__ = ["Settlement", "SettlementCase", "settle"]


class SettlementCase(StrEnum):
    """How the table, the board without the infraction, and the board without the error lie to each other."""

    NO_DAMAGE = "no-damage"  # B ≤ A
    ALL_SELF_INFLICTED = "all-self-inflicted"  # A < B ≤ C
    NONE_SELF_INFLICTED = "none-self-inflicted"  # C ≤ A < B
    SHARED = "shared"  # A < C < B


@dataclass(frozen=True, slots=True)
class Settlement:
    """What each side gets, each in its own view, and how the damage divides."""

    case: SettlementCase
    innocent: Fraction
    offenders: Fraction
    consequent: Fraction
    self_inflicted: Fraction


def settle(
    table: Fraction | int, without_infraction: Fraction | int, without_error: Fraction | int
) -> Settlement:
    """Both sides' scores where the finding is yes: the share itself is never weighted.

    All three are seen by the innocent side, in the event's currency: A the table, B without the infraction, C with
    the infraction but without the error. The offenders always get what their infraction alone deserves.

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
