"""Past rulings to evaluate on: rows of `cases.jsonl` and `cases_partial.jsonl`, or case files, read into cases.

Of a row only what bears on unauthorised information is read: the board, the auction, the action complained of, the poll
and what bodies ruled. A ruling that is bundled as a case file is taken from that file, where more is told of it.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from analyser.bridge import Seat
from analyser.casefile import Case, bundled_past_cases, case_of
from analyser.casefile.tree import Tree, toml_text
from analyser.errors import AnalyserError, CaseError

FILES: Final = ("cases.jsonl", "cases_partial.jsonl")
_SEATS: Final = tuple(seat.name for seat in Seat)
_ACTION: Final = re.compile(r"P|XX?|[1-7](?:[CDHS]|NT?)")
_RANKS: Final = "23456789TJQKA"
_FORMS: Final = {"IMP": "imps", "MP": "matchpoints", "BAM": "bam"}
_VULNERABLE: Final = {"none": "none", "ns": "NS", "ew": "EW", "all": "all"}
_BODIES: Final = ("director", "referee", "committee", "reviewer", "national")
_NO_BODY: Final = ("posted", "poster", "comment", "advice", "list", "reader", "forum")
_TEMPO: Final = re.compile(
    r"paus|hesit|tempo|slow|second|minute|\d s\b|long thought|tray|thinking|thought a", re.IGNORECASE
)
_STOOD: Final = re.compile(
    r"restored|table result stands|\bstands?\b|allowed, result|7D allowed", re.IGNORECASE
)
_SAME: Final = re.compile(r"upheld|dismissed|agreed|rejected|confirmed", re.IGNORECASE)
_POINTS: Final = re.compile(r"\b(NS|EW)\s*([+-]\s*\d+)")
_RESULT: Final = re.compile(
    r"\b([1-7])\s?(NT|N|[CDHS])(X{0,2})"  # the contract
    r"(?:-([NESW])(?![A-Za-z0-9]|\s?\d))?"  # by whom
    r"(?:\s?(=|[+-]\d{1,2}(?!\d))|\s(making(?:\s(?:six|seven|ten tricks))?|made))",
)
_MAKING: Final = {"making six": 12, "making seven": 13, "making ten tricks": 10}


def cases_in(folder: Path) -> tuple[Case, ...]:
    """The sound cases of a folder, for training and evaluation: rows of past rulings, or case files.

    A row that is no sound case of unauthorised information is passed over: one misprint holds up no other ruling.
    """
    files = sorted(folder.glob("*.toml"))
    if not files and not any((folder / name).is_file() for name in FILES):
        remedy = f"name a folder with {' or '.join(FILES)} in it, or with case files"
        raise CaseError("there are no cases in the folder", where="--data", found=str(folder), remedy=remedy)
    return (*cases_of_rows(read_rulings(folder)), *(case_of(path.read_bytes()) for path in files))


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
        remedy = "give one JSON object a line, with the keys `training/past_rulings_data.py` reads"
        raise CaseError("the row cannot be read", where=where, found=line[:40], remedy=remedy) from fault


def cases_of_rows(rows: Iterable[Tree]) -> tuple[Case, ...]:
    """The rows as cases, where they are sound."""
    bundled = {case.id: case for case in bundled_past_cases()}
    cases = (bundled.get(str(row.get("id"))) or case_of_row(row) for row in rows)
    return tuple(case for case in cases if case is not None)


def case_of_row(row: Tree) -> Case | None:
    """A row as a case; none without hands, without a call complained of, or when the row contradicts itself."""
    try:
        tree = _tree(row)
        return None if tree is None else case_of(toml_text(tree).encode())
    except (AnalyserError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
        return None


def _tree(row: Tree) -> Tree | None:
    hands = bool(row.get("deal") or row.get("known_hands"))
    complained_of = (
        row.get("ui_seat") in _SEATS
        and row.get("action_seat") in _SEATS
        and isinstance(row.get("action_index"), int)
        and _text(row, "infraction").startswith("UI")
    )
    if not hands or not complained_of:
        return None
    at = f"call {row['ui_call_index'] + 1}"
    incident = {
        "id": "ui",
        "kind": "unauthorised-information",
        "source": row["ui_seat"],
        "at": at,
        "offender": row["action_seat"],
        "action": f"call {row['action_index'] + 1}",
    }
    tree: Tree = {
        "schema": 1,
        "id": row["id"],
        "title": "A past ruling",
        "source": _source(row),
        "event": _event(row),
        "board": _board(row),
        "table": _table(row),
        "incident": [incident],
    }
    if _was_slow(row):
        tree["remark"] = [{"at": at, "kind": "tempo", "by": row["ui_seat"]}]
    if poll := _poll(row):
        tree["poll"] = [poll]
    if rulings := _rulings(row):
        tree["ruling"] = rulings
        tree["expected"] = [_expected(row, rulings)]
    return tree


def _text(row: Tree, key: str) -> str:
    return str(row.get(key) or "")


def _calls(row: Tree) -> list[str]:
    return [call_text(call) for call in row.get("auction") or ()]


def call_text(call: str) -> str:
    """A call as a case file writes it.

    >>> call_text("3N"), call_text("P"), call_text("4H")
    ('3NT', 'P', '4H')
    """
    return re.sub(r"^([1-7])N$", r"\1NT", call.strip().upper())


def _source(row: Tree) -> Tree:
    address = str(row["source"])
    is_record = address.startswith("BBO")
    kind, name = ("record", "BBO vugraph archive") if is_record else ("forum", "past ruling")
    return {"kind": kind, "name": name, "where": address}


def _event(row: Tree) -> Tree:
    event: Tree = {"name": re.sub(r",? ?(\d{4}-\d{2}-\d{2})", "", _text(row, "event"))}
    if form := _FORMS.get(_text(row, "scoring")):
        event["form"] = form
    if edition := edition_of(row):
        event["edition"] = edition
    return event


def edition_of(row: Tree) -> str | None:
    """The edition of the Laws played under: as printed, else the only one the year allows.

    >>> edition_of({"law_edition": "2017/ACBL"}), edition_of({"year": 2003}), edition_of({})
    ('2017', '1997', None)
    """
    if printed := _text(row, "law_edition"):
        return printed.split(maxsplit=1)[0][:4].partition("/")[0]
    year = row.get("year")
    if not isinstance(year, int):
        return None
    return "1997" if year < 2008 else "2007" if year < 2017 else "2017"


def _board(row: Tree) -> Tree:
    board: Tree = {}
    if isinstance(row.get("board"), int):
        board["number"] = row["board"]
    if row.get("dealer") in _SEATS:
        board["dealer"] = row["dealer"]
    if vulnerable := _VULNERABLE.get(_text(row, "vul").lower()):
        board["vulnerable"] = vulnerable
    if row.get("deal"):
        board["deal"] = row["deal"]
    else:
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
    """The auction; the contract, too, where the auction is not told to its end."""
    table: Tree = {}
    calls, has_dealer = _calls(row), row.get("dealer") in _SEATS
    if calls and has_dealer:
        table["auction"] = " ".join(calls)
    contract = re.fullmatch(r"([1-7])(NT?|[CDHS])(X{0,2})-([NESW])", _text(row, "table_contract"))
    if contract and not (row.get("auction_complete") is True and calls and has_dealer):
        table["contract"] = f"{contract[1]}{'NT' if contract[2][0] == 'N' else contract[2]}{contract[3]}"
        table["declarer"] = contract[4]
    return table


def _was_slow(row: Tree) -> bool:
    """Whether the information came from a break in tempo: by the kind of the row, or by what is explained of the call."""
    if _text(row, "infraction") == "UI-tempo":
        return True
    call = _calls(row)[row["ui_call_index"]]
    return any(
        not str(where).isdigit() and call_text(str(where)) == call and _TEMPO.search(str(text))
        for where, text in row.get("explanations") or ()
    )


def _poll(row: Tree) -> Tree | None:
    """How many peers chose each action; the answers of which no count is told are left out."""
    poll = row.get("poll")
    voters = (poll.get("asked") or poll.get("n")) if isinstance(poll, dict) else None
    if not isinstance(poll, dict) or not isinstance(voters, int):
        return None
    listed = poll.get("answers") or [{"action": action, "chosen": count} for action, count in poll.items()]
    answers = [
        {"action": call_text(answer["action"]), "chosen": answer["chosen"]}
        for answer in listed
        if _ACTION.fullmatch(answer["action"]) and answer.get("chosen") is not None
    ]
    return {"incident": "ui", "asked": voters, "answers": answers} if answers else None


def _rulings(row: Tree) -> list[Tree]:
    """What the director and then the committee ruled; an opinion is no ruling."""
    rulings: list[Tree] = []
    director, committee = _text(row, "director_ruling"), _text(row, "committee_ruling")
    if director and not any(word in director for word in _NO_BODY):
        stood = _STOOD.search(director)
        # The adjusted score of the row is the director's where there is one.
        named = results_in(_text(row, "adjusted_score"), row) or ([] if stood else results_in(director, row))
        if named:
            rulings.append(_ruling("director", named[0]))
        elif stood:
            rulings.append(_ruling("director", None))
    if committee and rulings and "not in" not in committee:
        named = results_in(committee, row)
        if named:
            rulings.append(_ruling("committee", named[0]))
        elif _STOOD.search(committee):
            rulings.append(_ruling("committee", None))
        elif _SAME.search(committee):
            rulings.append({**rulings[-1], "body": "committee"})
    return rulings


def _ruling(body: str, result: str | None) -> Tree:
    """One ruling: a result assigned, or none when the table result stood."""
    ruling: Tree = {"body": body, "incident": "ui"}
    if result is None:
        return {**ruling, "kind": "result-stands"}
    return {**ruling, "kind": "assigned", "ns": [{"result": result, "weight": "100%"}]}


def _expected(row: Tree, rulings: list[Tree]) -> Tree:
    """What is recorded: an adjusted score says that an infraction was found, one that stood says nothing."""
    expected: Tree = {"strength": "recorded", "body": rulings[-1]["body"], **_alternatives(row)}
    if edition := edition_of(row):
        expected["edition"] = edition
    if rulings[-1]["kind"] == "assigned":
        expected["infraction"] = True
    return expected


def _alternatives(row: Tree) -> dict[str, list[str]]:
    """What bodies held of the actions that were not taken: the one taken is at least possible, and tells nothing."""
    alternatives: list[str] = []
    rejected: list[str] = []
    for judged in row.get("alternatives_judged") or ():
        action = str(judged["action"])
        if (
            judged.get("by") not in _BODIES
            or action == _text(row, "action_call")
            or not _ACTION.fullmatch(action)
        ):
            continue
        if judged.get("considered_la") is True and judged.get("suggested") is not True:
            alternatives.append(call_text(action))
        elif judged.get("considered_la") is False:
            rejected.append(call_text(action))
    lists = {"alternatives": alternatives, "not_alternatives": rejected}
    return {key: list(dict.fromkeys(actions)) for key, actions in lists.items() if actions}


def results_in(text: str, row: Tree) -> list[str]:
    """Every result a short text names, in the case file's notation; a result without a declarer is left out."""
    points = _POINTS.search(text)
    results = (_result(match, row, points) for match in _RESULT.finditer(text))
    return [result for result in results if result is not None]


def _result(match: re.Match[str], row: Tree, points: re.Match[str] | None) -> str | None:
    """One result: the declarer as printed, else whoever first named the denomination for the side that scored."""
    level, strain = int(match[1]), "NT" if match[2].startswith("N") else match[2]
    if match[5]:
        over = 0 if match[5] == "=" else int(match[5])
    else:
        over = _MAKING.get(match[6], level + 6) - level - 6
    side = "NESW"
    if points is not None:
        favours_ns = (points[1] == "NS") == (int(points[2].replace(" ", "")) > 0)
        side = "NS" if favours_ns == (over >= 0) else "EW"
    declarer = match[4] or _first_to_name(strain, side, row)
    return (
        None
        if declarer is None
        else f"{level}{strain}{match[3]}{f'{over:+d}' if over else '='} by {declarer}"
    )


def _first_to_name(strain: str, seats: str, row: Tree) -> str | None:
    """Who of these seats first named a denomination."""
    if row.get("dealer") not in _SEATS:
        return None
    dealer = _SEATS.index(row["dealer"])
    for turn, call in enumerate(_calls(row)):
        seat = _SEATS[(dealer + turn) % 4]
        if call[1:] == strain and call[0].isdigit() and seat in seats:
            return seat
    return None
