"""How well the trick model foretells results, beside what is counted without any model."""

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.record_models import TrickModel
from analyser.training.measures import ShareScore
from analyser.training.records import drawn, in_half, parse_calls, read_frame, split_and_half
from analyser.training.tricks_data import RecordedResults, read_played, rows_in

_MADE: Final = (-1, 0, 1)


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
