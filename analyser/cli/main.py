"""The commands and their options; each command's own module is read only when it is called."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from analyser.cli.event_words import Language, event
from analyser.resources import __version__

app = typer.Typer(
    name="analyser",
    help="Appeals and adjusted scores at duplicate bridge: from the facts of a case to the score of Law 12.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)

Json = Annotated[bool, typer.Option("--json", help="print one JSON document on stdout")]


def _read(name: str, told: str) -> Any:  # noqa: ANN401 - what typer gives
    """A place to read from; the command itself refuses what may not be read, in the form of every problem."""
    return typer.Argument(metavar=name, help=told, show_default=False, readable=False)


def _write(told: str, name: str = "F") -> Any:  # noqa: ANN401 - what typer gives
    """A place to write to, of which nothing is read."""
    return typer.Option(metavar=name, help=told, readable=False)


CaseFile = Annotated[Path, _read("FILE", "a case file (TOML)")]
Html = Annotated[Path | None, _write("write the report as HTML")]
Pdf = Annotated[Path | None, _write("write the report as PDF")]
Markdown = Annotated[Path | None, _write("write the ruling as Markdown")]
Names = Annotated[bool, typer.Option("--names", help="print the names of [players]")]


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"analyser {__version__}\n")
        raise typer.Exit


@app.callback()
def _front(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    del version


@app.command()
def check(
    files: Annotated[list[Path], _read("FILE", "case files (TOML)")],
    json: Json = False,
) -> None:
    """Check case files: all problems at once."""
    from analyser.cli.check import run

    raise typer.Exit(run(files, as_json=json))


@app.command()
def rule(
    file: CaseFile,
    edition: Annotated[str | None, typer.Option(help="rule under this edition: 1997, 2007 or 2017")] = None,
    authority: Annotated[str | None, typer.Option(help="rule under this authority: WBF, EBL, EBU …")] = None,
    html: Html = None,
    pdf: Pdf = None,
    markdown: Markdown = None,
    appeal_form: Annotated[Path | None, _write("appeal form, .html or .pdf")] = None,
    decision: Annotated[Path | None, _write("the decision, .html or .pdf")] = None,
    scorer: Annotated[Path | None, _write("for the scorer, .txt or .csv")] = None,
    compare: Annotated[str | None, typer.Option(help="editions/authorities: 1997,2007,2017/WBF,EBU")] = None,
    lang: Language = "en",
    names: Names = False,
    json: Json = False,
) -> None:
    """Rule a case: from the facts to both sides' scores."""
    if compare is not None:
        from analyser.cli.compare import run_compare

        files = {"html": html, "pdf": pdf, "markdown": markdown, "appeal-form": appeal_form}
        rest = {"decision": decision, "scorer": scorer, "edition": edition, "authority": authority}
        idle = [f"--{word}" for word, given in (files | rest).items() if given is not None]
        raise typer.Exit(run_compare(file, compare, idle, as_json=json))
    from analyser.cli.papers import Papers
    from analyser.cli.rule import Wanted, run

    wanted = Wanted(html, pdf, markdown, json, lang, names, Papers(appeal_form, decision, scorer))
    raise typer.Exit(run(file, edition, authority, wanted))


@app.command()
def deal(
    source: Annotated[
        str, typer.Argument(metavar="IMPORT", help="a PBN or LIN file, or a viewer link", show_default=False)
    ],
    board: Annotated[int | None, typer.Option(help="which board, when there are several")] = None,
    room: Annotated[str | None, typer.Option(help="open or closed, when both are there")] = None,
    table: Annotated[
        int | None, typer.Option(min=1, help="which table, in the order of the file, when there are several")
    ] = None,
) -> None:
    """Turn a PBN or LIN board into a case to fill in."""
    from analyser.cli.deal import run

    raise typer.Exit(run(source, board, room, table))


@app.command(
    epilog="The kinds: unauthorised-information, misinformation, claim, revoke, withdrawn-call, fouled-board, no-play, "
    "irregular-call, lead-out-of-turn, exposed-card, wrong-board, wrong-hand, played-card, score-error, other."
)
def new(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="the kind of incident", show_default=False)],
) -> None:
    """Print a template for a kind of incident."""
    from analyser.cli.words import run_new

    raise typer.Exit(run_new(kind))


@app.command()
def explain(
    key: Annotated[
        list[str],
        typer.Argument(metavar="KEY", help="a key, as in `suggests` or `event form`", show_default=False),
    ],
) -> None:
    """Say what a key of the case file means."""
    from analyser.cli.words import run_explain

    raise typer.Exit(run_explain(" ".join(key)))


@app.command()
def anonymise(file: CaseFile) -> None:
    """Print a copy without names and remarks on persons."""
    from analyser.cli.words import run_anonymise

    raise typer.Exit(run_anonymise(file))


@app.command()
def law(
    clause: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAUSE", help="as in 16B1 or `Law 12C1(c)`", show_default=False),
    ] = None,
    edition: Annotated[str | None, typer.Option(help="1997, 2007 or 2017")] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="list what is computed, judged, not formalised")
    ] = False,
    lang: Language = "en",
    json: Json = False,
) -> None:
    """Print what a law says, and what is done with it."""
    from analyser.cli.law import run

    raise typer.Exit(run(" ".join(clause or ()), edition, coverage=coverage, as_json=json, language=lang))


@app.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
    add_help_option=False,
)
def score(context: typer.Context) -> None:
    """Compute a weighted score: the pocket calculator."""
    from analyser.cli.score import run

    raise typer.Exit(run(context.args, sys.stdout, sys.stderr))


