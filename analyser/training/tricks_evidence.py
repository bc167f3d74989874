"""What one table's tricks tell of another's with the same declarer and strain: fitted on deals played at several tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.record_models import AWAY, TrickModel
from analyser.training.card import write_model
from analyser.training.measures import ShareScore
from analyser.training.records import Half, read_frame
from analyser.training.tricks_data import CARDS_KNOWN, RecordedResults, Tell, rows_in
from analyser.training.tricks_evaluation import played_of

_STEPS: Final = 30  # of Newton's method: three figures settle in ten
_HELD: Final = 1.0  # how little is believed before any pair is seen: one pair that says nothing
_BOARD: Final = ["deal_id", "den", "decl"]


@dataclass(frozen=True, slots=True)
class TablePairs:
    """Results, each beside another table's with the same declarer and strain; pairs of a crowd count less each."""

    results: RecordedResults
    target: NDArray[np.int64]
    """Which of the results is foretold."""
    away: NDArray[np.int64]
    """By how much declarer at the other table was over double dummy: after the lead where both had the same, else before."""
    same_lead: NDArray[np.int64]
    """1 where both tables had the same lead."""
    weight: NDArray[np.float64]

    @property
    def row(self) -> tuple[NDArray[np.int64], ...]:
        """Where each result foretold stands in a table of the model."""
        own = self.results.taken(self.target)
        return rows_in(own, own.after)


def table_pairs(folder: Path, split: str) -> TablePairs:
    """Every result of a split whose play is recorded, beside each other table of the same deal, declarer and strain.

    The double-dummy tricks are those of `plays`: nothing is counted anew.
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
    """By another lead or the same, and by how far the tricks are from the table's (0 to 3): the factor on their chance.

    Equal tricks over double dummy count as they stand. Maximum likelihood, with Newton's method.
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
    """For each number of tricks how far it is, counted from double dummy, from the other table's."""
    after = pairs.results.after[pairs.target]
    return np.minimum(np.abs(np.arange(14) - (after + pairs.away)[:, None]), AWAY)


def evidence_figures(
    pairs: TablePairs, after_lead: NDArray[np.float64], evidence: NDArray[np.float64]
) -> dict[str, Any]:
    """How well results are foretold with the other table's tricks, beside the same results without them."""
    shares, done = after_lead[pairs.row], pairs.results.tricks[pairs.target]
    beside = shares * evidence[pairs.same_lead[:, None], _apart(pairs)]
    beside /= beside.sum(axis=1, keepdims=True)
    same = pairs.same_lead == 1
    figures: dict[str, Any] = {"pairs": len(done)}
    for name, rows in (("", np.ones(len(done), np.bool_)), ("_same_lead", same), ("_other_lead", ~same)):
        for what, told in (("with", beside), ("without", shares)):
            score = ShareScore.of(told[rows], done[rows]).figures()
            figures |= {f"{key}_{what}{name}": score[key] for key in ("log_loss", "top1") if key in score}
    return figures


def add_evidence(
    data: Path, folder: Path, card: Mapping[str, Any], tell: Tell = lambda _: None
) -> dict[str, Any]:
    """Fit what a table's tricks tell and write it into a trick model's file and card; gives the card."""
    model = TrickModel(folder)
    known, held = table_pairs(data, "train"), table_pairs(data, Half.REPORT.value)
    tell(f"{len(known.target)} pairs of tables to learn from")
    evidence = fitted_evidence(known, model.after_lead)
    whole = {**card, "report": {**card.get("report", {})}}
    whole["report"]["beside_table"] = evidence_figures(held, model.after_lead, evidence)
    whole["training"] = {**card.get("training", {}), "table_pairs": len(known.target)}
    write_model(folder, {**model.arrays, "evidence": evidence.astype(np.float32)}, whole)
    return whole
