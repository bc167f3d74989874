"""The cheapest way to lose: the claiming side's plays cost what they are worth, the opponents' plays are free.

Not a game but a question of reach: is there a line on which the prices stay under the threshold and the tricks are lost?
"""

import itertools
from dataclasses import dataclass, field

from analyser.errors import SolverError
from analyser.infractions.claim.prices import Deviation
from analyser.infractions.claim.pricing import Priced, Pricing
from analyser.infractions.claim.stand import Stand
from analyser.play.suits import (
    EMPTY,
    Codes,
    Move,
    SuitLeft,
    Table,
    after_trick,
    suit_left,
    tails_sorted,
    winner_of,
)

__all__ = ["Losing", "Search", "Step"]

_NOTRUMP = 4


@dataclass(frozen=True, slots=True)
class Step:
    """One card of a witness line, by suit and place, with what it cost."""

    seat: int
    move: Move
    price: int = 0
    name: Deviation | None = None
    better: Move | None = None


@dataclass(frozen=True, slots=True)
class Losing:
    """A line on which the claiming side is held to `tricks`, and its price."""

    tricks: int
    price: int
    steps: tuple[Step, ...]


@dataclass(slots=True)
class Search:
    """Looks for lines; remembers, for each position, with how much it was not enough.

    After `limit` plays looked at, here and by the solver, it goes no further and `stopped` says so: no line was found up
    to there, which is no proof.
    """

    pricing: Pricing
    limit: int = 30_000
    visited: int = 0
    exhausted: bool = False
    _failed: dict[tuple[Stand, int], int] = field(default_factory=dict)

    @property
    def stopped(self) -> bool:
        """Tell whether the search was cut short."""
        return self.exhausted or self.visited + self.pricing.solver.positions > self.limit

    def line(self, stand: Stand, floor: int) -> Losing | None:
        """The cheapest normal line on which the side takes fewer than `floor` tricks."""
        for budget in self.pricing.budgets():
            steps: list[Step] = []
            try:
                if self._card(stand, floor, budget, steps):
                    return Losing(floor - 1, budget, tuple(steps))
            except SolverError:  # one of its own questions was too long
                self.exhausted = True
        return None

    def _trick(self, stand: Stand, floor: int, budget: int, steps: list[Step]) -> bool:
        if stand.hope < floor:
            return True
        if floor <= _masters(stand.codes) or _nothing_can_go_wrong(stand.codes, stand.leader):
            return False
        stand = stand._replace(shown=stand.shown & _open_suits(stand.codes))
        alike = stand._replace(codes=tails_sorted(stand.codes, 0))
        key = (alike, floor)
        if self._failed.get(key, -1) >= budget or self._failed.get((alike, floor + 1), -1) >= budget:
            return False
        if not self.pricing.is_solid(alike, budget) and self._card(stand, floor, budget, steps):
            return True
        if not self.stopped:
            self._failed[key] = budget
        return False

    def _card(self, stand: Stand, floor: int, budget: int, steps: list[Step]) -> bool:
        if stand.hope < floor:
            return True
        self.visited += 1
        if self.stopped:
            return False
        if stand.seat & 1:
            return self._theirs(stand, floor, budget, steps)
        mark = len(steps)
        for play in self.pricing.at(stand):
            if play.price > budget:
                break
            steps.append(Step(stand.seat, play.move, play.price, play.name, play.better))
            table = (*stand.table, play.move)
            after = Stand(
                stand.codes, stand.leader, table, self._hope(stand, play, floor), stand.shown,
                stand.beliefs - (play.name is Deviation.BELIEVED_HIGH),
            )  # fmt: skip
            if self._next(after, floor, budget - play.price, steps):
                return True
            del steps[mark:]
        return False

    def _theirs(self, stand: Stand, floor: int, budget: int, steps: list[Step]) -> bool:
        led = stand.table[0][0] if stand.table else None
        mark, seat = len(steps), stand.seat
        for move in _free(stand.codes, seat, led):
            steps.append(Step(seat, move))
            shown = stand.shown
            if led is not None and move[0] != led:
                shown |= 1 << seat * 4 + led
            after = Stand(stand.codes, stand.leader, (*stand.table, move), stand.hope, shown, stand.beliefs)
            if self._next(after, floor, budget, steps):
                return True
            del steps[mark:]
        return False

    def _next(self, stand: Stand, floor: int, budget: int, steps: list[Step]) -> bool:
        if len(stand.table) < 4:
            return self._card(stand, floor, budget, steps)
        rest = after_trick(stand.codes, stand.table)
        winner = winner_of(stand.table, stand.leader, stand.codes[4])
        won = not winner & 1
        if rest[:4] == (EMPTY, EMPTY, EMPTY, EMPTY):
            return won < floor
        after = Stand(rest, winner, (), stand.hope - won, stand.shown, stand.beliefs)
        return self._trick(after, floor - won, budget, steps)

    def _hope(self, stand: Stand, play: Priced, floor: int) -> int:
        """What can still be made after this play; once under the floor, how far does not matter."""
        if play.keeps:
            return stand.hope
        codes, leader, won = stand.codes, stand.leader, 0
        table: Table = (*stand.table, play.move)
        if len(table) == 4:
            codes, leader = after_trick(codes, table), winner_of(table, leader, codes[4])
            won, table = int(not leader & 1), ()
        for tricks in range(stand.hope - 1, floor - 1, -1):
            if self.pricing.solver.reaches(codes, leader, table, tricks - won):
                return tricks
        return floor - 1


