"""Known meanings: a common class leans on itself, a rare one on the class it belongs to; the measure is laid over it."""

import pytest

from analyser.bridge import Call
from analyser.estimates.suggestion_prior import STEPS, InformationClass, SuggestionPrior, step_between
from tests.bench.lab.known_meanings import BodysAnswer, without_case

PASS, DOUBLE, GAME, FIVE = map(Call.parse, ("P", "X", "4S", "5H"))
STEP = "bid-over-pass"
MEANINGS = SuggestionPrior(
    {"slow-raise": {STEP: (60.0, 20.0)}, "slow-penalty-double": {STEP: (9.0, 1.0)}, "slow-double": {STEP: (1.0, 0.0)}},
    complained=0.6, lean=4.0, spread=0.1, noise=0.05,
)  # fmt: skip


def test_a_common_class_keeps_its_share_a_rare_one_borrows() -> None:
    common = MEANINGS.share(InformationClass.SLOW_RAISE, STEP)
    assert common == pytest.approx(60 / 80, abs=0.01)
    unseen = MEANINGS.share(InformationClass.SLOW_SIGN_OFF, STEP)
    assert unseen == pytest.approx(MEANINGS.share(InformationClass.SLOW_BID, STEP))
    assert MEANINGS.share(InformationClass.SLOW_DOUBLE, STEP) > 0.8


def test_nothing_is_known_of_haste_from_slow_calls() -> None:
    assert MEANINGS.share(InformationClass.QUICK, STEP) == 0.5


@pytest.mark.parametrize(
    "step, action, rival",
    [
        ("bid-over-pass", GAME, PASS),
        ("double-over-pass", DOUBLE, PASS),
        ("bid-over-double", GAME, DOUBLE),
        ("higher-over-lower", FIVE, GAME),
    ],
)
def test_the_step_between_two_calls_has_a_direction(step: str, action: Call, rival: Call) -> None:
    assert step in STEPS
    assert step_between(action, rival) == (step, True)
    assert step_between(rival, action) == (step, False)
    assert step_between(action, action) is None


@pytest.mark.parametrize("effect", [None, -0.2, 0.0, 0.2])
def test_what_is_suggested_over_a_rival_rules_out_the_reverse(effect: float | None) -> None:
    suggests = MEANINGS.suggests(InformationClass.SLOW_RAISE, GAME, PASS, effect, 0.02, taken=GAME)
    back = MEANINGS.suggests(
        InformationClass.SLOW_RAISE, PASS, GAME, None if effect is None else -effect, 0.02, taken=GAME
    )
    assert suggests[-1] + back[-1] == pytest.approx(1.0)


def test_class_and_measure_are_put_together() -> None:
    """A measure of nothing leaves the class, weakened; a clear one overrules it."""
    kind = InformationClass.SLOW_RAISE
    none, weak, against = (MEANINGS.suggests(kind, GAME, PASS, effect, 0.02) for effect in (None, 0.0, -0.5))
    by_class, _, both = none
    assert both == by_class > weak[-1] > 0.5
    assert weak[1] == 0.5
    by_class, _, both = against
    assert both < 0.1
    assert by_class > 0.7


def test_a_case_left_out_is_not_counted() -> None:
    before = MEANINGS.share(InformationClass.SLOW_PENALTY_DOUBLE, STEP)
    left_out = MEANINGS.leave_out(InformationClass.SLOW_PENALTY_DOUBLE, STEP, suggested=True)
    assert left_out.share(InformationClass.SLOW_PENALTY_DOUBLE, STEP) < before
    assert left_out.held["slow-penalty-double"][STEP] == (8.0, 1.0)


def test_by_the_shipped_figures_slow_penalty_doubles_suggest_pulling() -> None:
    shipped = SuggestionPrior.load_shipped()
    assert shipped.share(InformationClass.SLOW_PENALTY_DOUBLE, STEP) > 0.8
    assert all(0 < shipped.share(kind, step) < 1 for kind in InformationClass for step in STEPS)


def test_a_past_case_leaves_out_its_own_ruling_alone() -> None:
    suggestion_prior = SuggestionPrior.load_shipped()
    answers = [
        BodysAnswer(name, InformationClass.SLOW_PENALTY_DOUBLE, STEP, True)
        for name in ("nswba-2009-2", "new")
    ]
    left_out = without_case(suggestion_prior, answers, "nswba-2009-2").held["slow-penalty-double"][STEP]
    yes, no = suggestion_prior.held["slow-penalty-double"][STEP]
    assert left_out == (yes - 1, no)
    assert without_case(suggestion_prior, answers, "new") == suggestion_prior
