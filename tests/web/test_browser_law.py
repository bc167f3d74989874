"""The Laws looked up in a browser: by number, by words, editions side by side, in three languages; precedents with filters."""

import re

import pytest

from analyser import laws
from tests.support.browsers import drawn, no_faults, tick
from tests.web.conftest import ON_DESK
from tests.web.done_rulings import CASE
from tests.web.test_browser_case import begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect


COMPARABLE = {"en": "comparable", "it": "comparabile", "ro": "comparabilă"}


def a_word_finds_the_provisions_in_the_reader_s_language(reader):
    page, language, word = reader.page, reader.language, COMPARABLE[reader.language]
    page.goto("/law")
    page.fill("#f-q", word)
    page.locator("form[role=search] button.main").click()
    expect(page.locator("section.law").first).to_contain_text(re.compile(word, re.IGNORECASE))
    text = laws.gist_in(laws.lookup("23A", "2017"), language)
    expect(page.locator("main")).to_contain_text(text)
    no_faults(page)
    reader.shot(f"law-{language}")


@ON_DESK
def test_a_number_shows_editions_side_by_side_and_former_places(tab):
    page = tab.page
    page.goto("/law")
    drawn(page).fill("#f-q", "16D")
    page.keyboard.press("Enter")
    row = page.locator("section.law").first
    expect(row).to_contain_text(laws.gist_in(laws.lookup("16D", "2017"), "en"))
    expect(row).to_contain_text(laws.gist_in(laws.lookup("16C", "2007"), "en"))  # where its subject stood
    expect(row.locator("h3")).to_have_text([re.compile(year) for year in laws.editions()])
    tick(page.locator('input[value="1997"]'), False)
    page.locator("form[role=search] button.main").click()
    expect(page.locator("section.law").first.locator("h3")).to_have_count(len(laws.editions()) - 1)
    no_faults(page)


def precedents_are_filtered_by_authority(reader):
    page = reader.page
    draft = begin(page, CASE)
    page.goto(f"{draft}/precedents")
    authority = page.locator("#f-authority option").nth(1).get_attribute("value")
    page.select_option("#f-authority", authority)
    page.locator("form[role=search] button.main").click()
    expect(page.locator("ol.nearest li p").first).to_contain_text(authority)
    assert all(authority in text for text in page.locator("ol.nearest > li > p").all_inner_texts())
    no_faults(page)


def test_laws_and_precedents_on_a_reader_s_phone(reader):
    reader.walk(
        (a_word_finds_the_provisions_in_the_reader_s_language,), (precedents_are_filtered_by_authority,)
    )
