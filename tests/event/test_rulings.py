"""Rulings joined to their results: by a case file or a row of a list, completed with what the event knows."""

import tomllib
from fractions import Fraction

import pytest

from analyser.bridge import Auction, Contract, Deal, Seat
from analyser.casefile import Form, case_of
from analyser.casefile.tree import toml_text
from analyser.errors import CaseError, ScoringError
from analyser.estimates.services import Services
from analyser.event.board_scores import ArtificialAwards, FinalScore
from analyser.event.folder import EventFile, open_folder
from analyser.event.import_lists import rows_of
from analyser.event.pending_cases import (
    board_context,
    case_tree,
    complete_tree,
    find_result,
    incident_of,
    pending_cases,
    ruling_of,
    slug_of,
    weighted_results,
)
from analyser.event.ruled_cases import AlikePair, RuledCase, final_scores, nearest_first, rule_pending
from analyser.event.scorer import ResultVersion
from analyser.event.settings import EventSettings
from analyser.event.store import LossKind, ResultSource, ResultStore, TableEntry
from analyser.messages import in_words
from analyser.ruling import RulingRequest

DEAL = Deal.parse("N:AQ62.K84.A93.K75 T5.AJ97.QT84.J32 KJ973.Q62.K5.Q84 84.T53.J762.AT96")


def table(board, ns, ew, contract, tricks, **more):
    parsed = Contract.parse(contract)
    return TableEntry(
        source=ResultSource("a.csv", 2), board=board, ns=ns, ew=ew, contract=parsed, tricks=tricks, **more
    )


def stored(*entries):
    store = ResultStore()
    store.add(entries)
    return store, list(store.entries())


def test_a_pair_is_compared_with_all_tables_of_its_board():
    store, (first, *_) = stored(
        table(1, "1", "5", "4S by N", 10), table(1, "2", "6", "4S by N", 10), table(1, "3", "7", "4S by N", 9),
        table(2, "1", "5", "3NT by N", 9),
    )  # fmt: skip
    assert board_context(first, EventSettings(), store).field == ((420, 1), (-50, 1))


def test_a_team_is_compared_with_other_room_and_match():
    """420 against 170 is 6 IMPs; board 2 was 430 against -50, 10 IMPs to team 1."""
    store, entries = stored(
        table(1, "team 1", "team 2", "4S by N", 10, round="1"), table(1, "team 2", "team 1", "2S by N", 10, round="1"),
        table(2, "team 1", "team 2", "3NT by N", 10, round="1"), table(2, "team 2", "team 1", "3NT by N", 8, round="1"),
        table(1, "team 3", "team 4", "4S by N", 9, round="1"),
    )  # fmt: skip
    near = board_context(entries[0], EventSettings(form=Form.VP), store)
    assert (near.other_room, near.match_imps, near.boards) == (170, 10, 2)
    other_room = board_context(entries[1], EventSettings(form=Form.VP), store)
    assert (other_room.other_room, other_room.match_imps) == (420, -10)


def test_a_case_made_of_a_result_passes_the_check():
    played = table(
        7, "1", "5", "4S by S", 10, auction=Auction.parse("S", "1S P 4S P P P"), dealer=Seat.S, deal=DEAL
    )
    store, (entry,) = stored(played)
    event = EventSettings(name="Cup", form=Form.MATCHPOINTS, authority="EBU")
    case = case_of(toml_text(case_tree(entry, event, board_context(entry, event, store), "cup-7")).encode())
    assert (case.id, str(case.result), case.event.authority) == ("cup-7", "4S= by S", "EBU")


def test_a_case_file_takes_precedence_over_the_event():
    store, (entry,) = stored(table(7, "1", "5", "4S by S", 10))
    tree = {"event": {"form": "imps", "authority": "FIGB"}}
    completed = complete_tree(
        tree, EventSettings(name="Cup", authority="EBU"), board_context(entry, EventSettings(), store)
    )
    assert completed["event"] == {"form": "imps", "authority": "FIGB", "name": "Cup"}


@pytest.mark.parametrize(
    "facts, index",
    [({"table": "2"}, 1), ({"ns": "1"}, 0), ({"ns": "9"}, None), ({}, None), ({"ew": "5 EW"}, 0)],
)
def test_a_result_is_identified_by_enough_facts(facts, index):
    entries = [
        table(1, "1 NS", "5 EW", "4S by N", 10, table="1"),
        table(1, "2 NS", "6 EW", "4S by N", 10, table="2"),
    ]
    assert find_result(entries, facts) == (None if index is None else entries[index])


@pytest.mark.parametrize(
    "row, expected",
    [
        ({"result": "4S= by N"}, ("assigned", [("4S= by N", "100%")])),
        (
            {"result": "60% 4S= by N; 40% 4S-1 by N"},
            ("weighted", [("4S= by N", "60%"), ("4S-1 by N", "40%")]),
        ),
        ({"result": "1/3 +420; 2/3 -50"}, ("weighted", [("+420", "1/3"), ("-50", "2/3")])),
    ],
)
def test_a_row_tells_an_assigned_or_a_weighted_score(row, expected):
    ruling = ruling_of(row)
    assert (ruling["kind"], [(share["result"], share["weight"]) for share in ruling["ns"]]) == expected


