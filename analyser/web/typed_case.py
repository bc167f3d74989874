"""A board typed or pasted in a few lines, with the slow call marked where it was made, as a case.

What was typed is read or named: a line that holds calls or cards and was not used, a card held twice, an impossible call, a
dealer who does not fit. What the text leaves open is asked, and no case begins before it is answered.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyser.bridge import Auction, Card, Result, Seat, Vulnerability, dealer_of_board
from analyser.casefile import problems_of
from analyser.casefile.sets import Form
from analyser.casefile.toml_reader import Tree
from analyser.casefile.tree import toml_text
from analyser.errors import Problem
from analyser.messages import Message, sentence
from analyser.web.draft_view import NOT_USED
from analyser.web.notation import SUIT_SIGNS, slip_points, slip_result
from analyser.web.typed_auction import (
    SEAT_WORDS,
    AuctionReading,
    read_auction,
    read_row,
    readable_part,
    with_last_passes,
)
from analyser.web.typed_hands import HandsReading, holdings_of, read_hands

_BOARD = re.compile(
    r"(?:\b(?:board|bd|smazzata|mano|dona|don[ăa])\s*(?:nr\.?|no\.?|#)?\s*|#\s*|\A\s*)(\d{1,3})(?=[\s.,:;/)]|$)",
    re.IGNORECASE,
)
_SEAT = r"(North|Nord|East|Est|South|Sud|West|Ovest|Vest|[NESWOV])"
_DEALER = re.compile(
    rf"\b(?:dealer|dlr|dealt\s+by|mazziere|dichiara|distribuitor(?:ul)?)\s*[:=]?\s*{_SEAT}(?![A-Za-z])"
    rf"|\b{_SEAT}\s+(?:deals|dealt|dealer|mazziere|distribuitor)\b",
    re.IGNORECASE,
)
_WHO = r"(none|neither|nobody|nil|love(?:\s+all)?|both|all|game(?:\s+all)?|everybody|N\s*[-/]?\s*S|E\s*[-/]?\s*[WOV]|nessuno|tutti|niciuna|nimeni|to[țt]i|-)"
_VULNERABLE = re.compile(
    rf"\b(?:vul(?:n(?:erab\w*)?)?|zona|in\s+zona)\.?\s*[:=]?\s*{_WHO}(?!\w)|\b{_WHO}\s+(?:vul\w*|in\s+zona)\b|\b(love|game)\s+all\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^\s*(?:opening\s+)?(?:lead|attacco|atac)\s*(?:[:=]|was|the|is)?\s*(?P<suit>[SHDC♠♥♦♣])\s*(?P<rank>10|[AKQJT2-9])\s*[.;]?\s*$",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"^\s*(?:result|contract|risultato|contratto|rezultat\w*|contract\w*)\s*[:=]\s*", re.IGNORECASE
)
# The tricks alone, as `=` or `-1` in a line of their own; behind them the other room's points, then the form.
_MADE = re.compile(r"(?P<made>=|[+-]\s*\d{1,2}(?=\s|/|$))\s*/?\s*(?P<rest>.*)")
_OTHER = re.compile(r"(?P<points>[+-]?(?:0|\d{2,4}))?\s*(?P<form>[a-z-]*)", re.IGNORECASE)
_FORMS = {str(form): form for form in Form} | {
    "i": Form.IMPS,
    "imp": Form.IMPS,
    "mp": Form.MATCHPOINTS,
    "mps": Form.MATCHPOINTS,
    "ko": Form.KNOCKOUT,
}
# What may be a call or a card in a line that was not used: a bid, a suit sign with a rank, a hand with dots.
_HOLDS = re.compile(
    r"(?<![\w.♠♥♦♣])[1-7]\s?(?:NT|SA|FA|[♠♥♦♣♡♢])|(?<![\w.])[1-7](?:[SHDCPQF]|NT?)(?![\w])"
    r"|[♠♥♦♣♡♢]\s*(?:10|[AKQJT2-9])|[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*|(?<!\w)[AKQJT2-9]{9,}(?!\w)",
    re.IGNORECASE,
)
_BRIDGE = ("board deal", "board hands", "board number", "table auction", "table contract", "table declarer", "table tricks")  # fmt: skip


PASSES = ("left-out", "bid")
"""What calls without a pass between them may mean: passes were left out, or the opponents bid."""


@dataclass(frozen=True, slots=True)
class TypedAnswers:
    """What a person said to the questions a text left open; empty where nothing was said."""

    dealer: str = ""
    passes: str = ""  # one of `PASSES`
    all_the_same: bool = False  # lines that were not used may be left out


@dataclass(frozen=True, slots=True)
class TypedCase:
    """A text as it was read: the case, what is wrong or not used in it, and what must be asked."""

    toml: str
    problems: tuple[Problem, ...]
    unused: tuple[tuple[int, str], ...]  # lines with calls or cards, by their numbers from 1
    asks: tuple[str, ...]
    seats: tuple[Seat, ...]  # who may have dealt, where that is asked

    @property
    def is_clear(self) -> bool:
        """Whether the case may begin: nothing is wrong, left over or open."""
        return not (self.problems or self.unused or self.asks)


def read_typed(
    text: str, title: str = "Board {number}", answers: TypedAnswers | None = None
) -> TypedCase | None:
    r"""A few typed or copied lines as they were read: number, hands, auction, result; none when there is nothing of the kind.

    >>> print(read_typed("Board 3\nK832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75\n1S p 3S p 4S all pass\n4S= S").toml, end="")
    schema = 1
    id = "board-3"
    title = "Board 3"
    <BLANKLINE>
    [event]
    <BLANKLINE>
    [board]
    number = 3
    deal = "N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3"
    <BLANKLINE>
    [table]
    auction = "1S P 3S P 4S P P P"
    contract = "4S"
    declarer = "S"
    tricks = 10

    A call marked as slow begins the incident: his partner's next call is the one in question.

    >>> print(read_typed("3\n1sp3s..p4s\n=170 imps").toml.partition("[event]")[2], end="")
    <BLANKLINE>
    form = "imps"
    <BLANKLINE>
    [board]
    number = 3
    <BLANKLINE>
    [table]
    auction = "1S P 3S P 4S P P P"
    contract = "4S"
    declarer = "S"
    tricks = 10
    <BLANKLINE>
    [comparison]
    other_room = 170
    <BLANKLINE>
    [[remark]]
    at = "call 3"
    kind = "tempo"
    by = "N"
    status = "agreed"
    <BLANKLINE>
    [[incident]]
    id = "i1"
    kind = "unauthorised-information"
    source = "N"
    at = "call 3"
    offender = "S"
    action = "call 5"
    """
    answers = answers or TypedAnswers()
    lines = text.replace("\u00a0", " ").splitlines()
    hands = read_hands(lines)
    number, seat, vulnerable = _numbered(text), _dealer_in(text), _vulnerable_in(text)
    expected = seat if seat is not None else None if number is None else dealer_of_board(number)
    chosen = SEAT_WORDS.get(answers.dealer)
    rest = ["" if place in hands.lines else line for place, line in enumerate(lines)]
    auction = read_auction(rest, expected, chosen, answers.passes)
    first = auction.dealer if auction.dealer is not None else expected if expected is not None else Seat.N
    good = readable_part(first, auction.calls)
    result = _result_in(lines, number, good if len(good) == len(auction.calls) and auction.calls else None)
    lead = _lead_in(lines)
    if not hands.hands and not auction.calls and result.result is None:
        return None
    tree: Tree = {
        "schema": 1,
        "id": f"board-{number or 0}",
        "title": title.format(number=number) if number is not None else "",
        "event": {"form": result.form},
        "board": _board(number, seat if chosen is None else chosen, vulnerable, hands, auction, expected),
        "table": _table(auction, good, result, None if lead is None else lead[1]),
    }
    if result.other_room is not None:
        tree["comparison"] = {"other_room": result.other_room}
    if auction.calls:
        tree |= _remarks_of_marks(good, auction.marks)
    for part in ("event", "board", "table"):
        tree[part] = {key: value for key, value in tree[part].items() if value is not None}
    used = hands.lines | auction.lines | result.lines | (frozenset() if lead is None else {lead[0]})
    left = [(place, line) for place, line in enumerate(lines) if place not in used and line.strip()]
    asked = [(place + 1, line.strip()) for place, line in left if holds_bridge(line)]
    other = [line.strip() for _, line in left if not (_is_of_board(line) or holds_bridge(line))]
    kept = other + ([line for _, line in asked] if answers.all_the_same else [])
    toml = toml_text(tree) + "".join(f"{NOT_USED}{_one_line(line)}\n" for line in kept)
    problems = tuple(_problems(toml, number, seat, auction, good))
    return TypedCase(
        toml,
        () if answers.all_the_same else problems,
        () if answers.all_the_same else tuple(asked),
        auction.asks,
        _possible_dealers(auction, expected),
    )


def _one_line(line: str) -> str:
    return "".join(sign for sign in " ".join(line.split())[:300] if sign.isprintable())


def holds_bridge(line: str) -> bool:
    """Whether a line may hold calls or cards: then a case does not begin before it was used, or left out on purpose.

    >>> [holds_bridge(line) for line in ("Cold today", "Pass Pass", "K974   T3", "South bid 4S", "Board 12, 7.30 pm")]
    [False, True, True, True, False]
    """
    holdings = holdings_of(line)
    is_hand = bool(holdings) and re.search(r"[AKQJT♠♥♦♣♡♢]|10", line, re.IGNORECASE) is not None
    row = read_row(line)
    return is_hand or (row is not None and bool(row.calls)) or _HOLDS.search(line) is not None


def _numbered(text: str) -> int | None:
    match = _BOARD.search(text)
    return int(match[1]) if match and 0 < int(match[1]) < 1000 else None


def _dealer_in(text: str) -> Seat | None:
    match = _DEALER.search(text)
    return None if match is None else SEAT_WORDS[(match[1] or match[2]).upper()]


def _vulnerable_in(text: str) -> Vulnerability | None:
    match = _VULNERABLE.search(text)
    if match is None:
        return None
    word = re.sub(r"[\s/-]|all$", "", (match[1] or match[2] or match[3]).casefold()) or "none"
    if word in {"ns", "ew", "eo", "ev"}:
        return Vulnerability.NS if word == "ns" else Vulnerability.EW
    is_all = (
        word in {"both", "all", "game", "everybody", "tutti", "toti", "toți"} or match[0].casefold() == "all"
    )
    return Vulnerability.ALL if is_all else Vulnerability.NONE


def _is_of_board(line: str) -> bool:
    """Whether a line tells the board, its dealer or who is vulnerable, or only how the columns are headed."""
    return any(sign.search(line) for sign in (_BOARD, _DEALER, _VULNERABLE))


def _lead_in(lines: Sequence[str]) -> tuple[int, str] | None:
    """The line that tells the opening lead, and the card."""
    for place, line in enumerate(lines):
        if match := _LEAD.match(line.translate(SUIT_SIGNS)):
            rank = match["rank"].replace("10", "T")
            return place, str(Card.parse(f"{match['suit']}{rank}".upper()))
    return None


def _board(
    number: int | None,
    dealer: Seat | None,
    vulnerable: Vulnerability | None,
    hands: HandsReading,
    auction: AuctionReading,
    expected: Seat | None,
) -> Tree:
    if dealer is None and auction.dealer is not expected and not auction.asks:
        dealer = auction.dealer  # the columns tell, and no number or word does
    deal = hands.deal
    known = {str(seat): text for seat, text in hands.hands.items()}
    return {
        "number": number,
        "dealer": None if dealer is None else str(dealer),
        "vulnerable": None if vulnerable is None else str(vulnerable),
        "deal": deal,
        "hands": known if known and deal is None else None,
    }


def _table(auction: AuctionReading, good: Auction, result: "_ResultReading", lead: str | None) -> Tree:
    is_complete = len(good) == len(auction.calls)
    played = with_last_passes(good) if is_complete and auction.calls and result.result is not None else None
    table: Tree = {"auction": str(played) if played is not None else auction.text or None}
    if result.result is not None and result.result.contract is not None:
        contract = str(result.result.contract).split(maxsplit=1)[0]
        table |= {
            "contract": contract,
            "declarer": str(result.result.contract.declarer),
            "tricks": result.result.tricks,
        }
    return table | {"lead": lead}


def _problems(
    toml: str, number: int | None, told: Seat | None, auction: AuctionReading, good: Auction
) -> Iterator[Problem]:
    """What is wrong with the cards, calls and result that were read, as `check` says it, and with how they stand."""
    if auction.odd_line is not None:
        remedy = sentence("diagram-row-remedy")
        yield Problem(f"line {auction.odd_line + 1}", "", sentence("diagram-row"), remedy)
    first, board = auction.first_seat, None if number is None else dealer_of_board(number)
    if "dealer" in auction.asks and told is None and None not in (first, board) and first is not board:
        why = sentence("board-dealt-by", number=number, seat=_seat_word(board), first=_seat_word(first))
        yield Problem("board dealer", "", why, "")
    for problem in problems_of(toml.encode()):
        if auction.asks and problem.where.startswith("table"):
            continue  # how the calls stand is not known yet
        if problem.where.startswith(_BRIDGE) and (problem.found or "hands" in problem.where):
            other = _dealer_that_fits(good, str(problem.found)) if problem.where == "table declarer" else None
            yield problem if other is None else _wrong_dealer(str(problem.found), number, good.dealer, other)


def _wrong_dealer(declarer: str, number: int | None, dealer: Seat, other: Seat) -> Problem:
    """The result names a declarer these calls would not make, unless another player dealt."""
    seats = {"seat": dealer, "declarer": Seat.parse(declarer), "other": other}
    words = {name: _seat_word(seat) for name, seat in seats.items()}
    if number is not None and dealer is dealer_of_board(number):
        why = sentence("board-dealt-by-declarer", number=number, **words)
    else:
        why = sentence("dealt-by-declarer", **words)
    return Problem("board dealer", "", why, sentence("correct-dealer"))


def _seat_word(seat: Seat | None) -> Message:
    return sentence(f"seat-{seat}")


def _dealer_that_fits(auction: Auction, declarer: str) -> Seat | None:
    """Who would have dealt if the result is right: the same calls from another seat."""
    for seat in Seat:
        if seat is auction.dealer:
            continue
        other = with_last_passes(Auction(seat, auction.calls))
        if other.contract is not None and str(other.contract.declarer) == declarer:
            return seat
    return None


def _possible_dealers(auction: AuctionReading, expected: Seat | None) -> tuple[Seat, ...]:
    """The seats to choose from: the board's and the diagram's where they differ, else all."""
    named = tuple(dict.fromkeys(seat for seat in (expected, auction.first_seat) if seat is not None))
    return named if len(named) == 2 else tuple(Seat)


@dataclass(frozen=True, slots=True)
class _ResultReading:
    """The result, the other room's points to North-South, the form, and the line they stand in."""

    result: Result | None = None
    other_room: int | None = None
    form: str | None = None
    lines: frozenset[int] = frozenset()


