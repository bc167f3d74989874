"""What is left of one suit as a number: the holder of each card from the top down, whatever ranks have gone.

Two endings in which the same players hold the highest, second highest … card of each suit are the same ending. A suit
is written as base-four digits (seats), the highest card last, after a leading one.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Codes = tuple[int, int, int, int, int]  # what is left of clubs, diamonds, hearts and spades, and the strain
Move = tuple[int, int]  # suit, and place from the top among the cards left in it
Table = tuple[Move, ...]  # the trick in progress
Lefts = tuple["SuitLeft", "SuitLeft", "SuitLeft", "SuitLeft"]  # clubs, diamonds, hearts, spades

EMPTY = 1
NOTRUMP = 4
VOID = 13  # the place of a missing card: below all others
WIDTH = 28  # bits per suit where several suits share one number
KEEP = 400_000  # entries of a cache; then it is emptied, so that long searches do not fill the memory


@dataclass(frozen=True, slots=True)
class SuitLeft:
    """What a search needs to know of a suit again and again.

    `plays[seat]` is one place (0 is the top) for each run of touching cards, the lowest of the run; `lengths` is the
    number of cards of each seat; `run` is the number of top cards that `owner` holds in sequence, and `joint` the
    number he and his partner hold; `cash` is the number of tricks he takes on lead while nobody ruffs, including small
    cards of a suit he clears; `gap` is whether a card of East or West lies above one of North or South, or above
    nothing; `highest` is the first of each seat's `plays`, and `masks` are all of them, one bit per place; `tops` is
    for each place the highest of the same run; `shape` is the lengths in one number.
    """

    plays: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    lengths: tuple[int, int, int, int]
    owner: int
    run: int
    joint: int
    cash: int
    gap: bool
    owners: tuple[int, ...]
    highest: tuple[int, int, int, int]
    masks: tuple[int, int, int, int]
    tops: tuple[int, ...]
    shape: int


Value = TypeVar("Value")


class Memo(dict[int, Value], Generic[Value]):
    """A function of an integer as a dictionary: each value is computed at first use and cached."""

    def __init__(self, reckon: Callable[[int], Value]) -> None:
        self.reckon = reckon

    def __missing__(self, key: int) -> Value:
        """Compute a value asked for the first time."""
        if len(self) > KEEP:
            self.clear()
        value = self[key] = self.reckon(key)
        return value


def lefts_of(codes: Codes) -> Lefts:
    """The four suits decoded."""
    clubs, diamonds, hearts, spades, _ = codes
    return LEFT[clubs], LEFT[diamonds], LEFT[hearts], LEFT[spades]


def _look(code: int) -> SuitLeft:
    """A suit decoded: who can play what.

    >>> left = _look(0b1_01_00_00)  # North holds the two top cards, East the third
    >>> left.plays, left.lengths, left.owner, left.run
    (((1,), (2,), (), ()), (2, 1, 0, 0), 0, 2)
    """
    owners: list[int] = []
    tops: list[int] = []
    plays: tuple[list[int], ...] = ([], [], [], [])
    counts, masks, highest = [0, 0, 0, 0], [0, 0, 0, 0], [VOID, VOID, VOID, VOID]
    last = start = place = 0
    run = joint = -1
    while code > 1:
        owner = code & 3
        code >>= 2
        if place == 0:
            last = owner
        elif owner != last:
            _ends(plays, masks, highest, last, place - 1)
            run = place if run < 0 else run
            joint = place if joint < 0 and (owner ^ owners[0]) & 1 else joint
            last, start = owner, place
        counts[owner] += 1
        owners.append(owner)
        tops.append(start)
        place += 1
    if place:
        _ends(plays, masks, highest, last, place - 1)
    top = owners[0] if owners else 0
    run = place if run < 0 else run
    joint = place if joint < 0 else joint
    clears = all(count <= run for seat, count in enumerate(counts) if seat != top)
    return SuitLeft(
        (tuple(plays[0]), tuple(plays[1]), tuple(plays[2]), tuple(plays[3])),
        (counts[0], counts[1], counts[2], counts[3]),
        top,
        run,
        joint,
        counts[top] if clears else run,
        bool(top & 1 or joint < counts[0] + counts[2]),
        tuple(owners),
        (highest[0], highest[1], highest[2], highest[3]),
        (masks[0], masks[1], masks[2], masks[3]),
        tuple(tops),
        counts[0] | counts[1] << 4 | counts[2] << 8 | counts[3] << 12,
    )


def _ends(plays: tuple[list[int], ...], masks: list[int], highest: list[int], seat: int, place: int) -> None:
    """Record that a run of touching cards of this seat ends at this place."""
    if not plays[seat]:
        highest[seat] = place
    plays[seat].append(place)
    masks[seat] |= 1 << place


LEFT = Memo(_look)
"""Decoded suits by their number."""


def remove_places(code: int, gone: int) -> int:
    """The suit without the cards at these places (bit 0 is the top card).

    >>> remove_places(0b1_01_00_00, 0b010) == 0b1_01_00
    True
    """
    return SHORTER[code << 13 | gone]


def _remove_from_key(key: int) -> int:
    """A suit without the places that go, from one key: `code << 13 | gone`."""
    code, gone = key >> 13, key & 0x1FFF
    code_left = shift = 0
    while code > 1:
        if not gone & 1:
            code_left |= (code & 3) << shift
            shift += 2
        code >>= 2
        gone >>= 1
    return code_left | 1 << shift


SHORTER = Memo(_remove_from_key)
"""Suits after removal, by code and places in one number."""


def winning_place(table: Table, strain: int) -> int:
    """The index, in order of play, of the card that is winning the trick."""
    best = index = 0
    suit, top = table[0]
    for played, place in table:
        if played == suit:
            if place < top:
                best, top = index, place
        elif played == strain:
            best, suit, top = index, played, place
        index += 1  # noqa: SIM113 - faster than enumerate here, and called very often
    return best


def remove_trick(codes: Codes, table: Table) -> Codes:
    """What is left after a full trick."""
    clubs, diamonds, hearts, spades, strain = codes
    (led, first), (second, b), (third, c), (fourth, d) = table
    if led == second == third == fourth:
        gone = 1 << first | 1 << b | 1 << c | 1 << d
        if led == 0:
            return (remove_places(clubs, gone), diamonds, hearts, spades, strain)
        if led == 1:
            return (clubs, remove_places(diamonds, gone), hearts, spades, strain)
        if led == 2:
            return (clubs, diamonds, remove_places(hearts, gone), spades, strain)
        return (clubs, diamonds, hearts, remove_places(spades, gone), strain)
    places = [0, 0, 0, 0]
    for suit, place in table:
        places[suit] |= 1 << place
    return (
        remove_places(clubs, places[0]) if places[0] else clubs,
        remove_places(diamonds, places[1]) if places[1] else diamonds,
        remove_places(hearts, places[2]) if places[2] else hearts,
        remove_places(spades, places[3]) if places[3] else spades,
        strain,
    )


def winner_of(table: Table, leader: int, strain: int) -> int:
    """The winner of a full trick."""
    return leader + winning_place(table, strain) & 3


def tails_sorted(codes: Codes, side: int) -> Codes:
    """The suits with the cards lower than every card of this side (0 or 1) sorted by holder.

    Which opponent of the side holds the higher of them hardly ever matters to it.
    """
    clubs, diamonds, hearts, spades, strain = codes
    return (
        _SORTED[clubs << 1 | side],
        _SORTED[diamonds << 1 | side],
        _SORTED[hearts << 1 | side],
        _SORTED[spades << 1 | side],
        strain,
    )


def _tail_sorted(key: int) -> int:
    """A suit with its tail sorted (see `tails_sorted`), from one key: `code << 1 | side`."""
    owners, side = LEFT[key >> 1].owners, key & 1
    start = len(owners)
    while start and owners[start - 1] & 1 != side:
        start -= 1
    sorted_code = 1
    for owner in reversed((*owners[:start], *sorted(owners[start:]))):
        sorted_code = sorted_code << 2 | owner
    return sorted_code


_SORTED = Memo(_tail_sorted)

_LOW = 0  # no card is to be beaten
NO_TRUMPS = (0, 0, 0, 0)


def _order_cards(key: int) -> tuple[Move, ...]:
    """Cards of one suit (`suit << 17 | bar << 13 | places`): the cheapest above `bar`, then the others from the bottom."""
    suit, bar = key >> 17, key >> 13 & 15
    places = [place for place in range(VOID - 1, -1, -1) if key >> place & 1]
    above = [(suit, place) for place in places if place < bar]
    return (*above, *((suit, place) for place in places if place >= bar))


_ORDERED = Memo(_order_cards)


def leads(lefts: Lefts, strain: int, seat: int) -> list[Move]:
    """Leads in the order to try: winners, suits partner wins, the rest from the bottom; last what may be ruffed."""
    winners: list[Move] = []
    across: list[Move] = []
    others: list[Move] = []
    ruffed: list[Move] = []
    trumps = NO_TRUMPS if strain == NOTRUMP else lefts[strain].masks
    for suit in range(4):
        left = lefts[suit]
        mask = left.masks[seat]
        if not mask:
            continue
        moves = _ORDERED[suit << 17 | mask]
        masks = left.masks
        if suit != strain and (
            (trumps[seat + 1 & 3] and not masks[seat + 1 & 3])
            or (trumps[seat + 3 & 3] and not masks[seat + 3 & 3])
        ):
            ruffed += moves
        elif left.owner == seat:
            winners.append(moves[-1])
            others += moves[:-1]
        elif left.owner == seat ^ 2 or (trumps[seat ^ 2] and not masks[seat ^ 2] and suit != strain):
            across += moves
        else:
            others += moves
    return winners + across + others + ruffed


def second_hand(lefts: Lefts, strain: int, seat: int, led: int, top: int) -> tuple[Move, ...] | list[Move]:
    """Second-hand plays in the order to try after the lead of the card at place `top`; partner plays last."""
    left = lefts[led]
    mask = left.masks[seat]
    if not mask:
        return _void(lefts, strain, seat, led, top, ours=False)
    bar = _LOW
    if mask & mask - 1:
        third, fourth = left.highest[seat + 1 & 3], left.highest[seat ^ 2]
        ruffs = strain not in (NOTRUMP, led)
        if not (ruffs and third == VOID and lefts[strain].masks[seat + 1 & 3]):
            bar = min(third, top)
            if fourth < bar or (ruffs and fourth == VOID and lefts[strain].masks[seat ^ 2]):
                bar = _LOW
    return _ORDERED[led << 17 | bar << 13 | mask]


def third_hand(
    lefts: Lefts, strain: int, seat: int, led: int, suit: int, top: int, *, ours: bool
) -> tuple[Move, ...] | list[Move]:
    """Third-hand plays in the order to try; the winning card so far, `top` of `suit`, is partner's or not (`ours`)."""
    left = lefts[led]
    mask = left.masks[seat]
    if not mask:
        return _void(lefts, strain, seat, suit, top, ours=ours)
    bar = _LOW
    if mask & mask - 1 and suit == led:
        last = left.highest[seat + 1 & 3]
        ruffed = last == VOID and strain not in (NOTRUMP, led) and lefts[strain].masks[seat + 1 & 3]
        if not ruffed and (not ours or last < top):
            bar = min(last, top)
    return _ORDERED[led << 17 | bar << 13 | mask]


