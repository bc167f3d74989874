"""The plausible plays of the claiming side, with the price of each step away from sensible play (`prices.toml`)."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from analyser.casefile import PlayerClass
from analyser.errors import ResourceError
from analyser.estimates.endings.suits import EMPTY, LEFT, NOTRUMP, Codes, Move, SuitLeft, Table, winning_place
from analyser.messages import sentence
from analyser.resources import text
from analyser.ruling.kinds.claim.statement import (
    Plan,
    can_ruff,
    cards_led_to,
    first_due,
    holds_top_of_stated,
    is_kept,
    opponents_trumps,
    suits_due,
    suits_led_to,
    suits_left_behind,
)

_FILE = "ruling/kinds/claim/prices.toml"


class Deviation(StrEnum):
    """The named ways in which a claimer may go wrong."""

    LOCATION = "location"
    FROM_THE_TOP = "from-the-top"
    AS_STATED = "as-stated"
    TRUMP_FORGOTTEN = "trump-forgotten"
    BELIEVED_HIGH = "believed-high"
    PARTNERS_CHOICE = "partners-choice"
    SUIT_ORDER = "suit-order"
    BLOCKING = "blocking"
    RUFF_LOST = "ruff-lost"
    LINK_THROWN = "link-thrown"
    OVERRUFFED = "overruffed"
    FINESSE = "finesse"
    NEEDLESS_FINESSE = "needless-finesse"
    HIGH_CARD_WASTED = "high-card-wasted"
    WINNER_DISCARDED = "winner-discarded"
    NOT_RUFFED = "not-ruffed"
    DUCKED = "ducked"
    LOSER_LED = "loser-led"
    NOT_FROM_THE_TOP = "not-from-the-top"
    KNOWN_TRUMP_LEFT = "known-trump-left"
    MARKED_FINESSE_MISSED = "marked-finesse-missed"
    CONTRARY_TO_STATEMENT = "contrary-to-statement"


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices for one class of player: a line is normal while its prices add up to less than the threshold."""

    threshold: int
    of: Mapping[Deviation, int]
    clauses: Mapping[Deviation, str]
    reasons: Mapping[Deviation, str]
    player: PlayerClass
    aware_from: int  # so many trumps out are not overlooked
    aware_when_led: bool  # nor any, right after leading one
    aware_when_shown_out: bool  # nor any, once an opponent has shown out


@cache
def prices_for(player: PlayerClass | None, *, irrational_out: bool = False, top_down: bool = False) -> Prices:
    """The prices for a claimer of this class.

    `irrational_out` if the Laws exclude irrational plays for everybody, `top_down` if a regulation fixes the order in
    a suit.

    >>> prices_for(PlayerClass.EXPERT).of[Deviation.SUIT_ORDER] > prices_for(PlayerClass.CLUB).of[Deviation.SUIT_ORDER]
    True
    """
    table = tomllib.loads(text(_FILE))
    who = player or PlayerClass(table["unknown_class"])
    of, clauses, reasons = {}, {}, {}
    for row in table["deviation"]:
        name = _read_deviation(row)
        of[name], clauses[name], reasons[name] = row["price"][who.value], row["clause"], row["reason"]
    for row in table["change"]:
        if (irrational_out and row["when"] == "irrational-out") or (top_down and row["when"] == "top-down"):
            name = _read_deviation(row)
            of[name], reasons[name] = row["price"][who.value], row["reason"]
    missing = sorted(set(Deviation) - set(of))
    if missing:
        raise ResourceError(sentence("deviation-without-price"), where=_FILE, found=missing[0])
    aware = table["aware"]
    return Prices(
        threshold=table["threshold"],
        of=of,
        clauses=clauses,
        reasons=reasons,
        player=who,
        aware_from=aware["outstanding_from"][who.value],
        aware_when_led=aware["just_led_trumps"],
        aware_when_shown_out=aware["counts_when_shown_out"][who.value],
    )


def _read_deviation(row: Mapping[str, Any]) -> Deviation:
    try:
        return Deviation(row["name"])
    except ValueError:
        raise ResourceError(sentence("deviation-unknown"), where=_FILE, found=str(row["name"])) from None


