"""What would have come of decisions made again: off the table's line where another action is taken, along it where not.

The line of the table is followed from decision to decision. At each, the share of the action taken stays on it; the
others leave it for good and are played out from there. What stays to the end is the table result itself: the same line
was open with the right explanation, too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from analyser.bridge import Auction, Call, Card, Contract, Deal, Play, Result, Seat, Vulnerability
from analyser.casefile import Action, Form
from analyser.estimates.endings import Edit, edited
from analyser.estimates.services import CallsModel, NotSolved
from analyser.ruling import Finding, Path
from analyser.ruling.outcomes.auction_tree import Barred, Limits, grow_auctions
from analyser.ruling.outcomes.results import Played, Tally, Unsolved

Shares = Mapping[Action, float]


@dataclass(frozen=True, slots=True)
class Again:
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
class Line:
    """What happened at the table, as far as it is known."""

    deal: Deal
    vulnerability: Vulnerability
    form: Form
    auction: Auction
    contract: Contract | None
    result: Result | None
    play: Play | None = None
    lead: Card | None = None


@dataclass(frozen=True, slots=True)
class Growing:
    """How auctions go on off the line: the call model, what is barred, a director's shares by the auction they follow."""

    model: CallsModel
    barred: Barred
    fixed: Callable[[Auction], Mapping[tuple[Call, ...], Mapping[Call, float]]]
    limits: Limits = field(default_factory=Limits)


@dataclass(slots=True)
class Followed:
    """What comes of the decisions on the right explanation, and on the one given; what is left out of the first.

    `stays` is the share of the table's own line with the right explanation.
    """

    right: Tally
    given: Tally
    pruned: float = 0.0
    nodes: int = 0
    ends: int = 0
    stays: float = 1.0


def follow(
    line: Line, decisions: tuple[Again, ...], played: Played, growing: Growing | None
) -> Followed | None:
    """Every decision in its order; none where one of them cannot be played out."""
    told, still = Followed(Tally(), Tally()), 1.0
    begun = len(decisions[0].auction) if decisions else 0
    for one in decisions:
        same = _same(one, line, played)
        left = {
            act: max(one.right.get(act, 0.0), one.given.get(act, 0.0)) for act in (*one.right, *one.given)
        }
        left = {act: share for act, share in left.items() if share > 0 and act not in same}
        scales = (_Scale(one.right, left, told.stays), _Scale(one.given, left, still))
        if left and not _off_the_line(line, one, left, scales, told, played, growing, begun):
            return None
        told.stays *= sum(one.right.get(act, 0.0) for act in same)
        still *= sum(one.given.get(act, 0.0) for act in same)
    if line.result is None:
        return None if told.stays > 0 else told
    why = Finding.of("outcomes.table-line", share=round(told.stays, 3), result=line.result)
    calls = line.auction.calls[begun:]
    told.right.add(line.result, Path(calls, line.lead, told.stays), None, why)
    told.given.add(line.result, Path(calls, line.lead, still))
    return told


def after_cards(
    line: Line, seat: Seat, trick: int, cards: Mapping[Card, float], played: Played, into: Tally, share: float
) -> bool:
    """The recorded play with another card put in: declarer's tricks are those of the edited line.

    False where a card cannot be put in, or what is left is not solved.
    """
    contract, play = line.contract, line.play
    if contract is None or play is None:
        return False
    for card, own in cards.items():
        found = edited(line.deal, play, (Edit(trick, seat, card),), played.counting.counter)
        tricks = found.of(contract.declarer.side)
        if tricks is None:
            into.unsolved.append(Unsolved(contract, share * own))
        else:
            why = Finding.of("outcomes.line-edited", trick=trick, seat=seat, card=card)
            into.add(Result(contract, tricks), Path((), line.lead, share * own), None, why)
    return True


@dataclass(frozen=True, slots=True)
class _Scale:
    """From the shares the auction was grown by to those that count, times what came to this decision."""

    shares: Shares
    grown: Shares
    whole: float

    def of(self, action: Action) -> float:
        """By how much what follows this action is multiplied."""
        return self.whole * self.shares.get(action, 0.0) / self.grown[action]

    def cards(self) -> dict[Card, float]:
        """The share of each card that leaves the line."""
        found = {card: self.shares.get(card, 0.0) for card in self.grown if isinstance(card, Card)}
        return {card: share for card, share in found.items() if share > 0}


def _same(one: Again, line: Line, played: Played) -> frozenset[Action]:
    """The actions that stay on the table's line: the one taken; of leads all of its suit that cost the same."""
    if one.action is None:
        return frozenset()
    if isinstance(one.action, Call) or one.trick > 1 or line.contract is None:
        return frozenset((one.action,))
    solved = played.solved(line.contract)
    if isinstance(solved, NotSolved) or one.action not in solved:
        return frozenset((one.action,))
    lead = one.action
    return frozenset(card for card, made in solved.items() if card.suit is lead.suit and made == solved[lead])


def _off_the_line(
    line: Line,
    one: Again,
    left: Shares,
    scales: tuple[_Scale, _Scale],
    told: Followed,
    played: Played,
    growing: Growing | None,
    begun: int,
) -> bool:
    """Play out what leaves the line at one decision, once, counted for both explanations."""
    right, given = scales
    calls = {action: share for action, share in left.items() if isinstance(action, Call)}
    if not calls:
        return _other_cards(line, one, (right, given), told, played)
    if growing is None:
        return False
    fixed = {node: shares for node, shares in growing.fixed(one.auction).items() if node}
    whole = sum(calls.values())
    first = {call: share / whole for call, share in calls.items()}
    grown = grow_auctions(
        one.auction,
        first,
        line.deal,
        line.vulnerability,
        line.form,
        growing.model,
        growing.barred,
        fixed,
        growing.limits,
    )
    played.solve(path.auction.contract for path in grown.ended)
    before = line.auction.calls[begun : len(one.auction)]
    reached = 0.0
    for path in grown.ended:
        p = path.probability * whole
        kept = p * right.of(path.since[0])
        reached += kept
        played.auction(path, told.right, kept, before)
        played.auction(path, told.given, p * given.of(path.since[0]), before)
    told.pruned += max(0.0, right.whole * sum(right.shares.get(call, 0.0) for call in calls) - reached)
    told.nodes, told.ends = told.nodes + grown.nodes, told.ends + len(grown.ended)
    return True


def _other_cards(
    line: Line, one: Again, scales: tuple[_Scale, _Scale], told: Followed, played: Played
) -> bool:
    """Other leads, each counted and played as in the record; other cards of the play, on the recorded line."""
    if line.contract is None:
        return False
    calls = line.auction.calls
    for scale, into in zip(scales, (told.right, told.given), strict=True):
        cards = scale.cards()
        whole = sum(cards.values())
        if not whole:
            continue
        if one.trick > 1:
            if not after_cards(line, one.seat, one.trick, cards, played, into, scale.whole):
                return False
            continue
        shares = {card: share / whole for card, share in cards.items()}
        played.contract(line.contract, shares, into, scale.whole * whole, calls[len(one.auction) :])
    return True