@app.command()
def review(
    file: CaseFile,
    edition: Annotated[str | None, typer.Option(help="review under this edition")] = None,
    authority: Annotated[str | None, typer.Option(help="review under this authority")] = None,
    html: Html = None,
    pdf: Pdf = None,
    markdown: Markdown = None,
    lang: Language = "en",
    names: Names = False,
    json: Json = False,
) -> None:
    """Audit the ruling a case gives: process, law, band."""
    from analyser.cli.review import run
    from analyser.cli.rule import Wanted

    raise typer.Exit(run(file, edition, authority, Wanted(html, pdf, markdown, json, lang, names)))


@app.command()
def verify(
    ruling: Annotated[Path, _read("RULING", "a ruling as JSON")],
    json: Json = False,
) -> None:
    """Recompute a ruling and compare."""
    from analyser.cli.compare import run_verify

    raise typer.Exit(run_verify(ruling, as_json=json))


@app.command()
def diff(
    first: Annotated[Path, _read("A", "a ruling as JSON")],
    second: Annotated[Path, _read("B", "another")],
    json: Json = False,
) -> None:
    """Tell what changed between two rulings."""
    from analyser.cli.compare import run_diff

    raise typer.Exit(run_diff(first, second, as_json=json))


@app.command()
def casebook(
    folder: Annotated[Path, _read("FOLDER", "a folder of cases")],
    html: Annotated[Path | None, _write("write the casebook as HTML")] = None,
    pdf: Annotated[Path | None, _write("write the casebook as PDF")] = None,
    lang: Language = "en",
    names: Names = False,
    no_estimate: Annotated[bool, typer.Option("--no-estimate", help="findings of persons only")] = False,
) -> None:
    """Print a folder of cases as a casebook with an index."""
    from analyser.cli.casebook import run

    raise typer.Exit(
        run(folder, html_to=html, pdf_to=pdf, language=lang, names=names, estimate=not no_estimate)
    )


app.command()(event)


@app.command()
def peers(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE|HAND", help="a case, or spades.hearts.diamonds.clubs", show_default=False
        ),
    ],
    auction: Annotated[str | None, typer.Option(help="the calls so far, from the dealer on")] = None,
    vul: Annotated[str, typer.Option(help="none, NS, EW or all")] = "none",
    seat: Annotated[str | None, typer.Option(help="whose hand it is; S unless told")] = None,
    form: Annotated[str, typer.Option(help="imps, matchpoints …")] = "imps",
    peers_class: Annotated[
        str, typer.Option("--peers", help="novice, club, regional, national or expert")
    ] = "expert",
    json: Json = False,
) -> None:
    """Tell what peers would call or lead here."""
    from analyser.cli.peers import run

    raise typer.Exit(run(source, auction, vul, seat, form, peers_class, as_json=json))


@app.command()
def precedents(
    file: CaseFile,
    count: Annotated[int, typer.Option(min=1, max=50, help="how many")] = 3,
    json: Json = False,
) -> None:
    """Print the nearest past cases, with what was ruled."""
    from analyser.cli.precedents import run

    raise typer.Exit(run(file, as_json=json, count=count))


DataFolder = Annotated[
    Path,
    typer.Option("--data", metavar="DIR", help="a folder of records", show_default=False, readable=False),
]


@app.command()
def train(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="calls, leads, tricks, tempo, alternatives or choice")
    ],
    data: DataFolder,
    out: Annotated[Path | None, _write("where models are written, if not models/", "DIR")] = None,
    report: Annotated[bool, typer.Option("--report", help="write reports/models/MODEL.html too")] = False,
    seed: Annotated[int, typer.Option(help="the dice")] = 0,
) -> None:
    """Fit a model to a folder of records."""
    from analyser.cli.training import run_train

    raise typer.Exit(run_train(model, data, out, report=report, seed=seed))


@app.command()
def evaluate(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="calls, leads, tricks, tempo, tree or alternatives")
    ],
    data: DataFolder,
    split: Annotated[str, typer.Option(help="train, valid, choose, report …")] = "valid",
    sample: Annotated[int | None, typer.Option(min=1, help="so many rows, by the seed")] = None,
    seed: Annotated[int, typer.Option(help="the dice")] = 0,
    json: Json = False,
) -> None:
    """Score what is shipped on a folder of records."""
    from analyser.cli.training import run_evaluate

    raise typer.Exit(run_evaluate(model, data, split, sample, seed, as_json=json))


@app.command()
def demo(
    out: Annotated[Path | None, _write("where the report is written", "DIR")] = None,
    event: Annotated[bool, typer.Option("--event", help="a small event instead of a case")] = False,
) -> None:
    """Rule a bundled case, or analyse a bundled event."""
    from analyser.cli.demo import run, run_event

    reports = Path("reports")
    raise typer.Exit((run_event if event else run)(out or (reports if reports.is_dir() else Path())))


@app.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
    add_help_option=False,
)
def web(context: typer.Context) -> None:
    """Open the pages for a browser."""
    from analyser.cli.web import run

    raise typer.Exit(run(context.args))


@app.command()
def doctor(
    clear_cache: Annotated[
        bool, typer.Option("--clear-cache", help="forget what the solver has kept")
    ] = False,
    json: Json = False,
) -> None:
    """Tell what is there, what is missing, how to get it."""
    from analyser.cli.doctor import run

    raise typer.Exit(run(clear_cache=clear_cache, as_json=json))
