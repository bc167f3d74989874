"""Ours beside what a file publishes: small files with right answers worked by hand from Neuberg's formula."""

from dataclasses import replace

import pytest

from analyser.casefile import Scale
from analyser.errors import CaseError
from analyser.event.run import EventOptions, analyse
from analyser.event.scorer import ResultVersion
from analyser.event.solve_boards import Depth
from analyser.scoring import match_points, scale_named
from tests.event.published import set_beside

# Five tables on the first board, four on the second: n = 4 of N = 5, so 5/4 times one more than in the group, less one.
FULL = [("5", "5", 650, "8", "0"), ("1", "1", 620, "5", "3"), ("2", "2", 620, "5", "3"), ("3", "3", 170, "2", "6"),
        ("4", "4", -100, "0", "8")]  # fmt: skip
FEWER = [("1", "2", 620, "6.50", "1.50"), ("2", "3", 620, "6.50", "1.50"), ("3", "4", 170, "2.75", "5.25"),
         ("4", "5", -100, "0.25", "7.75")]  # fmt: skip
NS = {"5": (1, "100.00"), "1": (2, "71.88"), "2": (2, "71.88"), "3": (4, "29.69"), "4": (5, "1.56")}
EW = {"4": (1, "82.81"), "5": (2, "48.44"), "3": (3, "46.88"), "1": (4, "37.50"), "2": (5, "28.13")}


def element(name, value):
    return f"<{name}>{value}</{name}>"


def usebio(
    boards, lists, heading="<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", unit="MATCH_POINTS"
):
    """A file of travellers with each table's points, and the standings its program printed."""
    pairs = "".join(
        element(
            "PAIR",
            element("PAIR_NUMBER", number)
            + element("DIRECTION", line)
            + element("PLACE", place)
            + element("PERCENTAGE" if unit == "MATCH_POINTS" else "TOTAL_SCORE", total),
        )
        for line, totals in lists.items()
        for number, (place, total) in totals.items()
    )
    tables = "".join(
        element(
            "BOARD",
            element("BOARD_NUMBER", number)
            + "".join(
                element(
                    "TRAVELLER_LINE",
                    element("NS_PAIR_NUMBER", ns)
                    + element("EW_PAIR_NUMBER", ew)
                    + element("SCORE", score)
                    + element(f"NS_{unit}", ns_points)
                    + element(f"EW_{unit}", ew_points),
                )
                for ns, ew, score, ns_points, ew_points in lines
            ),
        )
        for number, lines in boards.items()
    )
    winners = element("WINNER_TYPE", len(lists))
    about = element("EVENT_DESCRIPTION", "Club Pairs") + element("DATE", "23/04/2022")
    event = element("EVENT", f"{about}{heading}{winners}{element('PARTICIPANTS', pairs)}{tables}")
    return f'<?xml version="1.0"?>\n<USEBIO Version="1.2">{event}</USEBIO>'


@pytest.fixture
def run(tmp_path):
    """An event of the files given: what was gathered of it, and the lines of `agreement.csv`."""

    def analysed(settings="", **files):
        named = {name.replace("_", "."): text for name, text in files.items()}
        return set_beside(tmp_path, named | ({"event.toml": settings} if settings else {}), Depth.PLAYS)

    return analysed


def test_every_published_line_equals_ours(run):
    analysis, lines = run(results_xml=usebio({1: FULL, 2: FEWER}, {"NS": NS, "EW": EW}))
    assert [line for line in lines if line["reason"]] == []
    counts = analysis.agreement
    assert counts.lines == counts.equal == {"board": 18, "total": 10, "place": 10}
    assert {(line.within, line.who) for line in analysis.standings if line.by_version["ruled"].rank == 1} == {
        ("NS", "5 NS"),
        ("EW", "4 EW"),
    }


def exported_and_read_back(tmp_path):
    """The event once more, its USEBIO of the results as ruled, and what that gives as an event of its own."""
    options = EventOptions(tmp_path / "again", pages=False, measure=0, export=True, depth=Depth.STANDINGS)
    analyse(tmp_path / "event", options, lambda _: None)
    (tmp_path / "taken").mkdir()
    (tmp_path / "again/results.xml").rename(tmp_path / "taken/results.xml")
    return analyse(tmp_path / "taken", replace(options, out=tmp_path / "back"), lambda _: None)


