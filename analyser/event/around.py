"""What surrounds one result: the other tables of its board, the other room, the rest of its match."""

from collections import Counter as Count
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyser.event.settings import Event
from analyser.event.store import Store
from analyser.event.values import Entry
from analyser.scoring import imps

__all__ = ["Around", "around", "case_tree", "completed", "matching"]


@dataclass(frozen=True, slots=True)
class Around:
    """What others did, as points to North-South; and the rest of the match for a result of a team event."""

    other_room: int | None = None
    field: tuple[tuple[int, int], ...] = ()
    match_imps: int | None = None
    boards: int | None = None


def around(entry: Entry, event: Event, store: Store) -> Around:
    """The surroundings of a result, as the tables had it: rulings elsewhere on the board are left aside."""
    same = "session = ? AND board = ? AND deal IS ?"
    key = None if entry.deal is None else entry.deal.key
    tables = list(store.entries(same, (entry.session, entry.board, key)))
    if event.is_teams:
        return _in_match(entry, event, store, tables)
    others = [
        one.score_ns
        for one in tables
        if one.number != entry.number
        and one.score_ns is not None
        and (not event.apart or one.section == entry.section)
    ]
    return Around(field=tuple(sorted(Count(others).items(), reverse=True)))


def _in_match(entry: Entry, event: Event, store: Store, tables: Sequence[Entry]) -> Around:
    other = next((one for one in tables if _other_room(entry, one)), None)
    asked = "session = ? AND round = ? AND ((ns = ? AND ew = ?) OR (ns = ? AND ew = ?))"
    teams = (entry.session, entry.round, entry.ns, entry.ew, entry.ew, entry.ns)
    match = [one for one in store.entries(asked, teams) if one.board != entry.board]
    boards = event.boards or 1 + len({one.board for one in match})
    total = 0
    for one in match:
        if one.ns != entry.ns:
            continue
        room = next((two for two in match if two.board == one.board and _other_room(one, two)), None)
        if room is not None and one.score_ns is not None and room.score_ns is not None:
            total += imps(one.score_ns - room.score_ns)
    return Around(None if other is None else other.score_ns, (), total, boards)


def _other_room(one: Entry, two: Entry) -> bool:
    return (one.ns, one.ew, one.round) == (two.ew, two.ns, two.round) and one.number != two.number


def case_tree(entry: Entry, event: Event, near: Around, slug: str) -> dict[str, Any]:
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
    return completed(tree, event, near)


def completed(tree: Mapping[str, Any], event: Event, near: Around) -> dict[str, Any]:
    """A case file's tree with what the event knows where the file does not say: form, date, comparison, players."""
    found = dict(tree)
    told = dict(found.get("event", {}))
    facts: dict[str, Any] = {
        "name": event.name or None,
        "date": event.day,
        "authority": event.authority,
        "form": str(event.form),
        "boards": near.boards if event.form.scoring.by_scale else None,
        "scale": str(event.scale) if event.form.scoring.by_scale else None,
        "screens": event.screens,
        "level": None if event.level is None else str(event.level),
        "edition": event.edition,
        "regulations": list(event.regulations) or None,
    }
    for name, value in facts.items():
        if value is not None:
            told.setdefault(name, value)
    found["event"] = told
    others = dict(found.get("comparison", {}))
    if near.field and "field" not in others:
        others["field"] = [{"score": score, "times": times} for score, times in near.field]
    if near.other_room is not None:
        others.setdefault("other_room", near.other_room)
    if event.form.scoring.by_scale and near.match_imps is not None:
        others.setdefault("match_imps", near.match_imps)
    if others:
        found["comparison"] = others
    players = {"class": str(event.players)}
    told_of = found.get("players") or {"NS": players, "EW": dict(players)}
    found["players"] = {seat: _nameless(one) for seat, one in told_of.items()}
    return found


def _nameless(player: Mapping[str, Any]) -> dict[str, Any]:
    """A player without a name: an event is analysed by numbers."""
    return {key: value for key, value in player.items() if key != "name"}


def matching(found: Sequence[Entry], facts: Mapping[str, str]) -> Entry | None:
    """The one result that fits what is told of it (session, round, table, section, ns, ew, room); none or two: none.

    `facts` hold only what is told; a fact the result does not tell does not speak against it.
    """
    fits = [
        entry for entry in found if all(_fits(entry, name, value) for name, value in facts.items() if value)
    ]
    return fits[0] if len(fits) == 1 else None


def _fits(entry: Entry, name: str, value: str) -> bool:
    if name == "room":
        return entry.room is None or entry.room.value[:1] == value.strip().lower()[:1]
    told = {
        "session": entry.session,
        "round": entry.round,
        "table": entry.table,
        "section": entry.section,
        "ns": entry.ns,
        "ew": entry.ew,
    }.get(name, "")
    plain = value.strip().casefold()
    known = told.casefold()
    return not known or known == plain or known.split(" ")[0] == plain or known.endswith(f" {plain}")
