"""The image of a federation's server: every part checked against the lock's hashes, the base named by its digest."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.requirements import Requirement

from tests.packaging.test_lock import LOCK, name_of
from tests.support import ROOT

CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
COMMANDS = re.sub(r"\\\n", " ", "\n".join(x for x in CONTAINERFILE.splitlines() if not x.startswith("#")))


def selected(*extras):
    script = [sys.executable, str(ROOT / ".ci" / "select_lock.py"), *extras]
    return subprocess.run(script, capture_output=True, text=True, check=True, timeout=60).stdout


def names(lock):
    return {name_of(line) for line in lock.splitlines() if "==" in line and not line.startswith(" ")}


def test_the_base_is_named_by_its_digest() -> None:
    bases = re.findall(r"^ARG BASE=(\S+)$", COMMANDS, re.MULTILINE)
    assert len(bases) == 1
    assert re.fullmatch(r"docker\.io/library/python@sha256:[0-9a-f]{64}", bases[0])
    assert {line.split()[1] for line in COMMANDS.splitlines() if line.startswith("FROM")} == {"${BASE}"}


def test_everything_fetched_is_checked_against_a_hash() -> None:
    installs = re.findall(r"pip install ([^&\n]*)", COMMANDS)
    assert len(installs) == 3
    for words in installs:
        fetches_nothing = "--no-index" in words and "--no-deps" in words
        assert fetches_nothing or re.search(r"--require-hashes -r \w+\.txt", words), words
    assert "--constraint" not in COMMANDS


@pytest.mark.parametrize("extras", [("web", "pdf", "dask"), ("build",)], ids=" ".join)
def test_the_part_of_the_lock_holds_all_that_is_needed(extras) -> None:
    part = selected(*extras)
    for block in re.split(r"(?m)^(?=[A-Za-z0-9])", part)[1:]:
        assert block in LOCK
        assert "--hash=sha256:" in block
    file_names = names(part)
    for name in file_names:
        try:
            needed = [Requirement(line) for line in requires(name) or ()]
        except PackageNotFoundError:  # of another system
            continue
        asked = {
            name_of(need.name) for need in needed if not need.marker or need.marker.evaluate({"extra": ""})
        }
        assert asked <= file_names, name


def test_the_server_has_its_extras_and_nothing_of_the_tests() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    file_names = names(selected("web", "pdf", "dask"))
    for extra in ("web", "pdf", "dask"):
        assert {name_of(line) for line in extras[extra]} <= file_names
    assert not {"pytest", "mypy", "ruff", "playwright", "hypothesis", "pyarrow"} & file_names
