"""What the right explanation is worth to each action: solved in deals of either explanation, and how choices follow it.

The belief networks know points and lengths; that a game opposite a limit raise goes down doubled is told by the cards
themselves. Both move the same choice, so the figures by which choices follow value are those fitted beside no other.
"""

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final

import numpy as np

from analyser.bridge import Card, Side
from analyser.casefile import Action, Form
from analyser.estimates.hidden_hands import Layouts
from analyser.estimates.services import CallsModel, TrickCounter
from analyser.ruling.alternatives.gains import (
    Budget,
    Gain,
    MeasuredGains,
    measurements,
    worth_in_field,
)
from analyser.ruling.alternatives.suggestion import Decision, points_of_actions, pools_apart

_PULL_OF_CALLS: Final = 0.21
"""By the IMP: 339 contested calls of the record gave 0.21 and 0.16, with errors of 0.08 and 0.06, on its two halves."""
_PULL_OF_LEADS: Final = 1.0
"""By the IMP, a suit's leads together: 292 leads gave 1.0, where the search ended, on both halves."""
_USUAL: Final = 3.0
"""IMPs: gains of meanings spread about so much, so that a gain told with a large error counts for less."""
_ACTIONS: Final = 5
_LEAST: Final = 0.02  # of peers: what fewer do is not solved, unless it was done
_BUDGET: Final = Budget(first=200, whole=700, deals=8)


def explained_worth(
    decision: Decision,
    shares: Mapping[Action, float],
    deals: tuple[Layouts, Layouts],
    calls: CallsModel,
    tricks: TrickCounter | None,
    seed: Sequence[int],
    effort: float,
) -> MeasuredGains | None:
    """What each action is worth on the explanation given, and gains by the right one; none: nothing solved.

    `deals` are those that fit either explanation, `effort` the part of the usual number of solves this may take.
    """
    if tricks is None:
        return None
    rng = np.random.default_rng([*seed, 1])
    actions = _solved_for(decision, shares)
    chosen = [shares.get(action, 0.0) for action in actions]
    sign = 1 if decision.seat.side is Side.NS else -1
    last = None
    for last in measurements(  # noqa: B007 - the last look counts
        pools_apart(*deals),
        actions,
        chosen,
        lambda hands: points_of_actions(decision, actions, hands, calls, tricks),
        lambda scores: worth_in_field(scores, chosen, sign, pairs=decision.form is Form.MATCHPOINTS),
        rng,
        _BUDGET.part(effort),
    ):
        pass
    return last


def rises_by_value(
    decision: Decision, shares: Mapping[Action, float], measured: MeasuredGains | None
) -> dict[Action, float]:
    """By what factor the share of each action rises for what the right explanation makes it worth."""
    if measured is None:
        return {}
    gains = dict(zip(measured.actions, map(_shrunk, measured.in_field), strict=True))
    if decision.is_lead:
        gains = _by_suit(gains, shares)
    scale = _HUNDREDTHS_AN_IMP if decision.form is Form.MATCHPOINTS else 1.0
    pull = (_PULL_OF_LEADS if decision.is_lead else _PULL_OF_CALLS) / scale
    return {action: exp(pull * gain) for action, gain in gains.items()}


_HUNDREDTHS_AN_IMP: Final = 5.0
"""Hundredths of a top that pull as one IMP: a twentieth of a top is to a pair what an IMP is to a team."""


def _solved_for(decision: Decision, shares: Mapping[Action, float]) -> list[Action]:
    """The likeliest calls and the one made; of leads all, as one count tells all."""
    if decision.is_lead:
        return list(shares)
    order = sorted(shares, key=lambda action: (action != decision.action, -shares[action], str(action)))
    return [action for action in order if action == decision.action or shares[action] >= _LEAST][:_ACTIONS]


def _shrunk(gain: Gain) -> float:
    """A gain held back by how unsure it is."""
    return gain.mean * _USUAL**2 / (_USUAL**2 + gain.error**2)


def _by_suit(gains: Mapping[Action, float], shares: Mapping[Action, float]) -> dict[Action, float]:
    """Of leads the suit counts: which card of it is led is custom."""
    whole: dict[object, float] = {}
    worth: dict[object, float] = {}
    for card, gain in gains.items():
        suit, share = card.suit if isinstance(card, Card) else None, max(shares.get(card, 0.0), 1e-4)
        whole[suit] = whole.get(suit, 0.0) + share
        worth[suit] = worth.get(suit, 0.0) + share * gain
    return {
        card: worth[suit] / whole[suit]
        for card in gains
        for suit in [card.suit if isinstance(card, Card) else None]
    }
