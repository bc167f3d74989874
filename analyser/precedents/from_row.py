"""A ruling of which no hand is known, drawn in outline from its row in the index."""

from typing import Any

from analyser.precedents.sketch import PastRuling, Sketch

__all__ = ["sketch_of_row"]


def sketch_of_row(row: dict[str, Any]) -> Sketch:
    """The little such a row tells."""
    incident = row["incident"][0]
    event, source = row.get("event", {}), row.get("source", {})
    expected = (row.get("expected") or [{}])[-1]
    remarks = [str(remark["kind"]) for remark in row.get("remark", ())]
    information = "tempo" if incident.get("tempo") else (remarks[0] if remarks else None)
    day = event.get("date")
    return Sketch(
        id=row["id"],
        incident=incident["id"],
        kind=incident["kind"],
        title=row.get("title", ""),
        source=source.get("name", ""),
        where=source.get("where", ""),
        event=event.get("name", ""),
        year=day.year if day is not None else None,
        edition=event.get("edition"),
        authority=event.get("authority"),
        form=event.get("form"),
        level=event.get("level"),
        record=source.get("kind") == "record",
        clauses=tuple(expected.get("clauses", ())),
        information=information,
        given=incident.get("after"),
        action=incident.get("action"),
        rulings=tuple(map(_ruling, row.get("ruling", ()))),
        infraction=expected.get("infraction"),
        appeal=expected.get("standing"),
        held=tuple(expected.get("alternatives", ())),
        rejected=tuple(expected.get("not_alternatives", ())),
    )


def _ruling(told: dict[str, Any]) -> PastRuling:
    ns, ew = (tuple(_result(entry) for entry in told.get(side, ())) for side in ("ns", "ew"))
    if "tricks" in told:
        ns = (str(told["tricks"]),)
    return PastRuling(told["body"], told["kind"], ns, ew, told.get("grounds", ""))


def _result(entry: dict[str, str]) -> str:
    return entry["result"] if entry["weight"] == "100%" else f"{entry['weight']} {entry['result']}"
