"""Nothing axe-core finds fault with, by day and by night; targets large enough for a thumb; nothing scrolls sideways."""

import re

import pytest

from analyser.messages import LANGUAGES, sentences
from analyser.web.jobs import JobState
from tests.support.browsers import CHECK, axe
from tests.web.conftest import VIEWPORTS, Tab
from tests.web.done_rulings import CASE, done, laid_before, owner_of
from tests.web.test_browser_case import begin, slow_call_and_incident

PAGES = ("/", "/score?other=500&w=65&r=%2B480&w=35&r=%2B980", "/peers?auction=P P&typed=AK9.AQ72.K76.A92", "/new",
         "/cases?q=revoke", "/law?q=16B1", "/law?q=pass", "/rules", "/rules?ask=alert&authority=EBL&answer=1&call=2D&auction=1NT+P&shows=H5%2B",
         "/share", "/stored", "/join/none", "/nowhere")  # fmt: skip
PARTS = (
    "",
    "/event",
    "/board",
    "/auction",
    "/remarks",
    "/incident",
    "/comparison",
    "/text",
    "/versions",
    "/precedents",
    "/players",
    "/contentions",
    "/findings",
    "/rulings",
    "/appeal",
    "/errors",
    "/polls",
    "/poll",
    "/review",
)
UNFINISHED = (  # rulings that wait, are worked on, could not be finished
    (JobState.WAITING, ""),
    (JobState.RUNNING, ""),
    (JobState.RUNNING, "write"),
    (JobState.FAILED, "died"),
)
LOOKS = {  # every language by day and by night, on a phone and on a desk; the phone is looked at first
    "en": (("light", "phone"), ("dark", "desktop")),
    "it": (("dark", "phone"), ("light", "desktop")),
    "ro": (("light", "phone"), ("dark", "desktop")),
}
SIZES = {name: {"width": width, "height": height} for name, (width, height) in VIEWPORTS.items()}
SMALL = """
() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary")].filter(one => {
  const box = one.getBoundingClientRect();
  const inText = one.tagName === "A" && getComputedStyle(one).display === "inline";
  const label = one.closest("label");
  const area = label && ["checkbox", "radio"].includes(one.type) ? label.getBoundingClientRect() : box;
  return !inText && one.tabIndex >= 0 && box.width > 1 && !one.matches(".skip, .crumbs a")
    && (area.height < 43.5 || area.width < 43.5);
}).map(one => one.outerHTML.slice(0, 120))
"""


@pytest.fixture(scope="module")
def script():
    return axe()


@pytest.fixture(scope="module")
def places(tabs, served):
    """Every page there is, those of a case too, and of one that is ruled, polled, weighed and shown to a room."""
    with tabs.borrowed() as opened:
        page = opened.page
        draft = begin(page)
        slow_call_and_incident(page, draft)
        case = begin(page, CASE)
        ruling = done(served, page, case)
        pages = [ruling, *(f"{ruling}/{name}" for name in ("what-if", "report", "appeal-form", "decision"))]
        for start, button in (
            (case, "web.room.show"),
            (f"{case}/poll", "web.poll.put"),
            (ruling, "web.panel.begin"),
        ):
            page.goto(start)
            begun = str(sentences("en")[button]).partition("{")[0]
            page.get_by_role("button", name=begun).click()
            page.wait_for_url(re.compile("/(room|poll|panel)/"))
            pages.append(page.url)
            if "/poll/" in page.url:
                pages += [f"{page.url}/slip", f"{page.url}?thanks=1"]
        owner, name = owner_of(page), case.rsplit("/", 1)[1]
        for stands, step in UNFINISHED:
            job = laid_before(served.app.state.analyser, owner, name, stands=stands, step=step)
            pages.append(f"/ruling/{job}")
        paths = [*(f"{draft}{part}" for part in PARTS), *pages]
        return [
            *PAGES,
            *(re.sub("^https?://[^/]+", "", path) for path in paths),
        ], opened.context.storage_state()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_accessible_on_a_phone_and_a_desk(browser, served, script, places, language):
    """Axe-core finds nothing; on a phone every target is large enough and nothing scrolls sideways.

    Each page is opened once and looked at in turn: to open it costs as much as to look.
    """
    listed, state = places
    tab = Tab(browser, served.home, bypass_csp=True, storage_state=state)
    tab.context.add_init_script(script)
    tab.page.goto(f"/?lang={language}")
    faults, small, wide = {}, {}, {}
    for place in listed:
        tab.page.set_viewport_size(SIZES["phone"])
        tab.page.goto(place)
        assert tab.page.locator("html").get_attribute("lang") == language
        if too_small := tab.page.evaluate(SMALL):
            small[place] = too_small
        tab.page.set_viewport_size({"width": 360, "height": 740})
        if (beyond := tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")) > 0:
            wide[place] = beyond
        for scheme, size in LOOKS[language]:
            tab.page.set_viewport_size(SIZES[size])
            tab.page.emulate_media(color_scheme=scheme)
            if answers := tab.page.evaluate(CHECK):
                faults[place, scheme, size] = answers
    tab.close()
    assert faults == {}
    assert small == {}
    assert wide == {}


def test_in_the_dark_the_pages_are_dark(browser, served):
    tab = Tab(browser, served.home, color_scheme="dark")
    tab.page.goto("/score?other=500&w=65&r=%2B480&w=35&r=4S= by N&form=imps")
    tab.shot("score-dark")
    tab.close()
