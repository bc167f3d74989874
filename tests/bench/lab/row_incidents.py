"""The incident of a row of past rulings, with its remarks: one function per kind.

Nothing is invented: if the columns do not state what an incident needs, the row has another incident, of which nothing
is computed, or none, and the reason is listed as a problem. What is inferred is said in the case's notes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from analyser.bridge import Hand
from analyser.casefile.toml_reader import Tree
from analyser.errors import BridgeError, Problem
from analyser.messages import Message, sentence
from tests.bench.lab.row_explanations import (
    NOT_ALERTED,
    SEATS,
    AuctionInRow,
    ExplanationInRow,
    ToldAndRight,
    call_text,
    explanations_of,
    partner_of,
    row_text,
    seat_of_word,
    side_of,
    told_and_right,
)
from tests.bench.lab.row_meanings import meaning, natural_meaning

_TEMPO: Final = re.compile(
    r"paus|hesit|tempo|slow|second|minute|\d s\b|long thought|tray|thinking|thought a", re.IGNORECASE
)
_TIME: Final = re.compile(r"(\d+)(?:\s?-\s?(\d+))?\s?(s|sec\w*|min\w*)\b")
_MINUTES: Final = re.compile(r"\b(?:a|one) minute\b|\bhalf a minute\b")
_DISPUTED: Final = re.compile(r"disput|denied|alleg|according to|account", re.IGNORECASE)
_AGREED: Final = re.compile(r"\bagreed|admitted", re.IGNORECASE)
_PAUSED: Final = re.compile(
    r"\b(North|East|South|West)\b[^.;]{0,60}?\b(?:paus\w*|broke tempo|thinks|thought|hesitat\w*|took)\b|"
    r"\b(North|East|South|West)'s (?:first )?\w+,[^.;]{0,40}\bafter \d"
)
_OF_CALL: Final = re.compile(
    r"(?:explan\w*|misexplan\w*|misinform\w*|misalert\w*|meaning|question)\b[^.;]*?\b(?:of|about)\s+(?:an? |the )?"
    r"(double|[1-7](?:NT|N|[CDHS]))\b"
)
_NO_LIMIT: Final = "HCP0+"
_DECEPTIVE: Final = {"1997": "73F2", "2007": "73F", "2017": "73E2"}
_MOST_DECISIONS: Final = 3  # each is a branch to follow; the first after the explanation depend on it most
_REMARK_OF: Final = {
    "question": "question",
    "explanation": "explanation",
    "announcement": "explanation",
    "failure-to-alert": "no-alert",
    "gesture": "gesture",
    "remark": "remark",
    "other": "remark",
    "forgotten-agreement": "remark",
}


@dataclass(frozen=True, slots=True)
class IncidentInRow:
    """The incident and its remarks as tables of a case file; what was inferred, and what could not be read."""

    table: Tree | None
    remarks: tuple[Tree, ...] = ()
    inferred: tuple[str, ...] = ()
    unread: tuple[Problem, ...] = ()
    play: Tree = field(default_factory=dict)
    """What of the play the incident needs in the table: tricks played, for a claim."""


def kind_of_row(row: Tree) -> str:
    """The kind of a row by its column `infraction`.

    >>> [kind_of_row({"infraction": name}) for name in ("UI-tempo", "MI (failure to alert)", "deceptive tempo in play")]
    ['unauthorised-information', 'misinformation', 'other']
    """
    name = row_text(row, "infraction")
    if name.startswith("UI-or-MI"):
        return "unauthorised-information" if row.get("ui_seat") in SEATS else "misinformation"
    for start, kind in (("UI", "unauthorised-information"), ("MI", "misinformation")):
        if name.startswith(start):
            return kind
    return name if name in ("claim", "revoke") else "other"


def incident_of(row: Tree) -> IncidentInRow:
    """The incident of a row, by its kind."""
    return _BY_KIND[kind_of_row(row)](row)


def _problem(row: Tree, column: str, why: Message) -> Problem:
    value = row.get(column)
    return Problem(column, "" if value is None else str(value)[:60], why, sentence("row-fill-column"))


def _unauthorised_information(row: Tree) -> IncidentInRow:
    """The incident of unauthorised information: its receiver, the call that gave it, and the call complained of."""
    auction = AuctionInRow.of(row)
    source, offender, action = row.get("ui_seat"), row.get("action_seat"), row.get("action_index")
    if auction is None or source not in SEATS or offender not in SEATS or not isinstance(action, int):
        lacking = "auction" if auction is None else "action_index" if source in SEATS else "ui_seat"
        return IncidentInRow(None, unread=(_problem(row, lacking, sentence("row-no-complaint")),))
    index = row.get("ui_call_index")
    inferred: tuple[str, ...] = ()
    if not isinstance(index, int):
        index = _last_call_of(auction, str(source), action)
        if _is_tempo(row) or index is None:
            return IncidentInRow(
                None, unread=(_problem(row, "ui_call_index", sentence("row-no-source-call")),)
            )
        inferred = ("the information is put at partner's last call before the action",)
    table = {
        "id": "ui",
        "kind": "unauthorised-information",
        "source": source,
        "at": f"call {index + 1}",
        "offender": offender,
        "action": f"call {action + 1}",
    }
    return IncidentInRow(table, tuple(_remarks_of_information(row, auction, index)), inferred)


def _last_call_of(auction: AuctionInRow, seat: str, before: int) -> int | None:
    calls = (number for number in range(before - 1, -1, -1) if auction.caller(number) == seat)
    return next(calls, None)


def _is_tempo(row: Tree) -> bool:
    return row_text(row, "infraction") in ("UI-tempo", "UI-or-MI", "UI")


def _remarks_of_information(row: Tree, auction: AuctionInRow, index: int) -> list[Tree]:
    """The remarks on how the information was given, and on what else was explained or noticed."""
    entries = explanations_of(row, auction)
    about = [entry for entry in entries if entry.index == index]
    numbered = [entry for entry in row.get("explanations") or () if str(entry[0]).isdigit()]
    slow = row_text(row, "infraction") == "UI-tempo" or (
        not numbered and any(_TEMPO.search(entry.words) for entry in about)
    )
    remarks: list[Tree] = []
    if slow:
        remarks.append({"at": f"call {index + 1}", "kind": "tempo", "by": row["ui_seat"], **_how_slow(about)})
    else:
        sort = _REMARK_OF.get(row_text(row, "infraction").removeprefix("UI-"))
        if sort is not None:
            words = "; ".join(entry.words for entry in about)
            remark: Tree = {"at": f"call {index + 1}", "kind": sort, "by": row["ui_seat"]}
            remarks.append(remark | ({"text": words} if words else {}))
    explanations = [entry for entry in entries if entry not in about or slow]
    return remarks + _meanings_told(explanations, auction)


def _how_slow(about: list[ExplanationInRow]) -> Tree:
    """The duration, if a single figure is stated, and whether it is agreed."""
    words = " ".join(entry.words for entry in about)
    if not words:
        return {}
    remark: Tree = {"text": words}
    if match := _TIME.search(words):
        low, high = int(match[1]), int(match[2] or match[1])
        remark["seconds"] = (low + high) / 2 * (60 if match[3].startswith("m") else 1)
    elif match := _MINUTES.search(words):
        remark["seconds"] = 30 if "half" in match[0] else 60
    if _DISPUTED.search(words):
        remark["status"] = "disputed"
    elif _AGREED.search(words):
        remark["status"] = "agreed"
    return remark


def _meanings_told(entries: list[ExplanationInRow], auction: AuctionInRow) -> list[Tree]:
    """The explanations of other calls, with what they show if their words are read completely."""
    remarks: list[Tree] = []
    for entry in entries:
        if entry.index is None or _TEMPO.search(entry.words):
            continue
        shows = meaning(entry.words, auction.explained(entry.index)).shows
        remark: Tree = {
            "at": f"call {entry.index + 1}",
            "kind": "explanation",
            "by": partner_of(auction.caller(entry.index)),
            "text": entry.words,
        }
        remarks.append(remark | ({"shows": shows} if shows else {}))
    return remarks


def _misinformation(row: Tree) -> IncidentInRow:
    """The incident of misinformation: the call, who explained it to whom, both meanings, the decisions that rested on it."""
    auction = AuctionInRow.of(row)
    if auction is None:
        return IncidentInRow(None, unread=(_problem(row, "auction", sentence("row-no-auction")),))
    entries = explanations_of(row, auction)
    entry, inferred = _misexplained(row, auction, entries)
    if entry is None or entry.index is None:
        return _of_a_card(row, entries)
    parts = told_and_right(entry.words, auction.caller(entry.index), _wronged(row, auction, entry.index))
    unread: list[Problem] = []
    bid = auction.explained(entry.index)
    table: Tree = {
        "id": "mi",
        "kind": "misinformation",
        "by": parts.by,
        "at": f"call {entry.index + 1}",
        "to": list(parts.to),
    }
    for key, words in (("given", parts.given), ("correct", parts.correct)):
        if not words:
            continue
        silent = words == NOT_ALERTED  # the remark says so; nobody explained anything
        if not silent:
            table[key] = words
        reading = meaning(words, bid)
        shows = natural_meaning(bid) if silent else reading.shows
        shows = _NO_LIMIT if reading.sets_no_limit else shows
        if shows:
            table[f"{key}_shows"] = shows
        elif not silent:
            why = sentence("row-meaning-unread", words=", ".join(reading.unread) or words)
            unread.append(Problem("explanations", words[:60], why, sentence("row-give-meaning")))
    table |= _agreement(parts)
    if decisions := _decisions(row, auction, entry.index, parts):
        table["decisions"] = decisions
    else:
        unread.append(_problem(row, "action_index", sentence("row-no-decision")))
    remark = {"at": table["at"], "kind": "no-alert" if parts.not_alerted else "explanation", "by": parts.by}
    others = _meanings_told([other for other in entries if other is not entry], auction)
    return IncidentInRow(
        table, (remark | {"text": entry.words} if entry.words else remark, *others), inferred, tuple(unread)
    )


def _of_a_card(row: Tree, entries: tuple[ExplanationInRow, ...]) -> IncidentInRow:
    """The incident of an explanation of the opening lead; else it is not known what was explained."""
    declarer, leader = declarer_of(row), leader_of(row)
    leads = [entry for entry in entries if entry.call.lower().startswith("lead")]
    if leader is None or len(leads) != 1:
        return IncidentInRow(None, unread=(_problem(row, "explanations", sentence("row-no-explained-call")),))
    parts = told_and_right(leads[0].words, leader)
    table: Tree = {"id": "mi", "kind": "misinformation", "by": parts.by, "at": "lead", "to": [declarer]}
    table |= {key: words for key, words in (("given", parts.given), ("correct", parts.correct)) if words}
    unread = _problem(row, "action_index", sentence("row-no-decision"))
    remark = {"at": "lead", "kind": "explanation", "by": parts.by, "text": leads[0].words}
    return IncidentInRow(table, (remark,), unread=(unread,))


def _misexplained(
    row: Tree, auction: AuctionInRow, entries: tuple[ExplanationInRow, ...]
) -> tuple[ExplanationInRow | None, tuple[str, ...]]:
    """The entry complained of: the one with two versions, else the call the texts name, else the only one."""
    placed = [entry for entry in entries if entry.index is not None]
    for entry in placed:
        parts = told_and_right(entry.words, auction.caller(entry.index or 0))
        if (parts.given and parts.correct) or parts.no_agreement or parts.as_explained:
            return entry, ()
    words = " ".join(row_text(row, key) for key in ("notes", "director_ruling", "outcome"))
    if named := _OF_CALL.search(words):
        call = "X" if named[1] == "double" else call_text(named[1])
        rows = [entry for entry in placed if entry.call == call]
        index = rows[0].index if rows else auction.index_of(call, "")
        if index is not None:
            return rows[0] if rows else ExplanationInRow(index, call, ""), ("the call is named in the text",)
    action = row.get("action_index")
    if isinstance(action, int) and 0 <= action < len(auction.calls):
        theirs = [
            entry for entry in placed if (entry.index or 0) < action and (action - (entry.index or 0)) % 2
        ]
        if theirs:
            return theirs[-1], ("of several explained calls, the last before the action",)
    if len(placed) == 1:
        return placed[0], ("the only call explained is taken to be the one complained of",)
    alerts = [index for index in row.get("alerts") or () if isinstance(index, int)]
    if not placed and len(alerts) == 1 and alerts[0] < len(auction.calls):
        why = ("the only alerted call is taken to be the one explained wrongly",)
        return ExplanationInRow(alerts[0], auction.calls[alerts[0]], ""), why
    return None, ()


def _wronged(row: Tree, auction: AuctionInRow, index: int) -> str | None:
    """The player who acted on the explanation: as the row says; else the leader, if the lead is complained of.

    Else the first opponent who did more than pass after the explained call; if none did, the leader.
    """
    if row.get("action_seat") in SEATS:
        return str(row["action_seat"])
    acted = None if "lead" in row_text(row, "infraction") else _first_to_act(auction, index)
    return acted or leader_of(row)


def _first_to_act(auction: AuctionInRow, index: int) -> str | None:
    """The first opponent of a call's maker who did more than pass after it, or `None`."""
    later = range(index + 1, len(auction.calls), 2)
    return next((auction.caller(number) for number in later if auction.calls[number] != "P"), None)


