"""Pages of boards that need no writing again: each is known by everything that stands on it."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from analyser.resources import __version__


class KeptPages:
    """The pages an earlier run wrote, by name, with what they were made of; `fresh` forgets them."""

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        self.path = path
        self.known: dict[str, str] = {}
        if path.is_file() and not fresh:
            try:
                self.known = dict(json.loads(path.read_text(encoding="utf-8")))
            except ValueError:  # cut off while it was written: every page is written anew
                self.known = {}
        self.seen: dict[str, str] = {}
        self.written = 0

    def is_there(self, page: Path, parts: Iterable[object]) -> bool:
        """Tell whether the page lies there as it would be written now; if not, it is taken to be written next."""
        digest = hashlib.sha256(repr((__version__, *parts)).encode()).hexdigest()[:32]
        self.seen[page.name] = digest
        there = self.known.get(page.name) == digest and page.is_file()
        self.written += not there
        return there

    def save(self) -> None:
        """Remember the pages of this run."""
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self.seen), encoding="utf-8")
        part.replace(self.path)
