"""The packages as they are built from what is committed, and a clean environment with the wheel in it."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.support.tree import copy_of_the_project, plain_environment


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_the_project(tmp_path_factory.mktemp("source") / "tree")


def _package(tree: Path, kind: str, pattern: str) -> Path:
    """One package, `wheel` or `sdist`, built from the copy."""
    build = (sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", "dist", ".")
    done = subprocess.run(
        build, cwd=tree, env=plain_environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (package,) = (tree / "dist").glob(pattern)
    return package


@pytest.fixture(scope="session")
def wheel(tree: Path) -> Path:
    return _package(tree, "wheel", "analyser-*.whl")


@pytest.fixture(scope="session")
def sdist(tree: Path) -> Path:
    return _package(tree, "sdist", "analyser-*.tar.gz")


@pytest.fixture(scope="session")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean environment with the wheel in it; the parts it needs are lent from here, the project itself is not."""
    place = tmp_path_factory.mktemp("elsewhere") / "environment"
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", place], check=True, env=plain_environment()
    )
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    python = programs / Path(sys.executable).name
    install = (
        sys.executable,
        "-m",
        "uv",
        "pip",
        "install",
        "--quiet",
        "--offline",
        "--no-deps",
        "--python",
        python,
        wheel,
    )
    subprocess.run(install, check=True, env=plain_environment())
    asked = (python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    packages = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "lent.pth").write_text("\n".join(sorted(lent)) + "\n")
    return programs
