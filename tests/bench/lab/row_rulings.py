"""The rulings of a row of past rulings: results, weights, tricks of a claim, polls, and what bodies held of actions."""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from analyser.casefile.toml_reader import Tree
from analyser.errors import Problem
from analyser.messages import sentence
from tests.bench.lab.row_explanations import (
    SEAT,
    SEATS,
    AuctionInRow,
    call_text,
    row_text,
    seat_of_word,
    side_of,
)
from tests.bench.lab.row_incidents import declarer_of, kind_of_row

ACTION: Final = re.compile(r"P|XX?|[1-7](?:[CDHS]|NT?)")
_CARD: Final = re.compile(r"[SHDC][2-9TJQKA]")
_BODIES: Final = ("director", "referee", "committee", "reviewer", "national")
_NO_BODY: Final = ("posted", "poster", "comment", "advice", "list", "reader", "forum")
_STOOD: Final = re.compile(
    r"restored|\b(?:result|score|contract)\b[^.;]{0,30}\bstands?\b|\bstands\b|\bstays\b|no adjustment|no corrected|"
    r"\d\w allowed\b|no damage|to stand\b|not be adjusted",
    re.IGNORECASE,
)
_RULING_STANDS: Final = re.compile(r"\bruling (?:stands|upheld|confirmed)\b", re.IGNORECASE)
_SAME: Final = re.compile(r"upheld|dismissed|agreed|rejected|confirmed", re.IGNORECASE)
_NONE_FOUND: Final = re.compile(
    r"no (?:proved )?infraction|no misinformation|not misinformation|\(no MI\)|correctly (?:explained|informed)|"
    r"no break in tempo|not a break in tempo|not (?:be )?(?:demonstrably )?suggest",
    re.IGNORECASE,
)
_POINTS: Final = re.compile(r"\b(NS|EW)\s*([+-]\s*\d+)")
_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        re.findall(r"\w+", "zero one two three four five six seven eight nine ten eleven twelve thirteen")
    )
} | {"a": 1, "an": 1}
_NUMBER: Final = "|".join(_NUMBERS)
_RESULT: Final = re.compile(
    r"\b(?P<level>[1-7])\s?(?P<strain>NT|N|[CDHS])(?P<risk>X{0,2})(?![A-Za-z])"
    r"(?:\s(?P<doubled>doubled|redoubled|undoubled))?"
    r"(?:-(?P<seat>[NESW])(?![A-Za-z0-9]|\s?\d)|\sby\s(?P<word>North|East|South|West|[NESW])\b)?"
    r"(?:\s(?P<late>doubled|undoubled))?"
    r"(?:\s?(?P<sign>=|[+-]\d{1,2}(?!\d))"
    rf"|,?\s(?:just\s)?(?P<made>making|made)(?:\s(?P<making>{_NUMBER})(?P<tricks>\stricks)?)?"
    rf"|,?\s(?:down|off)\s(?P<down>{_NUMBER})\b"
    rf"|,?\swith\s(?P<over>{_NUMBER})\sovertricks?)"
)
_SHARE: Final = re.compile(r"(\d{1,3}(?:\.\d+)?)\s?%\s(?:of\s)?")
_FINEST: Final = 100  # printed percentages are rounded: 33.3 % is a third


def results_in(text: str, row: Tree) -> list[str]:
    """Every result a short text names, in the case file's notation; a result without a declarer is left out."""
    points = _POINTS.search(text)
    results = (_result(match, row, points) for match in _RESULT.finditer(text))
    return [result for result in results if result is not None]


def _result(match: re.Match[str], row: Tree, points: re.Match[str] | None) -> str | None:
    """One result: the declarer as printed, else the player who first named the denomination for the side that scored."""
    level, strain = int(match["level"]), "NT" if match["strain"].startswith("N") else match["strain"]
    over = _over(match, level)
    side = "NESW"
    if points is not None:
        favours_ns = (points[1] == "NS") == (int(points[2].replace(" ", "")) > 0)
        side = "NS" if favours_ns == (over >= 0) else "EW"
    word = match["word"]
    declarer = match["seat"] or (word and (seat_of_word(word) if len(word) > 1 else word))
    declarer = declarer or _of_table_contract(level, strain, side, row) or _first_to_name(strain, side, row)
    risk = {"doubled": "X", "redoubled": "XX", "undoubled": ""}.get(
        str(match["doubled"] or match["late"]), match["risk"]
    )
    return None if declarer is None else f"{level}{strain}{risk}{f'{over:+d}' if over else '='} by {declarer}"


