"""`review`: audits the ruling a case gives, the last where there are several."""

from pathlib import Path

from analyser import review
from analyser.audit.audited import exit_code
from analyser.cli.rule import Wanted, opened, tell
from analyser.estimates.services import open_services
from analyser.ruling import Asked


def run(file: Path, edition: str | None, authority: str | None, wanted: Wanted) -> int:
    """0 when the ruling lies inside the band or that cannot be told, 1 when outside."""
    case = opened(file, edition, wanted)
    with open_services() as services:
        ruling = review(case, Asked(edition, authority), services)
    tell(ruling, wanted)
    return exit_code(ruling)
