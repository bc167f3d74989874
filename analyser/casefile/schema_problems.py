"""What a schema refuses of a file, as problems with place, value, reason and remedy: all at once, each with the nearest known word."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from analyser.casefile.case import Case
from analyser.casefile.fields import EDITION_PATTERN, EDITION_YEARS, HOW_TO_WRITE, Action
from analyser.casefile.incidents import INCIDENTS
from analyser.casefile.sets import Question
from analyser.casefile.toml_reader import Tree
from analyser.errors import CaseError, Problem
from analyser.messages import Message, sentence
from analyser.messages.refusals import WANTED, nearest, remedy_for, shown_value, translate_value_error

MOST = 300  # problems of a file that are worded: each asks what was meant among all keys

_TableT = TypeVar("_TableT", bound=BaseModel)


def read_table(schema: type[_TableT], tree: Tree, where: str = "") -> _TableT:
    """The values of a file by its schema; refused with all its problems, seen from `where`."""
    try:
        return schema.model_validate(tree)
    except ValidationError as refusal:
        problems = translate_refusal(refusal, tree, schema)
        raise CaseError.from_problems([problem.prefix_place(where) for problem in problems]) from None


def translate_refusal(refusal: ValidationError, tree: Tree, schema: type[BaseModel]) -> tuple[Problem, ...]:
    """Everything in the tree that its schema refuses, in the order of the schema."""
    errors = refusal.errors(include_url=False)
    problems = [problem for error in errors[:MOST] for problem in translate_error(error, tree, schema)]
    if len(errors) > MOST:
        why, remedy = sentence("further-problems", count=len(errors) - MOST), sentence("mend-these-first")
        problems.append(Problem("file", "", why, remedy))
    # A value refused by every branch of a union is one fault, told once.
    return tuple({problem.where: problem for problem in reversed(problems)}.values())[::-1]


def place_of(path: tuple[int | str, ...], tree: Tree) -> str:
    """The path in the file, positions counted from 1, joined by blanks.

    >>> place_of(("judgement", 1, "results", "answer", 0, "weight"), {"judgement": [{}, {"answer": [{"weight": 2}]}]})
    'judgement 2 answer 1 weight'
    """
    return " ".join(str(part) if isinstance(part, str) else str(part + 1) for part in _in_file(path, tree))


def _in_file(path: tuple[int | str, ...], tree: Tree) -> Iterator[int | str]:
    """The parts of a schema path that are in the file: names of branches are left out, calls and cards are named."""
    here: Any = tree
    previous: int | str = ""
    for depth, part in enumerate(path):
        last = depth == len(path) - 1
        if isinstance(here, dict):
            if part not in here and not last and isinstance(part, str):
                continue  # the tag of a union
            if isinstance(part, int) and part not in here:
                continue  # a single table that stands for a list of one
        elif isinstance(here, str) and isinstance(part, int):
            yield "call" if previous == "auction" else "card"
        elif isinstance(part, str) and not isinstance(here, dict):
            continue
        elif previous == "play" and isinstance(here, list):
            yield "trick"
        yield part
        previous = part
        here = _step(here, part)


def _step(here: Any, part: int | str) -> Any:  # noqa: ANN401 - any plain value of a TOML file
    if isinstance(here, Mapping):
        return here.get(part)
    if isinstance(part, int) and isinstance(here, str):
        words = here.split()
        return words[part] if part < len(words) else ""
    if isinstance(part, int) and isinstance(here, list) and part < len(here):
        return here[part]
    return None


def translate_error(error: ErrorDetails, tree: Tree, schema: type[BaseModel] = Case) -> Iterator[Problem]:
    """One error of the schema as problems; several where a value of the game has several."""
    path, kind = error["loc"], error["type"]
    context = error.get("ctx", {})
    where, shown = place_of(path, tree), shown_value(error.get("input"))
    if kind == "extra_forbidden":
        key = str(path[-1])
        why = sentence("key-not-of-case-file" if schema is Case else "key-not-known-here")
        yield Problem(where, key, why, _home_of(path, _names(_table_at(path, tree, schema)), schema))
    elif kind in ("union_tag_not_found", "union_tag_invalid"):
        yield _tag_problem(where, error, context)
    elif kind in ("tuple_type", "list_type") and _is_list_of_tables(path, tree, schema):
        yield Problem(where, shown, sentence(WANTED[kind]), sentence("write-list-of-tables", key=path[-1]))
    elif (pattern := context.get("pattern")) in HOW_TO_WRITE:
        why = sentence("edition-not-kept" if pattern == EDITION_PATTERN else WANTED[kind])
        yield Problem(where, shown, why, sentence(HOW_TO_WRITE[pattern], years=", ".join(EDITION_YEARS)))
    else:
        yield from translate_value_error(where, error)


def _tag_problem(where: str, error: ErrorDetails, context: Mapping[str, Any]) -> Problem:
    key = str(context.get("discriminator", "kind")).strip("'")
    known = [str(kind) for kind in (INCIDENTS if key == "kind" else Question)]
    value = error.get("input")
    shown = shown_value(value.get(key)) if isinstance(value, dict) else shown_value(value)
    if isinstance(value, dict) and key not in value:
        return Problem(
            f"{where} {key}",
            "",
            sentence("key-required"),
            sentence("known-values", names=", ".join(sorted(known))),
        )
    return Problem(f"{where} {key}", shown, sentence("value-not-known"), remedy_for(shown, known))


def _home_of(path: tuple[int | str, ...], known: list[str], schema: type[BaseModel]) -> Message:
    """Where a key belongs that its table does not take: a key of this table spelt nearly so, the table that has it, or any."""
    key = str(path[-1])
    tables = (
        f"[[{field.alias or name}]]" if _is_list(field) else f"[{name}]"  # one of several, or the only one
        for name, field in schema.model_fields.items()
        if (field.alias or name) != path[0]
        and any(key in _names(model) for model in _models_in(field.annotation))
    )
    homes = ", ".join(tables)
    if homes and not nearest(key, known):
        return sentence("key-of-another-table", key=key, tables=homes)
    return remedy_for(key, known)


def _names(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def _table_at(path: tuple[int | str, ...], tree: Tree, schema: type[BaseModel]) -> type[BaseModel]:
    """The schema of the table in which a path ends."""
    model: Any = schema
    here: Any = tree
    for part in path[:-1]:
        inner = _model_at(model, part, here)
        model = inner if inner is not None else model
        here = (
            _step(here, part)
            if not isinstance(part, str) or (isinstance(here, dict) and part in here)
            else here
        )
    table: type[BaseModel] = model
    return table


def _is_list(field: FieldInfo) -> bool:
    return "tuple" in str(field.annotation)


def _is_list_of_tables(path: tuple[int | str, ...], tree: Tree, schema: type[BaseModel]) -> bool:
    """Whether the key in which a path ends takes tables of its own name, one by one."""
    fields = _table_at(path, tree, schema).model_fields
    field = next((field for name, field in fields.items() if (field.alias or name) == path[-1]), None)
    return field is not None and _is_list(field) and any(_models_in(field.annotation))


def _model_at(model: type[BaseModel], part: int | str, here: Any) -> type[BaseModel] | None:  # noqa: ANN401
    """The schema of the table one step further down."""
    if isinstance(part, int):
        return None
    for name, field in model.model_fields.items():
        if part == (field.alias or name):
            models = list(_models_in(field.annotation))
            return models[0] if models else None
    tagged = here if isinstance(here, dict) else {}
    judgements = _models_in(Case.model_fields["judgement"].annotation)
    for inner in [*INCIDENTS.values(), *judgements]:
        tag = inner.model_fields.get("kind") or inner.model_fields.get("question")
        tags = [str(value) for value in get_args(tag.annotation)] if tag else []
        if part in tags or tagged.get("kind", tagged.get("question")) in tags:
            return inner
    return None


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:  # noqa: ANN401
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        if inner is not Action:
            yield from _models_in(inner)
