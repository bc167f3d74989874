"""What an action is worth in a deal: predicted, given which contracts make, and exactly; each is the mean of the next."""

import random
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import pytest

from analyser.bridge import Card, Contract, Deal, Result, Vulnerability
from analyser.estimates.action_values import (
    ActionEnds,
    End,
    ask_made,
    bounds_by_made,
    count_tricks,
    ends_of_leads,
)
from analyser.estimates.services import NotSolved, NotSolvedReason, Position, TrickCounter
from analyser.ruling.alternatives.compared_actions import ActionComparison, forecast
from analyser.scoring import imps, score_ns
from tests.estimates.dealt import random_deal
from tests.support.every import each_row

VULNERABLE = Vulnerability.NS
CONTRACTS = ["3NT by N", "4S by N", "4SX by N", "2S by N", "4H by S", "3NT by E", ""]


def end(text: str) -> End:
    return End(Contract.parse(text) if text else None, VULNERABLE)


def ends_of(*texts: str) -> ActionEnds:
    ends = tuple(dict.fromkeys(end(text) for text in texts))
    return ActionEnds.from_ends(ends, np.array([[ends.index(end(text)) for text in texts]]))


@dataclass
class Tricks(TrickCounter):
    """Each side in turn takes so many tricks by strain; keeps what it was asked."""

    by_strain: dict = field(default_factory=dict)
    exactly: list[Position] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)

    def tricks_many(self, positions):
        self.exactly += positions
        return [self.by_strain[position.strain] for position in positions]

    def made_many(self, positions):
        self.targets += [target for _, target in positions]
        won = [self.by_strain[position.strain] for position, _ in positions]
        return [
            tricks if isinstance(tricks, NotSolved) else tricks >= target
            for tricks, (_, target) in zip(won, positions, strict=True)
        ]


@dataclass
class Net:
    """The same chances in every deal, by strain."""

    by_strain: dict[int, np.ndarray]

    def distribution(self, hands, declarer, strain, lead=None):
        return np.array([self.by_strain[number] for number in strain.tolist()])


def chances(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).dirichlet(np.ones(14))


NET = Net({strain: chances(strain) for strain in range(5)})
DEAL = Deal.parse("N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874")
DEALS = np.array([[hand.mask for hand in DEAL.hands]])


def compared(texts, *, pairs=False, counter=None):
    sign, shares = 1, tuple(0.5**place for place in range(len(texts)))
    return forecast(DEALS, ends_of(*texts), ActionComparison(shares, sign, pairs), NET, counter or Tricks())


def worth_of(scores, shares, *, pairs) -> list[float]:
    """The worth by its definition: against each action of the field, weighed by its share."""
    weights = np.array(shares) / sum(shares)
    rows = []
    for score in scores:
        against = [
            50.0 + 50.0 * np.sign(score - other) if pairs else float(imps(score - other)) for other in scores
        ]
        rows.append(float(weights @ against))
    return rows


@each_row("pairs", [False, True])
def test_predicted_worth_is_the_mean_over_all_numbers_of_tricks(pairs):
    """Every pair of numbers of tricks in two strains, with its probability; two levels of a strain share theirs."""
    texts = ["3NT by N", "4S by N", "2S by N"]
    comparison = compared(texts, pairs=pairs)
    expected = np.zeros(3)
    for notrump, spades in product(range(14), repeat=2):
        tricks = (notrump, spades, spades)
        scores = [
            score_ns(Result(Contract.parse(t), n), VULNERABLE) for t, n in zip(texts, tricks, strict=True)
        ]
        chance = NET.by_strain[4][notrump] * NET.by_strain[3][spades]
        expected += chance * np.array(worth_of(scores, (1, 0.5, 0.25), pairs=pairs))
    assert comparison.worth[0] == pytest.approx(expected)


@each_row("pairs", [False, True])
def test_exact_worth_is_the_definition_itself(pairs):
    """Before the lead the defenders are in turn: five tricks of theirs are eight of declarer's."""
    texts, rng = ["3NT by N", "4S by N", "4SX by N", "4H by S", ""], np.random.default_rng(1)
    for _ in range(20):
        won = {strain: int(rng.integers(0, 14)) for strain in range(5)}
        comparison = compared(texts, pairs=pairs, counter=Tricks(won))
        scores = [
            score_ns(Result(Contract.parse(t), 13 - won[int(Contract.parse(t).strain)]), VULNERABLE)
            if t
            else 0
            for t in texts
        ]
        shares = tuple(0.5**place for place in range(len(texts)))
        assert comparison.worth_exactly(np.array([0]))[1][0] == pytest.approx(
            worth_of(scores, shares, pairs=pairs)
        )


def test_what_makes_cuts_the_chances_and_is_right_on_average():
    """The worth predicted is the mean of the worth given what makes, over the chances that it does."""
    texts = ["3NT by N", "4S by N", "2S by N"]
    mean = np.zeros(3)
    for notrump, spades in product(range(14), repeat=2):
        comparison = compared(texts, counter=Tricks({4: 13 - notrump, 3: 13 - spades}))
        mean += (
            NET.by_strain[4][notrump] * NET.by_strain[3][spades] * comparison.worth_if_made(np.array([0]))[0]
        )
    assert mean == pytest.approx(compared(texts).worth[0])


