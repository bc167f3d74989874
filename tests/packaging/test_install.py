"""What a stranger's machine is like: no home, one nobody may write to, no network, no letters but ASCII, nothing for others to read."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata

from analyser.resources import __version__
from tests.support.tree import plain_environment

pytestmark = pytest.mark.slow
_LANGUAGE = ("LANG", "LC_", "LANGUAGE", "PYTHONUTF8", "PYTHONIOENCODING", "PYTHONCOERCECLOCALE")
_OFFLINE = ("unshare", "--user", "--map-root-user", "--net")
_HOMES = ("HOME", "XDG_", "USERPROFILE", "LOCALAPPDATA", "APPDATA")


def bare(**more: str) -> dict[str, str]:
    """An environment that says neither who nor where one is, nor in which letters."""
    given = plain_environment()
    return {
        **{name: value for name, value in given.items() if not name.startswith((*_LANGUAGE, *_HOMES))},
        "LC_ALL": "C",
        "PYTHONCOERCECLOCALE": "0",
        **more,
    }


def offline() -> tuple[str, ...]:
    """What runs a program without any network, where this system lets us."""
    if (
        shutil.which("unshare")
        and not subprocess.run((*_OFFLINE, "true"), check=False, capture_output=True).returncode
    ):
        return _OFFLINE
    return ()


@pytest.mark.skipif(os.name == "nt", reason="homes and leave are told otherwise there")
@pytest.mark.parametrize("home", ["none", "read-only", "missing"])
def test_the_program_rules_without_home_network_or_letters_beyond_ascii(
    elsewhere: Path,
    tmp_path: Path,
    home: str,
) -> None:
    here, place = tmp_path / "già șters", tmp_path / "home of nobody"
    here.mkdir()
    if home == "read-only":
        place.mkdir(mode=0o555)
    given = bare() if home == "none" else bare(HOME=str(place))
    look = "from analyser import resources; print(resources.location('cases/kinds/repeated-revoke.toml'))"
    demo = (  # once: what was solved is kept, or not, by the revoke in every home, too
        [("analyser", "demo")] if home == "none" else []
    )
    for words in (
        *demo,
        ("analyser", "--version"),
        ("analyser", "rule", "CASE"),
        ("analyser", "rule", "CASE", "--lang", "ro"),
        ("analyser", "check", "CASE", "--json"),
    ):
        asked = subprocess.run(
            (elsewhere / "python", "-c", look), env=given, capture_output=True, text=True, check=True
        )
        line = [asked.stdout.strip() if word == "CASE" else word for word in words[1:]]
        done = subprocess.run(
            [*offline(), elsewhere / words[0], *line],
            cwd=here,
            env=given,
            capture_output=True,
            check=False,
            umask=0o077,
        )
        told = (done.stdout + done.stderr).decode("utf-8")
        assert done.returncode == 0, told
        assert "Traceback" not in told
        assert "codec" not in told


def test_the_source_package_builds_the_same_wheel(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    build = (
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        tmp_path / "dist",
        unpacked,
    )
    done = subprocess.run(build, env=plain_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (again,) = (tmp_path / "dist").glob("*.whl")
    assert names_in(again) == names_in(wheel)


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_packages_describe_themselves_wholly_and_share_one_version(sdist: Path, wheel: Path) -> None:
    with tarfile.open(sdist) as archive:
        (told,) = (name for name in archive.getnames() if name.count("/") == 1 and name.endswith("/PKG-INFO"))
        file = archive.extractfile(told)
        assert file is not None
        texts = [file.read()]
    with zipfile.ZipFile(wheel) as archive:
        texts += [archive.read(name) for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    for text in texts:
        said = Metadata.from_email(text, validate=True)
        assert str(said.version) == __version__
        assert said.description_content_type == "text/markdown"
        assert said.description
        assert said.license_expression == "MIT"
        assert {"Programming Language :: Python :: 3.11", "Programming Language :: Python :: 3.13"} <= set(
            said.classifiers or ()
        )
        assert str(said.requires_python) == "<3.14,>=3.11"
