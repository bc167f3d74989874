"""Decisions made again: who stays on the table's line keeps its result, who leaves it is played out from there."""

import pytest

from analyser.bridge import Auction, Call, Card, Deal, Play, Result, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates.endings.ending import Edit, EndingCounter, line_after_edits
from analyser.estimates.services import (
    CallShares,
    CallsModel,
    NotSolved,
    NotSolvedReason,
    Services,
    TrickCounter,
)
from analyser.ruling.outcomes.auction_tree import FinishedAuction
from analyser.ruling.outcomes.corrected_line import (
    Continuation,
    LineOutcome,
    PlayedLine,
    RevisedDecision,
    follow,
    lead_posterior_from_tricks,
    replay_with_cards,
)
from analyser.ruling.outcomes.results import Playout, ResultTally
from tests.support.fixed_tricks import FixedTricks

DEAL = Deal.parse("N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3")
AUCTION = Auction.parse("S", "1S P 3S P 4S P P P")
PASS, GAME = Call.parse("P"), Call.parse("4S")


class Passing(CallsModel):
    """Everybody passes."""

    def calls(self, hand, auction, vulnerability, form):
        return CallShares(((PASS, 1.0),), 1)


class ByRank(TrickCounter):
    """Nine tricks after a small card, ten after an honour."""

    def leads(self, deal, contract):
        return {card: 10 if card.rank > 10 else 9 for card in deal[contract.leader]}

    tricks = options = None


def line(**changes):
    told = {"result": Result.parse("4S-2 by S"), "lead": Card.parse("HT")} | changes
    return PlayedLine(DEAL, Vulnerability.NONE, Form.IMPS, AUCTION, AUCTION.contract, **told)


def played():
    return Playout(DEAL, Services(tricks=ByRank()), Form.IMPS)


def growing():
    return Continuation(Passing(), lambda _: {})


def at_call(number, right):
    before = AUCTION.before(number)
    return RevisedDecision(before.turn, AUCTION.calls[number - 1], before, right)


def at_lead(right, trick=0):
    return RevisedDecision(Seat.W, Card.parse("HT"), AUCTION, right, trick)


def chances(tally):
    return {str(result): pytest.approx(p) for result, p in tally.mass.items()}


def test_the_action_taken_keeps_the_table_result_with_its_share():
    tree = follow(line(), (at_call(5, {PASS: 0.7, GAME: 0.3}),), played(), growing())
    assert tree is not None
    assert tree.stays == pytest.approx(0.3)
    assert tree.right.mass[Result.parse("4S-2 by S")] == pytest.approx(0.3)
    assert sum(tree.right.mass.values()) == pytest.approx(1)
    assert sum(tree.leaves[0, PASS].mass.values()) == pytest.approx(1)


def test_what_leaves_the_line_ends_where_the_auction_then_ends():
    tree = follow(line(), (at_call(5, {PASS: 1.0}),), played(), growing())
    assert tree is not None
    assert {str(result.contract) for result in tree.right.mass} == {"3S by S"}


def test_a_second_decision_divides_what_is_left_of_the_line():
    first = at_call(5, {PASS: 0.5, GAME: 0.5})
    king, ten = Card.parse("CK"), Card.parse("HT")
    tree = follow(line(), (first, at_lead({king: 0.6, ten: 0.4})), played(), growing())
    assert tree is not None
    assert tree.stays == pytest.approx(0.2)
    assert tree.right.mass[Result.parse("4S= by S")] == pytest.approx(0.3)
    assert sum(tree.right.mass.values()) == pytest.approx(1)


@pytest.mark.parametrize("trick", [0, 1])
def test_another_lead_at_equal_cost_is_the_same_line(trick):
    nine, ten, king = Card.parse("H9"), Card.parse("HT"), Card.parse("CK")
    tree = follow(line(), (at_lead({nine: 0.3, ten: 0.3, king: 0.4}, trick),), played(), None)
    assert tree is not None
    assert chances(tree.right) == {"4S-2 by S": 0.6, "4S= by S": 0.4}


def test_without_solving_the_deal_equal_leads_stay_unknown():
    nine, ten, king = Card.parse("H9"), Card.parse("HT"), Card.parse("CK")
    unsolved = Services(tricks=FixedTricks(instead=NotSolved(NotSolvedReason.SHAPE)))
    lead = at_lead({nine: 0.3, ten: 0.3, king: 0.4})
    tree = follow(line(), (lead,), Playout(DEAL, unsolved, Form.IMPS), None)
    assert tree is not None
    assert tree.stays == pytest.approx(0.3)


def test_the_table_s_path_starts_at_the_first_decision():
    tree = follow(line(), (at_call(5, {PASS: 0.5, GAME: 0.5}),), played(), growing())
    assert tree is not None
    (path,) = tree.right.ways[Result.parse("4S-2 by S")]
    assert path.calls == AUCTION.calls[4:]
    assert path.lead == Card.parse("HT")


def test_without_a_table_result_its_contract_follows_the_record():
    decision = at_call(5, {PASS: 0.5, GAME: 0.5})
    tree = follow(line(result=None, lead=None), (decision,), played(), growing())
    assert tree is not None
    assert {str(result.contract) for result in tree.right.mass} == {"3S by S", "4S by S"}
    assert sum(tree.right.mass.values()) == pytest.approx(1)


class HeartAgainstGame:
    """The ten of hearts against game, the king of clubs against less."""

    def leads(self, hand, auction, contract):
        return {Card.parse("HT" if contract.level == 4 else "CK"): 1.0}


