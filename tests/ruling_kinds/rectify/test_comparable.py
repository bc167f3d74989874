"""Law 23A: meanings are laid over dealt hands to tell whether a call is comparable; a person may differ."""

import pytest

from analyser import laws
from analyser.bridge import Call, HandConstraint
from analyser.ruling.kinds.comparable import Likeness, likeness, overlap
from analyser.ruling.kinds.rectification import Step
from tests.ruling_kinds.bundled import due_in, found_in

LAW = laws.resolve(None, "WBF", "2017")

MEANINGS = [
    # 23A2: a part of what the withdrawn call showed
    (Likeness.SUBSET, "S5+ HCP11-20", "S6+ HCP12-16", None),
    (Likeness.SUBSET, "H5+ HCP11-20 | D5+ HCP11-20", "H5+ HCP11-20", None),
    # 23A1: similar, a little weaker
    (Likeness.SIMILAR, "S5+ HCP11-20", "S5+ HCP10-17", None),
    (Likeness.UNLIKE, "D4+ HCP11-20", "D7+ HCP4-10", None),
    # 23A3: both ask for the same, whatever else they show
    (Likeness.SAME_PURPOSE, "HCP8+ M4+", "HCP4+", True),
    # half of the hands only: nothing but a person can say
    (Likeness.OPEN, "S4+ HCP10-15", "S4+ HCP8-15", None),
]


@pytest.mark.parametrize("expected, first, second, purpose", MEANINGS)
def test_two_meanings_are_compared_on_dealt_hands(expected, first, second, purpose):
    shares = overlap(HandConstraint.parse(first), HandConstraint.parse(second), 7)
    assert likeness(shares, same_purpose=purpose, law=LAW) is expected


def test_without_meanings_a_purpose_alone_may_tell():
    assert likeness(None, same_purpose=True, law=LAW) is Likeness.SAME_PURPOSE
    assert likeness(None, same_purpose=False, law=LAW) is Likeness.OPEN


def told(**facts):
    result = found_in("irregular-call", "2017", replacement_shows=HandConstraint.parse("D6+ HCP6-9"), **facts)
    return due_in(result), [
        finding.code for finding in result.findings if finding.code.startswith("comparable")
    ]


WIDE = HandConstraint.parse("D5+ HCP6-12")


def test_the_measure_decides_where_no_person_did():
    due, codes = told(replacement=Call.parse("5D"), call_shows=WIDE, comparable=None)
    assert Step.FREE in due
    assert codes == ["comparable.measured", "comparable.subset"]


def test_a_director_s_finding_precedes_the_measure_with_both_shown():
    due, codes = told(replacement=Call.parse("5D"), call_shows=WIDE, comparable=False)
    assert Step.PARTNER_SILENT in due
    assert codes == ["comparable.measured", "comparable.subset", "comparable.found-not"]
