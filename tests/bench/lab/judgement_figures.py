"""Scores of our rulings by kind: AUC, Brier score, findings, distances, coverage of bands, stability over seeds.

Intervals are the central 90 % of a cluster bootstrap over events: rulings of one championship are not independent.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tests.bench.lab.judgement import Row, alternative_chance, chance_of
from tests.bench.lab.measures import reliability

KINDS: Final = ("unauthorised-information", "misinformation", "claim", "revoke", "other")
_DRAWN: Final = 1000
_NEAR: Final = 1.0  # IMPs: a difference committees would not argue over
_NEAR_OF_TOP: Final = 0.05  # of a top, at matchpoints
_Numbers = NDArray[np.float64]


def figures(rows: Sequence[Row], seed: int = 0) -> dict[str, Any]:
    """The figures of every kind that has rows."""
    kinds = {kind: [row for row in rows if row["kind"] == kind] for kind in KINDS}
    return {kind: _of_kind(kind_figures, kind, seed) for kind, kind_figures in kinds.items() if kind_figures}


def _of_kind(rows: Sequence[Row], kind: str, seed: int) -> dict[str, Any]:
    judged = [
        row for row in rows if row["body"]["changed"] is not None or row["body"]["infraction"] is not None
    ]
    table: dict[str, Any] = {
        "n": len(rows),
        "ruled": len(judged),
        "refused": sum("refused" in row["facts"] for row in rows),
        "scores": {name: scores([row for row in rows if row[name]], name) for name in ("facts", "told")},
        "band": band([row["told"] or row["facts"] for row in rows], [row["body"]["score"] for row in rows]),
        "dice": over_seeds(rows, kind),
    }
    if kind in ("claim", "revoke"):
        return table | {"tricks": _tricks(rows)}
    if kind == "other":
        return table
    truths = [target_of(row, kind) for row in judged]
    known = [(row, truth) for row, truth in zip(judged, truths, strict=True) if truth is not None]
    table["chance"] = chances(
        [chance_of(row["facts"], kind, row["action"]) for row, _ in known],
        [truth for _, truth in known],
        [row["event"] for row, _ in known],
        seed,
    )
    if kind == "unauthorised-information":
        table["product"] = chances(
            [product_of(row) for row, _ in known],
            [truth for _, truth in known],
            [row["event"] for row, _ in known],
            seed,
        )
    answers = [finding_of(row["facts"], kind) for row, _ in known]
    unsaid = [(row, truth) for row, truth in known if chance_of(row["facts"], kind, row["action"]) is None]
    table["finding"] = findings(answers, [truth for _, truth in known]) | {
        "unsaid": len(unsaid),
        "unsaid_of_held": sum(truth for _, truth in unsaid),
        "lacking": dict(Counter(row.get("lacks") or "other" for row, _ in unsaid).most_common()),
    }
    table["alternatives"] = alternatives(rows, seed)
    return table


def target_of(row: Row, kind: str) -> bool | None:
    """What is predicted: an infraction by the body, or for misinformation that the score was changed."""
    body = row["body"]
    target = body["changed"] if kind == "misinformation" else body["infraction"]
    return None if target is None else bool(target)


def finding_of(ours: Row, kind: str) -> bool | None:
    """Our answer in the same terms; `None` if open."""
    if "refused" in ours:
        return None
    if kind == "misinformation" and ours.get("damage") is not None:
        if ours["answer"] is False or ours["adjusted"] == "none":  # the table's score, damage or not
            return False
        return ours["damage_found"] if ours["answer"] else None
    if kind == "misinformation" and ours["answer"] is True:
        if ours["adjusted"] in (None, "none"):
            return None if ours["adjusted"] is None else False
        return True
    answer = ours["answer"]
    return None if answer is None else bool(answer)


def product_of(row: Row) -> float | None:
    """P(alternative) times P(measured gain); if nothing was measured, the estimate itself."""
    measured: float | None = row["facts"].get("product")
    return chance_of(row["facts"], row["kind"], row["action"]) if measured is None else measured


def chances(
    predicted: Sequence[float | None], truth: Sequence[bool], events: Sequence[str], seed: int
) -> dict[str, Any]:
    """AUC and Brier score of the predictions, with those of the base rate of the other events.

    If there is no prediction, that base rate is used in the Brier score. The AUC is over the predicted cases only: the
    base rate of the other events is lower for a case that was held so, and would order unpredicted cases backwards.
    """
    if not truth:
        return {"n": 0}
    observed, names = np.array(truth, np.float64), np.array(events, dtype=object)
    share = np.array([_share_elsewhere(observed, names, name) for name in events])
    chance = np.array(
        [
            base_rate if prediction is None else prediction
            for prediction, base_rate in zip(predicted, share.tolist(), strict=True)
        ]
    )
    spoken = np.array([prediction is not None for prediction in predicted])
    measures: dict[str, Callable[[NDArray[np.int64]], float | None]] = {
        "auc": lambda places: roc_auc(chance[places[spoken[places]]], observed[places[spoken[places]]]),
        "brier": lambda places: _brier(chance[places], observed[places]),
        "majority": lambda places: _brier(share[places], observed[places]),
        "gain": lambda places: (
            _brier(share[places], observed[places]) - _brier(chance[places], observed[places])
        ),
    }
    everywhere = np.arange(len(observed))
    table: dict[str, Any] = {
        "n": len(observed),
        "held": int(observed.sum()),
        "unsaid": sum(prediction is None for prediction in predicted),
    }
    draws = drawn_events(names, seed)
    for name, measure in measures.items():
        table[name] = measure(everywhere)
        drawn = [value for places in draws if (value := measure(places)) is not None]
        table[f"{name}_interval"] = (
            [float(edge) for edge in np.quantile(drawn, (0.05, 0.95))] if drawn else None
        )
    table["reliability"] = [list(point) for point in reliability(chance, observed > 0)]
    return table


def _share_elsewhere(observed: _Numbers, names: NDArray[Any], event: str) -> float:
    """The base rate of the other events; one yes and one no are added, so that it is never 0 or 1."""
    others = observed[names != event]
    return float((others.sum() + 1) / (len(others) + 2))


def drawn_events(names: NDArray[Any], seed: int) -> list[NDArray[np.int64]]:
    """Bootstrap samples: indexes of the rulings when whole events are drawn with replacement."""
    rng = np.random.default_rng(seed)
    places = {name: np.flatnonzero(names == name) for name in dict.fromkeys(names.tolist())}
    events = list(places)
    return [
        np.concatenate([places[events[number]] for number in rng.integers(0, len(events), len(events))])
        for _ in range(_DRAWN)
    ]


def _brier(predicted: _Numbers, observed: _Numbers) -> float:
    return float(((predicted - observed) ** 2).mean())


def roc_auc(predicted: _Numbers, observed: _Numbers) -> float | None:
    """The AUC: how often a case that was held so is given more than one that was not; halves for ties."""
    yes, no = predicted[observed > 0], predicted[observed == 0]
    if not len(yes) or not len(no):
        return None
    return float((yes[:, None] > no).mean() + (yes[:, None] == no).mean() / 2)


def findings(answers: Sequence[bool | None], truth: Sequence[bool]) -> dict[str, Any]:
    """The numbers right, wrong and open, and the recall of those held so."""
    right = sum(answer is not None and answer == held for answer, held in zip(answers, truth, strict=True))
    open_ = sum(answer is None for answer in answers)
    answers_where_held = [answer for answer, held in zip(answers, truth, strict=True) if held]
    return {
        "n": len(truth),
        "right": right,
        "wrong": len(truth) - right - open_,
        "open": open_,
        "held": len(answers_where_held),
        "found_of_held": sum(answer is True for answer in answers_where_held),
        "open_of_held": sum(answer is None for answer in answers_where_held),
        "adjusted_of_stood": sum(
            answer is True for answer, held in zip(answers, truth, strict=True) if not held
        ),
    }


def alternatives(rows: Iterable[Row], seed: int) -> dict[str, Any]:
    """Scores on actions not taken of which a body said whether they were alternatives."""
    values: list[float] = []
    truth: list[bool] = []
    events: list[str] = []
    answers: list[bool | None] = []
    for row in rows:
        own = {entry["action"]: entry for entry in row["facts"].get("alternatives") or ()}
        for held, actions in ((True, row["body"]["alternatives"]), (False, row["body"]["not_alternatives"])):
            for action in actions:
                entry = own.get(action)
                # An action hardly anybody would choose is not listed.
                values.append(0.0 if entry is None else alternative_chance(entry))
                answers.append(False if entry is None else entry["is_alternative"])
                truth.append(held)
                events.append(row["event"])
    return chances(values, truth, events, seed) | findings(answers, truth)


def scores(rows: Sequence[Row], variant: str) -> dict[str, Any]:
    """The distance of our scores from the bodies', the mean of both sides, in IMPs or parts of a top."""
    scored = [row for row in rows if row["body"]["score"] is not None]
    gaps = {"imp": [], "top": []}  # type: dict[str, list[float]]
    for row in scored:
        ours = row[variant].get("score")
        if ours is None:
            continue
        gap = sum(abs(our - other) for our, other in zip(ours, row["body"]["score"], strict=True)) / 2
        top = row["body"]["top"]
        gaps["top" if top else "imp"].append(gap / top if top else gap)
    table: dict[str, Any] = {"of": len(scored), "n": sum(map(len, gaps.values()))}
    for unit, near in (("imp", _NEAR), ("top", _NEAR_OF_TOP)):
        own = gaps[unit]
        table[unit] = {
            "n": len(own),
            "mean": float(np.mean(own)) if own else None,
            "median": float(np.median(own)) if own else None,
            "near": float(np.mean(np.array(own) <= near + 1e-9)) if own else None,
        }
    return table


