"""Double-dummy figures of the boards of an event; a board with all its tables is one unit of work.

`solve_board(group, solver)` does all the work of a unit. It is a function of plain values, so it may run in this process,
in another one, or on another machine; `BoardFigures` is converted to text and back for the checkpoint.
"""

import json
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.bridge import Card, Contract, Deal, Play
from analyser.estimates.services import NotSolved, NotSolvedReason
from analyser.event.store import BoardGroup, TableEntry
from analyser.event.worker_pool import (
    Checkpoint,
    UnitAnswer,
    UnitState,
    WorkerPool,
    WorkTally,
    work_through,
)
from analyser.resources import cache_file

if TYPE_CHECKING:
    from analyser.estimates.solver import Solver

FORM = 1  # version of the text: figures stored in another version are not read


class Depth(StrEnum):
    """The depth of the analysis of an event; each depth includes the one before it, and nothing else is solved."""

    STANDINGS = "standings"  # standings and rulings: no board is solved
    BOARDS = "boards"  # the double-dummy table of each board, and its page
    PLAYS = "plays"  # also each lead and each card played; slow calls are measured

    @property
    def has_boards(self) -> bool:
        """Whether boards are solved and have their pages."""
        return self is not Depth.STANDINGS

    @property
    def has_plays(self) -> bool:
        """Whether leads, plays and slow calls are analysed."""
        return self is Depth.PLAYS


class SolveState(StrEnum):
    """How far a unit could be solved."""

    SOLVED = "solved"
    NO_DEAL = "no-deal"  # the four hands are not known
    SHAPE = "shape"  # too freakish by a fixed test: this is final
    TIME = "time"  # out of time: the answer is incomplete and is tried again
    NOT_ASKED = "not-asked"  # not requested: only the standings were


@dataclass(frozen=True, slots=True)
class TableFigures:
    """The figures of one table: declarer's double-dummy tricks before the lead and after each card; best and worst lead.

    `curve` is empty if no play is recorded, and has one number if boards were solved but not plays. `leads` has
    declarer's tricks for each of the thirteen leads by card number, and is empty if there was none.
    """

    curve: tuple[int, ...] = ()
    leads: tuple[tuple[int, int], ...] = ()

    @property
    def tricks_before_lead(self) -> int | None:
        """Declarer's tricks before the lead."""
        if self.curve:
            return self.curve[0]
        return min((tricks for _, tricks in self.leads), default=None)

    def tricks_after_lead(self, lead: Card | None) -> int | None:
        """Declarer's tricks after this lead."""
        if lead is None:
            return None
        return dict(self.leads).get(lead.index)


