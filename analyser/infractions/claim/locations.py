"""The same ending with the opponents' cards otherwise divided, to see which plays live on the lie of a card."""

from collections.abc import Iterator

from analyser.play.suits import Codes, Table, suit_left

__all__ = ["divided_otherwise", "without_luck"]


def without_luck(codes: Codes, table: Table, only: int | None = None) -> tuple[Codes, Table]:
    """The same ending with each card of the claiming side (0 and 2) that an opponent's card beats made its suit's lowest.

    In every suit or in one. What can still be made then is made with top cards and length alone, wherever the missing cards are.
    """
    rows, places = [], {}
    for suit, code in enumerate(codes[:4]):
        owners = suit_left(code).owners
        first = next((place for place, owner in enumerate(owners) if owner & 1), len(owners))
        if only not in (None, suit):
            first = len(owners)
        order = [p for p in range(len(owners)) if p < first or owners[p] & 1]
        order += [p for p in range(first, len(owners)) if not owners[p] & 1]
        places.update({(suit, old): new for new, old in enumerate(order)})
        rows.append([owners[old] for old in order])
    return _code(rows, codes[4]), tuple((suit, places[suit, place]) for suit, place in table)


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
        for place in moved:
            owners[suit][place] ^= 2
        if _evened(
            owners,
            codes,
            on_table,
            suit,
            shown,
            allow_suit=same,
            fixed=set() if len(moved) > 1 else set(moved),
        ):
            found = _code(owners, codes[4])
            if found not in tried:
                tried.add(found)
                yield found


def _evened(
    owners: list[list[int]],
    codes: Codes,
    on_table: set[tuple[int, int]],
    suit: int,
    shown: int,
    *,
    allow_suit: bool,
    fixed: set[int],
) -> bool:
    """Give back low cards until both opponents hold as many as before; tell whether that could be done."""
    before = [sum(suit_left(code).lengths[seat] for code in codes[:4]) for seat in range(4)]
    excess = sum(row.count(1) for row in owners) - before[1]
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
    fixed: set[int],
) -> tuple[int, int] | None:
    """The least card this opponent could hold as well as his partner: of the same suit if that may move, else the lowest."""
    choices = []
    for other in range(4):
        if (other == suit and not allow_suit) or shown >> (giver ^ 2) * 4 + other & 1:
            continue
        for place, owner in enumerate(owners[other]):
            if owner == giver and (other, place) not in on_table and not (other == suit and place in fixed):
                choices.append((other != suit, place - len(owners[other]), other, place))
    if not choices:
        return None
    same = [c for c in choices if not c[0]]
    best = max(same or choices, key=lambda c: c[3] if same else c[1])
    return best[2], best[3]


def _code(owners: list[list[int]], strain: int) -> Codes:
    found = []
    for row in owners:
        code = 1
        for owner in reversed(row):
            code = code << 2 | owner
        found.append(code)
    return (found[0], found[1], found[2], found[3], strain)
