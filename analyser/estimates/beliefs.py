"""Learned models of beliefs, P(other hands | own hand, auction), and of leads, P(card | own hand, belief).

The lead model sees the player's hand, his belief and the bare frame of the auction. An explanation changes a belief
by as much as it changes the deals that fit: each probability of the belief model is multiplied in odds by the odds
ratio of the sampled deals with and without the explanation. The share of each lead then changes by the ratio of the
lead model on the new belief to that on the old one.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PACK, Card, Contract, Seat
from analyser.casefile import Action
from analyser.estimates.belief_features import (
    LEAD_FRAME_FEATURES,
    OTHERS,
    deal_indicators,
    gist_of,
    lead_frame_of,
    leader_in_frame,
    own_roles,
)
from analyser.estimates.call_features import FEATURES, auction_features, hand_features, joint_features
from analyser.estimates.calls import calls_and_alerts, form_code
from analyser.estimates.deal_sampler import WeightedDeals
from analyser.estimates.hand_posterior import ExplainedCall, Observer, sample_believed_deals
from analyser.estimates.leads import auction_at_lead
from analyser.estimates.record_models import Network, RecordModel, split_positions
from analyser.estimates.services import ManyHands

Chances: TypeAlias = NDArray[np.float64]
AuctionKey: TypeAlias = tuple[tuple[int, ...], int]
"""The calls of an auction from the dealer on, and a bit for each alerted one."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenTurns:
    """Turns to call or lead as arrays, one row per turn; `which` is the index of each turn's auction.

    `vulnerable` is seen from the player to act: 0 neither side, 1 his own, 2 the other, 3 both.
    """

    auctions: Sequence[AuctionKey]
    which: NDArray[np.int64]
    masks: NDArray[np.int64]
    vulnerable: NDArray[np.int64]
    form: NDArray[np.int64]


class BeliefModel(RecordModel):
    """Two networks of one file: the belief given hand and auction, and the lead given a belief."""

    name = "beliefs"

    def read(self) -> None:
        """Refuse networks made for other features."""
        _ = self._beliefs, self._leads, self.trust

    @cached_property
    def _beliefs(self) -> Network:
        return Network.from_model(self, FEATURES, "belief_")

    @cached_property
    def _leads(self) -> Network:
        return Network.from_model(self, LEAD_FRAME_FEATURES, "lead_")

    @cached_property
    def trust(self) -> tuple[float, float]:
        """A floor added to both of the choice model's shares, and the power of their ratio."""
        floor, power = self.array("trust").tolist()
        return floor, power

    def beliefs(self, turns: SeenTurns) -> Chances:
        """The probabilities of `belief_features` at some turns, one row per turn, given hand and auction."""
        out = []
        for rows, met, local in split_positions(turns.which):
            seen = [auction_features(*turns.auctions[place]) for place in met]
            focus = np.array([auction.focus for auction in seen])[local]
            bid, opener = np.array([(auction.bid, auction.opener) for auction in seen])[local].T
            hands = hand_features(turns.masks[rows])
            joint = joint_features(hands, focus, bid, opener, turns.vulnerable[rows], turns.form[rows])
            totals = np.stack([self._beliefs.total(np.array(auction.features)) for auction in seen])
            out.append(1.0 / (1.0 + np.exp(-self._beliefs.values(totals, local, joint))))
        return np.concatenate(out)

    def lead_choices(self, turns: SeenTurns, beliefs: Chances) -> Chances:
        """The shares of the 52 cards for some leaders, given the belief of each; `turns` hold the finished auctions."""
        out = np.empty((len(turns.masks), len(PACK)))
        for rows, met, local in split_positions(turns.which):
            keys = [turns.auctions[place] for place in met]
            auctions = [auction_at_lead(*key) for key in keys]
            roles = np.array([own_roles(auction) for auction in auctions])[local]
            contract = np.array([auction.contract for auction in auctions])[local]
            masks = turns.masks[rows]
            joint = leader_in_frame(masks, roles, contract, turns.vulnerable[rows], turns.form[rows])
            frames = [
                lead_frame_of(calls, auction) for (calls, _), auction in zip(keys, auctions, strict=True)
            ]
            totals = np.stack([self._leads.total(np.array(frame)) for frame in frames])
            cards_held = (masks[:, None] >> np.arange(len(PACK)) & 1).astype(np.bool_)
            plain = np.zeros(len(joint), np.int64)
            out[rows] = self._leads.shares(totals, local, joint, cards_held, plain, gist_of(beliefs[rows]))
        return out


@cache
def belief_model() -> BeliefModel:
    """The belief model shipped with the program."""
    return BeliefModel()


def last_turn(calls: tuple[int, ...], leader: int) -> tuple[int, ...]:
    """The auction as the leader heard it at his last turn; only passes come after it.

    >>> last_turn((7, 0, 15, 0, 0, 0), 1)
    (7, 0, 15, 0, 0)
    """
    last = max(place for place in range(len(calls)) if place & 3 == leader)
    return calls[:last]


