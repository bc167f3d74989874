"""Rows of past rulings become cases: what the columns say of unauthorised information, and nothing else."""

import json
import re
from pathlib import Path

import pytest

from analyser.casefile import Case, case_of
from analyser.errors import CaseError
from analyser.scoring import score_ns
from analyser.training.past_rulings_data import (
    case_of_row,
    cases_in,
    cases_of_rows,
    read_rulings,
    results_in,
    with_spot_cards,
)
from tests.support import ROOT, SHARED, needs_shared

RULINGS = SHARED / "data" / "cases"
PAST = ROOT / "cases" / "past"

AUCTION = {
    "dealer": "E",
    "vul": "EW",
    "auction": ["P", "P", "1C", "1H", "1S", "4H", "X", "P", "4S", "P", "P", "P"],
}


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (["4HX-1 by N"], "4HX-1 (EW +100)"),  # North named hearts first, and the score is East-West's
        (["4S= by E"], "4S= (EW +620)"),
        (["4S= by E"], "4S-E="),
        (["3NT+3 by W"], "3NT-W+3"),
        (["2HXX-1 by S"], "2HXX-S-1"),
        ([], "the table result stands"),
        ([], "3NT="),  # nobody named notrump: declarer is not guessed
    ],
    ids=str,
)
def test_a_result_is_read_with_the_declarer_the_auction_gives(result: list[str], told: str) -> None:
    assert results_in(told, AUCTION) == result


def test_spot_cards_not_printed_are_the_lowest_free_ones() -> None:
    hands = with_spot_cards({"N": "Rxxx.Rxx.Ax.A9xx", "S": "AJTxx.Ax.Qxx.7xx"})
    assert hands == {"N": "K432.K32.A2.A932", "S": "AJT65.A4.Q43.754"}


def slow_pass(**more: object) -> dict[str, object]:
    """A row as a later batch might bring it: nothing is known of it but its columns."""
    row: dict[str, object] = {
        "id": "later-1",
        "source": "https://example.org/appeals/1",
        "event": "A later championship",
        "year": 2022,
        "jurisdiction": "EBL",
        "law_edition": "2017",
        "infraction": "UI-tempo",
        "laws": ["16B"],
        "scoring": "IMP",
        "dealer": "S",
        "vul": "None",
        "deal": "N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874",
        "auction": ["P", "P", "1C", "1D", "P", "P", "X", "P", "1S", "P", "P", "P"],
        "auction_complete": True,
        "explanations": [["P", "agreed pause of 15 seconds"]],
        "ui_seat": "S",
        "ui_call_index": 4,
        "action_seat": "N",
        "action_call": "X",
        "action_index": 6,
        "alternatives_judged": [{"action": "P", "considered_la": True, "suggested": False, "by": "director"}],
        "table_contract": "1S-S",
        "table_result": "1S-S+1 (NS +110)",
        "director_ruling": "1D-E-1 (NS +50)",
        "adjusted_score": "1D-E-1",
        "other_table": {"result": "2H-N= (NS +110)"},
    }
    return row | more


def case_with(**more: object) -> Case:
    case = case_of_row(slow_pass(**more))
    assert case is not None
    return case


def test_a_row_becomes_a_sound_case() -> None:
    case = case_with()
    (incident,) = case.incident
    assert str(incident.kind) == "unauthorised-information"
    assert [(str(remark.at), str(remark.kind)) for remark in case.remark] == [("call 5", "tempo")]
    assert [str(entry.result) for entry in case.ruling[0].ns or ()] == ["1D-1 by E"]
    assert tuple(map(str, case.expected[0].alternatives or ())) == ("P",)
    assert case.expected[0].infraction is True


def test_a_score_that_stood_says_nothing_of_an_infraction() -> None:
    case = case_with(director_ruling="table result stands", adjusted_score=None)
    assert str(case.ruling[0].kind) == "result-stands"
    assert case.expected[0].infraction is None


def test_an_opinion_is_not_a_ruling() -> None:
    assert (
        case_with(director_ruling="advice sought; the poster would adjust", adjusted_score=None).ruling == ()
    )


def test_only_the_action_not_taken_is_a_label() -> None:
    judged = [{"action": "X", "considered_la": True, "suggested": True, "by": "director"}]
    assert case_with(alternatives_judged=judged).expected[0].alternatives is None


