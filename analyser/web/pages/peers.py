"""What would peers do: a hand and an auction by tapping, the shares of calls or leads with their intervals."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import Auction, Card, Hand, Seat, Vulnerability
from analyser.casefile import Form, PlayerClass
from analyser.errors import AnalyserError, Problem
from analyser.ruling.alternatives.peers import Answer, Asked, peers_answer
from analyser.web.page import page
from analyser.web.tapping import COLUMNS, auction_of, cards_in, hand_of, laid_out, pad_of, suits

__all__ = ["router"]

router = APIRouter()
E = TypeVar("E", bound=Enum)

_SHOWN = 8  # actions; the rest are told together


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What was tapped so far."""

    cards: tuple[Card, ...]
    typed: str  # a hand that cannot be read yet
    auction: Auction
    vulnerable: Vulnerability
    form: Form
    peers: PlayerClass
    problems: tuple[Problem, ...]


@router.get("/peers")
def peers(request: Request) -> Response:
    """The page with what was tapped, and the answer as soon as there is a hand of thirteen cards."""
    sheet = _read(request.query_params)
    answer, refused = _asked(sheet)
    return page(
        request,
        "peers.html",
        sheet=sheet,
        answer=answer,
        problems=(*sheet.problems, *refused),
        rows=laid_out(sheet.auction),
        columns=COLUMNS,
        pad=pad_of(sheet.auction),
        suits=suits(),
        seats=tuple(Seat),
        vulnerabilities=tuple(map(str, Vulnerability)),
        forms=tuple(map(str, Form)),
        classes=tuple(map(str, PlayerClass)),
        shown=_SHOWN,
    )


def _read(query: QueryParams) -> _Sheet:
    dealer = query.get("dealer", "N")
    text = query.get("auction", "")[:2000]
    if "undo" in query:
        text = " ".join(text.split()[:-1])
    if "clear" in query:
        text = ""
    auction, problems = auction_of(Seat.parse(dealer) if dealer in {"N", "E", "S", "W"} else Seat.N, text)
    if call := query.get("call", ""):
        auction, more = auction_of(auction.dealer, f"{auction} {call}")
        problems += more
    cards = cards_in(tuple(query.getlist("c")))
    typed = query.get("typed", "").strip()[:400]
    read, faults = hand_of(tuple(query.getlist("c")), typed)
    if "empty" in query:
        cards, read, faults, typed = (), None, (), ""
    return _Sheet(
        tuple(read) if read is not None else cards,
        "" if read is not None else typed,
        auction,
        _one(Vulnerability, query.get("vul", "none")) or Vulnerability.NONE,
        _one(Form, query.get("form", "imps")) or Form.IMPS,
        _one(PlayerClass, query.get("class", "expert")) or PlayerClass.EXPERT,
        problems + faults,
    )


def _one(kind: type[E], word: str) -> E | None:
    return next((member for member in kind if str(member) == word), None)


def _asked(sheet: _Sheet) -> tuple[Answer | None, tuple[Problem, ...]]:
    if len(sheet.cards) != 13 or sheet.problems:
        return None, ()
    try:
        asked = Asked(Hand.of(sheet.cards), sheet.auction, sheet.vulnerable, sheet.form, sheet.peers)
        return peers_answer(asked), ()
    except AnalyserError as refused:
        return None, refused.problems
