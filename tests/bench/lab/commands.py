"""`train` and `evaluate`: models fitted to a folder of records, and scored on any folder in the documented form."""

import json as json_format
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyser import resources
from analyser.cli.options import Json, write_option
from analyser.cli.terminal import note, print_json, say, write_text
from analyser.errors import CaseError, UsageError
from analyser.resources import cache_file

if TYPE_CHECKING:
    from analyser.casefile import Case
    from analyser.estimates.services import Services
    from tests.bench.lab.model_pages import CaseRow

app = typer.Typer(
    name="analyser",
    help="Models fitted to a folder of records, and scored on one.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
DataFolder = Annotated[
    Path,
    typer.Option("--data", metavar="DIR", help="a folder of records", show_default=False, readable=False),
]

_TRAINED = (
    "calls",
    "leads",
    "tricks",
    "tempo",
    "alternatives",
    "beliefs",
    "suggestion",
    "tricks-net",
    "meanings",
    "choices",
)
_EVALUATED = (
    "calls",
    "leads",
    "tricks",
    "tricks-net",
    "tempo",
    "tree",
    "alternatives",
    "beliefs",
    "judgement",
    "meanings",
    "choices",
    "planted",
)
_HALVES = ("choose", "report", "all")
_WITHOUT_SPLITS = ("alternatives",)
_PLACES = 3
_DIGITS = {"choices": 4, "planted": 4, "meanings": 4}
"""Decimals of the figures of a model, where they are not three."""
_CARDS = ("calls", "leads", "tempo", "alternatives")  # of the models a past finding depends on


@app.command()
def train(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL",
            help="calls, leads, tricks, tempo, alternatives, beliefs, suggestion, tricks-net, meanings or choices",
        ),
    ],
    data: DataFolder,
    out: Annotated[Path | None, write_option("where models are written, if not models/", "DIR")] = None,
    report: Annotated[bool, typer.Option("--report", help="write reports/models/MODEL.html too")] = False,
    seed: Annotated[int, typer.Option(help="the random seed")] = 0,
    labels: Annotated[
        int | None, typer.Option(min=0, help="of tricks-net: so many deals solved beyond the record's labels")
    ] = None,
) -> int:
    """Fit a model to a folder of records."""
    _check_model(model, _TRAINED)
    models = out or resources.location("models")
    reports = models.parent / "reports" / "models" if report else None
    checkpoint = cache_file().parent / f"train-{model}"  # a stopped run continues from there
    checkpoint.mkdir(parents=True, exist_ok=True)
    _check_folder(data)
    if model == "tricks-net":
        card = _fit_tricks_net(data, models, checkpoint, reports, seed, labels)
    else:
        card = _fit(model, data, models, checkpoint, reports, seed)
    say(f"written: {models / model}")
    for key, value in sorted(card.get("report", card.get("held_out", {})).items()):
        if isinstance(value, (int, float, str)):
            say(f"  {key} {rounded(value)}")
    return 0


@app.command()
def evaluate(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL",
            help="calls, leads, tricks, tricks-net, tempo, tree, alternatives, beliefs, judgement, meanings, choices "
            "or planted",
        ),
    ],
    data: DataFolder,
    split: Annotated[str, typer.Option(help="train, valid, choose, report …")] = "valid",
    sample: Annotated[int | None, typer.Option(min=1, help="so many rows, by the seed")] = None,
    seed: Annotated[int, typer.Option(help="the random seed")] = 0,
    kind: Annotated[str | None, typer.Option(help="of judgement: one kind of incident only")] = None,
    seeds: Annotated[
        int, typer.Option(min=0, help="of judgement: so many other random seeds for every case")
    ] = 0,
    core: Annotated[bool, typer.Option("--core", help="of planted: the core rows only")] = False,
    seeds_as_dice: Annotated[int, typer.Option("--dice", min=0, hidden=True)] = 0,  # its former name
    json: Json = False,
) -> int:
    """Score what is shipped on a folder of records; `judgement` rules past rulings again and writes its page."""
    _check_model(model, _EVALUATED)
    if model == "planted":
        return _print_planted(data, core=core, json=json)
    _check_folder(data)
    if model == "judgement":
        return _print_judgement(data, kind, sample, seed, seeds or seeds_as_dice, json=json)
    digits = _DIGITS.get(model, _PLACES)
    scores = rounded(_evaluation(model, data, _split(model, data, split), sample, seed), digits)
    if json:
        print_json(scores)
    else:
        _print_scores(scores, "")
    return 0


