"""Times, penalties and awards are those of FIGB Norme Integrative 2017, art. 4, 5, 8, 43, 78 and 87."""

from fractions import Fraction

import pytest

from analyser.bridge import Side
from analyser.casefile import case_of
from analyser.errors import LawError, ScoringError
from analyser.laws import resolve
from analyser.messages import LANGUAGES, places_in, sentences
from analyser.report.page_voice import TextVoice
from analyser.ruling import AdjustedKind
from analyser.ruling.procedure.penalties import (
    OffenceFacts,
    penalties_by_offence,
    penalty_answer,
    penalty_due,
    penalty_named,
    seconds_of,
)
from analyser.ruling.procedure.playing_time import MatchPlace, forfeit_seconds, round_time, time_answer
from analyser.ruling.procedure.questions import refusal_for_lack
from analyser.ruling.procedure.unplayed import Unplayed, UnplayedFacts, unplayed_answer
from analyser.ruling.rule import rule
from tests.support import ROOT
from tests.support.every import each_row

FIGB = resolve(None, "FIGB")
TIME = FIGB.regulation.time

# Boards: minutes without and with screens, as printed (art. 8 §1).
MINUTES = {
    6: (45, 50),
    8: (60, 65),
    10: (75, 80),
    12: (90, 95),
    14: (105, 110),
    16: (120, 130),
    18: (135, 145),
    20: (150, 160),
}


@each_row("boards, minutes", MINUTES.items())
def test_a_team_match_lasts_as_the_printed_tables_say(boards, minutes):
    for screens, official in zip((False, True), minutes, strict=True):
        time = round_time(boards, TIME, teams=True, screens=screens)
        assert (time.official, time.latest) == (60 * official, 60 * (official + 5))


@pytest.mark.parametrize(("screens", "a_board"), [(False, 450), (True, 480)])
def test_pairs_have_so_much_a_board(screens, a_board):
    assert round_time(3, TIME, teams=False, screens=screens).official == 3 * a_board


FORFEITS = {
    "Swiss, and later matches": (16, MatchPlace.LATER, 15),
    "first of a round robin: half with the tolerance": (20, MatchPlace.FIRST_ROUND_ROBIN, Fraction(155, 2)),
    "first stanza of a knock-out": (20, MatchPlace.FIRST_KNOCKOUT, Fraction(155, 2)),
    "a knock-out waits an hour at least": (12, MatchPlace.FIRST_KNOCKOUT, 60),
}


@pytest.mark.parametrize(("boards", "place", "minutes"), FORFEITS.values(), ids=FORFEITS)
def test_a_team_that_does_not_come_has_lost_after(boards, place, minutes):
    assert forfeit_seconds(boards, TIME, place, screens=False) == 60 * minutes


def due(code, **facts):
    """The whole of a penalty, and its parts."""
    answer = penalty_due(penalty_named(FIGB, code), OffenceFacts(**facts))
    return answer.total, answer.parts


PENALTIES = {
    "five minutes slow": ("slow-play-teams", {"seconds": 300}, 1, ()),
    "a second more begins a minute": ("slow-play-teams", {"seconds": 301}, Fraction(6, 5), ()),
    "one side pays all": (
        "slow-play-teams",
        {"seconds": 300, "shares": (Fraction(1), Fraction(0))},
        1,
        (1, 0),
    ),
    "halves": (
        "slow-play-teams",
        {"seconds": 300, "shares": (Fraction(1, 2),) * 2},
        1,
        (Fraction(1, 2),) * 2,
    ),
    "seven to three": (
        "slow-play-teams",
        {"seconds": 300, "shares": (Fraction(7, 10), Fraction(3, 10))},
        1,
        (Fraction(7, 10), Fraction(3, 10)),
    ),
    "two boards taken away": ("board-taken-away", {"times": 2}, 2, ()),
    "late 3'10 in a knock-out": ("late-teams-imps", {"seconds": 190}, 4, ()),
    "late 3'10 in victory points": ("late-teams-vp", {"seconds": 190}, Fraction(4, 5), ()),
    "a pair 7 minutes late": ("late-pairs", {"seconds": 420}, 20, ()),
    "a pair warned before, 3 minutes late": ("late-pairs", {"seconds": 180, "warned": True}, 10, ()),
    "a pair late again": ("late-pairs-again", {"warned": True}, 10, ()),
    "hand record": ("wrong-hand-record", {}, 10, ()),
    "lead record": ("wrong-lead-record", {}, 5, ()),
    "undisclosed, pairs": ("undisclosed-agreement-pairs", {}, 50, ()),
    "undisclosed, teams": ("undisclosed-agreement-teams", {}, 1, ()),
    "a psychic in a local event": ("psychic-local", {}, 10, ()),
    "swapped cards": ("fouled-board", {}, 10, ()),
    "swapped in duplication": ("fouled-in-duplication", {}, 20, ()),
    "wrong seats": ("wrong-seating", {}, Fraction(7, 2), ()),
}


