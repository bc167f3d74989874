"""The director's pocket calculator: words in, a calculation or a ruling without a case out; every front door uses it."""

from analyser.ruling.calculator.calculation import findings, ruling_of, say, signed, warnings
from analyser.ruling.calculator.card import LISTS, ONCE, ScoreCard, ScoreWords, Typed, score_card, split_words

__all__ = [
    "LISTS",
    "ONCE",
    "ScoreCard",
    "ScoreWords",
    "Typed",
    "findings",
    "ruling_of",
    "say",
    "score_card",
    "signed",
    "split_words",
    "warnings",
]
