"""Double-dummy gains of each action by the right explanation, choices reweighted by them, and replicates of both.

The belief networks know points and lengths only; that a game opposite a limit raise goes down doubled shows in the
cards themselves. Both move the same choice, so the figures by which choices follow gains are those fitted with no
other input. Gains from some sixty deals a side have a standard error of half an IMP to two, and a player who keeps his
preferences changes to whatever rose by more than his own action: so small an error can turn a finding. Shares are
therefore the mean over draws from the posterior of the true gains, and a finding is compared with the replicates
another random seed would give.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final

import numpy as np

from analyser.bridge import Card, Suit
from analyser.casefile import Action
from analyser.estimates.beliefs import ExplainedShares
from analyser.estimates.deal_sampler import WeightedDeals
from analyser.estimates.services import Services, tricks_net
from analyser.ruling.alternatives.gains import (
    BY_COMPARISON,
    Budget,
    Floats,
    MeasuredGains,
    measurements,
)
from analyser.ruling.alternatives.suggestion import Decision, pools_apart, predictor_of

_LOG_ODDS: Final = 0.9
"""Log-odds per IMP of a gain known exactly, a suit's leads together.

Doubles of noted notrump ranges, within bands of the player's own points, against their double-dummy worth over 120 deals a
cell: 0.94, standard error 0.08, less what that worth itself is uncertain by. 292 leads gave 1.0.
"""
_SPREAD_OF_CALLS: Final = 1.35
_SPREAD_OF_LEADS: Final = 1.0
"""The prior standard deviation of gains by meanings, in IMPs net of their errors.

From 18 decisions of past cases, each solved with eight seeds. A gain with a large standard error is shrunk by it.
"""
_ACTIONS: Final = 5
_OFTEN_LED: Final = 0.1  # of peers: a card led as often is solved in addition to the likeliest of its suit
_LEAST: Final = 0.02  # of peers: actions of fewer are not solved, unless taken
_BUDGET: Final = Budget(first=300, whole=300, deals=200)


def explained_worth(
    decision: Decision,
    shares: Mapping[Action, float],
    deals: tuple[WeightedDeals, WeightedDeals],
    services: Services,
    seed: Sequence[int],
) -> MeasuredGains | None:
    """The worth of each action on the explanation given, and its gain by the right one; `None` if nothing was solved.

    `deals` are those that fit either explanation.
    """
    solved_for = _actions_to_solve(decision, shares)
    calls, tricks = services.calls, services.tricks
    if calls is None or tricks is None or len(solved_for) < 2:  # fewer than two actions: nothing to compare
        return None
    rng = np.random.default_rng([*seed, 1])
    actions, chosen = list(solved_for), list(solved_for.values())
    predict = predictor_of(decision, actions, chosen, calls, tricks, services.tricks_net or tricks_net())
    last = None
    for last in measurements(  # noqa: B007 - only the last, best estimate counts
        pools_apart(*deals),
        actions,
        chosen,
        predict,
        rng,
        _BUDGET.part(services.effort),
    ):
        pass
    return last


BothShares = tuple[Mapping[Action, float], Mapping[Action, float]]
"""Peers' shares on the explanation given and on the right one."""

_REPLICATES: Final = 60
"""Enough replicates to distinguish a rate of 1 in 20 from 1 in 10; half are antithetic, so that their mean is exact."""
_GRAIN: Final = 1e-3  # least share in a single batch: few deals prove no certainty


@dataclass(frozen=True, slots=True)
class ShareReplicates:
    """Draws of peers' true shares given the deals sampled and solved, and replicates as another seed would estimate them."""

    likely: tuple[BothShares, ...]
    other: tuple[BothShares, ...]


def bootstrap_shares(
    decision: Decision,
    explained: tuple[ExplainedShares, ExplainedShares],
    measured: MeasuredGains | None,
    seed: Sequence[int],
) -> ShareReplicates:
    """Draws of the true shares, and replicates for another random seed (other deals sampled, and others solved).

    Both are drawn along the differences between the batches of deals (Student t), which keeps correlated errors
    together. A replicate adds an independent error of the same size to a draw of the truth, and shrinks its gains
    likewise.
    """
    rng = np.random.default_rng([*seed, 2])
    actions = list(explained[1].shares)
    beliefs = [_log_shares(explanation, actions) for explanation in explained]
    batches = len(beliefs[0][1])
    likely_gains, other_gains = _gain_replicates(decision, measured, rng)
    likely_leanings = _factors(batches, rng)
    other_leanings = likely_leanings + _factors(batches, rng)

    def shares(gains: Floats, leanings: Floats) -> Iterator[BothShares]:
        for gain, leaning in zip(gains, leanings, strict=True):
            given, right = (_shares_from_logs(actions, middle + leaning @ apart) for middle, apart in beliefs)
            rises = {} if measured is None else _rises(decision, explained[0].shares, measured.actions, gain)
            yield given, reweighted_by_gain(right, rises)

    return ShareReplicates(
        tuple(shares(likely_gains, likely_leanings)), tuple(shares(other_gains, other_leanings))
    )


def mean_share(replicates: Sequence[Mapping[Action, float]]) -> dict[Action, float]:
    """The mean of shares over replicates."""
    actions = dict.fromkeys(action for shares in replicates for action in shares)
    return {
        action: sum(shares.get(action, 0.0) for shares in replicates) / len(replicates) for action in actions
    }


