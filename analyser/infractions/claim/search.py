"""The cheapest way to lose: the claiming side's plays cost what they are worth, the opponents' plays are free.

Not a game but a question of reach: is there a line on which the prices stay under the threshold and the tricks are lost?
"""

import itertools
from dataclasses import dataclass, field

from analyser.infractions.claim.looks import Move
from analyser.infractions.claim.prices import Deviation
from analyser.infractions.claim.pricing import Pricing
from analyser.play.suits import EMPTY, Codes, SuitLeft, Table, after_trick, suit_left

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
    """Looks for lines; remembers, for each position, with how much it was not enough."""

    pricing: Pricing
    limit: int = 400_000
    visited: int = 0
    _failed: dict[tuple[object, ...], int] = field(default_factory=dict)

    def line(self, codes: Codes, leader: int, table: Table, hope: int, floor: int, shown: int, most: int) -> Losing | None:
        """The cheapest line, of price at most `most`, on which the side takes fewer than `floor` tricks."""
        for budget in range(most + 1):
            steps: list[Step] = []
            if self._card(codes, leader, table, hope, floor, shown, budget, steps):
                return Losing(floor - 1, budget, tuple(steps))
        return None

    def _trick(
        self, codes: Codes, leader: int, hope: int, floor: int, shown: int, budget: int, steps: list[Step]
    ) -> bool:
        if hope < floor:
            return True
        if floor <= 0 or _nothing_can_go_wrong(codes, leader):
            return False
        shown &= _open_suits(codes)
        key = (codes, leader, hope, floor, shown)
        if self._failed.get(key, -1) >= budget:
            return False
        if self.pricing.is_solid(codes, leader, hope, shown, budget):
            self._failed[key] = budget
            return False
        if self._card(codes, leader, (), hope, floor, shown, budget, steps):
            return True
        self._failed[key] = budget
        return False

    def _card(
        self, codes: Codes, leader: int, table: Table, hope: int, floor: int, shown: int, budget: int, steps: list[Step]
    ) -> bool:
        if hope < floor:
            return True
        self.visited += 1
        if self.visited > self.limit:
            return False
        seat = (leader + len(table)) & 3
        mark = len(steps)
        if seat & 1:
            led = table[0][0] if table else None
            for move in _free(codes, seat, table):
                steps.append(Step(seat, move))
                seen = shown | (1 << seat * 4 + led if led is not None and move[0] != led else 0)
                if self._next(codes, leader, (*table, move), hope, floor, seen, budget, steps):
                    return True
                del steps[mark:]
            return False
        for play in self.pricing.at(codes, leader, table, hope, shown):
            if play.price > budget:
                break
            steps.append(Step(seat, play.move, play.price, play.name, play.better))
            left = hope if play.keeps else self._hope(codes, leader, (*table, play.move), hope, floor)
            if self._next(codes, leader, (*table, play.move), left, floor, shown, budget - play.price, steps):
                return True
            del steps[mark:]
        return False

    def _next(
        self, codes: Codes, leader: int, table: Table, hope: int, floor: int, shown: int, budget: int, steps: list[Step]
    ) -> bool:
        if len(table) < 4:
            return self._card(codes, leader, table, hope, floor, shown, budget, steps)
        rest, winner = after_trick(codes, leader, table)
        won = not winner & 1
        if rest[:4] == (EMPTY, EMPTY, EMPTY, EMPTY):
            return won < floor
        return self._trick(rest, winner, hope - won, floor - won, shown, budget, steps)

    def _hope(self, codes: Codes, leader: int, table: Table, hope: int, floor: int) -> int:
        """What can still be made after a play that lost a trick; once under the floor, how far does not matter."""
        solver = self.pricing.solver
        won = 0
        if len(table) == 4:
            codes, leader = after_trick(codes, leader, table)
            won, table = int(not leader & 1), ()
        for tricks in range(hope - 1, floor - 1, -1):
            if solver.reaches(codes, leader, table, tricks - won):
                return tricks
        return floor - 1


def _free(codes: Codes, seat: int, table: Table) -> list[Move]:
    """The opponents' plays worth trying: of cards that differ only among the opponents the lowest and the highest."""
    led = table[0][0] if table else None
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
    """This opponent's cards, one for each gap between cards of the claiming side, and his highest."""
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


def _nothing_can_go_wrong(codes: Codes, leader: int) -> bool:
    """The side is on lead, every card of both hands is high and no trump is out against it."""
    if leader & 1:
        return False
    for suit, code in enumerate(codes[:4]):
        left = suit_left(code)
        if suit == codes[4] and left.lengths[1] + left.lengths[3]:
            return False
        if left.lengths[0] + left.lengths[2] and (left.owner & 1 or left.joint < left.lengths[0] + left.lengths[2]):
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
