"""The bundled event from its folder to its report: every sheet, every question planted in it, nobody named."""

import csv
import json
import re
import shutil

import pytest

from analyser import resources
from analyser.cli.event import event
from analyser.errors import CaseError, UsageError
from analyser.event.run import EventOptions, analyse
from analyser.messages import LANGUAGES, sentences

pytestmark = pytest.mark.slow

FOLDER = resources.location("cases/events/spring-pairs")
SHEETS = (
    "standings",
    "agreement",
    "matches",
    "rulings",
    "changes",
    "boards",
    "slips",
    "candidates",
    "tallies",
    "losses",
)


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """The event analysed once; without measuring slow calls, which takes seconds each."""
    folder = tmp_path_factory.mktemp("event")
    assert event(FOLDER, folder, measure=0, export=True, casebook=folder / "casebook.html") == 0
    return folder


def rows(out, name):
    with (out / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_sheet_is_written_and_nothing_half_written_is_left(out):
    assert {path.name for path in out.iterdir()} == {
        *(f"{name}.csv" for name in SHEETS), "event.jsonl", "report.html", "chairman.html", "casebook.html", "results.xml", "results.csv", "boards", "cases", "candidates", ".work",
    }  # fmt: skip


def test_the_standings_hold_every_pair_in_every_version(out):
    standings = rows(out, "standings")
    assert len(standings) == 12
    assert {row["who"] for row in standings} == {f"{n} {line}" for n in range(1, 7) for line in ("NS", "EW")}
    assert all(row["score_table"] and row["score_ruled"] and row["score_ours"] for row in standings)


def test_percentages_of_a_whole_event_balance_around_fifty(out):
    """Artificial scores of 60 and 40 balance too; a weighted ruling with the same weights for both sides as well."""
    for version in ("table", "ruled"):
        total = sum(float(row[f"score_{version}"]) for row in rows(out, "standings"))
        assert total == pytest.approx(600, abs=0.01)


def test_every_ruling_is_reviewed_and_joined_to_its_result(out):
    rulings = {row["id"]: row for row in rows(out, "rulings")}
    assert set(rulings) == {"slow-pass-table-1", "slow-pass-table-2", "slow-pass-then-clubs", "late-pair"}
    assert rulings["slow-pass-table-2"]["ns"] == "2 NS"
    assert rulings["late-pair"]["given"].startswith("artificial")
    assert all(
        row["verdict"] in ("inside", "outside", "cannot-tell", "not-reviewed") for row in rulings.values()
    )
    assert not any(row["refused"] for row in rulings.values())


def test_a_ruling_moves_pairs_at_other_tables(out):
    moved = {
        row["who"]
        for row in rows(out, "changes")
        if (row["ruling"], row["compared"]) == ("slow-pass-table-2", "ruling")
    }
    assert {"2 NS", "2 EW"} < moved


def test_the_questions_planted_in_the_event_are_found(out):
    slips = {(row["board"], row["table"], row["code"]) for row in rows(out, "slips")}
    assert {
        ("1", "5", "sign"), ("2", "2", "sources"), ("3", "6", "tricks-scored"), ("6", "3", "sources"),
        ("12", "1", "rollback"),
    } <= slips  # fmt: skip


def test_what_is_ruled_on_is_not_asked_for(out):
    """The late pair's artificial score has its ruling, written in the list of rulings."""
    assert "artificial" not in {row["code"] for row in rows(out, "slips")}


def test_a_board_that_was_not_played_lacks_no_result(out):
    """Nothing is asked of the table that was too late to play."""
    page = (out / "chairman.html").read_text("utf-8")
    assert ("late-pair" in page, "[table]" in page) == (True, False)


def test_a_place_is_told_by_those_who_change_places(out):
    """Third of the North-South pairs by either ruling; who is first and second with it and without it is not said."""
    page = (out / "report.html").read_text("utf-8")
    assert re.findall(r"decides place 3: ([^<]*)", page) == 2 * ["2 NS with it, 4 NS without it."]


def test_slow_calls_are_questions_unless_ruled_on(out):
    candidates = rows(out, "candidates")
    assert {(row["board"], row["table"]) for row in candidates} == {("4", "2")}
    assert all(row["question"].endswith("?") for row in candidates)


def test_no_cell_is_a_formula(out):
    number = re.compile(r"[+-]?\d+(\.\d+)?")
    for name in SHEETS:
        for row in rows(out, name):
            assert not [v for v in row.values() if v[:1] in tuple("=+-@\t\r") and not number.fullmatch(v)]


def test_the_lines_of_json_hold_everything(out):
    records = [json.loads(line) for line in (out / "event.jsonl").read_text("utf-8").splitlines()]
    kinds = [record["type"] for record in records]
    assert kinds.count("board") == 12
    assert kinds.count("standing") == 12
    assert kinds.count("ruling") == 4
    boards = [record for record in records if record["type"] == "board"]
    assert all(len(board["table"]) == 20 and board["par_ns"] is not None for board in boards)
    assert sum(len(table["curve"]) > 2 for board in boards for table in board["tables"]) == 36


def test_the_report_leads_to_a_page_for_every_board(out):
    page = (out / "report.html").read_text("utf-8")
    links = set(re.findall(r'href="boards/([^"]+)"', page))
    assert links == {path.name for path in (out / "boards").iterdir()}
    assert len(links) == 12
    assert page.count('<svg class="plot"') == 3
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")


def test_each_review_begins_with_the_ruling_given(out):
    page = (out / "report.html").read_text("utf-8")
    rulings = page[page.index('id="rulings"') : page.index('id="shift"')]
    reviews = rulings[: rulings.index("<table")]
    articles = reviews.split("<article")[1:]
    assert len(articles) == 4
    assert [article for article in articles if not re.search("The ruling:.*Second opinion:", article)] == []


def test_resumed_and_fresh_runs_write_the_same_bytes(out, tmp_path):
    again = tmp_path / "again"
    shutil.copytree(out / ".work", again / ".work")
    assert event(FOLDER, again, measure=0, resume=True) == 0
    for name in (*(f"{sheet}.csv" for sheet in SHEETS), "event.jsonl", "report.html"):
        assert (again / name).read_bytes() == (out / name).read_bytes(), name


def test_the_chairman_reads_what_is_open_before_anything_else(out):
    """What decides a place comes first, then what lies outside; the result that looks like a ruling has its case file."""
    page = (out / "chairman.html").read_text("utf-8")
    parts = re.findall(r'<section id="(\w+)"', page)
    assert parts == ["open", "unwritten", "slow", "alike", "tallies", "settled"]
    first = page[page.index('id="open"') : page.index('id="unwritten"')]
    assert re.findall(r'cases/([\w-]+)\.toml"', first) == [
        "slow-pass-table-1", "slow-pass-table-2", "slow-pass-then-clubs", "late-pair",
    ]  # fmt: skip
    (candidate,) = re.findall(r'<a href="(candidates/[\w-]+\.toml)"', page)
    assert (out / candidate).is_file()


def test_the_casebook_is_written_in_the_same_run(out):
    book = (out / "casebook.html").read_text("utf-8")
    assert all(f"{row['id']}" in book for row in rows(out, "rulings"))


@pytest.mark.parametrize("name", ["results.xml", "results.csv"])
def test_the_results_as_ruled_are_taken_back(out, tmp_path, name):
    """Two weighted scores and an artificial one: read again, everybody has the score and the place he had."""
    folder = tmp_path / "back"
    folder.mkdir()
    shutil.copy(out / name, folder)
    if name.endswith("csv"):
        (folder / "event.toml").write_text('form = "matchpoints"\n', encoding="utf-8")
    analyse(folder, EventOptions(tmp_path / "again", measure=0, pages=False), lambda _: None)

    def ruled(place):
        lines = rows(place, "standings")
        return {line["who"]: (line["list"], line["rank_ruled"], float(line["score_ruled"])) for line in lines}

    first, again = ruled(out), ruled(tmp_path / "again")
    assert {who: line[:2] for who, line in again.items()} == {who: line[:2] for who, line in first.items()}
    assert all(again[who][2] == pytest.approx(line[2], abs=0.01) for who, line in first.items())


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_report_speaks_other_languages(out, tmp_path, language):
    shutil.copytree(out / ".work", tmp_path / ".work")
    assert event(FOLDER, tmp_path, measure=0, resume=True, lang=language, pages=False) == 0
    page = (tmp_path / "report.html").read_text("utf-8")
    assert sentences(language)["event.part.standings"] in page
    assert sentences("en")["event.part.slips"] not in page


def test_a_folder_without_results_is_refused(tmp_path):
    with pytest.raises(CaseError, match="no results in the folder"):
        analyse(tmp_path, EventOptions(tmp_path / "out"), lambda _: None)


def test_an_unknown_backend_is_wrong_use(tmp_path):
    with pytest.raises(UsageError, match="not a backend"):
        event(tmp_path, tmp_path / "out", backend="spark")


def test_a_good_session_raises_the_innocent_pairs_artificial_score(tmp_path):
    """12C2(c): pair 1 had all of the other board's matchpoints; the page says so, and the list of boards stays plain."""
    folder = tmp_path / "event"
    folder.mkdir()
    (folder / "event.toml").write_text('date = 2022-04-23\nauthority = "WBF"\nform = "matchpoints"\n')
    header = "Session,Round,Table,Board,NS,EW,Contract,By,Result,Lead,Score\n"
    first = "1,1,1,1,1,4,4S,N,=,,420\n1,1,2,1,2,5,3S,N,=,,140\n1,1,3,1,3,6,4S,N,-1,,-50\n"
    second = "1,2,1,2,1,5,,,,,A6040\n1,2,2,2,2,6,1NT,N,=,,90\n1,2,3,2,3,4,1NT,N,-1,,-100\n"
    (folder / "travellers.csv").write_text(header + first + second)
    out = tmp_path / "out"
    assert event(folder, out, measure=0) == 0
    scores = {row["who"]: float(row["score_table"]) for row in rows(out, "standings")}
    assert scores["1"] == 100  # four of four, and for the other board the same
    assert scores["5"] == pytest.approx(
        100 * (2 + 1.6) / 8, abs=0.001
    )  # half of the first board, 40 % of the second
    page = (out / "report.html").read_text(encoding="utf-8")
    assert re.search(re.escape(sentences("en")["event.standings.follows"]) + r"\s*1\s*<", page)
