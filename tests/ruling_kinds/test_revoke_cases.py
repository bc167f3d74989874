"""Whole deals with planted revokes: what declarer is left with, under the rule the case names."""

from pathlib import Path

import pytest

from analyser import laws
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.revoke import find
from tests.support import GOLDEN, ROOT


@pytest.fixture(scope="module")
def services(solver):
    return Services(tricks=solver)


def ruled(path: Path, services, edition=None):
    case = case_of(path.read_bytes())
    law = laws.resolve(case.event.date, case.event.authority, edition or case.expected[0].edition)
    return [find(RulingContext.from_case(case, law, services), incident) for incident in case.incident]


def codes(found):
    return {finding.code: finding for finding in found.findings}


@pytest.mark.parametrize("year", ["2007", "2017"])
def test_the_repeated_revoke_leaves_ten(year, services):
    """Seed 003, lines 340-373: one trick by 64A2, none by 64B2, one more by 64C; both readings agree, a rewind does not."""
    first, second = ruled(GOLDEN / "cases/good/repeated-revoke.toml", services, year)
    assert (first.revoke.transferred, first.revoke.equity, first.tricks) == (1, 0, 11)
    assert (second.revoke.transferred, second.revoke.equity, second.tricks) == (0, 1, 10)
    found_codes = codes(second)
    assert found_codes["revoke.automatic"].arguments["tricks"] == 11
    assert found_codes["revoke.free-rewind"].arguments == {"tricks": 11, "method": "not-the-line-played"}
    lines = {
        f.arguments["reading"]: f.arguments["tricks"] for f in second.findings if f.code == "revoke.line"
    }
    assert lines == {"without-any-revoke": 10, "without-the-later-revokes": 11}
    assert f"{year}:64C" in str(second.infraction.clauses[-1])
    assert ("2017:64C2a" in map(str, second.infraction.clauses)) is (year == "2017")


def test_which_rule_was_used_is_said_when_both_sides_revoked(services):
    """The Italian regulation goes back to the position after the first revoke, the Laws to no revoke at all."""
    italian = codes(ruled(ROOT / "cases/revokes/both-sides-figb-2007.toml", services)[-1])
    general = codes(ruled(ROOT / "cases/revokes/both-sides-wbf-2007.toml", services)[-1])
    assert italian["revoke.both-sides"].arguments["rule"] == "after-the-first-established-revoke"
    assert general["revoke.both-sides"].arguments["rule"] == "no-revoke-at-all"
    assert italian["revoke.both-sides-otherwise"].arguments["tricks"] == 5
    assert general["revoke.both-sides-otherwise"].arguments["tricks"] == 6


def test_a_revoke_that_was_not_established_is_corrected(services):
    path = ROOT / "cases/revokes/defender-one-trick.toml"
    case = case_of(path.read_bytes())
    incident = case.incident[0].model_copy(update={"established": False})
    case = case.model_copy(update={"incident": (incident,)})
    result = find(RulingContext.from_case(case, laws.resolve(case.event.date, "WBF"), services), incident)
    assert result.revoke.transferred == 0
    assert codes(result)["revoke.to-be-corrected"].arguments["card"] == "major-penalty-card"


def test_who_followed_suit_did_not_revoke(services):
    path = ROOT / "cases/revokes/defender-one-trick.toml"
    case = case_of(path.read_bytes())
    trick = case.play.tricks[0]
    seat = trick.seat_of(trick.cards[1])
    incident = case.incident[0].model_copy(update={"trick": 1, "offender": seat})
    case = case.model_copy(update={"incident": (incident,)})
    result = find(RulingContext.from_case(case, laws.resolve(case.event.date, "WBF"), services), incident)
    assert result.infraction.answer is False
    assert result.tricks == case.result.tricks
    assert codes(result)["revoke.not-seen"].arguments["trick"] == 1
    assert "revoke.undeclared" in codes(result)


def test_without_the_cards_the_transfer_is_still_told(services):
    """Only the tricks are known: the transfer follows from them, equity does not."""
    path = ROOT / "cases/revokes/own-trick-two.toml"
    case = case_of(path.read_bytes())
    bare = case.model_copy(update={"board": case.board.model_copy(update={"deal": None})})
    result = find(
        RulingContext.from_case(bare, laws.resolve(case.event.date, "WBF"), services), bare.incident[0]
    )
    assert result.revoke.transferred == 2
    assert result.revoke.equity is None
    assert result.tricks == case.result.tricks - 2


def test_without_the_play_it_says_what_is_missing(services):
    path = ROOT / "cases/revokes/own-trick-two.toml"
    case = case_of(path.read_bytes())
    bare = case.model_copy(update={"table": case.table.model_copy(update={"play": None})})
    result = find(
        RulingContext.from_case(bare, laws.resolve(case.event.date, "WBF"), services), bare.incident[0]
    )
    assert result.revoke.transferred is None
    assert codes(result)["revoke.missing"].arguments["keys"] == ("table play", "incident won_by")
    assert result.tricks is None


def test_both_sides_revokes_on_one_trick_are_corrected_since_2017(services):
    """62C3: only dummy's side has gone on. Before 2017 that side's revoke is established and the other's is corrected."""
    path = ROOT / "cases/revokes/corrected-together.toml"
    for result in ruled(path, services):
        assert (result.revoke.transferred, result.revoke.equity, result.tricks) == (0, 0, 8)
        assert tuple(map(str, result.infraction.clauses)) == ("2017:62C3", "2017:64B8")
    for year in ("1997", "2007"):
        declarer, defender = ruled(path, services, year)
        assert declarer.infraction.clauses[0].path == "61A"
        assert [clause.path for clause in defender.infraction.clauses] == ["62A"]
        assert defender.revoke.transferred == 0


