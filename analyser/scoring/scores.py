"""What a board's score is made of: weighted results, the two sides' scores and their rounding, artificial scores.

Weights are exact fractions that fill the whole, or are refused. A score is always two, one for each side as it sees it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import assert_never

from analyser.bridge import Side
from analyser.errors import ScoringError
from analyser.messages import sentence

# At most six figures a part: a weight is a judgement, and a longer number only costs time.
_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,6})?)\s*%")
_DECIMAL = re.compile(r"\d{0,3}[.,]\d{1,6}|\d{1,3}")
_FRACTION = re.compile(r"(\d{1,6})\s*/\s*(\d{1,6})")
_REMEDY = "write-weight-forms"


def parse_weight(text: str) -> Fraction:
    """Read `65%`, `0.65` or `13/20`, exactly.

    >>> [str(parse_weight(text)) for text in ("65%", "0.65", "13/20", "1/3")]
    ['13/20', '13/20', '13/20', '1/3']
    """
    word = text.strip()
    if match := _PERCENT.fullmatch(word):
        weight = Fraction(match[1].replace(",", ".")) / 100
    elif _DECIMAL.fullmatch(word):
        weight = Fraction(word.replace(",", "."))
    elif match := _FRACTION.fullmatch(word):
        if not int(match[2]):
            raise ScoringError(sentence("weight-by-nought"), found=text, remedy=sentence(_REMEDY))
        weight = Fraction(int(match[1]), int(match[2]))
    else:
        raise ScoringError(sentence("not-a-weight"), found=text, remedy=sentence(_REMEDY))
    if weight > 1:
        raise ScoringError(sentence("weight-above-whole"), found=text, remedy=sentence(_REMEDY))
    return weight


def percent_text(weight: Fraction) -> str:
    """A weight as a percentage where that is exact, else as a fraction.

    >>> percent_text(Fraction(13, 20)), percent_text(Fraction(1, 3)), percent_text(Fraction(1, 8))
    ('65%', '1/3', '12.5%')
    """
    thousandths = weight * 100_000
    if thousandths.denominator != 1:
        return str(weight)
    whole, rest = divmod(abs(int(thousandths)), 1000)
    sign = "-" if weight < 0 else ""
    return f"{sign}{whole}.{rest:03d}".rstrip("0").rstrip(".") + "%"


def check_whole(weights: Iterable[Fraction], where: str = "weights") -> None:
    """Refuse weights that do not fill the whole, and say by how much.

    >>> check_whole([Fraction(33, 100)] * 3)
    Traceback (most recent call last):
    analyser.errors.ScoringError: weights: '99%': 1% of the whole is missing. Write 1/3 for a third.
    """
    parts = list(weights)
    if any(weight < 0 for weight in parts):
        lowest = percent_text(min(parts))
        raise ScoringError(sentence("weight-below-nought"), where=where, found=lowest)
    total = sum(parts, Fraction(0))
    if total == 1:
        return
    gap = percent_text(abs(1 - total))
    why = sentence("weight-gap", gap=gap) if total < 1 else sentence("weight-excess", gap=gap)
    third = Fraction(33, 100) in parts and total < 1
    remedy = sentence("write-third") if third else sentence("weights-add-up")
    raise ScoringError(why, where=where, found=percent_text(total), remedy=remedy)


@dataclass(frozen=True, slots=True)
class WeightedPoints:
    """One result's part of the whole: a weight, and the score to North-South it belongs to."""

    weight: Fraction
    score_ns: int


@dataclass(frozen=True, slots=True)
class WeightedScore:
    """A board's score made of several results; the weights fill the whole (12C1c).

    >>> score = WeightedScore.parse(("65%", 480), ("35%", 980))
    >>> [(str(share.weight), share.score_ns) for share in score.shares]
    [('13/20', 480), ('7/20', 980)]
    """

    shares: tuple[WeightedPoints, ...]

    def __post_init__(self) -> None:
        """Refuse what does not fill the whole."""
        check_whole(share.weight for share in self.shares)

    @classmethod
    def one(cls, score_ns: int) -> "WeightedScore":
        """A single result, for certain."""
        return cls((WeightedPoints(Fraction(1), score_ns),))

    @classmethod
    def of(cls, shares: Sequence[tuple[Fraction, int]]) -> "WeightedScore":
        """From weights and scores to North-South, in the order given."""
        return cls(tuple(WeightedPoints(weight, score) for weight, score in shares))

    @classmethod
    def parse(cls, *shares: tuple[str, int]) -> "WeightedScore":
        """From weights as a director writes them."""
        return cls.of([(parse_weight(weight), score) for weight, score in shares])


@dataclass(frozen=True, slots=True)
class SideScores:
    """What each side gets, each in its own view; the two need not balance (12C1, 12C2).

    >>> scores = SideScores.balanced(Fraction(57, 20))
    >>> str(scores.of(Side.EW)), scores.balance
    ('-57/20', True)
    """

    ns: Fraction
    ew: Fraction

    @classmethod
    def balanced(cls, ns: Fraction | int) -> "SideScores":
        """One side wins what the other loses."""
        return cls(Fraction(ns), -Fraction(ns))

    @classmethod
    def shared(cls, ns: Fraction | int, top: Fraction | int) -> "SideScores":
        """What one side does not get of the top, the other does."""
        return cls(Fraction(ns), Fraction(top) - Fraction(ns))

    @property
    def balance(self) -> bool:
        """Tell whether one side wins exactly what the other loses."""
        return self.ns == -self.ew

    def of(self, side: Side) -> Fraction:
        """What this side gets."""
        return self.ns if side is Side.NS else self.ew


