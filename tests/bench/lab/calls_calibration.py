"""Calibration of the call model on held-out deals: logits of a fit, and the temperature of each kind of auction."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import gammaln

from analyser.estimates.call_features import CALLS, FEATURES, AuctionKind, auction_features
from analyser.estimates.calls import CallModel, auction_key
from analyser.estimates.record_models import open_model
from tests.bench.lab.calls_data import Decisions, decisions
from tests.bench.lab.calls_evaluation import (
    DecisionScores,
    Polls,
    held_out,
    score_positions,
    score_tables,
    shares_of,
    upper_bound,
)
from tests.bench.lab.card import write_model
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.model_pages import write_calls_page
from tests.bench.lab.networks import Fit, Weights, place_of, rows_of
from tests.bench.lab.records import Half

_BLOCK: Final = 4096
BAR: Final = 0.92
"""Recall required: the part of calls with a fifth of the votes that must get a tenth."""
_NINETEEN_IN_TWENTY: Final = 1.645
_PROPOSED: Final = 2.2
_ERROR: Final = 0.008
_ENOUGH: Final = 200
_KINDS: Final = 2
_STEPS: Final = np.round(np.arange(1.0, 1.2001, 0.01), 2)
_GRID: Final = np.geomspace(0.5, 500.0, 61)
_LEAST: Final = 1e-6
_AIMS: Final = {"top1": (0.79, 1), "top3": (0.965, 1), "log_loss": (0.62, -1), "ece": (0.01, -1)}
"""The aims of the *report* half: at least, or with -1 at most."""
Tell = Callable[[str], None]


def logits(
    decisions: Decisions, rows: NDArray[np.int64], columns: NDArray[np.int64], weights: Weights
) -> NDArray[np.float64]:
    """The logits of each call; minus infinity for an illegal one."""
    layers = len(weights) // 2
    place = place_of(columns, FEATURES)
    out = np.empty((len(rows), CALLS))
    for start in range(0, len(rows), _BLOCK):
        part = rows[start : start + _BLOCK]
        value: Any = rows_of(decisions, part, place, len(columns))
        for layer in range(layers):
            value = value @ weights[layer] + weights[layers + layer]
            if layer < layers - 1:
                np.maximum(value, 0, out=value)
        out[start : start + _BLOCK] = value
    legal = decisions.auctions.legal[decisions.auction[rows]][:, None] >> np.arange(CALLS) & 1
    return np.where(legal > 0, out, -np.inf)


def shares(
    values: NDArray[np.float64], temperature: NDArray[np.float64] | float = 1.0
) -> NDArray[np.float64]:
    """The softmax shares at a temperature, each row summing to one."""
    scaled = (values - values.max(axis=1, keepdims=True)) / np.asarray(temperature).reshape(-1, 1)
    powers = np.exp(scaled)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def holdout_score(decisions: Decisions, rows: NDArray[np.int64], fit: Fit) -> dict[str, float]:
    """Log-loss and hits of the last weights and of their average, for the learning curve."""
    chosen = decisions.chosen[rows]
    figures_by_name: dict[str, float] = {}
    for name, weights in (("last", fit.weights), ("average", fit.average)):
        score = ShareScore.of(shares(logits(decisions, rows, fit.columns, weights)), chosen)
        figures = score.figures()
        figures_by_name |= {f"{name}_{key}": float(figures[key]) for key in ("log_loss", "top1", "top3")}
        figures_by_name[f"{name}_not_passed"] = float(score.where(chosen > 0).figures()["top1"] or 0.0)
    return figures_by_name


def temperatures(
    values: NDArray[np.float64], chosen: NDArray[np.int64], kind: NDArray[np.int64]
) -> NDArray[np.float64]:
    """For each kind of auction the temperature with the least log-loss on these decisions."""
    temperature = np.ones(len(AuctionKind))
    for auction_kind in AuctionKind:
        rows = kind == auction_kind
        if rows.any():
            temperature[auction_kind] = _best_temperature(values[rows], chosen[rows])
    return temperature


def _best_temperature(values: NDArray[np.float64], chosen: NDArray[np.int64]) -> float:
    """The temperature between a half and two with the least log-loss, unimodal there (Brent's method)."""

    def loss(temperature: float) -> float:
        return float(ShareScore.of(shares(values, temperature), chosen).figures()["log_loss"])

    best = minimize_scalar(loss, bounds=(0.5, 2.0), method="bounded", options={"xatol": 1e-4})
    return round(float(best.x), 4)


@dataclass(frozen=True, slots=True, eq=False)
class TemperatureFactors:
    """The factor on the temperature of each kind of auction, and the figures of the *choose* half with it."""

    factor: NDArray[np.float64]
    figures: dict[str, Any]


def at_temperature(shares: NDArray[np.float64], factor: float) -> NDArray[np.float64]:
    """The shares at a temperature larger by a factor.

    >>> at_temperature(np.array([[0.8, 0.2, 0.0]]), 2.0).round(3).tolist()
    [[0.667, 0.333, 0.0]]
    """
    powers = shares ** (1 / factor)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def recall_target(polls: Polls) -> float:
    """The recall to reach here so that as many other polls reach the bar in nineteen cases of twenty.

    Both samples have sampling error: their difference has the standard error of one times the square root of two.
    """
    hits, calls = polls.found(), polls.voted().sum(axis=1)
    share = hits.sum() / max(1, calls.sum())
    error = sqrt(float(((hits - share * calls) ** 2).sum())) / max(1, calls.sum())
    return float(BAR + _NINETEEN_IN_TWENTY * sqrt(2) * error)


def temperature_factors(
    polls: Polls,
    poll_kind: NDArray[np.int64],
    shares: NDArray[np.float64],
    chosen: NDArray[np.int64],
    kind: NDArray[np.int64],
) -> TemperatureFactors:
    """The temperature factors of least log-loss on single calls among those with the recall and calibration required."""
    factor = np.ones(len(AuctionKind))
    polled = np.bincount(poll_kind, minlength=len(AuctionKind))
    moved = [
        kind_moved
        for kind_moved in np.argsort(-polled, kind="stable")[:_KINDS].tolist()
        if polled[kind_moved] >= _ENOUGH
    ]
    if not moved:
        return TemperatureFactors(factor, {})
    tried = {
        kind_moved: [_SingleCalls.of(shares, chosen, kind == kind_moved, step) for step in _STEPS]
        for kind_moved in moved
    }
    voted = {
        kind_moved: [_PolledCalls.of(polls, poll_kind == kind_moved, step) for step in _STEPS]
        for kind_moved in moved
    }
    others = ShareScore.of(shares, chosen).where(~np.isin(kind, moved))
    rest = _PolledCalls.of(polls, ~np.isin(poll_kind, moved), 1.0)
    aim, calls = recall_target(polls), polls.voted().sum()
    candidates = []
    for steps in product(range(len(_STEPS)), repeat=len(moved)):
        parts = [voted[kind_moved][step] for kind_moved, step in zip(moved, steps, strict=True)]
        recall = (rest.hits + sum(part.hits for part in parts)) / calls
        proposed = (rest.proposed + sum(part.proposed for part in parts)) / len(polls.votes)
        if recall >= aim and proposed <= _PROPOSED:
            candidates.append(
                (
                    sum(tried[kind_moved][step].lost for kind_moved, step in zip(moved, steps, strict=True)),
                    steps,
                )
            )
    for _, steps in sorted(candidates):
        scores = [tried[kind_moved][step].score for kind_moved, step in zip(moved, steps, strict=True)]
        figures = ShareScore.joined([others, *scores]).figures()
        if figures["ece"] <= _ERROR:
            factor[moved] = _STEPS[list(steps)]
            return TemperatureFactors(factor, figures | {"aimed_at": aim})
    return TemperatureFactors(factor, {})


@dataclass(frozen=True, slots=True, eq=False)
class _SingleCalls:
    """The scores of single calls of one kind at one temperature step."""

    score: ShareScore
    lost: float

    @classmethod
    def of(
        cls, shares: NDArray[np.float64], chosen: NDArray[np.int64], rows: NDArray[np.bool_], step: float
    ) -> "_SingleCalls":
        score = ShareScore.joined(
            [ShareScore.of(at_temperature(part, step), done) for part, done in _parts(shares, chosen, rows)]
        )
        return cls(score, -float(np.log(np.maximum(score.own, 1e-12)).sum()))


def _parts(
    shares: NDArray[np.float64], chosen: NDArray[np.int64], rows: NDArray[np.bool_]
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.int64]]]:
    """The rows in parts of some thousands: the whole half in every step would need too much memory."""
    places = np.flatnonzero(rows)
    for part in np.array_split(places, max(1, len(places) // 50_000)):
        yield shares[part], chosen[part]


@dataclass(frozen=True, slots=True)
class _PolledCalls:
    """Polls of one kind at one temperature step: calls found, calls proposed."""

    hits: int
    proposed: int

    @classmethod
    def of(cls, polls: Polls, rows: NDArray[np.bool_], step: float) -> "_PolledCalls":
        part = Polls(polls.votes[rows], at_temperature(polls.shares[rows], step))
        return cls(int(part.found().sum()), int(part.proposed().sum()))


@dataclass(frozen=True, slots=True, eq=False)
class SameTurns:
    """Turns several tables faced: for each its size and decile; for each call made there its share and votes."""

    size: NDArray[np.int64]
    tenth: NDArray[np.int64]
    turn: NDArray[np.int64]
    """The index of the turn of each pair of share and votes."""
    share: NDArray[np.float64]
    votes: NDArray[np.int64]


def same_turns(decisions: Decisions, own: NDArray[np.float64], tenth: NDArray[np.int64]) -> SameTurns:
    """The decisions at the same turn of the same hand, grouped; `own` is the share given to the call made."""
    keys = np.array([auction_key(calls) for calls in decisions.auctions.calls], np.uint64)[decisions.auction]
    same = np.stack([decisions.hand.astype(np.uint64), keys], axis=1)
    _, first, turn, size = np.unique(same, axis=0, return_index=True, return_inverse=True, return_counts=True)
    turn = turn.reshape(-1)
    pair, at, votes = np.unique(turn * 38 + decisions.chosen, return_index=True, return_counts=True)
    several = size[pair // 38] > 1
    several_tables = np.flatnonzero(size > 1)
    place = np.full(len(size), -1, np.int64)
    place[several_tables] = np.arange(len(several_tables))
    return SameTurns(
        size[several_tables],
        tenth[first[several_tables]],
        place[pair[several] // 38],
        np.maximum(own[at[several]], _LEAST),
        votes[several],
    )


def pseudo_counts(turns: SameTurns, tenths: int) -> NDArray[np.float64]:
    """For each decile the Dirichlet weight of maximum likelihood; that of all turns if it has few."""
    every = np.ones(len(turns.size), np.bool_)
    likeliest = _likeliest_count(turns, every) if len(turns.size) else float(_GRID[0])
    by_tenth = np.full(tenths, likeliest)
    for tenth in range(tenths):
        rows = turns.tenth == tenth
        if rows.sum() >= 100:
            by_tenth[tenth] = _likeliest_count(turns, rows)
    return by_tenth


def _likeliest_count(turns: SameTurns, rows: NDArray[np.bool_]) -> float:
    size = turns.size[rows]
    inside = rows[turns.turn]
    share, votes = turns.share[inside], turns.votes[inside]
    fits = [
        float(
            (gammaln(k) - gammaln(k + size)).sum() + (gammaln(k * share + votes) - gammaln(k * share)).sum()
        )
        for k in _GRID
    ]
    return round(float(_GRID[int(np.argmax(fits))]), 2)


def calibrate_calls(
    data: Path,
    models: Path,
    *,
    choosing: Decisions | None = None,
    reports: Path | None = None,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """The card of `models/calls` after choosing its temperatures and reading the *report* half once.

    The temperatures with the least log-loss on single calls are in the card; a repeated calibration starts from them.
    """
    folder = models / "calls"
    choosing_half = decisions(held_out(data, Half.CHOOSE.value)[0]) if choosing is None else choosing
    stored = open_model("calls", folder)
    card, arrays = stored.card, dict(stored.arrays)
    single = np.array(card["calibration"]["single"])
    arrays["heat"] = single
    write_model(folder, arrays, card)
    model = CallModel.load(folder)
    tell("settling how soft the shares are")
    polls = score_positions(model, data, "valid", Half.CHOOSE)
    kinds = np.array([int(auction_features(calls, 0).kind) for calls in polls.auctions], np.int64)
    rows = np.arange(len(choosing_half))
    kind = choosing_half.auctions.kind[choosing_half.auction].astype(np.int64)
    soft = temperature_factors(
        polls, kinds, shares_of(model, choosing_half, rows), choosing_half.chosen, kind
    )
    arrays["heat"] = single * soft.factor
    softened = {"softer": soft.factor.tolist(), "heat": arrays["heat"].tolist(), "softened": soft.figures}
    card["calibration"] = card["calibration"] | softened
    write_model(folder, arrays, card)
    model = CallModel.load(folder)
    card["choosing"] = {
        **card["choosing"],
        "positions": score_positions(model, data, "valid", Half.CHOOSE).figures(),
    }
    card["ceiling"] = upper_bound(model, choosing_half)
    tell("reading the report half")
    scored, told_by_polls = _reported(data, model)
    card["report"] = {"model": "calls", **scored.figures(), "positions": told_by_polls.figures()}
    card["short_of"] = aims_missed(card)
    write_model(folder, arrays, card)
    if reports is not None:
        write_calls_page(CallModel.load(folder).card, scored, told_by_polls, reports)
    return card


def aims_missed(card: Mapping[str, Any]) -> dict[str, str]:
    """The aims the *report* half does not reach, with what is known of the reason."""
    report = card["report"]
    missed = {}
    for name, (aim, sign) in _AIMS.items():
        reached = report.get(name)
        if reached is not None and sign * reached < sign * aim:
            missed[name] = f"{reached:.3f}, aimed at {aim}"
    others = card.get("ceiling", {}).get("others_10")
    if "top3" in missed and others:
        missed["top3"] += (
            f"; at turns ten others or more faced with the same hand, their votes alone have the call among three in "
            f"{others['others_top3']:.3f}, the model alone in {others['model_top3']:.3f}, both together in "
            f"{others['both_top3']:.3f}: what peers did tells hardly more"
        )
    return missed


def write_report(data: Path, models: Path, reports: Path) -> Path:
    """The path of `calls.html` about the model in `models/calls`, written from the *report* half; it contains no record."""
    model = CallModel.load(models / "calls")
    return write_calls_page(model.card, *_reported(data, model), reports)


def _reported(data: Path, model: CallModel) -> tuple[DecisionScores, Polls]:
    tables, half = held_out(data, Half.REPORT.value)
    return score_tables(model, tables), score_positions(model, data, "valid", half)
