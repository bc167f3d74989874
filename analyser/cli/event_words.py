"""The words of `event` on the command line; the command itself is read when it is called."""

from pathlib import Path
from typing import Annotated

import typer

from analyser.messages import LANGUAGES

Language = Annotated[str, typer.Option(help=" or ".join((", ".join(LANGUAGES[:-1]), LANGUAGES[-1])))]


def event(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="results and rulings", show_default=False, readable=False)
    ],
    out: Annotated[
        Path,
        typer.Option(metavar="DIR", help="where everything is written", show_default=False, readable=False),
    ],
    jobs: Annotated[int, typer.Option(min=1, help="processes that solve")] = 1,
    backend: Annotated[str, typer.Option(help="loky or dask")] = "loky",
    scheduler: Annotated[str, typer.Option(metavar="ADDR", help="of a Dask cluster")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="go on where a run was cut off")] = False,
    edition: Annotated[str | None, typer.Option(help="rule under this edition too")] = None,
    authority: Annotated[str | None, typer.Option(help="rule under this authority too")] = None,
    lang: Language = "en",
    names: Annotated[bool, typer.Option("--names", help="print the names of players and teams")] = False,
    measure: Annotated[int, typer.Option(min=0, help="slow calls measured at most")] = 12,
    pages: Annotated[bool, typer.Option("--pages/--no-pages", help="a page for every board")] = True,
    json: Annotated[bool, typer.Option("--json", help="print one JSON document on stdout")] = False,
) -> None:
    """Analyse a championship: boards, rulings, standings."""
    from analyser.cli.event import Options, run

    asked = Options(
        out, jobs, backend, scheduler, resume, edition, authority, lang, names, measure, pages, json
    )
    raise typer.Exit(run(folder, asked))
