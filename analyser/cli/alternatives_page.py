"""`train alternatives --report`: past cases ruled anew with what is shipped, and the page about it."""

import json
from pathlib import Path
from tomllib import loads
from typing import Any

from analyser.cli.terminal import note, write_text
from analyser.pipeline.pages import sentence
from analyser.pipeline.past_alternatives import bundled_cases, past_findings, polls_expected, retrieval
from analyser.pipeline.plugs import plugged
from analyser.training.alternatives_report import Beside, Found, alternatives_page

__all__ = ["write_alternatives_report"]

_TOLD_EVERY = 10


def write_alternatives_report(models: Path, reports: Path) -> Path:
    """Write `alternatives.html`: every past finding beside ours takes some minutes of solving."""
    cases = bundled_cases()
    found: list[Found] = []
    with plugged() as sockets:
        for one in past_findings(cases, sockets):
            why = "" if one.why is None else sentence(one.why)
            held = tuple(
                (str(entry.action), entry.theirs, entry.ours, entry.considered) for entry in one.held
            )
            code = "" if one.why is None else one.why.code
            found.append(Found(one.case, one.edition, one.body, one.theirs, one.ours, why, code, held))
            if len(found) % _TOLD_EVERY == 0:
                note(f"{len(found)} past cases judged anew")
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
            for one in (polls_expected(cases, sockets.calls, sockets.leads) if sockets.calls else ())
        ]
    nearness = [(name, held.asked, held.share, held.by_kind) for name, held in retrieval()]
    card = loads((models / "alternatives" / "card.toml").read_text("utf-8"))
    path = reports / "alternatives.html"
    beside = Beside(found, polls, nearness, _slow(reports))
    write_text(path, alternatives_page(card, beside))
    return path


def _slow(reports: Path) -> dict[str, Any] | None:
    """What the benchmark of slow calls measured last; none when it was never run."""
    path = reports / "bench" / "slow_calls.json"
    if not path.is_file():
        return None
    told: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return told
