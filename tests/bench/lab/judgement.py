"""Past rulings ruled again: one row per case, with what the body held and our estimates, saved as it is computed.

Each case is ruled from its facts, then, if the body found an infraction, with that finding given, so that only the
score is ours; and, if asked, with other random seeds. A row is one JSON document, saved in a folder under the hash of
its facts, of the models and of the program's text, so that a stopped run continues where it was.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from math import prod
from pathlib import Path
from statistics import NormalDist
from time import perf_counter
from typing import Any, Final

from analyser import resources
from analyser.audit.verdict import audit_ruling
from analyser.casefile import (
    Agreement,
    Case,
    IncidentKind,
    Misinformation,
    RulingGiven,
    RulingKind,
    SourceKind,
    UnauthorisedInformation,
)
from analyser.errors import AnalyserError
from analyser.estimates.services import Services, open_services
from analyser.estimates.suggestion_prior import SuggestionPrior, features_of
from analyser.report.ruling_json import as_document
from analyser.ruling import Ruling, RulingRequest
from analyser.ruling.context import jurisdiction_of
from analyser.ruling.currency import Currency, currency_of, given_scores
from analyser.ruling.rule import rule
from analyser.scoring import SideScores
from tests.bench.lab.agreement import with_comparison, with_fact_found
from tests.bench.lab.known_meanings import BodysAnswer, answers_in, without_case
from tests.bench.lab.past_labels import event_of
from tests.bench.lab.past_rulings_data import ConvertedRow, read_rulings

Row = dict[str, Any]
_NOTHING_ASKED: Final = RulingRequest()
_FORM: Final = 6  # version of a row; rows of another are computed again
_LOT: Final = 8  # cases per task of a process: opening the models costs a few seconds
_ROOMS: Final = ("audit", "bridge", "estimates", "laws", "ruling", "scoring", "casefile")


@dataclass(frozen=True, slots=True)
class JudgementRun:
    """The cases to rule, the number of other random seeds, the folder of saved rows, and the number of processes."""

    rows: tuple[ConvertedRow, ...]
    folder: Path
    seeds: int = 0
    workers: int = 2
    answers: tuple[BodysAnswer, ...] = ()
    """What bodies held in the cases the shipped prior was learned from: no case is judged by its own event."""


def learned_from(folder: Path) -> tuple[BodysAnswer, ...]:
    """What bodies held in those rows of a folder the shipped prior was learned from (for leave-one-out)."""
    return tuple(answers_in(read_rulings(folder)))


def judged_rows(run: JudgementRun, tell: Callable[[str], None]) -> list[Row]:
    """Every case of the run ruled; rows saved by an earlier run are read."""
    from joblib import Parallel, delayed

    version = program_version()
    run.folder.mkdir(parents=True, exist_ok=True)
    tasks = [(row, _file_of(row, run, version)) for row in run.rows if row.case is not None]
    pending = [task for task in tasks if not task[1].is_file()]
    batches = [pending[start : start + _LOT] for start in range(0, len(pending), _LOT)]
    ready = len(tasks) - len(pending)
    work = Parallel(n_jobs=min(run.workers, max(1, len(batches))), return_as="generator_unordered")
    events = {row.id: event_of(row.case) for row in run.rows if row.case is not None}
    for count in work(delayed(_ruled_lot)(batch, run.seeds, run.answers, events) for batch in batches):
        ready += count
        tell(f"{ready} of {len(tasks)} cases ruled")
    return [json.loads(path.read_text("utf-8")) for _, path in tasks]


@cache
def program_version() -> str:
    """One hash of the program's text and models: rows of another version are computed again."""
    digest = sha256()
    for room in _ROOMS:
        texts = (path for path in resources.location(room).rglob("*") if path.suffix in (".py", ".toml"))
        for path in sorted(texts):
            digest.update(path.read_bytes())
    for card in ("calls", "leads", "tricks", "tempo", "alternatives", "suggestion"):
        digest.update(resources.data(f"models/{card}/card.toml"))
    return digest.hexdigest()


