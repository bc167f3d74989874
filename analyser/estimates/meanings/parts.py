"""The items of an explanation in the order they are written: numbers, suits, terms, and what parts them."""

from collections.abc import Callable, Sequence
from typing import Final

from analyser.estimates.meanings.boxes import ANY, Union, conjoin, distinct, points_box, shape_box, suit_box
from analyser.estimates.meanings.conventions import CONVENTIONS
from analyser.estimates.meanings.cursor import (
    NOT_HELD,
    ORDINALS,
    SUIT_TERMS,
    Cursor,
    Item,
    measures_of,
    suit_named,
    suits_at,
)
from analyser.estimates.meanings.defence import pair_of_suits
from analyser.estimates.meanings.numbers import (
    SHORT,
    read_keycards,
    read_negation,
    read_number,
    read_pair,
    read_shape,
    read_short,
    unnamed_pair,
)
from analyser.estimates.meanings.situation import Situation
from analyser.estimates.meanings.strength import STRENGTH
from analyser.estimates.meanings.tokens import Token


def _read_suits(cursor: Cursor) -> bool:
    """Suits without numbers: one suit, two joined, alternatives; with what stands around them."""
    name = suit_named(cursor, 0)
    if not name or name in ("majors", "minors"):
        return False
    previous = cursor.term(-1)
    following = cursor.term(1)
    if cursor.token(1).text in ORDINALS:
        cursor.add("plain", suit_box(name, ORDINALS[cursor.token(1).text]), 2)
        return True
    if following in SHORT and not suit_named(cursor, 2):
        cursor.add("plain", suit_box(name, *SHORT[following]), 2)
    elif (
        previous in NOT_HELD
        or following in NOT_HELD - {"passcorrect", "takeout"}
        or (previous == "fill" and cursor.term(-2) in NOT_HELD)
    ) or (name == "m" and following == "transfer"):
        cursor.place += 1
    elif previous in ("transfer", "texas", "retransfer"):
        least = 4 if cursor.seen.level == 1 else 6 if previous == "texas" else 5
        cursor.add("plain", suit_box(name, 3 if name == cursor.seen.partner else least), 1)
    elif following in ("support", "raise", "limit") or previous in ("support", "raise"):
        cursor.add("plain", suit_box(name, 3), 2 if following in ("support", "raise") else 1)
    else:
        _add_suits(cursor, name)
    return True


def _add_suits(cursor: Cursor, name: str) -> None:
    suits, length = suits_at(cursor, 0)
    if len(suits) > 1:
        least = _single_least(cursor)
        other = suit_named(cursor, length + 1) if cursor.term(length) == "and" else ""
        if other and other in SUIT_TERMS.values():  # spades, or clubs and diamonds
            joined = _two_suits(cursor.seen, suits[-1], other)
            cursor.add("plain", (*({suit: (least, 13)} for suit in suits[:-1]), *joined), length + 2)
            return
        cursor.add(
            "plain", tuple({measure: (least, 13)} for suit in suits for measure in measures_of(suit)), length
        )
        return
    joint, ahead = cursor.token(1).text, 1
    if joint in ("and", "but", ",") or joint == "fill":
        ahead = cursor.skip(2, frozenset(("fill", "and", "either", "longer", "long", "any")))
    if joint in ("longer", "long"):
        ahead = cursor.skip(1, frozenset(("fill", "longer", "long")))
    other = suit_named(cursor, ahead)
    term = cursor.term(ahead)
    has_pair = _has_pair(cursor)
    if (
        other
        and other not in ("majors", "minors")
        and not (joint == "," and not _is_last_suit(cursor, ahead))
    ):
        cursor.add("plain", ANY if has_pair else _two_suits(cursor.seen, name, other), ahead + 1)
    elif term == "higher" and joint in ("and", "fill", "higher") and name in "CDHS":
        above = [suit for suit in "DHS" if "CDHS".index(suit) > "CDHS".index(name)]
        shown = distinct(box for suit in above for box in _two_suits(cursor.seen, name, suit))
        cursor.add("plain", ANY if has_pair else shown, ahead + 1)
    elif term == "other" and joint in ("and", "fill", "other"):
        others = [suit for suit in "SHDC" if suit != name and suit not in cursor.seen.theirs_all]
        shown = distinct(box for suit in others for box in _two_suits(cursor.seen, name, suit))
        cursor.add("plain", ANY if has_pair else shown, ahead + 1)
    else:
        if name == cursor.seen.suit and cursor.seen.opens and cursor.seen.level == 1:
            is_one_of = any(token.text == "or" for token in cursor.tokens)
            cursor.add(
                "plain", suit_box(name, 4) if is_one_of else ANY, 1
            )  # else the call is named, not a length
            return
        least = _single_least(cursor)
        if name == cursor.seen.partner and cursor.seen.side_opened:
            least = 3
        cursor.add("plain", ANY if has_pair else suit_box(name, least), 1)


