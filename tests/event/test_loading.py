"""A folder of mixed files becomes one event; what cannot be read is told, and never stops the rest."""

import html
import re
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from analyser.bridge import Deal, Result, Seat, Vulnerability
from analyser.casefile import Form
from analyser.errors import CaseError
from analyser.event.folder import EventFile, infer_form, load_results
from analyser.event.questions import slips_on
from analyser.event.settings import EventSettings, Movement, read_settings
from analyser.event.store import BoardGroup, LossKind, ResultStore
from analyser.formats import Points, PointsKind, Published, Room, write
from analyser.messages import LANGUAGES
from analyser.report.page_voice import PageVoice
from tests.formats.boards import played_out
from tests.formats.test_published import BUTLER, TABLED

DEAL = "N:AQ62.K84.A93.K75 T5.AJ97.QT84.J32 KJ973.Q62.K5.Q84 84.T53.J762.AT96"
GAME = """[Event "Cup"]
[Board "7"]
[Dealer "S"]
[Vulnerable "All"]
[Deal "{deal}"]
[Declarer "{by}"]
[Contract "4S"]
[Result "{tricks}"]
[Table "1"]
[PairNS "1"]
[PairEW "9"]
[Auction "S"]
1S Pass 4S Pass
Pass Pass
"""
USEBIO = """<?xml version="1.0"?>
<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">
<USEBIO><EVENT><BOARD><BOARD_NUMBER>3</BOARD_NUMBER>
<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><CONTRACT>3NT</CONTRACT>
<PLAYED_BY>N</PLAYED_BY><TRICKS>9</TRICKS><SCORE>400</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>4</EW_PAIR_NUMBER><SCORE>A6040</SCORE></TRAVELLER_LINE>
</BOARD></EVENT></USEBIO>
"""
LIN = (
    "vg|Cup,Round 2,I,1,1,Reds,0,Blues,0|\nrs|4SS=,3NS+1|\npn|a,b,c,d,e,f,g,h|\n"
    "qx|o1|md|1SKJ973HQ62DK5CQ84,S84HT53DJ762CAT96,SAQ62HK84DA93CK75|sv|o|mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|pc|D4|mc|10|\n"
    "qx|c1|md|1SKJ973HQ62DK5CQ84,S84HT53DJ762CAT96,SAQ62HK84DA93CK75|sv|o|mb|1N|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|D4|mc|10|\n"
)


def loaded(files, event=None):
    store = ResultStore()
    ready = [
        EventFile(name, lambda text=text: text if isinstance(text, bytes) else text.encode())
        for name, text in files.items()
    ]
    load_results(ready, event or EventSettings(), store)
    return store


def entries(store):
    return [entry for group in store.groups() for entry in group.entries]


def losses(store, *kinds):
    return [lost for lost in store.losses() if not kinds or lost.kind in kinds]


def test_a_list_of_travellers_with_a_header():
    store = loaded({"t.csv": "Board,NS,EW,Contract,By,Result,Score\n7,1,9,4S,N,=,620\n7,2,8,Pass,,,0\n"})
    first, second = entries(store)
    assert (str(first.result), first.score_ns, first.ns, first.ew) == ("4S= by N", 620, "1", "9")
    assert (second.passed_out, second.score_ns) == (True, 0)


@pytest.mark.parametrize(
    "row, why",
    [
        ("x,1,9,4S,N,=,620", "a result without a board number"),
        ("10000,1,9,4S,N,=,620", "a result without a board number"),
        ("7,1,9,9S,N,=,620", "not a contract"),
        ("7,1,9,4S,Q,=,620", "not a seat"),
    ],
)
def test_a_bad_row_is_a_loss_others_are_read(row, why):
    store = loaded({"t.csv": f"Board,NS,EW,Contract,By,Result,Score\n{row}\n7,2,8,3NT,S,+1,630\n"})
    assert len(entries(store)) == 1
    (lost,) = losses(store)
    assert (lost.kind, lost.source.place, why in str(lost.why)) == (LossKind.ROW, 2, True)


def test_a_bad_file_never_stops_the_rest():
    store = loaded(
        {
            "a.pbn": b"\0\0\0",
            "b.xml": "<USEBIO><oops>",
            "c.lin": "what is this",
            "t.csv": "Board,Score\n3,420\n",
        }
    )
    assert len(entries(store)) == 1
    assert {lost.source.file for lost in losses(store, LossKind.FILE)} == {"a.pbn", "b.xml", "c.lin"}


