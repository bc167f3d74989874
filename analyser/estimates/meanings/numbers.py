"""Numbers of an explanation: lengths with their suits, ranges of points, shapes, shortness, keycards, denials."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from analyser.estimates.meanings.boxes import ANY, Box, Union, distinct, points_box, shape_box, suit_box
from analyser.estimates.meanings.cursor import (
    ORDINALS,
    PASSED_OVER,
    SUIT_TERMS,
    Cursor,
    measures_of,
    number_at,
    suit_named,
    suits_at,
)
from analyser.estimates.meanings.defence import pair_of_suits
from analyser.estimates.meanings.situation import Situation
from analyser.estimates.meanings.tokens import OPEN

SHORT: Final = {"short": (0, 1), "singleton": (1, 1), "void": (0, 0), "doubleton": (2, 2)}


def read_negation(cursor: Cursor) -> bool:
    """`no 4-card major`, `denies 3 spades`, `no major`, `no support`; other denials say nothing here."""
    if cursor.term() != "no":
        return False
    ahead = cursor.skip(1, PASSED_OVER)
    bounds = number_at(cursor, ahead)
    least = 4
    if bounds is not None:
        least, ahead = bounds[0], cursor.skip(ahead + bounds[2], PASSED_OVER)
    suits, taken = suits_at(cursor, ahead)
    term = cursor.term(ahead)
    if suits:
        names = [
            name
            for suit in suits
            for name in (("M",) if suit == "majors" else ("m",) if suit == "minors" else (suit,))
        ]
        if cursor.token(ahead + taken).text in ORDINALS:
            least, taken = ORDINALS[cursor.token(ahead + taken).text], taken + 1
        cursor.add("plain", ({name: (0, max(0, least - 1)) for name in names},), ahead + taken)
    elif term == "support" and cursor.seen.partner:
        low = 3 if bounds is None else least
        cursor.add("plain", suit_box(cursor.seen.partner, 0, max(0, low - 1)), ahead + 1)
    elif bounds is not None and 4 <= least <= 6 and cursor.term(ahead - 1) == "card":
        cursor.add("plain", (dict.fromkeys("SHDC", (0, least - 1)),), ahead)
    else:
        cursor.place += max(ahead + 1, 1)
    return True


_CALLS_NAMED: Final = frozenset(
    ("puppettosuit", "relay", "forcing", "retransfer", "completes", "raise", "truscott", "puppet")
)
"""Terms behind which a number and a suit name a call: `puppet to 3C`, `a raise to 3S`."""


def _is_length(low: int, high: int) -> bool:
    """Whether numbers before a suit count its cards rather than points."""
    if high == OPEN:
        return low <= 7
    return high <= 8 and (high - low <= 2 or (low == 0 and high <= 4) or low >= 4)


def read_number(cursor: Cursor) -> bool:  # noqa: C901 - one branch for each thing a number may count
    """A length with its suit, support, keycards, a length of the suit bid, or points."""
    bounds = number_at(cursor)
    if bounds is None:
        return False
    low, high, length = bounds
    after = cursor.skip(length, frozenset(("card", "fill", "exactly", "long")))
    counted = cursor.term(length)
    suits, taken = suits_at(cursor, after)
    previous = cursor.term(-1)
    before = cursor.term(-2) if previous == "fill" else previous
    if before in _CALLS_NAMED and suits and low == high and (previous == "fill" or before != "raise"):
        cursor.place += after + taken  # a call is named, as in `puppet to 3C`
    elif low == high == 1 and suits and suits[0] in ("M", "m") and counted != "card":
        cursor.place += length  # one major: the suit is read next
    elif counted == "points" or (counted == "and" and cursor.term(length + 1) == "points"):
        _add_counted_points(cursor, low, high, length + 1 + (counted == "and"))
    elif cursor.term(after) in ("keycards", "aces", "kings", "controls", "keycard"):
        _add_cards(cursor, low, high, after)
    elif suits and _is_length(low, high):
        _add_length(cursor, low, high, suits, after + taken)
    elif cursor.term(after) == "support" and low <= 6:
        seen = cursor.seen
        cursor.add("plain", suit_box(seen.partner, low, min(high, 13)) if seen.partner else ANY, after + 1)
    elif cursor.term(after) == "raise" and low <= 6 and cursor.seen.partner:
        cursor.add("plain", suit_box(cursor.seen.partner, low, 13), after)
    elif _counts_trumps(cursor, counted, low) or (
        counted == "card" and cursor.term(after) in _RAISING and cursor.seen.partner
    ):
        most = 13 if low >= 4 and cursor.term() != "exactly" else min(high, 13)  # four trumps or more
        cursor.add("plain", suit_box(cursor.seen.partner, low, most), after)
    elif counted == "card" and low <= 9:
        suit = _carded(cursor)
        top = 13 if cursor.seen.opens and suit == cursor.seen.suit and low <= 4 else min(high, 13)
        cursor.add("plain", suit_box(suit, low, top) if suit else ANY, after)
    else:
        _add_bare(cursor, low, high, length)
    return True


def _add_counted_points(cursor: Cursor, low: int, high: int, length: int) -> None:
    """A range of points, or one end of it: `ten points or more`."""
    after = cursor.term(length)
    if after == "ormore":
        high, length = 37, length + 1
    elif after == "orless":
        low, length = 0, length + 1
    cursor.add("plain", points_box(low, min(high, 37)), length)


_RAISING: Final = frozenset(("limit", "mixed", "drury", "bergen", "raise", "truscott", "good", "inverted"))
_SUPPORTING: Final = frozenset(("support", "raise", "limit", "mixed"))


def _counts_trumps(cursor: Cursor, counted: str, low: int) -> bool:
    """Whether a length without a suit counts partner's: `fit, four cards`, `appoggio quarto`."""
    if not cursor.seen.partner or low > 6 or (counted != "card" and cursor.token().text not in ORDINALS):
        return False
    return any(token.text in _SUPPORTING for token in cursor.tokens[: cursor.place])


