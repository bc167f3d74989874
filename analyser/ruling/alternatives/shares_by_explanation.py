"""Peers' shares of the actions on the explanation given and on the right one.

A call is chosen by the call model as corrected for what the explained calls show (`estimates.choices`). A lead, and a
call after which the explained one is too long ago for that, is chosen by its worth: deals that fit either explanation
are sampled, and the gain of each action by the right one moves its share.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analyser.bridge import Contract
from analyser.casefile import Action
from analyser.errors import BridgeError
from analyser.estimates.hand_posterior import ExplainedCall, Observer, sample_believed_deals
from analyser.estimates.services import CallsModel, ManyHands, Services
from analyser.ruling import Argument, Basis, Finding, FindingClass
from analyser.ruling.alternatives.gains import MeasuredGains
from analyser.ruling.alternatives.informed_peers import informed_calls, knows_of
from analyser.ruling.alternatives.suggestion import Decision

if TYPE_CHECKING:
    from analyser.estimates.beliefs import ExplainedShares
    from analyser.estimates.deal_sampler import WeightedDeals
    from analyser.ruling.alternatives.explained_values import ShareReplicates

_DEALS = 1200  # sampled for either explanation; few of them are solved


@dataclass(frozen=True, slots=True)
class Explanations:
    """The meanings of the calls on the explanation given and on the right one; `lacking`: keys the case leaves empty.

    `alerted` are the numbers of the calls alerted as it was, `alerts_due` those alerted as it should have been.
    """

    given: tuple[ExplainedCall, ...]
    right: tuple[ExplainedCall, ...]
    lacking: tuple[str, ...] = ()
    alerted: frozenset[int] = frozenset()
    alerts_due: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SharesByExplanation:
    """Peers' shares on the explanation given and on the right one, and replicates of both.

    `deals` fit either explanation; `worth` is the measured gain of each action by the right one, or `None`.
    """

    given: Mapping[Action, float]
    right: Mapping[Action, float]
    replicates: "ShareReplicates"
    deals: "tuple[WeightedDeals, WeightedDeals]"
    worth: MeasuredGains | None


def estimate_shares(
    services: Services,
    decision: Decision,
    explanations: Explanations,
    shares: Mapping[Action, float] | None,
    seed: Sequence[int],
) -> SharesByExplanation | Finding:
    """Peers' shares on both explanations, or the finding why they cannot be estimated."""
    at = decision.at
    if explanations.lacking:
        return _assumption("misinformation.no-meanings", at=at, keys=explanations.lacking)
    if not (decision.is_call or decision.is_lead):
        return _assumption("misinformation.card-not-told", at=at)
    hand, auction, vulnerability = decision.hand, decision.auction, decision.vulnerability
    calls = services.calls
    if not shares or not isinstance(calls, ManyHands) or hand is None or auction is None:
        return _assumption("misinformation.no-model", at=at)
    if vulnerability is None:
        return _assumption("misinformation.no-model", at=at)
    player = Observer(decision.seat, hand, auction, vulnerability, decision.form)
    try:
        if decision.is_lead and decision.contract is not None:
            sampled = _leads_on(services, player, shares, decision.contract, explanations, seed)
        else:
            sampled = _deals_on(player, shares, explanations, calls, seed)
    except BridgeError:
        return _assumption("misinformation.impossible", at=at)
    if sampled is None:
        return _assumption("misinformation.impossible", at=at)
    given, right = sampled
    from analyser.ruling.alternatives.explained_values import (
        ShareReplicates,
        bootstrap_shares,
        explained_worth,
        mean_share,
    )  # slow to import, and of no use to other kinds

    deals = given.layouts, right.layouts
    worth = explained_worth(decision, given.shares, deals, services, seed)
    if decision.is_call:
        models = [
            informed_calls(services.calls, auction, meanings, alerts, vulnerability)
            for meanings, alerts in (
                (explanations.given, explanations.alerted),
                (explanations.right, explanations.alerts_due),
            )
            if services.calls is not None
        ]
        if any(knows_of(model, auction) for model in models):
            before, after = (_shares_of(model, player) for model in models)
            return SharesByExplanation(before, after, ShareReplicates(((before, after),), ()), deals, worth)
    replicates = bootstrap_shares(decision, (given, right), worth, seed)
    by_gains = mean_share([right_shares for _, right_shares in replicates.likely])
    return SharesByExplanation(given.shares, by_gains, replicates, deals, worth)


def _shares_of(model: CallsModel, player: Observer) -> dict[Action, float]:
    answer = model.calls(player.hand, player.auction, player.vulnerability, player.form)
    return dict(answer.shares)


def _leads_on(
    services: Services,
    player: Observer,
    shares: Mapping[Action, float],
    contract: Contract,
    explanations: Explanations,
    seed: Sequence[int],
) -> "tuple[ExplainedShares, ExplainedShares] | None":
    """Peers' shares of leads on either explanation; `None` if one fits no deal."""
    from analyser.estimates.beliefs import LeadChoice, belief_model, lead_shares  # as above

    model, calls = services.beliefs or belief_model(), services.calls
    if not isinstance(calls, ManyHands):
        return None
    choice = LeadChoice(player, shares, contract)
    given, right = lead_shares(choice, (explanations.given, explanations.right), model, calls, seed)
    return None if given is None or right is None else (given, right)


def _deals_on(
    player: Observer,
    shares: Mapping[Action, float],
    explanations: Explanations,
    calls: ManyHands,
    seed: Sequence[int],
) -> "tuple[ExplainedShares, ExplainedShares] | None":
    """The deals that fit either explanation, with the shares of the bare auction; `None` if none fits one of them."""
    from analyser.estimates.beliefs import BATCHES, ExplainedShares  # as above

    sampled = [
        sample_believed_deals(player, meanings, calls, _DEALS, np.random.default_rng(seed))
        for meanings in (explanations.given, explanations.right)
    ]
    if any(len(layouts) < BATCHES for layouts in sampled):
        return None
    given, right = (ExplainedShares(shares, (shares,) * BATCHES, layouts) for layouts in sampled)
    return given, right


def _assumption(code: str, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.JUDGEMENT, (), Basis.ASSUMED)
