"""Whether the table result stands once an irregularity is put right: by what is due, what is found and who has ruled (12B)."""

import pytest

from analyser import laws
from analyser.casefile import Case, case_of
from analyser.ruling import Basis, IncidentFindings, Rectification
from analyser.ruling.kinds.rectification import NOTHING, Step, combine, due, option, unmet_needs
from analyser.ruling.kinds.scores_due import explain_table_result
from tests.support import ROOT
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
TEXT = (ROOT / "cases/laws/31A1-right-hand-passes.toml").read_text()
HEAD = TEXT[: TEXT.index("[table]")]
CALLED, UNCALLED = 'auction = "1H P P P"\ntricks = 7\n', 'contract = "1H"\ndeclarer = "S"\ntricks = 7\n'
DAMAGE = '[[judgement]]\nquestion = "damage"\nanswer = {}\nby = "director"\n'
OF_IT, OF_ANOTHER = DAMAGE + 'incident = "it"\n', DAMAGE + 'incident = "no"\n'
STANDS = '[[ruling]]\nby = "director"\nkind = "result-stands"\n'
ADJUSTED = (
    '[[ruling]]\nby = "director"\nkind = "assigned"\nns = [{ result = "1H-1 by S", weight = "100%" }]\n'
)


def case(table: str = CALLED, besides: str = "") -> Case:
    return case_of(
        f"""{HEAD}[table]
{table}[[incident]]
id = "it"
kind = "irregular-call"
irregularity = "insufficient"
offender = "W"
[[incident]]
id = "no"
kind = "irregular-call"
irregularity = "insufficient"
offender = "W"
{besides}""".encode()
    )


RECTIFIED, IF_NO_DAMAGE = "adjustment.rectified", "adjustment.rectified-if-no-damage"
FACTS = [
    # what is said of the result, nothing where it does not stand; the steps that are due; the table; what was found or ruled
    pytest.param(RECTIFIED, {Step.PARTNER_SILENT}, CALLED, "", id="12B2, put right"),
    pytest.param(IF_NO_DAMAGE, {Step.PARTNER_SILENT, Step.COULD_HAVE_KNOWN}, CALLED, "", id="72C, nobody says damage"),
    pytest.param(IF_NO_DAMAGE, {Step.WITH_HELP}, CALLED, "", id="27D, nobody says damage"),
    pytest.param(IF_NO_DAMAGE, {Step.IF_DAMAGED}, CALLED, "", id="45F, nobody says damage"),
    pytest.param(IF_NO_DAMAGE, {Step.IF_TOLD}, CALLED, "", id="50E3, nobody says damage"),
    pytest.param(IF_NO_DAMAGE, {Step.MAY_ADJUST}, CALLED, "", id="47E2b, nobody says damage"),
    pytest.param(IF_NO_DAMAGE, {Step.ADJUST_IF_AFFECTED}, CALLED, "", id="16D2c, nobody says it was affected"),
    pytest.param(None, {Step.COULD_HAVE_KNOWN}, CALLED, OF_IT.format("true"), id="72C, damage found"),
    pytest.param(None, {Step.PARTNER_SILENT}, CALLED, OF_IT.format("true"), id="12A1, damage found"),
    pytest.param(None, {Step.COULD_HAVE_KNOWN}, CALLED, DAMAGE.format("true"), id="72C, damage found on the board"),
    pytest.param(IF_NO_DAMAGE, {Step.COULD_HAVE_KNOWN}, CALLED, OF_IT.format("false"), id="72C, none found"),
    pytest.param(IF_NO_DAMAGE, {Step.COULD_HAVE_KNOWN}, CALLED, DAMAGE.format("false"), id="72C, none found on the board"),
    pytest.param(IF_NO_DAMAGE, {Step.COULD_HAVE_KNOWN}, CALLED, OF_ANOTHER.format("true"), id="72C, damage by another matter"),
    pytest.param(None, {Step.ADJUSTED}, CALLED, "", id="12C1, adjusted"),
    pytest.param(None, {Step.ARTIFICIAL_DUE, Step.WITH_HELP}, CALLED, "", id="12C2, artificial"),
    pytest.param(None, {Step.SCORED_WITHOUT}, CALLED, "", id="36C"),
    pytest.param(None, {Step.CHANGED_CAPPED}, CALLED, "", id="25B2b2, he chose the other call"),
    pytest.param(RECTIFIED, {Step.MAY_CHANGE_CAPPED}, CALLED, "", id="25B2b1, the auction shows that he let it stand"),
    pytest.param(None, {Step.MAY_CHANGE_CAPPED}, UNCALLED, "", id="25B2b, the auction does not show it"),
    pytest.param(None, {Step.CHANGED_CAPPED}, UNCALLED, "", id="25B2b2 without the auction"),
    pytest.param(None, {Step.COULD_HAVE_KNOWN}, CALLED, ADJUSTED, id="72C, who ruled saw damage"),
    pytest.param(IF_NO_DAMAGE, {Step.COULD_HAVE_KNOWN}, CALLED, STANDS, id="72C, who ruled saw none"),
    pytest.param(RECTIFIED, {Step.PARTNER_SILENT}, CALLED, ADJUSTED, id="12B2, another score is no ground"),
]  # fmt: skip


@each_row("code, steps, table, besides", FACTS)
def test_whether_the_result_stands_once_all_is_put_right(code, steps, table, besides):
    case_read = case(table, besides)
    for year in YEARS:
        remedy = combine(*(due(LAW[year], step, "29") for step in sorted(steps)))
        finding = explain_table_result(
            case_read, case_read.incident[0], IncidentFindings(rectification=remedy), LAW[year]
        )
        assert (None if finding is None else finding.code) == code, year
        if finding is not None:
            assert finding.standing is (Basis.ASSUMED if code == IF_NO_DAMAGE else Basis.COMPUTED)


OPEN = [
    # is it said that the result stands; what was prescribed
    (False, None),
    (False, NOTHING),
    (False, combine(due(LAW["2017"], Step.PARTNER_SILENT, "29"), unmet_needs("accepted"))),
    (True, option(LAW["2017"], Step.ACCEPT, "29A")),
    (True, due(LAW["2017"], Step.PARTNER_SILENT, "29")),
]


@pytest.mark.parametrize("expected, remedy", OPEN)
def test_without_prescribed_rectification_or_facts_nothing_is_said(
    expected: bool, remedy: Rectification | None
):
    case_read = case()
    finding = explain_table_result(
        case_read, case_read.incident[0], IncidentFindings(rectification=remedy), LAW["2017"]
    )
    assert (finding is not None) is expected
