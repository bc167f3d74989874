"""The tricks a contested claim gives (Laws 70 and 71), and the line that loses the others, by a minimum-price search.

The claiming side's plays have prices, the opponents' plays are free. It is not a game but a reachability question: is
there a line whose prices stay under the threshold and on which the tricks are lost?
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from analyser.bridge import Card, Deal, Seat, Side, Suit
from analyser.errors import SolverError
from analyser.estimates.endings.ending import Ending, encode_ending
from analyser.estimates.endings.suits import (
    EMPTY,
    LEFT,
    NOTRUMP,
    Codes,
    Move,
    Table,
    remove_trick,
    tails_sorted,
    winner_of,
    winning_place,
    worth_trying,
)
from analyser.ruling.kinds.claim.plausibility import (
    Deviation,
    PlayMoment,
    stated_plays,
)
from analyser.ruling.kinds.claim.pricing import LineCost, Pricing
from analyser.ruling.kinds.claim.reading import ClaimFacts
from analyser.ruling.kinds.claim.statement import LED_TO, Plan

# Endings tried for the rest of a line as stated before it is left out: this has never been reached so far.
_TAILS = 500
# By leader and place in the trick: the opponents who play later to it.
_LATER = tuple(
    tuple(tuple(seat & 3 for seat in range(leader + place + 1, leader + 4) if seat & 1) for place in range(4))
    for leader in range(4)
)


@dataclass(frozen=True, slots=True)
class WitnessCard:
    """One card of a losing line, by suit and place, with its price."""

    seat: int
    move: Move
    price: int = 0
    name: Deviation | None = None
    better: Move | None = None


@dataclass(frozen=True, slots=True)
class LosingLine:
    """A line on which the claiming side takes only `tricks`, and its price."""

    tricks: int
    price: int
    steps: tuple[WitnessCard, ...]


@dataclass(slots=True)
class Search:
    """Searches for losing lines; caches, for each position, the budget that was not enough.

    After `limit` plays examined, here and by the solver, it stops, and `stopped` says so: no line was found up to
    there, which is no proof.
    """

    pricing: Pricing
    limit: int = 30_000
    visited: int = 0
    exhausted: bool = False
    _failed: dict[tuple[PlayMoment, int], int] = field(default_factory=dict)
    _found: list[WitnessCard] = field(default_factory=list)

    @property
    def is_stopped(self) -> bool:
        """Whether the search was cut short."""
        return self.exhausted or self.visited + self.pricing.solver.positions > self.limit

    def line(self, moment: PlayMoment, floor: int) -> LosingLine | None:
        """The cheapest normal line on which the side takes fewer than `floor` tricks, or `None`."""
        least, *more = self.pricing.budgets()
        losing = self._search_within(moment, floor, least)
        if losing or not more or not self._search_within(moment, floor, more[-1]):
            return losing  # if the dearest line fails, no cheaper one succeeds
        return next(filter(None, (self._search_within(moment, floor, budget) for budget in more)), None)

    def _search_within(self, moment: PlayMoment, floor: int, budget: int) -> LosingLine | None:
        """The first line found whose prices stay within the budget, or `None`."""
        self._found.clear()
        try:
            if self.pricing.is_solid(moment, budget):
                return None
            if self._card(*moment, floor, budget):
                return LosingLine(floor - 1, budget, tuple(reversed(self._found)))
        except SolverError:  # one of its own questions was too long
            self.exhausted = True
        return None

    def _trick(
        self, codes: Codes, leader: int, hope: int, shown: int, beliefs: int, floor: int, budget: int
    ) -> bool:
        """Whether a losing line goes on from the start of this trick."""
        if hope < floor:
            return True
        if floor <= _masters(codes) or _nothing_can_go_wrong(codes, leader):
            return False
        if shown:
            shown &= _open_suits(codes) | LED_TO
        alike = PlayMoment(tails_sorted(codes, 0), leader, (), hope, shown, beliefs)
        key = (alike, floor)
        failed = self._failed
        if failed.get(key, -1) >= budget or failed.get((alike, floor + 1), -1) >= budget:
            return False
        if not self.pricing.is_solid(alike, budget):
            if self._card(codes, leader, (), hope, shown, beliefs, floor, budget):
                return True
            if self.is_stopped:
                return False
        failed[key] = budget
        return False

    def _card(
        self,
        codes: Codes,
        leader: int,
        table: Table,
        hope: int,
        shown: int,
        beliefs: int,
        floor: int,
        budget: int,
    ) -> bool:
        """Whether a losing line goes on with one card; the cards of a line found are stored last first."""
        if hope < floor:
            return True
        if floor == 1 and table and _is_won(codes, leader, table):
            return False
        self.visited += 1
        if self.is_stopped:
            return False
        seat = leader + len(table) & 3
        if not seat & 1:
            return self._ours(PlayMoment(codes, leader, table, hope, shown, beliefs), floor, budget)
        go_on = self._card if len(table) < 3 else self._finish_trick
        led = table[0][0] if table else None
        for move in worth_trying(codes, seat, led):
            seen = shown if led is None or move[0] == led else shown | 1 << seat * 4 + led
            if go_on(codes, leader, (*table, move), hope, seen, beliefs, floor, budget):
                self._found.append(WitnessCard(seat, move))
                return True
        return False

    def _ours(self, moment: PlayMoment, floor: int, budget: int) -> bool:
        """Whether a losing line goes on with the claiming side's card: the budget left after its price is for the rest."""
        codes, leader, table, hope, shown, beliefs = moment
        pricing = self.pricing
        plays = pricing.risky(moment, budget, _winning(moment)) if floor == 1 else pricing.price_plays(moment)
        go_on = self._card if len(table) < 3 else self._finish_trick
        for play in plays:
            price = play.price
            if price > budget:
                break
            left = beliefs - (play.name is Deviation.BELIEVED_HIGH)
            hope_left = hope if play.keeps else self._hope(moment, play, floor)
            if go_on(codes, leader, (*table, play.move), hope_left, shown, left, floor, budget - price):
                self._found.append(WitnessCard(moment.seat, play.move, price, play.name, play.better))
                return True
        return False

    def _finish_trick(
        self,
        codes: Codes,
        leader: int,
        table: Table,
        hope: int,
        shown: int,
        beliefs: int,
        floor: int,
        budget: int,
    ) -> bool:
        """Whether a losing line goes on after a full trick."""
        rest = remove_trick(codes, table)
        winner = winner_of(table, leader, codes[4])
        won = not winner & 1
        if self.pricing.plan.aims:
            shown |= self.pricing.plan.noted(table[0][0])
        if rest[:4] == (EMPTY, EMPTY, EMPTY, EMPTY):
            return won < floor
        return self._trick(rest, winner, hope - won, shown, beliefs, floor - won, budget)

    def _hope(self, moment: PlayMoment, play: LineCost, floor: int) -> int:
        """The tricks that can still be made after this losing play; under the floor the exact number does not matter."""
        codes, leader, won = moment.codes, moment.leader, 0
        table: Table = (*moment.table, play.move)
        if len(table) == 4:
            codes, leader = remove_trick(codes, table), winner_of(table, leader, codes[4])
            won, table = int(not leader & 1), ()
        for tricks in range(moment.hope - 1, floor - 1, -1):
            if self.pricing.solver.reaches(codes, leader, table, tricks - won):
                return tricks
        return floor - 1


