"""Each side's own result under two standards, and the limb of them an authority has elected (12C2 of 1997, 12C1e of 2007)."""

from fractions import Fraction

from analyser.bridge import PointsOnly, Result, Side
from analyser.laws import Jurisdiction
from analyser.laws.choices import Election
from analyser.ruling.currency import Currency, by_two_standards
from analyser.ruling.values import ResultWeight
from analyser.ruling.weights import Lists, only_legal


def limbs_of(
    results: tuple[ResultWeight, ...],
    points: dict[Result | PointsOnly, int],
    currency: Currency,
    law: Jurisdiction,
    innocent: Side,
) -> Lists:
    """The innocent side's one result and the offenders'.

    The innocent's is one without the irregularity; whether that binds the offenders' too, the authority says.
    """

    def worth(entry: ResultWeight) -> Fraction:
        return currency.worth(points[entry.result]).of(innocent)

    without = only_legal(results) or results
    offenders = without if law.regulation.two_standards.offenders_without_infraction else results
    return by_two_standards(without, worth, law)[0], by_two_standards(offenders, worth, law)[1]


def by_elected_limb(
    limbs: Lists, every: tuple[ResultWeight, ...], innocent: Side, law: Jurisdiction
) -> Lists | None:
    """Both sides' results where only one limb was elected: the other side's are weighed; none where both limbs hold."""
    elected = law.regulation.weighting.elected
    if elected not in (Election.INNOCENT, Election.OFFENDERS):
        return None
    own, theirs = (limbs[0], every) if elected is Election.INNOCENT else (every, limbs[1])
    return (own, theirs) if innocent is Side.NS else (theirs, own)
