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
from analyser.ruling.outcomes.results import Counting, outcomes_of

_USUAL = Limits()


@dataclass(frozen=True, slots=True)
class Grower:
    """Grows a tree from any node with what is plugged in; nobody is barred from anything."""

    services: Services
    solver: Solver
    limits: Limits = _USUAL

    def foretell(
        self, deal: Deal, vulnerability: Vulnerability, auction: Auction, form: Form
    ) -> tuple[tuple[tuple[Result, float], ...], float]:
        """Results with their shares, and the share that was too small to follow or could not be counted."""
        calls, leads, kernel = self.services.calls, self.services.leads, self.services.kernel
        if calls is None:
            return (), 1.0
        first = dict(calls.calls(deal[auction.turn], auction, vulnerability, form).shares)
        grown = grow_auctions(
            auction, first, deal, vulnerability, form, calls, lambda _, __: frozenset(), limits=self.limits
        )
        counting = Counting(self.solver, leads, kernel, form)
        found, small, unsolved = outcomes_of(grown.ended, deal, vulnerability, counting)
        told = tuple((one.result, one.probability or 0.0) for one in found if isinstance(one.result, Result))
        return told, grown.pruned + small + sum(one.probability for one in unsolved)

    def par(self, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> tuple[Result, ...]:
        """The results that give the par score."""
        found = self.solver.par(deal, dealer, vulnerability)
        return () if isinstance(found, NotSolved) else found.results


@contextmanager
def plugged_grower(workers: int = 2) -> Iterator[Grower]:
    """A grower with the shipped models; the solver's processes end with it."""
    with Solver(cache_file(), workers=workers) as solver:
        yield Grower(replace(default_services(), tricks=solver), solver)