def test_an_answer_of_a_poll_without_a_count_is_left_out() -> None:
    answers = [
        {"action": "P", "considered": 3, "chosen": None},
        {"action": "X", "considered": 4, "chosen": 2},
    ]
    (poll,) = case_with(poll={"asked": 5, "answers": answers}).poll
    assert [(str(answer.action), answer.chosen) for answer in poll.answers] == [("X", 2)]
    assert case_with(poll={"asked": 5, "answers": answers[:1]}).poll == ()


def test_a_bundled_ruling_is_read_from_its_file() -> None:
    """More is told of it there than in the row."""
    (bundled,) = cases_of_rows([slow_pass(id="ebl-1999-warsaw-01")])
    assert bundled == case_of((PAST / "ebl-1999-warsaw-01.toml").read_bytes())


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(slow_pass(deal=None), id="no hand"),
        pytest.param(slow_pass(infraction="MI"), id="no unauthorised information"),
        pytest.param(slow_pass(ui_call_index=None), id="information that came by no call"),
        pytest.param(
            slow_pass(deal="N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J877"),
            id="a card twice",
        ),
        pytest.param(slow_pass(auction=["P", "1D", "1C", "P", "P", "P"]), id="a call not legal"),
        pytest.param(slow_pass(ui_call_index=40), id="an index that is no call"),
        pytest.param(slow_pass(deal=7), id="a deal that is a number"),
        pytest.param({key: value for key, value in slow_pass().items() if key != "source"}, id="no source"),
    ],
)
def test_a_row_that_is_no_sound_case_holds_up_no_other(row: dict[str, object]) -> None:
    assert [case.id for case in cases_of_rows([row, slow_pass(id="later-2")])] == ["later-2"]


def test_a_folder_holds_rows_or_case_files(tmp_path: Path) -> None:
    rows = [json.dumps(slow_pass(id=name)) for name in ("later-1", "later-2")]
    (tmp_path / "cases.jsonl").write_text("\n".join(rows) + "\n", "utf-8")
    assert [case.id for case in cases_in(tmp_path)] == ["later-1", "later-2"]
    (tmp_path / "nearby.toml").write_bytes((PAST / "ebl-1999-warsaw-01.toml").read_bytes())
    assert [case.id for case in cases_in(tmp_path)] == ["later-1", "later-2", "ebl-1999-warsaw-01"]


def test_a_line_that_is_no_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text("no row\n", "utf-8")
    with pytest.raises(CaseError, match="cannot be read"):
        read_rulings(tmp_path)


@needs_shared
def test_every_row_of_unauthorised_information_is_a_sound_case() -> None:
    """But one: its information was a remark that belongs to no call."""
    rows = [row for row in read_rulings(RULINGS) if row["infraction"].startswith("UI") and row.get("deal")]
    complained_of = [
        row for row in rows if isinstance(row["action_index"], int) and row["ui_seat"] in set("NESW")
    ]
    assert [row["id"] for row in complained_of if case_of_row(row) is None] == ["nswba-2005-1"]


# The print does not fit the vulnerability of the board; said so in the case.
MISPRINTED = {"wbf-1998-lille-26", "dbf-14-mak-5", "sbf-lk1907"}


@needs_shared
def test_the_scores_printed_in_the_reports_are_those_of_the_results_we_read() -> None:
    compared = 0
    for row in read_rulings(RULINGS):
        path = PAST / f"{row['id']}.toml"
        if not path.is_file() or row["id"] in MISPRINTED:
            continue
        case = case_of(path.read_bytes())
        if case.vulnerability is None:
            continue
        pairs = [(str(row.get("table_result") or ""), case.result)]
        for key, place in (("director_ruling", 0), ("adjusted_score", -1)):
            pairs += (
                [(str(row.get(key) or ""), case.ruling[place].ns[0].result)]
                if case.ruling and case.ruling[place].ns
                else []
            )
        for printed, result in pairs:
            figure = re.search(r"\b(NS|EW) ([+-]\d+)", printed)
            if figure and result is not None:
                ours = int(figure[2]) * (1 if figure[1] == "NS" else -1)
                assert score_ns(result, case.vulnerability) == ours, row["id"]
                compared += 1
    assert compared >= 70
