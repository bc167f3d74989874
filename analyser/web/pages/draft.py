"""A draft of a case: what it holds, what is wrong with it, its event and comparison, its text, its versions."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.casefile.anonymise import anonymised_text
from analyser.errors import CaseError
from analyser.web import RefusedRequest
from analyser.web.draft_view import (
    draft_view_on_page,
    leaf_of,
    open_draft_view,
    resolve_conflict,
    save_changes,
    step_of,
)
from analyser.web.drafts import DraftVersion, EditConflict
from analyser.web.fields import changes_in, fields_in, section_fields
from analyser.web.page import download, page, see
from analyser.web.pages.board import hands_begun
from analyser.web.ruling_document import ruling_versions
from analyser.web.state import PostedForm, app_state, current_visitor
from analyser.web.widgets import lay_out_auction

router = APIRouter()


@router.get("/draft/{name}")
def overview(request: Request, name: str) -> Response:
    """The case at a glance, with its problems and what can be done with it."""
    work = open_draft_view(request, name)
    if work.is_text_only:
        return see(f"/draft/{name}/text")
    rows = lay_out_auction(work.auction, marked=False)
    rulings = app_state(request).jobs.jobs_of_draft(current_visitor(request).owner, name)
    return page(
        request,
        "draft.html",
        work=work,
        rows=rows,
        begun=hands_begun(request, work),
        versions=ruling_versions(rulings),
    )


@router.get("/draft/{name}/event")
@router.get("/draft/{name}/comparison")
def section(request: Request, name: str) -> Response:
    """The fields of the event, or of what the board is compared with."""
    work = open_draft_view(request, name)
    which = request.url.path.rsplit("/", 1)[1]
    fields, rest = section_fields(work, which)
    return page(request, "section.html", work=work, section=which, fields=fields, problems=rest)


@router.post("/draft/{name}/event")
@router.post("/draft/{name}/comparison")
def save_section(request: Request, name: str, sent: PostedForm) -> Response:
    """Save what was changed."""
    which = request.url.path.rsplit("/", 1)[1]
    before = draft_view_on_page(request, name, sent)
    changes = changes_in(fields_in(before, which), before.tree, sent)
    return save_changes(request, name, sent, changes, f"/draft/{name}/{which}")


@router.post("/draft/{name}/resolve")
def resolve(request: Request, name: str, sent: PostedForm) -> Response:
    """Two tabs disagreed; this is what was decided."""
    return resolve_conflict(request, name, sent)


@router.get("/draft/{name}/text")
def text(request: Request, name: str) -> Response:
    """The file itself, to be read and mended."""
    work = open_draft_view(request, name)
    return page(request, "text.html", work=work, section="text", typed=None)


@router.post("/draft/{name}/text")
def save_text(request: Request, name: str, sent: PostedForm) -> Response:
    """Save the file as typed, even if it is no case yet; never over another's unseen work."""
    drafts, owner = app_state(request).drafts, current_visitor(request).owner
    typed = next((value for key, value in sent.pairs if key == "toml"), "").replace("\r\n", "\n")
    if sent.has("both"):
        return see(f"/draft/{drafts.new(owner, typed).id}")
    since = drafts.last_own_version(owner, name, sent.number("version"), leaf_of(sent))
    try:
        drafts.save(owner, name, since, typed, leaf_of(sent), "text")
    except EditConflict:
        work = open_draft_view(request, name)
        return page(request, "text.html", 409, work=work, section="text", typed=typed)
    return see(f"/draft/{name}/text")


@router.get("/draft/{name}/case.toml")
def download_draft(request: Request, name: str) -> Response:
    """The file as it stands."""
    work = open_draft_view(request, name)
    slug = str(work.value_at("id") or "case")
    return download(work.draft.toml.encode(), "application/toml", f"{slug[:80]}.toml")


@router.get("/draft/{name}/versions")
def versions(request: Request, name: str) -> Response:
    """Every state of the draft that is kept, those of one sitting at one step together."""
    work = open_draft_view(request, name)
    listed = edit_sessions(app_state(request).drafts.versions(current_visitor(request).owner, name))
    return page(request, "versions.html", work=work, sessions=listed)


