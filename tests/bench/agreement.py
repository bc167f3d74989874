"""Agreement with recorded rulings has not fallen below what `reports/agreement.json` keeps.

Every past case is ruled anew, which takes minutes; `python -m analyser.cli.agreement` writes the page and the figures.
"""

import json

from analyser.cli.agreement import bundled_anew, ruled_anew
from analyser.pipeline.agreement import document
from tests.bench.promise import Figure
from tests.support import ROOT


def measure() -> tuple[Figure, ...]:
    """How many of our rulings have theirs inside the band, and how far apart the scores are, beside what was kept."""
    kept = json.loads((ROOT / "reports" / "agreement.json").read_text("utf-8"))
    now = document(ruled_anew(ROOT / "cases"), bundled_anew(ROOT / "cases"))
    figures = []
    for name, told in (("score", "the infraction taken as found"), ("chain", "nothing judged")):
        figures.append(
            Figure(f"inside, {told}", now[name]["inside"], "rulings", kept[name]["inside"], "at least")
        )
        apart = round(kept[name]["mean_apart"] + 0.001, 3)
        figures.append(Figure(f"apart, {told}", now[name]["mean_apart"], "on average", apart, "at most"))
    return tuple(figures)
