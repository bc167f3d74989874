"""`review`: audits the ruling a case gives, the last where there are several."""

from pathlib import Path

from analyser import review
from analyser.audit.audited import exit_code
from analyser.cli.rule import Wanted, opened, tell
from analyser.estimates.services import plugged
from analyser.ruling import Asked

__all__ = ["run"]


def run(file: Path, edition: str | None, authority: str | None, wanted: Wanted) -> int:
    """0 when the ruling lies inside the band or that cannot be told, 1 when outside."""
    case = opened(file, edition, wanted)
    with plugged() as sockets:
        ruling = review(case, Asked(edition, authority), sockets)
    tell(ruling, wanted)
    return exit_code(ruling)
