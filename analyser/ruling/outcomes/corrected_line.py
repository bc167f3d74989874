"""What would have come of decisions made again: off the table's line where another action is taken, along it where not.

The line of the table is followed from decision to decision. At each, the share of the action taken stays on it; the
others leave it for good and are played out from there. What stays to the end is the table result itself: the same line
was open with the right explanation, too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from analyser.bridge import Auction, Call, Card, Result, Seat
from analyser.casefile import Action
from analyser.estimates.endings.ending import Edit, line_after_edits
from analyser.estimates.services import CallsModel, NotSolved
from analyser.ruling import Finding, Path
from analyser.ruling.outcomes.auction_tree import Ended, grow_auctions
from analyser.ruling.outcomes.results import PlayedLine, Playout, ResultTally, Unsolved

Shares = Mapping[Action, float]


@dataclass(frozen=True, slots=True)
class RevisedDecision:
    """A decision on the table's line: what stood before it, what was done, and how peers divide on either explanation.

    `auction` is what was heard before it; a card of the play stands in trick `trick` (0: no card of the play).
    """

    seat: Seat
    action: Action | None
    auction: Auction
    right: Shares
    given: Shares
    trick: int = 0


@dataclass(frozen=True, slots=True)
class Continuation:
    """How auctions go on off the line: the call model, and a director's shares by the auction they follow.

    Nothing is barred: what offenders may not use is another incident.
    """

    model: CallsModel
    fixed: Callable[[Auction], Mapping[tuple[Call, ...], Mapping[Call, float]]]


@dataclass(slots=True)
class LineOutcome:
    """What comes of the decisions on the right explanation, and on the one given; what is left out of the first.

    `stays` is the share of the table's own line with the right explanation.
    """

    right: ResultTally
    given: ResultTally
    pruned: float = 0.0
    nodes: int = 0
    ends: int = 0
    stays: float = 1.0


def follow(
    line: PlayedLine,
    decisions: tuple[RevisedDecision, ...],
    played: Playout,
    continuation: Continuation | None,
) -> LineOutcome | None:
    """Every decision in its order; none where one of them cannot be played out."""
    outcome, still = LineOutcome(ResultTally(), ResultTally()), 1.0
    begun = len(decisions[0].auction) if decisions else 0
    for decision in decisions:
        same = _same(decision, line, played)
        leaving = {
            act: max(decision.right.get(act, 0.0), decision.given.get(act, 0.0))
            for act in (*decision.right, *decision.given)
        }
        leaving = {act: share for act, share in leaving.items() if share > 0 and act not in same}
        weights = (
            _Importance(decision.right, leaving, outcome.stays),
            _Importance(decision.given, leaving, still),
        )
        if leaving and not _off_the_line(
            line, decision, leaving, weights, outcome, played, continuation, begun
        ):
            return None
        outcome.stays *= sum(decision.right.get(act, 0.0) for act in same)
        still *= sum(decision.given.get(act, 0.0) for act in same)
    if line.result is None:
        return outcome if _played_unseen(line, outcome, played, still, begun) else None
    why = Finding.of("outcomes.table-line", share=round(outcome.stays, 3), result=line.result)
    calls = line.auction.calls[begun:]
    outcome.right.add(line.result, Path(calls, line.lead, outcome.stays), None, why)
    outcome.given.add(line.result, Path(calls, line.lead, still))
    return outcome


def _played_unseen(line: PlayedLine, outcome: LineOutcome, played: Playout, still: float, begun: int) -> bool:
    """The table's own line where its tricks are not told: its contract, played as in the record."""
    if line.contract is None or not line.auction.is_over:
        return outcome.stays == 0
    ended = Ended(line.auction, line.auction.calls[begun:], 1.0)
    for tally, share in ((outcome.right, outcome.stays), (outcome.given, still)):
        if share > 0:
            played.auction(ended, tally, share)
    return True


