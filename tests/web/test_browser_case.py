"""A case from the first tap to the report, in a browser: on a phone, on a desk, and with scripts off."""

import re

import pytest

from analyser import resources
from tests.support.browsers import drawn, no_faults, tick
from tests.web.conftest import ON_DESK

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

PBN = """\
[Event "Open Teams"]
[Board "3"]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3"]
[Auction "S"]
1S Pass 3S Pass
4S Pass Pass Pass
[Contract "4S"]
[Declarer "S"]
[Result "10"]
"""
CASE = resources.text("cases/kinds/unauthorised-information.toml")
HOSTILE = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>"
HANDS = ("K832.A7.QT62.Q84", "75.J865.J75.A962", "AQT94.K3.K84.J75")


def begin(page, source=PBN):
    page.goto("/new")
    page.fill("#f-source", source)
    page.click("button.main")
    page.wait_for_url(re.compile("/draft/"))
    return page.url


def save(page):
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()


def slow_call_and_incident(page, draft):
    """Mark the slow call by tapping it, then say what happened."""
    page.goto(f"{draft}/remarks")
    page.click('button[name=at][value="call 3"]')
    page.wait_for_selector("#remark-1")
    page.fill('[name="remark 1 seconds"]', "25")
    save(page)
    page.goto(f"{draft}/auction")
    expect(page.locator("#calls sup.mark")).to_have_text("1")  # on the call itself
    page.goto(f"{draft}/incident")
    tick(page.locator('input[name=kind][value="unauthorised-information"]'))
    page.get_by_role("button", name="Fill it in").click()
    page.wait_for_selector("#incident-1")
    page.select_option('[name="incident 1 source"]', "N")
    tick(page.locator('[name="incident 1 at"][value="call 3"]'))
    page.select_option('[name="incident 1 offender"]', "S")
    tick(page.locator('[name="incident 1 action"][value="call 5"]'))
    page.fill('[name="incident 1 suggests"]', "4S")
    save(page)


def compared(page, draft):
    page.goto(f"{draft}/event")
    page.select_option('[name="event form"]', "imps")
    page.select_option('[name="event authority"]', "EBL")
    page.fill('[name="event date"]', "2019-06-20")
    page.fill('[name="title"]', "A slow raise, then game")
    save(page)
    page.goto(f"{draft}/comparison")
    page.fill('[name="comparison other_room"]', "170")
    save(page)


@ON_DESK
def test_from_a_pasted_board_to_the_report(tab):
    page = tab.page
    draft = begin(page)
    slow_call_and_incident(page, draft)
    tab.shot("new-incident")
    compared(page, draft)
    page.goto(draft)
    expect(page.locator(".good")).to_be_visible()
    tab.shot("case")
    page.get_by_role("button", name="Rule").click()
    page.wait_for_url(re.compile("/ruling/"))
    page.get_by_role("link", name="Read the report").click(timeout=90_000)
    expect(page.locator("h1").first).to_contain_text("A slow raise")
    tab.shot("report")
    assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") != "none"
    page.go_back()
    tab.shot("ruling")


def test_hands_are_tapped_and_the_fourth_follows(tab):
    page = tab.page
    page.goto("/new")
    page.get_by_role("button", name="Begin with an empty case").click()
    page.wait_for_url(re.compile("/draft/"))
    draft = page.url
    for number, hand in enumerate(HANDS):
        page.goto(f"{draft}/board?seat={'NES'[number]}")
        for suit, ranks in zip("SHDC", hand.split("."), strict=True):
            for rank in ranks:
                tick(page.locator(f'input[name=c][value="{suit}{rank}"]'))
        if number == 1:
            tab.shot("new-board")
        with page.expect_navigation():  # the last card may still be on its way
            page.get_by_role("button", name="Save this hand").click()
    expect(page.locator('[name="board deal"]')).to_have_value(re.compile(r"^N:K832.* J6\.QT942\.A93\.KT3$"))
    page.goto(f"{draft}/auction")
    for number, call in enumerate(("1NT", "P", "3NT"), 1):
        page.click(f'button[name=call][value="{call}"]')
        expect(page.locator("#calls td .n")).to_have_count(number)
    tab.shot("new-auction")
    page.reload()  # nothing is lost
    expect(page.locator("#calls td .n")).to_have_count(3)


