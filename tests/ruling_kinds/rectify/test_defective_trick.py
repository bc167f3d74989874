"""Which trick was defective (67, 14B1): a card is taken out of, or put into, a play that is known, and found again."""

import pytest

from analyser import laws
from analyser.bridge import Card, Seat
from analyser.casefile import PlayedCard, QuittedCards, case_of
from analyser.estimates.services import Services
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.defective_trick import defective_tricks, scan_quitted_tricks, treat_as_established
from analyser.ruling.kinds.rectification import Step, steps_of
from tests.support import ROOT
from tests.support.every import each_row

CASE = case_of((ROOT / "cases/revokes/trick-twelve.toml").read_bytes())
NINE = {seat: [trick.card_of(seat) for trick in CASE.play.tricks[:9]] for seat in Seat}
LAW = laws.resolve(None, "WBF", "2017")


def quitted(seat, change):
    stacks = {other: list(cards) for other, cards in NINE.items()}
    change(stacks[seat])
    return stacks_of(stacks)


def stacks_of(stacks):
    return QuittedCards.model_validate({s.name: " ".join(map(str, cards)) for s, cards in stacks.items()})


LEFT_OUT = [
    (Seat.N, 1),
    (Seat.N, 4),
    (Seat.N, 8),
    (Seat.E, 6),
    (Seat.E, 7),
    (Seat.S, 3),
    (Seat.S, 6),
    (Seat.W, 2),
]


@each_row("seat, trick", LEFT_OUT)
def test_the_trick_a_card_was_left_out_of_is_found(seat, trick):
    ways = defective_tricks(CASE, quitted(seat, lambda cards: cards.pop(trick - 1)))
    assert {(way.seat, way.trick, way.surplus) for way in ways} == {(seat, trick, None)}


def test_where_several_tricks_fit_all_are_told():
    """From the sixth on South only discarded: any of his discards may be the one that is missing."""
    ways = defective_tricks(CASE, quitted(Seat.S, lambda cards: cards.pop(7)))
    assert [way.trick for way in ways] == [6, 7, 8, 9]


@pytest.mark.parametrize("seat, trick, extra", [(Seat.N, 4, "HQ"), (Seat.S, 5, "SQ"), (Seat.W, 2, "HA")])
def test_the_card_too_many_is_found(seat, trick, extra):
    ways = defective_tricks(CASE, quitted(seat, lambda cards: cards.insert(trick, Card.parse(extra))))
    assert {str(way.surplus) for way in ways} == {extra}
    assert trick in {way.trick for way in ways}


def test_cards_that_are_all_there_show_nothing():
    assert defective_tricks(CASE, quitted(Seat.N, lambda _: None)) == ()


def test_two_players_with_a_wrong_number_of_cards_show_nothing():
    """North has two too few and East one too many: no one trick was defective."""
    stacks = {seat: list(cards) for seat, cards in NINE.items()}
    del stacks[Seat.N][3:5]
    stacks[Seat.E].insert(4, Card.parse("SA"))
    assert defective_tricks(CASE, stacks_of(stacks)) == ()
    two = {seat: list(cards) for seat, cards in NINE.items()}
    del two[Seat.N][3:5]
    assert defective_tricks(CASE, stacks_of(two)) == ()


def test_what_the_cards_show_becomes_the_facts_of_the_incident():
    """East followed to seven tricks of nine; he still holds what he left out, and his side won three from there on."""
    told = PlayedCard.model_validate(
        {
            "id": "x",
            "kind": "played-card",
            "quitted": quitted(Seat.E, lambda cards: cards.pop(6)).model_dump(),
        }
    )
    facts, since, findings = scan_quitted_tricks(CASE, told, LAW)
    assert (facts.fact, facts.offender, facts.trick) == ("omitted", Seat.E, 7)
    assert (facts.both_sides_played_on, facts.still_holds_suit, since) == (True, True, 3)
    assert [finding.code for finding in findings] == ["trick.scan-omitted"]


def told(stacks: QuittedCards, **facts) -> PlayedCard:
    return PlayedCard.model_validate(
        {"id": "x", "kind": "played-card", "quitted": stacks.model_dump(), **facts}
    )


def test_without_the_quitted_cards_the_incident_stays_as_it_is():
    facts = PlayedCard.model_validate({"id": "x", "kind": "played-card", "fact": "omitted"})
    assert scan_quitted_tricks(CASE, facts, LAW) == (facts, None, ())


