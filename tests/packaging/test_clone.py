"""A clone in an empty folder, with nothing beside it, passes the quick suite."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.tree import copy_of_the_project, plain_environment


@pytest.mark.slow
def test_a_clone_alone_in_its_folder_passes_the_quick_suite(tmp_path: Path) -> None:
    clone = copy_of_the_project(tmp_path / "empty folder" / "clone")
    assert not (clone.parent / "shared").exists()
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-m", "not slow", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=clone,
        env=plain_environment(PYTHONPATH=str(clone)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout[-6000:] + answer.stderr[-2000:]
