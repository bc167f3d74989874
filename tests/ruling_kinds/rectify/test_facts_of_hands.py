"""A hand with a wrong number of cards: what is due for each fact, and which fact is asked for where it is not told (13, 14)."""

import pytest

from analyser import laws
from analyser.casefile import WrongHand
from analyser.ruling.kinds.rectification import Step, steps_of
from analyser.ruling.kinds.scores_due import artificial_is_due
from analyser.ruling.kinds.wrong_hand import wrong_hand
from tests.support.every import each_row
from tests.support.row_names import row_name

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
FAULT = {"NS": "none", "EW": "direct"}


def ruled(year: str, *, teams: bool | None = False, **facts):
    fields = {"id": "x", "kind": "wrong-hand", "offender": "E", "fault": FAULT, **facts}
    return wrong_hand(WrongHand.model_validate(fields), LAW[year], teams=teams)


UNKNOWN = [
    ({}, {"cards"}),
    ({"cards": 12}, {"another_over"}),
    ({"cards": 14, "noticed": "auction"}, {"called"}),
    ({"cards": 12, "another_over": True, "noticed": "auction"}, {"called"}),
    ({"cards": 14, "noticed": "auction", "called": False}, {"seen"}),
    ({"cards": 14, "noticed": "before-auction"}, {"seen"}),  # nobody can have called
    ({"cards": 12, "another_over": False}, {"noticed"}),
    ({"cards": 12, "another_over": False, "noticed": "play"}, {"found"}),
]


@each_row("facts, missing", UNKNOWN)
def test_what_is_not_told_is_asked_for(facts, missing):
    for year in YEARS:
        assert set(ruled(year, **facts).missing) == missing, year


FOREIGN = [
    # 13F of 2007, 13C of 2017; 1997 says nothing of it
    ({}, {Step.REMOVED}, {"foreign_played"}),
    ({"foreign_played": False}, {Step.REMOVED}, set()),
    ({"foreign_played": True}, {Step.REMOVED, Step.MAY_ADJUST}, set()),
]


@pytest.mark.parametrize("facts, due, missing", FOREIGN, ids=row_name)
def test_another_deal_s_card_matters_only_if_it_was_played(facts, due, missing):
    assert steps_of(ruled("1997", foreign=True, **facts)) == {Step.NOT_COVERED}
    for year in ("2007", "2017"):
        ruling = ruled(year, foreign=True, **facts)
        assert (steps_of(ruling), set(ruling.missing)) == (due, missing), year


CALLED = {"cards": 14, "noticed": "auction", "called": True}
SEEN = {"cards": 14, "noticed": "auction", "called": False, "seen": True}
PLAY_ON = Step.CORRECT_AND_PLAY
COUNTED = [
    # the facts; is it corrected and played, and is the score artificial: in 1997, 2007, 2017
    # 13A of 1997: with the consent of all four, else an artificial score; since 2007 without, and perhaps adjusted after
    (CALLED | {"playable": True, "consent": True}, (True, True, True), (False, False, False)),
    (CALLED | {"playable": True, "consent": False}, (False, True, True), (True, False, False)),
    (CALLED | {"playable": False}, (False, False, False), (True, False, False)),
    # nobody has called: a card that was seen; harmless, or serious
    (SEEN | {"serious": False, "consent": True}, (True, True, True), (False, False, False)),
    (SEEN | {"serious": False, "consent": False}, (False, True, True), (True, False, False)),
    (SEEN | {"serious": True}, (False, False, True), (True, True, False)),
    (SEEN | {"seen": False}, (True, True, True), (False, False, False)),
]


@pytest.mark.parametrize("facts, played, artificial", COUNTED, ids=row_name)
def test_a_hand_with_too_many_cards_is_played_or_scored(facts, played, artificial):
    rulings = [ruled(year, **facts) for year in YEARS]
    assert tuple(PLAY_ON in steps_of(ruling) for ruling in rulings) == played
    assert tuple(artificial_is_due(ruling) for ruling in rulings) == artificial


def test_where_consent_is_unknown_all_four_must_consent_to_play():
    """13A1 and 13B of 1997; nothing of it since."""
    for facts in (CALLED | {"playable": True}, SEEN | {"serious": False}):
        assert [Step.PLAY_IF_CONSENT in steps_of(ruled(year, **facts)) for year in YEARS] == [
            True,
            False,
            False,
        ]


def test_what_the_director_moved_is_unauthorised_in_2007_alone():
    """13E of 2007."""
    for facts in (CALLED | {"playable": True, "consent": True}, SEEN | {"seen": False}):
        checks = [Step.CORRECTION_UNAUTHORISED in steps_of(ruled(year, **facts)) for year in YEARS]
        assert checks == [False, True, False]


def test_after_the_play_each_edition_cancels_and_scores_the_result():
    """Annulled in 1997 with an artificial score, since then an adjusted one (13C, 13D of 2017)."""
    rulings = [ruled(year, cards=14, noticed="after-play") for year in YEARS]
    assert all({Step.CANCELLED, Step.MAY_PENALISE} <= steps_of(ruling) for ruling in rulings)
    assert [artificial_is_due(ruling) for ruling in rulings] == [True, False, False]


REDEALT = [
    # teams, has the other room played it, is the match known; is it redealt (6D3, 86)
    (True, True, False, None),
    (True, True, False, False),
    (False, True, False, True),
    (False, True, True, False),
    (False, True, None, False),
    (False, False, False, False),
]


@pytest.mark.parametrize("dealt, teams, other_room, known", REDEALT)
def test_a_match_board_nobody_else_has_played_is_redealt(dealt, teams, other_room, known):
    told = {"other_room_played": other_room, "match_known": known}
    facts = {key: value for key, value in told.items() if value is not None}
    for year in YEARS:
        ruling = ruled(year, teams=teams, cards=14, noticed="after-play", **facts)
        assert (Step.REDEAL in steps_of(ruling)) is dealt, year


SHORT = {"cards": 12, "another_over": False}
FOUND = [
    # when it was noticed, where the card was; what is due in every edition, and what is not
    ("auction", "elsewhere", {Step.RESTORED, Step.ALWAYS_COMPLETE}, {Step.MAY_HAVE_REVOKED, Step.MAY_PENALISE}),
    ("before-auction", "not-found", {Step.REBUILT, Step.ALWAYS_COMPLETE}, {Step.MAY_HAVE_REVOKED}),
    ("play", "elsewhere", {Step.RESTORED, Step.MAY_HAVE_REVOKED, Step.MAY_PENALISE}, {Step.REBUILT}),
    ("play", "not-found", {Step.REBUILT, Step.MAY_HAVE_REVOKED}, {Step.RESTORED}),
    ("play", "played-cards", {Step.BY_DEFECTIVE_TRICK, Step.SURPLUS_BACK, Step.WINNER_UNCHANGED}, {Step.RESTORED, Step.REBUILT}),
]  # fmt: skip


@pytest.mark.parametrize("noticed, found, due, never", FOUND)
def test_a_missing_card_was_the_players_all_along(noticed, found, due, never):
    for year in YEARS:
        steps = steps_of(ruled(year, **SHORT, noticed=noticed, found=found))
        assert due <= steps, year
        assert not never & steps, year


def test_what_the_card_put_back_tells_is_unauthorised_since_2007():
    """14C of 2007 and 2017."""
    step_names = [steps_of(ruled(year, **SHORT, noticed="play", found="elsewhere")) for year in YEARS]
    assert [Step.CORRECTION_UNAUTHORISED in steps for steps in step_names] == [False, True, True]
