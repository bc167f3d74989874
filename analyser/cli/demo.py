"""`demo`: a past case from the record ruled, from the facts to the report, and what was ruled then reviewed."""

from pathlib import Path

from analyser import resources, review
from analyser.casefile import case_of
from analyser.cli.terminal import check_place, note, say, write_text
from analyser.errors import CaseError
from analyser.estimates.services import open_services
from analyser.report.pages import as_html, as_markdown
from analyser.ruling import Asked

DEMO = "cases/past/vug-22772-18o.toml"
# National trials of 2012: a pass slow by the player's own account, and partner doubles where he might have passed.
REPORT = "demo-ruling.html"
EVENT = "cases/events/spring-pairs"
EVENT_OUT = "demo-event"


def run(folder: Path) -> int:
    """Rule the case, review what the director then ruled, print it, write the report into a folder and name it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        why, remedy = "a folder cannot be made there", "choose another place"
        raise CaseError(why, where="--out", found=str(folder), remedy=remedy) from None
    report = folder / REPORT
    check_place(report)
    note(f"ruling {resources.location(DEMO)}")
    case = case_of(resources.data(DEMO))
    with open_services() as services:
        ruling = review(case, Asked(), services)
    say(as_markdown(ruling).rstrip("\n"))
    write_text(report, as_html(ruling))
    say()
    say(f"the report: {report.resolve()}")
    return 0


def run_event(folder: Path) -> int:
    """Analyse the bundled event end to end and name its report."""
    from analyser.cli.event import Options
    from analyser.cli.event import run as analyse

    place = resources.location(EVENT)
    note(f"analysing {place}")
    return analyse(place, Options(folder / EVENT_OUT, jobs=2, measure=2))
