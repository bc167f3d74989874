"""The same ending with the opponents' cards otherwise divided, to see which plays live on the lie of a card."""

from collections.abc import Sequence
from functools import lru_cache

from analyser.play.suits import LEFT, Codes, Table, suit_left

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


def divided_otherwise(codes: Codes, table: Table, suit: int, shown: int) -> tuple[Codes, ...]:
    """The opponents' unplayed cards of one suit exchanged: all, the top one for a low one, the top one for another suit's.

    `shown` has a bit for each opponent and suit of which he has shown out (`1 << seat * 4 + suit`): there nothing moves.
    """
    if shown >> 4 + suit & 1 or shown >> 12 + suit & 1:
        return ()
    every = [p for p, o in enumerate(LEFT[codes[suit]].owners) if o & 1 and (suit, p) not in table]
    if not every:
        return ()
    found = []
    every.sort(key=LEFT[codes[suit]].owners.__getitem__)  # the cards of one opponent, then the other's
    top = [min(every)]
    for moved, same in ((every, False), (every, True), (top, True), (top, False)):
        after = _exchanged(codes, table, suit, shown, moved, allow_suit=same)
        if after is not None and after != codes and after not in found:
            found.append(after)
    return tuple(found)


def _exchanged(
    codes: Codes, table: Table, suit: int, shown: int, moved: list[int], *, allow_suit: bool
) -> Codes | None:
    """These cards given to the other opponent, and low ones back for them; none where there are none to give."""
    rows: list[Sequence[int]] = [LEFT[code].owners for code in codes[:4]]
    own = rows[suit] = list(rows[suit])
    excess = 0  # cards the opponent at 1 has too many
    for place in moved:
        excess += 1 if own[place] == 3 else -1
        own[place] ^= 2
    fixed = moved[0] if len(moved) == 1 else -1
    if not _evened(rows, excess, table, suit, shown, allow_suit=allow_suit, fixed=fixed):
        return None
    clubs, diamonds, hearts, spades = (
        _code(row) if isinstance(row, list) else code for row, code in zip(rows, codes[:4], strict=True)
    )
    return clubs, diamonds, hearts, spades, codes[4]


def _evened(
    owners: list[Sequence[int]],
    excess: int,
    table: Table,
    suit: int,
    shown: int,
    *,
    allow_suit: bool,
    fixed: int,
) -> bool:
    """Give back low cards until both opponents hold as many as before, and tell whether that could be done.

    A suit that changes becomes a list.
    """
    giver = 1 if excess > 0 else 3
    for _ in range(abs(excess)):
        card = _lowest(owners, table, suit, shown, giver, allow_suit=allow_suit, fixed=fixed)
        if card is None:
            return False
        row = list(owners[card[0]])
        row[card[1]] ^= 2
        owners[card[0]] = row
    return True


def _lowest(
    owners: list[Sequence[int]],
    table: Table,
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
            if row[place] == giver and place != fixed and (suit, place) not in table:
                return suit, place
    least: tuple[int, int, int] | None = None
    for other, row in enumerate(owners):
        if other == suit or giver not in row or shown >> (giver ^ 2) * 4 + other & 1:
            continue
        for place in range(len(row) - 1, -1, -1):
            if row[place] == giver and (other, place) not in table:
                if least is None or place - len(row) > least[0]:
                    least = (place - len(row), other, place)
                break
    return None if least is None else (least[1], least[2])


def _code(owners: Sequence[int]) -> int:
    code = 1
    for owner in reversed(owners):
        code = code << 2 | owner
    return code
