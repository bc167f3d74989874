"""The cases of an event before they are ruled, from case files and from rows of lists of rulings, with their results.

A row names a result, what happened and what was ruled; it is converted to a case file. Columns: `board`, and
as many of `session round section table room ns ew` as identify one result; `id`; `kind` (an incident of the
case file, or already a form of ruling); `result` and `ew_result` (`60% 4S= by N; 40% 4S-1 by N`, or one result);
`award` (`60/40` percent); `tricks` that declarer is given; `ruling` where it is `stands`; and of the incident whatever is
known: `source offender by at action suggests given correct after claims concedes statement order trick established noticed
seconds grounds body`. Other columns and kinds are reported.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from analyser.casefile import Case, IncidentKind, RulingKind, case_of
from analyser.casefile.toml_reader import parse_tree
from analyser.errors import AnalyserError, CaseError, refusal
from analyser.event.folder import EventFile
from analyser.event.import_lists import rows_of, whole_number
from analyser.event.settings import EventSettings
from analyser.event.store import EventLoss, LossKind, ResultSource, ResultStore, TableEntry
from analyser.formats.cells import text_of
from analyser.messages import sentence
from analyser.scoring import imps, parse_weight


@dataclass(frozen=True, slots=True)
class BoardContext:
    """The other tables' scores to North-South, and the rest of the match for a result of a team event."""

    other_room: int | None = None
    field: tuple[tuple[int, int], ...] = ()
    match_imps: int | None = None
    boards: int | None = None


def board_context(entry: TableEntry, event: EventSettings, store: ResultStore) -> BoardContext:
    """The other tables' scores on the board of a result, before rulings elsewhere on the board."""
    same_board = "session = ? AND board = ? AND deal IS ?"
    key = None if entry.deal is None else entry.deal.key
    tables = list(store.entries(same_board, (entry.session, entry.board, key)))
    if event.is_teams:
        return _match_context(entry, event, store, tables)
    others = [
        table.score_ns
        for table in tables
        if table.number != entry.number
        and table.score_ns is not None
        and (not event.apart or table.section == entry.section)
    ]
    return BoardContext(field=tuple(sorted(Counter(others).items(), reverse=True)))


def _match_context(
    entry: TableEntry, event: EventSettings, store: ResultStore, tables: Sequence[TableEntry]
) -> BoardContext:
    other = next((table for table in tables if _other_room(entry, table)), None)
    same_match = "session = ? AND round = ? AND ((ns = ? AND ew = ?) OR (ns = ? AND ew = ?))"
    teams = (entry.session, entry.round, entry.ns, entry.ew, entry.ew, entry.ns)
    match = [room for room in store.entries(same_match, teams) if room.board != entry.board]
    boards = event.boards or 1 + len({room.board for room in match})
    total = 0
    for room in (table for table in match if table.ns == entry.ns):
        pairs = (table for table in match if table.board == room.board and _other_room(room, table))
        opposite = next(pairs, None)
        if opposite is not None and room.score_ns is not None and opposite.score_ns is not None:
            total += imps(room.score_ns - opposite.score_ns)
    return BoardContext(None if other is None else other.score_ns, (), total, boards)


def _other_room(room: TableEntry, other: TableEntry) -> bool:
    """Whether the two are the rooms of one match."""
    teams = (room.ns, room.ew, room.round)
    return teams == (other.ew, other.ns, other.round) and room.number != other.number


def case_tree(entry: TableEntry, event: EventSettings, context: BoardContext, slug: str) -> dict[str, Any]:
    """The facts of a result as the tree of a case file: event, board, table, comparison; without incidents."""
    result = entry.result
    table: dict[str, Any] = {}
    if entry.auction is not None:
        table["auction"] = str(entry.auction)
    play = entry.play
    if play is not None and len(play) > 1 and entry.deal is not None:
        table["play"] = [str(trick) for trick in play.tricks]
    elif entry.lead is not None and (entry.contract is not None or entry.auction is not None):
        table["lead"] = str(entry.lead)
    if result is not None and result.contract is None:
        table["contract"] = "passed out"
    elif entry.contract is not None:
        table |= {"contract": entry.contract.name, "declarer": str(entry.contract.declarer)}
        if entry.tricks is not None:
            table["tricks"] = entry.tricks
    board = {"number": entry.board, "dealer": str(entry.dealer), "vulnerable": str(entry.vulnerability)}
    if entry.deal is not None:
        board["deal"] = str(entry.deal)
    source = {"kind": "record", "name": entry.source.file, "where": f"line {entry.source.place}"}
    tree = {"schema": 1, "id": slug, "source": source, "board": board, "table": table}
    return complete_tree(tree, event, context)


