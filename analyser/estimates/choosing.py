"""How players' choices follow what an action is worth to them, and how they would choose if it were worth something else.

The share of an action grows by the same factor for every IMP it is worth more: share' ~ share * exp(pull * IMPs). The
pull is learned from the record: how much likelier an expert is than the custom of his auction to take the action that
his own hand makes better.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from math import exp

import numpy as np
from numpy.typing import NDArray

from analyser import resources
from analyser.casefile import Action
from analyser.errors import ModelError
from analyser.estimates.store import read_card
from analyser.scoring import imps

__all__ = ["Gain", "Pull", "advantage", "followed", "gained"]

_NINETY = 1.6449  # standard errors either side that hold nine tenths


@dataclass(frozen=True, slots=True)
class Pull:
    """How far choices follow value, for calls and for opening leads, by the IMP; and in how many deals it was measured."""

    calls: float
    leads: float
    worlds: int
    sha256: str = ""

    @classmethod
    @cache
    def shipped(cls) -> "Pull":
        """The figures shipped with the package, refused when they are not those of their card."""
        raw = resources.data("models/choice/model.json")
        actual = sha256(raw).hexdigest()
        if actual != str(read_card("choice").get("model", {}).get("sha256", "")):
            raise ModelError(
                "the figures are not those their card describes",
                where="models/choice/model.json",
                found=actual[:12],
                remedy="install the package again, or train the model again",
            )
        told = json.loads(raw)
        return cls(float(told["calls"]), float(told["leads"]), int(told["worlds"]), actual)


@dataclass(frozen=True, slots=True)
class Gain:
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
    found = np.vectorize(values.__getitem__, otypes=[np.float64])(difference) if len(solved) else difference
    return np.asarray(sign * found)


def gained(given: NDArray[np.float64], right: NDArray[np.float64]) -> tuple[Gain, ...]:
    """For each action, what it is worth in the second deals less what it is worth in the first."""
    found = []
    for column in range(given.shape[1]):
        one, other = given[:, column], right[:, column]
        mean = float(other.mean() - one.mean())
        error = float(np.sqrt(one.var(ddof=1) / len(one) + other.var(ddof=1) / len(other)))
        found.append(Gain(mean, mean - _NINETY * error, mean + _NINETY * error))
    return tuple(found)


def followed(
    shares: Mapping[Action, float], gains: Mapping[Action, float], pull: float
) -> dict[Action, float]:
    """The shares once each action is worth so much more; an action without a figure gains nothing.

    >>> from analyser.bridge import Call
    >>> told = followed({Call.parse("P"): 0.5, Call.parse("4S"): 0.5}, {Call.parse("4S"): 5.0}, 0.2)
    >>> {str(call): round(share, 2) for call, share in told.items()}
    {'P': 0.27, '4S': 0.73}
    """
    grown = {act: share * exp(pull * gains.get(act, 0.0)) for act, share in shares.items()}
    whole = sum(grown.values())
    return {act: share / whole for act, share in grown.items()} if whole > 0 else dict(shares)
