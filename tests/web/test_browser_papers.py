"""The page of a ruling: verdict and scores at once, every paper in every language at any time, every version with what changed."""

import re

import pytest

from tests.support.browsers import no_faults
from tests.web.conftest import IN_ROMANIAN, ON_DESK
from tests.web.done_rulings import CASE, done
from tests.web.test_browser_case import begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

SLOWLY = 60_000
PAPERS = {
    "en": ("Appeal form", "Written decision", "60"),
    "it": ("Modulo d'appello", "Decisione scritta", "60"),
    "ro": ("Formular de apel", "Decizie scrisă", "60"),
}


@IN_ROMANIAN
def test_every_paper_is_read_and_taken_away(reader, served):
    page, language = reader.page, reader.language
    place = done(served, page, begin(page, CASE))
    page.goto(place)
    expect(page.locator("section.plain").first).to_contain_text("IMP")
    form, decision, weight = PAPERS[language]
    no_faults(page)
    reader.shot(f"ruling-{language}")
    for name, title in (("appeal-form", form), ("decision", decision)):
        page.get_by_role("link", name=title, exact=True).click()
        page.wait_for_url(re.compile(f"/{name}$"))
        assert page.locator("html").get_attribute("lang") == language
        page.go_back()
    with page.expect_download() as download:
        page.locator('a[href$="scorer.txt"]').click()
    assert weight in download.value.path().read_text("utf-8")
    for file in ("report.html", "decision.html", "ruling.md", "ruling.json", "scorer.csv"):
        answer = page.request.get(f"{place}/{file}")
        assert (answer.status, "attachment" in answer.headers["content-disposition"]) == (200, True), file


@ON_DESK
def test_a_paper_is_printed(tab, served):
    page = tab.page
    ruling = done(served, page, begin(page, CASE))
    page.goto(ruling)
    page.locator('a[href$="decision.pdf"]').evaluate("one => one.removeAttribute('download')")
    page.locator('a[href$="decision.pdf"]').click()
    page.wait_for_url(lambda there: "/ruling/" in there and there != ruling)
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF", exact=True).click(timeout=SLOWLY)
    assert download.value.suggested_filename == "decision.pdf"
    assert download.value.path().read_bytes().startswith(b"%PDF")


def test_the_case_and_home_list_every_version_with_changes(tab, served):
    page = tab.page
    draft = begin(page, CASE)
    first = done(served, page, draft)
    page.goto(f"{first}/what-if")
    page.select_option('[name="infraction-0"]', "false")
    expect(page.locator("#mine tr.differs").first).to_be_visible(timeout=SLOWLY)
    page.locator("#mine").get_by_role("button", name="Adopt").click()
    page.wait_for_url(re.compile(r"/ruling/[^/]+$"))
    expect(page.locator("section.plain").first).to_be_visible(timeout=SLOWLY)
    expect(page.locator("ol.versions > li")).to_have_count(2)  # what was only tried is none of them
    expect(page.locator("ol.versions > li").first).to_contain_text(
        "Score North-South: −1.5 → 6", timeout=SLOWLY
    )
    no_faults(page)
    tab.shot("ruling-versions")
    page.goto(draft)
    expect(page.locator("ol.versions")).to_contain_text("Ruling 1")
    page.get_by_role("link", name="Ruling 1").click()
    page.wait_for_url(first)
    page.goto("/")
    expect(page.locator("main")).to_contain_text("Last rulings")
    page.locator('a[href^="/ruling/"]').last.click()
    expect(page.locator("section.plain").first).to_be_visible()
