"""The tables of words: one folder a language, the same keys in each, English first."""

import string
import tomllib
from functools import cache

from analyser import resources
from analyser.errors import UsageError

_FOLDER = "messages/words"
_GISTS = "gists.toml"  # the provisions of the Laws, keyed by clause; `laws` reads them itself


def _languages() -> tuple[str, ...]:
    folders = [name.rpartition("/")[2] for name in resources.listing(_FOLDER)]
    return tuple(sorted(folders, key=lambda language: (language != "en", language)))


LANGUAGES = _languages()


def checked_language(language: str) -> str:
    """The language, if words are kept for it.

    >>> checked_language("it")
    'it'
    """
    if language not in LANGUAGES:
        raise UsageError(
            "not a language of the report", where="--lang", found=language, remedy=", ".join(LANGUAGES)
        )
    return language


def gists_file(language: str) -> str:
    """The name of the file that tells the Laws in a language."""
    return f"{_FOLDER}/{language}/{_GISTS}"


@cache
def sentences(language: str) -> dict[str, str]:
    """Every sentence of a language, by the code of its message or the name of its place on a page."""
    table: dict[str, str] = {}
    for name in resources.listing(f"{_FOLDER}/{language}"):
        if name.endswith(".toml") and not name.endswith(_GISTS):
            table |= tomllib.loads(resources.text(name))
    return table


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
