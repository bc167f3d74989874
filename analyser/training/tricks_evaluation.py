"""How well the trick model foretells results, beside what is counted without any model."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Contract
from analyser.casefile import Form
from analyser.estimates.record_models import TrickModel
from analyser.report.charts import line_chart
from analyser.training.measures import ShareScore, reliability
from analyser.training.model_page import page, table
from analyser.training.records import Half, drawn, in_half, parse_calls, read_frame, split_and_half
from analyser.training.tricks_data import RecordedResults, read_played, rows_in

_MADE: Final = (-1, 0, 1)
_ABOUT: Final = (
    "<p>How many tricks experts take beside the tricks they could take with all hands seen, on deals of the last "
    "years of the record that the tables were not fitted to. A few per cent of the results in the record are "
    "mistyped. Other classes of player are not in it.</p>"
)
_HEADS: Final = ("", "n", "exact", "first three", "log-loss", "ECE")
_EXAMPLES: Final = ("1NT by S", "2S by S", "3NT by S", "4S by S", "4HX by S", "5D by S", "6S by S")


def played_of(folder: Path, split: str) -> RecordedResults:
    """The results of a split; `choose` and `report` are the halves of `valid`, `all` is every result."""
    name, half = split_and_half(split)
    played = read_played(folder, name)
    return played.taken(in_half(played.deal_id, half))


def evaluate_tricks(
    folder: Path,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    model: TrickModel | None = None,
) -> dict[str, Any]:
    """How well the trick model foretells the results of a record, with the baselines on the same rows."""
    judged, played = model or TrickModel.load(), played_of(folder, split)
    played = played.taken(drawn(len(played), sample, seed))
    shares = judged.after_lead[rows_in(played, played.after)]
    before = judged.before[rows_in(played, played.before)]
    whole = _figures(shares, played)
    return {
        "model": "tricks",
        **whole,
        # Every result comes after an opening: that row is the whole.
        "after_opening": whole,
        "contested": _figures(shares, played, contested(folder, played)),
        "make": chance_of_making(shares, played, played.after),
        "before_lead": _figures(before, played) | {"make": chance_of_making(before, played, played.before)},
        "doubled": _figures(shares, played, played.doubled == 1),
        "every_trick": _figures(shares, played, played.every_trick == 1),
        "notrump": _figures(shares, played, played.strain == 4),
        "slams": _figures(shares, played, played.level >= 6),
        "baselines": {
            name: _figures(baseline, played) for name, baseline in _baseline_shares(judged, played).items()
        },
    }


def _figures(
    shares: NDArray[np.float64], played: RecordedResults, rows: NDArray[np.bool_] | None = None
) -> dict[str, Any]:
    score = ShareScore.of(shares, played.tricks)
    return score.figures() if rows is None else score.where(rows).figures()


def contested(folder: Path, played: RecordedResults) -> NDArray[np.bool_]:
    """Whether both sides bid before each of these results; where the table's auction is not told, no."""
    keys = ["deal_id", "lin_id", "room"]
    plays = read_frame(folder, "plays", keys).iloc[played.row]
    tables = read_frame(folder, "tables", [*keys, "auction"])
    tables = tables[tables["deal_id"].isin(plays["deal_id"])]
    both = {
        (deal, line, str(room)): len({place & 1 for place, call in enumerate(parse_calls(text)) if call >= 3})
        > 1
        for deal, line, room, text in tables.itertuples(index=False)
    }
    keys_asked = plays.itertuples(index=False)
    return np.array([both.get((deal, line, str(room)), False) for deal, line, room in keys_asked], np.bool_)


def chance_of_making(
    shares: NDArray[np.float64], played: RecordedResults, dd: NDArray[np.int64]
) -> dict[str, list[float]]:
    """The chance of making the contract by double-dummy margin: foretold, found."""
    needed = played.level + 6
    chance = np.where(np.arange(14) >= needed[:, None], shares, 0.0).sum(axis=1)
    by_margin = {}
    for margin in _MADE:
        rows = dd - needed == margin
        if rows.any():
            by_margin[str(margin)] = [
                float(chance[rows].mean()),
                float((played.tricks[rows] >= needed[rows]).mean()),
            ]
    return by_margin


