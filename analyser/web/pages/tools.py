"""What needs no case: the pocket calculator, its result while it is typed, and what peers would do with a hand."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from analyser import laws
from analyser.bridge import Auction, Card, Hand, Seat, Side, Vulnerability
from analyser.casefile import Form, PlayerClass
from analyser.errors import AnalyserError, Problem
from analyser.messages import percent_text
from analyser.ruling.alternatives.logical_alternatives import PeerAnswer, PeerQuestion, peers_answer
from analyser.ruling.calculator import findings, warnings
from analyser.scoring import FORMS
from analyser.web.page import page
from analyser.web.score_sheet import SCALE_NAMES, ScoreSheet, score_sheet_answer, steps_of
from analyser.web.widgets import (
    TAPS,
    auction_of,
    cards_in,
    hand_of,
    lay_out_auction,
    pad_of,
    suits,
    tapped_auction,
)

router = APIRouter()


@router.get("/score")
def score(request: Request) -> Response:
    """The whole page: the form, and the answer to what it holds."""
    return page(
        request,
        "score.html",
        forms=tuple(form.name for form in FORMS),
        scales=SCALE_NAMES,
        editions=laws.editions()[::-1],
        authorities=laws.authorities(),
        part=False,
        **_answer(request),
    )


@router.get("/score/answer")
def answer(request: Request) -> Response:
    """The answer alone, with the faults to be put beside their fields."""
    return page(request, "score_answer.html", part=True, **_answer(request))


def _answer(request: Request) -> dict[str, Any]:
    sheet = ScoreSheet.read(request.query_params)
    card, faults = score_sheet_answer(sheet)
    sides = () if card is None else tuple((side, tuple(steps_of(card, side))) for side in Side)
    return {
        "sheet": sheet,
        "card": card,
        "faults": faults,
        "sides": sides,
        "scores": ()
        if card is None
        else tuple(card.currency.side_score(card.scores.score_of(side)) for side in Side),
        "match": None if card is None or card.match is None else card.match.vp_after,
        "said": () if card is None else (*findings(card), *warnings(card)),
        "percent": percent_text,
    }


E = TypeVar("E", bound=Enum)

_SHOWN = 8  # actions; the rest are told together


@dataclass(frozen=True, slots=True)
class _PeerQuestion:
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
    answer, refused = _peers_answer(sheet)
    return page(
        request,
        "peers.html",
        sheet=sheet,
        answer=answer,
        problems=(*sheet.problems, *refused),
        rows=lay_out_auction(sheet.auction),
        pad=pad_of(sheet.auction),
        suits=suits(),
        seats=tuple(Seat),
        vulnerabilities=tuple(map(str, Vulnerability)),
        forms=tuple(map(str, Form)),
        classes=tuple(map(str, PlayerClass)),
        shown=_SHOWN,
    )


def _read(query: QueryParams) -> _PeerQuestion:
    dealer = query.get("dealer", "N")
    seat = Seat.parse(dealer) if dealer in {"N", "E", "S", "W"} else Seat.N
    taps = [(name, value) for name, value in query.multi_items()[:400] if name in TAPS]
    text, refused = tapped_auction(seat, query.get("auction", "")[:2000], taps)
    auction, problems = auction_of(seat, text)
    problems += refused
    cards = cards_in(tuple(query.getlist("c")))
    typed = query.get("typed", "").strip()[:400]
    read, faults = hand_of(tuple(query.getlist("c")), typed)
    if "empty" in query:
        cards, read, faults, typed = (), None, (), ""
    return _PeerQuestion(
        tuple(read) if read is not None else cards,
        "" if read is not None else typed,
        auction,
        _member(Vulnerability, query.get("vul", "none")) or Vulnerability.NONE,
        _member(Form, query.get("form", "imps")) or Form.IMPS,
        _member(PlayerClass, query.get("class", "expert")) or PlayerClass.EXPERT,
        problems + faults,
    )


def _member(kind: type[E], word: str) -> E | None:
    return next((member for member in kind if str(member) == word), None)


def _peers_answer(sheet: _PeerQuestion) -> tuple[PeerAnswer | None, tuple[Problem, ...]]:
    if len(sheet.cards) != 13 or sheet.problems:
        return None, ()
    try:
        question = PeerQuestion(
            Hand.from_cards(sheet.cards), sheet.auction, sheet.vulnerable, sheet.form, sheet.peers
        )
        return peers_answer(question), ()
    except AnalyserError as refused:
        return None, refused.problems
