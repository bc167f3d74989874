"""The Laws for a phone without the program: every provision of each edition with its gist in three languages."""

from typing import Any

from analyser import laws
from analyser.laws.law_book import addresses, provisions, topics
from analyser.messages import LANGUAGES

_CLAIMS = ("68", "69", "70", "71")
"""The Laws gone through when somebody claims or concedes."""


def law_table() -> dict[str, Any]:
    """By edition, in book order: the address, what it is found by besides, its gist in each language."""
    return {
        "languages": list(LANGUAGES),
        "claims": list(_CLAIMS),
        "editions": {year: _rows(year) for year in laws.editions()},
    }


def _rows(year: str) -> list[list[str]]:
    subjects: dict[str, list[str]] = {}
    for name in topics():
        for clause in addresses(name, year):
            subjects.setdefault(clause.path, []).append(name.replace("-", " "))
    return [
        [path, " ".join(subjects.get(path, ())), *(laws.gist_in(provision, name) for name in LANGUAGES)]
        for path, provision in provisions(year).items()
    ]