def _free(codes: Codes, seat: int, led: int | None) -> list[Move]:
    """The opponents' plays worth trying: of cards that differ only among the opponents the highest and the lowest."""
    if led is not None and suit_left(codes[led]).lengths[seat]:
        return [(led, place) for place in _apart(suit_left(codes[led]), seat)]
    if led is None:
        return [(suit, place) for suit in range(4) for place in _apart(suit_left(codes[suit]), seat)]
    found = []
    for suit in range(4):
        places = suit_left(codes[suit]).plays[seat]
        if places:
            found += [(suit, place) for place in places] if suit == codes[4] else [(suit, places[-1])]
    return found


def _apart(left: SuitLeft, seat: int) -> list[int]:
    """This opponent's cards: his highest, one for each gap that holds a card of the claiming side, and his lowest."""
    places = left.plays[seat]
    if len(places) < 2:
        return list(places)
    found = [places[0]]
    for upper, lower in itertools.pairwise(places):
        if any(not owner & 1 for owner in left.owners[upper:lower]):
            found.append(lower)
    if found[-1] != places[-1]:
        found.append(places[-1])
    return found


def _masters(codes: Codes) -> int:
    """Tricks nobody can throw away: the top trumps that one hand of the side holds."""
    if codes[4] == _NOTRUMP:
        return 0
    trumps = suit_left(codes[codes[4]])
    return 0 if trumps.owner & 1 else trumps.run


def _nothing_can_go_wrong(codes: Codes, leader: int) -> bool:
    """The side is on lead, every card of both hands is high and no trump is out against it."""
    if leader & 1:
        return False
    for suit, code in enumerate(codes[:4]):
        left = suit_left(code)
        ours = left.lengths[0] + left.lengths[2]
        if suit == codes[4] and left.lengths[1] + left.lengths[3]:
            return False
        if ours and (left.owner & 1 or left.joint < ours):
            return False
    return True


def _open_suits(codes: Codes) -> int:
    """Bits of the suits in which it matters who has shown out: an opponent's card lies above one of the side's."""
    bits = 0
    for suit, code in enumerate(codes[:4]):
        left = suit_left(code)
        if left.owner & 1 or left.joint < left.lengths[0] + left.lengths[2]:
            bits |= 0x1010 << suit
    return bits