@dataclass(frozen=True, slots=True)
class BoardFigures:
    """The figures of one unit: double-dummy table, par, and each table's figures in the order of the group's entries.

    >>> figures = BoardFigures("k", SolveState.SOLVED, (6,) * 20, 90, (TableFigures((9, 9, 8)),))
    >>> BoardFigures.from_text(figures.text) == figures
    True
    """

    key: str
    state: SolveState
    table: tuple[int, ...] = ()
    par_ns: int | None = None
    entries: tuple[TableFigures, ...] = ()

    @property
    def text(self) -> str:
        """The figures as one line of text, the same for the same figures."""
        tables = [[list(table.curve), [list(pair) for pair in table.leads]] for table in self.entries]
        values = [self.key, str(self.state), list(self.table), self.par_ns, tables]
        return json.dumps(values, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> "BoardFigures":
        """The figures from the text that `text` gave."""
        key, state, table, par_ns, tables = json.loads(text)
        entries = tuple(
            TableFigures(tuple(curve), tuple((card, tricks) for card, tricks in leads))
            for curve, leads in tables
        )
        return cls(key, SolveState(state), tuple(table), par_ns, entries)


def solve_board(group: BoardGroup, solver: "Solver", depth: Depth = Depth.PLAYS) -> BoardFigures:
    """The figures of one board and its tables, with all questions to the solver in one batch."""
    deal = group.deal
    if deal is None or not deal.is_complete:
        return BoardFigures(group.key, SolveState.NO_DEAL)
    if not depth.has_plays:
        return _solved_table(group, deal, solver)
    contracts = dict.fromkeys(
        (contract.strain, contract.declarer)
        for entry in group.entries
        if (contract := entry.contract_played) is not None
    )
    boards = [(deal, Contract(1, strain, 0, declarer)) for strain, declarer in contracts]
    played = [_play(entry, deal) for entry in group.entries]
    plays = dict.fromkeys(play for play in played if play is not None)
    (table,), leads, curves = solver.solve_together((deal,), boards, [(deal, play) for play in plays])
    led, followed = dict(zip(contracts, leads, strict=True)), dict(zip(plays, curves, strict=True))
    entries = []
    for entry, play in zip(group.entries, played, strict=True):
        contract = entry.contract_played
        curve = () if play is None else followed[play]
        tricks = None if contract is None else led[contract.strain, contract.declarer]
        by_card = () if tricks is None or isinstance(tricks, NotSolved) else tricks.items()
        pairs = sorted((card.index, number) for card, number in by_card)
        entries.append(TableFigures(() if isinstance(curve, NotSolved) else curve, tuple(pairs)))
    reasons = {answer.reason for answer in (table, *leads, *curves) if isinstance(answer, NotSolved)}
    state = SolveState.SHAPE if reasons else SolveState.SOLVED
    state = SolveState.TIME if NotSolvedReason.TIME in reasons else state
    if isinstance(table, NotSolved):
        return BoardFigures(group.key, state, entries=tuple(entries))
    par = solver.par_of(table, group.dealer, group.vulnerability).score_ns
    return BoardFigures(group.key, state, table.cells, par, tuple(entries))


def _solved_table(group: BoardGroup, deal: Deal, solver: "Solver") -> BoardFigures:
    """The figures with only the double-dummy table and par; a table has its contract's tricks before the lead."""
    ((table,), _, _) = solver.solve_together((deal,), (), ())
    if isinstance(table, NotSolved):
        is_late = table.reason is NotSolvedReason.TIME
        return BoardFigures(group.key, SolveState.TIME if is_late else SolveState.SHAPE)
    entries = []
    for entry in group.entries:
        contract = entry.contract_played
        cells = () if contract is None else (table.cells[4 * contract.strain + contract.declarer],)
        entries.append(TableFigures(cells))
    par = solver.par_of(table, group.dealer, group.vulnerability).score_ns
    return BoardFigures(group.key, SolveState.SOLVED, table.cells, par, tuple(entries))


def _play(entry: TableEntry, deal: Deal) -> Play | None:
    """The play if it fits the deal, or None."""
    play = entry.play
    if play is None or play.problems(deal):
        return None
    contract = entry.contract_played
    if contract is not None and play.leader is not contract.leader:
        return None
    return play


_SECONDS = 30.0  # of processor time a deal may take, as in every ruling


@cache
def _solver(cache_file: Path | None, seconds: float) -> "Solver":
    """The solver of this process, with one worker process of its own, for the lifetime of this process."""
    from analyser.estimates.solver import Solver

    return Solver(cache_file, workers=1, seconds=seconds)


@dataclass(frozen=True, slots=True)
class BoardSolver:
    """A callable that solves one board, sent to every process of the pool; `cache_file` stores the solver's answers."""

    cache_file: Path | None = None
    seconds: float = _SECONDS
    depth: Depth = Depth.PLAYS

    def __call__(self, group: BoardGroup) -> UnitAnswer:
        """The figures of one board as a row of the checkpoint."""
        figures = solve_board(group, _solver(self.cache_file, self.seconds), self.depth)
        state = UnitState.INCOMPLETE if figures.state is SolveState.TIME else UnitState.COMPLETE
        return UnitAnswer(group.key, state, figures.text)


def open_checkpoint(folder: Path, depth: Depth, *, fresh: bool) -> AbstractContextManager[Checkpoint | None]:
    """The checkpoint of an event, or None if nothing is solved; rows of another engine are not used.

    Each depth has its own, so that a quick run over the boards loses nothing known of the plays.
    """
    if not depth.has_boards:
        return nullcontext()
    from analyser.estimates.solver import engine

    name = "figures" if depth.has_plays else f"figures-{depth}"
    return Checkpoint(folder / f"{name}.sqlite", f"{engine()} {FORM}", fresh=fresh)


def solve_all(
    groups: Iterable[BoardGroup],
    depth: Depth,
    checkpoint: Checkpoint | None,
    pool: WorkerPool,
    report: Callable[[WorkTally], object],
) -> WorkTally:
    """Solve what this depth needs of every board; nothing without a checkpoint."""
    if checkpoint is None:
        return WorkTally()
    return work_through(groups, BoardSolver(cache_file(), depth=depth), checkpoint, pool, report)
