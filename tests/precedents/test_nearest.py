"""Which past cases lie near, what is told of them, and how much better than by kind alone they are found."""

import string
from dataclasses import replace

import pytest

from analyser.casefile import case_of
from analyser.messages import sentences
from analyser.precedents import (
    WEIGHTS,
    PastRuling,
    Sketch,
    differences,
    distance,
    index_text,
    leave_one_out,
    load_base,
    nearest,
    sketch_of_row,
    sketches_in,
    sketches_of,
)
from analyser.report.facts import is_from_record
from tests.support.every import each_row

STOOD = PastRuling("director", "result-stands")

SLOW_DOUBLE = Sketch(
    id="ours",
    incident="ui",
    kind="unauthorised-information",
    edition="2007",
    form="imps",
    information="tempo",
    given="X",
    action="5H",
    standing_bid="4S",
    hand="KQ742.AQ86..K953",
    vulnerable=(True, False),
    contested=True,
    round=3,
)
SAME = replace(SLOW_DOUBLE, id="same", rulings=(STOOD,))
CLAIM = Sketch(
    id="claim",
    incident="claim",
    kind="claim",
    edition="2007",
    claim={"left": 6, "trumps": True, "spoke": False, "conceded": False},
)


@each_row("name", list(differences(SAME, CLAIM)))
def test_every_difference_lies_between_none_and_whole(name: str) -> None:
    measured = differences(SAME, CLAIM)
    assert 0 <= measured[name] <= 1


def test_every_weight_is_used_once() -> None:
    assert set(differences(SAME, CLAIM)) == set(WEIGHTS)


@each_row(
    "name, different",
    [
        ("kind", replace(SAME, kind="misinformation")),
        ("information", replace(SAME, information="explanation")),
        ("edition", replace(SAME, edition="1997")),
        ("given", replace(SAME, given="P")),
        ("action", replace(SAME, action="X")),
        ("level", replace(SAME, action="3H")),
        ("standing", replace(SAME, standing_bid="2S")),
        ("shape", replace(SAME, hand="KQJ7432.AQJ864..")),
        ("points", replace(SAME, hand="87542.9865.7.T53")),
        ("contested", replace(SAME, contested=False)),
        ("round", replace(SAME, round=1)),
        ("vulnerable", replace(SAME, vulnerable=(False, True))),
        ("form", replace(SAME, form="matchpoints")),
        ("told", replace(SAME, rulings=())),
    ],
)
def test_one_different_fact_is_the_only_reported_difference(name: str, different: Sketch) -> None:
    plain = differences(SLOW_DOUBLE, SAME)
    changed = differences(SLOW_DOUBLE, different)
    assert changed[name] > plain[name]
    assert distance(SLOW_DOUBLE, different) > distance(SLOW_DOUBLE, SAME)


def test_1997_is_farther_from_2007_than_2017_is_from_2007() -> None:
    """16B1b and 12C1c, the alternative defined and the score weighted, came in 2007 and stayed."""
    assert distance(SLOW_DOUBLE, replace(SAME, edition="2017")) < distance(
        SLOW_DOUBLE, replace(SAME, edition="1997")
    )


def test_what_neither_tells_counts_half() -> None:
    unknown = differences(SLOW_DOUBLE, replace(SAME, hand=None))
    assert {unknown[name] for name in ("shape", "points", "controls")} == {0.5}


def test_a_case_is_not_its_own_precedent_nearest_comes_first() -> None:
    base = (CLAIM, SAME, SLOW_DOUBLE, replace(SAME, id="farther", edition="1997"))
    precedents = nearest(SLOW_DOUBLE, base, 5)
    assert [sketch.id for sketch, _ in precedents] == ["same", "farther", "claim"]
    assert [past.distance for _, past in precedents] == sorted(past.distance for _, past in precedents)


def test_equal_distances_are_told_in_the_order_of_names() -> None:
    twins = (replace(SAME, id="b"), replace(SAME, id="a"))
    assert [sketch.id for sketch, _ in nearest(SLOW_DOUBLE, twins, 2)] == ["a", "b"]


@pytest.mark.parametrize(
    ("code", "ruling"),
    [
        ("precedents.stood", STOOD),
        ("precedents.scored", PastRuling("committee", "assigned", ("4SX= by E",))),
        (
            "precedents.sides",
            PastRuling("director", "weighted", ("30% 6D-1 by W", "70% 6D= by W"), ("6D= by W",)),
        ),
        ("precedents.tricks", PastRuling("director", "tricks", ("9",))),
        ("precedents.changed", PastRuling("committee", "assigned")),
    ],
    ids=str,
)
def test_what_was_ruled_is_told_by_its_form(code: str, ruling: PastRuling) -> None:
    ((_, precedent),) = nearest(SLOW_DOUBLE, [replace(SAME, rulings=(ruling,))], 1)
    assert precedent.ruled[0].code == code


def test_an_unruled_case_and_a_record_are_marked_as_such() -> None:
    ((_, precedent),) = nearest(SLOW_DOUBLE, [replace(SAME, rulings=(), record=True)], 1)
    assert [finding.code for finding in precedent.ruled] == ["precedents.no-ruling", "precedents.record"]


