"""What surrounds one result: the other tables of its board, the other room, the rest of its match."""

from collections import Counter as Count
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyser.event.settings import EventSettings
from analyser.event.store import ResultStore, TableEntry
from analyser.scoring import imps


@dataclass(frozen=True, slots=True)
class BoardContext:
    """What others did, as points to North-South; and the rest of the match for a result of a team event."""

    other_room: int | None = None
    field: tuple[tuple[int, int], ...] = ()
    match_imps: int | None = None
    boards: int | None = None


def board_context(entry: TableEntry, event: EventSettings, store: ResultStore) -> BoardContext:
    """What others did on the board of a result, as the tables had it: rulings elsewhere on the board are left aside."""
    same_board = "session = ? AND board = ? AND deal IS ?"
    key = None if entry.deal is None else entry.deal.key
    tables = list(store.entries(same_board, (entry.session, entry.board, key)))
    if event.is_teams:
        return _in_match(entry, event, store, tables)
    others = [
        table.score_ns
        for table in tables
        if table.number != entry.number
        and table.score_ns is not None
        and (not event.apart or table.section == entry.section)
    ]
    return BoardContext(field=tuple(sorted(Count(others).items(), reverse=True)))


def _in_match(
    entry: TableEntry, event: EventSettings, store: ResultStore, tables: Sequence[TableEntry]
) -> BoardContext:
    other = next((table for table in tables if _other_room(entry, table)), None)
    same_match = "session = ? AND round = ? AND ((ns = ? AND ew = ?) OR (ns = ? AND ew = ?))"
    teams = (entry.session, entry.round, entry.ns, entry.ew, entry.ew, entry.ns)
    match = [room for room in store.entries(same_match, teams) if room.board != entry.board]
    boards = event.boards or 1 + len({room.board for room in match})
    total = 0
    for room in match:
        if room.ns != entry.ns:
            continue
        opposite = next(
            (table for table in match if table.board == room.board and _other_room(room, table)), None
        )
        if opposite is not None and room.score_ns is not None and opposite.score_ns is not None:
            total += imps(room.score_ns - opposite.score_ns)
    return BoardContext(None if other is None else other.score_ns, (), total, boards)


def _other_room(room: TableEntry, other: TableEntry) -> bool:
    """Tell whether the two are the rooms of one match."""
    teams = (room.ns, room.ew, room.round)
    return teams == (other.ew, other.ns, other.round) and room.number != other.number


def case_tree(entry: TableEntry, event: EventSettings, context: BoardContext, slug: str) -> dict[str, Any]:
    """The facts of a result as a case file tells them: event, board, table, comparison; incidents are not known here."""
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
    board: dict[str, Any] = {
        "number": entry.board,
        "dealer": str(entry.dealer),
        "vulnerable": str(entry.vulnerability),
    }
    if entry.deal is not None:
        board["deal"] = str(entry.deal)
    tree: dict[str, Any] = {
        "schema": 1,
        "id": slug,
        "source": {"kind": "record", "name": entry.source.file, "where": f"line {entry.source.place}"},
        "board": board,
        "table": table,
    }
    return complete_tree(tree, event, context)


def complete_tree(tree: Mapping[str, Any], event: EventSettings, context: BoardContext) -> dict[str, Any]:
    """A case file's tree with what the event knows where the file does not say: form, date, comparison, players."""
    complete = dict(tree)
    settings = dict(complete.get("event", {}))
    facts: dict[str, Any] = {
        "name": event.name or None,
        "date": event.day,
        "authority": event.authority,
        "form": str(event.form),
        "boards": context.boards if event.form.scoring.by_scale else None,
        "scale": str(event.scale) if event.form.scoring.by_scale else None,
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
    if event.form.scoring.by_scale and context.match_imps is not None:
        others.setdefault("match_imps", context.match_imps)
    if others:
        complete["comparison"] = others
    players = {"class": str(event.players)}
    by_seat = complete.get("players") or {"NS": players, "EW": dict(players)}
    complete["players"] = {seat: _nameless(player) for seat, player in by_seat.items()}
    return complete


def _nameless(player: Mapping[str, Any]) -> dict[str, Any]:
    """A player without a name: an event is analysed by numbers."""
    return {key: value for key, value in player.items() if key != "name"}


def only_match(entries: Sequence[TableEntry], facts: Mapping[str, str]) -> TableEntry | None:
    """The one result that fits what is told of it (session, round, table, section, ns, ew, room); none or two: none.

    `facts` hold only what is told; a fact the result does not tell does not speak against it.
    """
    fits = [
        entry for entry in entries if all(_fits(entry, name, value) for name, value in facts.items() if value)
    ]
    return fits[0] if len(fits) == 1 else None


def _fits(entry: TableEntry, name: str, value: str) -> bool:
    if name == "room":
        return entry.room is None or entry.room.value[:1] == value.strip().lower()[:1]
    fact = {
        "session": entry.session,
        "round": entry.round,
        "table": entry.table,
        "section": entry.section,
        "ns": entry.ns,
        "ew": entry.ew,
    }.get(name, "")
    plain = value.strip().casefold()
    known = fact.casefold()
    return not known or known == plain or known.split(" ")[0] == plain or known.endswith(f" {plain}")
