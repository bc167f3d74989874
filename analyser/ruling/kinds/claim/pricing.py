"""The price of each play at one turn of the claiming side: what it looks like, and what it costs if it loses a trick."""

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter

from analyser.estimates.endings.ending import EndingSolver
from analyser.estimates.endings.suits import Codes, Move, Table, after_trick, suit_left, winner_of
from analyser.ruling.kinds.claim.locations import divided_otherwise, without_luck
from analyser.ruling.kinds.claim.looks import Plan, looks, opponents_trumps
from analyser.ruling.kinds.claim.mistakes import mistake
from analyser.ruling.kinds.claim.prices import Deviation, Prices
from analyser.ruling.kinds.claim.stand import Stand

__all__ = ["Priced", "Pricing"]

_Look = tuple[Move, Deviation | None, int]  # a play, what is odd about it, and the price of that
_cost = itemgetter(2)
_BELIEVED = {
    Deviation.LOSER_LED: Deviation.BELIEVED_HIGH,
    Deviation.WINNER_DISCARDED: Deviation.BELIEVED_HIGH,
}
_NO_SLIP = frozenset(
    {
        Deviation.LOCATION,
        Deviation.FROM_THE_TOP,
        Deviation.AS_STATED,
        Deviation.TRUMP_FORGOTTEN,
        Deviation.BELIEVED_HIGH,
        Deviation.CONTRARY_TO_STATEMENT,
        Deviation.PARTNERS_CHOICE,
    }
)


@dataclass(frozen=True, slots=True)
class Priced:
    """A play with its price; it keeps what was hoped for, or `better` is a play that would have."""

    move: Move
    price: int
    name: Deviation | None
    keeps: bool
    better: Move | None = None


