"""What a pair's calls mean is told by the case: peers then believe that of the other hands, not what the record shows."""

import pytest

from analyser.bridge import Call
from analyser.casefile import case_of
from analyser.estimates.services import Services, calls_model
from analyser.ruling import RulingRequest
from analyser.ruling.alternatives.logical_alternatives import alternatives_of
from analyser.ruling.context import RulingContext, jurisdiction_of

CASE = """schema = 1
id = "slow-invitation"
title = "A slow invitation by an opener of one club"
[source]
kind = "synthetic"
[event]
name = "Teams"
date = 2022-10-15
authority = "WBF"
form = "imps"
[board]
dealer = "N"
vulnerable = "none"
deal = "N:AQ4.K83.AJ5.KJ62 K9753.QT2.74.T93 J2.J95.KQ93.Q874 T86.A764.T862.A5"
[table]
auction = "1C P 1NT P 2NT P 3NT P P P"
[[remark]]
at = "call 5"
kind = "tempo"
by = "N"
status = "agreed"
[[remark]]
at = "call 1"
kind = "explanation"
by = "S"
{shows}
[[incident]]
id = "ui"
kind = "unauthorised-information"
source = "N"
at = "call 5"
offender = "S"
action = "call 7"
"""


def share_of_game(shows: str) -> float:
    """How many peers would bid game over the invitation, with this told of the opening."""
    case = case_of(CASE.replace("{shows}", shows).encode())
    context = RulingContext.from_case(
        case, jurisdiction_of(case, RulingRequest()), Services(calls=calls_model())
    )
    entries = alternatives_of(context, case.incident[0])
    return next(entry.chosen for entry in entries if entry.action == Call.parse("3NT"))


@pytest.mark.slow
def test_opposite_strong_openings_more_go_on_than_opposite_limited_ones():
    assert share_of_game('shows = "HCP17+"') > share_of_game('shows = "HCP11-14"') + 0.05


def test_words_nobody_understands_leave_the_record_s_shares():
    value = share_of_game('text = "zwzw qqxq"')
    assert value == pytest.approx(share_of_game(""), abs=1e-9)
