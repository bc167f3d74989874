"""What an estimate tells beside its outcomes: what was cut, what could be expected, leads nobody put down, tricks a person found."""

from fractions import Fraction

import pytest

from analyser.bridge import Auction, Call, Card, Contract, Deal, Result, Seat, Side, Vulnerability
from analyser.casefile import Form, Moment, Place, case_of
from analyser.estimates.services import NotSolved, NotSolvedReason, Services, TrickCounter
from analyser.ruling import Branch, Outcome
from analyser.ruling.outcomes import estimate
from analyser.ruling.outcomes.auction_tree import AuctionTree, FinishedAuction, Overrides
from analyser.ruling.outcomes.corrected_line import LineOutcome, RevisedDecision
from analyser.ruling.outcomes.damage import Damage, Expectation
from analyser.ruling.outcomes.results import PlayedLine, Playout, ResultTally, Unsolved
from tests.ruling.test_score import currency

DEAL = Deal.parse("N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3")
GAME = Auction.parse("S", "1S P 3S P 4S P P P")
SPADES = Contract.parse("4S by S")
TEN, KING, ACE, SIX = (Card.parse(text) for text in ("HT", "CK", "DA", "S6"))
PASS = Call.parse("P")


def told(findings) -> list[tuple[str, dict[str, object]]]:
    return [(finding.code, dict(finding.args)) for finding in findings]


@pytest.mark.parametrize("cut, share", [(0.0004, None), (0.0006, "0.1%"), (0.25, "25%")])
def test_what_the_record_never_met_is_reported_from_a_thousandth(cut, share):
    findings = told(estimate._cut(AuctionTree((), 0.0, 1, 0.0, cut)))
    assert [str(args["share"]) for _, args in findings] == ([share] if share else [])


@pytest.mark.parametrize("chance, code", [(0.9, "yes"), (0.4, "open"), (0.1, "no")])
def test_the_actual_and_expected_scores_have_at_most_two_places(chance, code):
    damage = Damage(chance, Expectation(-6.0, 2 / 3, 0.25))
    (finding,) = estimate._expectation(damage, currency(), Side.NS, "2017")
    args = dict(finding.args)
    assert finding.code == f"misinformation.damage-{code}"
    assert (str(args["right"]), str(args["had"]), args["unit"]) == ("0.67", "-6", "imp")
    assert (str(args["otherwise"]), str(args["chance"])) == ("25%", f"{round(100 * chance)}%")


def test_where_other_deals_would_reverse_the_answer_it_is_said():
    damage = Damage(0.7, Expectation(-6.0, 2 / 3, 0.25), (0.9, 0.9, 0.9, 0.1))
    finding, why = told(estimate._expectation(damage, currency(), Side.NS, "2017"))
    assert finding[0] == "misinformation.damage-open"
    assert (why[0], str(why[1]["share"])) == ("misinformation.other-deals", "25%")


def line(result: str | None = "4S-1 by S") -> PlayedLine:
    known = None if result is None else Result.parse(result)
    return PlayedLine(DEAL, Vulnerability.NONE, Form.IMPS, GAME, SPADES, known)


LED = {TEN: 0.4, KING: 0.3, ACE: 0.2, SIX: 0.1}
RIGHT = {TEN: 0.1, KING: 0.2, ACE: 0.3, SIX: 0.4}


def untold(action: Card | None, result: str | None, given: dict[Card, float]):
    branch = Branch("x", Place(Moment.LEAD), Seat.W, GAME, None, tuple(RIGHT.items()))
    decision = RevisedDecision(Seat.W, action, GAME, RIGHT, 0, given)
    return told(estimate._leads_untold((branch,), (decision,), line(result)))


def test_an_unknown_lead_lists_the_three_likeliest_on_either_explanation():
    ((code, args),) = untold(None, "4S-1 by S", LED)
    assert (code, args["seat"], args["tricks"]) == ("misinformation.lead-untold", Seat.W, 9)
    assert (args["actions"], args["right"]) == ((TEN, KING, ACE), (SIX, ACE, KING))
    assert [str(share) for share in args["shares"]] == ["40%", "30%", "20%"]
    assert [str(share) for share in args["right_shares"]] == ["40%", "30%", "20%"]


@pytest.mark.parametrize(
    "action, result, expected",
    [(TEN, "4S-1 by S", LED), (None, None, LED), (None, "4S-1 by S", {})],
    ids=["the lead is known", "the tricks are not", "they tell nothing of it"],
)
def test_a_lead_the_tricks_do_not_reveal_is_not_reported(action, result, expected):
    assert untold(action, result, expected) == []


