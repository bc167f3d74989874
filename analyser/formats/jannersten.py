"""Reader and writer of Jannersten `Results.txt`: three sections of lines with cells separated by semicolons."""

import re

from analyser.bridge import HIGHEST_BOARD
from analyser.errors import NotationError
from analyser.formats.cells import (
    BOARD_SIZE,
    Cells,
    LossReport,
    cells_of,
    decimal_text,
    join_cells,
    safe_cell,
    score_of,
    text_of,
)
from analyser.formats.published import published_results
from analyser.formats.record import (
    Artificial,
    Contestant,
    Fact,
    FileReading,
    ListedPlayer,
    PointsKind,
    Results,
    Traveller,
)
from analyser.messages import sentence

_GAME = (
    "Section", "BoardsPerRound", "TotalBoards", "Rounds", "ScoringMethod", "Filler", "EventType", "Weighting",
    "Handicap", "Date", "Name", "Session", "AcrossTheField",
)  # fmt: skip
_CONTESTANT = ("FinalResult", "FinalPercentage", "VP", "MasterPoints")
_LINE = (
    "Board", "Section", "Round", "N", "E", "S", "W", "Points", "Contract", "Declarer", "Tricks", "Lead", "MP_NS",
    "MP_EW", "IMP_NS", "IMP_EW", "Percentage_NS", "Percentage_EW", "Datum", "Top", "AdjustedTop", "Remarks",
)  # fmt: skip
_FACTS = ("Round", "S", "W", "Datum", "Top", "AdjustedTop", "Remarks")
_KINDS = {"MP": PointsKind.MATCHPOINTS, "IMP": PointsKind.IMPS, "Percentage": PointsKind.PERCENT}
JANNERSTEN_BEGINS = re.compile(r"\s*\[GAME\]", re.IGNORECASE)
_SECTION = re.compile(r"\s*\[(GAME|CONTESTANTS|RESULTS)\]\s*(?:\(.*)?", re.IGNORECASE)
_ARTIFICIAL = re.compile(r"\s*([0-9]{2})\s*%?\s*[-/]\s*([0-9]{2})\s*%?\s*")


def read_jannersten(data: bytes | str, *, check: bool = True) -> FileReading:
    """The game, the participants and every result; `check` has no effect here."""
    del check
    text = text_of(data)
    report = LossReport(text)
    heading: list[Fact] = []
    contestants: list[Contestant] = []
    travellers: list[Traveller] = []
    section = ""
    for number, line in enumerate(text.split("\n"), 1):
        header = _SECTION.fullmatch(line) if len(line) <= BOARD_SIZE else None
        if header:
            section = header[1].upper()
            continue
        if not line.strip():
            continue
        cells = cells_of(line, ";") if len(line) <= BOARD_SIZE else None
        if cells is None or not section:
            report.lose_line(number, line, sentence("loss-section-quotes"))
        elif section == "GAME":
            heading += _name_facts(_GAME, cells, report, number)
        elif section == "CONTESTANTS":
            contestants.append(_contestant(cells, report, number))
        elif len(cells) > 1:
            travellers += _line(cells, report, number)
        elif not re.fullmatch(r"\s*#[0-9]{1,4}\s*", line):
            report.lose_line(number, line, sentence("not-a-result"))
    results = Results(heading=tuple(heading), contestants=tuple(contestants), travellers=tuple(travellers))
    return FileReading((), tuple(report), (), results, published=published_results(results))


def _name_facts(names: tuple[str, ...], cells: list[str], report: LossReport, number: int) -> list[Fact]:
    if any(cell.strip() for cell in cells[len(names) :]):
        report.lose_line(number, ";".join(cells[len(names) :]), sentence("loss-cells", count=len(names)))
    return [Fact(name, cell) for name, cell in zip(names, cells, strict=False) if cell.strip()]


def _contestant(cells: list[str], report: LossReport, number: int) -> Contestant:
    cells += [""] * (4 - len(cells))
    return Contestant(
        number=cells[1].strip(),
        direction=cells[2].strip(),
        section=cells[0].strip(),
        players=(ListedPlayer(cells[3].strip()),),
        facts=tuple(_name_facts(_CONTESTANT, cells[4:], report, number)),
    )


