"""What bodies held in past cases, learned beside the chain and measured: `train alternatives`, `evaluate alternatives`.

The chain of estimates answers whether there was an infraction. A logistic over its links and the circumstances may add to
it, with the weight it earns on rulings of events left out; where it earns none, the chain decides and the card says so.

Three questions: was there an infraction; is an action a logical alternative; is the action taken suggested. For each a
strongly regularised logistic looks at few inputs, most of them the chain's own links. Every figure is on rulings of events
left out: the logistic is fitted, and the weight with which it enters the chain's odds is chosen, without them.
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
_STRENGTH: Final = 0.05  # how freely the coefficients may move: with so few rulings, hardly
_WEIGHTS: Final = tuple(tenth / 10 for tenth in range(11))
_WORTH_IT: Final = 0.002
"""Of the Brier score: what gains less on rulings left out is luck of so few, and the chain alone is simpler."""
_RECORD: Final = 0.5  # an archive's unchanged score proves less than a published ruling
_LOTS: Final = (
    8  # in which events are left out where a weight is chosen; one by one would fit a thousand times
)
_FEWEST: Final = 12  # rulings, at least three of either answer: below that nothing is learned
_Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class HeldByBodies:
    """One question: what was held, what the chain says, what else is known, what it is worth, and of which event."""

    cases: tuple[str, ...]
    events: tuple[str, ...]
    features: _Numbers
    chain: _Numbers
    held: _Numbers
    worth: _Numbers

    def __len__(self) -> int:
        """How many answers of bodies."""
        return len(self.cases)

    def where(self, rows: NDArray[np.bool_]) -> "HeldByBodies":
        """Some of them."""
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
        """Whether there are enough rulings, of both answers, from two events at least."""
        few = min(self.held.sum(), len(self) - self.held.sum())
        return len(self) >= _FEWEST and few >= 3 and len(set(self.events)) > 1


def held_by_bodies(rows: Sequence[Row], question: str) -> HeldByBodies:
    """The answers of bodies to a question, over judged rows of unauthorised information."""
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
    """Each answer of the row's body: the row, the features, the chain's chance, what was held."""
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
    """How likely an action is an alternative; hardly, where so few would choose it that it is not listed."""
    return 0.0 if entry is None else alternative_chance(entry)


def _of_action(entry: Row | None, suggested: float, circumstances: tuple[float, ...]) -> tuple[float, ...]:
    width = 0.0 if entry is None else entry["interval"][1] - entry["interval"][0]
    return (logit(_listed(entry)), suggested, width, *circumstances)


def fitted(answers: HeldByBodies) -> PastRulings:
    """The logistic on all of these answers, its weight not yet chosen."""
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
    """Each answer by a logistic that has seen nothing of its event; events are left out by lots, each whole."""
    lot_of = {event: number % _LOTS for number, event in enumerate(dict.fromkeys(answers.events))}
    lots = np.array([lot_of[event] for event in answers.events])
    said = np.full(len(answers), 0.5)
    for lot in range(_LOTS):
        rest, places = answers.where(lots != lot), np.flatnonzero(lots == lot)
        if len(set(rest.held.tolist())) == 2:
            model = fitted(rest)
            said[places] = [model.logistic_odds(tuple(row)) for row in answers.features[places].tolist()]
    return said


def _blended(chain: _Numbers, alone: _Numbers, weight: float) -> _Numbers:
    """Both together, by their odds."""

    def odds(chance: _Numbers) -> _Numbers:
        inside = np.clip(chance, 0.02, 0.98)
        return np.asarray(np.log(inside / (1 - inside)))

    if not weight:
        return chain
    return np.asarray(1 / (1 + np.exp(-(1 - weight) * odds(chain) - weight * odds(alone))))


def _best_weight(answers: HeldByBodies, alone: _Numbers) -> float:
    """The weight with the best Brier score; the chain alone unless another is clearly better."""
    scores = [
        float((((_blended(answers.chain, alone, weight)) - answers.held) ** 2).mean()) for weight in _WEIGHTS
    ]
    best = int(np.argmin(scores))
    return _WEIGHTS[best] if scores[best] < scores[0] - _WORTH_IT else 0.0


def left_out(answers: HeldByBodies) -> _Numbers:
    """Each answer by the chain and the logistic together, coefficients and weight both found without its event."""
    names = np.array(answers.events, dtype=object)
    said = answers.chain.copy()
    for event in dict.fromkeys(answers.events):
        rest, places = answers.where(names != event), np.flatnonzero(names == event)
        if not rest.can_be_learned:
            continue
        weight = _best_weight(rest, _alone_left_out(rest))
        model = fitted(rest)
        alone = np.array([model.logistic_odds(tuple(row)) for row in answers.features[places].tolist()])
        said[places] = _blended(answers.chain[places], alone, weight)
    return said


def learned(answers: HeldByBodies, seed: int = 0) -> dict[str, Any] | None:
    """The coefficients with the weight they earned, and the record of chain, both and majority on events left out.

    The weight is nought where both together, nested, did not clearly better than the chain alone and the majority.
    """
    if not answers.can_be_learned:
        return None
    with threadpool_limits(1):  # so small a sum is done before other threads have woken
        alone, both = _alone_left_out(answers), left_out(answers)
    held, events = [bool(own) for own in answers.held], list(answers.events)
    record = {
        name: chances(said.tolist(), held, events, seed)
        for name, said in (("chain", answers.chain), ("alone", alone), ("both", both))
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
    """Whether past rulings tell apart what the chain does not.

    Mostly infractions are published. To know that alone improves the Brier score of a chain that does not; so what was
    learned must order rulings better than chance by itself, both together must beat the majority's share and order
    rulings no worse than the chain, and their gain over it must hold in nine of ten draws of events.
    """
    chain, alone, both = (record[name] for name in ("chain", "alone", "both"))
    orders = (alone["auc"] or 0.0) > 0.5 and (both["auc"] or 0.0) >= (chain["auc"] or 0.0)
    return bool(orders and both["brier"] < chain["majority"] - _WORTH_IT and gain[0] > 0)


def _gain(answers: HeldByBodies, both: _Numbers, seed: int) -> tuple[float, float]:
    """How much lower the Brier score is with past rulings than by the chain alone, over events drawn again."""
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
    """Nobody is told how far it is."""


def ruled_anew(
    rows: Sequence[ConvertedRow], folder: Path | None, tell: Callable[[str], None] = _silent
) -> list[Row]:
    """The cases of unauthorised information among these, ruled anew or read from what an earlier run left."""
    wanted = tuple(row for row in rows if row.kind == _KIND and row.case is not None)
    answers = () if folder is None else learned_from(folder)
    return judged_rows(JudgementRun(wanted, cache_file().parent / "judgement", answers=answers), tell)


def bundled_rows() -> tuple[ConvertedRow, ...]:
    """The bundled past cases, as rows of a folder are read."""
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
    """Fit on the bundled past cases, and on those of a folder of rows; gives the card's part on rulings."""
    rows = with_bundled(data)
    judged = ruled_anew(rows, data, tell)
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
        "weight": {question: own["weight"] for question, own in questions.items()},
        "held_out": {question: own.pop("held_out") for question, own in questions.items()},
    }
    write_figures(out, {"rulings": questions}, {"rulings": part})
    return part


