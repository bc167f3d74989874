"""A Bridgemate file as the CSV of its tables, by whichever of two programs is there."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from analyser.errors import NotationError
from analyser.event.import_lists import BRIDGEMATE_TABLES
from analyser.messages import sentence

_SECONDS = 120  # a table, or with access-parser a file; one that takes longer is none


def tables_of(path: Path) -> Mapping[str, str]:
    """The tables as CSV: by mdbtools, or by access-parser where that is what there is."""
    program = shutil.which("mdb-export")
    if program is not None:
        tables = _by_mdbtools(program, path)
    elif find_spec("access_parser") is not None:
        tables = _by_access_parser(path)
    else:
        remedy = sentence("install-mdbtools")
        raise NotationError(sentence("mdbtools-missing", remedy=remedy))
    if "ReceivedData" not in tables:
        raise NotationError(sentence("no-received-data"))
    return tables


def _by_mdbtools(program: str, path: Path) -> dict[str, str]:
    tables = {}
    for table in BRIDGEMATE_TABLES:
        words = [program, "-D", "%Y-%m-%d", "-T", "%Y-%m-%d %H:%M:%S", "--", str(path.resolve()), table]
        export = _output_of(words)
        if export is not None:
            tables[table] = export
    return tables


def _by_access_parser(path: Path) -> dict[str, str]:
    """In a process of its own: a broken file may take it any time, or bring it down."""
    words = [sys.executable, "-m", "analyser.event.access_tables", str(path.resolve()), *BRIDGEMATE_TABLES]
    export = _output_of(words)
    if export is None:
        raise NotationError(sentence("access-parser-failed"), remedy=sentence("install-mdbtools"))
    tables: dict[str, str] = json.loads(export)
    return tables


def _output_of(words: list[str]) -> str | None:
    """What a program prints; none when it fails."""
    try:
        done = subprocess.run(words, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603 - ours
    except subprocess.TimeoutExpired:
        raise NotationError(sentence("mdbtools-no-end")) from None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None
