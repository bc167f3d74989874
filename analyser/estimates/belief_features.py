"""Beliefs about the other three hands as chances, and what of an auction a choice sees beside them.

A belief is a row of chances: of each of the other hands (left-hand opponent, partner, right-hand opponent) that it has
so many points, so many cards of a suit, strength in it, a balanced shape. All are chances, so that the belief of some
deals is their mean, and an explanation can take the place of what a call would have shown.

The frame of an auction is what is left when nobody's call but the player's own shows anything: who bid last and how
high, which bid stands, whether it is doubled. Meanings come in by the beliefs alone.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import (
    FEATURES,
    AuctionFeatures,
    HandFeatures,
    features_of_group,
    joint_features,
    suit_measures,
)
from analyser.estimates.leads import LEAD_FEATURES, AuctionAtLead, lead_features, lead_features_of_group

OTHERS: Final = 3
"""The other hands, in the order of the rotation: left-hand opponent, partner, right-hand opponent."""
_LENGTHS: Final = (1, 2, 3, 4, 5, 6, 7)
_POINTS: Final = (3, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22)
_STRENGTH: Final = 3  # points of a suit that stop it, or may win early there
_OF_A_HAND: Final = 4 * (len(_LENGTHS) + 1) + len(_POINTS) + 1
BELIEFS: Final = OTHERS * _OF_A_HAND
"""How many chances a belief has."""


def hand_indicators(masks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """What is true of each hand (a 52-bit mask) of all that a belief gives a chance, a row a hand.

    >>> thirteen_spades = hand_indicators(np.array([8191 << 39]))
    >>> thirteen_spades.shape[1] * OTHERS == BELIEFS, int(thirteen_spades.sum())
    (True, 13)
    """
    length_of, points_of, *_ = suit_measures()
    holdings = masks[:, None] >> np.arange(0, 52, 13) & 8191
    length, suit_points = length_of[holdings], points_of[holdings]
    balanced = (length >= 2).all(axis=1) & ((length * length).sum(axis=1) <= 47)
    columns = [
        (length[:, :, None] >= np.array(_LENGTHS)).reshape(len(masks), -1),
        suit_points >= _STRENGTH,
        suit_points.sum(axis=1)[:, None] >= np.array(_POINTS),
        balanced[:, None],
    ]
    return np.concatenate(columns, axis=1)


def deal_indicators(others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The same of the three other hands, masks in a row, side by side."""
    return np.concatenate([hand_indicators(others[:, place]) for place in range(OTHERS)], axis=1)


_LONG: Final = 5  # cards that make a suit worth bidding, or leading
_POINTS_CHOSEN_BY: Final = (7, 10, 13, 16)  # hardly anything, some, an opening, a strong hand
GIST: Final = OTHERS * (4 * 3 + 1 + len(_POINTS_CHOSEN_BY) + 1)
"""How many numbers a choice sees of a belief."""


@cache
def _gist() -> NDArray[np.float64]:
    """From a hand's chances to what a choice sees of them: a column each."""
    lengths, size = len(_LENGTHS), 4 * len(_LENGTHS)
    columns = []
    for suit in range(4):
        own = np.arange(suit * lengths, (suit + 1) * lengths)
        columns += [(own, 1 / lengths), (own[_LENGTHS.index(_LONG)], 1.0), (size + suit, 1.0)]
    points = np.arange(size + 4, size + 4 + len(_POINTS))
    columns += [(points, 1 / len(_POINTS))]
    columns += [(points[_POINTS.index(least)], 1.0) for least in _POINTS_CHOSEN_BY]
    columns += [(_OF_A_HAND - 1, 1.0)]
    out = np.zeros((_OF_A_HAND, len(columns)))
    for column, (rows, part) in enumerate(columns):
        out[rows, column] = part
    return out


