"""`rule --compare`, `verify` and `diff`: rulings laid side by side."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analyser.casefile import case_of
from analyser.cli.options import check_edition
from analyser.cli.terminal import note, print_json, read_bytes, say
from analyser.cli.verify import differences, verified
from analyser.errors import CaseError, UsageError
from analyser.estimates.services import open_services
from analyser.report.pages import as_document, sentence
from analyser.ruling import FORMAT
from analyser.ruling.compare import compared, table


def run_compare(file: Path, asked: str, idle: Sequence[str] = (), *, as_json: bool) -> int:
    """One table of the same facts under several editions and authorities: `1997,2007,2017/WBF,EBU`.

    `idle` names options given beside it that a table has no use for.
    """
    if idle:
        remedy = f"leave {idle[0]} away"
        raise UsageError("a comparison is one table and nothing else", where=idle[0], remedy=remedy)
    editions, _, authorities = asked.partition("/")
    years = tuple(word.strip() for word in editions.split(",") if word.strip())
    bodies = tuple(word.strip() for word in authorities.split(",") if word.strip())
    if not years:
        raise UsageError(
            "no edition to compare", where="--compare", found=asked, remedy="write 1997,2007,2017/WBF,EBU"
        )
    for year in years:
        check_edition(year, "--compare")
    case = case_of(read_bytes(file))
    with open_services() as services:
        rows = compared(case, years, bodies or (case.event.authority or "WBF",), services)
    warned = dict.fromkeys(w for row in rows if row.ruling is not None for w in row.ruling.warnings)
    for warning in warned:
        note(sentence(warning))
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
        deep, coded = isinstance(fault, RecursionError), isinstance(fault, UnicodeDecodeError)
        why = "its lists are nested too deep" if deep else "it is no text in UTF-8" if coded else str(fault)
        raise CaseError(
            f"not JSON: {why}",
            where="file",
            found=str(file),
            remedy="give a ruling as `rule --json` prints it",
        ) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        remedy = "give a ruling as `rule --json` prints it"
        raise CaseError(f"not a ruling of format {FORMAT}", where="file", found=str(file), remedy=remedy)
    return document


def run_verify(file: Path, *, as_json: bool) -> int:
    """Recompute a ruling; 0 when it holds, 1 with every difference when it does not."""
    document = _ruling(file)
    with open_services() as services:
        found = verified(document, services)
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
