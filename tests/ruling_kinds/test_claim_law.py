"""What the claim laws ask beside the cards: show-outs, awareness, agreement, play after the claim, statements, prices."""

import tomllib
from dataclasses import replace

import pytest

from analyser import laws, resources
from analyser.bridge import Card, Deal, Play, Seat, Side, Strain, Suit
from analyser.casefile import PlayerClass, case_of
from analyser.estimates.endings.ending import Ending
from analyser.estimates.services import Services
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.claim import ClaimFacts, Deviation, Rules, adjudicate, find, prices_for
from analyser.ruling.kinds.claim.awareness import aware_by_play, weigh_awareness
from analyser.ruling.kinds.claim.explanation import break_needed, saving_statement, weigh_agreement
from analyser.ruling.kinds.claim.kind import rules_of
from analyser.ruling.kinds.claim.reading import facts_of
from tests.support import ROOT
from tests.support.every import each_row
from tests.support.row_names import row_name

EXPERT = PlayerClass.EXPERT
LAW_2017 = Rules()


def claim(position, trumps, lead, claims, *, by="S", **facts):
    ending = Ending(Deal.parse(position), Strain.parse(trumps), Seat.parse(lead))
    return ClaimFacts(ending, Seat.parse(by), claims, **{"player": EXPERT, **facts})


ONSIDE = claim("N:..AQ. .4..4 ..32. ..K5.", "NT", "S", 2)
FORGOTTEN = claim("N:5..5.5 43...2 A.A..A .2.KQ.", "H", "S", 3)


def test_a_finesse_not_stated_is_not_given():
    adjudication = adjudicate(ONSIDE, LAW_2017)
    assert (adjudication.tricks, adjudication.best, adjudication.clause) == (1, 2, "70E1")
    assert (str(adjudication.mistake.card), str(adjudication.mistake.better)) == ("DA", "DQ")


def test_a_finesse_is_given_once_the_other_hand_shows_out():
    """70E1: an opponent has shown out of the suit, so the card is marked."""
    after_discard = replace(ONSIDE, shown_out=frozenset({(Seat.E, Suit.DIAMONDS)}))
    assert adjudicate(after_discard, LAW_2017).tricks == 2


@pytest.mark.parametrize("player", list(PlayerClass), ids=row_name)
def test_whoever_may_be_unaware_of_a_trump_loses_to_it(player):
    """70C asks three things, none of them how good the player is."""
    adjudication = adjudicate(replace(FORGOTTEN, player=player), LAW_2017)
    assert (adjudication.tricks, adjudication.clause) == (2, "70C")


@each_row("player", list(PlayerClass))
@each_row("knows", [{"mentions_trump": True}, {"aware": True}])
def test_whoever_knows_of_the_trump_draws_it(player, knows):
    assert adjudicate(replace(FORGOTTEN, player=player, **knows), LAW_2017).tricks == 3


TWO_TRUMPS = claim(
    "N:542.QT.9.KQ96 K86.76.K.8742 AJT.KJ.4.AJT3 Q973..T8765.5", "H", "S", 8,
    order=(Suit.HEARTS, Suit.CLUBS, Suit.SPADES), towards=(Card.parse("SA"), Card.parse("SJ")),
)  # fmt: skip
"""Two trumps are out; "the last trump, four clubs, then a spade to the ace or the jack"."""


def test_a_suit_to_a_card_starts_from_the_other_hand():
    """The director's ten tricks, three of them won before: a spade to the ten loses to the queen, then a trick to each king."""
    adjudication = adjudicate(replace(TWO_TRUMPS, forgotten=1), LAW_2017)
    spades = [step for step in adjudication.line if step.card.suit is Suit.SPADES]
    assert adjudication.tricks == 7
    assert next(step.seat for step in spades if step.seat.side is Side.NS) is Seat.N
    away = adjudicate(replace(TWO_TRUMPS, forgotten=1, towards=()), LAW_2017)
    assert away.tricks == 6  # nothing stated keeps declarer from leading the ten out of his hand


def test_of_the_trumps_out_only_those_he_counted_are_drawn():
    rounds = {}
    for forgotten in (0, 1):
        adjudication = adjudicate(
            replace(TWO_TRUMPS, mentions_trump=not forgotten, forgotten=forgotten), LAW_2017
        )
        before_clubs = [step.card.suit for step in adjudication.line[:8]]
        rounds[forgotten] = before_clubs[::4].count(Suit.HEARTS)
    assert rounds == {0: 2, 1: 1}