def test_where_two_tricks_fit_neither_is_taken_for_the_one():
    """67B: from the sixth trick on South only discarded; any of his discards may be the one that is missing."""
    facts, since, (finding,) = scan_quitted_tricks(
        CASE, told(quitted(Seat.S, lambda cards: cards.pop(7))), LAW
    )
    assert (facts.fact, facts.offender, facts.trick, since) == ("omitted", Seat.S, None, None)
    assert (finding.code, finding.arguments["tricks"]) == ("trick.scan-open", (6, 7, 8, 9))
    assert facts.still_holds_suit is None


TOLD = [
    # what comes of the facts the case tells itself: they stand over the cards
    ({"fact": "two-cards"}, {"fact": "two-cards"}),
    ({"offender": "W"}, {"offender": Seat.W}),
    ({"trick": 4}, {"trick": 4}),
    ({"still_holds_suit": False}, {"still_holds_suit": False}),
    ({}, {"fact": "omitted", "offender": Seat.E, "trick": 7, "still_holds_suit": True}),
]


@pytest.mark.parametrize("given, expected", TOLD)
def test_what_the_case_tells_stands_over_what_the_cards_show(given, expected):
    facts, *_ = scan_quitted_tricks(CASE, told(quitted(Seat.E, lambda cards: cards.pop(6)), **given), LAW)
    assert {key: getattr(facts, key) for key in expected} == expected


@pytest.mark.parametrize("seat, trick", [(Seat.N, 1), (Seat.E, 1), (Seat.S, 1), (Seat.W, 2)])
def test_whether_he_still_has_the_suit_comes_from_his_hand(seat, trick):
    """67B1: what was left out is among his cards still, whatever of that suit he has played besides."""
    facts, *_ = scan_quitted_tricks(CASE, told(quitted(seat, lambda cards: cards.pop(trick - 1))), LAW)
    assert facts.still_holds_suit is True


CERTAIN = [(True, {}), (False, {"certain": False}), (True, {"certain": True})]


@pytest.mark.parametrize("certain, given", CERTAIN)
def test_one_possible_surplus_card_is_certain_unless_a_person_disagrees(certain, given):
    stacks = quitted(Seat.W, lambda cards: cards.insert(2, Card.parse("HA")))
    facts, since, (finding,) = scan_quitted_tricks(CASE, told(stacks, **given), LAW)
    assert (facts.fact, facts.certain, since) == ("two-cards", certain, None)
    assert finding.code == "trick.scan-surplus"


def test_in_the_last_trick_nobody_has_played_on():
    """58B and 67A: until both sides have played to the next trick it is completed."""
    facts, *_ = scan_quitted_tricks(CASE, told(quitted(Seat.N, lambda cards: cards.pop(8))), LAW)
    assert facts.both_sides_played_on is not True


def test_cards_that_tell_nothing_are_said_to():
    facts = told(quitted(Seat.N, lambda _: None))
    assert scan_quitted_tricks(CASE, facts, LAW)[0] == facts
    (finding,) = scan_quitted_tricks(CASE, facts, LAW)[2]
    assert (finding.code, [clause.path for clause in finding.clauses]) == ("trick.scan-nothing", ["67"])


TEXT = (ROOT / "cases/laws/43B2b-dummy-asked.toml").read_text()
WANTED = [
    # what is asked for in each edition; what the case leaves out: in 1997 a second trick hangs on the cards of later ones (64A2)
    ((("table play",), (), ()), None),
    ((("trick",), ("trick",), ("trick",)), "trick"),
    ((("table play",), ("table play",), ("table play",)), "play"),
]


@pytest.mark.parametrize("missing, left_out", WANTED)
def test_what_dummys_question_needs_is_asked_for(missing, left_out):
    """43B2b: tricks pass as for an established revoke, by the record of the play."""
    case = case_of(TEXT.encode())
    (incident,) = case.incident
    if left_out == "trick":
        incident = incident.model_copy(update={"trick": None})
    if left_out == "play":
        case = case.changed(table=case.table.model_copy(update={"play": None}))
    for year, keys in zip(("1997", "2007", "2017"), missing, strict=True):
        law = laws.resolve(None, "WBF", year)
        result = treat_as_established(RulingContext.from_case(case, law, Services()), incident)
        assert result.infraction.answer is True
        assert Step.AS_IF_ESTABLISHED in steps_of(result.rectification)
        assert result.rectification.missing == keys, year
