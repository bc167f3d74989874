"""An event comes out the same, byte for byte: with one worker or two, on a cluster, killed and resumed."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from analyser import resources
from tests.event.clusters import local_cluster
from tests.support import ROOT

SMALL = Path(str(resources.location("cases/events/spring-pairs")))
SHEETS = ("standings", "rulings", "changes", "boards", "slips", "candidates", "tallies", "losses")


def boards(folder, first=3):
    """A folder with the first boards of the bundled event, its settings, and no ruling: seconds, not a minute."""
    for path in sorted(SMALL.iterdir()):
        if path.name == "event.toml" or path.suffix == ".pbn":
            text = path.read_text("utf-8")
            if path.suffix == ".pbn":
                games = text.split("\n\n")
                text = "\n\n".join(games[: 6 * first]) + "\n"
            (folder / path.name).write_text(text, "utf-8")
    return folder


def ran(folder, out, cache, *words, cut=None):
    """The command, to its end or to its death."""
    words = ("event", str(folder), "--out", str(out), "--measure", "0", *words)
    environment = os.environ | {"ANALYSER_CACHE": str(cache)}
    with subprocess.Popen(
        [sys.executable, "-m", "analyser", *words],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            stderr = process.communicate(timeout=cut)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            return
    assert process.returncode == 0, stderr.decode()


def written(out):
    return {name: (out / f"{name}.csv").read_bytes() for name in SHEETS} | {
        "jsonl": (out / "event.jsonl").read_bytes(),
        "report": (out / "report.html").read_bytes(),
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return boards(tmp_path_factory.mktemp("event"))


@pytest.fixture(scope="module")
def peace(folder, tmp_path_factory):
    """What a run in peace writes."""
    place = tmp_path_factory.mktemp("peace")
    ran(folder, place / "out", place / "cache")
    return written(place / "out")


@pytest.mark.slow
def test_two_workers_write_what_one_writes(folder, peace, tmp_path):
    ran(folder, tmp_path / "out", tmp_path / "cache", "--jobs", "2")
    assert written(tmp_path / "out") == peace


@pytest.mark.slow
def test_a_cluster_writes_what_one_process_writes(folder, peace, tmp_path):
    with local_cluster() as address:
        ran(folder, tmp_path / "out", tmp_path / "cache", "--backend", "dask", "--scheduler", address)
    assert written(tmp_path / "out") == peace


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process is killed as Linux and macOS do it")
def test_a_killed_and_resumed_run_writes_the_same(folder, peace, tmp_path):
    rng = random.Random(7)
    for _ in range(20):
        ran(folder, tmp_path / "out", tmp_path / "cache", "--resume", cut=rng.uniform(0.3, 4.0))
    ran(folder, tmp_path / "out", tmp_path / "cache", "--resume")
    assert written(tmp_path / "out") == peace
