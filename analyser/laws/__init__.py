"""The Laws of Duplicate Bridge and the regulations made under them, as dated values with sources; no rulings are made here.

    lookup("16B1", "2007")            a provision: gist, standing, sources, what the program does with it
    gist_in(provision, "it")          the gist in English, Italian or Romanian
    find("Law 12C1(c)", "2017")       its address; unknown ones are refused, naming the nearest
    provisions_about("revoke")        those that speak of these words, in any order and form
    predecessors(c), successors(c)    the same subject one edition away
    resolve(day, "EBU")               the Jurisdiction: .edition, .regulation, .also, .reasons, .warnings
    coverage()                        what is computed, judged, not formalised
    readings()                        where a translation drifts from the operative English
    laws_hash()                       SHA-256 over all law data, for provenance

A `Jurisdiction` gives the values: `law.edition.revokes.own_trick`, `law.regulation.weighting.form`; `law.why(key)` says
what each rests on and whether it is unsettled; `law.clause("16B1a")` is the citation.
"""

from analyser.laws.edition import Edition, edition_of
from analyser.laws.gists import gist_in
from analyser.laws.jurisdiction import (
    Jurisdiction,
    adoption,
    authorities,
    authorities_with_switches,
    resolve,
)
from analyser.laws.law_book import (
    Coverage,
    Formalisation,
    Provision,
    Trap,
    addresses,
    aliases,
    coverage,
    editions,
    find,
    laws_hash,
    lookup,
    predecessors,
    readings,
    successors,
    topics,
)
from analyser.laws.provisions import facts_provided_for, provisions_of
from analyser.laws.regulation import Penalty, Regulation, regulation_of, regulations
from analyser.laws.search import (
    Subject,
    WordSearch,
    cases_showing,
    group_by_subject,
    provisions_about,
    same_number,
    search_provisions,
)
from analyser.laws.values import Clause, LawSource, Rounding, StatedValue
