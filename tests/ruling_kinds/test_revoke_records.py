"""Revokes found in the play, and what changes sides: the golden rows, edition by edition."""

import csv

import pytest

from analyser import laws
from analyser.bridge import Seat
from analyser.casefile import case_of
from analyser.estimates.services import NotSolved, NotSolvedReason, Services, TrickCounter
from analyser.laws.choices import RevokeException
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.revoke import find
from analyser.ruling.kinds.revoke.record import RevokeFacts, WonBy, facts_of, find_revokes, tricks_transferred
from tests.support import GOLDEN
from tests.support.every import each_row

PLAYS = list(csv.DictReader((GOLDEN / "revokes/expected.csv").read_text().splitlines()))
TABLE = list(csv.DictReader((GOLDEN / "law/revoke_transfer.csv").read_text().splitlines()))
YEARS = ("1997", "2007", "2017")
WINNER = {
    "offender": WonBy.OFFENDER,
    "partner": WonBy.PARTNER,
    "opponents": WonBy.OPPONENTS,
    "dummy": WonBy.DUMMY,
}
EXCEPTION = {
    "": frozenset(),
    "trick 12": {RevokeException.TRICK_TWELVE},
    "next deal": {RevokeException.NEXT_DEAL},
    "penalty card or card of dummy": {RevokeException.FACED_CARD, RevokeException.PENALTY_OR_DUMMY_CARD},
    "both sides": {RevokeException.BOTH_SIDES},
}


class Nothing(TrickCounter):
    """A counter that solves nothing: only what the play itself tells is asked."""

    def leads(self, deal, contract):
        return NotSolved(NotSolvedReason.TIME)

    def tricks(self, position):
        return NotSolved(NotSolvedReason.TIME)

    def options(self, position):
        return NotSolved(NotSolvedReason.TIME)


def ruled(case, incident, year):
    return find(
        RulingContext.from_case(case, laws.resolve(case.event.date, "WBF", year), Services(tricks=Nothing())),
        incident,
    )


def told(rows, cell, name):
    """Each row with each edition whose text says what becomes of it: an empty cell is no claim about the law."""
    return [
        pytest.param(row, year, id=f"{name(row)}-{year}") for row in rows for year in YEARS if row[cell(year)]
    ]


@each_row("row, year", told(TABLE, str, lambda row: "-".join(list(row.values())[:4])))
def test_the_transfer_follows_the_table(row, year):
    facts = RevokeFacts(
        won_by=WINNER[row["revoke_trick_won_by"].split()[0]],
        later=int(row["later_tricks_of_offending_side"]),
        later_by_playable=row["one_of_them_by_offender_with_a_card_playable_to_the_revoke_trick"] == "yes",
        exceptions=frozenset(EXCEPTION[row["exception"]]),
    )
    assert tricks_transferred(facts, laws.edition_of(year)).tricks == int(row[year])


@pytest.mark.parametrize("row", PLAYS, ids=lambda row: row["file"])
def test_the_play_shows_the_revoke(row):
    case = case_of((GOLDEN / "revokes" / row["file"]).read_bytes())
    (revoke,) = find_revokes(case)
    assert (revoke.trick, revoke.seat, revoke.established, revoke.seen) == (
        int(row["trick"]),
        Seat.parse(row["offender"]),
        True,
        True,
    )
    facts = facts_of(case, revoke, (revoke,), laws.edition_of("2017"))
    won_by = row["revoke_trick_won_by"]
    assert str(facts.won_by) == won_by
    assert facts.later == int(row["later_tricks"])
    assert facts.later_by_playable is (int(row["later_by_playable_card"]) > 0)


@each_row("row, year", told(PLAYS, "transfer_{}".format, lambda row: row["file"]))
def test_a_golden_revoke_transfers_as_the_edition_says(row, year):
    case = case_of((GOLDEN / "revokes" / row["file"]).read_bytes())
    assert ruled(case, case.incident[0], year).revoke.transferred == int(row[f"transfer_{year}"])


@pytest.mark.parametrize("row", PLAYS, ids=lambda row: row["file"])
def test_a_revoke_nobody_declared_is_found_all_the_same(row):
    case = case_of((GOLDEN / "revokes" / row["file"]).read_bytes())
    (revoke,) = find_revokes(case.model_copy(update={"incident": ()}))
    assert (revoke.trick, str(revoke.seat), revoke.incident) == (int(row["trick"]), row["offender"], None)


def test_no_trick_is_given_twice():
    """Two revokes, and the side won one trick only since the first: one trick in all changes sides."""
    facts = RevokeFacts(WonBy.OFFENDER, 1, False, frozenset(), at_most=1)
    assert tricks_transferred(facts, laws.edition_of("2017")).tricks == 1


def test_what_is_not_known_is_named():
    edition = laws.edition_of("2017")
    assert tricks_transferred(RevokeFacts(None, 2), edition).missing == ("table play", "incident won_by")
    assert tricks_transferred(RevokeFacts(WonBy.OFFENDER, None), edition).missing == (
        "table tricks",
        "incident later_tricks",
    )
    assert tricks_transferred(RevokeFacts(WonBy.PARTNER, None), edition).tricks == 1
    assert tricks_transferred(RevokeFacts(WonBy.PARTNER, 2), laws.edition_of("1997")).missing == (
        "table play",
        "incident later_with_suit",
    )
