"""The opening-lead model: a share for each of the leader's thirteen cards after an auction, learned from experts.

A lead is represented by the numbers of the binary features that are true of it, from the leader's cards, the auction,
the contract, the vulnerability and the form of scoring. Seats are counted from the leader: 0 himself, 1 dummy, 2
partner, 3 declarer.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PACK, Auction, Card, Contract, Hand, Vulnerability
from analyser.casefile import Form
from analyser.errors import ModelError
from analyser.estimates.call_features import suit_measures
from analyser.estimates.calls import calls_and_alerts, form_code
from analyser.estimates.record_models import Network, RecordModel, split_positions
from analyser.messages import sentence

_CALLS: Final = 38
_ROUNDS: Final = 6
_ROLES: Final = 48
_TOPS: Final = 64  # ace, king, queen, jack, ten, nine
_LONG: Final = 9  # lengths distinguished, 0 to 8

_SIZES: Final = {
    # the hand
    "card": 52,
    "length": 4 * 14,
    "top": 4 * _LONG * _TOPS,
    "points": 38,
    "shape": 14 * 14 * 14,
    # the hand combined with the auction
    "role_length": 4 * _ROLES * _LONG * 8,
    "role_top": 4 * _ROLES * _TOPS,
    "points_contract": 38 * 35,
    # the circumstances
    "vulnerable": 4,
    "form": 4,
    # the contract and the auction
    "contract": 35 * 3,
    "strain": 5 * 3,
    "call": 4 * _ROUNDS * _CALLS,
    "alerted": 4 * 3 * _CALLS,
    "first_action": 4 * _CALLS,
    "last_bid": 4 * 36,
    "bid_strain": 4 * 5 * 2,
    "doubled": 4 * 36,
    "opener": 4 * 4,
    "role": 4 * _ROLES,
    "dummy_declarer": 36 * 36,
    "partners": _CALLS * _CALLS,
    "turns": 12,
}
_AT: Final = dict(zip(_SIZES, accumulate(_SIZES.values(), initial=0), strict=False))
LEAD_FEATURES: Final = sum(_SIZES.values())
"""The number of features."""


def lead_features_of_group(name: str, parts: int = 1) -> range:
    """The range of a group's feature numbers; with `parts=4`, the leader's own part of a group with one part each."""
    return range(_AT[name], _AT[name] + _SIZES[name] // parts)


class AuctionAtLead(NamedTuple):
    """The features that follow from the finished auction alone, as the player on lead sees it."""

    features: tuple[int, ...]
    roles: tuple[int, int, int, int]
    """For each suit: trumps or not, who bid it, whether partner doubled it."""
    contract: int
    """The final bid, 1C = 0 … 7NT = 34."""
    leader: int
    """The leader's turn in the rotation, the dealer being 0."""


