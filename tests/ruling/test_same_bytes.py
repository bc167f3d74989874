"""The same facts give the same bytes: whoever sat there, in any process, at any clock, with a cache or without, on one core or two."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from analyser.casefile import case_of
from analyser.estimates.services import open_services
from analyser.report.markdown import markdown
from analyser.report.ruling_json import as_document
from analyser.ruling import Ruling, RulingRequest
from analyser.ruling.rule import rule
from tests.support import ROOT
from tests.support.tree import plain_environment

DEALT = ROOT / "cases" / "kinds" / "slow-pass-over-game.toml"  # hands dealt, actions predicted, tricks solved
CLAIMED = ROOT / "cases" / "claims" / "drop-against-finesse-expert.toml"  # every line of play searched


def told(ruling: Ruling) -> str:
    """All that is said of a ruling where names are not asked for; the case file itself is not said."""
    document = as_document(ruling)
    del document["case"]
    return json.dumps(document) + markdown(ruling)


@pytest.mark.slow
@pytest.mark.parametrize("path", [DEALT, CLAIMED], ids=lambda path: path.stem)
def test_hash_seeds_time_zones_clocks_and_caches_change_no_byte(path: Path, tmp_path: Path) -> None:
    ways = (
        {"PYTHONHASHSEED": "0", "TZ": "UTC"},  # cold: the folder of the cache is empty
        {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati"},  # warm
        {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Pago_Pago", "ANALYSER_CACHE": str(tmp_path / "another")},
    )
    printed = {
        subprocess.run(
            [sys.executable, "-m", "analyser", "rule", path, "--json"],
            cwd=ROOT,
            env=plain_environment(**{"ANALYSER_CACHE": str(tmp_path / "cache"), **way}),
            capture_output=True,
            check=True,
        ).stdout
        for way in ways
    }
    assert len(printed) == 1


@pytest.mark.slow
def test_one_process_that_solves_and_two_give_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, digests = case_of(DEALT.read_bytes()), set()
    for workers in (1, 2):
        monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path / f"cache of {workers}"))
        with open_services(workers) as services:
            digests.add(told(rule(case, RulingRequest(), services)))
    assert len(digests) == 1
