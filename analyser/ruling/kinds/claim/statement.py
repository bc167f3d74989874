"""What a statement of clarification fixes (68C, 70B1): an order of suits, each from the top, and cards they are led to."""

from collections.abc import Iterable
from dataclasses import dataclass

from analyser.estimates.endings.suits import LEFT, NOTRUMP, Codes, Move, SuitLeft, Table, winning_place

# The claiming side's bits in `noted`: by seat and suit, whose stated card has been led to.
LED_TO = 0x0F0F


@dataclass(frozen=True, slots=True)
class Aim:
    """A suit the statement begins by leading it to a hand's cards: `cards` counts them from the top of that hand's own."""

    suit: int
    holder: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What the claimer said, and what he may have had in mind."""

    order: tuple[int, ...] = ()  # suits in the order the statement starts them
    listed: tuple[int, ...] = ()  # suits it names after those in no order: they are played before any other
    named: tuple[int, ...] = ()  # both
    draws: bool = False  # the statement draws trumps
    knows: bool = False  # he knew of the outstanding trump, whatever he said
    lengths: tuple[int, ...] = ()  # his side's cards of each suit when he claimed
    for_ruffs: tuple[
        int, ...
    ] = ()  # named suits that he ruffs, said so or seen by their having no winner of his side
    to_run: tuple[int, ...] = ()  # named suits that run on an even break: he plays them to their end
    aims: tuple[Aim, ...] = ()
    forgotten: int = 0  # trumps out that he did not count: when no more are left he takes all to be drawn
    unclaimed: int = 0  # tricks he did not claim: as many cards he knew to be losers

    @classmethod
    def stated(
        cls,
        codes: Codes,
        order: tuple[int, ...],
        *,
        draws: bool,
        knows: bool,
        towards: Iterable[tuple[int, Move]] = (),
        listed: tuple[int, ...] = (),
        ruffs: tuple[int, ...] = (),
        forgotten: int = 0,
        unclaimed: int = 0,
    ) -> "Plan":
        """The plan of a statement, in the position in which it was made.

        `towards` names each card that a suit is led to by its holder and its place in the suit. A suit led to a card
        is begun in its turn, after those the statement names; drawing trumps comes before it. `ruffs` are suits it ruffs.
        """
        aims = tuple(_aims(codes, towards))
        led = [aim.suit for aim in aims if aim.suit not in listed]
        if led and draws and not order:
            led.insert(0, codes[4])
        every = tuple(dict.fromkeys((*order, *led)))
        named = tuple(dict.fromkeys((*every, *listed)))
        side_suits = [suit for suit in named if suit != codes[4]]
        return cls(
            order=every,
            listed=named[len(every) :],
            named=named,
            draws=draws and not every,
            knows=knows,
            lengths=tuple(_own_length(code) for code in codes[:4]),
            for_ruffs=tuple(
                suit for suit in side_suits if suit in ruffs or not _has_winners(LEFT[codes[suit]])
            ),
            to_run=tuple(suit for suit in side_suits if _may_run(LEFT[codes[suit]])),
            aims=aims,
            forgotten=forgotten,
            unclaimed=unclaimed,
        )

    def noted(self, suit: int) -> int:
        """The bits to note once a trick of this suit has been played: its stated lead is over."""
        return sum(1 << aim.holder * 4 + suit for aim in self.aims if aim.suit == suit)

    def aim_at(self, codes: Codes, suit: int, seat: int, noted: int) -> Aim | None:
        """The aim of this suit at a card of the player, while it can still be led to; else `None`."""
        for aim in self.aims:
            if aim.suit != suit or aim.holder != seat or noted >> seat * 4 + suit & 1:
                continue
            lengths = LEFT[codes[suit]].lengths
            if lengths[seat ^ 2] and lengths[seat] > aim.cards[-1]:
                return aim
        return None


def _aims(codes: Codes, towards: Iterable[tuple[int, Move]]) -> Iterable[Aim]:
    """The aims of a statement, in the order it names their suits; a suit led to both hands fixes nothing."""
    cards: dict[tuple[int, int], list[int]] = {}
    for holder, (suit, place) in towards:
        owners = LEFT[codes[suit]].owners
        cards.setdefault((suit, holder), []).append(sum(owner == holder for owner in owners[:place]))
    for (suit, holder), places_above in cards.items():
        if (suit, holder ^ 2) not in cards:
            yield Aim(suit, holder, tuple(sorted(places_above)))


def cards_led_to(codes: Codes, leader: int, table: Table, plan: Plan, noted: int) -> tuple[int, ...]:
    """The places of the player's stated cards in the suit led to them, while they would win; empty: he is free."""
    seat = leader + len(table) & 3
    if not plan.aims or leader != seat ^ 2:
        return ()
    led = table[0][0]
    aim = plan.aim_at(codes, led, seat, noted)
    suit, top = table[winning_place(table, codes[4])]
    if aim is None or suit != led:
        return ()
    left = LEFT[codes[led]]
    places = [place for place, owner in enumerate(left.owners) if owner == seat]
    winning = [places[card] for card in aim.cards if places[card] < top]
    return tuple(next(run for run in left.plays[seat] if run >= place) for place in winning)


def holds_top_of_stated(codes: Codes, leader: int, table: Table, plan: Plan) -> bool:
    """Whether the led suit is one stated from the top, partner led a card that is not high, and the player has a high one."""
    seat, led = leader + len(table) & 3, table[0][0]
    if leader != seat ^ 2 or led not in plan.order or any(aim.suit == led for aim in plan.aims):
        return False
    left = LEFT[codes[led]]
    tops = 0 if left.owner & 1 else left.joint
    return table[0][1] >= tops > left.highest[seat]


