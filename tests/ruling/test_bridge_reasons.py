"""What is told in bridge is what the deals hold: every figure is reckoned by hand from deals laid out beforehand."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from analyser.bridge import Auction, Call, Card, Contract, Deal, Hand, Seat, Side, Strain, Suit, Vulnerability
from analyser.casefile import Form, Moment, Place
from analyser.estimates.services import Position, TrickCounter
from analyser.messages import LANGUAGES, Percentage, places_in, sentences
from analyser.ruling import Alternative, Finding
from analyser.ruling.alternatives.gains import POOLS, Gain, MeasuredGains, Pool, split_pools
from analyser.ruling.alternatives.suggestion import Decision, Information, Sort
from analyser.ruling.bridge_reasons import reasons_of_explanation, reasons_of_information
from analyser.ruling.outcomes.results import reason_of_play
from analyser.ruling.trick_reasons import reasons_of_tricks
from tests.support.every import each_row
from tests.support.plain_players import PlainCalls

PASS, GAME, RAISE = Call.parse("P"), Call.parse("4S"), Call.parse("3S")
RICH = Deal.parse("N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3")
"""North has 11 points and four spades."""
POOR = Deal.parse("N:J83.T7.QT62.Q842 752.J865.J75.A96 AQT94.K3.K84.J75 K6.AQ942.A93.KT3")
"""North has 5 points and three spades."""


def decision(form: Form = Form.IMPS, action: Call = GAME, auction: str = "1S P 3S P") -> Decision:
    called = Auction.parse("S", auction)
    hand, place = RICH[Seat.S], Place(Moment.CALL, 5)
    return Decision(Seat.S, place, action, called, hand, None, Vulnerability.NONE, form)


SLOW = Information(Sort.SLOW, Seat.N, Auction.parse("S", "1S P"), RAISE)


def pools(without_rich: float, informed_rich: float) -> tuple[Pool, ...]:
    """In each pool the rich and the poor deal, likely as told without the information and with it."""
    rows = [[int(deal[seat].mask) for seat in Seat] for deal in (RICH, POOR) for _ in range(POOLS)]
    plain = np.repeat([without_rich, 1 - without_rich], POOLS) / POOLS
    ratio = np.repeat([informed_rich, 1 - informed_rich], POOLS) / POOLS
    return split_pools(np.array(rows, np.int64), plain, ratio)


def measured(pools: tuple[Pool, ...], gain: Gain) -> MeasuredGains:
    """4S is worth 6 IMPs where North is rich and -4 where he is poor; Pass is worth nothing."""
    known = tuple((pool, np.array([[6.0, 0.0], [-4.0, 0.0]])) for pool in pools)
    return MeasuredGains((GAME, PASS), (), (), 16, 16, (gain, Gain(0.0, 0.0, 1.0)), pools, known)


def alternative(action: Call, answer: bool) -> Alternative:
    return Alternative(action, 0.5, 0.5, (0.3, 0.7), answer, 0.9, support=240)


def reasons(
    without_rich: float,
    informed_rich: float,
    gain: Gain | None = None,
    own: Decision | None = None,
) -> dict[str, Finding]:
    """The reasons by their code, those of the action taken where several share it."""
    gain = gain or Gain(4.0, 0.1, 5.0, -1.0)
    findings = reasons_of_information(
        own or decision(),
        SLOW,
        [alternative(GAME, True), alternative(PASS, True)],
        PASS,
        measured(pools(without_rich, informed_rich), gain),
    )
    by_code: dict[str, Finding] = {}
    for finding in findings:
        by_code.setdefault(finding.code, finding)
    return by_code


def percent(hundredths: int) -> Percentage:
    return Percentage(Fraction(hundredths, 100))


def figures(finding: Finding) -> dict[str, object]:
    return {
        name: value
        for name, value in finding.args
        if isinstance(value, (int, Decimal, Percentage)) and not isinstance(value, (Seat, Side, Suit, Strain))
    }


def test_what_the_player_holds_is_told():
    """AQT94.K3.K84.J75: 13 points, an ace and two kings are four controls; losers 1 + 1 + 2 + 3."""
    reason = reasons(0.5, 0.5, own=decision(auction="1S P 1NT P"))["bridge.holds"]
    assert figures(reason) == {"points": 13, "controls": 4, "losers": 7}
    assert reason.arguments["shape"] == "5-2-3-3"


def test_the_length_in_a_suit_partner_bid_is_told():
    reason = reasons(0.5, 0.5, own=decision(auction="1S P 2H P 3C P 3H P"))["bridge.holds-fit"]
    assert (reason.arguments["partner"], reason.arguments["suit"], reason.arguments["length"]) == (
        Seat.N,
        Suit.HEARTS,
        2,
    )


def test_what_the_information_shifts_is_the_mean_over_the_deals():
    """Rich three times of ten: 0.3 x 11 + 0.7 x 5 = 6.8 points; six times of ten: 8.6. Four spades where rich only."""
    reasons_found = reasons(0.3, 0.6, own=decision(auction="1S P 1NT P"))
    assert figures(reasons_found["bridge.shift.points"]) == {
        "without": Decimal("6.8"),
        "informed": Decimal("8.6"),
    }
    assert figures(reasons_found["bridge.shift.support"]) == {
        "count": 4,
        "without": percent(30),
        "informed": percent(60),
    }
    assert reasons_found["bridge.shift.points"].arguments["favours"] is Side.EW
    assert "bridge.shift.none" not in reasons_found


def test_a_suit_the_informant_bid_is_described_by_mean_length():
    """Four spades or three: 3.3 cards, then 3.6."""
    reason = reasons(0.3, 0.6)["bridge.shift.length"]
    assert figures(reason) == {"without": Decimal("3.3"), "informed": Decimal("3.6")}


def test_where_nothing_shifts_that_is_told_with_the_figures():
    reasons_found = reasons(0.5, 0.5)
    assert figures(reasons_found["bridge.shift.none"]) == {
        "without": Decimal("8.0"),
        "informed": Decimal("8.0"),
    }
    assert reasons_found["bridge.shift.none"].arguments["favours"] is Side.NS
    assert not {code for code in reasons_found if code.startswith("bridge.shift.")} - {"bridge.shift.none"}


def test_a_shift_that_chance_can_make_is_not_told():
    """One pool shifts by a lot, the others do not: 6 points of eight pools, with an error as large."""
    own = pools(0.3, 0.3)
    own[0].posterior[:] = [1.0, 0.0]
    findings = reasons_of_information(
        decision(), SLOW, [alternative(GAME, True)], PASS, measured(own, Gain(0, 1, 1))
    )
    assert [finding.code for finding in findings if finding.code.startswith("bridge.shift")] == [
        "bridge.shift.none"
    ]


def test_gains_are_given_without_and_with_the_information():
    """4S gains where North is rich; its worth and what it gains are the measure's: -1 IMP, then 3."""
    reason = reasons(0.3, 0.6)["bridge.gains.imps.moved"]
    assert reason.arguments["action"] == GAME
    assert figures(reason) == {
        "without": percent(30),
        "informed": percent(60),
        "worth_without": Decimal("-1.0"),
        "worth_informed": Decimal("3.0"),
    }
    assert reason.arguments["favours"] is Side.EW


