"""The prior of what information suggests, from past rulings, and the logistic model of how committees ruled.

How often each class of information was held to suggest doing more is partially pooled: a frequent class has mostly its
own answers, a rare one shrinks towards the class it belongs to, and that towards all. The effect measured in this
case's deals updates this prior by a normal posterior. The logistic model of rulings has few strong inputs; its weight
is the one that did best on held-out events.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from hashlib import sha256
from math import erfc, sqrt
from statistics import NormalDist
from typing import Any

from analyser import resources
from analyser.bridge import Call
from analyser.casefile import Action, Case, Level, RemarkKind, Status, UnauthorisedInformation, WithdrawnCall
from analyser.errors import ModelError
from analyser.estimates.record_models import read_card

_FILE = "models/suggestion/model.json"
_EDGE = 0.01  # neither the prior nor the measurement is surer than this


class InformationClass(StrEnum):
    """A class of information whose usual meaning players know; each belongs to a wider class."""

    ANY = "any"
    SLOW = "slow"
    SLOW_PASSED = "slow-pass"
    SLOW_COMPETITIVE = "slow-competitive-pass"
    SLOW_DOUBLE = "slow-double"
    SLOW_PENALTY_DOUBLE = "slow-penalty-double"
    SLOW_BID = "slow-bid"
    SLOW_RAISE = "slow-raise"
    SLOW_SIGN_OFF = "slow-sign-off"
    SLOW_3NT = "slow-3nt"
    QUICK = "quick"
    QUESTION = "question"
    QUESTION_PASSED = "question-pass"
    EXPLANATION = "explanation"
    WITHDRAWN = "withdrawn"

    @property
    def wider(self) -> "InformationClass | None":
        """The class it belongs to, or `None`: a quick action suggests the contrary of most, so it is not pooled."""
        if self in (InformationClass.ANY, InformationClass.QUICK):
            return None
        return _WIDER.get(self, InformationClass.ANY)


_WIDER = {
    InformationClass.SLOW_PASSED: InformationClass.SLOW,
    InformationClass.SLOW_COMPETITIVE: InformationClass.SLOW_PASSED,
    InformationClass.SLOW_DOUBLE: InformationClass.SLOW,
    InformationClass.SLOW_PENALTY_DOUBLE: InformationClass.SLOW_DOUBLE,
    InformationClass.SLOW_BID: InformationClass.SLOW,
    InformationClass.SLOW_RAISE: InformationClass.SLOW_BID,
    InformationClass.SLOW_SIGN_OFF: InformationClass.SLOW_BID,
    InformationClass.SLOW_3NT: InformationClass.SLOW_BID,
    InformationClass.QUESTION_PASSED: InformationClass.QUESTION,
}

BID_OVER_PASS, DOUBLE_OVER_PASS, BID_OVER_DOUBLE, HIGHER_OVER_LOWER = STEPS = (
    "bid-over-pass",
    "double-over-pass",
    "bid-over-double",
    "higher-over-lower",
)
"""The comparisons in which one call does more than another, by name."""


def step_between(action: Action, rival: Action) -> tuple[str, bool] | None:
    """The comparison of two calls and whether the first does more; `None` for cards and where neither does more.

    >>> from analyser.bridge import Call
    >>> step_between(Call.parse("P"), Call.parse("4S"))
    ('bid-over-pass', False)
    """
    if not isinstance(action, Call) or not isinstance(rival, Call):
        return None
    ranks = (_rank(action), _rank(rival))
    if ranks[0] == ranks[1]:
        return None
    match (min(ranks), min(max(ranks), 2)):
        case (0, 1):
            name = DOUBLE_OVER_PASS
        case (0, _):
            name = BID_OVER_PASS
        case (1, _):
            name = BID_OVER_DOUBLE
        case _:
            name = HIGHER_OVER_LOWER
    return name, ranks[0] > ranks[1]


def _rank(call: Call) -> int:
    """The rank of a call: 0 for a pass, 1 for a double or redouble, from 2 on bids by their level."""
    return 1 + call.level if call.is_bid else int(call.code != 0)


Suggests = tuple[float, float, float]
"""P(information suggests one action over another): prior by its class, by this deal's measurement, posterior of both."""