@each_row("code, facts, total, parts", PENALTIES.values(), ids=PENALTIES)
def test_an_offence_costs_what_the_catalogue_says(code, facts, total, parts):
    assert due(code, **facts) == (total, parts)


@pytest.mark.parametrize(("code", "facts"), [("late-pairs", {"seconds": 300}), ("late-pairs-again", {})])
def test_the_first_time_a_pair_is_warned(code, facts):
    answer = penalty_answer(FIGB, code, OffenceFacts(**facts))
    assert (answer.says.code, answer.figures["total"]) == ("penalty.warning", None)


def test_what_the_text_leaves_open_is_said():
    """Whether the tolerance counts among the five-minute units: 20 % or 10 % after seven minutes."""
    answer = penalty_answer(FIGB, "late-pairs", OffenceFacts(seconds=420))
    (open_point,) = [reason for reason in answer.reasons if reason.code == "penalty.grace-open"]
    assert open_point.arguments["other"].arguments["amount"] == 10


def test_slow_pairs_are_the_directors_to_price():
    assert penalty_answer(FIGB, "slow-play-pairs", OffenceFacts()).says.code == "penalty.directors"


def test_a_dummy_who_saw_the_score_loses_his_rights():
    assert penalty_answer(FIGB, "dummy-saw-the-score", OffenceFacts()).says.code == "penalty.rights"


@pytest.mark.parametrize("shares", [(Fraction(1, 2), Fraction(1, 3)), (Fraction(1),) * 2])
def test_shares_that_do_not_fill_the_whole_are_refused(shares):
    with pytest.raises(ScoringError):
        due("slow-play-teams", seconds=300, shares=shares)


def test_a_penalty_in_several_units_asks_for_one():
    law = resolve(None, "EBU")
    with pytest.raises(ScoringError, match="several units"):
        penalty_named(law, "appeal-without-merit")
    assert penalty_named(law, "appeal-without-merit", "imp").amount == 6


@pytest.mark.parametrize("words", ["", "x", "1:2:3:4", "-5"])
def test_a_time_that_is_none_is_refused(words):
    with pytest.raises(ScoringError):
        seconds_of(words)


def given(kind, **facts):
    figures = unplayed_answer(FIGB, kind, UnplayedFacts(**facts)).figures
    return {name: figures[name] for name in ("points", "imps", "basis") if name in figures}


SHARE, OWN, AGAINST = (
    "share-of-the-points",
    "own-mean-in-the-other-matches",
    "mean-of-all-opponents-of-the-absent-team",
)
AWARDS = {
    "bye, continuous": (Unplayed.BYE, {"boards": 16}, ("12", 7, SHARE)),
    "bye, discrete": (Unplayed.BYE, {"boards": 16, "scale": "wbf-discrete"}, ("12", 5, SHARE)),
    "forfeit: the mean of the margins, rounded up": (
        Unplayed.FORFEIT,
        {"boards": 16, "scale": "wbf-discrete"},
        ("12", 7, SHARE),
    ),
    "forfeit: one's own mean is better": (
        Unplayed.FORFEIT,
        {"boards": 16, "scale": "wbf-discrete", "own": (Fraction(27, 2),), "against": (Fraction(13),)},
        ("14", 15, OWN),
    ),
    "forfeit: simple points": (Unplayed.FORFEIT, {"boards": 20, "scale": "simple"}, ("2", 5, SHARE)),
    "withdrawal, for now": (Unplayed.WITHDRAWAL, {"boards": 16, "scale": "wbf-discrete"}, ("12", 5, SHARE)),
    "withdrawal, in the end": (
        Unplayed.WITHDRAWAL,
        {"boards": 16, "scale": "wbf-discrete", "own": (Fraction(11),), "against": (Fraction(13),)},
        ("13", 9, AGAINST),
    ),
}


