"""The page about the lead model: figures, reliability, learning curve, what is led by contract; no records."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import RANKS
from analyser.estimates.leads import LeadModel
from analyser.training.charts import chart, fitted, page, table
from analyser.training.leads_data import Leads
from analyser.training.leads_score import evaluate_leads, leads_of, score_leads
from analyser.training.measures import Score, reliability
from analyser.training.splits import Half

__all__ = ["write_lead_report"]

_ABOUT: Final = (
    "<p>How well the lead model foretells what experts lead, on deals of the last years of the record that it was "
    "neither fitted to nor tuned on. What a partnership leads from which holding is unknown to the record; it holds "
    "experts only.</p>"
)
_HEADS: Final = ("", "n", "card", "first three", "log-loss", "ECE", "suit")


def write_lead_report(data: Path, models: Path, reports: Path) -> Path:
    """Write `leads.html` about the model in `models/leads`, from the report half; no record is in it."""
    model = LeadModel.load(models / "leads")
    leads = leads_of(data, Half.REPORT.value)
    told = evaluate_leads(data, Half.REPORT.value, model=model)
    score, suits = score_leads(model, leads)
    parts = [
        _ABOUT,
        fitted(model.card, ("leads learned from", int(model.card.get("training", {}).get("leads", 0)))),
        _figures(told),
        _by_contract(leads, score, suits),
        _by_rank(leads, score),
        _plots(model.card, score),
    ]
    reports.mkdir(parents=True, exist_ok=True)
    path = reports / "leads.html"
    path.write_text(page("The lead model", parts), encoding="utf-8", newline="\n")
    return path


def _row(name: str, told: Mapping[str, Any]) -> tuple[object, ...]:
    return (name, *(told.get(key) for key in ("n", "top1", "top3", "log_loss", "ece", "suit_top1")))


def _figures(told: Mapping[str, Any]) -> str:
    rows = [
        _row("all leads", told),
        _row("both sides bid", told["contested"]),
        _row("at notrump", told["notrump"]),
    ]
    rows += [_row(f"baseline {name}", figures) for name, figures in told["baselines"].items()]
    rows.append(_row("another expert, same hand and auction", told["other_table"]))
    return table("Figures on the report half", _HEADS, rows)


def _by_contract(leads: Leads, score: Score, suits: Score) -> str:
    """Where it does well and where not, by the kind of contract."""
    contract = leads.auctions.contract[leads.auction]
    level, strain = contract // 5 + 1, contract % 5
    rows = []
    for name, trumps in (
        ("notrump", strain == 4),
        ("a major", (strain == 2) | (strain == 3)),
        ("a minor", strain < 2),
    ):
        for lowest, highest in ((1, 2), (3, 3), (4, 4), (5, 5), (6, 7)):
            here = trumps & (level >= lowest) & (level <= highest)
            if here.sum() >= 50:
                told = score.where(here).figures() | {"suit_top1": suits.where(here).figures()["top1"]}
                levels = str(lowest) if lowest == highest else f"{lowest}-{highest}"
                rows.append(_row(f"{name}, level {levels}", told))
    return table("By contract: the highest log-loss is where it should be trusted least", _HEADS, rows)


def _by_rank(leads: Leads, score: Score) -> str:
    """The rank really led: how often, and how often foretold."""
    rank = leads.chosen % 13
    rows = []
    for place in range(12, -1, -1):
        here: NDArray[np.bool_] = rank == place
        if here.any():
            told = score.where(here).figures()
            rows.append(
                (RANKS[place], float(here.mean()), told["n"], told["top1"], told["top3"], told["log_loss"])
            )
    return table("By the rank led", ("rank", "share of leads", "n", "first", "among three", "log-loss"), rows)


def _plots(card: Mapping[str, Any], score: Score) -> str:
    curve = card.get("curve", {})
    passes = [float(number) for number in curve.get("pass", [])]
    lines = {
        name: list(zip(passes, map(float, curve[key]), strict=True))
        for key, name in (("fitted", "while fitting"), ("log_loss", "held out"))
        if key in curve
    }
    bins = [(said, came) for said, came, _ in reliability(score.top, score.rank == 0)]
    return chart("Log-loss after each pass over the record", lines, across="pass", up="log-loss") + chart(
        "Share of the likeliest card against how often it was led",
        {"report half": bins},
        across="foretold",
        up="led",
        diagonal=True,
    )