def _carded(cursor: Cursor) -> str:
    """The suit whose length `five cards` gives: the only one named, else the one a transfer shows, else the one bid."""
    named = {
        SUIT_TERMS[token.text] for token in cursor.tokens if token.kind == "term" and token.text in SUIT_TERMS
    }
    if len(named) == 1:
        return named.pop()
    if any(token.text in ("transfer", "texas") for token in cursor.tokens):
        return cursor.seen.transfer_target
    return cursor.seen.suit


def _add_length(cursor: Cursor, low: int, high: int, suits: Sequence[str], length: int) -> None:
    after = cursor.term(length)
    if after == "ormore":
        high, length = OPEN, length + 1
    elif after == "orless":
        low, length = 0, length + 1
    elif (
        after == "and"
        and cursor.token(length).source == "+"
        and cursor.token(length + 1).kind in ("end", "sign")
    ):
        high, length = OPEN, length + 1
    bound = (low, min(high, 13))
    seen = cursor.seen
    if suits == ["M"] and seen.opens and seen.level == 1 and seen.suit in ("S", "H"):
        suits, bound = [seen.suit], (low, 13)  # a five-card major: the one that was opened
    if len(suits) == 1:
        shown: Union = (dict.fromkeys(measures_of(suits[0]), bound),)
    else:
        shown = tuple({measure: bound} for suit in suits for measure in measures_of(suit))
    cursor.add("plain", shown, length)


def _add_cards(cursor: Cursor, low: int, high: int, after: int) -> None:
    """Aces, kings or keycards; keycards count the king of the suit agreed."""
    name = cursor.term(after)
    most = min(high, 4)
    trump = cursor.seen.agreed
    if name in ("aces", "kings") and low <= 4:
        measure = "A" if name == "aces" else "K"
        cursor.add("plain", ({measure: (low, max(low, most))},), after + 1)
    elif name in ("keycards", "keycard") and low <= 5:
        cursor.add("plain", keycards_box(low, high, trump), after + 1)
    else:
        cursor.place += after + 1


