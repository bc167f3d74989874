"""What a file says of its event as a whole: form, winners, its own standings, matches, both sides' points on a board."""

from fractions import Fraction

import pytest

from analyser.formats import (
    Points,
    PointsKind,
    Published,
    PublishedLine,
    PublishedMatch,
    Traveller,
    read,
)
from analyser.formats.pbn_tables import stated_points, stated_score
from tests.support.every import each_row

BUTLER = """<USEBIO Version="1.2"><CLUB><CLUB_NAME>Green</CLUB_NAME></CLUB><EVENT EVENT_TYPE="BUTLER_PAIRS">
<EVENT_DESCRIPTION>Wednesday</EVENT_DESCRIPTION><WINNER_TYPE>2</WINNER_TYPE><DATE>11/03/2026</DATE>
<SCORING_METHOD>IMPS</SCORING_METHOD><PARTICIPANTS EVENT_TYPE="BUTLER_PAIRS">
<PAIR><PAIR_NUMBER>1NS</PAIR_NUMBER><DIRECTION>NS</DIRECTION><TOTAL_SCORE>42.00</TOTAL_SCORE><PLACE>2</PLACE></PAIR>
<PAIR><PAIR_NUMBER>1EW</PAIR_NUMBER><DIRECTION>EW</DIRECTION><TOTAL_SCORE>-25.5</TOTAL_SCORE><PLACE>7=</PLACE></PAIR>
</PARTICIPANTS><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><NS_PAIR_NUMBER>1NS</NS_PAIR_NUMBER>
<EW_PAIR_NUMBER>1EW</EW_PAIR_NUMBER><SCORE>-140</SCORE><NS_BUTLER_POINTS>-3</NS_BUTLER_POINTS>
<EW_BUTLER_POINTS>3</EW_BUTLER_POINTS></TRAVELLER_LINE></BOARD></EVENT></USEBIO>"""


def test_usebio_tells_form_winners_and_standings() -> None:
    published = read(BUTLER).published
    assert published == Published(
        name="Wednesday",
        date="11/03/2026",
        method="BUTLER_PAIRS; IMPS",
        form=PointsKind.BUTLER,
        teams=False,
        winners=2,
        lines=(
            PublishedLine(number="1NS", line="NS", place=2, points=Fraction(42), unit=PointsKind.BUTLER),
            PublishedLine(number="1EW", line="EW", place=7, points=Fraction(-51, 2), unit=PointsKind.BUTLER),
        ),
    )


def test_a_match_of_usebio_seats_its_pairs_or_its_teams() -> None:
    """The numbers stand with the match; a line of teams says which way the first team sat."""
    match = "<MATCH><ROUND_NUMBER>3</ROUND_NUMBER>{}<BOARD><BOARD_NUMBER>5</BOARD_NUMBER>{}</BOARD></MATCH>"
    line = "<TRAVELLER_LINE>{}<SCORE>420</SCORE></TRAVELLER_LINE>"
    pairs = match.format(
        "<NS_PAIR_NUMBER>7</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>", line.format("")
    )
    teams = match.format(
        "<TEAM>T1</TEAM><OPPOSING_TEAM>T4</OPPOSING_TEAM>",
        line.format("<DIRECTION>NS</DIRECTION>") + line.format("<DIRECTION>EW</DIRECTION>"),
    )
    reading = read(f"<USEBIO><EVENT>{pairs}{teams}</EVENT></USEBIO>")
    assert reading.results is not None
    assert [(line.ns, line.ew) for line in reading.results.travellers] == [
        ("7", "2"),
        ("T1", "T4"),
        ("T4", "T1"),
    ]


def test_imps_of_a_board_belong_to_the_first_team() -> None:
    line = "<TRAVELLER_LINE><DIRECTION>{}</DIRECTION><SCORE>420</SCORE></TRAVELLER_LINE>"
    board = (
        f"<BOARD><BOARD_NUMBER>5</BOARD_NUMBER><IMPS>-7</IMPS>{line.format('NS')}{line.format('EW')}</BOARD>"
    )
    match = f"<MATCH><TEAM>1</TEAM><OPPOSING_TEAM>4</OPPOSING_TEAM>{board}</MATCH>"
    reading = read(f"<USEBIO><EVENT>{match}</EVENT></USEBIO>")
    assert reading.losses == ()
    assert reading.results is not None
    assert [line.points for line in reading.results.travellers] == [
        (Points(PointsKind.IMPS, Fraction(-7), Fraction(7)),),
        (Points(PointsKind.IMPS, Fraction(7), Fraction(-7)),),
    ]


def test_swiss_pairs_publish_victory_points() -> None:
    methods = "<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>"
    pair = "<PAIR><PAIR_NUMBER>7</PAIR_NUMBER><TOTAL_SCORE>14.39</TOTAL_SCORE></PAIR>"
    text = f'<USEBIO><EVENT EVENT_TYPE="SWISS_PAIRS">{methods}<PARTICIPANTS>{pair}</PARTICIPANTS></EVENT></USEBIO>'
    published = read(text).published
    assert (published.form, published.teams, published.by_match) == (PointsKind.CROSS_IMPS, False, True)
    assert published.lines == (
        PublishedLine(number="7", points=Fraction(1439, 100), unit=PointsKind.VICTORY_POINTS),
    )


