"""Decisions made on a wrong explanation, made again with the right one (Laws 12B1, 21B3, 40, 47E, 75).

What the player held decides what he would do; the explanations decide which deals he had to reckon with. An action that
is worth more in the deals of the right explanation than in those of the one given grows by as much as experts' choices
follow value. Without both meanings nothing is estimated: only what persons answered counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Card, Play, Side
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
from analyser.errors import BridgeError
from analyser.estimates.action_values import (
    ChoiceSensitivity,
    MeanGain,
    advantage,
    mean_gains,
    shares_after_gains,
)
from analyser.estimates.hidden_hands import ExplainedCall, Observer, deals_believed
from analyser.estimates.services import ManyHands, Services
from analyser.messages import Percentage
from analyser.ruling import (
    Alternative,
    Argument,
    Baseline,
    Basis,
    CorrectedDecision,
    Finding,
    FindingClass,
    Interval,
)
from analyser.ruling.alternatives.logical_alternatives import (
    alternative_of,
    shares_at,
    threshold_of,
    weight_at,
)
from analyser.ruling.alternatives.shares import Peers, Prior, beliefs
from analyser.ruling.alternatives.suggestion import Decision, decision_at, points_of_actions
from analyser.ruling.context import RulingContext


@dataclass(frozen=True, slots=True)
class Explanations:
    """The meanings of the calls on the explanation given and on the right one; `lacking`: keys the case does not fill."""

    given: tuple[ExplainedCall, ...]
    right: tuple[ExplainedCall, ...]
    lacking: tuple[str, ...] = ()


_HARDLY_ANY = 0.02  # of peers: what fewer do on an explanation is not, by itself, what it leads to


def is_causal(
    given: NDArray[np.float64],
    right: NDArray[np.float64],
    chosen: NDArray[np.float64],
    done: NDArray[np.float64],
    chance: float = 0.05,
) -> bool:
    """Whether the right explanation speaks for some other action against what was done, more than chance would.

    `given` and `right`: what each action (a column) is worth in each deal of either explanation; `chosen`: how often
    peers choose it on the explanation given; `done`: 1 for what was done, or shares where the record does not tell it.

    One test for each other action, together led astray by luck no oftener than `chance`. No action is
    spoken for that is clearly worse than what was done on the right explanation, too. And what hardly any peer does is not
    laid to the explanation given where that one spoke clearly against it already.
    """
    others = np.flatnonzero(done < 1)
    if not len(others):
        return False
    against = [worth[:, others] - worth @ done[:, None] for worth in (given, right)]
    reach = NormalDist().inv_cdf(1 - chance / len(others)) / NormalDist().inv_cdf(0.95)
    own_choice = float(chosen @ done) < _HARDLY_ANY
    return any(
        gain.mean > reach * (gain.high - gain.low) / 2
        and on_right.high >= 0
        and not (own_choice and on_given.low > 0)
        for gain, on_given, on_right in zip(mean_gains(*against), *map(_mean, against), strict=True)
    )


def _mean(worth: NDArray[np.float64]) -> tuple[MeanGain, ...]:
    """How much better than what was done each action is, with its interval."""
    return mean_gains(np.zeros_like(worth), worth)


_FEWEST = 10  # deals: fewer tell nothing
# How many times the deals of one look, and how often luck may pass for an effect there; an effect found ends it. All looks
# together are led astray in one of twenty: the early ones ask for more (the bounds of O'Brien and Fleming).
CALL_LOOKS = ((1, 0.0015), (2, 0.0183), (3, 0.0436))
LEAD_LOOKS = ((1, 0.0088), (2, 0.0467))


@dataclass(frozen=True, slots=True)
class ExplanationGain:
    """What the right explanation gains each action, in IMPs.

    `effect`: it speaks for another action against what was done, more than chance can explain.
    """

    gains: Mapping[Action, MeanGain]
    effect: bool
    worlds: int
    solves: int


def explanation_gain(
    decision: Decision,
    shares: Mapping[Action, float],
    explanations: Explanations,
    services: Services,
    worlds: int,
    rng: np.random.Generator,
) -> ExplanationGain | str:
    """The gains of these actions over so many deals of either explanation; else the code of why there are none."""
    calls, tricks = services.calls, services.tricks
    hand, auction, vulnerability = decision.hand, decision.auction, decision.vulnerability
    if (
        not isinstance(calls, ManyHands)
        or tricks is None
        or hand is None
        or auction is None
        or vulnerability is None
    ):
        return "misinformation.no-model"
    player = Observer(decision.seat, hand, auction, vulnerability, decision.form)
    looks = LEAD_LOOKS if decision.is_lead else CALL_LOOKS
    # A deal in which every lead is counted costs as much as two in which a contract or two are.
    deals_a_look = worlds * 2 // 3 if decision.is_lead else worlds
    most, _ = looks[-1]
    try:
        both = [
            rng.permutation(deals_believed(player, meanings, calls, most * deals_a_look, rng))
            for meanings in (explanations.given, explanations.right)
        ]
    except BridgeError:
        return "misinformation.impossible"
    if min(map(len, both)) < _FEWEST:
        return "misinformation.impossible"
    advantages: list[list[NDArray[np.float64]]] = [[], []]
    columns = _columns(decision, shares)
    sign, solves, start = 1 if decision.seat.side is Side.NS else -1, 0, 0
    for look, chance in looks:
        end = look * deals_a_look
        for looked_at, deals in zip(advantages, both, strict=True):
            scores, solved = points_of_actions(decision, shares, deals[start:end], calls, tricks)
            looked_at.append(advantage(scores, list(shares.values()), sign) @ columns.weight)
            solves += solved
        start, worth = end, [np.concatenate(looked_at) for looked_at in advantages]
        if min(map(len, worth)) < _FEWEST:
            return "misinformation.unsolved"
        effect = is_causal(worth[0], worth[1], columns.chosen, columns.done, chance)
        if effect:
            break
    gains = mean_gains(*worth)
    return ExplanationGain(
        {action: gains[place] for action, place in columns.of.items()}, effect, sum(map(len, worth)), solves
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """What is held against what: calls one by one, leads by suit; how often peers choose it, and what was done."""

    weight: NDArray[np.float64]
    of: Mapping[Action, int]
    chosen: NDArray[np.float64]
    done: NDArray[np.float64]


def _columns(decision: Decision, shares: Mapping[Action, float]) -> _Columns:
    """The explanation bears on the suit that is led; which card of it is led is custom.

    Where the record does not tell what was done, it is what peers would have done, each action as often as they would.
    """
    if not decision.is_lead:
        of = {action: place for place, action in enumerate(shares)}
        weight = np.eye(len(of))
    else:
        cards = [action for action in shares if isinstance(action, Card)]
        suits = sorted({card.suit for card in cards})
        of = {card: suits.index(card.suit) for card in cards}
        weight = np.zeros((len(cards), len(suits)))
        for row, card in enumerate(cards):
            weight[row, of[card]] = max(shares[card], 1e-4)
        weight = weight / weight.sum(axis=0)
    chosen = np.zeros(weight.shape[1])
    for action, place in of.items():
        chosen[place] += shares[action]
    taken = None if decision.action is None else of.get(decision.action)
    done = chosen / chosen.sum() if taken is None else np.eye(len(chosen))[taken]
    return _Columns(weight, of, chosen, done)


_MEASURED_AT_MOST = 5
"""Actions compared on both explanations: each costs two rows of deals, twice what a suggestion's candidate does."""
_WORTH_MEASURING = 0.02
"""Of peers: lower than for a suggestion, for an action hardly taken on one explanation may be the choice on the other."""
_LEAST = 0.005  # smaller shares are left to the others

