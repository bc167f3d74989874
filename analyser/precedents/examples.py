"""The nearest past cases beside a ruling: examples, from which nothing is reckoned."""

import tomllib
from dataclasses import replace
from pathlib import Path

from analyser.casefile import Case, case_of
from analyser.precedents import Precedent, bundled, index_text, nearest, sketches_of
from analyser.ruling import PastCase, Ruling, RulingRequest
from analyser.ruling.context import jurisdiction_of

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


def with_past_cases(case: Case, ruling: Ruling) -> Ruling:
    """The ruling with the nearest past cases laid beside it."""
    if ruling.law is None:
        return ruling
    return replace(ruling, precedents=past_cases(case, ruling.law.edition))


def precedents_for(case: Case, count: int = 5) -> dict[str, tuple[Precedent, ...]]:
    """The nearest past cases of each incident, by the incident's name, under the edition the case is played by."""
    return nearest_by_incident(case, jurisdiction_of(case, RulingRequest(None, None)).edition.year, count)


def base_text(cases: Path) -> str:
    """The compact base of all the case files in a folder and its index."""
    past = (case_of(path.read_bytes()) for path in sorted((cases / "past").glob("*.toml")))
    rows = tomllib.loads((cases / "index.toml").read_text("utf-8")).get("case", ())
    return index_text(past, rows)
