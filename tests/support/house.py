"""What the tree of source files says about itself, read with `ast` alone."""

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.support import ROOT

PACKAGE = ROOT / "analyser"
LAB = ROOT / "tests" / "bench" / "lab"


@dataclass(frozen=True)
class Module:
    """One source file of the package, or of the lab beside it."""

    path: Path

    @cached_property
    def name(self) -> str:
        """Its place in the house, `estimates/calls.py`; in the lab, `lab/calls.py`."""
        return self.path.relative_to(PACKAGE if PACKAGE in self.path.parents else LAB.parent).as_posix()

    @property
    def room(self) -> str:
        """The room it stands in; empty for the package's own front page."""
        first = self.name.partition("/")[0].removesuffix(".py")
        return "" if first == "__init__" else first

    @cached_property
    def text(self) -> str:
        """The file as it stands."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the file, read but not run."""
        return tuple(ast.walk(ast.parse(self.text, filename=str(self.path))))

    @cached_property
    def imports(self) -> frozenset[str]:
        """Every module and name it imports anywhere, also inside functions."""
        names = set()
        for node in self.nodes:
            match node:
                case ast.Import():
                    names |= {alias.name for alias in node.names}
                case ast.ImportFrom(module=str(module)):
                    names |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
                case ast.Call(func=function, args=[ast.Constant(value=str(name)), *_]):
                    if ast.unparse(function) in {"importlib.import_module", "import_module", "__import__"}:
                        names.add(name)
                case _:
                    pass
        return frozenset(names)

    @cached_property
    def calls(self) -> frozenset[tuple[str, bool]]:
        """Every dotted name it calls, and whether with arguments."""
        return frozenset(
            (ast.unparse(node.func), bool(node.args or node.keywords))
            for node in self.nodes
            if isinstance(node, ast.Call)
        )

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The names of its classes."""
        return tuple(node.name for node in self.nodes if isinstance(node, ast.ClassDef))

    @cached_property
    def exported(self) -> tuple[str, ...] | None:
        """What `__all__` lists; None if there is no such list."""
        for node in self.nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                    return tuple(ast.literal_eval(value))
                case _:
                    pass
        return None

    @cached_property
    def bound(self) -> tuple[str, ...]:
        """Every name it binds anywhere: variables, parameters, functions, classes; a name as often as it is bound."""
        names = []
        for node in self.nodes:
            match node:
                case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                    names.append(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    names.append(name)
                case _:
                    pass
        return tuple(names)


def modules() -> tuple[Module, ...]:
    """Every source file of the package and of the lab, in order."""
    paths = (path for folder in (PACKAGE, LAB) for path in sorted(folder.rglob("*.py")))
    return tuple(Module(path) for path in paths if "_shipped" not in path.parts)


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
