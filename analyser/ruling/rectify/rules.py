"""A general rule and its labelled exceptions; two that apply and disagree are refused, naming both.

    decide(facts, Rule("27B2", always, …), [Rule("27A", …), Rule("27B1a", …)])

A rule says whether it applies: yes, no, or that the facts do not tell (`None`). What the facts do not tell stays open:
the answer is the one that holds without it, and the rules left open are named with the facts they need.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from analyser.errors import ConflictingRules

__all__ = ["Decision", "Rule", "all_of", "always", "decide", "negate"]

Facts_contra = TypeVar("Facts_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)
Facts = TypeVar("Facts")
Answer = TypeVar("Answer")


def always(_facts: object) -> bool:
    """A general rule applies to whatever happened."""
    return True


def all_of(*conditions: bool | None) -> bool | None:
    """Whether every condition holds; not told when none fails and one is not told.

    >>> all_of(True, None), all_of(False, None), all_of(True, True)
    (None, False, True)
    """
    if False in conditions:
        return False
    return None if None in conditions else True


def negate(condition: bool | None) -> bool | None:
    """The contrary of a condition; what is not told stays so."""
    return None if condition is None else not condition


@dataclass(frozen=True, slots=True)
class Rule(Generic[Facts_contra, Answer_co]):
    """One provision: its label, when it applies, what it says, and the facts it asks for."""

    label: str
    applies: Callable[[Facts_contra], bool | None]
    says: Answer_co
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision(Generic[Answer_co]):
    """What follows, by which rules, and what the facts leave open."""

    answer: Answer_co
    by: tuple[str, ...]
    open: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def decide(
    facts: Facts, general: Rule[Facts, Answer], exceptions: Sequence[Rule[Facts, Answer]] = ()
) -> Decision[Answer]:
    """The answer of the exception that applies, else of the general rule.

    >>> general, shut = Rule("64A2", always, 1), Rule("64B6", lambda trick: trick == 12, 0)
    >>> decide(12, general, [shut])
    Decision(answer=0, by=('64B6',), open=(), missing=())
    >>> decide(5, general, [shut]).answer
    1
    """
    told = [(rule, rule.applies(facts)) for rule in exceptions]
    applying = [rule for rule, applies in told if applies]
    if not applying:
        unknown = [rule for rule, applies in told if applies is None and rule.says != general.says]
        missing = dict.fromkeys(key for rule in unknown for key in rule.needs)
        return Decision(general.says, (general.label,), tuple(rule.label for rule in unknown), tuple(missing))
    first = applying[0]
    for other in applying[1:]:
        if other.says != first.says:
            raise ConflictingRules(
                f"{first.label} and {other.label} both apply and disagree: {first.says}, {other.says}",
                where="rectification",
                found=f"{first.label}, {other.label}",
                remedy="check the facts of the incident: they cannot all be so",
            )
    return Decision(first.says, tuple(rule.label for rule in applying))