def leader_of(row: Tree) -> str | None:
    """The opening leader, by the column of the contract, or `None`."""
    declarer = declarer_of(row)
    return None if declarer is None else SEATS[(SEATS.index(declarer) + 1) % 4]


def declarer_of(row: Tree) -> str | None:
    """Declarer, by the column of the contract, or `None`."""
    match = re.fullmatch(r"[1-7](?:NT?|[CDHS])X{0,2}-([NESW])", row_text(row, "table_contract"))
    return match[1] if match else None


def _agreement(parts: ToldAndRight) -> Tree:
    if parts.no_agreement:
        return {"agreement": "none"}
    return {"agreement": "as-explained"} if parts.as_explained else {}


def _decisions(row: Tree, auction: AuctionInRow, index: int, parts: ToldAndRight) -> list[str]:
    """The decisions complained of; if none is named, the first of each player who was told, and the lead if it is meant."""
    action = row.get("action_index")
    offenders = side_of(parts.by)
    if isinstance(action, int) and 0 <= action < len(auction.calls):
        return [f"call {action + 1}"] if side_of(auction.caller(action)) != offenders else []
    if "lead" in row_text(row, "infraction") or row_text(row, "action_call").startswith("lead"):
        return ["lead"]
    if "play" in row_text(row, "infraction"):
        return []
    if leader_of(row) in parts.to and _silent_against_game(auction, parts.to):
        return ["lead"]
    firsts = (auction.first_call_after(index, seat) for seat in parts.to)
    later = sorted(number for number in firsts if number is not None)
    return [f"call {number + 1}" for number in later[:_MOST_DECISIONS]]


