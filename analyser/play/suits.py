"""What is left of one suit, as a number: who holds each card, from the top down, forgetting which ranks have gone.

Two endings in which the same players hold the highest, second highest … card of each suit are one ending.
A suit is written as base-four digits (seats), the highest card last, after a leading one.
"""

from dataclasses import dataclass

from analyser.bridge import Seat

__all__ = ["EMPTY", "SuitLeft", "reduced", "suit_left"]

EMPTY = 1
_KEEP = 400_000
_seen: dict[int, "SuitLeft"] = {}
_shorter: dict[tuple[int, int], int] = {}


@dataclass(frozen=True, slots=True)
class SuitLeft:
    """What a search asks of a suit again and again.

    `plays[seat]` names one place (0 is the top) for each run of touching cards, the lowest of the run;
    `lengths` how many each seat holds; `run` how many top cards stand together with `owner`.
    """

    plays: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    lengths: tuple[int, int, int, int]
    owner: int
    run: int


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
    north, east, south, west = (tuple(plays[seat]) for seat in Seat)
    return SuitLeft(
        (north, east, south, west),
        (owners.count(0), owners.count(1), owners.count(2), owners.count(3)),
        top,
        run,
    )


def reduced(code: int, gone: int) -> int:
    """The suit without the cards at these places (bit 0 the top card).

    >>> reduced(0b1_01_00_00, 0b010) == 0b1_01_00
    True
    """
    found = _shorter.get((code, gone))
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
        _shorter[code, gone] = found
    return found
