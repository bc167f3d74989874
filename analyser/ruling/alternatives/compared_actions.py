"""The worth of each action in sampled deals, known better and better: predicted, given what makes, counted exactly.

An action leads to an end: a contract, and for a lead the card led. A net predicts the chances of every number of
declarer's tricks there; whether the contract makes, which the solver answers in a fraction of the time, cuts these
chances; the exact number leaves one. The worth of an action is its mean over what chances are left.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.action_values import ActionEnds, End, ask_made, bounds_by_made, count_tricks
from analyser.estimates.hand_arrays import Masks
from analyser.estimates.services import TrickCounter
from analyser.scoring import imps

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

TRICKS: Final = 14
_MADE_COST: Final = 0.18
"""The cost of asking whether a contract makes, in exact solves of the same position."""
_LEAD_COST: Final = 0.6
"""The cost of an exact solve after the lead, in solves before it: a deal in which five leads are compared costs three."""
_TOP_POINTS: Final = 40_000


class TrickChances(Protocol):
    """Anything that predicts declarer's double-dummy tricks."""

    def distribution(
        self, hands: Masks, declarer: Numbers, strain: Numbers, lead: Numbers | None = None
    ) -> Floats:
        """The probability of 0 to 13 tricks, one row per position; `lead` -1 before the lead."""
        ...


class WorthForecast(Protocol):
    """What is predicted of each action (a column) in some deals (rows), before anything is asked of the solver."""

    @property
    def worth(self) -> Floats:
        """The worth of each action."""
        ...

    @property
    def by_made(self) -> Floats:
        """The variance of the worths' differences that knowing which contracts make is expected to settle."""
        ...

    @property
    def by_exact(self) -> Floats:
        """The variance that the exact tricks are expected to settle then."""
        ...

    @property
    def made_cost(self) -> Floats:
        """The cost of asking which contracts make, in exact solves; zero where there is nothing to compare."""
        ...

    @property
    def exact_cost(self) -> Floats:
        """The cost of counting exactly; zero where there is nothing to compare."""
        ...

    def worth_if_made(self, rows: Numbers) -> Floats:
        """The worth in some of the deals given which contracts make; NaN where the solver gave no answer."""
        ...

    def worth_exactly(self, rows: Numbers) -> tuple[Floats, Floats]:
        """The worth in some of the deals given which contracts make, and double dummy; NaN where there is no answer."""
        ...


Predictor = Callable[[Masks], WorthForecast]
"""From deals to what is predicted of the actions in them."""


