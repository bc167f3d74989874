"""The boards of an event through the solver: a board with all its tables is one unit of work.

`solve_board(group, solver)` is the whole of what is asked per unit. It is a function of plain values, so it may run in
this process, in another one, or on another machine; `BoardFigures` goes to text and back for the checkpoint.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.bridge import Card, Contract, Deal, Play
from analyser.estimates.services import NotSolved, NotSolvedReason
from analyser.event.store import BoardGroup, TableEntry
from analyser.event.worker_pool import Checkpoint, UnitAnswer, UnitState

if TYPE_CHECKING:
    from analyser.estimates.solver import Solver

FORM = 1  # of the text: figures kept in another form are not read


class SolveState(StrEnum):
    """How far a unit could be solved."""

    SOLVED = "solved"
    NO_DEAL = "no-deal"  # the four hands are not known
    SHAPE = "shape"  # too freakish by a fixed test: it stays so
    TIME = "time"  # out of time: the answer is incomplete and is tried again


@dataclass(frozen=True, slots=True)
class TableFigures:
    """One table: declarer's tricks double dummy before the lead and after each card; best and worst lead.

    `curve` is empty where no play is recorded; `after_lead` is its second number where only the lead is known too.
    `leads` holds declarer's tricks for each of the thirteen leads by card number, empty where there was none.
    """

    curve: tuple[int, ...] = ()
    leads: tuple[tuple[int, int], ...] = ()

    @property
    def before(self) -> int | None:
        """Declarer's tricks before the lead."""
        if self.curve:
            return self.curve[0]
        return min((tricks for _, tricks in self.leads), default=None)

    def after(self, lead: Card | None) -> int | None:
        """Declarer's tricks after this lead."""
        if lead is None:
            return None
        return dict(self.leads).get(lead.index)


@dataclass(frozen=True, slots=True)
class BoardFigures:
    """One unit: table, par, and each table's figures in the order of the group's entries.

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
        """As one line of text, the same for the same figures."""
        tables = [[list(table.curve), [list(pair) for pair in table.leads]] for table in self.entries]
        values = [self.key, str(self.state), list(self.table), self.par_ns, tables]
        return json.dumps(values, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> "BoardFigures":
        """What `text` gave."""
        key, state, table, par_ns, tables = json.loads(text)
        entries = tuple(
            TableFigures(tuple(curve), tuple((card, tricks) for card, tricks in leads))
            for curve, leads in tables
        )
        return cls(key, SolveState(state), tuple(table), par_ns, entries)


def solve_board(group: BoardGroup, solver: "Solver") -> BoardFigures:
    """Everything the solver is asked of one board and its tables, asked at once: the plays in one contract together."""
    deal = group.deal
    if deal is None or not deal.is_complete:
        return BoardFigures(group.key, SolveState.NO_DEAL)
    contracts = dict.fromkeys(
        (contract.strain, contract.declarer)
        for entry in group.entries
        if (contract := entry.contract_played) is not None
    )
    boards = [(deal, Contract(1, strain, 0, declarer)) for strain, declarer in contracts]
    played = [_play(entry, deal) for entry in group.entries]
    plays = dict.fromkeys(play for play in played if play is not None)
    (table,), leads, curves = solver.together((deal,), boards, [(deal, play) for play in plays])
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


def _play(entry: TableEntry, deal: Deal) -> Play | None:
    """The play, when it fits the deal: what a curve can be drawn of."""
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
    """The solver of this process, with one counting process of its own, for as long as this process lives."""
    from analyser.estimates.solver import Solver

    return Solver(cache_file, workers=1, seconds=seconds)


@dataclass(frozen=True, slots=True)
class BoardSolver:
    """Solves one board; sent to every process of the pool. `cache_file` holds the solver's answers."""

    cache_file: Path | None = None
    seconds: float = _SECONDS

    def __call__(self, group: BoardGroup) -> UnitAnswer:
        """The figures of one board as a row of the checkpoint."""
        figures = solve_board(group, _solver(self.cache_file, self.seconds))
        state = UnitState.INCOMPLETE if figures.state is SolveState.TIME else UnitState.COMPLETE
        return UnitAnswer(group.key, state, figures.text)


def open_checkpoint(path: Path, *, fresh: bool) -> Checkpoint:
    """The checkpoint of an event; rows that another engine made are not used."""
    from analyser.estimates.solver import engine

    return Checkpoint(path, f"{engine()} {FORM}", fresh=fresh)
