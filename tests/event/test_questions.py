"""Slips, roll-backs, claims and slow calls: questions with their evidence, and silence where all is in order."""

from fractions import Fraction

import pytest

from analyser.bridge import Auction, Call, Card, Contract, Deal, Result, Seat, Vulnerability
from analyser.casefile import Form, Place, case_of
from analyser.estimates.services import CallShares
from analyser.event.analysis import PlayPosition, TrickTallies
from analyser.event.questions import SlipReason, candidate_of, slips_of, slow_calls
from analyser.event.ruling_candidates import candidate_case
from analyser.event.settings import EventSettings
from analyser.event.sheets import Sheets, cell
from analyser.event.solve_boards import TableFigures
from analyser.event.store import BoardGroup, ResultSource, ResultStore, TableEntry
from analyser.formats import Artificial, Points, PointsKind
from tests.support.every import each_row

SOURCE = ResultSource("made", 1)
DEAL = Deal.parse("N:AQ62.K84.A93.K75 T5.AJ97.QT84.J32 KJ973.Q62.K5.Q84 84.T53.J762.AT96")
ILLEGAL = Auction(Seat.S, tuple(map(Call.parse, ["1S", "P", "1H", "P", "P", "P"])))
GAME = Auction.parse("S", "1S P 3S P 4S P P P")


def entry(contract="4S by S", tricks=10, **more):
    parsed = None if contract is None else Contract.parse(contract)
    return TableEntry(
        source=SOURCE,
        number=1,
        board=7,
        contract=parsed,
        tricks=tricks,
        vulnerability=Vulnerability.ALL,
        **more,
    )


def codes(result, figures=None):
    return [
        slip.finding.code.removeprefix("event.slip.") for slip in slips_of(result, figures or TableFigures())
    ]


@each_row(
    "expected, result",
    [
        ([], entry(auction=GAME, score=620)),
        (["declarer"], entry("4S by N", auction=GAME)),
        (["declarer"], entry("4S by W", auction=GAME)),
        (["doubled"], entry("4SX by S", auction=GAME)),
        (["rollback"], entry("3S by S", auction=GAME)),
        (["contract"], entry("4H by S", auction=GAME)),
        (["call"], entry(auction=ILLEGAL)),
        (["contract"], entry(auction=Auction.parse("S", "P P P P"))),
        (["award"], entry(None, None, auction=GAME, artificial=Artificial(60, 40))),
        (["sign"], entry(score=-620)),
        (["vulnerability"], entry(score=420)),
        (["tricks-scored"], entry(score=650)),
        (["impossible"], entry(score=625)),
        (["score"], entry(score=630)),
        (["sources"], entry(doubts=(Result.parse("4S+1 by S"),))),
        (["tricks-claimed"], entry(played=Result.parse("4S-1 by S"))),
    ],
)
def test_a_result_that_contradicts_itself_is_asked_about(expected, result):
    assert codes(result) == expected


def test_a_call_the_file_marks_as_irregular_is_no_slip():
    assert codes(entry(auction=ILLEGAL, marked=True)) == []


def test_a_rollback_names_the_call_it_returns_to():
    (slip,) = slips_of(entry("3S by S", auction=GAME), TableFigures())
    assert slip.finding.arguments["at"] == Place.parse("call 3")


def cards(text):
    return tuple(map(Card.parse, text.split()))


def test_a_revoke_nobody_marked_is_asked_about():
    play = cards("D2 DA D4 S3")  # South has DK5
    assert codes(entry(deal=DEAL, leader=Seat.W, cards=play)) == ["revoke"]


def test_a_card_from_another_hand_is_asked_about():
    assert codes(entry(deal=DEAL, leader=Seat.W, cards=cards("SA"))) == ["card"]


@pytest.mark.parametrize("tricks, expected", [(10, []), (9, ["claim-gave"]), (11, ["claim-took"])])
def test_a_claim_is_held_against_best_play_from_there(tricks, expected):
    result = entry(tricks=tricks, deal=DEAL, leader=Seat.W, cards=cards("D2 DA D4 D5"), claimed=True)
    assert codes(result, TableFigures(curve=(10, 10, 10, 10, 10))) == expected


@pytest.mark.parametrize("tricks, expected", [(7, []), (6, ["far"])])
def test_a_result_far_from_double_dummy_is_asked_about(tricks, expected):
    result = entry(tricks=tricks, leader=Seat.W, cards=cards("D2"))
    assert codes(result, TableFigures(leads=((Card.parse("D2").index, 10),))) == expected


SLOW = Auction.parse("N", "1S P 2S P P 3H P P 3S P P P")


def slow_entry(seconds, **more):
    times = (3, 2, 4, 3, 2, 4, seconds, 3, 4, 2, 2, 2)
    return TableEntry(source=SOURCE, number=1, board=1, auction=SLOW, call_times=times, deal=DEAL, **more)


@pytest.mark.parametrize("seconds, slow_seats", [(9, 0), (10, 1), (30, 1)])
def test_a_call_is_slow_against_the_others_of_its_auction(seconds, slow_seats):
    assert len(list(slow_calls(slow_entry(seconds)))) == slow_seats


def test_the_event_may_say_from_when_a_call_is_slow():
    assert not list(slow_calls(slow_entry(15), least=20))


class Players:
    """Players who divide as told."""

    def __init__(self, **shares):
        self.shares = tuple((Call.parse(name.replace("_", "")), share) for name, share in shares.items())

    def calls(self, hand, auction, vulnerability, form):
        assert auction.turn is Seat.N
        return CallShares(self.shares, 100)


