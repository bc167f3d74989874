"""Whether the right explanation would have moved a decision: damage counts that comes because of the infraction (12B1)."""

from statistics import NormalDist

import numpy as np
import pytest
from numpy.typing import NDArray

from analyser.ruling.alternatives.corrected_decisions import CALL_LOOKS, LEAD_LOOKS, is_causal

DEALS = 100
PASS = (1.0, 0.0)
MAINSTREAM, RARE = (0.6, 0.4), (0.01, 0.99)


def worth(*means: float) -> NDArray[np.float64]:
    """So many IMPs on average, two more or less from deal to deal, each action in its own rhythm."""
    swing = [
        np.resize([-2.0, 2.0] if place % 2 else [-2.0, -2.0, 2.0, 2.0], DEALS) for place in range(len(means))
    ]
    return np.stack([mean + own for mean, own in zip(means, swing, strict=True)], axis=1)


# what passing and bidding are worth on the explanation given, and with the right one; how often peers do either; what was done
TABLE = [
    pytest.param(True, (2, 0), (0, 2), MAINSTREAM, PASS, id="passing was right as told, bidding in truth"),
    pytest.param(False, (2, 0), (2, 0), MAINSTREAM, PASS, id="both explanations say the same"),
    pytest.param(False, (0, 2), (2, 0), MAINSTREAM, PASS, id="the right one speaks for what was done"),
    pytest.param(False, (2, 0), (2, 0.1), MAINSTREAM, PASS, id="a difference that chance makes"),
    pytest.param(
        False,
        (6, 0),
        (4, 0),
        MAINSTREAM,
        PASS,
        id="less bad than it looked, and still clearly worse than passing",
    ),
    pytest.param(
        True,
        (0, 2),
        (0, 6),
        MAINSTREAM,
        PASS,
        id="a pass many would make, though bidding was a little better",
    ),
    pytest.param(
        False, (0, 2), (0, 6), RARE, PASS, id="a pass hardly anyone would make, and wrong as he was told, too"
    ),
    pytest.param(
        True, (2, 0), (0, 2), RARE, PASS, id="a pass hardly anyone would make, but right as he was told"
    ),
]


@pytest.mark.parametrize(("answer", "given", "right", "chosen", "done"), TABLE)
def test_the_right_explanation_moves_what_the_wrong_one_led_to(
    answer: bool,
    given: tuple[float, float],
    right: tuple[float, float],
    chosen: tuple[float, float],
    done: tuple[float, float],
) -> None:
    assert is_causal(worth(*given), worth(*right), np.array(chosen), np.array(done)) is answer


def test_a_lead_the_record_does_not_tell_is_what_peers_would_have_led() -> None:
    """A heart four times of five as told, a diamond else: with the right explanation only the heart remains."""
    given, right, shares = worth(1, 1), worth(2, -2), np.array([0.6, 0.4])
    assert is_causal(given, right, shares, shares)
    assert not is_causal(given, given, shares, shares)


def test_who_had_one_action_only_is_moved_by_nothing() -> None:
    assert not is_causal(worth(0), worth(5), np.ones(1), np.ones(1))


@pytest.mark.parametrize("looks", [CALL_LOOKS, LEAD_LOOKS])
def test_all_looks_together_are_led_astray_by_luck_in_one_of_twenty(looks) -> None:
    """Walks without any drift: how many are ever beyond the bound of a look."""
    dice, walks = np.random.default_rng(7), 200_000
    found, sum_so_far = np.zeros(walks, bool), np.zeros(walks)
    for look, chance in looks:
        sum_so_far += dice.standard_normal(walks)
        found |= sum_so_far / look**0.5 > NormalDist().inv_cdf(1 - chance)
    assert found.mean() == pytest.approx(0.05, abs=0.002)
    assert [look for look, _ in looks] == list(range(1, len(looks) + 1))