def test_separately_scored_sections_are_separate_fields_and_lists(run, tmp_path):
    """Five tables each and the same scores: with the other section's tables the top would be eighteen."""
    text = usebio({1: FULL}, {"NS": {"5": (1, "100.00"), "4": (5, "0.00")}, "EW": {}})
    head, inner = text.split("<PARTICIPANTS>")
    inner, tail = inner.split("</EVENT>")
    sections = "".join(f'<SECTION SECTION_ID="{name}"><PARTICIPANTS>{inner}</SECTION>' for name in "AB")
    files = {"results_xml": f"{head}<SESSION>{sections}</SESSION></EVENT>{tail}"}
    analysis, _ = run(**files)
    assert analysis.agreement.equal == analysis.agreement.lines == {"board": 20, "total": 4, "place": 4}
    assert exported_and_read_back(tmp_path).standings == analysis.standings
    assert {(line.within, line.who) for line in analysis.standings if line.by_version["ruled"].rank == 1} == {
        ("A NS", "A5 NS"), ("A EW", "A4 EW"), ("B NS", "B5 NS"), ("B EW", "B4 EW"),
    }  # fmt: skip


def test_who_states_that_sections_are_one_field_has_it(run):
    text = usebio({1: FULL}, {"NS": {}, "EW": {}})
    board = text[text.index("<BOARD>") : text.index("</EVENT>")]
    text = text.replace(board, "".join(f'<SECTION SECTION_ID="{name}">{board}</SECTION>' for name in "AB"))
    analysis, _ = run("apart = false\n", results_xml=text)
    assert (analysis.event.apart, analysis.agreement.equal.total()) == (False, 0)


def test_names_of_the_participants_are_printed_for_who_asks_only(run, tmp_path):
    named = "<PLAYER><PLAYER_NAME>Anna First</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>Bo Last</PLAYER_NAME></PLAYER>"
    text = usebio({1: FULL}, {"NS": NS, "EW": EW})
    line = element("PAIR_NUMBER", 5) + element("DIRECTION", "NS")
    run(results_xml=text.replace(line, line + named, 1))
    out = tmp_path / "out"
    written = [path for path in out.rglob("*") if path.suffix in (".csv", ".html", ".jsonl", ".toml")]
    assert not [path.name for path in written if "Anna First" in path.read_text("utf-8")]
    options = EventOptions(tmp_path / "named", pages=False, names=True, export=True, depth=Depth.STANDINGS)
    analyse(tmp_path / "event", options, lambda _: None)
    assert "<PLAYER_NAME>Bo Last</PLAYER_NAME>" in (tmp_path / "named/results.xml").read_text("utf-8")


def test_name_day_and_form_come_from_the_file(run):
    analysis, _ = run(results_xml=usebio({1: FULL}, {"NS": {}, "EW": {}}))
    event = analysis.event
    assert (event.name, str(event.day), str(event.form), event.winners) == (
        "Club Pairs",
        "2022-04-23",
        "matchpoints",
        2,
    )


def test_settings_stand_over_what_the_file_tells(run):
    analysis, _ = run(
        'name = "Ours"\nform = "butler"\nwinners = 1\n', results_xml=usebio({1: FULL}, {"NS": {}, "EW": {}})
    )
    assert (analysis.event.name, str(analysis.event.form), analysis.event.winners) == ("Ours", "butler", 1)
    assert any("matchpoints" in str(loss.why) and "butler" in str(loss.why) for loss in analysis.losses)


@pytest.mark.parametrize(
    "heading", ["", "<EVENT_TYPE>PAIRS</EVENT_TYPE>", "<BOARD_SCORING_METHOD>IMPS</BOARD_SCORING_METHOD>"]
)
def test_where_nobody_tells_the_form_nothing_is_assumed(run, heading):
    bare = [(ns, ew, score, "", "") for ns, ew, score, _, _ in FULL]
    with pytest.raises(CaseError) as refused:
        run(results_xml=usebio({1: bare}, {"NS": {}}, heading))
    assert "event.toml form" in str(refused.value)


# Cross-IMPs of 620, 620 and 170: +5 (ten IMPs to one table of two), +5, -10; of 100, 50 and 50: +2, -1, -1.


