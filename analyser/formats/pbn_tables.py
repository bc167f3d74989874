"""Reader of PBN's tables and tags of scores: results on a board, standings, points, and the double-dummy table."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from analyser.bridge import Seat, Strain
from analyser.errors import BridgeError, Text
from analyser.formats.cells import Cells, artificial_of, decimal_of
from analyser.formats.published import line_of, place_of
from analyser.formats.record import (
    BoardRecord,
    Contestant,
    Fact,
    ListedPlayer,
    Points,
    PointsKind,
    PublishedLine,
    Tag,
    Traveller,
)

SCORES, STANDINGS = "ScoreTable", "TotalScoreTable"
_ROWS = 5_000  # of one table; a board of a world championship has a few hundred
_CELL = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')
_SIDED = re.compile(
    r"(?:(NS|EW)\s+)?([+-]?\d{1,5}(?:[.,]\d{1,6})?)%?(?:\s+(NS|EW)\s+([+-]?\d{1,5}(?:[.,]\d{1,6})?)%?)?",
    re.IGNORECASE | re.ASCII,
)
_UNKNOWN = ("", "-", "?")
# Tags of a board and columns of a table, with the unit of their points.
BOARD_POINTS = {
    "ScoreIMP": PointsKind.IMPS,
    "ScoreMP": PointsKind.MATCHPOINTS,
    "ScorePercentage": PointsKind.PERCENT,
}
_POINT_COLUMNS = {
    "MP": PointsKind.MATCHPOINTS,
    "MATCHPOINTS": PointsKind.MATCHPOINTS,
    "IMP": PointsKind.IMPS,
    "PERCENTAGE": PointsKind.PERCENT,
}
_TOTALS = (
    ("TOTALSCOREVP", PointsKind.VICTORY_POINTS),
    ("TOTALVP", PointsKind.VICTORY_POINTS),
    ("TOTALSCOREIMP", PointsKind.IMPS),
    ("TOTALIMP", PointsKind.IMPS),
    ("TOTALSCOREMP", PointsKind.MATCHPOINTS),
    ("TOTALMP", PointsKind.MATCHPOINTS),
    ("TOTALSCORE", PointsKind.UNNAMED),
)


def rows_of_table(tag: Tag) -> Iterator[dict[str, str]]:
    r"""The rows of a table by the names of its columns, in capitals.

    >>> list(rows_of_table(Tag("ScoreTable", "+Table\\2R;Names_NS\\9L", (' 1 "A and B"',))))
    [{'TABLE': '1', 'NAMES_NS': 'A and B'}]
    """
    columns = [word.split("\\")[0].strip().lstrip("+-").upper() for word in tag.value.split(";")]
    for row in tag.rows[:_ROWS]:
        cells = [word[1:-1] if word[:1] == '"' else word for word in _CELL.findall(row)]
        yield {name: "" if cell in _UNKNOWN else cell for name, cell in zip(columns, cells, strict=False)}


def score_to_ns(text: str, declarer_is_ns: bool | None) -> Fraction | None:
    """The score to North-South of a score to the side named, or to declarer's if none is (PBN 2.1, the tag Score).

    >>> score_to_ns("EW 50", None), score_to_ns("+110", False), score_to_ns("+110", None), score_to_ns("0", None)
    (Fraction(-50, 1), Fraction(-110, 1), None, Fraction(0, 1))
    """
    match = _SIDED.fullmatch(text.strip())
    value = None if match is None else decimal_of(match[2].lstrip("+"))
    if match is None or value is None:
        return None
    if match[1] is None:
        return value if declarer_is_ns or not value else None if declarer_is_ns is None else -value
    return value if match[1].upper() == "NS" else -value


def _declarer_is_ns(record: BoardRecord) -> bool | None:
    contract = record.contract_reached
    return None if contract is None else contract.declarer % 2 == 0


def stated_score(record: BoardRecord) -> int | None:
    """The score to North-South of the tag `Score`, or None if it does not say whose it is, or is a percentage."""
    text = record.tag("Score") or ""
    score = None if "%" in text else score_to_ns(text, _declarer_is_ns(record))
    return int(score) if score is not None and score.denominator == 1 else None


def stated_points(record: BoardRecord) -> tuple[Points, ...]:
    """Both sides' points for the board from the tags `ScoreIMP`, `ScoreMP` and `ScorePercentage`."""
    points = []
    for name, kind in BOARD_POINTS.items():
        text = (record.tag(name) or "").strip()
        match = _SIDED.fullmatch(text)
        if match is None:
            continue
        by_side = {side.upper(): decimal_of(word.lstrip("+")) for side, word in _pairs(match) if side}
        if not by_side and (declarer := _declarer_is_ns(record)) is not None:
            by_side["NS" if declarer else "EW"] = decimal_of(match[2].lstrip("+"))
        ns, ew = by_side.get("NS"), by_side.get("EW")
        if kind is PointsKind.IMPS and (ns is None) != (ew is None):  # what one side wins, the other loses
            ns, ew = (ns, -ns) if ns is not None else (None if ew is None else -ew, ew)
        if kind is PointsKind.PERCENT and (ns is None) != (ew is None):
            ns, ew = (ns, 100 - ns) if ns is not None else (None if ew is None else 100 - ew, ew)
        if (ns, ew) != (None, None):
            points.append(Points(kind, ns, ew))
    return tuple(points)


