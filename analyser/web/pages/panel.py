"""A committee that weighs: each member enters weights before seeing the others'; then the spread beside our band."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.ruling.calculator.calculation import reweighed, weighable
from analyser.web.forms import Form
from analyser.web.gatherings import Gathering, Kind
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page, see
from analyser.web.pages.what_if import document_of, parts_in
from analyser.web.refused import Refused

__all__ = ["Spread", "router", "spread_of"]

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Spread:
    """What the members' weights come to for North-South: each, the least, the middle, the most."""

    scores: tuple[Fraction, ...]

    @property
    def least(self) -> Fraction:
        """The lowest score any member's weights give."""
        return self.scores[0]

    @property
    def middle(self) -> Fraction:
        """The middle member's score; between the two middle ones of an even number."""
        half = len(self.scores) // 2
        return (self.scores[half] + self.scores[-1 - half]) / 2

    @property
    def most(self) -> Fraction:
        """The highest."""
        return self.scores[-1]


@router.post("/ruling/{job}/panel")
def begin(request: Request, job: str, _: Form) -> Response:
    """Have a committee weigh the results of a ruling; what is proposed is not shown to it."""
    hall, visitor = hall_of(request), visiting(request)
    made = hall.jobs.get(visitor.owner, job)
    document = document_of(made)
    if len(weighable(document)) < 2:
        raise Refused(409, "web.error.no-weights")
    kept = ("outcomes", "sensitivity", "adjusted")
    given = {"title": document["case"]["id"], **{key: document[key] for key in kept}}
    return see(f"/panel/{hall.gatherings.begin(visitor.owner, made.draft or '', Kind.PANEL, job, given)}")


@router.get("/panel/{name}")
def panel(request: Request, name: str) -> Response:
    """The sheet of a member who has not weighed yet; after that, what all have come to."""
    visitor = visiting(request)
    found = hall_of(request).gatherings.get(name, Kind.PANEL)
    own = found.owner == visitor.owner
    mine = next((one for one in found.answers if one["visitor"] == visitor.name), None)
    shown: dict[str, Any] = {"panel": found, "own": own, "results": weighable(found.given)}
    shared = hall_of(request).settings.shared
    shown["address"] = hall_of(request).share.address(f"/panel/{name}") if shared else str(request.url)
    if mine is None and found.open:
        return page(request, "panel.html", **shown)
    return page(request, "panel_spread.html", spread=spread_of(found), members=_members(found), **shown)


@router.post("/panel/{name}")
def weigh(request: Request, name: str, sent: Form) -> Response:
    """One member's weights, kept once: who has seen the others' does not weigh again."""
    hall, visitor = hall_of(request), visiting(request)
    found = hall.gatherings.get(name, Kind.PANEL)
    parts = parts_in(sent, "ns")
    if reweighed(found.given, "ns", parts) is None:
        raise Refused(400, "web.error.no-weights")
    hall.gatherings.say(name, visitor.name, {"parts": parts}, once=True)
    return see(f"/panel/{name}")


@router.post("/panel/{name}/close")
def close(request: Request, name: str, sent: Form) -> Response:
    """The chair ends the weighing, or lets it go on."""
    hall_of(request).gatherings.close(visiting(request).owner, name, opened=sent.has("open"))
    return see(f"/panel/{name}")


def spread_of(found: Gathering) -> Spread | None:
    """The members' scores in order; none before anybody has weighed, or when the results have no score."""
    weighed = [reweighed(found.given, "ns", one["parts"]) for one in found.answers]
    scores = sorted(one.score for one in weighed if one is not None and one.score is not None)
    return Spread(tuple(scores)) if scores else None


def _members(found: Gathering) -> tuple[tuple[tuple[tuple[str, Fraction], ...], Any], ...]:
    """Each member's weights and score, in the order of weighing; no names."""
    weighed = [reweighed(found.given, "ns", one["parts"]) for one in found.answers]
    return tuple((one.weights, one.decimal) for one in weighed if one is not None)
