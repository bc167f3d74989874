"""What an action is worth in many deals: the contract it leads to, the points there, and how choices follow its worth.

The share of an action grows by the same factor for every IMP it is worth more: share' ~ share * exp(sensitivity * IMPs).
The sensitivity is learned from the record: how much likelier an expert is than the custom of his auction to take the
action that his own hand makes better.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from math import exp

import numpy as np
from numpy.typing import NDArray

from analyser import resources
from analyser.bridge import PASS, Auction, Call, Contract, Deal, Hand, Result, Seat, Strain, Vulnerability
from analyser.casefile import Action, Form
from analyser.errors import ModelError
from analyser.estimates.hand_arrays import Masks
from analyser.estimates.record_models import read_card
from analyser.estimates.services import CallsModel, NotSolved, Position, TrickCounter
from analyser.messages import sentence
from analyser.scoring import imps, score_ns

Worth = Callable[[int], Fraction]
"""From points to North-South to what they are worth to the side whose choice it is."""

_LONGEST = 24  # calls more; then everybody passes


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
    """Points to North-South after each lead (cards by number), a row a world; one count of a world tells all leads."""
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
    return out, len(boards)


_NINETY = 1.6449  # standard errors either side that hold nine tenths


@dataclass(frozen=True, slots=True)
class ChoiceSensitivity:
    """How far choices follow value, for calls and for opening leads, by the IMP; and in how many deals it was measured."""

    calls: float
    leads: float
    worlds: int
    sha256: str = ""

    @classmethod
    @cache
    def shipped(cls) -> "ChoiceSensitivity":
        """The figures shipped with the package, refused when they are not those of their card."""
        raw = resources.data("models/choice/model.json")
        actual = sha256(raw).hexdigest()
        if actual != str(read_card("choice").get("model", {}).get("sha256", "")):
            raise ModelError(
                sentence("model-figures-differ"),
                where="models/choice/model.json",
                found=actual[:12],
                remedy=sentence("install-or-train-again"),
            )
        figures = json.loads(raw)
        return cls(float(figures["calls"]), float(figures["leads"]), int(figures["worlds"]), actual)


@dataclass(frozen=True, slots=True)
class MeanGain:
    """What an action gains, in IMPs, when one explanation takes the place of another; the interval holds nine tenths."""

    mean: float
    low: float
    high: float


def advantage(points: NDArray[np.float64], shares: Sequence[float], sign: int) -> NDArray[np.float64]:
    """What each action is worth in each deal, in IMPs against what players take from that deal on the whole.

    A row a deal, a column an action; `sign` is 1 for North-South, -1 for East-West. Deals in which a figure is missing
    are left out.
    """
    solved = points[np.isfinite(points).all(axis=1)]
    weight = np.maximum(np.asarray(shares, np.float64), 1e-3)
    usual = solved @ (weight / weight.sum())
    datum = np.round(usual / 10) * 10
    difference = solved - datum[:, None]
    values = {score: float(imps(int(score))) for score in np.unique(difference).tolist()}
    imps_gained = (
        np.vectorize(values.__getitem__, otypes=[np.float64])(difference) if len(solved) else difference
    )
    return np.asarray(sign * imps_gained)


def mean_gains(worth_before: NDArray[np.float64], worth_after: NDArray[np.float64]) -> tuple[MeanGain, ...]:
    """For each action, what it is worth in the second deals less what it is worth in the first."""
    gains = []
    for column in range(worth_before.shape[1]):
        before, after = worth_before[:, column], worth_after[:, column]
        mean = float(after.mean() - before.mean())
        error = float(np.sqrt(before.var(ddof=1) / len(before) + after.var(ddof=1) / len(after)))
        gains.append(MeanGain(mean, mean - _NINETY * error, mean + _NINETY * error))
    return tuple(gains)


def shares_after_gains(
    shares: Mapping[Action, float], gains: Mapping[Action, float], pull: float
) -> dict[Action, float]:
    """The shares once each action is worth so much more; an action without a figure gains nothing.

    >>> from analyser.bridge import Call
    >>> told = shares_after_gains({Call.parse("P"): 0.5, Call.parse("4S"): 0.5}, {Call.parse("4S"): 5.0}, 0.2)
    >>> {str(call): round(share, 2) for call, share in told.items()}
    {'P': 0.27, '4S': 0.73}
    """
    grown = {act: share * exp(pull * gains.get(act, 0.0)) for act, share in shares.items()}
    whole = sum(grown.values())
    return {act: share / whole for act, share in grown.items()} if whole > 0 else dict(shares)