def _silent_against_game(auction: AuctionInRow, seats: tuple[str, ...]) -> bool:
    """Whether these players passed throughout while the others bid a game: then only the lead remains to them."""
    theirs = {call for number, call in enumerate(auction.calls) if auction.caller(number) in seats}
    last = auction.last_bid_before(len(auction.calls))
    return theirs == {"P"} and last is not None and (last[0] >= "4" or last == "3NT")


def _claim(row: Tree) -> IncidentInRow:
    """The incident of a claim, with the cards left, or with the tricks played before it."""
    claim = row.get("claim") or {}
    claimer = claim.get("claimer")
    seat = claimer if claimer in SEATS else declarer_of(row) if claimer == "declarer" else None
    if seat is None:
        return IncidentInRow(None, unread=(_problem(row, "claim", sentence("row-no-claimer")),))
    table: Tree = {"id": "claim", "kind": "claim", "by": seat}
    position = _position(claim.get("remaining"))
    play = _tricks_of(claim.get("play"), claim.get("tricks_played"))
    if position is not None:
        table["position"] = position
    elif claim.get("tricks_played") == 0 and row.get("deal"):
        table["after"] = 0
    elif play is not None and row.get("deal"):
        table["after"] = claim["tricks_played"]
    else:
        return IncidentInRow(None, unread=(_problem(row, "claim", sentence("row-no-position")),))
    table |= _stated(claim)
    in_table = {"play": play} if play is not None and position is None else {}
    return IncidentInRow(table, play=in_table)