def test_a_candidate_needs_an_alternative_that_peers_would_choose():
    result = slow_entry(21)
    (slow,) = slow_calls(result)
    players = Players(P=0.6, _3S=0.3, X=0.1)
    candidate = candidate_of(result, slow, players, Form.IMPS, 0.1)
    assert [str(call) for call, _ in candidate.alternatives] == ["P", "X"]
    assert candidate.suggested_over is None  # not measured here
    assert candidate_of(result, slow, Players(P=0.05, _3S=0.95), Form.IMPS, 0.1) is None


def test_a_card_that_costs_is_charged_to_its_position():
    """Ten tricks before the lead, eleven after it: the leader gave one; declarer's dummy gave one back."""
    result = entry(deal=DEAL, leader=Seat.W, cards=cards("D2 DA D4 D5"))
    figures = TableFigures(curve=(10, 11, 10, 10, 10))
    tallies = TrickTallies()
    tallies.board(BoardGroup("", 7, DEAL, (result,)), (figures,))
    assert {position: tally.given_away for position, tally in tallies.positions.items()} == {
        PlayPosition.LEAD: 1, PlayPosition.DECLARER: 1, PlayPosition.PARTNER: 0,
    }  # fmt: skip
    assert {seat: tally.given_away for seat, tally in tallies.seats.items()} == {
        Seat.W: 1,
        Seat.N: 1,
        Seat.E: 0,
    }


@each_row("text", ["=1+1", "+cmd", "@sum", "-2+3", "\t=1", "\x00=1", "＝1", " =1", "\ufeff=1", "\r\n=1"])
def test_a_text_cell_is_never_a_formula(text):
    assert cell(text)[0] not in "=+-@\t\r\n\x00＝"


@pytest.mark.parametrize("number", ["-50", "+620", "-1.5", 3, -2])
def test_a_number_stays_a_number(number):
    assert cell(number) == str(number)


def test_a_sheet_keeps_its_lines_whatever_the_cells_hold(tmp_path):
    with Sheets(tmp_path) as sheets:
        sheets.begin("a.csv", ("x\ny", 'say "=1"'))
    assert (tmp_path / "a.csv").read_bytes() == b'x y,"say ""=1"""\n'


def test_a_sheet_without_disk_space_replaces_no_sheet(tmp_path):
    (tmp_path / "a.csv").write_text("of the run before")
    (tmp_path / ".b.csv.part").symlink_to("/dev/full")
    sheets = Sheets(tmp_path)
    sheets.begin("a.csv", ("new",))
    sheets.begin("b.csv", ("new",))
    with pytest.raises(OSError, match="No space left"):
        sheets.__exit__(None)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.csv", "of the run before")]


@pytest.mark.parametrize(
    "code, reason, result",
    [
        ("rollback", "ruling", entry("3S by S", 9, auction=GAME, played=Result.parse("4S-1 by S"))),
        ("declarer", "side", entry("4S by W", auction=GAME)),
        ("declarer", "typing", entry("4S by N", auction=GAME)),
        ("sign", "side", entry(score=-620)),
        ("tricks-scored", "typing", entry(score=650)),
        ("impossible", "ruling", entry(score=625)),
        ("tricks-claimed", "typing", entry(played=Result.parse("4S-1 by S"))),
    ],
)
def test_differences_state_what_counts_and_the_likely_reason(code, reason, result):
    slips = list(slips_of(result, TableFigures()))
    slip = next(slip for slip in slips if slip.finding.code == f"event.slip.{code}")
    assert str(slip.reason) == reason
    assert slip.follows != slip.instead != ""


def test_a_score_contradicting_the_auction_becomes_a_candidate_case():
    result = entry(
        "3S by S", 9, auction=GAME, deal=DEAL, dealer=Seat.S, played=Result.parse("4S-1 by S"), ns="1", ew="2"
    )
    slug, text = candidate_case(result, EventSettings(), ResultStore())
    case = case_of(text.encode())
    assert (case.id, str(case.result)) == (slug, "4S-1 by S")
    (ruling,) = case.ruling
    assert [str(part.result) for part in ruling.ns] == ["3S= by S"]


def test_an_artificial_score_becomes_a_case_with_the_award():
    result = entry(None, None, auction=GAME, artificial=Artificial(60, 40), deal=DEAL, dealer=Seat.S)
    _, text = candidate_case(result, EventSettings(), ResultStore())
    (ruling,) = case_of(text.encode()).ruling
    assert (str(ruling.kind), ruling.award.NS) == ("artificial", Fraction(60, 100))


@pytest.mark.parametrize("award", [Artificial(60, 40), Artificial(50, 50)])
def test_an_artificial_score_without_record_is_offered_as_case(award):
    result = entry(None, None, artificial=award)
    (slip,) = slips_of(result, TableFigures())
    assert (slip.finding.code, slip.reason) == ("event.slip.artificial", SlipReason.RULING)
    (ruling,) = case_of(candidate_case(result, EventSettings(), ResultStore())[1].encode()).ruling
    assert Fraction(award.ns, 100) == ruling.award.NS


def test_a_case_of_points_alone_invents_no_ruling():
    result = entry(
        auction=GAME,
        deal=DEAL,
        dealer=Seat.S,
        points=(Points(PointsKind.PERCENT, Fraction(63), Fraction(37)),),
    )
    case = case_of(candidate_case(result, EventSettings(), ResultStore())[1].encode())
    assert (str(case.result), case.ruling) == ("4S= by S", ())
