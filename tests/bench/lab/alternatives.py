"""Logistic models of past rulings, blended with the estimate and scored by nested cross-validation over events.

The estimate answers whether there was an infraction. A logistic regression on its probabilities and the circumstances
may improve it, with a weight chosen on held-out events; if that weight is zero, the estimate decides and the card says
so.

Three questions: was there an infraction; is an action a logical alternative; is the action taken suggested. For each a
strongly regularised logistic regression has few inputs, most of them the estimate's own probabilities. Every figure is
on held-out events: coefficients and weight are both fitted without them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from analyser import resources
from analyser.casefile import bundled_past_cases
from analyser.errors import ModelError
from analyser.estimates.suggestion_prior import FEATURES, PastRulings, logit
from analyser.resources import cache_file
from tests.bench.lab.alternatives_prior import stored, write_figures
from tests.bench.lab.card import provenance
from tests.bench.lab.judgement import JudgementRun, Row, alternative_chance, judged_rows, learned_from
from tests.bench.lab.judgement_figures import chances, drawn_events
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.past_labels import label_table, labels_of
from tests.bench.lab.past_rulings_data import ConvertedRow, rows_in

QUESTIONS: Final = ("infraction", "alternative", "suggested")
_STRENGTH: Final = 0.05  # inverse regularisation strength: with so few rulings, coefficients hardly move
_WEIGHTS: Final = tuple(tenth / 10 for tenth in range(11))
_WORTH_IT: Final = 0.002
"""Of the Brier score: a smaller gain on held-out rulings is chance, and the estimate alone is simpler."""
_RECORD: Final = 0.5  # weight of an archive's ruling: an unchanged score proves less there
_LOTS: Final = 8  # folds of events where a weight is chosen; leave-one-out would fit a thousand times
_FEWEST: Final = 12  # rulings, at least three of either answer: below that nothing is learned
_Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class HeldByBodies:
    """The answers to one question: what was held, our estimate, the features, the weight and the event of each."""

    cases: tuple[str, ...]
    events: tuple[str, ...]
    features: _Numbers
    chain: _Numbers
    held: _Numbers
    worth: _Numbers

    def __len__(self) -> int:
        """The number of answers."""
        return len(self.cases)

    def where(self, rows: NDArray[np.bool_]) -> "HeldByBodies":
        """The answers in some rows."""
        chosen = np.flatnonzero(rows).tolist()
        return HeldByBodies(
            tuple(self.cases[place] for place in chosen),
            tuple(self.events[place] for place in chosen),
            self.features[rows],
            self.chain[rows],
            self.held[rows],
            self.worth[rows],
        )

    @property
    def can_be_learned(self) -> bool:
        """Whether there are enough rulings, of both answers, from at least two events."""
        few = min(self.held.sum(), len(self) - self.held.sum())
        return len(self) >= _FEWEST and few >= 3 and len(set(self.events)) > 1


def held_by_bodies(rows: Sequence[Row], question: str) -> HeldByBodies:
    """The answers of directors and committees to a question, from judged rows of unauthorised information."""
    entries = [entry for row in rows for entry in _entries(row, question)]
    return HeldByBodies(
        tuple(row["id"] for row, _, _, _ in entries),
        tuple(row["event"] for row, _, _, _ in entries),
        np.array([features for _, features, _, _ in entries], np.float64).reshape(-1, len(FEATURES)),
        np.array([chain for _, _, chain, _ in entries], np.float64),
        np.array([held for _, _, _, held in entries], np.float64),
        np.array([_RECORD if row["record"] and not held else 1.0 for row, _, _, held in entries], np.float64),
    )


def _entries(row: Row, question: str) -> list[tuple[Row, tuple[float, ...], float, bool]]:
    """Each answer of the row's body: the row, the features, the estimated probability, what was held."""
    facts, body = row["facts"], row["body"]
    about = facts.get("links")
    if row["kind"] != "unauthorised-information" or not about:
        return []
    circumstances = tuple(about["circumstances"])
    own = {entry["action"]: entry for entry in facts["alternatives"]}
    if question == "infraction":
        if body["infraction"] is None or about["chance"] is None:
            return []
        return [(row, tuple(about["features"]), about["chance"], bool(body["infraction"]))]
    if question == "suggested":
        if body["suggested"] is None:
            return []
        return [(row, tuple(about["features"]), about["suggested"], bool(body["suggested"]))]
    return [
        (
            row,
            _of_action(own.get(action), about["features"][1], circumstances),
            _listed(own.get(action)),
            held,
        )
        for held, actions in ((True, body["alternatives"]), (False, body["not_alternatives"]))
        for action in actions
    ]