@pytest.mark.parametrize("sides", [(), ("NS", "EW")], ids=["nobody has gone on", "both have"])
def test_otherwise_each_revoke_goes_its_own_way(sides, services):
    """62C3 is for one side only having gone on; with nobody both are corrected by 62A, with both both are established."""
    text = (ROOT / "cases/revokes/corrected-together.toml").read_text()
    text = text.replace('played_on = ["NS"]', f"played_on = {list(sides)}")
    case = case_of(text.encode())
    for incident in case.incident:
        result = find(RulingContext.from_case(case, laws.resolve(case.event.date, "WBF"), services), incident)
        paths = {clause.path for clause in result.infraction.clauses}
        assert not paths & {"62C3", "64B8"}
        assert ("64B7" in paths) is bool(sides)


def test_the_record_that_ends_there_tells_who_has_gone_on(services):
    """Nothing is declared: dummy's lead to the next trick is the last card recorded."""
    text = (ROOT / "cases/revokes/corrected-together.toml").read_text().replace('played_on = ["NS"]\n', "")
    case = case_of(text.encode())
    result = find(
        RulingContext.from_case(case, laws.resolve(case.event.date, "WBF"), services), case.incident[1]
    )
    assert "2017:64B8" in map(str, result.infraction.clauses)


@pytest.mark.parametrize("year", ["1997", "2007", "2017"])
def test_64b7_since_2017_asks_that_both_revokes_were_established(year, services):
    """64B7 of 2007 says only that both sides revoked on the board; 1997 knows no such exception."""
    case = case_of((ROOT / "cases/revokes/both-sides-wbf-2007.toml").read_bytes())
    first, second = case.incident
    case = case.model_copy(update={"incident": (first, second.model_copy(update={"established": False}))})
    result = find(RulingContext.from_case(case, laws.resolve(case.event.date, "WBF", year), services), first)
    assert ("64B7" in {clause.path for clause in result.infraction.clauses}) is (year == "2007")
    assert (result.revoke.transferred == 0) is (year == "2007")


def test_each_side_pays_for_its_own_revoke_in_1997(services):
    """The 1997 text has no exception for revokes by both sides on different tricks: both penalties are due (64A)."""
    path = ROOT / "cases/revokes/both-sides-wbf-2007.toml"
    first, second = ruled(path, services, "1997")
    played = case_of(path.read_bytes()).result.tricks
    assert first.tricks == played - first.revoke.transferred
    assert second.tricks == played - first.revoke.transferred + second.revoke.transferred
    assert "revoke.both-sides" not in codes(second)


def test_a_corrected_later_revoke_takes_nothing_from_the_earlier_cost(services):
    """64A: the trick for the established revoke passes though the last incident of the board is one put right (62A)."""
    case = case_of((ROOT / "cases/revokes/both-sides-wbf-2007.toml").read_bytes())
    first, second = case.incident
    second = second.model_copy(update={"established": False})
    case = case.model_copy(update={"incident": (first, second)})
    law = laws.resolve(case.event.date, "WBF", "2017")
    result, other = (
        find(RulingContext.from_case(case, law, services), incident) for incident in case.incident
    )
    assert result.revoke.transferred > 0
    assert other.tricks == result.tricks < case.result.tricks


def test_64c_appears_once_per_board_where_both_sides_revoked(services):
    """64C2(b), and 64C of 2007: the score goes back for both sides together, none of it for one revoke alone."""
    first, second = ruled(ROOT / "cases/revokes/both-sides-figb-2007.toml", services)
    assert (first.tricks, first.revoke.equity) == (second.tricks, 0)
    assert not {"revoke.equity", "revoke.line"} & set(codes(first))
    assert {"revoke.both-sides", "revoke.line"} <= set(codes(second))


def test_63a_what_is_unknown_of_establishment_is_stated_as_assumed(services):
    """63A: without the play and without the fact the revoke is taken to be established, and the ruling says so."""
    path = ROOT / "cases/revokes/own-trick-two.toml"
    case = case_of(path.read_bytes())
    incident = case.incident[0].model_copy(update={"established": None})
    bare = case.model_copy(
        update={"table": case.table.model_copy(update={"play": None}), "incident": (incident,)}
    )
    found_codes = codes(
        find(RulingContext.from_case(bare, laws.resolve(case.event.date, "WBF"), services), incident)
    )
    assert found_codes["revoke.taken-as-established"].standing == "assumed"
    assert "revoke.established" not in found_codes


_THIRD = '\n[[incident]]\nid = "third"\nkind = "revoke"\noffender = "S"\ntrick = 5\nestablished = true\n'


@pytest.mark.parametrize("year", ["2007", "2017"])
def test_a_revoke_nobody_declared_counts_with_the_last_declared(year, services):
    """Two revokes are declared and South's third, in spades on trick 5, is not: the board has it all the same, once."""
    text = (GOLDEN / "cases/good/repeated-revoke.toml").read_text()
    text = text.replace('"DA"]', '"DA D2 D3 C5", "S7 ST S2 C6"]').replace("tricks = 12", "tricks = 11")
    text = text[: text.index("[[expected]]")]
    law = laws.resolve(None, "EBL", year)

    def tricks(case):
        context = RulingContext.from_case(case, law, services)
        return [find(context, incident).tricks for incident in case.incident]

    declared = tricks(case_of((text + _THIRD).encode()))
    left_out = tricks(case_of(text.encode()))
    assert declared[2] < declared[1]  # the third costs a trick of its own (64A)
    assert left_out == [declared[0], declared[2]]
