"""What the right explanation would have gained each action, and whether it would have moved the decision (12B1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Card, Side
from analyser.casefile import (
    Action,
)
from analyser.errors import BridgeError
from analyser.estimates.action_values import MeanGain, advantage, mean_gains
from analyser.estimates.hidden_hands import ExplainedCall, Observer, deals_believed
from analyser.estimates.services import ManyHands, Services
from analyser.ruling.alternatives.decision import Decision
from analyser.ruling.alternatives.suggestion import points_of_actions


@dataclass(frozen=True, slots=True)
class Explanations:
    """The meanings of the calls on the explanation given and on the right one; `lacking`: keys the case does not fill."""

    given: tuple[ExplainedCall, ...]
    right: tuple[ExplainedCall, ...]
    lacking: tuple[str, ...] = ()


_HARDLY_ANY = 0.02  # of peers: what fewer do on an explanation is not, by itself, what it leads to


def is_causal(
    given: NDArray[np.float64],
    right: NDArray[np.float64],
    chosen: NDArray[np.float64],
    done: NDArray[np.float64],
    chance: float = 0.05,
) -> bool:
    """Whether the right explanation speaks for some other action against what was done, more than chance would.

    `given` and `right`: what each action (a column) is worth in each deal of either explanation; `chosen`: how often
    peers choose it on the explanation given; `done`: 1 for what was done, or shares where the record does not tell it.

    One test for each other action, together led astray by luck no oftener than `chance`. No action is
    spoken for that is clearly worse than what was done on the right explanation, too. And what hardly any peer does is not
    laid to the explanation given where that one spoke clearly against it already.
    """
    others = np.flatnonzero(done < 1)
    if not len(others):
        return False
    against = [worth[:, others] - worth @ done[:, None] for worth in (given, right)]
    reach = NormalDist().inv_cdf(1 - chance / len(others)) / NormalDist().inv_cdf(0.95)
    own_choice = float(chosen @ done) < _HARDLY_ANY
    return any(
        gain.mean > reach * (gain.high - gain.low) / 2
        and on_right.high >= 0
        and not (own_choice and on_given.low > 0)
        for gain, on_given, on_right in zip(mean_gains(*against), *map(_mean, against), strict=True)
    )


def _mean(worth: NDArray[np.float64]) -> tuple[MeanGain, ...]:
    """How much better than what was done each action is, with its interval."""
    return mean_gains(np.zeros_like(worth), worth)


_FEWEST = 10  # deals: fewer tell nothing
# How many times the deals of one look, and how often luck may pass for an effect there; an effect found ends it. All looks
# together are led astray in one of twenty: the early ones ask for more (the bounds of O'Brien and Fleming).
CALL_LOOKS = ((1, 0.0015), (2, 0.0183), (3, 0.0436))
LEAD_LOOKS = ((1, 0.0088), (2, 0.0467))


@dataclass(frozen=True, slots=True)
class ExplanationGain:
    """What the right explanation gains each action, in IMPs.

    `effect`: it speaks for another action against what was done, more than chance can explain.
    """

    gains: Mapping[Action, MeanGain]
    effect: bool
    worlds: int
    solves: int


def explanation_gain(
    decision: Decision,
    shares: Mapping[Action, float],
    explanations: Explanations,
    services: Services,
    worlds: int,
    rng: np.random.Generator,
) -> ExplanationGain | str:
    """The gains of these actions over so many deals of either explanation; else the code of why there are none."""
    calls, tricks = services.calls, services.tricks
    hand, auction, vulnerability = decision.hand, decision.auction, decision.vulnerability
    if (
        not isinstance(calls, ManyHands)
        or tricks is None
        or hand is None
        or auction is None
        or vulnerability is None
    ):
        return "misinformation.no-model"
    player = Observer(decision.seat, hand, auction, vulnerability, decision.form)
    looks = LEAD_LOOKS if decision.is_lead else CALL_LOOKS
    # A deal in which every lead is counted costs as much as two in which a contract or two are.
    deals_a_look = worlds * 2 // 3 if decision.is_lead else worlds
    most, _ = looks[-1]
    try:
        both = [
            rng.permutation(deals_believed(player, meanings, calls, most * deals_a_look, rng))
            for meanings in (explanations.given, explanations.right)
        ]
    except BridgeError:
        return "misinformation.impossible"
    if min(map(len, both)) < _FEWEST:
        return "misinformation.impossible"
    advantages: list[list[NDArray[np.float64]]] = [[], []]
    columns = _columns(decision, shares)
    sign, solves, start = 1 if decision.seat.side is Side.NS else -1, 0, 0
    for look, chance in looks:
        end = look * deals_a_look
        for looked_at, deals in zip(advantages, both, strict=True):
            scores, solved = points_of_actions(decision, shares, deals[start:end], calls, tricks)
            looked_at.append(advantage(scores, list(shares.values()), sign) @ columns.weight)
            solves += solved
        start, worth = end, [np.concatenate(looked_at) for looked_at in advantages]
        if min(map(len, worth)) < _FEWEST:
            return "misinformation.unsolved"
        effect = is_causal(worth[0], worth[1], columns.chosen, columns.done, chance)
        if effect:
            break
    gains = mean_gains(*worth)
    return ExplanationGain(
        {action: gains[place] for action, place in columns.of.items()}, effect, sum(map(len, worth)), solves
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """What is held against what: calls one by one, leads by suit; how often peers choose it, and what was done."""

    weight: NDArray[np.float64]
    of: Mapping[Action, int]
    chosen: NDArray[np.float64]
    done: NDArray[np.float64]


def _columns(decision: Decision, shares: Mapping[Action, float]) -> _Columns:
    """The explanation bears on the suit that is led; which card of it is led is custom.

    Where the record does not tell what was done, it is what peers would have done, each action as often as they would.
    """
    if not decision.is_lead:
        of = {action: place for place, action in enumerate(shares)}
        weight = np.eye(len(of))
    else:
        cards = [action for action in shares if isinstance(action, Card)]
        suits = sorted({card.suit for card in cards})
        of = {card: suits.index(card.suit) for card in cards}
        weight = np.zeros((len(cards), len(suits)))
        for row, card in enumerate(cards):
            weight[row, of[card]] = max(shares[card], 1e-4)
        weight = weight / weight.sum(axis=0)
    chosen = np.zeros(weight.shape[1])
    for action, place in of.items():
        chosen[place] += shares[action]
    taken = None if decision.action is None else of.get(decision.action)
    done = chosen / chosen.sum() if taken is None else np.eye(len(chosen))[taken]
    return _Columns(weight, of, chosen, done)