class PlayMoment(NamedTuple):
    """A moment of the play. The claiming side sits at 0 and 2.

    `hope` is the number of tricks still to be made, including this one; `shown` has a bit for each opponent and suit
    of which he has shown out (`1 << seat * 4 + suit`), and one for each player of the side and suit whose stated lead
    to his card is over; `beliefs` is the number of losers the claimer may still take for winners.
    """

    codes: Codes
    leader: int
    table: Table
    hope: int
    shown: int
    beliefs: int

    @property
    def seat(self) -> int:
        """The player in turn."""
        return (self.leader + len(self.table)) & 3

    def with_table(self, table: Table) -> "PlayMoment":
        """The same moment with other cards on the table."""
        return self._replace(table=table)


def stated_plays(moment: "PlayMoment", plan: Plan) -> list[Move]:
    """The plays of the player in turn that do not contradict the statement; all of them if every one does."""
    odds = play_features(moment.codes, moment.leader, moment.table, plan, noted=moment.shown)
    return [move for move, odd in odds if odd is not Deviation.CONTRARY_TO_STATEMENT] or [m for m, _ in odds]


def play_features(
    codes: Codes, leader: int, table: Table, plan: Plan, partner: int | None = None, *, noted: int = 0
) -> list[tuple[Move, Deviation | None]]:
    """Every play of the player in turn, touching cards as one, with the deviation it is, or `None` if it is natural."""
    seat = (leader + len(table)) & 3
    if seat == partner:
        return list(_plays_of_lone_hand(codes, leader, table))
    if not table:
        return list(_leads(codes, seat, plan, noted))
    led = table[0][0]
    if LEFT[codes[led]].lengths[seat]:
        led_to = cards_led_to(codes, leader, table, plan, noted)
        if led_to:
            return list(_led_to(codes, led, seat, led_to))
        follows = _following(codes, leader, table)
        if holds_top_of_stated(codes, leader, table, plan):
            tops = LEFT[codes[led]].joint
            return [(m, odd if m[1] < tops else Deviation.CONTRARY_TO_STATEMENT) for m, odd in follows]
        return list(follows)
    return list(_void(codes, leader, table, plan, noted))


def _high(left: SuitLeft, place: int) -> bool:
    """Whether no opponent holds a higher card of the suit."""
    return not left.owner & 1 and place < left.joint


def _holds_high(left: SuitLeft, seat: int) -> bool:
    return not left.owner & 1 and any(owner == seat for owner in left.owners[: left.joint])


def _leads(codes: Codes, seat: int, plan: Plan, noted: int) -> Iterator[tuple[Move, Deviation | None]]:
    partner = seat ^ 2
    better = any(
        _holds_high(LEFT[code], seat) or (LEFT[code].lengths[seat] and _holds_high(LEFT[code], partner))
        for code in codes[:4]
    )
    due = suits_due(codes, seat, plan, noted)
    behind = suits_left_behind(codes, plan, noted) if due else ()
    led_to = suits_led_to(codes, seat, plan, noted) if plan.aims else ()
    drawable = _drawable(codes, seat) and (plan.knows or plan.draws)
    for suit, code in enumerate(codes[:4]):
        if code == EMPTY:
            continue
        left = LEFT[code]
        ruff = can_ruff(codes, suit, partner)
        led_to_here = suit in led_to
        for place in left.plays[seat]:
            odd: Deviation | None = None
            if _high(left, place) or _holds_high(left, partner) or (ruff and not _holds_high(left, seat)):
                odd = Deviation.KNOWN_TRUMP_LEFT if drawable and suit != codes[4] else None
            elif _holds_high(left, seat) or (
                suit in plan.to_run and left.highest[partner] > left.highest[seat] < place
            ):
                odd = Deviation.NOT_FROM_THE_TOP
            elif better:
                odd = Deviation.LOSER_LED
            if suit in due:
                odd = _deviation_of_lead_due(odd, named=suit in plan.order)
            if led_to_here or (due and suit not in due and suit not in behind):
                odd = Deviation.CONTRARY_TO_STATEMENT
            yield (suit, place), odd


def _drawable(codes: Codes, seat: int) -> bool:
    """Whether the opponents have a trump, and this player can lead one of his side's higher trumps or lead to it."""
    if not opponents_trumps(codes):
        return False
    left = LEFT[codes[codes[4]]]
    return bool(left.lengths[seat]) and not left.owner & 1


def _deviation_of_lead_due(odd: Deviation | None, *, named: bool) -> Deviation | None:
    """The deviation of a lead in a suit the statement names: losing the lead or leaving a trump is part of the plan."""
    return None if named and odd in (Deviation.LOSER_LED, Deviation.KNOWN_TRUMP_LEFT) else odd


