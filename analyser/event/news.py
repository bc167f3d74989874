"""The changes between two runs of an event: results added, corrected or removed, and places that moved."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from analyser.event.sheets import cell

_WHERE = ("session", "board", "section", "round", "table", "room", "ns", "ew")
_TELLS = ("contract", "declarer", "tricks", "score_ns", "artificial")
_PLACE = ("list", "who")


@dataclass(frozen=True, slots=True)
class Change:
    """One change: its kind, where or who, the old value and the new one."""

    what: str  # new, corrected, gone, place
    where: tuple[str, ...]
    before: str
    after: str

    @property
    def cells(self) -> Sequence[object]:
        """One line of `news.csv`."""
        return (self.what, " ".join(filter(None, self.where)), self.before, self.after)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The results and the places of a run, as its sheets have them."""

    results: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    places: Mapping[tuple[str, ...], str] = field(default_factory=dict)

    @classmethod
    def read_folder(cls, out: Path) -> "Snapshot":
        """The snapshot of a run's folder, empty if there was no run."""
        return cls(
            dict(_rows(out / "boards.csv", _WHERE, _TELLS)),
            dict(_rows(out / "standings.csv", _PLACE, ("rank_ruled",))),
        )

    @property
    def is_empty(self) -> bool:
        """Whether there was no earlier run."""
        return not self.results

    def changes_to(self, later: "Snapshot") -> Iterator[Change]:
        """Every change to the newer snapshot, results before places."""
        for where, result in later.results.items():
            before = self.results.get(where)
            if before != result:
                yield Change("new" if before is None else "corrected", where, before or "", result)
        for where, result in self.results.items():
            if where not in later.results:
                yield Change("gone", where, result, "")
        for who, place in later.places.items():
            before = self.places.get(who)
            if before != place:
                yield Change("place", who, before or "", place)


def folder_state(folder: Path, out: Path) -> frozenset[tuple[str, int, int]]:
    """The files of a folder with sizes and times, except what is written under `out`; it differs after a change."""
    place = out.resolve()
    state = set()
    for path in folder.rglob("*"):
        try:
            status = path.stat()
        except OSError:  # deleted in the meantime
            continue
        if path.is_file() and place not in path.resolve().parents:
            state.add((str(path), status.st_size, status.st_mtime_ns))
    return frozenset(state)


def write_news(out: Path, changes: Sequence[Change]) -> None:
    """Write `news.csv`."""
    with (out / "news.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("what", "where", "before", "after"))
        writer.writerows(map(cell, change.cells) for change in changes)


def _rows(path: Path, keys: Sequence[str], columns: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    if not path.is_file():
        return
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            where = tuple(row.get(key) or "" for key in keys)
            yield where, " ".join(filter(None, (row.get(name) or "" for name in columns)))
