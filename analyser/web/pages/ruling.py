"""A draft ruled, or a ruling of somebody's audited: asked for, waited for, read, and taken away as files."""

import base64
import hashlib
import re
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from analyser.casefile import problems_of
from analyser.ruling.weights import weighable
from analyser.web import RefusedRequest
from analyser.web.draft_view import DraftView
from analyser.web.drafts import Draft
from analyser.web.edit import commit, value_at
from analyser.web.jobs import Job, JobState
from analyser.web.page import download, page, see, wants_part
from analyser.web.ruling_document import document_of, ruling_versions
from analyser.web.state import PostedForm, app_state, current_visitor
from analyser.web.widgets import lay_out_auction
from analyser.web.worker_tasks import problems_in

router = APIRouter()

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
PAPERS = ("report", "appeal-form", "decision")
_FILES = {  # name of the file: what it holds, its kind
    "ruling.json": ("json", "application/json"),
    "ruling.md": ("markdown", "text/markdown; charset=utf-8"),
    "scorer.txt": ("scorer", "text/plain; charset=utf-8"),
    "scorer.csv": ("csv", "text/csv; charset=utf-8"),
}


@router.post("/draft/{name}/rule")
def ask(request: Request, name: str, _: PostedForm) -> Response:
    """Have the draft ruled as it stands; a draft with problems is shown with them instead."""
    return ask_for(request, app_state(request).drafts.get(current_visitor(request).owner, name))


def ask_for(request: Request, draft: Draft) -> Response:
    """To the ruling of a draft that is being made, or to the draft and its problems."""
    state, visitor = app_state(request), current_visitor(request)
    if problems_of(draft.toml.encode()):
        return see(f"/draft/{draft.id}?checked=1")
    inputs = {"toml": draft.toml, "language": visitor.language}
    return see(f"/ruling/{state.jobs.start(visitor.owner, 'rule', inputs, draft.id)}")


@router.get("/ruling/{job}")
def ruling(request: Request, job: str) -> Response:
    """How far the ruling is; when it is made its verdict and scores, its papers, and what changed since the one before."""
    state, visitor = app_state(request), current_visitor(request)
    pending = state.jobs.get(visitor.owner, job)
    part = wants_part(request)
    # What the page voice wrote is escaped already.
    verdict = [(heading, Markup(text)) for heading, text in pending.paper("verdict", visitor.language)]  # noqa: S704
    work = _case_of(pending)
    versions = state.jobs.jobs_of_draft(visitor.owner, pending.draft) if pending.draft and not part else ()
    answer = page(
        request,
        "ruling_state.html" if part else "ruling.html",
        job=pending,
        problems=problems_in(pending.answer),
        verdict=verdict,
        warnings=pending.paper("warnings", visitor.language),
        papers=PAPERS,
        versions=ruling_versions(versions),
        can_weigh=pending.is_ruling and len(weighable(document_of(pending))) > 1,
        work=work,
        rows=lay_out_auction(work.auction, marked=False) if work else (),
        side=request.query_params.get("side", ""),
    )
    if part and pending.state in {JobState.DONE, JobState.FAILED}:
        answer.headers["hx-refresh"] = "true"
    return answer


def _case_of(finished: Job) -> DraftView | None:
    """The case as it was when it was ruled, for the board beside the ruling; none while there is no ruling."""
    if not finished.is_ruling:
        return None
    return DraftView(Draft(finished.draft or "", 0, "", 0.0, str(finished.given.get("toml", ""))))


@router.get("/ruling/{job}/{paper}")
def read_paper(request: Request, job: str, paper: str) -> Response:
    """A paper of the ruling to be read here, or as a file where the name has an ending."""
    if paper == "printed":
        return _print_pdf(request, job)
    finished = _finished_job(request, job)
    name, _, ending = paper.partition(".")
    language = current_visitor(request).language
    if name in PAPERS and not ending:
        return _respond_with_page(str(finished.paper(name, language)))
    if name in PAPERS and ending == "html":
        return download(str(finished.paper(name, language)).encode(), "text/html; charset=utf-8", paper)
    if name in PAPERS and ending == "pdf":
        return _pdf(request, finished, name)
    if paper in _FILES:
        source, kind = _FILES[paper]
        text = finished.answer.get(source) or finished.paper(source, language)
        return download(str(text).encode(), kind, paper)
    raise RefusedRequest(404, "web.error.no-page")


def _respond_with_page(html: str) -> Response:
    """A page with a style sheet inside, allowed by its hash alone."""
    style = _STYLE.search(html)
    digest = base64.b64encode(hashlib.sha256((style[1] if style else "").encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; frame-ancestors 'none'; base-uri 'none'"
    return HTMLResponse(html, headers={"content-security-policy": policy})


def _pdf(request: Request, finished: Job, name: str) -> Response:
    """Print it first, where that was not done yet; then the file."""
    state, visitor = app_state(request), current_visitor(request)
    inputs = {"page": finished.paper(f"{name}-print", visitor.language), "name": f"{name}.pdf"}
    job = state.jobs.start(visitor.owner, "print", inputs, finished.draft)
    done = "pdf" in state.jobs.get(visitor.owner, job).answer
    return _print_pdf(request, job) if done else see(f"/ruling/{job}")


def _print_pdf(request: Request, job: str) -> Response:
    finished = app_state(request).jobs.get(current_visitor(request).owner, job)
    if "pdf" not in finished.answer:
        raise RefusedRequest(409, "web.error.not-made")
    name = finished.given.get("name", "ruling.pdf")
    return download(bytes.fromhex(finished.answer["pdf"]), "application/pdf", name)


def _finished_job(request: Request, job: str) -> Job:
    finished = app_state(request).jobs.get(current_visitor(request).owner, job)
    if not finished.is_ruling:
        raise RefusedRequest(409, "web.error.not-made")
    return finished


YES_OR_NO = ("facts", "both_sides_heard", "laws_read", "reasons_written", "appeal_right_told")
HOW_MANY = ("consulted", "polled")
_TRUTHS = {"true": True, "false": False}


@router.get("/draft/{name}/review")
def check_list(request: Request, name: str) -> Response:
    """The ruling under review, the last one given, and how it was reached as far as that is recorded."""
    draft = app_state(request).drafts.get(current_visitor(request).owner, name)
    tree = DraftView(draft).tree
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
def save_check_list(request: Request, name: str, sent: PostedForm) -> Response:
    """The check list kept in the case; then, if that was asked, the ruling audited."""
    state, visitor = app_state(request), current_visitor(request)
    draft = state.drafts.get(visitor.owner, name)
    place = _ruling_place(DraftView(draft).tree)
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


def _ruling_place(tree: Mapping[str, Any]) -> str:
    """Where the last ruling stands in the file; nothing when none was given."""
    rulings = tree.get("ruling")
    if isinstance(rulings, list):
        return f"ruling {len(rulings)}" if rulings and isinstance(rulings[-1], dict) else ""
    return "ruling" if isinstance(rulings, dict) else ""
