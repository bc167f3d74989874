"""What once did nothing, or the wrong thing, under a finger: clicked in a browser with its scripts on."""

import re

import pytest

from tests.support.browsers import saved, tick
from tests.support.every import each_row
from tests.web.conftest import ON_DESK, VIEWPORTS, Served, Tab
from tests.web.done_rulings import CASE, done, owner_of
from tests.web.test_browser_case import HANDS, begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

UNSCORED = "\n".join(line for line in CASE.split("[[poll]]")[0].splitlines() if not line.startswith("form ="))


def document(served, page):
    """The case as the ruling that is being made was asked for it, and its answers to judge by."""
    state = served.app.state.analyser
    return state.jobs.get(owner_of(page), page.url.rsplit("/", 1)[1]).given


def drag(page, name, value):
    page.locator(f'input[name="{name}"]').evaluate(
        "(one, value) => { one.value = value; one.dispatchEvent(new Event('input', {bubbles: true})) }", value
    )


def rule_with_these_weights_leads_to_a_ruling_with_them(tab, served):
    page = tab.page
    page.goto(done(served, page, begin(page, CASE)) + "/what-if")
    for side in ("ns", "ew"):
        for number, slider in enumerate(page.locator(f'input[name^="{side}-"]').all()):
            drag(page, slider.get_attribute("name"), "50" if number < 2 else "0")
    expect(page.locator("#weighed")).to_contain_text("50 %")
    page.get_by_role("button", name="Rule with these weights").click()
    page.wait_for_url(re.compile(r"/ruling/[^/]+$"))
    assert document(served, page)["toml"].count('"1/2"') == 2


def weights_that_are_all_zero_are_reported_on_the_page(tab, served):
    page = tab.page
    page.goto(done(served, page, begin(page, CASE)) + "/what-if")
    for slider in page.locator('input[type="range"]').all():
        drag(page, slider.get_attribute("name"), "0")
    expect(page.locator("#weighed .warn")).to_be_visible()
    page.get_by_role("button", name="Rule with these weights").click()
    expect(page.locator(".problem")).to_contain_text("At least two results")
    expect(page.locator("header.top")).to_have_count(1)
    expect(page.locator('input[type="range"]').first).to_have_value("0")
    tab.faults.clear()  # the browser says that the answer was 422


def the_share_of_peers_reaches_the_ruling(tab, served, typed, weight):
    page = tab.page
    page.goto(done(served, page, begin(page, CASE)) + "/what-if")
    page.select_option('[name="share-action-0"]', "P")
    page.fill('[name="share-0"]', typed)
    page.get_by_role("button", name="Re-run").click()
    page.wait_for_url(re.compile(r"/ruling/[^/]+$"))
    assert f'answer = [{{action = "P", weight = "{weight}"}}' in document(served, page)["toml"].replace(
        "\n", ""
    ).replace("    ", "")


def a_sheet_for_peers_opens_without_a_scoring_form(tab):
    page = tab.page
    draft = begin(page, UNSCORED)
    page.goto(f"{draft}/poll")
    page.get_by_role("button", name="Put the question").click()
    expect(page.get_by_role("button", name="Pass")).to_be_visible()


def ticked_calls_are_seen_and_never_dropped_in_silence(tab, served, button):
    page = tab.page
    draft = begin(page, CASE.split("[[poll]]")[0])
    page.goto(f"{draft}/poll")
    page.get_by_role("button", name="Put the question").click()
    page.wait_for_url(re.compile(r"/poll/[^/]+$"))
    survey = page.url.rsplit("/", 1)[1]
    page.click('button[name=chosen][value="P"]')
    tick(page.locator('input[name=also][value="4S"]'))
    inks = page.evaluate(
        """() => [...document.querySelectorAll('input[value="4S"] + span, input[value="4S"] + span *')]
        .map(one => getComputedStyle(one)).map(style => [style.backgroundColor, style.color])"""
    )
    filled = [back for back, _ in inks if back != "rgba(0, 0, 0, 0)"]
    assert len(filled) == 1  # one box, not a white one within it
    assert {ink for _, ink in inks} != {filled[0]}
    tab.shot("poll-also")
    expect(page.locator(".ballot-hand")).to_be_visible()  # hand and auction are still to be seen
    expect(page.locator("table.auction")).to_be_visible()
    page.get_by_role("button", name=button, exact=True).click()
    if button == "Nothing else":  # contradicts the tick: asked again, the tick still there
        expect(page.locator("main .warn")).to_be_visible()
        expect(page.locator('input[name=also][value="4S"]')).to_be_checked()
        tab.faults.clear()  # the browser says that the answer was 422
        page.get_by_role("button", name="Done", exact=True).click()
    page.wait_for_url(re.compile("thanks"))
    (answer,) = served.app.state.analyser.surveys.get(survey, "poll").answers
    assert (answer["chosen"], answer["considered"]) == ("P", ["4S"])
    expect(page.locator("button[name=chosen]")).to_have_count(0)  # one answer a phone


