"""Evaluation of the shipped call model on any folder of records, with baselines on the same decisions."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import CALLS, AuctionKind
from analyser.estimates.calls import CallModel, SupportTable, auction_key
from tests.bench.lab.calls_data import Decisions, decisions
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.records import (
    CODES,
    SEATS,
    VULNERABLE,
    Half,
    Tables,
    hand_masks,
    in_half,
    parse_calls,
    read_forms,
    read_frame,
    read_tables,
    seen_from,
)

_PART: Final = 10_000  # tables scored per batch
_WEIGHT: Final = 4.0  # the number of decisions the base rate after the last bid counts as
_OTHERS: Final = (5, 10)
"""The least number of other tables."""
LEAST_VOTES: Final = 6
"""Polls smaller than this say too little about who would do what."""
_VOTED: Final = 0.2
_PROPOSED: Final = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class DecisionScores:
    """Every decision scored: the model's and each baseline's share, and the kind of decision."""

    model: ShareScore
    baselines: dict[str, ShareScore]
    kind: NDArray[np.int8]
    call: NDArray[np.int8]
    best: NDArray[np.int8]
    """The call with the highest share."""

    def figures(self) -> dict[str, Any]:
        """All figures of the contract except the positions."""
        figures: dict[str, Any] = dict(self.model.figures())
        sorts = self.sorts()
        figures |= {name: self.model.where(rows).figures() for name, rows in sorts.items()}
        figures["baselines"] = {
            name: hits.figures() | {sort: hits.where(rows).figures() for sort, rows in sorts.items()}
            for name, hits in self.baselines.items()
        }
        return figures

    def sorts(self) -> dict[str, NDArray[np.bool_]]:
        """The kinds of decision distinguished."""
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
    """The figures of the contract for the call model on a folder of records."""
    judged = model or CallModel.load()
    tables, half = held_out(folder, split)
    scored = score_tables(judged, tables, sample, seed)
    figures = {"model": "calls", **scored.figures()}
    figures["positions"] = score_positions(
        judged, folder, "valid" if half is not Half.BOTH else split, half
    ).figures()
    return figures


def score_tables(
    model: CallModel, tables: Tables, sample: int | None = None, seed: int = 0
) -> DecisionScores:
    """The scores on the calls of some tables, or on so many of them drawn by seed."""
    prefixes = Prefixes(model.table)
    model_hits: list[ShareScore] = []
    baseline_hits: dict[str, list[ShareScore]] = {"prefix": [], "uniform": []}
    about: list[tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]] = []
    for part, rows in _drawn(tables, sample, seed):
        shares = shares_of(model, part, rows)
        call = part.call[rows].astype(np.int64)
        model_hits.append(ShareScore.of(shares, call))
        for name, hits in prefixes.hits(part, rows).items():
            baseline_hits[name].append(hits)
        kind = part.auctions.kind[part.auction[rows]]
        about.append((kind, part.call[rows], shares.argmax(axis=1).astype(np.int8)))
    kinds, calls, best = (
        np.concatenate([part[place] for part in about]) if about else np.empty(0, np.int8)
        for place in range(3)
    )
    baselines = {name: ShareScore.joined(parts) for name, parts in baseline_hits.items()}
    return DecisionScores(ShareScore.joined(model_hits), baselines, kinds, calls, best)


def shares_of(model: CallModel, decisions: Decisions, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """The model's shares at some decisions."""
    if not len(rows):
        return np.empty((0, CALLS))
    met, which = np.unique(decisions.auction[rows], return_inverse=True)
    kinds = decisions.auctions
    return model.answer(
        [(kinds.calls[place], kinds.alerts[place]) for place in met.tolist()],
        which,
        decisions.hand[rows],
        decisions.vulnerable[rows].astype(np.int64),
        decisions.form[rows].astype(np.int64),
    )


def _drawn(tables: Tables, sample: int | None, seed: int) -> Iterator[tuple[Decisions, NDArray[np.int64]]]:
    """The decisions, in batches of tables, and the rows of each that are drawn."""
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
        part = decisions(tables.rows(some))
        # a table dropped at an illegal call has fewer decisions than calls
        row = begin[some][part.table] + part.turn
        yield part, np.flatnonzero(chosen[row])


