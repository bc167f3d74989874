"""The shipped base of past rulings, and the nearest of them beside a ruling: examples, from which nothing is reckoned."""

import json
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from analyser import resources
from analyser.casefile import Case, case_of
from analyser.precedents.nearest import Precedent, nearest
from analyser.precedents.sketch import Sketch, sketch_of_row, sketches_of
from analyser.ruling import PastCase, Ruling, RulingRequest
from analyser.ruling.context import jurisdiction_of

BASE: Final = "cases/past/index.json"
_FORMAT = 1


@cache
def bundled() -> tuple[Sketch, ...]:
    """The base that comes with the program."""
    return sketches_in(resources.text(BASE))


def sketches_in(text: str) -> tuple[Sketch, ...]:
    """The sketches a base file holds."""
    document = json.loads(text)
    return tuple(map(Sketch.from_json, document["cases"]))


def index_text(cases: Iterable[Case], rows: Iterable[dict[str, Any]]) -> str:
    """The base file of these cases and these rows without hands: one case a line, by name."""
    sketches = [sketch for case in cases for sketch in sketches_of(case)]
    sketches += [sketch_of_row(row) for row in rows]
    sketches.sort(key=lambda sketch: (sketch.id, sketch.incident))
    lines = [json.dumps(sketch.as_json(), ensure_ascii=False, separators=(",", ":")) for sketch in sketches]
    return f'{{"format":{_FORMAT},"cases":[\n' + ",\n".join(lines) + "\n]}\n"


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
        past
        for incident, found in nearest_by_incident(case, edition, _SHOWN).items()
        for sketch, past in found
        if sketch.kind == kinds[incident]  # another kind is no example, however near the hands
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
