"""The program is not reached for a while, or is asked too much: what is shown says so, and goes on by itself."""

import re

import pytest

from tests.support.browsers import drawn, no_faults
from tests.web.done_rulings import CASE, laid_before
from tests.web.test_browser_case import begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

SILENT = "does not answer"
DOWN = (
    502,
    "<html><body><h1>502 Bad Gateway</h1></body></html>",
)  # what a web server before a stopped program says
TOO_MUCH = (429, '<html><body><main><p class="warn">Too much asked.</p></main></body></html>')


def refuse(page, places, answer):
    """From now on the web server answers for the program."""
    status, text = answer
    page.route(places, lambda route: route.fulfill(status=status, body=text, content_type="text/html"))


def done_ruling(page, served):
    """The address of a ruling of a new case, with the visitor who owns it."""
    name = begin(page, CASE).rsplit("/", 1)[1]
    state = served.app.state.analyser
    with state.store.open() as base:
        owner = base.execute("SELECT owner FROM drafts WHERE id = ?", (name,)).fetchone()["owner"]
    return f"/ruling/{laid_before(state, owner, name)}", owner, name


def a_count_of_votes_outlives_a_stopped_program(tab, served, answer, said):
    page = tab.page
    ruling, _, _ = done_ruling(page, served)
    page.goto(ruling)
    page.get_by_role("button", name="Let a committee weigh").click()
    page.wait_for_url(re.compile("/panel/"))
    expect(page.locator("#voted")).to_contain_text("0")
    refuse(page, "**/panel/*", answer)
    expect(page.locator("#voted")).to_contain_text(said)
    expect(page.locator("#voted")).to_contain_text("0")  # what was known stays
    expect(page.locator("body")).not_to_contain_text("Bad Gateway")
    page.unroute("**/panel/*")
    expect(page.locator("#voted .unanswered")).to_have_count(0)
    expect(page.locator("#voted")).to_contain_text("0")
    no_faults(page)
    tab.faults.clear()  # the browser says what was answered


def a_watched_page_that_is_gone_is_loaded_whole(tab, served):
    page = tab.page
    _, owner, name = done_ruling(page, served)
    state = served.app.state.analyser
    page.goto(f"/ruling/{laid_before(state, owner, name, stands='running', step='rule')}")
    expect(page.locator("#state progress")).to_be_visible()
    state.drafts.drop(owner, name)
    expect(page.locator("h1")).to_have_text("This did not work")
    expect(page.locator("h1")).to_have_count(1)
    tab.faults.clear()


def an_unanswered_sheet_shows_no_old_result_and_asks_again(tab):
    page = tab.page
    page.goto("/score?form=imps&other=500&w=65%25&r=480&w=35%25&r=980")
    expect(page.locator("#answer")).to_contain_text("2.85")
    refuse(page, "**/score/answer*", DOWN)
    drawn(page).fill('[name="other"]', "0")
    expect(page.locator("#answer")).to_contain_text(SILENT)
    expect(page.locator("#answer")).not_to_contain_text("2.85")
    page.unroute("**/score/answer*")
    expect(page.locator("#answer")).not_to_contain_text(SILENT)
    expect(page.locator("#answer")).to_contain_text("IMP")
    tab.faults.clear()


def what_is_typed_while_too_much_was_asked_arrives_later(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/event")
    refuse(page, "**/keep/**", TOO_MUCH)
    drawn(page).fill('[name="event name"]', "Patience Cup")
    page.locator('[name="event name"]').blur()
    expect(page.locator("#live")).to_contain_text("does not answer")
    page.unroute("**/keep/**")
    expect(page.locator("#live")).not_to_contain_text("does not answer")
    page.goto(draft)
    page.goto(f"{draft}/event")
    expect(page.locator('[name="event name"]')).to_have_value("Patience Cup")
    tab.faults.clear()


def test_a_form_that_was_refused_is_typed_in_once_only(tab, served, monkeypatch):
    from analyser.web import RefusedRequest
    from analyser.web.drafts import Drafts

    def refused(*_args, **_more):
        raise RefusedRequest(429, "web.error.too-fast")

    page = tab.page
    page.goto("/new")
    drawn(page).fill("#f-source", "schema = 1\n# typed by hand")
    monkeypatch.setattr(Drafts, "new", refused)
    page.locator("#f-source").press("Tab")
    page.get_by_role("button", name="Begin with this").click()
    expect(page.locator("h1")).to_have_text("This did not work")
    monkeypatch.undo()
    page.get_by_role("link", name="Home").click()
    expect(page.locator("h1")).not_to_have_text("This did not work")
    page.goto("/new")
    expect(page.locator("#f-source")).to_have_value("schema = 1\n# typed by hand")
    tab.faults.clear()


def test_pages_say_that_nobody_answers_and_go_on_by_themselves(tab, served):
    tab.walk(
        *(
            (a_count_of_votes_outlives_a_stopped_program, served, *row)
            for row in ((DOWN, SILENT), (TOO_MUCH, "Too much asked."))
        ),
        (a_watched_page_that_is_gone_is_loaded_whole, served),
        (an_unanswered_sheet_shows_no_old_result_and_asks_again,),
        (what_is_typed_while_too_much_was_asked_arrives_later,),
    )