def test_exact_tricks_say_what_makes_as_the_solver_does():
    for notrump, spades in product(range(0, 14, 3), repeat=2):
        counter = Tricks({4: notrump, 3: spades, 2: 4})
        comparison = compared(CONTRACTS[:5], counter=counter)
        given_made, _ = comparison.worth_exactly(np.array([0]))
        assert given_made[0] == pytest.approx(comparison.worth_if_made(np.array([0]))[0])


def test_variances_of_both_steps_add_up_to_the_whole():
    comparison = compared(["3NT by N", "4S by N"])
    swings = []
    for notrump, spades in product(range(14), repeat=2):
        points = [
            score_ns(Result(Contract.parse(text), tricks), VULNERABLE)
            for text, tricks in (("3NT by N", notrump), ("4S by N", spades))
        ]
        swings.append((NET.by_strain[4][notrump] * NET.by_strain[3][spades], imps(points[0] - points[1])))
    mean = sum(chance * swing for chance, swing in swings)
    variance = sum(chance * (swing - mean) ** 2 for chance, swing in swings)
    assert comparison.by_made[0] + comparison.by_exact[0] == pytest.approx(variance)
    assert 0 < comparison.by_exact[0] < variance


def test_doubled_contracts_are_counted_exactly_and_others_asked():
    counter = Tricks({4: 5, 3: 4})
    ends = ends_of("3NT by N", "4S by N", "4SX by N")
    low, high = ask_made(DEALS, ends, counter)
    assert [str(position.strain) for position in counter.exactly] == ["S"]
    assert counter.targets == [14 - 9]  # what the defenders need against 3NT
    assert (low.tolist(), high.tolist()) == ([[0, 9, 9]], [[8, 9, 9]])


def test_two_levels_of_a_strain_bound_its_tricks():
    counter = Tricks({3: 4})  # nine tricks of declarer's
    low, high = ask_made(DEALS, ends_of("4S by N", "2S by N"), counter)
    assert (low.tolist(), high.tolist()) == ([[8, 8]], [[9, 9]])
    assert (counter.exactly, sorted(counter.targets)) == ([], [4, 6])


def test_a_position_is_asked_about_once_whatever_leads_to_it():
    counter = Tricks({3: 4, 4: 4})
    ends = ends_of("4S by N", "2S by N", "3NT by N", "4S by N", "")
    assert count_tricks(DEALS, ends, counter).tolist() == [[9, 9, 9, 9, 0]]
    assert len(counter.exactly) == 2


def test_where_the_solver_gives_no_answer_there_is_no_worth():
    missing = NotSolved(NotSolvedReason.SHAPE)
    for doubled in ("4S by N", "4SX by N"):
        comparison = compared(["3NT by N", doubled], counter=Tricks({3: missing, 4: 4}))
        assert np.isnan(comparison.worth_if_made(np.array([0]))).all()
        assert all(np.isnan(worth).all() for worth in comparison.worth_exactly(np.array([0])))


def test_actions_that_come_to_one_end_are_not_asked():
    comparison = compared(["4S by N", "4S by N"])
    assert (comparison.made_cost[0], comparison.exact_cost[0], comparison.worth[0].tolist()) == (0, 0, [0, 0])


def test_after_a_lead_declarer_s_side_is_in_turn():
    lead, contract = Card.parse("SQ"), Contract.parse("4H by N")
    ends = ends_of_leads([Card.parse("ST"), lead], Contract.parse("4H by N"), DEALS, VULNERABLE)
    counter = Tricks({2: 8})
    assert count_tricks(DEALS, ends, counter).tolist() == [[8, 8]]
    assert [position.turn for position in counter.exactly] == [contract.leader.next] * 2
    assert counter.exactly[0].hands[contract.leader].mask == DEALS[0][contract.leader] & ~(
        1 << Card.parse("ST").index
    )
    low, high = ask_made(DEALS, ends, counter)
    assert (low.tolist(), high.tolist(), counter.targets) == ([[0, 0]], [[9, 9]], [10, 10])


def test_the_solver_bounds_tricks_as_its_exact_answers_do(solver):
    rng = random.Random(1)
    deals = np.array([[hand.mask for hand in random_deal(rng).hands] for _ in range(3)])
    ends = ends_of(*CONTRACTS)
    ends = ActionEnds.from_ends(ends.ends, np.repeat(ends.reached, 3, axis=0))
    bounds = bounds_by_made(ends, count_tricks(deals, ends, solver))
    assert [bound.tolist() for bound in ask_made(deals, ends, solver)] == [bound.tolist() for bound in bounds]


def test_each_lead_takes_its_tricks_among_all_leads(solver):
    contract = Contract.parse("2H by N")
    leads = solver.leads(DEAL, contract)
    ends = ends_of_leads(list(leads), contract, DEALS, VULNERABLE)
    assert count_tricks(DEALS, ends, solver).tolist() == [list(leads.values())]
