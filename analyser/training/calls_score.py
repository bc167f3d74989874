"""What the shipped call model is worth on any folder of records, beside its baselines on the same decisions."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import CALLS, AuctionKind
from analyser.estimates.calls import CallModel
from analyser.training.calls_baselines import Prefixes
from analyser.training.calls_data import Decisions, decisions
from analyser.training.calls_votes import score_positions
from analyser.training.measures import Score
from analyser.training.records import Tables, read_tables
from analyser.training.splits import Half, in_half

__all__ = ["Scored", "evaluate_calls", "held_out", "score_tables"]

_PART: Final = 10_000  # tables looked at together


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """Every decision looked at: how the model did and each baseline, and what sort of decision it was."""

    model: Score
    baselines: dict[str, Score]
    kind: NDArray[np.int8]
    call: NDArray[np.int8]
    best: NDArray[np.int8]
    """The call the model gave the highest share."""

    def figures(self) -> dict[str, Any]:
        """All figures of the contract but the positions."""
        told: dict[str, Any] = dict(self.model.figures())
        sorts = self.sorts()
        told |= {name: self.model.where(rows).figures() for name, rows in sorts.items()}
        told["baselines"] = {
            name: hits.figures() | {sort: hits.where(rows).figures() for sort, rows in sorts.items()}
            for name, hits in self.baselines.items()
        }
        return told

    def sorts(self) -> dict[str, NDArray[np.bool_]]:
        """The sorts of decision told apart."""
        return {
            "after_opening": self.kind != AuctionKind.UNOPENED,
            "contested": self.kind >= AuctionKind.CONTESTED,
            "contested_high": self.kind == AuctionKind.CONTESTED_HIGH,
            "not_passed": self.call != 0,
        }


def held_out(folder: Path, split: str) -> tuple[Tables, Half]:
    """The tables of a split; `choose` and `report` are the halves of `valid`, `all` is every table."""
    half = Half.BOTH
    if split in {Half.CHOOSE.value, Half.REPORT.value}:
        half, split = Half(split), "valid"
    tables = read_tables(folder, None if split == "all" else (split,))
    return tables.rows(np.flatnonzero(in_half(tables.deal_id, half))), half


def evaluate_calls(
    folder: Path,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    model: CallModel | None = None,
) -> dict[str, Any]:
    """Score the call model on a folder of records: the figures of the contract."""
    judged = model or CallModel.load()
    tables, half = held_out(folder, split)
    scored = score_tables(judged, tables, sample, seed)
    told = {"model": "calls", **scored.figures()}
    told["positions"] = score_positions(
        judged, folder, "valid" if half is not Half.BOTH else split, half
    ).figures()
    return told


def score_tables(model: CallModel, tables: Tables, sample: int | None = None, seed: int = 0) -> Scored:
    """Score the model on the calls of some tables, or on so many of them drawn by seed."""
    prefixes = Prefixes(model.table)
    model_hits: list[Score] = []
    baseline_hits: dict[str, list[Score]] = {"prefix": [], "uniform": []}
    about: list[tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]] = []
    for made, rows in _drawn(tables, sample, seed):
        shares = shares_of(model, made, rows)
        call = made.call[rows].astype(np.int64)
        model_hits.append(Score.of(shares, call))
        for name, hits in prefixes.hits(made, rows).items():
            baseline_hits[name].append(hits)
        kind = made.auctions.kind[made.auction[rows]]
        about.append((kind, made.call[rows], shares.argmax(axis=1).astype(np.int8)))
    kinds, calls, best = (
        np.concatenate([part[place] for part in about]) if about else np.empty(0, np.int8)
        for place in range(3)
    )
    baselines = {name: Score.joined(parts) for name, parts in baseline_hits.items()}
    return Scored(Score.joined(model_hits), baselines, kinds, calls, best)


def shares_of(model: CallModel, made: Decisions, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """The model's shares at some decisions."""
    if not len(rows):
        return np.empty((0, CALLS))
    met, which = np.unique(made.auction[rows], return_inverse=True)
    kinds = made.auctions
    return model.answer(
        [(kinds.calls[place], kinds.alerts[place]) for place in met.tolist()],
        which,
        made.hand[rows],
        made.vulnerable[rows].astype(np.int64),
        made.form[rows].astype(np.int64),
    )


def _drawn(tables: Tables, sample: int | None, seed: int) -> Iterator[tuple[Decisions, NDArray[np.int64]]]:
    """The decisions, some tables at a time, and which of them to look at."""
    count = np.array([len(calls) for calls in tables.calls], np.int64)
    total = int(count.sum())
    begin = np.cumsum(count) - count
    chosen = np.ones(total, np.bool_)
    if sample is not None and sample < total:
        chosen[:] = False
        chosen[np.random.default_rng(seed).choice(total, sample, replace=False)] = True
    table = np.repeat(np.arange(len(tables)), count)
    wanted = np.unique(table[chosen])
    for start in range(0, len(wanted), _PART):
        some = wanted[start : start + _PART]
        made = decisions(tables.rows(some))
        # a table left at an illegal call has fewer decisions than calls
        row = begin[some][made.table] + made.turn
        yield made, np.flatnonzero(chosen[row])
