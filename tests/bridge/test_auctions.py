"""Auctions: what Laws 17 to 22 and 27 to 32 allow, counted and one by one."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.bridge import (
    CALLS,
    LONGEST,
    PASS,
    Auction,
    Call,
    Contract,
    Irregular,
    IrregularityKind,
    Seat,
    Side,
)
from analyser.errors import BridgeError
from tests.support.every import each_row

# Legal sequences of calls by length, known from enumeration (tedm.xyz and others agree).
COUNTS = {1: 36, 2: 701, 3: 9_731, 4: 107_451, 5: 999_852}


@pytest.mark.slow
def test_as_many_auctions_are_legal_as_are_known_to_be():
    layer = [Auction(Seat.N)]
    for length, expected in COUNTS.items():
        assert sum(len(auction.legal_calls()) for auction in layer) == expected
        if length < 5:
            layer = [Auction(Seat.N, (*a.calls, call)) for a in layer for call in a.legal_calls()]


def longest_auction() -> list[Call]:
    """Three passes, then every bid, each doubled and redoubled after as many passes as the Laws allow."""
    calls = ["P"] * 3
    for bid in CALLS[3:]:
        calls += [str(bid), "P", "P", "X", "P", "P", "XX", "P", "P"]
    return [Call.parse(call) for call in [*calls, "P"]]


def test_the_longest_auction_has_319_calls():
    auction = Auction(Seat.N, tuple(longest_auction()))
    assert len(auction) == LONGEST == 319
    assert auction.problems() == ()
    assert auction.is_over
    assert auction.contract is not None
    assert auction.contract.name == "7NTXX"
    assert auction.legal_calls() == ()


@pytest.mark.parametrize(
    "expected, dealer, calls",
    [
        ("4H by N", "S", "P P 2NT P 3C P 3H P 4H P P P"),  # North named hearts first for his side
        ("1NT by E", "N", "P 1NT P P P"),
        ("3NT by S", "N", "1C 1NT 2NT X 3NT P P P"),  # the opponents' earlier notrump does not count
        ("2SX by W", "E", "P P 1S P 2S X P P P"),
        ("2SXX by W", "E", "P P 1S P 2S X XX P P P"),
    ],
)
def test_declarer_is_who_first_named_the_denomination_for_the_side(expected, dealer, calls):
    auction = Auction.parse(dealer, calls)
    assert str(auction.contract) == expected
    assert auction.is_over


@pytest.mark.parametrize(
    "over, calls",
    [
        (True, "P P P P"),
        (False, "P P P"),
        (False, "P P P 1C P P"),
        (True, "P P P 1C P P P"),
        (True, "1C P P P"),
        (False, "1C X P P"),
        (True, "1C X P P P"),
    ],
)
def test_an_auction_ends_after_three_passes_or_four_initial_passes(over, calls):
    assert Auction.parse("N", calls).is_over is over


@each_row(
    "why, calls, call",
    [
        ("it is not sufficient over 1S", "1S", "1H"),
        ("it is not sufficient over 1S", "1S", "1S"),
        ("there is no bid to double", "P", "X"),
        ("it would double his own side's bid", "1S P", "X"),
        ("the bid is doubled already", "1S X P", "X"),
        ("the bid is not doubled", "1S", "XX"),
        ("it would redouble the opponents' bid", "1S X P", "XX"),
        ("the auction is over", "1S P P P", "2C"),
    ],
)
def test_an_illegal_call_is_refused_with_its_reason(why, calls, call):
    auction = Auction.parse("N", calls)
    assert str(auction.explain_illegal(Call.parse(call))) == why
    with pytest.raises(BridgeError, match=why.split("'", maxsplit=1)[0]):
        auction.then(Call.parse(call))


def test_one_slip_is_one_problem_with_its_number():
    auction = Auction(
        Seat.S, tuple(map(Call.parse, ["P", "P", "2NT", "P", "3C", "P", "3H", "P", "1C", "P", "P", "P"]))
    )
    (problem,) = auction.problems()
    assert (problem.where, problem.found) == ("auction call 9", "1C")
    assert "3H" in str(problem.why)


def test_two_slips_are_two_problems():
    auction = Auction(Seat.N, tuple(map(Call.parse, ["2H", "1S", "3C", "X", "XX", "2D"])))
    assert [problem.where for problem in auction.problems()] == ["auction call 2", "auction call 6"]


def test_a_call_after_the_end_is_a_problem():
    auction = Auction(Seat.N, tuple(map(Call.parse, ["1H", "P", "P", "P", "2C"])))
    assert [problem.where for problem in auction.problems()] == ["auction call 5"]


def test_a_withdrawn_insufficient_bid_takes_no_place_in_the_auction():
    withdrawn = Irregular(3, Seat.S, IrregularityKind.INSUFFICIENT, Call.parse("1H"), withdrawn=True)
    auction = Auction(Seat.N, tuple(map(Call.parse, ["1S", "2C", "2H", "P", "P", "P"])), (withdrawn,))
    assert auction.problems() == ()
    assert auction.seat_of(3) is Seat.S
    assert auction.contract == Contract.parse("2H by S")


def test_an_accepted_insufficient_bid_stands(  # Law 27A1: the next player calls over it
):
    accepted = Irregular(3, Seat.S, IrregularityKind.INSUFFICIENT, Call.parse("1H"), withdrawn=False)
    calls = tuple(map(Call.parse, ["1S", "2C", "1H", "1S", "P", "P", "P"]))
    assert Auction(Seat.N, calls, (accepted,)).problems() == ()
    assert [p.where for p in Auction(Seat.N, calls).problems()] == ["auction call 3"]


def test_an_accepted_call_out_of_turn_turns_the_rotation():  # Law 29A
    accepted = Irregular(1, Seat.S, IrregularityKind.OUT_OF_TURN, Call.parse("1S"), withdrawn=False)
    auction = Auction(Seat.N, tuple(map(Call.parse, ["1S", "P", "4S", "P", "P", "P"])), (accepted,))
    assert auction.seats == (Seat.S, Seat.W, Seat.N, Seat.E, Seat.S, Seat.W)
    assert str(auction.contract) == "4S by S"


def _grown(dealer: Seat, picks: list[int]) -> Auction:
    auction = Auction(dealer)
    for pick in picks:
        legal = auction.legal_calls()
        if not legal:
            break
        # Passes and doubles are picked often, so that auctions end and grow long alike.
        auction = auction.then(legal[0] if pick % 3 == 0 else legal[min(pick % 7, len(legal) - 1)])
    return auction


auctions = st.builds(
    _grown,
    st.sampled_from(Seat),
    st.lists(st.integers(0, 400), max_size=40),
)


@given(auctions)
def test_an_auction_of_legal_calls_is_valid_and_round_trips(auction):
    assert auction.problems() == ()
    assert Auction.parse(auction.dealer, str(auction)) == auction
    assert eval(repr(auction)) == auction
    assert hash(auction) == hash(eval(repr(auction)))


@given(auctions)
def test_legal_calls_are_those_nothing_speaks_against(auction):
    assert auction.legal_calls() == tuple(call for call in CALLS if auction.is_legal(call))


@given(auctions)
def test_each_call_is_made_by_the_next_player_clockwise(auction):
    seats = auction.seats
    assert all(after is before.next for before, after in pairwise(seats))
    assert PASS in auction.legal_calls() or auction.is_over


@pytest.mark.parametrize("position", [Seat.N, Seat.W, Side.NS, Side.EW], ids=str)
def test_a_seat_has_no_truth_value_for_north_is_zero(position):
    with pytest.raises(TypeError, match="compare it with None"):
        bool(position)
