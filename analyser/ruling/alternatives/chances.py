"""The probability that each action is barred by unauthorised information, and the answer by it: yes, no or open (16B).

An action is barred if the information suggests it over another action that is a logical alternative. Both are
uncertain, and their probabilities are multiplied. Of several rivals the largest product decides; they are not combined
as independent events, since what peers would choose and what the information shows is the same doubt in all of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyser.casefile import Action, Case, RemarkKind, UnauthorisedInformation, WithdrawnCall
from analyser.estimates.services import tricks_net
from analyser.estimates.suggestion_prior import InformationClass, SuggestionPrior, Suggests, step_between
from analyser.laws.regulation import AlternativeRules
from analyser.messages import Percentage, message
from analyser.ruling import Alternative, Argument, Finding, FindingClass
from analyser.ruling.alternatives.gains import (
    Budget,
    Gain,
    MeasuredGains,
    measurements,
)
from analyser.ruling.alternatives.suggestion import (
    Decision,
    Sort,
    class_of,
    information_of,
    pools_for,
    predictor_of,
)
from analyser.ruling.bridge_reasons import reasons_of_information
from analyser.ruling.context import RulingContext

_MEASURED_AT_MOST = 5  # actions compared in the same deals; the budget of solves allows five
_WORTH_MEASURING = 0.05
"""Of peers: an action fewer would choose cannot be the alternative over which another is suggested."""
_OF_WEIGHT = (
    0.1  # of peers: whether an action fewer would choose is barred moves the score too little for more deals
)

_ERRORS = 2.0  # standard errors of the measurement that must not change an answer
_APART = (
    0.35,
    0.65,
)  # prior and measurement contradict each other if they lie on different sides of this range


def answer_of(chance: float, rules: AlternativeRules) -> bool | None:
    """Yes, no, or `None` if open: by the regulation's thresholds for an infraction and for no infraction."""
    if chance >= rules.infraction_from:
        return True
    return False if chance <= rules.no_infraction_to else None


def pick_barring_rival(
    over: Iterable[tuple[Action, float]], alternatives: Mapping[Action, float]
) -> tuple[Action | None, float]:
    """The rival by which an action is likeliest barred, and that probability: P(alternative) times P(suggested over it).

    >>> pick_barring_rival([("P", 0.8), ("X", 0.9)], {"P": 0.9, "X": 0.5})
    ('P', 0.72)
    """
    products = [(round(chance * alternatives.get(rival, 0.0), 3), rival) for rival, chance in over]
    if not products:
        return None, 0.0
    chance, rival = max(products, key=lambda pair: pair[0])
    return rival, chance


def apply_bars(alternatives: Sequence[Alternative], rules: AlternativeRules) -> tuple[Alternative, ...]:
    """The alternatives with the probability that each is barred and the answer on it, from the probabilities they carry."""
    known = {entry.action: entry.chance or 0.0 for entry in alternatives}
    answered = []
    for entry in alternatives:
        if not entry.suggested_over_chances:
            answered.append(entry)
            continue
        _, chance = pick_barring_rival(entry.suggested_over_chances, known)
        over = tuple(rival for rival, p in entry.suggested_over_chances if answer_of(p, rules) is True)
        answered.append(
            replace(entry, suggested=answer_of(chance, rules), suggested_chance=chance, suggested_over=over)
        )
    return tuple(answered)


def add_suggestion(
    context: RulingContext,
    incident: UnauthorisedInformation | WithdrawnCall,
    decision: Decision,
    estimated: Sequence[Alternative],
    named: Sequence[Action],
    budget: Budget,
) -> tuple[Alternative, ...]:
    """The alternatives with what the information suggests: prior by class, updated by this deal's measurement."""
    if not (decision.is_call or decision.is_lead) or len(estimated) < 2:
        return tuple(estimated)
    meanings = context.services.suggestion_prior or SuggestionPrior.load_shipped()
    if _means_what_nobody_says(context.case, incident):
        meanings = replace(meanings, complained=_EITHER_WAY)
    kind = class_of(information_of(context.case, incident), context.case, incident.at)
    question = _Question(
        tuple(estimated), decision.action, meanings, kind, context.jurisdiction.regulation.alternatives
    )
    measured = None
    for measured in _looks(context, incident, decision, _candidates(decision, estimated, named), budget):
        if question.is_settled(measured):
            break
    if measured is None and kind is InformationClass.ANY:
        return tuple(estimated)
    findings = question.findings(measured)
    answered = [
        replace(entry, because=(*entry.because, *findings)) for entry in question.add_chances(measured)
    ]
    information = information_of(context.case, incident)
    rival = question.rival(measured)
    reasons = reasons_of_information(decision, information, answered, rival, measured, context.services.calls)
    answered[0] = replace(answered[0], because=(*answered[0].because, *reasons))
    return tuple(answered)


_EITHER_WAY = 0.5
"""P(a remark or gesture suggests the action complained of) if nobody says what it showed: either way is as likely."""


