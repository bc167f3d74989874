"""What a past ruling says of the action that was not taken, and with what weight."""

from typing import Any

import pytest

from analyser.casefile import Case, case_of
from analyser.casefile.tree import toml_text
from tests.bench.lab.past_labels import LabelSource, infractions_of, label_table, labels_of, stood_because


def case(name: str, ruling: dict[str, Any] | None, **expected: object) -> Case:
    """West thought before passing 2H, East bid on: the pass is the action not taken."""
    tree: dict[str, Any] = {
        "schema": 1,
        "id": name,
        "source": {"kind": "record" if name.startswith("record") else "casebook", "name": "x", "where": "y"},
        "event": {"name": "An open teams, round 1", "edition": "2007"},
        "board": {
            "dealer": "E",
            "vulnerable": "none",
            "deal": "N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874",
        },
        "table": {"auction": "P P 1D 1H P 2H P P 3D P P P"},
        "incident": [
            {
                "id": "ui",
                "kind": "unauthorised-information",
                "source": "W",
                "at": "call 7",
                "offender": "E",
                "action": "call 9",
            }
        ],
    }
    if ruling is not None:
        tree["ruling"] = [{"body": "director", **ruling}]
        tree["expected"] = [{"strength": "recorded", **expected}]
    return case_of(toml_text(tree).encode())


STANDS = {"kind": "result-stands"}
BACK_TO_2H = {"kind": "assigned", "ns": [{"result": "2H= by N", "weight": "100%"}]}
TO_GAME = {"kind": "assigned", "ns": [{"result": "4H= by N", "weight": "100%"}]}


@pytest.mark.parametrize(
    ("how", "held", "weight", "one"),
    [
        (LabelSource.SAID, True, 1.0, case("said", BACK_TO_2H, alternatives=["P"])),
        (LabelSource.SAID, False, 1.0, case("denied", STANDS, not_alternatives=["P"])),
        (LabelSource.ADJUSTED, True, 0.9, case("back", BACK_TO_2H, infraction=True)),
        (LabelSource.ADJUSTED, True, 0.7, case("record-back", BACK_TO_2H, infraction=True)),
        (LabelSource.UNKNOWN, None, 0.0, case("game", TO_GAME, infraction=True)),
        (LabelSource.UNKNOWN, None, 0.0, case("reasoned", STANDS, infraction=False)),
        (LabelSource.UNKNOWN, None, 0.0, case("open", None)),
    ],
    ids=lambda value: value.id if isinstance(value, Case) else str(value),
)
def test_a_label_says_from_what_it_is_known(
    how: LabelSource, held: bool | None, weight: float, one: Case
) -> None:
    (label,) = labels_of([one])
    assert (label.how, label.held, label.weight) == (how, held, weight)


def test_a_silent_ruling_weighs_by_the_reasons_others_gave() -> None:
    """One of three told reasons was the alternative: (1 + 1) / (3 + 2); a record gets half."""
    told = [case("denied", STANDS, not_alternatives=["P"])]
    told += [case(f"reasoned-{number}", STANDS, infraction=False) for number in (1, 2)]
    silent = [case("silent", STANDS), case("record-silent", STANDS)]
    assert stood_because(told) == (1, 2)
    weights = {
        label.case: label.weight for label in labels_of(told + silent) if label.how is LabelSource.STOOD
    }
    assert weights == pytest.approx({"silent": 2 / 5, "record-silent": 1 / 5})


def test_the_table_counts_by_edition_and_body() -> None:
    labels = labels_of(
        [case("back", BACK_TO_2H), case("said", BACK_TO_2H, alternatives=["P"]), case("open", None)]
    )
    assert label_table(labels) == (("2007", "director", 1, 1, 0, 0, 0), ("2007", "none", 0, 0, 0, 0, 1))


def test_finding_an_infraction_and_keeping_the_score_are_separate_labels() -> None:
    infraction_labels = infractions_of(
        [case("silent", STANDS), case("back", BACK_TO_2H, infraction=True), case("open", None)]
    )
    assert [(label.infraction, label.stood) for label in infraction_labels] == [(None, True), (True, False)]
    assert {label.event for label in infraction_labels} == {"An open teams"}
