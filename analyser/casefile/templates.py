"""Templates: an example case for each kind, and what of a template was left unfilled in a case."""

from collections.abc import Iterator
from typing import Any

from analyser.casefile.case import Case
from analyser.casefile.explain import Explained, every_key
from analyser.casefile.sets import IncidentKind
from analyser.casefile.tree import Tree, read_tree
from analyser.errors import Problem

NAME = "my-case"  # until the case is given a name of its own

_DEAL = "N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874"
_HEAD = """\
# A case file: replace what does not fit, take the # away from what you need. `analyser check FILE` lists what is wrong.
schema = 1
id = "{name}"                        # a short name without blanks
title = "{title}"

[event]
name = "Open Teams"
date = 2024-03-16                     # picks the edition of the Laws together with the authority
authority = "WBF"                     # WBF EBL EBU ACBL FIGB FRB …
form = "imps"                         # matchpoints imps knockout vp cross-imps butler bam points

[board]
number = 7                            # gives dealer and vulnerability by Law 2
deal = "{deal}"
"""
_TABLE = """
[table]
auction = "P P 2NT P 3C P 3H P 4H P P P"   # from the dealer; P X XX; calls are counted from 1
lead = "S7"                           # or play = ["S7 S3 SQ SK", …] in order of play
# contract = "4H"                     # derived from a finished auction
# declarer = "N"
tricks = 10
"""
_TAIL = """
[comparison]
other_room = 620                      # teams: the score in the other room, to North-South
# field = [ {{ score = 620, times = 5 }} ]   # pairs: all the other tables
{extra}"""

