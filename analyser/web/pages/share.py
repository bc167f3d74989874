"""Guests: the invitation to show, and the door it opens."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.web.forms import Form
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page, see
from analyser.web.refused import Refused
from analyser.web.share import drawn
from analyser.web.visitor import is_local

__all__ = ["router"]

router = APIRouter()


@router.get("/share")
def invitation(request: Request) -> Response:
    """The open invitation as a code for a phone's camera, for whoever sits at the machine; how to share when it is not."""
    hall = hall_of(request)
    if not is_local(request.scope):
        raise Refused(403, "web.error.guest")
    if not hall.settings.shared:
        return page(request, "share.html", link=None, code=None, guests=0)
    share = hall.share
    return page(request, "share.html", link=share.link, code=drawn(share.link), guests=share.guests)


@router.get("/join/{token}")
def at_the_door(request: Request, token: str) -> Response:
    """One button to come in: a camera that only looks at the address uses nothing up."""
    return page(request, "join.html", open=hall_of(request).share.is_open(token))


@router.post("/join/{token}")
def come_in(request: Request, token: str, _: Form) -> Response:
    """Let the guest in; the invitation is used up."""
    if not hall_of(request).share.let_in(visiting(request), token):
        raise Refused(403, "web.error.invitation")
    return see("/")
