"""The record of a board, the facts an incident states, and what it is for the two to contradict each other.

A fact that is not stated, or cannot be read, is unknown: asking for it raises `NotStatedError`, and the check that asked finds nothing.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from analyser.bridge import PASS, Auction, Call, Card, Contract, Hand, Play, Seat, Trick
from analyser.casefile.fields import Moment, Place
from analyser.casefile.partial_case import PartialCase, tables
from analyser.casefile.sets import IncidentKind
from analyser.casefile.toml_reader import Tree
from analyser.errors import AnalyserError

LONGEST_LIST = 60
"""No list of a sound file is longer: what comes after is refused by the schema, and compared with nothing."""

_Value = TypeVar("_Value")


class NotStatedError(Exception):
    """A fact is asked for that nobody stated: nothing can contradict it."""


@dataclass(frozen=True)
class Contradiction:
    """The key of the incident at fault, the place in the file that shows otherwise, and what its sentence speaks of."""

    key: str
    against: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    code: str = ""  # the sentence, where a check has several
    shown: str = ""  # what the file has there, where the key alone does not give it


class StatedFacts:
    """One incident as the file states it; `where` is its place in the file."""

    def __init__(self, where: str, entry: Tree) -> None:
        self.where = where
        self.entry = entry

    @cached_property
    def kind(self) -> IncidentKind | None:
        """What happened."""
        name = self.entry.get("kind")
        return IncidentKind(name) if isinstance(name, str) and name in set(IncidentKind) else None

    def states(self, key: str) -> bool:
        """Tell whether the key is given."""
        return self.entry.get(key) is not None

    def _read(self, key: str, parse: Callable[[str], _Value]) -> _Value:
        return read_text(self.entry.get(key), parse)

    def seat(self, key: str) -> Seat:
        """The player a key names."""
        return self._read(key, Seat.parse)

    def seats(self, key: str) -> tuple[Seat, ...]:
        """The players a key lists."""
        return tuple(read_text(text, Seat.parse) for text in self.listed(key))

    def call(self, key: str) -> Call:
        """The call a key names."""
        return self._read(key, Call.parse)

    def card(self, key: str) -> Card:
        """The card a key names."""
        return self._read(key, Card.parse)

    def place(self, key: str) -> Place:
        """The call or card a key points at."""
        return self._read(key, Place.parse)

    def listed(self, key: str) -> list[object]:
        """The entries of a list; a text is parted at its blanks."""
        value = self.entry.get(key)
        if isinstance(value, str):
            return [*value.split()[:LONGEST_LIST]]
        if not isinstance(value, list):
            raise NotStatedError
        return value[:LONGEST_LIST]

    def cards(self, key: str) -> Iterator[tuple[str, Card]]:
        """Each card of a list that can be read, with its place under the incident."""
        for number, text in enumerate(self.listed(key), 1):
            try:
                yield f"{key} {number}", read_text(text, Card.parse)
            except NotStatedError:
                continue

    def number(self, key: str) -> int:
        """The whole number a key gives."""
        value = self.entry.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise NotStatedError
        return value

    @property
    def trick(self) -> int:
        """The trick it happened in, from 1."""
        number = self.number("trick")
        if not 1 <= number <= 13:
            raise NotStatedError
        return number

    def is_true(self, key: str) -> bool:
        """Tell whether a fact is stated as true; silence is not."""
        return self.entry.get(key) is True

    def is_false(self, key: str) -> bool:
        """Tell whether a fact is stated as false; silence is not."""
        return self.entry.get(key) is False

    def moment(self, key: str) -> dt.datetime:
        """The day and hour a key gives."""
        return read_moment(self.entry.get(key))

    def word(self, key: str) -> str:
        """The value of a closed set, as the file writes it; empty where it is not stated."""
        value = self.entry.get(key)
        return value if isinstance(value, str) else ""

    def under(self, key: str) -> str:
        """The place of a key in the file."""
        return f"{self.where} {key}"

    def shown(self, key: str) -> str:
        """What the file has at a key, or at an entry of its list."""
        name, _, number = key.partition(" ")
        value = self.listed(name)[int(number) - 1] if number.isdigit() else self.entry.get(name)
        if isinstance(value, bool):
            return str(value).lower()
        return "" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def read_text(value: object, parse: Callable[[str], _Value]) -> _Value:
    """A value of the game from a text; refused as not stated when it cannot be read."""
    if not isinstance(value, str):
        raise NotStatedError
    try:
        return parse(value)
    except (AnalyserError, ValueError):
        raise NotStatedError from None


def read_moment(value: object) -> dt.datetime:
    """A day and hour; refused as not stated when it is none."""
    if not isinstance(value, dt.datetime):
        raise NotStatedError
    return value


class TableRecord:
    """What the file says of cards, calls and play, apart from its incidents."""

    def __init__(self, facts: PartialCase) -> None:
        self.facts = facts

    @cached_property
    def incidents(self) -> list[Tree]:
        """Every incident of the file."""
        return tables(self.facts.tree, "incident")[:LONGEST_LIST]

    def has_other(self, stated: StatedFacts, *kinds: IncidentKind) -> bool:
        """Tell whether another incident of one of these kinds is stated."""
        return any(
            entry is not stated.entry
            and entry.get("id") != stated.entry.get("id")
            and entry.get("kind") in kinds
            for entry in self.incidents
        )

    @cached_property
    def auction(self) -> Auction:
        """The recorded auction, where every call is legal or accepted and the dealer is known."""
        facts = self.facts
        if facts.auction is None or facts.dealer is None or not facts.auction_is_sound:
            raise NotStatedError
        return facts.auction

    @property
    def event(self) -> Tree:
        """The event as the file states it."""
        value = self.facts.tree.get("event")
        return value if isinstance(value, dict) else {}

    def due_at(self, stated: StatedFacts, key: str = "at") -> tuple[int, Auction]:
        """The number of the call a key points at, and the auction as it stood when that call was due."""
        place = stated.place(key)
        if place.moment is not Moment.CALL or not 1 <= place.number <= len(self.auction):
            raise NotStatedError
        return place.number, self.auction.before(place.number)

    @property
    def contract(self) -> Contract:
        """The contract, stated or from the auction."""
        if self.facts.contract is None:
            raise NotStatedError
        return self.facts.contract

    @cached_property
    def declarer(self) -> Seat:
        """Who declared."""
        if self.facts.contract is not None:
            return self.facts.contract.declarer
        return read_text(self.facts.table.get("declarer"), Seat.parse)

    @property
    def dummy(self) -> Seat:
        """Declarer's partner."""
        return self.declarer.partner

    def declares(self, seat: Seat) -> bool:
        """Tell whether this player is of declarer's side."""
        return self.declarer.side is seat.side

    @property
    def declarer_place(self) -> str:
        """Where the file says who declared."""
        return "table declarer" if "declarer" in self.facts.table else "table auction"

    @property
    def contract_place(self) -> str:
        """Where the file says what was played."""
        return "table contract" if "contract" in self.facts.table else "table auction"

    @property
    def is_passed_out(self) -> bool:
        """Tell whether nobody bid, so that there was no play."""
        auction = self.facts.auction if self.facts.auction_is_sound else None
        stated = self.facts.table.get("contract") == "passed out"
        return stated or (auction is not None and auction.is_passed_out)

    @cached_property
    def play(self) -> Play:
        """The recorded play, where no card of it is out of place."""
        play = self.facts.play
        if play is None or play.problems(self.facts.deal):
            raise NotStatedError
        return play

    def before_trick(self, number: int) -> Play:
        """The play as it stood when a trick was about to be led, where the record reaches so far."""
        if number == 1:
            return Play(self.contract.leader, self.contract.strain)
        if len(self.play.complete_tricks) < number - 1:
            raise NotStatedError
        return self.play.before_trick(number)

    def trick(self, number: int) -> Trick:
        """A trick of the record."""
        if not 1 <= number <= len(self.play.tricks):
            raise NotStatedError
        return self.play.tricks[number - 1]

    def leader_of(self, number: int) -> tuple[Seat, str]:
        """Whose lead a trick was, and where the file shows it: the contract, or the trick before."""
        before = self.before_trick(number)
        return before.turn, f"table play trick {number - 1}" if number > 1 else self.declarer_place

    def trick_of(self, card: Card, before: int = 14) -> int | None:
        """The earlier trick to which this card was played, or `None` when the record shows none."""
        for number, trick in enumerate(self.play.tricks[: before - 1], 1):
            if card in trick.cards:
                return number
        return None

    @cached_property
    def _known_hands(self) -> dict[Seat, Hand]:
        """The hands as dealt; none where cards went astray, so that a player may have held others."""
        astray = (IncidentKind.WRONG_HAND, IncidentKind.WRONG_BOARD, IncidentKind.FOULED_BOARD)
        if any(entry.get("kind") in astray for entry in self.incidents):
            raise NotStatedError
        deal = self.facts.deal
        if deal is not None:
            return {seat: deal[seat] for seat in Seat} if deal.is_complete else {}
        return {seat: hand for seat, hand in self.facts.hands.items() if len(hand) == 13}

    def hand(self, seat: Seat) -> Hand:
        """The cards a player was dealt."""
        if seat not in self._known_hands:
            raise NotStatedError
        return self._known_hands[seat]

    def hand_place(self, seat: Seat) -> str:
        """Where the file gives a player's cards."""
        return "board deal" if self.facts.deal is not None else f"board hands {seat}"

    def holder(self, card: Card) -> Seat:
        """Who was dealt a card."""
        for seat, hand in self._known_hands.items():
            if card in hand:
                return seat
        raise NotStatedError

    def lacks(self, seat: Seat, card: Card) -> str:
        """Where the file shows that a player was not dealt a card; empty where it does not."""
        known = self._known_hands
        if seat in known:
            return "" if card in known[seat] else self.hand_place(seat)
        return next((self.hand_place(other) for other, hand in known.items() if card in hand), "")


def last_call(auction: Auction) -> tuple[int, Call]:
    """The number and name of the last call that is no pass."""
    for number in range(len(auction), 0, -1):
        if auction.calls[number - 1] != PASS:
            return number, auction.calls[number - 1]
    raise NotStatedError


def last_bid(auction: Auction) -> tuple[int, Call]:
    """The number and name of the last bid."""
    for number in range(len(auction), 0, -1):
        if auction.calls[number - 1].is_bid:
            return number, auction.calls[number - 1]
    raise NotStatedError
