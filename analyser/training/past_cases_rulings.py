"""What persons found in a past ruling, as tables of a case file: polls, rulings oldest first, what is recorded."""

import re
from fractions import Fraction

from analyser.casefile.tree import Tree
from analyser.scoring import imps
from analyser.training.past_cases_facts import clauses_of, edition_of
from analyser.training.past_cases_text import Row, call_text, results_in, score_of

__all__ = ["findings_of"]

_BODIES = ("director", "referee", "committee", "reviewer", "national")
_NO_BODY = ("posted", "poster", "comment", "advice", "list", "reader", "forum")
_BACK = re.compile(r"restored|table result stands|\bstands?\b|allowed, result|7D allowed", re.IGNORECASE)
_OFFICIAL = "read from the official result, which differs from the auction"
_SAME = re.compile(r"upheld|dismissed|agreed|rejected|confirmed", re.IGNORECASE)


def findings_of(row: Row, curated: Tree, facts: Tree) -> Tree:
    """Polls, rulings and what is recorded of them."""
    found: Tree = {}
    if poll := _poll(row, curated, facts):
        found["poll"] = [poll]
    rulings = _rulings(row, curated, facts)
    if rulings:
        found["ruling"] = rulings
    if "appeal" in curated:
        found["appeal"] = curated["appeal"]
    expected = _expected(row, curated, facts, rulings)
    if expected:
        found["expected"] = [expected]
    return found


def _poll(row: Row, curated: Tree, facts: Tree) -> Tree | None:
    if "poll" in curated:
        return {"incident": facts["incident"][0]["id"], **curated["poll"]} if curated["poll"] else None
    told = row.get("poll")
    if not isinstance(told, dict):
        return None
    asked = told.get("asked") or told.get("n")
    if not isinstance(asked, int):
        return None
    actions = {"P", "X", "XX"} | {
        f"{level}{s}" for level in range(1, 8) for s in ("C", "D", "H", "S", "N", "NT")
    }
    listed = told.get("answers") or [
        {"action": action, "chosen": count} for action, count in told.items() if action in actions
    ]
    answers = [
        {"action": call_text(entry["action"]), "chosen": entry["chosen"]}
        for entry in listed
        if entry["action"] in actions
    ]
    return {"incident": facts["incident"][0]["id"], "asked": asked, "answers": answers} if answers else None


def _rulings(row: Row, curated: Tree, facts: Tree) -> list[Tree]:
    if "rulings" in curated:
        given: list[Tree] = []
        for entry in curated["rulings"]:
            given.append(_told(entry, facts, given))
        return given
    given = []
    director = row.text("director_ruling")
    if not any(word in director for word in _NO_BODY) and director:
        result = _first_result(row, director)
        if result:
            grounds = {"grounds": _OFFICIAL} if re.search("archived|rolled back", director) else {}
            given.append(_ruling("director", result, facts) | grounds)
        elif _BACK.search(director):
            given.append(_ruling("director", "stands", facts))
    committee = row.text("committee_ruling")
    if committee and given and "not in" not in committee:
        named = results_in(committee, row)
        if named:
            given.append(_ruling("committee", named[0], facts))
        elif _BACK.search(committee):
            given.append(_ruling("committee", "stands", facts))
        elif _SAME.search(committee):
            given.append({**given[-1], "body": "committee"})
    return given


def _first_result(row: Row, told: str) -> str | None:
    """The result a director gave: the adjusted score of the row when it has one."""
    for text in (row.text("adjusted_score"), "" if _BACK.search(told) else told):
        found = results_in(text, row)
        if found:
            return found[0]
    return None


def _told(entry: list[str], facts: Tree, before: list[Tree]) -> Tree:
    """A ruling as curated: body, result, grounds, penalty; `same` repeats the ruling before it."""
    body, result, *rest = entry
    ruling = {**before[-1], "body": body} if result == "same" else _ruling(body, result, facts)
    if result == "same":
        ruling.pop("grounds", None)
        ruling.pop("penalty", None)
    for key, text in zip(("grounds", "penalty", "dissent"), rest, strict=False):
        if text:
            ruling[key] = text
    return ruling


def _ruling(body: str, result: str, facts: Tree) -> Tree:
    """A ruling for both sides: `stands`, one result, `60% A | 40% B`, or `unknown` where the score is not told."""
    incident = facts["incident"][0]["id"]
    start: Tree = {"body": body, "incident": incident}
    if result == "stands":
        return {**start, "kind": "result-stands"}
    if result == "unknown":
        return {**start, "kind": "assigned"}
    if result.startswith("tricks "):
        return {**start, "kind": "tricks", "tricks": int(result.split()[1])}
    sides = [part.strip() for part in result.split(";")]
    lists = [[_weighted(piece) for piece in side.split("|")] for side in sides]
    kind = "weighted" if any(len(entries) > 1 for entries in lists) else "assigned"
    ruling = {**start, "kind": kind, "ns": lists[0]}
    return {**ruling, "ew": lists[1]} if len(lists) > 1 else ruling


