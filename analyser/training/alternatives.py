"""What bodies held in past cases, learned and measured: whether an infraction was found.

The rulings that say an action was *no* logical alternative are too few to learn from; with fewer than thirty of them the
target is whether an infraction was found, and the answer on alternatives stays with the share of peers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from threadpoolctl import threadpool_limits

from analyser import resources
from analyser.casefile import Case, UnauthorisedInformation, bundled_past_cases
from analyser.errors import ModelError
from analyser.estimates.calls import CallModel
from analyser.estimates.past_rulings import FEATURES, PastRulings, features_of
from analyser.training.alternatives_prior import stored, write_figures
from analyser.training.card import provenance
from analyser.training.measures import ShareScore, reliability
from analyser.training.past_labels import InfractionLabel, infractions_of, label_table, labels_of
from analyser.training.past_rulings_data import cases_in

TARGET: Final = "infraction"
_STRENGTH: Final = 0.05  # how freely the regression may move: with so few cases, hardly
_FOLDS: Final = 6
_DRAWN: Final = 1000
_STOOD_IN_RECORD: Final = 0.5  # an archive's unchanged score proves less than a published ruling
_STOOD_IN_SILENCE: Final = 0.8  # where a reason is told, a score that stood did so for want of an infraction


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The rulings to learn from: what was seen, what was found, what it is worth, and which event it was."""

    names: tuple[str, ...]
    features: NDArray[np.float64]
    found: NDArray[np.int64]
    weight: NDArray[np.float64]
    event: NDArray[np.int64]

    def __len__(self) -> int:
        """How many rulings."""
        return len(self.names)

    def rows(self, rows: NDArray[np.bool_]) -> "Rows":
        """Some of them."""
        names = tuple(name for name, is_wanted in zip(self.names, rows.tolist(), strict=True) if is_wanted)
        return Rows(names, self.features[rows], self.found[rows], self.weight[rows], self.event[rows])


def read_rows(cases: Sequence[Case], model: CallModel) -> Rows:
    """Every past case of unauthorised information whose ruling tells whether an infraction was found."""
    by_name = {case.id: case for case in cases}
    labelled = []
    for label in infractions_of(cases):
        case = by_name[label.case]
        use = next(
            (incident for incident in case.incident if isinstance(incident, UnauthorisedInformation)), None
        )
        if use is None or _infraction_found(label) is None:
            continue
        features = features_of(case, use, label.edition, model)
        if features is not None:
            labelled.append((label, features))
    events = {name: place for place, name in enumerate(sorted({label.event for label, _ in labelled}))}
    return Rows(
        tuple(label.case for label, _ in labelled),
        np.array([features for _, features in labelled], np.float64).reshape(-1, len(FEATURES)),
        np.array([bool(_infraction_found(label)) for label, _ in labelled], np.int64),
        np.array([_weight_of(label) for label, _ in labelled]),
        np.array([events[label.event] for label, _ in labelled], np.int64),
    )


def _infraction_found(label: InfractionLabel) -> bool | None:
    """Whether an infraction was found; a published ruling by which the score stood mostly found none."""
    if label.infraction is None and label.stood and not label.record:
        return False
    return label.infraction


def _weight_of(label: InfractionLabel) -> float:
    """How much a ruling counts among those learned from."""
    if label.infraction is None:
        return _STOOD_IN_SILENCE
    return _STOOD_IN_RECORD if label.record and not label.infraction else 1.0


