"""The first page, the lists of cases, a new case from a record or a link, and the invitations of guests."""

import hashlib
import re
import secrets
import time
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser import resources
from analyser.bridge import Auction, Seat
from analyser.casefile.skeleton import skeleton
from analyser.errors import AnalyserError, CaseError, Problem
from analyser.formats import BoardRecord, FileReading, Loss, derive_result, read
from analyser.messages import sentence
from analyser.precedents.nearest import Precedent, precedents_for
from analyser.report.page_voice import PageVoice
from analyser.web import RefusedRequest
from analyser.web.draft_view import NOT_UNDERSTOOD, DraftView, open_draft_view
from analyser.web.drafts import LISTED, Draft
from analyser.web.edit import TomlValue, apply_changes, parse_toml
from analyser.web.page import page, see
from analyser.web.pages.ruling import ask_for
from analyser.web.ruling_document import moment
from analyser.web.state import PostedForm, SentForm, app_state, current_visitor
from analyser.web.typed_case import PASSES, TypedAnswers, TypedCase, read_typed
from analyser.web.visitors import qr_code
from analyser.web.widgets import lay_out_auction
from analyser.web.words import voice_of

router = APIRouter()


@router.get("/")
def home(request: Request) -> Response:
    """What can be done here, and the last drafts."""
    drafts = app_state(request).drafts.listed(current_visitor(request).owner, 5)
    rulings = app_state(request).jobs.last(current_visitor(request).owner, 5)
    return page(request, "home.html", drafts=drafts, rulings=rulings, moment=moment)


_SHOWN = 60


@dataclass(frozen=True, slots=True)
class BundledCase:
    """A bundled case as the list shows it."""

    name: str
    title: str
    kinds: tuple[str, ...]
    words: str


@cache
def _entries() -> tuple[BundledCase, ...]:
    entries = []
    for name in bundled_names():
        if name.startswith("cases/bad/"):
            continue
        text = resources.text(name)
        tree = tomllib.loads(text)
        kinds = tuple(dict.fromkeys(str(incident.get("kind", "")) for incident in tree.get("incident", ())))
        event, source = tree.get("event", {}), tree.get("source", {})
        words = [name, tree.get("title", ""), *kinds, *map(str, event.values()), *map(str, source.values())]
        entries.append(
            BundledCase(name, tree.get("title", "") or name, kinds, " ".join(map(str, words)).lower())
        )
    return tuple(entries)


@router.get("/cases")
def cases(request: Request) -> Response:
    """Drafts and bundled cases that hold all the words asked for."""
    query = request.query_params.get("q", "").strip()[:200]
    words = query.lower().split()
    drafts, owner = app_state(request).drafts, current_visitor(request).owner
    place = request.query_params.get("from", "")
    start = int(place) if place.isdecimal() and len(place) < 6 else 0
    mine = drafts.listed(owner, LISTED + 1, start, words)
    theirs = [entry for entry in _entries() if all(word in entry.words for word in words)]
    return page(
        request,
        "cases.html",
        asked=query,
        drafts=mine[:LISTED],
        count=None if words else drafts.count(owner),
        following=start + LISTED if len(mine) > LISTED else 0,
        entries=theirs[:_SHOWN],
        more=max(0, len(theirs) - _SHOWN),
    )


@router.get("/draft/{name}/precedents")
def precedents(request: Request, name: str) -> Response:
    """The nearest past cases of each incident, what was ruled, and what they have in common."""
    work = open_draft_view(request, name)
    nearest: dict[str, tuple[Precedent, ...]] = {}
    if work.case is not None:
        with suppress(AnalyserError):
            nearest = precedents_for(work.case, _SEARCHED)
    wanted = {name: request.query_params.get(name, "") for name in ("authority", "edition")}
    past = [case for near in nearest.values() for _, case in near]
    choices = {
        name: sorted({str(getattr(case, name)) for case in past if getattr(case, name)}) for name in wanted
    }
    fitting = {
        incident: [
            (distance, case)
            for distance, case in near
            if all(not word or getattr(case, name) == word for name, word in wanted.items())
        ][:_NEAREST]
        for incident, near in nearest.items()
    }
    return page(request, "precedents.html", work=work, found=fitting, wanted=wanted, choices=choices)


_SEARCHED = 40  # past cases among which the filters choose
_NEAREST = 5


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
    return _new_page(request)


def _new_page(request: Request, status: int = 200, **other_values: Any) -> Response:  # noqa: ANN401 - values of a page
    """The page of new cases, with the event of the visitor's last case to go on with."""
    values: dict[str, Any] = {
        "problems": (),
        "losses": (),
        "records": (),
        "source": "",
        "same": True,
        "typed": None,
    }
    return page(
        request, "new.html", status, event=event_of_today(_drafts(request)), **{**values, **other_values}
    )


