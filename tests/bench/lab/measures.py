"""Scores of predicted shares: log-loss, hits, calibration, over a set of decisions."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

BINS: Final = 15
"""The number of bins of equal count for calibration."""
_LEAST: Final = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class ShareScore:
    """For some decisions: the share given to the choice made, its rank (0 the first), the highest share given."""

    own: NDArray[np.float64]
    rank: NDArray[np.int16]
    top: NDArray[np.float64]

    def __len__(self) -> int:
        """The number of decisions."""
        return len(self.own)

    @classmethod
    def of(cls, shares: NDArray[np.float64], done: NDArray[np.int64]) -> "ShareScore":
        """The scores of shares, one row per decision, for the choices made; of equal shares the lower code ranks first.

        >>> ShareScore.of(np.array([[0.2, 0.5, 0.3], [0.4, 0.2, 0.4]]), np.array([2, 2])).rank.tolist()
        [1, 1]
        """
        given_share = shares[np.arange(len(done)), done]
        ahead = (shares > given_share[:, None]).sum(axis=1)
        ahead += ((shares == given_share[:, None]) & (np.arange(shares.shape[1]) < done[:, None])).sum(axis=1)
        return cls(given_share, ahead.astype(np.int16), shares.max(axis=1, initial=0.0))

    @classmethod
    def joined(cls, parts: "list[ShareScore]") -> "ShareScore":
        """Several parts as one."""
        if not parts:
            return cls(np.empty(0), np.empty(0, np.int16), np.empty(0))
        return cls(
            np.concatenate([part.own for part in parts]),
            np.concatenate([part.rank for part in parts]),
            np.concatenate([part.top for part in parts]),
        )

    def where(self, rows: NDArray[np.bool_]) -> "ShareScore":
        """The scores in some rows."""
        return ShareScore(self.own[rows], self.rank[rows], self.top[rows])

    def figures(self) -> dict[str, Any]:
        """The five figures reported for every model, each `None` if there is no decision."""
        if not len(self):
            return {"n": 0, "top1": None, "top3": None, "log_loss": None, "ece": None}
        return {
            "n": len(self),
            "top1": float((self.rank == 0).mean()),
            "top3": float((self.rank < 3).mean()),
            "log_loss": float(-np.log(np.maximum(self.own, _LEAST)).mean()),
            "ece": calibration_error(self.top, self.rank == 0),
        }


def reliability(
    predicted: NDArray[np.float64], observed: NDArray[np.bool_]
) -> list[tuple[float, float, int]]:
    """Reliability in bins of equal count: mean prediction, observed frequency, number."""
    order = np.argsort(predicted, kind="stable")
    bins = [part for part in np.array_split(order, BINS) if len(part)]
    return [(float(predicted[part].mean()), float(observed[part].mean()), len(part)) for part in bins]


def calibration_error(predicted: NDArray[np.float64], observed: NDArray[np.bool_]) -> float:
    """The expected calibration error: the mean distance of prediction from observed frequency over the bins.

    >>> round(calibration_error(np.full(30, 0.5), np.arange(30) % 2 == 0), 3)
    0.0
    """
    rows = reliability(predicted, observed)
    return sum(abs(first - second) * count for first, second, count in rows) / max(1, len(predicted))


_NINETY: Final = 1.6449


def clustered_interval(values: NDArray[np.float64], clusters: NDArray[np.int64]) -> tuple[float, float]:
    """The 90 % interval of a mean whose rows are independent only between clusters (normal, sandwich variance).

    >>> clustered_interval(np.array([0.0, 1.0, 0.0, 1.0]), np.array([1, 1, 2, 2]))
    (0.5, 0.5)
    """
    mean = float(values.mean())
    _, place = np.unique(clusters, return_inverse=True)
    sums = np.bincount(place, values - mean)
    count = len(sums)
    correction = count / (count - 1) if count > 1 else 1.0
    error = float(np.sqrt(correction * (sums * sums).sum())) / len(values)
    return mean - _NINETY * error, mean + _NINETY * error
