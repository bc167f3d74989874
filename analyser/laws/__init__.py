"""The Laws of Duplicate Bridge and the regulations made under them, as dated values with sources; no rulings are made here.

    lookup("16B1", "2007")            a provision: gist, standing, sources, what the program does with it
    gist_in(provision, "it")          the gist in English, Italian or Romanian
    find("Law 12C1(c)", "2017")       its address; unknown ones are refused, naming the nearest
    predecessors(c), successors(c)    the same subject one edition away
    resolve(day, "EBU")               the Jurisdiction: .edition, .regulation, .also, .because, .warnings
    coverage()                        what is computed, judged, not formalised
    readings()                        where a translation drifts from the operative English
    laws_hash()                       SHA-256 over all law data, for provenance

A `Jurisdiction` gives the values: `law.edition.revokes.own_trick`, `law.regulation.weighting.form`; `law.why(key)` says
what each rests on and whether it is unsettled; `law.clause("16B1a")` is the citation.
"""

from analyser.laws.clause import Clause
from analyser.laws.edition import Edition
from analyser.laws.gists import LANGUAGES, gist_in
from analyser.laws.jurisdiction import Jurisdiction, Reason, ReasonCode, adoption, authorities, resolve
from analyser.laws.library import (
    addresses,
    aliases,
    coverage,
    find,
    laws_hash,
    lookup,
    predecessors,
    readings,
    successors,
    topics,
)
from analyser.laws.load import edition_of, editions
from analyser.laws.load_regulation import regulation_of, regulations
from analyser.laws.provision import Coverage, Provision, Standing, Trap
from analyser.laws.regulation import Adoption, Penalty, Regulation, Rounding
from analyser.laws.source import Source, Stated

__all__ = [
    "LANGUAGES",
    "Adoption",
    "Clause",
    "Coverage",
    "Edition",
    "Jurisdiction",
    "Penalty",
    "Provision",
    "Reason",
    "ReasonCode",
    "Regulation",
    "Rounding",
    "Source",
    "Standing",
    "Stated",
    "Trap",
    "addresses",
    "adoption",
    "aliases",
    "authorities",
    "coverage",
    "edition_of",
    "editions",
    "find",
    "forms",
    "gist_in",
    "laws_hash",
    "lookup",
    "predecessors",
    "readings",
    "regulation_of",
    "regulations",
    "remedies",
    "resolve",
    "successors",
    "topics",
]
