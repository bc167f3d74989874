"""The ruling as JSON, format 1: the words other programs rely on.

JSON is always English; `code` and `args` carry what a translation needs. Floats have at most three decimals, exact
figures are fractions in texts. Sections that do not apply are null or empty, never missing. A value is written field by
field under the names of its fields; the tables at the end hold what is written otherwise.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from analyser.casefile import Case
from analyser.casefile.anonymise import drop_names
from analyser.laws import Clause
from analyser.report.page_voice import say
from analyser.ruling.claim_answer import ClaimAnswer
from analyser.ruling.values import (
    Alternative,
    Finding,
    LawRef,
    Outcome,
    PastCase,
    Provenance,
    Ruling,
    Variant,
    Weighting,
)

Json = dict[str, Any]
Say = Callable[[Finding], str]


def as_document(ruling: Ruling, say: Say = say, *, names: bool = False) -> Json:
    """The ruling in format 1; `say` gives each finding its English sentence. Players' names only when asked for."""
    document = _fields_as_json(ruling, say)
    case = document["case"]
    if case is not None:
        toml = case["toml"] if names else drop_names(case["toml"])
        case |= {"toml": toml, "names_left_out": toml != case["toml"]}
    return {"format": document.pop("format"), **document}


def _json_value(value: Any, say: Say) -> Any:  # noqa: ANN401 - any value of a ruling
    """A value of a ruling as JSON: its own values field by field, tuples as lists, clauses and cards as their text."""
    if value is None or (isinstance(value, (bool, int)) and not isinstance(value, Enum)):
        return value
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, (tuple, list)):
        return [_json_value(part, say) for part in value]
    if type(value) in _WRITTEN:
        return _WRITTEN[type(value)](value, say)
    if type(value).__module__.startswith("analyser.ruling.") and not isinstance(value, Enum):
        return _fields_as_json(value, say)
    return str(value)


def _fields_as_json(value: Any, say: Say) -> Json:  # noqa: ANN401 - any dataclass of a ruling
    written = {}
    for field in fields(value):
        part, write = getattr(value, field.name), _FIELDS.get((type(value), field.name))
        if write is not None:
            written[field.name] = write(part, say)
        elif field.type in (float, float | None):  # a sum of nothing is a whole number
            written[field.name] = _number(part)
        else:
            written[field.name] = _json_value(part, say)
    return written


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, 3) + 0.0


def _finding(finding: Finding, say: Say) -> Json:
    return {
        "code": finding.code,
        "args": {name: _json_value(value, say) for name, value in finding.args},
        "says": say(finding),
        "class": str(finding.kind),
        "clauses": [str(clause) for clause in finding.clauses],
        "standing": str(finding.standing),
        "rests_on": list(finding.rests_on),
    }


def _alternative(entry: Alternative, say: Say) -> Json:
    """An action with what is believed of it, and apart from that what each source says."""
    model, gain = None, None
    if entry.model_share is not None:
        model = {"chosen": _number(entry.model_share), "support": entry.support}
    if entry.gain is not None:
        gain = {"gain": _number(entry.gain), "interval": _json_value(entry.gain_interval, say)}
    return {
        "action": str(entry.action),
        "considered": _number(entry.considered),
        "chosen": _number(entry.chosen),
        "interval": _json_value(entry.interval, say),
        "chosen_interval": _json_value(entry.chosen_interval, say),
        "is_alternative": entry.is_alternative,
        "certainty": _number(entry.certainty),
        "suggested": entry.suggested,
        "suggested_by": gain,
        "suggested_over": [str(action) for action in entry.suggested_over],
        "chance": _number(entry.chance),
        "suggested_chance": _number(entry.suggested_chance),
        "suggested_over_chances": {
            str(action): _number(chance) for action, chance in entry.suggested_over_chances
        },
        "more_answers": entry.more_answers,
        "sources": {
            "model": model,
            "poll": None if entry.poll is None else _fields_as_json(entry.poll, say),
            "rulings": _number(entry.rulings),
        },
    }


def _sentences(findings: tuple[Finding, ...], say: Say) -> list[str]:
    return [say(finding) for finding in findings]


def _claim(answer: ClaimAnswer, say: Say) -> Json:
    """The tricks of a claim; the bounds only where a search that stopped awards none, and what was said where it was read."""
    written = _fields_as_json(answer, say)
    if answer.understood is None:
        del written["understood"]
    if answer.tricks is not None:
        del written["at_least"], written["at_most"]
    return written


def _sides_as_json(worth: tuple[object, object] | None, _: Say) -> Json | None:
    return None if worth is None else {"ns": str(worth[0]), "ew": str(worth[1])}


def _table(table: Outcome | None, say: Say) -> Json | None:
    """The result at the table: what happened has neither probability nor path."""
    if table is None:
        return None
    return {
        "result": _json_value(table.result, say),
        "score_ns": table.score_ns,
        "converted": _sides_as_json(table.converted, say),
    }


def _pairs_as_json(pairs: tuple[tuple[str, object], ...], _: Say) -> Json:
    return {name: str(value) for name, value in pairs}


_WRITTEN: Mapping[type, Callable[[Any, Say], Any]] = {
    Alternative: _alternative,
    ClaimAnswer: _claim,
    Case: lambda case, _: {"id": case.id, "sha256": case.sha256, "toml": case.toml},
    Clause: lambda clause, _: str(clause),
    Finding: _finding,
}
_FIELDS: Mapping[tuple[type, str], Callable[[Any, Say], Any]] = {
    (ClaimAnswer, "losing_line"): lambda tricks, _: [" ".join(map(str, trick)) for trick in tricks],
    (LawRef, "because"): lambda reasons, _: "; ".join(map(str, reasons)),
    (Outcome, "because"): _sentences,
    (Outcome, "converted"): _sides_as_json,
    (PastCase, "source"): lambda source, _: {"name": source[0], "where": source[1]},
    (Provenance, "models"): _pairs_as_json,
    (Ruling, "table"): _table,
    (Ruling, "warnings"): _sentences,
    (Variant, "adjusted"): lambda adjusted, say: _json_value(adjusted, say) or {},
    (Weighting, "neutral"): _pairs_as_json,
    (Weighting, "ns"): _pairs_as_json,
    (Weighting, "ew"): _pairs_as_json,
    (Weighting, "merged"): lambda merged, _: {name: list(others) for name, others in merged},
}