def train_alternatives(out: Path, data: Path | None = None, seed: int = 0) -> dict[str, Any]:
    """Fit on the bundled past cases, and on those of a folder of rows; gives the card's part on rulings."""
    known = {case.id: case for case in (*(() if data is None else cases_in(data)), *bundled_past_cases())}
    cases = tuple(known[name] for name in sorted(known))
    rows = read_rows(cases, CallModel.load())
    if len(set(rows.found.tolist())) < 2 or len(set(rows.event.tolist())) < 2:
        raise ModelError(
            "nothing can be learned from these rulings",
            found=f"{len(rows)} rulings, {int(rows.found.sum())} of them found an infraction",
            remedy="add rulings of both kinds, from two events at least",
        )
    labels = labels_of(cases)
    rejected = sum(label.held is False for label in labels)
    table = [[str(cell) for cell in row] for row in label_table(labels)]
    with threadpool_limits(1):  # so small a sum is done before other threads have woken
        figures = against_baselines(rows, seed)
        fitted = fit(rows)
    card = {
        "rulings": {
            **provenance("analyser.training.alternatives:train_alternatives", seed, {}),
            "target": TARGET,
            "why": f"{rejected} actions were held no alternative: below thirty this cannot be learned",
            "cases": len(rows),
            "infraction_found": int(rows.found.sum()),
            "not_found": int(len(rows) - rows.found.sum()),
            "labels": table,
            "labels_columns": [
                "edition",
                "body",
                "held",
                "adjusted to the pass",
                "rejected",
                "stood",
                "unknown",
            ],
            "supports": "hardly more than the share of rulings that found an infraction: see the intervals",
            "held_out": figures,
        }
    }
    learned = {**fitted, "target": TARGET, "sights": list(FEATURES), "cases": list(rows.names)}
    write_figures(out, {"rulings": learned}, card)
    return card["rulings"]


def fit(rows: Rows, columns: Sequence[int] | None = None) -> dict[str, Any]:
    """A regularised logistic on standardised features, with a sigmoid on top fitted to scores of rulings left out."""
    used = np.zeros(len(FEATURES), np.bool_)
    used[list(range(len(FEATURES))) if columns is None else list(columns)] = True
    middle = rows.features.mean(axis=0)
    scale = np.where(rows.features.std(axis=0) > 0, rows.features.std(axis=0), 1.0)
    standard = np.where(used, (rows.features - middle) / scale, 0.0)
    scores = np.zeros(len(rows))
    for train, test in _folds(rows.event, _FOLDS):
        if len(set(rows.found[train].tolist())) == 2:
            scores[test] = _logistic(
                standard[train], rows.found[train], rows.weight[train]
            ).decision_function(standard[test])
    whole = _logistic(standard, rows.found, rows.weight)
    # A sigmoid that is held back, too: without evidence it leaves the slope small, never negative.
    on_top = LogisticRegression(C=1.0, max_iter=1000).fit(scores[:, None], rows.found, rows.weight)
    slope = max(0.0, float(on_top.coef_[0, 0]))
    shift = float(on_top.intercept_[0]) if slope else float(_log_odds(rows))
    return {
        "middle": [round(float(value), 6) for value in middle],
        "scale": [round(float(value), 6) for value in scale],
        "coefficients": [round(float(value), 6) for value in whole.coef_[0]],
        "constant": round(float(whole.intercept_[0]), 6),
        "slope": round(slope, 6),
        "shift": round(shift, 6),
    }


def _log_odds(rows: Rows) -> float:
    share = float((rows.found * rows.weight).sum() / rows.weight.sum())
    return float(np.log(share / (1 - share)))


def _logistic(
    features: NDArray[np.float64], infraction: NDArray[np.int64], weight: NDArray[np.float64]
) -> LogisticRegression:
    return LogisticRegression(C=_STRENGTH, max_iter=1000).fit(features, infraction, weight)


def _folds(event: NDArray[np.int64], most: int) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """The rulings left out in turn, whole events at a time."""
    count = min(most, len(set(event.tolist())))
    if count < 2:
        return []
    return list(GroupKFold(count).split(np.zeros((len(event), 1)), groups=event))


