"""The options that several commands take, each declared once and refused by the same words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from analyser import resources
from analyser.messages import LANGUAGES


def read_argument(name: str, help_text: str) -> Any:  # noqa: ANN401 - what typer gives
    """A place to read from; the command itself refuses what may not be read, in the form of every problem."""
    return typer.Argument(metavar=name, help=help_text, show_default=False, readable=False)


def write_option(help_text: str, name: str = "F") -> Any:  # noqa: ANN401 - what typer gives
    """A place to write to, of which nothing is read."""
    return typer.Option(metavar=name, help=help_text, readable=False)


def alternatives(words: Sequence[str]) -> str:
    """A list as a sentence has it.

    >>> alternatives(("1997", "2007", "2017"))
    '1997, 2007 or 2017'
    """
    return f"{', '.join(words[:-1])} or {words[-1]}"


# The names of the files tell which: reading no more than that keeps the first words quick.
EDITIONS = resources.stems("laws/editions")

Json = Annotated[bool, typer.Option("--json", help="print one JSON document on stdout")]
CaseFile = Annotated[Path, read_argument("FILE", "a case file (TOML)")]
Html = Annotated[Path | None, write_option("write the report as HTML")]
Pdf = Annotated[Path | None, write_option("write the report as PDF")]
Markdown = Annotated[Path | None, write_option("write the ruling as Markdown")]
Lang = Annotated[str, typer.Option(help=alternatives(LANGUAGES))]
Names = Annotated[bool, typer.Option("--names", help="print the names of [players]")]
Full = Annotated[bool, typer.Option("--full", help="print the whole ruling, not its first screen")]
