"""Whole team events in the shapes real files have, reckoned here by the book alone: every line a file publishes is ours, too."""

import random
from fractions import Fraction
from math import sqrt

import pytest

from analyser.event.run import EventOptions, analyse
from analyser.event.solve_boards import Depth
from tests.event.published import set_beside

# Law 78B: the least difference that wins one IMP, two, and so on.
STEPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500,
         3000, 3500, 4000)  # fmt: skip
# Made part-scores, the same at every vulnerability, as a list of results writes them and as North-South score them.
CONTRACTS = {
    "1NN=": 90,
    "1NN+1": 120,
    "2SN=": 110,
    "3CN+1": 130,
    "3HN+1": 170,
    "2HE=": -110,
    "1NE+2": -150,
    "1CW=": -70,
}
NOT_PLAYED = ""


def imps(difference):
    won = sum(abs(difference) >= step for step in STEPS)
    return won if difference >= 0 else -won


def victory_points(margin, boards):
    """The WBF's continuous scale of 2013: a win by 15 times the root of the boards is worth all twenty."""
    golden, blitz = ((sqrt(5) - 1) / 2) ** 3, 15 * sqrt(boards)
    won = 10 + 10 * (1 - golden ** (min(abs(margin), blitz) / blitz)) / (1 - golden)
    won = Fraction(round(won * 100 + 1e-9), 100)
    return won if margin >= 0 else 20 - won


def swing(open_room, closed_room):
    """What the team that sits North-South in the open room wins on a board."""
    return imps(CONTRACTS[open_room] - CONTRACTS[closed_room])


def match(number, home, visitors, boards, seed=0):
    """A match: its round, two teams, and by board the contracts of the open and the closed room."""
    rng = random.Random(f"{number} {home} {visitors} {seed}")
    return number, home, visitors, {board: tuple(rng.choices(list(CONTRACTS), k=2)) for board in boards}


def margin(boards):
    return sum(swing(*rooms) for rooms in boards.values() if NOT_PLAYED not in rooms)


def won_in(matches, boards=None):
    """Each team's victory points in each match, by round."""
    won = {}
    for number, home, visitors, played in matches:
        count = boards or len([rooms for rooms in played.values() if NOT_PLAYED not in rooms])
        first = victory_points(margin(played), count)
        won |= {(number, home, visitors): first, (number, visitors, home): 20 - first}
    return won


def sums(won):
    totals = {}
    for (_, who, _), points in won.items():
        totals[who] = totals.get(who, 0) + points
    return totals


def element(name, value):
    return f"<{name}>{value}</{name}>"


def usebio(matches, totals, won=(), method="IMPS", swings=True, both_sides=False):
    """The event as USEBIO has it: teams with totals and places, matches board by board, each room a line."""
    teams = "".join(
        f'<TEAM TEAM_ID="{who}">'
        + element("PLACE", 1 + sum(more > total for more in totals.values()))
        + element("TOTAL_SCORE", f"{float(total):.2f}")
        + "</TEAM>"
        for who, total in totals.items()
    )
    text = ""
    for number, home, visitors, played in matches:
        for first, second in ((home, visitors), (visitors, home))[: 1 + both_sides]:
            boards = "".join(
                element("BOARD", board_of(board, rooms, first == home, swings))
                for board, rooms in played.items()
            )
            points = ""
            if won:
                points = element("TEAM_SCORE", float(won[number, first, second]))
                points += element("OPPOSING_TEAM_SCORE", float(won[number, second, first]))
            sides = element("TEAM", first) + element("OPPOSING_TEAM", second)
            text += element("MATCH", element("ROUND_NUMBER", number) + sides + points + boards)
    head = element("BOARD_SCORING_METHOD", method) + (element("MATCH_SCORING_METHOD", "VPS") if won else "")
    event = f'<EVENT EVENT_TYPE="SWISS_TEAMS">{head}{element("PARTICIPANTS", teams)}{text}</EVENT>'
    return f'<?xml version="1.0"?>\n<USEBIO Version="1.2">{event}</USEBIO>'


