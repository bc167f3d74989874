"""The first page: where to go."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.web.hall import hall_of, visiting
from analyser.web.page import page

__all__ = ["router"]

router = APIRouter()


@router.get("/")
def home(request: Request) -> Response:
    """What can be done here, and the last drafts."""
    drafts = hall_of(request).drafts.all(visiting(request).owner)
    return page(request, "home.html", drafts=drafts[:5])
