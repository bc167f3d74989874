"""What players do and what tricks there are, as one value: the models and the solver, each opened when first asked."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Protocol, cast

from analyser.bridge import (
    Auction,
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    Seat,
    Strain,
    Vulnerability,
)
from analyser.casefile import Form
from analyser.resources import cache_file


@dataclass(frozen=True, slots=True)
class Position:
    """Cards left at a moment of the play: the four hands before the trick in progress was led, and that trick.

    `hands` hold the cards of the trick in progress no longer; `leader` led to it, or leads next when it is empty.
    """

    hands: tuple[Hand, Hand, Hand, Hand]
    strain: Strain
    leader: Seat
    trick: tuple[Card, ...] = ()

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        return Seat((self.leader + len(self.trick)) & 3)


class Reason(StrEnum):
    """Why a deal was not solved: too freakish by a fixed test, or out of time."""

    SHAPE = "shape"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class NotSolved:
    """A proper answer of the solver: not solved. By shape it stays so; by time it may be asked again."""

    reason: Reason


class TrickCounter(Protocol):
    """Anything that counts tricks with all four hands seen."""

    def leads(self, deal: Deal, contract: Contract) -> Mapping[Card, int] | NotSolved:
        """Declarer's tricks after each of the thirteen opening leads."""
        ...

    def tricks(self, position: Position) -> int | NotSolved:
        """Tricks still to be won, the one in progress included, by the side of the player in turn."""
        ...

    def options(self, position: Position) -> Mapping[Card, int] | NotSolved:
        """The same after each card the player in turn may play."""
        ...


@dataclass(frozen=True, slots=True)
class CallShares:
    """How players divide between the legal calls, and how much of the record looked like this."""

    shares: tuple[tuple[Call, float], ...]
    support: int

    def of(self, call: Call) -> float:
        """The share of one call."""
        return dict(self.shares).get(call, 0.0)


class CallsModel(Protocol):
    """Anything that says how players would call."""

    def calls(self, hand: Hand, auction: Auction, vulnerability: Vulnerability, form: Form) -> CallShares:
        """The shares of the legal calls for the player in turn."""
        ...

    def likelihoods(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """How likely each of these hands is to make this call now."""
        ...


class LeadsModel(Protocol):
    """Anything that says what would be led."""

    def leads(self, hand: Hand, auction: Auction, contract: Contract) -> Mapping[Card, float]:
        """The shares of the thirteen cards."""
        ...


class TempoModel(Protocol):
    """Anything that says which hands make a player think."""

    def breaks(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """How likely each of these hands, about to make this call, is to break tempo over it."""
        ...


class TrickKernel(Protocol):
    """How many tricks are taken in real play, from double-dummy tricks."""

    def tricks(self, dd_tricks: int, contract: Contract, form: Form) -> Sequence[float]:
        """The chance of 0 to 13 tricks when declarer makes `dd_tricks` double dummy after the lead."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """What is at hand for one ruling; what is absent is none and the ruling says what it lacks."""

    tricks: TrickCounter | None = None
    calls: CallsModel | None = None
    leads: LeadsModel | None = None
    tempo: TempoModel | None = None
    kernel: TrickKernel | None = None


class Opened:
    """Something opened on the first question it is asked: a model takes tens of milliseconds to read."""

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load
        self._held: Any = None

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever is asked of what is held
        """Open it, then ask it."""
        if name.startswith("__"):
            raise AttributeError(name)
        if self._held is None:
            self._held = self._load()
        return getattr(self._held, name)


@cache
def calls_model() -> Any:  # noqa: ANN401 - a model, behind its protocol
    """The shipped call model, read once."""
    from analyser.estimates import CallModel

    return CallModel.load()


def _leads() -> Any:  # noqa: ANN401
    from analyser.estimates import LeadModel

    return LeadModel.load()


def _kernel() -> Any:  # noqa: ANN401
    from analyser.estimates import TrickModel

    return TrickModel.load()


def _tempo() -> Any:  # noqa: ANN401
    from analyser.estimates.tempo import Learned
    from analyser.estimates.tempo import TempoModel as Tempo

    return Learned(calls_model(), Tempo.load())


def default_services() -> Services:
    """The models that come with the program, and no solver."""
    return Services(
        calls=cast("CallsModel", Opened(calls_model)),
        leads=cast("LeadsModel", Opened(_leads)),
        kernel=cast("TrickKernel", Opened(_kernel)),
        tempo=cast("TempoModel", Opened(_tempo)),
    )


@contextmanager
def open_services(workers: int = 2) -> Iterator[Services]:
    """The services of one run; the solver's processes end with it."""
    from threadpoolctl import threadpool_limits

    from analyser.estimates.solver import Solver

    # threads that share the cores with the solver's processes wait longer than they work
    with threadpool_limits(limits=1), Solver(cache_file(), workers=workers) as solver:
        yield replace(default_services(), tricks=solver)


@contextmanager
def solver_for(cache: Path, workers: int = 2) -> Iterator[Any]:
    """The solver alone, with a cache of its own: what training needs."""
    from analyser.estimates.solver import Solver

    with Solver(cache, workers=workers) as solver:
        yield solver
