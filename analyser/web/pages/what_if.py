"""A ruling under other findings: weights dragged and summed at once; a node, a fact, the edition changed and ruled anew."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser import laws
from analyser.bridge import parse_result
from analyser.casefile import Action, parse_action, problems_of
from analyser.errors import Problem
from analyser.messages import Message, Percentage, message
from analyser.ruling.weights import ReweighedScore, reweighed, weighable
from analyser.web import RefusedRequest
from analyser.web.adopting import changes_for, ruled_anew
from analyser.web.edit import parse_toml, value_at, with_changes
from analyser.web.jobs import Job
from analyser.web.page import page, see, wants_part
from analyser.web.state import PostedForm, SentForm, app_state, current_visitor

router = APIRouter()

_SIDES = ("ns", "ew")
_TRUTHS = {"true": True, "false": False}


@router.get("/ruling/{job}/what-if")
def what_if(request: Request, job: str) -> Response:
    """The proposal, with everything a person may find otherwise."""
    base, document = _ruled(request, job)
    weights = document["weights"] or {side: {} for side in _SIDES}
    parts = {side: {name: _percent(percent) for name, percent in weights[side].items()} for side in _SIDES}
    return _sheet(request, base, document, parts)


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
        told=document,
        results=weighable(document),
        given_parts=parts,
        weighed=weighed_both(document, parts),
        editions=laws.editions(),
        authorities=laws.authorities(),
        disputed=tuple(_disputed(base.given["toml"])),
        decisions=tuple(
            incident.get("action", "")
            for incident in value_at(parse_toml(base.given["toml"]), "incident") or ()
        ),
    )


@router.post("/ruling/{job}/weigh")
def weigh(request: Request, job: str, sent: PostedForm) -> Response:
    """The score under the weights as they are dragged: sums alone, against the proposal."""
    base, document = _ruled(request, job)
    parts = {side: parts_in(sent, side) for side in _SIDES}
    if sent.has("keep"):
        judgements = _weights_judged(document, parts)
        if not judgements:
            return _sheet(request, base, document, parts, lacks_weights=True)
        return _again(request, base, sent, judgements)
    values: dict[str, Any] = {
        "job": base,
        "told": document,
        "weighed": weighed_both(document, parts),
        "results": weighable(document),
    }
    return page(request, "weighed.html" if wants_part(request) else "weighed_page.html", **values)


@router.post("/ruling/{job}/what-if")
def rule_anew(request: Request, job: str, sent: PostedForm) -> Response:
    """The same facts with other findings, another edition or authority: ruled anew and laid beside the proposal."""
    base, document = _ruled(request, job)
    return _again(request, base, sent, tuple(_judged(document, sent)))


@router.get("/ruling/{job}/beside")
def beside(request: Request, job: str) -> Response:
    """The new ruling beside the one it was made from."""
    base, document = _ruled(request, job)
    first, proposal = _ruled(request, str(base.given.get("against", "")))
    rows = tuple(_rows(proposal, document))
    return page(request, "beside.html", job=base, first=first, before=proposal, after=document, rows=rows)


def _again(request: Request, base: Job, sent: SentForm, judgements: tuple[dict[str, Any], ...]) -> Response:
    changed = with_changes(base.given["toml"], changes_for(base.given["toml"], judgements))
    if problems := problems_of(changed.encode()):
        document = document_of(base)
        parts = {side: parts_in(sent, side) for side in _SIDES}
        return _sheet(request, base, document, parts, problems)
    return see(ruled_anew(request, base, changed, sent.text("edition"), sent.text("authority")))


def _judged(document: dict[str, Any], sent: SentForm) -> Iterator[dict[str, Any]]:
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
        if (still := _TRUTHS.get(sent.text(f"remark-{number}"))) is not None:
            yield {"question": "disputed", "remark": number, "answer": still, **by}


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


def _weights_judged(document: dict[str, Any], parts: dict[str, dict[str, int]]) -> tuple[dict[str, Any], ...]:
    names = dict(weighable(document))
    answers = {}
    for side, weighed in weighed_both(document, parts).items():
        if weighed is None:
            return ()
        answers[side] = [
            {"result": str(names[name]), "weight": str(weight)} for name, weight in weighed.weights
        ]
    judgement: dict[str, Any] = {"question": "weights", "by": "director"}
    same = answers["ns"] == answers["ew"]
    return ({**judgement, "answer": answers["ns"]} if same else {**judgement, **answers},)


def _disputed(toml: str) -> Iterator[tuple[int, str, str]]:
    """The remarks whose facts are disputed: their number, kind and text."""
    for number, remark in enumerate(value_at(parse_toml(toml), "remark") or [], 1):
        if remark.get("status") == "disputed":
            yield number, str(remark.get("kind", "")), str(remark.get("text", ""))[:200]


def _rows(before: dict[str, Any], after: dict[str, Any]) -> Iterator[tuple[str, object, object]]:
    """Each figure of the two rulings a reader compares, by the key of its name."""
    for side in _SIDES:
        yield f"web.what-if.score-{side}", _score(before, side), _score(after, side)
    for side in _SIDES:
        yield f"web.what-if.weights-{side}", _weights(before, side), _weights(after, side)
    yield "web.what-if.edition", _law(before), _law(after)
    yield "web.what-if.alternatives", _alternatives(before), _alternatives(after)


def _score(document: dict[str, Any], side: str) -> str:
    score = (document["adjusted"] or {}).get(side)
    return str(score["decimal"]) if score else "–"


def _weights(document: dict[str, Any], side: str) -> tuple[Message, ...] | str:
    names = {outcome["id"]: parse_result(outcome["result"]) for outcome in document["outcomes"]}
    weights = (document["weights"] or {}).get(side) or {}
    return (
        tuple(
            message("word.weighted", share=Percentage(Fraction(_percent(weight), 100)), result=names[name])
            for name, weight in weights.items()
        )
        or "–"
    )


def _law(document: dict[str, Any]) -> str:
    return f"{document['law']['authority']} {document['law']['edition']}"


def _alternatives(document: dict[str, Any]) -> tuple[Action, ...] | str:
    alternatives = tuple(
        parse_action(alternative["action"])
        for incident in document["incidents"]
        for alternative in incident["alternatives"]
        if alternative["is_alternative"]
    )
    return alternatives or "–"


def parts_in(sent: SentForm, side: str) -> dict[str, int]:
    """The parts of a form, by result; what is no number counts nothing."""
    start = f"{side}-"
    return {
        name.removeprefix(start): int(text)
        for name, text in sent.pairs
        if name.startswith(start) and text.isdecimal() and len(text) < 5
    }


def weighed_both(
    document: dict[str, Any], parts: dict[str, dict[str, int]]
) -> dict[str, ReweighedScore | None]:
    """Both sides' scores under these parts."""
    return {side: reweighed(document, side, parts[side]) for side in _SIDES}


def _percent(weight: str) -> int:
    above, _, below = weight.partition("/")
    return round(100 * int(above) / int(below or 1))


def document_of(finished: Job) -> dict[str, Any]:
    """The ruling a job made, as JSON."""
    if "json" not in finished.answer:
        raise RefusedRequest(409, "web.error.not-made")
    document: dict[str, Any] = json.loads(finished.answer["json"])
    return document


def _ruled(request: Request, job: str) -> tuple[Job, dict[str, Any]]:
    finished = app_state(request).jobs.get(current_visitor(request).owner, job)
    return finished, document_of(finished)
