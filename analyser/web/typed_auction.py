"""An auction as people paste it: in columns under the seats, in rows, in one line; what stands for a call and what beside it.

Where the place of the first call does not tell who dealt, or calls may have been left out, that is asked and never guessed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from analyser.bridge import PASS, Auction, Call, Seat
from analyser.errors import AnalyserError
from analyser.web.notation import plain_calls

SEAT_WORDS = {
    "N": Seat.N, "NORTH": Seat.N, "NORD": Seat.N,
    "E": Seat.E, "EAST": Seat.E, "EST": Seat.E,
    "S": Seat.S, "SOUTH": Seat.S, "SUD": Seat.S,
    "W": Seat.W, "WEST": Seat.W, "O": Seat.W, "OVEST": Seat.W, "V": Seat.W, "VEST": Seat.W,
}  # fmt: skip
_PLAIN = str.maketrans({"♡": "♥", "♢": "♦", "−": "-", "–": "-", "—": "-", "═": "-", "\u00a0": " ", "\u2007": " "})  # fmt: skip
_HEAD = re.compile(r"^\s*(?:the\s+)?(?:auction|bidding|licita\w*|dichiarazion\w*|asta)\s*[:=]\s*", re.IGNORECASE)  # fmt: skip
_SIDE_NOTES = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|[*:.,;+†‡§°]|\b(?:vul\w*|nv|zona)\b", re.IGNORECASE)
_ALL_PASS = re.compile(
    r"\(?\b(?:all|rest)[\s-]+pass(?:es|ed)?\b[.)]*|\bpassed\s+out\b|\btutti[\s-]+passo\b|\bto[țţt]i[\s-]+pas\b",
    re.IGNORECASE,
)
_APART = re.compile(r"([1-7])\s+(NT|SA|FA|[♠♥♦♣]|[SHDC](?=[\s.!*]|$))", re.IGNORECASE)
_SLOW = re.compile(
    r"slow|pause|hesitat|tank|\bbit\b|break in tempo|tempo|lent[oa]?\b|pausa|esitazion|pauz|ezit",
    re.IGNORECASE,
)
_ALERT = re.compile(r"^!+$|alert", re.IGNORECASE)
_BRACKET = re.compile(r"(?P<before>\S)?(?P<whole>[(\[](?P<inner>[^()\[\]]{1,40})[)\]])")
_FOOTNOTE = re.compile(r"^(?:\d{1,2}|[a-z]|[*†‡§]+)$", re.IGNORECASE)
_BEHIND = re.compile(r"[*†‡§°#?;:,¹²³⁴⁵⁶⁷⁸⁹⁰]+|(?<=[SHDCNTAPQFK♠♥♦♣])\d$|(?<=[^.])\.$", re.IGNORECASE)
_WORD = re.compile(
    r"[1-7](?:NT|SA|FA|[NSHDCPQFTK♠♥♦♣])|PASS|PASSO|PAS|PS|NB|P|XX|X|D|R|DBLE?|DOUBLE|RE?DBLE?|REDOUBLE|"
    r"CONTRO|CONTRA|CONTRE|CT|SURCONTRO|RECONTRA|SURCONTRE|SCT|AP|/",
    re.IGNORECASE,
)
_MORE_WORDS = {"PS": "P", "DBLE": "X", "REDBL": "XX", "REDBLE": "XX", "RDBLE": "XX"}
_SIGNS = re.compile(r"(\.{2,}|…|!)")
_MARKS = {"!": "alert"}
_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class TypedCall:
    """One word of an auction: the call as it was typed, and whether it was marked as slow or alerted."""

    word: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class AuctionRow:
    """One line of an auction: empty cells before its first call, its calls, where the first of them stands."""

    line: int
    blanks: int
    are_dashes: bool  # the cells before the first call are dashes, which may be passes
    calls: tuple[TypedCall, ...]
    column: int  # of the first call, in signs from the left
    has_cells: bool  # cells parted by tabs or bars: none is lost


@dataclass(frozen=True, slots=True)
class AuctionReading:
    """An auction as it was read, with what must be asked before it can be used."""

    dealer: Seat | None = None
    calls: tuple[str, ...] = ()
    marks: dict[int, str] = field(default_factory=dict)
    lines: frozenset[int] = frozenset()
    odd_line: int | None = None  # a line of the diagram that has not as many calls as it has columns
    asks: tuple[str, ...] = ()  # "dealer", "passes"
    first_seat: Seat | None = None  # under which the first call stands, where a diagram tells

    @property
    def text(self) -> str:
        """The auction as the case file writes it, as far as it was typed."""
        return " ".join(self.calls)


def seats_of_header(line: str) -> tuple[Seat, ...]:
    """The seats at the head of a bidding diagram, four in turn or the two of a side; none for another line.

    >>> seats_of_header("West (vul)  North  East   South"), seats_of_header("| S | O | N | E |"), seats_of_header("N S")
    ((Seat.W, Seat.N, Seat.E, Seat.S), (Seat.S, Seat.W, Seat.N, Seat.E), (Seat.N, Seat.S))
    >>> seats_of_header("North dealt"), seats_of_header("N S E W")
    ((), ())
    """
    words = _SIDE_NOTES.sub(" ", line.translate(_PLAIN)).replace("|", " ").upper().split()
    seats = tuple(SEAT_WORDS[word] for word in words if word in SEAT_WORDS)
    if len(seats) != len(words) or len(set(seats)) != len(seats):
        return ()
    if len(seats) == _COLUMNS and all(one.next is other for one, other in pairwise(seats)):
        return seats
    return seats if len(seats) == 2 and seats[0].partner is seats[1] else ()


def read_row(line: str, number: int = 0) -> AuctionRow | None:
    """A line of calls; none when some word of it is no call.

    >>> row = read_row("Pass  3♠..  (Dbl)  4♠!")
    >>> [(call.word, call.mark) for call in row.calls]
    [('Pass', ''), ('3♠', 'tempo'), ('Dbl', ''), ('4♠', 'alert')]
    >>> read_row("-  -  -  1NT (1)").blanks, read_row("Lead the D5")
    (3, None)
    """
    plain = _HEAD.sub("", line.translate(_PLAIN))
    row = plain.strip("\n").strip("|") if "|" in plain else plain
    has_cells = "|" in plain or "\t" in plain.strip() or plain.startswith("\t")
    cells = row.rstrip().replace("|", "\t").split("\t") if has_cells else [row]
    blanks, are_dashes, calls = 0, True, list[TypedCall]()
    for cell in cells:
        words = list(_words_of(cell))
        if not words and has_cells and not calls:
            blanks, are_dashes = blanks + 1, False
        for word in words:
            if word == "-" or set(word) <= {".", "…"}:
                if not calls:
                    blanks, are_dashes = blanks + 1, are_dashes and word == "-"
                elif word == "-":
                    calls.append(TypedCall("-"))
                else:
                    calls[-1] = replace(calls[-1], mark="tempo")
            elif (marked := _marked_words(word)) is None:
                return None
            else:
                calls += [one for one in marked if one.word]
                if marked and not marked[0].word and calls:  # a sign that stands apart from its call
                    calls[-1] = replace(calls[-1], mark=marked[0].mark)
    if not calls and not (blanks and are_dashes):
        return None
    first = re.search(r"[^\s.|…-]", plain)
    return AuctionRow(
        number, blanks, blanks > 0 and are_dashes, tuple(calls), first.start() if first else 0, has_cells
    )


def _words_of(cell: str) -> Iterator[str]:
    """The words of a cell, with what brackets hold put as a call or as a mark behind one."""
    text = _ALL_PASS.sub(" AP ", cell)
    text = _BRACKET.sub(_unbracketed, text)
    text = _APART.sub(r"\1\2", text).replace(",", " ")
    text = re.sub(r"(?<=[^\s-])-+(?=[^\s-])", " ", text)  # 1S-P-3S
    yield from text.split()


def _unbracketed(bracket: re.Match[str]) -> str:
    """A call in brackets is a call of the opponents; a footnote goes; `(slow)` and `(alert)` are marks."""
    inner, before = bracket["inner"].strip(), bracket["before"] or ""
    if _SLOW.search(inner):
        return f"{before}.. "
    if _ALERT.search(inner):
        return f"{before}! "
    is_call = _WORD.fullmatch(inner.rstrip("*!.").replace(" ", "")) is not None
    if is_call and not (before and _FOOTNOTE.match(inner)):
        return f"{before} {inner.replace(' ', '')} "
    return before if _FOOTNOTE.match(inner) else f"{before} {bracket['whole']} "


def _marked_words(word: str) -> list[TypedCall] | None:
    """The calls of one word, several where they were typed without blanks; none when it is no call."""
    calls: list[TypedCall] = []
    for part in filter(None, _SIGNS.split(word)):
        if _SIGNS.fullmatch(part):
            mark = _MARKS.get(part, "tempo")
            if calls:
                calls[-1] = replace(calls[-1], mark=mark)
            else:
                calls.append(TypedCall("", mark))
            continue
        bare = _BEHIND.sub("", part)
        if not bare:
            continue
        if _WORD.fullmatch(bare):
            calls.append(TypedCall(bare))
            continue
        run = plain_calls(bare)
        if len(run) < 2 or not all(_WORD.fullmatch(one) for one in run):
            return None
        calls += map(TypedCall, run)
    return calls


def read_auction(
    lines: Sequence[str], told: Seat | None, dealer: Seat | None = None, passes: str = ""
) -> AuctionReading:
    """The first auction among the lines; `told` by the board, `dealer` and `passes` as a person answered.

    >>> rows = ["West North East South", "1S", "Pass 3S.. Pass 4S", "All Pass"]
    >>> read_auction(rows, Seat.S).text, read_auction(rows, Seat.S).marks
    ('1S P 3S P 4S P P P', {3: 'tempo'})
    >>> read_auction(["1S 3S 4S"], Seat.S).asks, read_auction(["1S 3S 4S"], Seat.S, None, "left-out").text
    (('passes',), '1S P 3S P 4S')
    """
    for start, line in enumerate(lines):
        order = seats_of_header(line)
        body = _body(lines, start + 1, names=True) if order else ()
        if order and body:
            return _in_columns(order, line, (start, *(row.line for row in body)), body, told, dealer)
    for start, line in enumerate(lines):
        row = read_row(line, start)
        if row is not None and row.calls and len(plain_calls(" ".join(call.word for call in row.calls))) > 1:
            return _in_rows(_body(lines, start), told, dealer, passes)
    return AuctionReading()


def _body(lines: Sequence[str], start: int, *, names: bool = False) -> tuple[AuctionRow, ...]:
    """The rows of calls from a line on; blank lines may stand between, and a line of names before."""
    rows: list[AuctionRow] = []
    for number in range(start, len(lines)):
        if not lines[number].strip():
            continue
        row = read_row(lines[number], number)
        if row is None or not (row.calls or rows):
            if names and not rows:
                names = False
                continue
            break
        if rows and row.are_dashes:
            row = replace(row, blanks=0, calls=(TypedCall("-"),) * row.blanks + row.calls)
        rows.append(row)
        if row.calls and row.calls[-1].word.upper() == "AP":
            break
    return tuple(rows)


def _in_columns(
    order: tuple[Seat, ...],
    header: str,
    used: tuple[int, ...],
    rows: tuple[AuctionRow, ...],
    told: Seat | None,
    dealer: Seat | None,
) -> AuctionReading:
    first = rows[0]
    if len(order) == 2:
        return _of_one_side(order, used, rows, told if dealer is None else dealer)
    known = told if dealer is None else dealer
    if (
        first.blanks
        and first.are_dashes
        and known is order[0]
        and first.blanks + len(first.calls) == _COLUMNS
    ):
        passes = (TypedCall("P"),) * first.blanks  # the first in the diagram dealt: dashes are passes
        first = replace(first, blanks=0, calls=passes + first.calls)
        rows = (first, *rows[1:])
    seat = _seat_of_first(order, header, rows)
    odd = next((row.line for row in rows[1:-1] if len(row.calls) != _COLUMNS or row.blanks), None)
    if odd is None and (
        first.blanks + len(first.calls) > _COLUMNS
        or len(rows[-1].calls) > _COLUMNS
        or (len(rows) > 1 and rows[-1].blanks)
    ):
        odd = first.line if len(first.calls) > _COLUMNS else rows[-1].line
    if dealer is not None:
        is_settled = True
    elif seat is None or told is None:
        is_settled = (seat is not told) and not (seat is not None and first.are_dashes)
    else:
        is_settled = seat is told
    calls, marks = _finished(tuple(_dash_passes(call) for row in rows for call in row.calls))
    place = next((one for one in (dealer, seat, told) if one is not None), None)
    return AuctionReading(place, calls, marks, frozenset(used), odd, () if is_settled else ("dealer",), seat)


def _dash_passes(call: TypedCall) -> TypedCall:
    """A dash in a column behind the first call is a pass."""
    return replace(call, word="P") if call.word == "-" else call


def _seat_of_first(order: tuple[Seat, ...], header: str, rows: tuple[AuctionRow, ...]) -> Seat | None:
    """Under whom the first call stands: by empty cells, else by how many calls the row has, else by its place in the line."""
    first, count = rows[0], len(rows[0].calls)
    if first.blanks or first.has_cells:
        return order[first.blanks % _COLUMNS]
    if count <= _COLUMNS and len(rows) > 1:
        return order[_COLUMNS - count] if count else None
    plain = header.translate(_PLAIN)
    columns = [
        place.start()
        for place in re.finditer(r"[^\W\d_]+", _SIDE_NOTES.sub(lambda m: " " * len(m[0]), plain))
    ]
    if first.column and len(columns) == _COLUMNS:
        nearest = min(range(_COLUMNS), key=lambda number: abs(columns[number] - first.column))
        return order[nearest]
    return None


def _of_one_side(
    order: tuple[Seat, ...], used: tuple[int, ...], rows: tuple[AuctionRow, ...], dealer: Seat | None
) -> AuctionReading:
    """A diagram of one side's calls, the other side having passed throughout."""
    typed = [call for row in rows for call in row.calls if call.word != "-"]
    first = order[1] if rows[0].blanks == 1 or (len(rows[0].calls) == 1 and len(rows) > 1) else order[0]
    calls: list[TypedCall] = []
    if dealer is not None:
        seat = dealer
        while seat not in {first, first.partner}:
            calls.append(TypedCall("P"))
            seat = seat.next
        if seat is not first:
            calls += [TypedCall("P")] * 2
    for call in typed:
        calls += [call] if call.word.upper() == "AP" else [call, TypedCall("P")]
    if calls and typed[-1].word.upper() != "AP":
        calls.pop()
    words, marks = _finished(tuple(calls))
    return AuctionReading(
        dealer, words, marks, frozenset(used), None, () if dealer is not None else ("dealer",)
    )


