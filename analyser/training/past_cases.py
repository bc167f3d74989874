"""A batch of past rulings turned into case files: facts in our own words, one file a ruling.

    python -m analyser.training.past_cases FOLDER     FOLDER holds cases.jsonl and cases_partial.jsonl

The columns give what they can; what free text says is told again, row by row, in `past_cases_overrides.toml`. Rows without
any hand go to `cases/index.toml`. What explanations show of a hand is read in `past_cases_meanings.toml`. The same batch
gives the same bytes; a case added by hand is never touched.
"""

import json
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from analyser import resources
from analyser.casefile import Case, case_of, read_case
from analyser.casefile.tree import Tree
from analyser.casefile.write import toml_text
from analyser.errors import AnalyserError, CaseError, Problem
from analyser.training.past_cases_facts import facts_of
from analyser.training.past_cases_meanings import readings, with_meanings
from analyser.training.past_cases_page import page, read_trees
from analyser.training.past_cases_rulings import findings_of
from analyser.training.past_cases_text import Row

__all__ = [
    "Batch",
    "Refused",
    "cases_in",
    "convert",
    "curated",
    "index_text",
    "main",
    "read_batch",
    "write_batch",
]

FILES = ("cases.jsonl", "cases_partial.jsonl")
_OVERRIDES = "training/past_cases_overrides.toml"
_UNKEPT = ("schema", "poll")
_INDEX_HEAD = """# Past rulings of which no hand is known: for precedents only. Written by analyser.training.past_cases.
"""


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that became no case, and why."""

    name: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch as case trees: those with hands, one file each; those without, for the index; those that were refused."""

    cases: tuple[Tree, ...]
    index: tuple[Tree, ...]
    refused: tuple[Refused, ...] = ()


def read_batch(folder: Path) -> tuple[Row, ...]:
    """The rows of a batch, in the order of its files."""
    rows = []
    for name in FILES:
        path = folder / name
        if path.is_file():
            lines = enumerate(path.read_text("utf-8").splitlines(), 1)
            rows += [_row(line, f"{name} line {number}") for number, line in lines if line.strip()]
    return tuple(rows)


def _row(line: str, where: str) -> Row:
    try:
        return Row(json.loads(line))
    except (ValueError, TypeError) as fault:
        remedy = "give one JSON object a line, with the keys `training/past_cases_facts.py` reads"
        raise CaseError("the row cannot be read", where=where, found=line[:40], remedy=remedy) from fault


def curated() -> Tree:
    """What the columns of known rows do not say in a form a program may read."""
    return tomllib.loads(resources.text(_OVERRIDES))


def convert(rows: Iterable[Row], told: Tree | None = None) -> Batch:
    """Every row as a case tree; a row that would be no sound case is refused with its reasons and holds up no other."""
    overrides = curated() if told is None else told
    read = readings()["read"] if told is None else {}
    cases: list[Tree] = []
    index: list[Tree] = []
    refused: list[Refused] = []
    for row in rows:
        name = str(row.get("id", "?"))
        try:
            tree = _tree(row, overrides.get(name, {}), read.get(name, {}))
        except (AnalyserError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as reason:
            why = f"the row is not in the documented form: {reason}"
            refused.append(Refused(name, (Problem(name, type(reason).__name__, why, "mend the row"),)))
            continue
        problems = read_case(toml_text(tree).encode()).problems if _has_hands(tree) else ()
        if problems:
            refused.append(Refused(name, tuple(problem.under(name) for problem in problems)))
        elif _has_hands(tree):
            cases.append(tree)
        else:
            index.append(tree)
    return Batch(tuple(cases), tuple(index), tuple(refused))


def cases_in(folder: Path) -> tuple[Case, ...]:
    """The sound cases of a folder, for training and evaluation: rows of a batch, or case files."""
    files = sorted(folder.glob("*.toml"))
    if not files and not any((folder / name).is_file() for name in FILES):
        remedy = f"name a folder with {' or '.join(FILES)} in it, or with case files"
        raise CaseError("there are no cases in the folder", where="--data", found=str(folder), remedy=remedy)
    told = [case_of(toml_text(tree).encode()) for tree in convert(read_batch(folder)).cases]
    return (*told, *(case_of(path.read_bytes()) for path in files))


def _tree(row: Row, told: Tree, read: Tree) -> Tree:
    facts = with_meanings(facts_of(row, told), read)
    if "index" not in told:
        return facts | findings_of(row, told, facts)
    summary = dict(told["index"])
    facts["incident"] = [{"id": summary["kind"], **summary}]
    return facts | findings_of(row, told, facts)


def _has_hands(tree: Tree) -> bool:
    return bool({"deal", "hands"} & set(tree["board"])) or "position" in tree["incident"][0]


def index_text(rows: Iterable[Tree]) -> str:
    """The index: rulings of which no hand is known, for precedents only."""
    texts = [toml_text({"case": [{key: row[key] for key in row if key not in _UNKEPT}]}) for row in rows]
    return "\n".join([_INDEX_HEAD, *texts])


def merged(held: Iterable[Tree], new: Iterable[Tree]) -> tuple[Tree, ...]:
    """The rows of the index with those of a batch: a row told again takes its old place, others come after."""
    rows = {str(row["id"]): row for row in held}
    rows |= {str(row["id"]): row for row in new}
    return tuple(rows.values())


def write_batch(batch: Batch, cases: Path) -> None:
    """Write the case files, the index and the page that counts them."""
    past = cases / "past"
    past.mkdir(parents=True, exist_ok=True)
    for tree in batch.cases:
        (past / f"{tree['id']}.toml").write_text(toml_text(tree), "utf-8")
    rows = merged(read_trees(cases)[1], batch.index)
    (cases / "index.toml").write_text(index_text(rows), "utf-8")
    (cases / "README.md").write_text(page(cases), "utf-8")


def main(folder: Path) -> None:
    """Convert a folder; what is sound is written, and what was refused is told together at the end."""
    batch = convert(read_batch(folder))
    write_batch(batch, resources.location("cases"))
    if batch.refused:
        raise CaseError.of(tuple(problem for row in batch.refused for problem in row.problems))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
