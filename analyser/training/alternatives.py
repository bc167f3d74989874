"""What bodies held in past cases, learned beside the chain and measured: `train alternatives`, `evaluate alternatives`.

The chain of estimates answers whether there was an infraction. A logistic over its links and the circumstances may add to
it, with the weight it earns on rulings of events left out; where it earns none, the chain decides and the card says so.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser import resources
from analyser.casefile import bundled_past_cases
from analyser.errors import ModelError
from analyser.estimates.known_meanings import PastRulings
from analyser.resources import cache_file
from analyser.training.alternatives_prior import stored, write_figures
from analyser.training.card import provenance
from analyser.training.judgement import JudgementRun, Row, judged_rows, learned_from
from analyser.training.judgement_figures import chances
from analyser.training.measures import ShareScore
from analyser.training.past_bodies import QUESTIONS, HeldByBodies, held_by_bodies, learned, left_out
from analyser.training.past_labels import label_table, labels_of
from analyser.training.past_rulings_data import ConvertedRow, rows_in

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


def train_alternatives(
    out: Path, data: Path | None = None, seed: int = 0, tell: Callable[[str], None] = _silent
) -> dict[str, Any]:
    """Fit on the bundled past cases, and on those of a folder of rows; gives the card's part on rulings."""
    known = {row.id: row for row in (*bundled_rows(), *(() if data is None else rows_in(data)))}
    rows = [known[name] for name in sorted(known)]
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
        **provenance("analyser.training.alternatives:train_alternatives", seed, {}),
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
    chance = _by_shipped(answers, None if figures is None else PastRulings.of(figures))
    is_known = np.array([name in known for name in answers.cases], np.bool_)
    if is_known.any() and answers.can_be_learned:
        chance = np.where(is_known, left_out(answers), chance)
    return _figures_of(answers, chance, split, int(is_known.sum()), seed)


def _by_shipped(answers: HeldByBodies, model: PastRulings | None) -> NDArray[np.float64]:
    """The chance as it would be printed."""
    if model is None:
        return answers.chain
    pairs = zip(answers.chain.tolist(), answers.features.tolist(), strict=True)
    return np.array([model.beside(chain, tuple(features)) for chain, features in pairs])


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
