"""Seats, cards, hands, deals, calls, auctions, plays, contracts and what a call shows: the words of the game.

Every value is frozen and hashable, parses from text and prints back; `problems()` says everything that is wrong.
"""

from analyser.bridge.auctions import (
    CALLS,
    DOUBLE,
    LONGEST,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    Irregular,
    IrregularityKind,
)
from analyser.bridge.cards import PACK, RANKS, Card, Strain, Suit
from analyser.bridge.constraints import HandConstraint, Measure, Span
from analyser.bridge.contracts import (
    HIGHEST_BOARD,
    PASSED_OUT,
    Contract,
    PointsOnly,
    Result,
    Seat,
    Side,
    Vulnerability,
    dealer_of_board,
    parse_result,
    vulnerability_of_board,
)
from analyser.bridge.hands import Deal, Hand
from analyser.bridge.plays import Play, Revoke, Trick