def _is_won(codes: Codes, leader: int, table: Table) -> bool:
    """Whether the trick in progress is the side's, whatever is still played to it."""
    best = winning_place(table, codes[4])
    return not leader + best & 1 and _stands(codes, table[0][0], table[best], _LATER[leader][len(table) - 1])


def _winning(moment: PlayMoment) -> Callable[[Move], bool]:
    """The test whether a play of the player in turn makes the trick the side's, whatever is still played to it."""
    codes, leader, table = moment[:3]
    later = _LATER[leader][len(table)]
    if not table:
        return lambda move: _stands(codes, move[0], move, later)
    led, strain = table[0][0], codes[4]
    best = winning_place(table, strain)
    suit, top = table[best]
    safe = not leader + best & 1 and _stands(codes, led, table[best], later)

    def wins(move: Move) -> bool:
        beats = move[1] < top if move[0] == suit else move[0] == strain
        return _stands(codes, led, move, later) if beats else safe

    return wins


def _stands(codes: Codes, led: int, card: Move, later: tuple[int, ...]) -> bool:
    """Whether none of these opponents can beat the card."""
    suit, top = card
    strain = codes[4]
    left = LEFT[codes[suit]]
    for seat in later:
        if left.highest[seat] < top and (suit == led or not LEFT[codes[led]].lengths[seat]):
            return False
        if suit != strain != NOTRUMP and not left.lengths[seat] and LEFT[codes[strain]].lengths[seat]:
            return False
    return True


def _masters(codes: Codes) -> int:
    """The number of tricks nobody can throw away: the top trumps in one hand of the side."""
    if codes[4] == NOTRUMP:
        return 0
    trumps = LEFT[codes[codes[4]]]
    return 0 if trumps.owner & 1 else trumps.run


