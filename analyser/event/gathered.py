"""The boards of an event gone through once: scored, counted, questioned, written; and what the report will tell."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from analyser.casefile import Form
from analyser.estimates.services import Services
from analyser.event import BoardGroup, Counted, Entry, Event, GroupFigures, Lost, LostKind, Store
from analyser.event.board_page import board_page
from analyser.event.changes import Change, Decided, Line
from analyser.event.checkpoint import Checkpoint
from analyser.event.crew import Tally
from analyser.event.reviewed import Alike, Calibration
from analyser.event.rulings import Heard
from analyser.event.scored import Effect, Scorer
from analyser.event.slips import Slip, slips_on
from analyser.event.slow import LEAST, Candidate, candidate_of, slow_calls
from analyser.event.tallies import Tallies
from analyser.event.told import BOARD_COLUMNS, TableTold, board_json, table_row, tables_told
from analyser.event.write import Sheets, slip_row
from analyser.laws import Jurisdiction
from analyser.report.pages import sentence
from analyser.ruling import Finding, FindingClass

_SHOWN = 300  # slips that the report prints; every one is in slips.csv


@dataclass(frozen=True, slots=True)
class Indexed:
    """One board in the index: its name, how many tables, par, and what there is to see on it."""

    name: str
    session: str
    board: int
    tables: int
    par_ns: int | None
    counted: Counted
    rulings: int
    slips: int


@dataclass(slots=True)
class Gathered:
    """Everything the report tells of a run."""

    event: Event
    law: Jurisdiction
    unit: str
    solved: Tally
    boards: int
    tables: int
    hearings: list[Heard] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    decided: list[Decided] = field(default_factory=list)
    follows: list[str] = field(default_factory=list)  # whose artificial scores follow their session
    effects: list[Effect] = field(default_factory=list)
    alike: list[Alike] = field(default_factory=list)
    slips: list[tuple[Slip, Entry]] = field(default_factory=list)
    slip_count: int = 0
    candidates: list[tuple[Candidate, Entry]] = field(default_factory=list)
    slow: int = 0
    measured: int = 0
    tallies: Tallies = field(default_factory=Tallies)
    butler: Mapping[str, Sequence[Fraction]] = field(default_factory=dict)
    calibration: Calibration = field(default_factory=Calibration.empty)
    index: list[Indexed] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    losses: int = 0
    called: Mapping[str, str] = field(default_factory=dict)


class Asks(Protocol):
    """What a walk must know of the run."""

    @property
    def out(self) -> Path:
        """Where to write."""
        ...

    @property
    def language(self) -> str:
        """In which language."""
        ...

    @property
    def pages(self) -> bool:
        """Whether each board has a page."""
        ...


@dataclass(slots=True)
class Walk:
    """Goes through the boards; holds nothing of them but what is worth a question."""

    event: Event
    checkpoint: Checkpoint
    services: Services
    store: Store
    candidates: list[Candidate] = field(default_factory=list)

    def boards(
        self, scorer: Scorer, sheets: Sheets, gathered: Gathered, wanted: Asks, tell: Callable[[int], None]
    ) -> None:
        """Every board once."""
        sheets.begin("boards.csv", BOARD_COLUMNS)
        sheets.begin("event.jsonl")
        pages = _Pages(wanted.out / "boards") if wanted.pages else None
        rulings = {one.ruled.number: one for one in gathered.hearings if one.ruled.number is not None}
        for done, group in enumerate(self.store.groups(), 1):
            figures = self._figures(group)
            scores = scorer.board(group)
            tables = tables_told(group, figures, scores)
            for told in tables:
                sheets.row("boards.csv", table_row(told, figures))
            sheets.json("event.jsonl", board_json(group, figures, tables))
            slips = list(slips_on(group, figures.entries))
            self._slips(slips, group, sheets, gathered)
            self._alone(group, scores.alone)
            gathered.tallies.board(group, figures.entries)
            self._slow(group, gathered, frozenset(filter(None, rulings)))
            self._calibrate(tables, gathered)
            here = [rulings[entry.number] for entry in group.entries if entry.number in rulings]
            gathered.index.append(
                Indexed(
                    group.name, group.session, group.board, len(tables), figures.par_ns, figures.counted, len(here),
                    len(slips),
                )
            )  # fmt: skip
            if pages is not None:
                versions = tuple(scorer.versions)
                shown = (group, figures, tables, slips, here, gathered.unit, versions, wanted.language)
                pages.write(group.name, board_page(*shown))
            tell(done)

    def _figures(self, group: BoardGroup) -> GroupFigures:
        """The figures of a board; those of one that was given up are empty, and that is told."""
        text = self.checkpoint.answer(group.key)
        if text is not None:
            return GroupFigures.from_text(text)
        reason = next((row.answer for row in self.checkpoint.rows([group.key])), "it was not reached")
        self.store.lose(
            Lost(group.entries[0].source, LostKind.PART, f"board {group.board}", f"not solved: {reason}")
        )
        return GroupFigures(group.key, Counted.TIME)

    def _slips(self, slips: list[Slip], group: BoardGroup, sheets: Sheets, gathered: Gathered) -> None:
        by_number = {entry.number: entry for entry in group.entries}
        for slip in slips:
            entry = by_number[slip.number]
            row = slip_row(slip, entry, sentence(slip.finding))
            sheets.row("slips.csv", row)
            arguments = {name: str(value) for name, value in slip.finding.args}
            sheets.json(
                "event.jsonl",
                {
                    "type": "slip",
                    "board": group.name,
                    "number": slip.number,
                    "code": slip.code,
                    "args": arguments,
                    "says": sentence(slip.finding),
                },
            )
            gathered.slip_count += 1
            if len(gathered.slips) < _SHOWN:
                gathered.slips.append((slip, entry))

    def _alone(self, group: BoardGroup, alone: Sequence[int]) -> None:
        for entry in group.entries:
            if entry.number in alone:
                why = "the other room has no result: the board does not count in the match"
                self.store.lose(Lost(entry.source, LostKind.PART, f"board {entry.board}", why))

    def _slow(self, group: BoardGroup, gathered: Gathered, ruled: frozenset[int]) -> None:
        """Slow calls after which partner acted; those somebody has ruled on are in the list of rulings."""
        if self.services.calls is None:
            return
        for entry in group.entries:
            for slow in slow_calls(entry, self.event.slow):
                gathered.slow += 1
                found = candidate_of(entry, slow, self.services.calls, self.event.form, LEAST)
                if found is not None and entry.number not in ruled:
                    self.candidates.append(found)

    def _calibrate(self, tables: Sequence[TableTold], gathered: Gathered) -> None:
        """The chance of making each contract after its lead, against what happened."""
        kernel = self.services.kernel
        form = Form.IMPS if self.event.is_teams else self.event.form
        for told in tables:
            entry = told.entry
            after = told.figures.after(entry.lead)
            if kernel is None or entry.contract is None or entry.tricks is None or after is None:
                continue
            chances = kernel.tricks(after, entry.contract, form)
            needed = entry.contract.needed
            gathered.calibration.count(sum(chances[needed:]), made=entry.tricks >= needed)

    def question(self, candidate: Candidate, language: str = "en") -> str:
        """A candidate in words."""
        return sentence(asked_of(candidate), language)


def asked_of(candidate: Candidate) -> Finding:
    """A candidate as a question with its evidence."""
    slow = candidate.slow
    over = candidate.suggested_over
    best, share = candidate.alternatives[0]
    code = "event.candidate.open" if over is None else "event.candidate.suggested"
    return Finding.of(
        code,
        kind=FindingClass.FACT,
        seat=slow.seat,
        partner=slow.seat.partner,
        seconds=slow.seconds,
        usual=slow.usual,
        at=f"call {slow.at}",
        call=slow.call,
        action=slow.action,
        ours=f"{candidate.share:.0%}",
        other=over[0] if over else best,
        theirs=f"{dict(candidate.alternatives).get(over[0], 0.0) if over else share:.0%}",
    )


class _Pages:
    """A page for every board, beside the report."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder

    def write(self, name: str, page: str) -> None:
        """The page of one board."""
        (self.folder / f"{name}.html").write_text(page, encoding="utf-8")
