"""Candidates worth a look, measured: each slow call made a case of its own and asked what it suggested."""

from dataclasses import replace
from typing import Any

from analyser.bridge import Call
from analyser.casefile import case_of
from analyser.casefile.write import toml_text
from analyser.errors import AnalyserError
from analyser.estimates.services import Services
from analyser.event import Entry, Event, Store
from analyser.event.around import around, case_tree
from analyser.event.slow import Candidate
from analyser.ruling import Asked
from analyser.ruling.rule import rule


def order(candidate: Candidate) -> tuple[float, int]:
    """Which candidates are measured first: those whose action peers would seldomest choose."""
    return (candidate.share - max(share for _, share in candidate.alternatives), candidate.slow.number)


def measured(candidate: Candidate, entry: Entry, event: Event, store: Store, services: Services) -> Candidate:
    """The candidate with what the slow call suggested; as it was where that cannot be told."""
    slow = candidate.slow
    tree: dict[str, Any] = case_tree(
        entry, event, around(entry, event, store), f"slow-{slow.number}-{slow.at}"
    )
    tree["remark"] = [
        {
            "at": f"call {slow.at}",
            "kind": "tempo",
            "by": str(slow.seat),
            "seconds": slow.seconds,
            "status": "found",
        }
    ]
    tree["incident"] = [
        {
            "id": "slow",
            "kind": "unauthorised-information",
            "source": str(slow.seat),
            "at": f"call {slow.at}",
            "offender": str(slow.seat.partner),
            "action": f"call {slow.action_at}",
        }
    ]
    try:
        ruling = rule(case_of(toml_text(tree).encode("utf-8")), Asked(), services)
    except AnalyserError:
        return candidate
    told = [one for incident in ruling.incidents for one in incident.alternatives]
    ours = next((one for one in told if one.action == slow.action), None)
    if ours is None or ours.suggested is None:
        return candidate
    alternatives = {one.action for one in told if one.is_alternative is not False}
    over = tuple(
        action for action in ours.suggested_over if isinstance(action, Call) and action in alternatives
    )
    span = None if ours.gain_interval is None else (ours.gain_interval.low, ours.gain_interval.high)
    return replace(candidate, suggested_over=over, gain=ours.gain, gain_interval=span)