def _listed(entry: Row | None) -> float:
    """The estimate that an action is an alternative; a small one if so few would choose it that it is not listed."""
    return 0.0 if entry is None else alternative_chance(entry)


def _of_action(entry: Row | None, suggested: float, circumstances: tuple[float, ...]) -> tuple[float, ...]:
    width = 0.0 if entry is None else entry["interval"][1] - entry["interval"][0]
    return (logit(_listed(entry)), suggested, width, *circumstances)


def fitted(answers: HeldByBodies) -> PastRulings:
    """The logistic regression on all of these answers, its weight not yet chosen."""
    middle = answers.features.mean(axis=0)
    spread = answers.features.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    model = LogisticRegression(C=_STRENGTH, max_iter=1000)
    model.fit((answers.features - middle) / scale, answers.held.astype(np.int64), answers.worth)
    return PastRulings(
        tuple(np.round(middle, 6).tolist()),
        tuple(np.round(scale, 6).tolist()),
        tuple(np.round(model.coef_[0], 6).tolist()),
        round(float(model.intercept_[0]), 6),
        0.0,
        len(answers),
    )


def _alone_left_out(answers: HeldByBodies) -> _Numbers:
    """The logistic regression's probability of each answer, fitted without its event (grouped folds)."""
    lot_of = {event: number % _LOTS for number, event in enumerate(dict.fromkeys(answers.events))}
    folds = np.array([lot_of[event] for event in answers.events])
    predicted = np.full(len(answers), 0.5)
    for fold in range(_LOTS):
        rest, places = answers.where(folds != fold), np.flatnonzero(folds == fold)
        if len(set(rest.held.tolist())) == 2:
            model = fitted(rest)
            predicted[places] = [model.logistic_odds(tuple(row)) for row in answers.features[places].tolist()]
    return predicted


def _blended(chain: _Numbers, alone: _Numbers, weight: float) -> _Numbers:
    """Both probabilities blended by a weighted mean of their log-odds."""

    def odds(chance: _Numbers) -> _Numbers:
        inside = np.clip(chance, 0.02, 0.98)
        return np.asarray(np.log(inside / (1 - inside)))

    if not weight:
        return chain
    return np.asarray(1 / (1 + np.exp(-(1 - weight) * odds(chain) - weight * odds(alone))))


def _best_weight(answers: HeldByBodies, alone: _Numbers) -> float:
    """The weight with the best Brier score; zero unless another is clearly better."""
    scores = [
        float((((_blended(answers.chain, alone, weight)) - answers.held) ** 2).mean()) for weight in _WEIGHTS
    ]
    best = int(np.argmin(scores))
    return _WEIGHTS[best] if scores[best] < scores[0] - _WORTH_IT else 0.0


def left_out(answers: HeldByBodies) -> _Numbers:
    """The blended probability of each answer, coefficients and weight both fitted without its event (nested)."""
    names = np.array(answers.events, dtype=object)
    predicted = answers.chain.copy()
    for event in dict.fromkeys(answers.events):
        rest, places = answers.where(names != event), np.flatnonzero(names == event)
        if not rest.can_be_learned:
            continue
        weight = _best_weight(rest, _alone_left_out(rest))
        model = fitted(rest)
        alone = np.array([model.logistic_odds(tuple(row)) for row in answers.features[places].tolist()])
        predicted[places] = _blended(answers.chain[places], alone, weight)
    return predicted


def learned(answers: HeldByBodies, seed: int = 0) -> dict[str, Any] | None:
    """The coefficients with their weight, and held-out scores of the estimate, of the blend and of the majority's share.

    The weight is zero if the blend, in nested cross-validation, is not clearly better than the estimate alone and the
    majority.
    """
    if not answers.can_be_learned:
        return None
    with threadpool_limits(1):  # so small a fit is done before other threads have started
        alone, both = _alone_left_out(answers), left_out(answers)
    held, events = [bool(own) for own in answers.held], list(answers.events)
    record = {
        name: chances(predicted.tolist(), held, events, seed)
        for name, predicted in (("chain", answers.chain), ("alone", alone), ("both", both))
    }
    gain = _gain(answers, both, seed)
    weight = _best_weight(answers, alone) if _earns(record, gain) else 0.0
    model = fitted(answers)
    brier = {name: round(float(own["brier"]), 4) for name, own in record.items()}
    return {
        "features": list(FEATURES),
        "middle": list(model.middle),
        "scale": list(model.scale),
        "coefficients": list(model.coefficients),
        "constant": model.constant,
        "weight": weight,
        "cases": len(answers),
        "record": {**brier, "majority": round(float(record["chain"]["majority"]), 4)},
        "names": sorted(set(answers.cases)),
        "held_out": {name: _short(own) for name, own in record.items()} | {"gain_over_chain": list(gain)},
    }


