"""`rule --compare`, `verify` and `diff`: rulings laid side by side."""

import json
from pathlib import Path
from typing import Any

from analyser.casefile import case_of
from analyser.cli.terminal import print_json, read_bytes, say
from analyser.errors import CaseError, UsageError
from analyser.pipeline.compare import compared, table
from analyser.pipeline.pages import as_document
from analyser.pipeline.plugs import plugged
from analyser.pipeline.verify import differences, verified

__all__ = ["run_compare", "run_diff", "run_verify"]


def run_compare(file: Path, asked: str, *, as_json: bool) -> int:
    """One table of the same facts under several editions and authorities: `1997,2007,2017/WBF,EBU`."""
    editions, _, authorities = asked.partition("/")
    years = tuple(word.strip() for word in editions.split(",") if word.strip())
    bodies = tuple(word.strip() for word in authorities.split(",") if word.strip())
    if not years:
        raise UsageError(
            "no edition to compare", where="--compare", found=asked, remedy="write 1997,2007,2017/WBF,EBU"
        )
    case = case_of(read_bytes(file))
    with plugged() as sockets:
        rows = compared(case, years, bodies or (case.event.authority or "WBF",), sockets)
    if as_json:
        entries = [
            {
                "edition": row.edition,
                "authority": row.authority,
                "refused": row.refused or None,
                "ruling": None if row.ruling is None else as_document(row.ruling),
            }
            for row in rows
        ]
        print_json({"case": case.id, "compared": entries})
        return 0
    lines = table(rows)
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        say("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    return 0


def _ruling(file: Path) -> Any:  # noqa: ANN401 - any JSON
    try:
        document = json.loads(read_bytes(file))
    except (ValueError, RecursionError) as fault:
        raise CaseError(
            f"not JSON: {fault}",
            where="file",
            found=str(file),
            remedy="give a ruling as `rule --json` prints it",
        ) from None
    if not isinstance(document, dict):
        raise CaseError(
            "not a ruling", where="file", found=str(file), remedy="give a ruling as `rule --json` prints it"
        )
    return document


def run_verify(file: Path, *, as_json: bool) -> int:
    """Recompute a ruling; 0 when it holds, 1 with every difference when it does not."""
    document = _ruling(file)
    with plugged() as sockets:
        found = verified(document, sockets)
    if as_json:
        print_json({"ok": not found, "differences": list(found)})
    elif found:
        for line in found:
            say(line)
    else:
        case = document.get("case")
        say("the ruling holds" + ("" if case else "; it has no case: recomputed from its own outcomes"))
    return 1 if found else 0


def run_diff(first: Path, second: Path, *, as_json: bool) -> int:
    """What changed between two rulings, link by link."""
    found = tuple(differences(_ruling(first), _ruling(second)))
    if as_json:
        print_json({"same": not found, "differences": list(found)})
    else:
        for line in found or ("nothing differs",):
            say(line)
    return 0