def _led_to(
    codes: Codes, led: int, seat: int, stated: tuple[int, ...]
) -> Iterator[tuple[Move, Deviation | None]]:
    """The plays of the hand that a suit is led to: the card stated, or one of those stated."""
    for place in LEFT[codes[led]].plays[seat]:
        yield (led, place), None if place in stated else Deviation.CONTRARY_TO_STATEMENT


def _following(codes: Codes, leader: int, table: Table) -> Iterator[tuple[Move, Deviation | None]]:
    count, led = len(table), table[0][0]
    seat = (leader + count) & 3
    left = LEFT[codes[led]]
    best = winning_place(table, codes[4])
    suit, top = table[best]
    ours = not (leader + best) & 1
    places = left.plays[seat]
    lowest = places[-1]
    if suit != led:
        for place in places:
            yield (led, place), _spare(place, lowest)
        return
    secure = ours and (count == 3 or _high(left, top))
    winning = [place for place in places if place < top]
    for place in places:
        yield (led, place), _follow(left, place, lowest, winning, table, secure=secure, ours=ours)


def _follow(
    left: SuitLeft, place: int, lowest: int, winning: list[int], table: Table, *, secure: bool, ours: bool
) -> Deviation | None:
    last = len(table) == 3
    if secure:
        return None if place == lowest else Deviation.HIGH_CARD_WASTED
    high = [card for card in winning if _high(left, card)]
    if place in winning:
        if last:
            return None if place == winning[-1] or not _high(left, place) else Deviation.HIGH_CARD_WASTED
        return None if place in high else _finesse(left, high, table)
    if ours and not last:  # partner's card is left to win
        return _finesse(left, high, table) if place == lowest else Deviation.HIGH_CARD_WASTED
    if last and winning:
        return Deviation.DUCKED
    if len(table) == 1 and not left.owner & 1 and left.joint and not high:
        return None if place == lowest else _spare(place, lowest)
    if len(table) == 2 and winning:
        return Deviation.DUCKED
    if high:
        other = len(table) == 1 and any(
            owner == left.owners[high[0]] ^ 2 for owner in left.owners[: left.joint]
        )
        return None if other and place == lowest else Deviation.DUCKED
    return None if not winning and place == lowest else _spare(place, lowest)


def _spare(place: int, lowest: int) -> Deviation | None:
    """The deviation of a card that cannot win: the lowest is natural, a high one is wasted."""
    return None if place == lowest else Deviation.HIGH_CARD_WASTED


def _finesse(left: SuitLeft, high: list[int], table: Table) -> Deviation | None:
    """The deviation of playing below the top: none while the top cards would not drop the missing ones on an even break."""
    if not high:
        return None
    tops = left.joint if not left.owner & 1 else 0
    places = {place for suit, place in table if suit == table[0][0]}
    unseen = sum(1 for place, owner in enumerate(left.owners) if owner & 1 and place not in places)
    return None if tops < unseen and (unseen + 1) // 2 >= tops else Deviation.FINESSE


def _void(
    codes: Codes, leader: int, table: Table, plan: Plan, noted: int
) -> Iterator[tuple[Move, Deviation | None]]:
    count = len(table)
    seat = (leader + count) & 3
    best = winning_place(table, codes[4])
    suit, top = table[best]
    ours = not (leader + best) & 1
    secure = ours and (count == 3 or _high(LEFT[codes[suit]], top))
    trumps = codes[4]
    ruffs = (
        [] if trumps == NOTRUMP else [p for p in LEFT[codes[trumps]].plays[seat] if suit != trumps or p < top]
    )
    partner_may = count == 1 and _holds_high(LEFT[codes[table[0][0]]], seat ^ 2)
    idle = not ours and bool(ruffs) and not partner_may
    to_ruff = bool(ruffs) and not secure and not leader & 1 and table[0][0] in plan.for_ruffs
    for other, code in enumerate(codes[:4]):
        left = LEFT[code]
        for place in left.plays[seat]:
            if other == trumps:
                odd = _ruff(place, ruffs, secure=secure)
            elif (
                to_ruff
                or (_high(left, place) and other in plan.named)
                or is_kept(codes, seat, (other, place), plan, noted)
            ):
                odd = Deviation.CONTRARY_TO_STATEMENT
            elif _high(left, place):
                odd = Deviation.NOT_RUFFED if idle else Deviation.WINNER_DISCARDED
            else:
                odd = Deviation.NOT_RUFFED if idle else None
            yield (other, place), odd


