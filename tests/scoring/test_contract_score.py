"""Law 77, for every result there is, against a second reckoning written as the Law Book's table is printed."""

from analyser.bridge import PASSED_OUT, Contract, Result, Seat, Strain, Vulnerability
from analyser.scoring import contract_score, is_contract_score, score_ns

# What undertricks cost, as printed: not vulnerable, then vulnerable.
DOWN = {
    (0, False): [50 * n for n in range(1, 14)],
    (0, True): [100 * n for n in range(1, 14)],
    (1, False): [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500],
    (1, True): [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800],
    (2, False): [200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000],
    (2, True): [400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600],
}
MINOR, MAJOR = (20, 40, 80), (30, 60, 120)
TRICK = {Strain.CLUBS: MINOR, Strain.DIAMONDS: MINOR, Strain.HEARTS: MAJOR, Strain.SPADES: MAJOR}
NOTRUMP_FIRST, NOTRUMP_LATER = (40, 80, 160), (30, 60, 120)


def as_printed(level, strain, doubled, tricks, vulnerable):
    over = tricks - 6 - level
    if over < 0:
        return -DOWN[doubled, vulnerable][-over - 1]
    if strain is Strain.NOTRUMP:
        below_the_line = NOTRUMP_FIRST[doubled] + (level - 1) * NOTRUMP_LATER[doubled]
        undoubled = 30
    else:
        below_the_line = level * TRICK[strain][doubled]
        undoubled = TRICK[strain][0]
    overtrick = [undoubled, 200 if vulnerable else 100, 400 if vulnerable else 200][doubled]
    points = below_the_line + over * overtrick + [0, 50, 100][doubled]
    points += (500 if vulnerable else 300) if below_the_line >= 100 else 50
    points += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    return points


def every_result():
    for level in range(1, 8):
        for strain in Strain:
            for doubled in range(3):
                for tricks in range(14):
                    yield level, strain, doubled, tricks


def test_all_2940_results_agree_with_the_printed_table():
    seen = 0
    for level, strain, doubled, tricks in every_result():
        result = Result(Contract(level, strain, doubled, Seat.N), tricks)
        for vulnerable in (False, True):
            seen += 1
            expected = as_printed(level, strain, doubled, tricks, vulnerable)
            assert contract_score(result, vulnerable) == expected, (result, vulnerable)
    assert seen == 2940


def test_the_other_side_has_the_opposite_score():
    for level, strain, doubled, tricks in every_result():
        for vulnerability in Vulnerability:
            north = score_ns(Result(Contract(level, strain, doubled, Seat.N), tricks), Vulnerability.ALL)
            east = score_ns(Result(Contract(level, strain, doubled, Seat.E), tricks), Vulnerability.ALL)
            assert north == -east
            south = score_ns(Result(Contract(level, strain, doubled, Seat.S), tricks), vulnerability)
            expected = as_printed(
                level, strain, doubled, tricks, vulnerability in {Vulnerability.NS, Vulnerability.ALL}
            )
            assert south == expected


def test_a_further_trick_never_costs_declarer():
    for level, strain, doubled, tricks in every_result():
        if tricks < 13:
            contract = Contract(level, strain, doubled, Seat.S)
            for vulnerable in (False, True):
                fewer, more = (contract_score(Result(contract, n), vulnerable) for n in (tricks, tricks + 1))
                assert fewer < more


def test_a_passed_out_board_is_zero_whoever_is_vulnerable():
    assert {score_ns(PASSED_OUT, vulnerability) for vulnerability in Vulnerability} == {0}


def test_the_extremes_of_the_digest():
    assert contract_score(Result.parse("7NTX-13 by N"), vulnerable=False) == -3500
    assert contract_score(Result.parse("7NTXX-13 by N"), vulnerable=True) == -7600


def test_an_average_of_scores_is_no_score():
    for average in (655, 175, 225, 447, 1, 5, 10, 7610):
        assert not is_contract_score(average)
    for level, strain, doubled, tricks in every_result():
        assert is_contract_score(as_printed(level, strain, doubled, tricks, vulnerable=True))