def test_likeness_and_differences_are_facts_both_cases_state() -> None:
    different = replace(SAME, edition="1997", form=None, hand="K8743.AQ95..KT96")
    ((_, precedent),) = nearest(SLOW_DOUBLE, [different], 1)
    assert {"precedents.same-kind", "precedents.same-information", "precedents.shape"} <= {
        finding.code for finding in precedent.near
    }
    assert {finding.code for finding in precedent.differs} == {"precedents.other-edition"}
    assert not [
        finding for finding in (*precedent.near, *precedent.differs) if finding.code.endswith("-form")
    ]


def test_every_finding_has_its_sentence_with_the_arguments_it_needs() -> None:
    words = sentences("en")
    findings = {
        finding.code: finding
        for ours in load_base()
        for _, past in nearest(ours, load_base(), 3)
        for finding in (*past.ruled, *past.near, *past.differs)
    }
    assert findings
    for code, finding in findings.items():
        wanted = {name for _, name, _, _ in string.Formatter().parse(words[code]) if name}
        assert wanted <= set(finding.arguments), code


def test_the_base_reads_back_as_it_was_written() -> None:
    assert {sketch.id for sketch in sketches_in(index_text((), ()))} == set()
    assert all(Sketch.from_json(sketch.as_json()) == sketch for sketch in load_base())


CASE = """
schema = 1
id = "slow-double"
[event]
edition = "2017"
[board]
dealer = "N"
vulnerable = "NS"
deal = "N:K9832.KT863..AJ6 AJ.9.AQ975432.T5 Q75.AQ52.JT.KQ87 T64.J74.K86.9432"
[table]
auction = "1S 2D X XX 2H 5D X P 5H P 6H P P P"
[[remark]]
at = "call 7"
kind = "tempo"
by = "S"
[[incident]]
id = "ui"
kind = "unauthorised-information"
source = "S"
at = "call 7"
offender = "N"
action = "call 9"
[[expected]]
strength = "recorded"
infraction = true
clauses = ["2017:16B"]
"""


def test_a_case_is_described_from_the_deciding_players_view() -> None:
    (sketch,) = sketches_of(case_of(CASE.encode()))
    facts = (
        sketch.hand,
        sketch.information,
        sketch.given,
        sketch.action,
        sketch.standing_bid,
        sketch.vulnerable,
    )
    assert facts == ("K9832.KT863..AJ6", "tempo", "X", "5H", "5D", (True, False))
    assert (sketch.points, sketch.controls, sketch.shape, sketch.round) == (11, 4, (5, 5, 3, 0), 3)


def test_what_a_case_expects_does_not_choose_its_precedents() -> None:
    (asked,) = sketches_of(case_of(CASE.encode()), judged=False)
    assert (asked.clauses, asked.infraction) == ((), None)


def test_a_misinformed_players_hand_is_the_one_compared() -> None:
    text = CASE.replace('kind = "unauthorised-information"', 'kind = "misinformation"').replace(
        'source = "S"\nat = "call 7"\noffender = "N"\naction = "call 9"',
        'by = "W"\nat = "call 4"\ndecisions = ["call 5"]',
    )
    (sketch,) = sketches_of(case_of(text.encode()))
    assert (sketch.hand, sketch.action, sketch.information) == ("K9832.KT863..AJ6", "2H", "explanation")


def test_a_row_without_hands_tells_the_little_it_has() -> None:
    sketch = sketch_of_row(
        {
            "id": "x",
            "incident": [
                {"id": "ui", "kind": "unauthorised-information", "tempo": True, "action": "6D", "after": "5D"}
            ],
            "ruling": [
                {"body": "director", "kind": "assigned", "ns": [{"result": "5D+2 by E", "weight": "100%"}]}
            ],
        }
    )
    assert (sketch.information, sketch.given, sketch.action, sketch.hand) == ("tempo", "5D", "6D", None)
    assert sketch.rulings == (PastRuling("director", "assigned", ("5D+2 by E",)),)


@pytest.mark.parametrize("records", [True, False], ids=["all", "published only"])
@pytest.mark.parametrize("same_event", [True, False], ids=["any event", "another event"])
def test_nearest_three_share_the_clause_more_than_by_kind_alone(records: bool, same_event: bool) -> None:
    """By a margin wider than chance: more than two standard errors of the kind-only share."""
    validation = leave_one_out(load_base(), records=records, same_event=same_event)
    assert validation.asked >= 70
    error = (validation.expected_share * (1 - validation.expected_share) / validation.asked) ** 0.5
    assert validation.share > validation.expected_share + 2 * error
    assert validation.found > validation.in_order


def test_a_record_ranks_below_published_cases_of_its_kind() -> None:
    published = replace(
        SLOW_DOUBLE, id="published", edition="1997", form="matchpoints", action="P", rulings=(STOOD,)
    )
    record = replace(SAME, id="record", record=True)
    assert distance(SLOW_DOUBLE, record) < distance(SLOW_DOUBLE, published)
    ranked = nearest(SLOW_DOUBLE, (CLAIM, record, published))
    assert [theirs.id for theirs, _ in ranked] == ["published", "record", "claim"]
    assert [is_from_record(past) for _, past in ranked] == [False, True, False]