def _print_planted(data: Path, *, core: bool, json: bool) -> int:
    """Score a file of planted misinformation."""
    from tests.bench.lab.planted import evaluate_planted

    if not data.is_file():
        remedy = "give a file of JSON lines in the form tests/bench/lab/README.md describes"
        raise CaseError("there is no such file", where="--data", found=str(data), remedy=remedy)
    scores = rounded(evaluate_planted(data, core=core), _DIGITS["planted"])
    if json:
        print_json(scores)
    else:
        _print_scores(scores, "")
    return 0


def _print_judgement(
    data: Path, kind: str | None, sample: int | None, seed: int, seeds: int, *, json: bool
) -> int:
    """Rule a folder of past rulings again, write `reports/judgement.html`, and print the figures."""
    from tests.bench.lab.judgement_page import evaluate_judgement

    reports = resources.location("models").parent / "reports"
    scores = evaluate_judgement(data, reports, note, kind=kind, sample=sample, seed=seed, seeds=seeds)
    note(f"written: {reports / 'judgement.html'}")
    if json:
        print_json(rounded(scores))
    else:
        scores.pop("cases")
        _print_scores(rounded(scores), "")
    return 0


def _check_model(name: str, known: Sequence[str]) -> None:
    from analyser.messages.refusals import remedy_for

    if name not in known:
        raise UsageError("not a model", where="MODEL", found=name, remedy=remedy_for(name, known))


def _check_folder(data: Path) -> None:
    if not data.is_dir():
        remedy = "give a folder in the form tests/bench/lab/README.md describes"
        raise CaseError("there is no such folder", where="--data", found=str(data), remedy=remedy)


def _fit(
    model: str, data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int
) -> dict[str, Any]:
    """The card of a model after fitting and writing it, with its report if one is asked for."""
    match model:
        case "calls":
            from tests.bench.lab.calls import train_calls

            place = checkpoint / "calls.npz"
            return train_calls(data, models, checkpoint=place, reports=reports, seed=seed, tell=note)
        case "leads":
            from tests.bench.lab.leads import train_leads
            from tests.bench.lab.model_pages import write_leads_page

            card = train_leads(data, models, checkpoint=checkpoint / "leads.npz", seed=seed, tell=note)
            if reports is not None:
                write_leads_page(data, models, reports)
            return card
        case "tempo":  # a minute's work, which is not interrupted
            from analyser.estimates.services import calls_model
            from tests.bench.lab.model_pages import write_tempo_page
            from tests.bench.lab.tempo import train_tempo

            card = train_tempo(data, models, calls_model(), seed=seed, tell=note)
            if reports is not None:
                write_tempo_page(data, models, reports)
            return card
        case "beliefs":  # its card says everything
            from tests.bench.lab.beliefs import train_beliefs

            return train_beliefs(data, models, checkpoint=checkpoint, seed=seed, tell=note)
        case "meanings" | "choices":
            return _fit_to_notes(model, data, models, checkpoint, reports, seed)
        case "alternatives":
            return _fit_alternatives(data, models, checkpoint, reports, seed)
        case _:
            return _fit_with_solver(model, data, models, checkpoint, reports, seed)