@pytest.mark.parametrize(("kind", "facts", "award"), AWARDS.values(), ids=AWARDS)
def test_what_was_not_played_is_worth(kind, facts, award):
    assert given(kind, **facts) == dict(zip(("points", "imps", "basis"), award, strict=True))


# The least margin that wins 12.00 on the continuous scale, by boards.
LEAST = {8: 5, 10: 6, 12: 6, 14: 7, 16: 7, 20: 8, 24: 9, 32: 10}


@each_row("boards, imps", LEAST.items())
def test_a_bye_is_credited_with_the_least_margin(boards, imps):
    assert given(Unplayed.BYE, boards=boards)["imps"] == imps


def test_a_pair_that_left_leaves_sixty_percent_to_its_opponents():
    answer = unplayed_answer(FIGB, Unplayed.WITHDRAWAL, UnplayedFacts(pairs=True, top=Fraction(22)))
    assert answer.figures == {"opponents": 60, "withdrawn": 0, "matchpoints": "66/5"}


SEATS = {
    "the seats could be seen": ({"at_fault": True}, 7),
    "nobody could know": ({"at_fault": False}, 10),
    "several stanzas": ({"stanzas": 2}, "7/2"),
}


@pytest.mark.parametrize(("facts", "points"), SEATS.values(), ids=SEATS)
def test_wrong_seats_cost(facts, points):
    assert unplayed_answer(FIGB, Unplayed.SEATING, UnplayedFacts(**facts)).figures["points"] == points


# Boards: the IMPs that win in simple victory points, the matchpoints that win at board-a-match (art. 78 §2).
MARGINS = {14: (3, 6), 20: (5, 8), 28: (6, 11), 32: (7, 13), 48: (10, 19), 64: (13, 26), 65: (13, 26)}


@pytest.mark.parametrize(("boards", "margins"), MARGINS.items())
def test_a_match_is_won_by(boards, margins):
    figures = unplayed_answer(FIGB, Unplayed.MARGIN, UnplayedFacts(boards=boards)).figures
    assert (figures["imps"], figures["matchpoints"]) == margins


def test_missing_scores_go_by_neuberg_by_hand_only_without_it():
    facts = UnplayedFacts(matchpoints=Fraction(0), scores=9, tables=10)
    answer = unplayed_answer(FIGB, Unplayed.MISSING_SCORES, facts)
    assert answer.figures == {"neuberg": "1/9", "by_hand": "1"}


# Where the Norme (edition 2017) say it: the question, what is known, the article.
ARTICLES = {
    "a pair's bye": (Unplayed.BYE, {"pairs": True}, "art. 78 §4"),
    "a team's bye": (Unplayed.BYE, {"boards": 16}, "art. 78 §3"),
    "a team's forfeit": (Unplayed.FORFEIT, {"boards": 16}, "art. 8 §3b2"),
    "a pair's forfeit": (Unplayed.FORFEIT, {"pairs": True}, "art. 8 §3a2"),
    "a pair that left": (Unplayed.WITHDRAWAL, {"pairs": True}, "art. 4 §3a"),
    "a team that left": (Unplayed.WITHDRAWAL, {"boards": 16}, "art. 4 §4b"),
    "wrong seats, one stanza": (Unplayed.SEATING, {}, "art. 5 §2a1"),
    "wrong seats, several": (Unplayed.SEATING, {"stanzas": 2}, "art. 5 §2a2"),
    "wrong seats, knock-out": (Unplayed.SEATING, {"knockout": True}, "art. 5 §2b"),
    "missing scores": (
        Unplayed.MISSING_SCORES,
        {"matchpoints": Fraction(3), "scores": 9, "tables": 10},
        "art. 12 §1a",
    ),
    "margins": (Unplayed.MARGIN, {"boards": 16}, "art. 78 §2"),
}
OFFENCES = {
    "slow-play-teams": "art. 8 §2b",
    "board-taken-away": "art. 8 §2b",
    "slow-play-pairs": "art. 8 §2a",
    "late-pairs": "art. 8 §3a1",
    "late-pairs-again": "art. 8 §3a1",
    "late-teams-imps": "art. 8 §3b1",
    "late-teams-vp": "art. 8 §3b1",
    "wrong-hand-record": "art. 8 §4",
    "wrong-lead-record": "art. 8 §5",
    "wrong-seating": "art. 5 §2a2",
    "undisclosed-agreement-pairs": "appendix 1 §5",
    "undisclosed-agreement-teams": "appendix 1 §5",
    "psychic-local": "appendix 2 §2b",
    "fouled-board": "art. 87 §1",
    "fouled-in-duplication": "art. 87 §1",
    "dummy-saw-the-score": "art. 43",
}


