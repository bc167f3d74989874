"""The probability that the innocent side was damaged, and yes, no or open by it (Law 12B1).

Damage is a table result worse than what could be expected without the infraction. The expectation is estimated from
sampled beliefs and from models of players: the probability of damage includes both errors.
"""

from dataclasses import dataclass
from statistics import NormalDist, fmean

from analyser.laws.choices import WeightingForm
from analyser.laws.regulation import Regulation
from analyser.ruling.alternatives.shares import Belief


@dataclass(frozen=True, slots=True)
class Replicate:
    """One replicate (another random seed): the expectation, and the probability of a different, better decision."""

    expected: float
    otherwise: float


@dataclass(frozen=True, slots=True)
class Expectation:
    """A side's result, and its expectation without the infraction, in the event's currency."""

    had: float
    expected: float
    otherwise: float
    """The probability that a decision would have been different, for more than the side's result."""
    votes: float | None = None
    """The number of peers' answers that probability counts as; `None` if a person found it."""
    replicates: tuple[Replicate, ...] = ()
    """The replicates of this estimate for other random seeds; empty if nothing was sampled for it."""


@dataclass(frozen=True, slots=True)
class Damage:
    """The probability that the innocent side was damaged; `replicates` are the same with other random seeds."""

    chance: float
    basis: Expectation
    replicates: tuple[float, ...] = ()

    @property
    def answer(self) -> bool | None:
        """Whether there was damage; `None` if the probability leaves it open, or the replicates disagree."""
        if self.depends_on_seed:
            return None
        if self.chance >= YES:
            return True
        return False if self.chance <= NO else None

    @property
    def depends_on_seed(self) -> bool:
        """Whether the probability would give an answer, but too many replicates of other seeds give the opposite one."""
        return not NO < self.chance < YES and self.opposite > _OPPOSITE_AT_MOST

    @property
    def opposite(self) -> float:
        """The share of replicates whose answer is the opposite of the one the probability is closer to."""
        if not self.replicates:
            return 0.0
        is_yes = self.chance >= (NO + YES) / 2
        return fmean(float(chance <= NO if is_yes else chance >= YES) for chance in self.replicates)


YES = 0.6
"""Damage from this probability on: at most two in five such findings are wrong (doubt favours the innocent side)."""
NO = 0.2
"""No damage up to this probability: at most one in five such findings is wrong. No Law names either figure: unsettled."""
_OPPOSITE_AT_MOST = 0.05
"""Of the replicates for other seeds: if more give the opposite answer, the answer is open."""
_OF_THE_MODELS = 0.5
"""The standard error of a gain due to the models of calls and tricks, as a part of it: as measured on expectations."""


def damage_threshold(rules: Regulation, *, estimated: bool) -> float:
    """The share of peers who must have done better before it counts as damage.

    Under two standards what was not at all probable gives neither side another score. Where results are weighed, a
    person's finding counts as soon as it has a weight; an estimate that so few would have done otherwise does not yet
    show damage. The Laws on weighted scores name no share: the one for "at all probable" is used (unsettled).
    """
    if estimated or rules.weighting.form is WeightingForm.TWO_STANDARDS:
        return float(rules.two_standards.at_all_probable)
    return float(rules.weighting.step)


def damage_of(basis: Expectation, least: float, discernible: float) -> Damage:
    """The probability that peers would have done better often enough to count (`least`), and by more than rounding.

    With replicates it is their mean, so sampling error is included.

    >>> clear, none = Expectation(-5.0, 1.0, 0.6, 7.0), Expectation(-5.0, -5.0, 0.0, 7.0)
    >>> damage_of(clear, 1 / 6, 0.25).answer, damage_of(none, 1 / 6, 0.25).answer
    (True, False)
    """

    def chance_of(expected: float, otherwise: float) -> float:
        if basis.votes is None:
            often = float(otherwise >= least)
        else:
            often = Belief.from_mean(otherwise, basis.votes).probability_at_least(least)
        gain = expected - basis.had
        doubt = _OF_THE_MODELS * abs(gain)
        return often * (1 - NormalDist(gain, doubt).cdf(discernible) if doubt else 0.0)  # no doubt, no gain

    replicates = tuple(chance_of(replicate.expected, replicate.otherwise) for replicate in basis.replicates)
    return Damage(
        fmean(replicates) if replicates else chance_of(basis.expected, basis.otherwise), basis, replicates
    )
