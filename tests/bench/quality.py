"""On deals nothing was tuned on, the tree predicts contract, score and IMPs better than par, another table or habit.

The cuts are fixed by seed; `reports/bench/quality.json` holds every figure of the tree and its baselines, and
`reports/models/tree.html` shows how reliable the shares are.
"""

import json
import sys
from typing import Any

from tests.bench import flips
from tests.bench.lab.model_pages import write_tree_page
from tests.bench.lab.tree import evaluate_tree, open_forecaster
from tests.bench.promise import Figure, Measured
from tests.support import ROOT, SHARED

_CUTS, _SEED, _HALF = 400, 1, "report"
_MEASURES = {
    "contract_log_loss": ("log-loss of the contract", "nats"),
    "score_log_loss": ("log-loss of the score", "nats"),
    "imp_error": ("distance of the score", "IMPs"),
}


def measure() -> Measured:
    """The tree on the report half, each figure against each baseline's."""
    folder = SHARED / "data" / "vugraph"
    if not folder.is_dir():
        return Measured(skipped="the reference records (../shared/data) are not beside this checkout")
    with open_forecaster() as grower:
        figures = evaluate_tree(folder, grower, _HALF, _CUTS, _SEED, _tell)
    write_tree_page(figures, ROOT / "reports" / "models")
    stability = flips.measure()
    settings = {"split": _HALF, "seed": _SEED, "tree": _rounded(figures), **stability.beside}
    return Measured((*figures_of(figures), *stability.figures), settings)


def figures_of(told: dict[str, Any]) -> tuple[Figure, ...]:
    """The three measures, each against each baseline."""
    return tuple(
        Figure(f"{what}, beside {name}", round(told[key], 3), unit, round(baseline[key], 3), "at most")
        for key, (what, unit) in _MEASURES.items()
        for name, baseline in told["baselines"].items()
    )


def _tell(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


def _rounded(told: dict[str, Any]) -> Any:
    """Every figure with three decimals."""
    return json.loads(json.dumps(told), parse_float=lambda text: round(float(text), 3))
