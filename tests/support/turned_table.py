"""The same case with every player one place on: the table turned by a quarter, so that North-South becomes East-West."""

from dataclasses import replace
from typing import Any

from analyser.bridge import Deal, PointsOnly, Result, Seat, Side, Vulnerability
from analyser.casefile import Case, Place, ScoreError
from analyser.casefile.facts import Board, Comparison, Score
from analyser.casefile.fields import Table

_PLACES = {"N": "E", "E": "S", "S": "W", "W": "N", "NS": "EW", "EW": "NS", "ns": "ew", "ew": "ns"}
_VULNERABLE = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}
_TO_NORTH_SOUTH = {
    Score: ("score",),
    Comparison: ("other_room", "match_imps"),
    ScoreError: ("points_entered",),
}


def turned(case: Case) -> Case:
    """Every fact of a case a quarter further; whose turn it is to deal is stated, since the number tells another seat."""
    parts = {
        name: turn(getattr(case, name))
        for name in type(case).model_fields
        if name not in ("board", "id", "title")
    }
    return case.changed(**parts, board=_turned_board(case))


def _turned_board(case: Case) -> Board:
    board = turn(case.board)
    whole = {"number": None, "dealer": turn(case.dealer), "vulnerable": turn(case.vulnerability)}
    return board.model_copy(update=whole)


def turn(value: Any) -> Any:
    """A value of the case file a quarter further."""
    match value:
        case Seat():
            return value.next
        case Side():
            return value.other
        case Vulnerability():
            return _VULNERABLE.get(value, value)
        case Place() if value.seat is not None:
            return replace(value, seat=value.seat.next)
        case Result() if value.contract is not None:
            return replace(value, contract=replace(value.contract, declarer=value.contract.declarer.next))
        case PointsOnly():
            return PointsOnly(-value.points)
        case Deal():
            north, east, south, west = value.hands
            return Deal((west, north, east, south))
        case Table():
            return _turned_table(value)
        case tuple():
            return tuple(map(turn, value))
    return value


def _turned_table(table: Table) -> Table:
    parts = {_PLACES.get(name, name): turn(getattr(table, name)) for name in type(table).model_fields}
    for name in _TO_NORTH_SOUTH.get(type(table), ()):
        if parts[name] is not None:
            parts[name] = -parts[name]
    return table.model_copy(update=parts)
