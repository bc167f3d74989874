"""The cases of an event before they are ruled: case files, and rows of a list of rulings, each with its result.

A row of a list says which result, what happened and what was given; it is made into a case file. Columns: `board`, and as many of `session round section table room ns ew` as it takes to name one result; `id`; `kind`
(an incident of the case file, or already a form of ruling); `result` and `ew_result` (`60% 4S= by N; 40% 4S-1 by N`, or one
result); `award` (`60/40` percent); `tricks`; and of the incident whatever is known: `source offender by at action suggests
after claims concedes statement trick established noticed seconds grounds body`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from analyser.casefile import Case, IncidentKind, RulingKind, case_of
from analyser.errors import AnalyserError, CaseError, refusal
from analyser.event.board_context import BoardContext, board_context, case_tree, complete_tree, only_match
from analyser.event.folder import EventFile
from analyser.event.result_lists import rows_of, whole_number
from analyser.event.settings import EventSettings
from analyser.event.store import EventLoss, LossKind, ResultSource, ResultStore, TableEntry
from analyser.formats.loss_report import text_of
from analyser.scoring import parse_weight

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


def slug_of(text: str) -> str:
    """A name a case may have.

    >>> slug_of("Bd 7 / Table 3")
    'bd-7-table-3'
    """
    return _PLAIN.sub("-", text.lower()).strip("-")[:60] or "ruling"


def weighted_results(text: str) -> list[dict[str, str]]:
    """The results a ruling weighs; one without a weight is the whole.

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
    """The ruling a row gives, as a case file writes it; none when it gives none."""
    ns, ew = weighted_results(row.get("result", "")), weighted_results(row.get("ew_result", ""))
    word = row.get("ruling") or (row.get("kind", "") if row.get("kind", "") in set(RulingKind) else "")
    ruling: dict[str, Any] = {"by": row.get("body") or "director"}
    if row.get("grounds"):
        ruling["grounds"] = row["grounds"]
    if award := _AWARD.fullmatch(row.get("award", "").strip()):
        return ruling | {
            "kind": "artificial",
            "award": {"NS": f"{int(award[1])}%", "EW": f"{int(award[2])}%"},
        }
    if row.get("award"):
        raise CaseError("not an award", where="award", found=row["award"], remedy="write 60/40")
    if ns:
        kind = word if word in ("assigned", "weighted") else "assigned" if len(ns) == 1 else "weighted"
        return ruling | {"kind": kind, "ns": ns} | ({"ew": ew} if ew else {})
    if word == "result-stands" or row.get("ruling", "").lower() in ("stands", "result stands"):
        return ruling | {"kind": "result-stands"}
    if (tricks := whole_number(row.get("ruled_tricks", ""))) is not None:
        return ruling | {"kind": "tricks", "tricks": tricks}
    return None


def incident_of(row: Mapping[str, str]) -> dict[str, Any] | None:
    """The incident a row tells, with the facts it gives; none when its kind is not one, or its facts do not suffice."""
    word = row.get("kind", "").strip().lower().replace(" ", "-")
    word = {"ui": "unauthorised-information", "mi": "misinformation"}.get(word, word)
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
    """A case of the event before it is ruled: its file's tree, whence it came, and the result it speaks of."""

    id: str
    source: ResultSource
    tree: Mapping[str, Any]
    entry: TableEntry | None


def pending_cases(
    cases: Iterable[EventFile], lists: Iterable[EventFile], event: EventSettings, store: ResultStore
) -> Iterator[PendingCase]:
    """Every case file and every row of a list of rulings, with the result it speaks of; what does not fit is told."""
    taken: set[str] = set()
    for file in cases:
        try:
            yield _numbered(_of_case(file, event, store), taken)
        except (AnalyserError, OSError) as fault:
            _report_loss(store, ResultSource(file.name), fault)
    for file in lists:
        try:
            text = text_of(file.data())
        except (AnalyserError, OSError) as fault:
            _report_loss(store, ResultSource(file.name), fault)
            continue
        for line, row in rows_of(text, rulings=True):
            try:
                yield _numbered(_of_row(row, ResultSource(file.name, line), event, store), taken)
            except AnalyserError as fault:
                _report_loss(store, ResultSource(file.name, line), fault)