def board_of(number, rooms, as_home, swings):
    """A board as a match lists it: the first line is that of the team named first, North-South at its own table."""
    seats = (("NS", rooms[0]), ("EW", rooms[1])) if as_home else (("NS", rooms[1]), ("EW", rooms[0]))
    text = element("BOARD_NUMBER", number)
    if swings and NOT_PLAYED not in rooms:
        text += element("IMPS", swing(*rooms) if as_home else -swing(*rooms))
    for direction, contract in seats:
        score = "" if contract == NOT_PLAYED else element("SCORE", CONTRACTS[contract])
        text += element("TRAVELLER_LINE", element("DIRECTION", direction) + score)
    return text


@pytest.fixture
def run(tmp_path):
    def run(files, settings=""):
        files = files | ({"event.toml": settings} if settings else {})
        return set_beside(tmp_path, files, export=True)

    return run


def scores_of(analysis):
    return {line.who: line.by_version["ruled"].score for line in analysis.standings}


def by_reason(lines):
    """Who differs in what, and why."""
    return {(line["what"], line["who"]): line["reason"] for line in lines if line["reason"]}


EIGHT = range(1, 9)
# Five teams over three rounds; who is not drawn sits out, which is worth twelve points.
SWISS = [
    match(n, *pair, EIGHT)
    for n, pair in ((1, (1, 2)), (1, (3, 4)), (2, (1, 5)), (2, (2, 3)), (3, (5, 4)), (3, (1, 3)))
]
BYES = {5: 12, 4: 12, 2: 12}


def test_swiss_teams_with_a_bye(run):
    won = won_in(SWISS)
    totals = {who: points + BYES.get(who, 0) for who, points in sums(won).items()}
    analysis, lines = run({"swiss.xml": usebio(SWISS, totals, won)})
    assert by_reason(lines) == {("total", str(who)): "apart" for who in BYES}
    assert {line["difference"] for line in lines if line["reason"]} == {"-12"}
    assert len([line for line in lines if line["what"] == "place"]) == 5
    assert scores_of(analysis) == {str(who): total for who, total in totals.items()}
    assert len([line for line in lines if line["what"] == "match"]) == 12


def test_a_bye_that_is_stated_leaves_no_difference(run):
    won = won_in(SWISS)
    totals = {who: points + BYES.get(who, 0) for who, points in sums(won).items()}
    carry = "".join(f'[[carry]]\nto = "{who}"\npoints = 12\nwhy = "bye"\n' for who in BYES)
    analysis, lines = run({"swiss.xml": usebio(SWISS, totals, won)}, carry)
    assert by_reason(lines) == {}
    assert scores_of(analysis) == {str(who): total for who, total in totals.items()}


def test_three_teams_meet_each_other_in_one_round(run):
    """Four boards a match between the three, by the scale of four; eight elsewhere."""
    matches = [
        match(1, 1, 2, range(1, 5)),
        match(1, 2, 3, range(5, 9)),
        match(1, 3, 1, range(9, 13)),
        match(1, 4, 5, EIGHT),
    ]
    matches += [match(2, 1, 4, EIGHT), match(2, 2, 5, EIGHT)]
    won = won_in(matches)
    analysis, lines = run({"swiss.xml": usebio(matches, sums(won), won)})
    assert by_reason(lines) == {}
    assert scores_of(analysis) == {str(who): total for who, total in sums(won).items()}


ROBIN = [
    match(n, *pair, range(1, 17))
    for n, pair in enumerate(((1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3)), 1)
]


@pytest.mark.parametrize("is_stated", [False, True])
def test_a_round_robin_with_a_penalty(run, is_stated):
    """Two victory points less for the second team: said as a difference, or stated and none."""
    won = won_in(ROBIN)
    totals = {who: points - 2 * (who == 2) for who, points in sums(won).items()}
    penalty = '[[penalty]]\nto = "2"\npoints = 2\nwhy = "late"\n' if is_stated else ""
    analysis, lines = run({"robin.xml": usebio(ROBIN, totals, won)}, penalty)
    assert by_reason(lines) == ({} if is_stated else {("total", "2"): "apart"})
    assert scores_of(analysis) == {str(who): total for who, total in totals.items()}


