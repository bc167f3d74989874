"""Every ruling of an event: case files and rows of a list joined to their results, ruled and reviewed one by one."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from pydantic import ValidationError

from analyser.audit.audited import review
from analyser.bridge import Result, Side
from analyser.casefile import Case, RulingGiven, RulingKind, WeightedResult, case_of
from analyser.casefile.write import toml_text
from analyser.errors import AnalyserError, CaseError, refusal
from analyser.estimates.services import Services
from analyser.event import Entry, Event, File, Lost, LostKind, Source, Store
from analyser.event.around import Around, around, case_tree, completed, matching
from analyser.event.awarding import Awarding
from analyser.event.docket import WHERE, incident_of, ruling_of, slug_of
from analyser.event.finals import Final
from analyser.event.lists import rows_of, whole
from analyser.event.reviewed import Ruled
from analyser.formats import Artificial
from analyser.formats.ledger import text_of
from analyser.precedents.examples import with_past_cases
from analyser.ruling import AdjustedKind, Asked, Ruling
from analyser.ruling.rule import rule
from analyser.scoring import SideScores, check_whole, percent_text, score_ns


@dataclass(frozen=True, slots=True)
class Docket:
    """A case of the event before it is heard: its file's tree, whence it came, and the result it speaks of."""

    id: str
    source: Source
    tree: Mapping[str, Any]
    entry: Entry | None
    given: Mapping[str, Any] | None  # the ruling of a row that has no analysis of its own


def joined(cases: Iterable[File], lists: Iterable[File], event: Event, store: Store) -> Iterator[Docket]:
    """Every case file and every row of a list of rulings, with the result it speaks of; what does not fit is told."""
    taken: set[str] = set()
    for file in cases:
        try:
            yield _numbered(_of_case(file, event, store), taken)
        except (AnalyserError, OSError) as fault:
            _lose(store, Source(file.name), fault)
    for file in lists:
        try:
            text = text_of(file.data())
        except (AnalyserError, OSError) as fault:
            _lose(store, Source(file.name), fault)
            continue
        for line, row in rows_of(text, rulings=True):
            try:
                yield _numbered(_of_row(row, Source(file.name, line), event, store), taken)
            except AnalyserError as fault:
                _lose(store, Source(file.name, line), fault)


def _lose(store: Store, source: Source, fault: AnalyserError | OSError) -> None:
    for problem in fault.problems if isinstance(fault, AnalyserError) else ():
        kind = LostKind.ROW if source.place else LostKind.FILE
        store.lose(Lost(source, kind, problem.found[:200], f"{problem.where}: {problem.why}".lstrip(": ")))
    if isinstance(fault, OSError):
        store.lose(Lost(source, LostKind.FILE, "", refusal(fault)))


def _numbered(docket: Docket, taken: set[str]) -> Docket:
    """Two cases of one name are told apart."""
    name, number = docket.id, 2
    while name in taken:
        name, number = f"{docket.id}-{number}", number + 1
    taken.add(name)
    return docket if name == docket.id else replace(docket, id=name, tree={**docket.tree, "id": name})


def _of_case(file: File, event: Event, store: Store) -> Docket:
    data = file.data()
    case = case_of(data)
    entry = _entry_of(case, store)
    tree: Mapping[str, Any] = tomllib.loads(data.decode("utf-8-sig"))
    near = Around() if entry is None else around(entry, event, store)
    tree = completed(tree, event, near)
    return Docket(case.id, Source(file.name), tree, entry, None)


def _entry_of(case: Case, store: Store) -> Entry | None:
    """The result a case speaks of: same board and cards, same auction and result, and what `source where` tells."""
    if case.board.number is None:
        return None
    found = []
    for entry in store.entries("board = ?", (case.board.number,)):
        if case.deal is not None and entry.deal is not None and case.deal != entry.deal:
            continue
        if (
            case.auction is not None
            and entry.auction is not None
            and case.auction.calls != entry.auction.calls
        ):
            continue
        found.append(entry)
    told = _where(case.source.where or "" if case.source else "")
    if (only := matching(found, told)) is not None:
        return only
    same = [one for one in found if case.result is not None and one.result == case.result]
    return matching(same, told)


def _where(text: str) -> dict[str, str]:
    """`round 2, table 5, ns 12`: names of facts and their values."""
    words = text.replace(",", " ").replace("=", " ").split()
    return {
        name.lower(): value
        for name, value in pairwise(words)
        if name.lower() in WHERE and value.lower() not in WHERE
    }


def _of_row(row: Mapping[str, str], source: Source, event: Event, store: Store) -> Docket:
    word = row.get("board", "")
    board = whole(word)
    if board is None:
        raise CaseError("a ruling without a board number", where="board", found=word)
    found = list(store.entries("board = ?", (board,)))
    entry = matching(found, {name: row.get(name, "") for name in WHERE})
    if entry is None:
        told = " ".join(f"{name} {row[name]}" for name in ("board", *WHERE) if row.get(name))
        why = "no result fits, or more than one: name session, round, table, ns or ew"
        raise CaseError(why, where="result", found=told)
    slug = slug_of(row.get("id") or f"board-{word}-{entry.ns}-{entry.ew}")
    tree = case_tree(entry, event, around(entry, event, store), slug)
    seconds = whole(row.get("seconds", ""))
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
    given = ruling_of(row)
    if given is not None:
        tree["ruling"] = [given]
    return Docket(slug, source, tree, entry, given)


@dataclass(frozen=True, slots=True)
class Heard:
    """A case heard: the ruling as the event counts it, and the case file it was ruled from."""

    ruled: Ruled
    toml: str
    innocent: Side | None = None


