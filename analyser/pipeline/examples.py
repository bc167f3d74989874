"""The nearest past cases beside a ruling: examples, from which nothing is reckoned."""

from analyser.casefile import Case
from analyser.precedents import Precedent, bundled, nearest, sketches_of
from analyser.reasoning import PastCase

__all__ = ["nearest_by_incident", "past_cases"]

_SHOWN = 3


def nearest_by_incident(case: Case, edition: str, count: int) -> dict[str, tuple[Precedent, ...]]:
    """The nearest past cases of each incident, by its name; `edition` where the case names none."""
    found = {}
    for sketch in sketches_of(case, judged=False):
        asked = sketch if sketch.edition else sketch.under(edition)
        found[sketch.incident] = nearest(asked, bundled(), count)
    return found


def past_cases(case: Case, edition: str) -> tuple[PastCase, ...]:
    """The few nearest past cases of the same kind for each incident, as a ruling carries them."""
    if not case.incident:
        return ()
    kinds = {incident.id: str(incident.kind) for incident in case.incident}
    return tuple(
        _told(incident, one)
        for incident, found in nearest_by_incident(case, edition, _SHOWN).items()
        for one in found
        if one.sketch.kind == kinds[incident]  # another kind is no example, however near the hands
    )


def _told(incident: str, one: Precedent) -> PastCase:
    sketch = one.sketch
    return PastCase(
        incident,
        sketch.id,
        sketch.title,
        (sketch.source, sketch.where),
        sketch.event,
        sketch.year,
        sketch.edition,
        sketch.authority,
        sketch.clauses,
        one.distance,
        one.ruled,
        one.near,
        one.differs,
    )