def _ruff(place: int, ruffs: list[int], *, secure: bool) -> Deviation | None:
    """The deviation of a ruff: none if it wins something; a waste on partner's winner or under a higher trump."""
    if secure or place not in ruffs:
        return Deviation.HIGH_CARD_WASTED
    return None


def _plays_of_lone_hand(codes: Codes, leader: int, table: Table) -> Iterator[tuple[Move, Deviation | None]]:
    """The plays of a claiming defender's partner, who sees his own cards only: any lead, and no trick thrown away."""
    count = len(table)
    seat = (leader + count) & 3
    if not table:
        yield from (((suit, place), None) for suit in range(4) for place in LEFT[codes[suit]].plays[seat])
        return
    led = table[0][0]
    best = winning_place(table, codes[4])
    suit, top = table[best]
    ours = not (leader + best) & 1
    places = LEFT[codes[led]].plays[seat]
    if places:
        winning = [place for place in places if suit == led and place < top]
        for place in places:
            ducked = count > 1 and winning and place not in winning and not ours
            wasted = place not in winning and place != places[-1]
            yield (led, place), Deviation.DUCKED if ducked else Deviation.HIGH_CARD_WASTED if wasted else None
        return
    trumps = codes[4]
    ruffs = [] if trumps == NOTRUMP or ours else LEFT[codes[trumps]].plays[seat]
    for other in range(4):
        left = LEFT[codes[other]]
        for place in left.plays[seat]:
            top_card = left.owner == seat and place < left.run
            if other == trumps:
                odd = Deviation.HIGH_CARD_WASTED if ours else None
            elif ruffs and count == 3:
                odd = Deviation.NOT_RUFFED
            else:
                odd = Deviation.WINNER_DISCARDED if top_card else None
            yield (other, place), odd


def mistake(moment: PlayMoment, move: Move, keeping: tuple[Move, ...], plan: Plan) -> Deviation:
    """The name of a mistake, given the plays that would have kept the trick."""
    suit, place = move
    trumps = moment.codes[4]
    if not moment.table:
        return _deviation_of_lead(moment.codes, suit, keeping, plan, moment.shown)
    if suit == moment.table[0][0]:
        return Deviation.FINESSE if _is_finesse(moment, place) else Deviation.BLOCKING
    if suit == trumps:
        higher = any(other == trumps and p < place for other, p in keeping)
        return Deviation.OVERRUFFED if higher else Deviation.SUIT_ORDER
    return Deviation.LINK_THROWN


def _deviation_of_lead(
    codes: Codes, suit: int, keeping: tuple[Move, ...], plan: Plan, noted: int
) -> Deviation:
    same = any(other == suit for other, _ in keeping)
    if first_due(codes, plan, noted) == suit:
        return Deviation.AS_STATED
    if codes[4] not in (NOTRUMP, suit) and _may_be_ruffed(codes, suit):
        return Deviation.KNOWN_TRUMP_LEFT if plan.knows or plan.draws else Deviation.TRUMP_FORGOTTEN
    if suit == codes[4] and not same:
        return Deviation.RUFF_LOST
    return Deviation.BLOCKING if same else Deviation.SUIT_ORDER


def _may_be_ruffed(codes: Codes, suit: int) -> bool:
    """Whether an opponent has a trump and none of this suit."""
    left, trumps = LEFT[codes[suit]], LEFT[codes[codes[4]]]
    return bool(opponents_trumps(codes)) and any(
        trumps.lengths[seat] and not left.lengths[seat] for seat in (1, 3)
    )


def _is_finesse(moment: PlayMoment, place: int) -> bool:
    """Whether a card wins for now, or lets partner's win, and an opponent still to play may beat it."""
    table = moment.table
    if len(table) == 3:
        return False
    suit = table[0][0]
    best = winning_place(table, moment.codes[4])
    winning = table[best][0] == suit and place < table[best][1]
    running = not (moment.leader + best) & 1
    at_risk = place if winning else table[best][1]
    above = enumerate(LEFT[moment.codes[suit]].owners[:at_risk])
    return (winning or running) and any(owner & 1 and (suit, p) not in table for p, owner in above)
