"""The room: a case on everybody's screen, a committee that weighs blind until its chair closes, the door for its phones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.casefile import Place
from analyser.errors import AnalyserError
from analyser.report.page_voice import TextVoice
from analyser.ruling.weights import reweigh, weighable
from analyser.web import RefusedRequest
from analyser.web.draft_view import DraftView, entries_as_tables
from analyser.web.drafts import Draft
from analyser.web.edit import spell_value
from analyser.web.findings_form import adopt_findings, hour
from analyser.web.members import Permission
from analyser.web.page import page, see, wants_part
from analyser.web.ruling_document import document_of, parts_in
from analyser.web.state import PostedForm, address_mark, app_state, current_visitor, room_address
from analyser.web.surveys import Survey, SurveyKind
from analyser.web.visitors import qr_code
from analyser.web.widgets import lay_out_auction

router = APIRouter()

_NAME = 40  # signs of a member's name


@router.post("/draft/{name}/room")
def show_case(request: Request, name: str, _: PostedForm) -> Response:
    """Show a case to a room: its page has an address of its own, which tells nothing else of the machine."""
    state, owner = app_state(request), current_visitor(request).owner
    state.drafts.get(owner, name)
    return see(f"/room/{state.surveys.begin(owner, name, SurveyKind.ROOM, '', {})}")


@router.get("/room/{name}")
def room(request: Request, name: str) -> Response:
    """The case as everybody in the room sees it, and what is being voted on now."""
    state = app_state(request)
    shown = state.surveys.get(name, SurveyKind.ROOM)
    if not shown.open and shown.owner != current_visitor(request).owner:
        raise RefusedRequest(404, "web.error.no-survey")
    work = DraftView(state.drafts.get(shown.owner, shown.draft))
    address = room_address(request, f"/room/{name}")
    panels = state.surveys.surveys_of_draft(shown.owner, shown.draft, SurveyKind.PANEL)
    return page(
        request,
        "room.html",
        work=work,
        rows=lay_out_auction(work.auction, marked=False),
        remarks=_entries_with(work, "remark", ("at", "by", "kind", "seconds", "status", "text")),
        contentions=_entries_with(work, "contention", ("by", "text")),
        place_of=_place,
        own=shown.owner == current_visitor(request).owner and current_visitor(request).may(Permission.CHANGE),
        address=address,
        code=qr_code(address) if address else None,
        alone="alone" in request.query_params,
        panels=[panel for panel in panels if panel.open],
        room=shown,
    )


@router.post("/draft/{name}/room/{room}/close")
def close_room(request: Request, name: str, room: str, _: PostedForm) -> Response:
    """The case is no longer shown: the address that was given away opens nothing any more, shown again it has another."""
    state, owner = app_state(request), current_visitor(request).owner
    survey = state.surveys.get(room, SurveyKind.ROOM)
    if (survey.owner, survey.draft) != (owner, name):
        raise RefusedRequest(404, "web.error.no-survey")
    state.surveys.close(owner, room)
    return see(f"/draft/{name}")


def _entries_with(work: DraftView, table: str, keys: tuple[str, ...]) -> list[dict[str, str]]:
    """Each entry of a list with all of these keys, as text; empty where the file does not say."""
    return [{key: spell_value(entry.get(key)) for key in keys} for entry in entries_as_tables(work, table)]


def _place(text: object) -> Place | None:
    """A place of the file, where it is one."""
    try:
        return Place.parse(str(text))
    except AnalyserError:
        return None


@router.post("/room-door")
def open_door(request: Request, sent: PostedForm) -> Response:
    """Let the phones of this network reach the sheets they are given the address of."""
    if not app_state(request).is_at_machine(request.scope):
        raise RefusedRequest(403, "web.error.guest")
    back = sent.text("back", "/")
    opened = app_state(request).room.open(request.app)
    is_ours = back.startswith("/") and not back.startswith(("//", "/\\"))
    mark = "" if opened else "?alone=1"
    return see(f"{back if is_ours else '/'}{mark}")


@dataclass(frozen=True, slots=True)
class Spread:
    """What the members' weights come to for North-South: each, the least, the middle, the most, the mean."""

    scores: tuple[Fraction, ...]

    @property
    def least(self) -> Fraction:
        """The lowest score any member's weights give."""
        return self.scores[0]

    @property
    def middle(self) -> Fraction:
        """The middle member's score; between the two middle ones of an even number."""
        return Fraction(median(self.scores))

    @property
    def most(self) -> Fraction:
        """The highest."""
        return self.scores[-1]

    @property
    def mean(self) -> Fraction:
        """Their mean."""
        return sum(self.scores, Fraction(0)) / len(self.scores)