def _fit_to_notes(
    model: str, data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int
) -> dict[str, Any]:
    """The card of the lexicon, or of the choice model, both fitted to explanations noted on calls."""
    if model == "choices":  # its card says everything
        from tests.bench.lab.choices import train_choices

        return train_choices(data, models, checkpoint=checkpoint, seed=seed, tell=note)
    from tests.bench.lab.meanings import train_meanings

    card = train_meanings(data, models, seed=seed, tell=note)
    if reports is not None:
        from tests.bench.lab.meanings_page import write_meanings_page

        write_meanings_page(models, reports)
    return card


def _fit_with_solver(
    model: str, data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int
) -> dict[str, Any]:
    """The card of the trick model or the suggestion prior, both fitted to the solver's answers."""
    from analyser.estimates.solver import Solver
    from tests.bench.lab.model_pages import write_tricks_page
    from tests.bench.lab.tricks import train_tricks

    with Solver(checkpoint / "solver.sqlite", workers=2) as solver:
        if model == "suggestion":  # its card says everything
            from tests.bench.lab.known_meanings import train_suggestion

            return train_suggestion(data, models, solver, tell=note)
        card = train_tricks(data, models, solver, seed=seed, tell=note)
    if reports is not None:
        write_tricks_page(data, models, reports)
    return card


def _fit_tricks_net(
    data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int, labels: int | None
) -> dict[str, Any]:
    from analyser.estimates.solver import Solver
    from tests.bench.lab.model_pages import write_tricks_net_page
    from tests.bench.lab.tricks_net import SOLVED, train_tricks_net

    with Solver(checkpoint / "solver.sqlite", workers=2) as solver:
        count = SOLVED if labels is None else labels
        card = train_tricks_net(
            data, models, solver, solved=count, seed=seed, checkpoint=checkpoint, tell=note
        )
    if reports is not None:
        write_tricks_net_page(data, models, reports)
    return card


def _fit_alternatives(
    data: Path, models: Path, checkpoint: Path, reports: Path | None, seed: int
) -> dict[str, Any]:
    from tests.bench.lab.alternatives import train_alternatives
    from tests.bench.lab.alternatives_prior import train_prior
    from tests.bench.lab.considering import train_considering

    if (data / "positions.parquet").is_file():  # the record of calls: the weight of the call model
        card = train_prior(data, models / "alternatives")
    else:  # past rulings: how many more consider an action than choose it, then the logistic models
        train_considering(models / "alternatives", data, note)
        card = train_alternatives(models / "alternatives", data, seed, note)
    if reports is not None:
        write_alternatives_report(models, reports.parent, checkpoint)
    return card


def write_alternatives_report(models: Path, reports: Path, checkpoint: Path) -> None:
    """Write `alternatives.html`; every past case takes minutes of solving, and is saved as soon as it is done."""
    from analyser.casefile import bundled_past_cases
    from analyser.estimates.services import open_services
    from tests.bench.lab.model_pages import Evidence, alternatives_page
    from tests.bench.lab.past_alternatives import polls_expected, retrieval

    cases = bundled_past_cases()
    with open_services() as services:
        findings = list(past_findings_beside_ours(cases, services, checkpoint / "findings"))
        polls = [
            (
                poll.case,
                str(poll.action),
                poll.asked,
                poll.chosen,
                poll.low,
                poll.high,
                poll.expected,
                poll.is_inside,
            )
            for poll in (polls_expected(cases, services.calls, services.leads) if services.calls else ())
        ]
    nearness = [(name, nearest.asked, nearest.share, nearest.expected_share) for name, nearest in retrieval()]
    from tomllib import loads

    card = loads((models / "alternatives" / "card.toml").read_text("utf-8"))
    bench = reports / "bench" / "slow_calls.json"  # the last results of the benchmark of slow calls, if any
    slow_calls = json_format.loads(bench.read_text("utf-8")) if bench.is_file() else None
    evidence = Evidence(findings, polls, nearness, slow_calls)
    write_text(reports / "alternatives.html", alternatives_page(card, evidence))


