"""The results and settings of an event from its folder: files are read one by one, then deals, numbers and duplicates joined."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import assert_never

from analyser.casefile import Form
from analyser.errors import AnalyserError, CaseError, refusal
from analyser.event.bridgemate_file import tables_of
from analyser.event.duplicates import join_doubles
from analyser.event.import_lists import import_bridgemate, import_list
from analyser.event.import_results import FileImport, import_reading
from analyser.event.published_matches import refuse_unknown_scale
from analyser.event.run_cache import ReadFiles
from analyser.event.settings import (
    SETTINGS_FILE,
    CrossDivisor,
    EventSettings,
    ExtraPoints,
    FieldRules,
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
from analyser.formats import PointsKind, Published, PublishedLine, PublishedMatch, file_endings, sniff
from analyser.formats.cells import foreign_kind, text_of
from analyser.laws import Jurisdiction
from analyser.messages import sentence
from analyser.scoring.percent_scales import percent_scale_named

_LISTS = (".csv", ".tsv", ".txt", ".bws")  # recognised from their first lines
_RULINGS = ("rulings.csv", "rulings.tsv")
_MAY_HOLD_RESULTS = ("office", "access", "archive")
_LARGEST = 21_000_000  # bytes: a little more than any reader accepts, so that it can say so
_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})[./-]?(\d{2})[./-]?(\d{2})", re.ASCII)
_KNOCKOUT = re.compile(r"KNOCK|(?<![A-Z])KO(?![A-Z])", re.IGNORECASE | re.ASCII)
_BUTLER = re.compile(r"BUTLER-(\d)", re.IGNORECASE | re.ASCII)
_CROSS = re.compile(r"CROSS([12])?(?![A-Z0-9_])", re.IGNORECASE | re.ASCII)
_CROSS_WORDS = {"": CrossDivisor.NOTHING, "1": CrossDivisor.SCORES, "2": CrossDivisor.COMPARISONS}


@dataclass(frozen=True, slots=True)
class EventFile:
    """One file of the folder: its name under the folder, and how to get its bytes.

    A Bridgemate file is passed as the CSV of its tables (`tables`), since reading it needs a program.
    """

    name: str
    data: Callable[[], bytes]
    tables: Callable[[], Mapping[str, str]] | None = None


@dataclass(frozen=True, slots=True)
class EventFolder:
    """The contents of the folder: settings, files of results, case files and lists of rulings."""

    event: EventSettings
    results: tuple[EventFile, ...]
    cases: tuple[EventFile, ...]
    rulings: tuple[EventFile, ...]
    others: tuple[EventFile, ...] = ()  # endings that are not read here


def open_folder(folder: Path, out: Path) -> EventFolder:
    """The contents of the folder and its subfolders, in the order of names, without what is written under `out`."""
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
    """The error of a folder without a file of results."""
    return CaseError(
        sentence("no-results-in-folder"),
        where="FOLDER",
        found=str(folder),
        remedy=sentence("put-files-there", known=" ".join((*file_endings(), *_LISTS))),
    )


def tell_unread(contents: EventFolder, store: ResultStore) -> None:
    """List in the loss report documents and archives that may hold results; all unread files if there is no other."""
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


def read_publications(files: Iterable[EventFile]) -> Iterator[Published]:
    """What each file says of the event, read on demand; an unreadable file says nothing."""
    for file in files:
        try:
            if file.tables is not None or file.name.lower().endswith((".csv", ".tsv")):
                yield Published()
                continue
            text = text_of(file.data())
            yield sniff(text).read(text).published
        except (AnalyserError, OSError, RecursionError):
            continue  # reported when the results are read


def read_results(
    folder: Path, contents: EventFolder, store: ResultStore, read_files: ReadFiles
) -> EventSettings:
    """The results of every file, and the settings completed from the files; refused if there is nothing to score."""
    if not contents.results:
        raise nothing_to_read(folder)
    refused = None
    try:
        event = infer_form(contents.event, read_publications(contents.results))
    except CaseError as form:  # the files are read all the same: unreadable ones are reported first
        event, refused = contents.event, form
    event = load_results(contents.results, event, store, read_files)
    if refused and store.tables:
        raise refused
    if not store.tables:
        why, remedy = sentence("no-file-holds-result"), sentence("see-losses")
        raise CaseError(why, where="FOLDER", found=str(folder), remedy=remedy)
    return event


def load_results(
    files: Iterable[EventFile], event: EventSettings, store: ResultStore, kept: ReadFiles | None = None
) -> EventSettings:
    """Read every file, report unreadable ones, then join deals, numbers and duplicates; returns the completed settings.

    The files complete what `event.toml` does not say. Files in `kept` are not read again.
    """
    with ReadFiles() if kept is None else nullcontext(kept) as read_files:
        for file in files:
            try:
                data = None if file.tables is not None else file.data()
            except OSError as fault:
                store.lose(EventLoss(ResultSource(file.name), LossKind.FILE, "", refusal(fault)))
                continue
            read_files.load_into(store, file.name, data, event, partial(_read, file, data or b"", event))
    event = complete_settings(event, store)
    _name_the_one_session(store)
    _tell_pair_numbers_apart(store, event)
    _fill_in_deals(store)
    join_doubles(store)
    return event


def _read(file: EventFile, data: bytes, event: EventSettings, store: ResultStore) -> None:
    """Read one file and report what cannot be read."""
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
    if not data.strip():
        raise CaseError(sentence("file-is-empty"))
    text = text_of(data)
    is_list = not data.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"#")
    if is_list and file.name.lower().endswith((".csv", ".tsv")):
        import_list(text, target)
    else:
        import_reading(sniff(text).read(text), target)


def _name_the_one_session(store: ResultStore) -> None:
    """Assign all files to the one session that some of them name."""
    base = store.base
    query = "SELECT session FROM entry UNION SELECT session FROM dealt"
    named = [session for (session,) in base.execute(query) if session]
    if len(named) == 1:
        base.execute("UPDATE entry SET session = ? WHERE session = ''", named)
        base.execute("UPDATE OR IGNORE dealt SET session = ? WHERE session = ''", named)


def _tell_pair_numbers_apart(store: ResultStore, event: EventSettings) -> None:
    """Distinguish pair numbers of sections by their section, and those of the two lines of a Mitchell by their line."""
    base = store.base
    number = "GLOB '[0-9]*'"
    plain = "NOT GLOB '*[^0-9]*'"  # `1NS` states its line itself
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
        _rename_competitors(publication, lines=lines, sections=sections > 1)
        for publication in store.publications
    ]


def _rename_competitors(publication: FilePublication, *, lines: bool, sections: bool) -> FilePublication:
    """The file's own standings with competitors renamed as in the results."""

    def rename_line(entry: PublishedLine) -> PublishedLine:
        number = entry.number
        if lines and entry.line and number.isdecimal():
            number = f"{number} {entry.line}"
        if sections and number[:1].isdecimal():
            number = entry.section.rpartition("/")[2] + number
        return replace(entry, number=number)

    published = publication.published
    return replace(publication, published=replace(published, lines=tuple(map(rename_line, published.lines))))


