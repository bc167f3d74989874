"""Where the double-dummy answers of the tests are kept: for both workers of a run, for the next run, and in the tree.

What a fresh checkout would count for minutes lies in `tests/golden/answers.xz`: questions of the tests with their answers,
under the name of the solver that gave them. A solver changed since, by its source or by another endplay in the lock, starts with nothing and
counts everything; a renamed function or another comment changes no answer and keeps the name. `tests/estimates/test_kept_answers.py` counts
some of them again in every run. What the runs here have counted besides is put into the tree by `python -m tests.support.answers`, which first
counts one in fifty of the recorded answers again where another solver gave them, and keeps them all if those agree.
"""

import ast
import hashlib
import io
import lzma
import re
import sqlite3
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.bridge import Deal
from tests.support import GOLDEN, ROOT

if TYPE_CHECKING:
    from analyser.estimates.solver.questions import SolverQuestion

SOLVER = ROOT / "analyser" / "estimates" / "solver"
IN_THE_TREE = GOLDEN / "answers.xz"
_CHECK_SUM = 4  # bytes the solver's cache adds to each answer


def solver_name() -> str:
    """A name made of what the solver's source does and of the library the lock names, the same on every system."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(SOLVER.glob("*.py"))]
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    library = re.findall(r"^endplay==.*\n(?: +--hash=.*\n)+", lock, re.MULTILINE)
    return hashlib.sha256(f"{bare_code(sources)}{library}".encode()).hexdigest()[:12]


def bare_code(sources: Sequence[str]) -> str:
    """The modules without comments, docstrings and layout, each name of the project replaced by the order of its first use.

    A rename that is made everywhere gives the same text; a changed number, sign or order, or another name from outside, does not.
    """
    defined = {name for source in sources for name in _defined_names(ast.parse(source))}
    order: dict[str, int] = {}
    signs = re.findall(r"\w+|[^\w\s,]", "\n".join(map(_without_remarks, sources)))
    return " ".join(f"${order.setdefault(sign, len(order))}" if sign in defined else sign for sign in signs)


def _defined_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.ImportFrom(module=str(module), names=names) if module.startswith("analyser"):
                yield from (*module.split("."), *(alias.name for alias in names))


def _without_remarks(source: str) -> str:
    """The lines without comments and docstrings."""
    lines = source.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # a text that nothing reads
            last = node.end_lineno or node.lineno
            lines[node.lineno - 1 : last] = [""] * (last - node.lineno + 1)
    return "\n".join(lines)


def answers_folder() -> Path:
    """A folder named after the solver: whoever changes it starts with an empty one."""
    return ROOT / ".cache" / "answers" / solver_name()


def answers_in_the_tree() -> dict[bytes, tuple[int, ...]]:
    """The questions and answers that come with the tests; none if another solver gave them."""
    name, rows = recorded_answers()
    return rows if name == solver_name() else {}


def recorded_answers() -> tuple[str, dict[bytes, tuple[int, ...]]]:
    """The name of the solver that gave the answers in the tree, and those answers."""
    if not IN_THE_TREE.is_file():
        return "", {}
    name, _, rows = lzma.decompress(IN_THE_TREE.read_bytes()).partition(b"\n")
    fields = _fields(rows)
    return name.decode(), {question: tuple(answer) for question, answer in zip(fields, fields, strict=True)}


def find_differences(rows: Mapping[bytes, tuple[int, ...]], step: int = 50) -> list[bytes]:
    """The questions, one in so many of them, that the present solver answers otherwise."""
    from analyser.estimates.solver import Solver

    asked = list(islice(rows, 0, None, step))
    with Solver() as solver:
        answers = solver._ask([question_of(key) for key in asked])
    return [key for key, answer in zip(asked, answers, strict=True) if answer != rows[key]]


def question_of(key: bytes) -> "SolverQuestion":
    """The question a key names: tricks to play, deal, strain and leader, kind, cards."""
    from analyser.estimates.solver.questions import QuestionKind, SolverQuestion

    end = 14 if key[0] == 13 else 21
    strain_and_leader, kind, *cards = key[end:]
    target = cards.pop() if tuple(QuestionKind)[kind] is QuestionKind.MADE else 0
    return SolverQuestion(
        tuple(QuestionKind)[kind],
        Deal.from_key(key[1:end]),
        strain_and_leader // 4,
        strain_and_leader % 4,
        tuple(cards),
        target,
    )


def _fields(rows: bytes) -> Iterator[bytes]:
    """What stands between one length and the next."""
    place = 0
    while place < len(rows):
        end = place + 1 + rows[place]
        yield rows[place + 1 : end]
        place = end


def write(answers: Mapping[bytes, tuple[int, ...]]) -> None:
    """Put these into the tree; the same answers give the same bytes."""
    fields = [field for question in sorted(answers) for field in (question, bytes(answers[question]))]
    rows = b"".join(bytes((len(field),)) + field for field in fields)
    IN_THE_TREE.write_bytes(lzma.compress(solver_name().encode() + b"\n" + rows, preset=9))


def lay_out() -> None:
    """Give the answers in the tree to a run that has none yet."""
    place = answers_folder() / "solver.sqlite"
    if place.exists():
        return
    from analyser.estimates.solver import engine
    from analyser.estimates.solver.solver import Cache

    with closing(Cache(place, engine())) as cache:
        cache.put(answers_in_the_tree())


def gather() -> dict[bytes, tuple[int, ...]]:
    """Every answer the runs of the tests have kept here."""
    from analyser.estimates.solver import engine

    with closing(sqlite3.connect(answers_folder() / "solver.sqlite")) as connection:
        rows = connection.execute(
            "SELECT question, answer FROM answers WHERE engine = ?", (engine(),)
        ).fetchall()
    return {question: tuple(answer[:-_CHECK_SUM]) for question, answer in rows}


def refresh() -> None:
    """Write what is recorded and what the runs here have counted under the name of the present solver."""
    name, rows = recorded_answers()
    if name != solver_name() and find_differences(rows):
        rows = {}  # the solver has changed, not its words alone: what the runs here have counted is all there is
    write({**rows, **gather()})


if __name__ == "__main__":
    refresh()
