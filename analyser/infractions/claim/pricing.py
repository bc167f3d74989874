"""The price of each play at one turn of the claiming side: what it looks like, and what it costs if it loses a trick."""

from dataclasses import dataclass, field

from analyser.infractions.claim.locations import divided_otherwise, without_luck
from analyser.infractions.claim.looks import Move, Plan, looks, opponents_trumps, suit_due
from analyser.infractions.claim.prices import Deviation, Prices
from analyser.play.endings import EndingSolver
from analyser.play.suits import Codes, Table, after_trick, suit_left, winning_place

__all__ = ["Priced", "Pricing"]

_NOTRUMP = 4
_WITHOUT_A_SLIP = frozenset(
    {
        Deviation.LOCATION,
        Deviation.FROM_THE_TOP,
        Deviation.AS_STATED,
        Deviation.TRUMP_FORGOTTEN,
        Deviation.BELIEVED_HIGH,
        Deviation.PARTNERS_CHOICE,
    }
)


@dataclass(frozen=True, slots=True)
class Priced:
    """A play with its price; `keeps` if all that was hoped for can still be made; `needs` is a play that keeps it."""

    move: Move
    price: int
    name: Deviation | None
    keeps: bool
    better: Move | None = None


@dataclass(slots=True)
class Pricing:
    """Prices plays for one claim. The claiming side sits at 0 and 2; `partner` is a seat whose plays the claimer does not choose."""

    solver: EndingSolver
    prices: Prices
    plan: Plan
    escape: bool  # 70E1 before 2017: an unstated line stands when not taking it would be irrational
    partner: int | None = None
    _known: dict[tuple[object, ...], tuple[Priced, ...]] = field(default_factory=dict)
    _solid: dict[tuple[object, ...], bool] = field(default_factory=dict)
    _slip: int = 0

    def __post_init__(self) -> None:
        """The least that a slip costs which is neither a guess nor a misjudgement."""
        self._slip = min(price for name, price in self.prices.of.items() if name not in _WITHOUT_A_SLIP)

    def at(self, codes: Codes, leader: int, table: Table, hope: int, shown: int) -> tuple[Priced, ...]:
        """Every play of the claiming side's player in turn, cheapest first, those that lose a trick before others."""
        key = (codes, leader, table, hope, shown)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._priced(codes, leader, table, hope, shown)
        return found

    def is_solid(self, codes: Codes, leader: int, hope: int, shown: int, budget: int) -> bool:
        """Only slips that cost more than the budget could lose here: no luck is needed, no trump is out, nothing is misjudged."""
        if budget >= self._slip or self.plan.order or self.plan.overclaimed or self.partner is not None:
            return False
        if opponents_trumps(codes) and not (self.plan.knows or self.plan.draws):
            return False
        key = (codes, leader, hope, shown)
        found = self._solid.get(key)
        if found is None:
            layouts = (codes, *(o for suit in range(4) for o in divided_otherwise(codes, (), suit, shown)))
            found = self._solid[key] = all(
                self.solver.reaches(without_luck(layout, ())[0], leader, (), hope) for layout in layouts
            )
        return found

    def _priced(self, codes: Codes, leader: int, table: Table, hope: int, shown: int) -> tuple[Priced, ...]:
        seen = looks(codes, leader, table, self.plan, self.partner)
        if len(seen) == 1:
            return (Priced(seen[0][0], 0, None, keeps=True),)
        base = {move: self._cost(odd) for move, odd in seen}
        least = min(base.values())
        keeping = [move for move, _ in seen if self._keeps(codes, leader, (*table, move), hope)]
        natural = min((base[move] for move in keeping), default=0)
        found = []
        for move, odd in seen:
            if move in keeping:
                found.append(Priced(move, base[move] - natural, odd if base[move] > natural else None, keeps=True))
            else:
                found.append(self._loss(codes, leader, table, hope, shown, move, odd, base[move] - least, tuple(keeping)))
        return tuple(sorted(found, key=lambda p: (p.price, p.keeps, p.move)))

    def _cost(self, odd: Deviation | None) -> int:
        return 0 if odd is None else self.prices.of[odd]

    def _keeps(self, codes: Codes, leader: int, table: Table, hope: int) -> bool:
        if len(table) < 4:
            return self.solver.reaches(codes, leader, table, hope)
        rest, winner = after_trick(codes, leader, table)
        return self.solver.reaches(rest, winner, (), hope - (not winner & 1))

    def _loss(
        self, codes: Codes, leader: int, table: Table, hope: int, shown: int, move: Move, odd: Deviation | None,
        base: int, keeping: tuple[Move, ...],
    ) -> Priced:
        """A play that gives a trick away: the price of its look, and of the mistake in it."""
        better = min(keeping, key=lambda other: (other[0] != move[0], other), default=None)
        seat = (leader + len(table)) & 3
        if seat == self.partner:
            return Priced(move, base, Deviation.PARTNERS_CHOICE if not base else odd, keeps=False, better=better)
        if odd is Deviation.BELIEVED_HIGH:
            return Priced(move, base, odd, keeps=False, better=better)
        name = self._mistake(codes, leader, table, move, keeping)
        cost = self.prices.of[name]
        if base or not cost:
            return Priced(move, base + cost, odd if base and odd else name, keeps=False, better=better)
        name = self._by_luck(codes, leader, table, hope, shown, move, keeping, name)
        return Priced(move, self.prices.of[name], name, keeps=False, better=better)

    def _by_luck(
        self, codes: Codes, leader: int, table: Table, hope: int, shown: int, move: Move, keeping: tuple[Move, ...],
        name: Deviation,
    ) -> Deviation:
        """The name of a mistake where the right play may rest on how the opponents' cards lie."""
        if all(self._guess(codes, leader, table, hope, shown, move, other) for other in keeping):
            return Deviation.LOCATION
        same = any(suit == move[0] for suit, _ in keeping)
        if not table and same and move[1] < suit_left(codes[move[0]]).joint:
            lucky, cards = without_luck(codes, ())
            if not self._keeps(lucky, leader, cards, hope):
                return Deviation.FROM_THE_TOP
        return Deviation.MARKED_FINESSE_MISSED if shown and name is Deviation.BLOCKING else name

    def _guess(
        self, codes: Codes, leader: int, table: Table, hope: int, shown: int, move: Move, better: Move
    ) -> bool:
        """The better play is better only because a card lies where it does: were it elsewhere, this one would be right."""
        return any(
            not self._keeps(other, leader, (*table, better), hope) and self._keeps(other, leader, (*table, move), hope)
            for suit in {move[0], better[0]}
            for other in divided_otherwise(codes, table, suit, shown)
        )

    def _mistake(
        self, codes: Codes, leader: int, table: Table, move: Move, keeping: tuple[Move, ...]
    ) -> Deviation:
        """What went wrong with a play that looked sensible."""
        suit, place = move
        trumps = codes[4]
        same = any(other == suit for other, _ in keeping)
        if not table:
            if self.plan.order and suit_due(codes, leader, self.plan) == suit:
                return Deviation.AS_STATED
            if trumps not in (_NOTRUMP, suit) and self._may_be_ruffed(codes, suit):
                return Deviation.KNOWN_TRUMP_LEFT if self.plan.knows or self.plan.draws else Deviation.TRUMP_FORGOTTEN
            if suit == trumps and not same:
                return Deviation.RUFF_LOST
            return Deviation.BLOCKING if same else Deviation.SUIT_ORDER
        if suit == table[0][0]:
            return Deviation.FINESSE if self._is_finesse(codes, leader, table, place) else Deviation.BLOCKING
        if suit == trumps:
            higher = any(other == trumps and p < place for other, p in keeping)
            return Deviation.OVERRUFFED if higher else Deviation.SUIT_ORDER
        return Deviation.LINK_THROWN

    def _may_be_ruffed(self, codes: Codes, suit: int) -> bool:
        """An opponent has a trump and none of this suit."""
        left, trumps = suit_left(codes[suit]), suit_left(codes[codes[4]])
        return bool(opponents_trumps(codes)) and any(
            trumps.lengths[seat] and not left.lengths[seat] for seat in (1, 3)
        )

    def _is_finesse(self, codes: Codes, leader: int, table: Table, place: int) -> bool:
        """A card that wins as it stands and that an opponent still to play may beat."""
        if len(table) == 3:
            return False
        suit = table[0][0]
        left = suit_left(codes[suit])
        best = winning_place(table, codes[4])
        winning = table[best][0] == suit and place < table[best][1]
        running = not (leader + best) & 1
        at_risk = place if winning else table[best][1]
        beaten = any(owner & 1 and (suit, p) not in table for p, owner in enumerate(left.owners[:at_risk]))
        return beaten and (winning or running)
