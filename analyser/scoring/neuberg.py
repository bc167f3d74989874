"""Matchpoints of a group too small, brought to the scale of the whole field (Neuberg)."""

from fractions import Fraction

from analyser.errors import ScoringError

__all__ = ["neuberg", "shifted"]


def neuberg(matchpoints: Fraction | int, group: Fraction | int, results: Fraction | int) -> Fraction:
    """(N/n)·(m + 1) - 1, with m matchpoints among n results where N were expected.

    >>> str(neuberg(0, 9, 10)), str(neuberg(8, 9, 10)), str(neuberg(16, 9, 10))
    ('1/9', '9', '161/9')
    """
    _check(matchpoints, group, results)
    return Fraction(results) / group * (matchpoints + 1) - 1


def shifted(matchpoints: Fraction | int, group: Fraction | int, results: Fraction | int) -> Fraction:
    """The pencil substitute: top and bottom each move one point inwards for each score that is missing.

    Italy admits it only where Neuberg's formula cannot be used (Norme Integrative 2017, art. 12).

    >>> str(shifted(0, 9, 10)), str(shifted(16, 9, 10))
    ('1', '17')
    """
    _check(matchpoints, group, results)
    return Fraction(matchpoints) + results - group


def _check(matchpoints: Fraction | int, group: Fraction | int, results: Fraction | int) -> None:
    if not 0 < group <= results:
        why = f"a group has at least one result and at most all {results}"
        raise ScoringError(why, where="group", found=str(group))
    if not 0 <= matchpoints <= 2 * (group - 1):
        why = f"among {group} results the top is {2 * (group - 1)}"
        raise ScoringError(why, where="matchpoints", found=str(matchpoints))