def gist_of(beliefs: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a choice sees of beliefs, a row each: of every other hand mean lengths and points, and a few chances.

    So few numbers can hardly tell which calls were made, only what they show.
    """
    hands = beliefs.reshape(len(beliefs), OTHERS, _OF_A_HAND)
    return np.asarray(np.einsum("nhk,kc->nhc", hands, _gist()).reshape(len(beliefs), GIST))


_LEVELS: Final = 8  # no bid, and the seven levels
_ACTIONS: Final = 4  # calls other than passes: none, one, two, more
_OTHERS_FRAME: Final = OTHERS * (_LEVELS + _ACTIONS)
FRAME_FEATURES: Final = FEATURES + _OTHERS_FRAME
"""The numbers of the features a choice between calls may see; those of meanings are never among them."""
LEAD_FRAME_FEATURES: Final = LEAD_FEATURES + _OTHERS_FRAME

_OWN_SUITS: Final = (2, 5)  # of the suits he looks at: his own first one, and that of the standing bid


def _numbers(size: int, groups: Sequence[range]) -> NDArray[np.bool_]:
    out = np.zeros(size, np.bool_)
    for group in groups:
        out[group.start : group.stop] = True
    return out


_BARE: Final = _numbers(
    FEATURES,
    [
        *[
            features_of_group(name)
            for name in ("opener", "standing", "holder", "quiet", "turn", "bids", "doubles")
        ],
        *[features_of_group(name, 4) for name in ("call", "jump", "first_action", "last_bid", "strain")],
    ],
)
_LEAD_BARE: Final = _numbers(
    LEAD_FEATURES,
    [
        *[lead_features_of_group(name) for name in ("contract", "strain", "opener", "turns")],
        *[lead_features_of_group(name, 4) for name in ("call", "first_action", "last_bid", "bid_strain")],
    ],
)


def bids_of_others(calls: Sequence[int], turn: int, first: int) -> list[int]:
    """How high each other player last bid, and how often he did not pass; numbered from `first` on."""
    out = []
    for other in range(1, OTHERS + 1):
        own = [call for call in calls[(turn + other) & 3 :: 4] if call]
        level = next((1 + (call - 3) // 5 for call in reversed(own) if call >= 3), 0)
        at = first + (other - 1) * (_LEVELS + _ACTIONS)
        out += [at + level, at + _LEVELS + min(len(own), _ACTIONS - 1)]
    return out


def frame_of(calls: Sequence[int], seen: AuctionFeatures) -> tuple[int, ...]:
    """The features of the auction that the player to act sees without knowing what the others' calls show."""
    own = [number for number in seen.features if _BARE[number]]
    return tuple(own + bids_of_others(calls, len(calls) & 3, FEATURES))


def hand_in_frame(
    hands: HandFeatures,
    focus: NDArray[np.int64],
    bid: NDArray[np.int64],
    vulnerable: NDArray[np.int64],
    form: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The features that need the hand, a row each; suits bid by others are not looked at but the one that stands."""
    none = np.full_like(focus, 4)
    none[:, _OWN_SUITS] = focus[:, _OWN_SUITS]
    joint = joint_features(hands, none, bid, np.zeros(len(bid), np.int64), vulnerable, form)
    opener = features_of_group("points_opener")
    kept = (joint[0] < opener.start) | (joint[0] >= opener.stop) if len(joint) else slice(None)
    return joint[:, kept]


def lead_frame_of(calls: Sequence[int], seen: AuctionAtLead) -> tuple[int, ...]:
    """The features of the finished auction that the leader sees without knowing what the others' calls show."""
    roles = lead_features_of_group("role")
    own = [number for number in seen.features if _LEAD_BARE[number]]
    own += [roles.start + suit * (len(roles) // 4) + role for suit, role in enumerate(own_roles(seen))]
    return tuple(own + bids_of_others(calls, seen.leader, LEAD_FEATURES))


_TRUMPS: Final = (
    16  # of a suit's role in `leads`: from here on trumps; below, who bid it, the leader's own bit first
)


def own_roles(seen: AuctionAtLead) -> tuple[int, ...]:
    """For each suit whether it is trumps and whether the leader bid it; who else did is not looked at."""
    return tuple((role & 1) + (_TRUMPS if role // _TRUMPS == 1 else 0) for role in seen.roles)


def leader_in_frame(
    masks: NDArray[np.int64],
    roles: NDArray[np.int64],
    contract: NDArray[np.int64],
    vulnerable: NDArray[np.int64],
    form: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The features that need the leader's hand, a row each; `roles` are his own."""
    return lead_features(masks, roles, contract, vulnerable, form)
