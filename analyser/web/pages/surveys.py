"""A poll of peers, whose sheet leads nobody, and a committee that weighs before it sees the others' weights."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import Call, Hand, Seat
from analyser.casefile import parse_action, read_case
from analyser.ruling.weights import reweighed, weighable
from analyser.web import RefusedRequest
from analyser.web.edit import commit, parse_toml, value_at
from analyser.web.page import page, see
from analyser.web.pages.what_if import document_of, parts_in
from analyser.web.state import PostedForm, app_state, current_visitor
from analyser.web.surveys import Survey, SurveyKind, poll_sheets
from analyser.web.widgets import auction_of, laid_out, pad_of

router = APIRouter()


@router.get("/draft/{name}/poll")
def polls(request: Request, name: str) -> Response:
    """The questions the case gives rise to, those already put, and what was answered."""
    state, owner = app_state(request), current_visitor(request).owner
    draft = state.drafts.get(owner, name)
    case = read_case(draft.toml.encode())[0]
    put = state.surveys.of_draft(owner, name, SurveyKind.POLL)
    new = [sheet for sheet in poll_sheets(case) if not any(sheet == old.given for old in put)] if case else []
    counts = {survey.id: counted(survey) for survey in put}
    return page(request, "poll_list.html", draft=draft, put=put, new=new, counts=counts, told=parse_action)


@router.post("/draft/{name}/poll")
def begin_poll(request: Request, name: str, sent: PostedForm) -> Response:
    """Put a question; it is written down as the case stands now."""
    state, owner = app_state(request), current_visitor(request).owner
    case = read_case(state.drafts.get(owner, name).toml.encode())[0]
    for sheet in poll_sheets(case) if case else ():
        if (sheet["incident"], sheet["at"]) == (sent.text("incident"), sent.text("at")):
            return see(f"/poll/{state.surveys.begin(owner, name, SurveyKind.POLL, sheet['incident'], sheet)}")
    raise RefusedRequest(409, "web.error.no-question")


@router.get("/poll/{name}")
def poll(request: Request, name: str) -> Response:
    """The sheet itself: hand, auction, vulnerability, methods, and every action that is possible."""
    poll = app_state(request).surveys.get(name, SurveyKind.POLL)
    own = poll.owner == current_visitor(request).owner
    return page(
        request, "poll.html", poll=poll, own=own, thanks="thanks" in request.query_params, **_shown(poll)
    )


@router.post("/poll/{name}")
def answer(request: Request, name: str, sent: PostedForm) -> Response:
    """One peer's choice, kept at once; then what else he thought of."""
    state, visitor = app_state(request), current_visitor(request)
    poll = state.surveys.get(name, SurveyKind.POLL)
    chosen = sent.text("chosen")
    if chosen not in poll.given["actions"]:
        raise RefusedRequest(400, "web.error.form")
    voice = state.surveys.say(name, visitor.name, {"chosen": chosen, "considered": []}, once=False)
    return see(f"/poll/{name}/also/{voice}")


@router.get("/poll/{name}/also/{voice}")
def also(request: Request, name: str, voice: str) -> Response:
    """What else was seriously considered, asked after the choice so that it does not lead to it."""
    poll = app_state(request).surveys.get(name, SurveyKind.POLL)
    chosen = _own(poll, voice, current_visitor(request).name)["chosen"]
    return page(
        request, "poll_also.html", poll=poll, voice=voice, chosen=parse_action(chosen), **_shown(poll)
    )


@router.post("/poll/{name}/also/{voice}")
def also_considered(request: Request, name: str, voice: str, sent: PostedForm) -> Response:
    """Keep it, and hand the sheet to the next peer."""
    state, visitor = app_state(request), current_visitor(request)
    poll = state.surveys.get(name, SurveyKind.POLL)
    chosen = _own(poll, voice, visitor.name)["chosen"]
    ticked = () if sent.has("none") else dict.fromkeys(sent.all("also"))
    also = [action for action in ticked if action in poll.given["actions"] and action != chosen]
    state.surveys.amend(name, voice, visitor.name, {"chosen": chosen, "considered": also})
    return see(f"/poll/{name}?thanks=1")


@router.post("/draft/{name}/poll/{poll}/take")
def take(request: Request, name: str, poll: str, sent: PostedForm) -> Response:
    """The counts into the case: a new poll there, or the one this question already has."""
    state, owner = app_state(request), current_visitor(request).owner
    survey = state.surveys.get(poll, SurveyKind.POLL)
    if (survey.owner, survey.draft) != (owner, name):
        raise RefusedRequest(404, "web.error.no-gathering")
    draft = state.drafts.get(owner, name)
    entries = value_at(parse_toml(draft.toml), "poll")
    polls = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    question = f"{survey.given['seat']}, {survey.given['at']}"
    places = [n for n, entry in enumerate(polls, 1) if entry.get("question") == question]
    place = f"poll {places[0] if places else len(polls) + 1}"
    changes = {
        f"{place} incident": survey.about,
        f"{place} question": question,
        f"{place} asked": len(survey.answers),
        f"{place} answers": [
            {"action": action, "considered": considered, "chosen": chosen}
            for action, considered, chosen in counted(survey)
        ],
    }
    commit(state.drafts, owner, name, sent.number("version"), changes)
    return see(f"/draft/{name}/poll?taken=1")


