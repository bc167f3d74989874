"""`check`: every problem of every file, in one round."""

from collections.abc import Sequence
from pathlib import Path

from analyser.casefile import read_case
from analyser.cli.terminal import one_line, print_json, problems_document, read_bytes, say
from analyser.errors import CaseError, Problem


def problems_of(path: Path) -> tuple[Problem, ...]:
    """What is wrong with one file; a file that cannot be opened is a problem too."""
    try:
        return read_case(read_bytes(path)).problems
    except CaseError as error:
        return error.problems


def run(files: Sequence[Path], *, as_json: bool) -> int:
    """Print the problems; 0 when there is none, else 1."""
    found = [(path, problems_of(path)) for path in files]
    sound = not any(problems for _, problems in found)
    if as_json:
        document = {
            "ok": sound,
            "files": [
                {"file": str(path), "problems": problems_document(problems)} for path, problems in found
            ],
        }
        print_json(document)
        return 0 if sound else 1
    for path, problems in found:
        if not problems:
            say(one_line(f"{path}: no problems"))
        for problem in problems:
            say(one_line(f"{path}: {problem}"))
    return 0 if sound else 1
