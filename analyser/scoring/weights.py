"""Weights of possible results: exact fractions that fill the whole, or are refused."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.errors import ScoringError

# At most six figures a part: a weight is a judgement, and a longer number only costs time.
_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,6})?)\s*%")
_DECIMAL = re.compile(r"\d{0,3}[.,]\d{1,6}|\d{1,3}")
_FRACTION = re.compile(r"(\d{1,6})\s*/\s*(\d{1,6})")
_REMEDY = "write 65%, 0.65 or 13/20"


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
            raise ScoringError("a weight cannot be divided by nought", found=text, remedy=_REMEDY)
        weight = Fraction(int(match[1]), int(match[2]))
    else:
        raise ScoringError("not a weight", found=text, remedy=_REMEDY)
    if weight > 1:
        raise ScoringError("a weight is at most the whole", found=text, remedy=_REMEDY)
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
        raise ScoringError("a weight cannot be below nought", where=where, found=lowest)
    total = sum(parts, Fraction(0))
    if total == 1:
        return
    gap = percent_text(abs(1 - total))
    why = f"{gap} of the whole is missing" if total < 1 else f"{gap} more than the whole"
    third = Fraction(33, 100) in parts and total < 1
    remedy = "write 1/3 for a third" if third else "let the weights add up to exactly 100%"
    raise ScoringError(why, where=where, found=percent_text(total), remedy=remedy)


@dataclass(frozen=True, slots=True)
class Share:
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

    shares: tuple[Share, ...]

    def __post_init__(self) -> None:
        """Refuse what does not fill the whole."""
        check_whole(share.weight for share in self.shares)

    @classmethod
    def one(cls, score_ns: int) -> "WeightedScore":
        """A single result, for certain."""
        return cls((Share(Fraction(1), score_ns),))

    @classmethod
    def of(cls, shares: Sequence[tuple[Fraction, int]]) -> "WeightedScore":
        """From weights and scores to North-South, in the order given."""
        return cls(tuple(Share(weight, score) for weight, score in shares))

    @classmethod
    def parse(cls, *shares: tuple[str, int]) -> "WeightedScore":
        """From weights as a director writes them."""
        return cls.of([(parse_weight(weight), score) for weight, score in shares])
