"""Exposed cards, leads, played cards, defective tricks and entries by edition."""

import pytest

from analyser import laws
from analyser.bridge import Card, Seat, Suit
from analyser.casefile import ExposedCard, LeadOutOfTurn, PlayedCard, ScoreError
from analyser.ruling.kinds.exposed_card import exposed_card
from analyser.ruling.kinds.lead_out_of_turn import Lead, lead_out_of_turn
from analyser.ruling.kinds.lead_out_of_turn import select_rule as of_lead
from analyser.ruling.kinds.played_card import played_card
from analyser.ruling.kinds.rectification import Step, steps_of
from analyser.ruling.kinds.score_error import score_error
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
SEVEN, TEN, CLUB = Card.parse("S7"), Card.parse("ST"), Card.parse("C4")


def options_of(result):
    return {Step(option.code.removeprefix("rectify.")) for option in result.options}


def exposed(**facts):
    fields = {"offender": Seat.E, "during": "play", **facts}
    return ExposedCard.model_construct(id="x", kind="exposed-card", **fields)


RANKS = [
    ((TEN,), True, Step.MAJOR),
    ((SEVEN,), True, Step.MINOR),
    ((SEVEN,), False, Step.MAJOR),
    ((SEVEN, CLUB), True, Step.MAJOR),
]


@each_row("year", YEARS)
@each_row("cards, inadvertent, step", RANKS)
def test_a_small_card_dropped_is_minor_all_others_major(year, cards, inadvertent, step):
    rectification = exposed_card(exposed(cards=cards, inadvertent=inadvertent), LAW[year], Seat.S)
    assert steps_of(rectification) & {Step.MINOR, Step.MAJOR} == {step}


@pytest.mark.parametrize("year", YEARS)
def test_a_second_card_makes_both_major(year):
    rectification = exposed_card(
        exposed(cards=(SEVEN,), on_table=(CLUB,), inadvertent=True), LAW[year], Seat.S
    )
    major = [step.arguments["cards"] for step in rectification.due if step.code == f"rectify.{Step.MAJOR}"]
    assert major == [(SEVEN,), (CLUB,)]


@pytest.mark.parametrize("year", YEARS)
def test_one_major_card_gives_declarer_three_options(year):
    rectification = exposed_card(exposed(cards=(TEN,), inadvertent=True), LAW[year], Seat.S)
    assert options_of(rectification) == {Step.REQUIRE_LEAD, Step.FORBID_LEAD, Step.NEITHER}


@pytest.mark.parametrize("year, neither", [("1997", False), ("2007", False), ("2017", True)])
def test_with_several_cards_declarer_may_do_neither_only_since_2017(year, neither):
    rectification = exposed_card(exposed(cards=(TEN, CLUB), inadvertent=True), LAW[year], Seat.S)
    assert (Step.NEITHER in options_of(rectification)) is neither
    assert {Step.FORBID_LEADS, Step.CHOOSE_CARD} <= options_of(rectification)


PREMATURE = {Step.HIGHEST, Step.LOWEST, Step.FORBID_OTHER}


@pytest.mark.parametrize(
    "year, options", [("1997", PREMATURE), ("2007", PREMATURE), ("2017", PREMATURE | {Step.REQUIRE_OTHER})]
)
def test_after_a_premature_play_2017_has_a_fourth_option(year, options):
    rectification = exposed_card(
        exposed(cards=(SEVEN,), led=True, both_hands_played=False), LAW[year], Seat.S
    )
    assert options_of(rectification) == options
    assert Step.MAJOR in steps_of(rectification)


@pytest.mark.parametrize("year", YEARS)
def test_nothing_follows_when_declarer_had_played_from_both_hands(year):
    rectification = exposed_card(exposed(cards=(SEVEN,), led=True, both_hands_played=True), LAW[year], Seat.S)
    assert (steps_of(rectification), rectification.options) == ({Step.NOTHING_FOLLOWS}, ())


AUCTION = [
    ((SEVEN,), False, Step.NOTHING_MORE),
    ((SEVEN,), True, Step.PARTNER_PASSES),
    ((TEN,), False, Step.PARTNER_PASSES),
    ((SEVEN, CLUB), False, Step.PARTNER_PASSES),
]


