"""An edition of 2027, based on 2017: one file of what differs, and it is accepted wherever an edition is."""

import json
from pathlib import Path

from tests.support.newcomer import ROOT

EDITION = """
[about]
year = "2027"
title = "Laws of Duplicate Bridge 2027"
based_on = "2017"
adoption_from = 2027-03-01
adoption_by = 2027-09-30

[changes]
renumbered = { 16C = "16D", 16D = "16C" }
removed = ["12C1d"]

[revokes]
own_trick = { value = 2, at = "64A1" }

[clauses]
64A1 = { gist = "The offender won the revoke trick: two tricks are transferred." }
64D = { gist = "A revoke seen by a camera is noted.", standing = "not formalised" }
"""

READ = """
import json
from datetime import date
from analyser import laws
from analyser.web.fields import fields_of

law = laws.resolve(date(2028, 5, 1), "EBU")
window = laws.resolve(date(2027, 5, 1), "EBU")
edition = laws.edition_of("2027")
gists = [laws.gist_in(laws.lookup(clause, "2027"), "it") for clause in ("16B1a", "16D", "64A1")]
choices = {field.place: field.choices for field in fields_of("event")}
print(json.dumps({
    "editions": laws.editions(),
    "problems": [str(problem) for problem in edition.problems()],
    "own_trick": [edition.revokes.own_trick, laws.edition_of("2017").revokes.own_trick],
    "inherited": edition.artificial.percent_none,
    "why": [str(edition.source_of("revokes.own_trick").source), str(edition.source_of("artificial.percent_none").source)],
    "gists": gists,
    "gist_2017": laws.gist_in(laws.lookup("16C", "2017"), "it"),
    "removed": "12C1d" in edition.paths,
    "successors": [str(c) for p in ("16C", "64A2", "12C1d") for c in laws.successors(laws.find(p, "2017"))],
    "predecessors": [str(c) for p in ("16D", "64D") for c in laws.predecessors(laws.find(p, "2027"))],
    "withdrawn": [str(c) for c in laws.addresses("withdrawn-actions", "2027")],
    "cited": [str(law.clause("16C")), str(law.clause("64A1"))],
    "coverage": [sum(part.counts) for part in laws.coverage()],
    "law": [law.edition.year, law.regulation.name, law.regulation.edition, str(law.regulation.weighting.results_at_most)],
    "because": [reason.code for reason in law.reasons],
    "window": [other.edition.year for other in window.also],
    "before": laws.resolve(date(2026, 5, 1), "EBU").edition.year,
    "choices": choices["event edition"],
}))
"""


def test_an_edition_is_one_file_and_known_everywhere(newcomer):
    newcomer.add("laws/editions/2027.toml", EDITION)
    known = json.loads(newcomer.python(READ))
    assert known["editions"] == ["1997", "2007", "2017", "2027"]
    assert known["problems"] == []
    assert known["own_trick"] == [2, 1]
    assert known["inherited"] == 60
    assert known["why"] == [
        "Laws of Duplicate Bridge 2027, Law 64A1",
        "Laws of Duplicate Bridge 2017, Law 12C2(a)",
    ]
    # an unchanged provision has its words in every language, a new text is told in English until it is translated
    assert known["gists"][1] == known["gist_2017"]
    assert known["gists"][2] == "The offender won the revoke trick: two tricks are transferred."
    assert not known["removed"]
    assert known["successors"] == ["2027:16D", "2027:64A2"]
    assert known["predecessors"] == ["2017:16C"]
    assert known["withdrawn"] == ["2027:16D"]
    assert known["cited"] == ["2027:16D", "2027:64A1"]
    assert known["coverage"][3] == known["coverage"][2] - 1 + 1
    assert known["law"] == ["2027", "ebu-2017", "2027", "5"]
    assert "law.regulation-carried" in known["because"]
    assert known["window"] == ["2017"]
    assert known["before"] == "2017"
    assert known["choices"][0] == "2027"
    assert len(newcomer.places) <= 3


def test_a_case_is_ruled_under_it(newcomer):
    newcomer.add("laws/editions/2027.toml", EDITION)
    provision = newcomer.as_json("law", "16B1", "--edition", "2027")
    assert provision["clause"] == "16B1"
    assert provision["predecessors"] == ["2017:16B1"]
    text = Path(ROOT / "cases" / "kinds" / "revoke.toml").read_text(encoding="utf-8")
    text = text.replace('authority = "WBF"', 'authority = "WBF"\nedition = "2027"').split("[[expected]]")[0]
    text += (
        '\n[[incident]]\nid = "o"\nkind = "other"\noffender = "S"\nat = "call 1"\nclauses = ["2027:73A2"]\n'
    )
    case = newcomer.case("of-2027.toml", text)
    newcomer.analyser("check", case)
    ruling = newcomer.as_json("rule", case)
    assert ruling["law"]["edition"] == "2027"
    assert ruling["law"]["regulations"] == ["wbf-2017"]
    assert "2027" in newcomer.analyser("rule", case, "--compare", "2017,2027/WBF")
    assert "il Codice 2027: si applica wbf-2017" in newcomer.analyser("rule", case, "--lang", "it")
