"""Standings before, as ruled and as ruled again; what a ruling is worth, and which place it decides."""

from dataclasses import replace
from fractions import Fraction

import pytest

from analyser.casefile import Form
from analyser.event.board_scores import ArtificialAwards, EarnedPoints, FinalScore
from analyser.event.scorer import EffectKind, ResultVersion, Scorer, changes_of, decided_places, side_by_side
from analyser.event.settings import EventSettings, ExtraPoints
from analyser.event.standings import MatchKey
from analyser.event.store import BoardGroup, ResultSource, TableEntry
from analyser.formats import Artificial
from analyser.scoring import SessionClamp, SideScores
from tests.support.every import each_row

SOURCE = ResultSource("made", 1)


def table(number, ns, ew, score, board=1, **more):
    return TableEntry(source=SOURCE, number=number, board=board, ns=ns, ew=ew, score=score, **more)


def group(*entries):
    return BoardGroup("", entries[0].board, None, entries)


def half(first, second):
    parts = ((first, Fraction(1, 2)), (second, Fraction(1, 2)))
    return FinalScore(parts, parts)


# Four tables: 620, 620, 170 and -100. Ruled: the last one gets half of 620 and half of -100.
PAIRS = group(
    table(1, "1", "5", 620), table(2, "2", "6", 620), table(3, "3", "7", 170), table(4, "4", "8", -100)
)


def pairs_scored(rulings):
    scorer = Scorer(EventSettings(form=Form.MATCHPOINTS), rulings=rulings)
    scorer.board(PAIRS)
    return scorer


def standing(scorer, version):
    return {line.who: (line.score, line.rank) for line in scorer.standings[version].ranking()}


def test_before_any_adjustment_the_table_results_stand():
    scores = standing(pairs_scored({}), ResultVersion.TABLE)
    assert scores["8"] == (100, 1)  # the only East-West to whom 620 was not made, nor 170
    assert scores["1"] == scores["2"] == (Fraction(500, 6), 2)  # five of six
    assert scores["3"] == (Fraction(200, 6), 5)
    assert scores["4"] == (0, 8)


def test_a_weighted_ruling_moves_pairs_that_never_saw_it():
    """620 now meets half a table of 620: 1 + 2 + (half of 2, half of 1) = 4.5 of 6; 170 beats only half a table: 1."""
    ruled = pairs_scored({4: {ResultVersion.RULED: half(620, -100)}})
    scores = standing(ruled, ResultVersion.RULED)
    assert scores["1"][0] == scores["2"][0] == 100 * Fraction(9, 2) / 6
    assert scores["3"][0] == 100 * Fraction(1) / 6
    assert scores["4"][0] == 100 * Fraction(
        2, 6
    )  # half of it ties two and beats one (4), half loses to all (0)
    assert standing(ruled, ResultVersion.TABLE) == standing(pairs_scored({}), ResultVersion.TABLE)


def test_matchpoints_of_a_board_have_a_constant_sum():
    ruled = pairs_scored({4: {ResultVersion.RULED: half(620, -100)}})
    total = sum(row.points for row in ruled.standings[ResultVersion.RULED].competitors.values())
    assert total == 4 * 6


def test_what_a_ruling_was_worth_is_told_for_each_pair():
    ruled = pairs_scored(
        {4: {ResultVersion.RULED: half(620, -100), ResultVersion.OURS: FinalScore.from_score(-100)}}
    )
    changes = list(changes_of(ruled.effects, ruled.standings[ResultVersion.RULED]))
    worth = {change.who: change.on_board for change in changes if change.kind is EffectKind.RULING}
    assert worth == {
        "1": Fraction(-1, 2), "2": Fraction(-1, 2), "3": -1, "4": 2,
        "5": Fraction(1, 2), "6": Fraction(1, 2), "7": 1, "8": -2,
    }  # fmt: skip
    ours = {change.who: change.on_board for change in changes if change.kind is EffectKind.OURS}
    assert ours["4"] == -2  # our ruling leaves the table result


