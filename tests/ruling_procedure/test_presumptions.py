"""Damage presumed for a call left off the card (FIGB, appendix 1 §5); a call that fishes for an average plus (15C of 2007)."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from analyser.bridge import Call, Strain
from analyser.casefile import Form, case_of
from analyser.estimates.services import CallShares, Services
from analyser.laws import resolve
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.misinformation import (
    best_contract,
    duty_to_alert,
    missed_best,
    presumed_damage,
)
from analyser.ruling.kinds.wrong_board import fishing
from tests.support import ROOT


@dataclass
class Counter:
    """Ten tricks to the innocent side in spades, six in everything else."""

    def tricks_many(self, positions):
        return [3 if position.strain is Strain.SPADES else 7 for position in positions]


def misinformed(table, authority="FIGB", off_card="not_on_card = true"):
    """A case of misinformation by North; East and West are innocent."""
    deal = "N:K985.A9.A93.A943 32.KT653.T74.QJ8 A74.72.KQJ52.762 QJT6.QJ84.86.KT5"
    text = f"""
schema = 1
id = "off-card"
[event]
date = 2019-05-04
authority = "{authority}"
form = "imps"
[board]
number = 1
deal = "{deal}"
[table]
{table}
tricks = 9
[[incident]]
id = "card"
kind = "misinformation"
by = "N"
at = "call 1"
{off_card}
"""
    case = case_of(text.encode())
    context = RulingContext.from_case(case, resolve(case.event.date, authority), Services(tricks=Counter()))
    return context, case.incident[0]


TABLES = {
    "four spades could be made": ('auction = "1C 3S P P P"', "misinformation.damage-presumed"),
    "it was reached": ('auction = "1C 4S P P P"', "misinformation.best-reached"),
    "the offenders played it": ('auction = "3NT P P P"', "misinformation.damage-presumed"),
    "nobody has bid yet": ('auction = "1C P"', "misinformation.damage-presumed"),
    "the offenders played it in the same denomination": (
        'auction = "1C P 4S P P P"',
        "misinformation.damage-presumed",
    ),
    "another denomination": ('auction = "1C 4H P P P"', "misinformation.damage-presumed"),
}


@pytest.mark.parametrize(("table", "code"), TABLES.values(), ids=TABLES)
def test_damage_is_presumed_where_the_best_contract_was_missed(table, code):
    context, incident = misinformed(table)
    (finding,) = presumed_damage(context, incident)
    assert finding.code == code
    assert str(finding.arguments["best"]) in ("4S= by E", "4S= by W")


def test_nothing_is_presumed_elsewhere_or_of_calls_on_the_card():
    table = 'auction = "1C 3S P P P"'
    assert presumed_damage(*misinformed(table, "WBF")) == ()
    assert presumed_damage(*misinformed(table, off_card="")) == ()


@pytest.mark.parametrize(
    "table, missed", [(table, code.endswith("presumed")) for table, code in TABLES.values()]
)
def test_the_contract_missed_is_told_only_where_damage_is_presumed(table, missed):
    (finding,) = presumed_damage(*misinformed(table))
    assert str(missed_best(finding)) == ("4S= by E" if missed else "None")


@dataclass
class Few:
    """Seven tricks to the innocent side in spades, six in everything else."""

    def tricks_many(self, positions):
        return [6 if position.strain is Strain.SPADES else 7 for position in positions]


def test_offenders_own_lost_contracts_are_not_the_others_best():
    """Seven spades six down is worth more to East and West than one spade made; they did not bid it."""
    context, incident = misinformed('auction = "1C P 7S P P P"')
    context = RulingContext.from_case(context.case, context.jurisdiction, Services(tricks=Few()))
    (finding,) = presumed_damage(context, incident)
    assert finding.code == "misinformation.damage-presumed"


def test_the_best_contract_is_worth_most():
    context, incident = misinformed('auction = "1C 3S P P P"')
    assert str(best_contract(context, incident.by.side.other)).startswith("4S=")


class Bidder:
    """Three in a hundred open this hand, at matchpoints; at any other form half of them do."""

    def calls(self, hand, auction, vulnerability, form):
        if form is not Form.MATCHPOINTS:
            return CallShares(((Call.parse("P"), 0.5), (Call.parse("1S"), 0.5)), 100)
        return CallShares(((Call.parse("P"), 0.97), (Call.parse("1S"), 0.03)), 100)


def wrong_board(new_call, edition="2007"):
    text = (ROOT / "cases/kinds/wrong-board.toml").read_text(encoding="utf-8").split("[[incident]]")[0]
    table = '[table]\nauction = "1S P P P"\n'
    text = text.replace("[table]", table) if "[table]" in text else f"{text}\n{table}"
    incident = f'[[incident]]\nid = "it"\nkind = "wrong-board"\nplayed_before = false\nnoticed = "auction"\n{new_call}\n'
    case = case_of((text + incident).encode())
    law = resolve(case.event.date, "WBF", edition)
    return RulingContext.from_case(case, law, Services(calls=Bidder())), case.incident[0]


CALLS = {
    "a marginal opening": ('new_call = "call 1"', "2007", True),
    "the pair's own style": ('new_call = "call 1"\nown_style = true', "2007", False),
    "the call everybody makes": ('new_call = "call 2"', "2007", False),
    "2017 completes the board": ('new_call = "call 1"', "2017", False),
    "no call named": ("", "2007", False),
}


@pytest.mark.parametrize(("new_call", "edition", "flagged"), CALLS.values(), ids=CALLS)
def test_a_marginal_call_of_an_innocent_pair_is_flagged(new_call, edition, flagged):
    context, incident = wrong_board(new_call, edition)
    assert [finding.code for finding in fishing(context, incident)] == (
        ["rectification.fishing"] if flagged else []
    )


@pytest.mark.parametrize(("share", "flagged"), [(0.25, False), (0.24, True)])
def test_a_call_enough_would_consider_is_no_marginal_one(share, flagged):
    """One in four by the older rule of thumb."""
    context, incident = wrong_board('new_call = "call 1"')
    law = resolve(None, "ACBL", "1997")
    assert law.regulation.alternatives.considered_at_least == Fraction(1, 4)

    class Some:
        def calls(self, *_):
            return CallShares(((Call.parse("P"), 1 - share), (Call.parse("1S"), share)), 100)

    findings = fishing(RulingContext.from_case(context.case, law, Services(calls=Some())), incident)
    assert (findings != ()) is flagged


NOT_ALERTED = {
    "a transfer": ("1NT P 2D P P P", 3, "H5+", "misinformation.alert-alert"),
    "a natural call": ("1S P 2H P P P", 3, "H4+ S0-3", None),
    "a natural overcall": ("1S 2H P P P", 2, "H5+ HCP10+", "misinformation.alert-none"),
    "without a meaning": ("1NT P 2D P P P", 3, "", None),
}


@pytest.mark.parametrize(("auction", "number", "shows", "code"), NOT_ALERTED.values(), ids=NOT_ALERTED)
def test_a_case_of_no_alert_says_whether_one_was_due(auction, number, shows, code):
    """A response of which nobody tells whether it forces stays open, and nothing is said of it."""
    meaning = f'correct_shows = "{shows}"' if shows else ""
    caller = "NESW"[(number - 1) % 4]
    partner = "SWNE"[(number - 1) % 4]
    text = f"""
schema = 1
id = "not-alerted"
[event]
date = 2019-05-04
authority = "FIGB"
form = "imps"
[board]
number = 1
deal = "N:K985.A9.A93.A943 32.KT653.T74.QJ8 A74.72.KQJ52.762 QJT6.QJ84.86.KT5"
[table]
auction = "{auction}"
tricks = 8
[[remark]]
at = "call {number}"
kind = "no-alert"
by = "{caller}"
[[incident]]
id = "it"
kind = "misinformation"
by = "{partner}"
at = "call {number}"
{meaning}
"""
    case = case_of(text.encode())
    findings = duty_to_alert(case, case.incident[0], resolve(case.event.date, "FIGB"))
    assert [finding.code for finding in findings] == ([code] if code else [])