# Results without deal, each with another of the same board and round in its file, if those have one deal.
_TOLD_IN_MATCH = (
    "SELECT a.id, min(b.id) FROM entry a JOIN entry b ON b.session = a.session AND b.board = a.board AND "
    "b.file = a.file AND b.round = a.round AND b.deal IS NOT NULL WHERE a.deal IS NULL "
    "GROUP BY a.id HAVING count(DISTINCT b.deal) = 1"
)


def _fill_in_deals(store: ResultStore) -> None:
    """Give results without deal the deal of their board: that of their match, else the only one stated."""
    for number, other in store.base.execute(_TOLD_IN_MATCH).fetchall():
        entry, same = (next(store.entries("id = ?", (key,))) for key in (number, other))
        store.put(replace(entry, deal=same.deal, dealer=same.dealer, vulnerability=same.vulnerability))
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


def form_of_file(published: Published) -> Form | None:
    """The form a file states, also by the title of a broadcast match, or None if its words fit several.

    >>> form_of_file(Published(form=PointsKind.IMPS, teams=True)), form_of_file(Published(form=PointsKind.IMPS))
    (Form.IMPS, None)
    """
    titled = {match.unit for match in published.matches}
    if published.form is None and titled == {PointsKind.IMPS}:
        return Form.IMPS
    match published.form:
        case PointsKind.MATCHPOINTS:
            return Form.BAM if published.teams else Form.MATCHPOINTS
        case PointsKind.BOARD_A_MATCH:
            return Form.BAM
        case PointsKind.CROSS_IMPS:
            return Form.CROSS_IMPS
        case PointsKind.BUTLER:
            return Form.BUTLER
        case PointsKind.IMPS:
            return _form_of_matches(published.method) if published.teams else None
        case PointsKind.VICTORY_POINTS:
            return Form.VP if published.teams else None
        case PointsKind.TOTAL_POINTS:
            # Both tables of a team make up its net total (78C); named teams are recognised by their matches only.
            return None if published.teams and not published.lines else Form.POINTS
        case PointsKind.PERCENT | PointsKind.UNNAMED | None:
            return None
        case _:
            assert_never(published.form)


