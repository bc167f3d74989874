"""The price of each play of the claiming side; other divisions of the opponents' cards show what is luck."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter

from analyser.estimates.endings.ending import EndingSolver
from analyser.estimates.endings.suits import LEFT, Codes, Move, Table, remove_trick, winner_of
from analyser.ruling.kinds.claim.plausibility import (
    Deviation,
    PlayMoment,
    Prices,
    mistake,
    play_features,
)
from analyser.ruling.kinds.claim.statement import LED_TO, Plan, opponents_trumps


def without_guessing(codes: Codes, table: Table, only: int | None = None) -> tuple[Codes, Table]:
    """The ending with each card of the claiming side (0 and 2) that an opponent's card beats made the lowest of its suit.

    In every suit or in one. What can still be made then is made with top cards and length alone, wherever the missing
    cards are.
    """
    clubs, diamonds, hearts, spades, strain = codes
    if only is None:
        bare = (_bare(clubs)[0], _bare(diamonds)[0], _bare(hearts)[0], _bare(spades)[0], strain)
    else:
        bare = _replace_suit(codes, only, _bare(codes[only])[0])
    if not table:
        return bare, table
    return bare, tuple(
        (suit, _bare(codes[suit])[1][place] if only in (None, suit) else place) for suit, place in table
    )


@lru_cache(maxsize=50_000)
def _bare(code: int) -> tuple[int, tuple[int, ...]]:
    """One suit so changed, and the new place of each of its cards."""
    owners = LEFT[code].owners
    first = next((place for place, owner in enumerate(owners) if owner & 1), len(owners))
    order = [p for p in range(len(owners)) if p < first or owners[p] & 1]
    order += [p for p in range(first, len(owners)) if not owners[p] & 1]
    places = [0] * len(owners)
    for new, old in enumerate(order):
        places[old] = new
    return _code([owners[old] for old in order]), tuple(places)


def _replace_suit(codes: Codes, suit: int, code: int) -> Codes:
    """The codes with one suit replaced."""
    four = list(codes)
    four[suit] = code
    return (four[0], four[1], four[2], four[3], codes[4])


def divided_otherwise(codes: Codes, table: Table, suit: int, shown: int) -> tuple[Codes, ...]:
    """Endings with the opponents' unplayed cards of one suit exchanged: all, the top one for a low one or another suit's.

    `shown` has a bit for each opponent and suit of which he has shown out (`1 << seat * 4 + suit`): there nothing
    moves.
    """
    if shown >> 4 + suit & 1 or shown >> 12 + suit & 1:
        return ()
    every = [p for p, o in enumerate(LEFT[codes[suit]].owners) if o & 1 and (suit, p) not in table]
    if not every:
        return ()
    divisions = []
    every.sort(key=LEFT[codes[suit]].owners.__getitem__)  # the cards of one opponent, then the other's
    top = [min(every)]
    for moved, same in ((every, False), (every, True), (top, True), (top, False)):
        after = _exchange_cards(codes, table, suit, shown, moved, allow_suit=same)
        if after is not None and after != codes and after not in divisions:
            divisions.append(after)
    return tuple(divisions)


def _exchange_cards(
    codes: Codes, table: Table, suit: int, shown: int, moved: list[int], *, allow_suit: bool
) -> Codes | None:
    """The ending with these cards given to the other opponent, and low ones back for them; `None` if there are none.

    An opponent is 1 or 3, so a card changes hands by flipping the second bit of its digit.
    """
    four = list(codes[:4])
    excess = 0  # surplus cards of the opponent at 1
    for place in moved:
        excess += 1 if four[suit] >> 2 * place & 2 else -1
        four[suit] ^= 2 << 2 * place
    fixed = moved[0] if len(moved) == 1 else -1
    giver = 1 if excess > 0 else 3
    for _ in range(abs(excess)):
        own = allow_suit and not shown >> (giver ^ 2) * 4 + suit & 1
        card = _lowest_in(four[suit], suit, table, giver, fixed) if own else None
        if card is None:
            card = _lowest_beside(four, suit, table, giver, shown)
        if card is None:
            return None
        four[card[0]] ^= 2 << 2 * card[1]
    return four[0], four[1], four[2], four[3], codes[4]


def _lowest_in(code: int, suit: int, table: Table, giver: int, fixed: int) -> tuple[int, int] | None:
    """The giver's lowest card of a suit; the one at place `fixed` has just been given to him and stays."""
    for place in range((code.bit_length() >> 1) - 1, -1, -1):
        if code >> 2 * place & 3 == giver and place != fixed and (suit, place) not in table:
            return suit, place
    return None


