"""Weighted scores, fields of other tables, and the interface of a form of scoring.

Weights are exact fractions that sum to one, or are refused. A score has one value for each side, from its own view.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import assert_never

from analyser.bridge import Side
from analyser.errors import ScoringError
from analyser.messages import percent_text, sentence

# At most six digits a part: a weight is a judgement, and a longer number only costs time.
_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,6})?)\s*%")
_DECIMAL = re.compile(r"\d{0,3}[.,]\d{1,6}|\d{1,3}")
_FRACTION = re.compile(r"(\d{1,6})\s*/\s*(\d{1,6})")
_REMEDY = "write-weight-forms"


def parse_weight(text: str) -> Fraction:
    """The exact weight written as `65%`, `0.65` or `13/20`.

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


_NUMBER = re.compile(r"[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12}|\d{1,12}/0*[1-9]\d{0,11})", re.ASCII)


def parse_number(text: str) -> Fraction:
    """The exact value of a whole number, decimal or fraction; exponents are refused, since `1e999999999` fills the memory.

    >>> parse_number("-1.85"), parse_number("2/3")
    (Fraction(-37, 20), Fraction(2, 3))
    """
    word = text.strip().replace("−", "-")
    if not _NUMBER.fullmatch(word):
        raise ScoringError(sentence("not-a-number"), found=text[:40], remedy=sentence("write-number"))
    return Fraction(word)


def check_whole(weights: Iterable[Fraction], where: str = "weights") -> None:
    """Refuse weights that do not sum to one, stating the difference.

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
class WeightedScore:
    """A board's score of several weighted results; the weights sum to one (12C1c).

    >>> score = WeightedScore.parse(("65%", 480), ("35%", 980))
    >>> [(str(weight), score_ns) for weight, score_ns in score.shares]
    [('13/20', 480), ('7/20', 980)]
    """

    shares: tuple[tuple[Fraction, int], ...]  # each result's weight and its score to North-South

    def __post_init__(self) -> None:
        """Refuse weights that do not sum to one."""
        check_whole(weight for weight, _ in self.shares)

    @classmethod
    def single(cls, score_ns: int) -> "WeightedScore":
        """The score of a single certain result."""
        return cls(((Fraction(1), score_ns),))

    @classmethod
    def from_shares(cls, shares: Sequence[tuple[Fraction, int]]) -> "WeightedScore":
        """The weighted score of these weights and scores to North-South, in their order."""
        return cls(tuple(shares))

    @classmethod
    def parse(cls, *shares: tuple[str, int]) -> "WeightedScore":
        """The weighted score of weights as a director writes them."""
        return cls.from_shares([(parse_weight(weight), score) for weight, score in shares])


@dataclass(frozen=True, slots=True)
class SideScores:
    """Each side's score from its own view; the two need not balance (12C1, 12C2).

    >>> scores = SideScores.balanced(Fraction(57, 20))
    >>> str(scores.score_of(Side.EW)), scores.balance
    ('-57/20', True)
    """

    ns: Fraction
    ew: Fraction

    @classmethod
    def balanced(cls, ns: Fraction | int) -> "SideScores":
        """Scores of which one side wins what the other loses."""
        return cls(Fraction(ns), -Fraction(ns))

    @classmethod
    def shared(cls, ns: Fraction | int, top: Fraction | int) -> "SideScores":
        """Scores that share the top between the sides."""
        return cls(Fraction(ns), Fraction(top) - Fraction(ns))

    @property
    def balance(self) -> bool:
        """Whether one side wins exactly what the other loses."""
        return self.ns == -self.ew

    def score_of(self, side: Side) -> Fraction:
        """The score of this side."""
        return self.ns if side is Side.NS else self.ew


class Tie(StrEnum):
    """The rounding of an exact half."""

    AWAY_FROM_AVERAGE = "away-from-average"
    HALF_UP = "half-up"


def round_to_unit(
    value: Fraction | int, unit: Fraction | int, tie: Tie = Tie.AWAY_FROM_AVERAGE, average: Fraction | int = 0
) -> Fraction:
    """The nearest multiple of the unit; an exact half goes away from average, or up.

    >>> str(round_to_unit(Fraction(5, 2), 1)), str(round_to_unit(Fraction(-5, 2), 1)), str(round_to_unit(Fraction(-5, 2), 1, Tie.HALF_UP))
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


