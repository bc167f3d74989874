"""General rule first, labelled exceptions after it; two that disagree are refused."""

import pytest

from analyser.errors import ConflictingRules
from analyser.ruling.kinds.rectification import Rule, always, decide

GENERAL = Rule("27B2", always, "barred")
ACCEPTED = Rule("27A", lambda facts: facts.get("accepted"), "stands", ("accepted",))
SAME = Rule("27B1a", lambda facts: facts.get("same", False), "free", ("replacement",))
MEANING = Rule("27B1b", lambda facts: facts.get("meaning", False), "free", ("comparable",))
EXCEPTIONS = (ACCEPTED, SAME, MEANING)


def test_without_an_exception_the_general_rule_answers():
    applied = decide({"accepted": False}, GENERAL, EXCEPTIONS)
    assert (applied.answer, applied.by) == ("barred", ("27B2",))


def test_an_exception_that_applies_is_named():
    applied = decide({"accepted": True}, GENERAL, EXCEPTIONS)
    assert (applied.answer, applied.by) == ("stands", ("27A",))


def test_two_exceptions_that_agree_are_both_named():
    assert decide({"accepted": False, "same": True, "meaning": True}, GENERAL, EXCEPTIONS).by == (
        "27B1a",
        "27B1b",
    )


def test_two_that_disagree_are_refused_naming_both():
    with pytest.raises(ConflictingRules, match="27A and 27B1a both apply and disagree"):
        decide({"accepted": True, "same": True}, GENERAL, EXCEPTIONS)


def test_what_is_unknown_stays_open_with_its_needed_facts():
    applied = decide({}, GENERAL, EXCEPTIONS)
    assert (applied.answer, applied.open, applied.missing) == ("barred", ("27A",), ("accepted",))