def _lowest_beside(
    four: list[int], suit: int, table: Table, giver: int, shown: int
) -> tuple[int, int] | None:
    """The lowest card of another suit that the giver could hold as well as his partner."""
    least: tuple[int, tuple[int, int]] | None = None
    for other, code in enumerate(four):
        if other == suit or shown >> (giver ^ 2) * 4 + other & 1:
            continue
        card = _lowest_in(code, other, table, giver, -1)
        if card is not None:
            height = card[1] - (code.bit_length() >> 1)
            if least is None or height > least[0]:
                least = height, card
    return None if least is None else least[1]


def _code(owners: Sequence[int]) -> int:
    code = 1
    for owner in reversed(owners):
        code = code << 2 | owner
    return code


_Look = tuple[Move, Deviation | None, int]  # a play, its deviation or `None`, and the price of that
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
class LineCost:
    """A play with its price; it keeps the tricks hoped for, or `better` is a play that would have."""

    move: Move
    price: int
    name: Deviation | None
    keeps: bool
    better: Move | None = None


@dataclass(slots=True)
class Pricing:
    """The prices of plays for one claim; `partner` is a seat whose plays the claimer does not choose (70D2)."""

    solver: EndingSolver
    prices: Prices
    plan: Plan
    partner: int | None = None
    _known: dict[PlayMoment, tuple[LineCost, ...]] = field(default_factory=dict)
    _seen: dict[PlayMoment, list[_Look]] = field(default_factory=dict)
    _solid: dict[tuple[Codes, int, Table, int, int], bool] = field(default_factory=dict)
    _held: dict[tuple[Codes, int, Table, int], bool] = field(default_factory=dict)
    _otherwise: dict[tuple[Codes, Table, int, int], tuple[Codes, ...]] = field(default_factory=dict)
    _slip: int = 0

    def __post_init__(self) -> None:
        """Set the least price of a slip that is neither a guess nor a misjudgement."""
        self._slip = min(price for name, price in self.prices.of.items() if name not in _NO_SLIP)

    @property
    def highest_price(self) -> int:
        """The highest price of a line that is still normal."""
        return self.prices.threshold - 1

    def budgets(self) -> tuple[int, ...]:
        """The total prices a normal line may have, increasing."""
        sums = {0}
        for price in sorted(set(self.prices.of.values()) - {0}):
            for _ in range(self.highest_price):
                sums |= {total + price for total in sums if total + price <= self.highest_price}
        return tuple(sorted(sums))

    def is_solid(self, moment: PlayMoment, budget: int) -> bool:
        """Whether only slips that exceed the budget could lose here: no luck is needed, nothing is misjudged."""
        if budget >= self._slip or moment.beliefs or self.plan.named or self.partner is not None:
            return False
        if opponents_trumps(moment.codes) and not (self.plan.knows or self.plan.draws):
            return False
        key = (moment.codes, moment.leader, moment.table, moment.hope, moment.shown)
        solid = self._solid.get(key)
        if solid is None:
            solid = self._solid[key] = not _has_guess(moment.codes) or self._needs_no_luck(
                moment, moment.table
            )
        return solid

    def _needs_no_luck(self, moment: PlayMoment, table: Table) -> bool:
        """Whether top cards and length alone make the tricks hoped for with these cards, however a suit lies."""
        codes = moment.codes
        otherwise = (
            o
            for suit in _suits_with_gaps(codes)
            for o in self._other_layouts(codes, table, suit, moment.shown)
        )
        return all(self._holds(moment, *without_guessing(o, table)) for o in (codes, *otherwise))

    def _other_layouts(self, codes: Codes, table: Table, suit: int, shown: int) -> tuple[Codes, ...]:
        """The other divisions of the opponents' cards of a suit; cached, as each play of a turn asks for them."""
        key = (codes, table, suit, shown)
        divisions = self._otherwise.get(key)
        if divisions is None:
            divisions = self._otherwise[key] = divided_otherwise(codes, table, suit, shown)
        return divisions

    def _holds(self, moment: PlayMoment, codes: Codes, table: Table) -> bool:
        """Whether these cards make the tricks hoped for; cached across moments."""
        key = (codes, moment.leader, table, moment.hope)
        holds = self._held.get(key)
        if holds is None:
            holds = self._held[key] = self._keeps_on(moment, codes, table)
        return holds

    def price_plays(self, moment: PlayMoment) -> tuple[LineCost, ...]:
        """The plays of the claiming side's player in turn that a normal line may contain, cheapest first."""
        key = moment if moment.beliefs < 2 else moment._replace(beliefs=1)
        priced = self._known.get(key)
        if priced is None:
            priced = self._known[key] = self._price_position(key)
        return priced

    def _price_position(self, moment: PlayMoment) -> tuple[LineCost, ...]:
        seen = self._looks(moment)
        if len(seen) == 1:
            return (LineCost(seen[0][0], 0, None, keeps=True),)
        least = seen[0][2]
        keeping: list[_Look] = []
        losing: list[_Look] = []
        for look in seen:
            if keeping and look[2] > keeping[0][2] + self.highest_price:
                break  # nothing from here on can be part of a normal line
            (keeping if self._keeps(moment, look[0]) else losing).append(look)
        moves = tuple(move for move, _, _ in keeping)
        keeping = _follow_statement(keeping, seen)
        natural = keeping[0][2] if keeping else 0
        plays = [_keeping_play(move, odd, cost - natural) for move, odd, cost in keeping]
        for move, odd, cost in _follow_statement(losing, seen):
            if keeping and cost <= least + self.highest_price:
                plays.append(self._price_lost_trick(moment, move, odd, cost - least, moves))
            elif not keeping:  # whatever the statement leaves open loses
                better = _nearest(move, moves)
                plays.append(LineCost(move, cost - least, Deviation.AS_STATED, keeps=False, better=better))
        return tuple(sorted(plays, key=lambda play: (play.price, play.keeps, play.move)))

    def _looks(self, moment: PlayMoment) -> list[_Look]:
        """Each play as it looks to this claimer, the sensible ones first."""
        moves_seen = self._seen.get(moment)
        if moves_seen is None:
            of = self.prices.of
            moves_seen = [
                (move, odd, 0 if odd is None else of[odd])
                for move, odd in play_features(
                    moment.codes, moment.leader, moment.table, self.plan, self.partner, noted=moment.shown
                )
            ]
            if moment.beliefs:
                moves_seen = [
                    (move, odd, cost)
                    if odd is None or odd not in _BELIEVED
                    else self._look_at_winner(move, odd)
                    for move, odd, cost in moves_seen
                ]
            moves_seen.sort(key=_cost)
            self._seen[moment] = moves_seen
        return moves_seen

    def _look_at_winner(self, move: Move, odd: Deviation) -> _Look:
        """The look of a card that is taken for a winner."""
        name = _BELIEVED[odd]
        return move, name, self.prices.of[name]

    def risky(self, moment: PlayMoment, budget: int, wins: Callable[[Move], bool]) -> tuple[LineCost, ...]:
        """The plays to try if one more trick is enough: plays that surely win this one, by `wins`, may be left out.

        Not all the others need a price then. Once a natural play is found, those that look worse by more than the
        budget are out; and if the natural ones that may lose the trick all keep the tricks hoped for, their price is
        that of their look.
        """
        seen = self._looks(moment)
        rest = [look for look in seen if not wins(look[0])]
        if not rest:
            return ()
        least, first = seen[0][2], rest[0][2]
        for move, _, cost in seen:
            if cost + budget >= first:
                break
            if self._keeps(moment, move):
                return ()
        if first == least and len(seen) > 1:
            near = [look for look in rest if look[2] <= least + self.highest_price]
            if all(self._keeps(moment, move) for move, _, _ in near):
                plays = [_keeping_play(move, odd, cost - least) for move, odd, cost in near]
                return tuple(sorted(plays, key=lambda play: (play.price, play.move)))
        return self.price_plays(moment)

    def _keeps(self, moment: PlayMoment, move: Move) -> bool:
        return self._keeps_on(moment, moment.codes, (*moment.table, move))

    def _keeps_on(self, moment: PlayMoment, codes: Codes, table: Table) -> bool:
        """Whether the tricks hoped for can still be made with these cards, by best play on both sides."""
        if len(table) < 4:
            return self.solver.reaches(codes, moment.leader, table, moment.hope)
        winner = winner_of(table, moment.leader, codes[4])
        return self.solver.reaches(remove_trick(codes, table), winner, (), moment.hope - (not winner & 1))

    def _price_lost_trick(
        self, moment: PlayMoment, move: Move, odd: Deviation | None, base: int, keeping: tuple[Move, ...]
    ) -> LineCost:
        """A play that gives a trick away: the price of its look, plus that of the mistake."""
        better = _nearest(move, keeping)
        if moment.seat == self.partner:
            return LineCost(
                move, base, odd if base else Deviation.PARTNERS_CHOICE, keeps=False, better=better
            )
        if odd is Deviation.BELIEVED_HIGH:
            return LineCost(move, base, odd, keeps=False, better=better)
        name = mistake(moment, move, keeping, self.plan)
        if name is Deviation.FINESSE and self._is_needless(moment, keeping):
            name = Deviation.NEEDLESS_FINESSE
            return LineCost(move, base + self.prices.of[name], name, keeps=False, better=better)
        cost = self.prices.of[name]
        if base:
            return LineCost(move, base + cost, odd, keeps=False, better=better)
        if cost:
            name = self._deviation_by_guess(moment, move, keeping, name)
        return LineCost(move, self.prices.of[name], name, keeps=False, better=better)

    def _deviation_by_guess(
        self, moment: PlayMoment, move: Move, keeping: tuple[Move, ...], name: Deviation
    ) -> Deviation:
        """The name of a mistake within a suit, where the right play may depend on how the opponents' cards lie."""
        suit = move[0]
        if all(other != suit for other, _ in keeping) or (moment.table and suit != moment.table[0][0]):
            return name
        if all(self._guess(moment, move, other) for other in keeping):
            return Deviation.LOCATION
        if not moment.table and move[1] < LEFT[moment.codes[suit]].joint:
            bare = (without_guessing(moment.codes, (other,), suit) for other in keeping)
            if not any(self._keeps_on(moment, codes, table) for codes, table in bare):
                return Deviation.FROM_THE_TOP
        return (
            Deviation.MARKED_FINESSE_MISSED if moment.shown & ~LED_TO and name is Deviation.BLOCKING else name
        )

    def _is_needless(self, moment: PlayMoment, keeping: tuple[Move, ...]) -> bool:
        """Whether a finesse here has nothing to win for the claim: another play makes it without any luck."""
        return any(self._needs_no_luck(moment, (*moment.table, other)) for other in keeping)

    def _guess(self, moment: PlayMoment, move: Move, better: Move) -> bool:
        """Whether the better play is better only because of where a card lies: elsewhere, this one would be right."""
        return any(
            not self._keeps_on(moment, codes, (*moment.table, better))
            and self._keeps_on(moment, codes, (*moment.table, move))
            for suit in {move[0], better[0]}
            for codes in self._other_layouts(moment.codes, moment.table, suit, moment.shown)
        )