def swiss(board_method, totals=None, won=None):
    """A round of two boards at three tables, pair numbers with the match, every total ten; `won` are the matches' points."""
    pairs = "".join(
        element(
            "PAIR",
            element("PAIR_NUMBER", who) + element("TOTAL_SCORE", (totals or {}).get(str(who), "10.00")),
        )
        for who in range(1, 7)
    )
    matches = "".join(
        element(
            "MATCH",
            element("ROUND_NUMBER", 1)
            + element("NS_PAIR_NUMBER", ns)
            + element("EW_PAIR_NUMBER", ew)
            + "".join(
                element(name, won[str(who)]) for name, who in (("NS_SCORE", ns), ("EW_SCORE", ew)) if won
            )
            + "".join(
                element(
                    "BOARD",
                    element("BOARD_NUMBER", number) + element("TRAVELLER_LINE", element("SCORE", score)),
                )
                for number, score in enumerate(scores, 1)
            ),
        )
        for ns, ew, scores in ((1, 2, (620, 100)), (3, 4, (620, 50)), (5, 6, (170, 50)))
    )
    methods = element("BOARD_SCORING_METHOD", board_method) + element("MATCH_SCORING_METHOD", "VPS")
    event = f'<EVENT EVENT_TYPE="SWISS_PAIRS">{methods}{element("PARTICIPANTS", pairs)}{matches}</EVENT>'
    return f'<?xml version="1.0"?>\n<USEBIO Version="1.2">{event}</USEBIO>'


def test_swiss_pairs_stand_by_the_victory_points_of_their_matches(run):
    analysis, lines = run(swiss_xml=swiss("CROSS_IMPS"))
    won = {"1": 7, "3": 4, "5": -11}
    won |= {str(int(who) + 1): -points for who, points in won.items()}
    scale = scale_named("wbf-continuous")
    assert {line.who: line.by_version[ResultVersion.RULED].score for line in analysis.standings} == {
        who: match_points(points, 2, scale).ns for who, points in won.items()
    }
    assert (analysis.unit, {line["unit"] for line in lines if line["what"] == "total"}) == ("vp", {"vp"})


def test_the_scale_of_victory_points_is_seen_from_the_totals(run):
    discrete = scale_named("wbf-discrete")
    won = {"1": 7, "2": -7, "3": 4, "4": -4, "5": -11, "6": 11}
    totals = {who: match_points(points, 16, discrete).ns for who, points in won.items()}
    analysis, lines = run("boards = 16\n", swiss_xml=swiss("CROSS_IMPS", totals))
    assert analysis.event.scale is Scale.WBF_DISCRETE
    assert {line["reason"] for line in lines if line["what"] == "total"} == {""}
    assert {line.who: line.by_version["ruled"].score for line in analysis.standings} == totals


def test_swiss_pairs_are_taken_back_from_their_export(run, tmp_path):
    analysis, _ = run(swiss_xml=swiss("CROSS_IMPS"))
    back = exported_and_read_back(tmp_path)
    assert (back.unit, back.event.by_match, back.event.carried) == ("vp", True, ())
    assert back.standings == analysis.standings
    assert set(back.agreement.reasons) == set()


def test_match_matchpoints_are_not_converted_by_an_imp_scale(run, tmp_path):
    with pytest.raises(CaseError, match="no scale is kept here"):
        run(swiss_xml=swiss("MATCH_POINTS"))
    assert (tmp_path / "out/losses.csv").is_file()


# Match points of 620, 620, 170 and of 100, 50, 50: 3, 3, 0 and 4, 1, 1 of 4; so 87.5, 50 and 12.5 % of the two boards.
CONVERTED = {"1": "17", "2": "3", "3": "10", "4": "10", "5": "2", "6": "18"}


def test_match_matchpoints_use_the_files_victory_points(run, tmp_path):
    """No scale is kept for them, so the file's own count, match by match; of 6 it says a point more in all."""
    analysis, lines = run(swiss_xml=swiss("MATCH_POINTS", CONVERTED | {"6": "19"}, CONVERTED))
    compared = lines_told(lines)
    assert {who: compared["match", who][1:] for who in CONVERTED} == {
        who: (won, "", "scale") for who, won in CONVERTED.items()
    }
    assert (compared["total", "5"][3], compared["total", "6"]) == (
        "",
        ("18", "19", "-1", "unknown"),
    )
    assert {line.who: str(line.by_version["ruled"].score) for line in analysis.standings} == CONVERTED
    assert [loss.why.code for loss in analysis.losses] == ["problem.matches-as-published"]
    back = exported_and_read_back(tmp_path)
    assert (back.unit, back.standings) == ("vp", analysis.standings)


