"""A position in the tokens of an explanation, and what is named there: numbers with their bounds, suits."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from analyser.estimates.meanings.boxes import ANY, Union
from analyser.estimates.meanings.situation import Situation
from analyser.estimates.meanings.tokens import OPEN, Token


class Item(NamedTuple):
    """One thing an explanation says; `source` is plain (numbers and suits), term, comma or or."""

    source: str
    shown: Union = ANY
    name: str = ""
    """The term, if it is one."""


SUIT_TERMS: Final = {"!s": "S", "!h": "H", "!d": "D", "!c": "C", "major": "M", "minor": "m"}


NOT_HELD: Final = frozenset(
    (
        "stopper",
        "cue",
        "controls",
        "queen",
        "ask",
        "puppettosuit",
        "keycards",
        "keycard",
        "aces",
        "kings",
        "leaddirecting",
        "lasttrain",
        "passcorrect",
        "takeout",
    )
)


PASSED_OVER: Final = frozenset(
    ("fill", "any", "either", "long", "longer", "card", "and", "exactly", "notrump", "artificial")
)


class Cursor:
    """A position in the tokens of one text, and the items read so far."""

    def __init__(self, tokens: Sequence[Token], seen: Situation) -> None:
        self.tokens = tokens
        self.seen = seen
        self.place = 0
        self.items: list[Item] = []

    def token(self, ahead: int = 0) -> Token:
        """The token so far ahead; a blank one beyond the end."""
        place = self.place + ahead
        return self.tokens[place] if 0 <= place < len(self.tokens) else Token("end", "")

    def term(self, ahead: int = 0) -> str:
        """The term so far ahead; empty for anything else."""
        token = self.token(ahead)
        return token.text if token.kind == "term" else ""

    def skip(self, ahead: int, names: frozenset[str]) -> int:
        """The distance to the next token that is none of these terms."""
        while self.term(ahead) in names:
            ahead += 1
        return ahead

    def add(self, source: str, shown: Union | None, length: int, name: str = "") -> None:
        """Note an item and go on behind it."""
        if shown is not None:
            self.items.append(Item(source, shown, name))
        self.place += length

    @property
    def in_part(self) -> list[Item]:
        """The items since the last `or`."""
        last = max((place for place, item in enumerate(self.items) if item.source == "or"), default=-1)
        return [item for item in self.items[last + 1 :] if item.source in ("plain", "term")]


def number_at(cursor: Cursor, ahead: int = 0) -> tuple[int, int, int] | None:
    """The bounds a number or range gives, with words that bound it, and the tokens it takes; `None` for anything else."""
    bound = cursor.term(ahead)
    first = ahead
    if bound in _BOUNDS:
        first = cursor.skip(ahead + 1, frozenset(("fill",)))
    token = cursor.token(first)
    if token.text in ORDINALS:  # quinta nobile: five cards or more
        return ORDINALS[token.text], OPEN, first + 1 - ahead
    if token.kind not in ("number", "range") or (bound in ("min", "max") and token.kind == "range"):
        return None
    low, high, length = token.low, token.high, first + 1 - ahead
    if first > ahead:
        low, high = _bounded(bound, low, high)
    elif token.kind == "number" and cursor.term(ahead + 1) == "or":
        other = cursor.token(ahead + 2)
        if other.kind == "number" and other.low == low + 1 and low >= 1:
            high, length = other.low, 3
    after = cursor.term(ahead + length)
    if after == "ormore":
        return low, OPEN, length + 1
    if after == "orless":
        return 0, high, length + 1
    return low, high, length


ORDINALS: Final = {"fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}
_BOUNDS: Final = frozenset(("atleast", "atmost", "lessthan", "morethan", "exactly", "min", "max"))


def _bounded(bound: str, low: int, high: int) -> tuple[int, int]:
    match bound:
        case "atleast" | "min":
            return low, OPEN
        case "morethan":
            return low + 1, OPEN
        case "atmost" | "max":
            return 0, high if high < OPEN else low
        case "lessthan":
            return 0, max(0, low - 1)
        case _:
            return low, high


def suits_at(cursor: Cursor, ahead: int) -> tuple[list[str], int]:
    """The suits named from here on, one or several joined by `or`, and the tokens they take."""
    name = suit_named(cursor, ahead)
    if not name:
        return [], 0
    suits, length = [name], 1
    while cursor.token(ahead + length).text in ("or", "/") and (
        other := suit_named(cursor, ahead + length + 1)
    ):
        suits.append(other)
        length += 2
    return suits, length


def suit_named(cursor: Cursor, ahead: int) -> str:
    """The suit or group named there, as a measure or a group's own name."""
    term = cursor.term(ahead)
    seen = cursor.seen
    if term in SUIT_TERMS:
        return SUIT_TERMS[term]
    if term == "othermajor":
        major = next(
            (suit for suit in (seen.suit, seen.partner, seen.theirs_first) if suit in ("S", "H")), ""
        )
        return {"S": "H", "H": "S"}.get(major, "M")
    if term == "otherminor":
        minor = next(
            (suit for suit in (seen.suit, seen.partner, seen.theirs_first) if suit in ("C", "D")), ""
        )
        return {"C": "D", "D": "C"}.get(minor, "m")
    return term if term in ("majors", "minors") else ""


def measures_of(name: str) -> list[str]:
    """The measures a suit or group is counted by."""
    return {"majors": ["S", "H"], "minors": ["D", "C"]}.get(name, [name])