def heard(docket: Docket, event: Event, awarding: Awarding, asked: Asked, services: Services) -> Heard:
    """Rule a case by the event's own Laws and, where others are asked for, by those; review the ruling given."""
    toml = toml_text(dict(docket.tree))
    ruled = Ruled(docket.id, "", str(docket.source), docket.entry, None, "")
    try:
        ruled = _with_given(ruled, docket, event, awarding)
        case = case_of(toml.encode("utf-8"))
        kind = str(case.incident[0].kind) if case.incident else "other"
        ruled = replace(ruled, kind=kind)
    except AnalyserError as fault:
        return Heard(replace(ruled, refused=str(fault.problems[0])), toml)
    try:
        alone = review(case, Asked(), services) if case.ruling else rule(case, Asked(), services)
        ours = with_past_cases(case, alone)
        other = with_past_cases(case, rule(case, asked, services)) if asked != Asked() else None
    except AnalyserError as fault:
        return Heard(replace(ruled, refused=str(fault.problems[0])), toml, _innocent(case))
    return Heard(
        replace(
            ruled,
            ruling=ours,
            asked=other,
            ours=_ours(case, ours),
            ours_asked=None if other is None else _ours(case, other),
        ),
        toml,
        _innocent(case),
    )


def _innocent(case: Case) -> Side | None:
    for incident in case.incident:
        if incident.concerned_seat is not None:
            return incident.concerned_seat.side.other
    return None


def _with_given(ruled: Ruled, docket: Docket, event: Event, awarding: Awarding) -> Ruled:
    """The ruling given, which counts in the standings whether or not its case can be analysed."""
    rulings = docket.tree.get("ruling", ())
    last = (rulings if isinstance(rulings, dict) else rulings[-1]) if rulings else None
    if last is None:
        return ruled
    try:
        given = RulingGiven.model_validate(last)
    except ValidationError:
        return ruled  # the case says what is wrong with it
    return replace(ruled, given=_given(given, docket.entry, event, awarding), given_told=_told(given))


def _given(given: RulingGiven, entry: Entry | None, event: Event, awarding: Awarding) -> Final | None:
    """What the ruling given makes of the result."""
    if entry is None:
        return None
    match given.kind:
        case RulingKind.RESULT_STANDS:
            return None if entry.score_ns is None else Final.of(entry.score_ns)
        case RulingKind.TRICKS:
            if entry.contract is None or given.tricks is None:
                return None
            return Final.of(score_ns(Result(entry.contract, given.tricks), entry.vulnerability))
        case RulingKind.ARTIFICIAL:
            if given.award is None or given.award.NS is None or given.award.EW is None:
                return None
            award = Artificial(int(given.award.NS * 100), int(given.award.EW * 100))
            return Final(award=awarding.of(award, event.form))
        case RulingKind.ASSIGNED | RulingKind.WEIGHTED:
            if not given.ns:
                return None
            return Final(_parts(entry, given.ns), _parts(entry, given.ew or given.ns))


def _parts(entry: Entry, results: tuple[WeightedResult, ...]) -> tuple[tuple[int, Fraction], ...]:
    check_whole((one.weight for one in results), "ruling ns weight")
    found: dict[int, Fraction] = {}
    for one in results:
        points = score_ns(one.result, entry.vulnerability)
        found[points] = found.get(points, Fraction(0)) + one.weight
    return tuple(sorted(found.items(), reverse=True))


def _told(given: RulingGiven | None) -> str:
    """The ruling given in one line."""
    if given is None:
        return ""
    sides = [
        "; ".join(f"{percent_text(one.weight)} {one.result}" for one in side)
        for side in (given.ns, given.ew)
        if side
    ]
    if given.award is not None and given.award.NS is not None and given.award.EW is not None:
        sides.append(f"{percent_text(given.award.NS)} / {percent_text(given.award.EW)}")
    if given.tricks is not None:
        sides.append(str(given.tricks))
    return f"{given.kind}: {' | '.join(sides)}" if sides else str(given.kind)


def _ours(case: Case, ruling: Ruling) -> Final | None:
    """What our analysis makes of the result; none where it cannot tell."""
    adjusted = ruling.adjusted
    if adjusted is None or case.vulnerability is None:
        return None
    match adjusted.kind:
        case AdjustedKind.NONE:
            return None if case.result is None else Final.of(score_ns(case.result, case.vulnerability))
        case AdjustedKind.TRICKS:
            if adjusted.tricks is None or case.contract is None:
                return None
            return Final.of(score_ns(Result(case.contract, adjusted.tricks), case.vulnerability))
        case AdjustedKind.ARTIFICIAL:
            if adjusted.ns is None or adjusted.ew is None:
                return None
            return Final(award=SideScores(adjusted.ns.exact, adjusted.ew.exact))
        case AdjustedKind.ASSIGNED | AdjustedKind.WEIGHTED | AdjustedKind.TWO_SIDED:
            return _weighed(case, ruling)


def _weighed(case: Case, ruling: Ruling) -> Final | None:
    weights, adjusted = ruling.weights, ruling.adjusted
    if weights is None or adjusted is None:
        return None
    scores = {one.id: one.score_ns for one in ruling.outcomes}
    sides = []
    for told in (weights.ns, weights.ew):
        found: dict[int, Fraction] = {}
        for name, weight in told:
            if weight:
                found[scores[name]] = found.get(scores[name], Fraction(0)) + weight
        sides.append(tuple(sorted(found.items(), reverse=True)))
    fixed: tuple[Fraction | None, Fraction | None] = (None, None)
    if case.error and adjusted.kind is AdjustedKind.TWO_SIDED and adjusted.ns and adjusted.ew:
        fixed = (adjusted.ns.exact, adjusted.ew.exact)
    return Final(sides[0], sides[1], None, fixed)
