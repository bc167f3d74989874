"""Whole sessions in the shapes real files have, reckoned here by the book alone: every line a file publishes is ours, too."""

import random
from fractions import Fraction

import pytest

from analyser.event.solve_boards import Depth
from tests.event.published import set_beside

# Law 78B: the least difference that wins one IMP, two, and so on.
STEPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500,
         3000, 3500, 4000)  # fmt: skip
SCORES = (620, 650, -100, 170, 140, -50, 420, 450, -420, 90, 110, -110, 600, 0, -980, 1430, -300, 800)
AWARDED, NOT_PLAYED = (60, 40), None


def imps(difference):
    won = sum(abs(difference) >= step for step in STEPS)
    return won if difference >= 0 else -won


def mitchell(tables=5, sets=2, absent=None):
    """Board, pair North-South, pair East-West (from 21): East-West go down a table, the boards up; one pair may be absent."""
    return [
        (sets * ((table + number) % tables) + board + 1, table + 1, 21 + (table - number) % tables)
        for number in range(tables)
        for table in range(tables)
        for board in range(sets)
        if 21 + (table - number) % tables != absent
    ]


def howell(pairs=6, sets=2, absent=None):
    """All against all, and everybody on both sides."""
    circle, played = list(range(1, pairs + 1)), []
    for number in range(pairs - 1):
        for place in range(pairs // 2):
            two = (circle[place], circle[-1 - place])
            ns, ew = two if (place + number) % 2 else two[::-1]
            if absent not in two:
                played += [(number * sets + board + 1, ns, ew) for board in range(sets)]
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return played


def matchpoints(results, fullest):
    """Two for each score beaten, one for each tied, brought to the fullest board (Neuberg); a share of the top for an award."""
    scores, top = [result for result in results if isinstance(result, int)], 2 * (fullest - 1)
    for result in results:
        if isinstance(result, int):
            earned = Fraction(sum(2 * (result > rival) + (result == rival) for rival in scores) - 1)
            earned = (earned * fullest + fullest - len(scores)) / len(scores)
            yield earned, top - earned
        else:
            yield result and tuple(Fraction(percent * top, 100) for percent in result)


def against_datum(results, trim=0, exact=False):
    """IMPs from the mean of all scores, some left out at each end, to the nearest ten or not."""
    scores = sorted(result for result in results if isinstance(result, int))
    counted = scores[trim : len(scores) - trim]
    mean = Fraction(sum(counted), len(counted))
    datum = mean if exact else (10 if mean >= 0 else -10) * int(abs(mean) / 10 + Fraction(1, 2))
    for result in results:  # who is given 60 % has two IMPs here
        earned = imps(result - datum) if isinstance(result, int) else (result[0] - 50) // 5
        yield Fraction(earned), Fraction(-earned)


def across(results):
    """The mean of the IMPs against every other score."""
    for result in results:
        earned = Fraction(sum(imps(result - rival) for rival in results), len(results) - 1)
        yield earned, -earned


def session(seats, earn, special=()):
    """What each table had, by board, and the totals with their places; `special` are results by board and table."""
    rng, boards = random.Random(8), {}
    for board, ns, ew in seats:
        tables = boards.setdefault(board, [])
        result = dict(special).get((board, len(tables)), rng.choice(SCORES))
        tables.append([ns, ew, result])
    fullest = max(sum(table[2] is not NOT_PLAYED for table in tables) for tables in boards.values())
    totals = {}
    for tables in boards.values():
        for table, points in zip(tables, earn([row[2] for row in tables], fullest), strict=True):
            table.append(points)
            for who, won in zip(table[:2], points or (), strict=False):
                earned, top = totals.get(who, (0, 0))
                totals[who] = (earned + won, top + 2 * (fullest - 1))
    return boards, totals


def element(name, value):
    return "" if value is None else f"<{name}>{value}</{name}>"


def written(number):
    return str(round(float(number), 2)).removesuffix(".0")


def usebio(boards, totals, unit, method, winners, unplayed=""):
    """The session as USEBIO publishes it; `unplayed` is how a table that did not play is told."""
    counted = {
        who: round(float(100 * earned / top if unit == "MATCH_POINTS" else earned), 2)
        for who, (earned, top) in totals.items()
    }
    pairs, lines = "", ""
    for who, total in counted.items():
        rivals = [
            rival_total for pair, rival_total in counted.items() if winners == 1 or (pair > 20) == (who > 20)
        ]
        pairs += element(
            "PAIR",
            element("PAIR_NUMBER", who)
            + element("PLACE", 1 + sum(rival > total for rival in rivals))
            + element("PERCENTAGE" if unit == "MATCH_POINTS" else "TOTAL_SCORE", f"{total:.2f}"),
        )
    for board, tables in boards.items():
        places = ""
        for ns, ew, result, points in tables:
            score = f"A{result[0]}{result[1]}" if isinstance(result, tuple) else result
            seated = element("NS_PAIR_NUMBER", ns) + element("EW_PAIR_NUMBER", ew)
            earned = zip(("NS", "EW"), points or (), strict=False)
            places += element(
                "TRAVELLER_LINE",
                seated
                + (unplayed if result is NOT_PLAYED else element("SCORE", score))
                + "".join(element(f"{side}_{unit}", written(won)) for side, won in earned),
            )
        lines += element("BOARD", element("BOARD_NUMBER", board) + places)
    heading = element("BOARD_SCORING_METHOD", method) + element("WINNER_TYPE", f"{winners}_WINNER")
    event = element("EVENT", heading + element("PARTICIPANTS", pairs) + lines)
    return f'<?xml version="1.0"?>\n<USEBIO Version="1.2">{event}</USEBIO>'


def fouled(results, fullest):
    """A board with two deals under one number at the tables from the third on: two fields of their own (87)."""
    yield from matchpoints(results[:2], fullest)
    yield from matchpoints(results[2:], fullest)


AWARDS = (((1, 0), AWARDED), ((4, 2), (50, 50)))
UNPLAYED = (((3, 0), NOT_PLAYED), ((3, 1), NOT_PLAYED))
MATCHPOINTS = ("MATCH_POINTS", "MATCH_POINTS")
BUTLER, CROSS = ("BUTLER_POINTS", "BUTLER_IMPS"), ("CROSS_IMP_POINTS", "CROSS_IMPS")
SHAPES = {
    "two lines, two winners": (mitchell(), matchpoints, MATCHPOINTS, (), 2, ""),
    "two lines, one winner": (mitchell(), matchpoints, MATCHPOINTS, (), 1, ""),
    "half a table": (mitchell(absent=25), matchpoints, MATCHPOINTS, (), 2, ""),
    "one pair short of a Howell": (howell(absent=6), matchpoints, MATCHPOINTS, (), 1, ""),
    "artificial scores": (mitchell(), matchpoints, MATCHPOINTS, AWARDS, 2, ""),
    "not played, an empty line": (mitchell(), matchpoints, MATCHPOINTS, UNPLAYED, 2, ""),
    "not played, in words": (mitchell(), matchpoints, MATCHPOINTS, UNPLAYED, 2, element("SCORE", "NP")),
    "two deals on one board": (mitchell(), fouled, MATCHPOINTS, (), 2, ""),
    "Butler": (mitchell(), lambda results, _: against_datum(results), BUTLER, (), 2, ""),
    "Butler, not rounded": (mitchell(), lambda results, _: against_datum(results, 0, True), BUTLER, (), 2, ""),
    "Butler, ends left out": (mitchell(), lambda results, _: against_datum(results, 1), BUTLER, (), 2, ""),
    "Butler, artificial scores": (howell(), lambda results, _: against_datum(results), BUTLER, AWARDS, 1, ""),
    "cross-IMPs": (howell(), lambda results, _: across(results), CROSS, (), 1, ""),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_every_line_of_the_file_is_ours(tmp_path, shape):
    seats, earn, (unit, method), special, winners, unplayed = shape
    boards, totals = session(seats, earn, special)
    files = {"results.xml": usebio(boards, totals, unit, method, winners, unplayed)}
    analysis, lines = set_beside(tmp_path, files, Depth.PLAYS)
    lines = [line for line in lines if line["what"] != "board" or earn is not fouled]
    assert [line for line in lines if line["reason"]] == []
    assert {line["who"] for line in lines if line["what"] == "place"} == {str(who) for who in totals}
    for line in analysis.standings:
        earned, top = totals[int(line.who)]
        ours = float(line.by_version["ruled"].score)
        assert ours == pytest.approx(
            float(100 * earned / top if unit == "MATCH_POINTS" else earned), abs=0.01
        )
