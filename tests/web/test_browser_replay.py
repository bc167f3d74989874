"""The play card by card beside the hand diagram: buttons, arrow keys, and all tricks to read where there are no scripts."""

import pytest

from analyser import resources
from tests.support.browsers import drawn, fits_every_width, no_faults
from tests.web.conftest import ON_DESK
from tests.web.done_rulings import done
from tests.web.test_browser_case import begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

CASE = resources.text(
    "cases/kinds/revoke.toml"
)  # played: DJ DA D4 D3, H2 H4 HA HJ, HK S5 H3 C4, HT D7 H8 HQ, DK D9 D8 D2


def on_table(page):
    """What lies in the middle of the diagram, by seat; the signs of the suits left out."""
    slots = page.locator(".on-table span[data-of]").all()
    return {slot.get_attribute("data-of"): slot.inner_text().strip()[-1:] for slot in slots}


def the_play_goes_card_by_card_with_buttons_and_keys(tab):
    page = tab.page
    begin(page, CASE)
    faded = page.locator("[data-held].gone")
    expect(faded).to_have_count(0)
    page.get_by_role("button", name="Next card").click()
    assert on_table(page) == {"N": "", "W": "J", "E": "", "S": ""}
    expect(page.locator(".replay .now")).to_contain_text("Trick 1 · West")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert on_table(page) == {"N": "A", "W": "J", "E": "4", "S": "3"}
    expect(page.locator(".replay .now")).to_contain_text("NS 1 · EW 0")
    page.keyboard.press("ArrowDown")  # to the end of the second trick
    expect(faded).to_have_count(8)
    page.keyboard.press("ArrowLeft")
    assert on_table(page) == {"N": "2", "W": "", "E": "4", "S": "A"}
    page.locator('.replay [data-card="C4"]').click()  # East does not follow to the third trick
    expect(page.locator('[data-held="C4"].gone')).to_have_count(1)
    expect(page.locator('[data-held="HQ"].gone')).to_have_count(0)
    tab.shot("replay")
    no_faults(page)
    fits_every_width(page)
    page.keyboard.press("End")
    expect(page.locator(".replay .now")).to_contain_text("NS 3 · EW 2")
    page.get_by_role("button", name="Before the opening lead").click()
    expect(faded).to_have_count(0)


FIRST_TRICK = {"en": "Trick 1 · West", "it": "Presa 1 · Ovest", "ro": "Levata 1 · Vest"}


def test_the_play_is_told_in_the_reader_s_language(reader):
    page = reader.page
    begin(page, CASE)
    for language, first_trick in FIRST_TRICK.items():
        reader.reads(language)
        page.reload()
        drawn(page).keyboard.press("ArrowRight")  # nothing else is chosen
        expect(page.locator(".replay .now")).to_contain_text(first_trick)
        expect(page.locator(".plate .corner")).to_contain_text(reader.says("vulnerable.none"))  # board 11


def read_tricks_without_scripts(plain_tab):
    page = plain_tab.page
    begin(page, CASE)
    assert page.locator(".replay li").count() == 5
    expect(page.locator(".replay .buttons")).to_be_hidden()


def the_page_of_a_ruling_shows_its_board(tab, served):
    page = tab.page
    page.goto(done(served, page, begin(page, CASE)))
    drawn(page).keyboard.press("ArrowRight")
    assert on_table(page)["W"] == "J"
    fits_every_width(page)
    tab.shot("replay-ruling")


@ON_DESK
def test_the_play_is_replayed_on_a_case_and_its_ruling(tab, served):
    tab.walk(
        (the_play_goes_card_by_card_with_buttons_and_keys,),
        (the_page_of_a_ruling_shows_its_board, served),
    )
