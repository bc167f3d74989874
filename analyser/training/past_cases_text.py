"""The short notations of a batch of past rulings, read into the values a case file writes: calls, results, seats, cards."""

import re
from collections.abc import Mapping
from typing import Any

from analyser.bridge import PointsOnly, Seat, Vulnerability, parse_result
from analyser.scoring import score_ns

__all__ = ["Row", "call_text", "filled", "plain_suits", "results_in", "score_of"]

_TOLD = re.compile(r"\b(NS|EW)\s*([+-]\s*\d+)")
_RESULT = re.compile(
    r"\b([1-7])\s?(NT|N|[CDHS])(X{0,2})"  # the contract
    r"(?:-([NESW])(?![A-Za-z0-9]|\s?\d))?"  # by whom
    r"(?:\s?(=|[+-]\d{1,2}(?!\d))|\s(making(?:\s(?:six|seven|ten tricks))?|made))",
)
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_TRICKS = {"making six": 12, "making seven": 13, "making ten tricks": 10}
_RANKS = "23456789TJQKA"


class Row(dict[str, Any]):
    """One row of a batch, with the questions every part of the converter asks of it."""

    @property
    def dealer(self) -> Seat | None:
        """Who dealt."""
        return Seat.parse(self["dealer"]) if self.get("dealer") in tuple("NESW") else None

    @property
    def calls(self) -> list[str]:
        """The calls as a case file writes them."""
        return [call_text(call) for call in self.get("auction") or ()]

    @property
    def vulnerable(self) -> str | None:
        """Who was vulnerable, when it is told."""
        word = str(self.get("vul") or "").lower()
        return {"none": "none", "ns": "NS", "ew": "EW", "all": "all"}.get(word)

    def text(self, key: str) -> str:
        """A text of the row; empty when there is none."""
        return str(self.get(key) or "")

    def seat_of(self, call: int) -> str | None:
        """Who made a call, counted from 1."""
        if self.dealer is None or not 1 <= call <= len(self.calls):
            return None
        return Seat((self.dealer + call - 1) % 4).name

    def first_to_name(self, strain: str, side: str | None) -> str | None:
        """Who first named a denomination, for one side or for either."""
        for number, call in enumerate(self.calls, 1):
            seat = self.seat_of(number)
            if call[1:] == strain and call[0].isdigit() and seat and (side is None or seat in side):
                return seat
        return None


def call_text(call: str) -> str:
    """A call as a case file writes it.

    >>> call_text("3N"), call_text("P"), call_text("4H")
    ('3NT', 'P', '4H')
    """
    return re.sub(r"^([1-7])N$", r"\1NT", call.strip().upper())


def plain_suits(text: str) -> str:
    """A broadcaster's marks spelled out.

    >>> plain_suits("5+!S"), plain_suits("!h + another")
    ('5+ spades', 'hearts + another')
    """
    spelled = re.sub(r"!([CDHScdhs])s?", lambda mark: f" {_SUITS[mark[1].upper()]} ", text)
    return re.sub(r"\s+", " ", spelled).strip(" .")


def results_in(text: str, row: Row) -> list[str]:
    """Every result a short text names, in the case file's notation; a declarer that cannot be told leaves it out."""
    told = _TOLD.search(text)
    found = (_result(match, row, told) for match in _RESULT.finditer(text))
    return [result for result in found if result is not None]


def _result(match: re.Match[str], row: Row, told: re.Match[str] | None) -> str | None:
    """One result: the declarer as printed, else whoever first named the denomination for the side that scored."""
    level, strain = int(match[1]), "NT" if match[2].startswith("N") else match[2]
    if match[5]:
        over = 0 if match[5] == "=" else int(match[5])
    else:
        over = _TRICKS.get(match[6], level + 6) - level - 6
    side = None
    if told is not None:
        favours_ns = (told[1] == "NS") == (int(told[2].replace(" ", "")) > 0)
        side = "NS" if favours_ns == (over >= 0) else "EW"
    seat = match[4] or row.first_to_name(strain, side)
    if seat is None:
        return None
    mark = f"{over:+d}" if over else "="
    return f"{level}{strain}{match[3]}{mark} by {seat}"


def score_of(result: str, vulnerable: str | None) -> int | None:
    """The points to North-South of a result; not known while the vulnerability is not.

    >>> score_of("3NT= by S", "NS"), score_of("-50", None), score_of("3NT= by S", None)
    (600, -50, None)
    """
    read = parse_result(result)
    if isinstance(read, PointsOnly):
        return read.points
    if read.contract is not None and vulnerable is None:
        return None
    return score_ns(read, Vulnerability.parse(vulnerable or "none"))


def filled(hands: Mapping[str, str]) -> tuple[dict[str, str], bool]:
    """Hands in which x stands for a spot card, with the lowest free cards in their place; and whether any was put in.

    >>> filled({"N": "AJx.Kx.AKQJT.xxx", "S": "KQx.AQx.xxx.AKQx"})[0]["N"]
    'AJ2.K2.AKQJT.432'
    """
    suits = {seat: hand.replace("R", "K").split(".") for seat, hand in hands.items()}
    assumed = any("x" in hand for hand in hands.values())
    for place in range(4):
        named = {rank for hand in suits.values() for rank in hand[place] if rank != "x"}
        free = iter(rank for rank in _RANKS if rank not in named)
        for hand in suits.values():
            cards = [next(free) if rank == "x" else rank for rank in hand[place]]
            hand[place] = "".join(sorted(cards, key=_RANKS.index, reverse=True))
    return {seat: ".".join(hand) for seat, hand in suits.items()}, assumed