def _in_rows(
    rows: tuple[AuctionRow, ...], told: Seat | None, dealer: Seat | None, passes: str
) -> AuctionReading:
    """Calls in one line, or in lines without a head: they go round from the dealer."""
    typed = tuple(call for row in rows for call in row.calls if call.word != "-")
    seat = told if dealer is None else dealer
    calls, marks = _finished(typed)
    asks: tuple[str, ...] = ("dealer",) if seat is None else ()
    full, full_marks = _finished(_with_passes(typed))
    if full != calls and _is_possible(Seat.N if seat is None else seat, full):
        if passes == "left-out":
            calls, marks = full, full_marks
        elif passes != "bid":
            asks += ("passes",)
    return AuctionReading(seat, calls, marks, frozenset(row.line for row in rows), None, asks)


def _with_passes(typed: tuple[TypedCall, ...]) -> tuple[TypedCall, ...]:
    """The auction with a pass between any two bids, if none was typed from the first bid to the last; else as it is."""
    words = plain_calls(" ".join(call.word for call in typed))
    bids = [place for place, word in enumerate(words) if word not in {"P", "AP"}]
    if len(words) != len(typed) or len(bids) < 2 or bids[-1] - bids[0] + 1 != len(bids):
        return typed
    calls: list[TypedCall] = []
    for place, call in enumerate(typed):
        calls.append(call)
        if bids[0] <= place < bids[-1]:
            calls.append(TypedCall("P"))
    return tuple(calls)


