"""What an action leads to in many deals: the contract, and the points there; the points of opening leads."""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PACK, PASS, Auction, Call, Contract, Hand, Result, Seat, Strain, Vulnerability
from analyser.casefile import Form
from analyser.estimates.hand_arrays import Masks
from analyser.estimates.services import CallsModel, NotSolved, Position, TrickCounter
from analyser.scoring import score_ns

"""From points to North-South to what they are worth to the side whose choice it is."""

_LONGEST = 24  # calls more; then everybody passes
_SOLVES_A_DEAL = 3
"""What a deal costs in which leads are tried, in the solves of a decision in the auction: 55 milliseconds of a core beside 18,
in thirteen decisions of past cases. Its contract is given, and mostly one in which the lead matters."""


def contracts(
    start: Auction,
    candidates: Sequence[Call],
    deals: Masks,
    vulnerability: Vulnerability,
    form: Form,
    model: CallsModel,
) -> tuple[tuple[Contract | None, ...], ...]:
    """For each world, the contract each candidate leads to when everybody then makes his likeliest call."""
    dealt = deals.astype(np.int64).tobytes()
    asked = cast("Hashable", model)  # models are told apart by who they are
    return _contracts(start, tuple(candidates), dealt, vulnerability, form, asked)


@lru_cache(maxsize=64)
def _contracts(
    start: Auction,
    candidates: tuple[Call, ...],
    deals: bytes,
    vulnerability: Vulnerability,
    form: Form,
    model: CallsModel,
) -> tuple[tuple[Contract | None, ...], ...]:
    """The same, remembered: a case ruled again with another finding asks in the same deals."""
    hands = [[Hand(mask) for mask in row] for row in np.frombuffer(deals, np.int64).reshape(-1, 4).tolist()]
    auctions = [[start.then(call) for call in candidates] for _ in hands]
    for _ in range(_LONGEST):
        going = [
            (world, place)
            for world, row in enumerate(auctions)
            for place, auction in enumerate(row)
            if not auction.is_over
        ]
        if not going:
            break
        heard = [auctions[world][place] for world, place in going]
        turns = [hands[world][auction.turn] for (world, _), auction in zip(going, heard, strict=True)]
        calls = model.likeliest(turns, heard, vulnerability, form)
        for (world, place), auction, call in zip(going, heard, calls, strict=True):
            auctions[world][place] = auction.then(call)
    for row in auctions:
        for place in range(len(row)):
            while not row[place].is_over:
                row[place] = row[place].then(PASS)
    return tuple(tuple(auction.contract for auction in row) for row in auctions)


def points(
    deals: Masks,
    ended: Sequence[Sequence[Contract | None]],
    counter: TrickCounter,
    vulnerability: Vulnerability,
) -> tuple[NDArray[np.float64], int]:
    """Points to North-South, a row a world and a column a candidate (not a number: not solved), and the solves."""
    positions: dict[tuple[int, Strain, Seat], Position] = {}
    for world, row in enumerate(ended):
        for contract in row:
            if contract is not None:
                key = (world, contract.strain, contract.declarer)
                if key not in positions:
                    north, east, south, west = map(Hand, deals[world].tolist())
                    positions[key] = Position((north, east, south, west), contract.strain, contract.leader)
    answers = dict(zip(positions, counter.tricks_many(list(positions.values())), strict=True))
    out = np.zeros((len(ended), len(ended[0]) if ended else 0))
    for world, row in enumerate(ended):
        for place, contract in enumerate(row):
            if contract is not None:
                tricks = answers[world, contract.strain, contract.declarer]
                out[world, place] = (
                    np.nan
                    if isinstance(tricks, NotSolved)
                    else score_ns(Result(contract, 13 - tricks), vulnerability)
                )
    return out, len(positions)


def points_of_leads(
    deals: Masks,
    cards: Sequence[int],
    contract: Contract,
    counter: TrickCounter,
    vulnerability: Vulnerability,
) -> tuple[NDArray[np.float64], int]:
    """Points to North-South after each lead (cards by number), a row a world, and what that costs in solves.

    Each lead is solved by itself, after it was made: of a few leads that takes less than to tell all thirteen.
    """
    leads = [PACK[card] for card in cards]
    positions = []
    for row in deals.tolist():
        for lead in leads:
            hands = [Hand(mask & ~(1 << lead.index)) for mask in row]
            positions.append(
                Position((hands[0], hands[1], hands[2], hands[3]), contract.strain, contract.leader, (lead,))
            )
    tricks = counter.tricks_many(positions)
    out = np.array(
        [
            np.nan if isinstance(won, NotSolved) else score_ns(Result(contract, won), vulnerability)
            for won in tricks
        ],
        np.float64,
    )
    return out.reshape(len(deals), len(leads)), _SOLVES_A_DEAL * len(deals)
