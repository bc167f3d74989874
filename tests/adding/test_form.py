"""A form of scoring: its file, a line in the table, a word of the case file; every room asks the form what it is."""

import json
from pathlib import Path

from tests.support.newcomer import ROOT

FORM = '''
"""Aggregate: teams of four by the difference in points."""

from dataclasses import dataclass

from analyser.scoring.comparison import BoardComparison, FieldMethod, Need, ScoringForm, Unit
from analyser.scoring.comparison import SideScores


@dataclass(frozen=True, slots=True)
class Aggregate(ScoringForm):
    """Two tables, and the points of both added up."""

    name: str = "aggregate"
    unit: Unit = Unit.POINTS
    final_unit: Unit = Unit.POINTS
    needs: frozenset[Need] = frozenset({Need.OTHER_ROOM})
    field_method: FieldMethod = FieldMethod.NOTHING
    teams: bool = True
    rounding: str = "points"

    def convert(self, score_ns: int, comparison: BoardComparison) -> SideScores:
        """The difference from the other room, in points."""
        return SideScores.balanced(score_ns - comparison.the_other_room())


AGGREGATE = Aggregate()
'''

# Worked by hand: both scores to North-South, and what North-South win.
FIGURES = [(620, 420, 200), (-100, 140, -240), (50, 50, 0)]

READ = """
import json
from analyser.casefile import Form
from analyser.event.settings import read_settings
from analyser.scoring import BoardComparison, form_named
from analyser.web import offline_calculator
from analyser.web.fields import fields_of

offline_calculator.rulings = lambda voice: {}  # its many answers know no form
form = form_named("aggregate")
figures = json.loads('%s')
print(json.dumps({
    "figures": [str(form.convert(ours, BoardComparison(other_room=theirs)).ns) for ours, theirs, _ in figures],
    "event": read_settings(b'name = "Cup"\\nform = "aggregate"\\n').is_teams,
    "choices": next(field.choices for field in fields_of("event") if field.place == "event form"),
    "known": Form("aggregate").scoring.name,
    "offline": 'value="aggregate"' in offline_calculator.offline_page(),
}))
"""


def test_a_form_is_known_in_every_room(newcomer):
    newcomer.add("scoring/aggregate.py", FORM)
    newcomer.insert(
        "scoring/forms.py",
        "from analyser.scoring.contract_score",
        "from analyser.scoring.aggregate import AGGREGATE\n",
    )
    newcomer.insert("scoring/forms.py", "    TOTAL_POINTS,", "    AGGREGATE,\n")
    newcomer.insert("casefile/sets.py", '    POINTS = "points"', '    AGGREGATE = "aggregate"\n')
    known = json.loads(newcomer.python(READ % json.dumps(FIGURES)))
    assert known["figures"] == [str(won) for _, _, won in FIGURES]
    assert known["event"]
    assert "aggregate" in known["choices"]
    assert not known["offline"]  # the script of the offline calculator has not learned it
    score = newcomer.as_json("score", "aggregate", "--other", "420", "65%:+620", "35%:+170")
    assert "42.5" in json.dumps(score)
    text = Path(ROOT / "cases" / "kinds" / "revoke.toml").read_text(encoding="utf-8").split("[[expected]]")[0]
    case = newcomer.case("aggregate.toml", text.replace('form = "imps"', 'form = "aggregate"'))
    newcomer.analyser("check", case)
    ruling = newcomer.as_json("rule", case)
    assert ruling["adjusted"]["ns"]["unit"] == "points"
    assert len(newcomer.places) <= 4  # and its figures in tests/golden
