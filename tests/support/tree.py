"""A copy of the project as it was committed, in a folder of its own."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.support import ROOT

MADE_HERE = shutil.ignore_patterns(
    ".venv", ".cache", "__pycache__", ".*_cache", ".hypothesis", "build", "dist"
)


def copy_of_the_project(folder: Path) -> Path:
    """Clone what is committed; where the project is no git checkout, copy what is there."""
    if not (ROOT / ".git").exists():
        shutil.copytree(ROOT, folder, ignore=MADE_HERE)
        return folder
    trust = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
    clone = ("git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(folder))
    subprocess.run(clone, check=True, env={**os.environ, **trust})
    return folder


def plain_environment(**more: str) -> dict[str, str]:
    """The environment without what pytest and this checkout put into it."""
    dropped = ("PYTEST_", "PYTHONPATH", "COV_", "ANALYSER_")
    return {**{name: value for name, value in os.environ.items() if not name.startswith(dropped)}, **more}
