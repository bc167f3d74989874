"""PBN and LIN files are read at 1,000 boards a second and more with the play checked, at 2,000 and more without.

The boards are dealt, called and played at random with a fixed seed: whole plays, unfinished ones, claims, notes.
"""

import time
from random import Random

from analyser.formats import BoardRecord, derive_result, format_named, read, write
from tests.bench.promise import Figure
from tests.formats.boards import a_board

BOARDS = 400
ROUNDS = 5


def boards(name: str) -> list[BoardRecord]:
    """Boards of which most have been played out."""
    rng = Random(f"bench {name}")
    board_records: list[BoardRecord] = []
    while len(board_records) < BOARDS:
        record = a_board(rng, pbn=name == "pbn")
        if len(record.cards) == 52 or rng.random() < 0.2:
            board_records.append(derive_result(record))
    return board_records


def measure() -> tuple[Figure, ...]:
    """Of several rounds the quickest counts, in time of the processor: whatever else goes on does not."""
    figures = []
    for name in ("pbn", "lin"):
        text = write(boards(name), name)
        form = format_named(name)
        assert len(read(text).records) == BOARDS
        for check, bar in ((True, 1000), (False, 2000)):
            quickest = min(_seconds(form.read, text, check=check) for _ in range(ROUNDS))
            wording = f"{name.upper()} read, play {'checked' if check else 'not checked'}"
            figures.append(Figure(wording, round(BOARDS / quickest), "boards/s", bar, "at least"))
    return tuple(figures)


def _seconds(reader, text: str, *, check: bool) -> float:
    started = time.process_time()
    reader(text, check=check)
    return time.process_time() - started
