"""`precedents`: the nearest past cases, what was ruled on them, why they are near and how they differ."""

from pathlib import Path
from typing import Any

from analyser import resources
from analyser.casefile import case_of
from analyser.cli.terminal import note, print_json, read_bytes, say, write_text
from analyser.precedents import Precedent
from analyser.precedents.case_base import case_base_page
from analyser.precedents.examples import base_text, precedents_for
from analyser.report.pages import sentence
from analyser.ruling import Finding


def run(file: Path, *, as_json: bool, count: int) -> int:
    """Print the nearest past cases of every incident; 0 when there are any."""
    found = precedents_for(case_of(read_bytes(file)), count)
    if as_json:
        print_json(
            {
                "case": case_of(read_bytes(file)).id,
                "incidents": [
                    {"id": incident, "precedents": [_document(one) for one in near]}
                    for incident, near in found.items()
                ],
            }
        )
    else:
        for incident, near in found.items():
            _print(incident, near)
    return 0 if any(found.values()) else 1


def refresh(cases: Path | None = None) -> None:
    """Write the compact base and the page that counts the cases anew, after a case was added."""
    folder = cases or resources.location("cases")
    write_text(folder / "past" / "index.json", base_text(folder))
    write_text(folder / "README.md", case_base_page(folder))
    note(f"written: {folder.name}/past/index.json, {folder.name}/README.md")


def _document(precedent: Precedent) -> dict[str, Any]:
    sketch = precedent.sketch
    return {
        "id": sketch.id,
        "title": sketch.title,
        "source": {"name": sketch.source, "where": sketch.where},
        "event": sketch.event,
        "year": sketch.year,
        "edition": sketch.edition,
        "authority": sketch.authority,
        "clauses": list(sketch.clauses),
        "distance": round(precedent.distance, 3),
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
        "ruled": list(map(_finding, precedent.ruled)),
        "near": list(map(_finding, precedent.near)),
        "differs": list(map(_finding, precedent.differs)),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {"code": finding.code, "args": dict(finding.args), "says": sentence(finding)}


def _print(incident: str, found: tuple[Precedent, ...]) -> None:
    say(f"{incident or 'the board'}: the nearest past cases, as examples and never as authority")
    for place, precedent in enumerate(found, 1):
        sketch = precedent.sketch
        laws = f"Laws {sketch.edition}" if sketch.edition else "edition not known"
        told = ", ".join(
            str(part) for part in (sketch.event, sketch.authority, laws, *sketch.clauses) if part
        )
        say(f"\n{place}. {sketch.title} [{sketch.id}]  distance {precedent.distance:.2f}")
        say(f"   {told}")
        say(f"   {sketch.source}: {sketch.where}")
        for word, findings in (
            ("ruled", precedent.ruled),
            ("near", precedent.near),
            ("differs", precedent.differs),
        ):
            if findings:
                say(f"   {word}: " + "; ".join(map(sentence, findings)))


if __name__ == "__main__":
    refresh()
