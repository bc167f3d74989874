"""What follows the first page: each part with its template, left out when there is nothing to show."""

from dataclasses import dataclass

from analyser.casefile import Case
from analyser.reasoning import Ruling
from analyser.report.page_one import PageOne
from analyser.report.signs import PageVoice

__all__ = ["Part", "parts_of"]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the report."""

    anchor: str
    heading: str
    template: str
    data: object


def parts_of(ruling: Ruling, case: Case | None, page: PageOne, voice: PageVoice) -> tuple[Part, ...]:
    """The parts this ruling has something to say in."""
    return ()
