"""From contracts to results, reckoned by hand: leads, tricks after each, what is too rare, and what is told of it."""

import pytest

from analyser.bridge import (
    PASS,
    PASSED_OUT,
    Auction,
    Call,
    Card,
    Contract,
    Deal,
    PointsOnly,
    Result,
    Vulnerability,
)
from analyser.casefile import Form, OtherTable
from analyser.estimates.services import LeadsModel, NotSolved, NotSolvedReason, Services, TrickCounter
from analyser.ruling import Finding, Path
from analyser.ruling.outcomes.auction_tree import FinishedAuction, Overrides
from analyser.ruling.outcomes.results import PlayedLine, Playout, ResultTally, Unsolved, outcomes_of

DEAL = Deal.parse("N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3")
GAME = Auction.parse("S", "1S P 3S P 4S P P P")
PART = Auction.parse("S", "1S P 3S P P P")
NOTRUMP = Auction.parse("S", "1S P 3S P 3NT P P P")
SPADES = Contract.parse("4S by S")
TEN, NINE, KING = Card.parse("HT"), Card.parse("H9"), Card.parse("CK")
TWO = Call.parse("2S")


class ByRank(TrickCounter):
    """Ten tricks after the lead of a court card or an ace, nine after any other: West has four of thirteen."""

    def leads(self, deal, contract):
        return {card: 10 if card.rank > 10 else 9 for card in deal[contract.leader]}

    tricks = options = None


class Unable(ByRank):
    """Nothing is solved."""

    def leads(self, deal, contract):
        return NotSolved(NotSolvedReason.SHAPE)


class TenOrKing(LeadsModel):
    """Three in five lead the ten of hearts and one in five the king of clubs; of the rest nothing is told."""

    def leads(self, hand, auction, contract):
        return {TEN: 0.6, KING: 0.2}


class Told:
    """Tricks as counted; beside a table half of the time, and after the same lead always, as far away as there."""

    def tricks(self, double_dummy, contract, form):
        return [float(tricks == double_dummy) for tricks in range(14)]

    def tricks_given_table(self, double_dummy, contract, form, away, *, same_lead):
        there, here = (
            self.tricks(double_dummy + away, contract, form),
            self.tricks(double_dummy, contract, form),
        )
        return there if same_lead else [(one + other) / 2 for one, other in zip(there, here, strict=True)]


class Leaning(Told):
    """Ten tricks four times as often as nine where others took more, and the other way about."""

    def tricks_given_table(self, double_dummy, contract, form, away, *, same_lead):
        nine, ten = (0.2, 0.8) if away > 0 else (0.8, 0.2)
        return [0.0] * 9 + [nine, ten] + [0.0] * 3


def table(result: str | None, lead: Card | None, auction: Auction = GAME) -> PlayedLine:
    known = None if result is None else Result.parse(result)
    return PlayedLine(DEAL, Vulnerability.NONE, Form.IMPS, auction, auction.contract, known, None, lead)


def elsewhere(*rows: tuple[str, int]) -> tuple[OtherTable, ...]:
    return tuple(
        OtherTable(auction="1S P 3S P 4S P P P", result=result, times=times) for result, times in rows
    )


def playout(kernel=None, leads=None, counter=None, **options) -> Playout:
    services = Services(tricks=counter or ByRank(), leads=leads, real_tricks=kernel)
    return Playout(DEAL, services, Form.IMPS, **options)


def ended(auction: Auction = GAME, chance: float = 1.0) -> FinishedAuction:
    return FinishedAuction(auction, auction.calls[4:], chance)


def chances(tally: ResultTally) -> dict[str, float]:
    return {str(result): pytest.approx(chance) for result, chance in tally.mass.items()}


def after(lead: Card, played: Playout) -> dict[int, float]:
    """The tricks in four spades after a lead."""
    tally = ResultTally()
    played.contract(SPADES, {lead: 1.0}, tally, 1.0)
    return {result.tricks: pytest.approx(chance) for result, chance in tally.mass.items()}


# The tally


def tallied(*rows: tuple[str, float], double_dummy: int | None = None) -> ResultTally:
    tally = ResultTally()
    for number, (result, chance) in enumerate(rows):
        tally.add(Result.parse(result), Path((PASS,) * number, None, chance), double_dummy)
    return tally


