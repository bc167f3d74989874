"""What an explanation says by numbers, suits and terms: hand types in the constraint language, read token by token.

Two readings come out: `plain` has the ranges, lengths and suits alone; `full` adds what words of strength and the names
of conventions mean at this place in the auction. Parts parted by `or` are alternatives; parts parted by a comma hold
together unless they contradict each other, then they are alternatives too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from analyser.bridge import HandConstraint
from analyser.estimates.meanings.boxes import (
    ANY,
    MOST_ALTERNATIVES,
    Box,
    Union,
    conjoin,
    constraint_of,
    distinct,
    suit_box,
)
from analyser.estimates.meanings.conventions import ASKING
from analyser.estimates.meanings.cursor import Item
from analyser.estimates.meanings.parts import read_items
from analyser.estimates.meanings.situation import Situation, situation_of
from analyser.estimates.meanings.strength import STRENGTH
from analyser.estimates.meanings.tokens import Token, read_tokens


@dataclass(frozen=True, slots=True)
class TextReading:
    """A text as it was read."""

    plain: Union
    """By ranges, lengths and suits alone; a union with an empty box limits nothing."""
    full: Union
    """With words of strength and conventions too."""
    tokens: tuple[Token, ...]
    asks: bool
    """Whether the call asks, relays or obeys."""

    @property
    def is_silent(self) -> bool:
        """Whether nothing was read of the hand."""
        return not self.full or any(not bounds for bounds in self.full)

    @property
    def constraint(self) -> HandConstraint | None:
        """What was read in the constraint language; `None` if nothing was, or too many alternatives."""
        return constraint_of(self.full)


def read(text: str, calls: Sequence[int]) -> TextReading:
    """A text about the last of some calls (codes from the dealer's on).

    >>> str(read("4+!s inv", (7, 0, 9)).constraint), str(read("debole, 6+ picche", (11,)).constraint)
    ('S4+ HCP8-10', 'S6+ HCP5-10')
    """
    return _read(text, situation_of(tuple(calls)))


@lru_cache(maxsize=65536)
def _read(text: str, seen: Situation) -> TextReading:
    tokens = read_tokens(text)
    plain, full = _combined(read_items(tokens, seen), seen)
    asks = any(token.kind == "term" and token.text in ASKING for token in tokens)
    return TextReading(plain, full, tokens, asks)


def _combined(items: Sequence[Item], seen: Situation) -> tuple[Union, Union]:
    """The items of a text as two unions: without the terms, and with them."""
    plain: list[Box] = []
    full: list[Box] = []
    for part in (_without_default_length(part, seen) for part in _split(items, "or")):
        chunks = _split(part, "comma")
        plain += _joined([[item.shown for item in chunk if item.source == "plain"] for chunk in chunks])
        whole = _joined([[item.shown for item in chunk if item.shown != ANY] for chunk in chunks])
        full += _with_implied_suit(whole, part, seen)
    return _finished(plain, seen), _finished(full, seen)


def _without_default_length(part: Sequence[Item], seen: Situation) -> Sequence[Item]:
    """The items without the length `natural` stands for, where a length of that suit is stated."""
    stated = any(seen.suit in bounds for item in part if item.source == "plain" for bounds in item.shown)
    return [item for item in part if item.name != "natural"] if seen.suit and stated else part


_BY_NATURE: Final = frozenset(("weak", "preempt", "intermediate", "strong", "constructive", "toplay"))


def _with_implied_suit(whole: Union, part: Sequence[Item], seen: Situation) -> Union:
    """A bid of which only its strength is explained is natural: a raise, a weak two, a preempt."""
    words = {item.name for item in part}
    if not words & set(STRENGTH) or not seen.suit or any(set(bounds) - {"HCP"} for bounds in whole):
        return whole
    if any(set(bounds) - {"HCP"} for item in part if item.source == "plain" for bounds in item.shown):
        return whole
    if any(item.name and item.name not in STRENGTH for item in part):
        return whole
    if seen.is_raise and not seen.is_cue:
        return conjoin(whole, suit_box(seen.suit, 4 if "mixed" in words else 3)) or whole
    is_long = (seen.opens and (seen.level > 2 or (seen.level == 2 and seen.suit != "C"))) or (
        bool(seen.jump) and (seen.overcalls or seen.responds)
    )
    if words & _BY_NATURE and is_long and not (seen.opens and "strong" in words):
        return conjoin(whole, suit_box(seen.suit, 6)) or whole
    return whole


def _split(items: Sequence[Item], at: str) -> list[list[Item]]:
    parts: list[list[Item]] = [[]]
    for item in items:
        if item.source == at:
            parts.append([])
        elif item.source in ("plain", "term") or at == "or":
            parts[-1].append(item)
    parts = [part for part in parts if any(item.source in ("plain", "term") for item in part)]
    return parts or [[]]


def _joined(chunks: Sequence[Sequence[Union]]) -> Union:
    """The chunks together; what contradicts what was read so far is another alternative."""
    whole: Union = ANY
    for chunk in chunks:
        inside: Union = ANY
        for shown in chunk:
            inside = conjoin(inside, shown) or inside
        joint = conjoin(whole, inside)
        whole = joint or distinct((*whole, *inside))
    return whole


def _finished(boxes: Sequence[Box], seen: Situation) -> Union:
    """A notrump of which only points are stated is balanced; an unlimited alternative limits nothing."""
    whole = distinct(boxes) if boxes else ANY
    if len(whole) > MOST_ALTERNATIVES:
        return ANY
    natural = seen.opens or (seen.overcalls and not seen.jump) or bool(seen.own_opened)
    if seen.strain == "NT" and seen.level <= 2 and natural:
        return tuple(
            {**bounds, "bal": (1, 1)} if set(bounds) == {"HCP"} and bounds["HCP"][1] < 37 else bounds
            for bounds in whole
        )
    return whole
