"""A command typed in a test: its exit code, what it printed, what it complained of."""

import contextlib
import io
import sys
from dataclasses import dataclass
from unittest import mock

from analyser.cli.main import main
from tests.bench.lab.commands import app as lab


@dataclass(frozen=True)
class Typed:
    """What came of a command."""

    code: int
    out: str
    err: str


IN_THE_LAB = {"train", "evaluate"}


def typed(*words: object) -> Typed:
    """Type `./run WORDS…` in this process; as `run` does, `train` and `evaluate` go to the lab."""
    out, err = io.StringIO(), io.StringIO()
    argv = ["analyser", *map(str, words)]
    with (
        mock.patch.object(sys, "argv", argv),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            if words and words[0] in IN_THE_LAB:
                main(lab)
            main()
        except SystemExit as end:
            code = end.code
    return Typed(int(code or 0), out.getvalue(), err.getvalue())
