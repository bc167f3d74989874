"""A ruling under other findings: weights dragged and summed at once; a node, a fact, the edition changed and ruled again."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser import laws
from analyser.casefile import parse_action, problems_of
from analyser.errors import Problem
from analyser.report.page_voice import TextVoice
from analyser.ruling.weights import weighable
from analyser.web.edit import apply_changes, parse_toml, value_at
from analyser.web.findings_form import adopt_findings, changes_for, rule_changed_case
from analyser.web.jobs import Job, JobState
from analyser.web.page import page, see, wants_part
from analyser.web.ruling_document import (
    SIDES,
    compared_rows,
    counted_results,
    document_of,
    parts_in,
    percent_in,
    weigh_both_sides,
)
from analyser.web.state import PostedForm, SentForm, app_state, current_visitor
from analyser.web.trail import Trail
from analyser.web.worker_tasks import problems_in

router = APIRouter()

_STEP = 5  # percent a press of an arrow moves a slider, where the proposal's own weights are such steps
_TRUTHS = {"true": True, "false": False}


@router.get("/ruling/{job}/what-if")
def show_what_if(request: Request, job: str) -> Response:
    """The proposal, with everything a person may find otherwise."""
    base, document = _finished_ruling(request, job)
    return _sheet(request, base, document, _proposed_parts(document))


def _proposed_parts(document: dict[str, Any]) -> dict[str, dict[str, int]]:
    """The proposal's own weights, in percent."""
    weights = document["weights"] or {side: {} for side in SIDES}
    return {side: {name: percent_in(weight) for name, weight in weights[side].items()} for side in SIDES}


def _sheet(
    request: Request,
    base: Job,
    document: dict[str, Any],
    parts: dict[str, dict[str, int]],
    problems: tuple[Problem, ...] = (),
    lacks_weights: bool = False,
) -> Response:
    """The page of findings; what cannot be ruled with stands above it, and nothing that was dragged is lost."""
    return page(
        request,
        "what_if.html",
        422 if problems or lacks_weights else 200,
        job=base,
        problems=problems,
        lacks_weights=lacks_weights,
        **_weighed_parts(document, parts),
        given_parts=parts,
        alike=parts["ns"] == parts["ew"],
        step=_STEP if all(part % _STEP == 0 for side in SIDES for part in parts[side].values()) else 1,
        editions=laws.editions(),
        authorities=laws.authorities(),
        disputed=tuple(_disputed_remarks(base.given["toml"])),
        disputed_incidents=tuple(_disputed_incidents(base.given["toml"])),
        decisions=tuple(
            incident.get("action", "")
            for incident in value_at(parse_toml(base.given["toml"]), "incident") or ()
        ),
    )


def _weighed_parts(document: dict[str, Any], parts: dict[str, dict[str, int]]) -> dict[str, Any]:
    """What the table of weights shows: each result with its weight of these and of the proposal, and the sums."""
    weights = document["weights"] or {}
    return {
        "told": document,
        "told_action": parse_action,
        "results": weighable(document),
        "weighed": weigh_both_sides(document, parts),
        "proposed": {
            side: {name: Fraction(weight) for name, weight in (weights.get(side) or {}).items()}
            for side in SIDES
        },
        "same": parts["ns"] == parts["ew"] and weights.get("ns") == weights.get("ew"),
    }


def _parts_sent(sent: SentForm) -> dict[str, dict[str, int]]:
    """The parts of both sides; with `alike` those of North-South are both sides'."""
    parts = {side: parts_in(sent, side) for side in SIDES}
    return dict.fromkeys(SIDES, parts["ns"]) if sent.has("alike") else parts


def _name_of(request: Request, sent: SentForm) -> str:
    """Under whose name a finding is written; an adopted one under the committee's when nobody is named."""
    if not sent.has("adopt"):
        return "director"
    return sent.text("by")[:80] or TextVoice(current_visitor(request).language)("web.panel.committee")


def _adopt(
    request: Request,
    base: Job,
    judgements: tuple[dict[str, Any], ...],
    edition: str | None = None,
    authority: str | None = None,
) -> Response:
    """The findings are the case's own now; the ruling that follows, or the sheet with what is wrong."""
    place, problems = adopt_findings(request, base, judgements, edition, authority)
    if problems:
        document = document_of(base)
        return _sheet(request, base, document, _proposed_parts(document), problems)
    return see(place)