Shares = Mapping[Action, float]

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
    if incident.correct_lead is not None and all(place.moment is Moment.CALL for place in places):
        places.append(Place(Moment.LEAD))
    return tuple(sorted(places, key=lambda place: (_ORDER.index(place.moment), place.number)))


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
        ExplainedCall(remark.at.number, remark.shows, firm=False)
        for remark in case.remark
        if remark.shows is not None
        and remark.kind in _EXPLAINED
        and remark.at is not None
        and remark.at.moment is Moment.CALL
        and remark.at.number != call
    )
    on_given = () if incident.given_shows is None else (ExplainedCall(call, incident.given_shows),)
    on_right = () if incident.correct_shows is None else (ExplainedCall(call, incident.correct_shows),)
    return Explanations(on_given + others, on_right + others, tuple(lacking))


def speaks_of(poll: Poll, decision: Decision) -> bool:
    """Whether every answer is an action that was open at this turn."""
    return bool(poll.answers) and all(decision.is_open(answer.action) for answer in poll.answers)


def answered(
    case: Case, incident: Misinformation, decision: Decision, polls: Sequence[Poll]
) -> Answered | None:
    """A person's finding on this decision, else the poll's answers; none when nobody spoke of it."""
    for judgement in reversed(case.judgements(incident.id)):
        if isinstance(judgement, JudgedShares) and judgement.at in (decision.at, None):
            shares = {
                share.action: float(share.weight)
                for share in judgement.answer
                if decision.is_open(share.action)
            }
            if shares:
                return Answered(shares, True, _judged(decision, judgement.by))
        if isinstance(judgement, JudgedActions) and judgement.question is Question.LEAD and decision.is_lead:
            leads = [action for action in judgement.answer if decision.is_open(action)]
            if leads:
                return Answered(dict.fromkeys(leads, 1 / len(leads)), True, _judged(decision, judgement.by))
    named = incident.correct_lead if decision.is_lead else incident.correct_call
    if named is not None and (decision.is_call or decision.is_lead) and decision.is_open(named):
        return Answered({named: 1.0}, True, _judged(decision, None))
    counts: dict[Action, float] = {}
    for poll in polls:
        for answer in poll.answers:
            counts[answer.action] = counts.get(answer.action, 0.0) + (answer.chosen or 0)
    whole = sum(counts.values())
    if not whole:
        return None
    polled = Finding.of(
        "misinformation.polled",
        kind=FindingClass.FACT,
        standing=Basis.JUDGEMENT,
        at=decision.at,
        asked=sum(poll.asked for poll in polls),
    )
    return Answered({action: count / whole for action, count in counts.items() if count}, False, polled)