def _pairs(match: re.Match[str]) -> list[tuple[str, str]]:
    return [(side, word) for side, word in ((match[1], match[2]), (match[3], match[4])) if side and word]


def travellers_of(record: BoardRecord, lose: Callable[[str, Text], None]) -> Iterator[Traveller]:
    """Every table's result on this board, from its `ScoreTable`."""
    table = next((tag for tag in record.tags if tag.name == SCORES and tag.rows), None)
    if table is None or record.number is None:
        return
    for row in rows_of_table(table):
        facts = [Fact(name.capitalize(), row[name]) for name in ("ROUND", "TABLE", "ROOM") if row.get(name)]
        cells = Cells(row, facts, lose)
        contract = cells.contract("CONTRACT", "DECLARER")
        tricks, lead = cells.tricks("RESULT", contract), cells.lead("LEAD")
        artificial = artificial_of(cells.text("SCORE_NS")) or artificial_of(cells.text("SCORE"))
        yield Traveller(
            board=record.number,
            section=cells.text("SECTION"),
            ns=_name_side(row, "NS"),
            ew=_name_side(row, "EW"),
            contract=contract,
            passed_out=cells.passed_out,
            tricks=tricks,
            lead=lead,
            score=None if artificial else _table_score(cells),
            artificial=artificial,
            points=_table_points(cells),
            facts=tuple(facts),
        )


def _name_side(row: dict[str, str], side: str) -> str:
    names = (f"PAIRID_{side}", f"TEAMID_{side}", f"PAIRID{side}", f"PAIR_{side}", f"NAMES_{side}")
    return next((row[name] for name in names if row.get(name)), "")


def _table_score(cells: Cells) -> int | None:
    """The score to North-South; one stated only for East-West is negated."""
    if cells.text("SCORE_NS"):
        return cells.score("SCORE_NS")
    score = cells.score("SCORE_EW")
    return cells.score("SCORE") if score is None else -score


def _table_points(cells: Cells) -> tuple[Points, ...]:
    return sum((cells.points(kind, f"{name}_NS", f"{name}_EW") for name, kind in _POINT_COLUMNS.items()), ())


def standings_of(records: Sequence[BoardRecord]) -> tuple[Contestant, ...]:
    """The participants in the first `TotalScoreTable` of a file."""
    table = _first_standings(records)
    rows = rows_of_table(table) if table is not None else iter(())
    return tuple(
        Contestant(
            number=_number(row),
            direction=row.get("DIRECTION", ""),
            section=row.get("SECTION", ""),
            players=(ListedPlayer(row["NAMES"]),) if row.get("NAMES") else (),
        )
        for row in rows
    )


def standing_lines(records: Sequence[BoardRecord]) -> tuple[PublishedLine, ...]:
    """The standings in the first `TotalScoreTable` of a file."""
    table = _first_standings(records)
    return tuple(map(_standing, rows_of_table(table))) if table is not None else ()


