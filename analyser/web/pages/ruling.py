"""A draft ruled, or a ruling of somebody's audited: asked for, waited for, read, and taken away as files."""

import base64
import hashlib
import re
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from analyser.casefile import problems_of
from analyser.web import RefusedRequest
from analyser.web.edit import commit, parse_toml, value_at
from analyser.web.jobs import Job, JobState
from analyser.web.page import download, page, see, wants_part
from analyser.web.state import PostedForm, app_state, current_visitor
from analyser.web.tasks import problems_in

router = APIRouter()

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_KINDS = {"json": "application/json", "markdown": "text/markdown; charset=utf-8"}
_ENDINGS = {"json": "json", "markdown": "md"}


@router.post("/draft/{name}/rule")
def ask(request: Request, name: str, _: PostedForm) -> Response:
    """Have the draft ruled as it stands; a draft with problems is shown with them instead."""
    state, visitor = app_state(request), current_visitor(request)
    draft = state.drafts.get(visitor.owner, name)
    if problems_of(draft.toml.encode()):
        return see(f"/draft/{name}?checked=1")
    inputs = {"toml": draft.toml, "language": visitor.language}
    return see(f"/ruling/{state.jobs.start(visitor.owner, 'rule', inputs, name)}")


@router.get("/ruling/{job}")
def ruling(request: Request, job: str) -> Response:
    """How far the ruling is; when it is made, where it is read and taken away."""
    pending = app_state(request).jobs.get(current_visitor(request).owner, job)
    problems = problems_in(pending.answer)
    part = wants_part(request)
    # What the page voice wrote is escaped already.
    verdict = [(heading, Markup(text)) for heading, text in pending.answer.get("verdict", ())]  # noqa: S704
    template = "ruling_state.html" if part else "ruling.html"
    answer = page(request, template, job=pending, problems=problems, verdict=verdict)
    if part and pending.state in {JobState.DONE, JobState.FAILED}:
        answer.headers["hx-refresh"] = "true"
    return answer


@router.get("/ruling/{job}/report")
def report(request: Request, job: str) -> Response:
    """The report itself: the only page with a style sheet inside, allowed by its hash alone."""
    html = str(_finished_job(request, job).answer["html"])
    style = _STYLE.search(html)
    digest = base64.b64encode(hashlib.sha256((style[1] if style else "").encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; frame-ancestors 'none'; base-uri 'none'"
    return HTMLResponse(html, headers={"content-security-policy": policy})


@router.get("/ruling/{job}/{kind}")
def download_ruling(request: Request, job: str, kind: str) -> Response:
    """The ruling as a file."""
    if kind == "printed":
        return _printed(request, job)
    finished = _finished_job(request, job)
    if kind == "html":
        return download(str(finished.answer["html"]).encode(), "text/html; charset=utf-8", "ruling.html")
    if kind == "pdf":
        return _pdf(request, finished)
    if kind not in _KINDS:
        raise RefusedRequest(404, "web.error.no-page")
    return download(str(finished.answer[kind]).encode(), _KINDS[kind], f"ruling.{_ENDINGS[kind]}")


def _pdf(request: Request, finished: Job) -> Response:
    """Print it first, where that was not done yet; then the file."""
    state, owner = app_state(request), current_visitor(request).owner
    name = state.jobs.start(owner, "print", {"page": finished.answer["inline"]}, finished.draft)
    done = "pdf" in state.jobs.get(owner, name).answer
    return _printed(request, name) if done else see(f"/ruling/{name}")


def _printed(request: Request, job: str) -> Response:
    finished = app_state(request).jobs.get(current_visitor(request).owner, job)
    if "pdf" not in finished.answer:
        raise RefusedRequest(409, "web.error.not-made")
    return download(bytes.fromhex(finished.answer["pdf"]), "application/pdf", "ruling.pdf")


def _finished_job(request: Request, job: str) -> Job:
    finished = app_state(request).jobs.get(current_visitor(request).owner, job)
    if "html" not in finished.answer:
        raise RefusedRequest(409, "web.error.not-made")
    return finished


YES_OR_NO = ("facts", "both_sides_heard", "laws_read", "reasons_written", "appeal_right_told")
HOW_MANY = ("consulted", "polled")
_TRUTHS = {"true": True, "false": False}


@router.get("/draft/{name}/review")
def check_list(request: Request, name: str) -> Response:
    """The ruling under review, the last one given, and how it was reached as far as that is recorded."""
    draft = app_state(request).drafts.get(current_visitor(request).owner, name)
    tree = parse_toml(draft.toml)
    place = _ruling_place(tree)
    ruling = value_at(tree, place) if place else None
    recorded = (ruling or {}).get("process")
    process = recorded if isinstance(recorded, dict) else {}
    values: dict[str, Any] = {
        "yes_or_no": YES_OR_NO,
        "how_many": HOW_MANY,
        "ruling": ruling,
        "process": process,
    }
    return page(request, "review.html", draft=draft, saved="saved" in request.query_params, **values)


@router.post("/draft/{name}/review")
def checked(request: Request, name: str, sent: PostedForm) -> Response:
    """The check list kept in the case; then, if that was asked, the ruling audited."""
    state, visitor = app_state(request), current_visitor(request)
    draft = state.drafts.get(visitor.owner, name)
    place = _ruling_place(parse_toml(draft.toml))
    if not place:
        return see(f"/draft/{name}/review")
    changes: dict[str, Any] = {f"{place} process {item}": _TRUTHS.get(sent.text(item)) for item in YES_OR_NO}
    for item in HOW_MANY:
        text = sent.text(item)
        changes[f"{place} process {item}"] = int(text) if text.isdecimal() and len(text) < 5 else None
    draft = commit(state.drafts, visitor.owner, name, sent.number("version"), changes)
    if not sent.has("audit"):
        return see(f"/draft/{name}/review?saved=1")
    if problems_of(draft.toml.encode()):
        return see(f"/draft/{name}?checked=1")
    inputs = {"toml": draft.toml, "language": visitor.language}
    return see(f"/ruling/{state.jobs.start(visitor.owner, 'review', inputs, name)}")


def _ruling_place(tree: dict[str, Any]) -> str:
    """Where the last ruling stands in the file; nothing when none was given."""
    rulings = tree.get("ruling")
    if isinstance(rulings, list):
        return f"ruling {len(rulings)}" if rulings and isinstance(rulings[-1], dict) else ""
    return "ruling" if isinstance(rulings, dict) else ""
