"""A case file read: the case, or every problem in it at once; the schema's refusals as place, value, reason, remedy."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from analyser import resources
from analyser.casefile.bridge_problems import bridge_problems
from analyser.casefile.case import Case
from analyser.casefile.fields import EDITION_YEARS, HOW_TO_WRITE, Action
from analyser.casefile.incidents import INCIDENTS
from analyser.casefile.sets import Question
from analyser.casefile.toml_reader import Tree, lower_first, read_tree
from analyser.casefile.tree import migrated, nearest, remedy_for
from analyser.errors import CaseError, LawError, Problem
from analyser.messages import sentence

_WORDS = {
    "missing": "key-required",
    "int_type": "whole-number-wanted",
    "int_parsing": "whole-number-wanted",
    "bool_type": "true-or-false-wanted",
    "bool_parsing": "true-or-false-wanted",
    "string_type": "text-wanted",
    "tuple_type": "list-wanted",
    "list_type": "list-wanted",
    "model_type": "table-wanted",
    "model_attributes_type": "table-wanted",
    "dict_type": "table-wanted",
    "date_type": "date-wanted",
    "datetime_type": "date-time-wanted",
    "is_instance_of": "other-value-wanted",
    "less_than_equal": "number-too-large",
    "greater_than_equal": "number-too-small",
    "multiple_of": "scores-multiples-of-ten",
    "string_too_long": "text-too-long",
    "too_long": "list-too-long",
    "too_short": "list-too-short",
    "string_pattern_mismatch": "text-form",
}
_REMEDY = {
    "date_type": "write-date-bare",
    "datetime_type": "write-date-time-bare",
    "string_type": "quote-text-example",
    "bool_type": "write-true-or-false",
    "int_type": "write-number-bare",
    "tuple_type": "write-list",
    "model_type": "write-table",
    "model_attributes_type": "write-table",
    "dict_type": "write-table",
}


MOST = 300  # problems of a file that are worded: each asks what was meant among all keys


def schema_problems(tree: Tree) -> tuple[Case | None, tuple[Problem, ...]]:
    """The case, or everything in the tree that the schema refuses."""
    try:
        return Case.model_validate(tree), ()
    except ValidationError as refusal:
        errors = refusal.errors(include_url=False)
        problems = [problem for error in errors[:MOST] for problem in _problems(error, tree)]
        if len(errors) > MOST:
            why, remedy = sentence("further-problems", count=len(errors) - MOST), sentence("mend-these-first")
            problems.append(Problem("file", "", why, remedy))
    # A value refused by every branch of a union is one fault, told once.
    return None, tuple({problem.where: problem for problem in reversed(problems)}.values())[::-1]


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


def _problems(error: ErrorDetails, tree: Tree) -> Iterator[Problem]:
    path, kind = error["loc"], error["type"]
    context = error.get("ctx", {})
    where, shown = place_of(path, tree), _shown(error.get("input"))
    if kind == "bridge":
        for problem in context["problems"]:
            yield Problem(
                f"{where} {problem.where}".strip(), problem.found or shown, problem.why, problem.remedy
            )
    elif kind == "extra_forbidden":
        key = str(path[-1])
        yield Problem(where, key, sentence("key-not-of-case-file"), _home_of(path, _keys(path, tree)))
    elif kind in ("union_tag_not_found", "union_tag_invalid"):
        yield _tag_problem(where, error, context)
    elif kind in ("enum", "literal_error"):
        expected = str(context.get("expected", "")).replace(" or ", ", ").split(",")
        words = [word.strip().strip("'") for word in expected if word.strip()]
        yield Problem(where, shown, sentence("value-not-known"), remedy_for(shown, words))
    elif kind == "missing":
        yield Problem(where, "", sentence(_WORDS[kind]), sentence("write-key", path=path[-1]))
    else:
        yield Problem(where, shown, _reason(kind, error["msg"]), _remedy(kind, context))


def _tag_problem(where: str, error: ErrorDetails, context: Mapping[str, Any]) -> Problem:
    key = str(context.get("discriminator", "kind")).strip("'")
    known = [str(kind) for kind in (INCIDENTS if key == "kind" else Question)]
    value = error.get("input")
    shown = _shown(value.get(key)) if isinstance(value, dict) else _shown(value)
    if isinstance(value, dict) and key not in value:
        return Problem(
            f"{where} {key}",
            "",
            sentence("key-required"),
            sentence("known-values", names=", ".join(sorted(known))),
        )
    return Problem(f"{where} {key}", shown, sentence("value-not-known"), remedy_for(shown, known))


def _shown(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, bool):
        return str(value).lower()
    if value is None or isinstance(value, (dict, list, tuple)):
        return ""
    return str(value)[:80]


def _reason(kind: str, message: str) -> str:
    return sentence(_WORDS[kind]) if kind in _WORDS else lower_first(message)


def _remedy(kind: str, context: Mapping[str, Any]) -> str:
    """What to write instead: by the kind of value, else within its bound."""
    if kind in _REMEDY:
        return sentence(_REMEDY[kind])
    if context.get("pattern") in HOW_TO_WRITE:
        return sentence(HOW_TO_WRITE[context["pattern"]], years=", ".join(EDITION_YEARS))
    bounds = {"le": "at-most", "ge": "at-least", "max_length": "at-most", "min_length": "at-least"}
    return next((sentence(bounds[key], number=context[key]) for key in bounds if key in context), "")


def _home_of(path: tuple[int | str, ...], known: list[str]) -> str:
    """Where a key belongs that its table does not take: a key of this table spelt nearly so, the table that has it, or any."""
    key = str(path[-1])
    tables = (
        f"[[{name}]]" if "tuple" in str(field.annotation) else f"[{name}]"  # one of several, or the only one
        for name, field in Case.model_fields.items()
        if name != path[0] and any(key in _names(model) for model in _models_in(field.annotation))
    )
    homes = ", ".join(tables)
    if homes and not nearest(key, known):
        return sentence("key-of-another-table", key=key, tables=homes)
    return remedy_for(key, known)


def _names(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def _keys(path: tuple[int | str, ...], tree: Tree) -> list[str]:
    """The keys that the table with the unknown key does take."""
    model: Any = Case
    here: Any = tree
    for part in path[:-1]:
        inner = _model_at(model, part, here)
        model = inner if inner is not None else model
        here = (
            _step(here, part)
            if not isinstance(part, str) or (isinstance(here, dict) and part in here)
            else here
        )
    return _names(model)


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


def read_case(data: bytes) -> tuple[Case | None, tuple[Problem, ...]]:
    """A case without problems, or problems without a case.

    Schema and bridge are judged side by side, so that all faults are listed in one round.
    """
    tree, problems = read_tree(data)
    if problems:
        return None, problems
    tree = migrated(tree)
    case, of_schema = schema_problems(tree)
    faulty = {problem.where for problem in of_schema}
    of_bridge = tuple(islice((p for p in bridge_problems(tree) if p.where not in faulty), MOST))
    if case is not None:
        of_schema += tuple(_stated_otherwise(case))
    if of_schema or of_bridge or case is None:
        return None, of_schema + of_bridge
    if of_clauses := clause_problems(case):
        return None, of_clauses
    object.__setattr__(case, "_toml", data.decode("utf-8"))
    object.__setattr__(case, "_sha256", hashlib.sha256(data).hexdigest())
    return case, ()


def _stated_otherwise(case: Case) -> Iterator[Problem]:
    """Keys and values of an incident as the other side states it that cannot be."""
    for number, incident in enumerate(case.incident, 1):
        try:
            incident.as_denied()
        except ValidationError as error:
            for details in error.errors():
                key = next((str(part) for part in details["loc"]), "")
                tree = {"incident": [{"kind": str(incident.kind)}]}
                for problem in _problems({**details, "loc": ("incident", 0, str(incident.kind), key)}, tree):
                    yield replace(problem, where=f"incident {number} otherwise {key}")


def clause_problems(case: Case) -> tuple[Problem, ...]:
    """Every address cited in an incident or a ruling that is misprinted, with what is meant; and those nobody has."""
    cited = tuple(_cited(case))
    if not cited:
        return ()
    from analyser.laws import Clause, find  # read only for cases that cite a law

    problems = []
    for where, address in cited:
        try:
            meant = find(address)
        except LawError as refusal:
            (problem,) = refusal.problems[:1]
            problems.append(Problem(where, address, problem.why, problem.remedy))
            continue
        if meant != Clause.parse(address):
            why, remedy = sentence("clause-misprinted"), sentence("write-clause", clause=str(meant))
            problems.append(Problem(where, address, why, remedy))
    return tuple(problems)


def _cited(case: Case) -> Iterator[tuple[str, str]]:
    """The place of each address in the file, and the address."""
    for number, incident in enumerate(case.incident, 1):
        for place, address in enumerate(incident.cited, 1):
            yield f"incident {number} clauses {place}", address
    for number, ruling in enumerate(case.ruling, 1):
        for place, address in enumerate(ruling.clauses or (), 1):
            yield f"ruling {number} clauses {place}", address


def problems_of(data: bytes) -> tuple[Problem, ...]:
    """Every problem of a case file's bytes, none when it is sound."""
    return read_case(data)[1]


def case_of(data: bytes) -> Case:
    """The case in a file's bytes; refused with all its problems."""
    case, problems = read_case(data)
    if case is None:
        raise CaseError.of(problems)
    return case


def bundled_past_cases() -> tuple[Case, ...]:
    """The past cases that come with the program."""
    names = [name for name in resources.listing("cases/past") if name.endswith(".toml")]
    return tuple(case_of(resources.data(name)) for name in names)
