"""How the commands speak: results on stdout, everything else on stderr, hostile text made harmless."""

import json
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

from analyser.errors import CaseError, Problem, refusal

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def shown(text: str) -> str:
    r"""A text without what could move the cursor, colour the screen or turn the line around.

    >>> shown("3H\x1b[2J!")
    '3H?[2J!'
    """
    return _CONTROL.sub("?", text)


def one_line(text: str) -> str:
    r"""A text that cannot pretend to be another line: a file may be called anything.

    >>> one_line("case.toml: no problems\nother.toml")
    'case.toml: no problems?other.toml'
    """
    return shown(text).replace("\n", "?").replace("\t", "?")


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
    """Print problems on stderr, each on a line of its own, in the language asked for with `--lang`."""
    from analyser.messages import LANGUAGES, in_language

    words = " ".join(sys.argv[1:]).replace("--lang=", "--lang ").split()
    language = dict(pairwise(words)).get("--lang", "en")
    for problem in problems:
        told = in_language(problem, language) if language in LANGUAGES else problem
        note(one_line(f"{about}: {told}" if about else str(told)))


def problems_document(problems: Iterable[Problem]) -> list[dict[str, str]]:
    """Problems as a document holds them."""
    return [{"where": p.where, "found": p.found, "why": p.why, "remedy": p.remedy} for p in problems]


def read_bytes(path: Path) -> bytes:
    """The bytes of a file the user named; a missing one is an error with a remedy, never a traceback."""
    try:
        with path.open("rb") as file:
            return file.read(21_000_000)
    except OSError as reason:
        raise CaseError(refusal(reason), where="file", found=str(path), remedy="check the path") from None


def write_text(path: Path, text: str) -> None:
    """Write a whole text file or nothing."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a whole file or nothing: first beside it, then in its place; where a link points, not over the link."""
    device = path.exists() and not path.is_file()  # a pipe too: it is written to, never replaced
    place = path.resolve() if path.is_symlink() and not device else path
    beside = place.with_name(f".{place.name}.part")
    try:
        if device:
            place.write_bytes(data)
            return
        beside.write_bytes(data)
        beside.replace(place)
    except OSError as reason:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise _not_written(path, refusal(reason)) from None


def check_place(path: Path | None, source: Path | None = None) -> None:
    """Refuse a place where nothing can be written, before anybody waits for it; and never write over what was read."""
    if path is None:
        return
    if source is not None and path.resolve() == source.resolve():
        raise _not_written(path, "the case itself stands there")
    if path.is_dir():
        raise _not_written(path, "is a directory")
    if not path.parent.is_dir():
        raise _not_written(path, f"there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise _not_written(path, "permission denied")


def _not_written(path: Path, why: str) -> CaseError:
    return CaseError(
        f"cannot be written: {why}", where="file", found=str(path), remedy="choose another place"
    )
