"""Cases: one's own drafts, the bundled ones, the nearest past cases of a draft; found by their words."""

import tomllib
from dataclasses import dataclass
from functools import cache

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser import resources
from analyser.errors import AnalyserError
from analyser.precedents.examples import precedents_for
from analyser.web.casework import SECTIONS
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page
from analyser.web.pages.new import bundled
from analyser.web.saving import opened

__all__ = ["router"]

router = APIRouter()

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """A bundled case as the list shows it."""

    name: str
    title: str
    kinds: tuple[str, ...]
    words: str


@cache
def _entries() -> tuple[Entry, ...]:
    found = []
    for name in bundled():
        if name.startswith("cases/bad/"):
            continue
        text = resources.text(name)
        tree = tomllib.loads(text)
        kinds = tuple(dict.fromkeys(str(one.get("kind", "")) for one in tree.get("incident", ())))
        event, source = tree.get("event", {}), tree.get("source", {})
        words = [name, tree.get("title", ""), *kinds, *map(str, event.values()), *map(str, source.values())]
        found.append(Entry(name, tree.get("title", "") or name, kinds, " ".join(map(str, words)).lower()))
    return tuple(found)


@router.get("/cases")
def cases(request: Request) -> Response:
    """Drafts and bundled cases that hold all the words asked for."""
    asked = request.query_params.get("q", "").strip()[:200]
    words = asked.lower().split()
    drafts = hall_of(request).drafts.all(visiting(request).owner)
    mine = [draft for draft in drafts if all(word in draft.toml.lower() for word in words)]
    theirs = [entry for entry in _entries() if all(word in entry.words for word in words)]
    return page(
        request,
        "cases.html",
        asked=asked,
        drafts=mine,
        entries=theirs[:_SHOWN],
        more=max(0, len(theirs) - _SHOWN),
    )


@router.get("/draft/{name}/precedents")
def precedents(request: Request, name: str) -> Response:
    """The nearest past cases of each incident, what was ruled, and what they have in common."""
    work = opened(request, name)
    found = {}
    if work.case is not None:
        try:
            found = precedents_for(work.case)
        except AnalyserError:
            found = {}
    return page(request, "precedents.html", work=work, sections=SECTIONS, found=found)
