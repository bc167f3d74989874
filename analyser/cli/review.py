"""`review`: audits the ruling a case gives."""

from pathlib import Path

from analyser.casefile import case_of
from analyser.cli.terminal import note, print_json, read_bytes, say
from analyser.pipeline.pages import as_document, as_markdown, sentence
from analyser.pipeline.plugs import plugged
from analyser.pipeline.reviewing import exit_code, review
from analyser.reasoning import Asked

__all__ = ["run"]


def run(file: Path, edition: str | None, authority: str | None, *, as_json: bool) -> int:
    """0 when the ruling lies inside the band or that cannot be told, 1 when outside."""
    case = case_of(read_bytes(file))
    with plugged() as sockets:
        ruling = review(case, Asked(edition, authority), sockets)
    for warning in ruling.warnings:
        note(sentence(warning))
    if as_json:
        print_json(as_document(ruling))
    else:
        say(as_markdown(ruling).rstrip("\n"))
    return exit_code(ruling)
