"""Agreement with recorded rulings has not fallen below what `reports/agreement.json` keeps.

Every past case is ruled anew, which takes minutes; `python -m tests.bench.lab.agreement_report` writes the page and the figures.
Distance is held over the scores that were told when the figures were kept, so that a score told for the first time, near
or far, neither hides a loss elsewhere nor looks like one; and no score told then may be told no more.
"""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tests.bench.lab.agreement import document
from tests.bench.lab.agreement_report import bundled_anew, ruled_anew
from tests.bench.promise import Figure
from tests.support import ROOT

Row = Mapping[str, Any]


def measure() -> tuple[Figure, ...]:
    """How many of our rulings have theirs inside the band, and how far apart the scores are, beside what was kept."""
    kept = json.loads((ROOT / "reports" / "agreement.json").read_text("utf-8"))
    now = document(ruled_anew(ROOT / "cases"), bundled_anew(ROOT / "cases"))
    return beside(kept, now)


def beside(kept: Row, now: Row) -> tuple[Figure, ...]:
    """The figures of a run beside those kept."""
    figures = []
    for name, told in (("score", "the infraction taken as found"), ("chain", "nothing judged")):
        then, today = (distances(one["cases"], name) for one in (kept, now))
        both = then.keys() & today.keys()
        figures += [
            Figure(f"inside, {told}", now[name]["inside"], "rulings", kept[name]["inside"], "at least"),
            Figure(f"still compared, {told}", len(both), "scores", len(then), "at least"),
            Figure(
                f"apart where compared before, {told}",
                _mean(today[case] for case in both),
                "on average",
                round(_mean(then[case] for case in both) + 0.001, 3),
                "at most",
            ),
        ]
    return tuple(figures)


def distances(rows: Iterable[Row], taken: str) -> dict[str, Fraction]:
    """How far apart the two scores are, the mean of both sides, where both are told."""
    return {
        row["id"]: sum(
            (
                abs(Fraction(one) - Fraction(other))
                for one, other in zip(row["theirs"], row["ours"], strict=True)
            ),
            Fraction(0),
        )
        / 2
        for row in rows
        if row["taken"] == taken and row["theirs"] and row["ours"]
    }


def _mean(values: Iterable[Fraction]) -> float:
    kept = list(values)
    return round(float(sum(kept, Fraction(0)) / len(kept)), 3) if kept else 0.0
