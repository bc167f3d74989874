"""`demo`: a bundled case ruled, from the facts to the report."""

from pathlib import Path

from analyser import resources
from analyser.casefile import case_of
from analyser.cli.terminal import note, say, write_text
from analyser.pipeline import rule
from analyser.pipeline.pages import as_html, as_markdown
from analyser.pipeline.plugs import plugged

__all__ = ["DEMO", "run"]

DEMO = "cases/kinds/unauthorised-information.toml"
REPORT = "demo-ruling.html"


def run(folder: Path) -> int:
    """Rule the bundled case, print the ruling, write the report into a folder and name it."""
    note(f"ruling {resources.location(DEMO)}")
    case = case_of(resources.data(DEMO))
    with plugged() as sockets:
        ruling = rule(case, sockets=sockets)
    say(as_markdown(ruling).rstrip("\n"))
    report = folder / REPORT
    write_text(report, as_html(ruling))
    say()
    say(f"the report: {report.resolve()}")
    return 0
