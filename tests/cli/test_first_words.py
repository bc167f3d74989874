"""Who waits for a ruling is told at once by which Laws, and what peers would do; standard output stays the ruling's."""

import json
import subprocess
import sys

from tests.support import ROOT

CASE = "cases/kinds/unauthorised-information.toml"


def test_the_first_words_come_before_the_ruling_and_beside_it():
    words = [sys.executable, "-m", "analyser", "rule", CASE, "--json"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    laws, peers = done.stderr.splitlines()[:2]
    assert "Laws of 2017" in laws
    told = json.loads(done.stdout)["incidents"][0]["alternatives"]
    for one in told[:2]:
        assert f"{one['action']} {one['chosen']:.0%}" in peers  # the first answer is the settled one's
