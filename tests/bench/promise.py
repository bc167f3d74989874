"""What a promise measures, and how it is told apart from a broken one."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure beside its bar.

    >>> print(Figure("check of one case", 0.12, "s", 0.3, "at most"))
    check of one case: 0.12 s (at most 0.3 s): holds
    >>> Figure("boards read", 900, "boards/s", 1000, "at least").holds
    False
    """

    what: str
    measured: float
    unit: str
    bar: float
    bound: Literal["at most", "at least"]

    @property
    def holds(self) -> bool:
        """True if the bar is kept."""
        return self.measured <= self.bar if self.bound == "at most" else self.measured >= self.bar

    def __str__(self) -> str:
        """One line for the one who waits."""
        verdict = "holds" if self.holds else "DOES NOT HOLD"
        bar = f"{self.bound} {_format_number(self.bar)} {self.unit}"
        return f"{self.what}: {_format_number(self.measured)} {self.unit} ({bar}): {verdict}"

    def as_json(self) -> dict[str, str | float | bool]:
        """The figure as it goes into `reports/bench`."""
        return {**asdict(self), "holds": self.holds}


def _format_number(number: float) -> str:
    """A count in full, any other number to four digits."""
    return f"{number:,}" if isinstance(number, int) else f"{number:.4g}"


@dataclass(frozen=True, slots=True)
class Measured:
    """Figures with what is written down beside them; or none, and why nothing could be measured here."""

    figures: tuple[Figure, ...] = ()
    beside: dict[str, Any] = field(default_factory=dict)
    skipped: str = ""
