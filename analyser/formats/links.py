"""Reader and writer of links to a hand viewer: a board in the address, as LIN or as separate hands, auction and play."""

import re
from collections.abc import Sequence
from urllib.parse import quote, unquote

from analyser.bridge import Seat
from analyser.errors import NotationError
from analyser.formats.cells import FILE_SIZE, text_of
from analyser.formats.lin_board import calls_in, lin_call
from analyser.formats.lin_read import LinReader, read_lin
from analyser.formats.lin_write import lin_text
from analyser.formats.record import BoardRecord, FileReading
from analyser.messages import sentence

_VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
LINK_BEGINS = re.compile(r"\s*(?:https?:)?//[^\s?]*\?", re.IGNORECASE)
_SHOWN = frozenset(["bbo", "myhand", "tbt", "cb", "k", "pbs", "kc", "lang"])  # options of the display
_READ = frozenset(["d", "v", "b", "a", "p", "c", "nn", "en", "sn", "wn"])
_HANDS = {"s": Seat.S, "w": Seat.W, "n": Seat.N, "e": Seat.E}


def read_link(data: bytes | str, *, check: bool = True) -> FileReading:
    """The board of a viewer's address: `lin=…`, or `s= w= n= e= d= v= b= a= p= c=` and the names."""
    text = text_of(data).strip()
    if not LINK_BEGINS.match(text) or "\n" in text or " " in text or len(text) > FILE_SIZE:
        raise NotationError(
            sentence("not-a-viewer-link"), found=text[:80], remedy=sentence("give-whole-link")
        )
    query = text.partition("?")[2].partition("#")[0]
    parameters: dict[str, str] = {}
    for word in query.split("&"):
        name, _, raw = word.partition("=")
        if "%20" not in raw:  # in such links a plus is a blank
            raw = raw.replace("+", " ")
        parameters.setdefault(name.lower(), text_of(unquote(raw, errors="replace")))
    if "lin" in parameters:
        return read_lin(parameters["lin"], check=check)
    if not any(name in parameters for name in (*_HANDS, "a", "p")):
        raise NotationError(
            sentence("link-tells-nothing"), found=text[:120], remedy=sentence("copy-link-again")
        )
    return _read_parameters(parameters, check=check)


def _read_parameters(parameters: dict[str, str], *, check: bool) -> FileReading:
    reader = LinReader("|".join(f"{name}={value}" for name, value in parameters.items()), check=check)
    reader.pieces = [f"{name}={value}" for name, value in parameters.items()]
    board = reader.open(0)
    board.dealt = True
    north, east, south, west = (parameters.get(f"{seat}n", "") for seat in "nesw")
    board.names = (north, east, south, west)
    hands = [parameters.get(letter, "") for letter in ("s", "w", "n", "e")]
    if any(hands):
        reader.hands(board, hands, ",".join(hands), 0)
    word = parameters.get("d", "").strip().lower()
    if word in _HANDS:
        board.dealer = _HANDS[word]
    if parameters.get("v"):
        reader.vulnerable(parameters["v"], 0)
    if parameters.get("b"):
        reader.heading(parameters["b"], 0)
    _calls(reader, parameters.get("a", ""))
    if parameters.get("p"):
        board.card(parameters["p"], 0)
    if parameters.get("c"):
        reader.claim(parameters["c"], 0)
    for name in parameters.keys() - _SHOWN - _READ - {*_HANDS, ""}:
        reader.lose(0, f"{name}={parameters[name]}", sentence("loss-link-part"))
    reader.close(len(reader.pieces) - 1)
    return FileReading(tuple(reader.records), tuple(reader.report), tuple(reader.revokes))


def _calls(reader: LinReader, text: str) -> None:
    board = reader.open(0)
    calls = calls_in(text, explained=True) if text.strip() else []
    if calls is None:
        reader.lose(0, f"a={text}", sentence("loss-left-out", why=sentence("not-an-auction")))
        return
    for call, alerted, note in calls:
        board.call(lin_call(call) + "!" * alerted, 0)
        if note is not None:
            board.explain(note, 0)


def link_text(records: Sequence[BoardRecord]) -> str:
    r"""The address that shows a single board, with every character encoded.

    >>> from analyser.bridge import Auction
    >>> link_text([BoardRecord(number=1, auction=Auction.parse("N", "1C P P P"), dealer=Seat.N)])[-49:]
    '%7Cmb%7C1C%7Cmb%7Cp%7Cmb%7Cp%7Cmb%7Cp%7Cpg%7C%7C\n'
    """
    if len(records) != 1:
        raise NotationError(
            sentence("link-one-board"), found=f"{len(records)} boards", remedy=sentence("choose-one-board")
        )
    text = lin_text(records).replace("\n", "")
    return f"{_VIEWER}?lin={quote(text, safe='')}\n"
