"""The pages for a phone without the program, walked: both widths, three languages, keys alone, day and night, no network."""

import functools
import http.server
import json
import os
import re
import threading
import time

import pytest

from analyser import laws
from analyser.web.offline_calculator import app_files
from tests.support.browsers import CHECK, all_seen, axe, tap, tick
from tests.support.every import check_every, each_row
from tests.web.conftest import VIEWPORTS, carried, shot
from tests.web.keys import Keys
from tests.web.test_accessible import LOOKS, SMALL

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

pytestmark = pytest.mark.slow


def choose(page, box, *names):
    """Answers tapped one after another by their words."""
    for name in names:
        tap(page.locator(box).get_by_role("button", name=name, exact=True))


def a_lead_out_of_turn_is_ruled_on(page):
    tap(page.locator("button[value=ruling]"))
    page.select_option("#r-kind", "lead-out-of-turn")
    for _ in range(12):
        if not page.locator("#r-answer .buttons button").count():
            break
        tap(page.locator("#r-answer .buttons button").first)
    expect(page.locator("#r-answer h2").first).to_be_focused()
    expect(page.locator("#r-answer")).to_contain_text("Law 5")
    shot(page, f"offline-ruling-{page.viewport_size['width']}")


def the_laws_stand_side_by_side(page):
    tap(page.locator("button[value=law]"))
    page.fill("#l-ask", "70E1")
    section = page.locator("#l-answer section.law")
    expect(section).to_have_count(1)
    expect(section.locator("h3")).to_have_text(list(laws.editions()))
    for year, address in (("1997", "70E"), ("2007", "70E1"), ("2017", "70E1")):
        expect(section).to_contain_text(laws.gist_in(laws.lookup(address, year), "en"))
    columns = section.locator(".editions > div")
    apart = columns.nth(0).bounding_box()["x"] != columns.nth(1).bounding_box()["x"]
    assert apart == (
        page.viewport_size["width"] > 1000
    )  # side by side on a desk, one under the other on a phone
    expect(section.locator(".differs")).to_have_count(2)
    tick(page.locator('[name="l-year"][value="1997"]'), False)
    expect(section.locator("h3")).to_have_text(["2007", "2017"])
    page.select_option("#l-language", "ro")
    expect(section).to_contain_text(laws.gist_in(laws.lookup("70E1", "2017"), "ro"))
    page.fill("#l-ask", "zebra crossings")
    expect(page.locator("#l-answer .warn")).to_be_visible()
    page.fill("#l-ask", "comparable call")
    expect(page.locator("#l-answer h2").first).to_have_text(
        laws.group_by_subject(laws.provisions_about("comparable call"))[0].last.clause.path
    )


CLAIMS = [
    # law, edition, the answers, what must be said, what must not
    ("68", "2017", ["yes"], ["that is no claim", "Law 68"], ["Play stops"]),
    ("70C", "2017", ["no", "somebody doubts the claim or concession", "declarer", "yes", "no", "yes", "yes", "no", "no"],
     ["East-West get one or more tricks", "Law 70C", "repeats the statement"], ["irrational"]),
    ("70C", "2017", ["no", "somebody doubts the claim or concession", "declarer", "yes", "yes", "yes", "no"],
     ["not all three conditions hold", "No winning line outside the statement", "Law 70D1"], ["get one or more tricks"]),
    ("70E", "1997", ["no", "somebody doubts the claim or concession", "declarer", "no", "yes", "yes", "no", "yes"],
     ["not to take it would have been irrational", "Law 70E", "All four face their remaining cards"], []),
    ("70E1", "2017", ["no", "somebody doubts the claim or concession", "declarer", "no", "yes", "yes", "no"],
     ["is not accepted", "Law 70E1"], ["irrational"]),
    ("70D2", "2007", ["no", "somebody doubts the claim or concession", "a defender", "no", "no", "yes"],
     ["partner choosing one of several normal plays", "Law 70D2"], []),
    ("68B2", "2017", ["no", "somebody doubts the claim or concession", "a defender", "yes"],
     ["Partner objected at once", "Law 68B2"], ["repeats the statement"]),
    ("68D2", "2017", ["no", "cards were played after it", "yes"],
     ["the score obtained stands", "Law 68D2"], ["repeats the statement"]),
    ("70D3", "2007", ["no", "cards were played after it", "declarer", "no", "no", "no"],
     ["may show what would probably have happened", "Law 70D3"], []),
    ("68D", "1997", ["no", "cards were played after it", "declarer", "no", "no", "no"],
     ["What was played after the claim is void", "Law 68D"], []),
    ("69B2", "2017", ["no", "the other side agreed, and now objects", "yes", "yes", "no", "yes"],
     ["would probably have won", "Law 69B2"], []),
    ("69B", "1997", ["no", "the other side agreed, and now objects", "yes", "yes", "no", "yes"],
     ["no normal play could lose", "Law 69B"], []),
    ("69A", "2017", ["no", "the other side agreed, and now objects", "no", "declarer", "no", "no", "no"],
     ["not yet fixed", "Law 69A", "repeats the statement"], []),
    ("79C", "2017", ["no", "who conceded now asks for tricks back", "no"], ["The correction period is over", "Law 79C"], []),
    ("71A", "2017", ["no", "who conceded now asks for tricks back", "yes", "yes"], ["in fact won is given back", "Law 71A"], []),
    ("71B", "2017", ["no", "who conceded now asks for tricks back", "yes", "no", "yes"], ["no normal play could lose", "Law 71B"], []),
    ("71B of 1997", "1997", ["no", "who conceded now asks for tricks back", "yes", "no", "no", "yes"],
     ["already been made, or already been defeated", "Law 71B"], []),
    ("71C of 1997", "1997", ["no", "who conceded now asks for tricks back", "yes", "no", "no", "no", "no", "yes"],
     ["no normal play could lose", "Law 71C"], []),
    ("71C of 1997, too late", "1997", ["no", "who conceded now asks for tricks back", "yes", "no", "no", "no", "yes"],
     ["The concession stands"], ["is given back"]),
]  # fmt: skip


