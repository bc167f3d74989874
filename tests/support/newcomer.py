"""A copy of the package to which a newcomer's files are added, and what the program then says."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Newcomer:
    """A copy of the package in a folder of its own; every file added or changed counts as one place."""

    def __init__(self, folder: Path) -> None:
        """The package as it is, beside the models and cases it reads."""
        self.root = folder / "house"
        shutil.copytree(
            ROOT / "analyser", self.root / "analyser"
        )  # with what Python compiled: it knows what is newer
        for name in ("models", "cases"):
            (self.root / name).symlink_to(ROOT / name, target_is_directory=True)
        self.places: set[str] = set()

    def add(self, name: str, text: str) -> None:
        """A file of the newcomer's own."""
        path = self.root / "analyser" / name
        assert not path.exists(), name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self.places.add(name)

    def insert(self, name: str, before: str, text: str) -> None:
        """Lines in a file that is there, before the first line that begins so."""
        path = self.root / "analyser" / name
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        place = next(number for number, line in enumerate(lines) if line.startswith(before))
        path.write_text("".join([*lines[:place], text, *lines[place:]]), encoding="utf-8")
        self.places.add(name)

    def python(self, script: str) -> str:
        """What a script prints that imports the copy."""
        return self._run([sys.executable, "-c", script])

    def analyser(self, *arguments: str) -> str:
        """What the program says."""
        return self._run([sys.executable, "-m", "analyser", *arguments])

    def refused(self, *arguments: str) -> str:
        """What the program says when it refuses."""
        return self._run([sys.executable, "-m", "analyser", *arguments], refuses=True)

    def as_json(self, *arguments: str) -> Any:
        """The same, read as JSON."""
        return json.loads(self.analyser(*arguments, "--json"))

    def case(self, name: str, text: str) -> str:
        """A case file beside the copy."""
        path = self.root / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def _run(self, command: list[str], *, refuses: bool = False) -> str:
        environment = os.environ | {"PYTHONPATH": str(self.root)}
        done = subprocess.run(
            command, cwd=self.root, env=environment, capture_output=True, text=True, check=False, timeout=300
        )
        assert (done.returncode != 0) == refuses, done.stderr + done.stdout
        return done.stdout + (done.stderr if refuses else "")
