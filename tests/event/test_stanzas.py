"""Matches of a knock-out as broadcasts title them: stanzas, what was carried over, what the titles show of their scores."""

import csv
from fractions import Fraction

import pytest

from analyser.casefile import Form
from analyser.event.run import EventOptions, analyse

# 4S made and down one: 470 points, 10 IMPs to the Reds; 1NT made and made with one over: 1 IMP to the Blues.
FIRST = "vg|SPRING CUP,Final 1 of {n},I,1,2,REDS,{reds},BLUES,{blues}|\nrs|4SN=,4SN-1,1NN=,1NN+1|\n"
# 3NT by East made against the Reds' North-South and beaten at the other table: 700 points, 12 IMPs to the Blues.
SECOND = "vg|SPRING CUP,Final 2 of {n},I,3,4,REDS,{reds},BLUES,{blues}|\nrs|3NE=,3NE-1,2HS=,2HS=|\n"


@pytest.fixture
def run(tmp_path):
    """An event of broadcast files: what was gathered, the lines of its matches and of the agreement."""

    def analysed(*files, settings=""):
        folder = tmp_path / "event"
        folder.mkdir()
        for number, text in enumerate(files, 1):
            (folder / f"{number}.lin").write_text(text, "utf-8")
        if settings:
            (folder / "event.toml").write_text(settings, "utf-8")
        analysis = analyse(folder, EventOptions(tmp_path / "out", pages=False, measure=0), lambda _: None)
        sheets = []
        for name in ("matches", "agreement"):
            with (tmp_path / f"out/{name}.csv").open(encoding="utf-8", newline="") as file:
                sheets.append(list(csv.DictReader(file)))
        return analysis, *sheets

    return analysed


def points(matches):
    return [(line["part"], line["first_ruled"], line["second_ruled"]) for line in matches]


def test_a_broadcast_tells_a_knockout_with_its_carry_over(run):
    analysis, matches, agreement = run(
        FIRST.format(n=2, reds="4.5", blues=0), SECOND.format(n=2, reds="14.5", blues=1)
    )
    assert analysis.event.form is Form.KNOCKOUT
    assert points(matches) == [
        ("stanza", "10", "1"), ("stanza", "0", "12"), ("carried", "4.5", "0"), ("total", "14.5", "13"),
    ]  # fmt: skip
    assert [(line["who"], line["ours"], line["theirs"], line["reason"]) for line in agreement] == [
        ("team 1", "10", "10", ""), ("team 2", "1", "1", ""),
    ]  # fmt: skip
    assert [(line.who, line.by_version["ruled"].score) for line in analysis.standings] == [
        ("team 1", Fraction(29, 2)), ("team 2", 13),
    ]  # fmt: skip


def test_an_unbroadcast_stanza_counts_by_the_next_carry_over(run):
    """Boards 1 and 2 are not here: 20 to 31 stood when board 3 began, and the Blues won 12 more."""
    analysis, matches, agreement = run(SECOND.format(n=2, reds=20, blues=31))
    assert points(matches)[-1] == ("total", "20", "43")
    assert agreement == []
    assert analysis.standings[0].who == "team 2"


def test_the_shown_match_score_counts_over_ours(run):
    """A ruling made it 4 to 1 before the second stanza began: the Blues win by 13 to 4, and the difference is told."""
    _, matches, agreement = run(FIRST.format(n=2, reds=0, blues=0), SECOND.format(n=2, reds=4, blues=1))
    assert points(matches)[-1] == ("total", "4", "13")
    assert [(line["ours"], line["theirs"], line["reason"]) for line in agreement] == [
        ("10", "4", "boards"), ("1", "1", ""),
    ]  # fmt: skip


def test_a_stated_carry_over_overrides_the_files(run):
    carry = 'form = "knockout"\n[[carry]]\nto = "REDS"\npoints = 2\nagainst = "BLUES"\n'
    _, matches, _ = run(
        FIRST.format(n=2, reds="4.5", blues=0), SECOND.format(n=2, reds="14.5", blues=1), settings=carry
    )
    assert points(matches)[-2:] == [("carried", "2", "0"), ("total", "12", "13")]


def test_teams_that_carry_nothing_play_no_knockout(run):
    analysis, matches, _ = run(FIRST.format(n=1, reds=0, blues=0))
    assert analysis.event.form is Form.IMPS
    assert points(matches) == [("stanza", "10", "1")]


GAME = """[Event "Cup"]
[Board "{board}"]
[Dealer "{dealer}"]
[Vulnerable "{vulnerable}"]
[Scoring "IMP"]
[Room "{room}"]
[HomeTeam "Reds"]
[VisitTeam "Blues"]
[Round "1"]
[Declarer "{declarer}"]
[Contract "{contract}"]
[Result "{result}"]
[ScoreIMP "{imps}"]

"""


def test_the_imps_of_a_championship_record_are_set_beside_ours(run, tmp_path):
    """One swing is right (10), one is not: 1NT made and made with an overtrick is one IMP, and the record says two."""
    games = [
        (1, "N", "None", "Open", "N", "4S", 10, "NS 10"), (1, "N", "None", "Closed", "N", "4S", 9, "EW 10"),
        (2, "E", "NS", "Open", "N", "1NT", 7, "EW 2"), (2, "E", "NS", "Closed", "N", "1NT", 8, "NS 2"),
    ]  # fmt: skip
    names = ("board", "dealer", "vulnerable", "room", "declarer", "contract", "result", "imps")
    folder = tmp_path / "pbn"
    folder.mkdir()
    text = "".join(GAME.format(**dict(zip(names, game, strict=True))) for game in games)
    (folder / "final.pbn").write_text(text, "utf-8")
    analysis = analyse(folder, EventOptions(tmp_path / "pbn-out", pages=False, measure=0), lambda _: None)
    assert analysis.event.form.scoring.teams
    assert (analysis.agreement.lines, analysis.agreement.equal) == ({"board": 4}, {"board": 2})
    assert analysis.agreement.reasons == {("board", "unknown"): 2}
    (match,) = analysis.matches
    assert (match.points["table"], match.points["ruled"]) == ((10, 1), (10, 2))  # the published swing counts
    assert [(slip.finding.code, entry.board) for slip, entry in analysis.slips] == [("event.slip.given", 2)]