def complete_tree(tree: Mapping[str, Any], event: EventSettings, context: BoardContext) -> dict[str, Any]:
    """A case file's tree completed from the event: form, date, comparison, players."""
    complete = dict(tree)
    settings = dict(complete.get("event", {}))
    facts: dict[str, Any] = {
        "name": event.name or None,
        "date": event.day,
        "authority": event.authority,
        "form": str(event.form),
        "boards": context.boards if event.form.scoring.uses_scale else None,
        "scale": str(event.scale) if event.form.scoring.uses_scale else None,
        "screens": event.screens,
        "level": None if event.level is None else str(event.level),
        "edition": event.edition,
        "regulations": list(event.regulations) or None,
    }
    for name, value in facts.items():
        if value is not None:
            settings.setdefault(name, value)
    complete["event"] = settings
    others = dict(complete.get("comparison", {}))
    if context.field and "field" not in others:
        others["field"] = [{"score": score, "times": times} for score, times in context.field]
    if context.other_room is not None:
        others.setdefault("other_room", context.other_room)
    if event.form.scoring.uses_scale and context.match_imps is not None:
        others.setdefault("match_imps", context.match_imps)
    if others:
        complete["comparison"] = others
    players = {"class": str(event.players)}
    by_seat = complete.get("players") or {"NS": players, "EW": dict(players)}
    complete["players"] = {  # without names: an event is analysed by numbers
        seat: {key: value for key, value in player.items() if key != "name"}
        for seat, player in by_seat.items()
    }
    return complete


def find_result(entries: Sequence[TableEntry], facts: Mapping[str, str]) -> TableEntry | None:
    """The only result that fits the facts (session, round, table, section, ns, ew, room), or None if none or several fit.

    `facts` has only stated facts; a fact the result does not state does not exclude it.
    """
    wanted = [(name, value) for name, value in facts.items() if value]
    fits = [entry for entry in entries if all(_fits(entry, name, value) for name, value in wanted)]
    return fits[0] if len(fits) == 1 else None


def _fits(entry: TableEntry, name: str, value: str) -> bool:
    if name == "room":
        return entry.room is None or entry.room.value[:1] == value.strip().lower()[:1]
    facts = {"session": entry.session, "round": entry.round, "table": entry.table, "section": entry.section}
    facts |= {"ns": entry.ns, "ew": entry.ew}
    plain, known = value.strip().casefold(), facts.get(name, "").casefold()
    return not known or known == plain or known.split(" ")[0] == plain or known.endswith(f" {plain}")


WHERE = ("session", "round", "section", "table", "room", "ns", "ew")
_WEIGHTED = re.compile(r"(\d[\d.,]*\s*%|\d+/\d+|0?[.,]\d+|1)\s*[: ]\s*(\S.*)")
_AWARD = re.compile(r"A?(\d{1,3})\s*%?\s*[-/: ]\s*A?(\d{1,3})\s*%?")
_NUMBERS = ("after", "claims", "concedes", "trick", "seconds")
_LISTS = ("suggests", "order")
_PLAIN = re.compile(r"[^a-z0-9]+")
_KEYS = {
    IncidentKind.UNAUTHORISED_INFORMATION: ("source", "at", "offender", "action", "suggests"),
    IncidentKind.WITHDRAWN_CALL: ("source", "at", "offender", "action", "suggests"),
    IncidentKind.MISINFORMATION: ("by", "at", "given", "correct"),
    IncidentKind.CLAIM: ("by", "after", "claims", "concedes", "statement", "order"),
    IncidentKind.REVOKE: ("offender", "trick", "established", "noticed"),
}


_COLUMNS = frozenset(
    (
        "board",
        *WHERE,
        "id",
        "kind",
        "ruling",
        "result",
        "ew_result",
        "award",
        "tricks",
        "seconds",
        "grounds",
        "body",
    )
).union(*_KEYS.values())
_KINDS = {"ui": "unauthorised-information", "mi": "misinformation"}  # abbreviations