def _keeping_play(move: Move, odd: Deviation | None, price: int) -> LineCost:
    """A play that keeps the tricks; a loser taken for a winner is noted even if it costs nothing."""
    return LineCost(move, price, odd if price or odd is Deviation.BELIEVED_HIGH else None, keeps=True)


def _follow_statement(looks_seen: list[_Look], every: list[_Look]) -> list[_Look]:
    """The looks that do not contradict the statement, if there are any."""
    if all(odd is Deviation.CONTRARY_TO_STATEMENT for _, odd, _ in every):
        return looks_seen
    return [look for look in looks_seen if look[1] is not Deviation.CONTRARY_TO_STATEMENT]


def _nearest(move: Move, keeping: tuple[Move, ...]) -> Move:
    """The play that would have kept the trick, of the same suit if there is one."""
    return min(keeping, key=lambda other: (other[0] != move[0], other))


def _suits_with_gaps(codes: Codes) -> tuple[int, ...]:
    """The suits in which the side holds a card that an opponent's card beats."""
    plays = []
    for suit in range(4):
        left = LEFT[codes[suit]]
        if left.gap and (left.lengths[0] or left.lengths[2]):
            plays.append(suit)
    return tuple(plays)


def _has_guess(codes: Codes) -> bool:
    """Whether in some suit an opponent has a card and a hand of the side cards that are not equal: only there it can guess.

    As cards are played a hand may lose such a choice, but never gain it.
    """
    for suit in range(4):
        left = LEFT[codes[suit]]
        choice = len(left.plays[0]) > 1 or len(left.plays[2]) > 1
        if choice and (left.lengths[1] or left.lengths[3]):
            return True
    return False
