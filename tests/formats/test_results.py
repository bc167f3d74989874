"""USEBIO, BridgeWebs std1 and Jannersten: travellers, who took part, hands; round trips; what is refused."""

from fractions import Fraction
from random import Random

import pytest

from analyser.bridge import PACK, Contract, Seat, Strain
from analyser.errors import NotationError
from analyser.formats import (
    Artificial,
    BoardRecord,
    Contestant,
    Fact,
    ListedPlayer,
    Points,
    PointsKind,
    Results,
    Traveller,
    read,
    write,
    write_results,
)
from tests.formats.boards import a_deal
from tests.support.every import each_row

DOCTYPE = '<?xml version="1.0"?>\n<!DOCTYPE USEBIO SYSTEM "http://www.example.org/usebio_v1_2.dtd">\n'
EVENT = f"""{DOCTYPE}<USEBIO Version="1.2">
<CLUB><CLUB_NAME>Ace &amp; King</CLUB_NAME></CLUB>
<EVENT EVENT_TYPE="MP_PAIRS">
 <DATE>11/03/2026</DATE> <VENUE></VENUE> <CONTACT><FULL_NAME>A. Scorer</FULL_NAME></CONTACT>
 <PARTICIPANTS EVENT_TYPE="MP_PAIRS">
  <PAIR><PAIR_NUMBER>1NS</PAIR_NUMBER><DIRECTION>NS</DIRECTION><PLACE>2</PLACE>
   <PLAYER><PLAYER_NAME>One</PLAYER_NAME><CLUB_ID_NUMBER>7</CLUB_ID_NUMBER></PLAYER>
   <PLAYER><PLAYER_NAME>Two</PLAYER_NAME></PLAYER></PAIR>
 </PARTICIPANTS>
 <BOARD EVENT_TYPE="MP_PAIRS"><BOARD_NUMBER>3</BOARD_NUMBER>
  <TRAVELLER_LINE><NS_PAIR_NUMBER>1NS</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2EW</EW_PAIR_NUMBER><CONTRACT>4SX</CONTRACT>
   <PLAYED_BY>N</PLAYED_BY><LEAD>TD</LEAD><TRICKS>9</TRICKS><SCORE>-200</SCORE>
   <NS_MATCH_POINTS>1.5</NS_MATCH_POINTS><EW_MATCH_POINTS>4.5</EW_MATCH_POINTS></TRAVELLER_LINE>
  <TRAVELLER_LINE><NS_PAIR_NUMBER>3NS</NS_PAIR_NUMBER><EW_PAIR_NUMBER>4EW</EW_PAIR_NUMBER>
   <LEAD>S4</LEAD><SCORE>A6040</SCORE></TRAVELLER_LINE>
  <TRAVELLER_LINE><CONTRACT>PASS</CONTRACT><SCORE>0</SCORE></TRAVELLER_LINE>
 </BOARD>
</EVENT>
<HANDSET><BOARD><BOARD_NUMBER>3</BOARD_NUMBER>
 <HAND><DIRECTION>North</DIRECTION><CLUBS>QT6</CLUBS><DIAMONDS>A9</DIAMONDS><HEARTS>QJ952</HEARTS><SPADES>A76</SPADES></HAND>
 <HAND><DIRECTION>E</DIRECTION><CLUBS>J74</CLUBS><DIAMONDS>KJ4</DIAMONDS><HEARTS>KT86</HEARTS><SPADES>KJ2</SPADES></HAND>
 <HAND><DIRECTION>South</DIRECTION><CLUBS>98532</CLUBS><DIAMONDS>QT7</DIAMONDS><HEARTS>3</HEARTS><SPADES>QT98</SPADES></HAND>
 <HAND><DIRECTION>West</DIRECTION><CLUBS>AK</CLUBS><DIAMONDS>86532</DIAMONDS><HEARTS>A74</HEARTS><SPADES>543</SPADES></HAND>
</BOARD></HANDSET></USEBIO>
"""


