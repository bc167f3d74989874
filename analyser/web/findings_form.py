"""Findings of people, written into the case under a name, and the ruling that follows from them."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request

from analyser.casefile import problems_of
from analyser.errors import Problem
from analyser.web import RefusedRequest
from analyser.web.edit import apply_changes, commit, parse_toml, value_at
from analyser.web.jobs import Job
from analyser.web.members import Permission
from analyser.web.state import app_state, current_visitor

Finding = dict[str, Any]


def changes_for(toml: str, findings: Sequence[Finding]) -> dict[str, Any]:
    """What writes findings into a case: each in the place of one that answers the same, else at the end."""
    known = list(value_at(parse_toml(toml), "judgement") or [])
    changes: dict[str, Any] = {}
    for finding in findings:
        number = _place(known, finding)
        values = known[number - 1] if number <= len(known) else {}
        gone = {
            key: None
            for key in ("answer", "ns", "ew", "grounds", "after")
            if key in values and key not in finding
        }
        changes |= {f"judgement {number} {key}": value for key, value in {**gone, **finding}.items()}
    return changes


def _place(known: list[Finding], finding: Finding) -> int:
    for number, other in enumerate(known, 1):
        if all(other.get(key) == finding.get(key) for key in ("question", "incident", "at", "remark")):
            return number
    known.append(finding)
    return len(known)


def rule_changed_case(
    request: Request,
    base: Job,
    toml: str,
    edition: str | None = None,
    authority: str | None = None,
    *,
    is_tried: bool = False,
) -> str:
    """Where the ruling of a changed case will stand, beside the one it was made from; a tried one is none of the case's."""
    state, visitor = app_state(request), current_visitor(request)
    inputs = {
        "toml": toml,
        "language": visitor.language,
        "edition": edition or base.given.get("edition"),
        "authority": authority or base.given.get("authority"),
        "against": base.id,
        **({"tried": True} if is_tried else {}),
    }
    return f"/ruling/{state.jobs.start(visitor.owner, 'rule', inputs, base.draft)}"


def adopt_findings(
    request: Request,
    base: Job,
    findings: Sequence[Finding],
    edition: str | None = None,
    authority: str | None = None,
) -> tuple[str, tuple[Problem, ...]]:
    """Where the ruling with these findings stands, which are now the case's own; or why they cannot be."""
    drafts, owner = app_state(request).drafts, current_visitor(request).owner
    if not current_visitor(request).may(Permission.CHANGE):  # one form tries weights and adopts them
        raise RefusedRequest(403, "web.error.role")
    draft = drafts.get(owner, base.draft or "")
    changes = changes_for(draft.toml, findings)
    changes |= {"event edition": edition} if edition else {}
    changes |= {"event authority": authority} if authority else {}
    toml = apply_changes(draft.toml, changes)
    if problems := problems_of(toml.encode()):
        return "", problems
    saved = commit(drafts, owner, draft.id, draft.version, changes)
    return rule_changed_case(request, base, saved.toml, edition, authority), ()


def hour(moment: dt.datetime | None) -> str:
    """The hour of a day as clocks show it; empty when there is none.

    >>> hour(dt.datetime(2024, 5, 18, 14, 32)), hour(None)
    ('14:32', '')
    """
    return "" if moment is None else f"{moment:%H:%M}"
