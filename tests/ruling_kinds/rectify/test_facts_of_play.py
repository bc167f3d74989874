"""A card played, named, left out or shown: what is due for each fact, and which fact is asked for where it is not told."""

import pytest

from analyser import laws
from analyser.bridge import Card, Seat
from analyser.casefile import Case, ExposedCard, PlayedCard, case_of
from analyser.ruling.kinds.exposed_card import exposed_card
from analyser.ruling.kinds.played_card import played_card, price_of_omission, tricks_after
from analyser.ruling.kinds.rectification import Step, steps_of
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
SEVEN, TEN = Card.parse("S7"), Card.parse("ST")


def played(fact: str | None, **facts) -> PlayedCard:
    return PlayedCard.model_construct(id="x", kind="played-card", fact=fact, **{"offender": Seat.E, **facts})


def exposed(**facts) -> ExposedCard:
    fields = {"offender": Seat.E, "during": "play", "cards": (SEVEN,), **facts}
    return ExposedCard.model_construct(id="x", kind="exposed-card", **fields)


OMITTED = {"both_sides_played_on": True}
PLAYED = [
    # the fact and what is told of it; the editions; what is due; what is asked for
    (None, {}, YEARS, set(), {"fact"}),
    # 45C: a card held so that its face could be seen, or on the table, has been played
    ("held-face-up", {"shown": True}, YEARS, {Step.PLAYED}, set()),
    ("held-face-up", {"shown": False}, YEARS, {Step.NOT_PLAYED}, set()),
    ("held-face-up", {}, YEARS, set(), {"shown"}),
    # 46B: what an incomplete naming means
    ("named", {}, YEARS, set(), {"said"}),
    ("named", {"said": "high"}, ("1997",), {Step.MEANS_HIGHEST}, {"fourth_hand"}),
    ("named", {"said": "high"}, ("2007", "2017"), {Step.MEANS_HIGHEST}, set()),
    # 47E1: a lead alone in 1997, since then a play, too
    ("told-turn", {"offender": None}, YEARS, set(), {"offender"}),
    ("told-turn", {"led": True}, YEARS, {Step.MUST_RETRACT}, set()),
    ("told-turn", {"led": False}, ("1997",), {Step.LEADS_ONLY}, set()),
    ("told-turn", {}, ("1997",), set(), {"led"}),
    ("told-turn", {}, ("2007", "2017"), {Step.MUST_RETRACT}, set()),
    # 45D: dummy put up a card that was not named
    ("dummy-placed", {}, YEARS, set(), {"both_sides_played_on"}),
    ("dummy-placed", {"both_sides_played_on": True}, YEARS, {Step.MISPLACED_STANDS}, set()),
    ("dummy-placed", {"both_sides_played_on": False}, YEARS, {Step.MISPLACED_BACK, Step.OPPONENT_MAY_RETRACT}, set()),
    # 45F: the score may be adjusted in 1997, and shall be since then if there was damage
    ("dummy-suggested", {}, ("1997",), {Step.GOES_ON, Step.MAY_ADJUST}, set()),
    ("dummy-suggested", {}, ("2007", "2017"), {Step.GOES_ON, Step.IF_DAMAGED}, set()),
    # 43B: dummy who lost his rights
    ("dummy-asked", {}, YEARS, {Step.AS_IF_ESTABLISHED}, set()),
    ("dummy-noticed", {}, ("1997", "2007"), {Step.GOES_ON, Step.BOTH_SIDES}, set()),
    ("dummy-noticed", {}, ("2017",), {Step.GOES_ON, Step.DEFENDERS_ONLY}, set()),
    # 60B: before declarer had led from the hand required
    ("before-required-lead", {"offender": None}, YEARS, set(), {"offender"}),
    ("before-required-lead", {}, YEARS, set(), {"card"}),
    # 67A and 58B: noticed before both sides have played on
    ("omitted", {}, YEARS, set(), {"both_sides_played_on"}),
    ("omitted", {"both_sides_played_on": False}, YEARS, {Step.COMPLETED}, set()),
    ("two-cards", {}, YEARS, set(), {"both_sides_played_on"}),
    ("two-cards", {"both_sides_played_on": False}, YEARS, set(), {"several_seen"}),
    ("two-cards", {"both_sides_played_on": False, "several_seen": False}, YEARS, {Step.VISIBLE_PLAYED, Step.OTHERS_BACK}, set()),
    ("two-cards", {"both_sides_played_on": False, "several_seen": True}, YEARS, {Step.CHOOSES_CARD, Step.OTHERS_PENALTY}, set()),
    ("two-cards", {"both_sides_played_on": False, "several_seen": True, "offender": Seat.S}, YEARS, {Step.CHOOSES_CARD, Step.OTHERS_BACK}, set()),
    # 67B: and after; no penalty in 1997 where the suit is still held, since then a trick
    ("omitted", OMITTED | {"still_holds_suit": True}, ("1997",), {Step.ADD_SUIT_CARD, Step.WINNER_UNCHANGED, Step.NO_TRICK_PRICE}, set()),
    ("omitted", OMITTED | {"still_holds_suit": True}, ("2007", "2017"), {Step.ADD_SUIT_CARD, Step.WINNER_UNCHANGED, Step.DEEMED_REVOKE, Step.TRICKS_TRANSFERRED}, set()),
    ("omitted", OMITTED | {"still_holds_suit": False}, YEARS, {Step.ADD_CARD, Step.WINNER_UNCHANGED, Step.DEEMED_REVOKE, Step.TRICKS_TRANSFERRED}, set()),
    ("omitted", OMITTED, ("1997",), {Step.ADD_CARD, Step.WINNER_UNCHANGED}, {"still_holds_suit"}),
    ("omitted", OMITTED, ("2007", "2017"), {Step.ADD_CARD, Step.WINNER_UNCHANGED, Step.DEEMED_REVOKE, Step.TRICKS_TRANSFERRED}, {"still_holds_suit"}),
    ("two-cards", OMITTED | {"certain": True}, YEARS, {Step.SURPLUS_BACK, Step.SHOWN_STAYS, Step.WINNER_UNCHANGED, Step.MAY_HAVE_REVOKED}, set()),
    ("two-cards", OMITTED | {"certain": False}, YEARS, {Step.SURPLUS_BACK, Step.HIGHEST_STAYS, Step.WINNER_UNCHANGED, Step.MAY_HAVE_REVOKED}, set()),
    ("two-cards", OMITTED, YEARS, {Step.SURPLUS_BACK, Step.HIGHEST_STAYS, Step.WINNER_UNCHANGED, Step.MAY_HAVE_REVOKED}, {"certain"}),
    # 67B3 of 2017: too late, an adjusted score
    ("used-twice", {}, ("1997", "2007"), {Step.ADD_CARD, Step.MAY_ADJUST}, set()),
    ("used-twice", {}, ("2017",), {Step.ADD_CARD, Step.ADJUSTED}, set()),
]  # fmt: skip