class Tie(StrEnum):
    """What happens to an exact half."""

    AWAY_FROM_AVERAGE = "away-from-average"
    HALF_UP = "half-up"


def rounded(
    value: Fraction | int, unit: Fraction | int, tie: Tie = Tie.AWAY_FROM_AVERAGE, average: Fraction | int = 0
) -> Fraction:
    """The nearest multiple of the unit; an exact half goes away from average, or up.

    >>> str(rounded(Fraction(5, 2), 1)), str(rounded(Fraction(-5, 2), 1)), str(rounded(Fraction(-5, 2), 1, Tie.HALF_UP))
    ('3', '-3', '-2')
    """
    if unit <= 0:
        raise ScoringError(sentence("rounding-unit-positive"), found=str(unit))
    units = Fraction(value) / unit
    below = units.numerator // units.denominator
    left = units - below
    if left != Fraction(1, 2):
        return (below + (left > Fraction(1, 2))) * Fraction(unit)
    match tie:
        case Tie.HALF_UP:
            up = True
        case Tie.AWAY_FROM_AVERAGE:
            up = value >= average
        case _:
            assert_never(tie)
    return (below + up) * Fraction(unit)


def for_started_units(seconds: int, unit_seconds: int, each: Fraction, grace_seconds: int = 0) -> Fraction:
    """So much for every unit of time begun after the grace.

    >>> str(for_started_units(300, 60, Fraction(1, 5))), str(for_started_units(301, 60, Fraction(1, 5)))
    ('1', '6/5')
    """
    if unit_seconds <= 0:
        raise ScoringError(sentence("time-unit-positive"), where="penalty", found=str(unit_seconds))
    late = max(0, seconds - grace_seconds)
    return -(-late // unit_seconds) * each


def split(total: Fraction, shares: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """One penalty divided by responsibility; the shares fill the whole.

    >>> [str(part) for part in split(Fraction(1), [Fraction(7, 10), Fraction(3, 10)])]
    ['7/10', '3/10']
    """
    check_whole(shares, "penalty shares")
    return tuple(total * share for share in shares)


class DegreeOfFault(StrEnum):
    """How far a side is to blame for the board not being played."""

    NONE = "none"
    PARTIAL = "partial"
    DIRECT = "direct"


class SessionClamp(StrEnum):
    """Whose own session counts instead of the plain value."""

    EXACT = "exact"  # nobody's: board-a-match in Italy
    INNOCENT = "innocent"  # a better session lifts the innocent (88 of 1997, 12C2c of 2007)
    BOTH = "both"  # and a worse one lowers the offender (12C2c of 2017)

    @classmethod
    def of(cls, *, innocent: bool, offenders: bool) -> "SessionClamp":
        """As the Laws of an edition have it."""
        if not innocent:
            return cls.EXACT
        return cls.BOTH if offenders else cls.INNOCENT


@dataclass(frozen=True, slots=True)
class ArtificialValues:
    """The plain values: 60, 50 and 40 percent, or +3, 0 and -3 IMPs, unless the regulation says otherwise."""

    none: Fraction
    partial: Fraction
    direct: Fraction

    def __post_init__(self) -> None:
        """Refuse values that favour the side at fault."""
        if not self.none >= self.partial >= self.direct:
            values = f"{self.none} {self.partial} {self.direct}"
            raise ScoringError(sentence("fault-gets-less"), where="artificial", found=values)

    @classmethod
    def of(cls, none: int, partial: int, direct: int) -> "ArtificialValues":
        """From whole numbers, the innocent side's first."""
        return cls(Fraction(none), Fraction(partial), Fraction(direct))

    def plain(self, fault: DegreeOfFault) -> Fraction:
        """The value before the session is looked at."""
        match fault:
            case DegreeOfFault.NONE:
                return self.none
            case DegreeOfFault.PARTIAL:
                return self.partial
            case DegreeOfFault.DIRECT:
                return self.direct
            case _:
                assert_never(fault)


def artificial_score(
    fault: DegreeOfFault, values: ArtificialValues, clamp: SessionClamp, session: Fraction | int | None = None
) -> Fraction:
    """A side's score for a board without a result; `session` is its own on the other boards, in the same unit.

    >>> percent = ArtificialValues.of(60, 50, 40)
    >>> str(artificial_score(DegreeOfFault.NONE, percent, SessionClamp.BOTH, 65))
    '65'
    >>> str(artificial_score(DegreeOfFault.DIRECT, percent, SessionClamp.INNOCENT, 36))
    '40'
    """
    plain = values.plain(fault)
    if session is None or clamp is SessionClamp.EXACT:
        return plain
    if fault is DegreeOfFault.NONE:
        return max(plain, Fraction(session))
    if fault is DegreeOfFault.DIRECT and clamp is SessionClamp.BOTH:
        return min(plain, Fraction(session))
    return plain


def percent_of_top(percent: Fraction | int, top: Fraction | int) -> Fraction:
    """A percentage of the matchpoints a board offers.

    >>> str(percent_of_top(60, 22))
    '66/5'
    """
    return Fraction(percent) * top / 100