def teams(won=("14", "6"), imps=(1, 12)):
    """Two teams over two boards: 450 against 420 and 620 against -100, which are an IMP and twelve."""
    boards = "".join(
        element(
            "BOARD",
            element("BOARD_NUMBER", number)
            + element("IMPS", swing)
            + "".join(
                element("TRAVELLER_LINE", element("DIRECTION", way) + element("SCORE", score))
                for way, score in zip(("NS", "EW"), scores, strict=True)
            ),
        )
        for number, swing, scores in ((1, imps[0], (450, 420)), (2, imps[1], (620, -100)))
    )
    match = (
        ("ROUND_NUMBER", 1),
        ("TEAM", 7),
        ("OPPOSING_TEAM", 4),
        ("TEAM_SCORE", won[0]),
        ("OPPOSING_TEAM_SCORE", won[1]),
    )
    named = "".join(
        f'<TEAM TEAM_ID="{team}"><TOTAL_SCORE>{points}</TOTAL_SCORE></TEAM>'
        for team, points in zip((7, 4), won, strict=True)
    )
    head = element("MATCH_SCORING_METHOD", "VPS") + element("PARTICIPANTS", named)
    text = head + element("MATCH", "".join(element(*part) for part in match) + boards)
    return f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="SWISS_TEAMS">{text}</EVENT></USEBIO>'


def test_the_scale_is_seen_from_the_victory_points_of_matches(run):
    """Thirteen IMPs on sixteen boards were fourteen points and six by the whole numbers of before 2013."""
    discrete = match_points(13, 16, scale_named("wbf-discrete"))
    won = (str(discrete.ns), str(discrete.ew))
    analysis, lines = run("boards = 16\n", teams_xml=teams(won))
    assert analysis.event.scale is Scale.WBF_DISCRETE
    assert lines_told(lines)["match", "7"] == (won[0], won[0], "0", "")
    assert lines_told(lines)["match", "4"] == (won[1], won[1], "0", "")


def test_totals_of_a_round_are_compared_with_its_matches(run):
    text = teams(("17.69", "2.31"))
    _, lines = run(first_xml=text, second_xml=text.replace("<ROUND_NUMBER>1<", "<ROUND_NUMBER>2<"))
    assert [(line["who"], line["ours"], line["reason"]) for line in lines if line["what"] == "total"] == 2 * [
        ("7", "17.69", ""), ("4", "2.31", "")
    ]  # fmt: skip


def test_victory_points_of_no_known_scale_are_followed(run):
    analysis, lines = run(teams_xml=teams(("11.11", "8.89")))
    compared = lines_told(lines)
    assert (
        compared["match", "7"][1],
        compared["match", "7"][3],
        compared["total", "7"][3],
    ) == ("11.11", "scale", "")
    scores = {line.who: float(line.by_version["ruled"].score) for line in analysis.standings}
    assert scores == {"7": 11.11, "4": 8.89}


def test_a_ruling_on_a_board_overrides_published_match_points(run):
    """The last board is ruled down to 100 for East-West at the first table, as at the second: an IMP is left."""
    rows = "board,ns,ew,result\n2,7,4,4S-1 by S\n"
    analysis, lines = run("boards = 16\n", rulings_csv=rows, teams_xml=teams(("16.25", "3.75")))
    assert lines_told(lines)["match", "7"][3] == "ruled"
    ours = match_points(1, 16, scale_named(str(analysis.event.scale))).ns
    assert {line.who: line.by_version["ruled"].score for line in analysis.standings}["7"] == ours


def test_one_point_per_win_is_equal_at_half_size(run):
    halved = [(ns, ew, score, float(a) / 2, float(b) / 2) for ns, ew, score, a, b in FULL]
    analysis, _ = run(results_xml=usebio({1: halved}, {"NS": {}, "EW": {}}))
    assert analysis.agreement.equal == analysis.agreement.lines == {"board": 10}


def test_a_file_without_factoring_shows_it_by_its_points(run):
    own_top = [
        ("1", "2", 620, "5", "1"),
        ("2", "3", 620, "5", "1"),
        ("3", "4", 170, "2", "4"),
        ("4", "5", -100, "0", "6"),
    ]
    analysis, _ = run(results_xml=usebio({1: FULL, 2: own_top}, {"NS": {"1": (2, "71.43")}, "EW": {}}))
    assert (analysis.event.factor, analysis.usual_rules) == (False, False)
    assert analysis.agreement.equal == analysis.agreement.lines  # 10 of 14 are 71.43 %