@pytest.mark.parametrize("name", ["a.csv", "a.pbn", "a.xml"])
def test_an_empty_file_is_told_as_that(name):
    (lost,) = losses(loaded({name: "\r\n", "t.csv": "Board,Score\n3,420\n"}), LossKind.FILE)
    assert (lost.source.file, str(lost.why)) == (name, "the file is empty")


def test_pbn_tells_tables_pairs_auction_and_deal():
    store = loaded({"a.pbn": GAME.format(deal=DEAL, by="S", tricks=10)})
    (entry,) = entries(store)
    assert (entry.ns, entry.ew, entry.table, str(entry.auction)) == ("1", "9", "1", "1S P 4S P P P")
    assert entry.deal == Deal.parse(DEAL)
    assert entry.dealer is Seat.S


def test_a_traveller_and_a_record_of_one_result_merge():
    store = loaded(
        {
            "a.pbn": GAME.format(deal=DEAL, by="S", tricks=10),
            "t.csv": "Board,NS,EW,Contract,By,Result,Score\n7,1,9,4S,S,=,620\n",
        }
    )
    (entry,) = entries(store)
    assert (entry.score, entry.doubts, str(entry.result)) == (620, (), "4S= by S")
    assert [lost.kind for lost in losses(store)] == [LossKind.DOUBLE]


def test_what_the_second_file_says_otherwise_is_kept():
    store = loaded(
        {
            "a.pbn": GAME.format(deal=DEAL, by="S", tricks=10),
            "t.csv": "Board,NS,EW,Contract,By,Result\n7,1,9,4S,N,+1\n",
        }
    )
    (entry,) = entries(store)
    assert entry.doubts == (Result.parse("4S+1 by N"),)


def test_results_without_a_deal_get_that_of_their_board():
    hands = "\n".join(line for line in GAME.format(deal=DEAL, by="S", tricks=10).splitlines()[:5])
    store = loaded({"hands.pbn": hands + "\n", "t.csv": "Board,NS,EW,Contract,By,Result\n7,1,9,4S,N,+1\n"})
    (group,) = store.groups()
    assert group.deal == Deal.parse(DEAL)


def test_usebio_travellers_with_an_artificial_score():
    store = loaded({"u.xml": USEBIO})
    first, second = entries(store)
    assert first.score_ns == 400
    assert str(second.artificial) == "A6040"
    assert second.score_ns is None


def test_a_broadcast_has_two_rooms_and_two_unnamed_teams():
    store = loaded({"v.lin": LIN}, EventSettings(form=Form.IMPS))
    opened, closed = entries(store)
    assert (opened.ns, opened.ew) == ("team 1", "team 2")
    assert (closed.ns, closed.ew) == ("team 2", "team 1")
    assert opened.round == closed.round == "Cup Round 2"
    assert (opened.score_ns, closed.score_ns) == (420, 430)
    assert "Reds" not in str(entries(store))
    assert store.names()["team 1"] == "Reds"


@pytest.mark.parametrize(
    "movement, expected",
    [(Movement.UNKNOWN, {"1 NS", "2 NS", "1 EW", "2 EW"}), (Movement.HOWELL, {"1", "2"})],
)
def test_the_two_lines_of_a_mitchell_are_different_pairs(movement, expected):
    lines = "Board,NS,EW,Score\n1,1,1,420\n1,2,2,400\n2,1,2,50\n2,2,1,-50\n"
    store = loaded({"t.csv": lines}, EventSettings(movement=movement))
    assert {who for entry in entries(store) for who in (entry.ns, entry.ew)} == expected


def test_a_number_in_two_sections_is_two_pairs():
    store = loaded({"t.csv": "Section,Board,NS,EW,Score\nA,1,1,2,420\nB,1,1,2,400\n"})
    assert {entry.ns for entry in entries(store)} == {"A1", "B1"}


def test_sessions_part_boards_of_the_same_number():
    settings = read_settings(
        b'[[files]]\nfiles = "day1*"\nsession = 1\n[[files]]\nfiles = "day2*"\nsession = 2\n'
    )
    store = loaded(
        {"day1.csv": "Board,NS,EW,Score\n1,1,2,420\n", "day2.csv": "Board,NS,EW,Score\n1,1,2,400\n"}, settings
    )
    assert [group.session for group in store.groups()] == ["1", "2"]


