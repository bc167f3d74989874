"""The facts of a past ruling as tables of a case file: source, event, board, table, comparison, remarks, incident."""

import datetime as dt
import re
from typing import Any

from analyser.bridge import Seat
from analyser.casefile.tree import Tree
from analyser.laws import find
from analyser.training.past_cases_text import Row, filled, plain_suits, results_in, score_of

__all__ = ["clauses_of", "edition_of", "facts_of"]

_TEMPO = re.compile(
    r"paus|hesit|tempo|slow|second|minute|\d s\b|long thought|tray|thinking|thought a", re.IGNORECASE
)
_SECONDS = re.compile(r"(\d+)(?:-(\d+))?\s*s(?:econds?|ec)?\b")
_SITES = {
    "nswba": "casebook",
    "usbf": "casebook",
    "docslib": "casebook",
    "scribd": "casebook",
} | dict.fromkeys(
    ("vdocument", "pdfslide", "bridge.dk", "svenskbridge", "bridgefederation", "ebu.co.uk/newsletters"),
    "casebook",
)
_FORMS = {"IMP": "imps", "MP": "matchpoints", "BAM": "bam"}
_LEVELS = {
    "club": "club",
    "district": "regional",
    "sectional": "regional",
    "NSWBA": "regional",
    "national": "national",
    "ACBL": "national",
    "USBF": "national",
    "ABF": "national",
    "EBU": "national",
    "international/national vugraph": "national",
    "world championship": "international",
    "WBF": "international",
    "EBL": "international",
    "EBL championship": "international",
    "international festival": "international",
}
_KIND_OF_REMARK = {
    "UI-tempo": "tempo",
    "UI-explanation": "explanation",
    "UI-announcement": "explanation",
    "UI-forgotten-agreement": "explanation",
    "UI-failure-to-alert": "no-alert",
    "UI-question": "question",
    "UI-gesture": "gesture",
    "UI-other": "remark",
}


def facts_of(row: Row, curated: Tree) -> Tree:
    """Everything but what persons found."""
    tree: Tree = {
        "schema": 1,
        "id": row["id"],
        "title": curated.get("title") or _title(row),
        "source": _source(row, curated),
        "event": _event(row, curated),
        "board": _board(row, curated),
        "table": _table(row, curated),
    }
    if comparison := _comparison(row, curated):
        tree["comparison"] = comparison
    if remarks := _remarks(row, curated):
        tree["remark"] = remarks
    tree["incident"] = [_incident(row, curated)]
    return tree


def edition_of(row: Row, curated: Tree) -> str | None:
    """The edition played under: as curated, as printed, else the only one a year allows."""
    told = str(curated.get("edition") or row.get("law_edition") or "")
    if told:
        return told.split(maxsplit=1)[0][:4].partition("/")[0]
    year = row.get("year")
    if not isinstance(year, int):
        return None
    return "1997" if year < 2008 else "2007" if year < 2017 else "2017"


def clauses_of(row: Row, curated: Tree) -> list[str]:
    """The laws of the ruling with their edition; an address the edition does not know is cut to one it knows."""
    if "clauses" in curated:
        return list(curated["clauses"])
    edition = edition_of(row, curated) or "2017"
    found = (_clause(str(law), edition, row.text("infraction")) for law in row.get("laws") or ())
    return list(dict.fromkeys(clause for clause in found if clause))


def _clause(law: str, edition: str, kind: str) -> str | None:
    if law == "16" and kind.startswith("UI"):
        law = {"1997": "16A"}.get(edition, "16B")
    while law:
        try:
            return str(find(law, edition))
        except Exception:  # noqa: BLE001 - any refusal: try the branch it hangs on
            law = law[:-1]
    return None


def _title(row: Row) -> str:
    kind = row.text("infraction")
    calls = row.calls
    call = calls[row["ui_call_index"]] if isinstance(row.get("ui_call_index"), int) else ""
    action = call_name(row.text("action_call"))
    what = {"UI-tempo": "Slow", "UI-explanation": "Explanation of", "UI-gesture": "Gesture at"}.get(kind)
    if call and what is None and kind.startswith("UI"):
        return (
            f"After partner's {call_name(call)}, {action}" if action else f"After partner's {call_name(call)}"
        )
    if call and what:
        return f"{what} {call_name(call)}, then {action}" if action else f"{what} {call_name(call)}"
    contract = row.text("table_contract").partition("-")[0]
    names = {"claim": "Claim", "revoke": "Revoke", "deceptive-tempo-in-play": "Deceptive tempo in the play"}
    first = names.get(kind) or ("Misinformation" if kind.startswith("MI") else "Irregularity")
    return f"{first} in {contract}" if contract else first


def call_name(call: str) -> str:
    """A call as a reader names it.

    >>> call_name("P"), call_name("X"), call_name("3N")
    ('pass', 'double', '3NT')
    """
    return {"P": "pass", "X": "double", "XX": "redouble"}.get(call, re.sub(r"^([1-7])N$", r"\1NT", call))