def test_a_stated_factoring_stays_and_the_reason_is_given(run):
    own_top = [
        ("1", "2", 620, "5", "1"),
        ("2", "3", 620, "5", "1"),
        ("3", "4", 170, "2", "4"),
        ("4", "5", -100, "0", "6"),
    ]
    analysis, _ = run("factor = true\n", results_xml=usebio({1: FULL, 2: own_top}, {"NS": {}, "EW": {}}))
    assert analysis.agreement.reasons == {("board", "fewer-results"): 8}


def test_points_the_score_does_not_give_are_adopted_and_named(run):
    """Ruled 60 and 40 %: the file gives 4.80 and 3.20 of 8 at table 3, and the others are those of a field of four.

    620 620 650 -100 without it: 3 3 6 0, by Neuberg 4, 4, 7¾ and ¼.
    """
    ruled = [("5", "5", 650, "7.75", "0.25"), ("1", "1", 620, "4", "4"), ("2", "2", 620, "4", "4"),
             ("3", "3", 170, "4.80", "3.20"), ("4", "4", -100, "0.25", "7.75")]  # fmt: skip
    analysis, lines = run(results_xml=usebio({1: ruled}, {"NS": {"3": (2, "60.00")}, "EW": {}}))
    assert [(line["who"], line["theirs"]) for line in lines if line["reason"]] == []
    by_who = {line.who: line.by_version for line in analysis.standings}
    assert (by_who["3 NS"]["table"].score, by_who["3 NS"]["ruled"].score) == (25, 60)
    assert [(slip.finding.code, entry.ns) for slip, entry in analysis.slips] == [("event.slip.given", "3 NS")]


def test_a_zero_score_from_a_ruling_is_recognised(run):
    """Two of eight is what 0 earns here against 650, 620, 620 and -100; the others have what four tables of five earn."""
    ruled = [("5", "5", 650, "7.75", "0.25"), ("1", "1", 620, "4", "4"), ("2", "2", 620, "4", "4"),
             ("3", "3", 0, "2", "6"), ("4", "4", -100, "0.25", "7.75")]  # fmt: skip
    analysis, lines = run(results_xml=usebio({1: ruled}, {"NS": {}, "EW": {}}))
    assert {line["reason"] for line in lines} == {""}
    assert [(slip.finding.code, entry.ns) for slip, entry in analysis.slips] == [("event.slip.given", "3 NS")]


def test_a_zero_score_ruling_is_the_simpler_explanation(run):
    """420, 50 and -100 are three tables of four: 4/3 of one more than in the group, less one; the fourth was ruled on."""
    ruled = [
        ("1", "1", 420, "5.67", "0.33"),
        ("2", "2", 50, "3", "3"),
        ("3", "3", 0, "3.60", "2.40"),
        ("4", "4", -100, "0.33", "5.67"),
    ]
    analysis, lines = run(results_xml=usebio({1: ruled}, {"NS": {}, "EW": {}}))
    assert {line["reason"] for line in lines} == {""}
    assert [entry.ns for _, entry in analysis.slips] == ["3 NS"]


def test_a_score_that_was_changed_afterwards_is_taken_over_too(run):
    """All other tables have what they had; table 4 has two of eight more."""
    changed = [*FULL[:4], ("4", "4", -100, "2", "6")]
    analysis, _ = run(results_xml=usebio({1: changed}, {"NS": {"4": (4, "25.00")}, "EW": {}}))
    by_who = {line.who: line.by_version for line in analysis.standings}
    assert by_who["4 NS"]["ruled"].score == 25
    assert analysis.agreement.reasons == {}


