"""What bodies held before: how likely an infraction was found, from what peers do and the circumstances of the case.

A logistic on a few features, learned from past rulings; plain arithmetic here, so that nothing has to be loaded for it.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from analyser import resources
from analyser.bridge import CALLS, Call, Vulnerability
from analyser.casefile import Case, Form, Moment, RemarkKind, UnauthorisedInformation, WithdrawnCall
from analyser.estimates.services import CallsModel

FEATURES = (
    "taken",  # how likely peers were to choose the action taken, as a logit
    "other",  # the likeliest other action, as a logit
    "entropy",  # how far peers would be apart
    "bid_on",  # the action was a bid
    "passed",  # the action was a pass
    "level",  # of the action, over four
    "contested",  # both sides had bid
    "tempo",  # the information was a break in tempo
    "vulnerable",  # the player's side
    "matchpoints",
    "edition_1997",
    "edition_2017",
)
_LEAST = 0.005
_POLL_WEIGHT = 10.0  # the answers the model's share is worth beside a poll


@dataclass(frozen=True, slots=True)
class PastRulings:
    """Coefficients on the features, standardised, then a sigmoid that makes the chance honest."""

    target: str
    middle: tuple[float, ...]
    scale: tuple[float, ...]
    coefficients: tuple[float, ...]
    constant: float
    slope: float
    shift: float

    @classmethod
    @cache
    def shipped(cls) -> "PastRulings | None":
        """The coefficients shipped with the package; none before any were learned."""
        coefficients = json.loads(resources.text("models/alternatives/model.json")).get("rulings")
        return None if coefficients is None else cls.of(coefficients)

    @classmethod
    def of(cls, document: Mapping[str, object]) -> "PastRulings":
        """Coefficients from their JSON."""

        def row(name: str) -> tuple[float, ...]:
            values = document[name]
            return tuple(map(float, values)) if isinstance(values, list) else ()

        numbers = {name: float(str(document[name])) for name in ("constant", "slope", "shift")}
        return cls(str(document["target"]), row("middle"), row("scale"), row("coefficients"), **numbers)

    def chance(self, features: tuple[float, ...]) -> float:
        """How likely a body found what the target asks, in thousandths.

        >>> even = PastRulings("infraction", (0.0,), (1.0,), (2.0,), 0.0, 1.0, 0.0)
        >>> even.chance((0.0,)), even.chance((1.0,))
        (0.5, 0.881)
        """
        standard = zip(features, self.middle, self.scale, self.coefficients, strict=True)
        score = self.constant + sum(
            weight * (value - mean) / scale for value, mean, scale, weight in standard
        )
        return round(1 / (1 + math.exp(-(self.slope * score + self.shift))), 3)


def features_of(
    case: Case,
    incident: UnauthorisedInformation | WithdrawnCall,
    edition: str,
    model: CallsModel,
) -> tuple[float, ...] | None:
    """What the coefficients look at; none when no call was complained of or the player's hand is not known."""
    place, auction = incident.action, case.auction
    if place.moment is not Moment.CALL or auction is None or place.number > len(auction):
        return None
    seat, taken = auction.seat_of(place.number), auction.calls[place.number - 1]
    before, hand = auction.before(place.number), case.hand(seat)
    if hand is None or not before.is_legal(taken):
        return None
    sides = list(Vulnerability) if case.vulnerability is None else [case.vulnerability]
    call_shares = [
        model.calls(hand, before, vulnerability, case.event.form or Form.IMPS) for vulnerability in sides
    ]
    shares = {
        call: sum(shares_there.of(call) for shares_there in call_shares) / len(call_shares)
        for call in before.legal_calls()
    }
    shares = _polled(case, incident, shares)
    others = max(share for call, share in shares.items() if call != taken)
    slow = any(remark.at == incident.at and remark.kind is RemarkKind.TEMPO for remark in case.remark)
    vulnerable = case.vulnerability is not None and case.vulnerability.includes(seat.side)
    return (
        _logit(shares[taken]),
        _logit(others),
        -sum(share * math.log(share) for share in shares.values() if share > 0),
        float(taken.is_bid),
        float(taken == CALLS[0]),
        taken.level / 4,
        float(len({seat.side for seat, call in before if call.is_bid}) == 2),
        float(slow),
        float(vulnerable),
        float(case.event.form is Form.MATCHPOINTS),
        float(edition == "1997"),
        float(edition >= "2017"),
    )


def _polled(
    case: Case, incident: UnauthorisedInformation | WithdrawnCall, shares: dict[Call, float]
) -> dict[Call, float]:
    """The shares with what peers answered."""
    answers, chosen = 0, dict.fromkeys(shares, 0)
    for poll in case.poll:
        if poll.incident in (incident.id, None):
            for answer in poll.answers:
                if isinstance(answer.action, Call) and answer.action in chosen and answer.chosen:
                    chosen[answer.action] += answer.chosen
                    answers += answer.chosen
    whole = _POLL_WEIGHT + answers
    return {call: (_POLL_WEIGHT * share + chosen[call]) / whole for call, share in shares.items()}


def _logit(share: float) -> float:
    share_inside = min(max(share, _LEAST), 1 - _LEAST)
    return math.log(share_inside / (1 - share_inside))
