"""A declarer told wrongly, where nobody says which card rested on it: his play leaves damage open, and is never half told."""

from unittest.mock import patch

import pytest

from analyser import laws
from analyser.bridge import Call, Seat, Side
from analyser.casefile import Moment, Place, case_of
from analyser.estimates.record_models import TrickModel
from analyser.estimates.services import Services, TrickCounter
from analyser.ruling import Branch, Finding, FindingClass
from analyser.ruling.context import RulingContext
from analyser.ruling.currency import Currency
from analyser.ruling.outcomes.damage import Damage, Expectation
from analyser.ruling.outcomes.estimate import Estimate, estimate_corrected
from tests.support.plain_players import PlainCalls

CASE = """schema = 1
id = "play"
[event]
form = "imps"
[board]
dealer = "W"
vulnerable = "none"
deal = "N:962.9752.T94.J62 QT84.T3.J863.AK4 7.AKJ84.KQ5.Q973 AKJ53.Q6.A72.T85"
[table]
auction = "1S P 3S 4H P P X P P P"
lead = "SK"
tricks = {tricks}
[comparison]
other_room = -140
[[incident]]
id = "it"
kind = "misinformation"
by = "W"
at = "call 3"
"""
DECISIONS = "analyser.ruling.outcomes.estimate._estimate_decisions"


class Eight(TrickCounter):
    """Eight tricks whatever is led."""

    def leads(self, deal, contract):
        return dict.fromkeys(deal[contract.leader], 8)

    tricks = options = None


def estimated(tricks: int, by_decisions: float | None, *, all_decided: bool = False) -> Estimate | None:
    """What is estimated where decisions made again came to this chance of damage; none: there were none."""
    case = case_of(CASE.format(tricks=tricks).encode())
    services = Services(calls=PlainCalls(), tricks=Eight(), real_tricks=TrickModel())
    context = RulingContext.from_case(case, laws.resolve(None, "WBF", "2017", ()), services)
    play = Branch("it", Place(Moment.BEFORE_PLAY), Seat.S, case.auction, None)
    decided = Branch(
        "it", Place(Moment.CALL, 4), Seat.S, case.auction.before(4), None, ((Call.parse("4H"), 1.0),)
    )
    assert isinstance(context.currency, Currency)
    if by_decisions is None:
        return estimate_corrected(context, (play,), context.currency, Side.NS)
    damage = Damage(by_decisions, Expectation(0.0, 0.0, (), 0.0))
    finding = Finding("misinformation.damage-no", (), FindingClass.JUDGEMENT)
    with patch(DECISIONS, lambda *_: Estimate((), 0.0, (finding,), damage)):
        branches = (decided,) if all_decided else (decided, play)
        return estimate_corrected(context, branches, context.currency, Side.NS)


def damage_told(estimate: Estimate | None) -> list[str]:
    assert estimate is not None
    return [
        finding.code for finding in estimate.findings if finding.code.startswith("misinformation.damage-")
    ]


@pytest.mark.parametrize("by_decisions", [None, 0.0])
def test_other_tricks_leave_damage_open_in_a_single_finding(by_decisions):
    estimate = estimated(6, by_decisions)
    assert estimate is not None
    assert estimate.damage is not None
    assert estimate.damage.answer is None
    assert estimate.damage.chance <= 0.5  # the explanation was the cause as likely as not
    assert damage_told(estimate) == ["misinformation.damage-open"]


def test_who_took_what_others_take_lost_nothing_by_the_play():
    assert damage_told(estimated(9, None)) == ["misinformation.damage-no"]


def test_the_decision_that_says_more_than_play_is_reported():
    estimate = estimated(9, 0.1)
    assert estimate is not None
    assert estimate.damage is not None
    assert estimate.damage.chance == 0.1
    assert damage_told(estimate) == ["misinformation.damage-no"]


@pytest.mark.parametrize(
    "is_told, by_decisions, all_decided",
    [
        (True, 0.1, False),
        (False, 0.1, True),  # every decision is known: nothing is asked of the play
        (False, 0.9, False),  # the damage is shown already
        (True, 0.5, False),  # it is open
    ],
)
def test_the_play_is_asked_where_unknown_decisions_show_no_damage(is_told, by_decisions, all_decided):
    estimate = estimated(9, by_decisions, all_decided=all_decided)
    assert estimate is not None
    assert ("misinformation.play-untold" in [finding.code for finding in estimate.findings]) is is_told