@each_row("law, year, answers, texts, not_said", CLAIMS, [f"{row[0]}-{row[1]}" for row in CLAIMS])
def test_a_claim_is_gone_through(phone, law, year, answers, texts, not_said):
    phone.reload()
    tap(phone.locator("button[value=claim]"))
    phone.select_option("#c-year", year)
    choose(phone, "#c-answer", *answers)
    expect(phone.locator("#c-answer .buttons")).to_have_count(0)
    for text in texts:
        expect(phone.locator("#c-answer")).to_contain_text(text)
    for text in not_said:
        expect(phone.locator("#c-answer > ul:not(.told)").first).not_to_contain_text(text)


def a_changed_answer_and_edition_keep_what_they_can(page):
    tap(page.locator("button[value=claim]"))
    choose(page, "#c-answer", "no", "cards were played after it", "no", "declarer")
    page.select_option("#c-year", "2007")
    expect(page.locator("#c-answer ul.told li")).to_have_count(3)  # nobody asks there whether all four agreed
    page.get_by_role("button", name="Change: How far things had gone").click()
    expect(page.locator("#c-answer h2")).to_have_text("How far things had gone")
    choose(page, "#c-answer", "somebody doubts the claim or concession", "declarer", "no", "no", "not known")
    expect(page.locator("#c-answer .warn")).to_contain_text("needs a card to be with one opponent")
    page.locator("#p-claim summary").click()
    expect(page.locator("#c-laws section.law").first).to_be_visible()
    assert {text[:2] for text in page.locator("#c-laws h2").all_inner_texts()} == {"68", "69", "70", "71"}


def all_parts(page):
    """Each part as it looks with an answer in it."""
    page.fill("#f-other", "+500")
    page.locator("[name=w]").first.fill("100%")
    page.locator("[name=r]").first.fill("+620")
    yield "score"
    tap(page.locator("button[value=law]"))
    page.fill("#l-ask", "71")
    yield "law"
    tap(page.locator("button[value=ruling]"))
    page.select_option("#r-kind", "exposed-card")
    tap(page.locator("#r-answer .buttons button").last)
    yield "cards"
    tap(page.locator("button[value=claim]"))
    for number in (1, 0, 1, 0, 1, 0, 0, 0, 0, 1):
        tap(page.locator("#c-answer .buttons button").nth(number))
    page.locator("#p-claim summary").click()
    page.locator("#needs summary").click()
    yield "claim"


@each_row(
    "language, scheme, size", [(language, *look) for language, looks in LOOKS.items() for look in looks]
)
def test_axe_finds_nothing_and_nothing_is_small_or_wide(browser, exported, language, size, scheme):
    with carried(browser, exported(language), size, color_scheme=scheme, bypass_csp=True) as page:
        script = axe()
        for part in all_parts(page):
            shot(page, f"offline-{part}-{language}-{size}-{scheme}")
            page.evaluate(script)
            assert page.evaluate(CHECK) == [], part
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, part
            all_seen(page)
            if size == "phone":
                assert page.evaluate(SMALL) == [], part
        assert page.locator("html").get_attribute("lang") == language
        assert "web." not in page.locator("main").inner_text()


def test_rulings_laws_and_claims_are_answered_at_either_width(browser, exported):
    def take(step, size):
        with carried(browser, exported(), size) as page:
            step(page)

    steps = (
        a_lead_out_of_turn_is_ruled_on,
        the_laws_stand_side_by_side,
        a_changed_answer_and_edition_keep_what_they_can,
        all_is_reached_with_the_keyboard_alone,
    )
    sizes = (("phone", "desktop"), ("phone", "desktop"), ("phone",), ("desktop",))
    check_every(
        [(step, size) for step, walked in zip(steps, sizes, strict=True) for size in walked],
        take,
        ids=lambda step, size: f"{step.__name__} {size}",
    )


