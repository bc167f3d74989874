"""An event of a few files, analysed, with the lines that set what the files publish beside ours."""

import csv
from collections.abc import Mapping
from pathlib import Path

from analyser.event.analysis import EventAnalysis
from analyser.event.run import EventOptions, analyse
from analyser.event.solve_boards import Depth


def set_beside(
    place: Path, files: Mapping[str, str], depth: Depth = Depth.STANDINGS, *, export: bool = False
) -> tuple[EventAnalysis, list[dict[str, str]]]:
    """What was gathered of the files, and `agreement.csv`; the folder is `event`, the sheets are in `out`."""
    folder, out = place / "event", place / "out"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    options = EventOptions(out, pages=False, measure=0, depth=depth, export=export)
    analysis = analyse(folder, options, lambda _: None)
    with (out / "agreement.csv").open(encoding="utf-8", newline="") as file:
        return analysis, list(csv.DictReader(file))
