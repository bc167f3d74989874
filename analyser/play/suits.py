"""What is left of one suit, as a number: who holds each card, from the top down, forgetting which ranks have gone.

Two endings in which the same players hold the highest, second highest … card of each suit are one ending.
A suit is written as base-four digits (seats), the highest card last, after a leading one.
"""

from dataclasses import dataclass

from analyser.bridge import Seat

__all__ = [
    "EMPTY",
    "Codes",
    "SuitLeft",
    "Table",
    "after_trick",
    "reduced",
    "suit_left",
    "tails_sorted",
    "winning_place",
]

Codes = tuple[int, int, int, int, int]  # what is left of clubs, diamonds, hearts and spades, and the strain
Move = tuple[int, int]  # suit, and place from the top among the cards left of it
Table = tuple[Move, ...]  # the trick in progress

EMPTY = 1
_KEEP = 400_000
_seen: dict[int, "SuitLeft"] = {}
_shorter: dict[int, int] = {}
_tails: dict[int, int] = {}


@dataclass(frozen=True, slots=True)
class SuitLeft:
    """What a search asks of a suit again and again.

    `plays[seat]` names one place (0 is the top) for each run of touching cards, the lowest of the run;
    `lengths` how many each seat holds; `run` how many top cards stand together with `owner`, and `joint` how many
    with him or his partner; `upward` is `plays` from the bottom.
    """

    plays: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    lengths: tuple[int, int, int, int]
    owner: int
    run: int
    joint: int
    owners: tuple[int, ...]
    upward: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


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


def _look(code: int) -> SuitLeft:
    owners = []
    while code > 1:
        owners.append(code & 3)
        code >>= 2
    plays: tuple[list[int], ...] = ([], [], [], [])
    for place, owner in enumerate(owners):
        if place + 1 == len(owners) or owners[place + 1] != owner:
            plays[owner].append(place)
    top = owners[0] if owners else 0
    run = next((place for place, owner in enumerate(owners) if owner != top), len(owners))
    joint = next((place for place, owner in enumerate(owners) if (owner ^ top) & 1), len(owners))
    north, east, south, west = (tuple(plays[seat]) for seat in Seat)
    counts = (owners.count(0), owners.count(1), owners.count(2), owners.count(3))
    upward = (north[::-1], east[::-1], south[::-1], west[::-1])
    return SuitLeft((north, east, south, west), counts, top, run, joint, tuple(owners), upward)


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


def after_trick(codes: Codes, leader: int, table: Table) -> tuple[Codes, int]:
    """What is left after a full trick, and who won it."""
    left = list(codes)
    if table[0][0] == table[1][0] == table[2][0] == table[3][0]:
        suit, place = table[0]
        gone = 1 << place | 1 << table[1][1] | 1 << table[2][1] | 1 << table[3][1]
        left[suit] = reduced(left[suit], gone)
    else:
        places = [0, 0, 0, 0]
        for suit, place in table:
            places[suit] |= 1 << place
        for suit in range(4):
            if places[suit]:
                left[suit] = reduced(left[suit], places[suit])
    winner = (leader + winning_place(table, codes[4])) & 3
    return (left[0], left[1], left[2], left[3], left[4]), winner


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
