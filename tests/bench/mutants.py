"""Of small faults put into scoring, laws, infractions, adjustment and outcomes, the tests let at most five in a hundred live.

A sample by seed, so that the next run meets the same faults; each lives in a copy of the project and never in the tree itself.
A fault is caught when a test of its own room fails, or else a golden case or an expected figure. What lives is listed by place:
it is either a gap to fill or changes nothing that can be observed, and a person says which; what was found to change nothing
stands with its reason in `unseen_faults.toml` and does not count. The tests must pass before any fault is put in.
`ANALYSER_MUTANTS=N` asks for N faults of each area; `ANALYSER_MUTANTS_FROM=SEED` for others; `ANALYSER_MUTANTS_IN=laws,scoring`
for some areas only.
"""

import ast
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.promise import Figure, Measured
from tests.support import ROOT
from tests.support.tree import copy_of_the_project, plain_environment

_EACH = 8  # of each area
_SURVIVORS = 5.0  # per cent
_PATIENCE = 600  # seconds; a fault that makes the tests run for ever is caught by the clock
_REVIEWED = Path(__file__).with_name("unseen_faults.toml")
_LAST_LINE = ("tests/test_cases.py", "tests/ruling/test_golden_rulings.py")


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the program and the tests that answer for it."""

    name: str
    files: tuple[str, ...]
    tests: tuple[str, ...]


AREAS = (
    Area("scoring", ("analyser/scoring/*.py",), ("tests/scoring",)),
    Area(
        "laws",
        ("analyser/laws/editions/*.toml", "analyser/laws/regulations/*.toml"),
        ("tests/laws", "tests/scoring"),
    ),
    Area(
        "infractions",
        ("analyser/ruling/kinds/**/*.py",),
        ("tests/ruling_kinds", "tests/ruling_procedure"),
    ),
    Area("adjustment", ("analyser/ruling/score.py", "analyser/ruling/weights.py"), ("tests/ruling",)),
    Area("outcomes", ("analyser/ruling/outcomes/*.py",), ("tests/ruling",)),
)

_SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
_NUMBER = re.compile(r'(?<=value = )(\d+)|(?<=value = ")(\d+)(?=/\d+")')


@dataclass(frozen=True, slots=True)
class Fault:
    """One small change of one file."""

    path: str
    line: int
    code: str  # the line as it stands
    was: str
    becomes: str
    text: str  # the whole file with the fault in it


def _places_of(path: str, text: str) -> list[int]:
    """Where a small fault can be put into a file: numbers of a law, nodes of a module."""
    if path.endswith(".toml"):
        return list(range(sum(1 for _ in _NUMBER.finditer(text))))
    return [number for number, node in enumerate(_worth_a_change(ast.parse(text))) if _spoil(node)]


def _fault_at(path: str, text: str, place: int) -> Fault:
    """A number of a law or regulation one higher, or a comparison, sign, number, condition or choice of a module changed."""
    if path.endswith(".toml"):
        match = list(_NUMBER.finditer(text))[place]
        higher = str(int(match[0]) + 1)
        line = text.count("\n", 0, match.start()) + 1
        code = text.splitlines()[line - 1].strip()
        return Fault(path, line, code, match[0], higher, text[: match.start()] + higher + text[match.end() :])
    tree = ast.parse(text)
    node = list(_worth_a_change(tree))[place]
    assert isinstance(node, ast.expr)
    was = ast.unparse(node)
    _spoil(node)
    code = text.splitlines()[node.lineno - 1].strip()
    return Fault(path, node.lineno, code, was, ast.unparse(node), ast.unparse(tree))


def _worth_a_change(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node but those of decorators and of `strict=`: what is frozen, remembered or checked to be as long shows in no answer."""
    asides = [
        *(aside for node in ast.walk(tree) for aside in getattr(node, "decorator_list", ())),
        *(node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "strict"),
    ]
    inners = {inner for aside in asides for inner in ast.walk(aside)}
    return (node for node in ast.walk(tree) if node not in inners)