def _supports(question: dict[str, Any]) -> str:
    """In words, what so few rulings bear."""
    record = question["record"]
    both, chain = f"{record['both']:.3f}", f"{record['chain']:.3f}"
    if question["weight"]:
        return f"on events left out the Brier score is {both} with past rulings, {chain} of the chain alone"
    return f"the chain alone: past rulings beside it are not clearly better on events left out (Brier score {both}, the chain {chain})"


def evaluate_alternatives(
    folder: Path,
    split: str = "all",
    sample: int | None = None,
    seed: int = 0,
    models: Path | None = None,
    tell: Callable[[str], None] = _silent,
) -> dict[str, Any]:
    """Score what is shipped on a folder of past rulings; rulings it was fitted to are scored by models without them."""
    rows = [row for row in rows_in(folder) if row.kind == _KIND and row.case is not None]
    if sample is not None and sample < len(rows):
        chosen = np.random.default_rng(seed).choice(len(rows), sample, replace=False)
        rows = [rows[place] for place in sorted(chosen.tolist())]
    answers = held_by_bodies(ruled_anew(rows, folder, tell), TARGET)
    figures = stored(models or resources.location("models/alternatives"))[0]["rulings"].get(TARGET)
    known = set() if figures is None else set(figures["names"])
    chance = _by_shipped(answers, None if figures is None else PastRulings.from_json(figures))
    is_known = np.array([name in known for name in answers.cases], np.bool_)
    if is_known.any() and answers.can_be_learned:
        chance = np.where(is_known, left_out(answers), chance)
    return _figures_of(answers, chance, split, int(is_known.sum()), seed)


def _by_shipped(answers: HeldByBodies, model: PastRulings | None) -> NDArray[np.float64]:
    """The chance as it would be printed."""
    if model is None:
        return answers.chain
    pairs = zip(answers.chain.tolist(), answers.features.tolist(), strict=True)
    return np.array([model.blended_odds(chain, tuple(features)) for chain, features in pairs])


def _figures_of(
    answers: HeldByBodies, chance: NDArray[np.float64], split: str, known: int, seed: int
) -> dict[str, Any]:
    """The figures of the contract: the chance as printed, beside the majority's share."""
    held = answers.held.astype(np.int64)
    share = float(held.mean()) if len(held) else 0.0
    score = _yes_or_no(chance, held)
    own = chances(chance.tolist(), [bool(value) for value in held], list(answers.events), seed)
    return {
        "model": "alternatives",
        "target": TARGET,
        "split": split,
        **score.figures(),
        # An action complained of comes after partner's call: that row is the whole.
        "after_opening": score.figures(),
        "contested": score.figures(),
        "baselines": {"majority": _yes_or_no(np.full(len(held), share), held).figures()},
        "auc": own.get("auc"),
        "interval": own.get("auc_interval"),
        "brier": own.get("brier"),
        "majority": share * (1 - share) if len(held) else None,
        "brier_interval": own.get("brier_interval"),
        "left_out": known,
        "reliability": own.get("reliability", []),
        "abstaining": abstaining(chance, held),
    }


def abstaining(chance: NDArray[np.float64], infraction: NDArray[np.int64]) -> list[list[float]]:
    """Answering only when so sure: how sure, on what share, how often right; as far as it is ever so sure."""
    curve: list[list[float]] = []
    for sure in _SURE:
        said = np.maximum(chance, 1 - chance) >= sure
        if said.any():
            right = ((chance >= 0.5) == (infraction == 1))[said]
            curve.append([sure, float(said.mean()), float(right.mean())])
    return curve


def _yes_or_no(chance: NDArray[np.float64], infraction: NDArray[np.int64]) -> ShareScore:
    """Two answers, no and yes, by the figures of all models."""
    return ShareScore.of(np.stack([1 - chance, chance], axis=1), infraction)
