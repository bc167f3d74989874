"""The boards of an event through the solver, on as many processes as there are: one board with all its tables a unit."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from analyser.event.checkpoint import Checkpoint, Row, Standing
from analyser.event.crew import Crew, Tally, work_through
from analyser.event.figures import FORM, examine
from analyser.event.values import BoardGroup

_SECONDS = 30.0  # of processor time a deal may take, as in every ruling


@cache
def _solver(kept: Path | None, seconds: float) -> Any:  # noqa: ANN401 - the room, behind the socket of `figures`
    """The solver of this process, with one counting process of its own, for as long as this process lives."""
    from analyser.estimates.solver import Solver

    return Solver(kept, workers=1, seconds=seconds)


@dataclass(frozen=True, slots=True)
class Examiner:
    """Examines one board; sent to every process of the crew. `kept` is the file of the solver's answers."""

    kept: Path | None = None
    seconds: float = _SECONDS

    def __call__(self, group: BoardGroup) -> Row:
        """The figures of one board as a row of the checkpoint."""
        figures = examine(group, _solver(self.kept, self.seconds))
        return Row(group.key, Standing.COMPLETE if figures.complete else Standing.INCOMPLETE, figures.text)


def checkpoint_of(path: Path, *, fresh: bool) -> Checkpoint:
    """The checkpoint of an event; rows that another engine made are not used."""
    from analyser.estimates.solver import engine

    return Checkpoint(path, f"{engine()} {FORM}", fresh=fresh)


def examine_all(
    groups: Iterable[BoardGroup],
    checkpoint: Checkpoint,
    crew: Crew,
    examiner: Examiner,
    tell: Callable[[Tally], None] | None = None,
) -> Tally:
    """Examine every board the checkpoint has no figures of."""
    return work_through(groups, examiner, checkpoint, crew, tell)
