"""A draft of a case: what it holds, what is wrong with it, its event and comparison, its text, its versions."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.web.casework import SECTIONS
from analyser.web.drafts import Stale
from analyser.web.fields import changes_in
from analyser.web.forms import Form
from analyser.web.hall import hall_of, visiting
from analyser.web.page import download, page, see
from analyser.web.saving import as_shown, leaf_of, opened, resolved, saved
from analyser.web.sections import beside, fields_in
from analyser.web.sittings import sittings
from analyser.web.tapping import COLUMNS, laid_out

__all__ = ["router"]

router = APIRouter()


@router.get("/draft/{name}")
def overview(request: Request, name: str) -> Response:
    """The case at a glance, with its problems and what can be done with it."""
    work = opened(request, name)
    if work.is_text_only:
        return see(f"/draft/{name}/text")
    return page(
        request,
        "draft.html",
        work=work,
        sections=SECTIONS,
        rows=laid_out(work.auction, marked=False),
        columns=COLUMNS,
    )


@router.get("/draft/{name}/event")
@router.get("/draft/{name}/comparison")
def section(request: Request, name: str) -> Response:
    """The fields of the event, or of what the board is compared with."""
    work = opened(request, name)
    which = request.url.path.rsplit("/", 1)[1]
    told, rest = beside(work, which)
    return page(
        request, "section.html", work=work, sections=SECTIONS, section=which, fields=told, problems=rest
    )


@router.post("/draft/{name}/event")
@router.post("/draft/{name}/comparison")
def save_section(request: Request, name: str, sent: Form) -> Response:
    """Save what was changed."""
    which = request.url.path.rsplit("/", 1)[1]
    before = as_shown(request, name, sent)
    changes = changes_in(fields_in(before, which), before.tree, sent)
    return saved(request, name, sent, changes, f"/draft/{name}/{which}")


@router.post("/draft/{name}/resolve")
def resolve(request: Request, name: str, sent: Form) -> Response:
    """Two tabs disagreed; this is what was decided."""
    return resolved(request, name, sent)


@router.get("/draft/{name}/text")
def text(request: Request, name: str) -> Response:
    """The file itself, to be read and mended."""
    work = opened(request, name)
    return page(request, "text.html", work=work, sections=SECTIONS, section="text", typed=None)


@router.post("/draft/{name}/text")
def save_text(request: Request, name: str, sent: Form) -> Response:
    """Save the file as typed, even if it is no case yet; never over another's unseen work."""
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    typed = next((value for key, value in sent.pairs if key == "toml"), "").replace("\r\n", "\n")
    if sent.has("both"):
        return see(f"/draft/{drafts.new(owner, typed).id}")
    since = drafts.own_since(owner, name, sent.number("version"), leaf_of(sent))
    try:
        drafts.save(owner, name, since, typed, leaf_of(sent), "text")
    except Stale:
        work = opened(request, name)
        return page(request, "text.html", 409, work=work, sections=SECTIONS, section="text", typed=typed)
    return see(f"/draft/{name}/text")


@router.get("/draft/{name}/case.toml")
def taken_away(request: Request, name: str) -> Response:
    """The file as it stands."""
    work = opened(request, name)
    slug = str(work.at("id") or "case")
    return download(work.draft.toml.encode(), "application/toml", f"{slug[:80]}.toml")


@router.get("/draft/{name}/versions")
def versions(request: Request, name: str) -> Response:
    """Every state of the draft that is kept, those of one sitting at one step together."""
    work = opened(request, name)
    listed = sittings(hall_of(request).drafts.versions(visiting(request).owner, name))
    return page(request, "versions.html", work=work, sections=SECTIONS, sittings=listed)


@router.post("/draft/{name}/versions")
def go_back(request: Request, name: str, sent: Form) -> Response:
    """Make an earlier state the present one; what is present now is kept too."""
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    draft = drafts.get(owner, name)
    drafts.save(owner, name, draft.version, drafts.at(owner, name, sent.number("back")))
    return see(f"/draft/{name}")


@router.post("/draft/{name}/delete")
def delete(request: Request, name: str, sent: Form) -> Response:
    """Delete the draft for good, once it was said twice."""
    if not sent.has("sure"):
        return page(request, "delete.html", work=opened(request, name), sections=SECTIONS)
    hall_of(request).drafts.drop(visiting(request).owner, name)
    return see("/cases")