def all_is_reached_with_the_keyboard_alone(page):
    keys = Keys(page)
    keys.to("#f-other").type("+500").to("[name=w]").type("100%").to("[name=r]").type("+620")
    expect(page.locator(".figure").first).to_contain_text("+3")
    keys.to("#more").press("Enter")
    expect(page.locator(".list-both [name=w]")).to_have_count(5)
    keys.to("#needs summary").press("Enter")
    expect(page.locator("#needs li").first).to_be_visible()
    keys.to("button[value=claim]", "Shift+Tab").press("Enter")
    keys.to("#c-year").choose("2017")
    for name in ("no", "cards were played after it", "yes"):
        page.evaluate(
            "name => [...document.querySelectorAll('#c-answer .buttons button')].filter(one => one.textContent === name).forEach(one => one.id = 'wanted')",
            name,
        )
        keys.to("#wanted").press("Enter")
        expect(page.locator("#c-answer h2").first).to_be_focused()
    expect(page.locator("#c-answer")).to_contain_text("the score obtained stands")
    keys.to("#c-answer .quiet", "Shift+Tab").press("Space")
    expect(page.locator("#c-answer .buttons")).to_have_count(1)
    keys.to("#p-claim summary").press("Enter")
    expect(page.locator("#c-laws")).to_be_visible()
    keys.to("button[value=law]", "Shift+Tab").press("Enter")
    keys.to("#l-ask").type("70D2").to('[name="l-year"][value="1997"]').press("Space")
    expect(page.locator("#l-answer h3")).to_have_text(["2007", "2017"])
    keys.to("button[value=ruling]", "Shift+Tab").press("Enter").to("#r-kind").choose("exposed-card")
    keys.to("#r-answer .buttons button").press("Enter")
    keys.to("#r-answer select").press("ArrowDown").to("#r-answer button.main").press("Enter")
    expect(page.locator("#r-answer ul.told li")).to_have_count(2)
    keys.fits()


# The app on a site, and from a stick.


class Site:
    """A folder served as a site would; it may go off the network and come back with a new export."""

    def __init__(self, folder):
        self.folder, self.asked, self.exported = folder, [], time.time() - 3600
        site = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                site.asked.append(self.path)

        server = functools.partial(Handler, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), server)
        self.home = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def export(self, language="en"):
        """Each export is a minute younger than the one before: within the same second a site says that nothing has changed."""
        self.exported += 60
        for name, data in app_files(language).items():
            (self.folder / name).write_bytes(data)
            os.utime(self.folder / name, (self.exported, self.exported))

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def site(tmp_path):
    opened = Site(tmp_path)
    opened.export()
    yield opened
    opened.close()


READY = "navigator.serviceWorker.ready.then(() => caches.keys())"


def test_the_app_says_what_a_phone_wants_to_install_it(browser, site):
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.home)
    manifest = json.loads((site.folder / "app.webmanifest").read_text())
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        drawn_as = page.evaluate(
            "async src => { const one = new Image(); one.src = src; await one.decode(); return [one.naturalWidth, one.naturalHeight]; }",
            icon["src"],
        )
        assert icon["type"] == "image/svg+xml" or icon["sizes"] == "x".join(map(str, drawn_as))
    assert {"192x192", "512x512"} < {icon["sizes"] for icon in manifest["icons"]}
    assert page.evaluate("document.querySelector('link[rel=apple-touch-icon]').href").endswith("icon-192.png")
    assert page.evaluate("document.querySelector('link[rel=manifest]').href") == f"{site.home}app.webmanifest"
    session = context.new_cdp_session(page)
    response = session.send("Page.getAppManifest")
    assert response["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
    context.close()


def test_once_opened_it_works_with_the_network_cut(browser, site):
    width, height = VIEWPORTS["phone"]
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(site.home)
    page.evaluate(READY)
    context.set_offline(True)
    site.close()
    for place in ("", "index.html", "?from=home"):
        page.goto(site.home + place)
        expect(page.locator("h1").first).to_have_text("Score calculator")
    tap(page.locator("button[value=claim]"))
    choose(page, "#c-answer", "yes")
    expect(page.locator("#c-answer")).to_contain_text("Law 68")
    context.close()


def test_a_new_export_takes_the_place_of_the_old_one(browser, site):
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.home)
    (old,) = page.evaluate(READY)
    site.export("it")
    page.reload()
    expect(page.locator("#newer")).to_be_visible(
        timeout=60_000
    )  # the browser looks for it when it is at rest
    assert page.evaluate("caches.keys()") != [old]
    tap(page.locator("#newer button"))
    expect(page.locator("html")).to_have_attribute("lang", "it")
    context.set_offline(True)
    page.reload()
    expect(page.locator("h1").first).to_have_text("Calcolatore di punteggi")
    context.close()


def test_from_a_stick_nothing_is_requested_and_no_worker_needed(browser, site):
    context = browser.new_context(offline=True)
    page, faults, asked = context.new_page(), [], []
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site.folder / "index.html").as_uri())
    page.fill("#f-other", "+500")
    page.locator("[name=w]").first.fill("100%")
    page.locator("[name=r]").first.fill("+620")
    expect(page.locator(".figure").first).to_contain_text("+3")
    assert all(re.match(r"file:|data:", url) for url in asked)
    assert faults == []
    context.close()