def _baseline_shares(model: TrickModel, played: RecordedResults) -> dict[str, NDArray[np.float64]]:
    histogram, away = model.counted["histogram"], model.counted["away"]
    flat = np.broadcast_to(histogram, (len(played), 14))
    # Pure double dummy is right as often as the record says; else the histogram of all results.
    exact = np.eye(14)[played.after] * away[13] + flat * (1 - away[13])
    moved = away[np.arange(14) - played.after[:, None] + 13]
    return {
        "double_dummy": exact,
        "histogram": np.array(flat),
        "level_strain": model.counted["by_contract"][played.level - 1, played.strain],
        "over_double_dummy": moved / moved.sum(axis=1, keepdims=True),
    }


def write_trick_report(data: Path, models: Path, reports: Path) -> Path:
    """Write `tricks.html` about the model in `models/tricks`, from the report half; no record is in it."""
    model = TrickModel.load(models / "tricks")
    figures = evaluate_tricks(data, Half.REPORT.value, model=model)
    parts = [
        _ABOUT,
        _table_of_figures(figures, model.card),
        _table_of_making(figures),
        _examples(model),
        _plots(data, model),
    ]
    reports.mkdir(parents=True, exist_ok=True)
    path = reports / "tricks.html"
    path.write_text(page("The trick model", parts), encoding="utf-8", newline="\n")
    return path


def _row(name: str, figures: Mapping[str, Any]) -> tuple[object, ...]:
    return (name, *(figures.get(key) for key in ("n", "top1", "top3", "log_loss", "ece")))


def _table_of_figures(evaluation: Mapping[str, Any], card: Mapping[str, Any]) -> str:
    names = ("before_lead", "notrump", "slams", "doubled", "every_trick")
    rows = [_row("after the lead", evaluation)]
    rows += [_row(name.replace("_", " "), evaluation[name]) for name in names]
    rows += [
        _row(f"baseline {name.replace('_', ' ')}", figures)
        for name, figures in evaluation["baselines"].items()
    ]
    report = card.get("report", {})
    rows += [
        _row(f"in the middle of the play: {name}", report[name])
        for name in ("positions", "claims")
        if name in report
    ]
    return table("Figures on the report half", _HEADS, rows)


def _table_of_making(evaluation: Mapping[str, Any]) -> str:
    rows = []
    for name, figures in (
        ("after the lead", evaluation["make"]),
        ("before the lead", evaluation["before_lead"]["make"]),
    ):
        rows += [(f"{name}, margin {margin}", *pair) for margin, pair in figures.items()]
    return table("Contracts made, by double-dummy tricks over those needed", ("", "foretold", "found"), rows)


def _examples(model: TrickModel) -> str:
    """The chance of making some contracts."""
    rows = []
    for name in _EXAMPLES:
        contract = Contract.parse(name)
        chances = [
            sum(model.tricks(contract.needed + margin, contract, Form.IMPS)[contract.needed :])
            for margin in (-2, -1, 0, 1)
        ]
        rows.append((contract.name, *chances))
    return table(
        "The chance of making, at IMPs, by double-dummy margin after the lead",
        ("", "two short", "one short", "just enough", "one over"),
        rows,
    )


def _plots(data: Path, model: TrickModel) -> str:
    played = played_of(data, Half.REPORT.value)
    shares = model.after_lead[rows_in(played, played.after)]
    chance = np.where(np.arange(14) >= played.level[:, None] + 6, shares, 0.0).sum(axis=1)
    bins = [(said, came) for said, came, _ in reliability(chance, played.tricks >= played.level + 6)]
    score = ShareScore.of(shares, played.tricks)
    exact = [(said, came) for said, came, _ in reliability(score.top, score.rank == 0)]
    drift = model.card.get("drift", {}).get("made_at_margin_0", [])
    eighths = [(float(number), float(share_made)) for number, share_made in enumerate(drift, 1)]
    lines = {"makes": bins, "likeliest number of tricks": exact}
    return (
        line_chart("What was foretold against what came", lines, across="foretold", up="came", diagonal=True)
        + line_chart(
            "Contracts made with nothing to spare double dummy, by eighths of the training years",
            {"made": eighths},
            across="eighth of the record",
            up="made",
        )
        + _drifted(model)
    )


def _drifted(model: TrickModel) -> str:
    """How far the years drift, in a sentence."""
    drift = model.card.get("drift", {})
    years, later = drift.get("made_at_margin_0", []), drift.get("made_at_margin_0_later")
    if not years or later is None:
        return ""
    return (
        f"<p>Contracts with nothing to spare double dummy were made in {min(years):.3f} to {max(years):.3f} of the eighths "
        f"of the training years, and in {later:.3f} in the later years of the choosing half: the record drifts by that much, "
        "and the model is moved towards the later years as far as these are many.</p>"
    )