def _has_pair(cursor: Cursor) -> bool:
    """Whether lengths such as 5-5 are given in this part: they are read with their suits."""
    texts = [token.text for token in cursor.tokens]
    start = max((at for at in range(cursor.place) if texts[at] == "or"), default=0)
    end = next((at for at in range(cursor.place, len(texts)) if texts[at] == "or"), len(texts))
    return any(token.kind == "pair" for token in cursor.tokens[start:end])


def _is_last_suit(cursor: Cursor, ahead: int) -> bool:
    return cursor.token(ahead + 1).kind == "end"


_WEAK: Final = frozenset(("weak", "preempt", "either"))


def _single_least(cursor: Cursor) -> int:
    """The cards of a suit shown by its name alone."""
    if cursor.term(-1) in ("longer", "long") or cursor.term(-2) == "longer":
        return 5
    seen = cursor.seen
    if seen.opens and seen.level >= 2 and any(token.text in _WEAK for token in cursor.tokens):
        return 6
    if seen.is_double or (seen.side_opened and (seen.level == 1 or seen.turns)):
        return 4
    return 6 if seen.level >= 3 and (seen.opens or seen.overcalls) else 5


def _two_suits(seen: Situation, first: str, second: str) -> Union:
    """Two suits joined: four-four in a double, five-five over a suit, else five-four either way, five in the major named first."""
    pair = {first, second}
    if seen.is_double or seen.turns:
        if first == second:
            return (dict.fromkeys(measures_of("majors" if first == "M" else "minors"), (4, 13)),)
        return ({first: (4, 13), second: (4, 13)},)
    if first == second:
        return (dict.fromkeys(measures_of("majors" if first == "M" else "minors"), (4, 13)),)
    if (
        seen.they_opened
        and not seen.their_notrump
        and seen.overcalls
        and (seen.jump or seen.is_cue or seen.strain == "NT")
    ):
        return ({first: (5, 13), second: (5, 13)},)
    if first in "SHM" and second in ("m", "D", "C") and (seen.opens or seen.their_notrump):
        return ({first: (5, 13), second: (4, 13)},) if first in pair else ANY
    if first == seen.suit and seen.opens:
        return ({first: (5, 13), second: (4, 13)},)
    return pair_of_suits(first, second)