def keycards_box(low: int, high: int, trump: str) -> Union:
    """So many of the four aces and the king of trumps; without a suit agreed one ace fewer will do."""
    out: list[Box] = []
    for count in range(low, min(high, 5) + 1):
        if trump and count >= 1:
            out.append({"A": (count - 1, count - 1), f"{trump}K": (1, 1)})
        if count <= 4:
            out.append({"A": (count, count)})
    return tuple(out)


def _add_bare(cursor: Cursor, low: int, high: int, length: int) -> None:
    """A number without a word: points from eight on or in a range of points, else cards of the suit bid."""
    seen = cursor.seen
    is_open, alone = high == OPEN, len(cursor.tokens) <= length + 2
    if high != low and (
        (is_open and low >= 7) or (not is_open and (high >= 8 or (low <= 2 and high >= 3) or high - low >= 2))
    ):
        if low <= 37:
            _add_points(cursor, low, min(high, 37), length)
            return
    elif low == high and 8 <= low <= 25 and alone:
        cursor.add("plain", points_box(low, low), length)
        return
    elif seen.suit and low <= 7 and (high != low or alone) and (low >= 2 or is_open):
        top = 13 if is_open or (low == high and seen.opens) else min(high, 13)
        shown: Union = suit_box(seen.suit, low, top)
        cursor.add("plain", shown, length)
        return
    elif seen.is_double and is_open and 4 <= low <= 6:
        _add_points(cursor, low, 37, length)
        return
    cursor.place += length


def _add_points(cursor: Cursor, low: int, high: int, length: int) -> None:
    """Points; `8-10 or 16+` behind other items are two ranges of the same hand."""
    shown = points_box(low, high)
    joint = cursor.term(length)
    if (joint == "or" or cursor.token(length).text == "/") and cursor.in_part:
        other = number_at(cursor, length + 1)
        if other is not None and other[1] >= 8 and not suits_at(cursor, length + 1 + other[2])[0]:
            shown = distinct((*shown, *points_box(other[0], min(other[1], 37))))
            length += 1 + other[2]
    cursor.add("plain", shown, length + (cursor.term(length) == "points"))


def read_keycards(cursor: Cursor) -> bool:
    """`1/4`, `0 or 3`: answers to an ace question."""
    token = cursor.token()
    low, high, length = token.low, token.high, 1
    if token.kind == "number" and cursor.term(1) == "or" and cursor.token(2).kind == "number":
        low, high, length = token.low, cursor.token(2).low, 3
    elif cursor.seen.answers_aces and token.kind == "range" and (low, high) in ((0, 3), (1, 4)):
        pass
    elif cursor.seen.answers_aces and token.kind == "number" and low <= 5:
        high = low
    elif token.kind != "either":
        return False
    if low != high and (low, high) not in ((0, 3), (1, 4), (2, 5), (0, 4), (1, 3)):
        return False
    after = cursor.skip(length, frozenset(("fill",)))
    named = cursor.term(after) in ("keycards", "aces", "keycard", "controls")
    if suits_at(cursor, after)[0]:
        return False
    trump = "" if cursor.term(after) == "aces" else cursor.seen.agreed
    counts = (low,) if low == high else (low, high)
    shown = distinct(bounds for count in counts for bounds in keycards_box(count, count, trump))
    cursor.add("plain", shown, after + 1 if named else length)
    return True


