"""Systems by their agreements: FIGB Norme Integrative 2017, appendix 1; psychic calls: appendix 2."""

import pytest

from analyser.errors import AnalyserError
from analyser.laws import resolve
from analyser.messages import LANGUAGES
from analyser.report.page_voice import TextVoice
from analyser.ruling.procedure.systems import (
    PsychicCall,
    features_of,
    psychic_answer,
    read_sheet,
    system_answer,
)
from tests.support.every import each_row

FIGB = resolve(None, "FIGB")


def opening(call, shows, *more):
    return {"opening": [{"call": call, "shows": shows}, *more]}


def overcall(over, call, shows, **more):
    return {"overcall": [{"over": over, "call": call, "shows": shows, **more}]}


STRONG_CLUB = {"call": "1C", "shows": "HCP16+"}
FEATURES = {
    "five-card majors": (opening("1S", "S5+ HCP11-21"), []),
    "a short club": (opening("1C", "C2+ HCP11-21"), []),
    "a pass of opening values": ({"pass": "HCP12-15 | HCP0-6"}, ["strong-pass"]),
    "an opening weaker than the pass": (
        {"pass": "HCP10-12", **opening("1H", "H4+ HCP8-9")},
        ["weaker-than-pass"],
    ),
    "a king below average": (opening("1S", "S5+ HCP7-11"), ["king-below-average"]),
    "eight points are no king below": (opening("1S", "S5+ HCP8-11"), []),
    "length or shortage": (opening("1H", "H5+ HCP10+ | H0-1 HCP10+"), ["length-or-shortage"]),
    "one suit or another": (opening("1H", "H4+ HCP11+ | S4+ HCP11+"), ["one-suit-or-another"]),
    "a minor of a strong club": (opening("1D", "D4+ HCP11-15 | C5+ HCP11-15", STRONG_CLUB), []),
    "the same without a strong club": (
        opening("1D", "D4+ HCP11-15 | C5+ HCP11-15"),
        ["one-suit-or-another"],
    ),
    "multi": (opening("2D", "H6 HCP6-10 | S6 HCP6-10 | bal HCP22-24"), []),
    "multi with a balanced twelve": (
        opening("2D", "H6 HCP6-10 | S6 HCP6-10 | bal HCP12-14"),
        ["weak-opening-no-suit"],
    ),
    "points that are not stated are not taken for none": (opening("1S", "S5+"), []),
    "a takeout double is no overcall": (overcall("1H", "X", "HCP12+"), []),
    "a weak overcall of five and three": (overcall("1H", "2S", "S5+ C3+ HCP5-9"), ["weak-two-suiter"]),
    "multi in hearts": (opening("2H", "S6 HCP6-10 | D6 HCP6-10"), ["weak-opening-no-suit"]),
    "weak in a known suit": (opening("2S", "S6 HCP6-10"), []),
    "weak or strong, the strong one of thirteen": (opening("2H", "H6 HCP6-10 | bal HCP13+"), []),
    "weak or not quite strong": (opening("2H", "H6 HCP6-10 | bal HCP12-14"), ["weak-opening-no-suit"]),
    "three suits from ten points": (opening("2D", "S4 H4 C4 D1 HCP10-16"), []),
    "a gambling 3NT": (opening("3S", "m7+ HCP10-15"), []),
    "a weak two-suiter of five and three": (opening("2S", "S5+ C3+ HCP5-9"), ["weak-two-suiter"]),
    "a weak two-suiter of five and four": (opening("2S", "S5+ C4+ HCP5-9"), []),
    "an overcall in no suit": (overcall("1S", "2C", "H5+ HCP8+ | D5+ HCP8+"), ["overcall-no-suit"]),
    "an overcall in a known suit": (overcall("1S", "2D", "H5+ HCP8+"), []),
    "a natural notrump overcall": (overcall("1H", "1NT", "bal HCP15-18"), []),
    "a strong cue-bid": (overcall("1H", "2H", "HCP16+"), []),
    "a jump cue-bid that asks for a stopper": (overcall("1H", "3H", "m6+ HCP11+", asks_stopper=True), []),
    "Michaels over a major: spades and a minor": (
        overcall("1H", "2H", "S5+ C5+ HCP8+ | S5+ D5+ HCP8+"),
        [],
    ),
    "a defence to notrump": (overcall("1NT", "2C", "H5+ HCP8+ | S5+ HCP8+"), []),
    "psychic calls protected": ({"protects_psychics": True}, ["protected-psychic"]),
    "encrypted signals": ({"encrypts_signals": True}, ["encrypted-signals"]),
    "anything from zero": (opening("1H", "HCP0-7"), ["king-below-average", "random-opening"]),
}


@each_row("tree, codes", FEATURES.values(), ids=FEATURES)
def test_an_agreement_belongs_to_its_class(tree, codes):
    assert [feature.row.code for feature in features_of(read_sheet(tree), FIGB)] == codes


