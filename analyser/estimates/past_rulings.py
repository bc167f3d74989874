"""What bodies held before, beside what the chain of estimates says: a logistic on few strong inputs, and the weight it earned.

The coefficients were learned from past rulings; plain arithmetic here, so that nothing has to be loaded for it. How much of
them enters a chance was settled on rulings left out: nothing where they did no better there than the chain alone.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from analyser import resources
from analyser.casefile import Case, Level, RemarkKind, Status, UnauthorisedInformation, WithdrawnCall

FEATURES = (
    "alternative",  # the chain's chance that the likeliest other action is a logical alternative, as a logit
    "suggested",  # its chance that the information suggests the action taken over it, as a logit
    "width",  # of the interval of that action's share
    "tempo",  # the information was a break in tempo
    "seconds",  # how long, as the logarithm of tens of seconds; nought where it is not told
    "disputed",  # whether there was information is in dispute
    "international",  # players of world and European championships
    "edition_1997",  # "could demonstrably have been suggested"
)
_LEAST = 0.02  # no link of the chain is surer than this, so that one freak does not outweigh all


@dataclass(frozen=True, slots=True)
class PastRulings:
    """Coefficients on the standardised features, and the weight with which they enter the chain's chance.

    `record`: Brier scores on rulings of events left out: of the chain alone, of both together, of the majority's share.
    """

    middle: tuple[float, ...]
    scale: tuple[float, ...]
    coefficients: tuple[float, ...]
    constant: float
    weight: float
    cases: int
    record: tuple[tuple[str, float], ...] = ()

    @classmethod
    @cache
    def shipped(cls, question: str = "infraction") -> "PastRulings | None":
        """The coefficients shipped with the package for a question; none before any were learned."""
        questions = json.loads(resources.text("models/alternatives/model.json")).get("rulings", {})
        return cls.of(questions[question]) if isinstance(questions.get(question), dict) else None

    @classmethod
    def of(cls, document: Mapping[str, object]) -> "PastRulings":
        """Coefficients from their JSON."""

        def row(name: str) -> tuple[float, ...]:
            values = document[name]
            return tuple(map(float, values)) if isinstance(values, list) else ()

        record = document.get("record")
        return cls(
            row("middle"),
            row("scale"),
            row("coefficients"),
            float(str(document["constant"])),
            float(str(document["weight"])),
            int(str(document["cases"])),
            tuple((name, float(value)) for name, value in record.items()) if isinstance(record, dict) else (),
        )

    def alone(self, features: tuple[float, ...]) -> float:
        """How likely the bodies held so, by the coefficients alone.

        >>> even = PastRulings((0.0,), (1.0,), (2.0,), 0.0, 0.5, 40)
        >>> even.alone((0.0,)), round(even.alone((1.0,)), 3)
        (0.5, 0.881)
        """
        standard = zip(features, self.middle, self.scale, self.coefficients, strict=True)
        score = sum(weight * (value - mean) / scale for value, mean, scale, weight in standard)
        return 1 / (1 + math.exp(-self.constant - score))

    def beside(self, chain: float, features: tuple[float, ...]) -> float:
        """The chain's chance with what past rulings say, by the weight these earned.

        >>> PastRulings((0.0,), (1.0,), (2.0,), 0.0, 0.0, 40).beside(0.7, (1.0,))
        0.7
        """
        if not self.weight:
            return chain
        odds = (1 - self.weight) * logit(chain) + self.weight * logit(self.alone(features))
        return round(1 / (1 + math.exp(-odds)), 3)


def features_of(
    case: Case,
    incident: UnauthorisedInformation | WithdrawnCall,
    edition: str,
    alternative: float,
    suggested: float,
    width: float,
) -> tuple[float, ...]:
    """What the coefficients look at: two links of the chain, how sure the shares are, and the circumstances."""
    about = [remark for remark in case.remark if remark.at == incident.at]
    slow = [remark for remark in about if remark.kind is RemarkKind.TEMPO]
    seconds = next((remark.seconds for remark in slow if remark.seconds), None)
    return (
        logit(alternative),
        logit(suggested),
        width,
        float(bool(slow)),
        0.0 if seconds is None else math.log(seconds / 10),
        float(any(remark.status is Status.DISPUTED for remark in about)),
        float(case.event.level is Level.INTERNATIONAL),
        float(edition == "1997"),
    )


def logit(chance: float) -> float:
    """The logarithm of the odds, kept from the ends."""
    inside = min(max(chance, _LEAST), 1 - _LEAST)
    return math.log(inside / (1 - inside))
