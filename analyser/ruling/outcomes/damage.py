"""Whether the innocent side was damaged: a chance, and yes, no or open by it (Law 12B1).

Damage is a table result worse than what could be expected without the infraction. The expectation rests on beliefs
dealt at random and on models of players: both leave it in doubt, and the chance of damage holds both doubts.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, variance

from analyser.laws.choices import WeightingForm
from analyser.laws.regulation import Regulation
from analyser.ruling.alternatives.shares import Belief


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a side had, and what it could expect without the infraction, in the event's currency."""

    had: float
    expected: float
    lots: tuple[float, ...]
    """The same again, by independent lots of deals."""
    otherwise: float
    """The chance that a decision would have been another, for more than the side had."""
    votes: float | None = None
    """As how many answers of peers that chance counts; none where a person found it."""


@dataclass(frozen=True, slots=True)
class Damage:
    """How likely the innocent side was damaged."""

    chance: float
    basis: Expectation

    @property
    def answer(self) -> bool | None:
        """Yes or no; none where the chance leaves it open."""
        if self.chance >= YES:
            return True
        return False if self.chance <= NO else None


YES = 0.6
"""From here on damage is found: at most two in five such findings are wrong, as doubt is not the innocent side's to bear."""
NO = 0.2
"""Up to here none is: at most one in five such findings is wrong. No Law names either figure: both are unsettled."""
_OF_THE_MODELS = 0.5
"""By how much of itself a gain is left in doubt by the models of calls and tricks: their expected scores miss by as much."""


def counted_from(rules: Regulation, *, estimated: bool) -> float:
    """How often peers would have to have done better before it counts.

    Under two standards what was not at all probable gives neither side another score. Where results are weighed, a
    person's finding counts as soon as it has a weight; an estimate that so few would have done otherwise shows no damage
    yet. The Laws of weights name no share: the one for "at all probable" stands in (unsettled).
    """
    if estimated or rules.weighting.form is WeightingForm.TWO_STANDARDS:
        return float(rules.two_standards.at_all_probable)
    return float(rules.weighting.step)


def damage_of(basis: Expectation, least: float, discernible: float) -> Damage:
    """The chance that peers would have done better often enough to count (`least`), and by more than rounding.

    >>> clear, none = Expectation(-5.0, 1.0, (0.9, 1.1), 0.6, 7.0), Expectation(-5.0, -5.0, (-5.0, -5.0), 0.0, 7.0)
    >>> damage_of(clear, 1 / 6, 0.25).answer, damage_of(none, 1 / 6, 0.25).answer
    (True, False)
    """
    if basis.votes is None:
        often = float(basis.otherwise >= least)
    else:
        often = Belief.around(basis.otherwise, basis.votes).at_least(least)
    gain = basis.expected - basis.had
    of_dice = variance(basis.lots, fmean(basis.lots)) / len(basis.lots) if len(basis.lots) > 1 else 0.0
    doubt = sqrt(of_dice + (_OF_THE_MODELS * gain) ** 2)
    more = 1 - NormalDist(gain, doubt).cdf(discernible) if doubt else 0.0  # what is in no doubt is no gain
    return Damage(often * more, basis)
