"""How the commands speak: results on stdout, everything else on stderr, hostile text made harmless."""

import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from analyser.errors import CaseError, Problem

__all__ = ["complain", "note", "print_json", "read_bytes", "say", "shown", "write_bytes", "write_text"]

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def shown(text: str) -> str:
    r"""A text without what could move the cursor, colour the screen or turn the line around.

    >>> shown("3H\x1b[2J!")
    '3H?[2J!'
    """
    return _CONTROL.sub("?", text)


def say(text: str = "") -> None:
    """Print a result on stdout."""
    sys.stdout.write(shown(text) + "\n")


def note(text: str) -> None:
    """Print a remark on stderr."""
    sys.stderr.write(shown(text) + "\n")


def print_json(document: Any) -> None:  # noqa: ANN401 - any document
    """Print one JSON document on stdout, and nothing else there."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")


def complain(problems: Iterable[Problem], about: str = "") -> None:
    """Print problems on stderr, each on a line of its own."""
    for problem in problems:
        note(f"{about}: {problem}" if about else str(problem))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file the user named; a missing one is an error with a remedy, never a traceback."""
    try:
        with path.open("rb") as file:
            return file.read(21_000_000)
    except OSError as reason:
        why = os.strerror(reason.errno).lower() if reason.errno else str(reason)
        raise CaseError(why, where="file", found=str(path), remedy="check the path") from None


def write_text(path: Path, text: str) -> None:
    """Write a whole text file or nothing."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a whole file or nothing: first beside it, then in its place."""
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as reason:
        beside.unlink(missing_ok=True)
        why = os.strerror(reason.errno).lower() if reason.errno else str(reason)
        told = f"cannot be written: {why}"
        raise CaseError(told, where="file", found=str(path), remedy="choose another place") from None