def reweighted_by_gain(
    shares: Mapping[Action, float], rise: Mapping[Action, float], part: float = 1.0
) -> dict[Action, float]:
    """The shares multiplied by a power of the factors and normalised; each action named has at least a small share."""
    moved = {
        act: max(shares.get(act, 0.0), _GRAIN) * rise.get(act, 1.0) ** part for act in {**shares, **rise}
    }
    total = sum(moved.values())
    return {act: share / total for act, share in moved.items()}


def _log_shares(explained: ExplainedShares, actions: Sequence[Action]) -> tuple[Floats, Floats]:
    """The logarithms of the shares, and the deviations of each batch, scaled to the error of the mean."""
    shares = np.array([max(explained.shares.get(action, 0.0), _TINY) for action in actions])
    batches = np.array(
        [[max(batch.get(action, 0.0), _GRAIN) for action in actions] for batch in explained.batches]
    )
    return np.log(shares), _batch_deviations(np.log(batches))


def _batch_deviations(batches: Floats) -> Floats:
    """The deviations of batches from their mean, scaled: standard normal factors on the rows give its error."""
    count = max(len(batches), 2)
    return np.asarray((batches - batches.mean(axis=0)) / sqrt(count * (count - 1)))


def _factors(batches: int, rng: np.random.Generator) -> Floats:
    """Factors on the batches' deviations, one row per replicate: Student t, as batches are few; each with its antithetic."""
    freedom = max(batches - 1, 1)
    rows = rng.standard_normal((_REPLICATES // 2, batches))
    rows *= np.sqrt(freedom / rng.chisquare(freedom, (len(rows), 1)))
    return np.concatenate([rows, -rows])


def _gain_replicates(
    decision: Decision, measured: MeasuredGains | None, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Gains by the right explanation, one row per replicate: draws of the truth, and another seed's estimates."""
    if measured is None:
        return np.zeros((_REPLICATES, 0)), np.zeros((_REPLICATES, 0))
    usual = (_SPREAD_OF_LEADS if decision.is_lead else _SPREAD_OF_CALLS) * _an_imp(decision)
    mean, deviations = measured.by_pool.mean(axis=0), _batch_deviations(measured.by_pool)
    shrinkage = usual**2 / (usual**2 + (deviations**2).sum(axis=0))
    true = shrinkage * mean + np.sqrt(shrinkage) * (_factors(len(deviations), rng) @ deviations)
    return true, shrinkage * (true + _factors(len(deviations), rng) @ deviations)


def _rises(
    decision: Decision, shares: Mapping[Action, float], actions: Sequence[Action], gains: Floats
) -> dict[Action, float]:
    """The factor on the share of each action from its gain by the right explanation."""
    by_action = dict(zip(actions, gains.tolist(), strict=True))
    if decision.is_lead:
        by_action = _gains_by_suit(by_action, shares)
    per_point = _LOG_ODDS / _an_imp(decision)
    return {action: exp(per_point * gain) for action, gain in by_action.items()}


def _shares_from_logs(actions: Sequence[Action], logarithms: Floats) -> dict[Action, float]:
    shares = np.exp(logarithms)
    return dict(zip(actions, (shares / shares.sum()).tolist(), strict=True))


_TINY: Final = 1e-9
_TINY_SHARE: Final = 1e-4


def _an_imp(decision: Decision) -> float:
    """One IMP in the form's own measure."""
    return _HUNDREDTHS_AN_IMP if decision.form in BY_COMPARISON else 1.0


_HUNDREDTHS_AN_IMP: Final = 5.0
"""The hundredths of a top that move a choice as much as one IMP: a twentieth of a top to a pair."""


def _actions_to_solve(decision: Decision, shares: Mapping[Action, float]) -> dict[Action, float]:
    """The likeliest actions and the one taken, each with the share of peers it represents.

    For leads the likeliest card of each suit, which represents the others of its suit except those often led
    themselves.
    """
    action_taken = decision.action
    order = sorted(shares, key=lambda action: (action != action_taken, -shares[action], str(action)))
    if not decision.is_lead:
        likely = [action for action in order if action == action_taken or shares[action] >= _LEAST]
        return {action: shares[action] for action in likely[:_ACTIONS]}
    order.sort(key=lambda action: -shares[action])
    usual: dict[Suit, Action] = {}
    solved: dict[Action, float] = {}
    for card in order:
        if not isinstance(card, Card):
            continue
        first = usual.setdefault(card.suit, card)
        if card in (first, action_taken) or shares[card] >= _OFTEN_LED:
            solved[card] = shares[card]
        else:
            solved[first] += shares[card]
    return solved


def _gains_by_suit(gains: Mapping[Action, float], shares: Mapping[Action, float]) -> dict[Action, float]:
    """Gains of leads averaged by suit, for each card: which card of a suit is led is convention."""
    share_by_suit: dict[Suit, float] = {}
    worth: dict[Suit, float] = {}
    for card, gain in gains.items():
        if isinstance(card, Card):
            share = max(shares.get(card, 0.0), _TINY_SHARE)
            share_by_suit[card.suit] = share_by_suit.get(card.suit, 0.0) + share
            worth[card.suit] = worth.get(card.suit, 0.0) + share * gain
    cards = (card for card in {**shares, **gains} if isinstance(card, Card) and card.suit in share_by_suit)
    return {card: worth[card.suit] / share_by_suit[card.suit] for card in cards}