def fourth_hand(
    lefts: Lefts, strain: int, seat: int, led: int, suit: int, top: int, *, ours: bool
) -> tuple[Move, ...] | list[Move]:
    """Fourth-hand plays in the order to try: as cheaply as possible over the winning card, unless it is partner's."""
    mask = lefts[led].masks[seat]
    if not mask:
        return _void(lefts, strain, seat, suit, top, ours=ours)
    return _ORDERED[led << 17 | (_LOW if ours or suit != led else top) << 13 | mask]


def _void(lefts: Lefts, strain: int, seat: int, suit: int, top: int, *, ours: bool) -> list[Move]:
    """Discards, the lowest of each suit first, and ruffs: these first where the trick is not ours yet."""
    lowest: list[Move] = []
    others: list[Move] = []
    for other in range(4):
        mask = lefts[other].masks[seat]
        if mask and other != strain:
            moves = _ORDERED[other << 17 | mask]
            lowest.append(moves[0])
            others += moves[1:]
    mask = 0 if strain == NOTRUMP else lefts[strain].masks[seat]
    if not mask:
        return lowest + others
    trumps = _ORDERED[strain << 17 | mask]
    ruffs = [move for move in trumps if suit != strain or move[1] < top]
    under = [move for move in trumps if suit == strain and move[1] > top]
    return lowest + others + ruffs + under if ours else ruffs + lowest + others + under


