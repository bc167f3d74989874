"""The pages for a phone: their mechanical rulings are those of the program on every case of those kinds it carries."""

import pytest

from analyser import laws
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds import KINDS
from analyser.web import offline_rulings
from tests.support import ROOT
from tests.web.offline_answers import ASKED, knows_what_lies, worded

FOLDERS = ("laws", "kinds", "vignettes", "reported", "past")

pytestmark = pytest.mark.slow


def rows():
    """Every bundled incident of these kinds, under each edition; screens are the program's."""
    for path in sorted(path for name in FOLDERS for path in (ROOT / "cases" / name).glob("*.toml")):
        case = case_of(path.read_bytes())
        for incident in case.incident:
            if type(incident) in ASKED and not case.event.screens and knows_what_lies(case, incident):
                yield path.stem, case, incident


def test_the_page_answers_every_bundled_case_as_the_program_does(phone):
    asked, expected = [], []
    for name, case, incident in rows():
        for year in laws.editions():
            law = laws.resolve(case.event.date, "WBF", year)
            context = RulingContext.from_case(case, law, Services())
            answers, cards = ASKED[type(incident)](case, incident, law, context)
            answers |= {key: "n" for key in offline_rulings.NO_UNLESS_TOLD if answers.get(key) == "-"}
            ruled = KINDS[incident.kind](context, incident).rectification
            asked.append([str(incident.kind), year, answers, int(incident.offender), cards])
            expected.append([name, year, worded(ruled.due), worded(ruled.options)])
    told = phone.evaluate(
        """rows => rows.map(([kind, year, answers, offender, cards]) => {
          const { question, end } = walk(kind, year, answers);
          return end ? [sentencesOf(end[0], offender, cards), sentencesOf(end[1], offender, cards)] : String(question && question[0]);
        })""",
        asked,
    )
    differing = [
        (wanted, said, row[2])
        for wanted, said, row in zip(expected, told, asked, strict=True)
        if wanted[2:] != said
    ]
    assert differing == [], f"{len(differing)} of {len(expected)}"
    assert len(expected) > 150