def _judged(decision: Decision, by: str | None) -> Finding:
    return Finding.of(
        "misinformation.choice-judged",
        kind=FindingClass.JUDGEMENT,
        standing=Basis.JUDGEMENT,
        at=decision.at,
        by=by or "director",
    )


def corrected_decisions(
    context: RulingContext,
    incident: Misinformation,
    baseline: Baseline,
    *,
    prior: Prior | None = None,
    sensitivity: ChoiceSensitivity | None = None,
) -> tuple[CorrectedDecision, ...]:
    """The decisions an incident names, made again with the right explanation; a poll speaks of the first it fits.

    What cannot be told says why.
    """
    case = context.case
    prior, sensitivity = prior or Prior.shipped(), sensitivity or ChoiceSensitivity.shipped()
    explanations = meanings_of(case, incident, baseline)
    order = [other.id for other in case.incident].index(incident.id)
    polls = [poll for poll in case.poll if poll.incident in (incident.id, None)]
    decisions: list[CorrectedDecision] = []
    for number, place in enumerate(decisions_of(incident)):
        seat = case.seat_at(place)
        if seat is None:
            continue
        decision = decision_at(case, place, seat)
        own_polls = [poll for poll in polls if speaks_of(poll, decision)]
        polls = [poll for poll in polls if poll not in own_polls]
        answer = answered(case, incident, decision, own_polls)
        rng = np.random.default_rng([context.seed, order, number])
        decisions.append(
            _corrected(context, decision, explanations, answer, own_polls, prior, sensitivity, rng)
        )
    return tuple(decisions)


def _corrected(
    context: RulingContext,
    decision: Decision,
    explanations: Explanations,
    answer: Answered | None,
    polls: Sequence[Poll],
    prior: Prior,
    sensitivity: ChoiceSensitivity,
    rng: np.random.Generator,
) -> CorrectedDecision:
    """One decision made again: by what the right explanation gains, by what peers or a person answered, or both."""
    at_turn = shares_at(context.services, decision)
    shares = at_turn.shares
    gains, why = _gains(context, decision, explanations, shares, sensitivity.worlds, rng)
    as_made = _as_made(context.case, decision, shares)
    if answer is None and gains is None:
        return replace(as_made, findings=why)
    follows_value = sensitivity.calls if decision.is_call else sensitivity.leads
    right = None
    if gains is not None and shares is not None:
        right = shares_after_gains(
            shares, {action: gain.mean for action, gain in gains.gains.items()}, follows_value
        )
    weight = weight_at(prior, context.case, decision, at_turn.decile)
    taken = () if decision.action is None else (decision.action,)
    named = dict.fromkeys([*taken, *(answer.shares if answer else ())])
    peers = beliefs(right, weight, polls, tuple(named))
    threshold = threshold_of(prior, context.jurisdiction)
    corrected = _after(answer, right, peers)
    return replace(
        as_made,
        right=corrected,
        alternatives=tuple(
            _with_gain(alternative_of(belief, threshold, at_turn.support, ()), shares, gains)
            for belief in peers
        ),
        effect=None if answer is not None or gains is None else gains.effect,
        findings=(*why, *_reasons(decision, gains, follows_value, answer, corrected)),
    )


