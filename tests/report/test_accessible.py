"""The pages people print and read: nothing axe-core finds fault with, by day and by night; nothing scrolls sideways."""

from dataclasses import replace

import pytest

from analyser import rule
from analyser.casefile import case_of
from analyser.messages import LANGUAGES, sentences
from analyser.report.html import render_html
from analyser.report.record import appeal_form, casebook, decision
from tests.report.rich import rich
from tests.report.test_precedents import PAST
from tests.support import ROOT
from tests.support.browsers import CHECK, axe

KINDS = (
    "claim",
    "revoke",
    "irregular-call",
    "score-error",
    "misinformation",
    "slow-pass-over-game",
    "no-play",
)
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def script():
    return axe()


@pytest.fixture(scope="module")
def pages():
    """Every sort of page, each language in turn."""
    full = replace(rich(), precedents=(PAST,))
    ruled = [
        rule(case_of((ROOT / "cases" / "kinds" / f"{kind}.toml").read_bytes())) for kind in (*KINDS, "other")
    ]
    htmls_by_text = {f"ruling {language}": render_html(full, language) for language in LANGUAGES}
    htmls_by_text |= {
        f"{kind} {LANGUAGES[place % 3]}": render_html(one, LANGUAGES[place % 3])
        for place, (kind, one) in enumerate(zip(KINDS, ruled, strict=False))
    }
    htmls_by_text["decision it"] = decision(full, "it")
    htmls_by_text["decision ro"] = decision(ruled[1], "ro", names=True)
    htmls_by_text["form ro"] = appeal_form(full, "ro")
    htmls_by_text["form en"] = appeal_form(ruled[0], "en", names=True)
    htmls_by_text["casebook it"] = casebook([full, *ruled], "it")
    return htmls_by_text


def _opened(browser, **settings):
    return browser.new_context(bypass_csp=True, **settings).new_page()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser, script, pages, scheme):
    page, faults = _opened(browser, color_scheme=scheme), {}
    for name, text in pages.items():
        page.set_content(text)
        page.evaluate(script)
        if answers := page.evaluate(CHECK):
            faults[name] = answers
    page.context.close()
    assert faults == {}


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_no_page_scrolls_sideways(browser, pages, width):
    page = _opened(browser, viewport={"width": width, "height": 800}, is_mobile=width < 500)
    wide = {}
    for name, text in pages.items():
        page.set_content(text)
        if (beyond := page.evaluate(SIDEWAYS)) > 0:
            wide[name] = beyond
    page.context.close()
    assert wide == {}


OUT_OF_SIGHT = """
heads => [...document.querySelectorAll("table.stacked tr")].flatMap(row => {
  const frame = row.closest(".scroll").getBoundingClientRect();
  const told = [...row.querySelectorAll("td[data-head]")].filter(one => heads.includes(one.dataset.head));
  if (row.closest("thead")) return [];
  if (!told.length) return ["no weight: " + row.outerHTML.slice(0, 80)];
  const boxes = [row.querySelector("th"), ...told].map(one => one.getBoundingClientRect());
  const beyond = boxes.some(box => box.left < frame.left - 1 || box.right > Math.min(frame.right, innerWidth) + 1);
  const apart = Math.max(...boxes.map(box => box.bottom)) - Math.min(...boxes.map(box => box.top));
  return beyond || apart > innerHeight / 2 ? [row.outerHTML.slice(0, 80)] : [];
})
"""


@pytest.mark.parametrize("width", [360, 390, 660])
@pytest.mark.parametrize("language", LANGUAGES)
def test_result_and_weight_of_each_row_are_seen_together(browser, pages, width, language):
    page, words = _opened(browser, viewport={"width": width, "height": 844}), sentences(language)
    heads = [str(words["weights.weight"])]
    heads += [
        str(words["weights.weight-of"]).format(side=words[f"side.short.{side}"]) for side in ("NS", "EW")
    ]
    page.set_content(pages[f"ruling {language}"])
    rows = page.locator("table.stacked tbody tr").count()
    answers = page.evaluate(OUT_OF_SIGHT, heads)
    page.context.close()
    assert rows > 1
    assert answers == []


def test_on_paper_no_table_and_no_drawing_is_cut_off(browser, pages):
    page = _opened(browser, viewport={"width": 700, "height": 1000})  # A4 between its margins
    page.emulate_media(media="print")
    cut = {}
    for name, text in pages.items():
        page.set_content(text)
        beyond = page.evaluate(
            "[...document.querySelectorAll('table, svg.plot')].filter("
            "one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 80))"
        )
        if beyond:
            cut[name] = beyond
    page.context.close()
    assert cut == {}
