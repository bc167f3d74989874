"""A case while it is filled in: each field kept as it is left, what is wrong beside it at once, the keyboard where it was."""

import re

import pytest

from tests.support.browsers import drawn, saved, tick
from tests.web.conftest import ON_DESK
from tests.web.test_browser_case import begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect


def field(page, place):
    return page.locator(f'[name="{place}"]')


def type_and_leave(page, place, text):
    """Into a field, over what is there, and on to the next."""
    field(drawn(page), place).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    page.keyboard.press("Tab")


def a_problem_shows_on_leaving_a_field_until_mended(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/event")
    before = page.locator("#n-event").inner_text()
    type_and_leave(page, "event boards", "sixteen")
    expect(page.locator("#f-event-boards-p .problem")).to_be_visible()
    expect(field(page, "event boards")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#live")).to_contain_text("To correct")
    assert page.locator("#n-event").inner_text() != before
    assert page.evaluate("document.activeElement.name") not in {"", "event boards"}  # the keyboard went on
    tab.shot("live-problem")
    type_and_leave(page, "event boards", "16")
    expect(page.locator("#f-event-boards-p .problem")).to_have_count(0)
    expect(field(page, "event boards")).not_to_have_attribute("aria-invalid", "true")


def what_was_typed_is_there_after_a_reload_without_saving(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/event")
    with page.expect_response(lambda answer: "Butler" in (answer.request.post_data or "")):
        for place, text in (("title", "Typed only"), ("event name", "Open Pairs"), ("event name", "Butler")):
            type_and_leave(page, place, text)  # faster than the answers come
    page.goto(f"{draft}/board")  # away, by a link
    page.goto(f"{draft}/event")
    expect(field(page, "title")).to_have_value("Typed only")
    expect(field(page, "event name")).to_have_value("Butler")
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("h1")).to_have_text("Event")  # one's own page never disagrees with itself


def what_another_tab_saved_is_not_written_over(tab):
    page = tab.page
    draft = begin(page)
    other = tab.context.new_page()
    for one in (page, other):
        one.goto(f"{draft}/event")
    type_and_leave(page, "event name", "Mine")
    saved(page)
    type_and_leave(other, "title", "Joined")
    saved(other)  # another place: joined
    type_and_leave(other, "event name", "Theirs")
    expect(other.locator("#live")).to_contain_text("changed elsewhere")
    page.goto(f"{draft}/event")
    expect(field(page, "event name")).to_have_value("Mine")
    expect(field(page, "title")).to_have_value("Joined")
    other.get_by_role("button", name="Save", exact=True).click()
    expect(other.locator("h1")).to_have_text("Changed in two places")


def a_typed_auction_is_drawn_and_a_tap_keeps_it(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/auction")
    type_and_leave(page, "table auction", "1S P 3S P 2H")
    expect(page.locator("#f-table-auction-p .problem").first).to_contain_text("not sufficient")
    type_and_leave(page, "table auction", "1S P 3S P")
    expect(page.locator("#calls td .n")).to_have_count(4)
    page.click('button[name=call][value="4S"]')
    expect(page.locator("#calls td .n")).to_have_count(5)
    expect(field(page, "table auction")).to_have_value("1S P 3S P 4S")
    type_and_leave(page, "table tricks", "ten")
    expect(page.locator("#f-table-tricks-p .problem")).to_be_visible()
    saved(page)


def tapped_cards_are_counted_and_a_wrong_hand_reported_unsaved(tab):
    page = tab.page
    page.goto("/new")
    page.get_by_role("button", name="Begin with an empty case").click()
    page.wait_for_url(re.compile("/draft/"))
    page.goto(f"{page.url}/board")
    for card in ("SA", "SK"):
        tick(page.locator(f'input[name=c][value="{card}"]'))
    expect(page.locator("#live-hand")).to_contain_text("Cards: 2 of 13 · Kept")
    page.reload()
    assert page.locator("input[name=c]:checked").count() == 2
    page.fill("#f-typed", "AKQ.AKQ.AKQ.AKQA")
    page.locator("#f-typed").blur()
    expect(page.locator("#f-typed-p .problem").first).to_be_visible()
    expect(page.locator("#f-typed")).to_have_attribute("aria-invalid", "true")
    page.fill("#f-typed", "AKQ.AKQ.AKQ.AKQJ")
    page.locator("#f-typed").blur()
    expect(page.locator("#live-hand")).to_contain_text("Cards: 13 of 13")
    expect(page.locator("#f-typed-p .problem")).to_have_count(0)


def test_a_typed_deal_and_tapped_cards_return_until_saved(tab):
    page = tab.page
    page.goto("/new")
    page.get_by_role("button", name="Begin with an empty case").click()
    page.wait_for_url(re.compile("/draft/"))
    board = f"{page.url}/board?seat=S"
    page.goto(board)
    type_and_leave(page, "board deal", "N:AK.")
    expect(page.locator("#live")).to_contain_text("press Save")
    tick(page.locator('input[name=c][value="SA"]'))
    tick(page.locator('input[name=c][value="H2"]'))
    other = tab.context.new_page()
    drawn(page).locator("#f-typed").focus()
    page.keyboard.type("AK")
    page.close(run_before_unload=True)  # with a card still on its way, in the midst of a word
    other.goto(board)
    other.wait_for_timeout(500)
    other.reload()
    tab.page = other
    expect(field(other, "board deal")).to_have_value("N:AK.")
    assert [element.input_value() for element in other.locator("input[name=c]:checked").all()] == ["SA", "H2"]
    expect(other.locator("#f-typed")).to_have_value("AK")
    tab.shot("live-begun")
    for part in ("#grid ~ form", "main form >> nth=0"):
        with other.expect_navigation():
            other.locator(part).get_by_role("button", name="Back to what is saved").click()
    expect(field(other, "board deal")).to_have_value("")
    assert other.locator("input[name=c]:checked").count() == 0


def a_sent_change_is_not_sent_again_on_leaving(tab):
    page, sent = tab.page, []
    draft = begin(page)
    page.on("request", lambda asked: sent.append(asked.url) if "/keep/" in asked.url else None)
    for part, place in (("event", "event name"), ("board", "board number")):
        page.goto(f"{draft}/{part}")
        type_and_leave(page, place, "17")
        saved(page)
        page.goto(draft)
    assert len(sent) == 2


def an_entry_is_taken_away_right_after_it_was_changed(tab, slowly):
    """What is still on its way is waited for; the page does not ask which shall hold."""
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/remarks")
    for number, call in enumerate(("call 3", "call 5"), 1):
        page.click(f'button[name=at][value="{call}"]')
        page.wait_for_selector(f"#remark-{number}")
    page.route("**/keep/**", lambda route: (page.wait_for_timeout(slowly), route.continue_()))
    field(page, "remark 1 seconds").fill("25")
    with page.expect_navigation():
        page.locator("button[name=drop]").first.click()
    expect(page.locator("h1")).to_have_text("Remarks")
    expect(page.locator("fieldset[id^=remark]")).to_have_count(1)
    expect(page.locator('[name="remark 1 at"][value="call 5"]')).to_be_checked()
    expect(field(page, "remark 1 seconds")).to_have_value("")


def the_text_of_the_file_is_kept_and_checked_too(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/text")
    text = page.input_value("#f-toml")
    page.fill("#f-toml", text.replace("schema = 1", "schema = one"))
    page.locator("#f-toml").blur()
    expect(page.locator("#rest .problem").first).to_be_visible()
    page.reload()
    expect(page.locator("#f-toml")).to_have_value(re.compile("schema = one"))


def when_the_page_cannot_reach_the_server_it_says_so(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/event")
    page.route("**/keep/**", lambda route: route.abort())
    type_and_leave(page, "event name", "Lost?")
    expect(page.locator("#live")).to_contain_text("Not saved")
    expect(field(page, "event name")).to_have_value("Lost?")
    tab.faults.clear()


def test_every_event_field_is_kept_on_leaving_it(tab):
    tab.walk(
        (a_problem_shows_on_leaving_a_field_until_mended,),
        (what_was_typed_is_there_after_a_reload_without_saving,),
        (what_another_tab_saved_is_not_written_over,),
        (a_sent_change_is_not_sent_again_on_leaving,),
        (when_the_page_cannot_reach_the_server_it_says_so,),
    )


@ON_DESK
def test_auction_hands_remarks_and_text_are_kept_on_leaving_them(tab):
    tab.walk(
        (a_typed_auction_is_drawn_and_a_tap_keeps_it,),
        (tapped_cards_are_counted_and_a_wrong_hand_reported_unsaved,),
        *((an_entry_is_taken_away_right_after_it_was_changed, slowly) for slowly in (0, 400)),
        (the_text_of_the_file_is_kept_and_checked_too,),
    )
