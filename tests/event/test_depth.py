"""What is not asked for is not solved: standings alone, boards, or plays; the standings are the same at every depth."""

import csv
import json
from collections.abc import Sequence

import pytest

from analyser.bridge import Deal
from analyser.cli.event import event as command
from analyser.errors import UsageError
from analyser.event import solve_boards
from analyser.event.run import EventOptions, analyse
from analyser.event.solve_boards import Depth
from analyser.messages import LANGUAGES
from tests.event.test_figures import Written

DEAL = "N:AKQJT98.AKQJT9.. ..AKQJT98.AKQJT9 765432.8765432.. ..765432.8765432"
SETTINGS = 'form = "matchpoints"\n'
RESULTS = """Board,NS,EW,Contract,By,Tricks,Lead
1,1,11,7S,N,13,DA
1,2,12,4S,N,13,CA
1,3,13,7NT,E,13,S7
"""


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "event"
    place.mkdir()
    (place / "event.toml").write_text(SETTINGS, "utf-8")
    (place / "results.csv").write_text(RESULTS, "utf-8")
    (place / "deals.pbn").write_text(
        f'[Event ""]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n', "utf-8"
    )
    return place


@pytest.fixture
def counter(monkeypatch):
    """A solver that remembers what it was asked."""
    asked = Written()
    monkeypatch.setattr(solve_boards, "_solver", lambda *_: asked)
    return asked


def run(folder, out, depth: Depth, **options):
    return analyse(folder, EventOptions(out, depth=depth, **options), lambda _: None)


def rows(out, name):
    with (out / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


ASKED: dict[Depth, Sequence[tuple[int, int]]] = {  # contracts led against, plays; once for the board
    Depth.STANDINGS: [],
    Depth.BOARDS: [(0, 0)],
    Depth.PLAYS: [(2, 3)],
}


@pytest.mark.parametrize("depth", Depth, ids=str)
def test_what_is_not_asked_for_is_not_solved(folder, tmp_path, counter, depth):
    analysis = run(folder, tmp_path / "out", depth)
    assert [(len(boards), len(plays)) for _, boards, plays in counter.asked] == ASKED[depth]
    assert all(deals == [Deal.parse(DEAL)] for deals, _, _ in counter.asked)
    assert (analysis.work.done, analysis.loss_count) == (len(ASKED[depth]), 0)


def test_the_standings_do_not_know_how_deep_anybody_looked(folder, tmp_path, counter):
    sheets = ("standings", "matches", "agreement", "changes", "rulings", "losses")
    written = []
    for depth in Depth:
        run(folder, tmp_path / depth, depth)
        written.append([(tmp_path / depth / f"{name}.csv").read_bytes() for name in sheets])
    assert written[0] == written[1] == written[2]
    assert written[0][0].count(b"\n") == 7  # six pairs


def test_each_depth_writes_what_it_has_solved(folder, tmp_path, counter):
    """Before the lead, after it, par, whether there is a page."""
    files = {}
    for depth in Depth:
        run(folder, tmp_path / depth, depth)
        (first, *_) = rows(tmp_path / depth, "boards")
        pages = (tmp_path / depth / "boards").exists()
        files[depth] = (first["dd_before"], first["dd_after_lead"], first["par_ns"], first["solved"], pages)
    assert files == {
        Depth.STANDINGS: ("", "", "", "not-asked", False),
        Depth.BOARDS: ("7", "", "1510", "solved", True),
        Depth.PLAYS: ("13", "13", "1510", "solved", True),
    }


def test_a_quick_look_leaves_what_was_solved_deeper(folder, tmp_path, counter):
    out = tmp_path / "out"
    for depth in (Depth.PLAYS, Depth.STANDINGS, Depth.BOARDS, Depth.PLAYS, Depth.BOARDS):
        run(folder, out, depth, resume=True)
    assert len(counter.asked) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_says_what_was_not_asked_for(folder, tmp_path, counter, language):
    for depth, words in ((Depth.STANDINGS, "--depth boards"), (Depth.BOARDS, "--depth plays")):
        out = tmp_path / depth
        assert command(folder, out, depth=depth, lang=language) == 0
        page = (out / "report.html").read_text("utf-8")
        assert words in page
        assert ('href="boards/' in page) == depth.has_boards


def test_the_document_names_the_depth(folder, tmp_path, counter, capsys):
    assert command(folder, tmp_path / "out", depth="standings", json=True) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["depth"], document["complete"]) == ("standings", True)


def test_another_depth_is_refused_with_those_there_are(folder, tmp_path):
    with pytest.raises(UsageError) as refusal:
        command(folder, tmp_path / "out", depth="cards")
    assert str(refusal.value.problems[0].remedy) == "write standings, boards or plays"