def test_equal_results_are_added_and_the_likeliest_comes_first():
    tally = tallied(("4S= by S", 0.2), ("4S-1 by S", 0.5), ("4S= by S", 0.25), ("3S= by S", 0.05))
    rows = [
        (outcome.id, str(outcome.result), outcome.probability)
        for outcome in tally.outcomes(Vulnerability.NONE)
    ]
    assert rows == [
        ("o1", "4S-1 by S", 0.5),
        ("o2", "4S= by S", pytest.approx(0.45)),
        ("o3", "3S= by S", 0.05),
    ]


def test_results_as_likely_stand_in_the_order_of_their_names():
    tally = tallied(("4S= by S", 0.25), ("3S= by S", 0.25), ("2S= by S", 0.25), ("1S= by S", 0.25))
    assert [str(outcome.result)[0] for outcome in tally.outcomes(Vulnerability.NONE)] == ["1", "2", "3", "4"]


def test_a_way_without_a_chance_is_none():
    assert tallied(("4S= by S", 0.0)).mass == {}


def test_what_is_rarer_than_two_thousandths_is_counted_together():
    tally = tallied(("4S= by S", 0.996), ("4S-1 by S", 0.002), ("4S-2 by S", 0.0015), ("4S-3 by S", 0.0005))
    assert [str(outcome.result) for outcome in tally.outcomes(Vulnerability.NONE)] == [
        "4S= by S",
        "4S-1 by S",
    ]
    assert tally.small == pytest.approx(0.002)


def test_the_four_likeliest_ways_to_a_result_are_shown():
    (only,) = tallied(*(("4S= by S", chance) for chance in (0.1, 0.3, 0.05, 0.2, 0.15))).outcomes(
        Vulnerability.NONE
    )
    assert [path.probability for path in only.paths] == [0.3, 0.2, 0.15, 0.1]
    (reason,) = only.because
    assert (reason.code, dict(reason.args)["ways"]) == ("outcomes.reached", 5)


def test_a_reason_is_given_once_and_counted_tricks_are_kept():
    tally, why = ResultTally(), Finding.from_code("outcomes.table-line")
    for chance in (0.5, 0.25):
        tally.add(Result.parse("4S= by S"), Path((), None, chance), 9, why)
    tally.add(Result.parse("4S= by S"), Path((), None, 0.25))
    (only,) = tally.outcomes(Vulnerability.NONE)
    assert (only.because, only.dd_tricks, only.score_ns, only.legal) == ((why,), 9, 420, True)


def test_what_is_not_solved_is_given_to_a_thousandth():
    args = dict(Unsolved(SPADES, 0.12345).finding.args)
    assert str(args["share"]) == "12.3%"


# Auctions, leads and tricks


def test_an_auction_passed_out_is_no_play():
    tally = ResultTally()
    playout().auction(FinishedAuction(Auction.parse("S", "P P P P"), (PASS,), 1.0), tally, 0.4, (TWO,))
    assert tally.mass == {PASSED_OUT: 0.4}
    assert tally.ways[PASSED_OUT] == [Path((TWO, PASS), None, 0.4)]


def test_without_a_record_of_leads_every_card_is_as_likely():
    tally = ResultTally()
    playout().auction(ended(), tally, 1.0)
    assert chances(tally) == {"4S= by S": 4 / 13, "4S-1 by S": 9 / 13}


def test_each_way_has_its_calls_and_its_most_telling_lead():
    tally = ResultTally()
    leads = {NINE: 0.2, TEN: 0.3, KING: 0.5}
    playout().contract(SPADES, leads, tally, 0.8, (TWO,))
    assert tally.ways[Result.parse("4S-1 by S")] == [Path((TWO,), TEN, pytest.approx(0.4))]
    assert tally.ways[Result.parse("4S= by S")] == [Path((TWO,), KING, pytest.approx(0.4))]


@pytest.mark.parametrize("share, mean", [(0.4, 9), (0.6, 10)])
def test_the_tricks_shown_are_those_of_the_mean_lead(share, mean):
    tally = ResultTally()
    playout().contract(SPADES, {KING: share, TEN: 1 - share}, tally, 1.0)
    assert set(tally.double_dummy.values()) == {mean}


def test_what_nobody_can_count_is_kept_with_its_share():
    played, tally = playout(counter=Unable()), ResultTally()
    played.auction(ended(), tally, 0.3)
    played.contract(SPADES, {TEN: 1.0}, tally, 0.2)
    assert tally.unsolved == [Unsolved(SPADES, 0.3), Unsolved(SPADES, 0.2)]
    assert (tally.mass, played.fits(SPADES, 9), played.lead_shares([ended()])) == ({}, {}, {})


def test_nothing_is_played_without_a_counter():
    with pytest.raises(LookupError):
        Playout(DEAL, Services(), Form.IMPS).solve([SPADES])


