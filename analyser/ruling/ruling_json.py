"""The ruling as JSON, format 1: the words other programs rely on.

JSON is always English; `code` and `args` carry what a translation needs. Floats have at most three decimals, exact
figures are fractions in texts. Sections that do not apply are null or empty, never missing.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from analyser.laws import Clause
from analyser.ruling.ruling import IncidentRuling, PastCase, Rectification, Ruling, Variant
from analyser.ruling.values import (
    Adjusted,
    Alternative,
    Finding,
    Interval,
    MatchScore,
    Outcome,
    SideScore,
    Weighting,
)

Json = dict[str, Any]
Say = Callable[[Finding], str]


def as_json(ruling: Ruling, say: Say) -> Json:
    """The ruling in format 1; `say` gives each finding its English sentence."""
    return {
        "format": ruling.format,
        "case": _plain(ruling.case),
        "asked": _plain(ruling.asked),
        "law": _plain(ruling.law),
        "incidents": [_incident(incident, say) for incident in ruling.incidents],
        "outcomes": [_outcome(outcome, say) for outcome in ruling.outcomes],
        "pruned": _number(ruling.pruned),
        "weights": _weights(ruling.weights),
        "adjusted": _adjusted(ruling.adjusted),
        "table": _table(ruling),
        "sensitivity": _sensitivity(ruling),
        "variants": [_variant(variant) for variant in ruling.variants],
        "review": _plain(ruling.review),
        "precedents": [_past(one, say) for one in ruling.precedents],
        "findings": [_finding(finding, say) for finding in ruling.findings],
        "warnings": [say(warning) for warning in ruling.warnings],
        "provenance": _provenance(ruling),
    }


def _plain(value: Any) -> Any:  # noqa: ANN401 - any value of a ruling
    """A value of plain parts: tuples as lists, clauses and cards as their text."""
    if value is None or (isinstance(value, (bool, int)) and not isinstance(value, Enum)):
        return value
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, (tuple, list)):
        return [_plain(part) for part in value]
    fields = getattr(value, "__dataclass_fields__", None)
    if (
        fields is not None
        and not isinstance(value, Clause)
        and type(value).__module__.startswith("analyser.ruling")
    ):
        return {name: _plain(getattr(value, name)) for name in fields}
    return str(value)


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, 3) + 0.0


def _interval(interval: Interval | None) -> list[float | None] | None:
    return None if interval is None else [_number(interval.low), _number(interval.high)]


def _finding(finding: Finding, say: Say) -> Json:
    return {
        "code": finding.code,
        "args": {name: _plain(value) for name, value in finding.args},
        "says": say(finding),
        "class": str(finding.kind),
        "clauses": _texts(finding.clauses),
        "standing": str(finding.standing),
        "rests_on": list(finding.rests_on),
    }


def _texts(values: Iterable[object]) -> list[str]:
    return [str(value) for value in values]


def _incident(incident: IncidentRuling, say: Say) -> Json:
    return {
        "id": incident.id,
        "kind": incident.kind,
        "alternatives": [_alternative(entry) for entry in incident.alternatives],
        "infraction": _plain(incident.infraction),
        "claim": _plain(incident.claim),
        "revoke": _plain(incident.revoke),
        "rectification": _rectification(incident.rectification, say),
        "adjusted": _adjusted(incident.adjusted),
    }


def _rectification(value: Rectification | None, say: Say) -> Json | None:
    if value is None:
        return None
    return {
        "due": [_finding(finding, say) for finding in value.due],
        "options": [_finding(finding, say) for finding in value.options],
        "missing": list(value.missing),
    }


def _alternative(entry: Alternative) -> Json:
    poll = entry.poll
    model = (
        None
        if entry.model_share is None
        else {"chosen": _number(entry.model_share), "support": entry.support}
    )
    return {
        "action": str(entry.action),
        "considered": _number(entry.considered),
        "chosen": _number(entry.chosen),
        "interval": _interval(entry.interval),
        "is_alternative": entry.is_alternative,
        "certainty": _number(entry.certainty),
        "suggested": entry.suggested,
        "suggested_by": None
        if entry.gain is None
        else {"gain": _number(entry.gain), "interval": _interval(entry.gain_interval)},
        "suggested_over": _texts(entry.suggested_over),
        "more_answers": entry.more_answers,
        "sources": {
            "model": model,
            "poll": None
            if poll is None
            else {"asked": poll.asked, "considered": poll.considered, "chosen": poll.chosen},
            "rulings": _number(entry.rulings),
        },
    }


def _outcome(outcome: Outcome, say: Say) -> Json:
    return {
        "id": outcome.id,
        "result": str(outcome.result),
        "score_ns": outcome.score_ns,
        "probability": _number(outcome.probability),
        "legal": outcome.legal,
        "because": [say(finding) for finding in outcome.because],
        "paths": [
            {
                "calls": _texts(path.calls),
                "lead": None if path.lead is None else str(path.lead),
                "probability": _number(path.probability),
            }
            for path in outcome.paths
        ],
        "dd_tricks": outcome.dd_tricks,
        "converted": None
        if outcome.converted is None
        else {"ns": str(outcome.converted[0]), "ew": str(outcome.converted[1])},
    }


def _weights(weights: Weighting | None) -> Json | None:
    if weights is None:
        return None
    return {
        "neutral": {name: str(weight) for name, weight in weights.neutral},
        "ns": {name: str(weight) for name, weight in weights.ns},
        "ew": {name: str(weight) for name, weight in weights.ew},
    }


def _adjusted(adjusted: Adjusted | None) -> Json | None:
    if adjusted is None:
        return None
    return {
        "kind": str(adjusted.kind),
        "tricks": adjusted.tricks,
        "ns": _side(adjusted.ns),
        "ew": _side(adjusted.ew),
        "match": _match(adjusted.match),
    }


def _side(score: SideScore | None) -> Json | None:
    if score is None:
        return None
    return {"exact": str(score.exact), "decimal": score.decimal, "rounded": score.rounded, "unit": score.unit}


def _match(match: MatchScore | None) -> Json | None:
    if match is None:
        return None
    before = None if match.vp_before is None else list(match.vp_before)
    return {"vp_before": before, "vp_after": list(match.vp_after)}


def _table(ruling: Ruling) -> Json | None:
    table = ruling.table
    if table is None:
        return None
    converted = None if table.converted is None else {"ns": table.converted[0], "ew": table.converted[1]}
    return {"result": str(table.result), "score_ns": table.score_ns, "converted": converted}


def _sensitivity(ruling: Ruling) -> Json | None:
    return None if ruling.sensitivity is None else dict(_plain(ruling.sensitivity))


def _variant(variant: Variant) -> Json:
    return {
        "because": variant.because,
        "adjusted": _adjusted(variant.adjusted) or {},
        "differs": variant.differs,
    }


def _past(one: PastCase, say: Say) -> Json:
    return {
        "incident": one.incident,
        "id": one.id,
        "title": one.title,
        "source": {"name": one.source[0], "where": one.source[1]},
        "event": one.event,
        "year": one.year,
        "edition": one.edition,
        "authority": one.authority,
        "clauses": list(one.clauses),
        "distance": _number(one.distance),
        "ruled": [_finding(finding, say) for finding in one.ruled],
        "near": [_finding(finding, say) for finding in one.near],
        "differs": [_finding(finding, say) for finding in one.differs],
    }


def _provenance(ruling: Ruling) -> Json | None:
    made = ruling.provenance
    if made is None:
        return None
    return {
        "analyser": made.analyser,
        "endplay": made.endplay,
        "models": dict(made.models),
        "laws": made.laws,
        "seed": made.seed,
    }
