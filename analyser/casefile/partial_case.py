"""The bridge in a tree that may be faulty elsewhere: each piece as a value, or none when it cannot be had."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from analyser.bridge import (
    HIGHEST_BOARD,
    Auction,
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    Irregular,
    IrregularityKind,
    Play,
    Seat,
    Strain,
    Vulnerability,
    dealer_of_board,
    vulnerability_of_board,
)
from analyser.casefile.fields import Place
from analyser.casefile.toml_reader import Tree
from analyser.errors import AnalyserError


def tables(tree: Tree, key: str) -> list[Tree]:
    """The tables under a key: a list of tables, a single one, or none."""
    value = tree.get(key)
    if isinstance(value, dict):
        return [value]
    return [entry if isinstance(entry, dict) else {} for entry in value] if isinstance(value, list) else []


class PartialCase:
    """What can be understood of board and table, whatever else is wrong with the file."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.board = _table(tree, "board")
        self.table = _table(tree, "table")

    @cached_property
    def number(self) -> int | None:
        """The board number, when it is one."""
        number = self.board.get("number")
        return (
            number
            if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= HIGHEST_BOARD
            else None
        )

    @cached_property
    def deal(self) -> Deal | None:
        """The four hands."""
        return _parse_value(Deal.parse, self.board.get("deal"))

    @cached_property
    def hands(self) -> dict[Seat, Hand]:
        """The hands that are known when not all are."""
        known = _table(self.board, "hands")
        read = {seat: _parse_value(Hand.parse, known.get(seat.name)) for seat in Seat}
        return {seat: hand for seat, hand in read.items() if hand is not None}

    @cached_property
    def dealer(self) -> Seat | None:
        """Who dealt."""
        stated = self.board.get("dealer")
        if stated is not None:
            return _parse_value(Seat.parse, stated)
        return None if self.number is None else dealer_of_board(self.number)

    @cached_property
    def vulnerability(self) -> Vulnerability | None:
        """Who is vulnerable."""
        stated = self.board.get("vulnerable")
        if stated is not None:
            return _parse_value(Vulnerability.parse, stated)
        return None if self.number is None else vulnerability_of_board(self.number)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls up to the first that is none."""
        text = self.table.get("auction")
        words = text.split() if isinstance(text, str) else text if isinstance(text, list) else []
        return tuple(_parse_words(Call.parse, words[:400]))

    @cached_property
    def auction(self) -> Auction | None:
        """The auction, legal or not; its turns are counted from the dealer."""
        if not self.calls:
            return None
        return Auction(self.dealer if self.dealer is not None else Seat.N, self.calls, self.accepted_calls)

    @cached_property
    def accepted_calls(self) -> tuple[Irregular, ...]:
        """The irregular calls that stand, as their incidents tell."""
        irregular_calls = []
        for incident in tables(self.tree, "incident"):
            place = _parse_value(Place.parse, incident.get("at"))
            seat = _parse_value(Seat.parse, incident.get("offender"))
            stays = incident.get("accepted") is True or incident.get("found_late") is True
            stands = incident.get("kind") == "irregular-call" and stays
            kind = _parse_value(IrregularityKind, incident.get("irregularity"))
            if stands and place and seat is not None and kind and 1 <= place.number <= len(self.calls):
                irregular_calls.append(
                    Irregular(place.number, seat, kind, self.calls[place.number - 1], withdrawn=False)
                )
        return tuple(irregular_calls)

    @cached_property
    def auction_is_sound(self) -> bool:
        """Tell whether every call was read and is legal."""
        text = self.table.get("auction")
        return (
            self.auction is not None
            and isinstance(text, str)
            and len(text.split()) == len(self.calls)
            and not self.auction.problems()
        )

    @cached_property
    def derived_contract(self) -> Contract | None:
        """The contract a sound and finished auction gives; its declarer needs a known dealer."""
        if self.auction is None or not self.auction_is_sound or not self.auction.is_over:
            return None
        return self.auction.contract

    @cached_property
    def stated_contract(self) -> Contract | None:
        """The contract as the table tells it, with the declarer told or derived."""
        declarer = _parse_value(Seat.parse, self.table.get("declarer"))
        if declarer is None and self.derived_contract is not None and self.dealer is not None:
            declarer = self.derived_contract.declarer
        name = self.table.get("contract")
        if not isinstance(name, str) or declarer is None:
            return None
        return _parse_value(lambda text: Contract.parse(text, declarer), name)

    @cached_property
    def contract(self) -> Contract | None:
        """The contract, stated or derived."""
        return self.stated_contract or (self.derived_contract if self.dealer is not None else None)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards played, up to the first that is none."""
        tricks = self.table.get("play")
        words = (
            " ".join(trick for trick in tricks if isinstance(trick, str)).split()
            if isinstance(tricks, list)
            else []
        )
        return tuple(_parse_words(Card.parse, words[:60]))

    @cached_property
    def play(self) -> Play | None:
        """The recorded play, when the contract tells who led."""
        if self.contract is None or not self.cards:
            return None
        return Play(self.contract.leader, self.contract.strain, self.cards)

    @property
    def strain(self) -> Strain | None:
        """The denomination, when the contract is known."""
        return self.contract.strain if self.contract else None


def _table(tree: Tree, key: str) -> Tree:
    value = tree.get(key)
    return value if isinstance(value, dict) else {}


_Value = TypeVar("_Value")


def _parse_value(parse: Callable[[str], _Value], value: object) -> _Value | None:
    if not isinstance(value, str):
        return None
    try:
        return parse(value)
    except (AnalyserError, ValueError):
        return None


def _parse_words(parse: Callable[[str], _Value], words: list[Any]) -> Iterator[_Value]:
    for word in words:
        value = _parse_value(parse, word)
        if value is None:
            return
        yield value
