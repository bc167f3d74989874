"""The ground plan as a table, and what the tree of source files says about itself, read with `ast` alone."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.support import ROOT

PACKAGE = ROOT / "analyser"

ERRORS = frozenset({"errors"})
GROUND = ERRORS | {"resources"}
CARDS = ERRORS | {"bridge"}
FLOORS = GROUND | {"bridge", "scoring", "laws", "notation", "casefile"}
ARGUMENT = FLOORS | {"reasoning"}
WORKSHOP = ARGUMENT | {"peers", "play"}
BETWEEN = frozenset({
    "infractions", "alternatives", "solver", "outcomes", "adjustment", "review", "precedents", "event", "report"
})  # fmt: skip
HALL = frozenset({"pipeline", "training"})

MAY_IMPORT = {
    "errors": frozenset[str](),
    "resources": ERRORS,
    "bridge": ERRORS,
    "scoring": CARDS,
    "laws": GROUND | CARDS,
    "notation": CARDS | {"scoring"},
    "casefile": FLOORS - {"casefile"},
    "reasoning": FLOORS,
    "peers": ARGUMENT,
    "play": ARGUMENT,
    "infractions": WORKSHOP,
    "alternatives": WORKSHOP,
    "solver": ARGUMENT,
    "outcomes": WORKSHOP,
    "adjustment": ARGUMENT,
    "review": ARGUMENT,
    "precedents": ARGUMENT | {"peers"},
    "event": ARGUMENT,
    "report": ARGUMENT,
    "training": ARGUMENT | {"peers"},
    "pipeline": WORKSHOP | BETWEEN,
    "cli": ARGUMENT | HALL,
    "web": ARGUMENT | HALL,
    "__main__": frozenset({"cli"}),
}
KINDS = (
    "unauthorised_information",
    "misinformation",
    "claim",
    "revoke",
    "withdrawn_call",
    "irregular_call",
    "lead_out_of_turn",
    "exposed_card",
    "wrong_board",
    "wrong_hand",
    "played_card",
    "score_error",
)


@dataclass(frozen=True, slots=True)
class Module:
    """One source file of the package."""

    path: Path

    @property
    def name(self) -> str:
        """Its place in the house, `solver/dd.py`."""
        return self.path.relative_to(PACKAGE).as_posix()

    @property
    def room(self) -> str:
        """The room it stands in; empty for the package's own front page."""
        first = self.path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        return "" if first == "__init__" else first

    @property
    def tree(self) -> ast.Module:
        """The file, read but not run."""
        return parsed(self.path)

    @property
    def lines(self) -> int:
        """How long it is."""
        return len(self.path.read_text(encoding="utf-8").splitlines())

    @property
    def imports(self) -> frozenset[str]:
        """Every module it imports anywhere, also inside functions and by name."""
        return frozenset(imported(self.tree, self.path))

    @property
    def calls(self) -> frozenset[tuple[str, bool]]:
        """Every dotted name it calls, and whether with arguments."""
        found = (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))
        return frozenset((ast.unparse(call.func), bool(call.args or call.keywords)) for call in found)


@cache
def parsed(path: Path) -> ast.Module:
    """Read a source file once."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imported(tree: ast.Module, path: Path) -> Iterator[str]:
    """Name what a file imports, dots in front resolved.

    >>> sorted(imported(ast.parse("import a.b; from . import c; from .d import e"), PACKAGE / "solver" / "x.py"))
    ['a.b', 'analyser.estimates.solver.c', 'analyser.estimates.solver.d', 'analyser.estimates.solver.d.e']
    """
    home = path.relative_to(PACKAGE.parent).parent.parts
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom():
                above = home[: len(home) - node.level + 1] if node.level else ()
                base = ".".join((*above, *((node.module,) if node.module else ())))
                yield from (() if base == "analyser" or not node.module else (base,))
                yield from (f"{base}.{alias.name}" for alias in node.names)
            case ast.Call(func=called, args=[ast.Constant(value=str(name)), *_]) if ast.unparse(called) in {
                "importlib.import_module",
                "import_module",
                "__import__",
            }:
                yield name
            case _:
                pass


def modules() -> tuple[Module, ...]:
    """Every source file of the package, in order."""
    found = sorted(PACKAGE.rglob("*.py"))
    return tuple(Module(path) for path in found if "_shipped" not in path.parts)


def exported(tree: ast.Module) -> tuple[str, ...] | None:
    """What `__all__` lists; None if there is no such list, written out."""
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id="__all__")], value=value)
                | ast.AnnAssign(target=ast.Name(id="__all__"), value=ast.List() | ast.Tuple() as value)
            ):
                return tuple(ast.literal_eval(value))
            case _:
                pass
    return None


def bound(tree: ast.Module) -> frozenset[str]:
    """Every name a file binds at its top level."""
    names: set[str] = set()
    for node in ast.walk(ast.Module(body=[*tree.body], type_ignores=[])):
        match node:
            case ast.Import() | ast.ImportFrom():
                names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Name(ctx=ast.Store()):
                names.add(node.id)
            case _:
                pass
    return frozenset(names)


def documents() -> tuple[Path, ...]:
    """Every file the project keeps, without what is made on the machine and without the golden figures."""
    made = {"__pycache__", "golden", "build", "dist", "_shipped"}
    first = [
        path for path in ROOT.iterdir() if not path.name.startswith(".") or path.name in {".ci", ".gitignore"}
    ]
    every = [file for path in first for file in ((path,) if path.is_file() else path.rglob("*"))]
    return tuple(
        sorted(file for file in every if file.is_file() and not made & set(file.relative_to(ROOT).parts))
    )
