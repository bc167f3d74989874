"""Remarks and incidents that point at calls and cards which do not exist."""

from collections.abc import Iterator

from analyser.bridge import Auction, Call, Play
from analyser.casefile.lenient import tables
from analyser.casefile.places import Moment, Place
from analyser.casefile.tree import Tree
from analyser.errors import BridgeError, Problem

__all__ = ["place_problems"]

_KEYS = {
    "remark": ("at",),
    "incident": ("at", "action"),
    "judgement": ("at",),
}


def place_problems(
    tree: Tree, auction: Auction | None, play: Play | None, *, has_auction: bool
) -> Iterator[Problem]:
    """Every place that is not in the auction or play, and every player who did not act there."""
    for table, keys in _KEYS.items():
        for number, entry in enumerate(tables(tree, table), 1):
            for key in keys:
                yield from _place(f"{table} {number} {key}", entry.get(key), auction, play, has_auction)
            yield from _node(f"{table} {number} after", entry.get("after"), auction)
            if table == "incident":
                decisions = entry.get("decisions")
                for index, text in enumerate(decisions if isinstance(decisions, list) else [], 1):
                    yield from _place(f"{table} {number} decisions {index}", text, auction, play, has_auction)
                yield from _actor(f"{table} {number}", entry, auction)


def _place(
    where: str, text: object, auction: Auction | None, play: Play | None, has_auction: bool
) -> Iterator[Problem]:
    place = _parsed(text)
    if place is None:
        return
    if place.moment is Moment.CALL and (auction is not None or not has_auction):
        last = len(auction) if auction else 0
        if not 1 <= place.number <= last:
            why = f"the auction has {last} calls" if last else "no auction is recorded"
            yield Problem(where, str(text), why, "count the calls from 1, the dealer's first")
    elif place.moment is Moment.TRICK and play is not None:
        tricks = play.tricks
        known = place.number <= len(tricks) and place.seat is not None
        if not known or (place.seat is not None and tricks[place.number - 1].card_of(place.seat) is None):
            why = f"the play records {len(tricks)} tricks and no such card"
            yield Problem(where, str(text), why, "count the tricks from 1")


def _node(where: str, text: object, auction: Auction | None) -> Iterator[Problem]:
    """A node of the auction is one that can be reached by legal calls, with a call still to be made."""
    if not isinstance(text, str) or auction is None:
        return
    try:
        node = Auction(auction.dealer, tuple(map(Call.parse, text.split())))
    except BridgeError:
        return  # the schema tells which call cannot be read
    if slip := next(iter(node.problems()), None):
        remedy = "give all calls before it, the dealer's first"
        yield Problem(where, slip.found, f"{slip.where}: {slip.why}", remedy)
        return
    if node.is_over:
        yield Problem(where, text, "the auction is over there", "give the calls before the one you speak of")


def _actor(where: str, entry: Tree, auction: Auction | None) -> Iterator[Problem]:
    """The action complained of must be the offender's, the information its source's."""
    if auction is None or entry.get("kind") not in ("unauthorised-information", "withdrawn-call"):
        return
    for key, who in (("action", "offender"), ("at", "source")):
        place, seat = _parsed(entry.get(key)), entry.get(who)
        if place is None or place.moment is not Moment.CALL or not 1 <= place.number <= len(auction):
            continue
        maker = auction.seat_of(place.number)
        if isinstance(seat, str) and seat in "NESW" and seat and seat != maker.name and key == "action":
            why = f"call {place.number} was made by {maker.word}"
            yield Problem(f"{where} {key}", str(entry.get(key)), why, f"name the {who}'s own call")


def _parsed(text: object) -> Place | None:
    if not isinstance(text, str):
        return None
    try:
        return Place.parse(text)
    except BridgeError:
        return None
