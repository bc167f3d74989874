"""Where this program keeps what it may lose: the cache of the solver, in the user's own cache folder."""

import os
import sys
from pathlib import Path

__all__ = ["cache_file"]


def cache_file() -> Path:
    """The file of the solver's answers; `ANALYSER_CACHE` names another folder.

    The folder is made when the first answer is kept.
    """
    if named := os.environ.get("ANALYSER_CACHE"):
        return Path(named) / "solver.sqlite"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "analyser" / "solver.sqlite"
