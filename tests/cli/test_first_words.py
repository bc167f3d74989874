"""Who waits for a ruling is told at once by which Laws, and what peers would do; standard output stays the ruling's."""

import json
import subprocess
import sys
import time
from fractions import Fraction

import pytest

from analyser.casefile import parse_action
from analyser.cli import terminal
from analyser.cli.terminal import Progress
from analyser.messages import LANGUAGES, Voice, message
from analyser.report.page_voice import TextVoice
from analyser.ruling import IncidentRuling, LawRef
from tests.support import ROOT

CASE = "cases/kinds/unauthorised-information.toml"
WIDTH = 79


@pytest.mark.slow
def test_the_first_words_come_before_the_ruling_and_beside_it():
    words = [sys.executable, "-m", "analyser", "rule", CASE, "--json"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    laws, peers = done.stderr.splitlines()[:2]
    assert "Laws of 2017" in laws
    assert max(len(laws), len(peers)) <= WIDTH
    alternatives = json.loads(done.stdout)["incidents"][0]["alternatives"]
    for entry in alternatives[:2]:  # the first answer is the settled one's
        action = TextVoice().render(parse_action(entry["action"]))
        assert f"{action} {Voice().percent(Fraction(str(entry['chosen'])), 0)}" in peers


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_a_terminal(language, capsys):
    because = tuple(
        message("progress.outcomes", incident="a-very-long-name-of-an-incident") for _ in range(9)
    )
    Progress(language, stages=False)(LawRef("2017", (), "WBF", (), because))
    (line,) = capsys.readouterr().err.splitlines()
    assert "2017" in line
    assert len(line) <= WIDTH


def test_a_long_stage_is_announced_again_with_its_seconds(monkeypatch, capsys):
    monkeypatch.setattr(terminal, "_SHORT", 0.02)
    monkeypatch.setattr(terminal, "_QUIET", 0.1)
    with Progress("en", stages=True) as tell:
        tell(message("progress.outcomes", incident="ui"))
        time.sleep(0.6)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) >= 2
    assert all("how the board might have gone on (ui)" in line and " s: " in line for line in lines)


def test_a_program_that_reads_json_hears_of_no_stage(monkeypatch, capsys):
    monkeypatch.setattr(terminal, "_SHORT", 0.02)
    with Progress("en", stages=False) as tell:
        tell(message("progress.sure"))
        tell(IncidentRuling("claim", "claim"))
        time.sleep(0.1)
    assert capsys.readouterr().err == ""