@router.get("/ruling/{job}/weigh")
@router.get("/ruling/{job}/adopt")
def sheet_again(job: str) -> Response:
    """Where a form was sent nothing is to be read: back to the sheet."""
    return see(f"/ruling/{job}/what-if")


@router.post("/ruling/{job}/weigh")
def weigh(request: Request, job: str, sent: PostedForm) -> Response:
    """The score under the weights as they are dragged: sums alone, against the proposal."""
    base, document = _finished_ruling(request, job)
    parts = _parts_sent(sent)
    if sent.has("keep") or sent.has("adopt"):
        judgements = _weights_judged(document, parts, _name_of(request, sent))
        if not judgements:
            return _sheet(request, base, document, parts, lacks_weights=True)
        return (
            _adopt(request, base, judgements)
            if sent.has("adopt")
            else _render_again(request, base, sent, judgements)
        )
    Trail(app_state(request).store).note_try(base.draft or "")
    values = {"job": base, **_weighed_parts(document, parts)}
    return page(request, "weighed.html" if wants_part(request) else "weighed_page.html", **values)


@router.post("/ruling/{job}/what-if")
def rule_again(request: Request, job: str, sent: PostedForm) -> Response:
    """The same facts with other findings, another edition or authority: ruled again and compared with the proposal."""
    base, document = _finished_ruling(request, job)
    return _render_again(request, base, sent, tuple(_read_judgements(document, sent)))


@router.get("/ruling/{job}/mine")
def mine(request: Request, job: str) -> Response:
    """How far the ruling with one's own findings is; when it is made, it stands beside the proposal."""
    side = request.query_params.get("side", "both")
    new = app_state(request).jobs.get(current_visitor(request).owner, job)
    if new.state in {JobState.WAITING, JobState.RUNNING}:
        return page(request, "mine_waiting.html", job=new, side=side)
    if "json" not in new.answer:
        return page(request, "mine_waiting.html", job=new, side=side, problems=problems_in(new.answer))
    return page(request, "mine.html", **_comparison_parts(request, job, side))


@router.get("/ruling/{job}/beside")
def compare_rulings(request: Request, job: str) -> Response:
    """The new ruling beside the one it was made from."""
    return page(
        request, "beside.html", **_comparison_parts(request, job, request.query_params.get("side", "both"))
    )


def _comparison_parts(request: Request, job: str, side: str) -> dict[str, Any]:
    new, document = _finished_ruling(request, job)
    first, proposal = _finished_ruling(request, str(new.given.get("against", "")))
    other = {"ns": "ew", "ew": "ns"}.get(side)
    rows = [
        row for row in compared_rows(proposal, document) if other is None or not row[0].endswith(f"-{other}")
    ]
    return {"job": new, "first": first, "before": proposal, "after": document, "rows": rows, "side": side}


@router.post("/ruling/{job}/adopt")
def adopt(request: Request, job: str, sent: PostedForm) -> Response:
    """The findings of a ruling made beside this one become the case's own, for both sides or for one."""
    base, proposal = _finished_ruling(request, job)
    new, document = _finished_ruling(request, sent.text("mine"))
    by = _name_of(request, sent)
    side = sent.text("side")
    if side in SIDES:
        answers = {
            its_side: counted_results(document if its_side == side else proposal, its_side)
            for its_side in SIDES
        }
        return _adopt(request, base, ({"question": "weights", "by": by, **answers},))
    known = value_at(parse_toml(base.given["toml"]), "judgement") or []
    findings = [
        {**finding, "by": by}
        for finding in value_at(parse_toml(new.given["toml"]), "judgement") or []
        if finding not in known
    ]
    changed = {
        key: new.given.get(key)
        for key in ("edition", "authority")
        if new.given.get(key) != base.given.get(key)
    }
    return _adopt(request, base, tuple(findings), **changed)


def _render_again(
    request: Request, base: Job, sent: SentForm, judgements: tuple[dict[str, Any], ...]
) -> Response:
    changed = apply_changes(base.given["toml"], changes_for(base.given["toml"], judgements))
    if problems := problems_of(changed.encode()):
        document = document_of(base)
        if wants_part(request):
            return page(request, "mine_waiting.html", job=base, side="both", problems=problems)
        return _sheet(request, base, document, _parts_sent(sent), problems)
    if pending := sent.text("pending"):
        app_state(request).jobs.give_up(current_visitor(request).owner, pending)
    place = rule_changed_case(
        request, base, changed, sent.text("edition"), sent.text("authority"), is_tried=True
    )
    side = sent.text("side", "both")
    if wants_part(request):
        return mine_of(request, place, side)
    return see(place if side == "both" else f"{place}?side={side}")


