"""The director's pocket calculator: words in, a calculation or a ruling without a case out; every front door uses it."""

from analyser.ruling.adjustment import two_decimals
from analyser.ruling.calculator.card import ScoreCard, Typed, score_card
from analyser.ruling.calculator.ruling import document, findings, ruling_of, say, signed, warnings
from analyser.ruling.calculator.words import LISTS, ONCE, ScoreWords, split_words

__all__ = [
    "LISTS",
    "ONCE",
    "ScoreCard",
    "ScoreWords",
    "Typed",
    "document",
    "findings",
    "ruling_of",
    "say",
    "score_card",
    "signed",
    "split_words",
    "two_decimals",
    "warnings",
]