def _gains(
    context: RulingContext,
    decision: Decision,
    explanations: Explanations,
    shares: Shares | None,
    worlds: int,
    rng: np.random.Generator,
) -> tuple[ExplanationGain | None, tuple[Finding, ...]]:
    """What the right explanation gains each action; else why that cannot be told."""
    at = decision.at
    if explanations.lacking:
        return None, (_assumed("misinformation.no-meanings", at=at, keys=explanations.lacking),)
    if not (decision.is_call or decision.is_lead):
        return None, (_assumed("misinformation.card-not-told", at=at),)
    if not shares:
        return None, (_assumed("misinformation.no-model", at=at),)
    candidates = _worth_measuring(decision, shares)
    gains = explanation_gain(decision, candidates, explanations, context.services, worlds, rng)
    return (None, (_assumed(gains, at=at),)) if isinstance(gains, str) else (gains, ())


def _reasons(
    decision: Decision,
    gains: ExplanationGain | None,
    follows_value: float,
    answer: Answered | None,
    corrected: tuple[tuple[Action, float], ...],
) -> tuple[Finding, ...]:
    """How it is known what would have been decided."""
    at, reasons = decision.at, []
    if gains is not None:
        pull = round(follows_value, 3)
        reasons.append(_assumed("misinformation.measured", at=at, worlds=gains.worlds, pull=pull))
    if answer is not None:
        reasons.append(answer.finding)
    actions = tuple(action for action, _ in corrected)
    shares = tuple(Percentage.rounded(share) for _, share in corrected)
    reasons.append(
        _assumed("misinformation.remade", at=at, seat=decision.seat, actions=actions, shares=shares)
    )
    return tuple(reasons)


def _as_made(case: Case, decision: Decision, shares: Shares | None) -> CorrectedDecision:
    """The decision as it was made, nothing told of it yet."""
    play = case.play if decision.at.moment is Moment.TRICK else None
    if play is not None and decision.action in play.cards:
        play = Play(play.leader, play.strain, play.cards[: play.cards.index(decision.action)])
    given = _whole(dict(shares)) if shares else ()
    return CorrectedDecision(decision.at, decision.seat, decision.action, decision.auction, play, given)


def _after(
    answer: Answered | None, right: Shares | None, peers: Sequence[Peers]
) -> tuple[tuple[Action, float], ...]:
    """The shares with the right explanation: a person's finding, else the belief after the poll, else the poll alone."""
    if answer is not None and (answer.final or right is None):
        return _whole(answer.shares)
    return _whole({belief.action: belief.chosen.mean for belief in peers})


def _whole(shares: Shares) -> tuple[tuple[Action, float], ...]:
    """Shares that fill the whole, the largest first, the smallest left out."""
    least = min(_LEAST, max(shares.values(), default=0.0))
    large = {action: share for action, share in shares.items() if share >= least and share > 0}
    whole = sum(large.values())
    return tuple((act, large[act] / whole) for act in sorted(large, key=lambda act: (-large[act], str(act))))


def _worth_measuring(decision: Decision, shares: Shares) -> dict[Action, float]:
    """The likeliest calls and the one made; of leads all, as one count tells all."""
    if decision.is_lead:
        return dict(shares)
    candidates = sorted(shares, key=lambda act: (act != decision.action, -shares[act], str(act)))
    candidates = [act for act in candidates if act == decision.action or shares[act] >= _WORTH_MEASURING]
    return {act: shares[act] for act in candidates[:_MEASURED_AT_MOST]}


def _with_gain(alternative: Alternative, given: Shares | None, gains: ExplanationGain | None) -> Alternative:
    """An alternative with the share on the explanation given, and what the right one gains it.

    Nothing is suggested by it: the right explanation was the player's due.
    """
    share = None if given is None else round(given.get(alternative.action, 0.0), 3)
    gain = None if gains is None else gains.gains.get(alternative.action)
    interval = None if gain is None else Interval(gain.low, gain.high)
    mean = None if gain is None else gain.mean
    return replace(alternative, model_share=share, suggested=False, gain=mean, gain_interval=interval)


def _assumed(code: str, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.JUDGEMENT, (), Basis.ASSUMED)
