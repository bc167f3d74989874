"""How the auction would have gone on after each candidate action, in every deal dealt, and what comes of it there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, PASS, Auction, Call, Contract, Deal, Hand, Result, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates.calls import Turn
from analyser.estimates.packs import Masks
from analyser.estimates.services import CallsModel, NotSolved, Position, TrickCounter
from analyser.scoring import score_ns

__all__ = ["Worth", "contracts", "counted_tricks", "points", "points_of_leads"]

Worth = Callable[[int], Fraction]
"""From points to North-South to what they are worth to the side whose choice it is."""

_LONGEST = 24  # calls more; then everybody passes


@runtime_checkable
class _ManyTurns(Protocol):
    def over(self, turns: Sequence[Turn]) -> NDArray[np.float64]: ...


@runtime_checkable
class _ManyPositions(Protocol):
    def tricks_many(self, positions: Sequence[Position]) -> list[int | NotSolved]: ...


def contracts(
    start: Auction,
    candidates: Sequence[Call],
    deals: Masks,
    vulnerability: Vulnerability,
    form: Form,
    model: CallsModel,
) -> list[list[Contract | None]]:
    """For each world, the contract each candidate leads to when everybody then makes his likeliest call."""
    auctions = [[start.then(call) for call in candidates] for _ in range(len(deals))]
    hands = [[Hand(mask) for mask in row] for row in deals.tolist()]
    for _ in range(_LONGEST):
        going = [
            (world, place)
            for world, row in enumerate(auctions)
            for place, auction in enumerate(row)
            if not auction.is_over
        ]
        if not going:
            break
        turns = [
            Turn(hands[world][auctions[world][place].turn], auctions[world][place], vulnerability, form)
            for world, place in going
        ]
        for (world, place), call in zip(going, _likeliest(model, turns), strict=True):
            auctions[world][place] = auctions[world][place].then(call)
    return [[_finished(auction).contract for auction in row] for row in auctions]


def _finished(auction: Auction) -> Auction:
    while not auction.is_over:
        auction = auction.then(PASS)
    return auction


def _likeliest(model: CallsModel, turns: Sequence[Turn]) -> list[Call]:
    if isinstance(model, _ManyTurns):
        return [CALLS[code] for code in model.over(turns).argmax(axis=1).tolist()]
    found = []
    for turn in turns:
        told = model.calls(turn.hand, turn.auction, turn.vulnerability, turn.form)
        found.append(max(told.shares, key=lambda pair: (pair[1], -pair[0].code))[0])
    return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """One number of tricks to be counted: which world, which denomination, who declares."""

    world: int
    contract: tuple[int, Seat]


def counted_tricks(
    deals: Masks, ended: Sequence[Sequence[Contract | None]], counter: TrickCounter
) -> tuple[Mapping[tuple[int, tuple[int, Seat]], int | None], int]:
    """Declarer's double-dummy tricks in every world and contract met, and how many had to be counted."""
    asked: dict[_Asked, Position] = {}
    for world, row in enumerate(ended):
        for contract in row:
            if contract is not None:
                key = _Asked(world, (int(contract.strain), contract.declarer))
                if key not in asked:
                    north, east, south, west = map(Hand, deals[world].tolist())
                    asked[key] = Position((north, east, south, west), contract.strain, contract.leader)
    positions = list(asked.values())
    if isinstance(counter, _ManyPositions):
        answers = counter.tricks_many(positions)
    else:
        answers = [counter.tricks(position) for position in positions]
    told = {
        (key.world, key.contract): None if isinstance(answer, NotSolved) else 13 - answer
        for key, answer in zip(asked, answers, strict=True)
    }
    return told, len(asked)


def points(
    deals: Masks,
    ended: Sequence[Sequence[Contract | None]],
    counter: TrickCounter,
    vulnerability: Vulnerability,
) -> tuple[NDArray[np.float64], int]:
    """Points to North-South, a row a world and a column a candidate (not a number: not solved), and the solves."""
    told, solves = counted_tricks(deals, ended, counter)
    out = np.zeros((len(ended), len(ended[0]) if ended else 0))
    for world, row in enumerate(ended):
        for place, contract in enumerate(row):
            if contract is not None:
                tricks = told[world, (int(contract.strain), contract.declarer)]
                out[world, place] = (
                    np.nan if tricks is None else score_ns(Result(contract, tricks), vulnerability)
                )
    return out, solves


def points_of_leads(
    deals: Masks,
    cards: Sequence[int],
    contract: Contract,
    counter: TrickCounter,
    vulnerability: Vulnerability,
) -> tuple[NDArray[np.float64], int]:
    """Points to North-South after each lead (cards by number), a row a world; one count of a world tells all leads."""
    boards = []
    for row in deals.tolist():
        north, east, south, west = map(Hand, row)
        boards.append((Deal((north, east, south, west)), contract))
    many = getattr(counter, "leads_many", None)
    answers = many(boards) if many is not None else [counter.leads(*board) for board in boards]
    out = np.full((len(boards), len(cards)), np.nan)
    for world, answer in enumerate(answers):
        if not isinstance(answer, NotSolved):
            tricks = {card.index: count for card, count in answer.items()}
            out[world] = [score_ns(Result(contract, tricks[card]), vulnerability) for card in cards]
    return out, len(boards)