def test_a_gaining_action_that_still_loses_speaks_for_its_player():
    reason = reasons(0.3, 0.6, Gain(0.5, 0.1, 5.0, -1.0))["bridge.gains.imps.moved"]
    assert reason.arguments["favours"] is Side.NS


def test_a_gain_within_its_error_is_told_as_hardly_any():
    reason = reasons(0.3, 0.6, Gain(0.4, 0.3, 5.0, -1.0))["bridge.gains.imps.alike"]
    assert reason.arguments["worth_informed"] == Decimal("-0.6")
    assert reason.arguments["favours"] is Side.NS


def test_at_pairs_an_action_scores_a_share_of_the_field():
    reasons_found = reasons(0.3, 0.6, Gain(12.0, 1.0, 30.0, 44.0), decision(Form.MATCHPOINTS))
    gains = reasons_found["bridge.gains.field.moved"]
    assert (gains.arguments["worth_without"], gains.arguments["worth_informed"]) == (percent(44), percent(56))


def test_what_partner_must_hold_for_either_action_is_stated():
    """By the auction alone 4S is right opposite the rich hand (11 points, four spades), 3 times of 10."""
    reason = reasons(0.3, 0.6)["bridge.better.points.length"]
    assert figures(reason) == {
        "share": percent(30),
        "other_share": percent(70),
        "points": Decimal("11.0"),
        "other_points": Decimal("5.0"),
        "length": Decimal("4.0"),
        "other_length": Decimal("3.0"),
    }
    assert reason.arguments["favours"] is Side.EW


def test_how_often_the_record_met_the_auction_is_told():
    assert figures(reasons(0.5, 0.5)["bridge.stood-there"]) == {"support": 240}