def test_a_row_tells_an_award_or_that_the_result_stands():
    assert ruling_of({"award": "60/40"})["award"] == {"NS": "60%", "EW": "40%"}
    assert ruling_of({"ruling": "stands"})["kind"] == "result-stands"
    assert ruling_of({"kind": "result-stands"})["kind"] == "result-stands"
    assert ruling_of({"kind": "claim"}) is None
    with pytest.raises(CaseError, match="not an award"):
        ruling_of({"award": "lots"})
    with pytest.raises(ScoringError):
        weighted_results("160% 4S= by N")


def test_a_row_tells_an_incident_with_its_facts():
    row = {
        "kind": "UI",
        "source": "E",
        "at": "call 7",
        "offender": "W",
        "action": "call 9",
        "suggests": "4S X",
    }
    incident = incident_of(row)
    assert (incident["kind"], incident["suggests"]) == ("unauthorised-information", ["4S", "X"])
    assert incident_of({"kind": "claim", "by": "S", "after": "8", "claims": "5"})["claims"] == 5
    assert incident_of({"kind": "claim"}) == {"id": "incident", "kind": "other"}
    assert incident_of({"kind": "nonsense"}) is None


def test_a_listed_rulings_result_is_what_was_ruled():
    ((_, row),) = rows_of("Board,Table,Result\n7,2,4S= by N\n", rulings=True)
    assert row == {"board": "7", "table": "2", "result": "4S= by N"}


def test_names_of_cases_are_slugs():
    assert slug_of("Bd. 7 / Tisch Ä") == "bd-7-tisch"
    assert slug_of("...") == "ruling"


def docket(csv, *entries, event=None):
    store, _ = stored(*entries)
    pending = list(
        pending_cases((), (EventFile("rulings.csv", csv.encode),), event or EventSettings(), store)
    )
    return pending, store


def test_a_row_fitting_no_or_two_results_is_reported():
    tables = [table(1, "1", "5", "4S by N", 10, table="1"), table(1, "2", "6", "4S by N", 10, table="2")]
    pending, store = docket(
        "board,table,result\n1,,4S-1 by N\n9,1,4S-1 by N\n1,2,4S-1 by N\nx,1,4S= by N\n", *tables
    )
    assert [case.entry.table for case in pending] == ["2"]
    assert [lost.kind for lost in store.losses()] == [LossKind.ROW] * 3
    for lost in store.losses():
        assert len({in_words(lost.why, language) for language in ("en", "it", "ro")}) == 3


def test_unknown_columns_and_kinds_are_reported_the_ruling_counts():
    tables = [table(1, "1", "5", "4S by N", 10, table="1"), table(1, "2", "6", "4S by N", 10, table="2")]
    pending, store = docket("board,table,kind,tricks,score\n1,1,hesitaton,9,-50\n1,2,UI,9,-50\n", *tables)
    assert [case.tree["ruling"][0]["tricks"] for case in pending] == [9, 9]
    assert [(lost.source.place, lost.found) for lost in store.losses()] == [(2, "hesitaton"), (2, "score")]


def test_a_ruling_given_becomes_the_final_score_of_its_result():
    pending, _ = docket(
        "board,table,result\n1,1,60% 4S= by N; 40% 4S-1 by N\n", table(1, "1", "5", "4S by N", 11, table="1")
    )
    ruled_case = rule_pending(pending[0], EventSettings(), ArtificialAwards(), RulingRequest(), Services())
    finals = final_scores([ruled_case])[ruled_case.number]
    assert finals[ResultVersion.RULED].ns == ((420, Fraction(3, 5)), (-50, Fraction(2, 5)))
    assert finals[ResultVersion.TABLE] == FinalScore.from_score(450)
    assert "this case needs its cards" in str(ruled_case.refused)  # it counts all the same
    assert "[[ruling]]" in ruled_case.toml
    assert tomllib.loads(ruled_case.toml)["board"]["number"] == 1


def test_weights_not_summing_to_one_are_reported_with_reason():
    pending, _ = docket(
        "board,table,result\n1,1,60% 4S= by N; 30% 4S-1 by N\n", table(1, "1", "5", "4S by N", 11, table="1")
    )
    ruled_case = rule_pending(pending[0], EventSettings(), ArtificialAwards(), RulingRequest(), Services())
    assert "10% of the whole is missing" in str(ruled_case.refused)


def test_similar_rulings_with_different_outcomes_are_compared():
    first, second = (
        RuledCase(name, "ui", "", None, "", lean=lean)
        for name, lean in (("a", Fraction(1)), ("b", Fraction(-1)))
    )
    (pair,) = nearest_first([AlikePair(first, second, 2.0)])
    assert pair.differ
    assert not nearest_first([AlikePair(first, second, 20.0)])


def test_what_was_written_before_is_not_read_as_results(tmp_path):
    (tmp_path / "t.csv").write_text("Board,Score\n1,420\n")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "standings.csv").write_text("Board,Score\n1,420\n")
    assert [file.name for file in open_folder(tmp_path, tmp_path / "out").results] == ["t.csv"]


def test_cases_of_an_event_contain_no_player_names():
    store, (entry,) = stored(table(7, "1", "5", "4S by S", 10))
    tree = {"players": {"N": {"name": "Anna", "class": "expert"}}}
    assert complete_tree(tree, EventSettings(), board_context(entry, EventSettings(), store))["players"] == {
        "N": {"class": "expert"}
    }
