"""Where the name of a member of a federation's server stands besides the list of members, and how it is taken away there."""

import json
import sqlite3

from analyser.web.trail_chain import erase_findings

# Where people write a case's texts: what rests on a case goes with it, and only they change it.
_OF_CASES = (
    "SELECT draft FROM versions WHERE instr(toml, ?1)",
    "SELECT draft FROM unfinished WHERE instr(text, ?1)",
    "SELECT draft FROM jobs WHERE instr(given, ?2)",
    "SELECT draft FROM surveys WHERE instr(given, ?2)",
    "SELECT s.draft FROM voices v JOIN surveys s ON s.id = v.survey WHERE instr(v.answer, ?2)",
)


def erase_name(base: sqlite3.Connection, member: str, name: str) -> tuple[str, ...]:
    """Take a member's name away; the cases in whose texts it was written by people and stays.

    Of the trail, what was found goes where the name is in it: who did what stays by the member's number.
    """
    written = json.dumps(name, ensure_ascii=False)[1:-1]  # as it stands within a JSON text
    base.execute("UPDATE members SET name = '' WHERE id = ?", (member,))
    base.execute("UPDATE voices SET answer = json_replace(answer, '$.name', '') WHERE visitor = ?", (member,))
    erase_findings(base, "instr(found, ?)", (written,))
    cases = base.execute(
        f"SELECT id FROM drafts WHERE id IN ({' UNION '.join(_OF_CASES)}) ORDER BY changed DESC",  # noqa: S608 - our own words
        (name, written),
    )
    return tuple(row["id"] for row in cases.fetchall())
