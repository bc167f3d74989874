"""A new case: from a PBN or LIN board, from a viewer's link, from a bundled case, or from nothing."""

from collections.abc import Iterable
from itertools import islice

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser import resources
from analyser.casefile.skeleton import skeleton
from analyser.errors import AnalyserError, Problem
from analyser.formats import Loss, Reading, Record, read, settled
from analyser.web.forms import Form, Sent
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page, see
from analyser.web.refused import Refused

__all__ = ["EMPTY", "router"]

router = APIRouter()

EMPTY = """\
schema = 1
id = "case"
title = ""

[event]

[board]

[table]
"""
_LISTED = 400  # boards of a file to choose from


@router.get("/new")
def start(request: Request) -> Response:
    """Paste, choose a file, or begin with an empty case."""
    return page(request, "new.html", problems=(), losses=(), records=(), source="")


@router.post("/new")
def make(request: Request, sent: Form) -> Response:
    """The draft; several boards are listed to choose from, and what cannot be read is told."""
    typed = next((text for name, text in sent.pairs if name == "source"), "").replace("\r\n", "\n")
    source = sent.upload.decode("utf-8", "replace") if sent.upload else typed
    if sent.has("empty") or not source.strip():
        return _drafted(request, EMPTY)
    if source.lstrip().startswith(("schema", "#")) and "schema" in source:
        return _drafted(request, source)
    try:
        reading = _read(source, sent)
        chosen = _chosen(reading.records, sent)
        if chosen is not None:
            one, other = chosen
            lost = reading.losses_of(*filter(None, chosen))
            text = skeleton(settled(one), None if other is None else settled(other))
            return _drafted(request, text + _lost(lost))
    except AnalyserError as fault:
        return page(
            request, "new.html", 422, problems=fault.problems, losses=(), records=(), source=source[:200_000]
        )
    problems = (
        () if reading.records else (Problem("file", "", "no board was found", "give PBN, LIN or a link"),)
    )
    listed = reading.records[:_LISTED]
    losses = tuple(map(str, reading.losses))[:5]
    return page(request, "new.html", problems=problems, losses=losses, records=listed, source=source)


@router.post("/cases/copy")
def copy(request: Request, sent: Form) -> Response:
    """A bundled case as a draft of one's own."""
    name = sent.text("case")
    if name not in bundled():
        raise Refused(404, "web.error.no-page")
    return _drafted(request, resources.text(name))


def bundled() -> tuple[str, ...]:
    """The names of the bundled cases."""
    folders = [folder for folder in resources.listing("cases") if "." not in folder.rsplit("/", 1)[1]]
    return tuple(name for folder in folders for name in resources.listing(folder) if name.endswith(".toml"))


def _read(source: str, sent: Sent) -> Reading:
    text = source.strip()
    if not sent.upload and ("://" in text or "lin=" in text) and "\n" not in text:
        return read(text)
    return read(sent.upload or source.encode("utf-8"))


def _chosen(records: tuple[Record, ...], sent: Sent) -> tuple[Record, Record | None] | None:
    """The board that is meant, with the other room's; none when a person must choose."""
    if len(records) == 1:
        return records[0], None
    if not sent.has("board"):
        return None
    place = sent.number("board")
    if place >= len(records):
        raise Refused(400, "web.error.form")
    one = records[place]
    others = [r for r in records if r.number == one.number and r is not one and r.room is not one.room]
    return one, others[0] if len(others) == 1 else None


def _lost(losses: Iterable[Loss]) -> str:
    """What was not understood of these boards, kept in the draft as remarks for the one who goes on with it."""
    lines = [" ".join(str(loss).split())[:300] for loss in islice(losses, 20)]
    return "".join(f"# not understood: {line}\n" for line in lines if line.isprintable())


def _drafted(request: Request, text: str) -> Response:
    if len(text.encode()) > 1_000_000:
        raise Refused(413, "web.error.too-much")
    draft = hall_of(request).drafts.new(visiting(request).owner, text)
    return see(f"/draft/{draft.id}")