class Counted(PlainCalls):
    """A record that met each auction so often."""

    def __init__(self, met: dict[str, int]) -> None:
        super().__init__()
        object.__setattr__(self, "met", {Auction.parse("S", calls): count for calls, count in met.items()})

    def support(self, auction: Auction) -> int:
        """How often, by the table given."""
        return self.met.get(auction, 0)  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize(
    ("auction", "met", "expected"),
    [
        pytest.param("1S P 3S P", {"1S P 3S P 4S": 120, "1S P 3S P P": 96, "1S P 3S P 4C": 12},
                     [("4S", 50), ("P", 40), ("4C", 5)], id="whoever calls next is counted"),
        pytest.param("1S 4H P P", {"1S 4H P P 4S": 60, "1S 4H P P X": 36},
                     [("P", 60), ("4S", 25), ("X", 15)], id="a pass that ends the auction is what remains"),
    ],
)  # fmt: skip
def test_what_experts_did_there_is_told(auction, met, expected):
    decided = decision(auction=auction)
    entries = [alternative(GAME, True), alternative(PASS, True)]
    reasons_told = reasons_of_information(decided, SLOW, entries, PASS, None, Counted(met))
    did = next(finding for finding in reasons_told if finding.code == "bridge.stood-there.did")
    assert did.arguments["support"] == 240
    shares = [(str(part.arguments["call"]), part.arguments["share"]) for part in did.arguments["calls"]]
    assert shares == [(call, percent(share)) for call, share in expected]


def test_the_right_explanation_is_held_against_the_one_given():
    """As told North has 8.6 points, 3.6 spades and 3.4 clubs (three or four of them); in truth 6.8, 3.3 and 3.7."""
    decided = decision(auction="1S P 3S P")
    findings = list(reasons_of_explanation(decided, Seat.N, RAISE, PASS, pools(0.6, 0.3), None))
    points, spades, clubs = (finding for finding in findings if finding.code.startswith("bridge.shift."))
    assert figures(points) == {"without": Decimal("8.6"), "informed": Decimal("6.8")}
    assert spades.arguments["suit"] is Suit.SPADES
    assert figures(spades) == {"without": Decimal("3.6"), "informed": Decimal("3.3")}
    assert clubs.arguments["suit"] is Suit.CLUBS
    assert figures(clubs) == {"without": Decimal("3.4"), "informed": Decimal("3.7")}
    assert {finding.arguments["favours"] for finding in (points, spades, clubs)} == {Side.NS}


def test_on_the_right_explanation_actions_are_weighed_in_its_deals():
    """In truth North is rich three times of ten: 4S is better there, and was better six times of ten as told."""
    own = measured(pools(0.6, 0.3), Gain(-3.0, 0.1, 5.0, 2.0))
    told = {
        finding.code: finding
        for finding in reversed([*reasons_of_explanation(decision(), Seat.N, RAISE, PASS, own.pools, own)])
    }
    gains, better = told["bridge.gains.imps.moved"], told["bridge.better.points.length"]
    assert (gains.arguments["without"], gains.arguments["informed"]) == (percent(60), percent(30))
    assert (gains.arguments["worth_without"], gains.arguments["worth_informed"]) == (
        Decimal("2.0"),
        Decimal("-1.0"),
    )
    assert (better.arguments["share"], better.arguments["other_share"]) == (percent(30), percent(70))
    assert gains.arguments["favours"] is better.arguments["favours"] is Side.NS


class KingOnside(TrickCounter):
    """Declarer takes ten tricks with the king of hearts in West's hand, nine with it in East's."""

    def tricks(self, position: Position) -> int:
        return 3 if Card.parse("HK") in position.hands[Seat.W] else 4

    leads = options = None


FINESSE = Deal.parse("N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.Q3.K84.J75 J6.KT942.A93.KT3")


def tricks_told(
    leads: dict[str, int], counter: TrickCounter | None = None, led: dict[Card, float] | None = None
) -> dict[str, list[Finding]]:
    contract = Contract.parse("4S by S")
    solved = {card: leads.get(str(card), leads.get(str(card.suit), 10)) for card in FINESSE[contract.leader]}
    findings = reasons_of_tricks(
        FINESSE, contract.declarer, contract.strain, solved, counter or KingOnside(), led
    )
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    return by_code


