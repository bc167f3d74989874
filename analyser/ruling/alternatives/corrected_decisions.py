"""Distributions of the innocent side's decisions on the right explanation (Laws 12B1, 21B3, 40, 47E, 75).

Peers' shares of the actions are estimated on the explanation given and on the right one. What he did on the one given
is weak evidence of what he would have done on the other (`estimates.counterfactual`): for the most part he is a peer.
Without both meanings nothing is estimated: only what persons answered counts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyser.bridge import Card, Play
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
)
from analyser.estimates.counterfactual import (
    FULL_MEMORY,
    LEAST_MEMORY,
    OWN_MEMORY,
    changes_because_of_it,
    shares_after,
)
from analyser.estimates.hand_posterior import ExplainedCall
from analyser.messages import Percentage
from analyser.ruling import (
    Alternative,
    Argument,
    Baseline,
    Basis,
    CorrectedDecision,
    Finding,
    FindingClass,
)
from analyser.ruling.alternatives.informed_peers import alerts_due, alerts_stated
from analyser.ruling.alternatives.logical_alternatives import (
    alternative_of,
    shares_at,
    threshold_of,
    weight_at,
)
from analyser.ruling.alternatives.shares import Peers, Prior, beliefs
from analyser.ruling.alternatives.shares_by_explanation import (
    Explanations,
    SharesByExplanation,
    estimate_shares,
)
from analyser.ruling.alternatives.suggestion import (
    Decision,
    decision_at,
    explained_call,
    meanings_told,
    pools_apart,
)
from analyser.ruling.bridge_reasons import reasons_of_explanation
from analyser.ruling.context import RulingContext
from analyser.ruling.explanations import Explanation, given_explanation, right_explanation

if TYPE_CHECKING:
    from analyser.ruling.alternatives.explained_values import BothShares


_LEAST = 0.005  # smaller shares are dropped, and the others normalised
_SHOWN = 4  # actions of peers reported for each explanation

Shares = tuple[tuple[Action, float], ...]

_ORDER = (Moment.CALL, Moment.LEAD, Moment.BEFORE_PLAY, Moment.TRICK)


@dataclass(frozen=True, slots=True)
class StatedShares:
    """The shares persons state for the right explanation; with `final` they replace any estimate."""

    shares: dict[Action, float]
    final: bool
    finding: Finding


def decisions_of(incident: Misinformation) -> tuple[Place, ...]:
    """The places of the decisions complained of, in order of play; a correct call or lead stated in the case adds one."""
    places = list(incident.decisions or ())
    if incident.correct_lead is not None and all(place.moment is Moment.CALL for place in places):
        places.append(Place(Moment.LEAD))
    return tuple(sorted(places, key=lambda place: (_ORDER.index(place.moment), place.number)))


def meanings_of(case: Case, incident: Misinformation, baseline: Baseline) -> Explanations:
    """Both meanings of the call explained, with those of the other calls that were explained rightly.

    If nothing was agreed and no meaning is given for that, the call means what players at large hold for it.
    """
    call = incident.at.number if incident.at.moment is Moment.CALL else 0
    if not call or case.auction is None:
        return Explanations((), (), ("at",))
    on_given = _as_explained(given_explanation(case, incident))
    on_right = _as_explained(right_explanation(case, incident))
    lacking = [] if on_given else ["given_shows"]
    if not on_right and baseline is Baseline.AGREED:
        lacking.append("correct_shows")
    others = meanings_told(case, incident.at)
    alerted, due = alerts_stated(case), alerts_due(case, incident)
    return Explanations(on_given + others, on_right + others, tuple(lacking), alerted, due)


def _as_explained(explanation: Explanation | None) -> tuple[ExplainedCall, ...]:
    """The call as it was explained; empty where nothing was said, or nothing understood."""
    explained = None if explanation is None else explained_call(explanation)
    return () if explained is None else (explained,)


def speaks_of(poll: Poll, decision: Decision) -> bool:
    """Whether every answer is an action that was open at this turn."""
    return bool(poll.answers) and all(decision.is_open(answer.action) for answer in poll.answers)


def stated_shares(
    case: Case, incident: Misinformation, decision: Decision, polls: Sequence[Poll]
) -> StatedShares | None:
    """A person's finding on this decision, else the poll's answers; `None` if there is neither."""
    for judgement in reversed(case.judgements(incident.id)):
        if isinstance(judgement, JudgedShares) and judgement.at in (decision.at, None):
            shares = {
                share.action: float(share.weight)
                for share in judgement.answer
                if decision.is_open(share.action)
            }
            if shares:
                return StatedShares(shares, True, _judged_finding(decision, judgement.by))
        if isinstance(judgement, JudgedActions) and judgement.question is Question.LEAD and decision.is_lead:
            leads = [action for action in judgement.answer if decision.is_open(action)]
            if leads:
                return StatedShares(
                    dict.fromkeys(leads, 1 / len(leads)), True, _judged_finding(decision, judgement.by)
                )
    named = incident.correct_lead if decision.is_lead else incident.correct_call
    if named is not None and (decision.is_call or decision.is_lead) and decision.is_open(named):
        return StatedShares({named: 1.0}, True, _judged_finding(decision, None))
    counts: dict[Action, float] = {}
    for poll in polls:
        for answer in poll.answers:
            counts[answer.action] = counts.get(answer.action, 0.0) + (answer.chosen or 0)
    total = sum(counts.values())
    if not total:
        return None
    polled = Finding.from_code(
        "misinformation.polled",
        kind=FindingClass.FACT,
        standing=Basis.JUDGEMENT,
        at=decision.at,
        asked=sum(poll.asked for poll in polls),
    )
    return StatedShares({action: count / total for action, count in counts.items() if count}, False, polled)


def _judged_finding(decision: Decision, by: str | None) -> Finding:
    return Finding.from_code(
        "misinformation.choice-judged",
        kind=FindingClass.JUDGEMENT,
        standing=Basis.JUDGEMENT,
        at=decision.at,
        by=by or "director",
    )


_FULL_EFFORT = 1.5
"""The number of full budgets of solves: more decisions share them, so that three do not take three times as long."""


def corrected_decisions(
    context: RulingContext, incident: Misinformation, baseline: Baseline, *, prior: Prior | None = None
) -> tuple[CorrectedDecision, ...]:
    """The decisions of an incident with their shares on the right explanation; a poll belongs to the first it fits.

    A decision that cannot be estimated says why.
    """
    case = context.case
    prior = prior or Prior.load_shipped()
    explanations = meanings_of(case, incident, baseline)
    order = [other.id for other in case.incident].index(incident.id)
    polls = [poll for poll in case.poll if poll.incident in (incident.id, None)]
    decisions: list[CorrectedDecision] = []
    places = decisions_of(incident)
    effort = context.services.effort * min(1.0, _FULL_EFFORT / max(len(places), 1))
    context = replace(context, services=replace(context.services, effort=effort))
    for number, place in enumerate(places):
        seat = case.seat_at(place)
        if seat is None:
            continue
        decision = decision_at(case, place, seat)
        own_polls = [poll for poll in polls if speaks_of(poll, decision)]
        polls = [poll for poll in polls if poll not in own_polls]
        answer = stated_shares(case, incident, decision, own_polls)
        seed = (context.seed, order, number)
        decisions.append(_remade(context, decision, explanations, answer, own_polls, prior, seed))
    return tuple(decisions)


def _remade(
    context: RulingContext,
    decision: Decision,
    explanations: Explanations,
    answer: StatedShares | None,
    polls: Sequence[Poll],
    prior: Prior,
    seed: Sequence[int],
) -> CorrectedDecision:
    """One decision on the right explanation: estimated from beliefs, answered by peers or a person, or both."""
    at_turn = shares_at(context.services, decision)
    shares = at_turn.shares
    both = estimate_shares(context.services, decision, explanations, shares, seed)
    as_made = _unchanged_decision(context.case, decision, shares)
    weight = weight_at(prior, context.case, decision, at_turn.decile)
    if isinstance(both, Finding):
        if answer is None:
            return replace(as_made, findings=(both,))
        corrected = _normalise_shares(answer.shares)
        reasons = (both, *_reasons(decision, None, answer, corrected))
        peers, weight = beliefs(None, weight, polls, tuple(answer.shares)), 0.0
    else:
        named = () if decision.action is None else (decision.action,)
        peers = beliefs(
            both.right,
            weight,
            polls,
            tuple(dict.fromkeys([*named, *(answer.shares if answer else ())])),
            prior.considering,
        )
        as_made, corrected = _share_with_right(as_made, decision, both, answer, peers)
        reasons = (
            *_reasons(decision, both, answer, corrected),
            *_keeps(decision, as_made),
            *_bridge_reasons(decision, explanations, both, corrected),
        )
    threshold = threshold_of(prior, context.jurisdiction)
    alternatives = tuple(
        _set_given_share(alternative_of(belief, threshold, at_turn.support, ()), both) for belief in peers
    )
    is_answered = answer is not None and answer.final
    # given what the player did, peers' answers say no more of him than the model: they count only where there
    # is no model
    votes = None if is_answered else weight or sum(poll.asked for poll in polls)
    return replace(
        as_made,
        right=corrected,
        alternatives=alternatives,
        votes=votes,
        findings=reasons,
        told=explanations.right,
        alerts=explanations.alerts_due,
    )


def _share_with_right(
    as_made: CorrectedDecision,
    decision: Decision,
    both: SharesByExplanation,
    answer: StatedShares | None,
    peers: Sequence[Peers],
) -> tuple[CorrectedDecision, Shares]:
    """The decision with its shares on the explanation given, and the mean over draws of the shares on the right one.

    A person's finding of what would have been done takes precedence. Else the player's own preferences are kept given
    what he did; if the record does not state what was done, he is an average peer.
    """
    as_made = replace(as_made, given=_normalise_shares(both.given))
    if answer is not None and answer.final:
        return as_made, _normalise_shares(answer.shares)
    from analyser.ruling.alternatives.explained_values import mean_share, reweighted_by_gain  # slow to import

    rise, done = _rise_by_poll(both.right, peers), decision.action

    def polled(replicate: "BothShares") -> "BothShares":
        """Peers' shares on both explanations, including the poll."""
        given, right = replicate
        return reweighted_by_gain(given, rise, 1 - _OF_THE_MEANING), reweighted_by_gain(right, rise)

    likely = [polled(draw) for draw in both.replicates.likely]
    if done is None:
        others = tuple(_normalise_shares(polled(draw)[1]) for draw in both.replicates.other)
        return replace(as_made, replicates=others), _normalise_shares(
            mean_share([right for _, right in likely])
        )

    def mean_of(construct: Callable[..., dict[Action, float]], *memory: float) -> dict[Action, float]:
        return mean_share([construct(*draw, done, *memory) for draw in likely])

    keeps = tuple(mean_of(shares_after, weight)[done] for weight in (LEAST_MEMORY, OWN_MEMORY, FULL_MEMORY))
    return replace(
        as_made,
        effect=_normalise_shares(mean_of(changes_because_of_it)),
        replicates=tuple(
            _normalise_shares(changes_because_of_it(*polled(draw), done)) for draw in both.replicates.other
        ),
        keeps=(keeps[1], min(keeps), max(keeps)),
    ), _normalise_shares(mean_of(shares_after))