def test_a_split_score_is_compared_in_two_charts():
    """North-South keep -100, East-West get -620: the other North-Souths meet -100, the other East-Wests -620."""
    split = FinalScore(((-100, Fraction(1)),), ((620, Fraction(1)),))
    scores = standing(pairs_scored({4: {ResultVersion.RULED: split}}), ResultVersion.RULED)
    assert scores["3"][0] == 100 * Fraction(2, 6)  # 170 still beats -100
    assert scores["7"][0] == 100 * Fraction(6, 6)  # -170 beats all three of -620
    assert scores["8"][0] == 100 * Fraction(2, 6)  # -620 ties two, loses to -170


def test_the_ruling_that_decides_a_place_is_named():
    event = EventSettings(form=Form.MATCHPOINTS)
    close = group(table(1, "1", "3", 420), table(2, "2", "4", 430))
    scorer = Scorer(event, rulings={2: {ResultVersion.RULED: FinalScore.from_score(400)}})
    scorer.board(close)
    standings = scorer.standings[ResultVersion.RULED]
    (place, *_) = decided_places(
        scorer.effects, lambda effect: standings.ranking(None if effect is None else effect.delta), event
    )
    assert (place.ruling, place.place, place.kind) == (2, 1, EffectKind.RULING)
    assert "1" in place.with_it
    assert "1" not in place.without


def test_two_rulings_on_a_board_are_measured_given_each_other():
    event = EventSettings(form=Form.MATCHPOINTS)
    scorer = Scorer(
        event,
        rulings={
            1: {ResultVersion.RULED: FinalScore.from_score(-100)},
            2: {ResultVersion.RULED: FinalScore.from_score(-100)},
        },
    )
    scorer.board(PAIRS)
    without = {
        effect.ruling: dict(effect.delta.competitor_gains)
        for effect in scorer.effects
        if effect.kind is EffectKind.RULING
    }
    assert without[1]["1"] == 6 - 2  # alone at 620 it would beat all three; ruled it ties two


def match(*boards):
    """Boards of one match: the open room's score, the closed room's, both to North-South; team 1 sits there first."""
    for number, (first, second) in enumerate(boards, 1):
        yield group(
            table(2 * number, "team 1", "team 2", first, number, round="1"),
            table(2 * number + 1, "team 2", "team 1", second, number, round="1"),
        )


def teams(form, played, rulings=None, **more):
    scorer = Scorer(EventSettings(form=form, **more), rulings=rulings or {})
    for board in match(*played):
        scorer.board(board)
    return scorer


def test_a_match_is_the_sum_of_its_boards():
    scorer = teams(Form.IMPS, [(620, 170), (-100, -100), (400, 430)])
    scores = standing(scorer, ResultVersion.TABLE)
    assert scores == {"team 1": (9, 1), "team 2": (-9, 2)}  # +10, 0, -1


def test_a_match_in_victory_points_is_read_from_the_scale():
    """Twelve IMPs in sixteen boards are 13.28 to 6.72 (seed 003)."""
    scorer = teams(Form.VP, [(620, 170), (-50, -110)], boards=16)
    assert standing(scorer, ResultVersion.TABLE)["team 1"][0] == Fraction("13.28")


def test_a_ruling_moves_both_teams_by_their_own_scores():
    """65 % of +480 and 35 % of +980 against +500 is +2.85 (Lille)."""
    weights = ((480, Fraction(13, 20)), (980, Fraction(7, 20)))
    scorer = teams(Form.IMPS, [(480, 500)], {2: {ResultVersion.RULED: FinalScore(weights, weights)}})
    assert standing(scorer, ResultVersion.RULED)["team 1"][0] == Fraction(57, 20)
    changes = {
        change.who: change
        for change in changes_of(scorer.effects, scorer.standings[ResultVersion.RULED])
        if change.kind is EffectKind.RULING
    }
    assert changes["team 1"].gained == Fraction(57, 20) + 1
    assert (changes["team 1"].rank_without, changes["team 1"].rank_with) == (2, 1)


def test_a_knockout_counts_what_was_carried_over():
    carried = (ExtraPoints("team 2", Fraction("19/2")),)
    scorer = teams(Form.KNOCKOUT, [(620, 170)], carried=carried)
    scores = {
        line.who: (line.score, line.rank, line.within)
        for line in scorer.standings[ResultVersion.TABLE].ranking()
    }
    assert scores["team 1"] == (10, 1, "team 1 – team 2")
    assert scores["team 2"] == (Fraction("19/2"), 2, "team 1 – team 2")