_EXAMPLES: dict[IncidentKind, dict[str, str]] = {
    IncidentKind.UNAUTHORISED_INFORMATION: {
        "source": '"N"',
        "at": '"call 7"',
        "offender": '"S"',
        "action": '"call 9"',
        "suggests": '["4H"]',
        "shows": '"HCP20+"',
    },
    IncidentKind.MISINFORMATION: {
        "by": '"N"',
        "at": '"call 5"',
        "to": '["E"]',
        "given": '"asks for a five-card major"',
        "correct": '"asks for a four-card major"',
        "given_shows": '"S5+ | H5+"',
        "correct_shows": '"S4+ | H4+"',
        "decisions": '["lead"]',
        "correct_call": '"X"',
        "correct_lead": '"D9"',
        "agreement": '"as-bid"',
    },
    IncidentKind.CLAIM: {
        "by": '"E"',
        "after": "10",
        "position": '"N:.5.5.5 A.A..A 2..KQ. ..432."',
        "on_lead": '"E"',
        "trumps": '"S"',
        "claims": "3",
        "concedes": "0",
        "statement": '"trumps, then my two aces"',
        "mentions_trump": "true",
        "order": '["S", "C", "H"]',
        "acquiesced": "false",
        "given_away": "0",
        "too_late": "false",
    },
    IncidentKind.REVOKE: {
        "offender": '"S"',
        "trick": "1",
        "established": "true",
        "noticed": '"in-time"',
        "played_on": '["NS", "EW"]',
    },
    IncidentKind.WITHDRAWN_CALL: {
        "source": '"W"',
        "at": '"call 6"',
        "withdrawn": '"X"',
        "offender": '"E"',
        "action": '"call 8"',
        "suggests": '["P"]',
        "shows": '"HCP11+"',
    },
    IncidentKind.FOULED_BOARD: {
        "groups": "[ [ { score = 140, times = 3 }, { score = -50, times = 2 } ], [ { score = 420, times = 3 } ] ]"
    },
    IncidentKind.NO_PLAY: {"fault": '{ NS = "none", EW = "direct" }'},
    IncidentKind.IRREGULAR_CALL: {
        "irregularity": '"insufficient"',
        "offender": '"S"',
        "at": '"call 5"',
        "call": '"1S"',
        "turn": '"S"',
        "accepted": "false",
        "replacement": '"3C"',
        "comparable": "true",
        "unintended": "false",
        "partner_has_called": "true",
        "artificial": "true",
        "same_meaning": "true",
        "right_hand_passed": "true",
        "called_before": "false",
        "barred": "false",
        "found_late": "false",
        "suits": '["S"]',
        "suits_again": '["S", "C"]',
    },
    IncidentKind.LEAD_OUT_OF_TURN: {
        "offender": '"W"',
        "card": '"SQ"',
        "turn": '"E"',
        "trick": "1",
        "face_up": "true",
        "accepted": "false",
        "dummy_seen": "false",
        "told_turn": "false",
    },
    IncidentKind.EXPOSED_CARD: {
        "offender": '"E"',
        "cards": '["DA"]',
        "during": '"play"',
        "inadvertent": "true",
        "led": "false",
        "on_table": '["C2"]',
        "both_hands_played": "false",
        "instead": '"D4"',
        "played_on": "false",
    },
    IncidentKind.WRONG_BOARD: {
        "offender": '"S"',
        "called": "true",
        "partner_called": "false",
        "repeats_call": "true",
        "played_before": "false",
        "fault": '{ NS = "direct", EW = "none" }',
        "noticed": '"auction"',
        "opponent_called": "false",
        "source_differs": "false",
    },
    IncidentKind.WRONG_HAND: {
        "offender": '"S"',
        "cards": "14",
        "called": "true",
        "seen": "false",
        "consent": "true",
        "noticed": '"auction"',
        "serious": "false",
        "fault": '{ NS = "none", EW = "none" }',
        "another_over": "false",
        "playable": "true",
        "foreign": "false",
        "foreign_played": "false",
        "found": '"elsewhere"',
    },
    IncidentKind.PLAYED_CARD: {
        "offender": '"E"',
        "card": '"DA"',
        "trick": "1",
        "fact": '"held-face-up"',
        "both_sides_played_on": "false",
        "still_holds_suit": "true",
        "certain": "true",
        "shown": "true",
        "said": '"low"',
        "fourth_hand": "false",
        "pause": "false",
        "partner_played": "false",
        "declarer_played": "false",
        "several_seen": "true",
    },
    IncidentKind.SCORE_ERROR: {
        "recorded": '"4H-1 by N"',
        "correct": '"4H= by N"',
        "nature": '"tricks-agreed"',
        "in_time": "true",
        "certain": "true",
        "round_over": "false",
        "claimed": "false",
    },
    IncidentKind.OTHER: {"offender": '"S"', "at": '"call 9"', "clauses": '["2017:73A2"]'},
}
_NEEDED = {
    IncidentKind.CLAIM: {"position", "on_lead", "trumps", "claims", "statement"},
    IncidentKind.MISINFORMATION: {"to", "given", "correct", "decisions"},
    IncidentKind.REVOKE: {"established", "noticed"},
    IncidentKind.WITHDRAWN_CALL: {"withdrawn"},
    IncidentKind.IRREGULAR_CALL: {"at", "call", "accepted", "replacement"},
    IncidentKind.LEAD_OUT_OF_TURN: {"card", "turn", "accepted"},
    IncidentKind.WRONG_BOARD: {"offender", "called", "played_before"},
    IncidentKind.WRONG_HAND: {"offender", "cards", "called", "noticed"},
    IncidentKind.PLAYED_CARD: {"offender", "card", "fact"},
    IncidentKind.SCORE_ERROR: {"recorded", "correct", "nature"},
    IncidentKind.OTHER: {"offender"},
}
_TEMPO = """
[[remark]]                            # attached to a call or card; kinds: tempo alert no-alert explanation …
at = "call 7"
kind = "tempo"
by = "N"
seconds = 20
status = "agreed"                     # agreed found disputed
"""
_POLL = """
# [[poll]]                            # what peers answered
# incident = "it"
# question = "Your call?"
# peers = "national"                  # novice club regional national expert
# asked = 6
# answers = [ { action = "P", considered = 4, chosen = 3 }, { action = "4H", considered = 6, chosen = 3 } ]
"""
_JUDGED = """
# [[judgement]]                       # a person's finding; it always wins over an estimate
# incident = "it"
# question = "outcomes"               # infraction alternatives suggested outcomes …
# answer = [ { result = "3H+1 by N", weight = "60%" }, { result = "3H= by N", weight = "40%" } ]
# by = "director"
# grounds = "…"
"""
_WEIGHTED = (IncidentKind.UNAUTHORISED_INFORMATION, IncidentKind.MISINFORMATION, IncidentKind.WITHDRAWN_CALL)
_WITHOUT_TABLE = (IncidentKind.NO_PLAY, IncidentKind.WRONG_BOARD, IncidentKind.WRONG_HAND, IncidentKind.CLAIM)


