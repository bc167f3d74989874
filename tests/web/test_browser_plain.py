"""With scripts off, every page answers by its buttons, and what is read there is whole."""

import pytest

from tests.support.browsers import tick
from tests.web.done_rulings import CASE, done
from tests.web.test_browser_case import begin
from tests.web.test_browser_peers import tap_for_peers_without_scripts
from tests.web.test_browser_replay import read_tricks_without_scripts
from tests.web.test_browser_score import compute_score_without_scripts

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect


def come_back_with_the_problem_of_a_hand_without_scripts(plain_tab):
    page = plain_tab.page
    draft = begin(page, "")
    page.goto(f"{draft}/board")
    page.fill("#f-typed", "AKQ.AKQ.AKQ.??")
    page.get_by_role("button", name="Save this hand").click()
    assert page.input_value("#f-typed") == "AKQ.AKQ.AKQ.??"
    assert page.locator("#f-typed-p .problem").count()
    page.fill("#f-typed", "")
    for rank in "AKQJT98765432":
        tick(page.locator(f'input[name=c][value="S{rank}"]'))
    tick(page.locator('input[name=c][value="HA"]'))
    page.get_by_role("button", name="Save this hand").click()
    assert "here 14" in page.locator("#f-typed-p").inner_text()
    assert page.locator("input[name=c]:checked").count() == 14


def sum_weights_without_scripts(plain_tab, served):
    page = plain_tab.page
    page.goto(done(served, page, begin(page, CASE)) + "/what-if")
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator("table.data")).to_be_visible()


def test_with_scripts_off_every_page_answers_by_its_buttons(plain_tab, served):
    plain_tab.walk(
        (compute_score_without_scripts,),
        (tap_for_peers_without_scripts,),
        (read_tricks_without_scripts,),
        (come_back_with_the_problem_of_a_hand_without_scripts,),
        (sum_weights_without_scripts, served),
    )
