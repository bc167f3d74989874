"""Decisions made on a wrong explanation, made again with the right one (Laws 21B3, 40, 47E, 75).

What the player held decides what he would do; the explanations decide which deals he had to reckon with. An action that
is worth more in the deals of the right explanation than in those of the one given grows by as much as experts' choices
follow value. Without both meanings nothing is estimated: only what persons answered counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyser.bridge import Call, Play
from analyser.casefile import (
    Action,
    Case,
    JudgedActions,
    JudgedShares,
    Misinformation,
    Moment,
    Place,
    Poll,
    Question,
    RemarkKind,
)
from analyser.estimates.action_values import Pull, followed
from analyser.estimates.hidden_hands import Meaning
from analyser.laws import Jurisdiction
from analyser.ruling import Alternative, Argument, Baseline, Finding, FindingClass, Interval, Remade, Rest
from analyser.ruling.alternatives.decision import Decision, decision_at
from analyser.ruling.alternatives.explanation_gain import Anew, Explanations, Means, measured_anew
from analyser.ruling.alternatives.logical_alternatives import Estimator, alternative_of
from analyser.ruling.alternatives.shares import Peers, beliefs
from analyser.ruling.context import RulingContext

_EXPLAINED = (RemarkKind.EXPLANATION, RemarkKind.ALERT, RemarkKind.NO_ALERT)
_ORDER = (Moment.CALL, Moment.LEAD, Moment.BEFORE_PLAY, Moment.TRICK)


@dataclass(frozen=True, slots=True)
class Answered:
    """What persons say would have been chosen with the right explanation; `final`: no estimate stands beside it."""

    shares: dict[Action, float]
    final: bool
    finding: Finding


def decisions_of(incident: Misinformation) -> tuple[Place, ...]:
    """The decisions complained of, in the order of the table; a call or lead that was to be made names one, too."""
    places = list(incident.decisions or ())
    if incident.correct_lead is not None and all(one.moment is Moment.CALL for one in places):
        places.append(Place(Moment.LEAD))
    return tuple(sorted(places, key=lambda one: (_ORDER.index(one.moment), one.number)))


def meanings_of(case: Case, incident: Misinformation, baseline: Baseline) -> Explanations:
    """Both meanings of the call explained, beside those of the other calls that were explained rightly.

    Where nothing was agreed and no meaning is written for that, the call says what it says of its own: what players
    at large hold for it.
    """
    call = incident.at.number if incident.at.moment is Moment.CALL else 0
    if not call or case.auction is None:
        return Explanations((), (), ("at",))
    lacking = [] if incident.given_shows is not None else ["given_shows"]
    if incident.correct_shows is None and baseline is Baseline.AGREED:
        lacking.append("correct_shows")
    others = tuple(
        Meaning(remark.at.number, remark.shows, firm=False)
        for remark in case.remark
        if remark.shows is not None
        and remark.kind in _EXPLAINED
        and remark.at is not None
        and remark.at.moment is Moment.CALL
        and remark.at.number != call
    )
    given = () if incident.given_shows is None else (Meaning(call, incident.given_shows),)
    right = () if incident.correct_shows is None else (Meaning(call, incident.correct_shows),)
    return Explanations(given + others, right + others, tuple(lacking))


def speaks_of(poll: Poll, decision: Decision) -> bool:
    """Whether every answer is an action that was open at this turn."""
    return bool(poll.answers) and all(_open(answer.action, decision) for answer in poll.answers)


def _open(action: Action, decision: Decision) -> bool:
    if isinstance(action, Call):
        return decision.is_call and decision.auction is not None and decision.auction.is_legal(action)
    return not decision.is_call and (decision.hand is None or action in decision.hand)


def answered(
    case: Case, incident: Misinformation, decision: Decision, polls: Sequence[Poll]
) -> Answered | None:
    """A person's finding on this decision, else the poll's answers; none when nobody spoke of it."""
    for found in reversed(case.judgements(incident.id)):
        if isinstance(found, JudgedShares) and found.at in (decision.at, None):
            shares = {one.action: float(one.weight) for one in found.answer if _open(one.action, decision)}
            if shares:
                return Answered(shares, True, _judged(decision, found.by))
        if isinstance(found, JudgedActions) and found.question is Question.LEAD and decision.is_lead:
            leads = [action for action in found.answer if _open(action, decision)]
            if leads:
                return Answered(dict.fromkeys(leads, 1 / len(leads)), True, _judged(decision, found.by))
    named = incident.correct_lead if decision.is_lead else incident.correct_call
    if named is not None and (decision.is_call or decision.is_lead) and _open(named, decision):
        return Answered({named: 1.0}, True, _judged(decision, None))
    counts: dict[Action, float] = {}
    for poll in polls:
        for answer in poll.answers:
            counts[answer.action] = counts.get(answer.action, 0.0) + (answer.chosen or 0)
    whole = sum(counts.values())
    if not whole:
        return None
    told = Finding.of(
        "misinformation.polled",
        kind=FindingClass.FACT,
        standing=Rest.JUDGEMENT,
        at=str(decision.at),
        asked=sum(poll.asked for poll in polls),
    )
    return Answered({action: count / whole for action, count in counts.items() if count}, False, told)


def _judged(decision: Decision, by: str | None) -> Finding:
    return Finding.of(
        "misinformation.choice-judged",
        kind=FindingClass.JUDGEMENT,
        standing=Rest.JUDGEMENT,
        at=str(decision.at),
        by=by or "director",
    )


_MEASURED_AT_MOST = 5
_WORTH_MEASURING = 0.02
_LEAST = 0.005  # smaller shares are left to the others

Told = Mapping[Action, float]


@dataclass(frozen=True, slots=True)
class Informed:
    """Makes the decisions an incident names again, with whatever is plugged in; what cannot be told says why."""

    estimator: Estimator
    pull: Pull | None = None

    def __call__(
        self, case: Case, incident: Misinformation, jurisdiction: Jurisdiction, baseline: Baseline
    ) -> tuple[Remade, ...]:
        """The decisions in their order; a poll speaks of the first it fits."""
        found: list[Remade] = []
        polls = [poll for poll in case.poll if poll.incident in (incident.id, None)]
        for number, place in enumerate(decisions_of(incident)):
            seat = case.seat_at(place)
            if seat is None:
                continue
            decision = decision_at(case, place, seat)
            own = [poll for poll in polls if speaks_of(poll, decision)]
            polls = [poll for poll in polls if poll not in own]
            order = [one.id for one in case.incident].index(incident.id)
            dice = np.random.default_rng([self.estimator.seed, order, number])
            found.append(self._remade(case, incident, jurisdiction, baseline, decision, own, dice))
        return tuple(found)

    def _remade(
        self,
        case: Case,
        incident: Misinformation,
        law: Jurisdiction,
        baseline: Baseline,
        decision: Decision,
        polls: Sequence[Poll],
        dice: np.random.Generator,
    ) -> Remade:
        shares, support, decile = self.estimator.shares_at(decision)
        told = answered(case, incident, decision, polls)
        measured, why = self._measured(case, incident, baseline, decision, shares, dice)
        bare = _bare(case, decision, shares)
        if told is None and measured is None:
            return replace(bare, findings=why)
        right = None if measured is None or shares is None else self._followed(shares, measured, decision)
        weight = self.estimator.weight_at(case, decision, decile)
        named = dict.fromkeys([*_own(decision), *(told.shares if told else ())])
        peers = beliefs(right, weight, polls, tuple(named))
        threshold = self.estimator.threshold(law)
        after = _after(told, right, peers)
        return replace(
            bare,
            right=after,
            alternatives=tuple(
                _shown(alternative_of(one, threshold, support, ()), shares, measured) for one in peers
            ),
            effect=None if told is not None or measured is None else measured.effect,
            findings=(*why, *self._said(decision, measured, told, after)),
        )

    def _pull(self, decision: Decision) -> float:
        pull = self.pull or Pull.shipped()
        return pull.calls if decision.is_call else pull.leads

    def _followed(self, shares: Told, measured: Anew, decision: Decision) -> Told:
        gains = {action: gain.mean for action, gain in measured.gains.items()}
        return followed(shares, gains, self._pull(decision))

    def _measured(
        self,
        case: Case,
        incident: Misinformation,
        baseline: Baseline,
        decision: Decision,
        shares: Told | None,
        dice: np.random.Generator,
    ) -> tuple[Anew | None, tuple[Finding, ...]]:
        """What each action is worth on either explanation; else why that cannot be told."""
        heard = meanings_of(case, incident, baseline)
        at = str(decision.at)
        if heard.lacking:
            return None, (_assumed("misinformation.no-meanings", at=at, keys=heard.lacking),)
        if not (decision.is_call or decision.is_lead):
            return None, (_assumed("misinformation.card-not-told", at=at),)
        estimator = self.estimator
        if not shares or estimator.calls is None or estimator.tricks is None:
            return None, (_assumed("misinformation.no-model", at=at),)
        means = Means(estimator.calls, estimator.tricks, (self.pull or Pull.shipped()).worlds)
        told = measured_anew(decision, _worth_measuring(decision, shares), heard, means, dice)
        return (None, (_assumed(told, at=at),)) if isinstance(told, str) else (told, ())

    def _said(
        self,
        decision: Decision,
        measured: Anew | None,
        told: Answered | None,
        after: tuple[tuple[Action, float], ...],
    ) -> tuple[Finding, ...]:
        at, said = str(decision.at), []
        if measured is not None:
            pull = round(self._pull(decision), 3)
            said.append(_assumed("misinformation.measured", at=at, worlds=measured.worlds, pull=pull))
        if told is not None:
            said.append(told.finding)
        actions = tuple(action for action, _ in after)
        shares = tuple(f"{100 * share:.0f}%" for _, share in after)
        said.append(
            _assumed("misinformation.remade", at=at, seat=decision.seat, actions=actions, shares=shares)
        )
        return tuple(said)


def corrected_decisions(
    context: RulingContext, incident: Misinformation, baseline: Baseline
) -> tuple[Remade, ...]:
    """The decisions an incident names, made again with the right explanation; a poll speaks of the first it fits."""
    services = context.services
    peers = Estimator(calls=services.calls, leads=services.leads, tricks=services.tricks, seed=context.seed)
    return Informed(peers)(context.case, incident, context.jurisdiction, baseline)


def _own(decision: Decision) -> tuple[Action, ...]:
    return () if decision.action is None else (decision.action,)


def _bare(case: Case, decision: Decision, shares: Told | None) -> Remade:
    """The decision as it was made, nothing told of it yet."""
    play = case.play if decision.at.moment is Moment.TRICK else None
    if play is not None and decision.action in play.cards:
        play = Play(play.leader, play.strain, play.cards[: play.cards.index(decision.action)])
    given = _whole(dict(shares)) if shares else ()
    return Remade(decision.at, decision.seat, decision.action, decision.auction, play, given)


def _after(
    told: Answered | None, right: Told | None, peers: Sequence[Peers]
) -> tuple[tuple[Action, float], ...]:
    """The shares with the right explanation: a person's finding, else the belief after the poll, else the poll alone."""
    if told is not None and (told.final or right is None):
        return _whole(told.shares)
    return _whole({one.action: one.chosen.mean for one in peers})


