"""The tokens of an explanation: numbers, suits and terms of the word lists, the same for training and at run time.

Spellings of four languages and the shorthand of operators become one term each, so `debole`, `slab` and `wk` are the
token `weak`. Words of no list keep their spelling; whether the learned part knows them is asked later.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from analyser import resources

_FILE: Final = "estimates/meanings/words.toml"
OPEN: Final = 99
"""The upper end of a range that nothing bounds above."""
LONGEST: Final = 600
"""Characters of a text that are read; an explanation is shorter."""


class Token(NamedTuple):
    """One token: `kind` is number, range, pair, shape, card, term or word; numbers have bounds."""

    kind: str
    text: str
    low: int = 0
    high: int = 0
    source: str = ""
    """The words as typed, for a reader who is told that they are not understood."""


_SIGNS: Final = {"♠": "!s", "♥": "!h", "♦": "!d", "♣": "!c", "♤": "!s", "♡": "!h", "♢": "!d", "♧": "!c"}
_DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—−―"), "-")
_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "æ": "ae", "ß": "ss", "đ": "d", "ı": "i", "’": "'", "`": "'", "´": "'"}
)
_NUMBER_WORDS: Final = (
    {word: number for number, word in enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven", "eight"))}
    | {"nine": 9, "ten": 10, "eleven": 11, "twelve": 12}
    | {word: number for number, word in enumerate(("due", "tre", "quattro", "cinque", "sei", "sette", "otto"), 2)}
    | {word: number for number, word in enumerate(("doua", "trei", "patru", "cinci", "sase", "sapte", "opt"), 2)}
    | {"doi": 2, "dieci": 10, "zece": 10, "nove": 9, "noua": 9}
)  # fmt: skip
_CASED: Final = (
    # a capital M is a major, a small m a minor: told apart before capitals are dropped
    (re.compile(r"(?<![A-Za-z!])(?:MM|Ms|M's|2M|2Ms)(?![A-Za-z'])"), " majors "),
    (re.compile(r"(?<![A-Za-z!])(?:mm|ms|m's|2m|2ms)(?![A-Za-z'])"), " minors "),
    (re.compile(r"(?<=[0-9+])(?:cM|cdM|crdM)(?![A-Za-z'])"), " major "),
    (re.compile(r"(?<=[0-9+])(?:cm|cdm)(?![A-Za-z'])"), " minor "),
    (re.compile(r"(?<![A-Za-z!])(?:oM|OM|om)(?![A-Za-z'])"), " othermajor "),
    (re.compile(r"(?<![A-Za-z!'])M(?![A-Za-z'])"), " major "),
    (re.compile(r"(?<![A-Za-z!'])m(?![A-Za-z'])"), " minor "),
)
_PATTERNS: Final = re.compile(
    r"""
      !(?P<suit>[shdc])(?:'?s)?(?![a-z])
    | !(?P<honour>[shdc][akqjt])(?![a-z])
    | !(?P<suit2>[shdc])(?=[a-z])
    | (?P<special>f1r?(?![a-z])|1rf(?![a-z])|4sf|2/1|4thsf|p/c|t/o|w/o|s/o|g/b|1430|3014|2way|wj\d+|xyz|good/bad)
    | (?P<shape>(?<![\d-])(?:\d{4}|\d-\d-\d-\d|\d=\d=\d=\d)(?![\d+]))
    | (?P<call>[1-7](?:nt|n|sa)(?![a-z]))
    | (?P<ordinal>(?:1st|2nd|3rd|[4-7]th|4o|2o)(?![a-z]))
    | (?P<range>\(?\d{1,2}\)?\+?\s?(?:-|\bto\b|\ba\b(?=\s\d)|\bla\b(?=\s\d))\s?\(?\d{1,2}\)?(?![\d-])(?:\(\d{1,2}\))?\+?)
    | (?P<blank>(?<![\d-])(?:[89]|1\d|2\d)\s(?:1\d|2\d)(?![\d+-]))
    | (?P<pair>(?<!\d)\d\+[-/]?\d\+?(?!\d)|(?<!\d)\d[-/]\d\+(?!\d)|(?<!\d)\d/\d(?!\d)|(?<!\d)[4-7][4-7](?![\d+-]))
    | (?P<slash>\d{1,2}/\d{1,2}(?![\d]))
    | (?P<open>\d{1,2}\s?\+{1,2})
    | (?P<close>\d{1,2}-(?!\d))
    | (?P<number>\d{1,3})
    | (?P<sign>[<>]=?|[|&+/,;:.()?=])
    | (?P<word>[a-z][a-z']*)
    | (?P<odd>\S)
    """,
    re.VERBOSE,
)
_LETTER_SUIT: Final = re.compile(
    r"(?<=[0-9+])\s?([shdc])(?=$|[\s,;.+&/)0-9-])|(?<![a-z'!0-9])([shdc])(?=\s?[/&+]\s?[shdc!m]\b)|(?<=[+&/])\s?([shdc])(?![a-z'])"
)
_CARDS_LETTER: Final = re.compile(
    r"(?<=[0-9+])\s?c(?:d|rd)?s?(?=\s+(?:suit|sup|supp|support|raise|fit|major|minor|!)|\s*(?:major|minor)\b)"
)


def plain_text(text: str) -> str:
    """The text in small letters without accents, its suits as `!s`, its dashes and numbers in one spelling.

    >>> plain_text("5+♠, 4M – debole"), plain_text("Fără atu 15/17")
    ('5+!s, 4 major  - debole', 'fara atu 15/17')
    """
    cut = text[:LONGEST].replace("o\r\n", "o").replace("O\r\n", "O")
    for sign, name in _SIGNS.items():
        cut = cut.replace(sign, name)
    cut = unicodedata.normalize("NFKC", cut).translate(_DASHES)
    for pattern, name in _CASED:
        cut = pattern.sub(name, cut)
    small = unicodedata.normalize("NFKD", cut.lower()).translate(_LETTERS)
    bare = "".join(letter for letter in small if not unicodedata.combining(letter))
    bare = re.sub(r"[\x00-\x1f\x7f]", " ", bare)
    bare = re.sub(
        r"(?<![a-z])(" + "|".join(_NUMBER_WORDS) + r")(?![a-z])", lambda m: str(_NUMBER_WORDS[m[1]]), bare
    )
    bare = re.sub(r"(?<=\d)-(?=[a-z])", " ", bare)
    bare = _CARDS_LETTER.sub(" card", bare)
    return _LETTER_SUIT.sub(lambda m: f" !{m[1] or m[2] or m[3]}", bare).strip()


def raw_tokens(plain: str) -> Iterator[Token]:
    """The tokens of a plain text before terms are recognised."""
    for match in _PATTERNS.finditer(plain):
        kind, found = match.lastgroup or "odd", match[0]
        yield from _NUMERIC[kind](found) if kind in _NUMERIC else _verbal(kind, match)


def _verbal(kind: str, match: re.Match[str]) -> Iterator[Token]:
    found = match[0]
    match kind:
        case "suit" | "suit2":
            yield Token("term", f"!{match[kind]}", source=found)
        case "honour":
            yield Token("card", match[kind].upper(), source=found)
        case "sign" | "odd":
            yield Token("sign" if kind == "sign" else "odd", found, source=found)
        case "call":
            yield Token("call", found, source=found)
        case _:
            yield Token("word", found, source=found)


def _digits(found: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", found)]


def _shape(found: str) -> Iterator[Token]:
    lengths = [int(digit) for digit in re.findall(r"\d", found)]
    if sum(lengths) == 13:
        written = "=" if "=" in found else "-"
        yield Token("shape", written.join(map(str, lengths)), source=found)
        return
    for part in re.findall(r"\d+", found):
        yield Token("number", part, int(part), int(part), found)


def _range(found: str) -> Iterator[Token]:
    """`14-16`, `14+-17`, `(14)15-17`; a pair that falls, or of equals, is a shape: `5-4`, `5-5`."""
    numbers = _digits(found)
    low, high = (numbers[0], numbers[1]) if len(numbers) < 3 or found[0] != "(" else (numbers[1], numbers[2])
    if low < high:
        yield Token("range", f"{low}-{high}", low, high, found)
    elif low <= 9 and low + high <= 13 and low >= 1:
        yield Token("pair", f"{low}:{high}", low, high, found)
    else:
        yield Token("number", str(low), low, low, found)
        yield Token("number", str(high), high, high, found)


def _pair(found: str) -> Iterator[Token]:
    """`5+4+`, `5/5`, `55`, `5-4+`; a rising pair parted by a stroke is a range of lengths: `4/5`."""
    low, high = _digits(found) if len(_digits(found)) == 2 else map(int, found[:2])
    if "/" in found and low < high:
        if (low, high) in ((0, 3), (1, 4)):
            yield Token("either", f"{low}/{high}", low, high, found)
            return
        yield Token("range", f"{low}-{high}", low, high, found)
    elif low + high <= 13 and min(low, high) >= 2:
        yield Token("pair", f"{low}:{high}", low, high, found)
    else:
        for number in _digits(found):
            yield Token("number", str(number), number, number, found)


def _slash(found: str) -> Iterator[Token]:
    low, high = _digits(found)
    if low < high:
        yield Token("range", f"{low}-{high}", low, high, found)
    else:
        yield Token("number", str(low), low, low, found)
        yield Token("sign", "/", source="/")
        yield Token("number", str(high), high, high, found)


def _open(found: str) -> Iterator[Token]:
    (low,) = _digits(found)
    yield Token("range", f"{low}+", low, OPEN, found)


def _close(found: str) -> Iterator[Token]:
    (high,) = _digits(found)
    yield Token("range", f"{high}-", 0, high, found)


def _number(found: str) -> Iterator[Token]:
    yield Token("number", str(int(found)), int(found), int(found), found)


_NUMERIC: Final = {
    "shape": _shape,
    "range": _range,
    "blank": _range,
    "pair": _pair,
    "slash": _slash,
    "open": _open,
    "close": _close,
    "number": _number,
}


class _Phrases(NamedTuple):
    """The terms by the words that mean them, and the most words of any that begins with a given one."""

    terms: dict[tuple[str, ...], str]
    longest: dict[str, int]
    names: frozenset[str]


@cache
def phrases() -> _Phrases:
    """The word lists, every spelling as the words it is made of."""
    terms: dict[tuple[str, ...], str] = {}
    longest: dict[str, int] = {}
    names = set()
    for group in resources.toml(_FILE).values():
        for name, languages in group.items():
            names.add(name)
            for spelling in (name, *(word for words in languages.values() for word in words)):
                key = tuple(token.text for token in raw_tokens(plain_text(spelling)))
                if key and key not in terms:
                    terms[key] = name
                    longest[key[0]] = max(longest.get(key[0], 0), len(key))
    return _Phrases(terms, longest, frozenset(names))


def terms_by_spelling() -> dict[str, list[str]]:
    """Every term with the spellings of all languages; for tests of the lists and for the manual."""
    return {
        name: [word for words in languages.values() for word in words]
        for group in resources.toml(_FILE).values()
        for name, languages in group.items()
    }


@lru_cache(maxsize=65536)
def read_tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text, spellings of the word lists as terms; the longest spelling is taken first.

    >>> [token.text for token in read_tokens("5+ Picche e cuori, forcing manche")]
    ['5+', '!s', 'and', '!h', ',', 'gf']
    """
    found = list(raw_tokens(plain_text(text)))
    lists = phrases()
    out: list[Token] = []
    place = 0
    while place < len(found):
        token = found[place]
        for length in range(min(lists.longest.get(token.text, 0), len(found) - place), 0, -1):
            part = found[place : place + length]
            term = lists.terms.get(tuple(other.text for other in part))
            if term is not None:
                out.append(Token("term", term, source=" ".join(other.source for other in part)))
                place += length
                break
        else:
            out.append(token)
            place += 1
    return tuple(_settled(out))


_NO_ALTERNATIVE: Final = frozenset(("fill", "and", "no", "maybe", "or", "atleast"))


_LACKED: Final = frozenset(
    ("!s", "!h", "!d", "!c", "major", "minor", "majors", "minors", "fourth", "fifth", "sixth", "support", "queen",
     "stopper", "keycards", "aces", "kings", "controls", "short", "singleton", "void", "values")
)  # fmt: skip


def _settled(tokens: list[Token]) -> Iterator[Token]:
    """The tokens with `o` and `senza` as what they are there.

    In Italian `o` parts alternatives, in Romanian it is an article; `senza` is notrump, or without what follows.
    """
    previous = Token("sign", ",")
    for place, token in enumerate(tokens):
        following = tokens[place + 1] if place + 1 < len(tokens) else previous
        if token.source == "o" and (previous.kind == "sign" or previous.text in _NO_ALTERNATIVE):
            previous = token._replace(text="fill")
        elif token.source == "senza" and (following.kind in ("number", "range") or following.text in _LACKED):
            previous = token._replace(text="no")
        else:
            previous = token
        yield previous


_ALERTS: Final = re.compile(r"\b(?:alert(?:ed)?|a)\b|[^a-z0-9]")


def says_something(text: str) -> bool:
    """Tell whether a note has words beyond the mark that the call was alerted.

    >>> says_something("alerted!"), says_something("15-17")
    (False, True)
    """
    return bool(_ALERTS.sub("", text.lower()))
