"""A draft ruled: asked for, waited for, read, and taken away as HTML, PDF, Markdown and JSON."""

import base64
import hashlib
import re

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from analyser.casefile import read_case
from analyser.errors import Problem
from analyser.web.forms import Form
from analyser.web.hall import hall_of, visiting
from analyser.web.jobs import Job, State
from analyser.web.page import download, page, see, wants_part
from analyser.web.refused import Refused

__all__ = ["router"]

router = APIRouter()

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_KINDS = {"json": "application/json", "markdown": "text/markdown; charset=utf-8"}
_ENDINGS = {"json": "json", "markdown": "md"}


@router.post("/draft/{name}/rule")
def ask(request: Request, name: str, _: Form) -> Response:
    """Have the draft ruled as it stands; a draft with problems is shown with them instead."""
    hall, visitor = hall_of(request), visiting(request)
    draft = hall.drafts.get(visitor.owner, name)
    if read_case(draft.toml.encode()).problems:
        return see(f"/draft/{name}?checked=1")
    given = {"toml": draft.toml, "language": visitor.language}
    return see(f"/ruling/{hall.jobs.start(visitor.owner, 'rule', given, name)}")


@router.get("/ruling/{job}")
def ruling(request: Request, job: str) -> Response:
    """How far the ruling is; when it is made, where it is read and taken away."""
    found = hall_of(request).jobs.get(visiting(request).owner, job)
    told = [Problem(*problem) for problem in found.answer.get("problems", ())]
    part = wants_part(request)
    answer = page(request, "ruling_state.html" if part else "ruling.html", job=found, problems=told)
    if part and found.state in {State.DONE, State.FAILED}:
        answer.headers["hx-refresh"] = "true"
    return answer


@router.get("/ruling/{job}/report")
def report(request: Request, job: str) -> Response:
    """The report itself: the only page with a style sheet inside, allowed by its hash alone."""
    html = str(_made(request, job).answer["html"])
    style = _STYLE.search(html)
    digest = base64.b64encode(hashlib.sha256((style[1] if style else "").encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; frame-ancestors 'none'; base-uri 'none'"
    return HTMLResponse(html, headers={"content-security-policy": policy})


@router.get("/ruling/{job}/{kind}")
def taken_away(request: Request, job: str, kind: str) -> Response:
    """The ruling as a file."""
    if kind == "printed":
        return _printed(request, job)
    made = _made(request, job)
    if kind == "html":
        return download(str(made.answer["html"]).encode(), "text/html; charset=utf-8", "ruling.html")
    if kind == "pdf":
        return _pdf(request, made)
    if kind not in _KINDS:
        raise Refused(404, "web.error.no-page")
    return download(str(made.answer[kind]).encode(), _KINDS[kind], f"ruling.{_ENDINGS[kind]}")


def _pdf(request: Request, made: Job) -> Response:
    """Print it first, where that was not done yet; then the file."""
    hall, owner = hall_of(request), visiting(request).owner
    name = hall.jobs.start(owner, "print", {"page": made.answer["inline"]}, made.draft)
    done = "pdf" in hall.jobs.get(owner, name).answer
    return _printed(request, name) if done else see(f"/ruling/{name}")


def _printed(request: Request, job: str) -> Response:
    found = hall_of(request).jobs.get(visiting(request).owner, job)
    if "pdf" not in found.answer:
        raise Refused(409, "web.error.not-made")
    return download(bytes.fromhex(found.answer["pdf"]), "application/pdf", "ruling.pdf")


def _made(request: Request, job: str) -> Job:
    found = hall_of(request).jobs.get(visiting(request).owner, job)
    if "html" not in found.answer:
        raise Refused(409, "web.error.not-made")
    return found