def _earns(record: Mapping[str, dict[str, Any]], gain: tuple[float, float]) -> bool:
    """Whether past rulings add information to the estimate.

    Mostly infractions are published. To know that alone improves the Brier score of an estimate that does not; so the
    logistic regression must order rulings better than chance by itself, the blend must beat the majority's share and
    order rulings no worse than the estimate, and its gain must be positive in a 90 % cluster bootstrap over events.
    """
    chain, alone, both = (record[name] for name in ("chain", "alone", "both"))
    orders = (alone["auc"] or 0.0) > 0.5 and (both["auc"] or 0.0) >= (chain["auc"] or 0.0)
    return bool(orders and both["brier"] < chain["majority"] - _WORTH_IT and gain[0] > 0)


def _gain(answers: HeldByBodies, both: _Numbers, seed: int) -> tuple[float, float]:
    """The 90 % interval of the Brier score gained by the blend over the estimate alone, by cluster bootstrap over events."""
    better = (answers.chain - answers.held) ** 2 - (both - answers.held) ** 2
    drawn = [
        float(better[places].mean()) for places in drawn_events(np.array(answers.events, dtype=object), seed)
    ]
    low, high = np.quantile(drawn, (0.05, 0.95))
    return float(low), float(high)


def _short(own: dict[str, Any]) -> dict[str, Any]:
    keys = (
        "n",
        "held",
        "auc",
        "auc_interval",
        "brier",
        "brier_interval",
        "majority",
        "majority_interval",
        "gain",
        "gain_interval",
    )
    return {key: own[key] for key in keys}


TARGET: Final = "infraction"
_KIND: Final = "unauthorised-information"
_SURE: Final = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
_LABELS: Final = ["edition", "body", "held", "adjusted to the pass", "rejected", "stood", "unknown"]


def _silent(_: str) -> None:
    """A progress callback that does nothing."""


def rule_all_again(
    rows: Sequence[ConvertedRow], folder: Path | None, tell: Callable[[str], None] = _silent
) -> list[Row]:
    """The cases of unauthorised information among these, ruled again or read from an earlier run's files."""
    wanted = tuple(row for row in rows if row.kind == _KIND and row.case is not None)
    answers = () if folder is None else learned_from(folder)
    return judged_rows(JudgementRun(wanted, cache_file().parent / "judgement", answers=answers), tell)


def bundled_rows() -> tuple[ConvertedRow, ...]:
    """The bundled past cases, in the form in which a folder's rows are read."""
    return tuple(
        ConvertedRow(case.id, str(case.incident[0].kind) if case.incident else "other", case, bundled=True)
        for case in bundled_past_cases()
    )


def with_bundled(data: Path | None) -> list[ConvertedRow]:
    """The bundled past cases and those of a folder of rows, each once."""
    known = {row.id: row for row in (*bundled_rows(), *(() if data is None else rows_in(data)))}
    return [known[name] for name in sorted(known)]


def train_alternatives(
    out: Path, data: Path | None = None, seed: int = 0, tell: Callable[[str], None] = _silent
) -> dict[str, Any]:
    """The card's part on rulings, after fitting on the bundled past cases and those of a folder of rows."""
    rows = with_bundled(data)
    judged = rule_all_again(rows, data, tell)
    questions: dict[str, Any] = {}
    for question in QUESTIONS:
        figures = learned(held_by_bodies(judged, question), seed)
        if figures is not None:
            questions[question] = figures
    if TARGET not in questions:
        answers = held_by_bodies(judged, TARGET)
        raise ModelError(
            "nothing can be learned from these rulings",
            found=f"{len(answers)} rulings, {int(answers.held.sum())} of them found an infraction",
            remedy="add rulings of both kinds, from two events at least",
        )
    labels = labels_of(row.case for row in rows if row.case is not None)
    part = {
        **provenance("tests.bench.lab.alternatives:train_alternatives", seed, {}),
        "target": TARGET,
        "cases": questions[TARGET]["cases"],
        "labels": [[str(cell) for cell in row] for row in label_table(labels)],
        "labels_columns": _LABELS,
        "supports": _supports(questions[TARGET]),
        "weight": {question: question_figures["weight"] for question, question_figures in questions.items()},
        "held_out": {
            question: question_figures.pop("held_out") for question, question_figures in questions.items()
        },
    }
    write_figures(out, {"rulings": questions}, {"rulings": part})
    return part


