"""Second opinion: the director's pocket calculator on one screen, the result while it is typed."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser import laws
from analyser.bridge import Side
from analyser.ruling.calculator import findings, two_decimals, warnings
from analyser.scoring import FORMS, percent_text
from analyser.web.calculating import SCALE_NAMES, Sheet, answered, steps_of
from analyser.web.page import page

__all__ = ["router"]

router = APIRouter()


@router.get("/score")
def score(request: Request) -> Response:
    """The whole page: the form, and the answer to what it holds."""
    return page(
        request,
        "score.html",
        forms=tuple(form.name for form in FORMS),
        scales=SCALE_NAMES,
        editions=laws.editions()[::-1],
        authorities=laws.authorities(),
        part=False,
        **_answer(request),
    )


@router.get("/score/answer")
def answer(request: Request) -> Response:
    """The answer alone, with the faults to be put beside their fields."""
    return page(request, "score_answer.html", part=True, **_answer(request))


def _answer(request: Request) -> dict[str, Any]:
    sheet = Sheet.read(request.query_params)
    card, faults = answered(sheet)
    sides = () if card is None else tuple((side, tuple(steps_of(card, side))) for side in Side)
    return {
        "sheet": sheet,
        "card": card,
        "faults": faults,
        "sides": sides,
        "scores": () if card is None else tuple(card.currency.of_side(card.scores.of(side)) for side in Side),
        "match": None
        if card is None or card.match is None
        else (two_decimals(card.match.ns), two_decimals(card.match.ew)),
        "said": () if card is None else (*findings(card), *warnings(card)),
        "percent": percent_text,
    }
