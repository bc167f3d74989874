"""What peers would consider and choose: polls, thresholds, the words, and how many more answers could change them."""

import pytest

from analyser.bridge import Call
from analyser.casefile import Poll
from analyser.casefile.sets import PlayerClass
from analyser.ruling.alternatives.shares import Belief, Peers, Prior, Threshold, beliefs, count_answers
from tests.support.every import each_row

PASS, DOUBLE, GAME = Call.parse("P"), Call.parse("X"), Call.parse("4H")
FIFTH = Threshold(considered=0.2, chosen=0.05, both=True, sure=0.8)
CONSIDERED_ONLY = Threshold(considered=0.2, chosen=0.05, both=False, sure=0.8)


def poll(asked: int, *answers: tuple[str, int | None, int | None]) -> Poll:
    rows = [{"action": action, "considered": seen, "chosen": took} for action, seen, took in answers]
    kept = [{name: value for name, value in row.items() if value is not None} for row in rows]
    return Poll.model_validate({"asked": asked, "answers": kept})


def of(found: tuple[Peers, ...], action: Call) -> Peers:
    return next(one for one in found if one.action == action)


def test_considered_and_chosen_are_kept_apart() -> None:
    peers = of(beliefs(None, 0, [poll(10, ("P", 6, 1), ("4H", 10, 9))], []), PASS)
    assert peers.considered.mean == pytest.approx(7 / 12)  # a flat prior: (1 + 6) / (2 + 10)
    assert peers.chosen.mean == pytest.approx(2 / 12)


@pytest.mark.parametrize(
    "asked, considered, answer",
    [(3, 0, None), (5, 0, None), (14, 0, False), (5, 3, True), (10, 2, None), (20, 10, True)],
)
def test_a_small_poll_alone_cannot_tell(asked: int, considered: int, answer: bool | None) -> None:
    """With a flat prior 3, 5 and 14 of whom nobody considers leave 41, 26 and 3.5 % for a share of a fifth."""
    peers = of(beliefs(None, 0, [poll(asked, ("P", considered, considered), ("4H", asked, None))], []), PASS)
    assert peers.answer(FIFTH) is answer


def test_an_action_considered_but_never_chosen_fails_the_double_test() -> None:
    peers = of(beliefs(None, 0, [poll(40, ("P", 20, 0), ("4H", 40, 40))], []), PASS)
    assert peers.answer(FIFTH) is False
    assert peers.answer(CONSIDERED_ONLY) is True


def test_an_unnamed_action_was_unchosen_once_all_answers_are_known() -> None:
    full, partial = poll(4, ("P", 2, 1), ("4H", 4, 3)), poll(4, ("P", None, 1))
    assert count_answers([full], DOUBLE) is not None
    assert (count_answers([full], DOUBLE).considered, count_answers([full], DOUBLE).chosen) == (0, 0)  # type: ignore[union-attr]
    assert (count_answers([partial], DOUBLE).considered, count_answers([partial], DOUBLE).chosen) == (
        None,
        None,
    )  # type: ignore[union-attr]


def test_two_polls_count_together() -> None:
    poll_count = count_answers([poll(4, ("P", 2, 1)), poll(6, ("P", 3, 3))], PASS)
    assert poll_count is not None
    assert (poll_count.asked, poll_count.considered, poll_count.chosen) == (10, 5, 4)


def test_who_chose_an_action_considered_it() -> None:
    peers = of(beliefs(None, 0, [poll(6, ("P", None, 4), ("4H", None, 2))], []), PASS)
    assert peers.considered.mean >= peers.chosen.mean


def test_the_model_proposes_a_hundredth_and_asks_about_the_action() -> None:
    shares = {PASS: 0.6, GAME: 0.391, DOUBLE: 0.004, Call.parse("5C"): 0.005}
    assert [belief.action for belief in beliefs(shares, 10, [], [])] == [PASS, GAME]
    assert DOUBLE in {belief.action for belief in beliefs(shares, 10, [], [DOUBLE])}


def test_more_answers_needed_grow_with_what_is_known() -> None:
    unsure, sure = (Peers(PASS, Belief(a, b), Belief(a, b), None, None) for a, b in ((1, 2), (12, 4)))
    few, many = unsure.more_answers(FIFTH), sure.more_answers(FIFTH)
    assert few is not None
    assert few <= 2
    assert many is None or many > few


@pytest.mark.parametrize("more", range(1, 8))
def test_no_smaller_number_of_answers_could_have_changed_it(more: int) -> None:
    """The number told is the least: with fewer answers the word stays, whatever they are."""
    peers = Peers(PASS, Belief(5, 4), Belief(5, 4), None, None)
    least = peers.more_answers(FIFTH)
    assert least is not None
    words = {peers.update_with_polls(yes, more).answer(FIFTH) for yes in range(more + 1)}
    assert (words == {peers.answer(FIFTH)}) is (more < least)


def test_lower_classes_widen_what_the_experts_record_says() -> None:
    prior = Prior.load_shipped()
    weights = [prior.weight(10, of) for of in (PlayerClass.EXPERT, PlayerClass.REGIONAL, PlayerClass.NOVICE)]
    assert weights[0] > weights[1] > weights[2]
    assert prior.weight(1, PlayerClass.EXPERT) <= prior.weight(10, PlayerClass.EXPERT)