_OF_THE_MEANING = 0.5
"""The part of a poll's excess over the predicted shares that is due to the right meaning; the rest is due to the hand.

Unsettled: no poll in our records was taken on both explanations.
"""
_RARE = 0.03
"""Shares a poll cannot distinguish: zero of ten says little of one in fifty."""


def _rise_by_poll(right: Mapping[Action, float], peers: Sequence[Peers]) -> dict[Action, float]:
    """The factor by which the answers of peers move each share; 1 where nobody was asked."""
    return {
        peer.action: (peer.chosen.mean + _RARE) / (right.get(peer.action, 0.0) + _RARE)
        for peer in peers
        if peer.poll is not None
    }


def _reasons(
    decision: Decision, both: SharesByExplanation | None, answer: StatedShares | None, corrected: Shares
) -> tuple[Finding, ...]:
    """How the decision on the right explanation is known: peers' shares on both, answers, the result."""
    at, reasons = decision.at, []
    if both is not None:
        for name, explained in (("given", both.given), ("right", both.right)):
            shares = _normalise_shares(explained)[:_SHOWN]
            reasons.append(
                _assumption(
                    f"misinformation.peers-{name}",
                    at=at,
                    seat=decision.seat,
                    actions=tuple(action for action, _ in shares),
                    shares=tuple(Percentage.round_to(share) for _, share in shares),
                )
            )
    if answer is not None:
        reasons.append(answer.finding)
    actions = tuple(action for action, _ in corrected)
    shares_of_actions = tuple(Percentage.round_to(share) for _, share in corrected)
    code = "misinformation.remade" if both is None or decision.action is None else "misinformation.remade-own"
    if answer is not None and answer.final:
        code = "misinformation.remade"
    corrected_shares = _assumption(code, at=at, seat=decision.seat, actions=actions, shares=shares_of_actions)
    settled = answer is not None and answer.final  # a person states it: nothing is assumed
    reasons.append(replace(corrected_shares, standing=Basis.JUDGEMENT) if settled else corrected_shares)
    return tuple(reasons)