def test_every_award_names_its_article():
    for name, (kind, facts, article) in ARTICLES.items():
        sources = unplayed_answer(FIGB, kind, UnplayedFacts(**facts)).sources
        assert sources[0] == f"FIGB Norme Integrative 2017, {article}", name


def test_every_offence_names_its_article():
    assert {row.code: row.source.article for row in FIGB.regulation.penalties} == OFFENCES


def test_an_offence_is_listed_once_with_its_amounts():
    (rows,) = penalties_by_offence(resolve(None, "EBU"))
    assert [(row.amount, row.unit) for row in rows] == [(25, "percent-of-top"), (6, "imp"), (1, "vp")]


@pytest.mark.parametrize("authority", ["WBF", "EBL", "ACBL"])
def test_an_authority_without_a_catalogue_says_so_first(authority):
    with pytest.raises(LawError, match=f"no catalogue of penalties of {authority}"):
        penalty_answer(resolve(None, authority), "late-pairs", OffenceFacts())
    assert refusal_for_lack(resolve(None, authority), "penalty") is not None
    assert refusal_for_lack(FIGB, "penalty") is None


def test_another_authority_learns_that_the_rule_is_not_its_own():
    """The forms are the same for all; a figure nobody stated is marked as such."""
    answer = time_answer(resolve(None, "WBF"), 16, MatchPlace.LATER, teams=True, screens=False)
    assert "time.nobody" in {reason.code for reason in answer.reasons}
    bye = unplayed_answer(resolve(None, "EBU"), Unplayed.BYE, UnplayedFacts(boards=16))
    assert "unplayed.nobody" in {reason.code for reason in bye.reasons}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_offence_has_words(language):
    voice = TextVoice(language)
    for authority in ("FIGB", "EBU"):
        for row in resolve(None, authority).regulation.penalties:
            assert f"offence.{row.code}" in voice.words
            assert f"per.{row.per.replace(' ', '-')}" in voice.words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_leave_the_same_places_open(language):
    english, other = sentences("en"), sentences(language)
    for key in english:
        if key.startswith(("penalty.", "time.", "unplayed.", "tie.", "event.tie")) and key in other:
            assert places_in(other[key]) == places_in(english[key]), key


def test_a_penalty_incident_is_shared_and_changes_no_score():
    case = case_of((ROOT / "cases/kinds/penalty.toml").read_bytes())
    ruling = rule(case)
    (incident,) = ruling.incidents
    due = {finding.code: finding for finding in incident.rectification.due}
    assert tuple(due)[:2] == ("penalty.exact", "penalty.sides")  # what it costs, then whom: before any reason
    assert due["penalty.exact"].arguments["amount"].arguments["amount"] == 1
    sides = due["penalty.sides"].arguments
    assert [sides[side].arguments["amount"] for side in ("ns", "ew")] == [Fraction(3, 10), Fraction(7, 10)]
    assert (ruling.adjusted.kind, ruling.adjusted.ns) == (AdjustedKind.NONE, None)
    assert ruling.warnings == ()


def test_a_penalty_beside_another_incident_leaves_that_ones_score():
    text = (ROOT / "cases/kinds/no-play.toml").read_text(encoding="utf-8").replace('"WBF"', '"FIGB"')
    penalty = '[[incident]]\nid = "late-pair"\nkind = "penalty"\noffence = "late-pairs"\nside = "EW"\nseconds = 420\n\n[[expected]]'
    ruling = rule(case_of(text.replace("[[expected]]", penalty).encode()))
    assert (ruling.adjusted.ns.decimal, ruling.adjusted.ew.decimal) == ("60", "40")
    price, whose = ruling.incidents[1].rectification.due[:2]
    assert price.arguments["amount"].arguments["amount"] == 20
    assert (whose.code, whose.arguments["side"]) == ("penalty.who", Side.EW)


def test_an_offence_in_no_catalogue_or_law_is_said_so():
    text = (ROOT / "cases/kinds/penalty.toml").read_text(encoding="utf-8")
    text = text.replace('"FIGB"', '"WBF"').replace("slow-play-teams", "wrong-lead-record")
    (warning,) = rule(case_of(text.encode())).warnings
    assert warning.code == "penalty.refused"
