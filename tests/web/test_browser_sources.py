"""Boards as they come to a director: pasted, linked, from files, from a hand record; each becomes the case it says."""

import json
import re

import pytest

from analyser.web.edit import parse_toml
from tests.support import GOLDEN
from tests.support.browsers import fits_every_width, saved
from tests.support.every import each_row
from tests.web.conftest import ON_DESK
from tests.web.done_rulings import owner_of
from tests.web.test_notation import DEAL, RECORD
from tests.web.visits import Visit, app_in

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

NOTATION = GOLDEN / "notation"
ALL_PASS = ("1s p 4s ap", "1sp4sap", "1♠ pass 4♠ AP", "1S / 4S / / /")
GOLDEN_BOARDS = json.loads((NOTATION / "expected.json").read_text("utf-8"))


@pytest.fixture
def visit(tmp_path):
    return Visit(app_in(tmp_path))


def opened(page, served):
    """The case a source has become."""
    page.get_by_role("button", name="Begin with this").click()
    page.wait_for_url(re.compile("/draft/"))
    name = page.url.rsplit("/", 1)[1]
    return parse_toml(served.app.state.analyser.drafts.get(owner_of(page), name).toml)


def says(case, golden):
    """Whether a case holds what a reader must find in its source."""
    board, table = case["board"], case["table"]
    assert board["deal"] == golden["deal"]
    assert (board["dealer"], board["vulnerable"]) == (golden["dealer"], golden["vulnerable"])
    assert table["auction"].split() == golden["auction"]
    assert (table["contract"], table["declarer"]) == (golden["contract"], golden["declarer"])
    assert table.get("tricks") == golden["tricks"]
    assert [trick.split() for trick in table.get("play", [])] == golden["play"]
    remarks = [remark for remark in case.get("remark", ()) if remark["kind"] in ("alert", "explanation")]
    assert [[int(remark["at"].split()[1]), remark["text"]] for remark in remarks] == golden["remarks"]


def a_golden_board_becomes_the_case_it_says(tab, served, name, way):
    page = tab.page
    page.goto("/new")
    if way == "pasted":
        page.fill("#f-source", (NOTATION / name).read_text("utf-8"))
    else:
        page.set_input_files("#f-file", NOTATION / name)
    says(opened(page, served), GOLDEN_BOARDS[name])
    page.goto(f"{page.url}/auction")
    expect(page.locator("#calls td .n")).to_have_count(len(GOLDEN_BOARDS[name]["auction"]))
    fits_every_width(page)
    tab.shot(f"source-{name.partition('.')[0]}-{way}")


def a_hand_record_as_it_is_copied(tab, served, tmp_path, way):
    page = tab.page
    page.goto("/new")
    if way == "pasted":
        page.fill("#f-source", RECORD)
    else:
        record = tmp_path / "record.txt"
        record.write_text(RECORD, encoding="utf-8")
        page.set_input_files("#f-file", record)
    case = opened(page, served)
    assert case["board"]["deal"] == DEAL
    page.goto(f"{page.url}/board?seat=E")
    expect(page.locator("input[name=c]:checked")).to_have_count(13)


def a_whole_board_is_read_from_a_directors_notes(tab, served):
    page = tab.page
    page.goto("/new")
    page.fill("#f-source", "3\n1P p 3P p 4P tutti passo\n4P+2 S")
    case = opened(page, served)
    assert case["table"]["auction"] == "1S P 3S P 4S P P P"
    assert (case["table"]["contract"], case["table"]["declarer"], case["table"]["tricks"]) == ("4S", "S", 12)
    page.goto(f"{page.url}/board")
    expect(page.locator('[name="board number"]')).to_have_value("3")
    expect(page.locator("main")).to_contain_text(re.compile("dealer|South", re.IGNORECASE))


def all_pass_in_two_letters(tab, served, typed):
    page = tab.page
    page.goto("/new")
    page.fill("#f-source", "3\n1S p 2S ap")
    opened(page, served)
    name = page.url.rsplit("/", 1)[1]
    page.goto(f"{page.url}/auction")
    page.fill('[name="table auction"]', typed)
    page.locator('[name="table auction"]').blur()
    expect(page.locator("#calls td .n")).to_have_count(6)
    saved(page)
    case = parse_toml(served.app.state.analyser.drafts.get(owner_of(page), name).toml)
    assert case["table"]["auction"] == "1S P 4S P P P"


def what_is_no_board_is_told_and_nothing_is_lost(tab):
    page = tab.page
    page.goto("/new")
    page.fill("#f-source", "dear director, the hands are lost")
    page.get_by_role("button", name="Begin with this").click()
    expect(page.locator(".problem").first).to_be_visible()
    expect(page.locator("#f-source")).to_have_value("dear director, the hands are lost")
    tab.faults.clear()  # the browser says that the answer was 422


@ON_DESK
def test_boards_from_files_and_notes_become_cases(tab, served, tmp_path):
    tab.walk(
        *((a_golden_board_becomes_the_case_it_says, served, name, "file") for name in GOLDEN_BOARDS),
        (a_hand_record_as_it_is_copied, served, tmp_path, "file"),
        (a_whole_board_is_read_from_a_directors_notes, served),
    )


def test_boards_pasted_and_auctions_typed_become_cases(tab, served, tmp_path):
    pasted = next(iter(GOLDEN_BOARDS))
    tab.walk(
        (a_golden_board_becomes_the_case_it_says, served, pasted, "pasted"),
        (a_hand_record_as_it_is_copied, served, tmp_path, "pasted"),
        *((all_pass_in_two_letters, served, typed) for typed in ALL_PASS),
        (what_is_no_board_is_told_and_nothing_is_lost,),
    )


@each_row("name", GOLDEN_BOARDS)
def test_a_pasted_golden_board_becomes_the_case_it_says(visit, name):
    answer = visit.send("/new", {"source": (NOTATION / name).read_text("utf-8")})
    draft = answer.headers["location"]
    says(parse_toml(visit.get(f"{draft}/case.toml").text), GOLDEN_BOARDS[name])
    calls = visit.get(f"{draft}/auction").text.partition('id="calls"')[2].partition("</table>")[0]
    assert calls.count('<span class="n">') == len(GOLDEN_BOARDS[name]["auction"])
