"""Whether the right explanation would have moved a decision from what was done: because of the infraction, or not (12B1)."""

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.action_values import Gain, gained

__all__ = ["moved"]

_HARDLY_ANY = 0.02  # of peers: what fewer do on an explanation is not, by itself, what it leads to


def moved(
    given: NDArray[np.float64],
    right: NDArray[np.float64],
    chosen: NDArray[np.float64],
    done: NDArray[np.float64],
    chance: float = 0.05,
) -> bool:
    """Whether the right explanation speaks for some other action against what was done, more than chance would.

    `given` and `right`: what each action (a column) is worth in each deal of either explanation; `chosen`: how often
    peers choose it on the explanation given; `done`: 1 for what was done, or shares where the record does not tell it.

    One test for each other action, together led astray by luck no oftener than `chance`. No action is
    spoken for that is clearly worse than what was done on the right explanation, too. And what hardly any peer does is not
    laid to the explanation given where that one spoke clearly against it already.
    """
    others = np.flatnonzero(done < 1)
    if not len(others):
        return False
    against = [own[:, others] - own @ done[:, None] for own in (given, right)]
    reach = NormalDist().inv_cdf(1 - chance / len(others)) / NormalDist().inv_cdf(0.95)
    own_choice = float(chosen @ done) < _HARDLY_ANY
    return any(
        gain.mean > reach * (gain.high - gain.low) / 2
        and on_right.high >= 0
        and not (own_choice and on_given.low > 0)
        for gain, on_given, on_right in zip(gained(*against), *map(_mean, against), strict=True)
    )


def _mean(worth: NDArray[np.float64]) -> tuple[Gain, ...]:
    """How much better than what was done each action is, with its interval."""
    return gained(np.zeros_like(worth), worth)
