"""What the lexicon reads in the words of the bundled cases does not contradict what the cases state in figures."""

from collections.abc import Iterator
from functools import cache

import numpy as np

from analyser.bridge import HandConstraint, Seat
from analyser.casefile import Case, Misinformation, case_of
from analyser.estimates.deal_sampler import deal_hidden
from analyser.estimates.hand_arrays import Shown, ShownWeights
from analyser.ruling.explanations import Explanation, explanations_of
from tests.support import ROOT

FOLDERS = ("past", "kinds", "laws", "reported")
SHARE, HANDS = 0.8, 400
OF_THEMSELVES: dict[tuple[str, str], str] = {
    (
        "ebl-1999-ladies-01",
        "8-11 points, 5332 hands too",
    ): "a shape that may be held as well is read as the shape",
    ("limit-raise-told-weak", "weak, four trumps"): "a weak raise is read as 2 to 8 points with exactly four",
    ("raise-forgotten", "weak, four trumps"): "as above",
    (
        "misinformation",
        "asks for a major and promises nothing",
    ): "what is promised of a major is read, nothing is not",
    ("nswba-2008-2", "game forcing"): "a jump that forces to game: the words name no suit, the director did",
    (
        "sbf-lk340",
        "no agreement; taken as a takeout double",
    ): "the call was 2NT, for which a takeout double is no custom",
    ("usbf-2012-1", "a good diamond raise"): "good is read as 8 to 12 points, stated as ten or more",
    (
        "wbf-1998-lille-15",
        "both majors against a strong notrump, natural against a weak one",
    ): "the notrump it depends on is read as the caller's",
    (
        "wbf-1998-lille-26",
        "the same, with spades in the balanced hand",
    ): "what it is the same as stands elsewhere",
}
"""Readings that differ from the stated meaning, by case and text, each with the reason."""


@cache
def hands_of(meaning: HandConstraint) -> np.ndarray:
    dealt = deal_hidden({}, {Seat.N: [Shown(meaning)]}, HANDS, np.random.default_rng(1))
    return dealt.hands[:, Seat.N]


def share_inside(hands: HandConstraint, meaning: HandConstraint) -> float:
    """Of the hands one meaning allows, the share the other allows too."""
    return float(ShownWeights.from_shown([Shown(meaning)]).weight(hands_of(hands)).mean())


def agree(one: HandConstraint, other: HandConstraint) -> bool:
    """Whether one of the two is, but for one hand in five, a closer description of the other."""
    return max(share_inside(one, other), share_inside(other, one)) >= SHARE


def without_figures(case: Case) -> Case:
    """The case with the words alone."""
    plain = {"given_shows": None, "correct_shows": None}
    return case.changed(
        incident=tuple(
            entry.model_copy(update=plain) if isinstance(entry, Misinformation) else entry
            for entry in case.incident
        ),
        remark=tuple(entry.model_copy(update={"shows": None}) for entry in case.remark),
    )


def stated_and_read() -> Iterator[tuple[str, Explanation, Explanation]]:
    """Every explanation that a case states both in words and in figures: as stated, and as its words are read."""
    for folder in FOLDERS:
        for path in sorted((ROOT / "cases" / folder).glob("*.toml")):
            if "shows" not in path.read_text("utf-8"):
                continue
            case = case_of(path.read_bytes())
            words = without_figures(case)
            for incident, plain in zip(case.incident, words.incident, strict=True):
                read = {entry.key: entry for entry in explanations_of(words, plain)}
                for entry in explanations_of(case, incident):
                    if entry.stated is not None and entry.key in read:
                        yield path.stem, entry, read[entry.key]


def test_words_are_read_as_the_figures_beside_them():
    contradicted, compared = {}, 0
    for name, stated, read in stated_and_read():
        compared += 1
        assert stated.shows is not None
        if read.shows is not None and not agree(stated.shows, read.shows):
            contradicted[name, read.text] = (str(stated.shows), str(read.shows))
    assert compared >= 40
    assert set(contradicted) <= set(OF_THEMSELVES), contradicted


def test_most_words_of_past_cases_are_understood():
    texts = [read for _, _, read in stated_and_read()]
    assert sum(entry.understood is not None for entry in texts) / len(texts) >= 0.9


def test_a_contradiction_would_be_seen():
    assert not agree(HandConstraint.parse("S5+ HCP11+"), HandConstraint.parse("S0-2"))
    assert agree(HandConstraint.parse("S5+ HCP11-15"), HandConstraint.parse("S5+"))
