"""What an action leads to in many deals: the contract, and the points there; the points of opening leads."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PASS, Auction, Call, Contract, Deal, Hand, Result, Seat, Strain, Vulnerability
from analyser.casefile import Form
from analyser.estimates.hand_arrays import Masks
from analyser.estimates.services import CallsModel, NotSolved, Position, TrickCounter
from analyser.scoring import score_ns

"""From points to North-South to what they are worth to the side whose choice it is."""

_LONGEST = 24  # calls more; then everybody passes
_SOLVES_A_BOARD = (
    3  # to tell all leads costs two to four times what the best one costs, the more the more leads are equal
)


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
        heard = [auctions[world][place] for world, place in going]
        turns = [hands[world][auction.turn] for (world, _), auction in zip(going, heard, strict=True)]
        calls = model.likeliest(turns, heard, vulnerability, form)
        for (world, place), auction, call in zip(going, heard, calls, strict=True):
            auctions[world][place] = auction.then(call)
    for row in auctions:
        for place in range(len(row)):
            while not row[place].is_over:
                row[place] = row[place].then(PASS)
    return [[auction.contract for auction in row] for row in auctions]


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
    """Points to North-South after each lead (cards by number), a row a world; one count of a world tells all leads.

    It is counted at its price in single solves.
    """
    boards = []
    for row in deals.tolist():
        north, east, south, west = map(Hand, row)
        boards.append((Deal((north, east, south, west)), contract))
    answers = counter.leads_many(boards)
    out = np.full((len(boards), len(cards)), np.nan)
    for world, answer in enumerate(answers):
        if not isinstance(answer, NotSolved):
            tricks = {card.index: count for card, count in answer.items()}
            out[world] = [score_ns(Result(contract, tricks[card]), vulnerability) for card in cards]
    return out, _SOLVES_A_BOARD * len(boards)
