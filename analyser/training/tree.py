"""How well the auction tree foretells what a board comes to, beside par, another table, and the habit of the record.

Real tables are cut at a contested decision. The forecaster that grows the tree is handed in; the target tables stood
at the same node of the same deal, and are neither the one that was cut nor the one whose result a baseline repeats.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
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
from analyser.training.records import read_forms
from analyser.training.tree_measures import Forecast, ForecastTally, best_weight, difference, mixed
from analyser.training.tree_record import (
    ENDS,
    Cut,
    Habits,
    contract_of,
    cuts,
    end_of,
    habits,
    read_boards,
    scores,
)

_USUAL = Limits()


@dataclass(frozen=True, slots=True)
class OutcomeForecaster:
    """Forecasts the results from any node of an auction; nobody is barred from any call."""

    services: Services
    solver: Solver
    limits: Limits = _USUAL

    def foretell(
        self, deal: Deal, vulnerability: Vulnerability, auction: Auction, form: Form
    ) -> tuple[tuple[tuple[Result, float], ...], float]:
        """Results with their shares, and the share that was too small to follow or could not be counted."""
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
Results = tuple[tuple[Result, float], ...]


@dataclass(frozen=True, slots=True)
class TreeScores:
    """Every forecaster's figures on the same cuts."""

    model: ForecastTally
    baselines: dict[str, ForecastTally]
    smoothing: dict[str, tuple[float, float]]
    """How much of each single-minded baseline stands, of contracts and of scores; the rest is the histogram."""
    targets: int
    trained: bool
    lost: float
    """The share the tree left out, on average."""

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
    """Every forecaster on the cuts of a split, or on so many of them drawn by seed."""
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
    results, lost = grower.foretell(board.deal, board.vulnerability, cut.auction, cut.cut.form)
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
    """Results with their shares in the row of all ends."""
    ends = np.zeros(ENDS)
    for result, share in results:
        ends[end_of(result, dealer)] += share
    return ends


def _scored(forecasts: Sequence[_CutForecasts], trained: bool) -> TreeScores:
    """The two single-minded baselines are smoothed as suits them best on these very cuts; then all are held to them."""
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
