"""`standings`: places from one file of results, and what parts those who share a score (FIGB, art. 78)."""

import json

import pytest

from analyser import resources
from tests.support.commands import typed

RESULTS = """Session,Round,Table,Board,NS,EW,Contract,By,Result,Lead,Score
1,1,1,1,1,4,4S,N,=,DT,420
1,1,2,1,2,5,4S,N,+1,DT,450
1,1,3,1,3,6,4S,N,-1,DT,-50
1,1,1,2,1,4,4S,N,+1,DT,650
1,1,2,2,2,5,4S,N,=,DT,620
1,1,3,2,3,6,4S,N,+2,DT,680
"""
SHARED = ["--form", "matchpoints", "--authority", "FIGB"]


@pytest.fixture
def results(tmp_path):
    """Three pairs a line, every one with half the matchpoints: one second twice, the others a top and a bottom."""
    path = tmp_path / "evening.csv"
    path.write_text(RESULTS)
    return str(path)


def test_who_has_more_tops_comes_before_an_equal_score(results):
    done = typed("standings", results, *SHARED, "--json")
    assert done.code == 0
    rows = json.loads(done.out)["standings"]
    assert [(row["list"], row["place"], row["who"], row["score"]) for row in rows] == [
        ("NS", 1, "2", "50"),
        ("NS", 1, "3", "50"),
        ("NS", 3, "1", "50"),
        ("EW", 1, "5", "50"),
        ("EW", 1, "6", "50"),
        ("EW", 3, "4", "50"),
    ]


@pytest.mark.parametrize(
    ("lang", "reason", "source"),
    [
        ("en", "tops: 0 (against 1)", "art. 78"),
        ("it", "massimi: 0 (contro 1)", "art. 78"),
        ("ro", "0", "art. 78"),
    ],
)
def test_the_reason_stands_beside_the_place_and_its_source_below(results, lang, reason, source):
    text = typed("standings", results, *SHARED, "--tie-breaks", "--lang", lang).out
    assert reason in text
    assert source in text.splitlines()[-1]
    assert reason not in typed("standings", results, *SHARED, "--lang", lang).out or lang == "ro"


def test_a_file_without_its_scoring_is_asked_for_it(results):
    done = typed("standings", results)
    assert done.code == 2
    assert "--form" in done.err


def test_a_folder_tells_its_form_itself(results, tmp_path):
    done = typed("standings", str(tmp_path), "--form", "imps")
    assert (done.code, "event.toml" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("boards", "more"), [(22, "2 boards more are played"), (7, "one board more is played")]
)
def test_a_tied_knock_out_adds_one_board_in_eight(tmp_path, boards, more):
    """Art. 78 §7b with its own example: 22 boards, 2 more; as many again, then one at a time."""
    header = RESULTS.splitlines()[0]
    rooms = [
        f"1,1,{table},{board},{ns},{ew},2S,N,=,DT,110"
        for board in range(1, boards + 1)
        for table, ns, ew in ((1, 1, 2), (2, 2, 1))
    ]
    path = tmp_path / "final.csv"
    path.write_text("\n".join([header, *rooms, ""]))
    text = typed("standings", str(path), "--form", "knockout", "--authority", "FIGB", "--tie-breaks").out
    assert text.count(more) == 2
    assert "art. 78 §7b" in text.splitlines()[-1]


def test_a_file_without_results_and_an_unknown_authority_are_named(results, tmp_path):
    (tmp_path / "notes.csv").write_text("nothing\n1,2\n")
    unread = typed("standings", str(tmp_path / "notes.csv"), "--form", "imps")
    assert (unread.code, "notes.csv" in unread.err, "FOLDER" in unread.err) == (2, True, False)
    unknown = typed("standings", results, "--form", "matchpoints", "--authority", "XYZ")
    assert (unknown.code, "FIGB" in unknown.err) == (2, True)


@pytest.mark.slow
def test_the_points_of_all_scores_stand_below_each_other():
    text = typed("standings", str(resources.location("cases/events/spring-pairs"))).out
    figures = [line for line in text.splitlines() if line.startswith("   ")]
    assert len(figures) == 12
    assert {line.find(".", 24) if "." in line else len(line) for line in figures} == {
        figures[0].find(".", 24)
    }
