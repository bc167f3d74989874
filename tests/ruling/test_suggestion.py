"""What the information suggests, on layouts planted so that the direction is known: what helps must come out."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from analyser import laws
from analyser.bridge import Card, Hand, Seat
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.estimates.suggestion_prior import SuggestionPrior
from analyser.ruling import Alternative
from analyser.ruling.alternatives.gains import Budget
from analyser.ruling.alternatives.logical_alternatives import alternatives_of
from analyser.ruling.alternatives.shares import Prior
from analyser.ruling.context import RulingContext
from tests.support.every import each_row
from tests.support.plain_players import ByPoints, PlainCalls, PlainLeads, Range, Thinks

CLASSES = ("novice", "club", "regional", "national", "expert", "unknown")
PRIOR = Prior((10.0,) * 10, 10.0, 0.8, dict.fromkeys(CLASSES, 1.0))
BUDGET = Budget(first=160, whole=500)
UNKNOWN = SuggestionPrior({}, 0.5, lean=3.0, spread=1.0, noise=0.01)
"""No class means anything: the deals alone decide."""
LAW = laws.resolve(None, "EBU", "2017", ())

CASE = """schema = 1
id = "planted"
[event]
form = "imps"
authority = "EBU"
[board]
dealer = "{dealer}"
vulnerable = "none"
hands = {{ {seat} = "{hand}" }}
[table]
auction = "{auction}"
{lead}
[[remark]]
at = "{at}"
kind = "{remark}"
by = "{giver}"
{more}
[[incident]]
id = "it"
kind = "{kind}"
source = "{giver}"
at = "{at}"
offender = "{seat}"
action = "{action}"
{incident}
"""

OPENER = "AQT94.K3.K84.J75"  # 13 points, five spades
RAISED = "1S P 3S P 4S P P P"
RAISES: dict[tuple[int, str], Range] = {(1, "1S"): (11, 17), (3, "3S"): (9, 13), (3, "4S"): (13, 20)}


def strong(least: int) -> Callable[[Hand], bool]:
    return lambda hand: hand.points >= least


def weak(most: int) -> Callable[[Hand], bool]:
    return lambda hand: hand.points <= most


def clubs(hand: Hand) -> bool:
    return hand.lengths[0] >= 4


def anything(hand: Hand) -> bool:
    return True


@dataclass(frozen=True)
class Layout:
    """A planted layout: which of two actions the information suggests over the other; none: neither."""

    suggested: str | None
    over: str | None
    auction: str
    thinks: Callable[[Hand], bool]
    dealer: str = "S"
    seat: str = "S"
    giver: str = "N"
    hand: str = OPENER
    at: str = "call 3"
    action: str = "call 5"
    remark: str = "tempo"
    more: str = ""
    kind: str = "unauthorised-information"
    incident: str = ""
    shares: tuple[tuple[str, float], ...] = (("P", 0.5), ("4S", 0.5))
    lead: str = ""

    def alternatives(
        self, ranges: dict[tuple[int, str], Range], budget: Budget = BUDGET
    ) -> dict[str, Alternative]:
        text = CASE.format(**{name: getattr(self, name) for name in self.__dataclass_fields__})
        case = case_of(text.encode())
        turn = int(self.action.split()[1]) if self.action.startswith("call") else 0
        honour = (Seat.parse(self.giver), Card.parse("SA"))
        services = Services(
            calls=PlainCalls(ranges, turn, dict(self.shares)),
            leads=PlainLeads(dict(self.shares)),
            tempo=Thinks(self.thinks),
            tricks=ByPoints(honour),
            suggestion_prior=UNKNOWN,
        )
        context = replace(RulingContext.from_case(case, LAW, services), seed=7)
        alternatives = alternatives_of(context, case.incident[0], prior=PRIOR, budget=budget)
        return {str(alternative.action): alternative for alternative in alternatives}


LAYOUTS = {
    "a slow limit raise, known to be rich": Layout("4S", "P", RAISED, strong(12)),
    "a slow limit raise, known to be poor": Layout("P", "4S", RAISED, weak(10)),
    "the same by East and West": Layout("4S", "P", RAISED, strong(12), dealer="E", seat="E", giver="W"),
    "a slow double with support for clubs": Layout(
        "4C", "P", "3H X P 4C P P P", clubs, dealer="W", at="call 2", action="call 4",
        hand="J72.Q3.K84.QJ752", shares=(("P", 0.5), ("4C", 0.5)), giver="N",
    ),
    "a slow pass with values": Layout(
        "4H", "P", "1H 3S P P 4H P P P", strong(8), hand="4.AKJ754.KQ3.Q75",
        shares=(("P", 0.5), ("4H", 0.5)),
    ),
    "a quick pass": Layout(
        "P", "4H", "1H 3S P P 4H P P P", strong(8), hand="4.AKJ754.KQ3.Q75",
        shares=(("P", 0.5), ("4H", 0.5)), more="seconds = 1",
    ),
    "a remark that shows a maximum": Layout(
        "4S", "P", RAISED, anything, remark="remark", more='shows = "HCP12-13"'
    ),
    "an explanation after which partner must be weak": Layout(
        "P", "4S", RAISED, anything, remark="no-alert", incident='shows = "HCP0-3"',
        hand="AKQT4.K3.KQ4.J75",
    ),
    "a game bid withdrawn": Layout(
        "4S", "P", RAISED, anything, remark="remark", kind="withdrawn-call", incident='withdrawn = "4S"'
    ),
    "a slow sign-off after asking for aces": Layout(
        "6S", "P", "1S P 4NT P 5D P 5S P 6S P P P", strong(17), at="call 7", action="call 9",
        shares=(("P", 0.5), ("6S", 0.5)),
    ),
    "a gesture that shows the ace of spades, before the lead": Layout(
        "S4", "D8", "1NT P 3NT P P P", anything, seat="W", giver="E", hand="J94.KT3.Q984.J75", at="call 4",
        action="lead", remark="gesture", more='shows = "SA"', shares=(("S4", 0.5), ("D8", 0.5)), lead='lead = "S4"',
    ),
    "a pause that tells nothing": Layout(None, None, RAISED, anything),
}  # fmt: skip

RANGES = RAISES | {
    (1, "1H"): (11, 20),
    (2, "3S"): (5, 10),
    (1, "3H"): (5, 10),
    (2, "X"): (12, 20),
    (3, "4NT"): (14, 22),
    (1, "1NT"): (15, 17),
}


@each_row("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_the_information_suggests_what_gains_by_it(layout: Layout) -> None:
    found = layout.alternatives(RANGES)
    suggested = {name for name, one in found.items() if one.suggested}
    assert suggested == ({layout.suggested} if layout.suggested else set())
    if layout.suggested and layout.over:
        own, other = found[layout.suggested], found[layout.over]
        assert [str(action) for action in own.suggested_over] == [layout.over]
        assert own.gain is not None
        assert own.gain_interval is not None
        low, high = own.gain_interval
        assert 0 < low <= own.gain <= high
        assert other.gain is not None
        assert other.gain < 0


def test_the_same_seed_gives_the_same_answer() -> None:
    layout = LAYOUTS["a slow limit raise, known to be rich"]
    assert layout.alternatives(RANGES) == layout.alternatives(RANGES)


def test_the_work_is_counted_in_solves() -> None:
    found = LAYOUTS["a slow limit raise, known to be rich"].alternatives(RANGES)
    told = next(why for why in found["P"].because if why.code == "alternatives.measured")
    assert told.arguments["solves"] <= 500


@pytest.mark.parametrize("expected", [40, 90, 160, 500])
def test_however_few_solves_are_allowed_they_give_an_answer(expected: int) -> None:
    layout = LAYOUTS["a slow limit raise, known to be rich"]
    found = layout.alternatives(RANGES, budget=Budget(first=min(expected, 160), whole=expected))
    told = next(why for why in found["P"].because if why.code == "alternatives.measured")
    assert 0 < told.arguments["solves"] <= expected


@pytest.mark.parametrize(
    "chance, remark",
    [
        pytest.param(0.5, 'kind = "gesture"', id="a gesture of which nobody says what it showed"),
        pytest.param(0.5, 'kind = "remark"', id="a remark of which nobody does"),
        pytest.param(0.9, 'kind = "question"', id="a question asks for something"),
    ],
)
def test_what_nobody_says_the_meaning_of_may_suggest_either(chance: float, remark: str) -> None:
    """Bodies hold nine in ten of what is complained of to be suggested; a gesture without a meaning leans on none of that."""
    text = CASE.format(
        dealer="S",
        seat="S",
        hand=OPENER,
        auction=RAISED,
        lead="",
        at="call 3",
        remark="tempo",
        giver="N",
        more="",
        kind="unauthorised-information",
        action="call 5",
        incident="",
    )
    facts = case_of(text.replace('kind = "tempo"', remark).encode())
    meanings = SuggestionPrior({}, 0.9, lean=3.0, spread=1.0, noise=0.01)
    context = RulingContext.from_case(facts, LAW, Services(calls=PlainCalls(), suggestion_prior=meanings))
    alternatives = alternatives_of(context, facts.incident[0], prior=PRIOR, budget=BUDGET)
    alternative = next(entry for entry in alternatives if str(entry.action) == "4S")
    assert [own_chance for _, own_chance in alternative.suggested_over_chances] == pytest.approx(
        [chance] * (len(alternatives) - 1)
    )
