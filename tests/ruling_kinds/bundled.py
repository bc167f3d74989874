"""A bundled case and what its kind finds under an edition."""

from analyser import laws
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds import KINDS
from analyser.ruling.kinds.rectification import Step
from tests.support import ROOT

YEARS = ("1997", "2007", "2017")


def found_in(name, year, **changes):
    """What the first incident of a bundled case amounts to, with some of its facts changed."""
    case = case_of((ROOT / "cases/kinds" / f"{name}.toml").read_bytes())
    incident = case.incident[0].model_copy(update=changes)
    return KINDS[incident.kind](
        RulingContext.from_case(case, laws.resolve(case.event.date, "WBF", year), Services()), incident
    )


def due_in(result):
    return {Step(step.code.removeprefix("rectify.")) for step in result.rectification.due}


def open_to(result):
    return {Step(option.code.removeprefix("rectify.")) for option in result.rectification.options}
