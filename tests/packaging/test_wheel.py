"""A wheel, installed elsewhere, finds its law data, models and bundled cases, and rules from any folder."""

import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.support.answers import answers_folder
from tests.support.tree import plain_environment

pytestmark = pytest.mark.slow
SHIPPED = {"models": "analyser/_shipped/models", "cases": "analyser/_shipped/cases", "analyser": "analyser"}


def ask(elsewhere: Path, *words: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    program, *rest = words
    return subprocess.run(
        [elsewhere / program, *rest],
        cwd=cwd,
        env=plain_environment(**more),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_carries_every_file_of_program_models_and_cases(tree: Path, wheel: Path) -> None:
    expected = {
        f"{inside}/{path.relative_to(tree / folder).as_posix()}"
        for folder, inside in SHIPPED.items()
        for path in (tree / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        carried = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert carried == expected


def test_the_installed_program_comes_from_the_wheel_with_its_files(elsewhere: Path, tmp_path: Path) -> None:
    look = """
import json, analyser
from analyser import resources
found = {name: [str(resources.location(name)), len(resources.listing(name))] for name in ("models", "cases", "laws/editions")}
print(json.dumps([analyser.__file__, found]))
"""
    answer = ask(elsewhere, "python", "-c", look, cwd=tmp_path)
    assert answer.returncode == 0, answer.stderr
    home, found = json.loads(answer.stdout)
    package = Path(home).parent
    assert package.is_relative_to(elsewhere.parent)
    assert {name: Path(place).is_relative_to(package) for name, (place, _) in found.items()} == dict.fromkeys(
        found, True
    )
    assert all(count > 0 for _, count in found.values())


def test_bundled_cases_are_checked_from_another_folder(elsewhere: Path, tmp_path: Path) -> None:
    look = "from analyser import resources; print(*resources.location('cases').rglob('*.toml'), sep='\\n')"
    bundled = [Path(line) for line in ask(elsewhere, "python", "-c", look, cwd=tmp_path).stdout.splitlines()]
    no_cases = {"index.toml", "event.toml"}
    good = [str(case) for case in bundled if "bad" not in case.parts and case.name not in no_cases]
    assert good
    answer = ask(elsewhere, "analyser", "check", "--json", *good, cwd=tmp_path)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert json.loads(answer.stdout)["ok"] is True


def test_the_law_is_at_hand_from_another_folder(elsewhere: Path, tmp_path: Path) -> None:
    answer = ask(elsewhere, "analyser", "law", "16B1", "--edition", "2017", "--json", cwd=tmp_path)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert json.loads(answer.stdout)["edition"] == "2017"


@pytest.mark.parametrize("command", ["train", "evaluate"])
def test_models_are_fitted_and_measured_in_a_checkout_only(
    elsewhere: Path, tmp_path: Path, command: str
) -> None:
    answer = ask(elsewhere, "analyser", command, "calls", "--data", ".", "--json", cwd=tmp_path)
    assert answer.returncode == 2
    (problem,) = json.loads(answer.stdout)["problems"]
    assert problem["where"] == command
    assert answer.stderr.count("\n") == 1
    assert "needs a checkout" in answer.stderr
    assert f"./run {command}" in answer.stderr


def test_the_demo_runs_from_another_folder(elsewhere: Path, tmp_path: Path) -> None:
    answer = ask(elsewhere, "analyser", "demo", cwd=tmp_path, ANALYSER_CACHE=str(answers_folder()))
    assert answer.returncode == 0, answer.stdout + answer.stderr
