"""Protocols of the services a ruling draws on: the solver and the models of calls, leads and tempo."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from analyser.bridge import Auction, Call, Card, Contract, Deal, Hand, Seat, Strain, Vulnerability
from analyser.casefile import Form
from analyser.resources import cache_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from analyser.estimates.beliefs import BeliefModel
    from analyser.estimates.calls import CallModel
    from analyser.estimates.record_models import TrickModel
    from analyser.estimates.suggestion_prior import SuggestionPrior
    from analyser.estimates.tricks_net import TricksNet


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the play: the four hands as they are now, and the trick in progress.

    `hands` no longer contain the cards of the trick in progress; `leader` led to it, or leads next if it is empty.
    """

    hands: tuple[Hand, Hand, Hand, Hand]
    strain: Strain
    leader: Seat
    trick: tuple[Card, ...] = ()

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        return Seat((self.leader + len(self.trick)) & 3)


class NotSolvedReason(StrEnum):
    """Why a deal was not solved: its shape is too freakish by a fixed test, or time ran out."""

    SHAPE = "shape"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class NotSolved:
    """A valid answer of the solver: not solved. For its shape this is final; for time it may be asked again."""

    reason: NotSolvedReason


class TrickCounter(Protocol):
    """Anything that counts tricks double dummy."""

    def leads(self, deal: Deal, contract: Contract) -> Mapping[Card, int] | NotSolved:
        """Declarer's tricks after each of the thirteen opening leads."""
        ...

    def tricks(self, position: Position) -> int | NotSolved:
        """Tricks still to be won, the one in progress included, by the side of the player in turn."""
        ...

    def options(self, position: Position) -> Mapping[Card, int] | NotSolved:
        """The tricks still to be won by the side of the player in turn, after each card he may play."""
        ...

    def leads_many(self, boards: Sequence[tuple[Deal, Contract]]) -> Sequence[Mapping[Card, int] | NotSolved]:
        """`leads` of many boards; one by one unless the counter has a faster way."""
        return [self.leads(deal, contract) for deal, contract in boards]

    def tricks_many(self, positions: Sequence[Position]) -> Sequence[int | NotSolved]:
        """`tricks` in many positions; one by one unless the counter has a faster way."""
        return [self.tricks(position) for position in positions]

    def made_many(self, positions: Sequence[tuple[Position, int]]) -> Sequence[bool | NotSolved]:
        """Whether the side of the player in turn can take so many of the tricks left; counted unless there is a faster way."""
        tricks = self.tricks_many([position for position, _ in positions])
        return [
            won if isinstance(won, NotSolved) else won >= target
            for won, (_, target) in zip(tricks, positions, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class CallShares:
    """The shares of players making each legal call, and how much of the record is like this.

    `support` is the number of decisions in the record after this auction; `decile` its decile among all decisions, 1
    for the rarest, `None` if the model knows no record.
    """

    shares: tuple[tuple[Call, float], ...]
    support: int
    decile: int | None = None

    def share_of(self, call: Call) -> float:
        """The share of one call."""
        return dict(self.shares).get(call, 0.0)


class CallsModel(Protocol):
    """Anything that estimates how players call."""

    def calls(self, hand: Hand, auction: Auction, vulnerability: Vulnerability, form: Form) -> CallShares:
        """The shares of the legal calls for the player in turn."""
        ...

    def shares_of_turns(
        self, deal: Deal, auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[CallShares]:
        """`calls` at many turns of one deal; one by one unless there is a faster way."""
        return [self.calls(deal[auction.turn], auction, vulnerability, form) for auction in auctions]

    def likelihoods(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """P(this call now), for each of these hands."""
        ...

    def likeliest(
        self, hands: Sequence[Hand], auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[Call]:
        """The likeliest call of each hand after its auction, in a tie the lowest; one by one unless overridden."""
        calls = []
        for hand, auction in zip(hands, auctions, strict=True):
            shares = self.calls(hand, auction, vulnerability, form).shares
            calls.append(max(shares, key=lambda pair: (pair[1], -pair[0].code))[0])
        return calls

    def support(self, auction: Auction) -> int | None:  # noqa: ARG002 - for those that know
        """The number of decisions in the record after exactly this auction; `None` if the model knows no record."""
        return None


@runtime_checkable
class ManyHands(Protocol):
    """A call model that answers for many hands at once."""

    def shares_of_hands(
        self,
        masks: "NDArray[np.int64]",
        auction: Auction,
        vulnerability: Vulnerability,
        form: Form = Form.IMPS,
    ) -> "NDArray[np.float64]":
        """The shares of the 38 calls, one row per hand (a mask of 52 bits)."""
        ...

    def __hash__(self) -> int:
        """A hash, as sampled deals are cached by the model they came from."""
        ...


class LeadsModel(Protocol):
    """Anything that estimates what is led."""

    def leads(self, hand: Hand, auction: Auction, contract: Contract) -> Mapping[Card, float]:
        """The shares of the thirteen cards."""
        ...

    def support(self, contract: Contract) -> int | None:  # noqa: ARG002 - for those that know
        """The number of leads of the record against such a contract; `None` if the model knows no record."""
        return None


class TempoEstimator(Protocol):
    """Anything that estimates which hands make a player think."""

    def breaks(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """The likelihood of a break in tempo for each of these hands about to make this call, up to a common factor."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """The models and the solver of one ruling; an absent one is `None`, and the ruling says what it lacks.

    `real_tricks` turns double-dummy tricks into those of real play; `suggestion_prior` and `beliefs` are the shipped
    ones unless given, and so is `tricks_net`, which predicts double-dummy tricks. `seed_offset` is for measurements only: another random seed for the same facts. `effort` is the
    fraction of the usual number of solves spent on what the information suggests, or on what an explanation makes an
    action worth; surveys of many cases that need no such figure spend less.
    """

    tricks: TrickCounter | None = None
    calls: CallsModel | None = None
    leads: LeadsModel | None = None
    tempo: TempoEstimator | None = None
    real_tricks: "TrickModel | None" = None
    suggestion_prior: "SuggestionPrior | None" = None
    seed_offset: int = 0
    beliefs: "BeliefModel | None" = None
    tricks_net: "TricksNet | None" = None
    effort: float = 1.0


@cache
def calls_model() -> "CallModel":
    """The call model shipped with the program."""
    from analyser.estimates.calls import CallModel

    return CallModel()


@cache
def tricks_net() -> "TricksNet":
    """The net of tricks shipped with the program."""
    from analyser.estimates.tricks_net import TricksNet

    return TricksNet()


def default_services() -> Services:
    """The shipped models, each read from its file at first use, and no solver."""
    from analyser.estimates.calls import TempoModel
    from analyser.estimates.leads import LeadModel
    from analyser.estimates.record_models import TrickModel

    calls = calls_model()
    return Services(
        calls=calls,
        leads=LeadModel(),
        real_tricks=TrickModel(),
        tempo=TempoModel(calls=calls),
    )


@contextmanager
def open_services(workers: int = 2) -> Iterator[Services]:
    """The default services with the solver, for one run; the solver's processes end with it."""
    from threadpoolctl import threadpool_limits

    from analyser.estimates.solver import Solver

    # threads that share the cores with the solver's processes wait longer than they work
    with threadpool_limits(limits=1), Solver(cache_file(), workers=workers) as solver:
        yield replace(default_services(), tricks=solver)