class Prefixes:
    """Two baselines: the most frequent calls after exactly this auction, smoothed; and every legal call alike."""

    def __init__(self, table: SupportTable) -> None:
        self._table = table
        self._known: dict[tuple[int, ...], NDArray[np.float64]] = {}

    def hits(self, decisions: Decisions, rows: NDArray[np.int64]) -> dict[str, ShareScore]:
        """The scores of the two baselines at some decisions."""
        met, which = np.unique(decisions.auction[rows], return_inverse=True)
        auctions = decisions.auctions
        call = decisions.call[rows].astype(np.int64)
        legal = (auctions.legal[met][:, None] >> np.arange(CALLS) & 1).astype(np.float64)
        alike = legal / legal.sum(axis=1, keepdims=True)
        by_auction = np.empty((len(met), CALLS))
        for row, place in enumerate(met.tolist()):
            by_auction[row] = self.shares(auctions.calls[place], legal[row])
        return {
            "prefix": ShareScore.of(by_auction[which], call),
            "uniform": ShareScore.of(alike[which], call),
        }

    def shares(self, calls: tuple[int, ...], legal: NDArray[np.float64]) -> NDArray[np.float64]:
        """The relative frequency of each call after this auction, smoothed by its base rate after the last bid."""
        if len(self._known) > 200_000:
            self._known.clear()
        known = self._known.get(calls)
        if known is None:
            known = self._known[calls] = self._shares(calls, legal)
        return known

    def _shares(self, calls: tuple[int, ...], legal: NDArray[np.float64]) -> NDArray[np.float64]:
        standing = max((call - 2 for call in calls if call > 2), default=0)
        habit = (self._table.habit[standing] + 0.1) * legal
        habit /= habit.sum()
        seen = self._table.count_decisions(calls)
        if not seen:
            return np.asarray(habit)
        after = np.zeros(CALLS)
        for call in np.flatnonzero(legal).tolist():
            after[call] = self._table.count_decisions((*calls, call))
        if len(calls) > 2 and not any(calls[-2:]):
            # this pass would end the auction, and nobody decides after the end
            after[0] = max(0.0, seen - after.sum())
        return np.asarray((after + _WEIGHT * habit) / (after.sum() + _WEIGHT))


def counted(auctions: Decisions, least: int) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """The auctions met at least so often, by key in order, and their counts."""
    times = np.bincount(auctions.auction, minlength=len(auctions.auctions.calls))
    total: dict[int, int] = {}
    for calls, count in zip(auctions.auctions.calls, times.tolist(), strict=True):
        key = auction_key(calls)
        total[key] = total.get(key, 0) + count
    frequent = sorted((key, count) for key, count in total.items() if count >= least)
    return np.array([key for key, _ in frequent], np.uint64), np.array(
        [count for _, count in frequent], np.int32
    )


def upper_bound(model: CallModel, decisions: Decisions) -> dict[str, dict[str, float | int]]:
    """Top-1 and top-3 accuracy of other tables' votes, of the model, and of both, where enough others had the same turn."""
    keys = np.array([auction_key(calls) for calls in decisions.auctions.calls], np.uint64)
    same = np.stack([decisions.hand.astype(np.uint64), keys[decisions.auction]], axis=1)
    _, turn, size = np.unique(same, axis=0, return_inverse=True, return_counts=True)
    turn = turn.reshape(-1)
    rows = np.flatnonzero(size[turn] > min(_OTHERS))
    call, place = decisions.chosen[rows], np.arange(len(rows))
    votes = np.zeros((len(size), CALLS))
    np.add.at(votes, (turn[rows], call), 1.0)
    others = votes[turn[rows]]
    others[place, call] -= 1
    seen = np.array([model.table.count_decisions(calls) for calls in decisions.auctions.calls])[
        decisions.auction[rows]
    ]
    worth = model.table.weight[np.searchsorted(model.table.bounds, seen, side="right")]
    shares = shares_of(model, decisions, rows)
    spoken = {"others": others, "model": shares, "both": others + worth[:, None] * shares}
    figures: dict[str, dict[str, float | int]] = {}
    for least in _OTHERS:
        here = size[turn[rows]] > least
        if not here.any():
            continue
        figures[f"others_{least}"] = {"n": int(here.sum())} | {
            f"{name}_top{first}": float(hit(value[here], call[here], first).mean())
            for name, value in spoken.items()
            for first in (1, 3)
        }
    return figures