@each_row("year", YEARS)
@each_row("cards, led, step", AUCTION)
def test_a_card_seen_in_the_auction_may_silence_partner_once(year, cards, led, step):
    rectification = exposed_card(exposed(cards=cards, during="auction", led=led), LAW[year], Seat.W)
    assert step in steps_of(rectification)
    assert Step.PICKED_UP in steps_of(rectification)


@pytest.mark.parametrize(
    "year, known",
    [("1997", Step.ONLY_OBLIGATION), ("2007", Step.ONLY_OBLIGATION), ("2017", Step.CARD_AUTHORISED)],
)
def test_since_2017_all_may_use_an_exposed_card_s_information(year, known):
    rectification = exposed_card(exposed(cards=(TEN,), inadvertent=True), LAW[year], Seat.S)
    assert known in steps_of(rectification)


def lead(**facts):
    fields = {"offender": Seat.E, "card": SEVEN, "face_up": True, **facts}
    return LeadOutOfTurn.model_construct(id="x", kind="lead-out-of-turn", **fields)


@pytest.mark.parametrize("year", YEARS)
def test_an_opening_lead_out_of_turn_gives_declarer_his_options(year):
    rectification = lead_out_of_turn(lead(trick=1, turn=Seat.W), LAW[year], Seat.S)
    assert options_of(rectification) == {
        Step.SPREAD,
        Step.LEAD_ACCEPT,
        Step.LEAD_REFUSE,
        Step.REQUIRE_LEAD,
        Step.FORBID_LEAD,
        Step.NEITHER,
    }
    assert rectification.missing == ("accepted",)


LEADS = [
    ({"trick": 1, "accepted": True}, Lead.STANDS, Lead.STANDS, Lead.STANDS),
    ({"trick": 1, "accepted": False}, Lead.REFUSED, Lead.REFUSED, Lead.REFUSED),
    ({"trick": 1, "dummy_seen": True}, Lead.STANDS, Lead.STANDS, Lead.STANDS),
    ({"trick": 13, "accepted": True}, Lead.STANDS, Lead.STANDS, Lead.TOO_LATE),
    ({"trick": 1, "face_up": False}, Lead.TAKEN_BACK, Lead.TAKEN_BACK, Lead.TAKEN_BACK),
    ({"trick": 1, "told_turn": True}, Lead.TOLD_WRONGLY, Lead.TOLD_WRONGLY, Lead.TOLD_WRONGLY),
]


@pytest.mark.parametrize("facts, old, middle, new", LEADS)
def test_a_lead_out_of_turn_stands_or_goes_back(facts, old, middle, new):
    assert [of_lead(lead(**facts), LAW[year]).answer for year in YEARS] == [old, middle, new]


@pytest.mark.parametrize("year", YEARS)
def test_a_wrong_hand_lead_goes_back_when_a_defender_asks(year):
    rectification = lead_out_of_turn(
        lead(offender=Seat.S, turn=Seat.N, trick=4, accepted=False), LAW[year], Seat.S
    )
    assert steps_of(rectification) == {Step.LEAD_RETRACTED, Step.RIGHT_HAND_LEADS, Step.IF_DAMAGED}


def card(fact, **facts):
    return PlayedCard.model_construct(id="x", kind="played-card", offender=Seat.E, fact=fact, **facts)


DESIGNATION = [
    # pause, partner has played, declarer has played again: 1997, 2007, 2017
    (False, False, False, True, True, True),
    (True, False, False, False, False, True),
    (False, True, False, True, False, True),
    (False, False, True, True, True, False),
]


@pytest.mark.parametrize("pause, partner, declarer, old, middle, new", DESIGNATION)
def test_an_unintended_naming_may_be_changed_in_each_editions_time(
    pause, partner, declarer, old, middle, new
):
    facts = card("changed-call", pause=pause, partner_played=partner, declarer_played=declarer)
    for year, in_time in zip(YEARS, (old, middle, new), strict=True):
        assert (Step.CHANGED in steps_of(played_card(facts, LAW[year], Seat.S))) is in_time


