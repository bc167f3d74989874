"""The tables of a Bridgemate file as CSV, read by mdbtools or else by `access-parser`.

`access-parser` runs in a process of its own: `python -m analyser.event.bridgemate_file FILE TABLE…` prints the tables as
CSV by their names, in JSON.
"""

import csv
import io
import json
import logging
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from analyser.errors import NotationError
from analyser.event.import_lists import BRIDGEMATE_TABLES
from analyser.messages import sentence

_SECONDS = 120  # for a table, or with access-parser a file; one that takes longer counts as unreadable


def tables_of(path: Path) -> Mapping[str, str]:
    """The tables as CSV, read by mdbtools or else by access-parser."""
    program = shutil.which("mdb-export")
    if program is not None:
        tables = _read_with_mdbtools(program, path)
    elif find_spec("access_parser") is not None:
        tables = _read_with_access_parser(path)
    else:
        remedy = sentence("install-mdbtools")
        raise NotationError(sentence("mdbtools-missing", remedy=remedy))
    if "ReceivedData" not in tables:
        raise NotationError(sentence("no-received-data"))
    return tables


def _read_with_mdbtools(program: str, path: Path) -> dict[str, str]:
    tables = {}
    for table in BRIDGEMATE_TABLES:
        words = [program, "-D", "%Y-%m-%d", "-T", "%Y-%m-%d %H:%M:%S", "--", str(path.resolve()), table]
        export = _output_of(words)
        if export is not None:
            tables[table] = export
    return tables


def _read_with_access_parser(path: Path) -> dict[str, str]:
    """The tables read in a process of its own, since a broken file may hang or crash the parser."""
    words = [sys.executable, "-m", "analyser.event.bridgemate_file", str(path.resolve()), *BRIDGEMATE_TABLES]
    export = _output_of(words)
    if export is None:
        raise NotationError(sentence("access-parser-failed"), remedy=sentence("install-mdbtools"))
    tables: dict[str, str] = json.loads(export)
    return tables


def _output_of(words: list[str]) -> str | None:
    """The output of a program, or None if it fails."""
    try:
        done = subprocess.run(words, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603 - ours
    except subprocess.TimeoutExpired:
        raise NotationError(sentence("mdbtools-no-end")) from None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def csv_of(table: Mapping[str, Sequence[object]]) -> str:
    r"""A table given by its columns as CSV, with cells as `mdb-export` writes them; columns of different lengths are refused.

    >>> csv_of({"Board": [7], "Erased": [False], "Remarks": [None]})
    'Board,Erased,Remarks\n7,0,\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table)
    for row in zip(*(cells for cells in table.values() if not isinstance(cells, str)), strict=True):
        writer.writerow(map(_cell, row))
    return text.getvalue()


_WORDS = {
    "(Empty Date)": "1899-12-30 00:00:00",
    "(Invalid Date)": "",
}  # the parser's own texts for day zero and for no date


def _cell(value: object) -> str:
    r"""One cell.

    >>> _cell("2024-03-05 19:30:00"), _cell("(Empty Date)"), _cell("60%-40%\0")
    ('2024-03-05 19:30:00', '1899-12-30 00:00:00', '60%-40%')
    """
    if isinstance(value, str) and value in _WORDS:
        return _WORDS[value]
    if isinstance(value, bool):
        return "1" if value else "0"
    return "" if value is None else str(value).strip("\0")


def main(path: str, wanted: Sequence[str]) -> int:
    """Print the tables; 1 where the file cannot be read."""
    from access_parser import AccessParser

    try:
        database = AccessParser(path)
        tables = {name: csv_of(database.parse_table(name)) for name in wanted if name in database.catalog}
    except Exception:  # noqa: BLE001 - whatever a broken file makes of it
        return 1
    json.dump(tables, sys.stdout)
    return 0


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)  # the parser logs every page it reads
    sys.exit(main(sys.argv[1], sys.argv[2:]))
