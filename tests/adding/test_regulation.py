"""A national regulation: one file, and lists, comparisons and adoption find it by themselves."""

import json

REGULATION = """
[about]
title = "Polish Bridge Union under the 2017 Laws"
authority = "PZBS"
edition = "2017"
based_on = ["ebl-2017"]

[adopted]
earliest = 2017-06-01
latest = 2017-06-01
document = "Polish Bridge Union, notice of adoption"

[documents]
rules = { document = "Polish Bridge Union, tournament rules" }

[appeals]
appeal_minutes = { value = 20, by = "rules", article = "7" }
"""

READ = """
import json
from datetime import date
from analyser import laws
from analyser.web.fields import fields_of

law = laws.resolve(date(2019, 5, 1), "pzbs")
choices = {field.place: field.choices for field in fields_of("event")}
print(json.dumps({
    "authorities": laws.authorities(),
    "compared": laws.authorities_with_switches(),
    "minutes": [law.regulation.appeals.appeal_minutes, str(law.source_of("appeals.appeal_minutes").source)],
    "based_on": law.regulation.based_on,
    "adopted": [laws.resolve(date(2017, 5, 31), "PZBS").edition.year, laws.resolve(date(2017, 6, 1), "PZBS").edition.year],
    "choices": choices["event authority"],
}))
"""


def test_a_regulation_is_one_file(newcomer):
    newcomer.add("laws/regulations/pzbs-2017.toml", REGULATION)
    known = json.loads(newcomer.python(READ))
    assert known["authorities"][-1] == "PZBS"
    assert "PZBS" in known["compared"]
    assert known["minutes"] == [20, "Polish Bridge Union, tournament rules, 7"]
    assert known["based_on"][-2:] == ["wbf-2017", "ebl-2017"]
    assert known["adopted"] == ["2007", "2017"]
    assert "PZBS" in known["choices"]
    assert "PZBS" in newcomer.analyser("rule", "cases/kinds/revoke.toml", "--compare", "2017/WBF,PZBS")
    assert newcomer.places == {"laws/regulations/pzbs-2017.toml"}