@pytest.mark.parametrize(("carried", "winner"), [("9/2", "team 1"), ("11/2", "team 2")])
def test_a_carry_over_counts_once_against_what_was_won(carried, winner):
    """Team 1 wins 10 to 5 on the boards: a carry-over of five and a half turns the match, one of four and a half does not."""
    extra = (ExtraPoints("team 2", Fraction(carried)),)
    scorer = teams(Form.KNOCKOUT, [(620, 170), (-100, 100)], carried=extra)
    assert standing(scorer, ResultVersion.TABLE)[winner][1] == 1


def test_a_ruling_in_a_knockout_turns_the_match_it_turns():
    """+10 and -5 on the boards; ruled down to -1 (30 points) the first board makes it 0 to 6."""
    scorer = teams(
        Form.KNOCKOUT, [(620, 170), (-100, 100)], {2: {ResultVersion.RULED: FinalScore.from_score(140)}}
    )
    assert standing(scorer, ResultVersion.RULED) == {"team 2": (6, 1), "team 1": (0, 2)}
    (effect, *_) = scorer.effects
    before = {line.who: line.score for line in scorer.standings[ResultVersion.RULED].ranking(effect.delta)}
    assert before == {"team 1": 10, "team 2": 5}


def test_a_carry_over_belongs_to_its_match():
    extra = (ExtraPoints("team 2", Fraction(4), against="team 3"),)
    scorer = teams(Form.KNOCKOUT, [(620, 170)], carried=extra)
    assert standing(scorer, ResultVersion.TABLE)["team 2"][0] == 0


def test_a_penalty_reduces_the_total_and_no_board():
    scorer = teams(Form.IMPS, [(620, 170)], penalties=(ExtraPoints("team 1", Fraction(3)),))
    scores = standing(scorer, ResultVersion.TABLE)
    assert scores["team 1"][0] == 7
    assert scorer.standings[ResultVersion.TABLE].matches[MatchKey("", "1", "team 1", "team 2")].first == 10


def test_a_percent_penalty_is_a_share_of_the_maximum():
    """Ten percent of the top of one board of two are five percent of the session."""
    late = ExtraPoints("1", Fraction(10), of_top=True)
    scorer = Scorer(EventSettings(form=Form.MATCHPOINTS, penalties=(late,)))
    scorer.board(PAIRS)
    scorer.board(replace(PAIRS, board=2))
    scores = standing(scorer, ResultVersion.RULED)
    assert scores["1"] == (Fraction(500, 6) - 5, 3)
    assert scores["2"] == (Fraction(500, 6), 2)


def test_a_rank_shared_only_with_a_ruling_is_reported():
    """Without the ruling 620 stands alone; ruled to the same score the second North-South shares its place."""
    field = group(table(1, "1", "4", 620), table(2, "2", "5", 170), table(3, "3", "6", -100))
    scorer = Scorer(
        EventSettings(form=Form.MATCHPOINTS, winners=2),
        rulings={2: {ResultVersion.RULED: FinalScore.from_score(620)}},
        lines={str(who): "NS" if who < 4 else "EW" for who in range(1, 7)},
    )
    scorer.board(field)
    changes = {
        change.who: change
        for change in changes_of(scorer.effects, scorer.standings[ResultVersion.RULED])
        if change.kind is EffectKind.RULING
    }
    first = changes["1"]
    assert (first.rank_without, first.sharing_without, first.rank_with, first.sharing_with) == (1, 1, 1, 2)
    second = changes["2"]
    assert (second.rank_without, second.sharing_without, second.rank_with, second.sharing_with) == (
        2,
        1,
        1,
        2,
    )


def test_a_board_without_its_other_room_does_not_count():
    scorer = Scorer(EventSettings(form=Form.IMPS))
    lists = scorer.board(group(table(1, "team 1", "team 2", 620, round="1")))
    assert lists.alone == (1,)
    assert scorer.standings[ResultVersion.TABLE].ranking() == []


