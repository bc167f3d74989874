"""A ruling as its JSON has it, read for the pages: weights and scores of each side, the rulings of a case side by side."""

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyser.bridge import parse_result
from analyser.casefile import Action, parse_action
from analyser.messages import Message, Percentage, message
from analyser.ruling.weights import ReweighedScore, reweigh
from analyser.web import RefusedRequest
from analyser.web.jobs import Job
from analyser.web.state import SentForm

SIDES = ("ns", "ew")


def compared_rows(before: dict[str, Any], after: dict[str, Any]) -> Iterator[tuple[str, object, object]]:
    """Each figure of the two rulings a reader compares, by the key of its name."""
    for side in SIDES:
        yield f"web.what-if.score-{side}", _score(before, side), _score(after, side)
    for side in SIDES:
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
            message("word.weighted", share=Percentage(Fraction(percent_in(weight), 100)), result=names[name])
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


def weigh_both_sides(
    document: dict[str, Any], parts: dict[str, dict[str, int]]
) -> dict[str, ReweighedScore | None]:
    """Both sides' scores under these parts."""
    return {side: reweigh(document, side, parts[side]) for side in SIDES}


def percent_in(weight: str) -> int:
    """A weight of the document in whole percent."""
    above, _, below = weight.partition("/")
    return round(100 * int(above) / int(below or 1))


def document_of(finished: Job) -> dict[str, Any]:
    """The ruling a job made, as JSON."""
    if "json" not in finished.answer:
        raise RefusedRequest(409, "web.error.not-made")
    document: dict[str, Any] = json.loads(finished.answer["json"])
    return document


def counted_results(document: dict[str, Any], side: str) -> list[dict[str, str]]:
    """What a side's score is made of, as a finding writes it: the weighed results, or the one that stands."""
    names = {outcome["id"]: outcome["result"] for outcome in document["outcomes"]}
    weights = (document["weights"] or {}).get(side) or {}
    if weights:
        return [{"result": names[name], "weight": str(weight)} for name, weight in weights.items()]
    table = (document["table"] or {}).get("result")
    return [{"result": table, "weight": "1"}] if table else []


@dataclass(frozen=True, slots=True)
class RulingVersion:
    """A ruling with its number among those of its case; `changed` holds key, figure before, figure now."""

    number: int
    job: Job
    scores: tuple[tuple[str, str], ...]  # of each side: the score and its unit
    changed: tuple[tuple[str, object, object], ...]

    @property
    def when(self) -> str:
        """When it was asked for, by this machine's clock."""
        return moment(self.job.made)


def moment(seconds: float) -> str:
    """A day and hour as this machine's clock shows them."""
    return f"{dt.datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}"  # noqa: DTZ006 - for people at this machine


def ruling_versions(jobs: Sequence[Job]) -> tuple[RulingVersion, ...]:
    """The rulings of a case, given the last first."""
    versions: list[RulingVersion] = []
    before: dict[str, Any] | None = None
    for number, job in enumerate(reversed(jobs), 1):
        document = json.loads(job.answer["json"])
        rows = () if before is None else compared_rows(before, document)
        changed = tuple((key, was, is_now) for key, was, is_now in rows if was != is_now)
        versions.append(RulingVersion(number, job, _scores(document), changed))
        before = document
    return tuple(reversed(versions))


def _scores(document: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    adjusted = document["adjusted"] or {}
    return tuple(
        (adjusted[side]["decimal"], adjusted[side]["unit"]) for side in ("ns", "ew") if adjusted.get(side)
    )
