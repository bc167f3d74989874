"""Words compared as a reader means them: without accents, endings and small words, in three languages.

The file for phones searches in the same way (`web/static/offline.js`); a test holds the two together.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

_SHORTEST = 3  # letters that stay of a word without its ending
_PREFIX = 4  # letters from which the beginning of a word is the word: "insuffic"
# The longest that fits is cut off. English, Italian, Romanian together: a question may mix them.
ENDINGS = (
    "urilor", "iilor", "urile", "elor", "ilor", "ului", "ings", "ing", "ers", "ied", "ies", "iei", "uri", "ele", "ile", "lor",
    "ed", "er", "es", "ei", "ie", "ii", "ia", "io", "le", "ul", "s", "a", "e", "i", "o", "y",
)  # fmt: skip
SMALL_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "at",
        "be",
        "by",
        "for",
        "from",
        "if",
        "in",
        "is",
        "it",
        "of",
        "on",
        "or",
        "the",
        "to",
        "was",
        "what",
        "when",
        "who",
        "with",
        "al",
        "anche",
        "che",
        "chi",
        "con",
        "da",
        "dal",
        "dei",
        "del",
        "della",
        "di",
        "e",
        "gli",
        "ha",
        "il",
        "in",
        "la",
        "le",
        "lo",
        "nel",
        "o",
        "per",
        "quando",
        "se",
        "si",
        "un",
        "una",
        "ale",
        "au",
        "ce",
        "cu",
        "cand",
        "care",
        "daca",
        "de",
        "din",
        "este",
        "in",
        "la",
        "o",
        "pe",
        "pentru",
        "sa",
        "sau",
        "se",
        "si",
        "un",
        "unei",
        "unui",
    ]
)
_WORDS = re.compile(r"[a-z0-9]+")


def split_words(text: str) -> tuple[str, ...]:
    """The words of a text in small letters without accents.

    >>> split_words("L'atout, ancora în joc")
    ('l', 'atout', 'ancora', 'in', 'joc')
    """
    plain = unicodedata.normalize("NFD", text)
    return tuple(
        _WORDS.findall("".join(sign for sign in plain if not unicodedata.combining(sign)).casefold())
    )


@cache
def stem(word: str) -> str:
    """A word of `split_words` without its ending, so that numbers and cases of a word are one.

    >>> {stem(word) for word in ("bid", "bids", "bidding")}, {stem(word) for word in ("levata", "levate", "levatelor")}
    ({'bid'}, {'levat'})
    >>> stem("64a1"), stem("pass"), stem("chiamate") == stem("chiamata")
    ('64a1', 'pass', True)
    """
    if not word.isalpha():
        return word
    for ending in ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < _SHORTEST:
            continue
        if (ending == "s" and stem[-1] == "s") or (ending == "y" and stem[-1] in "aeiou"):
            continue
        word = stem
        break
    doubled = len(word) > _SHORTEST and word[-1] == word[-2] and word[-1] in "bdgmnprt"
    return word[:-1] if doubled else word


def asked_stems(text: str) -> tuple[str, ...]:
    """The stems of a question, each once; without the small words, unless there is nothing else.

    >>> asked_stems("What is a revoke?"), asked_stems("the")
    (('revok',), ('the',))
    """
    words = split_words(text)
    telling = [word for word in words if word not in SMALL_WORDS]
    return tuple(dict.fromkeys(map(stem, telling or words)))


def is_among(asked: str, stems: Iterable[str]) -> bool:
    """Whether a stem is one of these, or from four letters the beginning of one.

    >>> is_among("insuff", ("bid", "insufficient")), is_among("bid", ("biddable",))
    (True, False)
    """
    return any(stem == asked or (len(asked) >= _PREFIX and stem.startswith(asked)) for stem in stems)