def _line(cells: list[str], report: LossReport, number: int) -> list[Traveller]:
    by_name = {fact.name: fact.value.strip() for fact in _name_facts(_LINE, cells, report, number)}
    facts = [Fact(name, by_name[name]) for name in _FACTS if name in by_name]
    word = by_name.get("Board", "").lstrip("#")
    board = score_of(word)
    if board is None or not 1 <= board <= HIGHEST_BOARD:
        report.lose_line(
            number, by_name.get("Board", ""), sentence("loss-board-number", highest=HIGHEST_BOARD)
        )
        return []

    row = Cells(by_name, facts, lambda words, why: report.lose_line(number, words, why))
    contract = row.contract("Contract", "Declarer")
    tricks, lead, score = row.tricks("Tricks", contract), row.lead("Lead"), row.score("Points")
    points = [row.points(kind, f"{name}_NS", f"{name}_EW") for name, kind in _KINDS.items()]
    award = _ARTIFICIAL.fullmatch(row.text("Remarks")) if contract is None and not row.passed_out else None
    return [
        Traveller(
            board=board,
            section=row.text("Section"),
            ns=row.text("N"),
            ew=row.text("E"),
            contract=contract,
            passed_out=row.passed_out,
            tricks=tricks,
            lead=lead,
            score=score,
            artificial=Artificial(int(award[1]), int(award[2])) if award else None,
            points=sum(points, ()),
            facts=tuple(fact for fact in facts if not (award and fact.name == "Remarks")),
        )
    ]


def jannersten_text(results: Results) -> str:
    """The text of a `Results.txt`; `formats.write` also proves that it reads back equal."""
    lines = ["[GAME]", *_game(results.heading), "[Contestants]"]
    for entry in results.contestants:
        facts = {fact.name: fact.value for fact in entry.facts}
        name = entry.players[0].name if entry.players else ""
        cells = [
            entry.section,
            entry.number,
            entry.direction,
            name,
            *(facts.get(key, "") for key in _CONTESTANT),
        ]
        lines.append(join_cells("contestants", cells, ";"))
    lines += ["[RESULTS]", *map(_write_line, results.travellers)]
    return "\n".join([*lines, ""])


def _game(heading: tuple[Fact, ...]) -> list[str]:
    rows: list[dict[str, str]] = []
    last = len(_GAME)
    for fact in heading:
        if fact.name not in _GAME:
            raise NotationError(sentence("no-such-game-cell"), found=fact.name[:80])
        place = _GAME.index(fact.name)
        if place <= last and (not rows or place <= max(map(_GAME.index, rows[-1]))):
            rows.append({})
        rows[-1][fact.name] = fact.value
        last = place
    return [join_cells("heading", [row.get(name, "") for name in _GAME], ";") for row in rows]


def _write_line(line: Traveller) -> str:
    contract = line.contract
    cells = dict.fromkeys(_LINE, "") | {fact.name: fact.value for fact in line.facts if fact.name in _LINE}
    known: dict[str, object] = {
        "Board": f"#{line.board:02d}",
        "Section": line.section,
        "N": line.ns,
        "E": line.ew,
        "Contract": contract.name if contract else "PASS" if line.passed_out else None,
        "Declarer": contract.declarer if contract else None,
        "Tricks": line.tricks,
        "Lead": line.lead,
        "Points": line.score,
        "Remarks": f"{line.artificial.ns:02d}%-{line.artificial.ew:02d}%" if line.artificial else None,
    }
    cells |= {name: str(value) for name, value in known.items() if value is not None}
    for points in line.points:
        name = next((name for name, kind in _KINDS.items() if kind is points.kind), None)
        if name is None:
            raise NotationError(sentence("points-cells"), found=points.kind.value)
        for side, value in (("NS", points.ns), ("EW", points.ew)):
            if value is not None:
                cells[f"{name}_{side}"] = decimal_text(value)
    return ";".join(safe_cell(f"travellers {name}", cells[name], ";") for name in _LINE)
