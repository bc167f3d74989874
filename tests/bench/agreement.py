"""Agreement with recorded rulings has not fallen below what `reports/agreement.json` keeps.

Every past case is ruled again, which takes minutes; `python -m tests.bench.lab.agreement_report` writes the page and the figures.
Distance is held over the scores that were told when the figures were kept, so that a score told for the first time, near
or far, neither hides a loss elsewhere nor looks like one; and no score told then may be told no more.
"""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tests.bench.lab.agreement import document
from tests.bench.lab.agreement_report import rule_all_again, rule_bundled_again
from tests.bench.promise import Figure
from tests.support import ROOT

Row = Mapping[str, Any]

# Scores compared with a body's, and rulings with theirs inside: reached once, to be raised, never lowered.
REACHED = {"chain": (40, 16), "score": (42, 24)}
PLANTED = 20  # wrong rulings of each set at least; nine of ten of them lie outside the band


def measure() -> tuple[Figure, ...]:
    """How many of our rulings have theirs inside the band, and how far apart the scores are, beside what was kept."""
    parsed = json.loads((ROOT / "reports" / "agreement.json").read_text("utf-8"))
    now = document(rule_all_again(ROOT / "cases"), rule_bundled_again(ROOT / "cases"))
    return (*figures_of_kept(parsed), *beside(parsed, now))


def figures_of_kept(kept: Row) -> tuple[Figure, ...]:
    """The kept figures compared with the rows they summarise and with what was reached before."""
    figures = []
    for taken, (compared, inside) in REACHED.items():
        rows = [row for row in kept["cases"] if row["taken"] == taken]
        miscounted = abs(kept[taken]["cases"] - len(rows)) + abs(
            kept[taken]["inside"] - sum(row["verdict"] == "inside" for row in rows)
        )
        figures += [
            Figure(f"kept figures that differ from their rows, {taken}", miscounted, "rows", 0, "at most"),
            Figure(
                f"compared, {taken}, in the kept figures",
                kept[taken]["compared"],
                "scores",
                compared,
                "at least",
            ),
            Figure(
                f"inside, {taken}, in the kept figures", kept[taken]["inside"], "rulings", inside, "at least"
            ),
        ]
    for name, counts in (("past", kept["planted"]), ("good", kept["good_cases"]["planted"])):
        planted, outside = (sum(count[place] for count in counts.values()) for place in (0, 1))
        figures += [
            Figure(f"wrong rulings planted in {name} cases", planted, "rulings", PLANTED, "at least"),
            Figure(f"of them outside the band, {name} cases", outside / planted, "of all", 0.9, "at least"),
        ]
    return tuple(figures)


def beside(row: Row, now: Row) -> tuple[Figure, ...]:
    """The figures of a run beside those kept."""
    figures = []
    for name, told in (("score", "the infraction taken as found"), ("chain", "nothing judged")):
        then, today = (distances(entry["cases"], name) for entry in (row, now))
        both = then.keys() & today.keys()
        figures += [
            Figure(f"inside, {told}", now[name]["inside"], "rulings", row[name]["inside"], "at least"),
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


def distances(rows: Iterable[Row], text: str) -> dict[str, Fraction]:
    """How far apart the two scores are, the mean of both sides, where both are told."""
    return {
        row["id"]: sum(
            (
                abs(Fraction(their) - Fraction(other))
                for their, other in zip(row["theirs"], row["ours"], strict=True)
            ),
            Fraction(0),
        )
        / 2
        for row in rows
        if row["taken"] == text and row["theirs"] and row["ours"]
    }


def _mean(values: Iterable[Fraction]) -> float:
    kept = list(values)
    return round(float(sum(kept, Fraction(0)) / len(kept)), 3) if kept else 0.0