def slug_of(text: str) -> str:
    """A valid name of a case.

    >>> slug_of("Bd 7 / Table 3")
    'bd-7-table-3'
    """
    return _PLAIN.sub("-", text.lower()).strip("-")[:60] or "ruling"


def weighted_results(text: str) -> list[dict[str, str]]:
    """The results of a weighted ruling; a result without a weight is the whole score.

    >>> weighted_results("60% 4S= by N; 40%: 4S-1 by N")
    [{'result': '4S= by N', 'weight': '60%'}, {'result': '4S-1 by N', 'weight': '40%'}]
    """
    results = []
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        match = _WEIGHTED.fullmatch(part)
        if match and ("%" in match[1] or "/" in match[1] or "." in match[1] or "," in match[1]):
            weight = match[1].replace(" ", "").replace(",", ".")
            parse_weight(weight)
            results.append({"result": match[2].strip(), "weight": weight})
        else:
            results.append({"result": part, "weight": "100%"})
    return results


def ruling_of(row: Mapping[str, str]) -> dict[str, Any] | None:
    """The ruling of a row in the form of a case file, or None if it has none."""
    ns, ew = weighted_results(row.get("result", "")), weighted_results(row.get("ew_result", ""))
    word = row.get("ruling") or (row.get("kind", "") if row.get("kind", "") in set(RulingKind) else "")
    ruling: dict[str, Any] = {"by": row.get("body") or "director"}
    if row.get("grounds"):
        ruling["grounds"] = row["grounds"]
    if award := _AWARD.fullmatch(row.get("award", "").strip()):
        percents = {"NS": f"{int(award[1])}%", "EW": f"{int(award[2])}%"}
        return ruling | {"kind": "artificial", "award": percents}
    if row.get("award"):
        raise CaseError(
            sentence("not-an-award"), where="award", found=row["award"], remedy=sentence("write-award")
        )
    if ns:
        kind = word if word in ("assigned", "weighted") else "assigned" if len(ns) == 1 else "weighted"
        return ruling | {"kind": kind, "ns": ns} | ({"ew": ew} if ew else {})
    if word == "result-stands" or row.get("ruling", "").lower() in ("stands", "result stands"):
        return ruling | {"kind": "result-stands"}
    if (tricks := whole_number(row.get("tricks", ""))) is not None:
        return ruling | {"kind": "tricks", "tricks": tricks}
    return None


def _kind_word(row: Mapping[str, str]) -> str:
    word = row.get("kind", "").strip().lower().replace(" ", "-")
    return _KINDS.get(word, word)


def incident_of(row: Mapping[str, str]) -> dict[str, Any] | None:
    """The incident of a row with its facts, or None if its kind is no incident or the facts do not suffice."""
    word = _kind_word(row)
    if word not in set(IncidentKind):
        return None
    kind = IncidentKind(word)
    keys = _KEYS.get(kind)
    if keys is None or not row.get(keys[0]):
        return {"id": "incident", "kind": "other"}
    incident: dict[str, Any] = {"id": "incident", "kind": word}
    for key in keys:
        value = row.get(key, "")
        if not value:
            continue
        if key in _NUMBERS:
            incident[key] = value if (number := whole_number(value)) is None else number
        elif key in _LISTS:
            incident[key] = value.split()
        elif key == "established":
            incident[key] = value.lower() in ("yes", "true", "1")
        else:
            incident[key] = value
    return incident


@dataclass(frozen=True, slots=True)
class PendingCase:
    """A case of the event before it is ruled: its file's tree, its source, and the result it is about."""

    id: str
    source: ResultSource
    tree: Mapping[str, Any]
    entry: TableEntry | None


def pending_cases(
    cases: Iterable[EventFile], lists: Iterable[EventFile], event: EventSettings, store: ResultStore
) -> Iterator[PendingCase]:
    """Every case file and every row of a list of rulings with its result; what fits no result is reported."""
    file_names: set[str] = set()
    for file in cases:
        try:
            yield _number_case(_case_from_file(file, event, store), file_names)
        except (AnalyserError, OSError) as fault:
            _report_loss(store, ResultSource(file.name), fault)
    for file in lists:
        try:
            text = text_of(file.data())
        except (AnalyserError, OSError) as fault:
            _report_loss(store, ResultSource(file.name), fault)
            continue
        unread: set[str] = set()
        for line, row in rows_of(text, rulings=True):
            _tell_unread(row, ResultSource(file.name, line), store, unread)
            try:
                yield _number_case(
                    _case_from_row(row, ResultSource(file.name, line), event, store), file_names
                )
            except AnalyserError as fault:
                _report_loss(store, ResultSource(file.name, line), fault)