@dataclass(frozen=True, slots=True)
class SuggestionPrior:
    """Committees' answers by class of information, and the variances that weigh this prior against a measured effect.

    `held` counts, by class and step, the answers yes and no of committees; `complained` is how often they held the
    action complained of to be suggested. `lean` is the number of answers the wider class counts for; `spread` is the
    standard deviation of effects between cases, `noise` the error of the measurement beyond its sampling error, both
    in standard deviations of the two actions' difference between deals.
    """

    held: Mapping[str, Mapping[str, tuple[float, float]]]
    complained: float
    lean: float
    spread: float
    noise: float
    sha256: str = ""

    @classmethod
    @cache
    def load_shipped(cls) -> "SuggestionPrior":
        """The figures shipped with the package; refused if their hash is not that of their card."""
        raw = resources.data(_FILE)
        actual = sha256(raw).hexdigest()
        if actual != str(read_card("suggestion").get("model", {}).get("sha256", "")):
            raise ModelError(
                "the figures are not those their card describes",
                where=_FILE,
                found=actual[:12],
                remedy="install the package again, or train the model again",
            )
        return cls.from_json(json.loads(raw), actual)

    @classmethod
    def from_json(cls, figures: Mapping[str, Any], digest: str = "") -> "SuggestionPrior":
        """The figures from their JSON."""
        held = {
            name: {step: (float(yes), float(no)) for step, (yes, no) in steps.items()}
            for name, steps in figures["held"].items()
        }
        numbers = {name: float(figures[name]) for name in ("complained", "lean", "spread", "noise")}
        return cls(held, **numbers, sha256=digest)

    def leave_out(self, kind: InformationClass, step: str, *, suggested: bool) -> "SuggestionPrior":
        """The figures without one answer, for leave-one-out: no case is judged by its own ruling."""
        steps = dict(self.held.get(kind.value, {}))
        yes, no = steps.get(step, (0.0, 0.0))
        steps[step] = (max(yes - suggested, 0.0), max(no - (not suggested), 0.0))
        return replace(self, held={**self.held, kind.value: steps})

    def share(self, kind: InformationClass, step: str, base: float = 0.5) -> float:
        """P(information of this class suggests doing more): its own answers, partially pooled with the wider class.

        `base` is the prior before any class is known.

        >>> few = SuggestionPrior({"slow": {"bid-over-pass": (3.0, 0.0)}}, 0.7, 3.0, 0.1, 0.1)
        >>> few.share(InformationClass.SLOW, "bid-over-pass"), few.share(InformationClass.QUESTION, "bid-over-pass")
        (0.75, 0.5)
        """
        wider = kind.wider
        believed = base if wider is None else self.share(wider, step, base)
        yes, no = self._count_answers(kind, step)
        return (yes + self.lean * believed) / (yes + no + self.lean)

    def _count_answers(self, kind: InformationClass, step: str) -> tuple[float, float]:
        """The yes and no answers on a class and all its subclasses; on the widest class only those given on it directly."""
        if kind is InformationClass.ANY:
            return self.held.get(kind.value, {}).get(step, (0.0, 0.0))
        counts = [
            self.held.get(subclass.value, {}).get(step, (0.0, 0.0))
            for subclass in InformationClass
            if _belongs(subclass, kind)
        ]
        return sum(yes for yes, _ in counts), sum(no for _, no in counts)

    def suggests(
        self,
        kind: InformationClass,
        action: Action,
        rival: Action,
        effect: float | None,
        error: float = 0.0,
        taken: Action | None = None,
    ) -> Suggests:
        """P(the first action is suggested over the second): prior, likelihood alone, normal posterior of both.

        `taken` is the action complained of. `effect` is the measured gain and `error` its standard error, in standard
        deviations of the two actions' difference between deals; `effect` is `None` if nothing could be measured.
        """
        step = step_between(action, rival)
        share = self.complained if action == taken else 1 - self.complained if rival == taken else 0.5
        if step is not None:
            more = self.share(kind, step[0], share if step[1] else 1 - share)
            share = more if step[1] else 1.0 - more
        share = min(max(share, _EDGE), 1 - _EDGE)
        if effect is None:
            return share, 0.5, share
        variance = error**2 + self.noise**2
        expected = self.spread * NormalDist().inv_cdf(share)
        known, seen = 1 / self.spread**2, 1 / variance
        mean = (expected * known + effect * seen) / (known + seen)
        posterior = min(max(_probability_positive(mean * sqrt(known + seen)), _EDGE), 1 - _EDGE)
        return share, _probability_positive(effect / sqrt(variance)), posterior