def _source(row: Row, curated: Tree) -> Tree:
    address = str(curated.get("where") or row["source"])
    record = address.startswith("BBO")
    kind = "record" if record else next((k for site, k in _SITES.items() if site in address), "forum")
    name = re.sub(r"^https?://(www\d*\.)?", "", address).partition("/")[0]
    source: Tree = {
        "kind": curated.get("source_kind", kind),
        "name": "BBO vugraph archive" if record else name,
        "where": address,
    }
    notes = [str(curated["notes"])] if curated.get("notes") else []
    notes += [f"Assumed: {curated['assumed']}"] if curated.get("assumed") else []
    if record:
        notes.append("Facts read from a broadcast record; the law is a classification, not a quotation.")
        if "ui_call_index" in (row.get("inferred") or ()):
            notes.append("Which call gave the information is inferred.")
        if row.get("final") is None and row.text("outcome") == "table-stands":
            notes.append("An unchanged score in an archive proves little.")
    if _day(row, curated)[1]:
        notes.append(_day(row, curated)[1])
    if notes:
        source["notes"] = " ".join(notes)
    return source


def _day(row: Row, curated: Tree) -> tuple[dt.date | None, str]:
    """The day, and what must be said of it when only the year is known."""
    if "date" in curated:
        return curated["date"], str(curated.get("date_note", ""))
    printed = re.search(r"(\d{4})-(\d{2})-(\d{2})", row.text("event"))
    if printed:
        return dt.date(int(printed[1]), int(printed[2]), int(printed[3])), ""
    year = row.get("year")
    if not isinstance(year, int):
        return None, ""
    return dt.date(year, 7, 1), "Only the year is known: 1 July stands for the day."


def _event(row: Row, curated: Tree) -> Tree:
    event: Tree = {"name": curated.get("event") or re.sub(r",? ?(\d{4}-\d{2}-\d{2})", "", row.text("event"))}
    day, _ = _day(row, curated)
    if day is not None:
        event["date"] = day
    authority = curated.get("authority") or row.text("jurisdiction").rpartition("/")[2] or _by_name(row)
    if authority:
        event["authority"] = authority
    form = curated.get("form") or _FORMS.get(row.text("scoring"))
    if form:
        event["form"] = form
    if "screens" in curated or re.search(
        r"\bscreens?\b", str(row.get("notes")) + str(row.get("director_ruling"))
    ):
        event["screens"] = curated.get("screens", True)
    level = curated.get("level") or ("international" if authority in ("WBF", "EBL") else None)
    level = level or _LEVELS.get(row.text("level"))
    if level:
        event["level"] = level
    edition = edition_of(row, curated)
    if edition:
        event["edition"] = edition
    return event


def _by_name(row: Row) -> str:
    """Whose event a broadcast was, where its name leaves no doubt."""
    name = row.text("event")
    told = {
        "WBF": "Bermuda|WBTC",
        "EBL": "European|Euro Teams|EBTC|EOBC|Champions' Cup",
        "USBF": "USBC|USWBC",
        "ACBL": "Spingold|Vanderbilt",
        "EBU": r"\bEBU\b|Lederer",
        "DBF": "Danish",
        "SBF": "Swedish",
        "ABF": "ANOT|Victorian|National Women's Teams",
    }
    return next((body for body, pattern in told.items() if re.search(pattern, name)), "")


def _board(row: Row, curated: Tree) -> Tree:
    board: Tree = {}
    if isinstance(row.get("board"), int):
        board["number"] = row["board"]
    if row.dealer is not None:
        board["dealer"] = row.dealer.name
    if row.vulnerable:
        board["vulnerable"] = row.vulnerable
    if row.get("deal"):
        board["deal"] = row["deal"]
    elif "deal" in curated:
        board["deal"] = curated["deal"]
    elif row.get("known_hands"):
        board["hands"] = filled(row["known_hands"])[0]
    return board


def _table(row: Row, curated: Tree) -> Tree:
    table: Tree = {}
    if row.calls and row.dealer is not None:
        table["auction"] = " ".join(row.calls)
    if "play" in curated:
        table["play"] = curated["play"]
    elif row.get("play_printed"):
        cards = str(row["play_printed"]).split()
        table["play"] = [" ".join(cards[place : place + 4]) for place in range(0, len(cards), 4)]
    elif lead := curated.get("lead") or row.get("lead"):
        table["lead"] = lead
    contract = re.fullmatch(r"([1-7])(NT?|[CDHS])(X{0,2})-([NESW])", row.text("table_contract"))
    finished = row.get("auction_complete") is True and row.calls and row.dealer is not None
    if contract and not finished:
        table["contract"] = f"{contract[1]}{'NT' if contract[2][0] == 'N' else contract[2]}{contract[3]}"
        table["declarer"] = contract[4]
    found = results_in(row.text("table_result"), row)
    if found and (finished or contract):
        over = re.search(r"(=|[+-]\d+) by", found[0])
        level = int(found[0][0])
        table["tricks"] = 6 + level + (0 if over is None or over[1] == "=" else int(over[1]))
    if "tricks" in curated:
        table["tricks"] = curated["tricks"]
    if table.get("tricks") == -1:
        del table["tricks"]
    return table


