"""The auction tree: deterministic, legal, nothing lost, the informed player barred to the end."""

import pytest

from analyser.bridge import PASS, Auction, Call, Deal, Seat, Strain, Vulnerability
from analyser.casefile import Form
from analyser.estimates.services import (
    CallShares,
    CallsModel,
    NotSolved,
    NotSolvedReason,
    Services,
    TrickCounter,
)
from analyser.ruling.outcomes.auction_tree import (
    Limits,
    Overrides,
    _apply_judged_shares,
    _select_calls,
    grow_auctions,
)
from analyser.ruling.outcomes.results import Playout, outcomes_of

DEAL = Deal.parse("N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3")
START = Auction.parse("S", "1S P 3S P")
P, FOUR = Call.parse("P"), Call.parse("4S")
DOUBLE, REDOUBLE = Call.parse("X"), Call.parse("XX")


class Shy(CallsModel):
    """Players who pass nine times in ten, and else make the cheapest bid."""

    def calls(self, hand, auction, vulnerability, form):
        legal = auction.legal_calls()
        bid = next((call for call in legal if call.is_bid), PASS)
        return CallShares(((PASS, 0.9), (bid, 0.1)) if bid is not PASS else ((PASS, 1.0),), 100)

    def likelihoods(self, hands, auction, call, vulnerability, form):
        return [0.5 for _ in hands]


class Unmet(Shy):
    """The same players after auctions the record never met; a double is redoubled one time in two."""

    def calls(self, hand, auction, vulnerability, form):
        if auction.is_legal(REDOUBLE):
            return CallShares(((PASS, 0.5), (REDOUBLE, 0.5)), 0)
        return CallShares(super().calls(hand, auction, vulnerability, form).shares, 0)


class EveryLead(TrickCounter):
    """Eight tricks whatever is led."""

    def leads(self, deal, contract):
        return dict.fromkeys(deal[contract.leader], 8)

    def tricks(self, position):
        return 0

    def options(self, position):
        return {}


def nobody(auction, seat):
    return frozenset()


def grown(first=None, barred=nobody, **limits):
    return grow_auctions(
        START,
        first or {P: 0.5, FOUR: 0.5},
        DEAL,
        Vulnerability.NONE,
        Form.IMPS,
        Shy(),
        barred,
        None,
        Limits(**limits),
    )


def test_every_ending_is_a_legal_finished_auction_none_is_lost():
    tree = grown()
    assert all(line.auction.is_over and not line.auction.problems() for line in tree.ended)
    assert sum(line.probability for line in tree.ended) + tree.pruned == pytest.approx(1)
    assert len({str(line.auction) for line in tree.ended}) == len(tree.ended)


def test_the_same_tree_grows_twice():
    assert grown() == grown()


@pytest.mark.parametrize("least", [0.5, 0.1, 0.02, 0.005])
def test_what_is_too_small_to_follow_is_counted(least):
    tree = grown(least_path=least)
    assert sum(line.probability for line in tree.ended) + tree.pruned == pytest.approx(1)


@pytest.mark.parametrize("least", [0.3, 0.08, 0.02])
def test_rare_calls_join_the_likelier_calls_of_the_same_turn(least):
    """Every turn divides 9 to 1; where a tenth is too little the whole turn passes, and the tenth is told."""
    tree = grown({P: 1.0}, least_path=least)
    passed = next(line for line in tree.ended if str(line.auction) == "1S P 3S P P P")
    assert tree.pruned == 0
    assert sum(line.probability for line in tree.ended) == pytest.approx(1)
    assert passed.probability == pytest.approx(1.0 if least == 0.3 else 0.9)
    assert tree.folded > 0
    assert grown({P: 1.0}, least_path=1e-9).folded < 1e-6


def test_the_share_that_is_folded_is_what_was_too_small():
    """After the pass West is worth 0.9 and 0.1; what follows the tenth divides again and is all too small but passing."""
    tree = grown({P: 1.0}, least_path=0.02)
    bids = [line for line in tree.ended if str(line.auction) != "1S P 3S P P P"]
    assert sum(bid.probability for bid in bids) == pytest.approx(0.1)


@pytest.mark.parametrize("nodes", [1, 3, 10])
def test_a_limit_of_turns_leaves_the_rest_in_pruned(nodes):
    tree = grown(nodes=nodes)
    assert tree.nodes <= nodes
    assert sum(line.probability for line in tree.ended) + tree.pruned == pytest.approx(1)


def test_no_turn_is_asked_after_enough_auctions():
    """West passes nine times in ten, which ends the auction; his bid is still open."""
    tree = grown({P: 1.0}, leaves=1)
    assert (tree.nodes, len(tree.ended), tree.pruned) == (1, 1, pytest.approx(0.1))


def test_the_informed_player_never_takes_the_suggested_call_later():
    def barred(auction, seat):
        return frozenset({FOUR}) if seat is Seat.S else frozenset()

    tree = grown({P: 1.0}, barred)
    for line in tree.ended:
        calls = list(line.auction)[len(START.calls) :]
        assert (Seat.S, FOUR) not in calls