@router.post("/ruling/{job}/panel")
def begin_panel(request: Request, job: str, _: PostedForm) -> Response:
    """Have a committee weigh the results of a ruling; what is proposed is not shown to it."""
    state, visitor = app_state(request), current_visitor(request)
    finished = state.jobs.get(visitor.owner, job)
    document = document_of(finished)
    if len(weighable(document)) < 2:
        raise RefusedRequest(409, "web.error.no-weights")
    shown_parts = ("outcomes", "sensitivity", "adjusted")
    question = {"title": document["case"]["id"], "toml": document["case"]["toml"]}
    question |= {key: document[key] for key in shown_parts}
    survey = state.surveys.begin(visitor.owner, finished.draft or "", SurveyKind.PANEL, job, question)
    return see(f"/panel/{survey}")


@router.get("/panel/{name}")
def panel(request: Request, name: str) -> Response:
    """The sheet of a member who has not weighed yet; then who has; once the chair closed it, what all came to."""
    visitor = current_visitor(request)
    survey = app_state(request).surveys.get(name, SurveyKind.PANEL)
    mine = next((member for member in survey.answers if member["visitor"] == visitor.voter_id), None)
    shown = _panel_parts(request, survey)
    if wants_part(request) and request.query_params.get("seen", shown["stage"]) != shown["stage"]:
        return Response(headers={"hx-refresh": "true"})  # the chair closed it, or lets it go on
    if not survey.open:
        return page(request, "panel_spread.html", **shown, **_spread_parts(survey))
    template = "panel.html" if mine is None else "panel_waiting.html"
    return page(request, template, mine=mine, **shown)


def _stage(survey: Survey, voice: str) -> str:
    """Which page of a committee is this member's now."""
    if not survey.open:
        return "closed"
    return "waiting" if any(member["visitor"] == voice for member in survey.answers) else "sheet"


def _panel_parts(request: Request, survey: Survey) -> dict[str, Any]:
    """What every page of a committee has: the board, the results with their scores, the address for the phones."""
    visitor = current_visitor(request)
    presides = survey.owner == visitor.owner and visitor.may(Permission.PRESIDE)
    address = room_address(request, f"/panel/{survey.id}")
    work = DraftView(Draft(survey.id, 0, survey.given["title"], 0.0, survey.given.get("toml", "")))
    adjusted = (survey.given.get("adjusted") or {}).get("ns") or {}
    return {
        "panel": survey,
        "stage": _stage(survey, visitor.voter_id),
        "own": presides,
        "work": work,
        "rows": lay_out_auction(work.auction, marked=False),
        "results": _results(survey.given),
        "unit": adjusted.get("unit", ""),
        "address": address,
        "code": qr_code(address) if presides and address else None,
        "alone": "alone" in request.query_params,
    }


def _results(document: Mapping[str, Any]) -> tuple[tuple[str, object, int | None, Fraction | None], ...]:
    """Each result a member weighs: its name, itself, its points and its worth to North-South."""
    outcomes = {outcome["id"]: outcome for outcome in document["outcomes"]}
    rows = []
    for name, result in weighable(document):
        worth = (outcomes[name].get("converted") or {}).get("ns")
        rows.append(
            (name, result, outcomes[name].get("score_ns"), None if worth is None else Fraction(worth))
        )
    return tuple(rows)


def _spread_parts(survey: Survey) -> dict[str, Any]:
    weighed = [reweigh(survey.given, "ns", member["parts"]) for member in survey.answers]
    members = [(member.weights, member.decimal) for member in weighed if member is not None]  # without names
    scores = sorted(member.score for member in weighed if member is not None and member.score is not None)
    spread = Spread(tuple(scores)) if scores else None  # none has weighed, or the results have no score
    together = {
        how: combine_weights(survey.given, [weights for weights, _ in members], how)
        for how in ("mean", "median")
    }
    return {"spread": spread, "members": members, "together": together, "hour": hour(survey.closing)}