def _comparison(row: Row, curated: Tree) -> Tree:
    if "other_room" in curated:
        return {"other_room": curated["other_room"]} if curated["other_room"] is not False else {}
    other = row.get("other_table")
    if not isinstance(other, dict) or row.text("scoring") != "IMP":
        return {}
    if told := re.search(r"\(NS ([+-]\d+)\)", str(other.get("result"))):
        return {"other_room": int(told[1])}
    there = Row({**row, "auction": other.get("auction") or []})
    found = results_in(str(other.get("result")), there)
    score = score_of(found[0], row.vulnerable) if found else None
    return {} if score is None else {"other_room": score}


def _remarks(row: Row, curated: Tree) -> list[Tree]:
    if "remarks" in curated:
        keys = ("at", "kind", "by", "text", "seconds", "status")
        told = [dict(zip(keys, entry, strict=False)) for entry in curated["remarks"]]
        return [{key: value for key, value in entry.items() if value != ""} for entry in told]
    used: set[int] = set()
    found = [remark for entry in row.get("explanations") or () if (remark := _remark(entry, row, used))]
    gave = row.get("ui_call_index")
    if isinstance(gave, int) and row.text("infraction") in _KIND_OF_REMARK:
        at, kind = f"call {gave + 1}", _KIND_OF_REMARK[row.text("infraction")]
        if not any(remark["at"] == at and remark["kind"] == kind for remark in found):
            found.append({"at": at, "kind": kind, "by": row["ui_seat"]})
    named = {remark["at"] for remark in found}
    alerted = (f"call {index + 1}" for index in row.get("alerts") or ())
    found += [{"at": at, "kind": "alert"} for at in alerted if at not in named]
    return sorted(found, key=lambda remark: _number(remark["at"]))


def _number(at: str) -> int:
    told = re.search(r"\d+", at)
    return int(told[0]) if told else 999


def _remark(entry: list[Any], row: Row, used: set[int]) -> Tree | None:
    where, text = entry[0], plain_suits(str(entry[1]))
    tempo = bool(_TEMPO.search(text)) and not str(where).isdigit()
    number = _call_number(where, row, used, tempo=tempo)
    if number is None or len(text) < 3:
        return None
    used.add(number)
    at = f"call {number}"
    if not tempo:
        return {"at": at, "kind": "explanation", "text": text}
    remark: Tree = {"at": at, "kind": "tempo", "by": row.seat_of(number)}
    if seconds := _SECONDS.search(text):
        low, high = int(seconds[1]), int(seconds[2] or seconds[1])
        remark["seconds"] = low if low == high else (low + high) / 2
    if "agreed" in text:
        remark["status"] = "agreed"
    elif re.search(r"alleg|disput|accord|denied|put at", text):
        remark["status"] = "disputed"
    return remark


def _call_number(where: object, row: Row, used: set[int], *, tempo: bool) -> int | None:
    if isinstance(where, int):
        return where + 1 if where < len(row.calls) else None
    word = call_name(str(where))
    places = [n for n, call in enumerate(row.calls, 1) if call_name(call) == word and n not in used]
    gave = row.get("ui_call_index")
    if tempo and isinstance(gave, int) and gave + 1 in places:
        return gave + 1
    return places[0] if places else None


def _incident(row: Row, curated: Tree) -> Tree:
    kind = row.text("infraction")
    if "incident" in curated:
        return {"id": _name(str(curated["incident"]["kind"])), **curated["incident"]}
    if "mi" in curated:
        return {"id": "mi", "kind": "misinformation", **curated["mi"]}
    seats = {seat.name for seat in Seat}
    told = row.get("ui_seat") in seats and row.get("action_seat") in seats
    if told and isinstance(row.get("action_index"), int) and kind.startswith("UI"):
        return {
            "id": "ui",
            "kind": "unauthorised-information",
            "source": row["ui_seat"],
            "at": f"call {row['ui_call_index'] + 1}",
            "offender": row["action_seat"],
            "action": f"call {row['action_index'] + 1}",
        }
    other: Tree = {"id": "other", "kind": "other"}
    if clauses := clauses_of(row, curated):
        other["clauses"] = clauses
    if "text" in curated:
        other["text"] = curated["text"]
    return other


def _name(kind: str) -> str:
    return {"unauthorised-information": "ui", "misinformation": "mi"}.get(kind, kind)