def _whole(shares: Told) -> tuple[tuple[Action, float], ...]:
    """Shares that fill the whole, the largest first, the smallest left out."""
    least = min(_LEAST, max(shares.values(), default=0.0))
    kept = {action: share for action, share in shares.items() if share >= least and share > 0}
    whole = sum(kept.values())
    return tuple((act, kept[act] / whole) for act in sorted(kept, key=lambda act: (-kept[act], str(act))))


def _worth_measuring(decision: Decision, shares: Told) -> dict[Action, float]:
    """The likeliest calls and the one made; of leads all, as one count tells all."""
    if decision.is_lead:
        return dict(shares)
    kept = sorted(shares, key=lambda act: (act != decision.action, -shares[act], str(act)))
    kept = [act for act in kept if act == decision.action or shares[act] >= _WORTH_MEASURING]
    return {act: shares[act] for act in kept[:_MEASURED_AT_MOST]}


def _shown(one: Alternative, given: Told | None, measured: Anew | None) -> Alternative:
    """An alternative with the share on the explanation given, and what the right one gains it.

    Nothing is suggested by it: the right explanation was the player's due.
    """
    share = None if given is None else round(given.get(one.action, 0.0), 3)
    gain = None if measured is None else measured.gains.get(one.action)
    interval = None if gain is None else Interval(gain.low, gain.high)
    mean = None if gain is None else gain.mean
    return replace(one, model_share=share, suggested=False, gain=mean, gain_interval=interval)


def _assumed(code: str, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.JUDGEMENT, (), Rest.ASSUMED)