def test_a_lead_is_as_likely_as_the_auctions_before_it():
    services = Services(tricks=ByRank(), leads=HeartAgainstGame())
    game = FinishedAuction(AUCTION, (), 0.75)
    part_score = FinishedAuction(Auction.parse("S", "1S P 3S P P P"), (), 0.25)
    led = Playout(DEAL, services, Form.IMPS).lead_shares((game, part_score))
    assert led == {Card.parse("HT"): pytest.approx(0.75), Card.parse("CK"): pytest.approx(0.25)}


@pytest.mark.parametrize("stays, is_told", [(0.0, True), (0.5, False)])
def test_an_unended_auction_is_followed_only_where_nobody_stays(stays, is_told):
    unfinished = PlayedLine(DEAL, Vulnerability.NONE, Form.IMPS, AUCTION.before(6), None, None)
    decision = at_call(5, {PASS: 1 - stays, GAME: stays})
    tree = follow(unfinished, (decision,), played(), growing())
    assert (tree is not None) is is_told


def test_equalling_the_table_s_result_is_no_chance_for_more():
    decision = LineOutcome(ResultTally(), {(0, PASS): ResultTally()}, [frozenset({GAME})])
    shares = ({PASS: 0.25, GAME: 0.75},)
    assert decision.expected_tricks(shares, {(0, PASS): -6.0}, -6.0) == (-6.0, 0.0)
    assert decision.expected_tricks(shares, {(0, PASS): -2.0}, -6.0) == (-5.0, 0.25)


SMALL = Deal.parse("N:A2... K3... 54... 76...")


def test_another_card_of_the_play_follows_the_recorded_line():
    """West's small spade to the first trick at notrump: the edited line tells the tricks, no kernel is asked."""
    auction = Auction.parse("N", "1NT P P P")
    contract = auction.contract
    assert contract is not None
    play = Play(contract.leader, contract.strain, tuple(map(Card.parse, ("SK", "S4", "S6", "SA"))))
    small = Card.parse("S3")
    counter = EndingCounter()
    table = PlayedLine(SMALL, Vulnerability.NONE, Form.IMPS, auction, contract, None, play)
    tally = ResultTally()
    done = replay_with_cards(
        table, Seat.E, 1, {small: 1.0}, Playout(SMALL, Services(tricks=counter), Form.IMPS), tally, 0.5
    )
    assert done
    wanted = line_after_edits(SMALL, play, (Edit(1, Seat.E, small),), counter).tricks_of(
        contract.declarer.side
    )
    assert {result.tricks: p for result, p in tally.mass.items()} == {wanted: 0.5}


def test_an_unrecorded_lead_is_inferred_from_the_tricks_taken():
    """Declarer took nine, which only a small card allows: the ten was led, not the king; told rightly he leads the king."""
    ten, king = Card.parse("HT"), Card.parse("CK")
    unseen = RevisedDecision(Seat.W, None, AUCTION, {king: 0.9, ten: 0.1}, given={king: 0.5, ten: 0.5})
    nine = line(result=Result.parse("4S-1 by S"), lead=None)
    revised_decision = lead_posterior_from_tricks(nine, unseen, played())
    assert revised_decision.given == {ten: pytest.approx(1.0), king: pytest.approx(0.0)}
    # who led the ten keeps it where it did not fall behind, in 0.1 of 0.5: a fifth of that, four fifths of peers
    assert revised_decision.right[king] == pytest.approx(0.2 * 0.8 + 0.8 * 0.9)
    assert revised_decision.effect[king] == pytest.approx(0.8)  # what the right explanation alone changes


@pytest.mark.parametrize("known", ["lead", "no result"])
def test_a_lead_on_record_stays_as_it_is(known):
    """Nothing is to be told where the lead is known, or the tricks are not."""
    ten, king = Card.parse("HT"), Card.parse("CK")
    led = ten if known == "lead" else None
    decision = RevisedDecision(Seat.W, led, AUCTION, {king: 0.9, ten: 0.1}, given={king: 0.5, ten: 0.5})
    assert (
        lead_posterior_from_tricks(line(result=None) if led is None else line(), decision, played())
        is decision
    )


def test_calls_that_leave_the_line_are_not_followed_without_players():
    assert follow(line(), (at_call(5, {PASS: 1.0}),), played(), None) is None
    assert follow(line(), (at_call(5, {GAME: 1.0}),), played(), None) is not None  # nothing leaves it


def test_what_can_be_expected_is_weighed_from_decision_to_decision():
    """Of 0.7 told at the first a fifth of all leaves for 5; of the five sevenths that stay two fifths leave for a half."""
    ten, king = Card.parse("HT"), Card.parse("CK")
    leaves = {(0, PASS): ResultTally(), (1, king): ResultTally()}
    outcome = LineOutcome(ResultTally(), leaves, [frozenset({GAME}), frozenset({ten})])
    worth = {(0, PASS): 5.0, (1, king): 0.5}
    shares = ({PASS: 0.2, GAME: 0.5, Call.parse("5S"): 0.3}, {king: 0.4, ten: 0.6})
    expected, better = outcome.expected_tricks(shares, worth, 1.0)
    assert expected == pytest.approx(0.2 * 5 + 5 / 7 * (0.4 * 0.5 + 0.6 * 1))
    assert better == pytest.approx(0.2)
    assert outcome.expected_tricks(({}, {ten: 1.0}), worth, 1.0) == (1.0, 0.0)
