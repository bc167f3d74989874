"""A poll of peers: its sheet leads nobody, its slips can be printed, nobody sees an answer before it is closed."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import Call, Hand, Seat
from analyser.casefile import Place, parse_action, read_case
from analyser.web import RefusedRequest
from analyser.web.edit import commit, parse_toml, value_at
from analyser.web.findings_form import hour
from analyser.web.page import page, see
from analyser.web.state import PostedForm, address_mark, app_state, current_visitor, room_address
from analyser.web.surveys import MOST_OF_ADDRESS, Survey, SurveyKind, poll_sheets
from analyser.web.visitors import qr_code
from analyser.web.widgets import auction_of, lay_out_auction, pad_of

router = APIRouter()

_SLIPS = 4  # on a sheet of A4


@router.get("/draft/{name}/poll")
def polls(request: Request, name: str) -> Response:
    """The questions the case gives rise to, those already put, and what was answered."""
    state, owner = app_state(request), current_visitor(request).owner
    draft = state.drafts.get(owner, name)
    case = read_case(draft.toml.encode())[0]
    put = state.surveys.surveys_of_draft(owner, name, SurveyKind.POLL)
    new = [sheet for sheet in poll_sheets(case) if not any(sheet == old.given for old in put)] if case else []
    counts = {survey.id: count_actions(survey) for survey in put}
    return page(
        request,
        "poll_list.html",
        draft=draft,
        put=put,
        new=new,
        counts=counts,
        told=parse_action,
        place_of=Place.parse,
        addresses={survey.id: room_address(request, f"/poll/{survey.id}") for survey in put},
        code_of=qr_code,
        hour=hour,
        most=MOST_OF_ADDRESS,
        moment="{:%d.%m. %H:%M:%S}".format,
        alone="alone" in request.query_params,
    )


@router.post("/draft/{name}/poll")
def begin_poll(request: Request, name: str, sent: PostedForm) -> Response:
    """Put a question; it is written down as the case stands now."""
    state, owner = app_state(request), current_visitor(request).owner
    case = read_case(state.drafts.get(owner, name).toml.encode())[0]
    for sheet in poll_sheets(case) if case else ():
        if (sheet["incident"], sheet["at"]) == (sent.text("incident"), sent.text("at")):
            survey = state.surveys.begin(owner, name, SurveyKind.POLL, sheet["incident"], sheet)
            if sent.has("pass-phone"):
                state.surveys.pass_phone(owner, survey, allowed=True)
            return see(f"/poll/{survey}")
    raise RefusedRequest(409, "web.error.no-question")


@router.get("/poll/{name}")
def poll(request: Request, name: str) -> Response:
    """The sheet itself: hand, auction, vulnerability, methods, and every action that is possible."""
    poll = app_state(request).surveys.get(name, SurveyKind.POLL)
    is_owner = poll.owner == current_visitor(request).owner
    is_done = poll.has_answered(_peer(request, name)) and not poll.passes_phone
    thanks = "thanks" in request.query_params
    return page(
        request, "poll.html", poll=poll, own=is_owner, thanks=thanks, is_done=is_done, **_sheet_parts(poll)
    )


def _peer(request: Request, poll: str) -> str:
    """The name under which this browser, or a member in any browser, answers a poll: it says nothing elsewhere."""
    return app_state(request).signer.sign("peer", f"{poll}\0{current_visitor(request).voter_id}")


@router.get("/poll/{name}/slip")
def slip(request: Request, name: str) -> Response:
    """The same sheet on paper, four to a page, to be marked with a pen."""
    poll = app_state(request).surveys.get(name, SurveyKind.POLL)
    return page(request, "poll_slip.html", poll=poll, copies=_SLIPS, **_sheet_parts(poll))


@router.post("/draft/{name}/poll/{poll}/close")
def close(request: Request, name: str, poll: str, sent: PostedForm) -> Response:
    """End the poll by hand, with how many were asked; or take more answers."""
    text = sent.text("asked")
    asked = int(text) if text.isdecimal() and len(text) < 4 else None
    survey = _own_poll(request, name, poll)
    app_state(request).surveys.close(survey.owner, poll, opened=sent.has("open"), asked=asked)
    return see(f"/draft/{name}/poll")


@router.post("/draft/{name}/poll/{poll}/pass")
def pass_phone(request: Request, name: str, poll: str, sent: PostedForm) -> Response:
    """One phone is handed from player to player, or each answers on his own again."""
    survey = _own_poll(request, name, poll)
    app_state(request).surveys.pass_phone(survey.owner, poll, allowed=sent.has("allowed"))
    return see(f"/draft/{name}/poll")


@router.post("/poll/{name}")
def answer(request: Request, name: str, sent: PostedForm) -> Response:
    """One peer's choice, kept at once; then what else he thought of."""
    state = app_state(request)
    poll = state.surveys.get(name, SurveyKind.POLL)
    chosen = sent.text("chosen")
    if chosen not in poll.given["actions"]:
        raise RefusedRequest(400, "web.error.form")
    given = {"chosen": chosen, "considered": []}
    voice = state.surveys.say(name, _peer(request, name), given, address_mark(request, name))
    return see(f"/poll/{name}/also/{voice}")