def _tell_unread(row: Mapping[str, str], source: ResultSource, store: ResultStore, unread: set[str]) -> None:
    """Report unknown columns, each once, and a kind that is neither an incident nor a ruling."""
    for column in sorted(row.keys() - _COLUMNS - unread):
        unread.add(column)
        store.lose(EventLoss(source, LossKind.PART, column[:200], sentence("column-not-known")))
    word = _kind_word(row)
    if word and word not in {*IncidentKind, *RulingKind}:
        store.lose(EventLoss(source, LossKind.PART, word[:200], sentence("kind-not-known")))


def _report_loss(store: ResultStore, source: ResultSource, fault: AnalyserError | OSError) -> None:
    for problem in fault.problems if isinstance(fault, AnalyserError) else ():
        kind = LossKind.ROW if source.place else LossKind.FILE
        why = sentence("at-place", where=problem.where, why=problem.why) if problem.where else problem.why
        store.lose(EventLoss(source, kind, str(problem.found)[:200], why))
    if isinstance(fault, OSError):
        store.lose(EventLoss(source, LossKind.FILE, "", refusal(fault)))


def _number_case(case: PendingCase, taken: set[str]) -> PendingCase:
    """Number cases that have the same name."""
    name, number = case.id, 2
    while name in taken:
        name, number = f"{case.id}-{number}", number + 1
    taken.add(name)
    return case if name == case.id else replace(case, id=name, tree={**case.tree, "id": name})


def _case_from_file(file: EventFile, event: EventSettings, store: ResultStore) -> PendingCase:
    data = file.data()
    case = case_of(data)
    entry = _entry_of(case, store)
    tree: Mapping[str, Any] = parse_tree(data)
    context = BoardContext() if entry is None else board_context(entry, event, store)
    return PendingCase(case.id, ResultSource(file.name), complete_tree(tree, event, context), entry)


def _entry_of(case: Case, store: ResultStore) -> TableEntry | None:
    """The result a case is about: same board and cards, same auction and result, and the facts of `source where`."""
    if case.board.number is None:
        return None
    calls = None if case.auction is None else case.auction.calls
    entries = [
        entry
        for entry in store.entries("board = ?", (case.board.number,))
        if (case.deal is None or entry.deal in (None, case.deal))
        and (calls is None or entry.auction is None or entry.auction.calls == calls)
    ]
    # `round 2, table 5, ns 12`: names of facts and their values
    words = (case.source.where or "" if case.source else "").replace(",", " ").replace("=", " ").split()
    facts = {
        name.lower(): value
        for name, value in pairwise(words)
        if name.lower() in WHERE and value.lower() not in WHERE
    }
    same_result = [entry for entry in entries if case.result is not None and entry.result == case.result]
    return find_result(entries, facts) or find_result(same_result, facts)


def _case_from_row(
    row: Mapping[str, str], source: ResultSource, event: EventSettings, store: ResultStore
) -> PendingCase:
    word = row.get("board", "")
    board = whole_number(word)
    if board is None:
        raise CaseError(sentence("ruling-without-board"), where="board", found=word)
    tables = list(store.entries("board = ?", (board,)))
    entry = find_result(tables, {name: row.get(name, "") for name in WHERE})
    if entry is None:
        facts = " ".join(f"{name} {row[name]}" for name in ("board", *WHERE) if row.get(name))
        why = sentence("no-one-result-fits")
        raise CaseError(why, where="result", found=facts)
    slug = slug_of(row.get("id") or f"board-{word}-{entry.ns}-{entry.ew}")
    tree = case_tree(entry, event, board_context(entry, event, store), slug)
    seconds = whole_number(row.get("seconds", ""))
    if seconds is not None and row.get("at"):
        remark = {"at": row["at"], "kind": "tempo", "by": row.get("source", ""), "seconds": seconds}
        tree["remark"] = [{key: value for key, value in remark.items() if value}]
    if incident := incident_of(row):
        tree["incident"] = [incident]
    if (ruling := ruling_of(row)) is not None:
        tree["ruling"] = [ruling]
    return PendingCase(slug, source, tree, entry)