def _read_term(cursor: Cursor) -> bool:
    """Words of strength, conventions, shapes."""
    name = cursor.term()
    if name in STRENGTH:
        bounds, length = _strength(cursor, name)
        while cursor.term(length) == "or" and cursor.term(length + 1) in STRENGTH:
            more, taken = _strength(cursor, cursor.term(length + 1), length + 1)
            bounds = distinct((*bounds, *more))
            length += 1 + taken
        cursor.add("term", _with_support(cursor, name, bounds), length, name)
        return True
    shape = {"bal": "bal", "semi": "semi", "unbal": "unbal"}.get(name)
    if shape is not None:
        is_response = name == "semi" and cursor.seen.side_opened
        cursor.add("plain", ANY if is_response else shape_box(shape), 1)
        return True
    if name == "support":
        cursor.add(
            "term",
            suit_box(cursor.seen.partner, 3) if cursor.seen.partner and cursor.seen.side_opened else ANY,
            1,
        )
        return True
    if name in _SHAPED:
        is_named = name == "twosuiter" and any(token.text in SUIT_TERMS for token in cursor.tokens)
        cursor.add("plain", ANY if is_named else _SHAPED[name](cursor.seen), 1)
        return True
    if name in ("majors", "minors"):
        has_pair = _has_pair(cursor)
        is_asked = cursor.term(-1) in NOT_HELD or (cursor.term(-1) == "fill" and cursor.term(-2) in NOT_HELD)
        cursor.add("plain", ANY if has_pair or is_asked else CONVENTIONS[name](cursor.seen), 1)
        return True
    if name in CONVENTIONS:
        return _read_convention(cursor, name)
    return False


_RAISES: Final = ("raise", "rialzo", "appoggio", "sustin", "sprijin", "mariere", "lr")


def _with_support(cursor: Cursor, name: str, points: Union) -> Union:
    """The points of a word of strength, with support where it names a raise: `limit raise`, `mixed raise`."""
    partner = cursor.seen.partner
    if not partner or not any(word in cursor.token().source for word in _RAISES):
        return points
    return conjoin(points, suit_box(partner, 4 if name == "mixed" or partner in ("C", "D") else 3)) or points


def _read_convention(cursor: Cursor, name: str) -> bool:
    """A convention; a transfer whose suit is named is read from the suit."""
    if name in ("transfer", "texas"):
        after = cursor.skip(1, frozenset(("fill",)))
        if cursor.token(after).kind == "call":
            cursor.place += after + 1
            return True
        if cursor.token(after).kind == "number" and suit_named(cursor, after + 1):
            suit = suit_named(cursor, after + 1)
            cursor.add("plain", suit_box(suit, 5), after + 2)
            return True
        if suit_named(cursor, after) or cursor.term(after) == "notrump":
            cursor.place += after  # the suit itself is read next
            if cursor.term() == "notrump":
                cursor.place += 1
            return True
    after = cursor.skip(1, frozenset(("fill",)))
    short = suit_named(cursor, after) if name in ("splinter", "minisplinter") else ""
    if short and short != cursor.seen.suit and cursor.seen.partner:
        cursor.add("term", ({cursor.seen.partner: (4, 13), short: (0, 1)},), after + 1, name)
        return True
    if name == "weaktwo" and suit_named(cursor, _after_group(cursor)) == "M":
        cursor.add("term", CONVENTIONS["multi"](cursor.seen) or ANY, _after_group(cursor) + 1, name)
        return True
    cursor.add("term", CONVENTIONS[name](cursor.seen) or ANY, 1, name)
    return True


def _after_group(cursor: Cursor) -> int:
    """The distance to what `in a`, `in either` or `in one` stands before."""
    ahead = cursor.skip(1, frozenset(("fill", "either", "any", "and")))
    return ahead + (cursor.token(ahead).kind == "number" and cursor.token(ahead).low == 1)


def _strength(cursor: Cursor, name: str, ahead: int = 0) -> tuple[Union, int]:
    """The points a word of strength means here, widened by `or better`, `or weaker`, `+`; and the tokens it takes."""
    found = STRENGTH[name](cursor.seen)
    if found is None:
        return ANY, 1
    low, high = found
    length = 1
    after = cursor.term(ahead + 1)
    if after == "ormore" or (
        after == "and" and cursor.token(ahead + 1).source == "+" and not suit_named(cursor, ahead + 2)
    ):
        high, length = 37, 2
    elif after == "orless":
        low, length = 0, 2
    if cursor.term(ahead - 1) == "atleast":
        high = 37
    if low == 0 and high >= 37:
        return ANY, length
    return points_box(low, high), length