def _result_in(lines: Sequence[str], number: int | None, auction: Auction | None) -> _ResultReading:
    """The first line that is a result; tricks alone are of the contract the auction reached."""
    for place, typed in enumerate(lines):
        line = _RESULT.sub("", typed.replace("−", "-"))
        head, _, rest = line.partition("/")
        result = slip_result(head)
        if result is None and auction is not None and (written := _MADE.fullmatch(line.strip())):
            result, rest = _result_from_tricks(auction, written["made"]), written["rest"]
        if result is None:
            continue
        other = _OTHER.fullmatch(rest.strip())
        if other is None:
            return _ResultReading(result, slip_points(rest, number, None), None, frozenset({place}))
        form = _FORMS.get(other["form"].lower())
        points = int(other["points"]) if other["points"] else None
        return _ResultReading(result, points, form and str(form), frozenset({place}))
    return _ResultReading()


def _result_from_tricks(auction: Auction, tricks: str) -> Result | None:
    """The tricks alone: the contract and its declarer are those of the auction."""
    contract = with_last_passes(auction).contract
    if contract is None:
        return None
    return slip_result(f"{str(contract).split(maxsplit=1)[0]}{tricks} {contract.declarer}")


def _remarks_of_marks(auction: Auction, marks: dict[int, str]) -> Tree:
    """A remark at every marked call; the first slow one after which the partner called begins an incident."""
    entries: Tree = {"remark": [], "incident": []}
    for number, kind in marks.items():
        if not 1 <= number <= len(auction):
            continue
        at, by = f"call {number}", auction.seat_of(number)
        entries["remark"].append({"at": at, "kind": kind, "by": str(by), "status": "agreed"})
        action = call_of_partner(auction, number)
        if kind == "tempo" and action and not entries["incident"]:
            who = {"source": str(by), "at": at, "offender": str(by.partner), "action": action}
            entries["incident"].append({"id": "i1", "kind": "unauthorised-information", **who})
    return {name: listed for name, listed in entries.items() if listed}


def call_of_partner(auction: Auction, number: int) -> str | None:
    """The next call of the partner of whoever made a call; none when he made no more."""
    partner = auction.seat_of(number).partner
    later = range(number + 1, len(auction) + 1)
    return next((f"call {after}" for after in later if auction.seat_of(after) is partner), None)
