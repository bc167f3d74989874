"""`train alternatives --report`: past cases ruled anew with what is shipped, and the page about it."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from tomllib import loads
from typing import Any

from analyser import resources
from analyser.casefile import Case, bundled_past_cases
from analyser.cli.terminal import note, write_text
from analyser.estimates.services import Services, open_services
from analyser.report.pages import sentence
from analyser.training.alternatives_report import Beside, Found, alternatives_page
from analyser.training.past_alternatives import PastFinding, past_findings, polls_expected, retrieval

_CARDS = ("calls", "leads", "tempo", "alternatives")


def write_alternatives_report(models: Path, reports: Path, checkpoint: Path) -> Path:
    """Write `alternatives.html`; every past finding beside ours takes minutes of solving, and is kept as it comes."""
    cases = bundled_past_cases()
    with open_services() as services:
        found = list(_found(cases, services, checkpoint / "findings"))
        polls = [
            (
                one.case,
                str(one.action),
                one.asked,
                one.chosen,
                one.low,
                one.high,
                one.expected,
                one.is_inside,
            )
            for one in (polls_expected(cases, services.calls, services.leads) if services.calls else ())
        ]
    nearness = [(name, held.asked, held.share, held.by_kind) for name, held in retrieval()]
    card = loads((models / "alternatives" / "card.toml").read_text("utf-8"))
    path = reports / "alternatives.html"
    write_text(path, alternatives_page(card, Beside(found, polls, nearness, _slow(reports))))
    return path


def _found(cases: tuple[Case, ...], services: Services, kept: Path) -> Iterator[Found]:
    """Every past finding beside ours; what was found before with the same models is not sought again."""
    kept.mkdir(parents=True, exist_ok=True)
    cards = "".join(resources.text(f"models/{name}/card.toml") for name in _CARDS)
    for number, case in enumerate(cases, 1):
        name = sha256((case.sha256 + cards).encode()).hexdigest()[:16]
        file = kept / f"{case.id}-{name}.json"
        if not file.is_file():
            told = [asdict(_plain(one)) for one in past_findings((case,), services)]
            write_text(file, json.dumps(told))
            note(f"{number} of {len(cases)} past cases judged anew")
        for one in json.loads(file.read_text("utf-8")):
            yield Found(**{**one, "held": tuple(map(tuple, one["held"]))})


def _plain(one: PastFinding) -> Found:
    why, code = ("", "") if one.why is None else (sentence(one.why), one.why.code)
    held = tuple((str(entry.action), entry.theirs, entry.ours, entry.considered) for entry in one.held)
    return Found(one.case, one.edition, one.body, one.theirs, one.ours, why, code, held)


def _slow(reports: Path) -> dict[str, Any] | None:
    """What the benchmark of slow calls measured last; none when it was never run."""
    path = reports / "bench" / "slow_calls.json"
    if not path.is_file():
        return None
    told: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return told