@pytest.mark.parametrize("percent, imps", [(60, 3), (50, 0), (40, -3)])
def test_an_artificial_score_counts_in_imps_as_the_law_says(percent, imps):
    assert ArtificialAwards().imps(percent) == imps
    assert ArtificialAwards().sides(Artificial(60, 40), Form.MATCHPOINTS).ns == 60


def test_equal_scores_share_a_rank_and_skip_the_next():
    lines = side_by_side({ResultVersion.TABLE: pairs_scored({}).standings[ResultVersion.TABLE]})
    ranks = {line.who: line.by_version[ResultVersion.TABLE].rank for line in lines}
    assert sorted(ranks.values()) == [1, 2, 2, 4, 5, 6, 6, 8]


def test_butler_is_kept_by_pair_in_every_form():
    scorer = teams(Form.IMPS, [(620, 170)])
    assert scorer.pairs["team 1"][1] == 2  # the team's two tables, where no pairs are told


# A session of two boards at four tables: pair 1 has 100 % of the first, pair 8 nothing; the second was not played at their tables.
def two_boards(clamp, award, session="", second_session="", form=Form.MATCHPOINTS):
    scorer = Scorer(EventSettings(form=form), clamp=clamp)
    first = [(1, "1", "5", 620), (2, "2", "6", 420), (3, "3", "7", 170), (4, "4", "8", -100)]
    scorer.board(group(*(replace(table(*row), session=session) for row in first)))
    second = [(5, "1", "8", 0), (6, "2", "7", 420), (7, "3", "6", 170), (8, "4", "5", -100)]
    rows = [replace(table(*row, board=2), session=second_session) for row in second]
    scorer.board(group(replace(rows[0], score=None, artificial=award), *rows[1:]))
    return standing(scorer, ResultVersion.TABLE)


@pytest.mark.parametrize(
    "clamp, award, ns, ew",
    [
        # 12C2(c) of 2017: the innocent pair 1 had six of six on the other board, the guilty pair 8 six of six too
        (SessionClamp.BOTH, Artificial(60, 40), 100, (100 + 40) / 2),
        (SessionClamp.BOTH, Artificial(40, 60), (100 + 40) / 2, 100),
        (SessionClamp.BOTH, Artificial(50, 50), 75, 75),
        (SessionClamp.EXACT, Artificial(60, 60), 80, 80),
        # what somebody settled himself stays
        (SessionClamp.BOTH, Artificial(70, 30), 85, 65),
    ],
)
def test_an_artificial_score_follows_the_rest_of_its_session(clamp, award, ns, ew):
    """Each board offers six: pair 1 earned all of the first as North-South, pair 8 as East-West."""
    scores = two_boards(clamp, award)
    assert scores["1"][0] == ns
    assert scores["8"][0] == Fraction(str(ew))


@pytest.mark.parametrize("clamp, percent", [(SessionClamp.BOTH, 0), (SessionClamp.INNOCENT, 20)])
def test_a_bad_session_lowers_the_offender_only_since_2017(clamp, percent):
    """Pair 4 had nothing on the other board; directly at fault it gets 40 % by the Laws of 2007, nothing by those of 2017."""
    guilty = Scorer(EventSettings(form=Form.MATCHPOINTS), clamp=clamp)
    guilty.board(group(table(1, "4", "8", -100), table(2, "2", "6", 620)))
    guilty.board(
        group(
            table(3, "4", "5", None, board=2, artificial=Artificial(40, 60)), table(4, "3", "6", 170, board=2)
        )
    )
    assert standing(guilty, ResultVersion.TABLE)["4"][0] == percent


def test_standings_under_another_edition_follow_its_law():
    """Ruled by the Laws of 2007 the offender keeps 40 %; asked for those of 2017 he has no more than in his session."""
    scorer = Scorer(
        EventSettings(form=Form.MATCHPOINTS),
        (ResultVersion.TABLE, ResultVersion.RULED, ResultVersion.ASKED),
        clamp=SessionClamp.INNOCENT,
        clamp_asked=SessionClamp.BOTH,
    )
    scorer.board(group(table(1, "4", "8", -100), table(2, "2", "6", 620)))
    scorer.board(
        group(
            table(3, "4", "5", None, board=2, artificial=Artificial(40, 60)), table(4, "3", "6", 170, board=2)
        )
    )
    assert standing(scorer, ResultVersion.RULED)["4"][0] == 20
    assert standing(scorer, ResultVersion.ASKED)["4"][0] == 0


