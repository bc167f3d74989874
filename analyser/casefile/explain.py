"""What each key of a case means, read from the schema, and the schema for other programs."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from analyser.casefile.case import Case
from analyser.errors import UsageError
from analyser.messages import sentence
from analyser.messages.refusals import nearest


@dataclass(frozen=True, slots=True)
class Explained:
    """One key: its path in the file, what it is for, what it takes."""

    path: str
    meaning: str
    takes: tuple[str, ...]
    required: bool

    def __str__(self) -> str:
        """A few lines for a reader."""
        lines = [self.path, f"  {self.meaning}" if self.meaning else "  a table of keys"]
        if self.takes:
            lines.append(f"  takes: {' | '.join(self.takes)}")
        lines.append("  required where its table stands" if self.required else "  may be left away")
        return "\n".join(lines)


@cache
def every_key() -> tuple[Explained, ...]:
    """Every key of the case file, in the order of the schema."""
    return tuple(_keys(Case, ""))


def explain(name: str) -> tuple[Explained, ...]:
    """The keys a word speaks of: a path (`event form`), a last part (`form`) or a sort (`claim`); refused with the nearest.

    A table is followed by its own keys, and where there are several sorts of it, by what each sort is.
    """
    wanted = name.replace(".", " ").replace("[", " ").replace("]", " ").lower().split()
    wanted = [word for word in wanted if not word.isdigit()]
    known = every_key()
    matching = tuple(key for key in known if wanted and _words(key)[-len(wanted) :] == wanted)
    if not matching and wanted:
        matching = tuple(key for key in known if wanted[-1] in _words(key)[-1:] and wanted[0] in _words(key))
    if not matching and wanted:  # a kind of incident, a question that is judged
        sort = tuple(
            key
            for key in known
            if any(wanted[-1] in braced.split("|") for braced in re.findall(r"\(([^)]*)\)", key.path))
        )
        if sort:
            return sort
    if matching:
        return tuple(dict.fromkeys(entry for key in matching for entry in (key, *_inside(key.path, known))))
    close = nearest(wanted[-1] if wanted else "", {_words(key)[-1] for key in known})
    remedy = sentence("did-you-mean-key", close=close) if close else sentence("ask-for-table")
    raise UsageError(sentence("key-unknown"), found=name, remedy=remedy)


def _inside(path: str, known: tuple[Explained, ...]) -> Iterator[Explained]:
    """The keys of a table; one that all its sorts have alike stands once."""
    sorts: dict[tuple[str, str, tuple[str, ...], bool], list[str]] = {}
    every: dict[str, None] = {}
    pattern = re.compile(rf"{re.escape(path)} (?:\(([^)]*)\) )?([^ ]+)")
    for key in known:
        match = pattern.fullmatch(key.path)
        if match is not None:
            tag, name = match[1] or "", match[2]
            every.setdefault(tag)
            sorts.setdefault((name, key.meaning, key.takes, key.required), []).append(tag)
    for tag, meaning in _sorts(path).items():
        yield Explained(f"{path} ({tag})", meaning, (), required=False)
    for (name, meaning, takes, required), tags in sorts.items():
        where = "" if len(tags) == len(every) else f" ({'; '.join(tags)})"
        yield Explained(f"{path}{where} {name}", meaning, takes, required)


def _sorts(path: str) -> dict[str, str]:
    """What each sort of a top-level table is for, by its tag."""
    field = Case.model_fields.get(path)
    models = () if field is None else _models(field.annotation)
    return {tag: _doc(model) for model in models if (tag := _tag(model))}


def _words(key: Explained) -> list[str]:
    return key.path.lower().replace("(", " ").replace(")", " ").split()


def _keys(model: type[BaseModel], before: str) -> Iterator[Explained]:
    for name, field in model.model_fields.items():
        key = field.alias or name
        path = f"{before} {key}".strip()
        takes = tuple(dict.fromkeys(_accepted_values(field.annotation)))
        yield Explained(path, _meaning(field), takes, field.is_required())
        for inner in _models(field.annotation):
            tag = _tag(inner)
            yield from _keys(inner, f"{path} ({tag})" if tag else path)


def _meaning(field: FieldInfo) -> str:
    return field.description or next((_doc(inner) for inner in _models(field.annotation)), "")


def _doc(model: type[BaseModel]) -> str:
    return (model.__doc__ or "").split("\n")[0]


def _tag(model: type[BaseModel]) -> str:
    """The kind of incident or finding a table belongs to."""
    for key in ("kind", "question"):
        field = model.model_fields.get(key)
        if field is not None and get_origin(field.annotation) is Literal:
            return "|".join(str(value) for value in get_args(field.annotation))
    return ""


def _models(annotation: Any) -> Iterator[type[BaseModel]]:  # noqa: ANN401 - any annotation
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


_WORDS = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "true | false"}
_VALUES = {
    "Seat": "a seat: N E S W",
    "Side": "NS | EW",
    "Suit": "S H D C",
    "Strain": "S H D C NT",
    "Vulnerability": "none | NS | EW | all",
    "Deal": "N:spades.hearts.diamonds.clubs … clockwise",
    "Hand": "spades.hearts.diamonds.clubs",
    "Card": "a card: suit then rank, H4",
    "Call": "a call: P X XX 1C … 7NT",
    "Place": "call N | trick T S | lead | before play",
    "HandConstraint": "the language of meanings: H5+ S0-3 HCP11-15 bal, alternatives with |",
    "MeaningInWords": "words, as the players say them: the program says how it understood them",
    "Contract": "a contract and its declarer: 4S by N, 3NTX by E",
    "Result": "4S+1 by N | 3NT= by S | 4HX-2 by E | passed out",
    "PointsOnly": "a bare score to NS: +480",
    "Fraction": "an exact number: 65%, 0.65, 13/20",
    "date": "a date: 2019-06-20",
    "datetime": "a date and time: 2019-06-20T23:10:00",
}


def _accepted_values(annotation: Any) -> Iterator[str]:  # noqa: ANN401 - any annotation
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        yield from map(str, inner)
    elif origin is tuple:
        words = [word for part in inner if part is not Ellipsis for word in _accepted_values(part)]
        yield f"a list of: {' | '.join(dict.fromkeys(words)) or 'tables'}"
    elif inner:
        for part in inner:
            yield from _accepted_values(part)
    elif isinstance(annotation, type):
        if issubclass(annotation, Enum) and annotation.__name__ not in _VALUES:
            yield from (str(member.value) for member in annotation)
        elif annotation is not type(None) and not issubclass(annotation, BaseModel):
            yield _VALUES.get(annotation.__name__) or _WORDS.get(annotation.__name__, annotation.__name__)


def json_schema_text() -> str:
    """The published form of the schema: `cases/schema.json` holds exactly this."""
    schema = Case.model_json_schema(by_alias=True)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "analyser/case-1", **schema}
    return json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
