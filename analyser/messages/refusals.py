"""What a schema refuses of one value, as a problem: the value, the reason, and what to write instead, such as the nearest known word."""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic_core import ErrorDetails, PydanticCustomError

from analyser.errors import Problem, Text
from analyser.messages.message import Message, sentence

WANTED = {
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
    "dataclass_type": "table-wanted",
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
"""The sentence that says what is required, by pydantic's kind of error."""
_REMEDIES = {
    "date_type": "write-date-bare",
    "datetime_type": "write-date-time-bare",
    "string_type": "quote-text-example",
    "bool_type": "write-true-or-false",
    "int_type": "write-number-bare",
    "tuple_type": "write-list",
    "model_type": "write-table",
    "model_attributes_type": "write-table",
    "dataclass_type": "write-table",
    "dict_type": "write-table",
}
_BOUNDS = {"le": "at-most", "ge": "at-least", "max_length": "at-most", "min_length": "at-least"}


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one; `None` when nothing is near.

    >>> nearest("autority", ["date", "authority"])
    'authority'
    """
    names = list(known)
    folded = {name.lower(): name for name in names}
    if word.lower() in folded:
        return folded[word.lower()]
    close = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def remedy_for(word: str, known: Iterable[str]) -> Message:
    """What to write instead: the nearest known word, or all of them."""
    names = sorted(known)
    close = nearest(word, names)
    return (
        sentence("did-you-mean-key", close=close)
        if close
        else sentence("known-values", names=", ".join(names))
    )


def refuse_value(*problems: Problem) -> PydanticCustomError:
    """The error by which a validator refuses a value: pydantic collects it with all others, our problems in its context."""
    return PydanticCustomError("bridge", "not possible", {"problems": problems})


def translate_value_error(where: str, error: ErrorDetails) -> Iterator[Problem]:
    """What is wrong with the value at a place, whatever the schema; several problems where a value of the game has several."""
    kind, context, shown = error["type"], error.get("ctx", {}), shown_value(error.get("input"))
    if kind == "missing":
        yield Problem(where, "", sentence(WANTED[kind]), sentence("write-key", path=error["loc"][-1]))
    elif kind == "extra_forbidden":
        yield Problem(where, str(error["loc"][-1]), sentence("key-not-known-here"))
    elif kind == "bridge":
        for problem in context["problems"]:
            yield replace(problem.prefix_place(where), found=problem.found or shown)
    elif kind in ("enum", "literal_error"):
        expected = str(context.get("expected", "")).replace(" or ", ", ").split(",")
        words = [word.strip().strip("'") for word in expected if word.strip()]
        yield Problem(where, shown, sentence("value-not-known"), remedy_for(shown, words))
    else:
        why = sentence(WANTED[kind]) if kind in WANTED else lower_first(error["msg"])
        yield Problem(where, shown, why, _remedy(kind, context))


def _remedy(kind: str, context: Mapping[str, Any]) -> Text:
    """What to write instead: by the kind of value, else within its bound."""
    if kind in _REMEDIES:
        return sentence(_REMEDIES[kind])
    return next((sentence(_BOUNDS[key], number=context[key]) for key in _BOUNDS if key in context), "")


def shown_value(value: Any) -> str:  # noqa: ANN401 - any plain value of a file
    """A value as its problem quotes it; a table or a list is too long for that."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None or isinstance(value, (dict, list, tuple)):
        return ""
    return str(value)[:80]


def lower_first(text: str) -> str:
    """A sentence of another program as part of one of ours.

    >>> lower_first("Expected '='")
    "expected '='"
    """
    return text[:1].lower() + text[1:]