def mine_of(request: Request, place: str, side: str) -> Response:
    """The part of the page that waits for a ruling, and shows it at once where it was made before."""
    new = app_state(request).jobs.get(current_visitor(request).owner, place.rsplit("/", 1)[1])
    if new.state is JobState.DONE and "json" in new.answer:
        return page(request, "mine.html", **_comparison_parts(request, new.id, side))
    return page(request, "mine_waiting.html", job=new, side=side)


def _read_judgements(document: dict[str, Any], sent: SentForm) -> Iterator[dict[str, Any]]:
    """Every finding the form holds that differs from leaving it to the program."""
    by = {"by": "director"}
    for number, incident in enumerate(document["incidents"]):
        alternatives = [
            alternative["action"]
            for place, alternative in enumerate(incident["alternatives"])
            if _verdict(sent, number, place, alternative["is_alternative"])
        ]
        if any(sent.text(f"alt-{number}-{place}") for place in range(len(incident["alternatives"]))):
            yield {"incident": incident["id"], "question": "alternatives", "answer": alternatives, **by}
        if (as_told := _TRUTHS.get(sent.text(f"disputed-{number}"))) is not None:
            yield {"incident": incident["id"], "question": "disputed", "answer": as_told, **by}
        if (was_infraction := _TRUTHS.get(sent.text(f"infraction-{number}"))) is not None:
            yield {"incident": incident["id"], "question": "infraction", "answer": was_infraction, **by}
        action, share = sent.text(f"share-action-{number}"), sent.text(f"share-{number}")
        if action and share:
            answer = [{"action": action, "weight": percent_of(share)}]
            node = {"at": sent.text(f"share-at-{number}")}
            yield {"incident": incident["id"], "question": "call-share", "answer": answer, **node, **by}
        if (tricks := sent.text(f"tricks-{number}")[:3]).isdecimal():
            yield {"incident": incident["id"], "question": "tricks", "answer": int(tricks), **by}
    for number in range(1, 201):
        if (as_told := _TRUTHS.get(sent.text(f"remark-{number}"))) is not None:
            yield {"question": "disputed", "remark": number, "answer": as_told, **by}


def percent_of(text: str) -> str:
    """A share as the file writes it: a bare figure in a field of percentages is one.

    >>> percent_of("40"), percent_of("40 %"), percent_of("12,5"), percent_of("2/5"), percent_of("0.4")
    ('40%', '40%', '12.5%', '2/5', '0.4')
    """
    text = text.replace(" ", "").replace(",", ".")
    is_bare = text.replace(".", "", 1).isdecimal() and not text.startswith(("0.", "."))
    return f"{text}%" if is_bare else text


def _verdict(sent: SentForm, incident: int, place: int, estimated: bool | None) -> bool:
    verdict = _TRUTHS.get(sent.text(f"alt-{incident}-{place}"))
    return bool(estimated) if verdict is None else verdict


def _weights_judged(
    document: dict[str, Any], parts: dict[str, dict[str, int]], by: str
) -> tuple[dict[str, Any], ...]:
    names = dict(weighable(document))
    answers = {}
    for side, weighed in weigh_both_sides(document, parts).items():
        if weighed is None:
            return ()
        answers[side] = [
            {"result": str(names[name]), "weight": str(weight)} for name, weight in weighed.weights
        ]
    judgement: dict[str, Any] = {"question": "weights", "by": by}
    same = answers["ns"] == answers["ew"]
    return ({**judgement, "answer": answers["ns"]} if same else {**judgement, **answers},)


def _disputed_remarks(toml: str) -> Iterator[tuple[int, str, str]]:
    """The remarks whose facts are disputed: their number, kind and text."""
    for number, remark in enumerate(value_at(parse_toml(toml), "remark") or [], 1):
        if remark.get("status") == "disputed":
            yield number, str(remark.get("kind", "")), str(remark.get("text", ""))[:200]


def _disputed_incidents(toml: str) -> Iterator[str]:
    """The ids of the incidents that are disputed themselves."""
    for incident in value_at(parse_toml(toml), "incident") or []:
        if incident.get("status") == "disputed":
            yield str(incident.get("id", ""))


def _finished_ruling(request: Request, job: str) -> tuple[Job, dict[str, Any]]:
    finished = app_state(request).jobs.get(current_visitor(request).owner, job)
    return finished, document_of(finished)