def _finished(typed: tuple[TypedCall, ...]) -> tuple[tuple[str, ...], dict[int, str]]:
    """The calls as the file writes them, `AP` as the passes it stands for, and the marks by the number of the call."""
    words: list[str] = []
    marks: dict[int, str] = {}
    plain = plain_calls(" ".join(_MORE_WORDS.get(call.word.upper(), call.word) for call in typed))
    for call, word in zip(typed, plain, strict=False):
        if word == "AP":
            has_bid = any(word != "P" for word in words)
            words += ["P"] * (3 if has_bid else _COLUMNS - len(words))
            continue
        words.append(word)
        if call.mark:
            marks[len(words)] = call.mark
    return tuple(words), marks


def _is_possible(dealer: Seat, words: tuple[str, ...]) -> bool:
    try:
        Auction.parse(str(dealer), " ".join(words))
    except AnalyserError:
        return False
    return True


def readable_part(dealer: Seat, words: tuple[str, ...]) -> Auction:
    """The auction up to the first call that may not be made.

    >>> str(readable_part(Seat.S, ("1S", "P", "3S", "2S")))
    '1S P 3S'
    """
    auction = Auction(dealer, ())
    for word in words:
        try:
            call = Call.parse(word[:8])
        except AnalyserError:
            break
        if auction.is_over or auction.explain_illegal(call):
            break
        auction = auction.then(call)
    return auction


def with_last_passes(auction: Auction) -> Auction:
    """The auction with the passes that must have followed the last bid, since the board was played."""
    while not auction.is_over:
        auction = auction.then(PASS)
    return auction