def _bridge_reasons(
    decision: Decision, explanations: Explanations, both: SharesByExplanation, corrected: Shares
) -> Iterator[Finding]:
    """What each explanation says of the hand that made the call explained, and the gains of the actions."""
    if decision.auction is None or not explanations.given:
        return
    number = explanations.given[0].call
    pools = pools_apart(*both.deals)
    holder, call = decision.auction.seat_of(number), decision.auction.calls[number - 1]
    others = (action for action, _ in corrected if not _is_same_action(action, decision.action))
    yield from reasons_of_explanation(decision, holder, call, next(others, None), pools, both.worth)


def _keeps(decision: Decision, made: CorrectedDecision) -> Iterator[Finding]:
    """The share who, having acted so on the explanation given, would have acted the same on the right one."""
    if made.keeps is not None and decision.action is not None:
        share, low, high = (Percentage.round_to(own) for own in made.keeps)
        yield _assumption(
            "misinformation.same-on-both",
            at=decision.at,
            seat=decision.seat,
            action=decision.action,
            share=share,
            low=low,
            high=high,
        )


def _is_same_action(action: Action, taken: Action | None) -> bool:
    """Whether an action is the one taken; leads of the same suit are the same."""
    if isinstance(action, Card) and isinstance(taken, Card):
        return action.suit is taken.suit
    return action == taken


