"""A fouled board: results are compared only within the group that played the same cards (Law 87)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.errors import ScoringError
from analyser.scoring.comparison import Unit
from analyser.scoring.field import Field
from analyser.scoring.matchpoints import matchpoints_in
from analyser.scoring.neuberg import neuberg
from analyser.scoring.side_scores import SideScores

__all__ = ["GroupAward", "GroupRules", "award_in_group", "awards_in_group"]


@dataclass(frozen=True, slots=True)
class GroupRules:
    """How an authority scores a group: Neuberg from so many results on, percentages by rank below.

    A group of at least `neuberg_from` results, or of more than `neuberg_above_share` of all, is brought to scale by
    Neuberg's formula. In a smaller one the middle gets `middle` percent, neighbours lie `step` percent apart, equal
    scores share, and both sides of a table get `together` percent.
    """

    neuberg_from: int
    neuberg_above_share: Fraction
    middle: int
    step: int
    together: int


@dataclass(frozen=True, slots=True)
class GroupAward:
    """What one table of a group gets: matchpoints of the whole field, or percent."""

    score_ns: int
    unit: Unit
    scores: SideScores


def award_in_group(score_ns: int, others: Field | None, results: int, rules: GroupRules) -> GroupAward:
    """What a table gets among the other tables of its group, where the whole field has so many results.

    >>> italy = GroupRules(4, Fraction(1), middle=60, step=10, together=120)
    >>> award = award_in_group(170, Field.parse("140x3 -50x2 110"), 12, italy)
    >>> str(award.scores.ns), str(award.scores.ew)
    ('149/7', '5/7')
    """
    size = 1 + (others.tables if others else 0)
    if size > results:
        why = f"a group of {size} results cannot be part of {results}"
        raise ScoringError(why, where="groups", found=str(size))
    ns = matchpoints_in(others, score_ns) if others else Fraction(0)
    if size >= rules.neuberg_from or size > rules.neuberg_above_share * results:
        ew = 2 * (size - 1) - ns
        return GroupAward(
            score_ns, Unit.MP, SideScores(neuberg(ns, size, results), neuberg(ew, size, results))
        )
    percent = rules.middle + (ns - (size - 1)) * Fraction(rules.step, 2)
    return GroupAward(score_ns, Unit.PERCENT, SideScores.shared(percent, rules.together))


def awards_in_group(scores_ns: Sequence[int], results: int, rules: GroupRules) -> tuple[GroupAward, ...]:
    """What every table of one group gets, in the order given.

    >>> italy = GroupRules(4, Fraction(1), middle=60, step=10, together=120)
    >>> [str(award.scores.ns) for award in awards_in_group([620, 170, -100], 20, italy)]
    ['70', '60', '50']
    """
    group = Field.of_tables(scores_ns)
    alone = len(scores_ns) == 1
    return tuple(
        award_in_group(score, None if alone else group.minus(score), results, rules) for score in scores_ns
    )