_VERDICTS: Final = ("inside", "near", "outside")


def band(ours: Iterable[Row], theirs: Iterable[list[float] | None]) -> dict[str, Any]:
    """How many of the bodies' scores lie inside our band, to North-South, and the review's verdict on the same ruling.

    The review also counts a single likely result, or a score within an IMP of ours, as inside; on some it has no
    verdict.
    """
    banded = [
        (our, score) for our, score in zip(ours, theirs, strict=True) if score is not None and our.get("band")
    ]
    inside = sum(own["band"][0] - 1e-9 <= score[0] <= own["band"][1] + 1e-9 for own, score in banded)
    verdicts = Counter(own.get("verdict") for own, _ in banded)
    return {
        "n": len(banded),
        "inside": inside,
        "share": inside / len(banded) if banded else None,
        "reviewed": {word: verdicts[word] for word in _VERDICTS},
    }


def over_seeds(rows: Iterable[Row], kind: str) -> dict[str, Any] | None:
    """The stability of findings and scores over other random seeds; `None` if no other was used."""
    seeded = [row for row in rows if row["dice"]]
    if not seeded:
        return None
    steady = flipped = runs = open_ = 0
    moved: list[float] = []
    for row in seeded:
        every = [finding_of(ours, kind) for ours in (row["facts"], *row["dice"])]
        firm = [answer for answer in every if answer is not None]
        likeliest = Counter(firm).most_common(1)[0][0] if firm else None
        runs += len(every)
        open_ += len(every) - len(firm)
        steady += sum(answer is None or answer == likeliest for answer in every)
        flipped += len(set(firm)) > 1
        own_scores = [ours["score"][0] for ours in (row["facts"], *row["dice"]) if ours.get("score")]
        if len(own_scores) > 1:
            moved.append(float(np.std(own_scores, ddof=1)))
    return {
        "n": len(seeded),
        "runs": runs,
        "same_or_open": steady / runs,
        "open": open_ / runs,
        "flipped": flipped,
        "score_sd": float(np.median(moved)) if moved else None,
    }


def _tricks(rows: Sequence[Row]) -> dict[str, Any]:
    """Numbers of tricks: ours against the body's."""
    known = [
        (row["facts"].get("tricks"), row["body"]["tricks"])
        for row in rows
        if row["body"]["tricks"] is not None
    ]
    given = [ours for ours, _ in known if ours is not None]
    return {
        "n": len(known),
        "open": len(known) - len(given),
        "right": sum(ours == theirs for ours, theirs in known),
        "mean": float(np.mean([abs(o - t) for o, t in known if o is not None])) if given else None,
    }


def printed(rows: Iterable[Row], seed: int) -> dict[str, Any]:
    """Scores of the printed probability from past rulings, on the same rulings."""
    entries = [
        row
        for row in rows
        if row["body"]["infraction"] is not None and row["facts"].get("printed") is not None
    ]
    return chances(
        [row["facts"]["printed"] for row in entries],
        [bool(row["body"]["infraction"]) for row in entries],
        [row["event"] for row in entries],
        seed,
    )


def line(table: Mapping[str, Any], *keys: str) -> object:
    """A figure deep in a table; `None` if it was not measured."""
    value: Any = table
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value
