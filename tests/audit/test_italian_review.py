"""A review in Italy: time limits, who is reviewed, what may be looked at again (FIGB Norme Integrative 2017, art. 93)."""

import pytest

from analyser.audit import formal_of
from analyser.casefile import case_of
from analyser.laws import resolve
from tests.support import ROOT

TEXT = (ROOT / "cases/reported/figb-review-by-one-partner.toml").read_text(encoding="utf-8")
HEAD = TEXT.split("[[ruling]]", maxsplit=1)[0]
DONE = "facts = true, both_sides_heard = true, consulted = 2, polled = 5, laws_read = true"


def formal(appeal, process="", authority="FIGB"):
    """The code of each formal point of a review."""
    ruling = (
        f'[[ruling]]\nbody = "director"\nkind = "result-stands"\ngiven = 2019-06-20T22:00:00\n{process}\n'
    )
    case = case_of(f"{HEAD}\n{ruling}\n[appeal]\n{appeal}\n".encode())
    return {item.item: item.state for item in formal_of(case, resolve(case.event.date, authority))}


CLOCKS = {
    "thirty minutes after the score": ("score_posted = 2019-06-20T22:30:00\nlodged = 2019-06-20T23:00:00", "formal.met-after"),
    "thirty-one": ("score_posted = 2019-06-20T22:30:00\nlodged = 2019-06-20T23:01:00", "formal.too-late-after"),
    "an evident ground: fifteen after the decision": (
        "evident = true\nscore_posted = 2019-06-20T22:30:00\nlodged = 2019-06-20T22:15:00", "formal.met-after",
    ),
    "an evident ground: sixteen": (
        "evident = true\nscore_posted = 2019-06-20T22:30:00\nlodged = 2019-06-20T22:16:00", "formal.too-late-after",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("appeal", "state"), CLOCKS.values(), ids=CLOCKS)
def test_a_review_is_asked_for_in_time(appeal, state):
    assert formal(appeal)["in time"].code == state


RECOURSES = {
    "24 hours": ("2019-06-22T01:00:00", "formal.met-hours"),
    "25 hours: the text contradicts itself": ("2019-06-22T02:00:00", "formal.conflict-hours"),
    "48 hours": ("2019-06-23T01:00:00", "formal.conflict-hours"),
    "49 hours": ("2019-06-23T02:00:00", "formal.too-late-hours"),
}


@pytest.mark.parametrize(("recourse", "state"), RECOURSES.values(), ids=RECOURSES)
def test_recourse_has_two_limits(recourse, state):
    appeal = f"event_ended = 2019-06-21T01:00:00\nrecourse = {recourse}"
    assert formal(appeal)["recourse"].code == state


@pytest.mark.parametrize(
    ("notice", "state"), [("01:30:00", "formal.met-after"), ("01:31:00", "formal.too-late-after")]
)
def test_recourse_is_announced_within_half_an_hour_of_the_end(notice, state):
    appeal = f"event_ended = 2019-06-21T01:00:00\nnotice = 2019-06-21T{notice}"
    assert formal(appeal)["notice"].code == state


PROCESSES = {
    "every step taken": (DONE, "formal.may-not-reopen", ()),
    "nobody polled": (DONE.replace("polled = 5", "polled = 0"), "formal.may-reopen", ("process.polled",)),
    "the laws not read": (DONE.replace("laws_read = true", "laws_read = false"), "formal.may-reopen", ("process.laws_read",)),
    "polling not recorded": (DONE.replace(", polled = 5", ""), "formal.reopen-open", ("process.polled",)),
}  # fmt: skip


@pytest.mark.parametrize(("process", "state", "steps"), PROCESSES.values(), ids=PROCESSES)
def test_a_score_is_reviewed_only_if_a_step_was_omitted(process, state, steps):
    score = formal('by = "NS"', f"process = {{ {process} }}")["score"]
    assert score.code == state
    assert tuple(step.code for step in score.arguments.get("missing", ())) == steps


def test_the_ruling_of_a_single_director_is_not_reviewed():
    assert formal("directors = 1")["reviewable"].code == "formal.single-director"
    assert "reviewable" not in formal("directors = 2")


ERRORS = {
    "law": "formal.technical-error",
    "fact": "formal.technical-error",
    "discipline": "formal.technical-error",
    "none": "formal.precedent-only",
}


@pytest.mark.parametrize(("error", "state"), ERRORS.items())
def test_recourse_changes_the_result_only_for_a_technical_error(error, state):
    assert formal(f'technical_error = "{error}"')["result"].code == state


def test_the_review_may_not_touch_discipline():
    states = formal('by = "NS"')
    assert (states["law"].code, states["discipline"].code) == (
        "formal.may-change",
        "formal.may-only-recommend",
    )


def test_elsewhere_nothing_of_this_is_asked():
    assert (
        not {"recourse", "notice", "result", "reviewable", "score"}
        & formal("directors = 1", authority="EBU").keys()
    )
