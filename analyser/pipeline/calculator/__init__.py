"""The director's pocket calculator: words in, a calculation or a ruling without a case out; every front door uses it."""

from analyser.adjustment import two_decimals
from analyser.pipeline.calculator.card import ScoreCard, Typed, score_card
from analyser.pipeline.calculator.ruling import document, findings, ruling_of, say, signed, warnings
from analyser.pipeline.calculator.words import LISTS, ONCE, ScoreWords, split_words

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
