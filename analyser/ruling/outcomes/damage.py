"""Whether the innocent side was damaged: a chance, and yes, no or open by it (Law 12B1).

Damage is a table result worse than what could be expected without the infraction. The expectation rests on beliefs
dealt at random and on models of players: both leave it in doubt, and the chance of damage holds both doubts.
"""

from dataclasses import dataclass
from statistics import NormalDist, fmean

from analyser.laws.choices import WeightingForm
from analyser.laws.regulation import Regulation
from analyser.ruling.alternatives.shares import Belief


@dataclass(frozen=True, slots=True)
class Throw:
    """What other dice would tell: what could be expected, and the chance of another and better decision."""

    expected: float
    otherwise: float


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a side had, and what it could expect without the infraction, in the event's currency."""

    had: float
    expected: float
    otherwise: float
    """The chance that a decision would have been another, for more than the side had."""
    votes: float | None = None
    """As how many answers of peers that chance counts; none where a person found it."""
    throws: tuple[Throw, ...] = ()
    """The same again by other dice; none where no deals were dealt for it."""


@dataclass(frozen=True, slots=True)
class Damage:
    """How likely the innocent side was damaged; `thrown`: as likely as other dice would have found it."""

    chance: float
    basis: Expectation
    thrown: tuple[float, ...] = ()

    @property
    def answer(self) -> bool | None:
        """Yes or no; none where the chance leaves it open, or the dice do."""
        if self.hangs_on_dice:
            return None
        if self.chance >= YES:
            return True
        return False if self.chance <= NO else None

    @property
    def hangs_on_dice(self) -> bool:
        """Whether the chance would do for an answer, and too many throws of other dice would have given the opposite one."""
        return not NO < self.chance < YES and self.opposite > _OPPOSITE_AT_MOST

    @property
    def opposite(self) -> float:
        """The share of the throws of other dice that say the opposite of what the chance is nearer to."""
        if not self.thrown:
            return 0.0
        is_yes = self.chance >= (NO + YES) / 2
        return fmean(float(chance <= NO if is_yes else chance >= YES) for chance in self.thrown)


YES = 0.6
"""From here on damage is found: at most two in five such findings are wrong, as doubt is not the innocent side's to bear."""
NO = 0.2
"""Up to here none is: at most one in five such findings is wrong. No Law names either figure: both are unsettled."""
_OPPOSITE_AT_MOST = 0.05
"""Of the throws of other dice: where more would say the opposite, the answer is open."""
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

    Of the dice it is the mean over all throws: what only some of them tell counts for its part.

    >>> clear, none = Expectation(-5.0, 1.0, 0.6, 7.0), Expectation(-5.0, -5.0, 0.0, 7.0)
    >>> damage_of(clear, 1 / 6, 0.25).answer, damage_of(none, 1 / 6, 0.25).answer
    (True, False)
    """

    def chance_of(expected: float, otherwise: float) -> float:
        if basis.votes is None:
            often = float(otherwise >= least)
        else:
            often = Belief.around(otherwise, basis.votes).at_least(least)
        gain = expected - basis.had
        doubt = _OF_THE_MODELS * abs(gain)
        return often * (1 - NormalDist(gain, doubt).cdf(discernible) if doubt else 0.0)  # no doubt, no gain

    thrown = tuple(chance_of(throw.expected, throw.otherwise) for throw in basis.throws)
    return Damage(fmean(thrown) if thrown else chance_of(basis.expected, basis.otherwise), basis, thrown)
