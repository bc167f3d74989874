"""The Laws know no points of the compass: turned by a quarter, every case gets the same ruling, a quarter further."""

from analyser.casefile import Case, Comparison, case_of
from analyser.estimates.services import Services
from analyser.ruling import Ruling, RulingRequest
from analyser.ruling.rule import rule
from tests.support import GOLDEN, ROOT
from tests.support.plain_rulings import every_case, plain_ruling
from tests.support.turned_table import turn, turned

FOLDERS = (
    ROOT / "cases" / "kinds",
    ROOT / "cases" / "reported",
    ROOT / "cases" / "revokes",
    GOLDEN / "cases" / "good",
)
FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.toml"))]
FILES += sorted((ROOT / "cases" / "claims").glob("*.toml"))[::4]


def ruled(case: Case) -> Ruling:
    return rule(case, RulingRequest(), Services())


def what_is_due(ruling: Ruling) -> list[object]:
    """The finding, the law and the duty of every incident, with nobody's seat in it."""
    return [
        (
            step.infraction and (step.infraction.answer, step.infraction.clauses),
            step.claim and step.claim.tricks,
            step.revoke and (step.revoke.transferred, step.revoke.equity),
            step.rectification and [finding.code for finding in step.rectification.due],
        )
        for step in ruling.incidents
    ]


def scores(ruling: Ruling) -> tuple[object, object]:
    adjusted = ruling.adjusted
    return (None, None) if adjusted is None else (adjusted.ns, adjusted.ew)


@every_case(FILES)
def test_a_case_turned_by_a_quarter_gets_the_same_ruling(path):
    plain, other = plain_ruling(path), ruled(turned(case_of(path.read_bytes())))
    assert what_is_due(other) == what_is_due(plain)
    assert scores(other) == scores(plain)[::-1]
    assert [outcome.result for outcome in other.outcomes] == [
        turn(outcome.result) for outcome in plain.outcomes
    ]
    assert [finding.code for finding in other.warnings] == [finding.code for finding in plain.warnings]


def test_four_quarters_are_the_table_as_it_was():
    case = case_of((ROOT / "cases" / "kinds" / "slow-pass-over-game.toml").read_bytes())
    again = turned(turned(turned(turned(case))))
    assert (again.deal, again.dealer, again.vulnerability) == (case.deal, case.dealer, case.vulnerability)
    assert (again.incident, again.comparison) == (case.incident, case.comparison)
    assert isinstance(again.comparison, Comparison)
