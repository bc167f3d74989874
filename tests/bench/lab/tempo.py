"""Training and evaluation of the tempo model: conditional logistic regression of slow calls matched with unremarked ones."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from threadpoolctl import threadpool_limits

from analyser.estimates.calls import TURN_FEATURES, CallModel, TempoModel, tempo_features
from tests.bench.lab.card import provenance, write_model
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.records import digest, drawn, in_half, split_and_half
from tests.bench.lab.tempo_data import Turns, low_doubles, read_turns, what_slow_calls_showed

_FILES: Final = ("deals", "tables", "tempo", "events")
_STRENGTHS: Final = (0.001, 0.003, 0.01)
_AGAIN: Final = 40
_CROWD: Final = 60  # unremarked calls compared with a slow one for what it showed
Tell = Callable[[str], None]
_FOLDS: Final = 8
_NINETY: Final = 1.645


@dataclass(frozen=True, slots=True)
class Concordance:
    """The AUC within matches: how often the slow turn scores above an unremarked one after the same auction."""

    auc: float
    low: float
    high: float
    """The ends of the 90 % interval, by cluster bootstrap over events."""
    slow: int
    choice: ShareScore
    """The share given to the slow turn among those of its match."""


def train_tempo(
    data: Path,
    models: Path,
    calls: CallModel,
    *,
    seed: int = 0,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """The card of the tempo model, fitted to the record in `data` on features of a call model."""
    turns = matched(read_turns(data, "train", seed))
    features = features_of_turns(calls, turns)
    middle, scale = features.mean(axis=0), np.maximum(features.std(axis=0), 1e-6)
    standard = (features - middle) / scale
    tell(f"{int(turns.slow.sum())} slow calls, {int((~turns.slow).sum())} beside them")
    fitted: dict[str, tuple[float, Concordance]] = {}
    arrays: dict[str, NDArray[Any]] = {"middle": middle, "scale": scale}
    for name, width in (("before", TURN_FEATURES), ("after", standard.shape[1])):
        part = standard[:, :width]
        tried = [
            (strength_tried, concordance(turns, left_out_scores(turns, part, strength_tried)))
            for strength_tried in _STRENGTHS
        ]
        fitted[name] = max(tried, key=lambda pair: pair[1].auc)
        arrays[name] = coefficients_of(turns, part, fitted[name][0], _AGAIN, seed)
        tell(f"{name} the call: {fitted[name][1].auc:.3f} over events left out")
    card: dict[str, Any] = {
        "model": {
            "name": "tempo",
            "answers": "how many times as likely a turn was to be slow as others after the same auction",
            "strength": {name: strength for name, (strength, _) in fitted.items()},
            "calls": calls.sha256,
        },
        "use": {
            "intended": "to weigh hands a player may have held by the break in tempo that was established",
            "not_for": "finding that there was a break in tempo; players of other classes",
        },
        "training": provenance(
            "tests.bench.lab.tempo:train_tempo", seed, {name: digest(data, (name,)) for name in _FILES}
        )
        | {"slow": int(turns.slow.sum()), "beside": int((~turns.slow).sum()), "split": "train"},
        "left_out": {name: _figures_of(strength_tried) for name, (_, strength_tried) in fitted.items()},
    }
    folder = models / "tempo"
    write_model(folder, arrays, card)
    card["report"] = evaluate_tempo(data, "valid", model=TempoModel.load(folder), calls=calls)
    crowd = read_turns(data, None, seed, _CROWD)
    card["shown"] = what_slow_calls_showed(crowd) | {"low_double": low_doubles(data)}
    write_model(folder, arrays, card)
    return card


def evaluate_tempo(
    folder: Path,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    model: TempoModel | None = None,
    calls: CallModel | None = None,
) -> dict[str, Any]:
    """The scores of the tempo model: slow calls of a record against unremarked ones after the same auction."""
    judged, eyes = model or TempoModel.load(), calls or CallModel.load()
    name, half = split_and_half(split)
    turns = read_turns(folder, name, seed)
    # A match is sampled by its slow call's deal.
    deal = np.zeros(len(turns) + 1, np.int64)
    deal[turns.match[turns.slow]] = turns.deal_id[turns.slow]
    turns = matched(turns.taken(in_half(deal[turns.match], half)))
    chosen = np.unique(turns.match)[drawn(len(np.unique(turns.match)), sample, seed)]
    turns = turns.taken(np.isin(turns.match, chosen))
    features = features_of_turns(eyes, turns)
    after = concordance(turns, np.log(judged.ratios(features, after_call=True)[0]))
    before = concordance(turns, np.log(judged.ratios(features, after_call=False)[0]))
    return {
        "model": "tempo",
        **_figures_of(after),
        **{sort: after.choice.where(rows).figures() for sort, rows in _sorts(turns).items()},
        "before_call": _figures_of(before),
        "baselines": {
            "uniform": _figures_of(concordance(turns, np.zeros(len(turns)))),
            "entropy": _figures_of(concordance(turns, features[:, 0])),
        },
    }


def _sorts(turns: Turns) -> dict[str, NDArray[np.bool_]]:
    """Which matches came after an opening, and which after bids of both sides, in the order of the matches."""
    _, first = np.unique(turns.match, return_index=True)
    bids = [[place & 1 for place, call in enumerate(turns.calls[row]) if call >= 3] for row in first.tolist()]
    return {
        "after_opening": np.array([len(sides) > 0 for sides in bids], np.bool_),
        "contested": np.array([len(set(sides)) > 1 for sides in bids], np.bool_),
    }


def _figures_of(concordance: Concordance) -> dict[str, Any]:
    """The figures: the first five are of choosing the slow turn among those matched."""
    return {
        **concordance.choice.figures(),
        "auc": concordance.auc,
        "interval": [concordance.low, concordance.high],
        "slow": concordance.slow,
    }


def matched(turns: Turns) -> Turns:
    """The slow turns that have matches, with these."""
    return turns.taken(np.bincount(turns.match)[turns.match] > 1)


def features_of_turns(model: CallModel, turns: Turns) -> NDArray[np.float64]:
    """The tempo features of these turns from the call model, including the call made."""
    auctions: dict[tuple[tuple[int, ...], int], int] = {}
    which = np.array(
        [
            auctions.setdefault(key, len(auctions))
            for key in zip(turns.calls, turns.alerts.tolist(), strict=True)
        ],
        np.int64,
    )
    keys = list(auctions)
    shares = model.answer(keys, which, turns.hand, turns.vulnerable, turns.form)
    return tempo_features(shares, turns.hand, [calls for calls, _ in keys], which, turns.made)


def _pairs(
    turns: Turns, standard: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Differences slow minus unremarked for every pair, each match weighing one, and the event of each pair."""
    slow_row = np.full(int(turns.match.max()) + 1, -1)
    slow_row[turns.match[turns.slow]] = np.flatnonzero(turns.slow)
    others = np.flatnonzero(~turns.slow)
    match = turns.match[others]
    weight = 1.0 / np.bincount(match, minlength=len(slow_row))[match]
    return standard[slow_row[match]] - standard[others], weight, turns.event[slow_row[match]]