def _drafts(request: Request) -> tuple[Draft, ...]:
    return app_state(request).drafts.last(current_visitor(request).owner, time.time() - _SAME_DAY)


_SAME_DAY = 24 * 3600  # seconds; the next day has another date, and perhaps another event


def event_of_today(drafts: Iterable[Draft]) -> dict[str, TomlValue]:
    """The event of the last case in which one is told, while the day lasts; empty where there is none."""
    for draft in drafts:
        if time.time() - draft.changed > _SAME_DAY:
            break
        with suppress(CaseError):
            event = parse_toml(draft.toml).get("event")
            if isinstance(event, dict) and event:
                return event
    return {}


def copy_event(text: str, event: Mapping[str, TomlValue]) -> str:
    """A case of the same event as another; one that names its own keeps to what it tells itself."""
    event_table = parse_toml(text).get("event", {})
    if event_table.get("name") not in {None, event.get("name")}:
        return text
    return apply_changes(
        text, {f"event {key}": value for key, value in event.items() if key not in event_table}
    )


@router.post("/new")
def make(request: Request, sent: PostedForm) -> Response:
    """The draft; several boards are listed to choose from, and what cannot be read is told."""
    typed = next((text for name, text in sent.pairs if name == "source"), "").replace("\r\n", "\n")
    source = sent.upload.decode("utf-8", "replace") if sent.upload else typed
    if sent.has("empty") or not source.strip():
        return _create_draft(request, EMPTY, sent)
    if source.lstrip().startswith(("schema", "#")) and "schema" in source:
        return _create_draft(request, source)
    typed_lines = _typed_lines(request, source, sent)
    if typed_lines is not None and typed_lines.is_clear:
        return _create_draft(request, typed_lines.toml, sent)
    try:
        reading = _read(source, sent)
        if typed_lines is not None and not reading.records:
            return _typed_page(request, source, sent, typed_lines)
        chosen = _select_board(reading, sent)
        if chosen is not None:
            record, other = chosen
            lost = reading.losses_of(*filter(None, chosen))
            text = skeleton(derive_result(record), None if other is None else derive_result(other))
            return _create_draft(request, text + _describe_losses(lost), sent)
    except AnalyserError as fault:
        if typed_lines is not None:
            return _typed_page(request, source, sent, typed_lines)
        return _new_page(
            request, 422, problems=fault.problems, source=source[:200_000], same=sent.has("same")
        )
    problems = (
        ()
        if reading.records
        else (Problem("file", "", sentence("no-board-there"), sentence("give-board-file")),)
    )
    listed = reading.records[:_LISTED]
    losses = tuple(map(str, reading.losses))[:5]
    return _new_page(
        request, problems=problems, losses=losses, records=listed, source=source, same=sent.has("same")
    )


_OF_A_FORMAT = re.compile(
    r'^\s*\[\w+\s+"|(?:^|[|=&\s])(?:qx|md|mb|pn|st|vg|rs|pg|sv|an|pc)\||://', re.MULTILINE
)


def _is_plain(source: str) -> bool:
    """Whether a source may be lines a person wrote, a hand record or a diagram among them: no tag, no code of a format."""
    signs = all(sign.isprintable() or sign.isspace() for sign in source)
    return signs and _OF_A_FORMAT.search(source) is None


def _typed_lines(request: Request, source: str, sent: SentForm) -> TypedCase | None:
    """A source as lines a person typed, with the answers to what was asked of exactly this text; none for another."""
    if not _is_plain(source):
        return None
    title = voice_of(current_visitor(request).language).words["page.board"]
    answers = TypedAnswers()
    if sent.text("of") == _digest(source):
        answers = TypedAnswers(sent.text("dealer"), sent.text("passes"), sent.has("all-the-same"))
    return read_typed(source[:_LONGEST_TYPED], title, answers)


_LONGEST_TYPED = 20_000  # signs of lines a person types or copies


def _digest(source: str) -> str:
    return hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()[:16]


def _typed_page(request: Request, source: str, sent: SentForm, typed: TypedCase) -> Response:
    """What was read of typed lines beside them: what is wrong, what was not used, what must be said first."""
    voice = voice_of(current_visitor(request).language)
    work = DraftView(Draft("", 0, "", 0.0, typed.toml))
    if "passes" in typed.asks:  # who made which call is not known yet
        work = work.try_changes({"table": None, "remark": None, "incident": None})
    answered = {name: sent.text(name) for name in ("dealer", "passes") if sent.text("of") == _digest(source)}
    return _new_page(
        request,
        422,
        source=source[:200_000],
        same=sent.has("same"),
        typed=typed,
        wrong=[(_typed_place(voice, problem.where), problem) for problem in typed.problems],
        work=work,
        rows=lay_out_auction(work.auction, marked=False),
        ways=_ways_to_read(source, answered.get("dealer", ""))
        if "passes" in typed.asks and "dealer" not in typed.asks
        else (),
        counts=[(seat, len(work.hands[seat])) for seat in Seat if len(work.hands[seat])],
        of=_digest(source),
        answered={name: value for name, value in answered.items() if value},
        now=sent.has("now"),
    )


