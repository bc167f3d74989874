"""Swiss pairs at matchpoints: percentages of matches become victory points by the printed table, by a stated one, or as the file has it."""

import random
from fractions import Fraction

import pytest

from analyser.errors import CaseError
from analyser.event.run import EventOptions, analyse
from analyser.event.solve_boards import Depth
from analyser.scoring.percent_scales import percent_scale_named
from tests.event.published import set_beside

# As a congress booklet prints it for seven boards: up to 50.65 a draw, to 51.98 eleven points, and so on; beyond 68.35 all twenty.
SEVEN = ("50.65", "51.98", "53.33", "54.74", "56.23", "57.83", "59.64", "61.75", "64.40", "68.35")
# The half matches of three and four boards (White Book 3.1.7): five points each for a draw.
HALVES = {3: ("51.59", "54.87", "58.48", "62.89", "69.75"), 4: ("51.32", "54.03", "57.03", "60.70", "66.38")}
# Pairs 1 to 8 meet each other by the circle; nine pairs would leave one out.
ROUNDS = [
    ((1, 8), (2, 7), (3, 6), (4, 5)),
    ((8, 5), (6, 4), (7, 3), (1, 2)),
    ((2, 8), (3, 1), (4, 7), (5, 6)),
]
SCORES = (620, 170, -100, 140, -50, 420, 450, -420, 110, 600, 0)


def by_table(percent, edges):
    """Read off a printed table: percentages have two decimals, and an edge is worth what lies nearer to the middle."""
    percent = Fraction(round(float(percent) + 1e-9, 2)).limit_denominator(100)
    beyond, half = abs(percent - 50), len(edges)
    steps = sum(beyond > Fraction(edge) - 50 for edge in edges)
    return half + steps if percent > 50 else half - steps


def played(rounds=ROUNDS, boards=7):
    """Round by round each board's tables: North-South, East-West, score, and both sides' matchpoints of six."""
    rng = random.Random(17)
    for number, tables in enumerate(rounds, 1):
        for board in range(1, boards + 1):
            results = [(*pair, rng.choice(SCORES)) for pair in tables if len(pair) == 2 or board in pair[2]]
            results = [(ns, ew, score) for ns, ew, *_, score in results]
            for ns, ew, score in results:
                won = sum(2 * (score > rival) + (score == rival) for *_, rival in results) - 1
                yield number, (number - 1) * boards + board, ns, ew, score, won, 2 * (len(results) - 1) - won


def totals_of(lines, edges_of):
    """What everybody won in each match, as a share of the tops, then by the table."""
    shares = {}
    for number, _, ns, ew, _, won, lost in lines:
        for who, opponent, points in ((ns, ew, won), (ew, ns, lost)):
            shares.setdefault((number, who, opponent), []).append((points, won + lost))
    matches = {
        key: by_table(Fraction(100 * sum(p for p, _ in of), sum(t for _, t in of)), edges_of(len(of)))
        for key, of in shares.items()
    }
    totals = {}
    for (_, who, _), points in matches.items():
        totals[who] = totals.get(who, 0) + points
    return matches, totals


def element(name, value):
    return f"<{name}>{value}</{name}>"


def usebio(lines, totals=None, matches=None):
    """The event as a scoring program publishes it, with the totals, with the points of each match, or with neither."""
    pairs = "".join(
        element(
            "PAIR",
            element("PAIR_NUMBER", who)
            + (
                element("PLACE", 1 + sum(more > totals[who] for more in totals.values()))
                + element("TOTAL_SCORE", totals[who])
                if totals
                else ""
            ),
        )
        for who in range(1, 9)
    )
    by_match = {}
    for number, board, ns, ew, score, won, lost in lines:
        line = element("SCORE", score) + element("NS_MATCH_POINTS", won) + element("EW_MATCH_POINTS", lost)
        board_of = element("BOARD", element("BOARD_NUMBER", board) + element("TRAVELLER_LINE", line))
        by_match[number, ns, ew] = by_match.get((number, ns, ew), "") + board_of
    text = "".join(
        element(
            "MATCH",
            element("ROUND_NUMBER", number)
            + element("NS_PAIR_NUMBER", ns)
            + element("EW_PAIR_NUMBER", ew)
            + (
                element("NS_SCORE", matches[number, ns, ew]) + element("EW_SCORE", matches[number, ew, ns])
                if matches
                else ""
            )
            + boards,
        )
        for (number, ns, ew), boards in by_match.items()
    )
    methods = element("BOARD_SCORING_METHOD", "MATCH_POINTS") + element("MATCH_SCORING_METHOD", "VPS")
    event = f'<EVENT EVENT_TYPE="SWISS_PAIRS">{methods}{element("PARTICIPANTS", pairs)}{text}</EVENT>'
    return f'<?xml version="1.0"?>\n<USEBIO Version="1.2">{event}</USEBIO>'


