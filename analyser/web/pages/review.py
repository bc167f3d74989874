"""A ruling somebody gave, audited: the check list ticked off, the ruling laid against our band."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.casefile import read_case
from analyser.web.edit import at, commit, plain
from analyser.web.forms import Form
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page, see

__all__ = ["router"]

router = APIRouter()

YES_OR_NO = ("facts", "both_sides_heard", "laws_read", "reasons_written", "appeal_right_told")
HOW_MANY = ("consulted", "polled")
_TRUTHS = {"true": True, "false": False}


@router.get("/draft/{name}/review")
def check_list(request: Request, name: str) -> Response:
    """The ruling under review, the last one given, and how it was reached as far as that is recorded."""
    draft = hall_of(request).drafts.get(visiting(request).owner, name)
    tree = plain(draft.toml)
    place = _ruling_place(tree)
    ruling = at(tree, place) if place else None
    told = (ruling or {}).get("process")
    process = told if isinstance(told, dict) else {}
    given: dict[str, Any] = {
        "yes_or_no": YES_OR_NO,
        "how_many": HOW_MANY,
        "ruling": ruling,
        "process": process,
    }
    return page(request, "review.html", draft=draft, saved="saved" in request.query_params, **given)


@router.post("/draft/{name}/review")
def checked(request: Request, name: str, sent: Form) -> Response:
    """The check list kept in the case; then, if that was asked, the ruling audited."""
    hall, visitor = hall_of(request), visiting(request)
    draft = hall.drafts.get(visitor.owner, name)
    place = _ruling_place(plain(draft.toml))
    if not place:
        return see(f"/draft/{name}/review")
    changes: dict[str, Any] = {f"{place} process {item}": _TRUTHS.get(sent.text(item)) for item in YES_OR_NO}
    for item in HOW_MANY:
        text = sent.text(item)
        changes[f"{place} process {item}"] = int(text) if text.isdecimal() and len(text) < 5 else None
    kept = commit(hall.drafts, visitor.owner, name, sent.number("version"), changes)
    if not sent.has("audit"):
        return see(f"/draft/{name}/review?saved=1")
    if read_case(kept.toml.encode()).problems:
        return see(f"/draft/{name}?checked=1")
    given = {"toml": kept.toml, "language": visitor.language}
    return see(f"/ruling/{hall.jobs.start(visitor.owner, 'review', given, name)}")


def _ruling_place(tree: dict[str, Any]) -> str:
    """Where the last ruling stands in the file; nothing when none was given."""
    found = tree.get("ruling")
    if isinstance(found, list):
        return f"ruling {len(found)}" if found and isinstance(found[-1], dict) else ""
    return "ruling" if isinstance(found, dict) else ""