def test_leads_over_all_auctions_together_fill_the_whole():
    """Three to one in each of two auctions; an auction passed out has no lead."""
    passed = FinishedAuction(Auction.parse("S", "P P P P"), (), 0.5)
    led = playout(leads=TenOrKing()).lead_shares([ended(chance=0.2), passed, ended(PART, 0.3)])
    assert led == {TEN: pytest.approx(0.75), KING: pytest.approx(0.25)}
    assert playout().lead_shares([ended()]) == {}


def test_a_lead_a_person_found_is_led_where_possible():
    leads = {SPADES: KING}, {SPADES: Card.parse("SA")}
    for lead, expected in zip(leads, ({"4S= by S": 1.0}, {"4S-1 by S": 0.75, "4S= by S": 0.25}), strict=True):
        tally = ResultTally()
        playout(leads=TenOrKing(), overrides=Overrides(leads=lead)).auction(ended(), tally, 0.8)
        total = sum(tally.mass.values())
        assert {str(result): pytest.approx(p / total) for result, p in tally.mass.items()} == expected


# What a table tells


BESIDE = [
    # the tricks after a lead; the table's result and lead
    ({9: 1.0}, TEN, None),
    ({8: 1.0}, TEN, table("4S-2 by S", TEN)),  # a trick fewer there after the same lead
    ({8: 1.0}, KING, table("4S-2 by S", KING)),  # two fewer there
    ({9: 0.5, 10: 0.5}, KING, table("4S-2 by S", TEN)),  # after another lead as from the least it could have given
    ({8: 0.5, 9: 0.5}, TEN, table("4S-2 by S", None)),
    ({9: 1.0}, TEN, table(None, TEN)),
    ({9: 1.0}, TEN, table("3NT-1 by S", TEN, NOTRUMP)),  # another strain
]  # fmt: skip


@pytest.mark.parametrize("expected, lead, table", BESIDE)
def test_the_table_shows_declarer_s_excess_over_countable_tricks(expected, lead, table):
    assert after(lead, playout(Told(), table=table)) == expected


def test_trick_chances_after_each_lead_ignore_the_table():
    fits = playout(Told(), table=table("4S-2 by S", TEN), others=elsewhere(("4S+1 by S", 1))).fits(SPADES, 10)
    assert (fits[TEN], fits[KING]) == (0.0, 1.0)


@pytest.mark.parametrize(
    "expected, others",
    [
        ({9: 0.5, 11: 0.5}, elsewhere(("4S+1 by S", 1))),  # two more than nine
        ({9: 1.0}, elsewhere(("4S+1 by N", 1))),  # another declarer
        ({9: 1.0}, elsewhere(("passed out", 1), ("+140", 1))),  # no play
    ],
)
def test_another_table_tells_half_as_much(expected, others):
    assert after(TEN, playout(Told(), others=others)) == expected


def test_tables_count_by_their_number_and_all_together_as_one():
    """One took fewer, three more: ten to nine is a quarter to a fourth part, times four to three fourths, that is two."""
    others = elsewhere(("4S-2 by S", 1), ("4S+1 by S", 3))
    assert after(TEN, playout(Leaning(), others=others)) == {9: 1 / 3, 10: 2 / 3}


# What is told of it


def told(findings) -> list[tuple[str, dict[str, object]]]:
    return [(finding.code, dict(finding.args)) for finding in findings]


@pytest.mark.parametrize(
    "code, lead",
    [("outcomes.table-tricks", None), ("outcomes.table-tricks-led", TEN)],
)
def test_the_table_s_tricks_are_told_to_be_evidence_once(code, lead):
    played = playout(Told(), table=table("4S-2 by S", lead))
    ((found, args),) = told(
        played.table_evidence([None, Contract.parse("4H by W"), SPADES, Contract.parse("3S by S")])
    )
    assert (found, args["tricks"], args.get("lead")) == (code, 8, lead)


@pytest.mark.parametrize(
    "played, contract",
    [
        (playout(table=table("4S-2 by S", TEN)), SPADES),  # without a model of play it moves nothing
        (playout(Told(), table=table(None, TEN)), SPADES),
        (playout(Told(), table=table("4S-2 by S", TEN)), Contract.parse("4S by N")),
        (playout(Told()), SPADES),
        (playout(Told(), table=table("4S-2 by S", TEN)), None),
    ],
)
def test_a_table_that_is_no_evidence_is_not_told(played, contract):
    assert told(played.table_evidence([contract])) == []