def _file_of(row: ConvertedRow, run: JudgementRun, version: str) -> Path:
    case = row.case
    facts = "" if case is None else case.toml + "".join(entry.model_dump_json() for entry in case.expected)
    key = sha256(
        f"{_FORM} {facts} {row.kind} {row.suggested} {run.seeds} {len(run.answers)} {version}".encode()
    ).hexdigest()[:24]
    return run.folder / f"{key}.json"


def _ruled_lot(
    lot: Sequence[tuple[ConvertedRow, Path]],
    seeds: int,
    answers: Sequence[BodysAnswer],
    events: Mapping[str, str],
) -> int:
    """The number of rows ruled in this process, each saved as it is computed."""
    with open_services(1) as services:
        for row, path in lot:
            names = {name for name, event in events.items() if event == events[row.id]}
            meanings = SuggestionPrior.load_shipped()
            for name in names:
                meanings = without_case(meanings, answers, name)
            text = json.dumps(
                judged_row(row, replace(services, suggestion_prior=meanings), seeds), sort_keys=True
            )
            part = path.with_suffix(".part")
            part.write_text(text, "utf-8")
            part.replace(path)
    return len(lot)


def judged_row(row: ConvertedRow, services: Services, seeds: int = 0) -> Row:
    """One row: the body's finding and score, ours from the facts, ours given the infraction, and by other random seeds."""
    case = row.case
    if case is None:
        raise AnalyserError("the row is no case", where=row.id)
    start = perf_counter()
    bare = with_comparison(case.changed(judgement=()))
    body = _body(case, bare) | {"suggested": row.suggested}
    facts = _ours(bare, services)
    told = None
    if body["infraction"] and row.kind not in ("claim", "revoke"):
        told = _ours(with_fact_found(bare), services)
    return {
        "id": row.id,
        "kind": row.kind,
        "event": event_of(case),
        "edition": case.event.edition or "",
        "year": None if case.event.date is None else case.event.date.year,
        "record": case.source is not None and case.source.kind is SourceKind.RECORD,
        "incident": str(case.incident[0].kind) if case.incident else "",
        "action": _action(case),
        "lacks": lack_of(case),
        "bundled": row.bundled,
        "body": body,
        "facts": facts | {"links": links_of(bare, facts)},
        "told": told,
        "dice": [_ours(bare, _with_seed_offset(services, number)) for number in range(1, seeds + 1)],
        "seconds": round(perf_counter() - start, 1),
    }


def lack_of(case: Case) -> str | None:
    """What a case does not state and nothing can be estimated without, or `None`."""
    incident = case.incident[0] if case.incident else None
    if incident is None or incident.kind is IncidentKind.OTHER:
        return "complaint"
    if isinstance(incident, Misinformation):
        no_right = incident.correct_shows is None and incident.agreement is not Agreement.NONE
        if incident.given_shows is None or no_right:
            return "meanings"
    if case.deal is None or case.vulnerability is None:
        return "cards"
    return None


def _with_seed_offset(services: Services, number: int) -> Services:
    """The services with another random seed."""
    return replace(services, seed_offset=number)


def _action(case: Case) -> str | None:
    """The call complained of, or `None`."""
    place = case.incident[0].complained_action if case.incident else None
    auction = case.auction
    if place is None or auction is None or not 1 <= place.number <= len(auction):
        return None
    return str(auction.calls[place.number - 1])


def _body(case: Case, bare: Case) -> Row:
    """What the last body held: whether there was an infraction, whether the score was changed, and to what."""
    last = case.ruling[-1] if case.ruling else None
    recorded = case.expected[-1] if case.expected else None
    infraction = None if recorded is None else recorded.infraction
    changed = None if last is None else _is_change(case, last)
    currency = currency_of(bare, jurisdiction_of(bare, _NOTHING_ASKED))
    scores = (
        given_scores(bare, last, currency) if last is not None and isinstance(currency, Currency) else None
    )
    return {
        "name": str(last.body) if last is not None and last.body else "",
        "infraction": changed if infraction is None else infraction,
        "changed": changed,
        "score": _pair(scores),
        "unit": str(currency.form.unit) if isinstance(currency, Currency) else "",
        "top": 2 * currency.comparison.field.tables
        if isinstance(currency, Currency) and currency.comparison.field is not None
        else None,
        "tricks": None if last is None else last.tricks,
        "alternatives": [str(action) for action in (recorded.alternatives if recorded else None) or ()],
        "not_alternatives": [
            str(action) for action in (recorded.not_alternatives if recorded else None) or ()
        ],
    }


