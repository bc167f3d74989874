"""The same ending with the opponents' cards otherwise divided, to see which plays live on the lie of a card."""

from collections.abc import Sequence
from functools import lru_cache

from analyser.estimates.endings.suits import LEFT, Codes, Table, suit_left

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
    """These cards given to the other opponent, and low ones back for them; none where there are none to give.

    An opponent is 1 or 3, so that a card changes hands by the second bit of its digit.
    """
    four = list(codes[:4])
    excess = 0  # cards the opponent at 1 has too many
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
    """The least card of another suit that the giver could hold as well as his partner."""
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
