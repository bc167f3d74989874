"""The program as it was at an earlier commit, unpacked beside this one, to be measured in turns with it."""

import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

from tests.support import ROOT

BEFORE_LEVELS = "2fb23847"
"""The last commit at which every deal compared was solved exactly."""


def unpacked_code(commit: str = BEFORE_LEVELS) -> Path | None:
    """The folder with the tree of a commit; `None` where git or the commit is not there."""
    folder = ROOT / ".cache" / "bench" / f"code-{commit}"
    if not (folder / "analyser").is_dir():
        words = ("git", "archive", "--format=tar", commit, "analyser", "cases", "models")
        try:
            packed = subprocess.run(words, cwd=ROOT, check=True, capture_output=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return None
        with tarfile.open(fileobj=BytesIO(packed)) as tree:
            tree.extractall(folder, filter="data")
    return folder