def hit(value: NDArray[np.float64], done: NDArray[np.int64], first: int) -> NDArray[np.float64]:
    """Whether the choice made is among the top so many; ties share the places left.

    >>> hit(np.array([[4.0, 2.0, 2.0, 1.0]]), np.array([2]), 2).tolist()
    [0.5]
    """
    own = value[np.arange(len(done)), done]
    ahead = (value > own[:, None]).sum(axis=1)
    equal = (value == own[:, None]).sum(axis=1)
    # A call without a vote is never among the first.
    return np.where(own > 0, np.clip((first - ahead) / equal, 0.0, 1.0), 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Polls:
    """Polls, one row each: the votes on the 38 calls, and the model's shares."""

    votes: NDArray[np.int64]
    shares: NDArray[np.float64]
    auctions: tuple[tuple[int, ...], ...] = ()
    """The auction before each poll."""

    def voted(self) -> NDArray[np.bool_]:
        """Which calls got a fifth of the votes or more."""
        return np.asarray(self.votes / self.votes.sum(axis=1, keepdims=True) >= _VOTED)

    def proposed(self) -> NDArray[np.bool_]:
        """Which calls the model gives a tenth or more, rounded to thousandths as rulings see it."""
        return np.asarray(np.round(self.shares, 3) >= _PROPOSED)

    def found(self) -> NDArray[np.int64]:
        """In each poll, the number of calls with a fifth of the votes that the model proposes."""
        return np.asarray((self.voted() & self.proposed()).sum(axis=1))

    def figures(self) -> dict[str, float | int | None]:
        """Recall: the part of calls with a fifth of the votes that the model gives a tenth; the number of calls proposed.

        `vote_log_loss` is the model's log-loss on the votes, `vote_entropy` the least possible.
        """
        count = len(self.votes)
        if not count:
            return {"n": 0, "recall20": None, "proposed": None}
        part = self.votes / self.votes.sum(axis=1, keepdims=True)
        logarithm = np.log(np.maximum(self.shares, 1e-12))
        own = np.log(np.where(part > 0, part, 1.0))
        return {
            "n": count,
            "recall20": float(self.found().sum() / self.voted().sum()),
            "proposed": float(self.proposed().sum(axis=1).mean()),
            "plurality": float((self.shares.argmax(axis=1) == self.votes.argmax(axis=1)).mean()),
            "vote_log_loss": float(-(self.votes * logarithm).sum() / self.votes.sum()),
            "vote_entropy": float(-(self.votes * own).sum() / self.votes.sum()),
        }


def score_positions(
    model: CallModel, folder: Path, split: str, half: Half = Half.BOTH, least: int = LEAST_VOTES
) -> Polls:
    """The model's shares for the polls of a split with six votes or more, or `least`."""
    if not (folder / "positions.parquet").is_file():
        return Polls(np.empty((0, CALLS), np.int64), np.empty((0, CALLS)))
    polls = read_frame(folder, "positions")
    polls = polls[polls["n"] >= least]
    if split != "all":
        polls = polls[polls["split"].astype(str) == split]
    polls = polls[in_half(polls["deal_id"].to_numpy().astype(np.int64), half)]
    deals = read_frame(folder, "deals", ["deal_id", "vul", "deal", "first_lin_id"]).set_index("deal_id")
    deals = deals.loc[polls["deal_id"].tolist()]
    seat = polls["seat"].astype(str).map(SEATS).to_numpy().astype(np.int64)
    masks = hand_masks(deals["deal"].tolist())[np.arange(len(polls)), seat]
    sides = deals["vul"].astype(str).map(VULNERABLE).to_numpy().astype(np.int64)
    vulnerable = seen_from(seat, sides)
    scoring = read_forms(folder)
    form = np.array([scoring.get(lin, 3) for lin in deals["first_lin_id"].tolist()], np.int64)
    keys: dict[tuple[tuple[int, ...], int], int] = {}
    which = np.array(
        [keys.setdefault((parse_calls(text), 0), len(keys)) for text in polls["prefix"]], np.int64
    )
    votes = np.zeros((len(polls), CALLS), np.int64)
    for row, text in enumerate(polls["calls"].tolist()):
        for entry in text.split():
            call, _, count = entry.partition(":")
            votes[row, CODES[call]] += int(count)
    auctions = list(keys)
    shares = model.answer(auctions, which, masks, vulnerable, form)
    return Polls(votes, shares, tuple([auctions[place][0] for place in which.tolist()]))
