"""The words of a claim statement as tokens: what each means, by the lists of `statement_words.toml`, in any of three languages."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from analyser.bridge import Suit
from analyser.resources import text

_FILE = "ruling/claim_words/statement_words.toml"
LONGEST = 120  # words of a statement that is read; of a longer one nothing is

CODES: Final[Mapping[str, str]] = {
    "clubs": "S", "diamonds": "S", "hearts": "S", "spades": "S", "trump": "t", "trumps": "t", "card": "K",
    "ace": "C", "king": "C", "queen": "C", "jack": "C", "ranks": "C", "number": "n", "article": "a",
    "draw": "d", "play": "p", "ruff": "r", "cross-ruff": "X", "concede": "c", "dislodge": "q", "finesse": "f",
    "against": "v", "have": "h", "then": ">", "after": "<", "first": "1", "and": "&", "or": "|", "trick": "T",
    "round": "R", "loser": "L", "top": "^", "winners": "w", "high": "g", "everything": "e", "rest": "*",
    "none": "0", "dummy": "D", "hand": "M", "to": "=", "of": "o", "small": "s", "last": "l", "last-one": "i",
    "out": "x", "gone": "G", "except": "-", "you": "y", "more": "m", "squeeze": "Z", "endplay": "Z",
    "discard": "Z", "crossing": "Z", "condition": "!", "comma": ",", "stop": ".", "unknown": "?",
}  # fmt: skip
"""One letter for each meaning: a statement is a string of them, and its grammar is written as patterns over it."""

_SUITS = {"clubs": Suit.CLUBS, "diamonds": Suit.DIAMONDS, "hearts": Suit.HEARTS, "spades": Suit.SPADES}
_RANKS = {"ace": 14, "king": 13, "queen": 12, "jack": 11}
_SYMBOLS = dict(zip("♠♥♦♣♤♡♢♧", (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS) * 2, strict=True))
_LETTERS = {"S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS, "C": Suit.CLUBS}
_OF_RANK = {"A": 14, "K": 13, "Q": 12, "J": 11, "T": 10, **{str(rank): rank for rank in range(2, 11)}}
_PIECE = re.compile(r"[♠♥♦♣♤♡♢♧] ?(?:(?:10|[2-9AKQJT])+(?![a-z]))?|[^\W\d_]+\d*|\d+|[,.;:!?&+/]")
_RANK = re.compile(r"10|[2-9AKQJT]")
_SUITED = re.compile(r"([SHDC♠♥♦♣♤♡♢♧]) ?((?:10|[2-9AKQJT])+)")
_RUN = re.compile(r"(?:10|[2-9AKQJT]){2,}|[KQJ]")
_IS = "è"  # Italian "is", which without its accent is "and"
_RANK_FIRST = re.compile(r"([AKQJT])([SHDC])")


@dataclass(frozen=True, slots=True)
class StatementWord:
    """A word or phrase of a statement: what it means, as written, and its suit, ranks or number where it has one."""

    meaning: str
    written: str
    suit: Suit | None = None
    ranks: tuple[int, ...] = ()
    number: int | None = None

    @property
    def code(self) -> str:
        """The letter of its meaning."""
        return CODES[self.meaning]


_Entry = tuple[tuple[str, ...], str, int | None]  # the words, their meaning, and the number if it is one


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language: phrases by their first letters, the longest first."""

    language: str
    entries: Mapping[str, tuple[_Entry, ...]]

    def match_phrase(self, words: Sequence[str]) -> _Entry | None:
        """The longest entry the words begin with; an exact one before one with any ending."""
        for entry in self.entries.get(words[0][:1], ()):
            pattern = entry[0]
            if len(pattern) <= len(words) and all(map(_fits, pattern, words)):
                return entry
        return None