def _over(match: re.Match[str], level: int) -> int:
    """The overtricks, or undertricks as a negative number."""
    if match["sign"]:
        return 0 if match["sign"] == "=" else int(match["sign"])
    if match["down"]:
        return -_NUMBERS[match["down"]]
    if match["over"]:
        return _NUMBERS[match["over"]]
    if match["making"]:
        number = _NUMBERS[match["making"]]
        return number - level - (6 if match["tricks"] else 0)
    return 0


def _first_to_name(strain: str, seats: str, row: Tree) -> str | None:
    """The first of these seats to name a denomination, or `None`."""
    auction = AuctionInRow.of(row)
    for index, call in enumerate(auction.calls if auction else ()):
        if auction and call[1:] == strain and call[0].isdigit() and auction.caller(index) in seats:
            return auction.caller(index)
    return None


def _of_table_contract(level: int, strain: str, seats: str, row: Tree) -> str | None:
    """Declarer of the contract played, if this result is of that contract and one of these seats declared."""
    same = re.match(rf"{level}{strain[0]}", row_text(row, "table_contract"))
    declarer = declarer_of(row) if same else None
    return declarer if declarer and declarer in seats else None


def rulings_of(row: Tree) -> tuple[list[Tree], list[Problem]]:
    """The rulings of the director and then of the committee, and what of them could not be read; an opinion is no ruling."""
    if kind_of_row(row) == "claim":
        return _claim_rulings(row), []
    final = row_text(row, "final")
    if final == "open":
        return [], []
    rulings = [] if _is_opinion(row) else _directors(row)
    rulings += _committees(row, rulings)
    weighted, problems = _weighted(row)
    if weighted:
        rulings = [*rulings[:-1], {"body": rulings[-1]["body"] if rulings else "director", **weighted}]
    if final in ("adjusted", "stands") and row_text(row, "director_ruling") and not _is_opinion(row):
        rulings += _final_ruling(
            rulings, final, "committee" if row.get("appeal") == "overturned" else "director"
        )
    if final == "adjusted" and not any(ruling.get("ns") for ruling in rulings):
        text, why = row_text(row, "adjusted_score")[:60], sentence("row-no-score")
        problems.append(Problem("adjusted_score", text, why, sentence("row-give-result")))
    return [{"incident": _incident_name(row), **ruling} for ruling in rulings], problems


def _directors(row: Tree) -> list[Tree]:
    """The director's ruling: the adjusted score of the row is his unless a committee changed his."""
    director = row_text(row, "director_ruling")
    changed = row.get("appeal") == "overturned" and row_text(row, "final") == "adjusted"
    score = None if changed else _score(row_text(row, "adjusted_score"), row)
    stood = bool(_STOOD.search(director))
    return _ruling("director", score or _score_of(director, row), stood=stood) if director else []


def _committees(row: Tree, rulings: list[Tree]) -> list[Tree]:
    """The committee's ruling, if its text or the column of the appeal states it."""
    committee, overturned = row_text(row, "committee_ruling"), row.get("appeal") == "overturned"
    went_to_appeal = row.get("appeal") in ("upheld", "overturned") or "not in" not in committee
    if not committee or not went_to_appeal or not (rulings or overturned):
        return []
    again = [{**ruling, "body": "committee"} for ruling in rulings[-1:]]
    if again and _RULING_STANDS.search(committee):
        return again
    final = row_text(row, "final")
    adjusted = _score(row_text(row, "adjusted_score"), row) if overturned and final == "adjusted" else None
    named = adjusted or _score_of(committee, row)
    if named or _STOOD.search(committee) or (overturned and final == "stands"):
        return _ruling("committee", named, stood=True)
    return again if _SAME.search(committee) or row.get("appeal") == "upheld" else []


def _incident_name(row: Tree) -> str:
    return {"unauthorised-information": "ui", "misinformation": "mi"}.get(kind_of_row(row), kind_of_row(row))


def _is_opinion(row: Tree) -> bool:
    """Whether the ruling is the view of people who were no body of the event."""
    director = row_text(row, "director_ruling")
    return any(word in director for word in _NO_BODY) or "forum-opinion" in row_text(row, "outcome")


def _score(text: str, row: Tree) -> str | None:
    """The one result a score names, or its points to North-South if it names none."""
    named = results_in(text, row)
    if named:
        return named[0]
    points = _POINTS.search(text)
    if points is None or _RESULT.search(text):
        return None
    figure = int(points[2].replace(" ", "")) * (1 if points[1] == "NS" else -1)
    return f"{figure:+d}"


def _score_of(text: str, row: Tree) -> str | None:
    """The score a ruling's text names; `None` if it says that the table's score stood."""
    named = results_in(text, row)
    stood = _STOOD.search(text) and (
        not named or named[:1] == results_in(row_text(row, "table_result"), row)[:1]
    )
    return None if stood else _score(text, row)