@dataclass(slots=True)
class Pricing:
    """Prices the plays for one claim. `partner` is a seat whose plays the claimer does not choose (70D2)."""

    solver: EndingSolver
    prices: Prices
    plan: Plan
    partner: int | None = None
    _known: dict[Stand, tuple[Priced, ...]] = field(default_factory=dict)
    _seen: dict[Stand, list[_Look]] = field(default_factory=dict)
    _solid: dict[tuple[Codes, int, int, int], bool] = field(default_factory=dict)
    _held: dict[tuple[Codes, int, int], bool] = field(default_factory=dict)
    _otherwise: dict[tuple[Codes, Table, int, int], tuple[Codes, ...]] = field(default_factory=dict)
    _slip: int = 0

    def __post_init__(self) -> None:
        """The least that a slip costs which is neither a guess nor a misjudgement."""
        self._slip = min(price for name, price in self.prices.of.items() if name not in _NO_SLIP)

    @property
    def most(self) -> int:
        """The highest price of a line that is still normal."""
        return self.prices.threshold - 1

    def budgets(self) -> tuple[int, ...]:
        """The sums of prices a normal line may have."""
        sums = {0}
        for price in sorted(set(self.prices.of.values()) - {0}):
            for _ in range(self.most):
                sums |= {total + price for total in sums if total + price <= self.most}
        return tuple(sorted(sums))

    def is_solid(self, stand: Stand, budget: int) -> bool:
        """Only slips that cost more than the budget could lose here: no luck is needed, nothing is misjudged."""
        if budget >= self._slip or stand.beliefs or self.plan.order or self.partner is not None:
            return False
        if opponents_trumps(stand.codes) and not (self.plan.knows or self.plan.draws):
            return False
        key = (stand.codes, stand.leader, stand.hope, stand.shown)
        found = self._solid.get(key)
        if found is None:
            others = (
                o
                for suit in _with_gaps(stand.codes)
                for o in self._divided(stand.codes, (), suit, stand.shown)
            )
            found = self._solid[key] = not _with_choice(stand.codes) or all(
                self._holds(without_luck(codes, ())[0], stand.leader, stand.hope)
                for codes in (stand.codes, *others)
            )
        return found

    def _divided(self, codes: Codes, table: Table, suit: int, shown: int) -> tuple[Codes, ...]:
        """How else the opponents' cards of a suit may lie; asked again for each play of a turn."""
        key = (codes, table, suit, shown)
        found = self._otherwise.get(key)
        if found is None:
            found = self._otherwise[key] = divided_otherwise(codes, table, suit, shown)
        return found

    def _holds(self, codes: Codes, leader: int, hope: int) -> bool:
        """The question of a trick's start that many stands share."""
        key = (codes, leader, hope)
        found = self._held.get(key)
        if found is None:
            found = self._held[key] = self.solver.reaches(codes, leader, (), hope)
        return found

    def at(self, stand: Stand) -> tuple[Priced, ...]:
        """The plays of the claiming side's player in turn that a normal line may hold, cheapest first."""
        key = stand if stand.beliefs < 2 else stand._replace(beliefs=1)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._priced(key)
        return found

    def _priced(self, stand: Stand) -> tuple[Priced, ...]:
        seen = self._looks(stand)
        if len(seen) == 1:
            return (Priced(seen[0][0], 0, None, keeps=True),)
        least = seen[0][2]
        keeping: list[_Look] = []
        losing: list[_Look] = []
        for look in seen:
            if keeping and look[2] > keeping[0][2] + self.most:
                break  # nothing from here on can be part of a normal line
            (keeping if self._keeps(stand, look[0]) else losing).append(look)
        natural = keeping[0][2]
        found = [_kept(move, odd, cost - natural) for move, odd, cost in keeping]
        moves = tuple(move for move, _, _ in keeping)
        found += [
            self._lost(stand, move, odd, cost - least, moves)
            for move, odd, cost in losing
            if cost <= least + self.most
        ]
        return tuple(sorted(found, key=lambda play: (play.price, play.keeps, play.move)))

    def _looks(self, stand: Stand) -> list[_Look]:
        """What each play looks like to this claimer, the sensible ones first."""
        found = self._seen.get(stand)
        if found is None:
            of = self.prices.of
            found = [
                (move, odd, 0 if odd is None else of[odd])
                for move, odd in looks(stand.codes, stand.leader, stand.table, self.plan, self.partner)
            ]
            if stand.beliefs:
                found = [
                    (move, odd, cost) if odd is None or odd not in _BELIEVED else self._believed(move, odd)
                    for move, odd, cost in found
                ]
            found.sort(key=_cost)
            self._seen[stand] = found
        return found

    def _believed(self, move: Move, odd: Deviation) -> _Look:
        """The same with a card that is taken for a winner."""
        name = _BELIEVED[odd]
        return move, name, self.prices.of[name]

    def risky(self, stand: Stand, budget: int, wins: Callable[[Move], bool]) -> tuple[Priced, ...]:
        """The same where one more trick is enough: plays that win this one for sure, as `wins` tells, may be left out.

        Not all the others need a price then. Once a natural play is found, those that look worse by more than the budget
        are out; and where the natural ones that may lose the trick all keep what is hoped for, they cost what they look.
        """
        seen = self._looks(stand)
        rest = [look for look in seen if not wins(look[0])]
        if not rest:
            return ()
        least, first = seen[0][2], rest[0][2]
        for move, _, cost in seen:
            if cost + budget >= first:
                break
            if self._keeps(stand, move):
                return ()
        if first == least and len(seen) > 1:
            near = [look for look in rest if look[2] <= least + self.most]
            if all(self._keeps(stand, move) for move, _, _ in near):
                found = [_kept(move, odd, cost - least) for move, odd, cost in near]
                return tuple(sorted(found, key=lambda play: (play.price, play.move)))
        return self.at(stand)

    def _keeps(self, stand: Stand, move: Move) -> bool:
        return self._keeps_on(stand, stand.codes, (*stand.table, move))

    def _keeps_on(self, stand: Stand, codes: Codes, table: Table) -> bool:
        """What was hoped for can still be made with these cards, by best play on both sides."""
        if len(table) < 4:
            return self.solver.reaches(codes, stand.leader, table, stand.hope)
        winner = winner_of(table, stand.leader, codes[4])
        return self.solver.reaches(after_trick(codes, table), winner, (), stand.hope - (not winner & 1))

    def _lost(
        self, stand: Stand, move: Move, odd: Deviation | None, base: int, keeping: tuple[Move, ...]
    ) -> Priced:
        """A play that gives a trick away: the price of its look, and of the mistake in it."""
        better = min(keeping, key=lambda other: (other[0] != move[0], other))
        if stand.seat == self.partner:
            return Priced(move, base, odd if base else Deviation.PARTNERS_CHOICE, keeps=False, better=better)
        if odd is Deviation.BELIEVED_HIGH:
            return Priced(move, base, odd, keeps=False, better=better)
        name = mistake(stand, move, keeping, self.plan)
        cost = self.prices.of[name]
        if base:
            return Priced(move, base + cost, odd or name, keeps=False, better=better)
        if cost:
            name = self._by_luck(stand, move, keeping, name)
        return Priced(move, self.prices.of[name], name, keeps=False, better=better)

    def _by_luck(self, stand: Stand, move: Move, keeping: tuple[Move, ...], name: Deviation) -> Deviation:
        """The name of a mistake within a suit where the right play may rest on how the opponents' cards lie."""
        suit = move[0]
        if all(other != suit for other, _ in keeping) or (stand.table and suit != stand.table[0][0]):
            return name
        if all(self._guess(stand, move, other) for other in keeping):
            return Deviation.LOCATION
        if not stand.table and move[1] < suit_left(stand.codes[suit]).joint:
            bare = (without_luck(stand.codes, (other,), suit) for other in keeping)
            if not any(self._keeps_on(stand, codes, table) for codes, table in bare):
                return Deviation.FROM_THE_TOP
        return Deviation.MARKED_FINESSE_MISSED if stand.shown and name is Deviation.BLOCKING else name

    def _guess(self, stand: Stand, move: Move, better: Move) -> bool:
        """The better play is better only because a card lies where it does: were it elsewhere, this one would be right."""
        return any(
            not self._keeps_on(stand, codes, (*stand.table, better))
            and self._keeps_on(stand, codes, (*stand.table, move))
            for suit in {move[0], better[0]}
            for codes in self._divided(stand.codes, stand.table, suit, stand.shown)
        )


def _kept(move: Move, odd: Deviation | None, price: int) -> Priced:
    """A play that keeps the tricks; a loser taken for a winner is remembered even where it costs nothing."""
    return Priced(move, price, odd if price or odd is Deviation.BELIEVED_HIGH else None, keeps=True)


def _with_gaps(codes: Codes) -> tuple[int, ...]:
    """The suits in which the side holds a card that an opponent's card beats."""
    found = []
    for suit in range(4):
        left = suit_left(codes[suit])
        if left.gap and (left.lengths[0] or left.lengths[2]):
            found.append(suit)
    return tuple(found)


def _with_choice(codes: Codes) -> bool:
    """In some suit an opponent holds a card, and a hand of the side cards that are not equal: only there can it guess.

    As cards go a hand may lose such a choice, but never gain it.
    """
    for suit in range(4):
        left = suit_left(codes[suit])
        choice = len(left.plays[0]) > 1 or len(left.plays[2]) > 1
        if choice and (left.lengths[1] or left.lengths[3]):
            return True
    return False