def test_bridgemate_tables_with_times_of_calls_and_erased_rows():
    calls = "Section,Table,Round,Board,Counter,Direction,Bid,TimeLog\n" + "".join(
        f'1,1,1,7,{n},{seat},{bid},"1899-12-30 20:00:{at:02d}"\n'
        for n, seat, bid, at in [
            (1, "S", "1S", 3),
            (2, "W", "PASS", 5),
            (3, "N", "4S", 29),
            (4, "E", "PASS", 31),
            (5, "S", "PASS", 33),
            (6, "W", "PASS", 35),
        ]
    )
    received = (
        'Section,Table,Round,Board,PairNS,PairEW,Declarer,"NS/EW",Contract,Result,LeadCard,Remarks,Erased\n'
        '1,1,1,7,1,9,1,S,"4 S",=,D4,,0\n1,1,1,7,1,9,1,S,"4 H",=,D4,,1\n1,2,1,7,2,8,0,,,,,"60%-40%",0\n'
    )
    store = ResultStore()
    tables = {"ReceivedData": received, "BiddingData": calls}
    load_results([EventFile("club.bws", lambda: b"", lambda: tables)], EventSettings(), store)
    first, second = entries(store)
    assert (str(first.result), first.call_times) == ("4S= by S", (None, 2, 24, 2, 2, 2))
    assert str(second.artificial) == "A6040"


def test_settings_tell_all_problems_at_once_with_the_nearest_key():
    text = 'forn = "vp"\nscale = "wbf"\nboards = 0\nedition = 2001\n[[carry]]\nto = "1"\npoints = "x"\nform = "vp"\n'
    with pytest.raises(CaseError) as refused:
        read_settings(text.encode())
    problems = {problem.where.removeprefix("event.toml "): problem for problem in refused.value.problems}
    assert {place: problem.found for place, problem in problems.items()} == {
        "scale": "wbf",
        "boards": "0",
        "edition": "2001",
        "carry 1 points": "x",
        "carry 1 form": "form",
        "forn": "forn",
    }
    assert all(problem.why and problem.remedy for problem in problems.values())
    words = [str(problems[place].remedy) for place in ("forn", "boards", "edition")]
    assert words == ["did you mean `form`?", "it is at least 1", "write one of 1997, 2007, 2017"]
    assert "wbf-continuous" in str(problems["scale"].remedy)


def test_penalties_without_a_price_are_told_with_the_rest():
    text = 'authority = "FIGB"\nform = "vp"\nwinners = 3\n[[penalty]]\nto = "7"\noffence = "late"\n'
    with pytest.raises(CaseError) as refused:
        read_settings(text.encode())
    places = [problem.where for problem in refused.value.problems]
    assert places == ["event.toml winners", "event.toml penalty 1 offence penalty"]


@pytest.mark.parametrize(
    "settings",
    [
        b"boards = " + b"9" * 5000,
        b'[[carry]]\nto = "1"\npoints = "1e400000"\n',
        b'[[carry]]\nto = "1"\npoints = "1/0"\n',
        b'places = ["first"]\n',
        b"a = " + b"[" * 20_000,
    ],
)
def test_settings_nobody_can_mean_are_refused(settings):
    with pytest.raises(CaseError):
        read_settings(settings)


def test_points_are_read_as_written():
    event = read_settings(
        b'places = [1, 8]\n[[carry]]\nto = "1"\npoints = "-5/2"\n[[penalty]]\nto = "1"\npoints = 3\n'
    )
    assert (event.carried[0].points, event.penalties[0].points, event.qualify) == (Fraction(-5, 2), 3, (1, 8))


def test_endless_digits_are_no_number_other_rows_are_read():
    endless, odd = "9" * 5000, "²"
    store = loaded(
        {
            "t.csv": f"Board,NS,EW,Score,Times\n{endless},1,2,420,\n{odd},1,2,420,\n7,1,2,420,{endless} 4\n7,3,4,-50,1 2\n"
        }
    )
    assert [entry.board for entry in entries(store)] == [7, 7]
    assert next(iter(entries(store))).call_times[0] is None


def test_a_hostile_session_name_gives_a_safe_file_name():
    names = {
        BoardGroup(session, 7, None, ()).name
        for session in ("../../etc", "..-..-etc", "a" * 400, "a" * 401, "Finale è qui", "1")
    }
    assert len(names) == 6
    assert all(len(name) < 80 and re.fullmatch(r"[a-z0-9-]+", name) for name in names)
    assert "s1-b7" in names


def test_results_are_never_all_held_together():
    """Boards come out one at a time: what is asked first is the first board alone."""
    store = loaded(
        {
            "t.csv": "Board,NS,EW,Score\n"
            + "".join(f"{b},{t},{t + 50},{10 * b}\n" for b in range(1, 51) for t in range(1, 21))
        }
    )
    first = next(iter(store.groups()))
    assert (first.board, len(first.entries), store.tables, store.boards) == (1, 20, 1000, 50)


