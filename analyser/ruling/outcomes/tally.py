"""Results with their chances while they are gathered: equal results are one, and each keeps the ways that lead to it."""

from dataclasses import dataclass, field

from analyser.bridge import Contract, PointsOnly, Result, Vulnerability
from analyser.ruling import Finding, FindingClass, Outcome, Path
from analyser.scoring import score_ns

__all__ = ["Tally", "Unsolved"]

_PATHS_KEPT = 4
_LEAST_OUTCOME = 0.002


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A contract whose tricks could not be counted, and the share of the paths that end in it."""

    contract: Contract
    probability: float

    @property
    def told(self) -> Finding:
        """What the reader should know of it."""
        share = round(self.probability, 3)
        return Finding.of("outcomes.unsolved", kind=FindingClass.FACT, contract=self.contract, share=share)


@dataclass(slots=True)
class Tally:
    """The sum so far. `double_dummy` remembers for each result the tricks double dummy after the leads that made it."""

    mass: dict[Result | PointsOnly, float] = field(default_factory=dict)
    ways: dict[Result | PointsOnly, list[Path]] = field(default_factory=dict)
    double_dummy: dict[Result | PointsOnly, int] = field(default_factory=dict)
    reasons: dict[Result | PointsOnly, tuple[Finding, ...]] = field(default_factory=dict)
    unsolved: list[Unsolved] = field(default_factory=list)

    def add(
        self, result: Result | PointsOnly, path: Path, double_dummy: int | None = None, *because: Finding
    ) -> None:
        """One more way to a result; a way without a chance is none."""
        if path.probability <= 0:
            return
        self.mass[result] = self.mass.get(result, 0.0) + path.probability
        self.ways.setdefault(result, []).append(path)
        if double_dummy is not None:
            self.double_dummy[result] = double_dummy
        self.reasons[result] = tuple(dict.fromkeys((*self.reasons.get(result, ()), *because)))

    @property
    def small(self) -> float:
        """What is too small to be kept as an outcome, together."""
        return sum(p for p in self.mass.values() if p < _LEAST_OUTCOME)

    def outcomes(self, vulnerability: Vulnerability) -> tuple[Outcome, ...]:
        """The results, the likeliest first."""
        kept = sorted(
            (one for one, p in self.mass.items() if p >= _LEAST_OUTCOME),
            key=lambda one: (-self.mass[one], str(one)),
        )
        return tuple(
            Outcome(
                id=f"o{number}",
                result=result,
                score_ns=score_ns(result, vulnerability),
                probability=self.mass[result],
                legal=True,
                because=self.reasons[result]
                or (Finding.of("outcomes.reached", result=result, ways=len(self.ways[result])),),
                paths=tuple(sorted(self.ways[result], key=lambda path: -path.probability)[:_PATHS_KEPT]),
                dd_tricks=self.double_dummy.get(result),
            )
            for number, result in enumerate(kept, 1)
        )
