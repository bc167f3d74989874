"""Reader and writer of BridgeWebs `std1`: option lines that begin with `#`, ranking lists, travellers by board."""

import re
from dataclasses import replace
from itertools import groupby

from analyser.bridge import HIGHEST_BOARD
from analyser.errors import NotationError
from analyser.formats.cells import (
    BOARD_SIZE,
    Cells,
    LossReport,
    artificial_of,
    cells_of,
    decimal_text,
    join_cells,
    safe_cell,
    score_of,
    text_of,
)
from analyser.formats.published import published_results
from analyser.formats.record import (
    Contestant,
    Fact,
    FileReading,
    ListedPlayer,
    Points,
    PointsKind,
    Published,
    Results,
    Traveller,
)
from analyser.messages import sentence

BRIDGEWEBS_BEGINS = re.compile(r"\s*#version", re.IGNORECASE)
_COLUMNS = ("NS", "EW", "NSScore", "EWScore", "NSPts", "EWPts", "Contract", "Tricks", "Declarer", "Lead")
_KNOWN = {name.lower(): name for name in _COLUMNS}
_LINES = {"1": "NS", "2": "EW"}  # by the number of the ranking list
_NAMES = ("name1", "name2", "name3", "name4")
_KINDS = (
    ("crossimp", PointsKind.CROSS_IMPS),
    ("butler", PointsKind.BUTLER),
    ("teams", PointsKind.IMPS),
    ("swissteams", PointsKind.IMPS),
)


def _kind(heading: list[Fact]) -> PointsKind:
    """The kind of points: options name the forms other than matchpoints."""
    names = {fact.name.lower() for fact in heading if fact.value}
    return next((kind for name, kind in _KINDS if name in names), PointsKind.MATCHPOINTS)


def _split_by_lines(published: Published) -> Published:
    """The ranking lists by line: two lists that share numbers are those of North-South and East-West, in this order."""
    lists = [{line.number for line in published.lines if line.section == section} for section in ("1", "2")]
    sections = {line.section for line in published.lines}
    if sections != {"1", "2"} or lists[0].isdisjoint(lists[1]):
        return published
    lines = tuple(replace(line, line=_LINES[line.section], section="") for line in published.lines)
    return replace(published, lines=lines, winners=2)


def read_bridgewebs(data: bytes | str, *, check: bool = True) -> FileReading:
    """The heading, ranking lists and travellers of a file; `check` has no effect here."""
    del check
    text = text_of(data)
    return _BridgewebsReader(text).read()


class _BridgewebsReader:
    """A reader by lines; the first line contains the separator of cells."""

    def __init__(self, text: str) -> None:
        self.report = LossReport(text)
        self.lines = text.split("\n")
        first = next((line for line in self.lines if line.strip()), "").lstrip()
        self.sign = first[8:9]
        if first[:8].lower() != "#version" or self.sign not in (";", ",", "\t"):
            raise NotationError(sentence("bridgewebs-heading"), found=first[:80])
        self.heading: list[Fact] = []
        self.contestants: list[Contestant] = []
        self.travellers: list[Traveller] = []
        self.columns: list[str] | None = None
        self.section = ""
        self.lists = 0
        self.board: int | None = None

    def read(self) -> FileReading:
        """Everything in the file."""
        for number, line in enumerate(self.lines, 1):
            if not line.strip(" \t"):
                continue
            cells = cells_of(line, self.sign) if len(line) <= BOARD_SIZE else None
            if cells is None:
                self.report.lose_line(number, line, sentence("loss-line-quotes"))
            elif cells[0].lstrip()[:1] == "#":
                self._option(cells, number)
            elif not self.section:
                self.report.lose_line(number, line, sentence("loss-no-list"))
            elif self.columns is None:
                self.columns = [cell.strip() for cell in cells]
            elif self.section == "scores":
                self._contestant(cells)
            else:
                self._line(cells, number)
        results = Results(
            heading=tuple(self.heading),
            contestants=tuple(self.contestants),
            travellers=tuple(self.travellers),
        )
        return FileReading(
            (), tuple(self.report), (), results, published=_split_by_lines(published_results(results))
        )

    def _option(self, cells: list[str], number: int) -> None:
        name = cells[0].strip()[1:].strip()
        values = [cell for cell in cells[1:] if cell.strip()]
        lower = name.lower()
        if lower == "version":
            if [value.strip().lower() for value in values] != ["std1"]:
                self.report.lose_line(number, " ".join(values), sentence("loss-std1"))
        elif lower in ("scores", "travellers"):
            self.section, self.columns, self.board = lower, None, None
            self.lists += lower == "scores"
        elif lower == "board":
            self.board = score_of(values[0]) if values else None
            if self.board is None or not 1 <= self.board <= HIGHEST_BOARD:
                self.board = None
                self.report.lose_line(
                    number, " ".join(values), sentence("loss-board-number", highest=HIGHEST_BOARD)
                )
        elif lower != "comment":
            self.heading += [Fact(name, value) for value in values]

    def _row(self, cells: list[str]) -> list[tuple[str, str]]:
        columns = self.columns or [""]
        surplus = len(columns) - 1
        row = [(name, cell) for name, cell in zip(columns[:-1], cells[:surplus], strict=False)]
        rest = cells[surplus:]
        while len(rest) > 1 and not rest[-1]:
            rest.pop()
        return [*row, (columns[-1], ";".join(rest))]

    def _contestant(self, cells: list[str]) -> None:
        number, players, facts = "", [], []
        for name, cell in self._row(cells):
            if name.lower() == "pair":
                number = cell
            elif name.lower() in _NAMES:
                players.append(ListedPlayer(cell))
            elif cell:
                facts.append(Fact(name, cell))
        while players and not players[-1].name:
            players.pop()
        section = str(self.lists)
        self.contestants.append(
            Contestant(number=number, section=section, players=tuple(players), facts=tuple(facts))
        )

    def _line(self, cells: list[str], number: int) -> None:
        if self.board is None:
            self.report.lose_line(number, self.sign.join(cells), sentence("loss-on-no-board"))
            return
        cells_by_name: dict[str, str] = {}
        facts: list[Fact] = []
        for name, cell in self._row(cells):
            known = _KNOWN.get(name.lower())
            if known and known not in cells_by_name:
                cells_by_name[known] = cell
            elif cell:
                facts.append(Fact(name, cell))

        row = Cells(cells_by_name, facts, lambda words, why: self.report.lose_line(number, words, why))
        contract = row.contract("Contract", "Declarer")
        tricks, lead = row.tricks("Tricks", contract), row.lead("Lead")
        ours, theirs = row.text("NSScore"), row.text("EWScore")
        artificial = artificial_of(f"{ours}-{theirs}") if ours[:1] in "Aa" and theirs[:1] in "Aa" else None
        score = None if artificial else self._score(row, ours, theirs)
        self.travellers.append(
            Traveller(
                board=self.board,
                ns=row.text("NS"),
                ew=row.text("EW"),
                contract=contract,
                passed_out=row.passed_out,
                tricks=tricks,
                lead=lead,
                score=score,
                artificial=artificial,
                points=row.points(_kind(self.heading), "NSPts", "EWPts"),
                facts=tuple(facts),
            )
        )

    def _score(self, row: Cells, ours: str, theirs: str) -> int | None:
        """The score to North-South; each side's positive scores are in its own column."""
        if ours and theirs:
            row.facts += [Fact("NSScore", ours), Fact("EWScore", theirs)]
            row.lose(f"{ours} {theirs}", sentence("loss-kept", why=sentence("loss-both-scores")))
            return None
        score = row.score("NSScore" if ours else "EWScore")
        return score if ours or score is None else -score