def _distinct_cards(key: int) -> tuple[Move, ...]:
    """An opponent's cards of one suit (`code << 4 | suit << 2 | seat`) that differ for North-South.

    His highest, one for each gap that holds a card of North-South, and his lowest.
    """
    suit, left = key >> 2 & 3, LEFT[key >> 4]
    places = left.plays[key & 3]
    apart = list(places[:1])
    for upper, lower in itertools.pairwise(places):
        if any(not owner & 1 for owner in left.owners[upper:lower]):
            apart.append(lower)
    if places and apart[-1] != places[-1]:
        apart.append(places[-1])
    return tuple((suit, place) for place in apart)


_APART = Memo(_distinct_cards)


def worth_trying(codes: Codes, seat: int, led: int | None) -> tuple[Move, ...] | list[Move]:
    """East's or West's plays to search: of cards that differ only between the two of them, the highest and the lowest."""
    if led is None:
        clubs, diamonds, hearts, spades, _ = codes
        return (
            _APART[clubs << 4 | seat]
            + _APART[diamonds << 4 | 4 | seat]
            + _APART[hearts << 4 | 8 | seat]
            + _APART[spades << 4 | 12 | seat]
        )
    if LEFT[codes[led]].lengths[seat]:
        return _APART[codes[led] << 4 | led << 2 | seat]
    moves: list[Move] = []
    for suit in range(4):
        places = LEFT[codes[suit]].plays[seat]
        if places:
            moves += [(suit, place) for place in places] if suit == codes[4] else [(suit, places[-1])]
    return moves
