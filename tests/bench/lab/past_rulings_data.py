"""Past rulings for evaluation: rows of `cases.jsonl` and `cases_partial.jsonl`, or case files, read into cases.

A row becomes a case of its kind with all its columns state: board, auction, explanations and their meanings, polls,
the play, the table's result, the other table's, and the rulings. What cannot be read is left out and listed. A ruling
that is bundled as a case file is taken from that file, which states more of it.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from analyser.bridge import Result, Vulnerability, parse_result
from analyser.casefile import Case, bundled_past_cases, case_of
from analyser.casefile.toml_reader import Tree
from analyser.casefile.tree import toml_text
from analyser.errors import AnalyserError, CaseError, Problem
from analyser.messages import sentence
from analyser.scoring import score_ns
from tests.bench.lab.row_explanations import SEATS, AuctionInRow, call_text, row_text, seat_of_word
from tests.bench.lab.row_incidents import IncidentInRow, incident_of, kind_of_row, leader_of
from tests.bench.lab.row_rulings import expected_of, held_suggested, poll_of, results_in, rulings_of

FILES: Final = ("cases.jsonl", "cases_partial.jsonl")
_RANKS: Final = "23456789TJQKA"
_FORMS: Final = {"IMP": "imps", "MP": "matchpoints", "BAM": "bam"}
_VULNERABLE: Final = {"none": "none", "ns": "NS", "ew": "EW", "all": "all"}
_AUTHORITIES: Final = frozenset(
    ("WBF", "EBL", "EBU", "ACBL", "FIGB", "FRB", "ABF", "SBF", "DBF", "NBB", "USBF", "FFB")
)
_LEVELS: Final = (  # the first word found in the column decides
    ("international", r"^international|world|european|\bEBL\b|\bWBF\b|championship"),
    ("national", r"vugraph|national|USBF|\bACBL\b|\bABF\b|\bEBU\b|NABC"),
    ("regional", r"NSWBA|district|sectional|regional|county|congress|league"),
    ("club", r"club"),
)
_LEAD: Final = re.compile(r"\b[Ll]ead(?: of)? ([SHDC][2-9TJQKA])\b")
_LED: Final = re.compile(r"\b(North|East|South|West) led (?:a|the) (spade|heart|diamond|club)\b")
_DAY: Final = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")


@dataclass(frozen=True, slots=True)
class ConvertedRow:
    """A row read: the case if it is sound, and what could not be read of it."""

    id: str
    kind: str
    case: Case | None
    unread: tuple[Problem, ...] = ()
    bundled: bool = False
    suggested: bool | None = None
    """Whether the bodies held the action taken suggested by the information, or `None` if they did not say."""


def cases_in(folder: Path) -> tuple[Case, ...]:
    """The sound cases of a folder, for training and evaluation: rows of past rulings, or case files.

    A row that is no sound case is left out: one misprint blocks no other ruling.
    """
    return tuple(row.case for row in rows_in(folder) if row.case is not None)


def rows_in(folder: Path) -> tuple[ConvertedRow, ...]:
    """Every row and every case file of a folder, read."""
    files = sorted(folder.glob("*.toml"))
    if not files and not any((folder / name).is_file() for name in FILES):
        remedy = f"name a folder with {' or '.join(FILES)} in it, or with case files"
        raise CaseError("there are no cases in the folder", where="--data", found=str(folder), remedy=remedy)
    cases = (case_of(path.read_bytes()) for path in files)
    from_files = (ConvertedRow(case.id, _kind_of_case(case), case) for case in cases)
    return (*converted(read_rulings(folder)), *from_files)


def _kind_of_case(case: Case) -> str:
    return str(case.incident[0].kind) if case.incident else "other"


def unread_counts(rows: Iterable[ConvertedRow]) -> dict[str, int]:
    """The number of times each thing could not be read, the commonest first."""
    return dict(
        Counter(f"{problem.where}: {problem.why}" for row in rows for problem in row.unread).most_common()
    )


def read_rulings(folder: Path) -> tuple[Tree, ...]:
    """The rows of a folder, in the order of its files."""
    rows: list[Tree] = []
    for name in FILES:
        path = folder / name
        lines = path.read_text("utf-8").splitlines() if path.is_file() else []
        rows += [
            _json_row(line, f"{name} line {number}") for number, line in enumerate(lines, 1) if line.strip()
        ]
    return tuple(rows)


def _json_row(line: str, where: str) -> Tree:
    try:
        return dict(json.loads(line))
    except (ValueError, TypeError) as fault:
        remedy = "give one JSON object a line, with the keys `tests/bench/lab/past_rulings_data.py` reads"
        raise CaseError("the row cannot be read", where=where, found=line[:40], remedy=remedy) from fault


def converted(rows: Iterable[Tree]) -> Iterator[ConvertedRow]:
    """Every row, from its case file where it is bundled."""
    bundled = {case.id: case for case in bundled_past_cases()}
    for row in rows:
        case = bundled.get(str(row.get("id")))
        if case is not None:
            judged, suggested = _with_judged(case, row), held_suggested(row)
            yield ConvertedRow(case.id, kind_of_row(row), judged, bundled=True, suggested=suggested)
        else:
            yield converted_row(row)


def _with_judged(case: Case, row: Tree) -> Case:
    """A bundled case with what only the row states: the lead, the other table, the alternatives bodies held."""
    case_read = converted_row(row).case
    case = _with_other_table(case, case_read)
    if (
        case_read is not None
        and case_read.lead is not None
        and case.lead is None
        and case_read.deal == case.deal
    ):
        case = case.changed(table=case.table.model_copy(update={"lead": case_read.lead}))
    ours, theirs = case.expected[-1:], case_read.expected[-1:] if case_read else ()
    if (
        _kind_of_case(case) != kind_of_row(row)
        or not ours
        or not theirs
        or ours[0].alternatives
        or ours[0].not_alternatives
    ):
        return case
    judged = {"alternatives": theirs[0].alternatives, "not_alternatives": theirs[0].not_alternatives}
    if not any(judged.values()):
        return case
    return case.changed(expected=(*case.expected[:-1], ours[0].model_copy(update=judged)))


def _with_other_table(case: Case, case_read: Case | None) -> Case:
    """A bundled case with the auction and result of the other table, if the file gives its points only."""
    ours, theirs = case.comparison, case_read.comparison if case_read is not None else None
    if ours is None or theirs is None or ours.tables or not theirs.tables:
        return case
    if ours.other_room is None or ours.other_room != theirs.other_room:
        return case
    return case.changed(comparison=ours.model_copy(update={"tables": theirs.tables}))


def cases_of_rows(rows: Iterable[Tree]) -> tuple[Case, ...]:
    """The rows as cases, if they are sound."""
    return tuple(row.case for row in converted(rows) if row.case is not None)


def case_of_row(row: Tree) -> Case | None:
    """A row as a case; `None` if it has no cards, or contradicts itself."""
    return converted_row(row).case


def converted_row(row: Tree) -> ConvertedRow:
    """A row read from its columns only."""
    name, kind = row_text(row, "id"), kind_of_row(row)
    try:
        tree, unread = _tree(row)
        case, dropped = _sound(tree)
    except (AnalyserError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as fault:
        problems = fault.problems if isinstance(fault, AnalyserError) else (_broken(fault),)
        return ConvertedRow(name, kind, None, tuple(problems))
    return ConvertedRow(name, kind, case, (*unread, *dropped), suggested=held_suggested(row))


def _broken(fault: Exception) -> Problem:
    return Problem("row", str(fault)[:60], sentence("row-not-in-form"), sentence("row-fill-column"))


_OPTIONAL: Final = ("comparison", "poll", "ruling", "expected", "remark")
_OPTIONAL_KEYS: Final = {
    "table": ("lead", "play", "tricks", "contract", "declarer"),
    "incident": ("given_shows", "correct_shows", "decisions", "clauses", "on_lead", "claims"),
}


def _sound(tree: Tree) -> tuple[Case, tuple[Problem, ...]]:
    """The case without the parts that contradict the cards or each other, and those parts as problems.

    What a case does not need is left out if it is impossible; a card twice or an illegal call refuses the row.
    """
    dropped: list[Problem] = []
    while True:
        try:
            return case_of(toml_text(tree).encode()), tuple(dropped)
        except CaseError as refusal:
            lesser = _without(tree, refusal.problems)
            if lesser is None:
                raise
            tree = lesser
            dropped += refusal.problems


def _without(tree: Tree, problems: Sequence[Problem]) -> Tree | None:
    """The tree without every part these problems are in; `None` if one of them is needed."""
    lesser = {key: list(value) if isinstance(value, list) else value for key, value in tree.items()}
    lost: dict[str, set[int]] = {}
    for problem in problems:
        table, _, rest = problem.where.partition(" ")
        words = rest.split(" ")
        number = int(words[0]) - 1 if words[0].isdigit() else None
        if table in _OPTIONAL and isinstance(lesser.get(table), list) and number is not None:
            lost.setdefault(table, set()).add(number)
        elif table in _OPTIONAL and table in lesser:
            lesser.pop(table)
        else:
            key = words[1] if number is not None and len(words) > 1 else words[0]
            entry = lesser[table][number] if number is not None else lesser.get(table)
            if key not in _OPTIONAL_KEYS.get(table, ()) or not isinstance(entry, dict) or key not in entry:
                return None
            shorter = {name: value for name, value in entry.items() if name != key}
            lesser[table] = [shorter] if number is not None else shorter
    for table, numbers in lost.items():
        lesser[table] = [entry for number, entry in enumerate(lesser[table]) if number not in numbers]
    return {key: value for key, value in lesser.items() if value != []}


def _tree(row: Tree) -> tuple[Tree, list[Problem]]:
    """The row as the tree of a case file, and what of it could not be read."""
    incident = incident_of(row)
    unread = list(incident.unread)
    table = incident.table
    if table is None:
        # Nothing can be computed from it; the cards and the rulings are kept.
        table = {"id": _name_of_other(row), "kind": "other", "text": row_text(row, "infraction")}
    tree: Tree = {
        "schema": 1,
        "id": row["id"],
        "title": "A past ruling",
        "source": _source(row, incident),
        "event": _event(row),
        "board": _board(row),
        "table": _table(row) | incident.play,
        "incident": [table],
        "remark": list(incident.remarks),
    }
    if comparison := _comparison(row):
        tree["comparison"] = comparison
    poll, problems = poll_of(row)
    tree["poll"] = [poll] if poll else []
    unread += problems
    rulings, problems = rulings_of(row)
    unread += problems
    tree["ruling"] = rulings
    expected = expected_of(row, rulings, edition_of(row))
    tree["expected"] = [expected] if expected else []
    return {key: value for key, value in tree.items() if value != []}, unread


def _name_of_other(row: Tree) -> str:
    """The name polls and rulings of the row use, whatever became of its incident."""
    return {"unauthorised-information": "ui", "misinformation": "mi"}.get(kind_of_row(row), kind_of_row(row))


def _source(row: Tree, incident: IncidentInRow) -> Tree:
    address = str(row["source"])
    is_record = address.startswith("BBO")
    kind, name = ("record", "BBO vugraph archive") if is_record else ("forum", "past ruling")
    inferred = [*map(str, row.get("inferred") or ()), *incident.inferred]
    notes = {"notes": f"Assumed: {'; '.join(inferred)}."} if inferred else {}
    return {"kind": kind, "name": name, "where": address, **notes}


def _event(row: Tree) -> Tree:
    event: Tree = {"name": re.sub(r",? ?(\d{4}-\d{2}-\d{2})", "", row_text(row, "event"))}
    if form := _FORMS.get(row_text(row, "scoring")):
        event["form"] = form
    if edition := edition_of(row):
        event["edition"] = edition
    if day := _DAY.search(row_text(row, "event")):
        event["date"] = date(*map(int, day.groups()))
    elif isinstance(row.get("year"), int):
        event["date"] = date(row["year"], 7, 1)  # only the year is known: its middle
    authority = row_text(row, "jurisdiction").partition("/")[0]
    if authority in _AUTHORITIES:
        event["authority"] = authority
    level = row_text(row, "level")
    event_level = next((name for name, pattern in _LEVELS if re.search(pattern, level, re.IGNORECASE)), None)
    if event_level is not None:
        event["level"] = event_level
    if re.search(r"\bscreens\b", row_text(row, "notes")):
        event["screens"] = True
    return event


def edition_of(row: Tree) -> str | None:
    """The edition of the Laws played under: as printed, else the only one the year allows, else `None`.

    >>> edition_of({"law_edition": "2017/ACBL"}), edition_of({"year": 2003}), edition_of({})
    ('2017', '1997', None)
    """
    if printed := row_text(row, "law_edition"):
        return printed.split(maxsplit=1)[0][:4].partition("/")[0]
    year = row.get("year")
    if not isinstance(year, int):
        return None
    return "1997" if year < 2008 else "2007" if year < 2017 else "2017"


def _board(row: Tree) -> Tree:
    board: Tree = {}
    if isinstance(row.get("board"), int):
        board["number"] = row["board"]
    if row.get("dealer") in SEATS:
        board["dealer"] = row["dealer"]
    if vulnerable := _VULNERABLE.get(row_text(row, "vul").lower()):
        board["vulnerable"] = vulnerable
    if row.get("deal"):
        board["deal"] = row["deal"]
    elif row.get("known_hands"):
        board["hands"] = with_spot_cards(row["known_hands"])
    return board


def with_spot_cards(hands: Mapping[str, str]) -> dict[str, str]:
    """Hands in which x stands for a spot card, with the lowest free cards in their place.

    >>> with_spot_cards({"N": "AJx.Kx.AKQJT.xxx", "S": "KQx.AQx.xxx.AKQx"})["N"]
    'AJ2.K2.AKQJT.432'
    """
    suits = {seat: hand.replace("R", "K").split(".") for seat, hand in hands.items()}
    for place in range(4):
        named = {rank for hand in suits.values() for rank in hand[place] if rank != "x"}
        free = iter(rank for rank in _RANKS if rank not in named)
        for hand in suits.values():
            cards = [next(free) if rank == "x" else rank for rank in hand[place]]
            hand[place] = "".join(sorted(cards, key=_RANKS.index, reverse=True))
    return {seat: ".".join(hand) for seat, hand in suits.items()}


def _table(row: Tree) -> Tree:
    """The auction and its result; the contract too, if the auction is not complete."""
    table: Tree = {}
    auction = AuctionInRow.of(row)
    if auction is not None:
        table["auction"] = " ".join(auction.calls)
    contract = re.fullmatch(r"([1-7])(NT?|[CDHS])(X{0,2})-([NESW])", row_text(row, "table_contract"))
    if contract and not (row.get("auction_complete") is True and auction is not None):
        table["contract"] = f"{contract[1]}{'NT' if contract[2][0] == 'N' else contract[2]}{contract[3]}"
        table["declarer"] = contract[4]
    # For a claim the column states what was ruled, not what was scored.
    if contract and kind_of_row(row) != "claim" and (result := _result_at_table(row, contract)):
        table["tricks"] = result.tricks
    named = _LEAD.search(row_text(row, "notes"))
    lead = row_text(row, "lead") or (named[1] if named else "") or led_of_suit(row)
    if lead and contract:
        table["lead"] = lead
    return table


def led_of_suit(row: Tree) -> str:
    """The conventional lead from the suit the notes name; empty if they name none.

    >>> row = {"notes": "North led a spade", "table_contract": "4H-W", "deal": "N:T9863.J52.KJT.A9 - - -"}
    >>> led_of_suit(row)
    'ST'
    """
    led, deal = _LED.search(row_text(row, "notes")), row_text(row, "deal")
    if led is None or not deal or seat_of_word(led[1]) != leader_of(row):
        return ""
    first, _, hands = deal.partition(":")
    place = (SEATS.index(seat_of_word(led[1])) - SEATS.index(first)) % 4
    suit = "SHDC".index(led[2][0].upper())
    cards = hands.split(" ")[place].split(".")[suit : suit + 1]
    return f"{led[2][0].upper()}{_usual_card(cards[0])}" if cards and cards[0] else ""


def _usual_card(cards: str) -> str:
    """The top of touching honours or of a doubleton, the fourth of four or more, the lowest of three."""
    ranks = sorted((_RANKS.index(card) for card in cards), reverse=True)
    honours = [rank for rank in ranks if rank >= _RANKS.index("T")]
    touching = len(ranks) > 1 and bool(honours) and ranks[0] - ranks[1] == 1
    if touching or len(ranks) < 3:
        return _RANKS[ranks[0]]
    return _RANKS[ranks[3] if len(ranks) > 3 else ranks[2]]


def _result_at_table(row: Tree, contract: re.Match[str]) -> Result | None:
    """The table's result, if it is one of the contract played, else `None`."""
    for text in results_in(row_text(row, "table_result"), row):
        result = parse_result(text)
        if isinstance(result, Result) and result.contract is not None:
            strain = "NT" if contract[2][0] == "N" else contract[2]
            if result.contract.name.rstrip("X") == f"{contract[1]}{strain}":
                return result
    return None


def _comparison(row: Tree) -> Tree | None:
    """The other table's score in points, with its auction if it is stated."""
    other = row.get("other_table")
    vulnerable = _VULNERABLE.get(row_text(row, "vul").lower())
    if not isinstance(other, dict) or not other.get("result"):
        return None
    named = results_in(str(other["result"]), {"table_contract": str(other["result"])})
    printed = re.search(r"\bNS ([+-]\d+)", str(other["result"]))
    if printed:
        return {"other_room": int(printed[1])}
    result = parse_result(named[0]) if named else None
    if not isinstance(result, Result) or vulnerable is None:
        return None
    comparison: Tree = {"other_room": score_ns(result, Vulnerability.parse(vulnerable))}
    if other.get("auction"):
        calls = " ".join(call_text(str(call)) for call in other["auction"])
        comparison["tables"] = [{"auction": calls, "result": named[0]}]
    return comparison
