"""A board typed in a few lines, with the slow call marked where it was made, as a case."""

import re

from analyser.bridge import PASS, Auction, Result, Seat
from analyser.casefile.sets import Form
from analyser.casefile.toml_reader import Tree
from analyser.casefile.tree import toml_text
from analyser.web.notation import (
    auction_text,
    deal_text,
    dealer_told,
    plain_calls,
    slip_points,
    slip_result,
)

_BOARD = re.compile(
    r"(?:\b(?:board|bd|smazzata|mano|dona|don[ăa])\s*(?:nr\.?|no\.?|#)?\s*|#\s*|\A\s*)(\d{1,3})(?=\s|$)",
    re.IGNORECASE,
)
_DEALER = re.compile(r"\b(?:dealer|dlr|mazziere|dichiara)\s*[:=]?\s*([NESW])", re.IGNORECASE)
_AUCTION = re.compile(r"^\s*(?:auction|licita\w*)\s*[:=]?", re.IGNORECASE)
# Signs behind a call: it was slow, it was alerted. Inside the line each stands as a word no call can be.
_SIGNS = {"tempo": re.compile(r"\s*(?:\.{2,}|…)\s*"), "alert": re.compile(r"!")}
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


def typed_case(text: str, title: str = "Board {number}") -> str | None:
    r"""A case from a few typed or copied lines: number, hands, auction, result; none when there is nothing of the kind.

    >>> print(typed_case("Board 3\nK832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75\n1S p 3S p 4S all pass\n4S= S"), end="")
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

    >>> print(typed_case("3\n1sp3s..p4s\n=170 imps").partition("[event]")[2], end="")
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
    deal, number, dealer = deal_text(text), _BOARD.search(text), _DEALER.search(text)
    first = dealer_told(dealer and dealer[1].upper(), number and int(number[1]))
    auction, marks = _auction_in(text, first)
    result, other, form = _result_in(text, number and int(number[1]), first, auction)
    if auction and result is not None:
        auction = _to_its_end(first, auction)
    if deal is None and not auction and result is None:
        return None
    table: Tree = {"auction": auction}
    if result is not None and result.contract is not None:
        contract = str(result.contract).split(maxsplit=1)[0]
        table |= {"contract": contract, "declarer": str(result.contract.declarer), "tricks": result.tricks}
    tree: Tree = {
        "schema": 1,
        "id": f"board-{number[1] if number else 0}",
        "title": title.format(number=number[1]) if number else "",
    }
    tree["event"] = {"form": form}
    tree["board"] = {
        "number": number and int(number[1]),
        "dealer": dealer and dealer[1].upper(),
        "deal": deal,
    }
    tree["table"] = table
    if other is not None:
        tree["comparison"] = {"other_room": other}
    if auction:
        tree |= _marked(Auction.parse(str(first), auction), marks)
    for part in ("event", "board", "table"):
        tree[part] = {key: value for key, value in tree[part].items() if value is not None}
    return toml_text(tree)


def _auction_in(text: str, dealer: Seat) -> tuple[str | None, dict[int, str]]:
    """The first line that is an auction, and what was marked behind its calls, by their numbers."""
    for line in text.splitlines():
        plain, marks = marked_calls(_AUCTION.sub("", line))
        if len(plain_calls(plain)) > 1 and (auction := auction_text(dealer, plain)):
            return auction, marks
    return None, {}


def marked_calls(line: str) -> tuple[str, dict[int, str]]:
    """An auction without its marks, and the kind of remark each mark is, by the number of the call before it.

    >>> marked_calls("1S p 3S.. p 4S! ap"), marked_calls("1sp3s…p4sap")
    (('1S P 3S P 4S AP', {3: 'tempo', 5: 'alert'}), ('1S P 3S P 4S AP', {3: 'tempo'}))
    """
    for kind, sign in _SIGNS.items():
        line = sign.sub(f" <{kind}> ", line)
    calls: list[str] = []
    marks: dict[int, str] = {}
    for word in plain_calls(line):
        kind = word.strip("<>").lower()
        if kind in _SIGNS:
            marks[len(calls)] = kind
        else:
            calls.append(word)
    return " ".join(calls), marks


def _to_its_end(dealer: Seat, auction: str) -> str:
    """The passes that must have followed the last bid, since the board was played."""
    calls = Auction.parse(str(dealer), auction)
    while not calls.is_over:
        calls = calls.then(PASS)
    return str(calls)


def _result_in(
    text: str, number: int | None, dealer: Seat, auction: str | None
) -> tuple[Result | None, int | None, str | None]:
    """The result, the other room's points to North-South, and the form: from the first line that is a result."""
    for line in text.replace("−", "-").splitlines():
        head, _, rest = line.partition("/")
        result = slip_result(head)
        if result is None and auction and (written := _MADE.fullmatch(line.strip())):
            result, rest = _made(dealer, auction, written["made"]), written["rest"]
        if result is not None:
            other = _OTHER.fullmatch(rest.strip())
            points = slip_points(rest, number, None)
            if other is None:
                return result, points, None
            form = _FORMS.get(other["form"].lower())
            return result, int(other["points"]) if other["points"] else None, form and str(form)
    return None, None, None


def _made(dealer: Seat, auction: str, tricks: str) -> Result | None:
    """The tricks alone: the contract and its declarer are those of the auction."""
    contract = Auction.parse(str(dealer), _to_its_end(dealer, auction)).contract
    if contract is None:
        return None
    return slip_result(f"{str(contract).split(maxsplit=1)[0]}{tricks} {contract.declarer}")


def _marked(auction: Auction, marks: dict[int, str]) -> Tree:
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