@pytest.fixture
def run(tmp_path):
    def run(text, settings="", rulings=""):
        files = {"swiss.xml": text, "event.toml": settings} | ({"rulings.csv": rulings} if rulings else {})
        return set_beside(tmp_path, files, export=True)

    return run


LINES = list(played())
MATCHES, TOTALS = totals_of(LINES, lambda _: SEVEN)


def scores_of(analysis):
    return {int(line.who): line.by_version["ruled"].score for line in analysis.standings}


def test_totals_reveal_the_printed_scale(run):
    analysis, lines = run(usebio(LINES, TOTALS))
    assert analysis.event.percents is percent_scale_named("ebu-swiss-pairs")
    assert [line for line in lines if line["reason"]] == []
    assert len([line for line in lines if line["what"] in ("total", "place")]) == 16
    assert scores_of(analysis) == TOTALS


def test_the_printed_scale_is_seen_from_the_matches(run):
    analysis, lines = run(usebio(LINES, matches=MATCHES))
    compared = [line for line in lines if line["what"] == "match"]
    assert len(compared) == 24
    assert {line["reason"] for line in compared} == {""}
    assert (scores_of(analysis), analysis.losses) == (TOTALS, [])


def test_a_ruling_moves_the_match_by_the_scale(run):
    """All of pair 1's first board goes to pair 8: the percentages of every table of that board are computed again."""
    changed = []
    for number, board, ns, ew, score, *_ in LINES:
        changed.append((number, board, ns, ew, -7600 if (number, board, ns) == (1, 1, 1) else score))
    recomputed = []
    for number, board, ns, ew, score in changed:
        field = [line[4] for line in changed if line[1] == board]
        won = sum(2 * (score > rival) + (score == rival) for rival in field) - 1
        recomputed.append((number, board, ns, ew, score, won, 6 - won))
    analysis, _ = run(usebio(LINES, TOTALS), rulings="board,ns,ew,result\n1,1,8,7NTXX-13 by N\n")
    assert scores_of(analysis) == totals_of(recomputed, lambda _: SEVEN)[1]


def test_an_event_states_its_own_scale(run):
    """A match is won or lost: two points, or one each at half."""
    analysis, _ = run(usebio(LINES), "percent_scale = [50]\n")
    assert scores_of(analysis) == totals_of(LINES, lambda _: ("50",))[1]


def test_the_regulations_name_their_scale(run):
    analysis, _ = run(usebio(LINES), 'authority = "EBU"\ndate = 2019-05-04\n')
    assert scores_of(analysis) == TOTALS


def test_a_pair_that_meets_two_others_plays_two_half_matches(run):
    """Pair 1 has four boards against pair 2 and three against pair 3, each a match of ten points; the others sit out."""
    tables = ((1, 2, (1, 2, 3, 4)), (3, 1, (5, 6, 7)), (4, 5), (6, 7), (8, 9))
    lines = list(played([tables]))
    matches, _ = totals_of(lines, lambda boards: HALVES.get(boards, SEVEN))
    totals = {}
    for (_, who, _), points in matches.items():
        totals[who] = totals.get(who, 0) + points
    analysis, _ = run(usebio(lines), 'percent_scale = "ebu-swiss-pairs"\nfactor = false\n')
    assert scores_of(analysis) == totals


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ("", "percent-scale-not-told"),
        ("percent_scale = [60, 55]\n", "percent-steps-rise"),
        ('percent_scale = "wbf-continuous"\n', "scale-unknown"),
        ('form = "butler"\npercent_scale = "ebu-swiss-pairs"\n', "percent-scale-form"),
    ],
)
def test_what_nobody_tells_or_states_wrongly_is_refused(run, settings, code):
    with pytest.raises(CaseError) as refused:
        run(usebio(LINES), settings)
    assert [problem.why.code for problem in refused.value.problems] == [f"problem.{code}"]


def test_corrected_results_are_taken_back_with_their_matches(run, tmp_path):
    analysis, _ = run(usebio(LINES, TOTALS))
    folder = tmp_path / "back"
    folder.mkdir()
    (folder / "results.xml").write_bytes((tmp_path / "out/results.xml").read_bytes())
    options = EventOptions(tmp_path / "again", pages=False, measure=0, depth=Depth.STANDINGS)
    back = analyse(folder, options, lambda _: None)
    assert back.standings == analysis.standings
    assert (back.agreement.reasons, back.agreement.lines["match"]) == ({}, 24)
