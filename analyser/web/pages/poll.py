"""A poll of peers: a sheet that leads nobody, answered by tapping; the counts go into the case."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import Call, Seat
from analyser.casefile import parse_action, read_case
from analyser.web.ballot import ballots_of
from analyser.web.edit import at, commit, plain
from analyser.web.forms import Form
from analyser.web.gatherings import Gathering, Kind
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page, see
from analyser.web.refused import Refused
from analyser.web.tapping import COLUMNS, auction_of, laid_out, pad_of

__all__ = ["counted", "router"]

router = APIRouter()


@router.get("/draft/{name}/poll")
def polls(request: Request, name: str) -> Response:
    """The questions the case gives rise to, those already put, and what was answered."""
    hall, owner = hall_of(request), visiting(request).owner
    draft = hall.drafts.get(owner, name)
    case = read_case(draft.toml.encode()).case
    put = hall.gatherings.of_draft(owner, name, Kind.POLL)
    new = [one for one in ballots_of(case) if not any(one == old.given for old in put)] if case else []
    counts = {one.id: counted(one) for one in put}
    return page(request, "poll_list.html", draft=draft, put=put, new=new, counts=counts, told=told_of)


@router.post("/draft/{name}/poll")
def begin(request: Request, name: str, sent: Form) -> Response:
    """Put a question; it is written down as the case stands now."""
    hall, owner = hall_of(request), visiting(request).owner
    case = read_case(hall.drafts.get(owner, name).toml.encode()).case
    for ballot in ballots_of(case) if case else ():
        if (ballot["incident"], ballot["at"]) == (sent.text("incident"), sent.text("at")):
            return see(f"/poll/{hall.gatherings.begin(owner, name, Kind.POLL, ballot['incident'], ballot)}")
    raise Refused(409, "web.error.no-question")


@router.get("/poll/{name}")
def ballot(request: Request, name: str) -> Response:
    """The sheet itself: hand, auction, vulnerability, methods, and every action that is possible."""
    poll = hall_of(request).gatherings.get(name, Kind.POLL)
    own = poll.owner == visiting(request).owner
    return page(
        request, "poll.html", poll=poll, own=own, thanks="thanks" in request.query_params, **_shown(poll)
    )


@router.post("/poll/{name}")
def answer(request: Request, name: str, sent: Form) -> Response:
    """One peer's choice, kept at once; then what else he thought of."""
    hall, visitor = hall_of(request), visiting(request)
    poll = hall.gatherings.get(name, Kind.POLL)
    chosen = sent.text("chosen")
    if chosen not in poll.given["actions"]:
        raise Refused(400, "web.error.form")
    voice = hall.gatherings.say(name, visitor.name, {"chosen": chosen, "considered": []}, once=False)
    return see(f"/poll/{name}/also/{voice}")


@router.get("/poll/{name}/also/{voice}")
def also(request: Request, name: str, voice: str) -> Response:
    """What else was seriously considered, asked after the choice so that it does not lead to it."""
    poll = hall_of(request).gatherings.get(name, Kind.POLL)
    chosen = _own(poll, voice, visiting(request).name)["chosen"]
    return page(
        request, "poll_also.html", poll=poll, voice=voice, chosen=parse_action(chosen), **_shown(poll)
    )


@router.post("/poll/{name}/also/{voice}")
def also_considered(request: Request, name: str, voice: str, sent: Form) -> Response:
    """Keep it, and hand the sheet to the next peer."""
    hall, visitor = hall_of(request), visiting(request)
    poll = hall.gatherings.get(name, Kind.POLL)
    chosen = _own(poll, voice, visitor.name)["chosen"]
    also = [one for one in dict.fromkeys(sent.all("also")) if one in poll.given["actions"] and one != chosen]
    hall.gatherings.amend(name, voice, visitor.name, {"chosen": chosen, "considered": also})
    return see(f"/poll/{name}?thanks=1")


@router.post("/draft/{name}/poll/{poll}/take")
def take(request: Request, name: str, poll: str, sent: Form) -> Response:
    """The counts into the case: a new poll there, or the one this question already has."""
    hall, owner = hall_of(request), visiting(request).owner
    found = hall.gatherings.get(poll, Kind.POLL)
    if (found.owner, found.draft) != (owner, name):
        raise Refused(404, "web.error.no-gathering")
    draft = hall.drafts.get(owner, name)
    told = at(plain(draft.toml), "poll")
    polls = [one for one in told if isinstance(one, dict)] if isinstance(told, list) else []
    question = f"{found.given['seat']}, {found.given['at']}"
    places = [n for n, one in enumerate(polls, 1) if one.get("question") == question]
    place = f"poll {places[0] if places else len(polls) + 1}"
    changes = {
        f"{place} incident": found.about,
        f"{place} question": question,
        f"{place} asked": len(found.answers),
        f"{place} answers": [
            {"action": action, "considered": considered, "chosen": chosen}
            for action, considered, chosen in counted(found)
        ],
    }
    commit(hall.drafts, owner, name, sent.number("version"), changes)
    return see(f"/draft/{name}/poll?taken=1")


@router.post("/draft/{name}/poll/{poll}/back")
def take_back(request: Request, name: str, poll: str, sent: Form) -> Response:
    """An answer given by mistake is removed."""
    hall_of(request).gatherings.take_back(visiting(request).owner, poll, sent.text("voice"))
    return see(f"/draft/{name}/poll")


def counted(poll: Gathering) -> tuple[tuple[str, int, int], ...]:
    """Each action that anybody considered: how many considered it, whoever chose it among them, how many chose it."""
    found = []
    for action in poll.given["actions"]:
        chosen = sum(one["chosen"] == action for one in poll.answers)
        considered = chosen + sum(action in one["considered"] for one in poll.answers)
        if considered:
            found.append((action, considered, chosen))
    return tuple(sorted(found, key=lambda row: (-row[2], -row[1])))


def told_of(action: str) -> object:
    """An action as a value of the game, for the page to draw."""
    return parse_action(action)


def _own(poll: Gathering, voice: str, visitor: str) -> dict[str, Any]:
    for one in poll.answers:
        if (one["id"], one["visitor"]) == (voice, visitor):
            return one
    raise Refused(404, "web.error.no-gathering")


def _shown(poll: Gathering) -> dict[str, Any]:
    """What the sheet draws."""
    given = poll.given
    auction, _ = auction_of(Seat.parse(given["dealer"]), " ".join(given["calls"]))
    actions = [parse_action(action) for action in given["actions"]]
    is_lead = bool(actions) and not isinstance(actions[0], Call)
    return {
        "seat": Seat.parse(given["seat"]),
        "rows": laid_out(auction),
        "columns": COLUMNS,
        "pad": [actions[start : start + 13] for start in range(0, len(actions), 13)]
        if is_lead
        else pad_of(auction),
        "is_lead": is_lead,
    }