def _suiter(least: int) -> Callable[[Situation], Union]:
    return lambda seen: tuple({suit: (least, 13)} for suit in "SHDC" if suit not in seen.theirs_all)


def _two_suiter(seen: Situation) -> Union:
    least = 5 if seen.level >= 2 else 4
    shown = unnamed_pair(seen, 5, least)
    return distinct(shown)


def _three_suiter(_seen: Situation) -> Union:
    return tuple({suit: (4, 5) for suit in "SHDC" if suit != short} | {short: (0, 1)} for short in "SHDC")


def _fixed(first: str, second: str) -> Callable[[Situation], Union]:
    return lambda seen: (
        ({first: (4, 13), second: (4, 13)},) if seen.is_double or seen.turns else pair_of_suits(first, second)
    )


def _named_pairs(*pairs: str) -> Callable[[Situation], Union]:
    return lambda _seen: (
        tuple({pair[0]: (5, 13), pair[1]: (4, 13)} for pair in pairs)
        + tuple({pair[0]: (4, 4), pair[1]: (5, 13)} for pair in pairs)
    )


_SHAPED: Final[dict[str, Callable[[Situation], Union]]] = {
    "onesuiter": _suiter(6),
    "twosuiter": _two_suiter,
    "threesuiter": _three_suiter,
    "reds": _fixed("H", "D"),
    "blacks": _fixed("S", "C"),
    "pointed": _fixed("S", "D"),
    "rounded": _fixed("H", "C"),
    "samecolour": _named_pairs("SC", "HD"),
    "samerank": _named_pairs("SH", "DC"),
}


def _read_possibility(cursor: Cursor) -> bool:
    """`may have five spades`: what may be held limits nothing."""
    if cursor.term() != "maybe":
        return False
    before = len(cursor.items)
    cursor.place += 1
    start = cursor.place
    while cursor.place < len(cursor.tokens) and cursor.place == start:
        if not any(step(cursor) for step in _STEPS[1:]):
            start = cursor.place = cursor.place + 1
    cursor.items[before:] = [item for item in cursor.items[before:] if item.source in ("or", "comma")]
    return True


def _parts_alternatives(cursor: Cursor) -> bool:
    """Whether a stroke parts alternatives: `0-7/17+`, `bal/nat`."""
    before, after = cursor.token(-1), cursor.token(1)
    if after.kind in ("range", "number"):
        return True
    return "term" == before.kind == after.kind and not {before.text, after.text} & set(SUIT_TERMS)


def _read_separator(cursor: Cursor) -> bool:
    token = cursor.token()
    if token.kind == "term" and token.text == "or":
        cursor.add("or", ANY, 1)
        return True
    if token.kind == "sign" and token.text in ",;.:/()":
        cursor.add(
            "or" if token.text == "/" and cursor.token(1).kind in ("range", "number") else "comma", ANY, 1
        )
        return True
    if token.kind == "term" and token.text == "but":
        cursor.place += 1
        return True
    return False


def _read_honour(cursor: Cursor) -> bool:
    token = cursor.token()
    if token.kind != "card":
        return False
    asked = cursor.term(-1) in NOT_HELD or (cursor.term(-1) == "fill" and cursor.term(-2) in NOT_HELD)
    cursor.add("plain", ANY if asked or cursor.term(-1) == "no" else ({token.text: (1, 1)},), 1)
    return True


_STEPS: Final[tuple[Callable[[Cursor], bool], ...]] = (
    _read_possibility,
    read_negation,
    read_keycards,
    read_number,
    read_pair,
    read_shape,
    read_short,
    _read_suits,
    _read_honour,
    _read_term,
    _read_separator,
)


def read_items(tokens: Sequence[Token], seen: Situation) -> list[Item]:
    """Everything the tokens say, in their order."""
    cursor = Cursor(tokens, seen)
    while cursor.place < len(tokens):
        if not any(step(cursor) for step in _STEPS):
            cursor.place += 1
    return cursor.items
