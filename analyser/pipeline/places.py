"""Where this program keeps what is the user's: answers of the solver it may lose, drafts it may not."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["cache_file", "drafts_file"]


@dataclass(frozen=True, slots=True)
class _Place:
    """A folder of the user's own by system, below the home folder unless the system names it."""

    named: str  # the variable by which the user names another folder
    macos: str
    variable: str
    otherwise: str

    def file(self, name: str) -> Path:
        """A file there; the folder is made when something is first kept."""
        if named := os.environ.get(self.named):
            return Path(named) / name
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / self.macos
        else:
            base = Path(os.environ.get(self.variable) or Path.home() / self.otherwise)
        return base / "analyser" / name


_CACHE = _Place("ANALYSER_CACHE", "Library/Caches", "XDG_CACHE_HOME", ".cache")
_DATA = _Place("ANALYSER_DATA", "Library/Application Support", "XDG_DATA_HOME", ".local/share")


def cache_file() -> Path:
    """The file of the solver's answers; `ANALYSER_CACHE` names another folder."""
    return _CACHE.file("solver.sqlite")


def drafts_file() -> Path:
    """The file of the drafts of the pages; `ANALYSER_DATA` names another folder."""
    return _DATA.file("drafts.sqlite")
