"""Merging of records of the same result in two files: which record stays, what it adopts, which statements conflict."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace

from analyser.bridge import PointsOnly
from analyser.errors import CaseError
from analyser.event.settings import SETTINGS_FILE
from analyser.event.store import EventLoss, LossKind, ResultStore, TableEntry
from analyser.messages import sentence

_IN_COMMON = 6  # common results needed to see that two files are of two sessions


@dataclass(slots=True)
class _FilePairs:
    """Counts of results two files have in common, and of those on which they differ."""

    common: Counter[tuple[str, str]] = field(default_factory=Counter)
    differing: Counter[tuple[str, str]] = field(default_factory=Counter)

    def count(self, entries: list[TableEntry]) -> None:
        first, *others = sorted(entries, key=lambda entry: entry.number)
        for other in others:
            files = (first.source.file, other.source.file)
            both_scored = first.score_ns is not None and other.score_ns is not None
            self.common[files] += both_scored
            self.differing[files] += both_scored and first.score_ns != other.score_ns

    def refuse_sessions(self) -> None:
        """Refuse two files that contradict each other on most boards without being assigned to two sessions."""
        for (first, second), common in self.common.items():
            differing = self.differing[first, second]
            if common >= _IN_COMMON and 2 * differing > common:
                raise CaseError(
                    sentence("files-contradict", first=first, second=second, count=differing, common=common),
                    where=f"{SETTINGS_FILE} files",
                    remedy=sentence("write-sessions", first=first, second=second),
                )


def join_doubles(store: ResultStore) -> None:
    """Merge records of the same result: the fuller one stays, and contradicting statements are stored with it."""
    pairs = _FilePairs()
    query = (
        "SELECT session, board, ns, ew FROM entry WHERE ns != '' AND ew != '' "
        "GROUP BY session, board, ns, ew HAVING count(*) > 1 ORDER BY 1, 2, 3, 4"
    )
    for meeting in store.base.execute(query).fetchall():
        same: dict[str, list[TableEntry]] = defaultdict(list)
        for entry in list(store.entries("session = ? AND board = ? AND ns = ? AND ew = ?", meeting)):
            same[entry.round].append(entry)
        anywhere = same.pop("", [])
        if len(same) <= 1:
            together = [*next(iter(same.values()), []), *anywhere]
            same = {"": sorted(together, key=lambda entry: entry.number)}
        for entries in same.values():
            for double in _doubles(entries):
                pairs.count(double)
                _merge(double, store)
    pairs.refuse_sessions()


def _doubles(entries: list[TableEntry]) -> list[list[TableEntry]]:
    """The records of one result: all of them, unless one file itself has two different ones."""
    different = {(entry.source.file, _outcome(entry)) for entry in entries}
    if len(different) == len({file for file, _ in different}):
        return [entries] if len(entries) > 1 else []
    equal: dict[object, list[TableEntry]] = defaultdict(list)
    for entry in entries:
        equal[_outcome(entry)].append(entry)
    return [records for records in equal.values() if len(records) > 1]


def _outcome(entry: TableEntry) -> object:
    return (entry.result, entry.score_ns, entry.artificial)


def _merge(entries: list[TableEntry], store: ResultStore) -> None:
    """Keep one record of a result and list the others in the loss report."""
    best = max(entries, key=lambda entry: (len(entry.cards), entry.auction is not None, -entry.number))
    for other in entries:
        if other is best:
            continue
        store.drop(other.number)
        why = sentence("same-result-as", source=best.source)
        store.lose(EventLoss(other.source, LossKind.DOUBLE, f"board {other.board}", why))
        doubts = best.doubts
        if best.result is not None and other.result is not None and best.result != other.result:
            doubts += (other.result,)
        elif best.score_ns is not None and other.score_ns is not None and best.score_ns != other.score_ns:
            doubts += (PointsOnly(other.score_ns),)
        best = replace(_fill_record(best, other), doubts=doubts)
    store.put(best)


def _with_stated_result(best: TableEntry, other: TableEntry) -> TableEntry:
    """The record with the result the other file states, if its own tricks are only those of a claim or of the play."""
    result = other.result
    if best.stated or not other.stated or result is None or result == best.result:
        return best
    return replace(
        best,
        contract=result.contract,
        passed_out=result.contract is None,
        tricks=result.tricks,
        played=best.played or best.result,
        stated=True,
    )


def _fill_record(best: TableEntry, other: TableEntry) -> TableEntry:
    """The fuller record with what only the other one has, and with the stated result."""
    best = _with_stated_result(best, other)
    return replace(
        best,
        section=best.section or other.section,
        round=best.round or other.round,
        table=best.table or other.table,
        deal=best.deal or other.deal,
        contract=best.contract or other.contract,
        passed_out=best.passed_out or (other.passed_out and best.contract is None),
        tricks=other.tricks if best.tricks is None and best.contract == other.contract else best.tricks,
        score=other.score if best.score is None else best.score,
        artificial=best.artificial or other.artificial,
        auction=best.auction or other.auction,
        call_times=best.call_times or other.call_times,
        leader=other.leader if best.leader is None else best.leader,
        cards=best.cards or other.cards,
        points=best.points or other.points,
        played=best.played or other.played,
        stated=best.stated or other.stated,
    )
