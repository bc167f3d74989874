"""Outcome distribution when each misinformed decision is replaced by its corrected distribution.

The line of the table is followed from decision to decision. At each, the share of the action taken stays on the line;
the other actions leave it for good and are played out from there. What stays to the end is the table result itself:
the same line was open with the right explanation, too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from analyser.bridge import Auction, Call, Card, Result, Seat
from analyser.casefile import Action
from analyser.estimates.counterfactual import changes_because_of_it, shares_after
from analyser.estimates.endings.ending import Edit, line_after_edits
from analyser.estimates.services import CallsModel, NotSolved
from analyser.messages import Percentage
from analyser.ruling import Finding, Path
from analyser.ruling.outcomes.auction_tree import FinishedAuction, grow_auctions
from analyser.ruling.outcomes.results import PlayedLine, Playout, ResultTally, Unsolved

Shares = Mapping[Action, float]


@dataclass(frozen=True, slots=True)
class RevisedDecision:
    """A decision on the table's line: what came before it, the action taken, and the shares on the right explanation.

    `auction` is the auction before it; a card of the play is in trick `trick` (0: no card of the play). `given` are
    peers' shares on the explanation given; `effect` are those of `right` without what might fall otherwise anyway, and
    `replicates` those of `effect` for other random seeds.
    """

    seat: Seat
    action: Action | None
    auction: Auction
    right: Shares
    trick: int = 0
    given: Shares = field(default_factory=dict)
    replicates: tuple[Shares, ...] = ()
    effect: Shares = field(default_factory=dict)
    model: CallsModel | None = None
    """How everybody calls after this decision, told what calls show; `None` for the call model as it is."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """How auctions continue off the line: the call model, and a director's shares by the auction they follow.

    Nothing is barred: what offenders may not use is another incident.
    """

    model: CallsModel
    fixed: Callable[[Auction], Mapping[tuple[Call, ...], Mapping[Call, float]]]


@dataclass(slots=True)
class LineOutcome:
    """The outcomes of the decisions on the right explanation, and the probability missing from them.

    `stays` is the share of the table's own line; `leaves` are, by decision and action, the outcomes of leaving the
    line there, whatever the share of it; `kept` are, by decision, the actions that stay on the line.
    """

    right: ResultTally
    leaves: dict[tuple[int, Action], ResultTally] = field(default_factory=dict)
    kept: list[frozenset[Action]] = field(default_factory=list)
    pruned: float = 0.0
    nodes: int = 0
    ends: int = 0
    stays: float = 1.0

    def expected_tricks(
        self, shares: Sequence[Shares], worth: Mapping[tuple[int, Action], float], table: float
    ) -> tuple[float, float]:
        """The expectation at these shares, and the probability of leaving the line for more than `table`."""
        still, total, better = 1.0, 0.0, 0.0
        for number, (decision_shares, kept) in enumerate(zip(shares, self.kept, strict=True)):
            leaving = {act: share for act, share in decision_shares.items() if (number, act) in self.leaves}
            for act, share in leaving.items():
                value = worth[number, act]
                total += still * share * value
                better += still * share * (value > table)
            staying = sum(share for act, share in decision_shares.items() if act in kept)
            whole = staying + sum(leaving.values())
            still *= staying / whole if whole else 1.0
        return total + still * table, better


def lead_posterior_from_tricks(
    line: PlayedLine, decision: RevisedDecision, played: Playout
) -> RevisedDecision:
    """A lead that is not on record with its posterior given the tricks taken; any other decision unchanged.

    The prior of each card is its share on the explanation given, the likelihood that of the table's tricks after it.
    The leader's own preferences are kept on the right explanation, whichever card it was.
    """
    contract, result = line.contract, line.result
    is_lead = decision.trick <= 1 and all(isinstance(action, Card) for action in decision.given)
    if decision.action is not None or not is_lead or not decision.given or contract is None or result is None:
        return decision
    fits = played.fits(contract, result.tricks)
    led = {
        card: share * fits.get(card, 0.0) for card, share in decision.given.items() if isinstance(card, Card)
    }
    total = sum(led.values())
    if total <= 0:
        return decision
    shares: Shares = {card: share / total for card, share in led.items()}
    return replace(
        decision,
        given=shares,
        right=_posterior_of_lead(decision.given, decision.right, shares, shares_after),
        effect=_posterior_of_lead(decision.given, decision.right, shares, changes_because_of_it),
        replicates=tuple(
            _posterior_of_lead(decision.given, replicate, shares, changes_because_of_it)
            for replicate in decision.replicates
        ),
    )


def _posterior_of_lead(
    given: Shares,
    right: Shares,
    led: Shares,
    construct: Callable[[Shares, Shares, Action], Mapping[Action, float]],
) -> Shares:
    """The leads on the right explanation, averaged over the posterior `led` of the card led."""
    mean: dict[Action, float] = {}
    for card, chance in led.items():
        for action, share in construct(given, right, card).items():
            mean[action] = mean.get(action, 0.0) + chance * share
    return mean


def follow(
    line: PlayedLine,
    decisions: tuple[RevisedDecision, ...],
    played: Playout,
    continuation: Continuation | None,
) -> LineOutcome | None:
    """The outcomes of all decisions in their order; `None` if one of them cannot be played out."""
    outcome = LineOutcome(ResultTally())
    begun = len(decisions[0].auction) if decisions else 0
    for number, decision in enumerate(decisions):
        same = _unchanged_actions(decision, line, played)
        leaving = {act: share for act, share in decision.right.items() if share > 0 and act not in same}
        outcome.kept.append(same)
        if leaving and not _play_off_line(
            line, (number, decision), leaving, outcome, played, continuation, begun
        ):
            return None
        outcome.stays *= sum(decision.right.get(act, 0.0) for act in same)
    if line.result is None:
        return outcome if _played_unseen(line, outcome, played, begun) else None
    why = Finding.from_code(
        "outcomes.table-line", share=Percentage.round_to(outcome.stays, 1), result=line.result
    )
    outcome.right.add(line.result, Path(line.auction.calls[begun:], line.lead, outcome.stays), None, why)
    return outcome


def _played_unseen(line: PlayedLine, outcome: LineOutcome, played: Playout, begun: int) -> bool:
    """Add the table's own line if its tricks are unknown: its contract in real play; false if that is impossible."""
    if line.contract is None or not line.auction.is_over:
        return outcome.stays == 0
    ended = FinishedAuction(line.auction, line.auction.calls[begun:], 1.0)
    if outcome.stays > 0:
        played.auction(ended, outcome.right, outcome.stays)
    return True


