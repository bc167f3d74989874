"""What each action was worth on the explanation given, and what on the right one: the same hand, other deals."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from analyser.alternatives.decision import Decision
from analyser.alternatives.heard import Heard
from analyser.alternatives.worlds import ManyHands
from analyser.bridge import Call, Card, Side
from analyser.casefile import Action
from analyser.errors import BridgeError
from analyser.peers.believed import Believing, believed
from analyser.peers.choosing import Gain, advantage, gained
from analyser.peers.continuing import contracts, points, points_of_leads
from analyser.peers.packs import Masks
from analyser.reasoning import CallsModel, TrickCounter

__all__ = ["Anew", "Means", "measured_anew"]

_FEWEST = 10  # deals: fewer tell nothing
_CHANCE = 0.1  # how often chance alone may pass for an effect, all actions of a turn together


@dataclass(frozen=True, slots=True)
class Means:
    """How players call, who counts tricks, and in how many deals each explanation is looked at."""

    calls: CallsModel
    tricks: TrickCounter
    worlds: int


@dataclass(frozen=True, slots=True)
class Anew:
    """What the right explanation gains each action, in IMPs; `effect`: more than chance can explain."""

    gains: Mapping[Action, Gain]
    effect: bool
    worlds: int
    solves: int


def measured_anew(
    decision: Decision,
    shares: Mapping[Action, float],
    heard: Heard,
    means: Means,
    dice: np.random.Generator,
) -> Anew | str:
    """The gains of these actions, or the code of why they cannot be measured."""
    model: object = means.calls
    hand, auction, vulnerability = decision.hand, decision.auction, decision.vulnerability
    if not isinstance(model, ManyHands) or hand is None or auction is None or vulnerability is None:
        return "misinformation.no-model"
    player = Believing(decision.seat, hand, auction, vulnerability, decision.form)
    try:
        both = [
            believed(player, meanings, model, means.worlds, dice) for meanings in (heard.given, heard.right)
        ]
    except BridgeError:
        return "misinformation.impossible"
    if min(map(len, both)) < _FEWEST:
        return "misinformation.impossible"
    told, solves = [], 0
    for deals in both:
        found, asked = _points(decision, shares, deals, means)
        told.append(advantage(found, list(shares.values()), 1 if decision.seat.side is Side.NS else -1))
        solves += asked
    if min(map(len, told)) < _FEWEST:
        return "misinformation.unsolved"
    gains = _by_suit(shares, told) if decision.is_lead else dict(zip(shares, gained(*told), strict=True))
    return Anew(gains, _more_than_chance(gains), sum(map(len, told)), solves)


def _points(
    decision: Decision, shares: Mapping[Action, float], deals: Masks, means: Means
) -> tuple[NDArray[np.float64], int]:
    auction, vulnerability = decision.auction, decision.vulnerability
    if auction is None or vulnerability is None:
        return np.empty((0, len(shares))), 0
    if decision.is_lead and decision.contract is not None:
        cards = [action.index for action in shares if isinstance(action, Card)]
        return points_of_leads(deals, cards, decision.contract, means.tricks, vulnerability)
    calls = [action for action in shares if isinstance(action, Call)]
    ended = contracts(auction, calls, deals, vulnerability, decision.form, means.calls)
    return points(deals, ended, means.tricks, vulnerability)


def _by_suit(shares: Mapping[Action, float], told: list[NDArray[np.float64]]) -> dict[Action, Gain]:
    """The explanation bears on the suit that is led; which card of it is led is custom."""
    cards = [action for action in shares if isinstance(action, Card)]
    weight = np.array([max(shares[card], 1e-4) for card in cards])
    suits = sorted({card.suit for card in cards})
    of_suit = np.array([[card.suit is suit for suit in suits] for card in cards]) * weight[:, None]
    of_suit = of_suit / of_suit.sum(axis=0)
    found = dict(zip(suits, gained(*(worth @ of_suit for worth in told)), strict=True))
    return {card: found[card.suit] for card in cards}


def _more_than_chance(gains: Mapping[Action, Gain]) -> bool:
    """Whether some gain is larger than the largest of so many would be by chance."""
    different = set(gains.values())
    reach = NormalDist().inv_cdf(1 - _CHANCE / 2 / max(len(different), 1)) / NormalDist().inv_cdf(0.95)
    return any(abs(one.mean) > reach * (one.high - one.low) / 2 for one in different)