@pytest.mark.parametrize("calls", [0, 1, 2])
def test_a_path_is_cut_where_it_enters_auctions_never_recorded(calls):
    limits = Limits(unmet_calls=calls)
    tree = grow_auctions(START, {P: 1.0}, DEAL, Vulnerability.NONE, Form.IMPS, Unmet(), nobody, None, limits)
    assert all(sum(call != PASS for call in line.since) <= calls for line in tree.ended)
    assert tree.cut > 0
    assert sum(line.probability for line in tree.ended) + tree.pruned + tree.cut == pytest.approx(1)
    assert grown({P: 1.0}).cut == 0  # where the record met the auctions nothing is cut


def test_a_redoubled_contract_is_cut_unless_recorded_or_judged():
    shares = {DOUBLE: 1.0}
    begun = START.then(FOUR)
    arguments = begun, shares, DEAL, Vulnerability.NONE, Form.IMPS, Unmet(), nobody
    tree = grow_auctions(*arguments)
    assert all(line.auction.contract.doubled < 2 for line in tree.ended)
    assert tree.cut >= 0.25
    passed = {PASS: 1.0}
    judged = {(DOUBLE,): {REDOUBLE: 1.0}} | {(DOUBLE, REDOUBLE, *[PASS] * n): passed for n in range(3)}
    (only,) = grow_auctions(*arguments, judged).ended
    assert only.auction.contract.doubled == 2


def test_a_director_fixes_a_node():
    fixed = {(P,): {PASS: 1.0}}
    tree = grow_auctions(START, {P: 1.0}, DEAL, Vulnerability.NONE, Form.IMPS, Shy(), nobody, fixed)
    assert [str(line.auction) for line in tree.ended] == ["1S P 3S P P P"]
    assert tree.nodes == 1  # one turn was asked


@pytest.mark.parametrize(
    "calls, pass_is_followed",
    [
        ("1S P P", True),  # a third pass ends it
        ("1S P 2S P P", True),
        ("P P P", True),  # and a fourth
        ("1S P", False),
        ("1S P 2S P", False),
        ("P P", False),
    ],
)
def test_the_call_that_ends_the_auction_is_followed_however_rare(calls, pass_is_followed):
    bid = Call.parse("3C")
    followed, small = _select_calls(Auction.parse("S", calls), {PASS: 0.25, bid: 0.75}, 0.01, 0.005)
    assert (PASS in dict(followed)) is pass_is_followed
    assert sum(dict(followed).values()) == pytest.approx(0.01)
    assert small == pytest.approx(0.0 if pass_is_followed else 0.0025)


@pytest.mark.parametrize(
    "wanted, expected",
    [
        ({DOUBLE: 0.0}, {DOUBLE: 0.0, P: 1.0}),  # nobody would double: all others as before
        ({DOUBLE: 0.25}, {DOUBLE: 0.25, P: 0.75}),
        ({DOUBLE: 0.0, P: 0.0}, {P: 0.5, DOUBLE: 0.5}),  # nothing is left to share out: as before
        ({FOUR: 1.0}, {P: 0.5, DOUBLE: 0.5}),  # what may not be chosen he cannot open
        ({}, {P: 0.5, DOUBLE: 0.5}),
    ],
)
def test_a_person_s_share_counts_even_where_it_is_none(wanted, expected):
    begun = START.then(P)
    free = {P: 0.5, DOUBLE: 0.5}
    assert _apply_judged_shares(wanted, free, begun, lambda _auction, _seat: frozenset({FOUR})) == expected


def test_equal_results_are_merged_and_their_chances_fill_the_whole():
    tree = grown()
    outcomes, small, unsolved = outcomes_of(
        tree.ended, Vulnerability.NONE, Playout(DEAL, Services(tricks=EveryLead()), Form.IMPS)
    )
    assert unsolved == ()
    assert len({outcome.result for outcome in outcomes}) == len(outcomes)
    assert sum(outcome.probability for outcome in outcomes) + small + tree.pruned == pytest.approx(1)
    assert all(outcome.result.tricks == 8 for outcome in outcomes if outcome.result.contract)
    assert [outcome.id for outcome in outcomes] == [f"o{n}" for n in range(1, len(outcomes) + 1)]


def test_a_director_fixes_the_tricks():
    outcomes, _, _ = outcomes_of(
        grown().ended,
        Vulnerability.NONE,
        Playout(DEAL, Services(tricks=EveryLead()), Form.IMPS, Overrides(tricks={None: 10})),
    )
    assert {outcome.result.tricks for outcome in outcomes if outcome.result.contract} == {10}


def test_what_cannot_be_counted_is_told_with_its_share():
    class Unable(EveryLead):
        def leads(self, deal, contract):
            return (
                NotSolved(NotSolvedReason.SHAPE)
                if contract.strain is Strain.SPADES
                else super().leads(deal, contract)
            )

    tree = grown()
    outcomes, small, unsolved = outcomes_of(
        tree.ended, Vulnerability.NONE, Playout(DEAL, Services(tricks=Unable()), Form.IMPS)
    )
    assert unsolved
    assert all(one.contract.strain is Strain.SPADES for one in unsolved)
    total = (
        sum(outcome.probability for outcome in outcomes) + small + sum(one.probability for one in unsolved)
    )
    assert total + tree.pruned == pytest.approx(1)
