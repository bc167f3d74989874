"""The way of a case through the program is short: few modules, few types, and no call up the house but progress.

Counted by a profiler in a fresh program: a module is entered when one of its functions runs, a type counts when one of
its values is made, a call goes up when its callee stands on a higher floor than its caller. The floors are those of
import-linter's contract in `pyproject.toml`. The front doors may be called from below: that is how progress is told.
"""

import json
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from tests.bench.promise import Figure, Measured
from tests.bench.start_up import ENVIRONMENT
from tests.support import ROOT

_CASE = ROOT / "cases" / "kinds" / "unauthorised-information.toml"
_EVENT = ROOT / "cases" / "events" / "spring-pairs"
_BOARD = "5"  # the one with a ruling
_SCORE = ("score", "imps", "--other", "500", "65%:+480", "35%:+980")
_MAKERS = frozenset({"__init__", "__new__", "__post_init__"})
_FRONT_DOORS = frozenset({"", "__main__", "cli", "web"})  # the facade is a front door too


def floors() -> dict[str, int]:
    """The floor of each room, 0 the highest, from the contract the imports are held to."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = pyproject["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return {"": -1} | {
        room.strip(" ()"): floor for floor, layer in enumerate(layers) for room in layer.split("|")
    }


class Way:
    """What a profiler sees of a program's way: modules entered, types made, calls up the house."""

    def __init__(self) -> None:
        self.entered: set[str] = set()
        self.types: set[str] = set()
        self.upward: Counter[str] = Counter()
        self._floors = floors()
        self._loading = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Take note of one call; what runs while a module is loaded is no part of the way."""
        module = _module(frame)
        if not module.startswith("analyser") or event not in {"call", "return"}:
            return
        if frame.f_code.co_name == "<module>":
            self._loading += 1 if event == "call" else -1
        elif event == "call" and not self._loading:
            self.entered.add(module)
            if frame.f_code.co_name in _MAKERS:
                self._made(frame)
            self._called(frame, module)

    def _made(self, frame: FrameType) -> None:
        for name in ("self", "_cls", "cls"):
            if name in frame.f_locals:
                value = frame.f_locals[name]
                kind = value if isinstance(value, type) else type(value)
                if kind.__module__.startswith("analyser"):
                    self.types.add(f"{kind.__module__}.{kind.__qualname__}")
                return

    def _called(self, frame: FrameType, module: str) -> None:
        """Take note of a call from a lower floor; libraries between caller and callee are looked through."""
        caller = frame.f_back
        while caller is not None and not _module(caller).startswith("analyser"):
            caller = caller.f_back
        if caller is None or caller.f_code.co_name == "<module>":
            return
        room, callers = _room(module), _room(_module(caller))
        if room not in _FRONT_DOORS and self._floors.get(room, 99) < self._floors.get(callers, 99):
            self.upward[f"{_module(caller)} calls {module}.{frame.f_code.co_name}"] += 1

    def as_json(self) -> dict[str, Any]:
        """The counts, and by name the calls that should not be."""
        return {
            "modules": len(self.entered),
            "types": len(self.types),
            "upward_calls": self.upward.total(),
            "upward": dict(self.upward.most_common(40)),
        }


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _room(module: str) -> str:
    """The room of a module: what follows the package's name; nothing for the package itself."""
    return module.partition(".")[2].partition(".")[0]


def follow(words: list[str], told: Path) -> None:
    """Run a command of the program under the profiler; its way is written to a file."""
    from analyser.cli import main  # within the measured program only

    way = Way()
    sys.argv = ["analyser", *words]
    threading.setprofile(way)
    sys.setprofile(way)
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
    finally:
        sys.setprofile(None)
    told.write_text(json.dumps(way.as_json()), "utf-8")


def way_of(*words: str) -> dict[str, Any]:
    """The way of one command, in a program of its own with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "way.json"
        program = "import pathlib, sys; from tests.bench.way import follow; follow(sys.argv[2:], pathlib.Path(sys.argv[1]))"
        environment = {**ENVIRONMENT, "ANALYSER_CACHE": folder}
        command = (sys.executable, "-c", program, str(path), *words)
        subprocess.run(command, check=True, cwd=ROOT, env=environment, capture_output=True)
        way: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return way


def one_board(folder: Path) -> Path:
    """An event of one board of the demonstration event, with the ruling that was given on it."""
    folder.mkdir()
    (folder / "event.toml").write_text(
        'name = "One board"\nform = "matchpoints"\nauthority = "EBU"\n', "utf-8"
    )
    for name, column in (("rulings.csv", "board"), ("travellers.csv", "Board")):
        heads, *rows = (_EVENT / name).read_text("utf-8").splitlines()
        place = heads.split(",").index(column)
        entries = [row for row in rows if row.split(",")[place] == _BOARD]
        (folder / name).write_text("\n".join([heads, *entries]) + "\n", "utf-8")
    start, *games = (_EVENT / "tables.pbn").read_text("utf-8").split("[Event ")
    entries = [game for game in games if f'[Board "{_BOARD}"]' in game]
    (folder / "tables.pbn").write_text("[Event ".join([start, *entries]), "utf-8")
    return folder


def of_a_ruling() -> Measured:
    """A ruling with its page."""
    with tempfile.TemporaryDirectory() as folder:
        way = way_of("rule", str(_CASE), "--html", str(Path(folder) / "ruling.html"))
    figures = (
        Figure("a ruling with its page: modules entered", way["modules"], "modules", 93, "at most"),
        Figure("a ruling with its page: types made", way["types"], "types", 113, "at most"),
        Figure("a ruling with its page: calls up the house", way["upward_calls"], "calls", 0, "at most"),
    )
    return Measured(figures, {"upward": way["upward"]})


def of_a_score() -> Measured:
    """One score by the calculator."""
    way = way_of(*_SCORE)
    return Measured((Figure("one score: modules entered", way["modules"], "modules", 19, "at most"),))


def of_a_board() -> Measured:
    """One board of an event."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        way = way_of("event", str(one_board(folder / "event")), "--out", str(folder / "out"))
    figure = Figure("one board of an event: modules entered", way["modules"], "modules", 110, "at most")
    return Measured((figure,))


def measure() -> Measured:
    """A ruling with its page, one board of an event, one score."""
    ruling, board, score = of_a_ruling(), of_a_board(), of_a_score()
    return Measured((*ruling.figures, *board.figures, *score.figures), ruling.beside)
