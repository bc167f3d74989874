"""A list of the event's rulings, one row each: which result, what happened, what was given; made into case files.

Columns: `board`, and as many of `session round section table room ns ew` as it takes to name one result; `id`; `kind`
(an incident of the case file, or already a form of ruling); `result` and `ew_result` (`60% 4S= by N; 40% 4S-1 by N`, or one
result); `award` (`60/40` percent); `tricks`; and of the incident whatever is known: `source offender by at action suggests
after claims concedes statement trick established noticed seconds grounds body`.
"""

import re
from collections.abc import Mapping
from typing import Any

from analyser.casefile import IncidentKind, RulingKind
from analyser.errors import CaseError
from analyser.event.lists import whole
from analyser.scoring import parse_weight

__all__ = ["WHERE", "incident_of", "ruling_of", "slug_of"]

WHERE = ("session", "round", "section", "table", "room", "ns", "ew")
_WEIGHED = re.compile(r"(\d[\d.,]*\s*%|\d+/\d+|0?[.,]\d+|1)\s*[: ]\s*(\S.*)")
_AWARD = re.compile(r"A?(\d{1,3})\s*%?\s*[-/: ]\s*A?(\d{1,3})\s*%?")
_NUMBERS = ("after", "claims", "concedes", "trick", "seconds")
_LISTS = ("suggests", "order")
_PLAIN = re.compile(r"[^a-z0-9]+")
_KEYS = {
    IncidentKind.UNAUTHORISED_INFORMATION: ("source", "at", "offender", "action", "suggests"),
    IncidentKind.WITHDRAWN_CALL: ("source", "at", "offender", "action", "suggests"),
    IncidentKind.MISINFORMATION: ("by", "at", "given", "correct"),
    IncidentKind.CLAIM: ("by", "after", "claims", "concedes", "statement", "order"),
    IncidentKind.REVOKE: ("offender", "trick", "established", "noticed"),
}


def slug_of(text: str) -> str:
    """A name a case may have.

    >>> slug_of("Bd 7 / Table 3")
    'bd-7-table-3'
    """
    return _PLAIN.sub("-", text.lower()).strip("-")[:60] or "ruling"


def results_of(text: str) -> list[dict[str, str]]:
    """The results a ruling weighs; one without a weight is the whole.

    >>> results_of("60% 4S= by N; 40%: 4S-1 by N")
    [{'result': '4S= by N', 'weight': '60%'}, {'result': '4S-1 by N', 'weight': '40%'}]
    """
    found = []
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        match = _WEIGHED.fullmatch(part)
        if match and ("%" in match[1] or "/" in match[1] or "." in match[1] or "," in match[1]):
            weight = match[1].replace(" ", "").replace(",", ".")
            parse_weight(weight)
            found.append({"result": match[2].strip(), "weight": weight})
        else:
            found.append({"result": part, "weight": "100%"})
    return found


def ruling_of(row: Mapping[str, str]) -> dict[str, Any] | None:
    """The ruling a row gives, as a case file writes it; none when it gives none."""
    ns, ew = results_of(row.get("result", "")), results_of(row.get("ew_result", ""))
    word = row.get("ruling") or (row.get("kind", "") if row.get("kind", "") in set(RulingKind) else "")
    given: dict[str, Any] = {"by": row.get("body") or "director"}
    if row.get("grounds"):
        given["grounds"] = row["grounds"]
    if award := _AWARD.fullmatch(row.get("award", "").strip()):
        return given | {
            "kind": "artificial",
            "award": {"NS": f"{int(award[1])}%", "EW": f"{int(award[2])}%"},
        }
    if row.get("award"):
        raise CaseError("not an award", where="award", found=row["award"], remedy="write 60/40")
    if ns:
        kind = word if word in ("assigned", "weighted") else "assigned" if len(ns) == 1 else "weighted"
        return given | {"kind": kind, "ns": ns} | ({"ew": ew} if ew else {})
    if word == "result-stands" or row.get("ruling", "").lower() in ("stands", "result stands"):
        return given | {"kind": "result-stands"}
    if (tricks := whole(row.get("ruled_tricks", ""))) is not None:
        return given | {"kind": "tricks", "tricks": tricks}
    return None


def incident_of(row: Mapping[str, str]) -> dict[str, Any] | None:
    """The incident a row tells, with the facts it gives; none when its kind is not one, or its facts do not suffice."""
    word = row.get("kind", "").strip().lower().replace(" ", "-")
    word = {"ui": "unauthorised-information", "mi": "misinformation"}.get(word, word)
    if word not in set(IncidentKind):
        return None
    kind = IncidentKind(word)
    keys = _KEYS.get(kind)
    if keys is None or not row.get(keys[0]):
        return {"id": "incident", "kind": "other"}
    found: dict[str, Any] = {"id": "incident", "kind": word}
    for key in keys:
        value = row.get(key, "")
        if not value:
            continue
        if key in _NUMBERS:
            found[key] = value if (number := whole(value)) is None else number
        elif key in _LISTS:
            found[key] = value.split()
        elif key == "established":
            found[key] = value.lower() in ("yes", "true", "1")
        else:
            found[key] = value
    return found
