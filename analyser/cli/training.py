"""`train` and `evaluate`: models fitted to a folder of records, and scored on any folder in the documented form."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from analyser import resources
from analyser.casefile.tree import remedy_for
from analyser.cli.terminal import note, print_json, say
from analyser.errors import CaseError, UsageError
from analyser.resources import cache_file


def _known(name: str, known: Iterable[str]) -> str:
    known = tuple(known)
    if name not in known:
        raise UsageError("not a model", where="MODEL", found=name, remedy=remedy_for(name, known))
    return name


def _folder(data: Path) -> Path:
    if not data.is_dir():
        remedy = "give a folder in the form analyser/training/README.md describes"
        raise CaseError("there is no such folder", where="--data", found=str(data), remedy=remedy)
    return data


def run_train(name: str, data: Path, out: Path | None, *, report: bool, seed: int) -> int:
    """Fit one model and write it with its card; a run that was stopped goes on from its last checkpoint."""
    chosen = _known(name, _TRAIN)
    models = out or resources.location("models")
    reports = models.parent / "reports" / "models" if report else None
    checkpoint = cache_file().parent / f"train-{chosen}"
    checkpoint.mkdir(parents=True, exist_ok=True)
    train = _TRAIN[chosen]
    card = train(_folder(data), models, checkpoint, reports, seed)
    say(f"written: {models / chosen}")
    for key, value in sorted(card.get("report", card.get("held_out", {})).items()):
        if isinstance(value, (int, float, str)):
            say(f"  {key} {rounded(value)}")
    return 0


def _train_calls(
    data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int
) -> dict[str, Any]:
    from analyser.training.calls import train_calls

    return train_calls(
        data, models, checkpoint=checkpoint / "calls.npz", reports=reports, seed=seed, tell=note
    )


def _train_leads(
    data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int
) -> dict[str, Any]:
    from analyser.training.leads import train_leads
    from analyser.training.leads_evaluation import write_lead_report

    card = train_leads(data, models, checkpoint=checkpoint / "leads.npz", seed=seed, tell=note)
    if reports is not None:
        write_lead_report(data, models, reports)
    return card


def _train_tricks(
    data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int
) -> dict[str, Any]:
    from analyser.estimates.solver import Solver
    from analyser.training.tricks import train_tricks
    from analyser.training.tricks_evaluation import write_trick_report

    with Solver(checkpoint / "solver.sqlite", workers=2) as solver:
        card = train_tricks(data, models, solver, seed=seed, tell=note)
    if reports is not None:
        write_trick_report(data, models, reports)
    return card


def _train_tempo(
    data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int
) -> dict[str, Any]:
    from analyser.estimates.services import calls_model
    from analyser.training.tempo import train_tempo
    from analyser.training.tempo_report import write_tempo_report

    del checkpoint  # a minute's work is not interrupted
    card = train_tempo(data, models, calls_model(), seed=seed, tell=note)
    if reports is not None:
        write_tempo_report(data, models, reports)
    return card


def _train_alternatives(
    data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int
) -> dict[str, Any]:
    from analyser.training.alternatives import train_alternatives
    from analyser.training.alternatives_prior import train_prior

    if (data / "positions.parquet").is_file():  # the record of calls: how far the call model binds
        card = train_prior(data, models / "alternatives")
    else:
        card = train_alternatives(models / "alternatives", data, seed)
    if reports is not None:
        from analyser.cli.alternatives_page import write_alternatives_report

        write_alternatives_report(models, reports.parent, checkpoint)
    return card


def _train_choice(
    data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int
) -> dict[str, Any]:
    from analyser.estimates.solver import Solver
    from analyser.training.choice import train_choice

    del reports  # its card tells all there is
    with Solver(checkpoint / "solver.sqlite", workers=2) as solver:
        return train_choice(data, models, solver, seed=seed, tell=note)


_TRAIN: dict[str, Callable[[Path, Path, Path, Path | None, int], dict[str, Any]]] = {
    "calls": _train_calls,
    "leads": _train_leads,
    "tricks": _train_tricks,
    "tempo": _train_tempo,
    "alternatives": _train_alternatives,
    "choice": _train_choice,
}


def _score_calls(data: Path, split: str, sample: int | None, seed: int) -> dict[str, Any]:
    from analyser.training.calls_evaluation import evaluate_calls

    return evaluate_calls(data, split, sample, seed)


def _score_leads(data: Path, split: str, sample: int | None, seed: int) -> dict[str, Any]:
    from analyser.training.leads_evaluation import evaluate_leads

    return evaluate_leads(data, split, sample, seed)


def _score_tricks(data: Path, split: str, sample: int | None, seed: int) -> dict[str, Any]:
    from analyser.training.tricks_evaluation import evaluate_tricks

    return evaluate_tricks(data, split, sample, seed)


def _score_tempo(data: Path, split: str, sample: int | None, seed: int) -> dict[str, Any]:
    from analyser.training.tempo import evaluate_tempo

    return evaluate_tempo(data, split, sample, seed)


def _score_tree(data: Path, split: str, sample: int | None, seed: int) -> dict[str, Any]:
    from analyser.ruling.outcomes.forecast import open_forecaster
    from analyser.training.tree import evaluate_tree

    with open_forecaster() as grower:
        return evaluate_tree(data, grower, split, sample, seed, note)


def _score_alternatives(data: Path, split: str, sample: int | None, seed: int) -> dict[str, Any]:
    from analyser.training.alternatives import evaluate_alternatives

    return evaluate_alternatives(data, split, sample, seed)


_EVALUATE: dict[str, Callable[[Path, str, int | None, int], dict[str, Any]]] = {
    "calls": _score_calls,
    "leads": _score_leads,
    "tricks": _score_tricks,
    "tempo": _score_tempo,
    "tree": _score_tree,
    "alternatives": _score_alternatives,
}


def run_evaluate(name: str, data: Path, split: str, sample: int | None, seed: int, *, as_json: bool) -> int:
    """Score what is shipped, with its baselines on the same rows."""
    score = _EVALUATE[_known(name, _EVALUATE)]
    scores = rounded(score(_folder(data), _split(name, data, split), sample, seed))
    if as_json:
        print_json(scores)
    else:
        _print(scores, "")
    return 0


_HALVES = ("choose", "report", "all")
_NO_SPLITS = ("alternatives",)


def _split(name: str, data: Path, split: str) -> str:
    """The split asked for, if the folder has it; a folder of other years without a `valid` part is taken whole."""
    if name in _NO_SPLITS:
        return split
    from analyser.training.records import splits_in

    known = splits_in(data)
    if split in known or (split in _HALVES and ("valid" in known or split == "all")):
        return split
    if split == "valid":
        note(
            f"no deal of this folder is marked valid; its splits: {', '.join(known)}. All deals are looked at."
        )
        return "all"
    raise UsageError(
        "not a split", where="--split", found=split, remedy=remedy_for(split, (*known, *_HALVES))
    )


def rounded(scores: Any) -> Any:  # noqa: ANN401 - a document of figures
    """The same figures with at most three decimals."""
    match scores:
        case float():
            return round(scores, 3)
        case dict():
            return {key: rounded(value) for key, value in scores.items()}
        case list() | tuple():
            return [rounded(value) for value in scores]
        case _:
            return scores


def _print(scores: dict[str, Any], indent: str) -> None:
    for key, value in scores.items():
        if isinstance(value, dict):
            say(f"{indent}{key}")
            _print(value, f"{indent}  ")
        else:
            say(f"{indent}{key}: {'none' if value is None else value}")