def _ways_to_read(source: str, dealer: str) -> tuple[tuple[str, Auction], ...]:
    """Calls typed without a pass between them, read both ways: with the passes put in, and as they stand."""
    ways = ((way, read_typed(source[:_LONGEST_TYPED], "", TypedAnswers(dealer, way))) for way in PASSES)
    return tuple((way, DraftView(Draft("", 0, "", 0.0, read.toml)).auction) for way, read in ways if read)


def _typed_place(voice: PageVoice, where: str) -> str:
    """Where in typed lines a problem stands, as one says it: a hand, a call, a line."""
    *_, kind, last = ("", *where.split())
    if where.startswith("board hands"):
        return str(voice.words.get(f"seat.{last}", ""))
    if kind == "call":
        return str(voice("place.call", number=last))
    return str(voice("web.typed.line", number=last)) if kind == "line" else ""


@router.post("/cases/copy")
def copy(request: Request, sent: PostedForm) -> Response:
    """A bundled case as a draft of one's own."""
    name = sent.text("case")
    if name not in bundled_names():
        raise RefusedRequest(404, "web.error.no-page")
    return _create_draft(request, resources.text(name))


def bundled_names() -> tuple[str, ...]:
    """The names of the bundled cases."""
    folders = [folder for folder in resources.listing("cases") if "." not in folder.rsplit("/", 1)[1]]
    return tuple(name for folder in folders for name in resources.listing(folder) if name.endswith(".toml"))


def _read(source: str, sent: SentForm) -> FileReading:
    text = source.strip()
    if not sent.upload and ("://" in text or "lin=" in text) and "\n" not in text:
        return read(text)
    return read(sent.upload or source.encode("utf-8"))


def _select_board(reading: FileReading, sent: SentForm) -> tuple[BoardRecord, BoardRecord | None] | None:
    """The board that is meant, with the other room's; none when a person must choose."""
    records = reading.records
    if len(records) == 1:
        return records[0], None
    if not sent.has("board"):
        return None
    place = sent.number("board")
    if place >= len(records):
        raise RefusedRequest(400, "web.error.form")
    record = records[place]
    return record, reading.other_room_of(record)


def _describe_losses(losses: Iterable[Loss]) -> str:
    """What was not understood of these boards, kept in the draft as remarks for the one who goes on with it."""
    lines = [" ".join(str(loss).split())[:300] for loss in islice(losses, 20)]
    return "".join(f"{NOT_UNDERSTOOD}{line}\n" for line in lines if line.isprintable())


def _create_draft(request: Request, text: str, sent: SentForm | None = None) -> Response:
    """A new draft; of the last case's event where that is ticked, ruled at once where nothing is missing for it."""
    if len(text.encode()) > 1_000_000:
        raise RefusedRequest(413, "web.error.too-much")
    if sent is not None and sent.has("same"):
        text = copy_event(text, event_of_today(_drafts(request)))
    draft = app_state(request).drafts.new(current_visitor(request).owner, text)
    if sent is not None and sent.has("now") and parse_toml(text).get("incident"):
        return ask_for(request, draft)
    return see(f"/draft/{draft.id}")


@router.get("/share")
def invitation(request: Request) -> Response:
    """The open invitation as a code for a phone's camera, for whoever sits at the machine; how to share when it is not."""
    state = app_state(request)
    if not state.is_at_machine(request.scope):
        raise RefusedRequest(403, "web.error.guest")
    if not state.settings.is_shared:
        return page(request, "share.html", link=None, code=None, guests=0)
    share = state.guest_list
    alone = share.link.startswith("http://127.")
    return page(
        request, "share.html", link=share.link, code=qr_code(share.link), guests=share.guests, alone=alone
    )


@router.get("/join/{token}")
def show_door(request: Request, token: str) -> Response:
    """One button to come in: a camera that only looks at the address uses nothing up."""
    state = app_state(request)
    if state.members is not None:
        comer = state.members.find_invited(token)
        return page(request, "join.html", open=comer is not None, comer=comer)
    return page(request, "join.html", open=state.guest_list.is_open(token), comer=None)


@router.post("/join/{token}")
def come_in(request: Request, token: str, sent: PostedForm) -> Response:
    """Let the guest in; the invitation is used up."""
    state, visitor = app_state(request), current_visitor(request)
    if state.members is None:
        if not state.guest_list.let_in(visitor, token):
            raise RefusedRequest(403, "web.error.invitation")
        return see("/")
    known = replace(visitor, name=secrets.token_urlsafe(24))  # nobody knows the name this browser had before
    member = state.members.let_in(known.browser, token, sent.text("name"))
    if member is None:
        raise RefusedRequest(403, "web.error.invitation")
    request.state.visitor = known
    return see("/")
