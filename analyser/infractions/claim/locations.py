"""The same ending with the opponents' cards otherwise divided, to see which plays live on the lie of a card."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from analyser.play.suits import Codes, Table, suit_left

__all__ = ["divided_otherwise", "without_luck"]


def without_luck(codes: Codes, table: Table, only: int | None = None) -> tuple[Codes, Table]:
    """The same ending with each card of the claiming side (0 and 2) that an opponent's card beats made its suit's lowest.

    In every suit or in one. What can still be made then is made with top cards and length alone, wherever the missing cards are.
    """
    clubs, diamonds, hearts, spades, strain = codes
    if only is None:
        bare = (_bare(clubs)[0], _bare(diamonds)[0], _bare(hearts)[0], _bare(spades)[0], strain)
    else:
        bare = _with(codes, only, _bare(codes[only])[0])
    if not table:
        return bare, table
    return bare, tuple(
        (suit, _bare(codes[suit])[1][place] if only in (None, suit) else place) for suit, place in table
    )


@lru_cache(maxsize=50_000)
def _bare(code: int) -> tuple[int, tuple[int, ...]]:
    """One suit so changed, and where each of its cards is then."""
    owners = suit_left(code).owners
    first = next((place for place, owner in enumerate(owners) if owner & 1), len(owners))
    order = [p for p in range(len(owners)) if p < first or owners[p] & 1]
    order += [p for p in range(first, len(owners)) if not owners[p] & 1]
    places = [0] * len(owners)
    for new, old in enumerate(order):
        places[old] = new
    return _code([owners[old] for old in order]), tuple(places)


def _with(codes: Codes, suit: int, code: int) -> Codes:
    """The same with another suit in the place of one."""
    four = list(codes)
    four[suit] = code
    return (four[0], four[1], four[2], four[3], codes[4])


def divided_otherwise(codes: Codes, table: Table, suit: int, shown: int) -> Iterator[Codes]:
    """The opponents' unplayed cards of one suit exchanged: all, the top one for a low one, the top one for another suit's.

    `shown` has a bit for each opponent and suit of which he has shown out (`1 << seat * 4 + suit`): there nothing moves.
    """
    on_table = set(table)
    left = suit_left(codes[suit])
    mine = {
        seat: [p for p, o in enumerate(left.owners) if o == seat and (suit, p) not in on_table]
        for seat in (1, 3)
    }
    if shown >> 4 + suit & 1 or shown >> 12 + suit & 1 or not (mine[1] or mine[3]):
        return
    every = mine[1] + mine[3]
    tried = {codes}
    for moved, same in ((every, False), (every, True), ([min(every)], True), ([min(every)], False)):
        owners = [list(suit_left(code).owners) for code in codes[:4]]
        excess = 0  # cards the opponent at 1 has too many
        for place in moved:
            excess += 1 if owners[suit][place] == 3 else -1
            owners[suit][place] ^= 2
        fixed = moved[0] if len(moved) == 1 else -1
        if _evened(owners, excess, on_table, suit, shown, allow_suit=same, fixed=fixed):
            rows = tuple(map(_code, owners))
            found = (rows[0], rows[1], rows[2], rows[3], codes[4])
            if found not in tried:
                tried.add(found)
                yield found


def _evened(
    owners: list[list[int]],
    excess: int,
    on_table: set[tuple[int, int]],
    suit: int,
    shown: int,
    *,
    allow_suit: bool,
    fixed: int,
) -> bool:
    """Give back low cards until both opponents hold as many as before; tell whether that could be done."""
    giver = 1 if excess > 0 else 3
    for _ in range(abs(excess)):
        card = _lowest(owners, on_table, suit, shown, giver, allow_suit=allow_suit, fixed=fixed)
        if card is None:
            return False
        owners[card[0]][card[1]] ^= 2
    return True


def _lowest(
    owners: list[list[int]],
    on_table: set[tuple[int, int]],
    suit: int,
    shown: int,
    giver: int,
    *,
    allow_suit: bool,
    fixed: int,
) -> tuple[int, int] | None:
    """The least card this opponent could hold as well as his partner: of the same suit if that may move, else the lowest.

    The card at place `fixed` of the suit has just been given to him and stays.
    """
    if allow_suit and not shown >> (giver ^ 2) * 4 + suit & 1:
        row = owners[suit]
        for place in range(len(row) - 1, -1, -1):
            if row[place] == giver and place != fixed and (suit, place) not in on_table:
                return suit, place
    least: tuple[int, int, int] | None = None
    for other, row in enumerate(owners):
        if other == suit or giver not in row or shown >> (giver ^ 2) * 4 + other & 1:
            continue
        for place in range(len(row) - 1, -1, -1):
            if row[place] == giver and (other, place) not in on_table:
                if least is None or place - len(row) > least[0]:
                    least = (place - len(row), other, place)
                break
    return None if least is None else (least[1], least[2])


def _code(owners: Sequence[int]) -> int:
    code = 1
    for owner in reversed(owners):
        code = code << 2 | owner
    return code