def test_names_never_reach_the_loss_report():
    store = loaded(
        {"v.lin": LIN.replace("pn|a,b,c,d,e,f,g,h|", "pn|Anna,Bruno,Carla,Dan,Eva|")},
        EventSettings(form=Form.IMPS),
    )
    name_losses = [lost for lost in losses(store) if "names" in str(lost.why)]
    assert name_losses
    assert not any("Anna" in lost.found for lost in losses(store))


def test_a_number_with_line_is_used_in_published_standings():
    store = loaded({"a.xml": BUTLER})
    (entry,) = entries(store)
    assert (entry.ns, entry.ew) == ("1 NS", "1 EW")
    assert entry.points == (Points(PointsKind.BUTLER, Fraction(-3), Fraction(3)),)
    (publication,) = store.publications
    assert [line.number for line in publication.published.lines] == ["1 NS", "1 EW"]
    assert publication.published.form is PointsKind.BUTLER
    assert store.names() == {}


def test_standings_follow_the_line_their_numbers_are_told_apart_by():
    plain = BUTLER.replace("1NS<", "1<").replace("1EW<", "1<")
    store = loaded({"a.xml": plain}, EventSettings(movement=Movement.MITCHELL))
    (entry,) = entries(store)
    assert (entry.ns, entry.ew) == ("1 NS", "1 EW")
    (publication,) = store.publications
    assert [line.number for line in publication.published.lines] == ["1 NS", "1 EW"]


def test_every_table_of_a_pbn_board_counts_with_deal():
    store = loaded({"a.pbn": TABLED})
    first, second = entries(store)
    assert (first.ns, first.ew, first.score_ns, str(first.result)) == ("1", "2", 600, "3NT= by S")
    assert (second.score_ns, second.deal is not None) == (-200, True)


MATCH_OF_TWO = (
    "vg|Cup,Round 2,I,1,2,Reds,0,Blues,0|\nrs|4HS-1,3NS+1,2SN=,2SN-1|\npn|a,b,c,d,e,f,g,h|\n"
    + LIN.split("\n", 3)[3]
)


def test_the_broadcast_list_counts_and_the_record_is_kept():
    first, second, third, fourth = entries(loaded({"a.lin": MATCH_OF_TWO}, EventSettings(form=Form.IMPS)))
    assert (str(first.result), str(first.played), first.score_ns) == ("4H-1 by S", "4S= by S", -50)
    assert (str(second.result), second.played, second.score_ns) == ("3NT+1 by S", None, 430)
    assert [(entry.board, entry.score_ns) for entry in (third, fourth)] == [(2, 110), (2, -100)]
    assert [third.ns, fourth.ns] == [first.ns, second.ns]


def test_a_listed_result_has_its_own_matchs_deal():
    """Two matches on deals of their own, each with a room that is listed and has no record: both boards count."""
    first = LIN.split("qx|c1", maxsplit=1)[0]
    cards = "1SKJ973HQ62DK5CQ84,S84HT53DJ762CAT96,SAQ62HK84DA93CK75"
    turned = "1SAQ62HK84DA93CK75,SKJ973HQ62DK5CQ84,S84HT53DJ762CAT96"
    second = first.replace(cards, turned).replace("Reds", "Greens").replace("Blues", "Yellows")
    results = entries(loaded({"a.lin": first, "b.lin": second}, EventSettings(form=Form.IMPS)))
    assert len({entry.deal for entry in results}) == 2
    rooms = {(entry.source.file, entry.room, entry.deal is not None) for entry in results}
    assert rooms == {(name, room, True) for name in ("a.lin", "b.lin") for room in Room}


@pytest.mark.parametrize(
    "tags, score, played",
    [
        ("", 620, None),
        ('[Score "NS 650"]\n', 650, None),
        ('[Score "-100"]\n', -100, None),
        ('[Score "EW 100"]\n', -100, None),
    ],
)
def test_a_score_rules_over_contract_and_tricks(tags, score, played):
    game = GAME.format(deal=DEAL, by="S", tricks=10).replace("[Auction", f"{tags}[Auction")
    (entry,) = entries(loaded({"a.pbn": game}))
    assert (entry.score_ns, entry.played, entry.tricks) == (score, played, 10)


def test_a_stated_result_counts_over_the_recorded_play():
    board_record = replace(played_out(Random(5), pbn=False), number=7, vulnerability=Vulnerability.NONE)
    wrong_tricks = (board_record.tricks + 1) % 14
    text = write([board_record], "pbn").replace(
        f'[Result "{board_record.tricks}"]', f'[Result "{wrong_tricks}"]'
    )
    (entry,) = entries(loaded({"a.pbn": text}))
    assert (entry.tricks, entry.played) == (wrong_tricks, Result(board_record.contract, board_record.tricks))


