"""Evaluation of the trick model, and the evidence of one table's tricks for another's with the same declarer and strain."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.record_models import AWAY, TrickModel
from tests.bench.lab.card import write_model
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.records import Half, drawn, in_half, parse_calls, read_frame, split_and_half
from tests.bench.lab.tricks_data import CARDS_KNOWN, RecordedResults, Tell, read_played, rows_in

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
    """The scores of the trick model on the results of a record, with the baselines on the same rows."""
    judged, played = model or TrickModel.load(), played_of(folder, split)
    played = played.taken(drawn(len(played), sample, seed))
    shares = judged.chances_after_lead[rows_in(played, played.after)]
    before = judged.chances_before_lead[rows_in(played, played.before)]
    whole = _figures(shares, played)
    return {
        "model": "tricks",
        **whole,
        # Every result comes after an opening: that row is everything.
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
    """Whether both sides bid before each of these results; false if the table's auction is not known."""
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
    """The probability of making the contract by double-dummy margin: predicted, observed."""
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
    histogram, away = model.record_counts["histogram"], model.record_counts["away"]
    flat = np.broadcast_to(histogram, (len(played), 14))
    # Double dummy is right as often as in the record; else the histogram of all results.
    exact = np.eye(14)[played.after] * away[13] + flat * (1 - away[13])
    moved = away[np.arange(14) - played.after[:, None] + 13]
    return {
        "double_dummy": exact,
        "histogram": np.array(flat),
        "level_strain": model.record_counts["by_contract"][played.level - 1, played.strain],
        "over_double_dummy": moved / moved.sum(axis=1, keepdims=True),
    }


_STEPS: Final = 30  # iterations of Newton's method: three digits converge in ten
_HELD: Final = 1.0  # the precision of the prior: as much as one pair that says nothing
_BOARD: Final = ["deal_id", "den", "decl"]


@dataclass(frozen=True, slots=True)
class TablePairs:
    """Results paired with another table's with the same declarer and strain; pairs of a large group weigh less each."""

    results: RecordedResults
    target: NDArray[np.int64]
    """The index of the result predicted."""
    away: NDArray[np.int64]
    """Declarer's tricks over double dummy at the other table: after the lead if both had the same, else before."""
    same_lead: NDArray[np.int64]
    """1 if both tables had the same lead."""
    weight: NDArray[np.float64]

    @property
    def row(self) -> tuple[NDArray[np.int64], ...]:
        """The indexes of each predicted result in a table of the model."""
        own = self.results.taken(self.target)
        return rows_in(own, own.after)


def table_pairs(folder: Path, split: str) -> TablePairs:
    """Every result of a split with recorded play, paired with each other table of the same deal, declarer and strain.

    The double-dummy tricks are those of `plays`: nothing is solved.
    """
    results = played_of(folder, split)
    plays = read_frame(folder, "plays", ["deal_id", "lin_id", "room", "den", "decl", "play"])
    plays = plays.iloc[results.row].assign(target=np.arange(len(results)))
    plays = plays.assign(den=plays["den"].astype(str).str[0], led=plays["play"].astype(str).str[:2])
    tables = read_frame(
        folder, "tables", ["deal_id", "lin_id", "room", "contract", "tricks", "lead", "n_cards"]
    )
    tables = tables[tables["deal_id"].isin(plays["deal_id"]) & (tables["n_cards"] >= CARDS_KNOWN)]
    tables = tables[(tables["tricks"] >= 0) & (tables["lead"].astype(str) != "")]
    contract = tables["contract"].astype(str)
    tables = tables.assign(den=contract.str[1], decl=contract.str[-1])
    pairs = plays.merge(tables, on=_BOARD, suffixes=("", "_other"))
    other = (pairs["lin_id"] != pairs["lin_id_other"]) | (
        pairs["room"].astype(str) != pairs["room_other"].astype(str)
    )
    pairs = pairs[other]
    target = pairs["target"].to_numpy(np.int64)
    same = np.asarray(pairs["led"].astype(str) == pairs["lead"].astype(str), np.int64)
    counted = np.where(same == 1, results.after[target], results.before[target])
    crowd = pairs.groupby("target")["tricks"].transform("size").to_numpy(np.float64)
    away = pairs["tricks"].to_numpy(np.int64) - counted
    return TablePairs(results, target, away, same, 1.0 / crowd)


