"""`web`: the pages in a browser. They are a front door of their own, which this one only opens."""

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["run"]


def run(host: str, port: int, export: Path | None, language: str, *, share: bool) -> int:
    """Become the other front door, so that stopping and exit codes are its own."""
    words = [sys.executable, "-m", "analyser.web", "--host", host, "--port", str(port)]
    words += ["--share"] if share else []
    words += ["--export", str(export), "--lang", language] if export is not None else []
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(sys.executable, words)  # noqa: S606 - our own program, no shell
    return subprocess.call(words)  # noqa: S603 - our own program, no shell
