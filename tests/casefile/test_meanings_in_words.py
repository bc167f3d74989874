"""What a call shows may be stated in figures or in words; figures that are misspelt are never taken for words."""

import pytest

from analyser.bridge import HandConstraint
from analyser.casefile import Case, MeaningInWords, Misinformation, case_of, problems_of
from analyser.casefile.fields import parse_meaning
from analyser.errors import BridgeError

CASE = """schema = 1
id = "words"
[board]
dealer = "W"
hands = {{ S = "7.AKJ84.KQ5.Q973" }}
[table]
auction = "1S P 3S P 4S P P P"
{remark}
[[incident]]
id = "it"
kind = "misinformation"
by = "W"
at = "call 3"
{told}
"""
REMARK = '[[remark]]\nat = "call {call}"\nkind = "{kind}"\n{told}\n'

FIGURES = ["H5+ S0-3 HCP11-15", "bal HCP15-17", "S5+ | H5+", "bal", "SA HK", "M6+ HCP10-"]
WORDS = [
    "weak",
    "5+ spades, 8-11",
    "14-16",
    "both majors",
    "bal 15-17",
    "semi-forcing",
    "semi forcing",
    "a 5-card suit and 8 points",
    "ha 5 carte di picche",  # Italian "ha" is no ace of hearts
    "da, cupe și treflă",  # nor is Romanian "da" that of diamonds
    "sa nu aibă patru pici",
    "S and H",
    "4+!s inv",
    "Kickback",
    "hcp 11-15",
]
SLIPS = {
    "H5+ HPC11-15": "HPC11-15",
    "S5+ weak": "weak",
    "S5+ |": "S5+ |",
    "S5+ | hearts": "hearts",
    "bal HCP15-17 maybe": "maybe",
    "S5-3": "S5-3",
    " ": " ",
}


def case_with(told: str = "", remark: str = "") -> bytes:
    return CASE.format(told=told, remark=remark).encode()


def test_figures_are_read_as_figures_and_other_texts_as_words():
    for text in FIGURES:
        assert isinstance(parse_meaning(text), HandConstraint), text
    for text in WORDS:
        assert parse_meaning(text) == MeaningInWords(text), text


def test_misspelt_figures_are_a_problem_and_never_words():
    for text, found in SLIPS.items():
        with pytest.raises(BridgeError) as refused:
            parse_meaning(text)
        assert found in [problem.found for problem in refused.value.problems], text
        (problem, *_) = problems_of(case_with(f'given_shows = "{text}"'))
        assert (problem.where, bool(problem.why), bool(problem.remedy)) == (
            "incident 1 given_shows",
            True,
            True,
        )


def test_words_stand_wherever_a_meaning_is_stated():
    case = case_of(
        case_with(
            'given_shows = "weak, four trumps"\ncorrect_shows = "S4+ HCP10-12"',
            REMARK.format(call=1, kind="explanation", told='shows = "five cards, 11-15"'),
        )
    )
    (incident,) = case.incident
    assert isinstance(incident, Misinformation)
    assert incident.given_shows == MeaningInWords("weak, four trumps")
    assert isinstance(incident.correct_shows, HandConstraint)
    assert case.remark[0].shows == MeaningInWords("five cards, 11-15")


def test_free_texts_may_begin_as_they_like():
    """What was said at the table is quoted, not typed as a meaning: an imported note may read `H5+, 8-11`."""
    case = case_of(
        case_with('given = "S4+, 8-11 or so"', REMARK.format(call=1, kind="alert", told='text = "S5+"'))
    )
    assert isinstance(case, Case)


READ = {
    "a text given": ('given = "weak"', "", True),
    "a text agreed": ('correct = "weak"', "", True),
    "words as a meaning": ('given_shows = "weak"', "", True),
    "figures beside a text": ('given = "weak"\ngiven_shows = "S4+ HCP0-6"', "", False),
    "nothing said": ("", "", False),
    "a remark that explains": (
        "",
        REMARK.format(call=1, kind="explanation", told='text = "five cards"'),
        True,
    ),
    "a remark with figures": (
        "",
        REMARK.format(call=1, kind="explanation", told='text = "five cards"\nshows = "S5+"'),
        False,
    ),
    "a pause": ("", REMARK.format(call=1, kind="tempo", told='text = "slow"'), False),
    "a gesture": ("", REMARK.format(call=1, kind="gesture", told='text = "hesitated"'), False),
    "an alert without a text": ("", REMARK.format(call=1, kind="alert", told=""), False),
}


def test_only_words_that_explain_a_call_are_to_be_read():
    for name, (told, remark, read) in READ.items():
        assert case_of(case_with(told, remark)).has_words_to_read is read, name


def test_a_case_of_another_kind_has_no_words_to_read():
    text = case_with(remark=REMARK.format(call=1, kind="explanation", told='text = "five cards"')).decode()
    penalty = '[[incident]]\nid = "p"\nkind = "penalty"\noffence = "late"\n'
    other = text.partition("[[incident]]")[0] + penalty
    assert not case_of(other.encode()).has_words_to_read