def tapped_hands_need_no_button_and_the_fourth_follows(tab, served):
    page = tab.page
    page.goto("/new")
    page.get_by_role("button", name="Begin with an empty case").click()
    page.wait_for_url(re.compile("/draft/"))
    draft = page.url
    for seat, hand in zip("NES", HANDS, strict=True):
        page.goto(f"{draft}/board?seat={seat}")
        for suit, ranks in zip("SHDC", hand.split("."), strict=True):
            for rank in ranks:
                tick(page.locator(f'input[name=c][value="{suit}{rank}"]'))
        expect(page.locator("#live-hand")).to_contain_text("13 of 13 · Saved.")
    expect(page.locator('[name="board deal"]')).to_have_value(re.compile(r"^N:K832.* J6\.QT942\.A93\.KT3$"))
    expect(page.locator("#seats")).to_contain_text(re.compile("West.*13"))
    page.fill('[name="board number"]', "3")
    page.locator('[name="board number"]').blur()
    saved(page)
    text = served.app.state.analyser.drafts.get(owner_of(page), draft.rsplit("/", 1)[1]).toml
    assert "J6.QT942.A93.KT3" in text
    assert "number = 3" in text


def two_cards_are_exchanged_and_a_short_hand_is_reported(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/board?seat=N")
    tick(page.locator('input[name=c][value="SK"]'), False)
    expect(page.locator("#live-hand")).to_contain_text("12 of 13")
    page.goto(draft)
    expect(page.locator("main")).to_contain_text("The hand of North: Cards: 12 of 13")
    page.goto(f"{draft}/board?seat=S")
    tick(page.locator('input[name=c][value="SA"]'), False)
    tick(page.locator('input[name=c][value="SK"]'))
    expect(page.locator("#live-hand")).to_contain_text("13 of 13 · Kept")
    page.goto(f"{draft}/board?seat=N")
    tick(page.locator('input[name=c][value="SA"]'))
    expect(page.locator("#live-hand")).to_contain_text("13 of 13 · Saved.")
    expect(page.locator('[name="board deal"]')).to_have_value(re.compile(r"^N:A832.* KQT94\."))
    page.goto(draft)
    expect(page.locator("main")).not_to_contain_text("Cards:")


@each_row("size", VIEWPORTS)
def test_guests_see_no_closed_page_nor_the_machine_s_address(browser, tmp_path, size):
    from analyser.web.visitors import local_address

    room = local_address()
    if room.startswith("127."):
        pytest.skip("this machine is on no network")
    shared = Served(tmp_path / size, host="0.0.0.0")
    port = shared.home.rsplit(":", 1)[1]
    host, guest = Tab(browser, shared.home, size), Tab(browser, f"http://{room}:{port}", size)
    host.page.goto("/share")
    expect(host.page.locator("nav a[href='/share']")).to_have_count(1)
    link = host.page.locator(".link").inner_text()
    assert re.match(rf"http://{re.escape(room)}:\d+/join/", link)
    guest.page.goto(re.sub(r"^http://[^/]+", "", link))
    guest.page.get_by_role("button", name="Come in").click()
    expect(guest.page.locator("ul.doors")).to_be_visible()
    expect(guest.page.locator("a[href='/share']")).to_have_count(0)
    for one in (host, guest):
        one.close()
    shared.stop()


@ON_DESK
def test_weights_and_shares_of_what_if_pages_reach_the_ruling(tab, served):
    tab.walk(
        (rule_with_these_weights_leads_to_a_ruling_with_them, served),
        (weights_that_are_all_zero_are_reported_on_the_page, served),
        *((the_share_of_peers_reaches_the_ruling, served, *row) for row in (("40", "40%"), ("2/5", "2/5"))),
    )


def test_a_poll_s_sheet_drops_nothing_in_silence(tab, served):
    tab.walk(
        (a_sheet_for_peers_opens_without_a_scoring_form,),
        *(
            (ticked_calls_are_seen_and_never_dropped_in_silence, served, button)
            for button in ("Nothing else", "Done")
        ),
    )


def test_hands_tapped_are_stored_and_cards_exchanged(tab, served):
    tab.walk(
        (tapped_hands_need_no_button_and_the_fourth_follows, served),
        (two_cards_are_exchanged_and_a_short_hand_is_reported,),
    )
