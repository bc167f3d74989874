"""A command typed in a test: its exit code, what it printed, what it complained of."""

import contextlib
import io
import sys
from dataclasses import dataclass
from unittest import mock

from analyser.cli import main


@dataclass(frozen=True)
class Typed:
    """What came of a command."""

    code: int
    out: str
    err: str


def typed(*words: object) -> Typed:
    """Type `analyser WORDS…` in this process."""
    out, err = io.StringIO(), io.StringIO()
    argv = ["analyser", *map(str, words)]
    with (
        mock.patch.object(sys, "argv", argv),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    return Typed(int(code or 0), out.getvalue(), err.getvalue())
