"""What the Laws prescribe mechanically: rectifications read from the law data, with the options of the innocent side."""

from analyser.ruling.rectify.remedy import cite, due, lacking, option, steps_of, together
from analyser.ruling.rectify.rules import Decision, Rule, decide
from analyser.ruling.rectify.scores import artificial_is_due
from analyser.ruling.rectify.steps import Step

__all__ = [
    "Decision",
    "Rule",
    "Step",
    "artificial_is_due",
    "cite",
    "decide",
    "due",
    "lacking",
    "option",
    "steps_of",
    "together",
]
