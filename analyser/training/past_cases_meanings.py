"""What the words of past explanations show of a hand: read by us, case by case, and told as such in the case.

The words stand in the table beside their reading. A reading whose words are no longer those of the case is refused: it
would be a reading of something else.
"""

import tomllib

from analyser import resources
from analyser.casefile.tree import Tree
from analyser.errors import CaseError

__all__ = ["NOTE", "readings", "with_meanings"]

NOTE = "The meanings as constraints are our reading of the words:"
_READINGS = "training/past_cases_meanings.toml"
_SHOWN = ("given", "correct")


def readings() -> Tree:
    """The readings of the known cases, and why the others have none: tables `read` and `left`."""
    return tomllib.loads(resources.text(_READINGS))


def with_meanings(facts: Tree, reading: Tree) -> Tree:
    """The facts with the meanings that the words of this case name; as they are when nothing was read."""
    if not reading:
        return facts
    incident = dict(facts["incident"][0])
    for key in _SHOWN:
        _same(facts, f"incident 1 {key}", str(incident.get(key)), str(reading[key]))
        if f"{key}_shows" in reading:
            incident[f"{key}_shows"] = reading[f"{key}_shows"]
    remarks = facts.get("remark", [])
    for place, words, shows in reading.get("others", ()):
        remarks = _explained(facts, remarks, place, words, shows)
    source = dict(facts["source"])
    notes = f"{NOTE} {reading['because']}"
    if "departs" in reading:
        notes += f" {reading['departs']}."
    source["notes"] = " ".join(filter(None, (source.get("notes"), notes)))
    told = facts | {"source": source, "incident": [incident, *facts["incident"][1:]]}
    return told | {"remark": remarks} if remarks else told


def _explained(facts: Tree, remarks: list[Tree], place: str, words: str, shows: str) -> list[Tree]:
    at = next((number for number, one in enumerate(remarks) if one["at"] == place), None)
    _same(facts, f"remark at {place}", "nothing" if at is None else str(remarks[at].get("text")), words)
    return [one | {"shows": shows} if number == at else one for number, one in enumerate(remarks)]


def _same(facts: Tree, where: str, found: str, read: str) -> None:
    if found != read:
        remedy = "read the words of the case anew, or take the reading out"
        raise CaseError(
            f"the words that were read are others: {read}",
            where=f"{facts['id']} {where}",
            found=found,
            remedy=remedy,
        )