_ENTRY = re.compile(r"([+\-−]?\d{1,5})(?:\s*[x×*]\s*(\d{1,4}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Field:
    """Scores to North-South with their frequencies, best for North-South first.

    A weighted result enters in its parts: three tenths of one score, seven tenths of another. Other tables are
    compared with each part in proportion to its weight.

    >>> field = Field.parse("620x3 170 -100x2")
    >>> str(field.tables), str(field.beaten_by(170)), str(field.count_equal(170)), str(field)
    ('6', '2', '1', '620x3 170x1 -100x2')
    """

    counts: tuple[tuple[int, Fraction], ...]

    def __post_init__(self) -> None:
        """Refuse a repeated score, a wrong order, or a frequency that is not positive."""
        scores = [score for score, _ in self.counts]
        if scores != sorted(set(scores), reverse=True):
            raise ScoringError(sentence("field-in-order"), found=str(scores))
        for score, times in self.counts:
            if times <= 0:
                raise ScoringError(sentence("score-at-least-in-part", score=f"{score:+d}"), found=str(times))

    @classmethod
    def from_counts(
        cls, counts: Mapping[int, Fraction | int] | Iterable[tuple[int, Fraction | int]]
    ) -> "Field":
        """The field of scores and their frequencies; equal scores are merged."""
        total: dict[int, Fraction] = {}
        for score, times in counts.items() if isinstance(counts, Mapping) else counts:
            total[score] = total.get(score, Fraction(0)) + times
        return cls(tuple(sorted(total.items(), reverse=True)))

    @classmethod
    def from_tables(cls, scores: Iterable[int]) -> "Field":
        """The field of one score per table."""
        return cls.from_counts((score, 1) for score in scores)

    @classmethod
    def parse(cls, text: str) -> "Field":
        """The field written as `420x5 -50x2`; a score without a number occurred once."""
        counts: list[tuple[int, int]] = []
        for word in re.sub(r"\s*([x×*])\s*", r"\1", text.replace(",", " "), flags=re.IGNORECASE).split():
            match = _ENTRY.fullmatch(word)
            if not match or (match[2] is not None and not int(match[2])):
                remedy = sentence("write-field")
                raise ScoringError(sentence("not-a-field-score"), where="field", found=word, remedy=remedy)
            counts.append((int(match[1].replace("−", "-")), int(match[2] or 1)))
        if not counts:
            raise ScoringError(sentence("field-needs-table"), where="field", found=text)
        return cls.from_counts(counts)

    @property
    def tables(self) -> Fraction:
        """The number of tables."""
        return sum((times for _, times in self.counts), Fraction(0))

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores that occurred, the best for North-South first."""
        return tuple(score for score, _ in self.counts)

    def times(self, score: int) -> Fraction:
        """The frequency of this score, zero if it did not occur."""
        return dict(self.counts).get(score, Fraction(0))

    def beaten_by(self, score: int) -> Fraction:
        """The number of tables with a lower score for North-South."""
        return sum((times for other, times in self.counts if other < score), Fraction(0))

    def count_equal(self, score: int) -> Fraction:
        """The number of tables with exactly this score."""
        return self.times(score)

    def plus(self, ours: WeightedScore) -> "Field":
        """The field with one more table, whose score enters in its parts.

        >>> str(Field.parse("620x2").plus(WeightedScore.parse(("30%", 650), ("70%", -100))))
        '650x3/10 620x2 -100x7/10'
        """
        parts = [(score, weight) for weight, score in ours.shares if weight]
        return Field.from_counts([*self.counts, *parts])

    def minus(self, score: int) -> "Field":
        """The field without one table that had this score: the comparison of that table."""
        left = self.times(score) - 1
        if left < 0:
            raise ScoringError(sentence("no-table-had-score"), where="field", found=f"{score:+d}")
        others = [(other, times) for other, times in self.counts if other != score]
        return Field.from_counts([*others, (score, left)] if left else others)

    def mean(self, value: Callable[[int], Fraction | int] = Fraction) -> Fraction:
        """The mean over all tables of a function of the scores; by default of the scores themselves."""
        if not self.counts:
            raise ScoringError(sentence("field-without-mean"), where="field")
        return sum((value(score) * times for score, times in self.counts), Fraction(0)) / self.tables

    def trim(self, each_end: Fraction | int) -> "Field":
        """The field without so many tables at the top and as many at the bottom.

        >>> str(Field.parse("1100 620x3 -100").trim(1))
        '620x3'
        """
        if each_end < 0 or 2 * each_end >= self.tables:
            why = sentence("trim-too-much", each_end=each_end, tables=self.tables)
            raise ScoringError(why, where="trim", found=str(each_end))
        return Field(_drop_first(_drop_first(self.counts, each_end)[::-1], each_end)[::-1])

    def median(self) -> Fraction:
        """The median score; the mean of the two middle ones if there are two.

        >>> str(Field.parse("620x2 170 -100x3").median()), str(Field.parse("620x2 170").median())
        ('35', '620')
        """
        if not self.counts:
            raise ScoringError(sentence("field-without-mean"), where="field")
        half, passed, middle = self.tables / 2, Fraction(0), []
        for score, times in self.counts:
            if passed <= half <= passed + times:
                middle.append(score)
            passed += times
        return Fraction(middle[0] + middle[-1], 2)

    def datum(self, trim: Fraction | int = 0) -> int:
        """The mean of all tables to the nearest ten, halves away from zero (Butler).

        >>> Field.parse("620x2 170 -100").datum()
        330
        """
        return int(round_to_unit(self.trim(trim).mean(), 10))

    def __str__(self) -> str:
        """The field as a director types it."""
        return " ".join(f"{score}x{times}" for score, times in self.counts)


def _drop_first(
    counts: Sequence[tuple[int, Fraction]], out: Fraction | int
) -> tuple[tuple[int, Fraction], ...]:
    left = Fraction(out)
    rest: list[tuple[int, Fraction]] = []
    for score, times in counts:
        dropped = min(left, times)
        left -= dropped
        if times > dropped:
            rest.append((score, times - dropped))
    return tuple(rest)


class Unit(StrEnum):
    """The unit of a score."""

    IMP = "imp"
    MP = "mp"
    VP = "vp"
    POINTS = "points"
    PERCENT = "percent"


class Need(StrEnum):
    """The comparison a form needs."""

    OTHER_ROOM = "other room"
    FIELD = "field"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class BoardComparison:
    """The other scores on the board, as points to North-South.

    `field` is the other tables, never ours. `tables` is the number of all tables that should have a score, including
    ours and those with an artificial score, if larger than the number of scores. `ours` is our own final score if
    several results are weighted: a datum is a mean of all tables, with ours in its parts.
    """

    other_room: int | None = None
    field: Field | None = None
    tables: int | None = None
    boards: int | None = None
    trim: int = 0
    ours: WeightedScore | None = None

    def the_other_room(self) -> int:
        """The other room's score; refused if missing."""
        if self.other_room is None:
            raise ScoringError(sentence("other-room-missing"), where="comparison other_room")
        return self.other_room

    def the_field(self) -> Field:
        """The other tables; refused if missing."""
        if self.field is None or not self.field.counts:
            raise ScoringError(sentence("field-missing"), where="comparison field")
        return self.field

    def the_boards(self) -> int:
        """The number of boards of the match; refused if missing."""
        if self.boards is None:
            raise ScoringError(sentence("boards-missing"), where="event boards")
        return self.boards


class FieldMethod(StrEnum):
    """The method by which a table's score is compared with all other tables of an event."""

    MATCHPOINTS = "matchpoints"
    MEAN_SWING = "mean-swing"  # the mean of the IMPs against each
    DATUM = "datum"  # the IMPs against their mean
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class ScoringForm:
    """A form of scoring: its name, units and needs, and the conversion of scores."""

    name: str  # as in a case file
    unit: Unit  # the unit of a board's score
    final_unit: Unit  # the unit of the standings
    needs: frozenset[Need]
    field_method: FieldMethod
    teams: bool = False  # two tables of a match play each board
    pairs: bool = False  # each pair plays for itself against the field
    merges: bool = False  # both sides get the mean where their scores do not balance (12C4)
    plain_artificial: bool = False  # an artificial score does not depend on the session
    trims: bool = False  # scores at either end may be left out of the datum
    habit: str = ""  # what is easily forgotten in this form, by the key of its text
    rounding: str = ""  # the regulation's unit for a board, if it is that of another form

    @property
    def every_trick_counts(self) -> bool:
        """Whether an overtrick may be worth as much as the contract."""
        return self.unit is Unit.MP

    @property
    def uses_scale(self) -> bool:
        """Whether a match is converted to victory points."""
        return self.final_unit is Unit.VP

    @property
    def rounding_key(self) -> str:
        """The key of a regulation for the rounding of a board."""
        return (self.rounding or self.name).replace("-", "_")

    @abstractmethod
    def convert(self, score_ns: int, comparison: BoardComparison) -> SideScores:
        """The exact value of a score to North-South for each side, from its own view."""

    def average(self, comparison: BoardComparison) -> Fraction:
        """The average score of a side; halves are rounded away from it."""
        del comparison
        return Fraction(0)