NAMED = [
    ("high", Step.MEANS_HIGHEST),
    ("win", Step.MEANS_LOWEST_WINNER),
    ("low", Step.MEANS_LOWEST),
    ("suit", Step.MEANS_LOWEST_OF_SUIT),
    ("rank", Step.MEANS_RANK),
    ("not-held", Step.VOID),
]


@each_row("year", YEARS)
@each_row("expected, step", NAMED)
def test_an_incomplete_naming_has_one_meaning(year, expected, step):
    assert steps_of(played_card(card("named", said=expected, fourth_hand=False), LAW[year], Seat.S)) == {step}


def test_1997_alone_reads_high_in_fourth_hand_as_lowest_winner():
    facts = card("named", said="high", fourth_hand=True)
    steps = [steps_of(played_card(facts, LAW[year], Seat.S)) for year in YEARS]
    assert steps == [{Step.MAY_BE_LOWEST_WINNER}, {Step.MEANS_HIGHEST}, {Step.MEANS_HIGHEST}]


def test_dummy_speaking_first_costs_both_sides_until_2017_then_defenders():
    steps = [steps_of(played_card(card("dummy-noticed"), LAW[year], Seat.S)) for year in YEARS]
    assert [Step.BOTH_SIDES in step for step in steps] == [True, True, False]
    assert Step.DEFENDERS_ONLY in steps[2]


OMITTED = [
    # still holds the suit: tricks in 1997, 2007, 2017
    (True, 0, 1, 1),
    (False, 1, 1, 1),
]


@pytest.mark.parametrize("holds, old, middle, new", OMITTED)
def test_the_price_of_a_card_left_out(holds, old, middle, new):
    facts = card("omitted", both_sides_played_on=True, still_holds_suit=holds)
    for year, price in zip(YEARS, (old, middle, new), strict=True):
        rectification = played_card(facts, LAW[year], Seat.S)
        paid = [
            step.arguments["tricks"]
            for step in rectification.due
            if step.code == f"rectify.{Step.TRICKS_TRANSFERRED}"
        ]
        assert paid == ([price] if price else [])


def entry(**facts):
    return ScoreError.model_construct(id="x", kind="score-error", **facts)


ENTRIES = [
    (entry(nature="computation", in_time=True), *[{Step.CORRECTED}] * 3),
    (
        entry(nature="computation", in_time=False, certain=True),
        {Step.ENTRY_STANDS},
        {Step.CORRECTED_WITH_CONSENT},
        {Step.CORRECTED_WITH_CONSENT},
    ),
    (entry(nature="computation", in_time=False, certain=False), *[{Step.ENTRY_STANDS}] * 3),
    (entry(nature="tricks-agreed", round_over=False), *[{Step.DIRECTOR_DECIDES}] * 3),
    (
        entry(nature="tricks-agreed", round_over=True, certain=True),
        {Step.NOT_INCREASED},
        {Step.NEED_NOT_INCREASE},
        {Step.CORRECTED},
    ),
    (
        entry(nature="tricks-agreed", round_over=True, certain=False),
        {Step.NOT_INCREASED, Step.ENTRY_STANDS},
        {Step.NEED_NOT_INCREASE, Step.ENTRY_STANDS},
        {Step.ENTRY_STANDS, Step.ONE_SIDE_LOWERED},
    ),
]


@pytest.mark.parametrize("facts, old, middle, new", ENTRIES, ids=range(len(ENTRIES)))
def test_a_wrong_entry_by_edition(facts, old, middle, new):
    assert [steps_of(score_error(facts, LAW[year])) for year in YEARS] == [old, middle, new]


def test_a_suit_named_to_declarer_is_that_of_the_card():
    rectification = exposed_card(exposed(cards=(TEN,), inadvertent=True), LAW["2017"], Seat.S)
    assert {option.arguments["suit"] for option in rectification.options if "suit" in option.arguments} == {
        Suit.SPADES
    }


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("declarer, others", [(Seat.N, Step.OTHERS_PENALTY), (Seat.W, Step.OTHERS_BACK)])
def test_the_other_of_two_cards_becomes_a_penalty_card(year, declarer, others):
    rectification = played_card(
        card("two-cards", both_sides_played_on=False, several_seen=True), LAW[year], declarer
    )
    assert steps_of(rectification) == {Step.CHOOSES_CARD, others}