def test_the_points_of_one_side_tell_the_others(run):
    """Of a table without contract and score PBN says 4.80 for North-South, which leaves 3.20 of eight to the others."""
    ruled = [("5", "5", "4S", 11, "7.75"), ("1", "1", "4S", 10, "4"), ("2", "2", "4S", 10, "4"), ("3", "3", "", "", "4.80"),
             ("4", "4", "4S", 9, "0.25")]  # fmt: skip
    games = (
        f'[Board "2"]\n[Scoring "MatchPoints"]\n[PairNS "{ns}"]\n[PairEW "{ew}"]\n[Declarer "N"]\n[Contract "{contract}"]\n'
        f'[Result "{tricks}"]\n[ScoreMP "NS {points}"]\n'
        for ns, ew, contract, tricks, points in ruled
    )
    analysis, lines = run("movement = 'mitchell'\n", results_pbn="\n".join(games))
    assert {line["reason"] for line in lines} == {""}
    compared = lines_told(lines)
    assert (compared["board", "3 NS"][:2], compared["board", "3 EW"][:2]) == (
        ("4.8", "4.8"),
        ("3.2", "3.2"),
    )
    assert {line.who: line.by_version["ruled"].score for line in analysis.standings}["5 EW"] == 3.125


PERCENTAGES = r"""[Board "1"]
[Scoring "MP"]
[ScoreTable "PairId_NS\3R;PairId_EW\3R;Score_NS\5R;Percentage_NS\6R;Percentage_EW\6R"]
 5 15  650 100.00   0.00
 1 11  620  62.50  37.50
 2 12  620  62.50  37.50
 3 13  170  40.00  60.00
 4 14 -100   0.00 100.00
[TotalScoreTable "Rank\2R;PairId\3R;TotalPercentage\6R"]
 1  5 100.00
 1 14 100.00
 3  1  62.50
 3  2  62.50
 5 13  60.00
 6  3  40.00
 7 11  37.50
 7 12  37.50
 9  4   0.00
 9 15   0.00
"""


def test_board_percentages_are_compared_with_one_list_of_places(run):
    """170 beats one of four others, 25 %; the file gives 40, which no score gives. Its places are one list of both lines."""
    analysis, lines = run(results_pbn=PERCENTAGES)
    assert {line["reason"] for line in lines} == {""}
    assert {line.who: line.by_version["ruled"].score for line in analysis.standings}["13"] == 60
    assert [(slip.finding.code, entry.ns) for slip, entry in analysis.slips] == [("event.slip.given", "3")]
    assert analysis.event.winners == 1


@pytest.mark.parametrize("score", ["A6040", "A60%-A40%", "60%-40%", "AVE+/AVE-"])
def test_an_artificial_score_of_pbn_is_one(run, score):
    played = '[Board "2"]\n[PairNS "1"]\n[PairEW "2"]\n[Scoring "MatchPoints"]\n[Declarer "N"]\n[Contract "4S"]\n[Result "10"]\n'
    text = f'{played}\n[Board "2"]\n[PairNS "3"]\n[PairEW "4"]\n[Score "{score}"]\n'
    analysis, _ = run(results_pbn=text)
    assert [slip.finding.code for slip, _ in analysis.slips] == ["event.slip.artificial"]


WRONG = [("5", "5", 650, "8", "0"), ("1", "1", 620, "6", "2"), ("2", "2", 620, "6", "2"), ("3", "3", 170, "1", "7"),
         ("4", "4", -100, "1", "7")]  # fmt: skip


def lines_told(lines):
    return {
        (line["what"], line["who"]): (line["ours"], line["theirs"], line["difference"], line["reason"])
        for line in lines
    }


def test_the_published_result_rules_and_what_differs_is_told(run):
    """Nothing explains six for five: the standings follow the file, ours stands beside it, and each table is a question."""
    analysis, lines = run(results_xml=usebio({1: WRONG}, {"NS": {"1": (2, "75.00")}, "EW": {}}))
    compared = lines_told(lines)
    assert compared["board", "1 NS"] == ("5", "6", "-1", "unknown")
    assert compared["total", "1 NS"] == ("75", "75", "0", "")
    assert compared["board", "5 NS"][3] == ""
    assert {line.who: line.by_version["table"].score for line in analysis.standings}["1 NS"] == 62.5
    assert [entry.ns for _, entry in analysis.slips] == ["1 NS", "2 NS", "3 NS", "4 NS"]


def test_who_states_how_fields_are_scored_wants_his_own_points(run):
    text = usebio({1: WRONG}, {"NS": {"1": (2, "75.00")}, "EW": {}})
    _, lines = run("factor = true\n", results_xml=text)
    assert lines_told(lines)["total", "1 NS"] == ("62.5", "75", "-12.5", "boards")