def after_cards(
    line: PlayedLine,
    seat: Seat,
    trick: int,
    cards: Mapping[Card, float],
    played: Playout,
    into: ResultTally,
    share: float,
) -> bool:
    """The recorded play with another card put in: declarer's tricks are those of the edited line.

    False where a card cannot be put in, or what is left is not solved.
    """
    contract, play = line.contract, line.play
    if contract is None or play is None:
        return False
    for card, own in cards.items():
        edited_line = line_after_edits(line.deal, play, (Edit(trick, seat, card),), played.counter)
        tricks = edited_line.of(contract.declarer.side)
        if tricks is None:
            into.unsolved.append(Unsolved(contract, share * own))
        else:
            why = Finding.of("outcomes.line-edited", trick=trick, seat=seat, card=card)
            into.add(Result(contract, tricks), Path((), line.lead, share * own), None, why)
    return True


@dataclass(frozen=True, slots=True)
class _Importance:
    """From the shares the auction was tree by to those that count, times what came to this decision."""

    shares: Shares
    grown_by: Shares
    whole: float

    def of(self, action: Action) -> float:
        """By how much what follows this action is multiplied."""
        return self.whole * self.shares.get(action, 0.0) / self.grown_by[action]

    def cards(self) -> dict[Card, float]:
        """The share of each card that leaves the line."""
        cards = {card: self.shares.get(card, 0.0) for card in self.grown_by if isinstance(card, Card)}
        return {card: share for card, share in cards.items() if share > 0}


def _same(decision: RevisedDecision, line: PlayedLine, played: Playout) -> frozenset[Action]:
    """The actions that stay on the table's line: the one taken; of leads all of its suit that cost the same."""
    if decision.action is None:
        return frozenset()
    if isinstance(decision.action, Call) or decision.trick > 1 or line.contract is None:
        return frozenset((decision.action,))
    solved = played.solved(line.contract)
    if isinstance(solved, NotSolved) or decision.action not in solved:
        return frozenset((decision.action,))
    lead = decision.action
    return frozenset(
        card for card, tricks in solved.items() if card.suit is lead.suit and tricks == solved[lead]
    )


def _off_the_line(
    line: PlayedLine,
    decision: RevisedDecision,
    leaving: Shares,
    weights: tuple[_Importance, _Importance],
    outcome: LineOutcome,
    played: Playout,
    continuation: Continuation | None,
    begun: int,
) -> bool:
    """Play out what leaves the line at one decision, once, counted for both explanations."""
    right, given = weights
    calls = {action: share for action, share in leaving.items() if isinstance(action, Call)}
    if not calls:
        return _other_cards(line, decision, (right, given), outcome, played)
    if continuation is None:
        return False
    fixed = {node: shares for node, shares in continuation.fixed(decision.auction).items() if node}
    whole = sum(calls.values())
    first = {call: share / whole for call, share in calls.items()}
    tree = grow_auctions(
        decision.auction,
        first,
        line.deal,
        line.vulnerability,
        line.form,
        continuation.model,
        lambda _auction, _seat: frozenset(),
        fixed,
    )
    played.solve(path.auction.contract for path in tree.ended)
    before = line.auction.calls[begun : len(decision.auction)]
    reached = 0.0
    for path in tree.ended:
        p = path.probability * whole
        share = p * right.of(path.since[0])
        reached += share
        played.auction(path, outcome.right, share, before)
        played.auction(path, outcome.given, p * given.of(path.since[0]), before)
    outcome.pruned += max(0.0, right.whole * sum(right.shares.get(call, 0.0) for call in calls) - reached)
    outcome.nodes, outcome.ends = outcome.nodes + tree.nodes, outcome.ends + len(tree.ended)
    return True


def _other_cards(
    line: PlayedLine,
    decision: RevisedDecision,
    weights: tuple[_Importance, _Importance],
    outcome: LineOutcome,
    played: Playout,
) -> bool:
    """Other leads, each counted and played as in the record; other cards of the play, on the recorded line."""
    if line.contract is None:
        return False
    calls = line.auction.calls
    for weight, into in zip(weights, (outcome.right, outcome.given), strict=True):
        cards = weight.cards()
        whole = sum(cards.values())
        if not whole:
            continue
        if decision.trick > 1:
            if not after_cards(line, decision.seat, decision.trick, cards, played, into, weight.whole):
                return False
            continue
        shares = {card: share / whole for card, share in cards.items()}
        played.contract(line.contract, shares, into, weight.whole * whole, calls[len(decision.auction) :])
    return True