def _fits(pattern: str, word: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


@cache
def lexicons() -> tuple[Lexicon, ...]:
    """The lexicon of each language, English first."""
    return tuple(_read_lexicon(language, table) for language, table in tomllib.loads(text(_FILE)).items())


def _read_lexicon(language: str, table: Mapping[str, object]) -> Lexicon:
    entries: dict[str, list[_Entry]] = {}
    for meaning, listed in table.items():
        rows = listed.items() if isinstance(listed, dict) else (("", listed),)
        for number, phrases in rows:
            for phrase in phrases if isinstance(phrases, list) else ():
                words = tuple(str(phrase).split())
                entries.setdefault(words[0][0], []).append((words, meaning, int(number) if number else None))
    ordered = {first: tuple(sorted(rows, key=_order)) for first, rows in entries.items()}
    return Lexicon(language, ordered)


def _order(entry: _Entry) -> tuple[int, bool, int]:
    words = entry[0]
    return -len(words), any(word.endswith("*") for word in words), -sum(map(len, words))


def read_tokens(statement: str, lexicon: Lexicon) -> tuple[StatementWord, ...] | None:
    """The tokens of a statement without words that carry no meaning; `None` if it is too long to be read."""
    pieces = _PIECE.findall(statement.replace("\ufe0f", ""))
    if len(pieces) > LONGEST:
        return None
    return tuple(token for token in _tokens(pieces, lexicon) if token.meaning != "filler")


def _tokens(pieces: Sequence[str], lexicon: Lexicon) -> Iterator[StatementWord]:
    plain = [_without_accents(piece) if piece.casefold() != _IS else "sono" for piece in pieces]
    place = 0
    while place < len(pieces):
        card = _read_card(pieces, place)
        if card is not None:
            yield card
            place += 1
            continue
        entry = lexicon.match_phrase(plain[place:])
        if entry is None:
            yield _read_piece(pieces[place], plain[place])
            place += 1
            continue
        words, meaning, number = entry
        written = " ".join(pieces[place : place + len(words)])
        ranks = (_RANKS[meaning],) if meaning in _RANKS else ()
        yield StatementWord(meaning, written, _SUITS.get(meaning), ranks, number)
        place += len(words)


def _read_card(pieces: Sequence[str], place: int) -> StatementWord | None:
    """A card or cards written as in a diagram, or a suit as its symbol or capital letter."""
    piece = pieces[place].strip()
    if piece in _SYMBOLS or (piece in _LETTERS and not _is_before_apostrophe(pieces, place)):
        return StatementWord("clubs", piece, _SYMBOLS[piece] if piece in _SYMBOLS else _LETTERS[piece])
    if suited := _SUITED.fullmatch(piece):
        suit = _SYMBOLS[suited[1]] if suited[1] in _SYMBOLS else _LETTERS[suited[1]]
        return StatementWord("card", piece, suit, _ranks_in(suited[2]))
    if turned := _RANK_FIRST.fullmatch(piece):
        return StatementWord("card", piece, _LETTERS[turned[2]], _ranks_in(turned[1]))
    if piece == "A" and place and pieces[place - 1].strip() not in (".", ";", "!", "?"):
        return StatementWord("ranks", piece, None, (14,))
    if _RUN.fullmatch(piece) and not piece.isdigit():
        return StatementWord("ranks", piece, None, _ranks_in(piece))
    return None


def _is_before_apostrophe(pieces: Sequence[str], place: int) -> bool:
    """Whether a capital letter is an article cut off ("D'accordo"), which nobody writes for a suit."""
    return place + 1 < len(pieces) and place == 0 and pieces[place + 1].islower() and pieces[place] == "D"


def _ranks_in(ranks: str) -> tuple[int, ...]:
    return tuple(_OF_RANK[rank] for rank in _RANK.findall(ranks))


def _read_piece(piece: str, plain: str) -> StatementWord:
    if piece.isdigit():
        number = int(piece[:3])
        return (
            StatementWord("number", piece, number=number) if number <= 13 else StatementWord("unknown", piece)
        )
    if piece in ",;:/":
        return StatementWord("comma", piece)
    if piece in "&+":
        return StatementWord("and", piece)
    if piece in ".!?":
        return StatementWord("stop", piece)
    return StatementWord("unknown", piece) if len(plain) > 1 else StatementWord("filler", piece)


def _without_accents(word: str) -> str:
    """The word in lower case without accents, as the lists have it."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).strip()