def results_of(text: str, name: str) -> Results:
    results = read(text, name).results
    assert results is not None
    return results


def test_a_usebio_traveller() -> None:
    reading = read(EVENT)
    assert reading.losses == ()
    results = reading.results
    assert results is not None
    first, adjusted, passed = (line for line in results.travellers if line.board == 3)
    assert first == Traveller(
        board=3,
        ns="1NS",
        ew="2EW",
        contract=Contract.parse("4SX by N"),
        tricks=9,
        lead=PACK[21],
        score=-200,
        points=(Points(PointsKind.MATCHPOINTS, Fraction(3, 2), Fraction(9, 2)),),
    )
    assert (adjusted.artificial, adjusted.contract, adjusted.score, str(adjusted.lead)) == (
        Artificial(60, 40),
        None,
        None,
        "S4",
    )
    assert (passed.passed_out, passed.contract, passed.score) == (True, None, 0)


def test_usebio_pairs_heading_and_hands() -> None:
    results = results_of(EVENT, "usebio")
    (pair,) = results.contestants
    assert (pair.number, pair.direction, [player.name for player in pair.players]) == (
        "1NS",
        "NS",
        ["One", "Two"],
    )
    assert pair.facts == (Fact("PLACE", "2"),)
    assert pair.players[0].facts == (Fact("CLUB_ID_NUMBER", "7"),)
    assert Fact("CLUB/CLUB_NAME", "Ace & King") in results.heading
    assert Fact("EVENT/CONTACT/FULL_NAME", "A. Scorer") in results.heading
    assert (
        str(results.hands[0].deal) == "N:A76.QJ952.A9.QT6 KJ2.KT86.KJ4.J74 QT98.3.QT7.98532 543.A74.86532.AK"
    )
    assert read(write_results(results, "usebio")).results == results


@pytest.mark.parametrize(
    "inside, why",
    [
        ('<!ENTITY a "b">', "entities"),
        ('<!ENTITY % a SYSTEM "file:///etc/passwd">', "entities"),
        ('<!ENTITY a SYSTEM "file:///etc/passwd">', "entities"),
        ('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">', "entities"),
    ],
)
def test_entities_and_outside_references_are_refused(inside: str, why: str) -> None:
    text = f'<?xml version="1.0"?><!DOCTYPE USEBIO [{inside}]><USEBIO><CLUB><NAME>&a;</NAME></CLUB></USEBIO>'
    with pytest.raises(NotationError, match=why):
        read(text, "usebio")


def test_an_entity_of_an_outside_document_type_is_refused() -> None:
    with pytest.raises(NotationError, match="line 3"):
        read(f"{DOCTYPE}<USEBIO><CLUB><NAME>&nbsp;</NAME></CLUB></USEBIO>", "usebio")


@pytest.mark.parametrize("depth", [21, 20_000])
def test_elements_nest_at_most_twenty_deep(depth: int) -> None:
    with pytest.raises(NotationError, match="nest at most 20 deep"):
        read("<USEBIO>" + "<a>" * depth + "</a>" * depth + "</USEBIO>", "usebio")


@pytest.mark.parametrize(
    "cell, stored",
    [
        ("<CONTRACT>9S</CONTRACT><PLAYED_BY>N</PLAYED_BY>", "CONTRACT"),
        ("<CONTRACT>4S</CONTRACT>", "CONTRACT"),
        ("<TRICKS>14</TRICKS>", "TRICKS"),
        ("<SCORE>much</SCORE>", "SCORE"),
        ("<LEAD>XX</LEAD>", "LEAD"),
        ("<NS_MATCH_POINTS>x</NS_MATCH_POINTS>", "NS_MATCH_POINTS"),
    ],
)
def test_a_cell_that_is_not_understood_is_kept_and_told(cell: str, stored: str) -> None:
    text = f"<USEBIO><EVENT><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>\n<TRAVELLER_LINE>{cell}</TRAVELLER_LINE></BOARD></EVENT></USEBIO>"
    reading = read(text)
    assert reading.results is not None
    (line,) = reading.results.travellers
    assert stored in [fact.name for fact in line.facts]
    assert [loss.line for loss in reading.losses] == [2]
    assert read(write_results(reading.results, "usebio")).results == reading.results