def test_a_match_listed_from_both_sides_counts_once(run):
    won = won_in(ROBIN)
    analysis, lines = run({"robin.xml": usebio(ROBIN, sums(won), won, both_sides=True)})
    assert by_reason(lines) == {}
    assert scores_of(analysis) == {str(who): total for who, total in sums(won).items()}


def test_a_board_that_was_cancelled_counts_for_nobody(run):
    """Fouled in one room: fifteen boards were played, and the scale is that of fifteen."""
    number, home, visitors, played = ROBIN[0]
    matches = [(number, home, visitors, played | {7: (played[7][0], NOT_PLAYED)}), *ROBIN[1:]]
    won = won_in(matches)
    analysis, lines = run({"robin.xml": usebio(matches, sums(won), won)})
    assert by_reason(lines) == {}
    assert scores_of(analysis) == {str(who): total for who, total in sums(won).items()}


def test_stated_boards_of_a_match_determine_its_scale(run):
    number, home, visitors, played = ROBIN[0]
    matches = [(number, home, visitors, played | {7: (NOT_PLAYED, NOT_PLAYED)}), *ROBIN[1:]]
    won = won_in(matches, boards=16)
    analysis, lines = run({"robin.xml": usebio(matches, sums(won), won)}, "boards = 16\n")
    assert by_reason(lines) == {}
    assert scores_of(analysis) == {str(who): total for who, total in sums(won).items()}


def test_a_board_adjusted_in_one_room(run):
    """No result at the second table, average plus for the team at no fault: three IMPs whatever the other room did (86B)."""
    number, home, visitors, played = ROBIN[0]
    text_of = usebio([(number, home, visitors, {7: (played[7][0], NOT_PLAYED)})], {}, {}).split("<BOARD>")[1]
    rest = {board: rooms for board, rooms in played.items() if board != 7}
    first = victory_points(margin(rest) + 3, 16)
    won = won_in(ROBIN) | {(1, 1, 2): first, (1, 2, 1): 20 - first}
    text = usebio([(number, home, visitors, rest), *ROBIN[1:]], sums(won), won)
    adjusted = "<BOARD>" + text_of.split("</BOARD>")[0].replace(
        "</BOARD_NUMBER>", "</BOARD_NUMBER><IMPS>3</IMPS>"
    )
    adjusted = (
        adjusted.replace("<DIRECTION>EW</DIRECTION>", "<DIRECTION>EW</DIRECTION><SCORE>A4060</SCORE>")
        + "</BOARD>"
    )
    analysis, lines = run({"robin.xml": text.replace("</MATCH>", adjusted + "</MATCH>", 1)})
    assert by_reason(lines) == {}
    assert scores_of(analysis) == {str(who): total for who, total in sums(won).items()}


def test_board_a_match(run):
    """Two for a board won and one for a tie, or half of that."""
    totals = {}
    for _, home, visitors, played in ROBIN:
        for rooms in played.values():
            difference = CONTRACTS[rooms[0]] - CONTRACTS[rooms[1]]
            first = 1 + (difference > 0) - (difference < 0)
            totals[home] = totals.get(home, 0) + first
            totals[visitors] = totals.get(visitors, 0) + 2 - first
    analysis, lines = run({"bam.xml": usebio(ROBIN, totals, method="POINT_A_BOARD", swings=False)})
    assert by_reason(lines) == {}
    assert scores_of(analysis) == {str(who): total for who, total in totals.items()}


def test_total_points(run):
    totals = {}
    for _, home, visitors, played in ROBIN:
        for rooms in played.values():
            difference = CONTRACTS[rooms[0]] - CONTRACTS[rooms[1]]
            totals[home] = totals.get(home, 0) + difference
            totals[visitors] = totals.get(visitors, 0) - difference
    analysis, lines = run({"points.xml": usebio(ROBIN, totals, method="TOTAL_POINTS", swings=False)})
    assert by_reason(lines) == {}
    assert scores_of(analysis) == {str(who): total for who, total in totals.items()}