def test_whoever_has_just_led_a_trump_is_aware():
    prices = prices_for(EXPERT)
    ending = FORGOTTEN.ending
    drawing = Play.parse("S", "H", "HK H3 H4 H5")
    aside = Play.parse("S", "H", "SK S3 S4 S6")
    assert aware_by_play(drawing, ending, Seat.S, prices)
    assert not aware_by_play(aside, ending, Seat.S, prices)
    assert not aware_by_play(drawing, ending, Seat.W, prices)
    assert not aware_by_play(None, ending, Seat.S, prices)


def codes_of(play, player=EXPERT, ending=None):
    found = weigh_awareness(play, ending or FORGOTTEN.ending, Seat.S, prices_for(player))
    return found.knows, {reason.code: dict(reason.args) for reason in found.reasons}


def test_what_the_play_shows_is_told_with_its_trick():
    """70C2: what he had just played and seen counts, and where nothing is seen that is said."""
    drawing, aside = "HK H3 H4 H5", "SK S3 S6 S7"
    led = Play.parse("S", "H", f"{aside} {drawing}")
    assert codes_of(led) == (True, {"claim.aware-led": {"trick": 2}})
    begun = Play.parse("S", "H", f"{aside} HQ")  # in the middle of the trick
    assert codes_of(begun) == (True, {"claim.aware-led": {"trick": 2}})
    seen = Play.parse("S", "H", f"HK D4 H3 H5 {aside}")
    assert codes_of(seen) == (True, {"claim.aware-shown-out": {"trick": 1, "seat": Seat.W}})
    assert codes_of(seen, PlayerClass.CLUB)[0] is False  # he may not have counted
    just = Play.parse("W", "H", "HA H4 D2 H5")
    assert codes_of(just, PlayerClass.CLUB) == (True, {"claim.aware-shown-out": {"trick": 1, "seat": Seat.E}})


def test_where_nothing_shows_what_he_knew_that_is_said():
    aside = "SK S3 S6 S7"
    assert codes_of(None) == (False, {"claim.aware-no-record": {}})
    assert codes_of(Play.parse("S", "H", aside)) == (False, {"claim.aware-no-round": {}})
    earlier = Play.parse("S", "H", f"HK H3 H4 H5 {aside}")
    assert codes_of(earlier) == (False, {"claim.aware-not-shown": {"trick": 1, "last": 2}})


@pytest.mark.parametrize(
    "stated, due", [("", 3), ("mentions_trump = false\n", 3), ("trumps_counted = 0\n", 2)]
)
def test_silence_alone_is_not_unawareness(stated, due):
    """The king of trumps was led to the last trick: he knew of the last one, unless he said that none was out."""
    text = (ROOT / "cases/reported/claim-silent-after-trumps.toml").read_text()
    case = case_of(text.replace("mentions_trump = false\n", stated).encode())
    facts = facts_of(case, case.incident[0], prices_for(None))
    assert adjudicate(facts, LAW_2017).tricks == due


def test_nobody_overlooks_a_handful_of_trumps():
    prices = prices_for(PlayerClass.NOVICE)
    ending = Ending(Deal.parse("N:5432... .5432.. A..A.A2 ..432.K"), Strain.HEARTS, Seat.S)
    assert aware_by_play(Play.parse("S", "H", "SK S9 S8 S7"), ending, Seat.S, prices)


def test_the_answer_lies_between_nothing_and_best_play():
    for facts in (ONSIDE, FORGOTTEN):
        adjudication = adjudicate(facts, LAW_2017)
        assert 0 <= adjudication.tricks <= adjudication.best


def test_a_defender_may_not_choose_for_his_partner_since_2007():
    """1997 has no 70D2: partner's lead is then as good as the claimer's own."""
    facts = claim("N:..4.A 3...3 4.2.. AK...", "NT", "E", 2, by="W", declarer=Seat.N)
    assert adjudicate(facts, LAW_2017).tricks == 0
    assert adjudicate(facts, rules_of(laws.resolve(None, "WBF", "2007"))).tricks == 0
    assert not rules_of(laws.resolve(None, "WBF", "1997")).partner_choice


