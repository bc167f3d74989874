"""A ruling judged in a browser: a weight dragged, a finding changed, a check list."""

import re

import pytest

from analyser import resources
from tests.support.browsers import drawn, no_faults
from tests.web.conftest import IN_ROMANIAN, ON_DESK
from tests.web.test_browser_case import begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

CASE = resources.text("cases/kinds/unauthorised-information.toml")
REVIEWED = CASE + '\n[ruling]\nby = "director"\nkind = "result-stands"\n'
SLOWLY = 60_000


def ruled(page, draft):
    page.goto(draft)
    page.get_by_role("button", name="Rule", exact=False).first.click()
    page.wait_for_url(re.compile("/ruling/"))
    expect(page.get_by_role("link", name="Read the report")).to_be_visible(timeout=SLOWLY)
    return page.url


def set_slider(page, name, value):
    page.locator(f'input[name="{name}"]').evaluate(
        "(one, value) => { one.value = value; one.dispatchEvent(new Event('input', {bubbles: true})) }",
        str(value),
    )


@ON_DESK
def test_dragged_weights_change_the_score_and_a_finding_rules_again(tab):
    page = tab.page
    place = ruled(page, begin(page, CASE))
    page.goto(f"{place}/what-if")
    score = page.locator("#weighed tbody tr").first.locator("td").first
    before = score.inner_text()
    set_slider(page, "ns-o1", 0)
    expect(score).not_to_have_text(before)
    no_faults(page)
    tab.shot("what-if")
    page.select_option('[name="infraction-0"]', "false")
    page.get_by_role("button", name="Re-run").click()
    page.wait_for_url(re.compile("/ruling/"))
    expect(page.get_by_role("link", name="Beside the proposal")).to_be_visible(timeout=SLOWLY)
    page.get_by_role("link", name="Beside the proposal").click()
    expect(page.locator("tr.differs").first).to_be_visible()
    no_faults(page)
    tab.shot("beside")


@IN_ROMANIAN
def test_the_keyboard_ticks_a_check_list_that_audits_the_ruling(reader):
    page = reader.page
    draft = begin(page, REVIEWED)
    page.goto(f"{draft}/review")
    drawn(page).locator('input[name="facts"][value="true"]').focus()
    page.keyboard.press("Space")
    expect(page.locator('input[name="facts"][value="true"]')).to_be_checked()
    no_faults(page)
    reader.shot(f"review-{reader.language}")
    page.locator("button[name=audit]").press("Enter")
    page.wait_for_url(re.compile("/ruling/"))
    page.get_by_role("link", name=reader.says("web.ruling.read")).click(timeout=SLOWLY)
    expect(page.locator("#process h2")).to_have_text(reader.says("part.process"))
