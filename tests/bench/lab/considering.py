"""The odds of considering an action as a multiple of those of choosing it: one factor, fitted to what committees held.

A player seriously considers what comes close to his choice. If utilities differ between players, those who would
choose an action were it worth a little more to them follow from one factor on the odds of choosing it, whatever its
share. The record holds choices only; committees say of actions whether they are logical alternatives, which asks for
both shares. The factor is the maximum a posteriori under a log-normal prior centred on one, in which a factor of two
either way is one standard deviation: what is appealed is mostly held to be an alternative, and that alone favours any
factor.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any, Final

from analyser.bridge import Call
from analyser.casefile import Action, Case, Poll, UnauthorisedInformation
from analyser.estimates.services import Services, open_services
from analyser.ruling import RulingRequest
from analyser.ruling.alternatives.logical_alternatives import shares_at, threshold_of, weight_at
from analyser.ruling.alternatives.shares import Prior, Threshold, beliefs
from analyser.ruling.alternatives.suggestion import decision_at
from analyser.ruling.context import jurisdiction_of
from tests.bench.lab.alternatives import with_bundled
from tests.bench.lab.alternatives_prior import write_figures
from tests.bench.lab.card import provenance
from tests.bench.lab.past_labels import labels_of

_FACTORS: Final = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
_USUAL: Final = log(2)  # the prior standard deviation of the logarithm of the factor
_INSIDE: Final = 0.02  # no probability is surer than this, so that one outlier does not outweigh all


@dataclass(frozen=True, slots=True)
class HeldAlternative:
    """An action a body held to be a logical alternative or not, with the inputs of our estimate of it."""

    case: str
    event: str
    action: Action
    held: bool
    worth: float
    shares: Mapping[Action, float]
    weight: float
    polls: tuple[Poll, ...]
    threshold: Threshold

    def chance(self, factor: float) -> float:
        """The probability that it is an alternative, for a factor on the odds of choosing it."""
        peers = beliefs(self.shares, self.weight, self.polls, (self.action,), factor)
        peer = next(entry for entry in peers if entry.action == self.action)
        return min(max(peer.chance(self.threshold), _INSIDE), 1 - _INSIDE)


def held_alternatives(cases: Iterable[Case], services: Services) -> tuple[HeldAlternative, ...]:
    """What bodies held of actions that were not taken, where the models know the turn."""
    known = {case.id: case.changed(judgement=()) for case in cases}
    prior = Prior.load_shipped()
    answers = []
    for label in labels_of(known.values()):
        case = known[label.case]
        incident = next(
            (entry for entry in case.incident if isinstance(entry, UnauthorisedInformation)), None
        )
        if label.held is None or incident is None:
            continue
        decision = decision_at(case, incident.action, incident.offender)
        at_turn = shares_at(services, decision) if decision.is_call else None
        if at_turn is None or at_turn.shares is None:
            continue
        polls = tuple(poll for poll in case.poll if poll.incident in (incident.id, None))
        answers.append(
            HeldAlternative(
                label.case,
                label.event,
                Call.parse(label.action),
                label.held,
                label.weight,
                at_turn.shares,
                weight_at(prior, case, decision, at_turn.decile),
                polls,
                threshold_of(prior, jurisdiction_of(case, RulingRequest())),
            )
        )
    return tuple(answers)


def fitted_factor(answers: Sequence[HeldAlternative]) -> float:
    """The maximum a posteriori factor for these answers."""

    def likelihood(factor: float) -> float:
        total = sum(
            answer.worth * log(answer.chance(factor) if answer.held else 1 - answer.chance(factor))
            for answer in answers
        )
        return total - (log(factor) / _USUAL) ** 2 / 2

    return max(_FACTORS, key=likelihood)


def record_of(answers: Sequence[HeldAlternative]) -> dict[str, Any]:
    """Brier scores on held-out events: with the factor fitted without them, with none, and of the share held."""
    events = dict.fromkeys(answer.event for answer in answers)
    worth = sum(answer.worth for answer in answers)
    sums = {"fitted": 0.0, "as-chosen": 0.0, "majority": 0.0}
    factors = []
    for event in events:
        rest = [answer for answer in answers if answer.event != event]
        factors.append(fitted_factor(rest))
        share = sum(own.worth * own.held for own in rest) / max(sum(own.worth for own in rest), 1e-9)
        for reply in answers:
            if reply.event == event:
                chances = (reply.chance(factors[-1]), reply.chance(1.0), share)
                for name, chance in zip(sums, chances, strict=True):
                    sums[name] += reply.worth * (chance - reply.held) ** 2
    scores = {name: round(total / worth, 4) for name, total in sums.items()}
    return {"factors": [min(factors), max(factors)], "brier": scores}


def _silent(_: str) -> None:
    """A progress callback that does nothing."""


def train_considering(
    out: Path, data: Path | None = None, tell: Callable[[str], None] = _silent
) -> dict[str, Any]:
    """The card's part on the factor, fitted on the bundled past cases and a folder of rows.

    Its scores are on held-out events.
    """
    cases = [row.case for row in with_bundled(data) if row.case is not None]
    with open_services(1) as services:
        answers = held_alternatives(cases, services)
    factor = fitted_factor(answers)
    part = {
        **provenance("tests.bench.lab.considering:train_considering", 0, {}),
        "answers": len(answers),
        "held": sum(answer.held for answer in answers),
        "odds": factor,
        "left_out": record_of(answers),
    }
    tell(f"the odds of considering an action: {factor:g} times those of choosing it")
    write_figures(out, {"considering": {"odds": factor}}, {"considering": part})
    return part