def odds_moved(believed: Chances, usual: Chances, explained: Chances) -> Chances:
    """The probabilities believed, each multiplied in odds by the odds ratio of `explained` to `usual`.

    >>> odds_moved(np.array([0.5]), np.array([0.5]), np.array([0.75])).tolist()
    [0.75]
    """
    odds = believed / (1 - believed) * (explained / (1 - explained)) / (usual / (1 - usual))
    return np.asarray(odds / (1 + odds))


BATCHES: Final = 8
"""The number of independent batches of deals, whose spread estimates the sampling error of a belief."""
_DEALS: Final = 1200
"""The deals sampled for a belief: no cards are played in them, so they are cheap."""
_GRAINS: Final = 1.0
"""The weight of a symmetric beta prior, in deals: it keeps a probability away from 0 and 1."""
_SURE: Final = 1e-4


def _chances_of(layouts: WeightedDeals, seat: Seat, part: slice) -> Chances:
    """The probabilities of the other hands in some of the deals, seen from a seat: weighted means with a beta prior."""
    others = layouts.hands[part][:, [(seat + place) & 3 for place in range(1, OTHERS + 1)]]
    weight = layouts.weights[part]
    weight_sum, squares = weight.sum(), (weight * weight).sum()
    share = (deal_indicators(others) * weight[:, None]).sum(axis=0)
    effective = weight_sum * weight_sum / squares if squares else 0.0
    mean = share / weight_sum if weight_sum else np.full(share.shape, 0.5)
    return np.asarray((mean * effective + _GRAINS / 2) / (effective + _GRAINS))


@dataclass(frozen=True, slots=True, eq=False)
class ExplainedShares:
    """How peers divide on an explanation, from all deals, and from each batch of deals alone for the standard error."""

    shares: Mapping[Action, float]
    batches: tuple[Mapping[Action, float], ...]
    layouts: WeightedDeals
    """The deals that fit the explanation."""


@dataclass(frozen=True, slots=True, eq=False)
class LeadChoice:
    """A lead after an auction of disputed meaning: who leads, after which auction, and how peers divide in the record."""

    player: Observer
    shares: Mapping[Action, float]
    contract: Contract


def lead_shares(
    choice: LeadChoice,
    explanations: Sequence[Sequence[ExplainedCall]],
    model: BeliefModel,
    calls: ManyHands,
    seed: Sequence[int],
) -> list[ExplainedShares | None]:
    """How peers would lead on each of several explanations of the auction; `None` for one that fits no deal.

    The random seed is the same for all, so that two explanations differ by their meaning and not by sampling.
    """
    player = choice.player
    usual = sample_believed_deals(player, (), calls, _DEALS, np.random.default_rng(seed))
    believed = np.clip(model.beliefs(_turn(choice, heard=True)), _SURE, 1 - _SURE)
    answers: list[ExplainedShares | None] = []
    for meanings in explanations:
        layouts = (
            sample_believed_deals(player, meanings, calls, _DEALS, np.random.default_rng(seed))
            if meanings
            else usual
        )
        if len(layouts) < BATCHES or len(usual) < BATCHES:
            answers.append(None)
            continue
        moved = [
            odds_moved(
                believed[0], _chances_of(usual, player.seat, part), _chances_of(layouts, player.seat, batch)
            )
            for part, batch in zip(_batch_slices(len(usual)), _batch_slices(len(layouts)), strict=True)
        ]
        shares = shift_shares(choice, np.stack([believed[0], *moved]), model)
        answers.append(ExplainedShares(shares[0], tuple(shares[1:]), layouts))
    return answers


def _batch_slices(count: int) -> list[slice]:
    """The slice of all deals, then the slice of each batch."""
    ends = np.linspace(0, count, BATCHES + 1).astype(int).tolist()
    return [slice(0, count), *[slice(*pair) for pair in itertools.pairwise(ends)]]


def _turn(choice: LeadChoice, rows: int = 1, *, heard: bool = False) -> SeenTurns:
    """A lead as arrays of so many equal rows; with `heard`, with the auction at the leader's last turn."""
    player = choice.player
    calls, alerts = calls_and_alerts(player.auction, frozenset())
    if heard:
        calls = last_turn(calls, player.seat - player.auction.dealer & 3)
    ours, theirs = player.seat.side, player.seat.side.other
    vulnerable = player.vulnerability.includes(ours) + 2 * player.vulnerability.includes(theirs)
    return SeenTurns(
        [(calls, alerts)],
        np.zeros(rows, np.int64),
        np.full(rows, player.hand.mask),
        np.full(rows, vulnerable, np.int64),
        np.full(rows, form_code(player.form), np.int64),
    )


def shift_shares(choice: LeadChoice, beliefs: Chances, model: BeliefModel) -> list[dict[Action, float]]:
    """The shares reweighted to each belief but the first, which is the baseline of the bare auction."""
    turns = _turn(choice, len(beliefs))
    chosen, (floor, power) = model.lead_choices(turns, beliefs), model.trust
    rise = ((chosen[1:] + floor) / (chosen[:1] + floor)) ** power
    answers: list[dict[Action, float]] = []
    for row in rise:
        weighed = {
            act: share * float(row[act.index])
            for act, share in choice.shares.items()
            if isinstance(act, Card)
        }
        total = sum(weighed.values())
        answers.append({act: weight / total for act, weight in weighed.items()})
    return answers