def coefficients_of(
    turns: Turns, standard: NDArray[np.float64], strength: float, again: int, seed: int
) -> NDArray[np.float64]:
    """Rows of coefficients with the constant last: the fit, then bootstrap replicates over events."""
    pairs, weight, event = _pairs(turns, standard)
    names, place = np.unique(event, return_inverse=True)
    rows = [_solved(pairs, weight, strength)]
    rng = np.random.default_rng(seed)
    for _ in range(again):
        times = np.bincount(rng.integers(0, len(names), len(names)), minlength=len(names))[place]
        rows.append(_solved(pairs[times > 0], (weight * times)[times > 0], strength))
    coefficients = np.stack(rows)
    # The mean ratio of unremarked turns is one, each match weighing one.
    plain = np.exp(standard[~turns.slow] @ coefficients.T)
    share = 1.0 / np.bincount(turns.match[~turns.slow])[turns.match[~turns.slow]]
    constant = -np.log(np.average(plain, axis=0, weights=share))
    return np.concatenate([coefficients, constant[:, None]], axis=1)


def _solved(pairs: NDArray[np.float64], weight: NDArray[np.float64], strength: float) -> NDArray[np.float64]:
    """The conditional likelihood of pairs equals that of a logistic regression on differences, with both signs."""
    both = np.concatenate([pairs, -pairs])
    answers = np.repeat([1, 0], len(pairs))
    model = LogisticRegression(C=strength, fit_intercept=False, max_iter=500)
    with threadpool_limits(1):
        model.fit(both, answers, sample_weight=np.concatenate([weight, weight]))
    return np.asarray(model.coef_[0])


def left_out_scores(turns: Turns, standard: NDArray[np.float64], strength: float) -> NDArray[np.float64]:
    """A score for each turn from coefficients fitted to other events; a match belongs to its slow call's event."""
    event = np.zeros(int(turns.match.max()) + 1, np.int64)
    event[turns.match[turns.slow]] = turns.event[turns.slow]
    groups = event[turns.match]
    out = np.zeros(len(turns))
    for fitted, left_out in GroupKFold(_FOLDS).split(standard, turns.slow, groups):
        rows = np.zeros(len(turns), np.bool_)
        rows[fitted] = True
        pairs, weight, _ = _pairs(turns.taken(rows), standard[rows])
        out[left_out] = standard[left_out] @ _solved(pairs, weight, strength)
    return out


def concordance(turns: Turns, score: NDArray[np.float64]) -> Concordance:
    """The AUC within matches, each weighing one, and the share given to the slow turn among the matched."""
    order = np.argsort(turns.match, kind="stable")
    starts = np.flatnonzero(np.diff(turns.match[order], prepend=-1))
    hits, events, own, rank, top = [], [], [], [], []
    for rows in np.split(order, starts[1:]):
        slow = rows[turns.slow[rows]][0]
        others = score[rows[~turns.slow[rows]]]
        ahead, level = (others > score[slow]).sum(), (others == score[slow]).sum()
        hits.append(1 - (ahead + level / 2) / len(others))
        shares = np.exp(score[rows] - score[rows].max())
        shares /= shares.sum()
        own.append(float(shares[rows == slow][0]))
        rank.append(int(ahead + level))  # of equal scores the slow one counts as the last
        top.append(float(shares.max()))
        events.append(int(turns.event[slow]))
    mean = float(np.mean(hits))
    _, place = np.unique(events, return_inverse=True)
    off = np.bincount(place, weights=np.array(hits) - mean)
    error = float(np.sqrt(np.square(off).sum())) / len(hits)
    choice = ShareScore(np.array(own), np.array(rank, np.int16), np.array(top))
    return Concordance(mean, mean - _NINETY * error, mean + _NINETY * error, len(hits), choice)