def test_boards_of_another_session_do_not_count():
    assert two_boards(SessionClamp.BOTH, Artificial(60, 60), "1", "2")["1"][0] == 80


def test_a_ruling_also_moves_artificial_scores_of_its_session():
    """Pair 1 made six of six; a ruling leaves it two: 60 % is again what its other board is worth."""
    scorer = Scorer(
        EventSettings(form=Form.MATCHPOINTS),
        clamp=SessionClamp.BOTH,
        rulings={1: {ResultVersion.RULED: FinalScore.from_score(-50)}},
    )
    scorer.board(
        group(
            table(1, "1", "5", 620),
            table(2, "2", "6", 420),
            table(3, "3", "7", 170),
            table(4, "4", "8", -100),
        )
    )
    second = [table(5, "1", "8", None, board=2, artificial=Artificial(60, 60))]
    second += [
        table(6, "2", "7", 420, board=2),
        table(7, "3", "6", 170, board=2),
        table(8, "4", "5", -100, board=2),
    ]
    scorer.board(group(*second))
    ruled = standing(scorer, ResultVersion.RULED)["1"][0]
    assert ruled == 100 * (2 + Fraction(36, 10)) / 12
    effect = next(candidate for candidate in scorer.effects if candidate.kind is EffectKind.RULING)
    before = {line.who: line.score for line in scorer.standings[ResultVersion.RULED].ranking(effect.delta)}
    assert before["1"] == standing(scorer, ResultVersion.TABLE)["1"][0] == 100


@each_row(
    "percent, award, points",
    [
        (62, 60, 2),
        (38, 40, 0),
        (60, 60, 2),
        (40, 40, 0),
        (55, 60, 1),
        (45, 40, 1),
        (81, 40, 2),
        (80, 40, 2),
        (79, 40, 1),
    ],
)
def test_an_unplayed_board_a_match_room_uses_both_percentages(percent, award, points):
    field = EarnedPoints(Fraction(percent), Fraction(100 - percent), Fraction(100))
    earned = ArtificialAwards().one_room(field, SideScores(Fraction(100 - award), Fraction(award)))
    assert earned is not None
    assert earned.ns == points


def test_both_teams_may_win_a_board_that_neither_spoilt():
    """60 % to both for the room not played; 55 and 45 in the other make 115 and 105: both halve it; 65 and 35, one wins."""
    scores = SideScores(Fraction(60), Fraction(60))
    assert [
        ArtificialAwards().one_room(EarnedPoints(Fraction(n), Fraction(100 - n), Fraction(100)), scores)
        for n in (55, 65)
    ] == [
        EarnedPoints(Fraction(1), Fraction(1), Fraction(2)),
        EarnedPoints(Fraction(2), Fraction(1), Fraction(2)),
    ]


def test_the_room_played_is_held_against_the_whole_field():
    """Without the field the 60 % for the room not played would be one and a fifth of two, whatever was made in the other."""
    rooms = [
        table(1, "A", "B", 420), table(2, "B", "A", None, artificial=Artificial(40, 60)),
        table(3, "C", "D", 450), table(4, "D", "C", 450),
        table(5, "E", "F", 400), table(6, "F", "E", 400),
    ]  # fmt: skip
    scorer = Scorer(EventSettings(form=Form.BAM))
    scorer.board(group(*rooms))
    match = scorer.standings[ResultVersion.TABLE].matches[MatchKey("", "", "A", "B")]
    # 420 beats two of the other four rooms: 50 %, with 60 % for the room not played 110; B has 50 and 40.
    assert (match.first, match.second) == (1, 1)
    scorer = Scorer(EventSettings(form=Form.BAM))
    scorer.board(group(replace(rooms[0], score=480), *rooms[1:]))
    match = scorer.standings[ResultVersion.TABLE].matches[MatchKey("", "", "A", "B")]
    assert (match.first, match.second) == (2, 0)  # 100 and 60 for A, nothing and 40 for B