@router.post("/draft/{name}/versions")
def go_back(request: Request, name: str, sent: PostedForm) -> Response:
    """Make an earlier state the present one; what is present now is kept too."""
    drafts, owner = app_state(request).drafts, current_visitor(request).owner
    draft = drafts.get(owner, name)
    drafts.save(owner, name, draft.version, drafts.version_text(owner, name, sent.number("back")))
    return see(f"/draft/{name}")


@router.post("/draft/{name}/delete")
def delete(request: Request, name: str, sent: PostedForm) -> Response:
    """Delete the draft for good, once it was said twice."""
    if not sent.has("sure"):
        return page(request, "delete.html", work=open_draft_view(request, name), how="delete")
    app_state(request).drafts.drop(current_visitor(request).owner, name)
    return see("/cases")


@router.post("/draft/{name}/anonymise")
def anonymise(request: Request, name: str, sent: PostedForm) -> Response:
    """Keep the case without names and remarks on persons, and erase all else of it, once it was said twice."""
    work = open_draft_view(request, name)
    try:
        toml = anonymised_text(work.draft.toml.encode())
    except CaseError:
        raise RefusedRequest(409, "web.error.not-anonymised") from None
    if not sent.has("sure"):
        return page(request, "delete.html", work=work, how="anonymise")
    app_state(request).drafts.anonymise(current_visitor(request).owner, name, toml)
    return see(f"/draft/{name}")


_OVER = 1800  # seconds without a save end a sitting


@dataclass(frozen=True, slots=True)
class EditSession:
    """Versions that followed each other at the same steps, the newest first."""

    steps: tuple[str, ...]
    versions: tuple[DraftVersion, ...]

    @property
    def numbers(self) -> str:
        """The numbers from the first to the last of them."""
        return _span(str(self.versions[-1].number), str(self.versions[0].number))

    @property
    def time_span(self) -> str:
        """The time from the first to the last of them.

        >>> EditSession(("event",), (DraftVersion(3, 200), DraftVersion(2, 65))).time_span, EditSession((), (DraftVersion(1, 0),)).time_span
        ('1970-01-01 00:01:05–00:03:20 UTC', '1970-01-01 00:00:00 UTC')
        """
        first, last = _moment(self.versions[-1]), _moment(self.versions[0])
        until = last.removeprefix(first[:11]) if first != last else last
        return f"{_span(first, until)} UTC"

    @property
    def numbered(self) -> tuple[tuple[int, str], ...]:
        """Each of them with its own time."""
        return tuple((version.number, f"{_moment(version)} UTC") for version in self.versions)


def _span(first: str, last: str) -> str:
    return last if first == last else f"{first}–{last}"


def _moment(version: DraftVersion) -> str:
    return dt.datetime.fromtimestamp(version.changed, tz=dt.UTC).strftime("%Y-%m-%d %H:%M:%S")


def edit_sessions(versions: Iterable[DraftVersion]) -> tuple[EditSession, ...]:
    """Versions, the newest first, put together by the step that was filled in; others stand alone.

    >>> versions = [DraftVersion(4, 90, "event"), DraftVersion(3, 60, "event title"), DraftVersion(2, 30, "board"), DraftVersion(1, 0)]
    >>> [(session.steps, [version.number for version in session.versions]) for session in edit_sessions(versions)]
    [(('event',), [4, 3]), (('board',), [2]), ((), [1])]
    """
    sessions: list[tuple[tuple[str, ...], list[DraftVersion]]] = []
    for version in versions:
        steps = tuple(sorted({step_of(table) for table in version.tables.split()}))
        if (
            sessions
            and steps
            and sessions[-1][0] == steps
            and sessions[-1][1][-1].changed - version.changed < _OVER
        ):
            sessions[-1][1].append(version)
        else:
            sessions.append((steps, [version]))
    return tuple(EditSession(steps, tuple(together)) for steps, together in sessions)