@dataclass(frozen=True, slots=True)
class ActionComparison:
    """By what actions are compared: the shares of the field on each, the side (1 North-South, -1 East-West), the form.

    At `pairs` worth is the share of the field an action beats, in hundredths; else the mean IMPs against each.
    """

    shares: tuple[float, ...]
    sign: int
    pairs: bool

    def worth(self, swings: Floats) -> Floats:
        """The worth of each action from the differences of every two, one matrix per deal."""
        weight = np.maximum(np.asarray(self.shares, np.float64), 1e-3)
        return np.asarray((50.0 if self.pairs else 0.0) + swings @ (weight / weight.sum()))

    def swing(self, first: End, second: End) -> Floats:
        """What one end is worth over another for every two numbers of tricks, in IMPs or hundredths of a top."""
        points = self.sign * (first.points[:, None] - second.points[None, :])
        if self.pairs:
            return np.asarray(50.0 * np.sign(points))
        return np.asarray(np.sign(points) * _imps_by_tens()[np.abs(points) // 10])


@dataclass(frozen=True, slots=True, eq=False)
class SolvedForecast:
    """What a net of tricks predicts of actions, and what a solver then says of them."""

    hands: Masks
    ends: ActionEnds
    chances: Floats
    comparison: ActionComparison
    counter: TrickCounter
    worth: Floats
    by_made: Floats
    by_exact: Floats
    made_cost: Floats
    exact_cost: Floats

    def worth_if_made(self, rows: Numbers) -> Floats:
        """The mean worth over the tricks that agree with which contracts make; doubled contracts are counted exactly."""
        ends = self.ends.rows(rows)
        return self._worth_between(rows, ends, *ask_made(self.hands[rows], ends, self.counter))

    def worth_exactly(self, rows: Numbers) -> tuple[Floats, Floats]:
        """The worth of each action given which contracts make, and double dummy."""
        ends = self.ends.rows(rows)
        tricks = count_tricks(self.hands[rows], ends, self.counter)
        bounds = bounds_by_made(ends, tricks)
        return self._worth_between(rows, ends, *bounds), self._worth_between(rows, ends, tricks, tricks)

    def _worth_between(self, rows: Numbers, ends: ActionEnds, low: Numbers, high: Numbers) -> Floats:
        tricks = np.arange(TRICKS)
        possible = (tricks >= low[:, :, None]) & (tricks <= high[:, :, None])
        chances = np.where(possible, self.chances[rows] + _TINY, 0.0)
        chances /= np.maximum(chances.sum(axis=2, keepdims=True), _TINY)
        worth = self.comparison.worth(_swings(ends, chances, self.comparison)[0])
        worth[(high < 0).any(axis=1)] = np.nan
        return worth


def forecast(
    hands: Masks, ends: ActionEnds, comparison: ActionComparison, net: TrickChances, counter: TrickCounter
) -> SolvedForecast:
    """What the net predicts of the actions that lead to these ends, ready to be asked of the solver."""
    chances = _chances(hands, ends, net)
    swings, by_made, by_exact = _swings(ends, chances, comparison, variances=True)
    differs = (ends.reached != ends.reached[:, :1]).any(axis=1)
    made_cost, exact_cost = _costs(ends)
    # A deal in which all actions lead to one end cannot distinguish them: nothing is asked about it.
    return SolvedForecast(
        hands,
        ends,
        chances,
        comparison,
        counter,
        comparison.worth(swings),
        by_made * differs,
        by_exact * differs,
        made_cost * differs,
        exact_cost * differs,
    )


def _chances(hands: Masks, ends: ActionEnds, net: TrickChances) -> Floats:
    """The probability of 0 to 13 tricks at the end of each action: deals, actions, tricks."""
    chances = np.zeros((*ends.reached.shape, TRICKS))
    chances[..., 0] = 1.0  # passed out: any number of tricks gives the same score
    rows, columns = np.nonzero(ends.lines[ends.reached] >= 0)
    if len(rows):
        lines = ends.lines[ends.reached[rows, columns]]
        once, place = np.unique(rows * len(ends.plays) + lines, return_inverse=True)
        deals, line = np.divmod(once, len(ends.plays))
        declarer, strain, lead = ends.plays[line].T
        chances[rows, columns] = net.distribution(hands[deals], declarer, strain, lead)[place]
    return chances


def _swings(
    ends: ActionEnds, chances: Floats, comparison: ActionComparison, *, variances: bool = False
) -> tuple[Floats, Floats, Floats]:
    """The mean difference of every two actions, and what of its variance made-or-not and exact tricks settle."""
    deals, count = ends.reached.shape
    swings = np.zeros((deals, count, count))
    by_made, by_exact = np.zeros(deals), np.zeros(deals)
    pairs = max(count * (count - 1) // 2, 1)
    for a, b in combinations(range(count), 2):
        codes = ends.reached[:, a] * len(ends.ends) + ends.reached[:, b]
        for code in np.unique(codes).tolist():
            rows = np.flatnonzero(codes == code)
            first, second = (ends.ends[place] for place in divmod(code, len(ends.ends)))
            swing = comparison.swing(first, second)
            joint = _joint(chances[rows, a], chances[rows, b], first, second)
            mean = (joint * swing).sum(axis=(1, 2))
            swings[rows, a, b], swings[rows, b, a] = mean, -mean
            if variances:
                parts = _parts(first), _parts(second)
                mass = parts[0] @ joint @ parts[1].T
                middle = parts[0] @ (joint * swing) @ parts[1].T
                after = (middle**2 / np.maximum(mass, _TINY)).sum(axis=(1, 2))
                by_made[rows] += np.maximum(after - mean**2, 0.0) / pairs
                by_exact[rows] += np.maximum((joint * swing**2).sum(axis=(1, 2)) - after, 0.0) / pairs
    return swings, by_made, by_exact


_TINY: Final = 1e-12


@cache
def _imps_by_tens() -> Floats:
    """The IMPs for differences of 0, 10, 20 … points."""
    return np.array([float(imps(points)) for points in range(0, _TOP_POINTS, 10)])


def _parts(end: End) -> Floats:
    """The numbers of tricks told apart by asking whether the end makes, one row per part; doubled contracts all."""
    if end.contract is None:
        return np.ones((1, TRICKS))
    if end.contract.doubled:
        return np.eye(TRICKS)
    makes = np.arange(TRICKS) >= end.needed
    return np.asarray(np.stack([~makes, makes]), np.float64)


def _joint(first: Floats, second: Floats, first_end: End, second_end: End) -> Floats:
    """The joint probabilities of two ends' tricks in each deal: the same play, other leads in it, or another contract.

    Tricks after two leads against one contract mostly go together; half of the probability is laid along equal
    quantiles. Contracts in two strains are taken as independent.
    """
    if first_end.line is not None and first_end.line == second_end.line:
        return np.asarray(np.eye(TRICKS) * np.sqrt(first * second)[:, :, None])
    independent = first[:, :, None] * second[:, None, :]
    if first_end.contract is None or first_end.contract != second_end.contract:
        return independent
    ends, others = first.cumsum(axis=1), second.cumsum(axis=1)
    upper = np.minimum(ends[:, :, None], others[:, None, :])
    lower = np.maximum((ends - first)[:, :, None], (others - second)[:, None, :])
    return np.asarray(0.5 * independent + 0.5 * np.maximum(upper - lower, 0.0))


def _costs(ends: ActionEnds) -> tuple[Floats, Floats]:
    """The cost of asking what makes, and of counting exactly, in each deal: each position or target once."""
    exact: list[float] = []
    made_cost: list[float] = []
    known: dict[tuple[int, ...], tuple[float, float]] = {}
    for row in ends.reached.tolist():
        key = tuple(sorted(set(row)))
        if key not in known:
            known[key] = _costs_of([ends.ends[place] for place in key])
        made_cost.append(known[key][0])
        exact.append(known[key][1])
    return np.array(made_cost), np.array(exact)


def _costs_of(ends: Sequence[End]) -> tuple[float, float]:
    lines: Mapping[object, float] = {
        end.line: 1.0 if end.lead is None else _LEAD_COST for end in ends if end.contract is not None
    }
    doubled = {end.line for end in ends if end.contract is not None and end.contract.doubled}
    asked = {(end.line, end.needed) for end in ends if end.contract is not None and end.line not in doubled}
    made_cost = sum(lines[line] for line in doubled) + sum(_MADE_COST * lines[line] for line, _ in asked)
    return made_cost, sum(lines.values())