def template(kind: IncidentKind) -> str:
    """A case file for one kind of incident, with a comment behind every key."""
    title = str(kind).replace("-", " ").capitalize()
    head = _HEAD.format(name=NAME, title=title, deal=_DEAL)
    if kind is IncidentKind.CLAIM:
        head = head.replace("\ndeal = ", "\n# deal = ")
    table = "" if kind in _WITHOUT_TABLE else _TABLE
    if kind is IncidentKind.CLAIM:
        table = '\n[table]\ncontract = "4S"\ndeclarer = "E"\n# play = ["S7 S3 SQ SK", …]   # with `after`, instead of position\n'
    if kind is IncidentKind.REVOKE:
        table = _revoke_table()
    remark = _TEMPO if kind is IncidentKind.UNAUTHORISED_INFORMATION else ""
    extra = _POLL + _JUDGED if kind in _WEIGHTED else ""
    return (
        head
        + table
        + remark
        + "\n[[incident]]\n"
        + "\n".join(_incident(kind))
        + "\n"
        + _TAIL.format(extra=extra)
    )


def _revoke_table() -> str:
    return _TABLE.replace(
        'lead = "S7"                           # or play = ["S7 S3 SQ SK", …] in order of play',
        'play = ["S7 D4 SQ SK", "HA H8 H4 H3"]   # in order of play, the leader\'s card first',
    )


def _incident(kind: IncidentKind) -> Iterator[str]:
    keys = [
        key for key in every_key() if key.path.startswith(f"incident ({kind})") and key.path.count(" ") == 2
    ]
    by_name = {key.path.rsplit(" ", 1)[1]: key for key in keys}
    yield _line("id", '"it"', by_name["id"], active=True)
    yield f'kind = "{kind}"'
    for name, example in _EXAMPLES[kind].items():
        key = by_name[name]
        yield _line(name, example, key, active=key.required or name in _NEEDED.get(kind, set()))
    yield _line("text", '"…"', by_name["text"], active=False)


def _line(name: str, value: str, key: Explained, *, active: bool) -> str:
    text = f"{'' if active else '# '}{name} = {value}"
    return f"{text:<37} # {key.meaning}"


_FORM = ("schema", "kind", "status")  # these say what sort of thing is told, not what happened
_SHOWN = 60


def template_leftovers(case: Case) -> tuple[Problem, ...]:
    """The values nobody has filled in yet; none once the case has a name of its own.

    >>> from analyser.casefile import IncidentKind, case_of
    >>> print(template_leftovers(case_of(template(IncidentKind.CLAIM).encode()))[-5])
    incident 1 on_lead: 'E': still the template's example. Put in the real one: who leads to the next trick.
    """
    if case.id != NAME or not case.incident:
        return ()
    kind = case.incident[0].kind
    example = dict(_values(_tree(template(kind))))
    meanings = {key.path.replace(f" ({kind})", ""): key.meaning for key in every_key()}
    return tuple(
        Problem(where, _shown(value), "still the template's example", _remedy(where, meanings))
        for where, value in _values(_tree(case.toml))
        if where in example and example[where] == value
    )


def _tree(text: str) -> Tree:
    return read_tree(text.encode("utf-8"))[0]


def _values(tree: Any, place: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any TOML value
    """Every value of a file with its place, entries counted from 1."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key not in _FORM and not (key == "id" and place):
                yield from _values(value, f"{place} {key}".strip())
    elif isinstance(tree, list) and tree and isinstance(tree[0], dict):
        for number, value in enumerate(tree, 1):
            yield from _values(value, f"{place} {number}")
    else:
        yield place, tree


def _shown(value: Any) -> str:  # noqa: ANN401 - any TOML value
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _remedy(where: str, meanings: dict[str, str]) -> str:
    if where == "id":
        return "once all is filled in, give the case a name of its own"
    words = [word for word in where.split() if not word.isdigit()]
    meaning = meanings.get(" ".join(words)) or meanings.get(" ".join(words[:-1]), "")
    return f"put in the real one: {meaning}" if meaning else "put in the real one"