def predict(fitted: dict[str, Any], features: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances for some rows, by the arithmetic that is shipped."""
    model = PastRulings.of({**fitted, "target": TARGET})
    return np.array([model.chance(tuple(row)) for row in features.tolist()])


def left_out(rows: Rows, columns: Sequence[int] | None) -> NDArray[np.float64]:
    """The chance of each ruling by a model that has not seen its event; no columns: the share of the others."""
    chance = np.full(len(rows), 0.5)
    for train, test in _folds(rows.event, _FOLDS):
        seen = np.isin(np.arange(len(rows)), train)
        part = rows.rows(seen)
        if columns is not None and not len(columns):
            chance[test] = (part.found * part.weight).sum() / part.weight.sum()
        elif len(set(part.found.tolist())) == 2:
            chance[test] = predict(fit(part, columns), rows.features[test])
        else:
            chance[test] = part.found.mean()
    return chance


def against_baselines(rows: Rows, seed: int) -> dict[str, Any]:
    """The model beside the majority and beside the call model's share alone, on rulings left out by event."""
    shares = [FEATURES.index("taken"), FEATURES.index("other")]
    return {
        "model": scored(left_out(rows, None), rows, seed) | pairs(rows, None, seed),
        "share_alone": scored(left_out(rows, shares), rows, seed) | pairs(rows, shares, seed),
        "majority": scored(left_out(rows, []), rows, seed) | {"auc": 0.5, "auc_interval": [0.5, 0.5]},
        "abstaining": abstaining(left_out(rows, None), rows.found),
    }


def pairs(rows: Rows, columns: Sequence[int] | None, seed: int) -> dict[str, Any]:
    """The area under the curve by pairs: each found and not-found ruling compared by a model that knows neither event.

    With so few rulings not found, leaving out folds would pit a high base rate against a low one and tell nothing.
    """
    used = np.isin(np.arange(len(FEATURES)), range(len(FEATURES)) if columns is None else list(columns))
    scale = np.where(rows.features.std(axis=0) > 0, rows.features.std(axis=0), 1.0)
    standard = np.where(used, (rows.features - rows.features.mean(axis=0)) / scale, 0.0)
    yes, no = np.flatnonzero(rows.found == 1), np.flatnonzero(rows.found == 0)
    wins = np.full((len(yes), len(no)), 0.5)
    for row, found_row in enumerate(yes.tolist()):
        for column, other in enumerate(no.tolist()):
            rest = (rows.event != rows.event[found_row]) & (rows.event != rows.event[other])
            if len(set(rows.found[rest].tolist())) == 2:
                model = _logistic(standard[rest], rows.found[rest], rows.weight[rest])
                first, second = model.decision_function(standard[[found_row, other]])
                wins[row, column] = 1.0 if first > second else 0.0
    rng = np.random.default_rng(seed)
    drawn = [
        float(wins[np.ix_(rng.integers(0, len(yes), len(yes)), rng.integers(0, len(no), len(no)))].mean())
        for _ in range(_DRAWN if wins.size else 0)
    ]
    edges = [float(edge) for edge in np.quantile(drawn, (0.05, 0.95))] if drawn else None
    return {"auc": float(wins.mean()) if wins.size else None, "auc_interval": edges}


def scored(chance: NDArray[np.float64], rows: Rows, seed: int) -> dict[str, Any]:
    """Brier score, log-loss and the area under the curve, each with its interval over events drawn again."""
    rng = np.random.default_rng(seed)
    events = np.unique(rows.event)
    draws: dict[str, list[float]] = {"brier": [], "log_loss": [], "auc": []}
    for _ in range(_DRAWN if len(events) else 0):
        chosen = rng.choice(events, len(events))
        places = np.concatenate([np.flatnonzero(rows.event == event) for event in chosen])
        for name, value in _scores(chance[places], rows.found[places]).items():
            if value is not None:
                draws[name].append(value)
    figures: dict[str, Any] = {"n": len(rows)}
    for name, value in _scores(chance, rows.found).items():
        figures[name] = value
        figures[f"{name}_interval"] = (
            [float(edge) for edge in np.quantile(draws[name], (0.05, 0.95))] if draws[name] else None
        )
    bins = reliability(chance, rows.found == 1) if len(rows) else []
    figures["reliability"] = [[said, came, count] for said, came, count in bins]
    return figures


def _scores(chance: NDArray[np.float64], infraction: NDArray[np.int64]) -> dict[str, float | None]:
    if not len(infraction):
        return {"brier": None, "log_loss": None, "auc": None}
    clipped = np.clip(chance, 1e-6, 1 - 1e-6)
    loss = -(infraction * np.log(clipped) + (1 - infraction) * np.log(1 - clipped)).mean()
    return {
        "brier": float(((chance - infraction) ** 2).mean()),
        "log_loss": float(loss),
        "auc": _area(chance, infraction),
    }


def _area(chance: NDArray[np.float64], infraction: NDArray[np.int64]) -> float | None:
    """How often a ruling that found an infraction is given more than one that did not; halves for equals."""
    yes, no = chance[infraction == 1], chance[infraction == 0]
    if not len(yes) or not len(no):
        return None
    return float((yes[:, None] > no).mean() + (yes[:, None] == no).mean() / 2)


def abstaining(chance: NDArray[np.float64], infraction: NDArray[np.int64]) -> list[list[float]]:
    """Answering only when so sure: how sure, on what share, how often right; as far as it is ever so sure."""
    curve: list[list[float]] = []
    for sure in (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95):
        said = np.maximum(chance, 1 - chance) >= sure
        if said.any():
            right = ((chance >= 0.5) == (infraction == 1))[said]
            curve.append([sure, float(said.mean()), float(right.mean())])
    return curve


def evaluate_alternatives(
    folder: Path, split: str = "all", sample: int | None = None, seed: int = 0, models: Path | None = None
) -> dict[str, Any]:
    """Score what is shipped on a folder of past rulings; rulings it was fitted to are scored by models without them."""
    rows = read_rows(cases_in(folder), CallModel.load())
    if sample is not None and sample < len(rows):
        chosen = np.random.default_rng(seed).choice(len(rows), sample, replace=False)
        rows = rows.rows(np.isin(np.arange(len(rows)), chosen))
    shipped = stored(models or resources.location("models/alternatives"))[0]["rulings"]
    known = np.isin(np.array(rows.names, dtype=object), shipped["cases"])
    chance = predict(shipped, rows.features)
    if known.any():
        learned = read_rows(bundled_past_cases(), CallModel.load())
        apart = dict(zip(learned.names, left_out(learned, None).tolist(), strict=True))
        chance = np.array(
            [apart.get(name, own) for name, own in zip(rows.names, chance.tolist(), strict=True)]
        )
    figures = scored(chance, rows, seed)
    if len(rows) and known.all():
        with threadpool_limits(1):
            figures |= pairs(rows, None, seed)
    share = float(rows.found.mean()) if len(rows) else 0.0
    score = _yes_or_no(chance, rows.found)
    return {
        "model": "alternatives",
        "target": TARGET,
        "split": split,
        **score.figures(),
        # An action complained of comes after partner's call: that row is the whole.
        "after_opening": score.figures(),
        "contested": score.where(rows.features[:, FEATURES.index("contested")] > 0).figures(),
        "baselines": {"majority": _yes_or_no(np.full(len(rows), share), rows.found).figures()},
        "auc": figures["auc"],
        "interval": figures["auc_interval"],
        "brier": figures["brier"],
        "majority": share * (1 - share) if len(rows) else None,
        "brier_interval": figures["brier_interval"],
        "left_out": int(known.sum()),
        "reliability": figures["reliability"],
        "abstaining": abstaining(chance, rows.found),
    }


def _yes_or_no(chance: NDArray[np.float64], infraction: NDArray[np.int64]) -> ShareScore:
    """Two answers, no and yes, by the figures of all models."""
    return ShareScore.of(np.stack([1 - chance, chance], axis=1), infraction)
