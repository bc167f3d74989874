"""A folder of files made into one event: each file by itself, then deals, numbers and doubles set right."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from analyser.errors import AnalyserError, refusal
from analyser.event.bridgemate import take_bridgemate
from analyser.event.intake import Intake, take_reading
from analyser.event.lists import take_list
from analyser.event.settings import Event, Movement
from analyser.event.store import Store
from analyser.event.values import Entry, Lost, LostKind, Source
from analyser.formats import sniff
from analyser.formats.ledger import text_of

__all__ = ["File", "load"]


@dataclass(frozen=True, slots=True)
class File:
    """One file of the folder: its name under the folder, and how to get its bytes.

    A Bridgemate file is handed over as the CSV of its tables (`tables`), since it takes a program to read it.
    """

    name: str
    data: Callable[[], bytes]
    tables: Callable[[], Mapping[str, str]] | None = None


def load(files: Iterable[File], event: Event, store: Store) -> None:
    """Read every file in turn; one that cannot be read is told and the others go on. Then set the whole right."""
    for file in files:
        intake = Intake(event, store, file.name, event.lay_of(file.name))
        try:
            _take(file, intake)
        except (AnalyserError, OSError, RecursionError) as fault:
            store.lose(Lost(Source(file.name), LostKind.FILE, "", _why(fault)))
    _one_session(store)
    _pair_numbers(store, event)
    _deals(store)
    _doubles(store)


def _why(fault: AnalyserError | OSError | RecursionError) -> str:
    match fault:
        case AnalyserError():
            return fault.problems[0].why
        case OSError():
            return refusal(fault)
        case RecursionError():
            return "its parts are nested too deep"


def _take(file: File, intake: Intake) -> None:
    if file.tables is not None:
        take_bridgemate(file.tables(), intake)
        return
    data = file.data()
    if file.name.lower().endswith((".csv", ".tsv")) and not data.lstrip(b"\xef\xbb\xbf \r\n").startswith(
        b"#"
    ):
        take_list(text_of(data), intake)
        return
    text = text_of(data)
    form = sniff(text)
    take_reading(form.read(text), intake)


def _one_session(store: Store) -> None:
    """Where some files name the one session there is and others name none, all are of that session."""
    base = store.base
    asked = "SELECT session FROM entry UNION SELECT session FROM dealt"
    named = [session for (session,) in base.execute(asked) if session]
    if len(named) == 1:
        base.execute("UPDATE entry SET session = ? WHERE session = ''", named)
        base.execute("UPDATE OR IGNORE dealt SET session = ? WHERE session = ''", named)


def _pair_numbers(store: Store, event: Event) -> None:
    """Numbers of sections are told apart by their section, those of the two lines of a Mitchell by their line."""
    base = store.base
    number = "GLOB '[0-9]*'"
    (sections,) = base.execute(
        f"SELECT count(DISTINCT section) FROM entry WHERE section != '' AND ns {number}"  # noqa: S608
    ).fetchone()
    if event.is_teams:
        return
    lines = event.movement is Movement.MITCHELL
    if event.movement is Movement.UNKNOWN:
        asked = (
            f"SELECT 1 FROM entry a JOIN (SELECT DISTINCT session, section, board, ew FROM entry WHERE ew {number}) b "  # noqa: S608
            f"ON a.session = b.session AND a.section = b.section AND a.board = b.board AND a.ns = b.ew "
            f"WHERE a.ns {number} LIMIT 1"
        )
        lines = base.execute(asked).fetchone() is not None
    for column, line in (("ns", " NS"), ("ew", " EW")):
        before = "section || " if sections > 1 else ""
        after = f" || '{line}'" if lines else ""
        if before or after:
            base.execute(f"UPDATE entry SET {column} = {before}{column}{after} WHERE {column} {number}")  # noqa: S608


def _deals(store: Store) -> None:
    """A result that comes without its deal gets that of its board, where only one is told."""
    missing = store.base.execute(
        "SELECT DISTINCT session, board FROM entry WHERE deal IS NULL ORDER BY length(session), session, board"
    ).fetchall()
    for session, board in missing:
        told = store.deals_of(session, board)
        if not told and session:
            told = store.deals_of("", board)
        if len(told) > 1:
            why = f"{len(told)} deals are told for board {board}: results without a deal are left without one"
            store.lose(Lost(Source("", 0), LostKind.PART, f"board {board}", why))
        if len(told) != 1:
            continue
        deal, dealer, vulnerability = told[0]
        for entry in list(store.entries("session = ? AND board = ? AND deal IS NULL", (session, board))):
            store.put(
                replace(
                    entry,
                    deal=deal,
                    dealer=entry.dealer if dealer is None else dealer,
                    vulnerability=vulnerability or entry.vulnerability,
                )
            )


def _doubles(store: Store) -> None:
    """The same result in two files is one: the fuller record stays, and what the other says otherwise is kept."""
    asked = (
        "SELECT session, board, ns, ew FROM entry WHERE ns != '' AND ew != '' "
        "GROUP BY session, board, ns, ew HAVING count(*) > 1 ORDER BY 1, 2, 3, 4"
    )
    for given in store.base.execute(asked).fetchall():
        same: dict[str, list[Entry]] = defaultdict(list)
        for entry in list(store.entries("session = ? AND board = ? AND ns = ? AND ew = ?", given)):
            same[entry.round].append(entry)
        anywhere = same.pop("", [])
        if len(same) <= 1:
            together = [*next(iter(same.values()), []), *anywhere]
            _merge(sorted(together, key=lambda one: one.number), store)
        else:
            for entries in same.values():
                _merge(entries, store)


def _merge(entries: list[Entry], store: Store) -> None:
    if len(entries) < 2:
        return
    best = max(entries, key=lambda one: (len(one.cards), one.auction is not None, -one.number))
    for other in entries:
        if other is best:
            continue
        store.drop(other.number)
        store.lose(
            Lost(other.source, LostKind.DOUBLE, f"board {other.board}", f"the result of {best.source}")
        )
        said = _otherwise(best, other)
        best = _filled(best, other)
        if said:
            best = replace(best, doubts=(*best.doubts, said))
    store.put(best)


def _otherwise(best: Entry, other: Entry) -> str:
    """What the other record says of the result that this one does not."""
    ours, theirs = best.result, other.result
    if ours is not None and theirs is not None and ours != theirs:
        return str(theirs)
    if best.score_ns is not None and other.score_ns is not None and best.score_ns != other.score_ns:
        return f"{other.score_ns:+d}"
    return ""


def _filled(best: Entry, other: Entry) -> Entry:
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
    )