def _stated(claim: Tree) -> Tree:
    """The statement of the claim: who is on lead, trumps, the number and the words."""
    table: Tree = {"trumps": claim["trump"] if claim.get("trump") in ("S", "H", "D", "C") else "NT"}
    if claim.get("on_lead") in SEATS:
        table["on_lead"] = claim["on_lead"]
    if (count := _claimed(claim)) is not None:
        table["claims"] = count
    if words := claim.get("line_stated"):
        table["statement"] = str(words)
        if table["trumps"] != "NT":
            table["mentions_trump"] = "trump" in str(words)
    return table


def _claimed(claim: Tree) -> int | None:
    if isinstance(claim.get("claimed_remaining"), int):
        return int(claim["claimed_remaining"])
    total, won = claim.get("claimed_total"), claim.get("tricks_won_by_claimer")
    if isinstance(total, int) and (isinstance(won, int) or claim.get("tricks_played") == 0):
        return total - (won or 0)
    return None


def _position(remaining: Any) -> str | None:
    """The four hands left, if every card of them is stated, else `None`."""
    if not isinstance(remaining, dict) or set(remaining) != set(SEATS):
        return None
    try:
        hands = [Hand.parse(str(remaining[seat])) for seat in SEATS]
    except BridgeError:
        return None
    if len({len(hand) for hand in hands}) != 1 or not len(hands[0]):
        return None
    return "N:" + " ".join(str(remaining[seat]) for seat in SEATS)


