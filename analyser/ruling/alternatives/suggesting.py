"""What the information suggests, measured: candidates compared in the same worlds with it and without it.

The work is counted in double-dummy solves, never in seconds, so that the answer does not depend on the machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Call, Card, Side
from analyser.casefile import Action
from analyser.errors import BridgeError
from analyser.estimates.action_values import Worth, contracts, points, points_of_leads
from analyser.estimates.hand_arrays import Shown
from analyser.estimates.services import CallsModel, TempoModel, TrickCounter
from analyser.ruling.alternatives.decision import Decision
from analyser.ruling.alternatives.gains import Measured, measured
from analyser.ruling.alternatives.information import Information, Sort, told_by
from analyser.ruling.alternatives.worlds import Worlds, apart, pool, with_and_without
from analyser.scoring import imps

__all__ = ["Budget", "Tools", "measurements"]

_POOL = 640
_MOST_WORLDS = 600
_RARE = 0.05  # information fewer worlds than this agree with is given worlds of its own
_FEWEST = 10  # worlds: fewer tell nothing
_SETTLED = 3  # so many looks with the same answer end it


@dataclass(frozen=True, slots=True)
class Budget:
    """How many solves the first answer may take, the whole may take, and how many worlds are added at a time."""

    first: int = 240
    whole: int = 1200
    worlds: int = 40


@dataclass(frozen=True, slots=True)
class Tools:
    """What is needed to measure: how players call, which hands think, who counts tricks, what points are worth."""

    calls: CallsModel
    tempo: TempoModel
    tricks: TrickCounter
    worth: Worth | None = None


def measurements(
    decision: Decision,
    information: Information,
    actions: Sequence[Action],
    shares: Sequence[float],
    tools: Tools,
    dice: np.random.Generator,
    budget: Budget,
) -> Iterator[Measured]:
    """The first answer, then better ones, until the budget is used or what is suggested no longer changes."""
    worlds = _worlds(decision, information, tools, dice)
    vulnerability, side = decision.vulnerability, decision.seat.side
    if worlds is None or vulnerability is None or len(actions) < 2:
        return
    found = np.empty((0, len(actions)))
    solves, same, last = 0, 0, None
    for start in range(0, len(worlds), budget.worlds):
        part = worlds.hands[start : start + budget.worlds]
        more, asked = _points(decision, actions, part, tools)
        found, solves = np.concatenate([found, more]), solves + asked
        last_part = start + budget.worlds >= len(worlds) or solves + asked > budget.whole
        if solves < budget.first and not last_part:
            continue
        if np.isfinite(found).all(axis=1).sum() >= _FEWEST:
            datum = _datum(found) if tools.worth is None else None
            worth = _worth(found, tools.worth or _against(datum or 0, side))
            seen = slice(0, len(found))
            told = measured(
                actions, shares, worth, worlds.without[seen], worlds.informed[seen], solves, datum
            )
            same = same + 1 if told.decision == last else 1
            last = told.decision
            yield told
        if same >= _SETTLED or last_part:
            break


def _worlds(
    decision: Decision, information: Information, tools: Tools, dice: np.random.Generator
) -> Worlds | None:
    """The worlds to compare in; none when the hand, the auction or the information is not known well enough."""
    hand, auction, vulnerability = decision.hand, decision.auction, decision.vulnerability
    if hand is None or auction is None or vulnerability is None or information.giver is decision.seat:
        return None
    told = told_by(information, tools.calls, tools.tempo, vulnerability, decision.form)
    if told is None:
        return None
    try:
        deals = pool(decision.seat, hand, auction, vulnerability, decision.form, tools.calls, _POOL, dice)
        if deals is None:
            return None
        likely = told(deals[:, information.giver])
        if information.sort is Sort.SHOWN and likely.mean() < _RARE and information.shows is not None:
            shown = {information.giver: [Shown(information.shows)]}
            other = pool(
                decision.seat, hand, auction, vulnerability, decision.form, tools.calls, _POOL, dice, shown
            )
            return None if other is None else apart(dice.permutation(deals), dice.permutation(other))
    except BridgeError:  # no deal fits what was shown
        return None
    if not likely.sum() > 0:
        return None
    return with_and_without(deals, likely, _MOST_WORLDS, dice)


def _points(
    decision: Decision, actions: Sequence[Action], deals: NDArray[np.int64], tools: Tools
) -> tuple[NDArray[np.float64], int]:
    if decision.vulnerability is None or decision.auction is None:
        return np.empty((0, len(actions))), 0
    if decision.contract is not None and decision.is_lead:
        cards = [action.index for action in actions if isinstance(action, Card)]
        return points_of_leads(deals, cards, decision.contract, tools.tricks, decision.vulnerability)
    calls = [action for action in actions if isinstance(action, Call)]
    ended = contracts(decision.auction, calls, deals, decision.vulnerability, decision.form, tools.calls)
    return points(deals, ended, tools.tricks, decision.vulnerability)


def _datum(found: NDArray[np.float64]) -> int:
    """The mean of all results, to ten points: what they are held against where the event has no comparison."""
    return round(float(np.nanmean(found)) / 10) * 10 if np.isfinite(found).any() else 0


def _against(datum: int, side: Side) -> Worth:
    sign = 1 if side is Side.NS else -1
    return lambda score: Fraction(sign * imps(score - datum))


def _worth(found: NDArray[np.float64], worth: Worth) -> NDArray[np.float64]:
    """Points turned into what they are worth to the side."""
    values = {score: float(worth(int(score))) for score in np.unique(found[np.isfinite(found)]).tolist()}
    out = np.full(found.shape, np.nan)
    for place in np.ndindex(*found.shape):
        if np.isfinite(found[place]):
            out[place] = values[float(found[place])]
    return out