def _is_change(case: Case, last: RulingGiven) -> bool:
    """Whether a ruling gives a score other than the table's."""
    if last.kind is RulingKind.RESULT_STANDS:
        return False
    same = {str(entry.result) for entry in (*(last.ns or ()), *(last.ew or ()))}
    return case.result is None or same != {str(case.result)}


def _pair(scores: SideScores | None) -> list[float] | None:
    return None if scores is None else [float(scores.ns), float(scores.ew)]


def _ours(case: Case, services: Services) -> Row:
    """Our figures for a case, read from its ruling's JSON as other programs read it."""
    try:
        ruling = rule(case, _NOTHING_ASKED, services)
        if case.ruling:
            ruling = audit_ruling(case, _NOTHING_ASKED, ruling)
    except AnalyserError as refusal:
        return {"refused": str(refusal.problems[0].why)}
    return read_ruling(as_document(ruling)) | {"probable_change": probable_change(case, ruling)}


def read_ruling(document: Row) -> Row:
    """The measured figures of a ruling's JSON; a key this version does not write remains `None`."""
    incident: Row = next(iter(document.get("incidents") or ()), {})
    infraction = incident.get("infraction") or {}
    adjusted = document.get("adjusted") or {}
    sides = [side for side in (adjusted.get("ns"), adjusted.get("ew")) if side]
    scores = [float(Fraction(side["exact"])) for side in sides] if len(sides) == 2 else None
    sensitivity = document.get("sensitivity") or {}
    band = sensitivity.get("band_ns")
    review = document.get("review") or {}
    damage = _finding(document, "misinformation.damage-")
    return {
        "answer": infraction.get("answer"),
        "chance": infraction.get("chance"),
        "damage": None if damage is None else _share(damage["args"].get("chance")),
        "damage_found": None
        if damage is None
        else {"yes": True, "no": False}.get(damage["code"].rpartition("-")[2]),
        "printed": _share(
            (_finding(document, "alternatives.past-rulings") or {"args": {}})["args"].get("chance")
        ),
        "product": _product(document),
        "adjusted": adjusted.get("kind"),
        "score": scores,
        "tricks": adjusted.get("tricks"),
        "claim": (incident.get("claim") or {}).get("tricks"),
        "band": None if band is None else [float(Fraction(end)) for end in band],
        "verdict": review.get("verdict"),
        "alternatives": [
            {key: entry.get(key) for key in _OF_ALTERNATIVE} for entry in incident.get("alternatives") or ()
        ],
    }


def _finding(document: Row, start: str) -> Row | None:
    """The first finding whose code begins so, or `None`."""
    return next((entry for entry in document.get("findings") or () if entry["code"].startswith(start)), None)


_MEASURED: Final = ("alternatives.meaning-measured", "alternatives.meanings-differ")


def _product(document: Row) -> float | None:
    """P(rival is an alternative) times P(the action gains over it by this deal's measurement) times P(information).

    `None` if nothing was measured.
    """
    links = (_finding(document, "information.chance") or {"args": {}})["args"]
    measured = [entry["args"] for entry in document.get("findings") or () if entry["code"] in _MEASURED]
    parts = [_share(links["alternative"]), _share(links.get("given", 1))] if "alternative" in links else []
    parts += [_share(entry["measured"]) for entry in measured[:1]]
    known = [part for part in parts if part is not None]
    return round(prod(known), 3) if len(known) == 3 else None


def _share(printed: object) -> float | None:
    """A probability as a finding prints it, a number or a percentage."""
    number = re.search(r"\d+(?:\.\d+)?", str(printed))
    return None if number is None else float(number[0]) / (100 if "%" in str(printed) else 1)


