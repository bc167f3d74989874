"""The pocket calculator in a browser: the answer while it is typed, the same without scripts."""

import pytest

from tests.support.browsers import all_seen, drawn
from tests.support.every import each_row
from tests.web.conftest import VIEWPORTS, Tab

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect


def fill(page, rows, **options):
    for name, value in options.items():
        page.fill(f"#f-{name}", value)
    for number, (weight, result) in enumerate(rows):
        page.locator("[name=w]").nth(number).fill(weight)
        page.locator("[name=r]").nth(number).fill(result)


def test_the_answer_comes_while_it_is_typed(reader):
    page, point = reader.page, reader.says("format.point")
    page.goto("/score")
    fill(page, [("65", "+480"), ("35%", "+980")], other="+500")
    expect(page.locator(".figure").first).to_contain_text(f"+2{point}85")
    expect(page.locator(".figure").nth(1)).to_contain_text(f"−2{point}85")
    table = page.locator("table.data")
    for wanted in ("+480", "65"):
        expect(table).to_contain_text(wanted)
    all_seen(page)  # result and weight never scroll off
    reader.shot(f"score-{reader.language}")


def a_fault_shows_at_its_field_until_it_is_mended(tab):
    page = tab.page
    page.goto("/score")
    fill(page, [("50", "4S= by N"), ("50", "4S-1 by N")], other="5o")
    expect(page.locator("#at-other")).to_contain_text("not a result")
    page.fill("#f-other", "420")
    expect(page.locator("#at-other")).to_be_empty()
    expect(page.locator(".figure").first).to_contain_text("IMP")


def only_what_the_form_needs_is_asked_for(tab):
    page = tab.page
    page.goto("/score")
    expect(page.locator("#f-field")).to_be_hidden()
    page.select_option("#f-form", "matchpoints")
    expect(page.locator("#f-field")).to_be_visible()
    expect(page.locator("#f-other")).to_be_hidden()
    fill(page, [("60", "4S= by N"), ("40", "4S-1 by N")], field="420x5 -50x2")
    expect(page.locator(".figure").first).to_be_visible()
    tab.shot("score-matchpoints")


def a_started_sheet_outlives_a_reload_and_another_language(tab, load):
    page = tab.page
    page.goto("/score?form=vp")
    fill(page, [("65", "+480"), ("", "+98")], other="+500")
    page.locator("#f-boards").fill("1")
    page.locator("#f-boards").blur()
    with page.expect_navigation():
        page.reload() if load == "reload" else page.click('footer a[lang="it"]')
    assert page.locator("html").get_attribute("lang") == ("en" if load == "reload" else "it")
    assert page.input_value("#f-form") == "vp"
    assert page.input_value("#f-other") == "+500"
    assert page.input_value("#f-boards") == "1"
    assert [page.locator("[name=w]").nth(n).input_value() for n in (0, 1)] == ["65", ""]
    assert [page.locator("[name=r]").nth(n).input_value() for n in (0, 1)] == ["+480", "+98"]


def compute_score_without_scripts(plain_tab):
    page = plain_tab.page
    page.goto("/score")
    fill(page, [("65", "+480"), ("35%", "+980")], other="+500")
    page.get_by_role("button", name="Compute").click()
    assert "+2.85" in page.locator(".figure").first.inner_text()
    assert page.locator("[name=w]").nth(0).input_value() == "65"


def with_the_keyboard_alone_a_score_is_computed(tab):
    page = tab.page
    page.goto("/score")
    drawn(page).focus("#f-other")
    page.keyboard.type("+500")
    page.keyboard.press("Tab")
    page.keyboard.type("100")
    page.keyboard.press("Tab")
    page.keyboard.type("+480")
    expect(page.locator(".figure").first).to_contain_text("−1")


def test_a_sheet_is_filled_in_corrected_and_kept(tab):
    tab.walk(
        (a_fault_shows_at_its_field_until_it_is_mended,),
        (only_what_the_form_needs_is_asked_for,),
        *((a_started_sheet_outlives_a_reload_and_another_language, how) for how in ("reload", "language")),
        (with_the_keyboard_alone_a_score_is_computed,),
    )


@each_row("size", VIEWPORTS)
def test_the_page_and_all_it_loads_fit_100_kb(browser, served, size):
    answers, new = [], Tab(browser, served.home, size)  # a used one has parts of the page already

    def keep(answer):  # the driver takes no method of a list
        answers.append(answer)

    new.page.on("response", keep)
    new.page.goto("/score", wait_until="networkidle")
    sizes = [len(answer.body()) for answer in answers]  # a closed page takes them with it
    new.close()
    assert len(sizes) > 1
    assert sum(sizes) <= 100_000