def fitted_evidence(pairs: TablePairs, after_lead: NDArray[np.float64]) -> NDArray[np.float64]:
    """Likelihood ratios by same lead or not, and by the distance of tricks from the table's (0 to 3).

    Equal tricks over double dummy have ratio one. Maximum likelihood by Newton's method.
    """
    table = np.zeros((2, AWAY + 1))
    for same in range(2):
        chosen = pairs.same_lead == same
        if chosen.any():
            table[same, 1:] = _fitted(pairs, after_lead[pairs.row], chosen)
    return np.exp(table)


def _fitted(pairs: TablePairs, shares: NDArray[np.float64], chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    shares, weight = shares[chosen], pairs.weight[chosen]
    apart = _apart(pairs)[chosen]
    done = pairs.results.tricks[pairs.target][chosen]
    sort = (apart[:, :, None] == np.arange(1, AWAY + 1)).astype(np.float64)
    own = sort[np.arange(len(done)), done]
    factor = np.zeros(AWAY)
    for _ in range(_STEPS):
        tilted = shares * np.exp(sort @ factor)
        tilted /= tilted.sum(axis=1, keepdims=True)
        mean = np.einsum("it,itk->ik", tilted, sort)
        slope = weight @ (own - mean) - _HELD * factor
        spread = np.einsum("i,it,itk,itl->kl", weight, tilted, sort, sort) - (mean.T * weight) @ mean
        factor = factor + np.linalg.solve(spread + _HELD * np.eye(AWAY), slope)
    return factor


def _apart(pairs: TablePairs) -> NDArray[np.int64]:
    """For each number of tricks its distance, relative to double dummy, from the other table's."""
    after = pairs.results.after[pairs.target]
    return np.minimum(np.abs(np.arange(14) - (after + pairs.away)[:, None]), AWAY)


def evidence_figures(
    pairs: TablePairs, after_lead: NDArray[np.float64], evidence: NDArray[np.float64]
) -> dict[str, Any]:
    """The scores given the other table's tricks, and those of the same results without them."""
    shares, done = after_lead[pairs.row], pairs.results.tricks[pairs.target]
    beside = shares * evidence[pairs.same_lead[:, None], _apart(pairs)]
    beside /= beside.sum(axis=1, keepdims=True)
    same = pairs.same_lead == 1
    figures: dict[str, Any] = {"pairs": len(done)}
    for name, rows in (("", np.ones(len(done), np.bool_)), ("_same_lead", same), ("_other_lead", ~same)):
        for what, chances in (("with", beside), ("without", shares)):
            score = ShareScore.of(chances[rows], done[rows]).figures()
            figures |= {f"{key}_{what}{name}": score[key] for key in ("log_loss", "top1") if key in score}
    return figures


def add_evidence(
    data: Path, folder: Path, card: Mapping[str, Any], tell: Tell = lambda _: None
) -> dict[str, Any]:
    """The card of a trick model after fitting the likelihood ratios and writing them into its file."""
    model = TrickModel(folder)
    known, held = table_pairs(data, "train"), table_pairs(data, Half.REPORT.value)
    tell(f"{len(known.target)} pairs of tables to learn from")
    evidence = fitted_evidence(known, model.chances_after_lead)
    new_card = {**card, "report": {**card.get("report", {})}}
    new_card["report"]["beside_table"] = evidence_figures(held, model.chances_after_lead, evidence)
    new_card["training"] = {**card.get("training", {}), "table_pairs": len(known.target)}
    write_model(folder, {**model.arrays, "evidence": evidence.astype(np.float32)}, new_card)
    return new_card