def _nothing_can_go_wrong(codes: Codes, leader: int) -> bool:
    """Whether the side is on lead, every card of both hands is high and no trump is out against it."""
    if leader & 1:
        return False
    for suit, code in enumerate(codes[:4]):
        left = LEFT[code]
        lengths = left.lengths
        if left.gap and (lengths[0] or lengths[2]):
            return False
        if suit == codes[4] and (lengths[1] or lengths[3]):
            return False
    return True


def _open_suits(codes: Codes) -> int:
    """Bits of the suits in which showing out matters: an opponent's card lies above one of the side's."""
    bits = 0
    for suit, code in enumerate(codes[:4]):
        if LEFT[code].gap:
            bits |= 0x1010 << suit
    return bits


@dataclass(frozen=True, slots=True)
class LineStep:
    """One card of a losing line; a deviation has its name, its price and the card that would have kept the trick."""

    trick: int
    seat: Seat
    card: Card
    name: Deviation | None = None
    price: int = 0
    better: Card | None = None


class TurnedEnding:
    """The ending as the search sees it: the claimer North, his partner South."""

    def __init__(self, facts: ClaimFacts) -> None:
        self.by = facts.by
        ending = facts.ending
        north, east, south, west = (ending.deal[Seat((seat + facts.by) & 3)] for seat in range(4))
        leader = Seat((ending.leader - facts.by) & 3)
        self.ending = Ending(Deal((north, east, south, west)), ending.strain, leader, ending.trick)
        self.shown = 0
        for seat, suit in facts.shown_out:
            self.shown |= 1 << ((seat - facts.by) & 3) * 4 + suit

    def line(self, losing: LosingLine, pricing: Pricing) -> tuple[LineStep, ...]:
        """The line card by card, from the claim to the last trick; once the tricks are lost, by best play as stated."""
        ending, noted = self.ending, 0
        steps = []
        for step in losing.steps:
            steps.append(self._step(ending, step))
            if _is_last(ending):
                return tuple(steps)
            noted = _noted_after(ending, noted, pricing.plan)
            ending = ending.play_card(_card(ending, *step.move))
        solver = pricing.solver
        tricks = solver.tricks(ending, Side.NS)
        cards = (
            _follow_statement(ending, tricks, pricing, set(), noted)
            if pricing.plan.named
            else solver.best_line(ending)
        )
        for card in cards or ():
            steps.append(LineStep(14 - ending.size, self._seat(ending.turn), card))
            if not _is_last(ending):
                ending = ending.play_card(card)
        return tuple(steps)

    def _step(self, ending: Ending, step: WitnessCard) -> LineStep:
        better = None if step.better is None else _card(ending, *step.better)
        card = _card(ending, *step.move)
        return LineStep(14 - ending.size, self._seat(ending.turn), card, step.name, step.price, better)

    def _seat(self, seat: Seat) -> Seat:
        return Seat((seat + self.by) & 3)


def _card(ending: Ending, suit: int, place: int) -> Card:
    """The card at this place of the suit, counted from the top of what is left."""
    out = 0
    for hand in ending.deal.hands:
        out |= hand.suit_bits(Suit(suit))
    left = [rank for rank in range(14, 1, -1) if out >> rank - 2 & 1]
    return Card(Suit(suit), left[place])


def _follow_statement(
    ending: Ending, tricks: int, pricing: Pricing, failed: set[tuple[Ending, int]], noted: int
) -> tuple[Card, ...] | None:
    """The rest of a line on which the side takes so many tricks and never contradicts the statement, best plays first."""
    codes, table = encode_ending(ending)
    moment = PlayMoment(codes, int(ending.leader), table, 0, noted, 0)
    after = _noted_after(ending, noted, pricing.plan)
    ours = ending.turn.side is Side.NS
    if (ending, tricks) in failed or len(failed) > _TAILS:
        return None
    value = pricing.solver.tricks_by_card(ending, Side.NS)
    allowed = {_card(ending, *move) for move in stated_plays(moment, pricing.plan)} if ours else set(value)
    for card in sorted(allowed, key=lambda card: (-value[card] if ours else value[card], card.rank)):
        winner = ending.winner_if(card)
        left = tricks - (winner is not None and winner.side is Side.NS)
        if _is_last(ending):
            return (card,) if not left else None
        rest = _follow_statement(ending.play_card(card), left, pricing, failed, after) if left >= 0 else None
        if rest is not None:
            return (card, *rest)
    failed.add((ending, tricks))
    return None


def _noted_after(ending: Ending, noted: int, plan: Plan) -> int:
    """The stated leads that are over once the next card is played."""
    return noted | plan.noted(int(ending.trick[0].suit)) if len(ending.trick) == 3 else noted


def _is_last(ending: Ending) -> bool:
    """Whether one card is left to be played."""
    return ending.size == 1 and len(ending.trick) == 3