@router.get("/poll/{name}/also/{voice}")
def show_considered(request: Request, name: str, voice: str) -> Response:
    """What else was seriously considered, asked after the choice so that it does not lead to it."""
    poll = app_state(request).surveys.get(name, SurveyKind.POLL)
    own_answer = _own_answer(poll, voice, _peer(request, name))
    return _also_page(request, poll, voice, own_answer["chosen"], own_answer["considered"])


def _also_page(
    request: Request, poll: Survey, voice: str, chosen: str, ticked: Sequence[str], status: int = 200
) -> Response:
    """The second page of a sheet, with what was ticked; a refused one says why."""
    also = [parse_action(action) for action in ticked]
    values = {
        "poll": poll,
        "voice": voice,
        "chosen": parse_action(chosen),
        "ticked": also,
        "refused": status != 200,
    }
    return page(request, "poll_also.html", status, **values, **_sheet_parts(poll))


@router.post("/poll/{name}/also/{voice}")
def save_considered(request: Request, name: str, voice: str, sent: PostedForm) -> Response:
    """Keep it; then the sheet thanks, for the next player where the phone is passed on."""
    state, peer = app_state(request), _peer(request, name)
    poll = state.surveys.get(name, SurveyKind.POLL)
    chosen = _own_answer(poll, voice, peer)["chosen"]
    ticked = dict.fromkeys(sent.all_texts("also"))
    also = [action for action in ticked if action in poll.given["actions"] and action != chosen]
    if also and sent.has(
        "none"
    ):  # the two contradict each other: nothing that was ticked is dropped in silence
        return _also_page(request, poll, voice, chosen, also, 422)
    state.surveys.amend(name, voice, peer, {"chosen": chosen, "considered": also})
    return see(f"/poll/{name}?thanks=1")


@router.post("/draft/{name}/poll/{poll}/take")
def take(request: Request, name: str, poll: str, sent: PostedForm) -> Response:
    """The counts into the case: a new poll there, or the one this question already has."""
    state, owner = app_state(request), current_visitor(request).owner
    survey = _own_poll(request, name, poll)
    if survey.open:
        raise RefusedRequest(409, "web.error.still-open")
    draft = state.drafts.get(owner, name)
    entries = value_at(parse_toml(draft.toml), "poll")
    polls = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    question = f"{survey.given['seat']}, {survey.given['at']}"
    places = [n for n, entry in enumerate(polls, 1) if entry.get("question") == question]
    place = f"poll {places[0] if places else len(polls) + 1}"
    changes = {
        f"{place} incident": survey.about,
        f"{place} question": question,
        f"{place} asked": survey.asked_in_all,
        f"{place} closed": survey.closing,
        f"{place} answers": [
            {"action": action, "considered": considered, "chosen": chosen}
            for action, considered, chosen in count_actions(survey)
        ],
    }
    commit(state.drafts, owner, name, sent.number("version"), changes)
    return see(f"/draft/{name}/poll?taken=1")


@router.post("/draft/{name}/poll/{poll}/back")
def take_back(request: Request, name: str, poll: str, sent: PostedForm) -> Response:
    """An answer given by mistake is removed."""
    survey = _own_poll(request, name, poll)
    app_state(request).surveys.take_back(survey.owner, poll, sent.text("voice"))
    return see(f"/draft/{name}/poll")


def count_actions(poll: Survey) -> tuple[tuple[str, int, int], ...]:
    """Each action that anybody considered: how many considered it, whoever chose it among them, how many chose it."""
    counts = []
    for action in poll.given["actions"]:
        chosen = sum(answer["chosen"] == action for answer in poll.answers)
        considered = chosen + sum(action in answer["considered"] for answer in poll.answers)
        if considered:
            counts.append((action, considered, chosen))
    return tuple(sorted(counts, key=lambda row: (-row[2], -row[1])))


def _own_poll(request: Request, draft: str, poll: str) -> Survey:
    """A poll of this owner about this case."""
    survey = app_state(request).surveys.get(poll, SurveyKind.POLL)
    if (survey.owner, survey.draft) != (current_visitor(request).owner, draft):
        raise RefusedRequest(404, "web.error.no-survey")
    return survey


def _own_answer(poll: Survey, voice: str, visitor: str) -> dict[str, Any]:
    for answer in poll.answers:
        if (answer["id"], answer["visitor"]) == (voice, visitor):
            return answer
    raise RefusedRequest(404, "web.error.no-survey")


def _sheet_parts(poll: Survey) -> dict[str, Any]:
    """What the sheet draws."""
    question = poll.given
    auction, _ = auction_of(Seat.parse(question["dealer"]), " ".join(question["calls"]))
    actions = [parse_action(action) for action in question["actions"]]
    is_lead = bool(actions) and not isinstance(actions[0], Call)
    return {
        "seat": Seat.parse(question["seat"]),
        "hand": Hand.parse(question["hand"]),
        "rows": lay_out_auction(auction),
        "pad": [actions[start : start + 13] for start in range(0, len(actions), 13)]
        if is_lead
        else pad_of(auction),
        "is_lead": is_lead,
    }
