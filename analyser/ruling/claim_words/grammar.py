"""A claim statement parsed into phrases: a small grammar of patterns over the meanings of its words.

What the words fix is decided with the cards in hand by `understanding`; here nothing is known of the position.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from analyser.bridge import Suit
from analyser.ruling.claim_words.statement_words import Lexicon, StatementWord, lexicons, read_tokens


class PhraseKind(StrEnum):
    """What a phrase of a claim statement says."""

    DRAW = "draw"  # trumps are drawn, all, or so many rounds or trumps
    TRUMP_OUT = "trump-out"  # a trump is out
    NO_TRUMP_OUT = "no-trump-out"  # no trump is out any more
    SUIT = "suit"  # a suit is played from the top
    WINNERS = "winners"  # winners are listed, which is no order of play
    TOWARDS = "towards"  # a suit is led to a card
    FINESSE = "finesse"
    RUFF = "ruff"
    CROSS_RUFF = "cross-ruff"
    DISLODGE = "dislodge"  # a suit is led to drive out a high card
    CONCEDE = "concede"
    REST = "rest"  # all the tricks that remain
    TRICKS = "tricks"  # a number of tricks
    HIGH = "high"  # everything, or everything in one hand, is high
    LINE = "line"  # a squeeze, a throw-in, a discard, an entry: a line that suits alone do not describe


@dataclass(frozen=True, slots=True)
class Phrase:
    """One phrase: its kind, its suits in the order said, its cards' ranks, its number, and the words themselves."""

    kind: PhraseKind
    written: str
    codes: str = ""  # the meanings of its words, a letter each
    suits: tuple[Suit, ...] = ()
    ranks: tuple[int, ...] = ()
    number: int | None = None
    is_rounds: bool = False  # the number counts rounds of trumps
    is_more: bool = False  # the number counts tricks still to come
    is_against: bool = False  # the card named is the one missing
    is_played: bool = False  # a verb plays it


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as its words say it: the phrases in the order of play where they give one, and what was not understood."""

    language: str
    phrases: tuple[Phrase, ...]
    is_sequence: bool = False  # a word says what comes first or next
    unknown: tuple[str, ...] = ()  # words that are not understood, or that make it depend on something
    is_conditional: bool = False  # it depends on something: nothing in it is sure to have been said


_DET = "[anemsli]*"
_CARDS = "C(?:[&,]?C)*+"
_ELEMENT = rf"(?:{_DET}(?:\^?S(?:{_CARDS})?\^?|{_CARDS}o{_DET}S\^?|K(?:[&,]?K)*\^?)[DM]?(?![=rfL]))"
_CARD = r"(?:C(?:oa?S)?|K)"
_PATTERNS: Final = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (PhraseKind.DRAW, r"<e?tG"),
        (PhraseKind.NO_TRUMP_OUT, r"0m?tx?|e?tG"),
        (PhraseKind.REST, r"c0|h?0L|(?<![no])h?\*(?!o)|h?eT(?!o)"),
        (PhraseKind.TRUMP_OUT, r"h?[anlim]*(?:tx|xt)"),
        (PhraseKind.DRAW, r"[dp][anlimex]*(?:Ro)?[anlimex]*t\^?(?:nR)?x?|[an]Ro[el]*t|t\^?(?=[>1])|(?<=[>1])t\^?|t\^"),
        (PhraseKind.DRAW, r"(?<![^.])t(?=[,&])|d(?=[,.&>h]|$)"),
        (PhraseKind.DISLODGE, r"q[anlis]*(?:C(?:oa?S)?|SC?|K)"),
        (PhraseKind.CONCEDE, r"cy?[anmlisx=]*(?:(?:S|t)[LT]?C?|C(?:oa?[St])?|K|T(?:o[St])?|L)?(?:&a[St]T?)*y?D?"),
        (PhraseKind.CONCEDE, r"h?[an][St]?L|[an](?:[STt]|C(?:o[St])?|K)?y|(?:C(?:o[St])?|K)y|e?-[an][STtL]?"),
        (PhraseKind.TOWARDS, r"[pd]?[asnli]*S=[DM]?C(?:\|C)*|[pd]?[asnli]*S=K|p=CoS"),
        (PhraseKind.FINESSE, rf"[ph]?[an]*Sf(?:[=v]?C)?|[ph]?[an]*f(?:oa?S(?:[=v]?C)?|[=v]?(?:{_CARD}|SC?))?"),
        (PhraseKind.CROSS_RUFF, r"[ph]?a?X(?:o?S(?:&S)*)?"),
        (PhraseKind.RUFF, r"[ph]?r[ancmli]*(?:S(?:[&,]a?S(?![=rfLC]))*|L)?T?[DM]?|[ph]?[an]*Sr[DM]?"),
        (PhraseKind.TRICKS, r"[hp]?m?nm?T|hm?nm?(?![anSCKtwL])"),
        (PhraseKind.SUIT, rf"[pd]{_ELEMENT}(?:[,&]{_ELEMENT})*"),
        (PhraseKind.WINNERS, rf"{_ELEMENT}g|[pdh]?{_DET}(?:w|{_CARDS}(?!o)|t)g?D?|\*oS"),
        (PhraseKind.WINNERS, rf"h?{_ELEMENT}T?"),
        (PhraseKind.HIGH, r"[DM]e?g|eg|g[DM]?e?"),
        (PhraseKind.LINE, r"[ph]?Z(?:[an]*(?:S|C|K|L|w|T))?(?:[=v]?(?:C|S|y|D|M))?"),
    )
)  # fmt: skip
_CARRIES_NOTHING = frozenset("&,.DMhoaem>1<")
_IN_ORDER = frozenset(">1<")
_CONDITIONS = frozenset("!|")


@cache
def parse_statement(text: str) -> Statement | None:
    """The statement in the language that leaves the fewest of its words unknown; `None` if it says nothing or is too long."""
    readings = [reading for lexicon in lexicons() if (reading := _parse_in(text, lexicon)) is not None]
    return min(readings, key=lambda reading: len(reading.unknown), default=None)


def _parse_in(text: str, lexicon: Lexicon) -> Statement | None:
    tokens = read_tokens(text, lexicon)
    if not tokens or all(token.code in ",.&" for token in tokens):
        return None
    codes = "".join(token.code for token in tokens)
    phrases: list[Phrase] = []
    unknown: list[str] = []
    place, behind = 0, False
    while place < len(tokens):
        found = _match(codes, place)
        if found is None:
            token = tokens[place]
            if token.code == "<":
                behind = bool(phrases) and codes[place - 1] not in ".>,"
            elif token.code == "1" and phrases and place and codes[place - 1] not in ",.&>":
                phrases.insert(0, phrases.pop())
            elif token.code not in _CARRIES_NOTHING:
                unknown.append(token.written)
            place += 1
            continue
        kind, end = found
        phrase = _build(kind, tokens[place:end])
        leads = place and codes[place - 1] == "1"
        phrases.insert(0 if leads else len(phrases) - 1 if behind else len(phrases), phrase)
        place, behind = end, False
    return Statement(
        lexicon.language,
        tuple(phrases),
        is_sequence=any(code in _IN_ORDER for code in codes),
        unknown=tuple(dict.fromkeys(unknown)),
        is_conditional=any(token.code in _CONDITIONS and token.written in unknown for token in tokens),
    )


def _match(codes: str, place: int) -> tuple[PhraseKind, int] | None:
    for kind, pattern in _PATTERNS:
        match = pattern.match(codes, place)
        if match and match.end() > place:
            return kind, match.end()
    return None


def _build(kind: PhraseKind, tokens: Sequence[StatementWord]) -> Phrase:
    codes = "".join(token.code for token in tokens)
    if kind is PhraseKind.WINNERS and "^" in codes:
        kind = PhraseKind.SUIT
    ranks = tuple(rank for token in tokens for rank in token.ranks)
    number, is_rounds = _number_of(kind, tokens, codes)
    return Phrase(
        kind,
        " ".join(token.written for token in tokens if token.code not in ",.").strip(),
        codes,
        tuple(dict.fromkeys(_suits_of(tokens))),
        ranks,
        number,
        is_rounds=is_rounds,
        is_more="m" in codes,
        is_against="v" in codes,
        is_played=bool(set("pd") & set(codes)),
    )


def _suits_of(tokens: Sequence[StatementWord]) -> Iterator[Suit]:
    return (token.suit for token in tokens if token.suit is not None)


def _number_of(kind: PhraseKind, tokens: Sequence[StatementWord], codes: str) -> tuple[int | None, bool]:
    """The number of a phrase, and whether it counts rounds; an article counts one where something is conceded or ruffed."""
    stated = [token.number for token in tokens if token.number is not None]
    match kind:
        case PhraseKind.DRAW:
            if "R" in codes or (stated and not set("xli") & set(codes)):
                return (stated[0] if stated else 1), True
            if stated:
                return stated[0], False
            single = "i" in codes or any(token.meaning == "trump" for token in tokens)
            return (1 if single and set("lix") & set(codes) else None), False
        case PhraseKind.TRUMP_OUT:
            return (stated[0] if stated else 1 if set("ai") & set(codes) else None), False
        case PhraseKind.CONCEDE:
            return sum(stated) + codes.count("a") or 1, False
        case PhraseKind.RUFF:
            return sum(stated) + codes.count("a") or None, False
        case _:
            return (stated[0] if stated else None), False