@pytest.mark.parametrize(
    "form, event_type, more",
    [
        (PointsKind.MATCHPOINTS, "MP_PAIRS", ""),
        (PointsKind.CROSS_IMPS, "CROSS_IMP", "<SCORING_METHOD>IMPS</SCORING_METHOD>"),
        (PointsKind.CROSS_IMPS, "PAIRS", "<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD>"),
        (PointsKind.MATCHPOINTS, "PAIRS", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>"),
        (PointsKind.IMPS, "SWISS_TEAMS", "<BOARD_SCORING_METHOD>IMPS</BOARD_SCORING_METHOD>"),
        (None, "SWISS_TEAMS", ""),
        (
            PointsKind.VICTORY_POINTS,
            "SWISS_TEAMS",
            "<BOARD_SCORING_METHOD>IMPS</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>",
        ),
    ],
)
def test_the_form_a_usebio_file_names(form: PointsKind | None, event_type: str, more: str) -> None:
    text = f'<USEBIO><EVENT EVENT_TYPE="{event_type}"><DATE>1/2/2026</DATE>{more}</EVENT></USEBIO>'
    published = read(text).published
    assert published.form is form
    assert published.teams is ("TEAM" in event_type)


def test_a_broadcast_titles_its_match_and_what_was_carried_in() -> None:
    text = "vg|Final,Segment 2,I,17,32,Reds,41,Blues,35.5|\nqx|o17|pn|a,b,c,d|md|1,,,|"
    published = read(text).published
    match = PublishedMatch(
        round="Final Segment 2",
        home="Reds",
        visitors="Blues",
        first=17,
        last=32,
        carried=(Fraction(41), Fraction(71, 2)),
        unit=PointsKind.IMPS,
    )
    assert (published.form, published.teams, published.matches) == (PointsKind.IMPS, True, (match,))


TABLED = r"""[Event "Cup"]
[Board "4"]
[Scoring "MP"]
[Deal "N:QJ853.J932.A.AT8 T6.T8765.QJ94.63 A7.AKQ.K87532.Q9 K942.4.T6.KJ7542"]
[ScoreTable "Table\3R;Round\2R;PairId_NS\3R;PairId_EW\3R;Contract\5L;Declarer;Result\2R;Score_NS\5R;Score_EW\5R;MP_NS\5R;MP_EW\5R"]
  1  1   1   2 3NT   S  9   600     -   2.0  0.0
  2  1   3   4 4Sx   N  9     -   200   0.0  2.0
[TotalScoreTable "Rank\2R;PairId\3R;TotalScoreMP\5R;TotalPercentage\6R;Names\20L;NrBoards\2R"]
  1   1   2.0 100.00 "A and B"  1
  2=  2   0.0   0.00 "C and D"  1
"""


def test_pbn_board_tables_are_its_results_and_standings() -> None:
    reading = read(TABLED)
    assert reading.losses == ()
    assert reading.results is not None
    first, second = reading.results.travellers
    assert (first.ns, first.ew, str(first.contract), first.tricks, first.score) == (
        "1",
        "2",
        "3NT by S",
        9,
        600,
    )
    assert first.points == (Points(PointsKind.MATCHPOINTS, Fraction(2), Fraction(0)),)
    assert (second.score, str(second.contract)) == (-200, "4SX by N")
    best = reading.published.lines[0]
    assert (best.number, best.place, best.points, best.percent, best.boards) == ("1", 1, 2, 100, 1)
    assert (reading.published.form, reading.published.teams) == (PointsKind.MATCHPOINTS, False)


def test_a_row_that_cannot_be_read_is_told() -> None:
    text = TABLED.replace("3NT   S  9", "3NT   S 77")
    reading = read(text)
    assert [loss.found for loss in reading.losses] == ["77"]


@each_row(
    "score, declarer, due",
    [
        ("+110", "S", 110),
        ("+110", "W", -110),
        ("-50", "E", 50),
        ("NS 110", "W", 110),
        ("EW 110", "S", -110),
        ("NS 110 EW -110", "W", 110),
        ("60%", "W", None),
        ("", "W", None),
    ],
)
def test_a_bare_score_is_declarers(score: str, declarer: str, due: int | None) -> None:
    text = f'[Board "1"]\n[Contract "2S"]\n[Declarer "{declarer}"]\n[Result "8"]\n[Score "{score}"]\n'
    (record,) = read(text, "pbn").records
    assert stated_score(record) == due


@pytest.mark.parametrize(
    "tag, declarer, points",
    [
        ('[ScoreIMP "NS 6"]', "S", (Points(PointsKind.IMPS, Fraction(6), Fraction(-6)),)),
        ('[ScoreIMP "EW 6"]', "S", (Points(PointsKind.IMPS, Fraction(-6), Fraction(6)),)),
        ('[ScoreIMP "+2.5"]', "W", (Points(PointsKind.IMPS, Fraction(-5, 2), Fraction(5, 2)),)),
        ('[ScoreMP "NS 12 EW 4"]', "S", (Points(PointsKind.MATCHPOINTS, Fraction(12), Fraction(4)),)),
        (
            '[ScorePercentage "NS 62.5"]',
            "S",
            (Points(PointsKind.PERCENT, Fraction(125, 2), Fraction(75, 2)),),
        ),
        ("", "S", ()),
    ],
)
def test_the_points_a_pbn_board_gives(tag: str, declarer: str, points: tuple[Points, ...]) -> None:
    text = f'[Board "1"]\n[Contract "2S"]\n[Declarer "{declarer}"]\n[Result "8"]\n{tag}\n'
    (record,) = read(text, "pbn").records
    assert stated_points(record) == points


def test_a_list_with_a_header_may_title_its_event() -> None:
    reading = read("#Version;std1\n#Event;Club night\n#Date;01/02/2026\n")
    assert (reading.published.name, reading.published.date) == ("Club night", "01/02/2026")
    assert reading.results is not None
    assert Traveller not in map(type, reading.results.travellers)