def _report_loss(store: ResultStore, source: ResultSource, fault: AnalyserError | OSError) -> None:
    for problem in fault.problems if isinstance(fault, AnalyserError) else ():
        kind = LossKind.ROW if source.place else LossKind.FILE
        store.lose(
            EventLoss(source, kind, problem.found[:200], f"{problem.where}: {problem.why}".lstrip(": "))
        )
    if isinstance(fault, OSError):
        store.lose(EventLoss(source, LossKind.FILE, "", refusal(fault)))


def _numbered(case: PendingCase, taken: set[str]) -> PendingCase:
    """Two cases of one name are told apart."""
    name, number = case.id, 2
    while name in taken:
        name, number = f"{case.id}-{number}", number + 1
    taken.add(name)
    return case if name == case.id else replace(case, id=name, tree={**case.tree, "id": name})


def _of_case(file: EventFile, event: EventSettings, store: ResultStore) -> PendingCase:
    data = file.data()
    case = case_of(data)
    entry = _entry_of(case, store)
    tree: Mapping[str, Any] = tomllib.loads(data.decode("utf-8-sig"))
    context = BoardContext() if entry is None else board_context(entry, event, store)
    return PendingCase(case.id, ResultSource(file.name), complete_tree(tree, event, context), entry)


def _entry_of(case: Case, store: ResultStore) -> TableEntry | None:
    """The result a case speaks of: same board and cards, same auction and result, and what `source where` tells."""
    if case.board.number is None:
        return None
    entries = []
    for entry in store.entries("board = ?", (case.board.number,)):
        if case.deal is not None and entry.deal is not None and case.deal != entry.deal:
            continue
        if (
            case.auction is not None
            and entry.auction is not None
            and case.auction.calls != entry.auction.calls
        ):
            continue
        entries.append(entry)
    facts = _where(case.source.where or "" if case.source else "")
    if (only := only_match(entries, facts)) is not None:
        return only
    return only_match(
        [entry for entry in entries if case.result is not None and entry.result == case.result], facts
    )


def _where(text: str) -> dict[str, str]:
    """`round 2, table 5, ns 12`: names of facts and their values."""
    words = text.replace(",", " ").replace("=", " ").split()
    return {
        name.lower(): value
        for name, value in pairwise(words)
        if name.lower() in WHERE and value.lower() not in WHERE
    }


def _of_row(
    row: Mapping[str, str], source: ResultSource, event: EventSettings, store: ResultStore
) -> PendingCase:
    word = row.get("board", "")
    board = whole_number(word)
    if board is None:
        raise CaseError("a ruling without a board number", where="board", found=word)
    entry = only_match(
        list(store.entries("board = ?", (board,))), {name: row.get(name, "") for name in WHERE}
    )
    if entry is None:
        facts = " ".join(f"{name} {row[name]}" for name in ("board", *WHERE) if row.get(name))
        why = "no result fits, or more than one: name session, round, table, ns or ew"
        raise CaseError(why, where="result", found=facts)
    slug = slug_of(row.get("id") or f"board-{word}-{entry.ns}-{entry.ew}")
    tree = case_tree(entry, event, board_context(entry, event, store), slug)
    seconds = whole_number(row.get("seconds", ""))
    if seconds is not None and row.get("at"):
        remark = {
            "at": row["at"],
            "kind": "tempo",
            "by": row.get("source", ""),
            "seconds": seconds,
        }
        tree["remark"] = [{key: value for key, value in remark.items() if value}]
    if incident := incident_of(row):
        tree["incident"] = [incident]
    if (ruling := ruling_of(row)) is not None:
        tree["ruling"] = [ruling]
    return PendingCase(slug, source, tree, entry)
