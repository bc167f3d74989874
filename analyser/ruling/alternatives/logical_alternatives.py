"""The alternatives of an incident: what peers would consider and choose, and what the information suggests."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analyser.bridge import CALLS, Auction, Call, Contract, Hand, Vulnerability
from analyser.casefile import (
    Action,
    Case,
    Form,
    Incident,
    JudgedActions,
    Question,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.estimates.action_values import Worth
from analyser.estimates.past_rulings import PastRulings, sights_of
from analyser.estimates.services import CallsModel, LeadsModel, TempoModel, TrickCounter
from analyser.estimates.tempo import Doubt
from analyser.laws import Jurisdiction
from analyser.ruling import Alternative, Argument, Finding, FindingClass, Interval, Rest
from analyser.ruling.alternatives.decision import Decision, decision_of, information_of
from analyser.ruling.alternatives.shares import Peers, Prior, Threshold, beliefs, peers_class
from analyser.ruling.alternatives.suggestion import Budget, Measured, Tools, measurements
from analyser.ruling.context import RulingContext

_MEASURED_AT_MOST = 6
_WORTH_MEASURING = 0.05
_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class Estimator:
    """Estimates the alternatives of an incident with whatever is plugged in; what is absent is left out and said.

    `worth` turns points to North-South into what they are worth to the side that had the information.
    """

    calls: CallsModel | None = None
    leads: LeadsModel | None = None
    tempo: TempoModel | None = None
    tricks: TrickCounter | None = None
    worth: Worth | None = None
    prior: Prior | None = None
    seed: int = 0
    budget: Budget = _BUDGET

    def __call__(self, case: Case, incident: Incident, jurisdiction: Jurisdiction) -> tuple[Alternative, ...]:
        """Every action worth asking about, the likeliest first; none for incidents of another kind."""
        if not isinstance(incident, UnauthorisedInformation | WithdrawnCall):
            return ()
        decision = decision_of(case, incident)
        peers, support, because = self._peers(case, incident, decision)
        threshold = self.threshold(jurisdiction)
        because += self._past(case, incident, jurisdiction)
        told = [alternative_of(one, threshold, support, because) for one in peers]
        measured = self._measured(case, incident, decision, told)
        return tuple(told) if measured is None else tuple(_suggested(one, told, measured) for one in told)

    def unpolled(self, case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> tuple[Peers, ...]:
        """What is believed of each action before any peer was asked; those a poll names are among them."""
        decision = decision_of(case, incident)
        polls = [poll for poll in case.poll if poll.incident in (incident.id, None)]
        asked = tuple(answer.action for poll in polls for answer in poll.answers)
        shares, _, decile = self.shares_at(decision)
        meant = peers_class(case, decision.seat)
        prior = self._prior()
        weight = prior.weight_of_lead(meant) if decision.is_lead else prior.weight(decile, meant)
        return beliefs(shares, weight, (), (*_named(case, incident, decision), *asked))

    def _past(
        self, case: Case, incident: UnauthorisedInformation | WithdrawnCall, jurisdiction: Jurisdiction
    ) -> tuple[Finding, ...]:
        """How often bodies found an infraction in cases like this, as far as past rulings tell."""
        learned = PastRulings.shipped() if self.calls is not None else None
        if learned is None or self.calls is None or isinstance(incident, WithdrawnCall):
            return ()
        sights = sights_of(case, incident, jurisdiction.edition.year, self.calls)
        if sights is None:
            return ()
        return (_said("alternatives.past-rulings", chance=learned.chance(sights)),)

    def threshold(self, jurisdiction: Jurisdiction) -> Threshold:
        """When an action is a logical alternative under this law."""
        figures = jurisdiction.regulation.alternatives
        both = jurisdiction.edition.information.alternative_needs_both
        return Threshold.of(figures, both, self._prior().sure)

    def _prior(self) -> Prior:
        return self.prior or Prior.shipped()

    def _peers(
        self, case: Case, incident: UnauthorisedInformation | WithdrawnCall, decision: Decision
    ) -> tuple[tuple[Peers, ...], int | None, tuple[Finding, ...]]:
        """The belief on each action, how much of the record looked like this, and what to say about it."""
        shares, support, decile = self.shares_at(decision)
        polls = [poll for poll in case.poll if poll.incident in (incident.id, None)]
        meant = peers_class(case, decision.seat)
        prior = self._prior()
        weight = self.weight_at(case, decision, decile)
        because: list[Finding] = []
        if shares is None:
            because.append(_said("alternatives.no-model", standing=Rest.ASSUMED))
        elif prior.wider(meant) != 1:
            name = "unknown" if meant is None else meant.value
            factor = f"{prior.wider(meant):g}"
            because.append(_said("alternatives.wider", standing=Rest.ASSUMED, peers=name, factor=factor))
        found = beliefs(shares, weight, polls, _named(case, incident, decision))
        return found, support, tuple(because)

    def weight_at(self, case: Case, decision: Decision, decile: int | None) -> float:
        """As how many answers of peers the model's shares count at this turn."""
        meant, prior = peers_class(case, decision.seat), self._prior()
        return prior.weight_of_lead(meant) if decision.is_lead else prior.weight(decile, meant)

    def shares_at(self, decision: Decision) -> tuple[Mapping[Action, float] | None, int | None, int | None]:
        """The model's shares for the turn, its support, and the tenth of the record the auction belongs to."""
        hand, auction = decision.hand, decision.auction
        if hand is None or auction is None:
            return None, None, None
        if decision.is_call and self.calls is not None:
            shares, support = _mean_calls(self.calls, hand, auction, decision.vulnerability, decision.form)
            look: Any = getattr(self.calls, "support", None)
            return shares, support, None if look is None else look(auction).decile
        if decision.is_lead and self.leads is not None and decision.contract is not None:
            return self._lead_shares(hand, auction, decision.contract)
        return None, None, None

    def _lead_shares(
        self, hand: Hand, auction: Auction, contract: Contract
    ) -> tuple[Mapping[Action, float] | None, int | None, int | None]:
        if self.leads is None or not auction.is_over:
            return None, None, None
        look: Any = getattr(self.leads, "support", None)
        told = self.leads.leads(hand, auction, contract)
        cards: dict[Action, float] = dict(told.items())
        return cards, None if look is None else look(contract), None

    def _measured(
        self,
        case: Case,
        incident: UnauthorisedInformation | WithdrawnCall,
        decision: Decision,
        told: list[Alternative],
    ) -> Measured | None:
        """What the information gains each action; none where it cannot be measured."""
        if self.calls is None or self.tricks is None or not (decision.is_call or decision.is_lead):
            return None
        named = _named(case, incident, decision)
        kept = [one for one in told if one.action in named or one.chosen >= _WORTH_MEASURING]
        kept = sorted(kept, key=lambda one: (one.action not in named, -one.chosen))[:_MEASURED_AT_MOST]
        kept = [one for one in kept if _possible(one.action, decision)]
        tools = Tools(self.calls, self.tempo or Doubt(self.calls), self.tricks, self.worth)
        order = [one.id for one in case.incident].index(incident.id)
        looks = measurements(
            decision,
            information_of(case, incident),
            [one.action for one in kept],
            [one.chosen for one in kept],
            tools,
            np.random.default_rng([self.seed, order]),
            self.budget,
        )
        last = None
        for last in looks:  # noqa: B007 - the last look counts
            pass
        return last


