"""What a ruling's own results come to under other weights: sums alone, at once, nothing estimated anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class Weighed:
    """A side's score under weights, exact; none when a result with weight has no converted score."""

    weights: tuple[tuple[str, Fraction], ...]
    score: Fraction | None

    @property
    def decimal(self) -> str:
        """The score as people read it."""
        return "" if self.score is None else f"{float(self.score):+.2f}"


def weighable(document: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 - any JSON
    """The results a ruling lets a person weigh, by name: every legal one, in its own order."""
    return tuple((one["id"], one["result"]) for one in document.get("outcomes") or () if one["legal"])


def reweighed(document: Any, side: str, parts: Mapping[str, int]) -> Weighed | None:  # noqa: ANN401 - any JSON
    """A side's score when each result counts by its part of the whole; none when all parts are nothing.

    >>> ruling = {"outcomes": [{"id": "a", "legal": True, "converted": {"ns": "3"}},
    ...                        {"id": "b", "legal": True, "converted": {"ns": "-5"}}]}
    >>> reweighed(ruling, "ns", {"a": 60, "b": 20}).score
    Fraction(1, 1)
    """
    outcomes = {one["id"]: one for one in document.get("outcomes") or () if one["legal"]}
    counted = {name: part for name, part in parts.items() if name in outcomes and part > 0}
    whole = sum(counted.values())
    if not whole:
        return None
    weights = tuple((name, Fraction(part, whole)) for name, part in counted.items())
    return Weighed(
        weights, _score([(weight, outcomes[name].get("converted")) for name, weight in weights], side)
    )


def _score(parts: Sequence[tuple[Fraction, Any]], side: str) -> Fraction | None:
    total = Fraction(0)
    for weight, converted in parts:
        told = (converted or {}).get(side)
        if told is None:
            return None
        total += weight * Fraction(told)
    return total
