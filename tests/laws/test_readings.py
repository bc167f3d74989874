"""Where a translation drifts, the operative English counts: one test for each trap of the digest's section 9."""

import pytest
from pydantic import ValidationError

from analyser import laws
from analyser.casefile import PlayerClass, SelfInflicted
from analyser.laws import Clause
from analyser.laws.choices import ProofBar, RevokeException
from analyser.ruling.kinds.claim.plausibility import Deviation, prices_for
from tests.support import SHARED, needs_shared

TOLD = {trap.id: trap for trap in laws.readings()}


def test_x1_both_considered_and_chosen_not_either():
    for year in ("2007", "2017"):
        assert laws.edition_of(year).information.alternative_needs_both
        assert TOLD["X1"] in laws.readings(Clause(year, "16B1b"))
    assert "both are needed" in TOLD["X1"].operative


def test_x2_subsequent_is_a_question_of_time_and_never_weighted():
    assert "subsequent" in TOLD["X2"].operative
    with pytest.raises(ValidationError):
        SelfInflicted.model_validate({"side": "NS", "finding": 0.5})


def test_x3_at_all_likely_is_a_lower_bar_than_probable():
    for year in laws.editions():
        assert laws.edition_of(year).claims.trump_unaware is ProofBar.AT_ALL_LIKELY
    assert list(ProofBar).index(ProofBar.AT_ALL_LIKELY) < list(ProofBar).index(ProofBar.PROBABLE)


def test_x4_at_all_probable_reaches_further_than_likely():
    standards = laws.resolve(None, "ACBL", "2007").regulation.two_standards
    assert standards.at_all_probable < standards.likely
    assert "at all probable" in TOLD["X4"].operative


def test_x5_the_italian_27e_is_27d():
    assert laws.find("27E", "2007") == Clause("2007", "27D")
    assert "damage" in TOLD["X5"].operative
    assert "adjusted" in laws.lookup("27E", "2007").gist


def test_x6_normal_includes_inferior_play():
    inferior = prices_for(PlayerClass.NOVICE)
    assert inferior.of[Deviation.FINESSE] < inferior.threshold
    assert laws.edition_of("1997").claims.normal_excludes_irrational


def test_x7_one_meaning_of_normal_for_70_and_71():
    assert set(TOLD["X7"].clauses) == {Clause("2007", "70E1"), Clause("2007", "71")}
    assert "43" in TOLD["X7"].operative


def test_x8_a_bid_is_covered_by_37a():
    assert TOLD["X8"].operative == "a bid, double or redouble"


def test_x9_what_counts_is_information():
    assert TOLD["X9"].operative.startswith("information")
    assert "offenders" in laws.lookup("16D2", "2007").gist


def test_x10_a_change_of_play():
    assert "play" in TOLD["X10"].operative
    assert "card" in laws.lookup("47D", "2007").gist


def test_x11_the_note_means_57():
    assert TOLD["X11"].operative == "57"


@pytest.mark.parametrize(
    "printed, edition, path", [("1-6C", "1997", "16C"), ("1-3F", "2007", "13F"), ("4-9", "2007", "49")]
)
def test_x12_scanned_addresses_are_read(printed, edition, path):
    assert laws.find(printed, edition) == Clause(edition, path)


def test_x13_one_scoring_table():
    gists = {laws.lookup("77", year).gist for year in laws.editions()}
    assert len(gists) == 1


def test_x14_penalty_and_rectification():
    assert laws.edition_of("1997").remedy_word == "penalty"
    assert laws.edition_of("2007").remedy_word == "rectification"


def test_x15_the_shorter_limit_of_71c():
    assert [laws.edition_of(year).claims.normal_play_limit_next_board for year in laws.editions()] == [
        True,
        False,
        False,
    ]


def test_x16_a_defenders_premature_lead():
    assert TOLD["X16"].operative == "a defender does"


def test_x17_a_king_or_more():
    assert "or more" in TOLD["X17"].operative
    assert "king or more" in laws.lookup("40D", "1997").gist


def test_r1_dummys_cards_and_penalty_cards_only_in_2017():
    faced = [
        RevokeException.FACED_CARD in laws.edition_of(year).revokes.exceptions for year in laws.editions()
    ]
    assert faced == [True, True, False]


def test_r2_one_bar_for_the_three():
    assert laws.edition_of("2017").play.penalty_card_adjust_when is ProofBar.COULD_WELL


def test_l27_the_rewritten_27():
    assert laws.edition_of("2007").calls.substitute == "same-or-more-precise-meaning"


def test_every_reading_names_its_source_and_clauses_that_exist():
    for trap in laws.readings():
        assert trap.source.document
        assert trap.clauses
        for clause in trap.clauses:
            assert laws.lookup(str(clause)).clause == clause
            if trap.parameter:
                assert laws.edition_of(clause.edition).source_of(trap.parameter)


@needs_shared
def test_no_trap_of_the_digest_is_left_out():
    digest = (SHARED / "law" / "laws-1997-2007.md").read_text(encoding="utf-8")
    printed = {line.split("|")[1].strip() for line in digest.splitlines() if line.startswith("| X")}
    assert printed == {mark for mark in TOLD if mark.startswith("X")}
