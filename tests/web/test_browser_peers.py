"""A hand and an auction by tapping, in a browser and without scripts."""

import pytest

from tests.support.browsers import tick
from tests.web.conftest import ON_DESK

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect


HAND = ("SA", "SK", "S9", "HA", "HQ", "H7", "H2", "DK", "D7", "D6", "CA", "C9", "C2")


def tap_hand(page):
    for card in HAND:
        tick(page.locator(f'input[name=c][value="{card}"]'))


def test_peers_answer_what_was_tapped(reader):
    page, says = reader.page, reader.says
    page.goto("/peers")
    for number, call in enumerate(("P", "P"), 1):
        page.click(f'button[name=call][value="{call}"]')
        expect(page.locator("input[name=auction]")).to_have_value(" ".join(["P"] * number))
    page.fill("#f-typed", "AK9.AQ72.K76.A92")
    page.get_by_role("button", name=says("web.peers.ask"), exact=True).click()
    expect(page.locator("table.shares th").first).to_contain_text(f"2{says('strain.short.NT')}")
    expect(page.locator("#answer")).to_contain_text(
        says("web.peers.support-call", count="#").partition("#")[0]
    )
    reader.shot(f"peers-{reader.language}")


def a_short_hand_outlives_a_reload_and_another_language(tab, load):
    page = tab.page
    page.goto("/peers")
    page.click('button[name=call][value="P"]')
    expect(page.locator("input[name=auction]")).to_have_value("P")
    for card in HAND[:3]:
        tick(page.locator(f'input[name=c][value="{card}"]'))
    with page.expect_navigation():
        page.reload() if load == "reload" else page.click('footer a[lang="ro"]')
    assert page.locator("html").get_attribute("lang") == ("en" if load == "reload" else "ro")
    assert page.input_value("input[name=auction]") == "P"
    assert page.locator("input[name=c]:checked").count() == 3


def tap_for_peers_without_scripts(plain_tab):
    page = plain_tab.page
    page.goto("/peers")
    page.click('button[name=call][value="1NT"]')
    page.click('button[name=call][value="P"]')
    tap_hand(page)
    page.get_by_role("button", name="Ask").click()
    assert page.input_value("input[name=auction]") == "1NT P"
    assert page.locator("input[name=c]:checked").count() == 13
    assert page.locator("table.shares tr").count() >= 1


@ON_DESK
def test_a_half_tapped_hand_survives_reloading_and_changing_the_language(tab):
    steps = ((a_short_hand_outlives_a_reload_and_another_language, how) for how in ("reload", "language"))
    tab.walk(*steps)