def _first_standings(records: Sequence[BoardRecord]) -> Tag | None:
    tables = (tag for record in records for tag in record.tags if tag.name == STANDINGS and tag.rows)
    return next(tables, None)


def _number(row: dict[str, str]) -> str:
    return next((row[name] for name in ("PAIRID", "TEAMID", "PLAYERID", "NAMES") if row.get(name)), "")


def _standing(row: dict[str, str]) -> PublishedLine:
    total, unit = next(((name, unit) for name, unit in _TOTALS if row.get(name)), ("", PointsKind.UNNAMED))
    boards = row.get("NRBOARDS", "")
    return PublishedLine(
        number=_number(row),
        line=line_of(row.get("DIRECTION", "")),
        section=row.get("SECTION", ""),
        place=place_of(row.get("RANK", "")),
        points=decimal_of(row.get(total, "").lstrip("+")),
        unit=unit,
        percent=decimal_of(row.get("TOTALPERCENTAGE", "").removesuffix("%")),
        boards=int(boards) if boards.isascii() and boards.isdecimal() and len(boards) < 6 else None,
        name=row.get("NAMES", ""),
    )


_TABLE, _SIGNS = "OptimumResultTable", "DoubleDummyTricks"
_SEATS = (Seat.N, Seat.S, Seat.E, Seat.W)  # the order of both tags, with the denominations from notrumps down
_MOST = 13


def double_dummy(record: BoardRecord) -> Mapping[tuple[Seat, Strain], int] | None:
    """Declarer's tricks by seat and denomination in the file, or None if it does not have all twenty.

    >>> record = BoardRecord(tags=(Tag("DoubleDummyTricks", "d8ddad8dda0500105001"),))
    >>> table = double_dummy(record)
    >>> table[Seat.N, Strain.NOTRUMP], table[Seat.S, Strain.SPADES], table[Seat.W, Strain.SPADES]
    (13, 8, 5)
    """
    tag = next((tag for tag in record.tags if tag.name == _TABLE and tag.rows), None)
    table: dict[tuple[Seat, Strain], int] = {}
    for row in rows_of_table(tag) if tag is not None else ():
        try:
            place = (Seat.parse(row.get("DECLARER", "")), Strain.parse(row.get("DENOMINATION", "")))
        except BridgeError:
            return None
        word = row.get("RESULT", "")
        if (
            not (word.isascii() and word.isdecimal() and len(word) <= 2 and int(word) <= _MOST)
            or place in table
        ):
            return None
        table[place] = int(word)
    if tag is None:
        table = _read_signs((record.tag(_SIGNS) or "").strip().lower())
    return table if len(table) == len(Seat) * len(Strain) else None


def _read_signs(signs: str) -> dict[tuple[Seat, Strain], int]:
    places = [(seat, strain) for seat in _SEATS for strain in reversed(Strain)]
    if len(signs) != len(places) or any(sign not in "0123456789abcd" for sign in signs):
        return {}
    return {place: int(sign, 16) for place, sign in zip(places, signs, strict=True)}


def add_double_dummy(record: BoardRecord, table: Mapping[tuple[Seat, Strain], int]) -> BoardRecord:
    """The board with this double-dummy table, replacing its own.

    >>> table = {(seat, strain): 7 for seat in Seat for strain in Strain}
    >>> double_dummy(add_double_dummy(BoardRecord(number=1), table)) == table
    True
    """
    places = [(seat, strain) for seat in _SEATS for strain in reversed(Strain)]
    rows = tuple(f"{seat} {strain!s:>2} {table[seat, strain]:>2}" for seat, strain in places)
    others = [tag for tag in record.tags if tag.name not in (_TABLE, _SIGNS)]
    plain = [tag for tag in others if not tag.rows]
    signs = Tag(_SIGNS, "".join(f"{table[place]:x}" for place in places))
    optimum = Tag(_TABLE, "Declarer;Denomination\\2R;Result\\2R", rows)
    return replace(record, tags=(*plain, signs, optimum, *(tag for tag in others if tag.rows)))