def _belongs(kind: InformationClass, wide: InformationClass) -> bool:
    step: InformationClass | None = kind
    while step is not None:
        if step is wide:
            return True
        step = step.wider
    return False


def _probability_positive(errors: float) -> float:
    """The probability that a normal quantity is positive, its mean being so many standard errors above zero."""
    return 0.5 * erfc(-errors / sqrt(2))


FEATURES = (
    "alternative",  # logit of the estimate that the likeliest other action is a logical alternative
    "suggested",  # logit of the estimate that the information suggests the action taken over it
    "width",  # of the interval of that action's share
    "tempo",  # the information was a break in tempo
    "seconds",  # how long, as the logarithm of tens of seconds; zero if not stated
    "disputed",  # whether there was information is in dispute
    "international",  # players of world and European championships
    "edition_1997",  # "could demonstrably have been suggested"
)
_LEAST = 0.02  # least and 1 - greatest estimate used, so that one outlier does not outweigh all


@dataclass(frozen=True, slots=True)
class PastRulings:
    """Logistic coefficients on standardised features, and the weight of their log-odds against the estimate's own.

    `record`: Brier scores on rulings of held-out events: of the estimate alone, of the blend, of the majority's share.
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
    def load_shipped(cls, question: str = "infraction") -> "PastRulings | None":
        """The coefficients shipped with the package for a question; `None` if none were learned."""
        questions = json.loads(resources.text("models/alternatives/model.json")).get("rulings", {})
        return cls.from_json(questions[question]) if isinstance(questions.get(question), dict) else None

    @classmethod
    def from_json(cls, document: Mapping[str, object]) -> "PastRulings":
        """The coefficients from their JSON."""

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

    def logistic_odds(self, features: tuple[float, ...]) -> float:
        """The probability that a committee ruled so, by the logistic regression alone.

        >>> even = PastRulings((0.0,), (1.0,), (2.0,), 0.0, 0.5, 40)
        >>> even.logistic_odds((0.0,)), round(even.logistic_odds((1.0,)), 3)
        (0.5, 0.881)
        """
        standard = zip(features, self.middle, self.scale, self.coefficients, strict=True)
        score = sum(weight * (value - mean) / scale for value, mean, scale, weight in standard)
        return 1 / (1 + math.exp(-self.constant - score))

    def blended_odds(self, chain: float, features: tuple[float, ...]) -> float:
        """The estimated probability blended with the logistic regression's: a weighted mean of their log-odds.

        >>> PastRulings((0.0,), (1.0,), (2.0,), 0.0, 0.0, 40).blended_odds(0.7, (1.0,))
        0.7
        """
        if not self.weight:
            return chain
        odds = (1 - self.weight) * logit(chain) + self.weight * logit(self.logistic_odds(features))
        return round(1 / (1 + math.exp(-odds)), 3)


def features_of(
    case: Case,
    incident: UnauthorisedInformation | WithdrawnCall,
    edition: str,
    alternative: float,
    suggested: float,
    width: float,
) -> tuple[float, ...]:
    """The inputs of the logistic regression: two estimated probabilities, the interval's width, the circumstances."""
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
    """The log-odds of a probability, clipped away from 0 and 1."""
    inside = min(max(chance, _LEAST), 1 - _LEAST)
    return math.log(inside / (1 - inside))
