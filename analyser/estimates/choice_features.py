"""What a choice conditioned on meaning is made from: the own hand, the last calls, what each explained call showed.

Three slots, one for each other player counted from the right: his latest explained call of the last two rounds. A slot
holds what was understood, how far it is from what the auction alone shows, and both against the player's own hand.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import CALLS, suit_measures

if TYPE_CHECKING:
    from analyser.estimates.meanings.figures import RuleFigures

SLOTS: Final = 3
"""Right-hand opponent, partner, left-hand opponent."""
STEPS: Final = (1, 2, 3, 5, 6, 7)
"""How many calls before the turn an explained call may be: two rounds, without the player's own calls."""
_AT_LEAST: Final = (6, 8, 10, 11, 12, 13, 14, 15, 16, 18, 20, 23)
"""Points whose chances are inputs."""
_LATEST: Final = 4
_STANDING: Final = 36
_LEAST_LOG: Final = -8.0
"""Smaller logarithms of shares, and illegal calls, are one."""
_LENGTHS: Final = np.arange(14)
_POINTS: Final = np.arange(38)


class ShownCalls(NamedTuple):
    """What some explained calls show, one row per call, with the words and with the auction alone."""

    points: NDArray[np.float32]
    auction_points: NDArray[np.float32]
    lengths: NDArray[np.float32]
    """The chances of 0 to 13 cards, for each of the four suits, clubs first."""
    auction_lengths: NDArray[np.float32]
    balanced: NDArray[np.float32]
    rules: NDArray[np.float32]
    """What numbers and suits alone say: see `RULES`."""


RULES: Final = 12
"""Least and most points and whether they are stated; least and greatest length of each suit; whether it is an asking bid."""
_SHOWN: Final = 2 * (2 + len(_AT_LEAST)) + 4 * (2 * 6) + 1 + RULES
_TOGETHER: Final = 2 + 4 * 4 + 3
_SLOT: Final = _SHOWN + _TOGETHER + 1
QUANTITIES: Final = SLOTS * _SLOT + 6 + CALLS
"""The number of real-valued inputs."""

_GROUPS: Final = {
    "points": 38,
    "length": 4 * 14,
    "top": 4 * 8,
    "vulnerable": 4,
    "form": 4,
    "latest": _LATEST * CALLS,
    "standing": _STANDING,
    "told": SLOTS * CALLS,
    "step": SLOTS * 8,
    "alerted": SLOTS,
    "alerts_known": 1,
}
_AT: Final = dict(zip(_GROUPS, np.cumsum([0, *_GROUPS.values()]).tolist(), strict=False))
_PLAIN: Final = sum(_GROUPS.values())


def count_features(words: int) -> int:
    """The number of binary features with so many words a slot."""
    return _PLAIN + SLOTS * words


def rule_figures(rules: "RuleFigures", *, asks: bool) -> tuple[float, ...]:
    """The bounds a reading gives, as numbers of about unit size; suits with clubs first."""
    low, high = rules.points
    figures = [low / 10, min(high, 24) / 10, float(low > 0 or high < 37)]
    for least, most in reversed(rules.lengths):
        figures += [least / 4, min(most, 7) / 4]
    return (*figures, float(asks))


def shown_quantities(shown: ShownCalls) -> NDArray[np.float32]:
    """What each explained call shows, as the network reads it: means, spreads, chances, their shifts, the rules' figures."""
    columns = []
    of_points = [
        np.concatenate([_moments(chances, _POINTS, 10.0, 5.0), _tails(chances, _AT_LEAST)], axis=1)
        for chances in (shown.points, shown.auction_points)
    ]
    columns += [of_points[0], of_points[0] - of_points[1]]
    for suit in range(4):
        now, before = shown.lengths[:, suit], shown.auction_lengths[:, suit]
        first = np.concatenate([_moments(now, _LENGTHS, 4.0, 2.0), _tails(now, (2, 4, 5, 6))], axis=1)
        usual = np.concatenate([_moments(before, _LENGTHS, 4.0, 2.0), _tails(before, (2, 4, 5, 6))], axis=1)
        columns += [first, first - usual]
    columns += [shown.balanced[:, None], shown.rules]
    return np.concatenate(columns, axis=1).astype(np.float32)


def _moments(
    chances: NDArray[np.float32], values: NDArray[np.int64], mean: float, spread: float
) -> NDArray[np.float32]:
    first = chances @ values.astype(np.float32)
    second = chances @ (values * values).astype(np.float32)
    deviation = np.sqrt(np.maximum(second - first * first, 0.0))
    return np.stack([first / mean - 1.0, deviation / spread], axis=1).astype(np.float32)


