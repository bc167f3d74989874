"""Lists of values as people write them in one line: weighted results, answers of peers, shares of actions."""

import re
from typing import Any

Rows = list[dict[str, Any]]

_WEIGHED = re.compile(r"(?:(?P<weight>\d+(?:[.,]\d+)?\s*%|\d+/\d+|0[.,]\d+)\s*:?\s*)?(?P<what>\S.*?)")
_ANSWER = re.compile(r"(?P<action>\S+)\s+(?P<chosen>\d{1,4})\s*/\s*(?P<considered>\d{1,4})")


def weighted_rows(text: str, name: str) -> Rows | None:
    """Results or actions with their weights, one after a semicolon or a line; none when they cannot be read.

    >>> weighted_rows("65% 3S= by S; 35% 3S-1 by S", "result")
    [{'result': '3S= by S', 'weight': '65%'}, {'result': '3S-1 by S', 'weight': '35%'}]
    >>> weighted_rows("4S= by S", "result"), weighted_rows("40% P", "action")
    ([{'result': '4S= by S'}], [{'action': 'P', 'weight': '40%'}])
    """
    rows = []
    for part in re.split(r"[;\n]", text):
        match = _WEIGHED.fullmatch(part.strip())
        if match is None:
            if part.strip():
                return None
            continue
        row = {name: match["what"]}
        if match["weight"]:
            row["weight"] = match["weight"].replace(" ", "").replace(",", ".")
        rows.append(row)
    return rows or None


def weighted_text(rows: object, name: str) -> str | None:
    """Such rows in one line; none when they hold more than that.

    >>> weighted_text([{"result": "3S= by S", "weight": "65%"}, {"result": "3S-1 by S"}], "result")
    '65% 3S= by S; 3S-1 by S'
    """
    if not isinstance(rows, list) or not all(
        isinstance(row, dict) and set(row) <= {name, "weight"} for row in rows
    ):
        return None
    return "; ".join(f"{row.get('weight', '')} {row.get(name, '')}".strip() for row in rows)


def answer_rows(text: str) -> Rows | None:
    """What peers answered, `P 3/4; 4H 2/4`: the action, how many chose it, how many considered it.

    >>> answer_rows("P 3/4, 4H 1/4")
    [{'action': 'P', 'considered': 4, 'chosen': 3}, {'action': '4H', 'considered': 4, 'chosen': 1}]
    >>> answer_rows("most of them passed") is None
    True
    """
    rows = []
    for part in filter(None, (part.strip() for part in re.split(r"[;,\n]", text))):
        match = _ANSWER.fullmatch(part)
        if match is None:
            return None
        rows.append(
            {
                "action": match["action"].upper(),
                "considered": int(match["considered"]),
                "chosen": int(match["chosen"]),
            }
        )
    return rows or None


def answer_text(rows: object) -> str | None:
    """Such answers in one line; none when they tell less or more.

    >>> answer_text([{"action": "P", "considered": 4, "chosen": 3}])
    'P 3/4'
    """
    keys = {"action", "considered", "chosen"}
    if not isinstance(rows, list) or not all(isinstance(row, dict) and set(row) == keys for row in rows):
        return None
    return "; ".join(f"{row['action']} {row['chosen']}/{row['considered']}" for row in rows)