def a_problem_stands_beside_its_field_until_it_is_mended(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/event")
    page.fill('[name="event boards"]', "sixteen")
    save(page)
    field = page.locator('[name="event boards"]')
    expect(field).to_have_value("sixteen")  # what was typed is kept
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#f-event-boards-p .problem")).to_be_visible()
    no_faults(page)
    tab.shot("problem")
    field.fill("16")
    save(page)
    expect(page.locator("#f-event-boards-p .problem")).to_have_count(0)


def two_tabs_that_disagree_are_shown_side_by_side(tab):
    page = tab.page
    draft = begin(page)
    other = tab.context.new_page()
    for one in (page, other):
        one.goto(f"{draft}/event")
    page.fill('[name="event name"]', "First")
    save(page)
    other.fill('[name="title"]', "Joined")  # another place: joined without a word
    save(other)
    for one in (page, other):
        one.goto(f"{draft}/event")
    page.fill('[name="event name"]', "Mine")
    save(page)
    other.fill('[name="event name"]', "Theirs")
    tab.faults.clear()
    save(other)
    expect(other.locator("h1")).to_have_text("Changed in two places")
    no_faults(other)
    expect(other.locator("table")).to_contain_text("Mine")
    expect(other.locator("table")).to_contain_text("Theirs")
    tab.page = other
    tab.shot("conflict")
    with other.expect_navigation():
        other.get_by_role("button", name="Keep both").click()
    assert other.url != draft
    other.goto(f"{other.url}/event")
    expect(other.locator('[name="event name"]')).to_have_value("Theirs")
    page.goto(f"{draft}/event")
    expect(page.locator('[name="event name"]')).to_have_value("Mine")
    tab.faults[:] = [fault for fault in tab.faults if "409" not in fault]


def hostile_words_are_inert_everywhere(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/event")
    page.fill('[name="title"]', HOSTILE)
    page.fill('[name="event name"]', HOSTILE)
    save(page)
    slow_call_and_incident(page, draft)
    page.goto(f"{draft}/remarks")
    page.fill('[name="remark 1 text"]', HOSTILE)
    save(page)
    for place in ("", "/event", "/remarks", "/incident", "/text", "/versions", "/precedents"):
        page.goto(f"{draft}{place}")
        assert page.title() != "taken"
        assert page.locator("img").count() == 0
    page.goto("/cases")
    assert page.title() != "taken"


def test_with_scripts_off_a_case_is_made_and_ruled(plain_tab):
    page = plain_tab.page
    draft = begin(page)
    slow_call_and_incident(page, draft)
    compared(page, draft)
    page.goto(f"{draft}/auction")
    page.click("button[name=undo]")
    expect(page.locator("#calls td .n")).to_have_count(7)  # the page may still be on its way
    page.click('button[name=call][value="P"]')
    page.goto(draft)
    page.get_by_role("button", name="Rule").click()
    page.wait_for_selector("a:has-text('Read the report')", timeout=90_000)  # the page asks again by itself


def with_the_keyboard_alone_a_field_is_filled_and_saved(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/event")
    drawn(page).focus('[name="title"]')
    page.keyboard.press("Control+A")
    page.keyboard.type("By keyboard")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator('[name="title"]')).to_have_value("By keyboard")
    page.goto(f"{draft}/auction")
    drawn(page).focus("button[name=undo]")
    page.keyboard.press("Enter")
    expect(page.locator("#calls td .n")).to_have_count(7)
    page.locator('button[name=call][value="P"]').focus()
    page.keyboard.press("Space")
    expect(page.locator("#calls td .n")).to_have_count(8)


def cases_are_found_and_copied(tab):
    page = tab.page
    page.goto("/cases?q=revoke")
    tab.shot("cases")
    page.locator("button[name=case]").first.click()
    page.wait_for_url(re.compile("/draft/"))
    page.goto(f"{page.url}/precedents")
    expect(page.locator("h1")).to_contain_text("Precedents")
    tab.shot("precedents")


def what_cannot_be_undone_is_asked_first(reader, how):
    page = reader.page
    draft = begin(page, CASE)
    ask = page.locator(f'form[action$="/{how}"] button')
    ask.click()
    expect(page.locator("button[name=sure]")).to_be_visible()
    no_faults(page)
    page.get_by_role("link", name=reader.says("web.case.delete-no"), exact=True).click()
    page.wait_for_url(draft)
    ask.click()
    page.click("button[name=sure]")
    page.wait_for_url(re.compile("/cases$" if how == "delete" else "/draft/[^/]+$"))


def the_other_pages_as_they_are(tab, place):
    tab.page.goto(place)
    tab.shot({"/": "home", "/new": "new", "/share": "share"}[place])


def a_file_with_several_boards_asks_which(tab):
    page = tab.page
    page.goto("/new")
    page.fill("#f-source", PBN + "\n" + PBN.replace('"3"', '"8"'))
    tab.faults.clear()
    page.get_by_role("button", name="Begin with this").click()
    expect(page.get_by_role("heading", name="Which board?")).to_be_visible()
    no_faults(page)
    page.locator("button[name=board]").nth(1).click()
    page.wait_for_url(re.compile("/draft/"))
    page.goto(f"{page.url}/board")
    expect(page.locator('[name="board number"]')).to_have_value("8")


def a_bundled_template_of_every_kind_can_be_opened(tab):
    page = tab.page
    for name in resources.listing("cases/kinds")[:3]:
        begin(page, resources.text(name))
        page.goto(f"{page.url}/incident")
        expect(page.locator("#incident-1")).to_be_visible()


def test_a_case_on_a_phone_is_mended_joined_and_inert(tab):
    tab.walk(
        (a_problem_stands_beside_its_field_until_it_is_mended,),
        (two_tabs_that_disagree_are_shown_side_by_side,),
        (hostile_words_are_inert_everywhere,),
        (with_the_keyboard_alone_a_field_is_filled_and_saved,),
    )


@ON_DESK
def test_cases_on_a_desk_are_found_begun_and_opened(tab):
    tab.walk(
        (cases_are_found_and_copied,),
        *((the_other_pages_as_they_are, place) for place in ("/", "/new", "/share")),
        (a_file_with_several_boards_asks_which,),
        (a_bundled_template_of_every_kind_can_be_opened,),
    )


def test_what_cannot_be_undone_is_asked_first(reader):
    reader.walk(*((what_cannot_be_undone_is_asked_first, how) for how in ("delete", "anonymise")))