def test_a_pair_twice_on_a_board_is_a_question():
    rows = "Board,NS,EW,Contract,By,Result\n7,1,9,4S,N,=\n7,1,9,4S,N,-1\n7,2,8,4S,N,=\n7,2,9,3NT,S,=\n"
    store = loaded({"a.csv": rows}, EventSettings(movement=Movement.HOWELL))
    assert [entry.score_ns for entry in entries(store)] == [620, -100, 620, 600]
    (group,) = store.groups()
    asked = [dict(slip.finding.args)["who"] for slip in slips_on(group)]
    assert asked == ["1", "9", "2", "9"]


def test_the_same_line_twice_in_one_file_is_one_result():
    rows = "Board,NS,EW,Contract,By,Result\n7,1,9,4S,N,=\n7,1,9,4S,N,=\n"
    assert len(entries(loaded({"a.csv": rows}))) == 1


def test_files_contradicting_on_most_boards_need_named_sessions():
    lists = [
        "board,ns,ew,score\n" + "".join(f"{board},1,2,{score}\n" for board, score in enumerate(scores, 1))
        for scores in ((420, 50, -100, 620, 110, 90, -50), (450, 50, 140, -620, 90, -110, 50))
    ]
    files = {"friday.csv": lists[0], "saturday.csv": lists[1]}
    with pytest.raises(CaseError, match="6 of the 7 results they have in common"):
        loaded(files)
    named = read_settings(b'[[files]]\nfiles = "f*"\nsession = 1\n[[files]]\nfiles = "s*"\nsession = 2\n')
    assert loaded(files, named).tables == 14


def test_two_rooms_of_a_match_are_no_pair_sitting_twice():
    (group,) = loaded({"a.lin": LIN}, EventSettings(form=Form.IMPS)).groups()
    assert "event.slip.twice" not in {slip.finding.code for slip in slips_on(group)}


UNLISTED = LIN.split("\n", maxsplit=1)[0] + "\n" + LIN.split("\n", 2)[2]


def test_a_stated_result_counts_over_an_unlisted_claim():
    by_list = "Round,Room,Board,NS,EW,Contract,By,Result\nCup Round 2,open,1,Reds,Blues,4S,S,-1\n"
    store = loaded({"a.lin": UNLISTED, "b.csv": by_list}, EventSettings(form=Form.IMPS))
    first, second = entries(store)
    assert (str(first.result), str(first.played), first.cards != ()) == ("4S-1 by S", "4S= by S", True)
    assert str(second.result) == "3NT+1 by S"


def test_a_listed_broadcast_result_stays_the_other_is_questioned():
    by_list = "Round,Room,Board,NS,EW,Contract,By,Result\nCup Round 2,open,1,Reds,Blues,4S,S,-1\n"
    first, _ = entries(loaded({"a.lin": LIN, "b.csv": by_list}, EventSettings(form=Form.IMPS)))
    assert (str(first.result), [str(doubt) for doubt in first.doubts]) == ("4S= by S", ["4S-1 by S"])


@pytest.mark.parametrize(
    "columns, cells, score",
    [
        ("Score", "650", 650),
        ("Score", "625", 620),  # no contract is worth it: contract and tricks count, and the slip asks
        ("Points", "12", 620),  # matchpoints, as like as not
        ("Points", "100", 620),
        ("Score,Points", "650,12", 650),
    ],
)
def test_which_number_of_a_list_is_the_score(columns, cells, score):
    (entry,) = entries(loaded({"a.csv": f"Board,NS,EW,Contract,By,Result,{columns}\n7,1,9,4S,N,=,{cells}\n"}))
    assert entry.score_ns == score


def test_points_alone_are_the_score():
    (entry,) = entries(loaded({"a.csv": "Board,NS,EW,Points\n7,1,9,420\n"}))
    assert entry.score_ns == 420


@pytest.mark.parametrize("language", LANGUAGES)
def test_ambiguous_imps_are_refused_with_the_line_to_write(language):
    """`IMP` alone may be teams, Butler or cross-IMPs; the remedy has the line for each, as it stands in `event.toml`."""
    with pytest.raises(CaseError) as refused:
        infer_form(EventSettings(), [Published(form=PointsKind.IMPS, method="IMP")])
    (problem,) = refused.value.problems
    assert (problem.where, problem.found) == ("event.toml form", "IMP")
    remedy = html.unescape(str(PageVoice(language).render(problem.remedy)))
    for form in (Form.IMPS, Form.BUTLER, Form.CROSS_IMPS):
        line = f'form = "{form}"'
        assert line in remedy
        assert read_settings(line.encode()).form is form