STD1 = """#Version;std1
#Title;Monday Pairs;
#Date;11/03/2026
#Comment;left alone
#Scores
Position;Pair;Name1;Name2;Score;Boards
1;3;One;Two;120;4;X;7.5
#Travellers
NS;EW;NSScore;EWScore;NSPts;EWPts;Contract;Tricks;Declarer;Lead
#Board;1
1;2;420;;3.5;0.5;4S;10;N;D2
3;4;A60;A40;;;;;;
5;6;;50;1;3;3NTx-1;8;N;
#Board;2
7;8;0;;2;2;PASS;;;
"""


def test_a_bridgewebs_file() -> None:
    reading = read(STD1)
    assert reading.losses == ()
    results = reading.results
    assert results is not None
    first, adjusted, down, passed = results.travellers
    assert (first.board, first.ns, first.ew, str(first.contract), first.tricks, first.score) == (
        1,
        "1",
        "2",
        "4S by N",
        10,
        420,
    )
    assert first.points == (Points(PointsKind.MATCHPOINTS, Fraction(7, 2), Fraction(1, 2)),)
    assert adjusted.artificial == Artificial(60, 40)
    assert (str(down.contract), down.score, down.tricks) == ("3NTX by N", -50, 8)
    assert (passed.board, passed.passed_out, passed.score) == (2, True, 0)
    assert results.contestants[0].players == (ListedPlayer("One"), ListedPlayer("Two"))
    assert results.heading == (Fact("Title", "Monday Pairs"), Fact("Date", "11/03/2026"))
    assert read(write_results(results, "bridgewebs")).results == results


@pytest.mark.parametrize("sign", [";", ",", "\t"])
def test_the_sign_that_parts_cells_stands_in_the_first_line(sign: str) -> None:
    assert read(STD1.replace(";", sign)).results is not None
    assert len(results_of(STD1.replace(";", sign), "bridgewebs").travellers) == 4


@pytest.mark.parametrize(
    "option, kind", [("Butler", "butler"), ("CrossImp", "cross-imps"), ("Aggregate", "matchpoints")]
)
def test_an_option_says_what_the_points_are(option: str, kind: str) -> None:
    text = STD1.replace("#Title", f"#{option};1\n#Title")
    assert results_of(text, "bridgewebs").travellers[0].points[0].kind.value == kind


RESULTS = """[GAME]
A;3;30;10;;;;;;;;1
[Contestants]
A;1;N; "One; the first";240;60;;
A;1;S; "Two";240;60;;
[RESULTS]
#01;A;1;1;11;;;400;3NT;N;9;C2;4;14;;;22;78;;14;;
#01;A;2;2;12;;;;;;;;;;;;;;;;;60%-40%
#02
"""


def test_a_jannersten_file() -> None:
    reading = read(RESULTS)
    assert reading.losses == ()
    results = reading.results
    assert results is not None
    first, adjusted = results.travellers
    assert (first.board, first.section, first.ns, first.ew, str(first.contract), str(first.lead)) == (
        1,
        "A",
        "1",
        "11",
        "3NT by N",
        "C2",
    )
    assert [(p.kind.value, p.ns, p.ew) for p in first.points] == [("matchpoints", 4, 14), ("percent", 22, 78)]
    assert adjusted.artificial == Artificial(60, 40)
    assert [(c.number, c.direction, c.players[0].name) for c in results.contestants] == [
        ("1", "N", "One; the first"),
        ("1", "S", "Two"),
    ]


