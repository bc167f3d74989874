"""Seconds per call and card: `AuctionTimeTable` and `PlayTimeTable`, laid out like the sections they belong to."""

import re

from analyser.bridge import Seat
from analyser.errors import BridgeError
from analyser.formats.pbn_auction import AuctionText
from analyser.formats.pbn_play import PlayText
from analyser.formats.pbn_scan import Part

Times = tuple[int | None, ...]
_TIME = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})", re.ASCII)


def _cells(part: Part) -> list[int | None] | None:
    found: list[int | None] = []
    for word in part.body.split():
        match = _TIME.fullmatch(word)
        if match:
            found.append(int(match[1] or 0) * 3600 + int(match[2] or 0) * 60 + int(match[3]))
        elif word in ("-", "*", "+"):
            found += [None] * (word == "-")
        else:
            return None
    return found


def _trimmed(times: list[int | None]) -> Times:
    while times and times[-1] is None:
        times.pop()
    return tuple(times)


def call_times(part: Part, auction: AuctionText | None) -> Times | None:
    """The seconds of each call; None when the table does not fit the auction."""
    cells = _cells(part)
    if auction is None or cells is None or not auction.calls:
        return None
    try:
        first = Seat.parse(part.value)
    except BridgeError:
        return None
    place = (auction.dealer - first) & 3
    times: list[int | None] = []
    for gap in auction.skipped[1:]:
        place += gap
        times.append(cells[place] if place < len(cells) else None)
        place += 1
    if sum(cell is not None for cell in cells) != sum(time is not None for time in times):
        return None
    return _trimmed(times)


def card_times(part: Part, play: PlayText | None) -> Times | None:
    """The seconds of each card in order of play; None when the table does not fit the play."""
    cells = _cells(part)
    if play is None or cells is None or part.value.strip().upper()[:1] != str(play.leader):
        return None
    times: list[int | None] = [None] * len(play.cards)
    for cell, time in enumerate(cells):
        if time is None:
            continue
        at = play.cells.get(cell)
        if at is None:
            return None
        times[at - 1] = time
    return _trimmed(times)
