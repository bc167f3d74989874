"""A clone in an empty folder, with nothing beside it, sets itself up, shows the demo and passes its tests."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.support.answers import answers_folder
from tests.support.tree import copy_of_the_project, plain_environment

pytestmark = pytest.mark.slow
FETCHED = ROOT / ".cache" / "uv"
# A file of each room is run; of all the others it is enough that they can be read and collected.
PARTS = (
    "audit/test_verdict.py",
    "bridge/test_cards_and_hands.py",
    "casefile/test_problems.py",
    "cli/test_wrong_words.py",
    "estimates/test_cache.py",
    "event/test_standings.py",
    "formats/test_pbn.py",
    "laws/test_values.py",
    "messages/test_words.py",
    "precedents/test_nearest.py",
    "report/test_html.py",
    "ruling/test_golden_rulings.py",
    "ruling_kinds/test_revoke_cases.py",
    "scoring/test_golden.py",
    "lab/test_past_rulings.py",
    "web/test_pages.py",
)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = copy_of_the_project(tmp_path_factory.mktemp("empty folder") / "il caso è șters")
    assert not (folder.parent / "shared").exists()
    return folder


def run_in(clone: Path, words: Sequence[str | Path], **more: str) -> subprocess.CompletedProcess[str]:
    """A program run in the clone, whose files are nobody else's to read; it must end well."""
    done = subprocess.run(
        words,
        cwd=clone,
        env=plain_environment(**more),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        umask=0o077,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done


def printed(clone: Path, words: Sequence[str | Path], **more: str) -> str:
    """What a program prints in the clone."""
    return run_in(clone, words, **more).stdout


@pytest.mark.skipif(not FETCHED.is_dir(), reason="./run setup has fetched nothing here that could be lent")
@pytest.mark.skipif(os.name == "nt", reason="run.cmd is tried by hand")
def test_a_clone_sets_itself_up_and_shows_the_demo(clone: Path) -> None:
    """What was fetched and solved for this checkout is lent, so nothing is asked of the network; all else is the clone's own.

    Only what the demo reads is compiled. The installer itself may have come otherwise than by itself: it is left out.
    """
    (clone / ".cache").mkdir()
    (clone / ".cache" / "uv").symlink_to(FETCHED, target_is_directory=True)
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    (clone / ".cache" / "left-out.txt").write_text("uv\n", encoding="utf-8")
    offline = {"UV_OFFLINE": "1", "UV_EXCLUDE": ".cache/left-out.txt"}  # no space may stand in its place
    set_up = run_in(clone, [clone / "run", "setup"], PATH=programs, UV_COMPILE_BYTECODE="0", **offline)
    assert "ready: " in set_up.stdout
    assert len(set_up.stderr.splitlines()) <= 4
    assert "pip" not in set_up.stderr  # the slower way, which asks the network
    (packages,) = (clone / ".venv" / "lib").glob("python3*/site-packages")
    assert not {"pytest", "hypothesis", "playwright", "mkdocs", "dask", "sklearn", "pandas"} & {
        path.name for path in packages.iterdir()
    }
    plain = {
        "LC_ALL": "C",
        "LANG": "C",
        "HOME": str(clone / "nowhere"),
        "ANALYSER_CACHE": str(answers_folder()),
    }
    text = printed(clone, [clone / "run", "demo"], **plain)
    assert "reports/demo-ruling.html" in text
    assert (clone / "reports" / "demo-ruling.html").is_file()
    where = [clone / ".venv" / "bin" / "python", "-c", "import analyser; print(analyser.__file__)"]
    assert Path(printed(clone, where).strip()) == clone / "analyser" / "__init__.py"


def test_a_clone_collects_all_tests_and_passes_chosen_files(clone: Path) -> None:
    assert [part for part in PARTS if not (clone / "tests" / part).is_file()] == []
    chosen = " or ".join(["README.md", *(f"({part.replace('/', ' and ')})" for part in PARTS)])
    # How an assertion failed is not explained here: to rewrite every test for that takes half the time.
    plain = ("--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist")
    words = ("-m", "pytest", "-m", "not slow", "-k", chosen, "-q", *plain)
    text = printed(clone, [sys.executable, *words], PYTHONPATH=str(clone))
    assert " passed, " in text.splitlines()[-1]