def _spoil(node: ast.AST) -> bool:
    """Change what a node says; False where nothing of it is worth changing."""
    match node:
        case ast.Compare(ops=[first, *_]) if type(first) in _SWAPPED:
            node.ops[0] = _SWAPPED[type(first)]()  # type: ignore[assignment]
        case ast.BinOp() | ast.BoolOp() if type(node.op) in _SWAPPED:
            node.op = _SWAPPED[type(node.op)]()  # type: ignore[assignment]
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant(value=int()):
            node.value += 1
        case ast.Name(id=name) if name in _NAMES:
            node.id = _NAMES[name]
        case ast.UnaryOp(op=ast.Not()):
            node.op = ast.UAdd()
        case _:
            return False
    return True


def sample(area: Area, number: int, seed: int) -> list[Fault]:
    """Some faults of an area, drawn by the seed, a file first and then a place in it."""
    rng = random.Random(f"{seed} {area.name}")
    files = sorted({path for pattern in area.files for path in ROOT.glob(pattern)})
    drawn: dict[tuple[str, int, str], Fault] = {}
    while len(drawn) < number:
        path = rng.choice(files)
        name, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        if places := _places_of(name, text):
            fault = _fault_at(name, text, rng.choice(places))
            drawn[fault.path, fault.line, fault.becomes] = fault
    return list(drawn.values())


def is_caught(fault: Fault, tests: tuple[str, ...], copy: Path) -> bool:
    """Whether a test fails, or never ends, while the fault is in the copy."""
    place = copy / fault.path
    sound = place.read_text("utf-8")
    place.write_text(fault.text, "utf-8")
    try:
        return any(not _pass(copy, names) for names in (tests, _LAST_LINE))
    finally:
        place.write_text(sound, "utf-8")


def _pass(copy: Path, tests: tuple[str, ...]) -> bool:
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", *tests]
    environment = plain_environment(PYTHONPATH=str(copy), PYTHONDONTWRITEBYTECODE="1")
    try:
        done = subprocess.run(
            words, cwd=copy, env=environment, capture_output=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def reviewed() -> dict[tuple[str, str, str, str], str]:
    """The faults a person has found to change nothing that can be observed, by file, line and change, with the reason."""
    rows = tomllib.loads(_REVIEWED.read_text("utf-8"))["fault"]
    return {(row["file"], row["code"], row["was"], row["becomes"]): row["reason"] for row in rows}


def _check_that_all_is_sound(areas: tuple[Area, ...], copy: Path) -> None:
    """Where the tests fail without any fault, every fault would seem to be caught."""
    for tests in (*{area.tests for area in areas}, _LAST_LINE):
        if not _pass(copy, tests):
            raise RuntimeError(f"the tests fail before a fault is put in: {' '.join(tests)}")


def measure() -> Measured:
    """Put in one fault after the other; the share of each area that lives, and where."""
    number = int(os.environ.get("ANALYSER_MUTANTS", _EACH))
    seed = int(os.environ.get("ANALYSER_MUTANTS_FROM", "0"))
    wanted = os.environ.get("ANALYSER_MUTANTS_IN", ",".join(area.name for area in AREAS)).split(",")
    areas = tuple(area for area in AREAS if area.name in wanted)
    unseen, tried = reviewed(), 0
    lives: list[dict[str, str | int]] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_of_the_project(Path(folder) / "copy")
        _check_that_all_is_sound(areas, copy)
        for area in areas:
            for fault in sample(area, number, seed):
                tried += 1
                if not is_caught(fault, area.tests, copy):
                    reason = unseen.get((fault.path, fault.code, fault.was, fault.becomes), "")
                    lives.append({"area": area.name, "file": fault.path, "line": fault.line, "was": fault.was[:80],
                                  "becomes": fault.becomes[:80], "changes nothing, since": reason})  # fmt: skip
                    print(
                        f"    lives: {fault.path}:{fault.line}: {fault.was[:60]} -> {fault.becomes[:60]}",
                        flush=True,
                    )
    share = 100 * sum(not fault["changes nothing, since"] for fault in lives) / tried
    figures = (Figure(f"of {tried} small faults that live after review", share, "%", _SURVIVORS, "at most"),)
    beside = {"seed": seed, "of_each_area": number, "areas": [area.name for area in areas], "lives": lives}
    return Measured(figures, beside)
