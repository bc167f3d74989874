"""`precedents`: the nearest past cases, what was ruled on them, why they are near and how they differ."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyser.cli.options import CaseFile, Json
from analyser.cli.terminal import filled_case_in, print_json, say

if TYPE_CHECKING:
    from analyser.precedents import Precedent
    from analyser.ruling import Finding


def precedents(
    file: CaseFile,
    count: Annotated[int, typer.Option(min=1, max=50, help="how many")] = 3,
    json: Json = False,
) -> int:
    """Print the nearest past cases, with what was ruled."""
    from analyser.precedents.nearest import precedents_for

    case = filled_case_in(file)
    nearest = precedents_for(case, count)
    if json:
        incidents = [
            {"id": incident, "precedents": list(map(_document, near))} for incident, near in nearest.items()
        ]
        print_json({"case": case.id, "incidents": incidents})
    else:
        for incident, near in nearest.items():
            _print(incident, near)
    return 0 if any(nearest.values()) else 1


def _document(precedent: "Precedent") -> dict[str, Any]:
    sketch, past = precedent
    return {
        "id": past.id,
        "title": past.title,
        "source": {"name": sketch.source, "where": sketch.where},
        "event": past.event,
        "year": past.year,
        "edition": past.edition,
        "authority": past.authority,
        "clauses": list(past.clauses),
        "distance": round(past.distance, 3),
        "rulings": [
            {
                "body": ruling.body,
                "kind": ruling.kind,
                "ns": list(ruling.ns),
                "ew": list(ruling.ew or ruling.ns),
            }
            for ruling in sketch.rulings
        ],
        "appeal": sketch.appeal,
        "infraction": sketch.infraction,
        "ruled": list(map(_finding, past.ruled)),
        "near": list(map(_finding, past.near)),
        "differs": list(map(_finding, past.differs)),
    }


def _finding(finding: "Finding") -> dict[str, Any]:
    from analyser.report import say as worded

    return {
        "code": finding.code,
        "args": {n: v if isinstance(v, (str, int, float)) else str(v) for n, v in finding.args},
        "says": worded(finding),
    }


def _print(incident: str, nearest: "tuple[Precedent, ...]") -> None:
    from analyser.report import say as worded
    from analyser.report.facts import is_from_record
    from analyser.report.page_voice import TextVoice

    say(f"{incident or 'the board'}: the nearest past cases, as examples and never as authority")
    for place, (_, past) in enumerate(nearest, 1):
        laws = f"Laws {past.edition}" if past.edition else "edition not known"
        record = TextVoice()("past.record") if is_from_record(past) else ""
        event = ", ".join(
            str(part) for part in (record, past.event, past.authority, laws, *past.clauses) if part
        )
        say(f"\n{place}. {past.title} [{past.id}]  distance {past.distance:.2f}")
        say(f"   {event}")
        say(f"   {': '.join(past.source)}")
        for word, findings in (("ruled", past.ruled), ("near", past.near), ("differs", past.differs)):
            if findings:
                say(f"   {word}: " + "; ".join(map(worded, findings)))
