"""Facts a file publishes about its event: the form of scoring, the number of winners, its standings and matches."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from analyser.formats.cells import decimal_of
from analyser.formats.record import (
    BoardRecord,
    Contestant,
    Fact,
    PointsKind,
    Published,
    PublishedLine,
    PublishedMatch,
    Results,
)

# The first one contained in the words of the file counts; the most general last.
_FORMS = (
    ("BUTLER", PointsKind.BUTLER),
    ("CROSS", PointsKind.CROSS_IMPS),
    ("XIMP", PointsKind.CROSS_IMPS),
    ("CAVENDISH", PointsKind.CROSS_IMPS),
    ("BAM", PointsKind.BOARD_A_MATCH),
    ("BOARDAMATCH", PointsKind.BOARD_A_MATCH),
    ("POINTABOARD", PointsKind.BOARD_A_MATCH),
    ("MATCHPOINT", PointsKind.MATCHPOINTS),
    ("VICTORY", PointsKind.VICTORY_POINTS),
    ("AGGREGATE", PointsKind.TOTAL_POINTS),
    ("TOTALPOINT", PointsKind.TOTAL_POINTS),
    ("RUBBER", PointsKind.TOTAL_POINTS),
    ("CHICAGO", PointsKind.TOTAL_POINTS),
    ("IMP", PointsKind.IMPS),
)
_ABBREVIATED = {
    "MP": PointsKind.MATCHPOINTS,
    "VP": PointsKind.VICTORY_POINTS,
    "VPS": PointsKind.VICTORY_POINTS,
    "MAX": PointsKind.MATCHPOINTS,
}
_WORDS = re.compile(r"[A-Z]+")
_TEAMS = re.compile(r"TEAM|KNOCK|MULTIPLE", re.IGNORECASE)
_PAIRS = re.compile(r"PAIR|INDIVIDUAL", re.IGNORECASE)
_PLACE = re.compile(r"\s*(\d{1,5})\s*(?:=|st|nd|rd|th|\.)?\s*", re.IGNORECASE | re.ASCII)


def form_of(words: str) -> PointsKind | None:
    """The unit of boards from the file's words for it, or None.

    >>> form_of("MP_PAIRS"), form_of("IMP;Cross1"), form_of("SWISS_TEAMS"), form_of("MatchPoints")
    (PointsKind.MATCHPOINTS, PointsKind.CROSS_IMPS, None, PointsKind.MATCHPOINTS)
    """
    plain = re.sub(r"[^A-Z]", "", words.upper())
    form = next((form for word, form in _FORMS if word in plain), None)
    abbreviated = (_ABBREVIATED[word] for word in _WORDS.findall(words.upper()) if word in _ABBREVIATED)
    return form or next(abbreviated, None)


def teams_of(words: str) -> bool | None:
    """Whether teams compete, from the words of a file, or None."""
    if _TEAMS.search(words):
        return True
    return False if _PAIRS.search(words) else None


def place_of(text: str) -> int | None:
    """The place in standings, with or without the sign of a tie.

    >>> place_of("3="), place_of("12"), place_of("-")
    (3, 12, None)
    """
    place = _PLACE.fullmatch(text)
    return int(place[1]) if place else None


def winners_of(text: str) -> int | None:
    """The number of lists of standings, written as `1`, `2_WINNERS` or `TWO`."""
    word = text.strip().upper()
    if word[:1] in ("1", "2"):
        return int(word[0])
    return {"ONE": 1, "TWO": 2}.get(word[:3])


def line_of(direction: str) -> str:
    """The line of a direction: NS, EW, or empty."""
    word = re.sub(r"[^A-Z]", "", direction.upper())
    return {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}.get(word[:1], "")


# The names the formats have for the same cell.
_CELLS = {
    "name": ("EVENT_DESCRIPTION", "TITLE", "EVENT", "NAME", "EVENT_IDENTIFIER"),
    "date": ("DATE",),
    "session": ("SESSION",),
    "winners": ("WINNER_TYPE", "WINNERS"),
    "place": ("PLACE", "FINALRESULT", "POSITION", "POS", "RANK"),
    "points": ("TOTAL_SCORE", "SCORE", "TOTAL", "FINALSCORE"),
    "percent": ("PERCENTAGE", "FINALPERCENTAGE", "PERCENT", "%"),
    "boards": ("BOARDS_PLAYED", "BOARDSPLAYED"),
}
_METHODS = ("BOARD_SCORING_METHOD", "EVENT_TYPE", "EVENTTYPE", "SCORING_METHOD", "SCORINGMETHOD", "SCORING")
_MATCH_METHOD = "MATCH_SCORING_METHOD"


def _cells(facts: Iterable[Fact]) -> dict[str, str]:
    """The facts by the last word of their names; the first of each counts."""
    cells: dict[str, str] = {}
    for fact in facts:
        if fact.value.strip():
            cells.setdefault(re.split("[/@]", fact.name)[-1].upper(), fact.value.strip())
    return cells


def _cell(cells: dict[str, str], name: str) -> str:
    return next((cells[word] for word in _CELLS[name] if word in cells), "")


def published_results(results: Results) -> Published:
    """What the heading and the list of participants of a results file say; the form may follow from the points of its lines."""
    facts = [
        fact for fact in results.heading if not fact.name.upper().startswith(("CLUB/", "EVENT/CONTACT/"))
    ]
    cells = _cells(facts)
    words = [cells[name] for name in _METHODS if name in cells]
    matches = form_of(cells.get(_MATCH_METHOD, ""))
    kinds = {points.kind for line in results.travellers for points in line.points} - {
        PointsKind.PERCENT,
        PointsKind.UNNAMED,
    }
    form = next(filter(None, map(form_of, words)), None)
    if len(kinds) == 1 and form in (None, PointsKind.IMPS, PointsKind.VICTORY_POINTS):
        (form,) = kinds  # SCORING_METHOD says IMPS where each line has cross-IMPs or Butler points
    teams = next((pair for word in words if (pair := teams_of(word)) is not None), None)
    if teams is None and form in (PointsKind.MATCHPOINTS, PointsKind.CROSS_IMPS, PointsKind.BUTLER):
        teams = False
    by_match = matches is PointsKind.VICTORY_POINTS
    if by_match and (teams or form is None):
        form = matches
    return Published(
        name=_cell(cells, "name"),
        date=_cell(cells, "date"),
        session=_cell(cells, "session"),
        method="; ".join(dict.fromkeys([*words, cells[_MATCH_METHOD]] if by_match else words)),
        form=form,
        teams=teams,
        by_match=by_match and not teams,
        winners=winners_of(_cell(cells, "winners")),
        lines=tuple(
            _line(entry, (matches if by_match else form) or PointsKind.UNNAMED)
            for entry in results.contestants
        ),
    )


def _line(entry: Contestant, unit: PointsKind) -> PublishedLine:
    cells = _cells(entry.facts)
    boards = _cell(cells, "boards")
    return PublishedLine(
        number=entry.number,
        line=line_of(entry.direction),
        section=entry.section,
        place=place_of(_cell(cells, "place")),
        points=decimal_of(_cell(cells, "points").lstrip("+")),
        unit=unit,
        percent=decimal_of(_cell(cells, "percent").removesuffix("%").strip()),
        boards=int(boards) if boards.isascii() and boards.isdecimal() and len(boards) < 6 else None,
        name=cells.get("TEAM_NAME") or " & ".join(player.name for player in entry.players if player.name),
    )


def read_carry_over(words: Sequence[str]) -> tuple[Fraction, Fraction] | None:
    """The carry-over of two teams, or None if one of the two numbers is missing."""
    home, visitors = (decimal_of(word) for word in words)
    return None if home is None or visitors is None else (home, visitors)


def published_boards(records: Sequence[BoardRecord], matches: Sequence[PublishedMatch] = ()) -> Published:
    """What the boards of a file say of their event, if they agree; `matches` are the titles of a broadcast."""

    def agreed_value(words: Iterable[str]) -> str:
        different = {word.strip() for word in words} - {"", "?", "-"}
        return different.pop() if len(different) == 1 else ""

    method = agreed_value(record.scoring for record in records)
    form = form_of(method)
    rooms = any(record.room is not None for record in records)
    named = any(record.tag("HomeTeam") or record.tag("VisitTeam") for record in records)
    teams = teams_of(method)
    if teams is None and (form is PointsKind.BOARD_A_MATCH or (form is PointsKind.IMPS and (rooms or named))):
        teams = True
    if teams is None and form in (PointsKind.MATCHPOINTS, PointsKind.CROSS_IMPS, PointsKind.BUTLER):
        teams = False
    return Published(
        name=agreed_value(record.event for record in records),
        date=agreed_value(record.date for record in records),
        session=agreed_value(record.tag("Session") or record.tag("Stage") or "" for record in records),
        method=method,
        form=form,
        teams=teams,
        matches=tuple(matches),
    )


def add_standings(published: Published, lines: Sequence[PublishedLine]) -> Published:
    """The publication with the standings of the file: two lists if two lines have a first place each."""
    firsts = {line.line for line in lines if line.place == 1 and line.line}
    return replace(published, lines=tuple(lines), winners=len(firsts) or published.winners)
