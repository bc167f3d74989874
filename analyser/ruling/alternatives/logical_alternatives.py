"""The logical alternatives at an incident with what the information suggests, and peers' shares at a turn without any."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from analyser.bridge import CALLS, Auction, Call, Card, Hand, Seat, Vulnerability
from analyser.casefile import (
    Action,
    Case,
    Form,
    Incident,
    JudgedActions,
    PlayerClass,
    Question,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.errors import BridgeError, UsageError
from analyser.estimates.hand_posterior import Observer
from analyser.estimates.services import CallsModel, ManyHands, Services
from analyser.laws import Jurisdiction
from analyser.messages import sentence
from analyser.ruling import Alternative, Argument, Basis, Finding, FindingClass, Interval
from analyser.ruling.alternatives.chances import add_suggestion
from analyser.ruling.alternatives.gains import USUAL_BUDGET, Budget
from analyser.ruling.alternatives.informed_peers import informed_calls
from analyser.ruling.alternatives.shares import Belief, Peers, Prior, Threshold, beliefs, peers_class
from analyser.ruling.alternatives.suggestion import Decision, decision_at, meanings_told
from analyser.ruling.context import RulingContext

ActingIncident = UnauthorisedInformation | WithdrawnCall


@dataclass(frozen=True, slots=True)
class PeerShares:
    """The model's shares of the actions at a turn, with the support of the auction in the record and its decile."""

    shares: Mapping[Action, float] | None = None
    support: int | None = None
    decile: int | None = None


def alternatives_of(
    context: RulingContext,
    incident: Incident,
    *,
    measured: bool = True,
    prior: Prior | None = None,
    budget: Budget = USUAL_BUDGET,
) -> tuple[Alternative, ...]:
    """Every action worth asking about at the choice an incident complains of, the likeliest first.

    Empty for incidents of another kind, or without a model to ask. Unless `measured`, nothing is solved double dummy:
    that is the immediate first answer.
    """
    case, services = context.case, context.services
    if not isinstance(incident, ActingIncident) or services.calls is None:
        return ()
    prior = prior or Prior.load_shipped()
    decision = _decision_of(case, incident)
    at_turn = shares_at(services, decision)
    if measured:
        at_turn = _apply_methods(services, decision, at_turn, context.seed_of(incident))
    polls = [poll for poll in case.poll if poll.incident in (incident.id, None)]
    weight = weight_at(prior, case, decision, at_turn.decile)
    peers = beliefs(
        at_turn.shares, weight, polls, _named_actions(case, incident, decision), prior.considering
    )
    because = _rests_on(prior, case, decision, at_turn)
    threshold = threshold_of(prior, context.jurisdiction)
    estimated = [alternative_of(belief, threshold, at_turn.support, because) for belief in peers]
    if not measured:
        return tuple(estimated)
    named = _named_actions(case, incident, decision)
    return add_suggestion(context, incident, decision, estimated, named, budget.part(services.effort))


def estimate_unpolled(case: Case, incident: ActingIncident, services: Services) -> tuple[Peers, ...]:
    """The prior on each action before any peer was asked; actions named in a poll are included."""
    decision = _decision_of(case, incident)
    polls = [poll for poll in case.poll if poll.incident in (incident.id, None)]
    polled = tuple(answer.action for poll in polls for answer in poll.answers)
    at_turn = shares_at(services, decision)
    prior = Prior.load_shipped()
    weight = weight_at(prior, case, decision, at_turn.decile)
    return beliefs(
        at_turn.shares, weight, (), (*_named_actions(case, incident, decision), *polled), prior.considering
    )


def _decision_of(case: Case, incident: ActingIncident) -> Decision:
    """The decision complained of, with the meanings of all calls but the one that gave the information."""
    decision = decision_at(case, incident.action, incident.offender)
    return replace(decision, meanings=meanings_told(case, incident.at))


def _rests_on(prior: Prior, case: Case, decision: Decision, at_turn: PeerShares) -> tuple[Finding, ...]:
    """The finding that there is no model for this turn, or that it was fitted on other players than these."""
    if at_turn.shares is None:
        return (_fact("alternatives.no-model", standing=Basis.ASSUMED),)
    peers = peers_class(case, decision.seat)
    if prior.wider(peers) == 1:
        return ()
    name = "unknown" if peers is None else peers.value
    factor = Decimal(f"{prior.wider(peers):g}")
    return (_fact("alternatives.wider", standing=Basis.ASSUMED, peers=name, factor=factor),)


def threshold_of(prior: Prior, jurisdiction: Jurisdiction) -> Threshold:
    """When an action is a logical alternative under this law."""
    figures = jurisdiction.regulation.alternatives
    return Threshold.from_regulation(
        figures, jurisdiction.edition.information.alternative_needs_both, prior.sure
    )


def weight_at(prior: Prior, case: Case, decision: Decision, decile: int | None) -> float:
    """The number of peers' answers the model's shares count as at this turn."""
    peers = peers_class(case, decision.seat)
    return prior.weight_of_lead(peers) if decision.is_lead else prior.weight(decile, peers)


def shares_at(services: Services, decision: Decision) -> PeerShares:
    """The models' shares at a turn to call or an opening lead."""
    hand, auction, calls, leads = decision.hand, decision.auction, services.calls, services.leads
    if hand is None or auction is None:
        return PeerShares()
    if decision.is_call and calls is not None:
        peers = informed_calls(calls, auction, decision.meanings, decision.alerts, decision.vulnerability)
        return _mean_calls(peers, hand, auction, decision.vulnerability, decision.form)
    if decision.is_lead and leads is not None and decision.contract is not None and auction.is_over:
        cards: dict[Action, float] = dict(leads.leads(hand, auction, decision.contract).items())
        return PeerShares(cards, leads.support(decision.contract))
    return PeerShares()


