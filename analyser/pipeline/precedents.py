"""Precedents for a case at hand, and the base written anew when a case was added."""

import tomllib
from pathlib import Path

from analyser.casefile import Case, case_of
from analyser.pipeline.examples import nearest_by_incident
from analyser.pipeline.rule import jurisdiction_of
from analyser.precedents import Precedent, index_text
from analyser.reasoning import Asked

__all__ = ["Precedent", "base_text", "precedents_for"]


def precedents_for(case: Case, count: int = 5) -> dict[str, tuple[Precedent, ...]]:
    """The nearest past cases of each incident, by the incident's name, under the edition the case is played by."""
    return nearest_by_incident(case, jurisdiction_of(case, Asked(None, None)).edition.year, count)


def base_text(cases: Path) -> str:
    """The compact base of all the case files in a folder and its index."""
    past = (case_of(path.read_bytes()) for path in sorted((cases / "past").glob("*.toml")))
    rows = tomllib.loads((cases / "index.toml").read_text("utf-8")).get("case", ())
    return index_text(past, rows)
