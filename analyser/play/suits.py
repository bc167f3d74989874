"""What is left of one suit, as a number: who holds each card, from the top down, forgetting which ranks have gone.

Two endings in which the same players hold the highest, second highest … card of each suit are one ending.
A suit is written as base-four digits (seats), the highest card last, after a leading one.
"""

from dataclasses import dataclass

from analyser.bridge import Seat

__all__ = [
    "EMPTY",
    "WIDTH",
    "Codes",
    "Lefts",
    "SuitLeft",
    "Table",
    "after_trick",
    "lefts_of",
    "reduced",
    "suit_left",
    "tails_sorted",
    "winner_of",
    "winning_place",
]

Codes = tuple[int, int, int, int, int]  # what is left of clubs, diamonds, hearts and spades, and the strain
Move = tuple[int, int]  # suit, and place from the top among the cards left of it
Table = tuple[Move, ...]  # the trick in progress
Lefts = tuple["SuitLeft", "SuitLeft", "SuitLeft", "SuitLeft"]  # clubs, diamonds, hearts, spades

EMPTY = 1
WIDTH = 28  # bits for a suit where several stand in one number
_KEEP = 400_000
_seen: dict[int, "SuitLeft"] = {}
_shorter: dict[int, int] = {}
_tails: dict[int, int] = {}


@dataclass(frozen=True, slots=True)
class SuitLeft:
    """What a search asks of a suit again and again.

    `plays[seat]` names one place (0 is the top) for each run of touching cards, the lowest of the run;
    `lengths` how many each seat holds; `run` how many top cards stand together with `owner`, and `joint` how many
    with him or his partner; `upward` is `plays` from the bottom; `tops` gives for each place the highest of the same
    run; `shape` is the lengths in one number.
    """

    plays: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    lengths: tuple[int, int, int, int]
    owner: int
    run: int
    joint: int
    owners: tuple[int, ...]
    upward: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    tops: tuple[int, ...]
    shape: int


def suit_left(code: int) -> SuitLeft:
    """Who can play what in this suit.

    >>> left = suit_left(0b1_01_00_00)  # North holds the two top cards, East the third
    >>> left.plays, left.lengths, left.owner, left.run
    (((1,), (2,), (), ()), (2, 1, 0, 0), 0, 2)
    """
    found = _seen.get(code)
    if found is None:
        if len(_seen) > _KEEP:
            _seen.clear()
        found = _seen[code] = _look(code)
    return found


def lefts_of(codes: Codes) -> Lefts:
    """The four suits as `suit_left` sees them."""
    clubs, diamonds, hearts, spades, _ = codes
    return suit_left(clubs), suit_left(diamonds), suit_left(hearts), suit_left(spades)


def _look(code: int) -> SuitLeft:
    owners = []
    while code > 1:
        owners.append(code & 3)
        code >>= 2
    plays: tuple[list[int], ...] = ([], [], [], [])
    tops: list[int] = []
    for place, owner in enumerate(owners):
        tops.append(tops[-1] if place and owners[place - 1] == owner else place)
        if place + 1 == len(owners) or owners[place + 1] != owner:
            plays[owner].append(place)
    top = owners[0] if owners else 0
    run = next((place for place, owner in enumerate(owners) if owner != top), len(owners))
    joint = next((place for place, owner in enumerate(owners) if (owner ^ top) & 1), len(owners))
    north, east, south, west = (tuple(plays[seat]) for seat in Seat)
    counts = (owners.count(0), owners.count(1), owners.count(2), owners.count(3))
    upward = (north[::-1], east[::-1], south[::-1], west[::-1])
    shape = counts[0] | counts[1] << 4 | counts[2] << 8 | counts[3] << 12
    return SuitLeft(
        (north, east, south, west), counts, top, run, joint, tuple(owners), upward, tuple(tops), shape
    )


def reduced(code: int, gone: int) -> int:
    """The suit without the cards at these places (bit 0 the top card).

    >>> reduced(0b1_01_00_00, 0b010) == 0b1_01_00
    True
    """
    key = code << 13 | gone
    found = _shorter.get(key)
    if found is None:
        if len(_shorter) > _KEEP:
            _shorter.clear()
        found, shift, rest, places = 0, 0, code, gone
        while rest > 1:
            if not places & 1:
                found |= (rest & 3) << shift
                shift += 2
            rest >>= 2
            places >>= 1
        found |= 1 << shift
        _shorter[key] = found
    return found


def winning_place(table: Table, strain: int) -> int:
    """Which card of the trick is winning: its place in order of play."""
    best, (suit, top) = 0, table[0]
    for index in range(1, len(table)):
        played, place = table[index]
        if played == suit:
            if place < top:
                best, top = index, place
        elif played == strain:
            best, suit, top = index, played, place
    return best


def after_trick(codes: Codes, table: Table) -> Codes:
    """What is left after a full trick."""
    clubs, diamonds, hearts, spades, strain = codes
    (led, first), (second, b), (third, c), (fourth, d) = table
    if led == second == third == fourth:
        gone = 1 << first | 1 << b | 1 << c | 1 << d
        if led == 0:
            return (reduced(clubs, gone), diamonds, hearts, spades, strain)
        if led == 1:
            return (clubs, reduced(diamonds, gone), hearts, spades, strain)
        if led == 2:
            return (clubs, diamonds, reduced(hearts, gone), spades, strain)
        return (clubs, diamonds, hearts, reduced(spades, gone), strain)
    places = [0, 0, 0, 0]
    for suit, place in table:
        places[suit] |= 1 << place
    return (
        reduced(clubs, places[0]) if places[0] else clubs,
        reduced(diamonds, places[1]) if places[1] else diamonds,
        reduced(hearts, places[2]) if places[2] else hearts,
        reduced(spades, places[3]) if places[3] else spades,
        strain,
    )


def winner_of(table: Table, leader: int, strain: int) -> int:
    """Who wins a full trick."""
    return leader + winning_place(table, strain) & 3


def tails_sorted(codes: Codes, side: int) -> Codes:
    """The cards lower than every card of this side (0 or 1) sorted by holder.

    Which opponent of the side has the higher of them hardly ever matters to it.
    """
    clubs, diamonds, hearts, spades = (_tail_sorted(code, side) for code in codes[:4])
    return (clubs, diamonds, hearts, spades, codes[4])


def _tail_sorted(code: int, side: int) -> int:
    key = code << 1 | side
    found = _tails.get(key)
    if found is None:
        if len(_tails) > _KEEP:
            _tails.clear()
        owners = suit_left(code).owners
        start = len(owners)
        while start and owners[start - 1] & 1 != side:
            start -= 1
        found = 1
        for owner in reversed((*owners[:start], *sorted(owners[start:]))):
            found = found << 2 | owner
        _tails[key] = found
    return found