def _ruling(body: str, result: str | None, *, stood: bool) -> list[Tree]:
    """A result assigned, or the table's result; empty if neither is stated."""
    if result is not None:
        return [{"body": body, "kind": "assigned", "ns": [{"result": result, "weight": "100%"}]}]
    return [{"body": body, "kind": "result-stands"}] if stood else []


def _final_ruling(rulings: list[Tree], final: str, body: str) -> list[Tree]:
    """The ruling from the column `final` beyond the texts: the score stood, or was changed to one not stated."""
    stood = final == "stands"
    if rulings and (rulings[-1]["kind"] == "result-stands") is stood:
        return []
    return [{"body": body, "kind": "result-stands" if stood else "assigned"}]


def _weighted(row: Tree) -> tuple[Tree | None, list[Problem]]:
    """The weights of a row: a table of sides, a list of results, or percentages in the text of the score."""
    weights = row.get("weights")
    sides: dict[str, list[tuple[str, Any]]] = {}
    if isinstance(weights, dict):
        sides = {
            side: [(str(result), weight) for result, weight in entries] for side, entries in weights.items()
        }
    elif isinstance(weights, list):
        for entry in weights:
            percent = entry.get("percent")
            weight = None if percent is None else Fraction(str(percent)) / 100
            sides.setdefault(str(entry.get("side") or "both"), []).append((str(entry.get("result")), weight))
    elif shares := _shares_in(row_text(row, "adjusted_score") or row_text(row, "director_ruling")):
        sides = {"both": shares}
    if not sides:
        return None, []
    lists = {side: _whole(entries, row) for side, entries in sides.items()}
    ns, ew = lists.get("NS", lists.get("both")), lists.get("EW", lists.get("both"))
    if not ns or not ew:
        return None, [
            Problem(
                "weights", str(weights)[:60], sentence("row-weights-unread"), sentence("row-give-weights")
            )
        ]
    return {"kind": "weighted", "ns": ns, **({} if ew == ns else {"ew": ew})}, []


def _shares_in(text: str) -> list[tuple[str, Any]]:
    """`60% 3NT+2 and 40% 2H-1`."""
    parts = [(match[1], text[match.end() : match.end() + 30]) for match in _SHARE.finditer(text)]
    shares = [(result, Fraction(percent) / 100) for percent, result in parts if _RESULT.match(result)]
    return list(shares) if len(shares) > 1 else []


def _whole(entries: Iterable[tuple[str, Any]], row: Tree) -> list[dict[str, str]] | None:
    """One side's results with weights that sum to one; `None` if a result or a weight is not stated."""
    named = [(results_in(text, row), weight) for text, weight in entries]
    if any(not results or weight is None for results, weight in named):
        return None
    weights = [Fraction(str(weight)).limit_denominator(_FINEST) for _, weight in named]
    if sum(weights) != 1:
        return None
    return [
        {"result": results[0], "weight": str(weight)}
        for (results, _), weight in zip(named, weights, strict=True)
    ]


def _claim_rulings(row: Tree) -> list[Tree]:
    """Declarer's tricks as the last body gave them."""
    claim = row.get("claim") or {}
    total = next(
        (claim[key] for key in ("tricks_awarded_total", "tricks_awarded") if isinstance(claim.get(key), int)),
        None,
    )
    if total is None and row.get("final") == "claim-allowed":
        total = claim.get("claimed_total")
    declarer = declarer_of(row)
    if (
        not isinstance(total, int)
        or declarer is None
        or claim.get("claimer") not in SEATS
        or _is_opinion(row)
    ):
        return []
    mine = side_of(str(claim["claimer"])) == side_of(declarer)
    return [
        {"body": "director", "incident": "claim", "kind": "tricks", "tricks": total if mine else 13 - total}
    ]


def expected_of(row: Tree, rulings: list[Tree], edition: str | None) -> Tree | None:
    """What is recorded: a changed score means that an infraction was found, an unchanged one only with a reason.

    A body that changed the score to one that cannot be read has found an infraction all the same.
    """
    if not rulings and (row_text(row, "final") != "adjusted" or _is_opinion(row)):
        return None
    last = rulings[-1] if rulings else {"body": "director", "kind": "assigned"}
    expected: Tree = {"strength": "recorded", "body": last["body"], **_alternatives(row)}
    if edition:
        expected["edition"] = edition
    if row.get("appeal") in ("upheld", "overturned"):
        expected["standing"] = row["appeal"]
    if last["kind"] == "tricks":
        return expected | {"tricks": last["tricks"]}
    if last["kind"] != "result-stands":
        expected["infraction"] = True
    elif _NONE_FOUND.search(row_text(row, f"{last['body']}_ruling")) or _not_suggested(row):
        expected["infraction"] = False
    return expected