def _form_of_matches(method: str) -> Form:
    """The form of matches in IMPs: a knock-out if the file calls them so."""
    return Form.KNOCKOUT if _KNOCKOUT.search(method) else Form.IMPS


def infer_form(event: EventSettings, files: Iterable[Published]) -> EventSettings:
    """The settings with the form of the first file that states one; refused if neither settings nor files do."""
    if "form" in event.stated:
        return event
    words, is_readable, told_as = "", False, None
    for published in files:
        is_readable = True
        form = form_of_file(published)
        if form is not None:
            return replace(event, form=form, field_rules=_field_rules(published.method, event))
        words, told_as = words or published.method, told_as or published.form
    if not is_readable:
        return event  # there is nothing to score, which is reported elsewhere
    why = sentence("form-told-in-part", words=words) if words else sentence("form-not-told")
    forms = ", ".join(str(form) for form in Form)
    remedy = sentence("write-form-of-imps" if told_as is PointsKind.IMPS else "write-form", forms=forms)
    raise CaseError(why, where=f"{SETTINGS_FILE} form", found=words, remedy=remedy)


def _field_rules(method: str, event: EventSettings) -> FieldRules:
    """The rules PBN's words state: `Butler-2` omits two scores, `Cross1` and `Cross2` give the divisor, `Cross` has none."""
    rules = event.field_rules
    butler, cross = _BUTLER.search(method), _CROSS.search(method)
    if butler and "trim" not in event.stated:
        rules = replace(rules, trim=int(butler[1]) // 2)
    if cross and "cross" not in event.stated:
        rules = replace(rules, cross=_CROSS_WORDS[cross[1] or ""])
    return rules


def complete_settings(event: EventSettings, store: ResultStore) -> EventSettings:
    """The settings with name, day and winners from the files; a file of another form of scoring is reported."""
    publications = [publication.published for publication in store.publications]
    _report_other_forms(event, store)
    winners = {published.winners for published in publications if published.winners is not None}
    if not winners and any(_ranks_all(published, store) for published in publications):
        winners = {1}
    days = {day for day in (day_of(published.date) for published in publications) if day is not None}
    names = list(dict.fromkeys(published.name for published in publications if published.name))
    matches = [match for published in publications for match in published.matches]
    if event.form is Form.IMPS and "form" not in event.stated and _is_knockout(matches):
        event = replace(event, form=Form.KNOCKOUT)
    by_match = event.by_match or (
        any(published.by_match for published in publications) and not event.is_teams
    )
    by_match = event.by_match if "by_match" in event.stated else by_match
    if by_match:
        refuse_unknown_scale(event, store)
    return replace(
        event,
        by_match=by_match,
        name=event.name or (names[0] if len(names) == 1 else ""),
        day=event.day or (min(days) if days else None),
        winners=winners.pop() if event.winners is None and len(winners) == 1 else event.winners,
    )


def _ranks_all(published: Published, store: ResultStore) -> bool:
    """Whether a file's places are one list of all competitors."""
    places = [line.place for line in published.lines if line.place is not None]
    query = (
        "SELECT count(*) FROM (SELECT ns FROM entry WHERE ns != '' UNION SELECT ew FROM entry WHERE ew != '')"
    )
    (playing,) = store.base.execute(query).fetchone()
    in_one = all(place == 1 + sum(better < place for better in places) for place in places)
    return in_one and len(places) == len(published.lines) == playing > 2


def _is_knockout(matches: Sequence[PublishedMatch]) -> bool:
    """Whether something was carried into a stanza: elsewhere every match begins at zero."""
    return any(match.carried and any(match.carried) for match in matches)


def _report_other_forms(event: EventSettings, store: ResultStore) -> None:
    """Report a file of another form than the event's; it is scored with the others."""
    for publication in store.publications:
        theirs = form_of_file(publication.published)
        if theirs is not None and theirs.scoring.unit is not event.form.scoring.unit:
            store.lose(_other_form(publication, theirs, event.form))


def _other_form(publication: FilePublication, theirs: Form, ours: Form) -> EventLoss:
    why = sentence("file-scored-otherwise", theirs=str(theirs), ours=str(ours))
    return EventLoss(ResultSource(publication.file), LossKind.PART, publication.published.method, why)


def day_of(text: str) -> date | None:
    """The date a file writes, year first or day first, or None; the American order cannot be distinguished.

    >>> str(day_of("2022.04.23")), str(day_of("23/04/2022")), day_of("?"), day_of("31.02.2022")
    ('2022-04-23', '2022-04-23', None, None)
    """
    word = text.strip()
    year_first, day_first = _YEAR_FIRST.fullmatch(word[:10]), _DAY_FIRST.fullmatch(word)
    try:
        if year_first:
            return date(*map(int, year_first.groups()))
        return date(*map(int, day_first.groups()[::-1])) if day_first else None
    except ValueError:
        return None


def printed_names(store: ResultStore) -> dict[str, str]:
    """The names of pairs and teams, also from the files' own standings, for runs that ask for names."""
    listed = (line for publication in store.publications for line in publication.published.lines)
    return {line.number: line.name for line in listed if line.name} | store.names()


def number_extra_points(event: EventSettings, store: ResultStore) -> EventSettings:
    """The settings with carry-over and penalties by the numbers given to teams and pairs."""
    kind = "team" if event.is_teams else "pair"

    def number_entry(extra: ExtraPoints) -> ExtraPoints:
        to, against = (store.number_of(kind, who) or who for who in (extra.to, extra.against))
        return replace(extra, to=to, against=against)

    return replace(
        event,
        carried=tuple(map(number_entry, event.carried)),
        penalties=tuple(map(number_entry, event.penalties)),
    )


def apply_regulation(event: EventSettings, law: Jurisdiction) -> EventSettings:
    """The settings with factoring and conversion of matches by the regulation if the event does not state them."""
    percents = event.percents
    if event.by_match and percents is None and event.form is Form.MATCHPOINTS:
        named = [percent_scale_named(row.code) for row in law.regulation.rows("percent_scale")]
        percents = next(iter(named), None)
    factor = law.regulation.fouled.neuberg if event.factor is None else event.factor
    return replace(event, factor=factor, percents=percents)


def apply_published_points(event: EventSettings, law: Jurisdiction, store: ResultStore) -> EventSettings:
    """The settings with factoring inferred from the files' own points if nothing is stated."""
    stated = apply_regulation(event, law)
    if not store.has_points:
        return stated
    from analyser.event.given_points import infer_field_rules

    return infer_field_rules(replace(stated, factor=event.factor), store, factored=bool(stated.factor))


def listed_sections(event: EventSettings, store: ResultStore) -> dict[str, str]:
    """The section in whose list each competitor is, if sections are fields of their own and the files list them so."""
    lines = [line for publication in store.publications for line in publication.published.lines]
    firsts = {line.section for line in lines if line.place == 1}
    if not event.apart or len(firsts) < 2:
        return {}
    query = "SELECT ns, section FROM entry UNION SELECT ew, section FROM entry"
    return dict(store.base.execute(query).fetchall())