@each_row("fact, facts, years, due, missing", PLAYED)
def test_what_is_due_for_a_card_that_was_played(fact, facts, years, due, missing):
    for year in years:
        rectification = played_card(played(fact, **facts), LAW[year], Seat.S)
        assert (steps_of(rectification), set(rectification.missing)) == (due, missing), year


@pytest.mark.parametrize("fact, step", [("dummy-warned", Step.EITHER_CHOOSES_HAND)])
def test_what_the_innocent_side_may_choose(fact, step):
    for year in YEARS:
        rectification = played_card(played(fact), LAW[year], Seat.S)
        assert [option.code for option in rectification.options] == [f"rectify.{step}"]


@pytest.mark.parametrize(
    "fact, facts",
    [
        ("dummy-suggested", {}),
        ("two-cards", {"both_sides_played_on": False, "several_seen": True}),
    ],
)
def test_who_declared_is_asked_for_where_it_decides(fact, facts):
    rectification = played_card(played(fact, **facts), LAW["2017"], None)
    assert set(rectification.missing) == {"declarer"}
    assert "declarer" not in played_card(played(fact, **facts), LAW["2017"], Seat.S).missing


@pytest.mark.parametrize("year", YEARS)
def test_a_card_before_required_leads_is_a_major_penalty_card(year):
    """It was shown on purpose: no small card is minor then (50B)."""
    steps = steps_of(played_card(played("before-required-lead", card=SEVEN), LAW[year], Seat.S))
    assert Step.MAJOR in steps
    assert Step.MINOR not in steps


def test_a_left_out_card_costs_nothing_without_later_tricks():
    """64B1: neither that trick nor any after it."""
    facts = played("omitted", still_holds_suit=False, both_sides_played_on=True)
    steps = {since: steps_of(played_card(facts, LAW["2017"], Seat.S, since)) for since in (0, 1, None)}
    assert Step.NO_TRICK_PRICE in steps[0]
    assert Step.TRICKS_TRANSFERRED not in steps[0]
    assert Step.TRICKS_TRANSFERRED in steps[1] & steps[None]


