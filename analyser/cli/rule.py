"""`rule`: the whole analysis of one case."""

from pathlib import Path

from analyser.casefile import case_of
from analyser.cli.terminal import note, print_json, read_bytes, say, write_text
from analyser.errors import UsageError
from analyser.pipeline import rule
from analyser.pipeline.pages import LANGUAGES, as_document, as_markdown, sentence
from analyser.pipeline.plugs import plugged
from analyser.reasoning import Asked

__all__ = ["run"]


def run(
    file: Path,
    *,
    edition: str | None,
    authority: str | None,
    markdown_to: Path | None,
    as_json_document: bool,
    language: str,
) -> int:
    """Rule the case and write what was asked for; 0 whenever a ruling was made."""
    if language not in LANGUAGES:
        raise UsageError(
            "not a language of the report", where="--lang", found=language, remedy=", ".join(LANGUAGES)
        )
    case = case_of(read_bytes(file))
    with plugged() as sockets:
        ruling = rule(case, Asked(edition, authority), sockets)
    for warning in ruling.warnings:
        note(sentence(warning))
    if markdown_to is not None:
        write_text(markdown_to, as_markdown(ruling, language))
        note(f"written: {markdown_to}")
    if as_json_document:
        print_json(as_document(ruling))
    elif markdown_to is None:
        say(as_markdown(ruling, language).rstrip("\n"))
    return 0