def test_order_within_a_suit_by_regulation():
    """70E2: where suits are played from the top by regulation, a small card first is out for everybody."""
    assert prices_for(PlayerClass.NOVICE, top_down=True).of[Deviation.NOT_FROM_THE_TOP] >= 9


@pytest.mark.parametrize("year", ["1997", "2007", "2017"])
def test_a_line_it_would_be_irrational_not_to_take_stands(year):
    """The queen wins because the king lies before it, and to play the four instead is absurd.

    Until 2007 70E1 itself excepts what it would be irrational not to do; since 2017 the absurd play is left out because
    it is not normal for anybody. The answer is the same.
    """
    facts = claim("N:..Q4. .3..3 ..32. ..K5.", "NT", "S", 1)
    assert adjudicate(facts, rules_of(laws.resolve(None, "WBF", year))).tricks == 1


AGREED = claim("N:..32. ..54. ..AQ. ..KJ.", "NT", "N", 2)


@pytest.mark.parametrize(
    "year, expected, why",
    [
        ("2007", 1, "the king behind would have made, so it probably did"),
        ("2017", 1, "the same"),
        ("1997", 1, "the king and jack behind cannot lose to any normal play"),
    ],
)
def test_an_agreed_trick_comes_back_by_the_editions_own_bar(year, expected, why):
    law = laws.resolve(None, "WBF", year)
    bounds, finding = weigh_agreement(AGREED, rules_of(law), law)
    assert bounds == (expected, expected), why
    assert str(finding.clauses[0]) == f"{year}:{'69B' if year == '1997' else '69B2'}"


def test_an_agreed_trick_that_the_claimer_would_have_made_stays():
    law = laws.resolve(None, "WBF", "2017")
    assert weigh_agreement(ONSIDE, rules_of(law), law)[0] == (2, 2)


CASE = """
schema = 1
id = "claim"
title = "Claim"
[event]
date = {date}
authority = "{authority}"
form = "imps"
[board]
number = 6
deal = "N:AKQJ74.AK4.5.T96 T3.Q975.AKQJ62.8 96.83.9843.KQJ74 852.JT62.T7.A532"
[table]
auction = "P P P 4S P P P"
play = [{play}]
contract = "4S"
declarer = "N"
[comparison]
other_room = 0
[[incident]]
id = "claim"
kind = "claim"
by = "N"
after = 10
claims = 3
"""
TRICKS = [
    "DA D9 D7 D5", "D2 D8 DT C6", "CA C9 C8 CK", "HJ HA H5 H3", "CT DJ CQ C3", "D4 C2 SA DK", "SK S3 S6 S5",
    "HK HQ H8 H6", "SQ ST S9 S8", "SJ DQ C4 S2",
]  # fmt: skip


def case_with(date, authority, tricks, more=""):
    play = ", ".join(f'"{trick}"' for trick in tricks)
    return case_of((CASE.format(date=date, authority=authority, play=play) + more).encode())


@pytest.mark.parametrize(
    "date, code, clause",
    [("2010-05-01", "claim.play-is-evidence", "2007:70D3"), ("2019-05-01", "claim.play-is-void", "2017:68D")],
)
def test_play_after_the_claim_is_evidence_in_2007_only(date, code, clause):
    case = case_with(date, "WBF", [*TRICKS, "S4 H7 D3 C5"])
    result = find(
        RulingContext.from_case(case, laws.resolve(case.event.date, "WBF"), Services()), case.incident[0]
    )
    (finding,) = (entry for entry in result.findings if entry.code.startswith("claim.play-"))
    assert (finding.code, str(finding.clauses[0])) == (code, clause)


def test_a_line_found_by_a_person_stands():
    line = "\n[[judgement]]\nincident = 'claim'\nquestion = 'normal-line'\nanswer = ['S4', 'H7', 'D3', 'C5']\nby = 'director'\n"
    case = case_with("2019-05-01", "WBF", TRICKS, line)
    result = find(
        RulingContext.from_case(case, laws.resolve(case.event.date, "WBF"), Services()), case.incident[0]
    )
    assert result.findings[0].code == "claim.line-found"
    assert result.claim.tricks == 2
    assert result.tricks == case.play.won_by(Seat.N.side) + 2