def alternatives_of(
    context: RulingContext, incident: Incident, *, measured: bool = True
) -> tuple[Alternative, ...]:
    """Every action worth asking about at the choice an incident complains of, the likeliest first.

    None for incidents of another kind, or without a model to ask. Unless `measured`, nothing is counted double dummy:
    that is the first answer, at once.
    """
    services = context.services
    if not isinstance(incident, UnauthorisedInformation | WithdrawnCall) or services.calls is None:
        return ()
    estimator = Estimator(calls=services.calls, leads=services.leads)
    if measured:
        estimator = replace(
            estimator,
            tempo=services.tempo,
            tricks=services.tricks,
            worth=context.worth(incident.offender.side),
            seed=context.seed,
        )
    return estimator(context.case, incident, context.jurisdiction)


def _mean_calls(
    model: CallsModel, hand: Hand, auction: Auction, vulnerability: Vulnerability | None, form: Form
) -> tuple[Mapping[Action, float], int]:
    """The shares of the legal calls; over all vulnerabilities where the case does not tell it."""
    sides = list(Vulnerability) if vulnerability is None else [vulnerability]
    told = [model.calls(hand, auction, one, form) for one in sides]
    legal = set(auction.legal_calls())
    mean: dict[Action, float] = {
        call: sum(one.of(call) for one in told) / len(told) for call in CALLS if call in legal
    }
    return mean, told[0].support


def _possible(action: Action, decision: Decision) -> bool:
    if isinstance(action, Call):
        return decision.is_call and decision.auction is not None and decision.auction.is_legal(action)
    return decision.is_lead and decision.hand is not None and action in decision.hand


def _named(
    case: Case, incident: UnauthorisedInformation | WithdrawnCall, decision: Decision
) -> tuple[Action, ...]:
    """Actions that are always asked about: the one taken, and those persons named."""
    named: dict[Action, None] = {} if decision.action is None else {decision.action: None}
    named |= dict.fromkeys(incident.suggests or ())
    for found in case.judgements(incident.id):
        if isinstance(found, JudgedActions) and found.question in (Question.ALTERNATIVES, Question.SUGGESTED):
            named |= dict.fromkeys(found.answer)
    return tuple(named)


def alternative_of(
    peers: Peers, threshold: Threshold, support: int | None, because: tuple[Finding, ...]
) -> Alternative:
    """What is believed of an action, as the ruling keeps it."""
    chance, answer = peers.chance(threshold), peers.answer(threshold)
    likelier = chance >= 0.5 if answer is None else answer
    return Alternative(
        action=peers.action,
        considered=round(peers.considered.mean, 3),
        chosen=round(peers.chosen.mean, 3),
        interval=Interval(*peers.considered.interval()),
        is_alternative=answer,
        certainty=round(chance if likelier else 1 - chance, 3),
        model_share=peers.model_share,
        support=support,
        poll=peers.poll,
        more_answers=peers.more_answers(threshold),
        because=because,
    )


def _suggested(one: Alternative, every: list[Alternative], measured: Measured) -> Alternative:
    gain = measured.gain(one.action)
    if gain is None:
        return one
    open_ = {other.action for other in every if other.is_alternative is not False}
    over = measured.over(one.action, [other.action for other in every if other.action != one.action])
    how = _said("alternatives.measured", worlds=measured.worlds, solves=measured.solves)
    return replace(
        one,
        suggested=bool(open_ & set(over)),
        gain=gain.mean,
        gain_interval=gain.interval,
        suggested_over=over,
        because=(*one.because, how),
    )


def _said(code: str, *, standing: Rest = Rest.COMPUTED, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.FACT, standing=standing)
