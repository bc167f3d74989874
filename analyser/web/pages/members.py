"""A federation's server: who belongs to it and by which invitation, and the trail of what was done."""

import datetime as dt

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.web import RefusedRequest
from analyser.web.backup import copies_beside
from analyser.web.drafts import Draft
from analyser.web.members import Members, Permission, ServerRole
from analyser.web.page import page, see
from analyser.web.state import PostedForm, app_state, current_visitor
from analyser.web.trail import Trail
from analyser.web.visitors import qr_code

router = APIRouter()


def _members(request: Request) -> Members:
    members = app_state(request).members
    if members is None:
        raise RefusedRequest(404, "web.error.no-page")
    return members


@router.get("/members")
def members(request: Request) -> Response:
    """Everybody who belongs here, and a form to invite one more."""
    return _render_list(request)


def _render_list(request: Request, link: str = "", named: tuple[Draft, ...] = ()) -> Response:
    everybody = _members(request).list_members()
    return page(
        request,
        "members.html",
        members=everybody,
        roles=tuple(ServerRole),
        link=link,
        named=named,
        code=qr_code(link) if link else None,
    )


@router.post("/members")
def invite(request: Request, sent: PostedForm) -> Response:
    """One more member; the invitation is shown once, to be handed over."""
    known, role = _members(request), sent.text("role")
    if role not in set(ServerRole) or not sent.text("name"):
        raise RefusedRequest(400, "web.error.form")
    return _render_list(request, known.link(known.invite(sent.text("name"), ServerRole(role))))


@router.post("/members/{member}/again")
def invite_again(request: Request, member: str, _: PostedForm) -> Response:
    """An invitation for another browser of a member."""
    known = _members(request)
    return _render_list(request, known.link(known.invite_again(member)))


@router.post("/members/{member}/remove")
def remove(request: Request, member: str, _: PostedForm) -> Response:
    """Nobody comes in as this member any more."""
    _members(request).remove(member)
    return see("/members")


@router.post("/members/{member}/erase")
def erase(request: Request, member: str, _: PostedForm) -> Response:
    """The name of one who was removed is erased; the cases people wrote it in are listed, for people to mend."""
    drafts, owner = app_state(request).drafts, current_visitor(request).owner
    named = _members(request).erase_name(member)
    return _render_list(request, named=tuple(drafts.get(owner, name) for name in named))


@router.post("/leave")
def leave(request: Request, _: PostedForm) -> Response:
    """This browser is a stranger's again."""
    _members(request).leave(current_visitor(request).browser)
    return see("/")


@router.get("/trail")
def trail(request: Request) -> Response:
    """Who did what when; of one case where it is named."""
    visitor = current_visitor(request)
    _members(request)
    if not visitor.may(Permission.CHANGE):
        raise RefusedRequest(403, "web.error.role")
    draft = request.query_params.get("draft", "")[:40]
    before = request.query_params.get("before", "")
    place = int(before) if before.isdecimal() and len(before) < 18 else 0
    listed = Trail(app_state(request).store).page(draft, place)
    return page(
        request, "trail.html", rows=listed.entries, before=listed.before, of_draft=draft, moment=_moment
    )


@router.get("/stored")
def show_storage(request: Request) -> Response:
    """What this machine keeps, how much of it, for how long, and how it is erased."""
    store = app_state(request).store
    return page(request, "stored.html", counts=store.counts(), copies=copies_beside(store.path))


def _moment(seconds: float) -> str:
    return f"{dt.datetime.fromtimestamp(seconds, tz=dt.UTC):%Y-%m-%d %H:%M:%S} UTC"
