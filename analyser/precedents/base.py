"""The shipped base of past rulings: one compact file, made from the case files and kept true by a test."""

import json
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from analyser import resources
from analyser.casefile import Case
from analyser.precedents.from_case import sketches_of
from analyser.precedents.from_row import sketch_of_row
from analyser.precedents.sketch import Sketch

__all__ = ["BASE", "bundled", "index_text", "sketches_in"]

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