def _tails(chances: NDArray[np.float32], least: Sequence[int]) -> NDArray[np.float32]:
    """The chances of at least so many."""
    above = np.cumsum(chances[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(above[:, list(least)], np.float32)


class OwnHands(NamedTuple):
    """The player's own hands as a choice sees them, one row each."""

    points: NDArray[np.int64]
    length: NDArray[np.int64]
    top: NDArray[np.int64]
    """Ace, king, queen of each suit as three bits."""
    features: NDArray[np.int64]


def own_hands(masks: NDArray[np.int64]) -> OwnHands:
    """The hands (52-bit masks) as a choice sees them."""
    length_of, points_of, *_ = suit_measures()
    holdings = masks[:, None] >> np.arange(0, 52, 13) & 8191
    length, points = length_of[holdings], points_of[holdings].sum(axis=1)
    top, suit = holdings >> 10 & 7, np.arange(4)
    features = np.concatenate(
        [_AT["points"] + points[:, None], _AT["length"] + suit * 14 + length, _AT["top"] + suit * 8 + top],
        axis=1,
    )
    return OwnHands(points, length, top, features)


class ToldAuction(NamedTuple):
    """An auction at a turn with the explained calls its player knows of."""

    calls: tuple[int, ...]
    steps: tuple[int, ...]
    """For each slot how many calls before the turn its explained call was made; 0 for none."""
    rows: tuple[int, ...]
    """For each slot the index of its explained call; -1 for none."""
    alerts: int | None = None
    """A bit for each alerted call; `None` if nobody says which were."""


def turn_features(auction: ToldAuction) -> tuple[int, ...]:
    """The features of a turn that do not depend on the hand: the last calls, the bid to beat, which calls are explained."""
    calls, alerts = auction.calls, auction.alerts
    out = [_AT["latest"] + back * CALLS + calls[-1 - back] for back in range(min(len(calls), _LATEST))]
    out.append(_AT["standing"] + max((call - 2 for call in calls if call > 2), default=0))
    if alerts is not None:
        out.append(_AT["alerts_known"])
    for slot, step in enumerate(auction.steps):
        if step:
            place = len(calls) - step
            out += [_AT["told"] + slot * CALLS + calls[place], _AT["step"] + slot * 8 + step]
            if alerts is not None and alerts >> place & 1:
                out.append(_AT["alerted"] + slot)
    return tuple(out)


def slot_of_feature(features: NDArray[np.int64]) -> NDArray[np.int64]:
    """The slot each feature of a turn speaks of, -1 for none."""
    out = np.full(features.shape, -1, np.int64)
    for name, size in (("told", CALLS), ("step", 8), ("alerted", 1)):
        begin = _AT[name]
        inside = (features >= begin) & (features < begin + SLOTS * size)
        out[inside] = (features[inside] - begin) // size
    return out


def is_alert_feature(features: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether each feature speaks of alerts."""
    return np.asarray((features >= _AT["alerted"]) & (features <= _AT["alerts_known"]))


def circumstances(vulnerable: NDArray[np.int64], form: NDArray[np.int64]) -> NDArray[np.int64]:
    """The features of vulnerability (seen by the player) and form of scoring, one row each."""
    return np.stack([_AT["vulnerable"] + vulnerable, _AT["form"] + form], axis=1)


def word_feature(slot: int, word: int, words: int) -> int:
    """The feature of a word in a slot's explanation."""
    return _PLAIN + slot * words + word


def choice_quantities(
    hand_facts: OwnHands,
    shown: ShownCalls,
    columns: NDArray[np.float32],
    slots: NDArray[np.int64],
    logs: NDArray[np.float32],
) -> NDArray[np.float32]:
    """The real-valued inputs, one row per turn: each slot's explained call, alone and against the own hand, and the shares.

    `columns` are the `shown_quantities` of the explained calls; `slots` the index of each slot's call, -1 for none;
    `logs` the logarithms of the call model's shares.
    """
    rows = len(slots)
    out = np.zeros((rows, QUANTITIES), np.float32)
    left = np.zeros(rows, np.float32)
    for slot in range(SLOTS):
        explained = np.flatnonzero(slots[:, slot] >= 0)
        which = slots[explained, slot]
        at = slot * _SLOT
        out[explained, at : at + _SHOWN] = columns[which]
        out[explained, at + _SHOWN : at + _SHOWN + _TOGETHER] = _together(hand_facts, explained, shown, which)
        out[explained, at + _SLOT - 1] = 1.0
        left[explained] += shown.points[which] @ _POINTS.astype(np.float32)
    own_points = hand_facts.points.astype(np.float32)
    tail = SLOTS * _SLOT
    out[:, tail] = own_points / 10.0 - 1.0
    out[:, tail + 1] = (40.0 - own_points - left) / 20.0
    out[:, tail + 2 : tail + 6] = hand_facts.length / 4.0 - 1.0
    out[:, tail + 6 :] = np.maximum(logs, _LEAST_LOG) / 4.0 + 1.0
    return out


def _together(
    hand_facts: OwnHands, rows: NDArray[np.int64], shown: ShownCalls, which: NDArray[np.int64]
) -> NDArray[np.float32]:
    """What an explained call shows against the own hand: who has more points, and how well each suit fits."""
    points, before = shown.points[which], shown.auction_points[which]
    have, number = hand_facts.points[rows], np.arange(len(rows))
    below = np.cumsum(points, axis=1)[number, have]
    usual = np.cumsum(before, axis=1)[number, have]
    mean = points @ _POINTS.astype(np.float32)
    mean_before = before @ _POINTS.astype(np.float32)
    scaled = have / 10.0 - 1.0
    columns = [below, below - usual, (have - mean) / 10.0, scaled * (mean - mean_before) / 3.0]
    columns.append((below - usual) * scaled)
    for suit in range(4):
        chances, usually = shown.lengths[which, suit], shown.auction_lengths[which, suit]
        length = hand_facts.length[rows, suit]
        fit = _fit(chances, length)
        shift = chances @ _LENGTHS.astype(np.float32) - usually @ _LENGTHS.astype(np.float32)
        columns += [
            fit,
            fit - _fit(usually, length),
            (length / 4.0 - 1.0) * shift,
            (hand_facts.top[rows, suit] > 0) * shift,
        ]
    return np.stack(columns, axis=1).astype(np.float32)


def _fit(chances: NDArray[np.float32], length: NDArray[np.int64]) -> NDArray[np.float32]:
    """The chance of eight cards or more together."""
    above = np.concatenate(
        [np.cumsum(chances[:, ::-1], axis=1)[:, ::-1], np.zeros((len(chances), 1))], axis=1
    )
    return np.asarray(above[np.arange(len(length)), np.clip(8 - length, 0, 14)], np.float32)