def combine_weights(
    document: Mapping[str, Any], members: Iterable[Iterable[tuple[str, Fraction]]], how: str
) -> dict[str, Fraction]:
    """What members' weights come to together: of each result the mean or the median, made whole again.

    >>> document = {"outcomes": [{"id": "a", "legal": True, "result": "4S= by S"}, {"id": "b", "legal": True, "result": "3S= by S"}]}
    >>> half, whole = Fraction(1, 2), Fraction(1)
    >>> combine_weights(document, [[("a", whole)], [("a", whole)], [("a", half), ("b", half)]], "mean")
    {'a': Fraction(5, 6), 'b': Fraction(1, 6)}
    >>> combine_weights(document, [[("a", whole)], [("a", whole)], [("b", whole)]], "median")
    {'a': Fraction(1, 1)}
    """
    known = [dict(weights) for weights in members]
    if not known:
        return {}
    columns = {name: [weights.get(name, Fraction(0)) for weights in known] for name, _ in weighable(document)}
    middle = {
        name: Fraction(median(column)) if how == "median" else sum(column, Fraction(0)) / len(column)
        for name, column in columns.items()
    }
    total = sum(middle.values(), Fraction(0))
    return {name: part / total for name, part in middle.items() if part} if total else {}


@router.post("/panel/{name}")
def weigh_for_panel(request: Request, name: str, sent: PostedForm) -> Response:
    """One member's weights, kept once: who has seen the others' does not weigh again."""
    state, visitor = app_state(request), current_visitor(request)
    survey = state.surveys.get(name, SurveyKind.PANEL)
    parts = parts_in(sent, "ns")
    if reweigh(survey.given, "ns", parts) is None:
        raise RefusedRequest(400, "web.error.no-weights")
    member = visitor.member.name if visitor.member else sent.text("name")[:_NAME]
    address = address_mark(request, name)
    state.surveys.say(name, visitor.voter_id, {"parts": parts, "name": member}, address)
    return see(f"/panel/{name}")


@router.post("/panel/{name}/close")
def close_panel(request: Request, name: str, sent: PostedForm) -> Response:
    """The chair ends the weighing, or lets it go on."""
    app_state(request).surveys.close(current_visitor(request).owner, name, opened=sent.has("open"))
    return see(f"/panel/{name}")


@router.post("/panel/{name}/adopt")
def adopt(request: Request, name: str, sent: PostedForm) -> Response:
    """The chair's choice, mean, median or weights of the chair's own, becomes the committee's finding in the case."""
    state, visitor = app_state(request), current_visitor(request)
    survey = state.surveys.get(name, SurveyKind.PANEL)
    if survey.owner != visitor.owner:
        raise RefusedRequest(404, "web.error.no-survey")
    if survey.open:
        raise RefusedRequest(409, "web.error.still-open")
    how = next((word for word in ("mean", "median") if sent.has(word)), "own")
    weights = _chosen_weights(survey, how, sent)
    if not weights:
        raise RefusedRequest(400, "web.error.no-weights")
    results = dict(weighable(survey.given))
    voice = TextVoice(visitor.language)  # for the file: nothing in it is escaped
    finding = {
        "question": "weights",
        "answer": [{"result": str(results[name]), "weight": str(weight)} for name, weight in weights.items()],
        "by": sent.text("by") or voice("web.panel.committee"),
        "grounds": voice(f"web.panel.grounds-{how}", count=len(survey.answers), hour=hour(survey.closing)),
    }
    base = state.jobs.get(visitor.owner, survey.about)
    place, problems = adopt_findings(request, base, (finding,))
    if problems:
        return page(
            request,
            "panel_spread.html",
            422,
            problems=problems,
            **_panel_parts(request, survey),
            **_spread_parts(survey),
        )
    return see(place)


def _chosen_weights(survey: Survey, how: str, sent: Any) -> dict[str, Fraction]:  # noqa: ANN401 - the form
    if how == "own":
        reweighed_score = reweigh(survey.given, "ns", parts_in(sent, "ns"))
        return {} if reweighed_score is None else dict(reweighed_score.weights)
    together: dict[str, Fraction] = _spread_parts(survey)["together"][how]
    return together