def suits_led_to(codes: Codes, seat: int, plan: Plan, noted: int) -> tuple[int, ...]:
    """The suits that are to be led to this player's cards, and that he does not lead himself while he has another."""
    suits = [suit for suit in range(4) if LEFT[codes[suit]].lengths[seat]]
    aimed = tuple(suit for suit in suits if plan.aim_at(codes, suit, seat, noted) is not None)
    return aimed if len(aimed) < len(suits) else ()


def is_kept(codes: Codes, seat: int, move: Move, plan: Plan, noted: int) -> bool:
    """Whether the card is kept for the stated lead: the one led to or a higher one, or the last card to lead to it."""
    suit, place = move
    if any(aim.suit == suit for aim in plan.aims):
        owners = LEFT[codes[suit]].owners
        aim = plan.aim_at(codes, suit, seat, noted)
        if aim is not None:
            return sum(owner == seat for owner in owners[:place]) <= aim.cards[-1]
        partners = plan.aim_at(codes, suit, seat ^ 2, noted)
        return partners is not None and LEFT[codes[suit]].lengths[seat] == 1
    return False


def _own_length(code: int) -> int:
    lengths = LEFT[code].lengths
    return lengths[0] + lengths[2]


def _has_winners(left: SuitLeft) -> bool:
    return bool(left.joint) and not left.owner & 1


def _may_run(left: SuitLeft) -> bool:
    """Whether small cards of the side become winners after its top cards if the others break evenly."""
    longest, others = max(left.lengths[0], left.lengths[2]), left.lengths[1] + left.lengths[3]
    return _has_winners(left) and longest > left.joint and 2 * left.joint >= others


def can_ruff(codes: Codes, suit: int, seat: int) -> bool:
    """Whether this player has trumps and none of the suit."""
    if codes[4] in (NOTRUMP, suit) or LEFT[codes[suit]].lengths[seat]:
        return False
    return bool(LEFT[codes[codes[4]]].lengths[seat])


def opponents_trumps(codes: Codes) -> int:
    """The number of trumps the opponents still hold."""
    if codes[4] == NOTRUMP:
        return 0
    lengths = LEFT[codes[codes[4]]].lengths
    return lengths[1] + lengths[3]


def _is_unfinished(codes: Codes, suit: int, plan: Plan, noted: int) -> bool:
    """Whether the statement still plays this suit.

    Not begun, or with winners, a trump to draw, the ruffs it is for, or a card to be led to; one that ran on an even
    break is played on though it did not break (70D1), but for as many cards as the claimer knew to be losers.
    """
    left = LEFT[codes[suit]]
    own_length = _own_length(codes[suit])
    is_begun = not plan.lengths or own_length < plan.lengths[suit]
    if suit == codes[4]:
        return bool(own_length and opponents_trumps(codes) > plan.forgotten) and (
            not is_begun or not left.owner & 1
        )
    if not own_length:
        return False
    if not is_begun or _has_winners(left) or any(plan.aim_at(codes, suit, seat, noted) for seat in (0, 2)):
        return True
    if suit in plan.to_run and max(left.lengths[0], left.lengths[2]) > plan.unclaimed:
        return True
    return suit in plan.for_ruffs and (can_ruff(codes, suit, 0) or can_ruff(codes, suit, 2))


def first_due(codes: Codes, plan: Plan, noted: int = 0) -> int | None:
    """The suit the statement is at, the first one named with something left to play; `None` if there is none."""
    return next((suit for suit in plan.order if _is_unfinished(codes, suit, plan, noted)), None)


def suits_due(codes: Codes, seat: int, plan: Plan, noted: int = 0) -> tuple[int, ...]:
    """The suits this player may lead without contradicting the statement; empty: it leaves him free.

    The suit it is at; if he has none of it, or is the one it is led to, any way across but trumps before their turn.
    """
    first = first_due(codes, plan, noted)
    if first is None:
        return _listed_due(codes, seat, plan, noted) if plan.listed else ()
    if LEFT[codes[first]].lengths[seat] and plan.aim_at(codes, first, seat, noted) is None:
        return (first,)
    if first == codes[4]:
        return ()
    across = (suit for suit in range(4) if suit not in (codes[4], first))
    return tuple(suit for suit in across if LEFT[codes[suit]].lengths[seat])


def _listed_due(codes: Codes, seat: int, plan: Plan, noted: int) -> tuple[int, ...]:
    """The suits listed in no order that are not finished, with trumps while any are out; if he has none, any way across."""
    due = [suit for suit in plan.listed if _is_unfinished(codes, suit, plan, noted)]
    if not due:
        return ()
    if opponents_trumps(codes) > plan.forgotten:
        due.append(codes[4])
    own = tuple(suit for suit in due if LEFT[codes[suit]].lengths[seat])
    led_to = suits_led_to(codes, seat, plan, noted) if plan.aims else ()
    return tuple(suit for suit in own if suit not in led_to) or tuple(
        suit for suit in range(4) if suit != codes[4] and LEFT[codes[suit]].lengths[seat]
    )


def suits_left_behind(codes: Codes, plan: Plan, noted: int = 0) -> tuple[int, ...]:
    """The side suits named before the one the statement is at: what is left of them are losers, and may be led as such."""
    first = first_due(codes, plan, noted)
    if first is None:
        return ()
    return tuple(suit for suit in plan.order[: plan.order.index(first)] if suit != codes[4])