def _apply_methods(services: Services, decision: Decision, at_turn: PeerShares, seed: int) -> PeerShares:
    """The shares of leads reweighted by how the stated meanings change the leader's belief about the other hands."""
    hand, auction, vulnerability = decision.hand, decision.auction, decision.vulnerability
    if not decision.is_lead or not decision.meanings or not at_turn.shares or decision.contract is None:
        return at_turn
    if not isinstance(services.calls, ManyHands):
        return at_turn
    if hand is None or auction is None or vulnerability is None:
        return at_turn
    from analyser.estimates.beliefs import LeadChoice, belief_model, lead_shares  # slow import, rarely needed

    player = Observer(decision.seat, hand, auction, vulnerability, decision.form)
    choice = LeadChoice(player, at_turn.shares, decision.contract)
    try:
        (on_meanings,) = lead_shares(
            choice, [decision.meanings], services.beliefs or belief_model(), services.calls, (seed, 2)
        )
    except BridgeError:  # the stated meanings contradict the cards he holds
        return at_turn
    return at_turn if on_meanings is None else replace(at_turn, shares=on_meanings.shares)


def _mean_calls(
    model: CallsModel, hand: Hand, auction: Auction, vulnerability: Vulnerability | None, form: Form
) -> PeerShares:
    """The shares of the legal calls; averaged over all vulnerabilities if the case does not state it."""
    sides = list(Vulnerability) if vulnerability is None else [vulnerability]
    answers = [model.calls(hand, auction, side, form) for side in sides]
    legal = set(auction.legal_calls())
    mean: dict[Action, float] = {
        call: sum(answer.share_of(call) for answer in answers) / len(answers)
        for call in CALLS
        if call in legal
    }
    return PeerShares(mean, answers[0].support, answers[0].decile)


def _named_actions(case: Case, incident: ActingIncident, decision: Decision) -> tuple[Action, ...]:
    """The actions always asked about: the one taken, and those that persons named."""
    named: dict[Action, None] = {} if decision.action is None else {decision.action: None}
    named |= dict.fromkeys(incident.suggests or ())
    for judgement in case.judgements(incident.id):
        if isinstance(judgement, JudgedActions) and judgement.question in (
            Question.ALTERNATIVES,
            Question.SUGGESTED,
        ):
            named |= dict.fromkeys(judgement.answer)
    return tuple(named)


def alternative_of(
    peers: Peers, threshold: Threshold, support: int | None, because: tuple[Finding, ...]
) -> Alternative:
    """The posterior of an action as the ruling reports it."""
    chance, answer = peers.chance(threshold), peers.answer(threshold)
    likelier = chance >= 0.5 if answer is None else answer
    return Alternative(
        action=peers.action,
        considered=round(peers.considered.mean, 3),
        chosen=round(peers.chosen.mean, 3),
        interval=peers.considered.interval(),
        chosen_interval=peers.chosen.interval(),
        is_alternative=answer,
        certainty=round(chance if likelier else 1 - chance, 3),
        model_share=peers.model_share,
        support=support,
        poll=peers.poll,
        more_answers=peers.more_answers(threshold),
        because=because,
        chance=chance,
    )


def _fact(code: str, *, standing: Basis = Basis.COMPUTED, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.FACT, standing=standing)


_LEAST = 0.005

ShareRow = tuple[Action, float, Interval]


@dataclass(frozen=True, slots=True)
class PeerQuestion:
    """A turn to call, or an opening lead when the auction is over."""

    hand: Hand
    auction: Auction
    vulnerability: Vulnerability
    form: Form = Form.IMPS
    peers: PlayerClass | None = PlayerClass.EXPERT


@dataclass(frozen=True, slots=True)
class PeerAnswer:
    """The shares of players; `support` is the number of decisions after this auction, `decile` 1 for the rarest tenth."""

    seat: Seat
    shares: tuple[ShareRow, ...]
    support: int
    decile: int | None
    is_lead: bool


def peers_answer(question: PeerQuestion) -> PeerAnswer:
    """The shares, the largest first, each with its 90 % interval."""
    if len(question.hand) != 13:
        remedy = sentence("write-hand-example")
        raise UsageError(
            sentence("hand-of-thirteen-wanted"), where="HAND", found=str(question.hand), remedy=remedy
        )
    from analyser.estimates import CallModel, LeadModel

    auction, contract, peers = question.auction, question.auction.contract, question.peers
    if not auction.is_over:
        calls = CallModel.load()
        answer = calls.calls(question.hand, auction, question.vulnerability, question.form)
        shares = _shares(dict(answer.shares), Prior.load_shipped().weight(answer.decile, peers))
        return PeerAnswer(auction.turn, shares, answer.support, answer.decile, is_lead=False)
    if contract is None:
        raise UsageError(sentence("nothing-led"), where="--auction", found=str(auction))
    leads = LeadModel.load()
    cards = dict(leads.leads(question.hand, auction, contract, question.vulnerability, question.form))
    shares = _shares(cards, Prior.load_shipped().weight_of_lead(peers))
    return PeerAnswer(contract.leader, shares, leads.support(contract), None, is_lead=True)


def _shares(shares: Mapping[Call, float] | Mapping[Card, float], weight: float) -> tuple[ShareRow, ...]:
    pairs: list[tuple[Action, float]] = [
        (action, share) for action, share in shares.items() if share >= _LEAST
    ]
    rows = []
    for action, share in sorted(pairs, key=lambda pair: (-pair[1], str(pair[0]))):
        low, high = Belief.from_mean(share, weight).interval()
        rows.append((action, share, (low, high)))
    return tuple(rows)
