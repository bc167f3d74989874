"""The tables of words: the same keys in every language, English first."""

import re
import string
import tomllib
from functools import cache

from analyser import resources
from analyser.errors import UsageError

__all__ = ["LANGUAGES", "checked", "missing_keys", "places_in", "sentences", "translated"]

LANGUAGES = ("en", "it", "ro")
_LONGEST_PHRASE = 400  # signs, its places filled; what somebody typed at length is no phrase of ours


def checked(language: str) -> str:
    """The language, if words are kept for it.

    >>> checked("it")
    'it'
    """
    if language not in LANGUAGES:
        raise UsageError(
            "not a language of the report", where="--lang", found=language, remedy=", ".join(LANGUAGES)
        )
    return language


@cache
def sentences(language: str) -> dict[str, str]:
    """Every sentence of a language, by the code of its finding or the name of its place on the page."""
    found: dict[str, str] = {}
    for name in resources.listing(f"report/words/{language}"):
        if name.endswith(".toml"):
            found |= tomllib.loads(resources.text(name))
    return found


def missing_keys(language: str) -> tuple[str, ...]:
    """What English says and this language does not, and what it says that English does not know.

    >>> missing_keys("en")
    ()
    """
    english, other = set(sentences("en")), set(sentences(language))
    return tuple(sorted(english - other) + [f"{key} (not in English)" for key in sorted(other - english)])


def places_in(sentence: str) -> tuple[str, ...]:
    """The names a sentence leaves open, sorted.

    >>> places_in("{by} may accept {call}")
    ('by', 'call')
    """
    return tuple(sorted({name for _, name, _, _ in string.Formatter().parse(sentence) if name}))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The English phrases that other rooms hand over ready made, as patterns; the longest first."""
    found = []
    for key, sentence in sorted(sentences("en").items(), key=lambda item: -len(item[1])):
        if key.startswith("phrase."):
            parts = string.Formatter().parse(sentence)
            pattern = "".join(
                re.escape(text) + (f"(?P<{name}>.+?)" if name else "") for text, name, _, _ in parts
            )
            found.append((key, re.compile(pattern)))
    return tuple(found)


def translated(text: str) -> tuple[str, dict[str, str]] | None:
    """Which phrase a ready-made English text is, and what fills its places; none when it is no such phrase.

    >>> translated("the 2007 Laws were asked for")
    ('phrase.law.asked', {'edition': '2007'})
    """
    if len(text) > _LONGEST_PHRASE:
        return None
    for key, pattern in _patterns():
        if found := pattern.fullmatch(text):
            return key, found.groupdict()
    return None
