"""Claimed endings: the golden rows, and our own endings whose answers were written down before any price was set."""

import csv

import pytest

from analyser import laws
from analyser.bridge import Card, Play, Seat
from analyser.casefile import PlayerClass, case_of
from analyser.estimates.services import Services
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.claim import find
from analyser.ruling.kinds.claim.plausibility import prices_for
from analyser.ruling.kinds.claim.reading import facts_of
from tests.support import GOLDEN, ROOT

ROWS = list(csv.DictReader((GOLDEN / "claims/expected.csv").read_text().splitlines()))
OWN = sorted((ROOT / "cases/claims").glob("*.toml"))


def ruled(case, edition=None):
    (incident,) = case.incident
    law = laws.resolve(case.event.date, case.event.authority or "WBF", edition)
    return find(RulingContext.of(case, law, Services()), incident)


def facts(case):
    return facts_of(case, case.incident[0], prices_for(None, "2017"))


def replayed(case, found):
    """The tricks the claiming side takes on the line shown, which must be a legal play of all the cards left."""
    ending = facts(case).ending
    cards = (*ending.trick, *map(Card.parse, " ".join(found.claim.losing_line).split()))
    play = Play(ending.leader, ending.strain, cards)
    assert len(cards) == 4 * ending.size
    assert not play.problems(ending.deal)
    assert not play.revokes(ending.deal)
    return play.won_by(case.incident[0].by.side)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"])
def test_a_golden_claim_is_awarded_as_reasoned(row):
    case = case_of((GOLDEN / "claims" / row["file"]).read_bytes())
    found = ruled(case)
    assert found.claim.tricks == int(row["tricks_to_claiming_side"]), row["reasoning"]
    if found.claim.losing_line:
        assert replayed(case, found) == found.claim.tricks


@pytest.mark.parametrize("player", list(PlayerClass), ids=str)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"])
def test_a_golden_claim_does_not_hang_on_the_class(row, player):
    """The golden rows name no class: what they say must hold for whoever claims."""
    text = (GOLDEN / "claims" / row["file"]).read_text()
    text = text.replace(
        "[table]", f'[players]\nNS = {{ class = "{player}" }}\nEW = {{ class = "{player}" }}\n\n[table]'
    )
    assert ruled(case_of(text.encode())).claim.tricks == int(row["tricks_to_claiming_side"])


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_an_ending_of_our_own_is_awarded_as_reasoned(path):
    case = case_of(path.read_bytes())
    expected = case.expected[0]
    found = ruled(case, expected.edition)
    assert found.claim.tricks == expected.tricks, case.source.notes
    assert tuple(map(str, found.infraction.clauses)) == expected.clauses
    if found.claim.losing_line:
        assert replayed(case, found) == found.claim.tricks


def test_there_are_sixty_endings_and_more():
    endings = {
        (case.incident[0].position, case.incident[0].order) for case in (case_of(p.read_bytes()) for p in OWN)
    }
    assert len(endings) >= 60


def test_a_full_deal_gives_declarers_number():
    """Two tricks of three left, after eight taken: ten in all."""
    case = case_of((GOLDEN / "claims/claim-full-deal-1.toml").read_bytes())
    before = case.play.won_by(Seat.N.side)
    assert ruled(case).tricks == before + 2