def auction_at_lead(calls: Sequence[int], alerts: int = 0) -> AuctionAtLead:
    """The features of a finished auction for the leader; bit k of `alerts` is set if call k was alerted.

    >>> one_notrump_all_pass = auction_at_lead((7, 0, 0, 0))
    >>> one_notrump_all_pass.contract, one_notrump_all_pass.leader
    (4, 1)
    """
    last = max(place for place, call in enumerate(calls) if call >= 3)
    final = calls[last] - 3
    declarer = next(
        place
        for place in range(last & 1, last + 1, 2)
        if calls[place] >= 3 and (calls[place] - 3) % 5 == final % 5
    )
    leader = (declarer + 1) & 3
    start = next(place for place, call in enumerate(calls) if call >= 3)
    out = [_AT["opener"] + (start & 3) * 4 + (start - leader & 3), _AT["turns"] + min(len(calls) - start, 11)]
    first, opening, recent = [0] * 4, [0] * 4, [0] * 4
    strains, directed = [[0] * 5 for _ in range(4)], [False] * 5
    standing = doubled = 0
    for place in range(start, len(calls)):
        call, who, turn = calls[place], place - leader & 3, place - start >> 2
        out.append(_AT["call"] + (who * _ROUNDS + min(turn, 5)) * _CALLS + call)
        if alerts >> place & 1:
            out.append(_AT["alerted"] + (who * 3 + min(turn, 2)) * _CALLS + call)
        if not call:
            continue
        if not first[who]:
            first[who] = call
            out.append(_AT["first_action"] + who * _CALLS + call)
        if call < 3:
            doubled = call
            out.append(_AT["doubled"] + who * 36 + standing)
            if who == 2 and standing:
                directed[(standing - 1) % 5] = True
            continue
        standing, doubled = call - 2, 0
        opening[who] = opening[who] or standing
        recent[who] = standing
        strains[who][(standing - 1) % 5] += 1
    for who in range(4):
        out.append(_AT["last_bid"] + who * 36 + recent[who])
        for strain, times in enumerate(strains[who]):
            if times:
                out.append(_AT["bid_strain"] + (who * 5 + strain) * 2 + min(times, 2) - 1)
    trump = final % 5
    roles = [_role(suit, trump, strains, directed[suit]) for suit in range(4)]
    out += [_AT["role"] + suit * _ROLES + role for suit, role in enumerate(roles)]
    out += [
        _AT["contract"] + final * 3 + doubled,
        _AT["strain"] + trump * 3 + min(2, final // 10),
        _AT["dummy_declarer"] + recent[1] * 36 + recent[3],
        _AT["partners"] + first[0] * _CALLS + first[2],
    ]
    return AuctionAtLead(tuple(out), (roles[0], roles[1], roles[2], roles[3]), final, leader)


def _role(suit: int, trump: int, strains: list[list[int]], directed: bool) -> int:
    """The code of a suit: bits for who bid it (himself, dummy, partner, declarer); trumps, side suit, doubled side suit."""
    bid = sum(1 << who for who in range(4) if strains[who][suit])
    return bid + 16 * (1 if suit == trump else 2 if directed else 0)


def lead_features(
    masks: NDArray[np.int64],
    roles: NDArray[np.int64],
    contract: NDArray[np.int64],
    vulnerable: NDArray[np.int64],
    form: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Every feature that depends on the leader's hand, one row per hand.

    `vulnerable` is 0 for neither side, 1 for the leader's, 2 for declarer's, 3 for both.
    """
    length_of, points_of, *_ = suit_measures()
    holdings = masks[:, None] >> np.arange(0, 52, 13) & 8191
    length, top = length_of[holdings], holdings >> 7
    points = points_of[holdings].sum(1)
    long = np.minimum(length, _LONG - 1)
    suit = np.arange(4)
    role = suit * _ROLES + roles
    cards = np.nonzero(masks[:, None] >> np.arange(52) & 1)[1].reshape(len(masks), 13)
    single = [
        _AT["points"] + points,
        _AT["shape"] + (length[:, 3] * 14 + length[:, 2]) * 14 + length[:, 1],
        _AT["points_contract"] + points * 35 + contract,
        _AT["vulnerable"] + vulnerable,
        _AT["form"] + form,
    ]
    return np.concatenate(
        [
            _AT["card"] + cards,
            _AT["length"] + suit * 14 + length,
            _AT["top"] + (suit * _LONG + long) * _TOPS + top,
            _AT["role_length"] + (role * _LONG + long) * 8 + (top >> 3),
            _AT["role_top"] + role * _TOPS + top,
            np.stack(single, axis=1),
        ],
        axis=1,
    )


class LeadModel(RecordModel):
    """The opening-lead model of experts; it does not know which holdings a partnership leads from by agreement."""

    name = "leads"

    def read(self) -> None:
        """Refuse a network made for other features."""
        _ = self.network, self.support_counts

    @cached_property
    def network(self) -> Network:
        """The network from the leader's features to the shares of the cards."""
        return Network.from_model(self, LEAD_FEATURES)

    @property
    def support_counts(self) -> NDArray[np.int64]:
        """The number of leads of the record against each contract, by final bid and doubling."""
        return self.array("seen")

    def leads(
        self,
        hand: Hand,
        auction: Auction,
        contract: Contract,
        vulnerability: Vulnerability | None = None,
        form: Form = Form.IMPS,
        alerts: frozenset[int] = frozenset(),
    ) -> Mapping[Card, float]:
        """The shares of the thirteen cards, the likeliest first; `alerts` are calls by number, from 1.

        Without a vulnerability the shares are the mean over all four.
        """
        calls, alerted = calls_and_alerts(auction, alerts)
        seen = check_auction(auction, contract, calls, alerted)
        codes: Sequence[int] = range(4)
        if vulnerability is not None:
            ours, theirs = contract.leader.side, contract.declarer.side
            codes = (vulnerability.includes(ours) + 2 * vulnerability.includes(theirs),)
        rows = len(codes)
        shares = self.answer(
            [seen],
            np.zeros(rows, np.int64),
            np.full(rows, hand.mask),
            np.array(codes, np.int64),
            np.full(rows, form_code(form)),
        ).mean(axis=0)
        pairs = [(card, float(shares[card.index])) for card in hand]
        return dict(sorted(pairs, key=lambda pair: -pair[1]))

    @property
    def rule_share(self) -> float:
        """The share of leads in the record that were the textbook card."""
        return float(self.card.get("model", {}).get("rule_share", 0.4))

    def support(self, contract: Contract) -> int:
        """The number of leads of the record against this contract, whoever declared it."""
        return int(self.support_counts[(contract.level - 1) * 5 + contract.strain, contract.doubled])

    def answer(
        self,
        auctions: Sequence[AuctionAtLead],
        which: NDArray[np.int64],
        masks: NDArray[np.int64],
        vulnerable: NDArray[np.int64],
        form: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """The shares of the 52 cards, one row per leader; `which` is the index of each row's auction."""
        if (np.bitwise_count(masks) != 13).any():
            raise ModelError(sentence("thirteen-cards-lead"), remedy=sentence("give-whole-hand"))
        out = np.empty((len(masks), len(PACK)))
        for rows, met, local in split_positions(which):
            known = [auctions[place] for place in met]
            roles = np.array([auction.roles for auction in known])[local]
            contract = np.array([auction.contract for auction in known])[local]
            joint = lead_features(masks[rows], roles, contract, vulnerable[rows], form[rows])
            totals = np.stack([self.network.total(np.array(auction.features)) for auction in known])
            cards_held = (masks[rows, None] >> np.arange(len(PACK)) & 1).astype(np.bool_)
            out[rows] = self.network.shares(totals, local, joint, cards_held, np.zeros(len(joint), np.int64))
        return out


def check_auction(
    auction: Auction, contract: Contract, calls: tuple[int, ...], alerted: int
) -> AuctionAtLead:
    """The auction's features for the leader; refused unless it is over and ends in this contract."""
    if not any(call >= 3 for call in calls):
        raise ModelError(sentence("passed-out-nobody-leads"))
    seen = auction_at_lead(calls, alerted)
    reached = (seen.contract, (auction.dealer + seen.leader) & 3)
    if reached != ((contract.level - 1) * 5 + contract.strain, int(contract.leader)):
        raise ModelError(sentence("auction-ends-otherwise"), found=str(contract))
    return seen
