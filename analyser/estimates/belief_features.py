"""Beliefs about the other three hands as vectors of probabilities, and the features of an auction without its meanings.

A belief holds for each other hand (left-hand opponent, partner, right-hand opponent) the probabilities of holding so
many points, so many cards of a suit, strength in it, a balanced shape. As all are probabilities, the belief of a
sample of deals is the mean of their indicators, and an explanation can replace what a call would have shown.

The frame of an auction is what remains when only the player's own calls have a meaning: each player's last bid and its
level, the final or highest bid, whether it is doubled. Meanings enter through the beliefs only.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import suit_measures
from analyser.estimates.leads import LEAD_FEATURES, AuctionAtLead, lead_features, lead_features_of_group

OTHERS: Final = 3
"""The number of other hands, in rotation: left-hand opponent, partner, right-hand opponent."""
_LENGTHS: Final = (1, 2, 3, 4, 5, 6, 7)
_POINTS: Final = (3, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22)
_STRENGTH: Final = 3  # points of a suit that stop it, or may win early there
_OF_A_HAND: Final = 4 * (len(_LENGTHS) + 1) + len(_POINTS) + 1
BELIEFS: Final = OTHERS * _OF_A_HAND
"""The number of probabilities in a belief."""


def hand_indicators(masks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The indicators of each hand (a 52-bit mask) that a belief has probabilities for, one row per hand.

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
    """The indicators of the three other hands, concatenated; one row of masks per deal."""
    return np.concatenate([hand_indicators(others[:, place]) for place in range(OTHERS)], axis=1)


_LONG: Final = 5  # cards that make a suit worth bidding, or leading
_POINTS_CHOSEN_BY: Final = (7, 10, 13, 16)  # hardly anything, some, an opening, a strong hand
GIST: Final = OTHERS * (4 * 3 + 1 + len(_POINTS_CHOSEN_BY) + 1)
"""The number of inputs a choice model has from a belief."""


@cache
def _gist() -> NDArray[np.float64]:
    """The matrix that summarises a hand's probabilities: one column for each input of a choice model."""
    lengths, size = len(_LENGTHS), 4 * len(_LENGTHS)
    columns = []
    for suit in range(4):
        suit_rows = np.arange(suit * lengths, (suit + 1) * lengths)
        columns += [(suit_rows, 1 / lengths), (suit_rows[_LENGTHS.index(_LONG)], 1.0), (size + suit, 1.0)]
    points = np.arange(size + 4, size + 4 + len(_POINTS))
    columns += [(points, 1 / len(_POINTS))]
    columns += [(points[_POINTS.index(least)], 1.0) for least in _POINTS_CHOSEN_BY]
    columns += [(_OF_A_HAND - 1, 1.0)]
    out = np.zeros((_OF_A_HAND, len(columns)))
    for column, (rows, part) in enumerate(columns):
        out[rows, column] = part
    return out


def gist_of(beliefs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The summary of beliefs for choice models, one row per belief: mean lengths and points, a few probabilities.

    It is kept small so that it can hardly identify the calls made, only what they show.
    """
    hands = beliefs.reshape(len(beliefs), OTHERS, _OF_A_HAND)
    return np.asarray(np.einsum("nhk,kc->nhc", hands, _gist()).reshape(len(beliefs), GIST))


_LEVELS: Final = 8  # no bid, and the seven levels
_ACTIONS: Final = 4  # calls other than passes: none, one, two, more
_OTHERS_FRAME: Final = OTHERS * (_LEVELS + _ACTIONS)
LEAD_FRAME_FEATURES: Final = LEAD_FEATURES + _OTHERS_FRAME
"""The number of features of a lead, of which those of meanings are never set."""


def _numbers(size: int, groups: Sequence[range]) -> NDArray[np.bool_]:
    out = np.zeros(size, np.bool_)
    for group in groups:
        out[group.start : group.stop] = True
    return out


_LEAD_BARE: Final = _numbers(
    LEAD_FEATURES,
    [
        *[lead_features_of_group(name) for name in ("contract", "strain", "opener", "turns")],
        *[lead_features_of_group(name, 4) for name in ("call", "first_action", "last_bid", "bid_strain")],
    ],
)


def bids_of_others(calls: Sequence[int], turn: int, first: int) -> list[int]:
    """The features of each other player's last bid level and number of calls but passes, numbered from `first`."""
    out = []
    for offset in range(1, OTHERS + 1):
        actions = [call for call in calls[(turn + offset) & 3 :: 4] if call]
        level = next((1 + (call - 3) // 5 for call in reversed(actions) if call >= 3), 0)
        at = first + (offset - 1) * (_LEVELS + _ACTIONS)
        out += [at + level, at + _LEVELS + min(len(actions), _ACTIONS - 1)]
    return out


def lead_frame_of(calls: Sequence[int], seen: AuctionAtLead) -> tuple[int, ...]:
    """The features of a finished auction for the leader if nothing is known of what the others' calls show."""
    roles = lead_features_of_group("role")
    features = [number for number in seen.features if _LEAD_BARE[number]]
    features += [roles.start + suit * (len(roles) // 4) + role for suit, role in enumerate(own_roles(seen))]
    return tuple(features + bids_of_others(calls, seen.leader, LEAD_FEATURES))


_TRUMPS: Final = (
    16  # codes of a suit in `leads` from here on are trumps; lower bits say who bid it, the leader's first
)


def own_roles(seen: AuctionAtLead) -> tuple[int, ...]:
    """For each suit whether it is trumps and whether the leader bid it; who else bid it is left out."""
    return tuple((role & 1) + (_TRUMPS if role // _TRUMPS == 1 else 0) for role in seen.roles)


def leader_in_frame(
    masks: NDArray[np.int64],
    roles: NDArray[np.int64],
    contract: NDArray[np.int64],
    vulnerable: NDArray[np.int64],
    form: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The features that depend on the leader's hand, one row per hand; `roles` are those of `own_roles`."""
    return lead_features(masks, roles, contract, vulnerable, form)