def test_without_the_cards_left_nothing_is_guessed():
    case = case_with("2019-05-01", "WBF", TRICKS)
    incident = case.incident[0].model_copy(update={"position": None})
    bare = case.model_copy(update={"board": case.board.model_copy(update={"deal": None})})
    result = find(RulingContext.from_case(bare, laws.resolve(case.event.date, "WBF"), Services()), incident)
    assert result.claim is None
    assert result.findings[0].code == "claim.cards-missing"


def test_the_order_of_suits_that_saves_the_claim_is_named():
    """Hearts first would have done it; the same ending with that order stated gives all three."""
    facts = claim("N:A...32 ...KQJ 2.AK.. .QJ.T.", "NT", "S", 3, player=PlayerClass.CLUB)
    adjudication = adjudicate(facts, LAW_2017)
    assert adjudication.tricks == 1
    saving = saving_statement(adjudication, facts, LAW_2017)
    assert (saving.code, saving.arguments["suit"]) == ("claim.saved-by-order", Suit.HEARTS)
    assert adjudicate(replace(facts, order=(saving.arguments["suit"],)), LAW_2017).tricks == 3


def test_the_card_that_would_have_saved_the_claim_is_named():
    saving = saving_statement(adjudicate(ONSIDE, LAW_2017), ONSIDE, LAW_2017)
    assert saving.code == "claim.saved-by-card"
    assert (str(saving.arguments["better"]), str(saving.arguments["card"])) == ("DQ", "DA")


def test_a_long_ending_says_where_the_search_stopped():
    deal = Deal.parse("N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874")
    facts = ClaimFacts(Ending(deal, Strain.NOTRUMP, Seat.N), Seat.N, 9, player=PlayerClass.CLUB)
    adjudication = adjudicate(facts, LAW_2017, best=9, work=300)
    assert adjudication.bound


PRICES = tomllib.loads(resources.text("ruling/kinds/claim/prices.toml"))


@each_row(
    "row", PRICES["deviation"] + PRICES["change"], ids=lambda row: f"{row['name']} {row.get('when', '')}"
)
def test_a_better_player_errs_no_more_easily(row):
    """Each deviation has a reason, a price for every class, and never costs a better player less."""
    in_order = [row["price"][player.value] for player in PlayerClass]
    assert in_order == sorted(in_order)
    assert len(row["reason"]) > 20


@pytest.mark.parametrize("year", ["1997", "2007", "2017"])
def test_every_deviation_rests_on_a_provision_of_the_edition(year):
    edition = laws.edition_of(year)
    for path in prices_for(None).clauses.values():
        assert any(path.startswith(known) for known in edition.paths if known.startswith("70"))


def test_the_break_a_claim_needs_has_its_chance():
    """AKQ2 take four tricks unless all four cards out lie in one hand: 2 of the 70 ways in which eight cards lie in two hands of four."""
    facts = claim("N:AKQ2... JT98... 543.2.. ..543.2", "NT", "N", 4, by="N")
    (needed,) = break_needed(facts, 4, Services())
    arguments = needed.arguments
    assert (arguments["suit"], arguments["splits"], str(arguments["share"])) == (
        Suit.SPADES,
        ("2-2", "3-1"),
        "97%",
    )
    assert arguments["favours"] is Side.NS


def test_five_cards_break_evenly_two_times_in_three():
    """With all thirteen cards held five missing hearts break 3-2 in 68 % of the deals, as every table of breaks has it."""

    class ThirteenIfHeartsBreak:
        def tricks(self, position):
            return 13 - 13 * (len(position.hands[Seat.E].holding(Suit.HEARTS)) not in (2, 3))

    deal = "N:AK2.7654.AK2.AK2 QJT9.J9.QJT9.QJT 543.AKQ2.543.543 876.T83.876.9876"
    services = Services(tricks=ThirteenIfHeartsBreak())
    (needed,) = break_needed(claim(deal, "NT", "S", 13), 13, services)
    assert (needed.arguments["splits"], str(needed.arguments["share"])) == (("3-2",), "68%")


def test_a_finesse_has_shares_of_all_lies_without_a_break():
    """Four cards in two hands of two: with all hands seen the ace and queen fail only against king and five behind them, one way in six."""
    (needed,) = break_needed(ONSIDE, 2, Services())
    assert needed.code == "bridge.break-chance"
    assert str(needed.arguments["share"]) == "83%"