def replay_with_cards(
    line: PlayedLine,
    seat: Seat,
    trick: int,
    cards: Mapping[Card, float],
    played: Playout,
    into: ResultTally,
    share: float,
) -> bool:
    """Add the recorded play with another card put in, with declarer's tricks on the edited line.

    False if a card cannot be put in, or the rest is not solved.
    """
    contract, play = line.contract, line.play
    if contract is None or play is None:
        return False
    for card, card_share in cards.items():
        edited_line = line_after_edits(line.deal, play, (Edit(trick, seat, card),), played.counter)
        tricks = edited_line.tricks_of(contract.declarer.side)
        if tricks is None:
            into.unsolved.append(Unsolved(contract, share * card_share))
        else:
            why = Finding.from_code("outcomes.line-edited", trick=trick, seat=seat, card=card)
            into.add(Result(contract, tricks), Path((), line.lead, share * card_share), None, why)
    return True


def _unchanged_actions(decision: RevisedDecision, line: PlayedLine, played: Playout) -> frozenset[Action]:
    """The actions that stay on the table's line: the one taken; of leads, all of its suit with the same tricks."""
    if decision.action is None:
        return frozenset()
    if isinstance(decision.action, Call) or decision.trick > 1 or line.contract is None:
        return frozenset((decision.action,))
    solved = played.tricks_by_lead(line.contract)
    if isinstance(solved, NotSolved) or decision.action not in solved:
        return frozenset((decision.action,))
    lead = decision.action
    return frozenset(
        card for card, tricks in solved.items() if card.suit is lead.suit and tricks == solved[lead]
    )


def _play_off_line(
    line: PlayedLine,
    numbered: tuple[int, RevisedDecision],
    leaving: Shares,
    outcome: LineOutcome,
    played: Playout,
    continuation: Continuation | None,
    begun: int,
) -> bool:
    """Add the actions that leave the line at one decision, together and each by itself; false if impossible."""
    number, decision = numbered
    calls = {action: share for action, share in leaving.items() if isinstance(action, Call)}
    if not calls:
        return _other_cards(line, numbered, leaving, outcome, played)
    if continuation is None:
        return False
    fixed = {node: shares for node, shares in continuation.fixed(decision.auction).items() if node}
    total = sum(calls.values())
    first = {call: share / total for call, share in calls.items()}
    tree = grow_auctions(
        decision.auction,
        first,
        line.deal,
        line.vulnerability,
        line.form,
        decision.model or continuation.model,
        lambda _auction, _seat: frozenset(),
        fixed,
    )
    played.solve(path.auction.contract for path in tree.ended)
    before = line.auction.calls[begun : len(decision.auction)]
    reached, weight = 0.0, outcome.stays * total
    for path in tree.ended:
        reached += path.probability
        played.auction(path, outcome.right, path.probability * weight, before)
        tally = outcome.leaves.setdefault((number, path.since[0]), ResultTally())
        played.auction(path, tally, path.probability / first[path.since[0]], before)
    outcome.pruned += max(0.0, weight * (1 - reached))
    outcome.nodes, outcome.ends = outcome.nodes + tree.nodes, outcome.ends + len(tree.ended)
    return True


def _other_cards(
    line: PlayedLine,
    numbered: tuple[int, RevisedDecision],
    leaving: Shares,
    outcome: LineOutcome,
    played: Playout,
) -> bool:
    """Add other leads, in real play, or other cards of the play, on the recorded line; false if impossible."""
    number, decision = numbered
    if line.contract is None:
        return False
    cards = {action: share for action, share in leaving.items() if isinstance(action, Card)}
    after = line.auction.calls[len(decision.auction) :]
    total = sum(cards.values())
    for card in cards:
        tally = outcome.leaves.setdefault((number, card), ResultTally())
        if decision.trick <= 1:
            played.contract(line.contract, {card: 1.0}, tally, 1.0, after)
        elif not replay_with_cards(line, decision.seat, decision.trick, {card: 1.0}, played, tally, 1.0):
            return False
    if decision.trick > 1:
        return replay_with_cards(
            line, decision.seat, decision.trick, cards, played, outcome.right, outcome.stays
        )
    shares = {card: share / total for card, share in cards.items()}
    played.contract(line.contract, shares, outcome.right, outcome.stays * total, after)
    return True
