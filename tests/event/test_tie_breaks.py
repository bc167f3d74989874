"""The standings of an event print beside each shared score what parts those who have it (FIGB, art. 78 §5-8)."""

from fractions import Fraction
from functools import partial

import pytest

from analyser.casefile import Form
from analyser.errors import CaseError
from analyser.event.board_scores import FinalScore
from analyser.event.scorer import EffectKind, ResultVersion, Scorer, decided_places
from analyser.event.settings import EventSettings, read_settings
from analyser.event.tie_breaks import TieBreakRecord
from analyser.laws import resolve
from analyser.messages import LANGUAGES, message
from analyser.report.page_voice import PageVoice
from tests.event.test_standings import group, table

FIGB = resolve(None, "FIGB")


def recorded(event, *groups):
    """What ties are broken by, and the broken places."""
    scorer, record = Scorer(event), TieBreakRecord(event)
    for board in groups:
        scores = scorer.board(board)
        record.board(board.entries, scores.earned[ResultVersion.RULED], scorer.rulings)
    return record, record.places(scorer, FIGB)


def places(event, *groups):
    """The place and the reason of everybody who shares his score."""
    return {who: (broken.place, broken.why) for (_, who), broken in recorded(event, *groups)[1].items()}


def team_match(first, second, start, *swings):
    """A match of boards by the first team's swing in points."""
    for number, swing in enumerate(swings, start):
        open_room, closed = (100, 100 - swing)
        yield group(
            table(10 * number, first, second, open_room, number, round=str(start)),
            table(10 * number + 1, second, first, closed, number, round=str(start)),
        )


def test_drawn_teams_are_separated_by_imp_quotient():
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


def hanging(event, scorer, *boards):
    """Who has the first place with the ruling and who without it, where that is not the same."""
    record = TieBreakRecord(event)
    for board in boards:
        scores = scorer.board(board)
        record.board(board.entries, scores.earned[ResultVersion.RULED], scorer.rulings, scores.effects)
    decided = decided_places(scorer.effects, partial(record.ranking, scorer, FIGB), event)
    return [(each.with_it, each.without) for each in decided if each.kind is EffectKind.RULING]


# Teams 1 and 2 drew their match and both beat team 3 by 4 IMPs; a ruling on one board of the match between 2 and 3.
HANGING = {
    "the tie goes to 2, who was first without the ruling too": ((130, 20), {220: 80}, None),
    "the tie goes to 2; without the ruling 1 was alone first": ((130, -20), {220: 120}, (("2",), ("1",))),
    "only the total points that break the tie move": ((300, -100), {210: 110}, (("2",), ("1", "2"))),
}


@pytest.mark.parametrize(("swings", "ruled", "place"), HANGING.values(), ids=HANGING)
def test_a_place_depends_on_a_ruling_after_ties_are_broken(swings, ruled, place):
    event = EventSettings(form=Form.VP, boards=2)
    rulings = {number: {ResultVersion.RULED: FinalScore.from_score(score)} for number, score in ruled.items()}
    boards = [
        *team_match("1", "2", 1, 100, -100),
        *team_match("1", "3", 11, 300, -100),
        *team_match("2", "3", 21, *swings),
    ]
    assert hanging(event, Scorer(event, rulings=rulings), *boards) == ([] if place is None else [place])


def test_pairs_are_parted_by_the_boards_another_answer_gives_them():
    """As ruled all six have half, two of them without a top; without the ruling 2 and 6 stand first, a top each."""
    event = EventSettings(form=Form.MATCHPOINTS)
    scorer = Scorer(event, rulings={22: {ResultVersion.RULED: FinalScore.from_score(170)}})
    boards = [
        group(
            *(table(10 * number + ns, f"{ns}", f"{ns + 3}", score, number) for ns, score in enumerate(row, 1))
        )
        for number, row in ((1, (620, 170, -100)), (2, (-100, 700, 620)))
    ]
    assert hanging(event, scorer, *boards) == [(("1", "3", "4", "6"), ("2", "6"))]


def test_a_tied_knock_out_match_goes_on():
    event = EventSettings(form=Form.KNOCKOUT)
    (_, why), *_ = places(event, *team_match("1", "2", 1, *[0] * 16)).values()
    assert (why.code, why.arguments["boards"]) == ("event.tie.play-off", 2)


def test_the_source_of_the_order_or_its_absence_is_named():
    event = EventSettings(form=Form.VP, boards=2)
    played, _ = recorded(event, *team_match("1", "2", 1, 100, -100), *team_match("1", "3", 11, 10))
    assert "art. 78 §7a2" in str(played.source(FIGB))
    round_robin, _ = recorded(event, *team_match("1", "2", 1, 100, -100))
    assert "art. 78 §7a1" in str(round_robin.source(FIGB))
    assert "EBU" in str(played.source(resolve(None, "EBU")))


def test_every_reason_has_words():
    event = EventSettings(form=Form.KNOCKOUT)
    (_, why), *_ = places(event, *team_match("1", "2", 1, *[0] * 16)).values()
    for language in LANGUAGES:
        assert "2" in PageVoice(language).say(why)


PRICED = {
    "late in a match of victory points": ("vp", 'offence = "late-teams-vp"\ntime = "3:10"', Fraction(4, 5)),
    "late in a knock-out": ("knockout", 'offence = "late-teams-imps"\ntime = "3:10"', 4),
    "stated points": ("vp", "points = 2", 2),
    "a share of a top of pairs": ("matchpoints", 'offence = "late-pairs"\ntime = "7"\nwarned = true', 20),
    "a share of a top of two": ("bam", 'offence = "fouled-board"', Fraction(1, 5)),
}


@pytest.mark.parametrize(("form", "penalty", "points"), PRICED.values(), ids=PRICED)
def test_a_penalty_of_the_event_is_priced_by_the_catalogue(form, penalty, points):
    text = f'authority = "FIGB"\ndate = 2019-05-04\nform = "{form}"\n[[penalty]]\nto = "7"\n{penalty}\n'
    (extra,) = read_settings(text.encode()).penalties
    assert (extra.to, extra.points) == ("7", points)


@pytest.mark.parametrize(
    "penalty",
    ['offence = "late-pairs"\ntime = "7"', 'offence = "late"', 'offence = "late-teams-vp"'],
    ids=["a share of a top", "no such offence", "no time"],
)
def test_an_offence_that_has_no_price_there_is_refused(penalty):
    text = f'authority = "FIGB"\nform = "vp"\n[[penalty]]\nto = "7"\n{penalty}\n'
    with pytest.raises(CaseError, match="penalty 1 offence"):
        read_settings(text.encode())


def test_a_tie_of_a_whole_field_is_shared_at_once():
    """A championship of one board a pair has thousands with the same score; nobody sets them one against the other."""
    event = EventSettings(form=Form.MATCHPOINTS)
    field = group(*(table(n, f"{n}", f"{n + 100}", 420) for n in range(1, 41)))
    assert {why.code for _, why in places(event, field).values()} == {"event.tie.many"}
