"""The table of provisions applied to the facts of an incident: what holds is due, what is not told is asked for."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from analyser.bridge import Seat
from analyser.casefile import Incident
from analyser.laws import Jurisdiction, provisions_of
from analyser.ruling import IncidentFindings, Rectification
from analyser.ruling.kinds.rectification import NOTHING, Step, all_true, combine, due, option, unmet_needs

# What is reckoned from other facts is asked for by the key that would tell it.
_TOLD_BY = {"declaring": "declarer", "next_in_turn": "turn", "rho": "offender", "lho": "offender"}


def incident_facts(incident: Incident, declarer: Seat | None = None) -> dict[str, object]:
    """What the incident tells, and everybody a step may speak of, seen from the offender; what is not known is none."""
    offender = incident.offender_seat
    if offender is None:
        return dict(incident)
    return {
        **dict(incident),
        "offender": offender,
        "partner": offender.partner,
        "lho": offender.next,
        "rho": offender.next.partner,
        "side": offender.side,
        "opponents": offender.side.other,
        "declaring": None if declarer is None else declarer.side is offender.side,
    }


def rectify_by_provisions(law: Jurisdiction, fact: str, facts: Mapping[str, Any]) -> Rectification:
    """Every step the edition has for what happened."""
    parts: list[Rectification] = []
    for row in provisions_of(fact, law.edition.year):
        holds = {key: _holds(facts.get(key), wanted) for key, wanted in row.when.items()}
        applies = all_true(*holds.values())
        if applies is False:
            continue
        unknown = [key for key, answer in holds.items() if answer is None]
        args: dict[str, Any] = {name: facts.get(key) for name, key in row.args.items()}
        unknown += [row.args[name] for name, value in args.items() if value is None]
        if unknown:
            parts.append(unmet_needs(*(_TOLD_BY.get(key, key) for key in unknown)))
            continue
        step = Step(row.step)
        give = option if row.optional else due
        parts.append(give(law, step, *row.places, **args))
    return combine(*parts)


def apply_lost_right(incident: Incident, findings: IncidentFindings, law: Jurisdiction) -> IncidentFindings:
    """The findings with what follows where the innocent side acted before the director was called (11A)."""
    if incident.offender_seat is None:
        return findings
    steps = rectify_by_provisions(law, "acted-first", incident_facts(incident))
    return replace(findings, rectification=combine(findings.rectification or NOTHING, steps))


def _holds(value: object, wanted: object) -> bool | None:
    """Whether a fact is as a condition wants it; none where it is not told."""
    if value is None:
        return None
    return value in wanted if isinstance(wanted, list) else value == wanted