def test_a_line_reports_how_far_it_went_and_was_solved():
    branch = Branch("x", Place(Moment.CALL, 5), Seat.S, GAME.before(5), None)
    right = ResultTally(unsolved=[Unsolved(SPADES, 0.25)])
    outcome = LineOutcome(right, pruned=0.01234, nodes=7, ends=3)
    findings = told(estimate._describe_lines((branch,), outcome, Overrides(tricks={SPADES: 9, None: 8})))
    assert [code for code, _ in findings] == [
        "outcomes.grown",
        "outcomes.tricks-judged",
        "outcomes.tricks-judged-any",
        "outcomes.unsolved",
    ]
    grown, named, anywhere, _ = (args for _, args in findings)
    assert (grown["nodes"], grown["ends"], grown["pruned"]) == (7, 3, 0.012)
    assert (named["contract"], named["tricks"]) == (SPADES, 9)
    assert ("contract" in anywhere, anywhere["tricks"]) == (False, 8)
    assert told(estimate._describe_lines((branch,), LineOutcome(ResultTally()), Overrides())) == []


@pytest.mark.parametrize(
    "ends, auction", [(True, "1S P 3S P 4S P P P"), (False, "1S P 3S P 3NT P P P"), (False, "P P P P")]
)
def test_an_auction_ends_with_a_declarer_and_a_strain(ends, auction):
    path = FinishedAuction(Auction.parse("S", auction), (), 1.0)
    assert estimate._ends_with(path, (SPADES.declarer, SPADES.strain)) is ends


class Nine(TrickCounter):
    """Nine tricks whatever is led."""

    def leads(self, deal, contract):
        return dict.fromkeys(deal[contract.leader], 9)

    tricks = options = None


class Varied(Nine):
    """Ten after the ten of hearts."""

    def leads(self, deal, contract):
        return super().leads(deal, contract) | {TEN: 10}


class Unable(Nine):
    """Nothing is solved."""

    def leads(self, deal, contract):
        return NotSolved(NotSolvedReason.SHAPE)


def in_bridge(
    counter: TrickCounter, *rows: tuple[str, float], monkeypatch
) -> list[tuple[str, dict[str, object]]]:
    """What is told of the likeliest contract, without the reasons that need endings to be counted."""
    monkeypatch.setattr(estimate, "reasons_of_tricks", lambda *_: iter(()))
    outcomes = [
        Outcome(f"o{n}", Result.parse(text), 0, chance, legal=True)
        for n, (text, chance) in enumerate(rows, 1)
    ]
    return told(estimate._bridge_reasons(outcomes, Playout(DEAL, Services(tricks=counter), Form.IMPS)))


def test_several_results_are_explained_where_every_lead_gives_the_same(monkeypatch):
    """Six in ten play spades: half of them take the nine that are there, a third fewer, a sixth more."""
    rows = (("4S-1 by S", 0.3), ("4S-2 by S", 0.2), ("3S+1 by S", 0.1), ("3NT= by S", 0.4))
    ((code, args),) = in_bridge(Nine(), *rows, monkeypatch=monkeypatch)
    assert (code, args["declarer"], args["strain"], args["tricks"]) == (
        "bridge.played",
        Seat.S,
        SPADES.strain,
        9,
    )
    assert [str(args[name]) for name in ("share", "fewer", "more")] == ["50%", "33%", "17%"]


@pytest.mark.parametrize(
    "counter, rows",
    [
        (Varied(), (("4S-1 by S", 0.6), ("4S= by S", 0.4))),
        (Nine(), (("4S-1 by S", 1.0),)),
        (Unable(), (("4S-1 by S", 0.6), ("4S= by S", 0.4))),
        (Nine(), (("passed out", 1.0),)),
    ],
    ids=["leads differ", "one result", "not solved", "no contract"],
)
def test_elsewhere_it_is_not_told(counter, rows, monkeypatch):
    assert in_bridge(counter, *rows, monkeypatch=monkeypatch) == []


def test_what_a_side_expects_is_the_mean_in_its_currency():
    """Half of 9 IMPs and half of 2 lost; a result too rare for a thousandth does not count, and of none the mean is zero."""
    case = case_of(
        b'schema = 1\nid = "x"\n[event]\nform = "imps"\n[board]\ndealer = "S"\nvulnerable = "none"\n'
        b'deal = "N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3"\n'
        b'[[incident]]\nid = "y"\nkind = "other"\n'
    )
    chances = {"4S= by S": 0.5, "4S-1 by S": 0.5, "7NT= by S": 0.0003}
    tally = ResultTally({Result.parse(text): chance for text, chance in chances.items()})
    assert estimate._worth(tally, case, currency(), Side.NS) == Fraction(7, 2)
    assert estimate._worth(tally, case, currency(), Side.EW) == Fraction(-7, 2)
    assert estimate._worth(ResultTally(), case, currency(), Side.NS) == 0
    bare = case.changed(board=case.board.model_copy(update={"vulnerable": None}))
    assert estimate._worth(tally, bare, currency(), Side.NS) == 0
