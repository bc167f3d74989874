"""The folder of an event made into one event: each file by itself, then deals, numbers and doubles set right."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from analyser.errors import AnalyserError, CaseError, refusal
from analyser.event.bridgemate_file import tables_of
from analyser.event.doubles import join_doubles
from analyser.event.import_lists import import_bridgemate, import_list
from analyser.event.import_results import FileImport, import_reading
from analyser.event.kept_work import ReadFiles
from analyser.event.settings import (
    SETTINGS_FILE,
    CrossDivisor,
    EventSettings,
    Movement,
    read_settings,
)
from analyser.event.store import (
    EventLoss,
    FilePublication,
    LossKind,
    ResultSource,
    ResultStore,
)
from analyser.formats import Published, PublishedLine, file_endings, sniff
from analyser.formats.cells import text_of
from analyser.formats.foreign import foreign_kind
from analyser.messages import sentence

_LISTS = (".csv", ".tsv", ".txt", ".bws")  # read as what their first lines say
_RULINGS = ("rulings.csv", "rulings.tsv")
_MAY_HOLD_RESULTS = ("office", "access", "archive")
_LARGEST = 21_000_000  # bytes: a little more than any reader accepts, so that it can say so
_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})[./-]?(\d{2})[./-]?(\d{2})", re.ASCII)
_BUTLER = re.compile(r"BUTLER-(\d)", re.IGNORECASE | re.ASCII)
_CROSS = re.compile(r"CROSS([12])?(?![A-Z0-9_])", re.IGNORECASE | re.ASCII)
_CROSS_WORDS = {"": CrossDivisor.NOTHING, "1": CrossDivisor.SCORES, "2": CrossDivisor.COMPARISONS}


@dataclass(frozen=True, slots=True)
class EventFile:
    """One file of the folder: its name under the folder, and how to get its bytes.

    A Bridgemate file is handed over as the CSV of its tables (`tables`), since it takes a program to read it.
    """

    name: str
    data: Callable[[], bytes]
    tables: Callable[[], Mapping[str, str]] | None = None


@dataclass(frozen=True, slots=True)
class EventFolder:
    """What lies in the folder: the settings, the results file by file, case files and lists of rulings."""

    event: EventSettings
    results: tuple[EventFile, ...]
    cases: tuple[EventFile, ...]
    rulings: tuple[EventFile, ...]
    others: tuple[EventFile, ...] = ()  # of no ending that is read here


def open_folder(folder: Path, out: Path) -> EventFolder:
    """Look through the folder and all below it, in the order of names; what is written under `out` is not read."""
    if not folder.is_dir():
        raise CaseError(
            sentence("not-a-folder"), where="FOLDER", found=str(folder), remedy=sentence("name-event-folder")
        )
    if out.resolve() in (folder.resolve(), *folder.resolve().parents):
        why = sentence("event-files-there")
        raise CaseError(why, where="--out", found=str(out), remedy=sentence("choose-folder-beside"))
    settings = folder / SETTINGS_FILE
    event = read_settings(_bytes(settings)) if settings.is_file() else EventSettings()
    endings = (*file_endings(), *_LISTS)
    results, cases, rulings, others = [], [], [], []
    for name, path in sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*")):
        hidden = any(part.startswith(".") for part in name.split("/"))
        if hidden or not path.is_file() or out.resolve() in path.resolve().parents:
            continue
        ending = path.suffix.lower()
        if path.name.lower() in _RULINGS:
            rulings.append(_file(path, name))
        elif ending == ".toml" and path != settings:
            cases.append(_file(path, name))
        elif ending in endings:
            results.append(_file(path, name))
        elif path != settings:
            others.append(_file(path, name))
    return EventFolder(event, tuple(results), tuple(cases), tuple(rulings), tuple(others))


def nothing_to_read(folder: Path) -> CaseError:
    """A folder without a file of results."""
    return CaseError(
        sentence("no-results-in-folder"),
        where="FOLDER",
        found=str(folder),
        remedy=sentence("put-files-there", known=" ".join((*file_endings(), *_LISTS))),
    )


def tell_unread(contents: EventFolder, store: ResultStore) -> None:
    """Put into the loss report what may hold results and is not read: documents, packed files; all, where nothing else is there."""
    for file in contents.others:
        try:
            kind = foreign_kind(file.data())
        except OSError as fault:
            store.lose(EventLoss(ResultSource(file.name), LossKind.FILE, "", refusal(fault)))
            continue
        if kind in _MAY_HOLD_RESULTS or not contents.results:
            why = sentence(f"file-is-{kind}") if kind else sentence("format-not-recognised")
            store.lose(EventLoss(ResultSource(file.name), LossKind.FILE, "", why))


def _file(path: Path, name: str) -> EventFile:
    if path.suffix.lower() == ".bws":
        return EventFile(name, lambda: b"", lambda: tables_of(path))
    return EventFile(name, lambda: _bytes(path))


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LARGEST)


def published_by(files: Iterable[EventFile]) -> Iterator[Published]:
    """What each file says of the event, read only as far as somebody asks; one that cannot be read says nothing."""
    for file in files:
        try:
            if file.tables is not None or file.name.lower().endswith((".csv", ".tsv")):
                yield Published()
                continue
            text = text_of(file.data())
            yield sniff(text).read(text).published
        except (AnalyserError, OSError, RecursionError):
            continue  # told when the results are read


def load_results(
    files: Iterable[EventFile], event: EventSettings, store: ResultStore, kept: ReadFiles | None = None
) -> EventSettings:
    """Read every file in turn; one that cannot be read is told and the others go on. Then set the whole right.

    The settings come back with what the files say of the event where `event.toml` does not. What stands in `kept` is
    not read again.
    """
    with ReadFiles() if kept is None else nullcontext(kept) as read_files:
        for file in files:
            try:
                data = None if file.tables is not None else file.data()
            except OSError as fault:
                store.lose(EventLoss(ResultSource(file.name), LossKind.FILE, "", refusal(fault)))
                continue
            read_files.into(store, file.name, data, event, partial(_read, file, data or b"", event))
    event = completed(event, store)
    _name_the_one_session(store)
    _tell_pair_numbers_apart(store, event)
    _fill_in_deals(store)
    join_doubles(store)
    return event


def _read(file: EventFile, data: bytes, event: EventSettings, store: ResultStore) -> None:
    """Read one file; what cannot be read is told."""
    target = FileImport(event, store, file.name, event.assignment_of(file.name))
    try:
        _import(file, data, target)
    except AnalyserError as fault:
        target.lose(0, LossKind.FILE, "", fault.problems[0].why)
    except RecursionError:
        target.lose(0, LossKind.FILE, "", sentence("nested-too-deep"))
    except OSError as fault:
        target.lose(0, LossKind.FILE, "", refusal(fault))


def _import(file: EventFile, data: bytes, target: FileImport) -> None:
    if file.tables is not None:
        import_bridgemate(file.tables(), target)
        return
    text = text_of(data)
    is_list = not data.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"#")
    if is_list and file.name.lower().endswith((".csv", ".tsv")):
        import_list(text, target)
    else:
        import_reading(sniff(text).read(text), target)


def _name_the_one_session(store: ResultStore) -> None:
    """Where some files name the one session there is and others name none, all are of that session."""
    base = store.base
    query = "SELECT session FROM entry UNION SELECT session FROM dealt"
    named = [session for (session,) in base.execute(query) if session]
    if len(named) == 1:
        base.execute("UPDATE entry SET session = ? WHERE session = ''", named)
        base.execute("UPDATE OR IGNORE dealt SET session = ? WHERE session = ''", named)


def _tell_pair_numbers_apart(store: ResultStore, event: EventSettings) -> None:
    """Numbers of sections are told apart by their section, those of the two lines of a Mitchell by their line."""
    base = store.base
    number = "GLOB '[0-9]*'"
    plain = "NOT GLOB '*[^0-9]*'"  # `1NS` tells its line itself
    (sections,) = base.execute(
        f"SELECT count(DISTINCT section) FROM entry WHERE section != '' AND ns {number}"  # noqa: S608
    ).fetchone()
    if event.is_teams:
        return
    lines = event.movement is Movement.MITCHELL
    if event.movement is Movement.UNKNOWN and event.winners != 1:
        query = (
            f"SELECT 1 FROM entry a JOIN (SELECT DISTINCT session, section, board, ew FROM entry WHERE ew {number}) b "  # noqa: S608
            f"ON a.session = b.session AND a.section = b.section AND a.board = b.board AND a.ns = b.ew "
            f"WHERE a.ns {number} AND a.ns {plain} LIMIT 1"
        )
        if event.winners is not None:  # two lists: whoever sits on both sides is two pairs
            query = f"SELECT 1 FROM entry WHERE ns {number} AND ns {plain} AND ns IN (SELECT ew FROM entry) LIMIT 1"  # noqa: S608
        lines = base.execute(query).fetchone() is not None
    for column, line in (("ns", " NS"), ("ew", " EW")):
        if lines:
            of_line = f"{column} {number} AND {column} {plain}"
            base.execute(f"UPDATE entry SET {column} = {column} || '{line}' WHERE {of_line}")  # noqa: S608
        if sections > 1:
            base.execute(f"UPDATE entry SET {column} = section || {column} WHERE {column} {number}")  # noqa: S608
    store.publications = [
        _told_apart(publication, lines=lines, sections=sections > 1) for publication in store.publications
    ]


def _told_apart(publication: FilePublication, *, lines: bool, sections: bool) -> FilePublication:
    """The file's own standings with their competitors named as the results are named now."""

    def named(entry: PublishedLine) -> PublishedLine:
        number = entry.number
        if lines and entry.line and number.isdecimal():
            number = f"{number} {entry.line}"
        if sections and number[:1].isdecimal():
            number = entry.section.rpartition("/")[2] + number
        return replace(entry, number=number)

    published = publication.published
    return replace(publication, published=replace(published, lines=tuple(map(named, published.lines))))


def _fill_in_deals(store: ResultStore) -> None:
    """A result that comes without its deal gets that of its board, where only one is told."""
    missing = store.base.execute(
        "SELECT DISTINCT session, board FROM entry WHERE deal IS NULL ORDER BY length(session), session, board"
    ).fetchall()
    for session, board in missing:
        deals = store.deals_of(session, board)
        if not deals and session:
            deals = store.deals_of("", board)
        if len(deals) > 1:
            why = sentence("several-deals-told", count=len(deals), board=board)
            store.lose(EventLoss(ResultSource("", 0), LossKind.PART, f"board {board}", why))
        if len(deals) != 1:
            continue
        deal, dealer, vulnerability = deals[0]
        for entry in list(store.entries("session = ? AND board = ? AND deal IS NULL", (session, board))):
            dealt_by = entry.dealer if dealer is None else dealer
            vulnerable = vulnerability or entry.vulnerability
            store.put(replace(entry, deal=deal, dealer=dealt_by, vulnerability=vulnerable))