def bridgewebs_text(results: Results) -> str:
    """The text of a `std1` file; `formats.write` also proves that it reads back equal."""
    lines = ["#Version;std1"]
    lines += [join_cells("heading", [f"#{fact.name}", fact.value], ";") for fact in results.heading]
    for _, group in groupby(results.contestants, key=lambda entry: entry.section):
        lines += _ranking(list(group))
    if results.travellers:
        extra = list(dict.fromkeys(fact.name for line in results.travellers for fact in line.facts))
        extra = [name for name in extra if name not in _COLUMNS]
        lines += ["#Travellers", join_cells("facts", [*_COLUMNS, *extra], ";")]
        for board, group_of in groupby(results.travellers, key=lambda entry: entry.board):
            lines.append(f"#Board;{board}")
            lines += [_traveller(line, extra) for line in group_of]
    return "\n".join([*lines, ""])


def _ranking(entries: list[Contestant]) -> list[str]:
    seats = max((len(entry.players) for entry in entries), default=0)
    extra = list(dict.fromkeys(fact.name for entry in entries for fact in entry.facts))
    lines = ["#Scores", join_cells("facts", ["Pair", *(f"Name{n + 1}" for n in range(seats)), *extra], ";")]
    for entry in entries:
        names = [player.name for player in entry.players] + [""] * (seats - len(entry.players))
        facts = {fact.name: fact.value for fact in entry.facts}
        cells = [facts.get(name, "") for name in extra]
        last = cells.pop().split(";") if cells else []
        lines.append(join_cells("contestants", [entry.number, *names, *cells, *last], ";"))
    return lines


def _traveller(line: Traveller, extra: list[str]) -> str:
    contract = line.contract
    facts = {fact.name: fact.value for fact in line.facts}
    ours = theirs = ""
    if line.artificial:
        ours, theirs = f"A{line.artificial.ns:02d}", f"A{line.artificial.ew:02d}"
    elif line.score is not None:
        ours, theirs = (str(line.score), "") if line.score >= 0 else ("", str(-line.score))
    points = line.points[0] if line.points else Points(PointsKind.UNNAMED, None, None)
    cells = {
        "NS": line.ns,
        "EW": line.ew,
        "NSScore": ours,
        "EWScore": theirs,
        "NSPts": "" if points.ns is None else decimal_text(points.ns),
        "EWPts": "" if points.ew is None else decimal_text(points.ew),
        "Contract": contract.name if contract else "PASS" if line.passed_out else "",
        "Tricks": "" if line.tricks is None else str(line.tricks),
        "Declarer": str(contract.declarer) if contract else "",
        "Lead": str(line.lead or ""),
    }
    row = [cell or facts.get(name, "") for name, cell in cells.items()] + [
        facts.get(name, "") for name in extra
    ]
    return ";".join(safe_cell("travellers", cell, ";") for cell in row)