def _supports(question: dict[str, Any]) -> str:
    """A sentence on what so few rulings support."""
    record = question["record"]
    text, chain = f"{record['both']:.3f}", f"{record['chain']:.3f}"
    if question["weight"]:
        return f"on events left out the Brier score is {text} with past rulings, {chain} of the chain alone"
    return f"the chain alone: past rulings beside it are not clearly better on events left out (Brier score {text}, the chain {chain})"


def evaluate_alternatives(
    folder: Path,
    split: str = "all",
    sample: int | None = None,
    seed: int = 0,
    models: Path | None = None,
    tell: Callable[[str], None] = _silent,
) -> dict[str, Any]:
    """Scores of the shipped models on a folder of past rulings; rulings used in the fit are scored out of sample."""
    rows = [row for row in rows_in(folder) if row.kind == _KIND and row.case is not None]
    if sample is not None and sample < len(rows):
        chosen = np.random.default_rng(seed).choice(len(rows), sample, replace=False)
        rows = [rows[place] for place in sorted(chosen.tolist())]
    answers = held_by_bodies(rule_all_again(rows, folder, tell), TARGET)
    figures = stored(models or resources.location("models/alternatives"))[0]["rulings"].get(TARGET)
    known = set() if figures is None else set(figures["names"])
    chance = _by_shipped(answers, None if figures is None else PastRulings.from_json(figures))
    is_known = np.array([name in known for name in answers.cases], np.bool_)
    if is_known.any() and answers.can_be_learned:
        chance = np.where(is_known, left_out(answers), chance)
    return _figures_of(answers, chance, split, int(is_known.sum()), seed)


def _by_shipped(answers: HeldByBodies, model: PastRulings | None) -> NDArray[np.float64]:
    """The probability as it would be printed."""
    if model is None:
        return answers.chain
    pairs = zip(answers.chain.tolist(), answers.features.tolist(), strict=True)
    return np.array([model.blended_odds(chain, tuple(features)) for chain, features in pairs])


def _figures_of(
    answers: HeldByBodies, chance: NDArray[np.float64], split: str, known: int, seed: int
) -> dict[str, Any]:
    """The figures of the contract: the printed probability against the majority's share."""
    held = answers.held.astype(np.int64)
    share = float(held.mean()) if len(held) else 0.0
    score = _yes_or_no(chance, held)
    shares = chances(chance.tolist(), [bool(value) for value in held], list(answers.events), seed)
    return {
        "model": "alternatives",
        "target": TARGET,
        "split": split,
        **score.figures(),
        # An action complained of comes after partner's call: that row is everything.
        "after_opening": score.figures(),
        "contested": score.figures(),
        "baselines": {"majority": _yes_or_no(np.full(len(held), share), held).figures()},
        "auc": shares.get("auc"),
        "interval": shares.get("auc_interval"),
        "brier": shares.get("brier"),
        "majority": share * (1 - share) if len(held) else None,
        "brier_interval": shares.get("brier_interval"),
        "left_out": known,
        "reliability": shares.get("reliability", []),
        "abstaining": abstaining(chance, held),
    }


def abstaining(chance: NDArray[np.float64], infraction: NDArray[np.int64]) -> list[list[float]]:
    """Accuracy with abstention: threshold of certainty, share answered, share right; up to the greatest certainty."""
    curve: list[list[float]] = []
    for sure in _SURE:
        said = np.maximum(chance, 1 - chance) >= sure
        if said.any():
            right = ((chance >= 0.5) == (infraction == 1))[said]
            curve.append([sure, float(said.mean()), float(right.mean())])
    return curve


def _yes_or_no(chance: NDArray[np.float64], infraction: NDArray[np.int64]) -> ShareScore:
    """Two answers, no and yes, scored like the choices of other models."""
    return ShareScore.of(np.stack([1 - chance, chance], axis=1), infraction)
