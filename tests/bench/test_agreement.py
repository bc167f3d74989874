"""The agreement bench notices a lowered figure, and is not misled by a score reported for the first time."""

import copy
import json

from analyser.casefile import case_of
from tests.bench.agreement import beside, figures_of_kept
from tests.bench.lab.agreement import summary, with_comparison
from tests.support import ROOT

KEPT = json.loads((ROOT / "reports" / "agreement.json").read_text("utf-8"))


def broken(kept):
    return {figure.what for figure in figures_of_kept(kept) if not figure.holds}


def test_a_kept_figure_that_is_lowered_is_noticed():
    assert broken(KEPT) == set()
    fewer = copy.deepcopy(KEPT)
    fewer["score"]["inside"] = 23
    assert broken(fewer) == {
        "kept figures that differ from their rows, score",
        "inside, score, in the kept figures",
    }
    inside = copy.deepcopy(KEPT)
    inside["good_cases"]["planted"] = {"sides exchanged": [20, 17]}
    assert broken(inside) == {"of them outside the band, good cases"}


def test_a_board_without_comparison_counts_against_its_own_table():
    case = case_of((ROOT / "cases" / "past" / "acbl-1995f-01.toml").read_bytes())
    assert case.comparison is None
    completed = with_comparison(case)
    assert completed.comparison is not None
    assert completed.comparison.other_room == -1370  # 6C by East made, vulnerable
    assert str(completed.event.form) == "imps"


def row(name: str, ours: int | None, verdict: str = "inside"):
    scores = None if ours is None else [str(ours), str(-ours)]
    return {"id": name, "taken": "score", "theirs": ["0", "0"], "ours": scores, "verdict": verdict}


def figures(*rows):
    inside = sum(row["verdict"] == "inside" for row in rows)
    return {"cases": rows, "score": {"inside": inside}, "chain": {"inside": 0}}


def test_a_new_score_neither_lowers_nor_hides_agreement():
    """Two scores were reported, two IMPs off on average; a third, reported since, is far off."""
    kept = figures(row("one", 1), row("two", 3))
    broken_figures = {
        name: {figure.what.partition(",")[0] for figure in beside(kept, now) if not figure.holds}
        for name, now in {
            "a new one far off": figures(row("one", 1), row("two", 3), row("new", 12, "outside")),
            "an old one farther": figures(row("one", 1), row("two", 9), row("new", 0)),
            "an old one missing": figures(row("one", 1), row("two", None), row("new", 0)),
            "an old one outside": figures(row("one", 1), row("two", 3, "outside")),
        }.items()
    }
    assert broken_figures == {
        "a new one far off": set(),
        "an old one farther": {"apart where compared before"},
        "an old one missing": {"still compared"},
        "an old one outside": {"inside"},
    }


def test_nothing_compared_has_no_mean():
    assert summary(())["mean_apart"] is None
