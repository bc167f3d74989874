"""Evaluation of the auction tree's forecasts of a board's result, with par, another table and the record as baselines.

Real tables are cut at a contested decision. The forecaster that grows the tree is passed in; the target tables were at
the same node of the same deal, and are neither the one that was cut nor the one whose result a baseline repeats. A
forecast gives a share to every final contract and to every score, and names one score: the one with the least mean
distance in IMPs to all it holds possible. Every cut counts equally, however many targets it has.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Auction, Deal, Result, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates.services import NotSolved, Services, default_services
from analyser.estimates.solver import Solver
from analyser.resources import cache_file
from analyser.ruling.outcomes.auction_tree import Limits, grow_auctions
from analyser.ruling.outcomes.results import Playout, outcomes_of
from analyser.scoring import score_ns
from tests.bench.lab.measures import BINS
from tests.bench.lab.records import read_forms
from tests.bench.lab.tree_record import (
    CONTRACTS,
    ENDS,
    Cut,
    Habits,
    contract_of,
    cuts,
    end_of,
    habits,
    imp_distances,
    read_boards,
    scores,
)

BANDS: Final = (0.01, 0.03, 0.06, 0.1, 0.15, 0.25, 0.4, 0.6, 0.8, 1.0)
"""The bounds of the bands of predicted share in which the observed frequency is computed."""
_LEAST: Final = 1e-12
_DRAWS: Final = 2000
_TRUST: Final = 0.999  # the most a single result is given


@dataclass(frozen=True, slots=True, eq=False)
class Forecast:
    """The share of every contract, of every score of a list, and the score that is named."""

    contracts: NDArray[np.float64]
    points: NDArray[np.int64]
    """The possible scores to North-South, in order."""
    scores: NDArray[np.float64]
    """The share of each."""
    named: int

    @classmethod
    def of_ends(cls, ends: NDArray[np.float64], points_of: NDArray[np.int64]) -> "Forecast":
        """The forecast from the share of every end of the board."""
        points, place = np.unique(points_of, return_inverse=True)
        shares = np.bincount(place, weights=ends, minlength=len(points)).astype(np.float64, copy=False)
        contracts = np.append(ends[:-1].reshape(CONTRACTS - 1, 14).sum(axis=1), ends[-1])
        return cls(contracts, points, shares, named_score(points, shares))

    def own(self, contracts: Sequence[int], points: Sequence[int]) -> tuple[NDArray[np.float64], ...]:
        """The share given to each observed contract, and to each observed score."""
        place = np.searchsorted(self.points, np.array(points, np.int64))
        return self.contracts[np.array(contracts, np.int64)], self.scores[place]


def named_score(points: NDArray[np.int64], shares: NDArray[np.float64]) -> int:
    """The score with the smallest mean distance in IMPs to all of them; in a tie the likeliest.

    >>> named_score(np.array([-50, 420, 450]), np.array([0.3, 0.4, 0.3]))
    420
    """
    likely = shares > 1e-4
    rows = np.flatnonzero(likely)
    away = imp_distances(points[rows], points[rows]) @ shares[rows]
    order = np.lexsort((points[rows], -shares[rows], away.round(9)))
    return int(points[rows[order[0]]])


def mixed(sharp: Forecast, plain: Forecast, weights: tuple[float, float], named: int) -> Forecast:
    """A mixture of a forecast, by weights for contracts and for scores, with a plain one."""
    contract, score = weights
    return Forecast(
        contract * sharp.contracts + (1 - contract) * plain.contracts,
        plain.points,
        score * sharp.scores + (1 - score) * plain.scores,
        named,
    )


def best_weight(sharp: Sequence[NDArray[np.float64]], plain: Sequence[NDArray[np.float64]]) -> float:
    """The mixture weight of the sharp forecast with the least log-loss (EM), one row of targets per cut.

    It is chosen in hindsight, and so in its favour.

    >>> hits = [np.array([1.0]), np.array([0.0])]
    >>> round(best_weight(hits, [np.array([0.0001]), np.array([0.5])]), 2)
    0.5
    """
    if not sharp:
        return 0.0
    share_of_target = np.concatenate([np.full(len(row), 1 / len(row)) for row in sharp]) / len(sharp)
    good, base = np.concatenate(list(sharp)), np.concatenate(list(plain))
    weight = 0.5
    for _ in range(500):  # each step increases the likelihood
        whole = np.maximum(weight * good + (1 - weight) * base, _LEAST)
        weight = float((share_of_target * weight * good / whole).sum())
    return min(_TRUST, weight)


@dataclass(slots=True)
class ForecastTally:
    """The figures of one forecaster, cut by cut."""

    contract: list[float]
    score: list[float]
    imps: list[float]
    hits: list[tuple[float, float, float]]
    """For each cut: the share of the likeliest contract, how often that was observed, how often one of the first three."""
    given: list[tuple[NDArray[np.float64], NDArray[np.float64]]]
    """For each cut: the shares of contracts worth reporting, and the observed frequency of each."""
    given_scores: list[tuple[NDArray[np.float64], NDArray[np.float64]]]

    @classmethod
    def empty(cls) -> "ForecastTally":
        """A tally without cuts."""
        return cls([], [], [], [], [], [])

    def add(self, forecast: Forecast, contracts: Sequence[int], points: Sequence[int]) -> None:
        """Add the scores of a forecast against the observed targets."""
        own_contract, own_score = forecast.own(contracts, points)
        self.contract.append(float(-np.log(np.maximum(own_contract, _LEAST)).mean()))
        self.score.append(float(-np.log(np.maximum(own_score, _LEAST)).mean()))
        away = imp_distances(np.array([forecast.named]), np.array(points, np.int64))
        self.imps.append(float(away.mean()))
        observed = np.bincount(np.array(contracts), minlength=CONTRACTS) / len(contracts)
        first = np.argsort(-forecast.contracts, kind="stable")[:3]
        self.hits.append(
            (float(forecast.contracts[first[0]]), float(observed[first[0]]), float(observed[first].sum()))
        )
        worth_telling = forecast.contracts >= BANDS[0]
        self.given.append((forecast.contracts[worth_telling], observed[worth_telling]))
        place = np.searchsorted(forecast.points, np.array(points, np.int64))
        observed = np.bincount(place, minlength=len(forecast.points)) / len(points)
        worth_telling = forecast.scores >= BANDS[0]
        self.given_scores.append((forecast.scores[worth_telling], observed[worth_telling]))

    def figures(self) -> dict[str, Any]:
        """The figures of the contract."""
        count = len(self.contract)
        if not count:
            names = ("top1", "top3", "log_loss", "ece", "contract_log_loss", "score_log_loss", "imp_error")
            return {"n": 0, **dict.fromkeys(names)}
        predicted, first, three = (np.array(column) for column in zip(*self.hits, strict=True))
        contract = float(np.mean(self.contract))
        return {
            "n": count,
            "top1": float(first.mean()),
            "top3": float(three.mean()),
            "log_loss": contract,
            "ece": _error(predicted, first),
            "contract_log_loss": contract,
            "score_log_loss": float(np.mean(self.score)),
            "imp_error": float(np.mean(self.imps)),
        }

    def reliability(self) -> dict[str, list[dict[str, float]]]:
        """Reliability: observed frequency by bands of the predicted share, for contracts and for scores."""
        return {"contract": _bands(self.given), "score": _bands(self.given_scores)}


def _error(predicted: NDArray[np.float64], observed: NDArray[np.float64]) -> float:
    """The expected calibration error of the first contract's share, over fifteen bins of equal count."""
    order = np.argsort(predicted, kind="stable")
    bins = [part for part in np.array_split(order, BINS) if len(part)]
    away = sum(abs(float(predicted[part].mean() - observed[part].mean())) * len(part) for part in bins)
    return away / len(predicted)