def past_findings_beside_ours(
    cases: "Sequence[Case]", services: "Services", folder: Path
) -> "Iterator[CaseRow]":
    """Every past finding compared with ours; one computed earlier with the same models is not computed again."""
    from analyser.report import say as worded
    from tests.bench.lab import past_alternatives
    from tests.bench.lab.model_pages import CaseRow

    folder.mkdir(parents=True, exist_ok=True)
    cards = "".join(resources.text(f"models/{name}/card.toml") for name in _CARDS)
    for number, case in enumerate(cases, 1):
        name = sha256((case.sha256 + cards).encode()).hexdigest()[:16]
        file = folder / f"{case.id}-{name}.json"
        if not file.is_file():
            entries = []
            for past in past_alternatives.past_findings((case,), services):
                why, code = ("", "") if past.why is None else (worded(past.why), past.why.code)
                shares = tuple((str(e.action), e.theirs, e.ours, e.considered) for e in past.held)
                values = (past.case, past.edition, past.body, past.theirs, past.ours, why, code, shares)
                entries.append(asdict(CaseRow(*values)))
            write_text(file, json_format.dumps(entries))
            note(f"{number} of {len(cases)} past cases judged")
        for entry in json_format.loads(file.read_text("utf-8")):
            yield CaseRow(**{**entry, "held": tuple(map(tuple, entry["held"]))})


def _evaluation(model: str, data: Path, split: str, sample: int | None, seed: int) -> dict[str, Any]:
    """The figures of the shipped model, with its baselines on the same rows."""
    match model:
        case "calls":
            from tests.bench.lab.calls_evaluation import evaluate_calls

            return evaluate_calls(data, split, sample, seed)
        case "leads":
            from tests.bench.lab.leads_evaluation import evaluate_leads

            return evaluate_leads(data, split, sample, seed)
        case "tricks":
            from tests.bench.lab.tricks_evaluation import evaluate_tricks

            return evaluate_tricks(data, split, sample, seed)
        case "tricks-net":
            from tests.bench.lab.tricks_net_evaluation import evaluate_tricks_net

            return evaluate_tricks_net(data, split, sample, seed)
        case "tempo":
            from tests.bench.lab.tempo import evaluate_tempo

            return evaluate_tempo(data, split, sample, seed)
        case "tree":
            from tests.bench.lab.tree import evaluate_tree, open_forecaster

            with open_forecaster() as forecaster:
                return evaluate_tree(data, forecaster, split, sample, seed, note)
        case "choices":
            from tests.bench.lab.choices_evaluation import evaluate_choices

            return evaluate_choices(data, split, sample, seed)
        case "beliefs":
            from tests.bench.lab.beliefs_evaluation import evaluate_beliefs

            return evaluate_beliefs(data, split, sample, seed)
        case "meanings":
            from tests.bench.lab.meanings_evaluation import evaluate_meanings

            return evaluate_meanings(data, split, sample, seed)
        case _:
            from tests.bench.lab.alternatives import evaluate_alternatives

            return evaluate_alternatives(data, split, sample, seed, tell=note)


def _split(name: str, data: Path, split: str) -> str:
    """The split asked for, if the folder has it; a folder of other years without a `valid` part is taken whole."""
    if name in _WITHOUT_SPLITS:
        return split
    from analyser.messages.refusals import remedy_for
    from tests.bench.lab.records import splits_in

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


def rounded(scores: Any, places: int = _PLACES) -> Any:
    """The same figures with at most so many decimals."""
    match scores:
        case float():
            return round(scores, places)
        case dict():
            return {key: rounded(value, places) for key, value in scores.items()}
        case list() | tuple():
            return [rounded(value, places) for value in scores]
        case _:
            return scores


def _print_scores(scores: dict[str, Any], indent: str) -> None:
    for key, value in scores.items():
        if isinstance(value, dict):
            say(f"{indent}{key}")
            _print_scores(value, f"{indent}  ")
        else:
            say(f"{indent}{key}: {'none' if value is None else value}")