@pytest.mark.parametrize(
    "prices, on, holds",
    [
        ((None, None, None), None, True),
        ((0, 0, 0), False, True),
        ((0, 1, 1), True, True),
        ((1, 1, 1), True, False),
        ((None, 1, 1), True, None),
    ],
)
def test_the_price_of_a_card_left_out(prices, on, holds):
    facts = played("omitted", both_sides_played_on=on, still_holds_suit=holds)
    assert tuple(price_of_omission(facts, LAW[year]) for year in YEARS) == prices


def board(tricks: int) -> Case:
    return case_of(
        (
            'schema = 1\nid = "x"\n[event]\nform = "imps"\n[board]\ndealer = "S"\nvulnerable = "none"\n'
            'deal = "N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3"\n'
            f'[table]\nauction = "1S P 3S P 4S P P P"\ntricks = {tricks}\n'
            '[[incident]]\nid = "y"\nkind = "other"\n'
        ).encode()
    )


@each_row(
    "after, before, offender, price, since",
    [
        (9, 10, Seat.S, 1, None),  # declarer's side pays
        (9, 10, Seat.N, 1, None),
        (11, 10, Seat.E, 1, None),  # the defenders pay
        (8, 10, Seat.S, 2, None),
        (9, 10, Seat.S, 2, 1),  # never more than was won from there on
        (13, 13, Seat.E, 1, None),  # nor more than was won at all
        (None, 10, Seat.S, 0, None),
        (None, 10, Seat.S, None, None),
        (None, 10, None, 1, None),
    ],
)
def test_declarer_s_tricks_once_the_price_is_paid(after, before, offender, price, since):
    assert tricks_after(board(before), offender, price, since) == after


AT_TURN = [
    # a defender played at the turn of the opponent on his right (57D of 2017): is it a penalty card, what is asked for
    (True, False, {"legal_at_turn": False}, set()),
    (False, True, {"legal_at_turn": True}, set()),
    (False, False, {}, {"legal_at_turn"}),
]


@pytest.mark.parametrize("penalty, must_be_played, facts, missing", AT_TURN)
def test_cards_at_right_opponent_s_turn_are_played_or_lie(penalty, must_be_played, facts, missing):
    rectification = exposed_card(exposed(right_hand_turn=True, **facts), LAW["2017"], Seat.S)
    steps = steps_of(rectification)
    assert (Step.MAJOR in steps, any("must-be-played" in step for step in steps)) == (penalty, must_be_played)
    assert set(rectification.missing) == missing


@pytest.mark.parametrize("year", ["1997", "2007"])
def test_before_2017_it_is_a_major_penalty_card(year):
    assert Step.MAJOR in steps_of(exposed_card(exposed(right_hand_turn=True), LAW[year], Seat.S))


EXPOSED = [
    # what is told of a card, who declared; what is asked for
    ({}, Seat.S, {"inadvertent"}),
    ({"inadvertent": True}, None, {"declarer"}),
    ({"cards": (TEN,)}, Seat.S, set()),  # an honour is major however it fell
    ({"instead": TEN}, Seat.S, {"played_on"}),
    ({"instead": TEN, "played_on": False}, Seat.S, set()),
    ({"instead": TEN, "played_on": True}, Seat.S, set()),
    ({"during": "auction", "led": False}, None, {"declarer"}),
    ({"during": "auction"}, Seat.S, {"led"}),
]


@each_row("facts, declarer, missing", EXPOSED)
def test_unknown_facts_of_a_seen_card_are_asked_for(facts, declarer, missing):
    for year in YEARS:
        assert missing <= set(exposed_card(exposed(**facts), LAW[year], declarer).missing), year
        if not missing:
            assert exposed_card(exposed(**facts), LAW[year], declarer).missing == ()


@pytest.mark.parametrize("played_on, options, due", [(True, 0, {Step.MUST_ACCEPT_OTHER}), (False, 2, set())])
def test_declarer_s_play_accepts_another_card_than_the_penalty_card(played_on, options, due):
    """52: until then he may accept it or have the penalty card put in its place."""
    rectification = exposed_card(exposed(instead=TEN, played_on=played_on), LAW["2017"], Seat.S)
    assert (steps_of(rectification), len(rectification.options)) == (due, options)