NATURAL = opening("1S", "S5+ HCP11-21")
BROWN = opening("2H", "S6 HCP6-10 | D6 HCP6-10")
HUM = opening("1S", "S5+ HCP5-9")
ENCRYPTED = {"encrypts_signals": True}
PERMITTED = {
    "natural anywhere": (NATURAL, "3", True, "yes"),
    "highly artificial in category 1": (HUM, "1", False, "no"),
    "highly artificial in category 2": (HUM, "2", False, "no"),
    "highly artificial in category 3": (HUM, "3", False, "no"),
    "highly artificial in a club": (HUM, "4", False, "club"),
    "brown sticker in category 1": (BROWN, "1", False, "notice"),
    "brown sticker in category 2, teams": (BROWN, "2", False, "federation"),
    "brown sticker in category 2, pairs": (BROWN, "2", True, "no"),
    "brown sticker in category 3": (BROWN, "3", False, "no"),
    "encrypted signals in a club": (ENCRYPTED, "4", False, "no"),
}


@each_row("tree, category, pairs, allowed", PERMITTED.values(), ids=PERMITTED)
def test_an_event_permits_it_or_not(tree, category, pairs, allowed):
    answer = system_answer(FIGB, read_sheet(tree), category, pairs=pairs)
    assert answer.figures["allowed"] == allowed


COLOURS = {
    "natural": (NATURAL, "green"),
    "a short club that is not forcing": (opening("1C", "C2+ HCP11-21"), "green"),
    "a strong club": ({"opening": [STRONG_CLUB]}, "blue"),
    "one club of three kinds": (opening("1C", "C5+ HCP11+ | bal HCP12-14 | HCP18+"), "red"),
    "highly artificial": (HUM, "yellow"),
    "a club that shows hearts": (opening("1C", "H4+ HCP11+"), "red"),
    "a weak two-suiter without hearts": (opening("2H", "S5+ C5+ HCP5-9 | S5+ D5+ HCP5-9"), "red"),
    "two hearts that show the minors": (opening("2H", "C5+ D5+ HCP5-9"), "red"),
    "two hearts of several strong kinds": (opening("2H", "S5+ C5+ HCP11+ | bal HCP22+"), "red"),
    "a brown sticker opening": (BROWN, "red"),
    "a weak two-suiter of five and three": (opening("2S", "S5+ C3+ HCP5-9"), "red"),
    "an overcall in no suit": (overcall("1S", "2C", "H5+ HCP8+ | D5+ HCP8+"), "red"),
    "the multi of the booklet": (opening("2D", "H6 HCP6-10 | S6 HCP6-10 | bal HCP22-24"), "green"),
    "a strong artificial two clubs": (opening("2C", "HCP20+"), "green"),
    "a natural weak two": (opening("2H", "H6 HCP6-10"), "green"),
    "blue stays blue": ({"opening": [STRONG_CLUB, {"call": "2H", "shows": "C5+ D5+ HCP5-9"}]}, "blue"),
}


@each_row("tree, colour", COLOURS.values(), ids=COLOURS)
def test_a_system_has_its_colour(tree, colour):
    assert system_answer(FIGB, read_sheet(tree), "1", pairs=False).figures["colour"] == colour


def test_unstated_points_are_named():
    answer = system_answer(FIGB, read_sheet(opening("1S", "S5+")), "3", pairs=False)
    assert [reason.code for reason in answer.reasons] == ["system.points-unstated"]


def test_light_openings_are_told_before_play():
    tree = {**opening("1S", "S5+ HCP8-15"), "before_play": ["short-long"]}
    answer = system_answer(FIGB, read_sheet(tree), "1", pairs=False)
    assert answer.figures["before_play"] == ["short-long", "light-one-level-openings"]


PSYCHICS = {
    "any in a local event": (PsychicCall("club"), "no", "psychic-local"),
    "an artificial opening in pairs": (PsychicCall("national", True, True, True), "no", None),
    "a natural opening in pairs": (PsychicCall("national", True, True), "yes", None),
    "an artificial opening in teams": (PsychicCall("national", False, True, True), "yes", None),
    "one that partner expects": (PsychicCall("national", expected=True), "disclosed", None),
    "one the system protects": (PsychicCall("national", protected=True), "brown", None),
}


@pytest.mark.parametrize(("asked", "allowed", "penalty"), PSYCHICS.values(), ids=PSYCHICS)
def test_a_psychic_call_by_event_and_call(asked, allowed, penalty):
    figures = psychic_answer(FIGB, asked).figures
    assert (figures["allowed"], figures["penalty"]) == (allowed, penalty)


def test_a_sheet_tells_all_its_problems_at_once():
    tree = {"opening": [{"call": "8C", "shows": "S5+"}, {"call": "1S", "shows": "Q9"}], "colour": "red"}
    with pytest.raises(AnalyserError) as refused:
        read_sheet(tree)
    assert len(refused.value.problems) == 3


def test_a_misspelt_call_key_and_non_boolean_values_are_reported():
    tree = {"protects_psychics": "no"} | overcall("1H", "3H", "m6+ HCP11+", asks_stoper=True)
    with pytest.raises(AnalyserError) as refused:
        read_sheet(tree)
    assert [(problem.where, problem.found) for problem in refused.value.problems] == [
        ("system overcall 1 asks_stoper", "asks_stoper"),
        ("system protects_psychics", "no"),
    ]


def test_an_authority_without_classes_says_so():
    with pytest.raises(AnalyserError, match="no regulation of systems"):
        features_of(read_sheet(NATURAL), resolve(None, "EBU"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_class_has_words(language):
    words = TextVoice(language).words
    rows = FIGB.regulation.rows
    assert {f"system.feature.{row.code}" for row in rows("feature")} <= words.keys()
    assert {f"psychic.{row.code}" for row in rows("psychic")} <= words.keys()