def _not_suggested(row: Tree) -> bool:
    """Whether the bodies held that the action taken was not suggested, or that nothing else was an alternative."""
    judged = [entry for entry in row.get("alternatives_judged") or () if _body(entry)]
    entries = [entry for entry in judged if entry["action"] == row_text(row, "action_call")]
    others = [entry for entry in judged if entry not in entries]
    only = bool(others) and all(entry.get("considered_la") is False for entry in others)
    return only or (bool(entries) and all(entry.get("suggested") is False for entry in entries))


def held_suggested(row: Tree) -> bool | None:
    """Whether the last body that spoke of it held the action taken suggested by the information, or `None`."""
    suggesteds = [
        entry["suggested"]
        for entry in row.get("alternatives_judged") or ()
        if _body(entry)
        and entry["action"] == row_text(row, "action_call")
        and isinstance(entry.get("suggested"), bool)
    ]
    return suggesteds[-1] if suggesteds else None


def _body(judged: Tree) -> str | None:
    """The body that held it, or `None`; the views of others do not count."""
    words = str(judged.get("by") or "").split(" ")
    return words[0] if words[0] in _BODIES and "not examined" not in str(judged.get("by")) else None


def _alternatives(row: Tree) -> dict[str, list[str]]:
    """What bodies held of the actions not taken: the one taken was possible anyway, and gives no information."""
    alternatives: list[str] = []
    rejected: list[str] = []
    for judged in row.get("alternatives_judged") or ():
        action = judged_action(row, str(judged["action"]))
        if _body(judged) is None or action is None or action == call_text(row_text(row, "action_call")):
            continue
        if judged.get("considered_la") is True and judged.get("suggested") is not True:
            alternatives.append(action)
        elif judged.get("considered_la") is False:
            rejected.append(action)
    lists = {"alternatives": alternatives, "not_alternatives": rejected}
    return {key: list(dict.fromkeys(actions)) for key, actions in lists.items() if actions}


def judged_action(row: Tree, text: str) -> str | None:
    """The action of a judgement, if it is a call at the turn complained of, else `None`.

    >>> row = {"dealer": "N", "auction": ["1H", "P", "P", "1S"], "action_index": 3, "action_seat": "W"}
    >>> judged_action(row, "P (over 1H)"), judged_action(row, "P (over 1S)"), judged_action(row, "P (index 1)")
    ('P', None, None)
    """
    call, _, gloss = text.partition(" (")
    if not ACTION.fullmatch(call):
        return None
    auction, index = AuctionInRow.of(row), row.get("action_index")
    if gloss and auction is not None and isinstance(index, int):
        over, numbered, seat = (
            re.search(r"over (\S+?)[,)]", gloss),
            re.search(r"index (\d+)", gloss),
            SEAT.search(gloss),
        )
        if over and call_text(over[1]) != auction.last_bid_before(index):
            return None
        if (numbered and int(numbered[1]) != index) or (
            seat and seat_of_word(seat[1]) != row.get("action_seat")
        ):
            return None
    return call_text(call)


def poll_of(row: Tree) -> tuple[Tree | None, list[Problem]]:
    """The number of peers who considered and chose each action; a count that is not stated is unknown."""
    poll = row.get("poll")
    if not isinstance(poll, dict):
        return None, []
    voters = poll.get("asked") or poll.get("n")
    unread = Problem("poll", str(poll)[:60], sentence("row-poll-unread"), sentence("row-give-poll"))
    if not isinstance(voters, int) or _asks_another(row, str(poll.get("question") or "")):
        return None, [unread]
    listed = poll.get("answers")
    if listed is None:
        listed = [
            {"action": action, "chosen": count} for action, count in poll.items() if isinstance(count, int)
        ]
    answers = []
    for answer in listed:
        action = str(answer.get("action"))
        if ACTION.fullmatch(action) or _CARD.fullmatch(action):
            counts = {
                key: answer[key] for key in ("considered", "chosen") if isinstance(answer.get(key), int)
            }
            answers.append({"action": call_text(action), **counts})
    if not answers:
        return None, [unread]
    survey: Tree = {"incident": _incident_name(row), "asked": voters, "answers": answers}
    return survey | ({"question": poll["question"]} if poll.get("question") else {}), []


def _asks_another(row: Tree, question: str) -> bool:
    """Whether the question was about another player's turn, or the play."""
    seat = SEAT.search(question)
    other = seat is not None and seat_of_word(seat[1]) != row.get("action_seat")
    return other or "play" in question
