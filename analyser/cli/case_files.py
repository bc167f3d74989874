"""A case file as it was named: the case in it, or what the file is instead."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.cli.terminal import read_bytes
from analyser.errors import CaseError, NotationError, Problem
from analyser.messages import sentence

if TYPE_CHECKING:
    from analyser.casefile import Case

_OF_RESULTS = (".csv", ".tsv", ".xml", ".usebio")  # by their endings: what holds no case and seldom a hand
_OF_BOARDS = (".pbn", ".lin", ".xml", ".usebio", ".dup", ".bri", ".dge", ".dlm", ".rbn")


def case_in(path: Path) -> "Case":
    """The case in a file; refused with all its problems, or with what the file is when it holds none."""
    from analyser.casefile import read_case

    data = read_bytes(path)
    if not data.strip():
        raise CaseError.of(
            [Problem("file", path.name, sentence("file-is-empty"), sentence("print-template"))]
        )
    if _is_board_file(path.name, data):
        raise CaseError.of([_not_a_case(path)])
    case, problems = read_case(data)
    if case is None:
        other = _other_file(path, data)
        raise CaseError.of(problems if other is None else [other])
    return case


def _not_a_case(path: Path) -> Problem:
    remedy = f"`analyser deal {path.name}` turns a board of it into a case"
    if path.suffix.lower() in _OF_RESULTS:
        remedy = "put it into a folder and run `analyser event FOLDER`"
    return Problem("file", path.name, sentence("boards-and-no-case"), remedy)


def _other_file(path: Path, data: bytes) -> Problem | None:
    """What a file is that is no case: boards or results under another ending, or a file of another program."""
    from analyser.formats import sniff

    try:
        sniff(data)
    except NotationError as error:
        problem = error.problems[0]
        code = getattr(problem.why, "code", "")
        if code.startswith("file-is-"):
            return replace(problem, where="file", found=path.name)
        if path.suffix.lower() not in _OF_RESULTS:
            return None
    return _not_a_case(path)


def _is_board_file(name: str, data: bytes) -> bool:
    """Whether a file holds boards or results rather than a case: by its ending, when it also begins like one."""
    if not name.lower().endswith(_OF_BOARDS):  # to ask the readers takes longer than a check
        return False
    from analyser.formats import sniff

    try:
        sniff(data)
    except NotationError:
        return False
    return True