def _means_what_nobody_says(case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> bool:
    """Whether the information is a remark or a gesture and the case does not state what it showed."""
    kinds = {remark.kind for remark in case.remark if remark.at == incident.at}
    information = information_of(case, incident)
    return (
        information.sort is Sort.UNTOLD and bool(kinds) and kinds <= {RemarkKind.REMARK, RemarkKind.GESTURE}
    )


def _looks(
    context: RulingContext,
    incident: UnauthorisedInformation | WithdrawnCall,
    decision: Decision,
    candidates: Sequence[Alternative],
    budget: Budget,
) -> Iterator[MeasuredGains]:
    """The gains of each action by the information, estimated from more and more deals; empty if it cannot be measured."""
    calls, tricks = context.services.calls, context.services.tricks
    if calls is None or tricks is None or len(candidates) < 2:
        return
    rng = np.random.default_rng(context.seed_of(incident))
    services = context.services
    pools = pools_for(decision, information_of(context.case, incident), services, rng)
    actions = [candidate.action for candidate in candidates]
    shares = [candidate.chosen for candidate in candidates]
    if pools:
        net = services.tricks_net or tricks_net()
        predict = predictor_of(decision, actions, shares, calls, tricks, net)
        yield from measurements(pools, actions, shares, predict, rng, budget)


def _candidates(
    decision: Decision, alternatives: Sequence[Alternative], named: Sequence[Action]
) -> list[Alternative]:
    """The actions to compare: those taken or named, and those peers would choose."""
    likely = [entry for entry in alternatives if entry.action in named or entry.chosen >= _WORTH_MEASURING]
    likely = sorted(likely, key=lambda entry: (entry.action not in named, -entry.chosen))
    return [entry for entry in likely[:_MEASURED_AT_MOST] if decision.is_open(entry.action)]


@dataclass(frozen=True, slots=True)
class _Question:
    """What the measurement must answer: which actions are suggested over which, and whether that bars them."""

    alternatives: tuple[Alternative, ...]
    taken: Action | None
    meanings: SuggestionPrior
    kind: InformationClass
    rules: AlternativeRules

    def suggests(self, action: Action, rival: Action, gain: Gain | None, errors: float = 0.0) -> Suggests:
        """P(one action is suggested over another), the measured gain moved by so many of its standard errors."""
        if gain is None:
            return self.meanings.suggests(self.kind, action, rival, None, taken=self.taken)
        effect, error = (gain.mean + errors * gain.error) / gain.spread, gain.error / gain.spread
        return self.meanings.suggests(self.kind, action, rival, effect, error, self.taken)

    def add_chances(self, measured: MeasuredGains | None) -> tuple[Alternative, ...]:
        """The alternatives with the probabilities that each is suggested over the others, and the answers."""
        return apply_bars(
            tuple(self._add_chances_to(entry, measured) for entry in self.alternatives), self.rules
        )

    def _add_chances_to(self, entry: Alternative, measured: MeasuredGains | None) -> Alternative:
        over = tuple(
            (rival.action, round(self._pair(entry, rival, measured), 3))
            for rival in self.alternatives
            if rival.action != entry.action
        )
        gain = None if measured is None else measured.gain(entry.action)
        if gain is None:
            return replace(entry, suggested_over_chances=over)
        return replace(entry, suggested_over_chances=over, gain=gain.mean, gain_interval=gain.interval)

    def _pair(
        self, entry: Alternative, rival: Alternative, measured: MeasuredGains | None, errors: float = 0.0
    ) -> float:
        gain = None if measured is None else measured.gain_over(entry.action, rival.action)
        _, _, both = self.suggests(entry.action, rival.action, gain, errors)
        return both

    def is_settled(self, measured: MeasuredGains) -> bool:
        """Whether no answer on an action of weight changes if the measurement is `_ERRORS` standard errors off."""
        known = {entry.action: entry.chance or 0.0 for entry in self.alternatives}
        for entry in self.alternatives:
            if entry.action != self.taken and entry.chosen < _OF_WEIGHT:
                continue
            answers = set()
            for errors in (-_ERRORS, 0.0, _ERRORS):
                over = [
                    (rival.action, self._pair(entry, rival, measured, errors))
                    for rival in self.alternatives
                    if rival.action != entry.action
                ]
                answers.add(answer_of(pick_barring_rival(over, known)[1], self.rules))
            if len(answers) > 1:
                return False
        return True

    def rival(self, measured: MeasuredGains | None) -> Action | None:
        """The logical alternative over which the action taken is likeliest suggested; `None` if nothing was taken."""
        entry_taken = next(
            (entry for entry in self.add_chances(measured) if entry.action == self.taken), None
        )
        known = {entry.action: entry.chance or 0.0 for entry in self.alternatives}
        return pick_barring_rival(entry_taken.suggested_over_chances if entry_taken else (), known)[0]

    def findings(self, measured: MeasuredGains | None) -> tuple[Finding, ...]:
        """The size of the measurement; for the action taken, the prior by class and the measurement of this deal."""
        facts = []
        if measured is not None:
            facts.append(_fact("alternatives.measured", worlds=measured.deals, solves=measured.solves))
        taken, rival = self.taken, self.rival(measured)
        if taken is None or rival is None or step_between(taken, rival) is None:
            return tuple(facts)
        gain = None if measured is None else measured.gain_over(taken, rival)
        by_class, by_measure, both = self.suggests(taken, rival, gain)
        chances: dict[str, Argument] = {"known": Percentage.round_to(by_class)}
        code = "alternatives.known-meaning"
        if gain is not None:
            chances |= {
                "measured": Percentage.round_to(by_measure),
                "both": Percentage.round_to(both),
            }
            apart = min(by_class, by_measure) <= _APART[0] and _APART[1] <= max(by_class, by_measure)
            code = "alternatives.meanings-differ" if apart else "alternatives.meaning-measured"
        kind = message(f"information-class.{self.kind.value}")
        facts.append(_fact(code, kind=kind, action=taken, over=rival, **chances))
        return tuple(facts)


def _fact(code: str, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.FACT)
