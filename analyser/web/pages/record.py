"""What a hearing adds to a case, each in a form: players, contentions, polls, findings, rulings that were given, the appeal."""

from collections.abc import Callable

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import Seat
from analyser.web import RefusedRequest
from analyser.web.draft_view import (
    DraftView,
    draft_view_on_page,
    entries_as_tables,
    open_draft_view,
    save_changes,
)
from analyser.web.edit import TomlValue
from analyser.web.fields import LISTS, changes_in, fields_in, questions, section_fields
from analyser.web.page import page
from analyser.web.pages.facts import entry_fields, remove_entry
from analyser.web.state import PostedForm

router = APIRouter()

# What a new entry holds, so that it is one: the rest is told in its form.
_BEGUN: dict[str, dict[str, TomlValue]] = {
    "contentions": {"by": "NS"},
    "polls": {"asked": 0, "answers": []},
    "findings": {},
    "errors": {"side": "NS", "finding": "serious"},
    "rulings": {"kind": "assigned"},
}


def _table(section: str) -> Callable[[Request, str], Response]:
    def show(request: Request, name: str) -> Response:
        work = open_draft_view(request, name)
        fields, rest = section_fields(work, section)
        return page(request, "section.html", work=work, section=section, fields=fields, problems=rest)

    return show


def _entries(section: str) -> Callable[[Request, str], Response]:
    def show(request: Request, name: str) -> Response:
        work = open_draft_view(request, name)
        fields, rest = section_fields(work, section)
        table = LISTS[section]
        entries = entries_as_tables(work, table)
        return page(
            request,
            "entries.html",
            work=work,
            section=section,
            entries=[
                (str(entry.get("question", "")), entry_fields(fields, f"{table} {number} "))
                for number, entry in enumerate(entries, 1)
            ],
            problems=rest,
            questions=questions() if section == "findings" else (),
        )

    return show


def _save_section(section: str) -> Callable[[Request, str, PostedForm], Response]:
    def save(request: Request, name: str, sent: PostedForm) -> Response:
        work = draft_view_on_page(request, name, sent)
        changes: dict[str, TomlValue] = changes_in(fields_in(work, section), work.tree, sent)
        address = f"/draft/{name}/{section}"
        table = LISTS.get(section, "")
        if table and sent.has("drop"):
            changes = remove_entry(changes, f"{table} {sent.number('drop')}")
        elif table and sent.has("add"):
            number = len(entries_as_tables(work, table)) + 1
            begun = dict(_BEGUN[section])
            if section == "findings":
                begun = _finding(sent.text("question"))
            if section == "errors" and (side := _innocent_side(work)):
                begun["side"] = side
            changes |= {f"{table} {number} {key}": value for key, value in begun.items()}
            address += f"#entry-{number}"
        return save_changes(request, name, sent, changes, address)

    return save


def _innocent_side(work: DraftView) -> str:
    """The side against which the first incident was; empty where it does not tell."""
    first = next(iter(entries_as_tables(work, "incident")), {})
    offender = str(first.get("offender") or first.get("by") or "")
    return str(Seat.parse(offender).side.other) if offender in {"N", "E", "S", "W"} else ""


def _finding(question: str) -> dict[str, TomlValue]:
    """A finding begun: the question, and an answer of its form that says the least."""
    if question not in questions():
        raise RefusedRequest(400, "web.error.form")
    answers: dict[str, TomlValue] = {"tricks": 0, "error": "none", "call-share": []}
    lists = ("alternatives", "suggested", "normal-line", "lead", "outcomes", "weights")
    return {"question": question, "answer": [] if question in lists else answers.get(question, False)}


for _section in ("players", "appeal"):
    router.add_api_route(f"/draft/{{name}}/{_section}", _table(_section), methods=["GET"])
for _section in LISTS:
    router.add_api_route(f"/draft/{{name}}/{_section}", _entries(_section), methods=["GET"])
for _section in ("players", "appeal", *LISTS):
    router.add_api_route(f"/draft/{{name}}/{_section}", _save_section(_section), methods=["POST"])