def _weighted(piece: str) -> Tree:
    weight, found, result = piece.strip().rpartition("% ")
    if found:
        return {"result": result.strip(), "weight": f"{weight}%"}
    share = re.match(r"(\d+/\d+) (.+)", piece.strip())
    return {"result": share[2], "weight": share[1]} if share else {"result": piece.strip(), "weight": "100%"}


def _expected(row: Row, curated: Tree, facts: Tree, rulings: list[Tree]) -> Tree | None:
    if not rulings and not {"infraction", "held", "rejected"} & set(curated):
        return None
    told: Tree = {"strength": "recorded", "edition": edition_of(row, curated)}
    told |= _score(facts, rulings) | _alternatives(row, curated)
    told["infraction"] = _infraction(curated, facts, rulings)
    told["clauses"] = clauses_of(row, curated) or None
    if rulings:
        told["tricks"] = rulings[-1].get("tricks")
        told["body"] = rulings[-1]["body"]
        told["standing"] = _standing(row, curated, rulings)
    told["notes"] = _suggestion(row)
    return {key: value for key, value in told.items() if value is not None}


def _infraction(curated: Tree, facts: Tree, rulings: list[Tree]) -> bool | None:
    """Whether one was found: as curated; an adjusted score says yes, one that stood says nothing."""
    if "infraction" in curated:
        return None if curated["infraction"] == "" else bool(curated["infraction"])
    changed = bool(rulings) and rulings[-1]["kind"] in ("assigned", "weighted")
    return True if changed and facts["incident"][0]["kind"] != "claim" else None


def _standing(row: Row, curated: Tree, rulings: list[Tree]) -> str | None:
    """What became of the first ruling on appeal; nothing when one body only ruled."""
    if len(rulings) < 2:
        return None
    told = curated.get("standing", row.get("appeal"))
    if told is None:
        first, last = ({key: one.get(key) for key in ("kind", "ns", "ew")} for one in rulings[-2:])
        told = "upheld" if first == last else "overturned"
    return str(told) or None


def _alternatives(row: Row, curated: Tree) -> Tree:
    """What a body held of the actions that were not taken: only these inform; the one taken is at least possible."""
    held, rejected = list(curated.get("held", ())), list(curated.get("rejected", ()))
    for entry in row.get("alternatives_judged") or ():
        action, taken = str(entry["action"]), row.text("action_call")
        if (
            entry.get("by") not in _BODIES
            or action == taken
            or not re.fullmatch(r"P|X|[1-7](C|D|H|S|NT?)", action)
        ):
            continue
        if entry.get("considered_la") is True and entry.get("suggested") is not True:
            held.append(call_text(action))
        elif entry.get("considered_la") is False:
            rejected.append(call_text(action))
    found: Tree = {}
    if held:
        found["alternatives"] = list(dict.fromkeys(held))
    if rejected:
        found["not_alternatives"] = list(dict.fromkeys(rejected))
    return found


def _suggestion(row: Row) -> str | None:
    """What each body held of the action taken: whether the information suggested it."""
    told = []
    for entry in row.get("alternatives_judged") or ():
        if (
            entry.get("by") in _BODIES
            and entry.get("suggested") is not None
            and entry["action"] == row.text("action_call")
        ):
            word = "suggested" if entry["suggested"] else "not suggested"
            told.append(f"{entry['by']}: {call_text(entry['action'])} was {word}")
    return "; ".join(dict.fromkeys(told)) or None


def _score(facts: Tree, rulings: list[Tree]) -> Tree:
    """The score in the event's currency, where it follows exactly: IMPs against the score in the other room."""
    other = facts.get("comparison", {}).get("other_room")
    if other is None or facts["event"].get("form") != "imps" or not rulings:
        return {}
    last = rulings[-1]
    stood = last["kind"] == "result-stands"
    lists = [_table_result(facts)] if stood else [last.get("ns"), last.get("ew") or last.get("ns")]
    figures = []
    for entries, sign in zip((lists * 2)[:2], (1, -1), strict=True):
        total = Fraction(0)
        for entry in entries or ():
            score = score_of(entry["result"], facts["board"].get("vulnerable"))
            if score is None or score % 10:
                return {}
            total += _share(entry["weight"]) * sign * imps(score - other)
        if not entries:
            return {}
        figures.append(str(total))
    return {"ns": figures[0], "ew": figures[1]}


def _share(weight: str) -> Fraction:
    return Fraction(weight[:-1]) / 100 if weight.endswith("%") else Fraction(weight)


def _table_result(facts: Tree) -> list[Tree] | None:
    """The table's own result as a list of one, when contract and tricks are known."""
    from analyser.casefile import case_of
    from analyser.casefile.write import toml_text

    result = case_of(toml_text(facts).encode()).result
    return None if result is None else [{"result": str(result), "weight": "100%"}]
