"""The rulings of an event: what was given, what the analysis gives, and whether like rulings were given alike."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.event.finals import Final
from analyser.event.scored import Version
from analyser.event.values import Entry
from analyser.ruling import Ruling

__all__ = ["Alike", "Calibration", "Ruled", "alike", "finals_of"]

NEAR = 6.0  # of about thirty: same kind, same sort of information, hands and calls not far apart


@dataclass(frozen=True, slots=True)
class Ruled:
    """One ruling of the event: the result it speaks of, what was given, and the analysis of the case.

    `number` is none where no result of the event fits the case. `refused` says why a case could not be analysed.
    """

    id: str
    kind: str
    source: str
    entry: Entry | None
    given: Final | None
    given_told: str
    ruling: Ruling | None = None
    asked: Ruling | None = None
    ours: Final | None = None
    ours_asked: Final | None = None
    lean: Fraction | None = None  # how far the ruling given lies from ours, to the innocent side
    refused: str = ""

    @property
    def number(self) -> int | None:
        """The result ruled on."""
        return None if self.entry is None else self.entry.number

    @property
    def verdict(self) -> str:
        """Inside or outside the band, or cannot tell."""
        review = None if self.ruling is None else self.ruling.review
        return "not-reviewed" if review is None else review.verdict


def finals_of(rulings: Sequence[Ruled]) -> dict[int, Mapping[Version, Final]]:
    """The final score of every result ruled on, version by version; where ours cannot tell, the ruling given stands."""
    found: dict[int, dict[Version, Final]] = {}
    for one in rulings:
        if one.number is None:
            continue
        told = found.setdefault(one.number, {})
        if one.given is not None:
            told[Version.RULED] = one.given
        given = told.get(Version.RULED)
        for version, ours in ((Version.OURS, one.ours), (Version.ASKED, one.ours_asked)):
            final = ours if ours is not None else given
            if final is not None:
                told[version] = final
        table = None if one.entry is None else one.entry.score_ns
        if table is not None:
            told[Version.TABLE] = Final.of(table)
    return dict(found)


@dataclass(frozen=True, slots=True)
class Alike:
    """Two rulings on like facts that went different ways: how near the cases are, and what each was."""

    first: str
    second: str
    distance: float
    first_verdict: str
    second_verdict: str
    lean_first: Fraction | None
    lean_second: Fraction | None

    @property
    def differ(self) -> bool:
        """Tell whether one is inside the band and the other is not, or they lean to opposite sides."""
        known = {self.first_verdict, self.second_verdict} <= {"inside", "outside"}
        if known and self.first_verdict != self.second_verdict:
            return True
        if self.lean_first is None or self.lean_second is None:
            return False
        return self.lean_first * self.lean_second < 0


def alike(rulings: Sequence[Ruled], distances: Mapping[tuple[str, str], float]) -> Iterator[Alike]:
    """The pairs of rulings near each other, the nearest first; distances are handed in by those who measure them."""
    by_id = {one.id: one for one in rulings}
    for (first, second), distance in sorted(distances.items(), key=lambda item: (item[1], item[0])):
        if distance <= NEAR and first in by_id and second in by_id:
            one, other = by_id[first], by_id[second]
            yield Alike(first, second, distance, one.verdict, other.verdict, one.lean, other.lean)


@dataclass(slots=True)
class Calibration:
    """How often contracts were made against the chance foretold for them, in ten bins of equal width."""

    tables: list[int]
    foretold: list[float]
    made: list[int]

    @classmethod
    def empty(cls) -> "Calibration":
        """Nothing counted yet."""
        return cls([0] * 10, [0.0] * 10, [0] * 10)

    def count(self, chance: float, *, made: bool) -> None:
        """One contract.

        >>> calibration = Calibration.empty()
        >>> calibration.count(0.83, made=True)
        >>> calibration.tables[8], calibration.made[8]
        (1, 1)
        """
        place = min(int(chance * 10), 9)
        self.tables[place] += 1
        self.foretold[place] += chance
        self.made[place] += made

    @property
    def bins(self) -> tuple[tuple[float, float, int], ...]:
        """Mean chance foretold, share made, tables; empty bins left out."""
        rows = zip(self.tables, self.foretold, self.made, strict=True)
        return tuple((told / n, made / n, n) for n, told, made in rows if n)