@router.post("/draft/{name}/poll/{poll}/back")
def take_back(request: Request, name: str, poll: str, sent: PostedForm) -> Response:
    """An answer given by mistake is removed."""
    app_state(request).surveys.take_back(current_visitor(request).owner, poll, sent.text("voice"))
    return see(f"/draft/{name}/poll")


def counted(poll: Survey) -> tuple[tuple[str, int, int], ...]:
    """Each action that anybody considered: how many considered it, whoever chose it among them, how many chose it."""
    counts = []
    for action in poll.given["actions"]:
        chosen = sum(answer["chosen"] == action for answer in poll.answers)
        considered = chosen + sum(action in answer["considered"] for answer in poll.answers)
        if considered:
            counts.append((action, considered, chosen))
    return tuple(sorted(counts, key=lambda row: (-row[2], -row[1])))


def _own(poll: Survey, voice: str, visitor: str) -> dict[str, Any]:
    for answer in poll.answers:
        if (answer["id"], answer["visitor"]) == (voice, visitor):
            return answer
    raise RefusedRequest(404, "web.error.no-gathering")


def _shown(poll: Survey) -> dict[str, Any]:
    """What the sheet draws."""
    question = poll.given
    auction, _ = auction_of(Seat.parse(question["dealer"]), " ".join(question["calls"]))
    actions = [parse_action(action) for action in question["actions"]]
    is_lead = bool(actions) and not isinstance(actions[0], Call)
    return {
        "seat": Seat.parse(question["seat"]),
        "hand": Hand.parse(question["hand"]),
        "rows": laid_out(auction),
        "pad": [actions[start : start + 13] for start in range(0, len(actions), 13)]
        if is_lead
        else pad_of(auction),
        "is_lead": is_lead,
    }


@dataclass(frozen=True, slots=True)
class Spread:
    """What the members' weights come to for North-South: each, the least, the middle, the most."""

    scores: tuple[Fraction, ...]

    @property
    def least(self) -> Fraction:
        """The lowest score any member's weights give."""
        return self.scores[0]

    @property
    def middle(self) -> Fraction:
        """The middle member's score; between the two middle ones of an even number."""
        half = len(self.scores) // 2
        return (self.scores[half] + self.scores[-1 - half]) / 2

    @property
    def most(self) -> Fraction:
        """The highest."""
        return self.scores[-1]


@router.post("/ruling/{job}/panel")
def begin_panel(request: Request, job: str, _: PostedForm) -> Response:
    """Have a committee weigh the results of a ruling; what is proposed is not shown to it."""
    state, visitor = app_state(request), current_visitor(request)
    finished = state.jobs.get(visitor.owner, job)
    document = document_of(finished)
    if len(weighable(document)) < 2:
        raise RefusedRequest(409, "web.error.no-weights")
    shown_parts = ("outcomes", "sensitivity", "adjusted")
    question = {"title": document["case"]["id"], **{key: document[key] for key in shown_parts}}
    return see(
        f"/panel/{state.surveys.begin(visitor.owner, finished.draft or '', SurveyKind.PANEL, job, question)}"
    )


@router.get("/panel/{name}")
def panel(request: Request, name: str) -> Response:
    """The sheet of a member who has not weighed yet; after that, what all have come to."""
    visitor = current_visitor(request)
    survey = app_state(request).surveys.get(name, SurveyKind.PANEL)
    own = survey.owner == visitor.owner
    mine = next((member for member in survey.answers if member["visitor"] == visitor.name), None)
    shown: dict[str, Any] = {"panel": survey, "own": own, "results": weighable(survey.given)}
    shared = app_state(request).settings.shared
    shown["address"] = app_state(request).guest_list.address(f"/panel/{name}") if shared else str(request.url)
    if mine is None and survey.open:
        return page(request, "panel.html", **shown)
    weighed = [reweighed(survey.given, "ns", member["parts"]) for member in survey.answers]
    members = [(member.weights, member.decimal) for member in weighed if member is not None]  # without names
    scores = sorted(member.score for member in weighed if member is not None and member.score is not None)
    spread = Spread(tuple(scores)) if scores else None  # none has weighed, or the results have no score
    return page(request, "panel_spread.html", spread=spread, members=members, **shown)


@router.post("/panel/{name}")
def weigh_for_panel(request: Request, name: str, sent: PostedForm) -> Response:
    """One member's weights, kept once: who has seen the others' does not weigh again."""
    state, visitor = app_state(request), current_visitor(request)
    survey = state.surveys.get(name, SurveyKind.PANEL)
    parts = parts_in(sent, "ns")
    if reweighed(survey.given, "ns", parts) is None:
        raise RefusedRequest(400, "web.error.no-weights")
    state.surveys.say(name, visitor.name, {"parts": parts}, once=True)
    return see(f"/panel/{name}")


@router.post("/panel/{name}/close")
def close_panel(request: Request, name: str, sent: PostedForm) -> Response:
    """The chair ends the weighing, or lets it go on."""
    app_state(request).surveys.close(current_visitor(request).owner, name, opened=sent.has("open"))
    return see(f"/panel/{name}")
