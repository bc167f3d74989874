"""The one lock: everything the project asks for, each part with its hashes, from no place in particular."""

import re
import tomllib

from tests.support import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.txt").read_text(encoding="utf-8")
ENTRIES = re.findall(
    r"^([a-z0-9][a-z0-9._-]*)==(\S+)((?:.*\\\n)(?:\s+--hash=.*\n)+)", LOCK, flags=re.MULTILINE
)
LEFT_OUT = {"fuzz"}  # for one system only


def name_of(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def asked_for(*extras: str) -> set[str]:
    lists = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][extra] for extra in extras)]
    return {name_of(requirement) for requirements in lists for requirement in requirements}


def test_every_part_the_project_asks_for_is_locked() -> None:
    kept = set(PROJECT["optional-dependencies"]) - LEFT_OUT
    assert asked_for(*kept) <= {name for name, _, _ in ENTRIES}


def test_what_is_for_one_system_only_is_not_locked() -> None:
    assert "atheris" not in {name for name, _, _ in ENTRIES}


def test_every_part_has_hashes() -> None:
    bare = [name for name, _, rest in ENTRIES if not re.search(r"--hash=sha256:[0-9a-f]{64}\b", rest)]
    assert ENTRIES
    assert not bare


def test_no_line_of_the_lock_is_anything_but_a_part_or_a_remark() -> None:
    parts = sum(1 for line in LOCK.splitlines() if line and not line.startswith((" ", "#")))
    assert parts == len(ENTRIES)


def test_the_lock_names_no_place_to_fetch_from() -> None:
    assert not re.search(r"://|--(?:extra-)?index|--find-links|@\s", LOCK)


def test_the_extras_are_those_agreed() -> None:
    assert set(PROJECT["optional-dependencies"]) == {"web", "pdf", "train", "dask", "bws", "dev", "fuzz"}
    assert "pyarrow" in asked_for("train") - asked_for()
    assert "atheris" in asked_for("fuzz") - asked_for()


def test_the_solver_library_is_pinned_and_python_bounded() -> None:
    assert "endplay==0.5.12" in PROJECT["dependencies"]
    assert ("endplay", "0.5.12") in {(name, version) for name, version, _ in ENTRIES}
    assert PROJECT["requires-python"] == ">=3.11,<3.14"