def read_pair(cursor: Cursor) -> bool:
    """`5-5 majors`, `5/4 !s+m`, `5-5`: two suits with their lengths."""
    token = cursor.token()
    if token.kind != "pair":
        return False
    long, short = max(token.low, token.high), min(token.low, token.high)
    suits = _pair_suits(cursor)
    seen = cursor.seen
    if cursor.term(1) == "support" or (long <= 4 and short <= 3 and len(suits) < 2):
        cursor.place += 1
        return True
    if len(suits) == 2:
        first, second = suits
        ordered = (
            token.low != token.high
            and cursor.token(1).text not in ("majors", "minors")
            and "M" not in suits
            and "m" not in suits
        )
        shown: Union = (
            ({first: (token.low, 13), second: (token.high, 13)},)
            if ordered
            and first != second
            and cursor.tokens[cursor.place + 1 :][:1]
            and suit_named(cursor, 1) == first
            else pair_of_suits(first, second, long, short)
            if first != second
            else (
                {suit_a: (long, 13), suit_b: (short, 13)}
                for suit_a, suit_b in permutations(measures_of(first), 2)
            )  # type: ignore[assignment]
        )
        shown = tuple(shown)
    elif len(suits) == 1 and suits[0] in ("M", "m"):
        first, second = measures_of("majors" if suits[0] == "M" else "minors")
        shown = pair_of_suits(first, second, long, short)
    elif len(suits) == 1:
        others = [suit for suit in "SHDC" if suit != suits[0]]
        shown = (
            tuple({suits[0]: (short, 13), other: (short, 13)} for other in others)
            if long == short
            else tuple({suits[0]: (long, 13), other: (short, 13)} for other in others)
        )
    else:
        shown = unnamed_pair(seen, long, short)
    cursor.add("plain", distinct(shown) if len(shown) <= 12 else ANY, 1)
    return True


def unnamed_pair(seen: Situation, long: int, short: int) -> Union:
    """Five-five in suits nobody names: the suit bid and another, or any two the opponents have not bid."""
    open_suits = [suit for suit in "SHDC" if suit not in seen.theirs_all]
    if seen.suit and seen.suit in open_suits and not seen.is_cue:
        others = [suit for suit in open_suits if suit != seen.suit]
        return tuple({seen.suit: (long, 13), other: (short, 13)} for other in others)
    ways = list(permutations(open_suits, 2))
    return tuple({first: (long, 13), second: (short, 13)} for first, second in ways)


def _pair_suits(cursor: Cursor) -> list[str]:
    """The two suits a pair of lengths belongs to: those named in the same part, behind it first."""
    names: list[str] = []
    for step in (1, -1):
        place = cursor.place + step
        while 0 <= place < len(cursor.tokens) and len(names) < 2:
            token = cursor.tokens[place]
            if token.kind in ("number", "range", "pair") or token.text == "or":
                break
            name = suit_named(cursor, place - cursor.place)
            measures = measures_of(name) if name else []
            names = [*names, *measures] if step > 0 else [*measures, *names]
            place += step
        if names:
            break
    return list(dict.fromkeys(names))[:2]


def read_shape(cursor: Cursor) -> bool:
    """`4441`, `5-4-3-1` in any order; `4=4=4=1` in the order of the suits."""
    token = cursor.token()
    if token.kind != "shape":
        return False
    lengths = [int(digit) for digit in token.text if digit.isdigit()]
    if "=" in token.text:
        shown: Union = (dict(zip("SHDC", [(length, length) for length in lengths], strict=True)),)
    elif sorted(lengths) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]):
        shown = shape_box("bal")
    else:
        orders = sorted(set(permutations(lengths)))
        shown = tuple(dict(zip("SHDC", [(n, n) for n in order], strict=True)) for order in orders)
    cursor.add("plain", shown if len(shown) <= 12 else ANY, 1)
    return True


def read_short(cursor: Cursor) -> bool:
    """`short !h`, `singleton or void in clubs`, `heart void`; without a suit, the suit bid."""
    name = cursor.term()
    if name not in SHORT:
        return False
    if cursor.term(-1) == "ask" or (cursor.term(-1) == "fill" and cursor.term(-2) == "ask"):
        cursor.place += 1
        return True
    bound, length = SHORT[name], 1
    if cursor.term(1) == "or" and cursor.term(2) in SHORT:
        other = SHORT[cursor.term(2)]
        bound, length = (min(bound[0], other[0]), max(bound[1], other[1])), 3
    after = cursor.skip(length, frozenset(("fill",)))
    suits, taken = suits_at(cursor, after)
    if suits:
        shown: Union | None = tuple({measure: bound} for suit in suits for measure in measures_of(suit))
        cursor.add("plain", shown, after + taken)
    else:
        suit = cursor.seen.suit
        is_own = (
            suit and not cursor.seen.is_raise and len([t for t in cursor.tokens if t.text in SUIT_TERMS]) == 0
        )
        cursor.add("plain", suit_box(suit, *bound) if is_own else ANY, length)
    return True
