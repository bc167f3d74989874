"""Claimed endings: the golden rows, and our own endings whose answers were written down before any price was set."""

import csv
import re
from dataclasses import replace

import pytest

from analyser import laws
from analyser.bridge import Play, Seat, Side, Strain, Suit
from analyser.casefile import PlayerClass, case_of
from analyser.estimates.endings.ending import encode_ending
from analyser.estimates.services import Services
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.claim import Rules, adjudicate, find
from analyser.ruling.kinds.claim.adjudication import plan_of
from analyser.ruling.kinds.claim.plausibility import PlayMoment, prices_for, stated_plays
from analyser.ruling.kinds.claim.reading import facts_of
from analyser.ruling.kinds.claim.search import TurnedEnding
from tests.support import GOLDEN, ROOT
from tests.support.every import each_row

LAW_2017 = Rules()
ROWS = list(csv.DictReader((GOLDEN / "claims/expected.csv").read_text().splitlines()))
OWN = sorted((ROOT / "cases/claims").glob("*.toml"))


def ruled(case, edition=None):
    (incident,) = case.incident
    law = laws.resolve(case.event.date, case.event.authority or "WBF", edition)
    return find(RulingContext.from_case(case, law, Services()), incident)


def facts(case):
    return facts_of(case, case.incident[0], prices_for(None))


def replayed(case, found):
    """The tricks the claiming side takes on the line shown, which must be a legal play of all the cards left."""
    ending = facts(case).ending
    cards = (*ending.trick, *(card for trick in found.claim.losing_line for card in trick))
    play = Play(ending.leader, ending.strain, cards)
    assert len(cards) == 4 * ending.size
    assert not play.problems(ending.deal)
    assert not play.revokes(ending.deal)
    return play.won_by(case.incident[0].by.side)


@each_row("row", ROWS, ids=lambda row: row["file"])
def test_a_golden_claim_is_awarded_as_reasoned(row):
    case = case_of((GOLDEN / "claims" / row["file"]).read_bytes())
    ruling = ruled(case)
    assert ruling.claim.tricks == int(row["tricks_to_claiming_side"]), row["reasoning"]
    if ruling.claim.losing_line:
        assert replayed(case, ruling) == ruling.claim.tricks


@each_row("player", list(PlayerClass))
@each_row("row", ROWS, ids=lambda row: row["file"])
def test_a_golden_claim_does_not_hang_on_the_class(row, player):
    """The golden rows name no class: what they say must hold for whoever claims."""
    text = (GOLDEN / "claims" / row["file"]).read_text()
    text = text.replace(
        "[table]", f'[players]\nNS = {{ class = "{player}" }}\nEW = {{ class = "{player}" }}\n\n[table]'
    )
    assert ruled(case_of(text.encode())).claim.tricks == int(row["tricks_to_claiming_side"])


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


ORDERS = ((0, 1, 2, 3), (3, 2, 1, 0), (2, 3), (1, 3, 0), (3,))


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "".join("CDHS"[suit] for suit in order))
def test_no_line_shown_goes_against_the_stated_order(order):
    """70B1: the statement stands; where it leaves something to play, the line shows no play against it."""
    for path in OWN:
        claimed = replace(facts(case_of(path.read_bytes())), order=tuple(map(Suit, order)))
        if claimed.is_defenders:
            continue
        turned, plan = TurnedEnding(claimed), plan_of(claimed)
        line = adjudicate(claimed, LAW_2017).line
        assert len(line) in (0, 4 * claimed.ending.size - len(claimed.ending.trick))
        ending = turned.ending
        for step in line:
            suits, table = encode_ending(ending)
            if ending.turn.side is Side.NS:
                play_moment = PlayMoment(suits, int(ending.leader), table, 0, 0, 0)
                assert step.card.suit in {move[0] for move in stated_plays(play_moment, plan)}, (
                    path.stem,
                    line,
                )
            ending = ending.play_card(step.card) if step is not line[-1] else ending


@pytest.mark.parametrize("name", ["stranded-winners", "opponents-cash"])
def test_claiming_less_makes_no_trick_sure(name):
    """Two tricks claimed and none sure: that only one of them is claimed makes none of them sure (70A)."""
    text = (ROOT / "cases" / "claims" / f"{name}.toml").read_text()
    assert ruled(case_of(text.encode())).claim.tricks == 0
    less = re.sub(r"(?m)^claims = 2$", "claims = 1", text)
    assert less != text
    assert ruled(case_of(less.encode())).claim.tricks == 0


def test_a_position_without_trumps_is_played_in_the_contracts_strain():
    """The last trump and an ace are two tricks in the spade contract the case names, whoever repeats its strain."""
    text = (ROOT / "cases" / "claims" / "last-trump-and-ace.toml").read_text()
    bare = re.sub(r'(?m)^trumps = "S"\n', "", text)
    assert bare != text
    assert facts(case_of(bare.encode())).ending.strain is Strain.SPADES
    assert ruled(case_of(bare.encode())).claim.tricks == 2
