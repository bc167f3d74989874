"""What if: sliders and findings act on both sides or on one, the proposal stands beside them live, and are adopted by name."""

import re
from fractions import Fraction

import pytest

from analyser.web.edit import parse_toml
from tests.support.browsers import all_seen, no_faults, tick
from tests.web.conftest import IN_ROMANIAN
from tests.web.done_rulings import CASE, done, owner_of
from tests.web.test_browser_case import begin
from tests.web.test_browser_mended import drag

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

SLOWLY = 60_000
WORDS = {
    "en": ("Both sides", "Adopt into the case"),
    "it": ("Le due linee", "Adotta nel caso"),
    "ro": ("Ambele axe", "Adoptă în caz"),
}


def case_of(served, page, draft):
    state = served.app.state.analyser
    return parse_toml(state.drafts.get(owner_of(page), draft.rsplit("/", 1)[1]).toml)


@IN_ROMANIAN
def test_sliders_for_both_sides_beside_the_proposal_are_adopted(reader, served):
    page, (both, adopt) = reader.page, WORDS[reader.language]
    draft = begin(page, CASE)
    page.goto(done(served, page, draft) + "/what-if")
    expect(page.locator('input[name="ew-o1"]')).not_to_be_visible()
    for slider in page.locator('input[name^="ns-"]').all():
        drag(
            page,
            slider.get_attribute("name"),
            {"ns-o1": "60", "ns-o3": "40"}.get(slider.get_attribute("name"), "0"),
        )
    table = page.locator("#weighed table")
    expect(table).to_have_count(1)
    expect(table.locator("caption")).to_have_text(both)
    expect(table.locator("tbody td").first).to_have_text(re.compile("60"))
    expect(table.locator("tfoot tr")).to_have_count(2)
    all_seen(page)
    asked = reader.says("web.what-if.is-alternative", action=reader.says("call.P"))
    expect(page.get_by_label(asked)).to_be_visible()  # not by the letters of the file
    no_faults(page)
    reader.shot(f"what-if-{reader.language}")
    page.fill("#f-by-weights", "Appeals Committee")
    page.locator("#weights").get_by_role("button", name=adopt).click()
    page.wait_for_url(re.compile(r"/ruling/[^/]+$"))
    (finding,) = case_of(served, page, draft)["judgement"]
    assert finding["by"] == "Appeals Committee"
    assert [Fraction(entry["weight"]) for entry in finding["answer"]] == [Fraction(3, 5), Fraction(2, 5)]


def a_slider_of_one_side_leaves_the_other_as_proposed(tab, served):
    page = tab.page
    draft = begin(page, CASE)
    page.goto(done(served, page, draft) + "/what-if")
    page.get_by_label("Both sides alike").uncheck()
    before = page.locator("#weighed").inner_text()
    for slider in page.locator('input[name^="ew-"]').all():
        drag(page, slider.get_attribute("name"), "100" if slider.get_attribute("name") == "ew-o3" else "0")
    expect(page.locator("#weighed table")).to_have_count(2)
    assert page.locator("#weighed").inner_text() != before
    page.locator("#weights").get_by_role("button", name="Adopt").click()
    page.wait_for_url(re.compile(r"/ruling/[^/]+$"))
    (finding,) = case_of(served, page, draft)["judgement"]
    assert [entry["weight"] for entry in finding["ew"]] == ["1"]
    assert len(finding["ns"]) > 1


def a_finding_is_ruled_beside_the_proposal_and_adopted(tab, served):
    page = tab.page
    draft = begin(page, CASE)
    page.goto(done(served, page, draft) + "/what-if")
    page.select_option('[name="infraction-0"]', "false")
    expect(page.locator("#mine tr.differs").first).to_be_visible(timeout=SLOWLY)
    assert page.url.endswith("/what-if")
    expect(page.locator("#mine")).to_contain_text("With your findings")
    no_faults(page)
    all_seen(page)
    tab.shot("what-if-mine")
    page.fill("#f-by-findings", "Chief director")
    page.locator("#mine").get_by_role("button", name="Adopt").click()
    page.wait_for_url(re.compile(r"/ruling/[^/]+$"))
    (finding,) = case_of(served, page, draft)["judgement"]
    assert (finding["question"], finding["answer"], finding["by"]) == ("infraction", False, "Chief director")


def a_finding_on_one_side_leaves_the_others_results(tab, served):
    page = tab.page
    draft = begin(page, CASE)
    page.goto(done(served, page, draft) + "/what-if")
    tick(page.locator('input[name="side"][value="ew"]'))
    page.select_option('[name="infraction-0"]', "false")
    expect(page.locator("#mine tr.differs").first).to_be_visible(timeout=SLOWLY)
    expect(page.locator("#mine tbody")).not_to_contain_text("North-South")
    page.locator("#mine").get_by_role("button", name="Adopt").click()
    page.wait_for_url(re.compile(r"/ruling/[^/]+$"))
    (finding,) = case_of(served, page, draft)["judgement"]
    assert finding["by"] == "the committee"
    assert finding["ew"] == [
        {"result": "4S= by S", "weight": "1"}
    ]  # no infraction: the result stands for them
    assert len(finding["ns"]) > 1


def an_edition_is_adopted_as_the_event_s_own(tab, served):
    page = tab.page
    draft = begin(page, CASE)
    page.goto(done(served, page, draft) + "/what-if")
    page.select_option("#f-edition", "2007")
    expect(page.locator("#mine")).to_contain_text("WBF 2007", timeout=SLOWLY)
    page.locator("#mine").get_by_role("button", name="Adopt").click()
    page.wait_for_url(re.compile(r"/ruling/[^/]+$"))
    assert case_of(served, page, draft)["event"]["edition"] == "2007"


def test_findings_sliders_and_editions_tried_are_adopted(tab, served):
    tab.walk(
        (a_slider_of_one_side_leaves_the_other_as_proposed, served),
        (a_finding_is_ruled_beside_the_proposal_and_adopted, served),
        (a_finding_on_one_side_leaves_the_others_results, served),
        (an_edition_is_adopted_as_the_event_s_own, served),
    )