def test_a_name_with_the_parting_sign_is_refused() -> None:
    with pytest.raises(NotationError, match="contestants: a cell cannot hold ';'"):
        write_results(results_of(RESULTS, "jannersten"), "jannersten")
    plain = results_of(RESULTS.replace("One; the first", "One"), "jannersten")
    assert read(write_results(plain, "jannersten")).results == plain


@each_row("name", ["=HYPERLINK(1)", "+1+1", "@x", "-x", "-2+3"])
@each_row("form", ["bridgewebs", "jannersten"])
def test_a_cell_that_is_a_formula_is_refused(form: str, name: str) -> None:
    results = Results(
        contestants=(Contestant(number="1", section="1", direction="N", players=(ListedPlayer(name),)),)
    )
    with pytest.raises(NotationError, match="formula"):
        write_results(results, form)


def some_results(rng: Random, form: str) -> Results:
    """Results every field of which this format has a place for."""
    kinds = {
        "usebio": [PointsKind.MATCHPOINTS, PointsKind.BUTLER],
        "bridgewebs": [PointsKind.MATCHPOINTS],
        "jannersten": [PointsKind.MATCHPOINTS, PointsKind.IMPS],
    }[form]
    section = {"usebio": "1/A", "bridgewebs": "", "jannersten": "B"}[form]
    boards = sorted(rng.sample(range(1, 100), 5))
    lines = tuple(a_line(rng, board, section, kinds) for board in boards for _ in range(rng.randint(1, 4)))
    hands = (
        tuple(BoardRecord(number=board, hands=a_deal(rng)) for board in boards) if form == "usebio" else ()
    )
    people = tuple(
        Contestant(
            number=str(number),
            direction="" if form == "bridgewebs" else "N",
            section=section or "1",
            players=(ListedPlayer(f"Player {number}"),),
            facts=(Fact("VP", str(number)),),
        )
        for number in range(1, 6)
    )
    heading = (Fact("EVENT/DATE", "1/2/2026"),) if form == "usebio" else (Fact("Date", "1/2/2026"),)
    return Results(heading=heading, contestants=people, travellers=lines, hands=hands)


def a_line(rng: Random, board: int, section: str, kinds: list[PointsKind]) -> Traveller:
    sort = rng.choice(["played", "played", "played", "passed", "artificial"])
    facts: dict[str, object] = {"board": board, "section": section, "ns": str(rng.randint(1, 20)), "ew": "7"}
    if sort == "artificial":
        return Traveller(**facts, artificial=Artificial(rng.choice([40, 50, 60]), 60))  # type: ignore[arg-type]
    points = tuple(
        Points(kind, Fraction(rng.randint(-900, 900), 100), None) for kind in kinds if rng.random() < 0.7
    )
    if sort == "passed":
        return Traveller(**facts, passed_out=True, score=0, points=points)  # type: ignore[arg-type]
    contract = Contract(
        rng.randint(1, 7), rng.choice(list(Strain)), rng.randint(0, 2), rng.choice(list(Seat))
    )
    lead = rng.choice([None, *PACK])
    return Traveller(
        **facts,  # type: ignore[arg-type]
        contract=contract,
        tricks=rng.randint(0, 13),
        lead=lead,
        score=rng.randrange(-2000, 2000, 10),
        points=points,
    )


@each_row("form", ["usebio", "bridgewebs", "jannersten"])
@each_row("seed", range(10))
def test_random_results_survive(form: str, seed: int) -> None:
    results = some_results(Random(seed), form)
    text = write_results(results, form)
    assert read(text, form).results == results
    assert read(text).results == results, "and the format is recognised"
    assert write_results(results_of(text, form), form) == text