def test_the_tables_elsewhere_are_told_with_their_number():
    played = playout(Told(), others=elsewhere(("4S-2 by S", 2), ("4S= by S", 3), ("4S= by N", 7)))
    ((code, args),) = told(played.other_tables_evidence([None, Contract.parse("4H by W"), SPADES, SPADES]))
    assert (code, args["tables"]) == ("outcomes.tricks-elsewhere", 5)


@pytest.mark.parametrize(
    "played",
    [
        playout(others=elsewhere(("4S= by S", 1))),
        playout(Told(), others=elsewhere(("4S= by S", 1)), table=table("4S-2 by S", TEN)),
        playout(Told()),
    ],
    ids=["no model of play", "our own table tells it", "no tables"],
)
def test_tables_elsewhere_that_are_no_evidence_are_not_told(played):
    assert told(played.other_tables_evidence([SPADES])) == []


def test_other_tables_are_reported_where_our_own_result_is_unknown():
    played = playout(Told(), others=elsewhere(("4S= by S", 1)), table=table(None, TEN))
    assert [code for code, _ in told(played.other_tables_evidence([SPADES]))] == ["outcomes.tricks-elsewhere"]


MOVED = [
    # all lead the ten of hearts: nine tricks as counted, eight where one was lost at the table
    ("bridge.table-moves", "EW", ("9.0", "8.0"), table("4S-2 by S", TEN)),
    ("bridge.table-moves", "NS", ("9.0", "11.0"), table("4S+1 by S", TEN)),
    ("bridge.table-agrees", None, ("9.0", "9.0"), table("4S-1 by S", TEN)),
]


class TenAlways(LeadsModel):
    """Everybody leads the ten of hearts."""

    def leads(self, hand, auction, contract):
        return {TEN: 1.0}


@pytest.mark.parametrize("code, favours, tricks, table", MOVED)
def test_the_report_says_how_far_the_table_moves_expectations(code, favours, tricks, table):
    played = playout(Told(), TenAlways(), table=table)
    ((found, args),) = told(played.table_moves([ended(PART)], [SPADES]))
    assert (found, (str(args["without"]), str(args["informed"]))) == (code, tricks)
    assert (None if "favours" not in args else str(args["favours"])) == favours


def test_a_table_that_says_nothing_here_is_set_aside():
    played = playout(Told(), TenAlways(), table=table("4S-2 by S", TEN))
    ((code, args),) = told(played.table_moves([ended(NOTRUMP)], [NOTRUMP.contract]))
    assert (code, args["tricks"]) == ("bridge.table-aside", 8)


@pytest.mark.parametrize(
    "played, paths",
    [
        (playout(Told(), TenAlways()), [ended()]),
        (playout(Told(), TenAlways(), table=table(None, TEN)), [ended()]),
        (playout(None, TenAlways(), table=table("4S-2 by S", TEN)), [ended()]),
        (playout(Told(), TenAlways(), table=table("4S-2 by S", TEN)), []),
        (playout(Told(), TenAlways(), table=table("4S-2 by S", TEN)), [ended(), ended(NOTRUMP)]),
    ],
    ids=["no table", "no result", "no model of play", "no auction", "two strains"],
)
def test_nothing_is_told_of_what_the_table_cannot_move(played, paths):
    assert told(played.table_moves(paths, [SPADES])) == []


def test_the_tricks_to_be_expected_count_likelier_auctions_for_more():
    """Nine in three of four, ten in one; an auction passed out has no tricks."""
    played = playout(overrides=Overrides(tricks={NOTRUMP.contract: 10, None: 9}))
    assert played.expected_tricks([ended(chance=0.6), ended(NOTRUMP, 0.2)]) == pytest.approx(9.25)
    assert played.expected_tricks([]) == 0.0


def test_a_tree_s_results_include_what_was_rare_or_unsolved():
    paths = [ended(chance=0.9), ended(PART, 0.001)]
    played = playout(overrides=Overrides(tricks={None: 9}))
    outcomes, small, unsolved = outcomes_of(paths, Vulnerability.NONE, played)
    assert [(str(outcome.result), outcome.probability) for outcome in outcomes] == [
        ("4S-1 by S", pytest.approx(0.9))
    ]
    assert (small, unsolved) == (pytest.approx(0.001), ())


def test_a_bare_score_is_a_result_like_any_other():
    tally = ResultTally()
    tally.add(PointsOnly(-50), Path((), None, 1.0))
    (only,) = tally.outcomes(Vulnerability.NONE)
    assert (only.score_ns, only.dd_tricks) == (-50, None)