def test_points_not_summing_to_the_top_are_not_followed(run):
    """Three and two do not make eight: the file counts something else."""
    _, lines = run(results_xml=usebio({1: [*FULL[:2], *((ns, ew, s, "3", "2") for ns, ew, s, _, _ in FULL[2:])]},
                                      {"NS": {"2": (2, "37.50")}, "EW": {}}))  # fmt: skip
    assert lines_told(lines)["total", "2 NS"] == ("62.5", "37.5", "25", "boards")


def test_a_total_below_its_boards_is_a_penalty(run):
    """Pair 5 has all of the only board and 60 %: forty were taken away from it, and two pairs stand before it."""
    fined = {"5": (3, "60.00"), "1": (1, "62.50"), "2": (1, "62.50")}
    analysis, _ = run(results_xml=usebio({1: FULL}, {"NS": fined, "EW": {}}))
    assert analysis.agreement.reasons[("total", "apart")] == 1
    places = {
        line.who: (line.by_version["ruled"].rank, line.by_version["ruled"].score)
        for line in analysis.standings
    }
    assert (places["5 NS"], places["1 NS"], places["2 NS"]) == ((3, 60), (1, 62.5), (1, 62.5))


def test_an_artificial_score_not_lifted_by_session_is_named(run):
    """Pair 5 has all of the only board it played, so its 60 % counts 100 by 12C2(c); the file leaves it at sixty."""
    second = [*FEWER, ("5", "1", "A6040", "4.80", "3.20")]
    analysis, lines = run(results_xml=usebio({1: FULL, 2: second}, {"NS": {"5": (1, "80.00")}, "EW": {}}))
    assert lines_told(lines)["total", "5 NS"] == ("100", "80", "20", "artificial")
    assert {line.who: line.by_version["ruled"].score for line in analysis.standings}["5 NS"] == 80


def test_an_artificial_imp_score_is_the_files(run):
    """Butler: 620, 620 and 170 have the datum 470, so 4, 4 and -7 IMPs; who was given 60 % has two IMPs there, three here."""
    lines = [("1", "1", 620, "4", "-4"), ("2", "2", 620, "4", "-4"), ("3", "3", 170, "-7", "7"),
             ("4", "4", "A6040", "2", "-2")]  # fmt: skip
    totals = {"1": (1, "4"), "2": (1, "4"), "4": (3, "2"), "3": (4, "-7")}
    method = "<BOARD_SCORING_METHOD>BUTLER_IMPS</BOARD_SCORING_METHOD>"
    analysis, agreement_lines = run(
        results_xml=usebio({1: lines}, {"NS": totals, "EW": {}}, method, "BUTLER_POINTS")
    )
    assert {line["reason"] for line in agreement_lines} == {""}
    scores = {line.who: line.by_version["ruled"].score for line in analysis.standings}
    assert (scores["4 NS"], scores["4 EW"]) == (2, -2)


def test_a_stated_penalty_overrides_that_of_a_total(run):
    fined = {"5": (3, "60.00"), "1": (1, "62.50"), "2": (1, "62.50")}
    penalty = '[[penalty]]\nto = "5 NS"\npoints = 10\n'
    analysis, _ = run(penalty, results_xml=usebio({1: FULL}, {"NS": fined, "EW": {}}))
    assert {line.who: line.by_version["ruled"].score for line in analysis.standings}["5 NS"] == 90


@pytest.mark.parametrize(
    "points, cross",
    # 650 620 620 170 -100 against each other: 1, 10, 13 and 10, 12 and 7; the sum, or divided by four or by five
    [
        (("25", "21", "21", "-23", "-44"), "nothing"),
        (("6.25", "5.25", "5.25", "-5.75", "-11"), "comparisons"),
        (("5", "4.20", "4.20", "-4.60", "-8.80"), "scores"),
    ],
)
def test_the_divisor_of_cross_imps_follows_from_the_points(run, points, cross):
    lines = [
        (ns, ew, score, mine, -float(mine)) for (ns, ew, score, _, _), mine in zip(FULL, points, strict=True)
    ]
    text = usebio(
        {1: lines},
        {"NS": {"5": (1, points[0])}, "EW": {}},
        "<EVENT_TYPE>CROSS_IMPS</EVENT_TYPE>",
        "CROSS_IMP_POINTS",
    )
    analysis, _ = run(results_xml=text)
    assert (str(analysis.event.form), str(analysis.event.field_rules.cross)) == ("cross-imps", cross)
    assert analysis.agreement.equal == analysis.agreement.lines == {"board": 10, "total": 1, "place": 1}
