"""`web`: the pages in a browser. They are a front door of their own, which this one only opens."""

import os
import subprocess
import sys
from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """Become the other front door, so that its options, its stopping and its exit codes are its own."""
    program = [sys.executable, "-m", "analyser.web", *words]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(sys.executable, program)  # noqa: S606 - our own program, no shell
    return subprocess.call(program)  # noqa: S603 - our own program, no shell
