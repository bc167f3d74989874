"""The value of a call or an opening lead in sampled deals: the contract it leads to and its double-dummy score."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PACK, Auction, Call, Contract, Hand, Result, Seat, Strain, Vulnerability
from analyser.casefile import Form
from analyser.estimates.followed_auctions import follow_auctions
from analyser.estimates.hand_arrays import Masks
from analyser.estimates.services import CallsModel, NotSolved, Position, TrickCounter
from analyser.scoring import score_ns

_SOLVES_A_DEAL = 3
"""The cost of a deal in which leads are compared, in solves of a decision in the auction.

55 milliseconds of a core against 18, measured in thirteen decisions of past cases. Its contract is given, and mostly
one in which the lead matters.
"""


def contracts(
    start: Auction,
    candidates: Sequence[Call],
    deals: Masks,
    vulnerability: Vulnerability,
    form: Form,
    model: CallsModel,
) -> tuple[tuple[Contract | None, ...], ...]:
    """The contract each candidate call leads to, by deal, if everybody then makes his likeliest call."""
    return follow_auctions(start, candidates, deals, vulnerability, form, model).rows()


def points(
    deals: Masks,
    ended: Sequence[Sequence[Contract | None]],
    counter: TrickCounter,
    vulnerability: Vulnerability,
) -> tuple[NDArray[np.float64], int]:
    """Points to North-South, one row per deal and one column per candidate (NaN: not solved), and the number of solves."""
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
    """Points to North-South after each lead (cards by number), one row per deal, and the cost in solves.

    Each lead is solved separately, after it was made: for a few leads that is cheaper than one solution of all
    thirteen.
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
