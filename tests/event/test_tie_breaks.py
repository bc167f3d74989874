"""The standings of an event print beside each shared score what parts those who have it (FIGB, art. 78 §5-8)."""

from analyser.casefile import Form
from analyser.event.scorer import ResultVersion, Scorer
from analyser.event.settings import EventSettings
from analyser.event.tie_breaks import TieBreakRecord, tie_break_source
from analyser.laws import resolve
from analyser.messages import LANGUAGES, message
from analyser.report.page_voice import PageVoice
from tests.event.test_standings import group, table

FIGB = resolve(None, "FIGB")


def places(event, *groups):
    """The place and the reason of everybody who shares his score."""
    scorer, record = Scorer(event), TieBreakRecord(event)
    for board in groups:
        scores = scorer.board(board)
        record.board(board.entries, scores.earned[ResultVersion.RULED], scorer.rulings)
    return {who: (broken.place, broken.why) for (_, who), broken in record.places(scorer, FIGB).items()}


def team_match(first, second, start, *swings):
    """A match of boards by the first team's swing in points."""
    for number, swing in enumerate(swings, start):
        open_room, closed = (100, 100 - swing)
        yield group(
            table(10 * number, first, second, open_room, number, round=str(start)),
            table(10 * number + 1, second, first, closed, number, round=str(start)),
        )


def test_teams_that_drew_their_match_are_parted_by_the_imps_won_to_those_lost():
    """Ten IMPs won and six lost against seven won and three lost."""
    event = EventSettings(form=Form.VP, boards=2)
    boards = [
        *team_match("1", "2", 1, 100, -100),
        *team_match("1", "3", 11, 300, -100),
        *team_match("2", "3", 21, 130, 0),
    ]
    by = places(event, *boards)
    assert {who: place for who, (place, _) in by.items()} == {"2": 1, "1": 2}
    assert by["1"][1].arguments == {
        "criterion": message("tie.imp-quotient"),
        "figure": "1.667",
        "against": ("2.333",),
    }


def test_pairs_with_one_score_are_parted_by_their_tops():
    """Six pairs of fifty percent: two had no top; nothing parts the other four, who share the first place."""
    event = EventSettings(form=Form.MATCHPOINTS)
    scores = (620, 170, -100)
    boards = [
        group(
            *(table(10 * number + ns, f"{ns}", f"{ns + 3}", score, number) for ns, score in enumerate(row, 1))
        )
        for number, row in ((1, scores), (2, scores[::-1]))
    ]
    by = places(event, *boards)
    assert {who: place for who, (place, _) in by.items()} == {"1": 1, "3": 1, "4": 1, "6": 1, "2": 5, "5": 5}
    assert {why.arguments["criterion"].code for _, why in by.values()} == {"tie.tops"}


def test_a_tied_knock_out_match_goes_on():
    event = EventSettings(form=Form.KNOCKOUT)
    (_, why), *_ = places(event, *team_match("1", "2", 1, *[0] * 16)).values()
    assert (why.code, why.arguments["boards"]) == ("event.tie.play-off", 2)


def test_the_source_of_the_order_is_named_and_so_is_its_lack():
    event = EventSettings(form=Form.VP)
    assert "art. 78" in str(tie_break_source(event, FIGB))
    assert "EBU" in str(tie_break_source(event, resolve(None, "EBU")))


def test_every_reason_has_words():
    event = EventSettings(form=Form.KNOCKOUT)
    (_, why), *_ = places(event, *team_match("1", "2", 1, *[0] * 16)).values()
    for language in LANGUAGES:
        assert "2" in PageVoice(language).say(why)
