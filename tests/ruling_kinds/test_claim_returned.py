"""Tricks that come back without any question of normal play: already won, or safe whatever anybody plays."""

import pytest

from analyser import laws
from analyser.bridge import Deal, Seat, Strain
from analyser.casefile import case_of
from analyser.estimates.endings.ending import Ending
from analyser.estimates.services import Services
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.claim import ClaimFacts, find
from analyser.ruling.kinds.claim.explanation import safe_tricks
from tests.support import ROOT


def ruled(name, year, **changes):
    case = case_of((ROOT / "cases/claims" / f"{name}.toml").read_bytes())
    incident = case.incident[0].model_copy(update=changes)
    case = case.model_copy(update={"incident": (incident,)})
    return find(
        RulingContext.from_case(case, laws.resolve(case.event.date, "WBF", year), Services()), incident
    )


def codes(found):
    return {finding.code: finding for finding in found.findings}


@pytest.mark.parametrize("year, path", [("1997", "69B"), ("2007", "69B1"), ("2017", "69B1")])
def test_a_trick_in_fact_won_comes_back_from_an_agreement(year, path):
    """Ten were agreed; one of them the other side had won; the two that were left stay with the claimer."""
    ruling = ruled("agreed-trick-was-won", year)
    assert codes(ruling)["claim.trick-was-won"].clauses[0].path == path
    assert (ruling.claim.tricks, ruling.tricks) == (2, 9)


@pytest.mark.parametrize("year, path", [("1997", "71A"), ("2007", "71"), ("2017", "71A")])
def test_a_trick_really_won_returns_without_knowing_the_cards_left(year, path):
    ruling = ruled(
        "agreed-trick-was-won", year, acquiesced=None, position=None, on_lead=None, given_away=1, concedes=0
    )
    assert codes(ruling)["claim.trick-was-won"].clauses[0].path == path
    assert ruling.claim is None
    assert ruling.tricks == 11


def test_before_2007_only_what_no_legal_play_loses_returns_late():
    """71C of 1997 ends with the next board's first call; 71A does not. The later Laws know one period for both."""
    assert ruled("conceded-too-late-1997", "1997").claim.tricks == 1
    assert ruled("conceded-too-late-1997", "1997", too_late=False).claim.tricks == 2
    assert ruled("conceded-late-but-safe-1997", "1997").claim.tricks == 2
    for year in ("2007", "2017"):
        assert ruled("conceded-too-late-1997", year).claim.tricks == 2


@pytest.mark.parametrize(
    "position, trumps, lead, tricks, why",
    [
        ("N:..84. ..53. 43... A9...", "S", "W", 2, "two trumps higher than any out"),
        ("N:AK... 5.2.. 43... 6..2.", "NT", "W", 1, "one top card can be thrown on the diamond"),
        ("N:AK... 52... 43... 6..2.", "NT", "N", 2, "on lead with the two highest of the only suit he has"),
    ],
)
def test_what_no_legal_play_loses(position, trumps, lead, tricks, why):
    """The claimer's side is that of the highest spades."""
    by = Seat.W if "A9" in position else Seat.N
    ending = Ending(Deal.parse(position), Strain.parse(trumps), Seat.parse(lead))
    assert safe_tricks(ClaimFacts(ending, by, 1, 1)) == (tricks, True), why


@pytest.mark.parametrize("year, expected", [("1997", True), ("2007", False)])
def test_nobody_concedes_the_defeat_of_a_contract_already_made(year, expected):
    """71B of 1997: ten tricks were in when declarer in four spades conceded; later editions leave it to 71A."""
    hands = "N:9643.432.432.432 52.JT9.JT9.JT987 AKQJT.AKQ.AKQ.AK 87.8765.8765.Q65"
    text = f"""
schema = 1
id = "c"
title = "c"
[event]
date = 2003-05-17
authority = "WBF"
form = "imps"
[board]
number = 1
deal = "{hands}"
[table]
play = ["S8 S3 S2 SA", "SK S7 S4 S5", "SQ D5 S6 CT", "HA H5 H2 H9", "HK H6 H3 HT", "HQ H7 H4 HJ", "DA D6 D2 D9", "DK D7 D3 DT", "DQ D8 D4 DJ", "CA C5 C2 C7"]
contract = "4S"
declarer = "S"
[[incident]]
id = "claim"
kind = "claim"
by = "S"
after = 10
claims = 2
concedes = 1
"""
    case = case_of(text.encode())
    result = find(
        RulingContext.from_case(case, laws.resolve(None, "WBF", year), Services()), case.incident[0]
    )
    assert ("claim.contract-decided" in codes(result)) is expected
    if expected:
        assert str(codes(result)["claim.contract-decided"].clauses[0]) == "1997:71B"
