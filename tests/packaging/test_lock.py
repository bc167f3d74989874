"""The one lock: everything the project asks for, each part with its hashes, from no place in particular."""

import importlib.util
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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
    optional = set(PROJECT["optional-dependencies"]) - LEFT_OUT
    assert asked_for(*optional) <= {name for name, _, _ in ENTRIES}


def test_what_is_for_one_system_only_is_not_locked() -> None:
    assert "atheris" not in {name for name, _, _ in ENTRIES}


def test_every_part_has_hashes() -> None:
    bare = [name for name, _, rest in ENTRIES if not re.search(r"--hash=sha256:[0-9a-f]{64}\b", rest)]
    assert ENTRIES
    assert not bare


def test_every_line_of_the_lock_is_a_part_or_remark() -> None:
    parts = sum(1 for line in LOCK.splitlines() if line and not line.startswith((" ", "#")))
    assert parts == len(ENTRIES)


def test_the_lock_names_no_place_to_fetch_from() -> None:
    assert not re.search(r"://|--(?:extra-)?index|--find-links|@\s", LOCK)


def test_the_extras_are_those_agreed() -> None:
    assert set(PROJECT["optional-dependencies"]) == {
        "web", "pdf", "train", "dask", "bws", "docs", "dev", "fuzz",
    }  # fmt: skip
    assert "pyarrow" in asked_for("train") - asked_for()
    assert "atheris" in asked_for("fuzz") - asked_for()


def test_the_solver_library_is_pinned_and_python_bounded() -> None:
    assert "endplay==0.5.12" in PROJECT["dependencies"]
    assert ("endplay", "0.5.12") in {(name, version) for name, version, _ in ENTRIES}
    assert PROJECT["requires-python"] == ">=3.11,<3.14"


@pytest.fixture(scope="module")
def set_up() -> ModuleType:
    """The set-up, which reads from the lock what belongs to a layer."""
    spec = importlib.util.spec_from_file_location("set_up_of_the_lock", ROOT / ".ci" / "set_up.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_who_wants_a_ruling_fetches_neither_tests_nor_training(set_up: ModuleType) -> None:
    base = set_up.parts_of(set_up.BASE)
    assert base >= {"endplay", "numpy", "weasyprint", "fastapi", "hatchling"}
    assert not base & {"pandas", "scikit-learn", "scipy", "pyarrow", "dask", "distributed"}
    assert not base & {"pytest", "hypothesis", "playwright", "mypy", "ruff", "uv", "mkdocs"}


def test_base_and_tests_together_are_the_whole_lock(set_up: ModuleType) -> None:
    parts = set_up.parts_of((*set_up.BASE, *set_up.LAYERS[set_up.ALL].extras))
    assert parts == {name for name, _, _ in ENTRIES}
    bare = [line for line in LOCK.splitlines(keepends=True) if not line.lstrip().startswith("#")]
    assert sorted(set_up.locked(*parts).splitlines(keepends=True)) == sorted(bare)


def test_every_layer_has_all_its_parts_ask_for(set_up: ModuleType) -> None:
    """The lock notes who asks for what; what is installed here says so itself."""
    for extras in (set_up.BASE, *((*set_up.BASE, *layer.extras) for layer in set_up.LAYERS.values())):
        parts = set_up.parts_of(extras)
        lacking = {(part, asked) for part in parts for asked in asked_by(part)}
        assert not {(part, asked) for part, asked in lacking if asked not in parts}, extras


def asked_by(part: str) -> set[str]:
    """What an installed part needs on this machine, without its extras."""
    try:
        lines = requires(part) or []
    except PackageNotFoundError:
        return set()  # for another system
    asked = map(Requirement, lines)
    return {
        canonicalize_name(need.name)
        for need in asked
        if need.marker is None or need.marker.evaluate({"extra": ""})
    }