@pytest.mark.parametrize(
    "leads, code, named",
    [
        ({"H": 9}, "bridge.leads.two", (9, (Suit.HEARTS,), 10)),
        ({"H": 9, "S": 9, "D": 9}, "bridge.leads.two", (10, (Suit.CLUBS,), 9)),
        ({"CK": 8, "H": 9}, "bridge.leads.more", (8, (Card.parse("CK"),), 9)),
    ],
)
def test_the_leads_on_which_the_tricks_hang_are_named(leads, code, named):
    (told,) = tricks_told(leads)[code]
    assert (told.arguments["tricks"], told.arguments["leads"], told.arguments["other"]) == named


def test_where_every_lead_comes_to_the_same_that_is_told():
    (told,) = tricks_told({})["bridge.leads.alike"]
    assert figures(told) == {"tricks": 10}


def test_a_king_that_would_change_the_tricks_elsewhere_is_named():
    (told,) = tricks_told({})["bridge.honour"]
    assert (told.arguments["card"], told.arguments["holder"], told.arguments["other"]) == (
        Card.parse("HK"),
        Seat.W,
        Seat.E,
    )
    assert figures(told) == {"tricks": 10, "swapped": 9}


class TrumpsBreak(KingOnside):
    """Declarer takes ten tricks where neither defender has three trumps, nine where one has."""

    def tricks(self, position: Position) -> int:
        return 3 if max(position.hands[seat].lengths[Suit.SPADES] for seat in (Seat.E, Seat.W)) < 3 else 4


def test_a_break_that_would_change_the_tricks_is_named():
    (told,) = tricks_told({}, TrumpsBreak())["bridge.break"]
    assert (told.arguments["suit"], told.arguments["split"], told.arguments["other"]) == (
        Suit.SPADES,
        "2-2",
        "3-1",
    )
    assert figures(told) == {"tricks": 10, "swapped": 9}


def test_how_often_the_lead_comes_that_holds_declarer_is_told():
    led = {Card.parse("HT"): 0.25, Card.parse("H2"): 0.15, Card.parse("D3"): 0.6}
    (told,) = tricks_told({"H": 9}, led=led)["bridge.leads.two.led"]
    assert (told.arguments["leads"], told.arguments["share"]) == ((Suit.HEARTS,), percent(40))


def test_a_contract_with_several_results_says_how_often_tricks_differ():
    finding = reason_of_play(Seat.W, Strain.HEARTS, 9, {8: 0.1, 9: 0.3, 10: 0.08, 11: 0.02})
    assert figures(finding) == {"tricks": 9, "share": percent(60), "fewer": percent(20), "more": percent(20)}


def test_at_most_six_honours_and_two_breaks_are_recounted():
    asked = []

    class Counts(KingOnside):
        def tricks_many(self, positions):
            asked.extend(positions)
            return super().tricks_many(positions)

    contract = Contract.parse("4S by S")
    solved = dict.fromkeys(POOR[contract.leader], 10)
    list(reasons_of_tricks(POOR, contract.declarer, contract.strain, solved, Counts()))
    assert 0 < len(asked) <= 6 + 2
    for position in asked:
        assert [len(hand) for hand in position.hands] == [13] * 4
        assert sum(hand.mask for hand in position.hands) == sum(POOR[seat].mask for seat in Seat)
        assert all(position.hands[seat] == Hand(POOR[seat].mask) for seat in (Seat.N, Seat.S))


CODES = sorted(code for code in sentences("en") if code.startswith("bridge."))
PHRASES = ("bridge.by-auction", "bridge.as-given", "bridge.after.")
"""Parts of a sentence, which hold no figure themselves."""


@each_row("code", [code for code in CODES if not code.startswith(PHRASES)])
@each_row("language", LANGUAGES)
def test_no_sentence_is_written_without_a_figure(code, language):
    counted = {
        "points", "tricks", "support", "informed", "without", "share", "swapped", "worth_without"
    }  # fmt: skip
    assert counted & set(places_in(sentences(language)[code]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_it_with_the_same_gaps(language):
    text, english = sentences(language), sentences("en")
    assert {code: places_in(text[code]) for code in CODES} == {
        code: places_in(english[code]) for code in CODES
    }


@each_row("form", [Form.IMPS, Form.MATCHPOINTS])
@each_row("gain", [Gain(4.0, 0.1, 5.0, 1.0), Gain(0.1, 1.0, 5.0, 1.0)])
@each_row("shift", [(0.3, 0.6), (0.5, 0.5)])
def test_every_reason_fills_the_sentence_it_has(form, gain, shift):
    for code, finding in reasons(*shift, gain, decision(form)).items():
        assert set(places_in(sentences("en")[code])) <= set(finding.arguments)
        assert figures(finding)
