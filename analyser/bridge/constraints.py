"""What a call or an explanation shows about one hand, in a small closed language.

    S5      five spades           H5+    five or more hearts      D0-3   at most three diamonds
    C3-     three clubs or fewer  HCP15-17 HCP12+ HCP11-          high-card points
    M5+     a major of five or more        m5+    a minor of five or more
    A2      two aces              K1+      one or more kings      SA SK  the ace, the king of spades
    bal     4333, 4432 or 5332    semi     also 5422 and 6322     unbal  not balanced

Terms parted by blanks all hold; alternatives are parted by `|`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from analyser.bridge.cards import Card, Suit, as_code
from analyser.bridge.hands import Hand
from analyser.errors import BridgeError, Problem
from analyser.messages import sentence


class Measure(Enum):
    """What a term of the language counts."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    MAJOR = "M"
    MINOR = "m"
    POINTS = "HCP"
    ACES = "A"
    KINGS = "K"
    BALANCED = "bal"
    SEMI_BALANCED = "semi"
    UNBALANCED = "unbal"
    HONOUR = "honour"

    __repr__ = as_code


_MOST = {Measure.POINTS: 37, Measure.ACES: 4, Measure.KINGS: 4}
SHAPES = {Measure.BALANCED, Measure.SEMI_BALANCED, Measure.UNBALANCED}
_SEMI = ([2, 2, 4, 5], [2, 2, 3, 6])

_COUNT: dict[Measure, Callable[[Hand], int]] = {
    Measure.SPADES: lambda hand: hand.lengths[Suit.SPADES],
    Measure.HEARTS: lambda hand: hand.lengths[Suit.HEARTS],
    Measure.DIAMONDS: lambda hand: hand.lengths[Suit.DIAMONDS],
    Measure.CLUBS: lambda hand: hand.lengths[Suit.CLUBS],
    Measure.MAJOR: lambda hand: max(hand.lengths[2:]),
    Measure.MINOR: lambda hand: max(hand.lengths[:2]),
    Measure.POINTS: lambda hand: hand.points,
    Measure.ACES: lambda hand: hand.count_of(12),
    Measure.KINGS: lambda hand: hand.count_of(11),
    Measure.BALANCED: lambda hand: int(hand.is_balanced),
    Measure.SEMI_BALANCED: lambda hand: int(hand.is_balanced or sorted(hand.lengths) in _SEMI),
    Measure.UNBALANCED: lambda hand: int(not hand.is_balanced),
}

_TERM = re.compile(r"(HCP|[SHDCMmAK])(\d{1,2})(?:(\+|-(?!\d))|-(\d{1,2}))?")


@dataclass(frozen=True, slots=True)
class Span:
    """One term: a measure between two numbers, or one card held."""

    measure: Measure
    low: int = 1
    high: int = 1
    card: Card | None = None

    def holds(self, hand: Hand) -> bool:
        """Tell whether the hand satisfies this term."""
        if self.card is not None:
            return self.card in hand
        return self.low <= _COUNT[self.measure](hand) <= self.high

    def __str__(self) -> str:
        """The term as it is written."""
        if self.card is not None:
            return str(self.card)
        if self.measure in SHAPES:
            return str(self.measure.value)
        if self.low == self.high:
            return f"{self.measure.value}{self.low}"
        if self.is_open:
            return f"{self.measure.value}{self.low}+"
        return f"{self.measure.value}{self.low}-{self.high}"

    @property
    def is_open(self) -> bool:
        """Whether nothing bounds it above: five hearts or more."""
        return self.high >= _MOST.get(self.measure, 13)


@dataclass(frozen=True, slots=True, repr=False)
class HandConstraint:
    """Alternatives, each a list of terms that all hold.

    >>> shown = HandConstraint.parse("H5+ S0-3 HCP11-15 | bal HCP20+")
    >>> str(shown)
    'H5+ S0-3 HCP11-15 | bal HCP20+'
    >>> shown.holds(Hand.parse("AK9.AQ72.K76.A92"))
    True
    """

    alternatives: tuple[tuple[Span, ...], ...]

    @classmethod
    def parse(cls, text: str) -> "HandConstraint":
        """Read the language; refused with every term that is not of it."""
        if problems := cls.problems(text):
            raise BridgeError.from_problems(problems)
        return cls(tuple(tuple(map(_span, part.split())) for part in text.split("|")))

    @classmethod
    def problems(cls, text: str) -> tuple[Problem, ...]:
        """Everything in the text that is not of the language."""
        if not text.strip() or any(not part.split() for part in text.split("|")):
            return (Problem("", text, sentence("meaning-empty"), sentence("write-terms")),)
        problems: list[Problem] = []
        for word in text.replace("|", " ").split():
            try:
                _span(word)
            except BridgeError as error:
                problems += error.problems
        return tuple(problems)

    def holds(self, hand: Hand) -> bool:
        """Tell whether the hand is as shown."""
        return any(all(span.holds(hand) for span in spans) for spans in self.alternatives)

    def __str__(self) -> str:
        """The text that parses to this."""
        return " | ".join(" ".join(map(str, spans)) for spans in self.alternatives)

    def __repr__(self) -> str:
        """How to make this again."""
        return f"HandConstraint.parse('{self}')"


def _span(word: str) -> Span:
    for measure in SHAPES:
        if word.lower() == measure.value:
            return Span(measure)
    if re.fullmatch(r"[SHDC][AKQJT]", word):
        return Span(Measure.HONOUR, card=Card.parse(word))
    match = _TERM.fullmatch(word)
    if not match:
        remedy = sentence("terms-are-like")
        raise BridgeError(sentence("meaning-term-unknown"), found=word, remedy=remedy)
    measure = Measure(match[1])
    low, most = int(match[2]), _MOST.get(measure, 13)
    high = most if match[3] == "+" else int(match[4]) if match[4] else low
    if match[3] == "-":
        low, high = 0, low
    if not 0 <= low <= high <= most:
        raise BridgeError(sentence("meaning-range", most=most), found=word, remedy=sentence("terms-are-like"))
    return Span(measure, low, high)


_ATTEMPT = re.compile(r"\s*(?:(?:HCP|[SHDCMmAK])\d|[SHDC][AKQJT](?=$|[\s|]))")
_SHAPE_FIRST = re.compile(r"\s*(?:bal|semi|unbal)(?=$|[\s|])")
_POINTS_TERM = re.compile(r"(?:^|[\s|])HCP\d")


def begins_like_constraint(text: str) -> bool:
    """Tell whether a text begins like this language: then it is never read as words.

    >>> [begins_like_constraint(text) for text in ("S5+ HCP8-11 weak", "bal 15-17", "bal HCP15-", "4+!s inv")]
    [True, False, True, False]
    """
    if _ATTEMPT.match(text):
        return True
    is_whole = not HandConstraint.problems(text)
    return bool(_SHAPE_FIRST.match(text)) and (is_whole or bool(_POINTS_TERM.search(text)))
