"""A phrase names a suit as a player's only where his calls show it: by their stated meaning, or by any usual method."""

from dataclasses import replace

from analyser.bridge import Auction, HandConstraint, Seat
from analyser.casefile import case_of
from analyser.ruling.alternatives.suggestion import decision_at, meanings_stated
from analyser.ruling.bridge_reasons import reasons_of_information
from analyser.ruling.suits_shown import suits_shown
from tests.ruling.test_bridge_reasons import SLOW, decision
from tests.support import GOLDEN
from tests.support.every import each_row

SHOWN = [
    ("S", "1S P 3S P", "S", {}, "S", "a suit opened"),
    ("S", "1S P 3S P", "N", {}, "S", "a raise"),
    ("S", "1C P 1S P", "S", {}, "", "one club may be strong or short"),
    ("S", "1C P 1S P", "S", {1: "C4+"}, "C", "one club said to be natural"),
    ("S", "1C P 1S P", "S", {1: "HCP16+"}, "", "one club said to be strong"),
    ("S", "1C P 1S P 3C P", "S", {}, "C", "clubs bid again"),
    ("S", "1NT P 2D P 2H P", "N", {}, "", "a transfer, or a diamond suit"),
    ("S", "1NT P 2D P 2H P", "S", {}, "", "the answer to it"),
    ("S", "1NT P 2D P 2H P", "N", {3: "H5+"}, "H", "a transfer, stated"),
    ("S", "2D P 2H P", "S", {1: "H6+ | S6+"}, "", "one of two suits"),
    ("S", "2D P 2H P", "S", {1: "D6+"}, "D", "a weak two, stated"),
    ("S", "2C P 2H P", "S", {}, "", "two clubs opened"),
    ("S", "1H 2H P P", "W", {}, "", "a bid of the opponents' suit"),
    ("S", "1H 2H P P", "W", {2: "S5+ m5+"}, "S", "two suits, one of them known"),
    ("S", "1S P 4D P", "N", {}, "", "a double jump in a new suit"),
    ("S", "1S P 4NT P 5H P", "S", {}, "S", "the answer to four notrump"),
    ("S", "1NT 2C P P", "W", {}, "", "two clubs over their notrump"),
    ("S", "1H P 2C P", "N", {3: None}, "", "alerted, and nobody says what it showed"),
]


@each_row("dealer, calls, seat, stated, suits, why", SHOWN, ids=[row[-1] for row in SHOWN])
def test_a_call_shows_the_suit_it_means(dealer, calls, seat, stated, suits, why):
    meanings = {
        call: None if shows is None else HandConstraint.parse(shows) for call, shows in stated.items()
    }
    shown = suits_shown(Auction.parse(dealer, calls), Seat.parse(seat), meanings)
    assert "".join("CDHS"[suit] for suit in shown[-1:]) == suits, why


def test_no_fit_is_told_for_partners_artificial_club():
    """North opened a club that nobody explains: South does not hold so many cards "in North's clubs"."""
    own_decision = replace(decision(auction="P P 1C P 1S P 2NT P"), seat=Seat.S)
    codes = {finding.code for finding in reasons_of_information(own_decision, SLOW, [], None, None)}
    assert codes == {"bridge.holds"}
    natural = replace(own_decision, stated={3: HandConstraint.parse("C4+")})
    (reason,) = reasons_of_information(natural, SLOW, [], None, None)
    assert reason.code.startswith("bridge.holds-")


def test_a_meaning_of_the_case_reaches_the_phrases():
    text = (GOLDEN / "cases/good/ui-slow-invitation-imps.toml").read_text()
    remark = '\n[[remark]]\nat = "call 1"\nkind = "alert"\nby = "N"\n'
    case = case_of((text + remark).encode())
    assert meanings_stated(case)[1] is None
    assert decision_at(case, case.incident[0].action, case.incident[0].offender).stated[1] is None