_OF_ALTERNATIVE: Final = (
    "action",
    "considered",
    "chosen",
    "interval",
    "is_alternative",
    "certainty",
    "chance",
    "suggested",
    "suggested_chance",
    "suggested_over_chances",
    "suggested_by",
)


def probable_change(case: Case, ruling: Ruling) -> float | None:
    """The probability that the innocent side would have done better than at the table, or `None` without an estimate."""
    table = ruling.table.score_ns if ruling.table is not None else None
    side = case.incident[0].offending_side if case.incident else None
    weighed = [outcome for outcome in ruling.outcomes if outcome.legal and outcome.probability]
    total = sum(outcome.probability or 0.0 for outcome in weighed)
    if table is None or side is None or not total:
        return None
    sign = -1 if side.name == "NS" else 1
    better = sum(outcome.probability or 0.0 for outcome in weighed if sign * (outcome.score_ns - table) > 0)
    return better / total


def links_of(case: Case, ours: Row) -> Row | None:
    """The estimated probabilities an infraction depends on, as inputs of the logistic model; `None` for other kinds."""
    incident = case.incident[0] if case.incident else None
    if not isinstance(incident, UnauthorisedInformation) or "refused" in ours:
        return None
    entries, action_taken = ours["alternatives"], _action(case)
    own = next((entry for entry in entries if entry["action"] == action_taken), None)
    others = [entry for entry in entries if entry is not own]
    barred = None if own is None else suggested_chance(own)
    if own is None or barred is None or not others:
        return None
    over: dict[str, float] = own.get("suggested_over_chances") or {}
    rival = max(others, key=lambda entry: alternative_chance(entry) * over.get(entry["action"], barred))
    width = rival["interval"][1] - rival["interval"][0]
    suggested = over.get(rival["action"], barred)
    edition = case.event.edition or ""
    features = features_of(case, incident, edition, alternative_chance(rival), suggested, width)
    return {
        "chance": chance_of(ours, "unauthorised-information", action_taken),
        "suggested": suggested,
        "features": list(features),
        "circumstances": list(features[3:]),
    }


def chance_of(ours: Row, kind: str, action: str | None) -> float | None:
    """The estimated probability of an infraction; if a version prints none, from the probabilities it depends on.

    For misinformation it is the probability that the score is changed.
    """
    if kind == "misinformation":
        if ours.get("damage") is not None:
            return float(ours["damage"])
        change = ours.get("probable_change")
        return 0.0 if ours.get("answer") is False else None if change is None else float(change)
    if ours.get("chance") is not None:
        return float(ours["chance"])
    return _by_links(ours.get("alternatives") or (), action)


def _by_links(alternatives: Iterable[Row], action: str | None) -> float | None:
    """The largest P(another action is an alternative), times P(the action taken is suggested) by its measured gain."""
    entries = list(alternatives)
    own = next((entry for entry in entries if entry["action"] == action), None)
    if own is None:
        return None
    other = max((alternative_chance(entry) for entry in entries if entry is not own), default=0.0)
    suggested = suggested_chance(own)
    return None if suggested is None else other * suggested


def alternative_chance(entry: Row) -> float:
    """The estimated probability that an action is a logical alternative."""
    if entry.get("chance") is not None:
        return float(entry["chance"])
    sure = float(entry.get("certainty") or 0.5)
    match entry.get("is_alternative"):
        case True:
            return sure
        case False:
            return 1 - sure
        case _:
            return 0.5


def suggested_chance(entry: Row) -> float | None:
    """The probability that an action is suggested: its own figure, or from its measured gain and 90 % interval."""
    if entry.get("suggested_chance") is not None:
        return float(entry["suggested_chance"])
    measured = entry.get("suggested_by")
    if measured is None:
        return None
    low, high = measured["interval"]
    spread = (high - low) / (2 * NormalDist().inv_cdf(0.95))
    return (
        1 - NormalDist(float(measured["gain"]), spread).cdf(0) if spread > 0 else float(measured["gain"] > 0)
    )