def pbn(matches):
    """The match as a championship record: a game a table, each with its own side's IMPs."""
    text = ""
    for number, home, visitors, played in matches:
        for board, rooms in played.items():
            for room, contract in zip(("Open", "Closed"), rooms, strict=True):
                won = swing(*rooms) if room == "Open" else -swing(*rooms)
                tags = {
                    "Event": "Cup", "Board": board, "Scoring": "IMP", "Room": room, "Round": number, "HomeTeam": home,
                    "VisitTeam": visitors, "Declarer": contract[2], "Contract": contract[:2].replace("1N", "1NT"),
                    "Result": 6 + int(contract[0]) + int(contract[4:] or 0), "ScoreIMP": f"NS {won}",
                }  # fmt: skip
                text += "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"
    return text


def test_a_championship_record_with_the_imps_of_every_board(run):
    matches = [(n, f"Team {home}", f"Team {visitors}", played) for n, home, visitors, played in ROBIN]
    analysis, lines = run({"robin.pbn": pbn(matches)}, 'form = "vp"\n')
    assert (len(lines), by_reason(lines)) == (2 * 6 * 16, {})
    numbers = {
        f"team {n}": total
        for n, total in enumerate((sums(won_in(matches))[f"Team {k}"] for k in (1, 2, 3, 4)), 1)
    }
    assert sorted(scores_of(analysis).values()) == sorted(numbers.values())


def stanza(number, matches, carried, boards, of=2):
    """A broadcast of a stanza: its title with what was brought in, its list of results."""
    home, visitors = carried
    title = f"vg|CUP,Final {number} of {of},I,{boards[0]},{boards[-1]},REDS,{home},BLUES,{visitors}|\n"
    results = ",".join(",".join(rooms) for rooms in matches.values())
    return f"{title}rs|{results},|\n"


def test_a_knockout_sums_stanzas_carry_over_and_unplayed_boards(run):
    """Each team has what it won: the stanzas, and 4.5 brought in; board five was not played in the closed room."""
    first, second = match(1, 1, 2, range(1, 5))[3], match(2, 1, 2, range(5, 9))[3]
    second = second | {5: (second[5][0], NOT_PLAYED)}
    reds, blues = (sum(max(0, sign * swing(*rooms)) for rooms in first.values()) for sign in (1, -1))
    last = [swing(*rooms) for rooms in second.values() if NOT_PLAYED not in rooms]
    files = {
        "1.lin": stanza(1, first, ("4.5", "0"), range(1, 5)),
        "2.lin": stanza(2, second, (reds + 4.5, blues), range(5, 9)),
    }
    analysis, lines = run(files)
    assert by_reason(lines) == {}
    assert {line["what"] for line in lines} == {"stanza"}
    reds, blues = reds + Fraction(9, 2) + sum(w for w in last if w > 0), blues - sum(w for w in last if w < 0)
    assert scores_of(analysis) == {"team 1": reds, "team 2": blues}


def test_a_named_knockout_counts_what_each_team_won(run):
    """4.5 carried in, told by nothing but the total: said as a difference, and followed."""
    number, home, visitors, played = ROBIN[0]
    won = [sum(max(0, sign * swing(*rooms)) for rooms in played.values()) for sign in (1, -1)]
    totals = {home: won[0] + Fraction(9, 2), visitors: won[1]}
    text = usebio([(number, home, visitors, played)], totals).replace("SWISS_TEAMS", "KO_TEAMS")
    analysis, lines = run({"final.xml": text})
    assert (str(analysis.event.form), by_reason(lines)) == ("knockout", {("total", "1"): "apart"})
    assert scores_of(analysis) == {str(who): total for who, total in totals.items()}


def test_teams_are_taken_back_from_their_export_as_teams(run, tmp_path):
    won = won_in(ROBIN)
    analysis, _ = run({"robin.xml": usebio(ROBIN, sums(won), won)})
    text = (tmp_path / "out/results.xml").read_text("utf-8")
    assert (text.count("<TEAM>"), text.count("<PAIR>")) == (4, 0)
    (tmp_path / "back").mkdir()
    (tmp_path / "back/results.xml").write_text(text, "utf-8")
    options = EventOptions(tmp_path / "again", pages=False, measure=0, depth=Depth.STANDINGS)
    back = analyse(tmp_path / "back", options, lambda _: None)
    assert back.standings == analysis.standings
    assert (back.unit, back.agreement.reasons) == ("vp", {})
