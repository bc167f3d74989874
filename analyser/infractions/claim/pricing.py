"""The price of each play at one turn of the claiming side: what it looks like, and what it costs if it loses a trick."""

from dataclasses import dataclass, field

from analyser.infractions.claim.locations import divided_otherwise, without_luck
from analyser.infractions.claim.looks import Move, Plan, looks, opponents_trumps, suit_due
from analyser.infractions.claim.prices import Deviation, Prices
from analyser.play.endings import EndingSolver
from analyser.play.suits import Codes, Table, after_trick, suit_left, winning_place

__all__ = ["Priced", "Pricing"]

_NOTRUMP = 4


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

    def at(self, codes: Codes, leader: int, table: Table, hope: int, shown: int) -> tuple[Priced, ...]:
        """Every play of the claiming side's player in turn, cheapest first, those that lose a trick before others."""
        key = (codes, leader, table, hope, shown)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._priced(codes, leader, table, hope, shown)
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
        if all(self._lucky(codes, leader, (*table, other), hope) for other in keeping):
            name = self._unlucky(codes, leader, table, hope, shown, move, keeping, name)
        return Priced(move, self.prices.of[name], name, keeps=False, better=better)

    def _lucky(self, codes: Codes, leader: int, table: Table, hope: int) -> bool:
        """The tricks are there only because a card lies well: top cards and length alone do not make them."""
        codes, table = without_luck(codes, table)
        return not self._keeps(codes, leader, table, hope)

    def _unlucky(
        self, codes: Codes, leader: int, table: Table, hope: int, shown: int, move: Move, keeping: tuple[Move, ...],
        name: Deviation,
    ) -> Deviation:
        """The name of a mistake where the right play rests on how the opponents' cards lie."""
        if self._guess(codes, leader, table, hope, shown, move[0], keeping):
            return Deviation.LOCATION
        same = any(suit == move[0] for suit, _ in keeping)
        if not table and same and move[1] < suit_left(codes[move[0]]).joint:
            return Deviation.FROM_THE_TOP
        return Deviation.MARKED_FINESSE_MISSED if shown and name is Deviation.BLOCKING else name

    def _guess(
        self, codes: Codes, leader: int, table: Table, hope: int, shown: int, suit: int, keeping: tuple[Move, ...]
    ) -> bool:
        """No play that keeps the tricks would do so however the opponents' cards of the suit lay."""
        for move in keeping:
            others = (o for s in {suit, move[0]} for o in divided_otherwise(codes, table, s, shown))
            if all(self._keeps(other, leader, (*table, move), hope) for other in others):
                return False
        return True

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
            # a finesse that looks odd carries its price already; one that looks natural is a guess like any other
            return Deviation.LOCATION if self._is_finesse(codes, leader, table, place) else Deviation.BLOCKING
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
