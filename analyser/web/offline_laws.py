"""The Laws for a phone without the program: every provision with its gist in three languages, editions side by side."""

from typing import Any

from analyser import laws
from analyser.laws.law_book import addresses, misprints, provisions, topics
from analyser.laws.values import path_of
from analyser.messages import LANGUAGES

_CLAIMS = ("68", "69", "70", "71")
"""The Laws gone through when somebody claims or concedes."""


def law_table() -> dict[str, Any]:
    """All provisions by edition, in book order; the subjects they share; how addresses are printed elsewhere."""
    book = [provision for year in laws.editions() for provision in provisions(year).values()]
    places = {provision.clause: place for place, provision in enumerate(book)}
    texts: dict[tuple[str, ...], int] = {}
    named = _named()
    rows = [
        (
            provision.clause.edition,
            provision.clause.path,
            " ".join(named.get(provision.clause, ())),
            texts.setdefault(tuple(laws.gist_in(provision, name) for name in LANGUAGES), len(texts)),
        )
        for provision in book
    ]
    subjects = {subject.last.clause: subject for subject in laws.by_subject(book)}
    numbers = {clause: number for number, clause in enumerate(subjects)}
    return {
        "languages": list(LANGUAGES),
        "claims": list(_CLAIMS),
        "editions": list(laws.editions()),
        "texts": list(texts),
        "provisions": [
            (*row, [numbers[subject.last.clause] for subject in laws.by_subject([provision])])
            for row, provision in zip(rows, book, strict=True)
        ],
        "subjects": [
            [places[provision.clause] for there in subject.by_edition.values() for provision in there]
            for subject in subjects.values()
        ],
        "misprints": {f"{clause.edition}:{path_of(printed)}": clause.path for printed, clause in misprints()},
    }


def _named() -> dict[laws.Clause, list[str]]:
    """The names of the subjects a provision is found by besides its words."""
    named: dict[laws.Clause, list[str]] = {}
    for name in topics():
        for year in laws.editions():
            for clause in addresses(name, year):
                named.setdefault(clause, []).append(name.replace("-", " "))
    return named