@each_row("form", ["usebio", "bridgewebs", "jannersten"])
@each_row("sign", ["|", '"', "]", "<b>&amp;", "\n", "\0", "\x1b", ";", "ș", "a\r\nb", " x", "]]>"])
def test_a_hostile_name_is_carried_or_refused(form: str, sign: str) -> None:
    section = {"usebio": "", "bridgewebs": "1", "jannersten": "A"}[form]
    pair = Contestant(
        number="1",
        direction="" if form == "bridgewebs" else "N",
        section=section,
        players=(ListedPlayer(f"a{sign}b"),),
    )
    line = Traveller(board=1, section="" if form == "bridgewebs" else section, ns="1", ew="2")
    results = Results(contestants=(pair,), travellers=(line,))
    try:
        text = write_results(results, form)
    except NotationError:
        return
    assert results_of(text, form) == results


def test_decimal_points_that_are_none_are_refused() -> None:
    line = Traveller(board=1, points=(Points(PointsKind.MATCHPOINTS, Fraction(1, 3), None),))
    with pytest.raises(NotationError, match="decimal"):
        write_results(Results(travellers=(line,)), "usebio")


def test_results_are_not_boards() -> None:
    with pytest.raises(NotationError, match="holds results"):
        write([], "usebio")
    with pytest.raises(NotationError, match="holds boards"):
        write_results(Results(), "pbn")


TEAMS = f"""{DOCTYPE}<USEBIO Version="1.2"><EVENT EVENT_TYPE="TEAMS"><DATE>1/2/2026</DATE>
<PARTICIPANTS EVENT_TYPE="TEAMS">
 <TEAM><TEAM_ID>4</TEAM_ID><TEAM_NAME>Reds</TEAM_NAME><PLACE>2</PLACE><TOTAL_SCORE>31.5</TOTAL_SCORE>
  <PLAYER><PLAYER_NAME>One</PLAYER_NAME><CLUB_ID_NUMBER>7</CLUB_ID_NUMBER></PLAYER></TEAM>
 <TEAM><TEAM_ID>5</TEAM_ID><TEAM_NAME>Blues</TEAM_NAME><PLACE>1</PLACE>
  <PAIR><PAIR_NUMBER>51</PAIR_NUMBER><PLAYER><PLAYER_NAME>Two</PLAYER_NAME></PLAYER></PAIR></TEAM>
</PARTICIPANTS>
<MATCH><ROUND_NUMBER>3</ROUND_NUMBER><TEAM>4</TEAM><OPPOSING_TEAM>5</OPPOSING_TEAM>
<BOARD><BOARD_NUMBER>3</BOARD_NUMBER><BOARD_AVERAGE>-30</BOARD_AVERAGE>
 <TRAVELLER_LINE><NS_PAIR_NUMBER>4</NS_PAIR_NUMBER><EW_PAIR_NUMBER>5</EW_PAIR_NUMBER><SCORE>-200</SCORE></TRAVELLER_LINE>
</BOARD></MATCH></EVENT></USEBIO>
"""


def test_usebio_teams_matches_and_what_is_said_of_a_board() -> None:
    reading = read(TEAMS)
    assert reading.losses == ()
    results = reading.results
    assert results is not None
    reds, pair, blues = results.contestants
    assert (reds.number, reds.team, reds.players[0].name) == ("4", True, "One")
    assert reds.facts == (Fact("TEAM_NAME", "Reds"), Fact("PLACE", "2"), Fact("TOTAL_SCORE", "31.5"))
    assert (blues.number, blues.team, pair.number, pair.team) == ("5", True, "51", False)
    (line,) = results.travellers
    assert Fact("BOARD/BOARD_AVERAGE", "-30") in line.facts
    assert Fact("MATCH/ROUND_NUMBER", "3") in line.facts
    assert read(write_results(results, "usebio")).results == results
    places = {entry.number: (entry.place, entry.points) for entry in reading.published.lines}
    assert places["4"] == (2, Fraction(63, 2))
    assert reading.published.teams is True
