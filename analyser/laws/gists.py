"""The gists of the provisions in the languages of the program."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from analyser import resources
from analyser.errors import AnalyserError, LawError, Problem
from analyser.laws.law_book import Provision, editions, provisions
from analyser.laws.values import Clause, refuse
from analyser.messages import LANGUAGES, sentence
from analyser.messages.message import gists_file


def gist_in(provision: Provision, language: str) -> str:
    """What the provision says in a language; English where an edition has not been translated yet.

    >>> from analyser.laws.law_book import lookup
    >>> gist_in(lookup("62A", "2017"), "it")
    'La renonce notata prima che sia consumata si corregge.'
    """
    if language not in LANGUAGES:
        known = sentence("write-one-of", names=", ".join(LANGUAGES))
        raise LawError(sentence("laws-not-in-language"), where="language", found=language, remedy=known)
    return (gists(language) if language != "en" else {}).get(provision.first_worded, provision.gist)


@cache
def gists(language: str) -> Mapping[Clause, str]:
    """The texts of one language by provision."""
    name = gists_file(language)
    return read_gists(name, resources.toml(name))


def read_gists(name: str, written: Mapping[str, object]) -> Mapping[Clause, str]:
    """The texts of one language by provision; one that is not kept, or is told twice, is refused by name."""
    problems: list[Problem] = []
    texts: dict[Clause, str] = {}
    for heading, text in written.items():
        where = f"{name} {heading}"
        if not isinstance(text, str) or not text.strip():
            problems.append(Problem(where, str(text), "a gist is a sentence"))
            continue
        for word in heading.split():
            try:
                clause = Clause.parse(word)
            except AnalyserError as fault:
                problems += [problem.prefix_place(where) for problem in fault.problems]
                continue
            if clause.edition not in editions() or clause.path not in provisions(clause.edition):
                problems.append(Problem(where, word, "this provision is not kept here"))
            elif clause in texts:
                problems.append(Problem(where, word, "this provision is told twice"))
            texts.setdefault(clause, text)
    refuse(problems)
    return MappingProxyType(texts)
