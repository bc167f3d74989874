"""What a board comes to from a node of its auction on, as a ruling estimates it: grown, led to, played."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from analyser.bridge import Auction, Deal, Result, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates.services import NotSolved, Services, default_services
from analyser.estimates.solver import Solver
from analyser.resources import cache_file
from analyser.ruling.outcomes.auction_tree import Limits, grow_auctions
from analyser.ruling.outcomes.results import Playout, outcomes_of

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
        return shares, tree.pruned + small + sum(contract.probability for contract in unsolved)

    def par(self, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> tuple[Result, ...]:
        """The results that give the par score."""
        par = self.solver.par(deal, dealer, vulnerability)
        return () if isinstance(par, NotSolved) else par.results


@contextmanager
def open_forecaster(workers: int = 2) -> Iterator[OutcomeForecaster]:
    """A forecaster with the shipped models; the solver's processes end with it."""
    with Solver(cache_file(), workers=workers) as solver:
        yield OutcomeForecaster(replace(default_services(), tricks=solver), solver)