def _unchanged_decision(
    case: Case, decision: Decision, shares: Mapping[Action, float] | None
) -> CorrectedDecision:
    """The decision as it was made, before any correction."""
    play = case.play if decision.at.moment is Moment.TRICK else None
    if play is not None and decision.action in play.cards:
        play = Play(play.leader, play.strain, play.cards[: play.cards.index(decision.action)])
    shares_given = _normalise_shares(dict(shares)) if shares else ()
    return CorrectedDecision(
        decision.at, decision.seat, decision.action, decision.auction, play, shares_given
    )


def _normalise_shares(shares: Mapping[Action, float]) -> Shares:
    """The shares normalised, the largest first, the smallest dropped."""
    least = min(_LEAST, max(shares.values(), default=0.0))
    large = {action: share for action, share in shares.items() if share >= least and share > 0}
    total = sum(large.values())
    return tuple((act, large[act] / total) for act in sorted(large, key=lambda act: (-large[act], str(act))))


def _set_given_share(alternative: Alternative, both: SharesByExplanation | Finding) -> Alternative:
    """An alternative with the share on the explanation given.

    Nothing is suggested by it: the player was entitled to the right explanation.
    """
    share = None if isinstance(both, Finding) else round(both.given.get(alternative.action, 0.0), 3)
    return replace(alternative, model_share=share, suggested=False)


def _assumption(code: str, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.JUDGEMENT, (), Basis.ASSUMED)