def _bands(pairs: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> list[dict[str, float]]:
    if not pairs:
        return []
    predicted = np.concatenate([pair[0] for pair in pairs])
    observed = np.concatenate([pair[1] for pair in pairs])
    band = np.clip(np.searchsorted(BANDS, predicted, side="right") - 1, 0, len(BANDS) - 2)
    rows = []
    for number, (low, high) in enumerate(pairwise(BANDS)):
        inside = band == number
        if inside.any():
            figures = {"said": float(predicted[inside].mean()), "came": float(observed[inside].mean())}
            rows.append({"from": low, "to": high, "n": int(inside.sum()), **figures})
    return rows


def difference(ours: Sequence[float], theirs: Sequence[float], seed: int) -> dict[str, Any]:
    """How much less the first loses, cut by cut, with the 90 % bootstrap interval over cuts.

    >>> difference([1.0, 2.0], [2.0, 3.0], 0)
    {'mean': 1.0, 'interval': [1.0, 1.0]}
    """
    gain = np.array(theirs) - np.array(ours)
    if not len(gain):
        return {"mean": None, "interval": None}
    drawn = np.random.default_rng(seed).integers(len(gain), size=(_DRAWS, len(gain)))
    low, high = np.quantile(gain[drawn].mean(axis=1), (0.05, 0.95)).tolist()
    return {"mean": float(gain.mean()), "interval": [low, high]}


_USUAL = Limits()


@dataclass(frozen=True, slots=True)
class OutcomeForecaster:
    """Forecasts the results from any node of an auction; nobody is barred from any call."""

    services: Services
    solver: Solver
    limits: Limits = _USUAL

    def forecast(
        self, deal: Deal, vulnerability: Vulnerability, auction: Auction, form: Form
    ) -> tuple[tuple[tuple[Result, float], ...], float]:
        """The results with their shares, and the share that was too small to follow or could not be solved."""
        calls = self.services.calls
        if calls is None:
            return (), 1.0
        first = dict(calls.calls(deal[auction.turn], auction, vulnerability, form).shares)
        tree = grow_auctions(
            auction, first, deal, vulnerability, form, calls, lambda _, __: frozenset(), limits=self.limits
        )
        played = Playout(deal, replace(self.services, tricks=self.solver), form)
        outcomes, small, unsolved = outcomes_of(tree.ended, vulnerability, played)
        shares = tuple(
            (outcome.result, outcome.probability or 0.0)
            for outcome in outcomes
            if isinstance(outcome.result, Result)
        )
        return shares, tree.cut + tree.pruned + small + sum(contract.probability for contract in unsolved)

    def par(self, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> tuple[Result, ...]:
        """The results that give the par score."""
        par = self.solver.par(deal, dealer, vulnerability)
        return () if isinstance(par, NotSolved) else par.results


@contextmanager
def open_forecaster(workers: int = 2) -> Iterator[OutcomeForecaster]:
    """A forecaster with the shipped models; the solver's processes end with it."""
    with Solver(cache_file(), workers=workers) as solver:
        yield OutcomeForecaster(replace(default_services(), tricks=solver), solver)


_MEASURES: Final = ("contract", "score", "imps")
_TOLD_EVERY: Final = 20
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class TreeScores:
    """Every forecaster's figures on the same cuts."""

    model: ForecastTally
    baselines: dict[str, ForecastTally]
    smoothing: dict[str, tuple[float, float]]
    """The mixture weights of each single-result baseline, for contracts and for scores; the rest is the histogram."""
    targets: int
    trained: bool
    lost: float
    """The mean share the tree left out."""

    def figures(self, seed: int) -> dict[str, Any]:
        """All figures."""
        ours = self.model.figures()
        figures_told: dict[str, Any] = {"model": "tree", **ours, "targets": self.targets, "lost": self.lost}
        figures_told["after_opening"] = figures_told["contested"] = ours  # every cut is both
        figures_told["baselines"] = {}
        for name, tally in self.baselines.items():
            figures = tally.figures()
            gains = {
                measure: difference(getattr(self.model, measure), getattr(tally, measure), seed)
                for measure in _MEASURES
            }
            figures_told["baselines"][name] = figures | {
                "after_opening": figures,
                "contested": figures,
                "smoothing": list(self.smoothing[name]) if name in self.smoothing else None,
                "tree_better_by": gains,
            }
        figures_told["reliability"] = self.model.reliability()
        figures_told["histogram_of"] = "train" if self.trained else "all other deals"
        return figures_told


@dataclass(frozen=True, slots=True)
class _CutForecasts:
    """One cut with all its forecasts, before the baselines are smoothed."""

    contracts: tuple[int, ...]
    points: tuple[int, ...]
    plain: Forecast
    ours: Forecast
    par: Forecast | None
    other: Forecast
    lost: float


def evaluate_tree(
    folder: Path,
    grower: OutcomeForecaster,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """The figures of the contract on a folder of records."""
    return score_cuts(folder, grower, split, sample, seed, tell).figures(seed)


def score_cuts(
    folder: Path,
    grower: OutcomeForecaster,
    split: str,
    sample: int | None,
    seed: int,
    tell: Tell = lambda _: None,
) -> TreeScores:
    """Every forecaster's scores on the cuts of a split, or on so many of them drawn by seed."""
    drawn = list(islice(cuts(read_boards(folder, split), read_forms(folder), seed), sample))
    tell(f"{len(drawn)} cuts; the record is counted")
    counted, trained = habits(folder, [cut.calls for cut in drawn])
    forecasts = []
    for number, cut in enumerate(drawn, 1):
        forecasts.append(_forecasts_of(cut, grower, counted, inside=not trained or split in {"train", "all"}))
        if number % _TOLD_EVERY == 0 or number == len(drawn):
            tell(f"{number} of {len(drawn)} cuts")
    return _scored(forecasts, trained)


def _forecasts_of(cut: Cut, grower: OutcomeForecaster, counted: Habits, *, inside: bool) -> _CutForecasts:
    board = cut.board
    points_of = scores(board.dealer, board.vulnerability)
    own = [(table.calls, end_of(table.result, board.dealer)) for table in board.tables] if inside else []
    habit = counted.shares(cut.calls, own)
    plain = Forecast.of_ends(habit, points_of)
    results, lost = grower.forecast(board.deal, board.vulnerability, cut.auction, cut.cut.form)
    par = grower.par(board.deal, board.dealer, board.vulnerability)
    return _CutForecasts(
        tuple(contract_of(table.result.contract, board.dealer) for table in cut.targets),
        tuple(score_ns(table.result, board.vulnerability) for table in cut.targets),
        plain,
        Forecast.of_ends(_ends_of(results, board.dealer) + lost * habit, points_of),
        Forecast.of_ends(_ends_of([(result, 1 / len(par)) for result in par], board.dealer), points_of)
        if par
        else None,
        Forecast.of_ends(_ends_of([(cut.other.result, 1.0)], board.dealer), points_of),
        lost,
    )


def _ends_of(results: Iterable[tuple[Result, float]], dealer: Seat) -> NDArray[np.float64]:
    """Results with their shares as a vector over all ends."""
    ends = np.zeros(ENDS)
    for result, share in results:
        ends[end_of(result, dealer)] += share
    return ends


def _scored(forecasts: Sequence[_CutForecasts], trained: bool) -> TreeScores:
    """The scores of all forecasters; the two single-result baselines are smoothed with the weights best on these cuts."""
    model, prefix, par, other = (ForecastTally.empty() for _ in range(4))
    smoothing = {
        "par": _smoothing(forecasts, [cut.par or cut.plain for cut in forecasts]),
        "other_table": _smoothing(forecasts, [cut.other for cut in forecasts]),
    }
    for cut in forecasts:
        model.add(cut.ours, cut.contracts, cut.points)
        prefix.add(cut.plain, cut.contracts, cut.points)
        sharp = cut.par or cut.plain
        par.add(mixed(sharp, cut.plain, smoothing["par"], sharp.named), cut.contracts, cut.points)
        repeated = mixed(cut.other, cut.plain, smoothing["other_table"], cut.other.named)
        other.add(repeated, cut.contracts, cut.points)
    lost = float(np.mean([cut.lost for cut in forecasts])) if forecasts else 0.0
    baselines = {"par": par, "other_table": other, "prefix": prefix}
    return TreeScores(
        model, baselines, smoothing, sum(len(cut.contracts) for cut in forecasts), trained, lost
    )


def _smoothing(forecasts: Sequence[_CutForecasts], sharp: Sequence[Forecast]) -> tuple[float, float]:
    rows = [forecast.own(cut.contracts, cut.points) for cut, forecast in zip(forecasts, sharp, strict=True)]
    plain = [cut.plain.own(cut.contracts, cut.points) for cut in forecasts]
    contract, score = (
        best_weight([row[which] for row in rows], [row[which] for row in plain]) for which in (0, 1)
    )
    return contract, score