def test_what_a_partial_poll_leaves_out_lowers_nothing() -> None:
    """Eight asked, five considered passing: of the double nothing was told, so nothing is learned of it."""
    partial = poll(8, ("P", 5, None))
    poll_count = count_answers([partial], DOUBLE)
    assert poll_count is not None
    assert (poll_count.asked, poll_count.considered, poll_count.chosen) == (8, None, None)
    shares = {PASS: 0.5, DOUBLE: 0.5}
    with_poll, without = (of(beliefs(shares, 10, polls, []), DOUBLE) for polls in ([partial], []))
    assert with_poll.considered == without.considered
    assert with_poll.chosen == without.chosen
    assert with_poll.answer(FIFTH) is without.answer(FIFTH)


@each_row("considered", [None, 0, 2, 8])
@each_row("chosen", [None, 0, 3, 8])
@each_row("share", [0.02, 0.5, 0.98])
@each_row("factor", [1.0, 3.0])
def test_never_fewer_consider_an_action_than_choose_it(
    considered: int | None, chosen: int | None, share: float, factor: float
) -> None:
    peers = of(beliefs({PASS: share}, 10, [poll(8, ("P", considered, chosen))], [], factor), PASS)
    assert peers.considered.mean >= peers.chosen.mean - 1e-9
    if peers.poll is not None and peers.poll.considered is not None:
        assert peers.poll.considered >= (peers.poll.chosen or 0)


def test_more_consider_an_action_than_would_choose_it() -> None:
    """Odds of one to nine, three times as great, are one to three: a tenth chooses, a quarter considers."""
    peers = of(beliefs({PASS: 0.1, GAME: 0.9}, 10, [], [], 3.0), PASS)
    assert peers.chosen.mean == pytest.approx(0.1)
    assert peers.considered.mean == pytest.approx(0.25)
    # One peer in ten is no fifth; a fifth may well consider it, and some would choose it.
    assert peers.chance(CONSIDERED_ONLY) > of(beliefs({PASS: 0.1}, 10, [], []), PASS).chance(CONSIDERED_ONLY)


def test_a_poll_of_considerers_stands_beside_the_prior_belief() -> None:
    """A quarter of a weight of ten, then two of ten: (2.5 + 2) / 20."""
    peers = of(beliefs({PASS: 0.1}, 10, [poll(10, ("P", 2, 1), ("4H", 9, 9))], [], 3.0), PASS)
    assert peers.considered.mean == pytest.approx(4.5 / 20)
    assert peers.chosen.mean == pytest.approx((1 + 1) / 20)


def test_who_chose_in_a_poll_are_not_all_who_considered() -> None:
    """Four of six chose it, who else considered it is not told: the odds of (5 + 4) / 16 are three times as great."""
    peers = of(beliefs({PASS: 0.5}, 10, [poll(6, ("P", None, 4), ("4H", None, 2))], [], 3.0), PASS)
    chosen = 9 / 16
    assert peers.chosen.mean == pytest.approx(chosen)
    assert peers.considered.mean == pytest.approx(3 * chosen / (1 + 2 * chosen))
    without = of(beliefs({PASS: 0.5}, 10, [], [], 3.0), PASS)
    nobody = of(beliefs({PASS: 0.5}, 10, [poll(6, ("P", None, 0), ("4H", None, 6))], [], 3.0), PASS)
    assert nobody.considered == without.considered  # of the others nothing is known


@pytest.mark.parametrize("chosen", [0, 2, 6])
def test_an_action_unknown_to_models_rests_on_the_poll_alone(chosen: int) -> None:
    answers = (("P", None, chosen), ("4H", None, 6 - chosen))
    flat, plain = (of(beliefs(None, 0, [poll(6, *answers)], [], factor), PASS) for factor in (3.0, 1.0))
    assert flat == plain


def test_a_partial_poll_takes_nothing_from_another_poll() -> None:
    """Seven of eight considered game and four bid it; a second poll tells only that five of eight considered pass."""
    whole = poll(8, ("P", 6, 4), ("4H", 7, 4))
    partial = poll(8, ("P", 5, None))
    shares, weight = {PASS: 0.87, GAME: 0.13}, 8.0
    alone, both = (beliefs(shares, weight, polls, []) for polls in ([whole], [whole, partial]))
    assert of(both, GAME) == of(alone, GAME)
    assert of(both, GAME).poll == count_answers([whole], GAME)
    assert of(both, PASS).chosen == of(alone, PASS).chosen
    # 0.87 of a weight of eight, then eleven of sixteen: (6.96 + 11) / 24
    assert of(both, PASS).considered.mean == pytest.approx(17.96 / 24, abs=0.02)
    assert of(both, GAME).answer(FIFTH) is of(alone, GAME).answer(FIFTH)


def test_in_any_partial_poll_considered_is_never_below_chosen() -> None:
    for told in ((None, 5), (2, None), (5, 5), (None, None)):
        polls = [poll(8, ("P", 3, 1), ("4H", 8, 7)), poll(6, ("P", *told))]
        for peers in beliefs({PASS: 0.4, GAME: 0.6}, 8.0, polls, []):
            assert peers.considered.mean >= peers.chosen.mean