def _tricks_of(play: Any, played: Any) -> list[str] | None:
    """So many whole tricks, each `[leader, card, card, card, card]`; `None` if a card is not stated."""
    if not isinstance(play, list) or not isinstance(played, int) or len(play) < played or played == 0:
        return None
    cards = [list(map(str, trick[1:])) for trick in play[:played]]
    whole = all(
        len(trick) == 4 and all(re.fullmatch("[SHDC][2-9TJQKA]", card) for card in trick) for trick in cards
    )
    return [" ".join(trick) for trick in cards] if whole else None


def _revoke(row: Tree) -> IncidentInRow:
    """The incident of a revoke: who revoked in which trick, if hands are known."""
    revoke = row.get("revoke") or {}
    if revoke.get("seat") not in SEATS or not isinstance(revoke.get("trick"), int):
        return IncidentInRow(None, unread=(_problem(row, "revoke", sentence("row-no-revoke")),))
    table: Tree = {"id": "revoke", "kind": "revoke", "offender": revoke["seat"], "trick": revoke["trick"]}
    if isinstance(revoke.get("established"), bool):
        table["established"] = revoke["established"]
    return IncidentInRow(table)


def _other(row: Tree) -> IncidentInRow:
    """Any other incident; for a pause in the play, who paused, and the Law that deals with it."""
    table: Tree = {
        "id": "other",
        "kind": "other",
        "text": row_text(row, "notes") or row_text(row, "infraction"),
    }
    if not row_text(row, "infraction").startswith("deceptive"):
        return IncidentInRow(table)
    words = " ".join([row_text(row, "notes"), row_text(row, "director_ruling"), str(row.get("explanations"))])
    match = _PAUSED.search(words)
    if match is None:
        return IncidentInRow(table, unread=(_problem(row, "notes", sentence("row-no-pause")),))
    seat = seat_of_word(match[1] or match[2])
    table["offender"] = seat
    if clause := _DECEPTIVE.get(row_text(row, "law_edition")[:4]):
        table["clauses"] = [f"{row_text(row, 'law_edition')[:4]}:{clause}"]
    return IncidentInRow(table, ({"at": "before play", "kind": "tempo", "by": seat, "text": match[0]},))


_BY_KIND: Final[dict[str, Callable[[Tree], IncidentInRow]]] = {
    "unauthorised-information": _unauthorised_information,
    "misinformation": _misinformation,
    "claim": _claim,
    "revoke": _revoke,
    "other": _other,
}
