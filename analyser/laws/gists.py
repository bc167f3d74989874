"""What a provision says, in the reader's language: English stands with the provision, the others in files of their own.

A file holds one line for each text, headed by every provision that carries it, so that what three editions say alike
is translated once: `"2007:12B2 2017:12B2" = "…"`. Nothing is read before somebody asks in that language.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from analyser import resources
from analyser.errors import AnalyserError, LawError
from analyser.laws import load
from analyser.laws.clause import Clause
from analyser.laws.provision import Provision
from analyser.laws.tables import Problems, Toml, parse

__all__ = ["LANGUAGES", "gist_in", "read_gists"]

LANGUAGES = ("en", "it", "ro")


def gist_in(provision: Provision, language: str) -> str:
    """What the provision says in a language; English where an edition has not been translated yet.

    >>> from analyser.laws import lookup
    >>> gist_in(lookup("62A", "2017"), "it")
    'La renonce notata prima che sia consumata si corregge.'
    """
    if language not in LANGUAGES:
        raise LawError(
            "the Laws are not told in this language",
            where="language",
            found=language,
            remedy=f"write one of {', '.join(LANGUAGES)}",
        )
    if language == "en":
        return provision.gist
    return _gists(language).get(provision.clause, provision.gist)


@cache
def _gists(language: str) -> Mapping[Clause, str]:
    name = f"laws/gists/{language}.toml"
    return read_gists(parse(name, resources.text(name)))


def read_gists(toml: Toml) -> Mapping[Clause, str]:
    """The texts of one language by provision; one that is not kept, or is told twice, is refused by name."""
    problems = Problems()
    found: dict[Clause, str] = {}
    for heading, text in toml.data.items():
        where = f"{toml.name} {heading}"
        if not isinstance(text, str) or not text.strip():
            problems.add(where, text, "a gist is a sentence")
            continue
        for word in heading.split():
            try:
                clause = Clause.parse(word)
            except AnalyserError as fault:
                problems.found += [problem.under(where) for problem in fault.problems]
                continue
            if clause.edition not in load.editions() or clause.path not in load.provisions(clause.edition):
                problems.add(where, word, "this provision is not kept here")
            elif clause in found:
                problems.add(where, word, "this provision is told twice")
            found.setdefault(clause, text)
    problems.settle()
    return MappingProxyType(found)
