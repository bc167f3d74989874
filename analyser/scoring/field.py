"""The other tables: how often each score occurred, in whole tables or in parts of one."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.errors import ScoringError
from analyser.scoring.side_scores import rounded
from analyser.scoring.weights import WeightedScore

_ENTRY = re.compile(r"([+\-−]?\d{1,5})(?:\s*[x×*]\s*(\d{1,4}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Field:
    """Scores to North-South with their frequencies, best for North-South first.

    A weighted result enters in its parts: three tenths of one score, seven tenths of another. Whoever is compared
    with it meets each part as often as it counts.

    >>> field = Field.parse("620x3 170 -100x2")
    >>> str(field.tables), str(field.beaten_by(170)), str(field.tied_with(170)), str(field)
    ('6', '2', '1', '620x3 170x1 -100x2')
    """

    counts: tuple[tuple[int, Fraction], ...]

    def __post_init__(self) -> None:
        """Refuse a score that stands twice, out of order, or with nothing behind it."""
        scores = [score for score, _ in self.counts]
        if scores != sorted(set(scores), reverse=True):
            raise ScoringError("a field lists each score once, the best for NS first", found=str(scores))
        for score, times in self.counts:
            if times <= 0:
                raise ScoringError(f"{score:+d} must occur at least in part", found=str(times))

    @classmethod
    def of(cls, counts: Mapping[int, Fraction | int] | Iterable[tuple[int, Fraction | int]]) -> "Field":
        """From scores and how often each occurred; equal scores are counted together."""
        total: dict[int, Fraction] = {}
        for score, times in counts.items() if isinstance(counts, Mapping) else counts:
            total[score] = total.get(score, Fraction(0)) + times
        return cls(tuple(sorted(total.items(), reverse=True)))

    @classmethod
    def of_tables(cls, scores: Iterable[int]) -> "Field":
        """From one score a table."""
        return cls.of((score, 1) for score in scores)

    @classmethod
    def parse(cls, text: str) -> "Field":
        """Read `420x5 -50x2`; a score without a number occurred once."""
        counts: list[tuple[int, int]] = []
        for word in re.sub(r"\s*([x×*])\s*", r"\1", text.replace(",", " "), flags=re.IGNORECASE).split():
            match = _ENTRY.fullmatch(word)
            if not match or (match[2] is not None and not int(match[2])):
                remedy = "write each score with the number of tables, as in 420x5 -50x2"
                raise ScoringError("not a score of a field", where="field", found=word, remedy=remedy)
            counts.append((int(match[1].replace("−", "-")), int(match[2] or 1)))
        if not counts:
            raise ScoringError("a field needs at least one other table", where="field", found=text)
        return cls.of(counts)

    @property
    def tables(self) -> Fraction:
        """How many tables there are in all."""
        return sum((times for _, times in self.counts), Fraction(0))

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores that occurred, the best for North-South first."""
        return tuple(score for score, _ in self.counts)

    def times(self, score: int) -> Fraction:
        """How often this score occurred; nought when it did not."""
        return dict(self.counts).get(score, Fraction(0))

    def beaten_by(self, score: int) -> Fraction:
        """How many tables have less for North-South."""
        return sum((times for other, times in self.counts if other < score), Fraction(0))

    def tied_with(self, score: int) -> Fraction:
        """How many tables have exactly this."""
        return self.times(score)

    def plus(self, ours: WeightedScore) -> "Field":
        """With one more table, whose score enters in its parts.

        >>> str(Field.parse("620x2").plus(WeightedScore.parse(("30%", 650), ("70%", -100))))
        '650x3/10 620x2 -100x7/10'
        """
        parts = [(share.score_ns, share.weight) for share in ours.shares if share.weight]
        return Field.of([*self.counts, *parts])

    def minus(self, score: int) -> "Field":
        """Without one table that had this score: what that table is compared with."""
        left = self.times(score) - 1
        if left < 0:
            raise ScoringError("no whole table had this score", where="field", found=f"{score:+d}")
        others = [(other, times) for other, times in self.counts if other != score]
        return Field.of([*others, (score, left)] if left else others)

    def mean(self, value: Callable[[int], Fraction | int] = Fraction) -> Fraction:
        """The mean over all tables of what each score is worth; of the scores themselves unless told otherwise."""
        if not self.counts:
            raise ScoringError("an empty field has no mean", where="field")
        return sum((value(score) * times for score, times in self.counts), Fraction(0)) / self.tables

    def trimmed(self, each_end: Fraction | int) -> "Field":
        """Without this many tables at the top and as many at the bottom.

        >>> str(Field.parse("1100 620x3 -100").trimmed(1))
        '620x3'
        """
        if each_end < 0 or 2 * each_end >= self.tables:
            why = f"cannot leave out {each_end} at each end of {self.tables} tables"
            raise ScoringError(why, where="trim", found=str(each_end))
        return Field(_without_first(_without_first(self.counts, each_end)[::-1], each_end)[::-1])

    def datum(self, trim: Fraction | int = 0) -> int:
        """The mean of all tables to the nearest ten, halves away from nought (Butler).

        >>> Field.parse("620x2 170 -100").datum()
        330
        """
        return int(rounded(self.trimmed(trim).mean(), 10))

    def __str__(self) -> str:
        """As a director types it."""
        return " ".join(f"{score}x{times}" for score, times in self.counts)


def _without_first(
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
