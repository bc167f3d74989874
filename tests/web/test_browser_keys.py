"""Every flow with the keyboard alone, on a phone and on a desk: nothing out of reach, nothing that traps, the place always seen."""

import re

import pytest

from analyser import resources
from tests.web.conftest import ON_DESK, Served, Tab
from tests.web.keys import Keys
from tests.web.test_browser_case import HANDS, PBN

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

DISPUTED = '\n[[remark]]\nat = "call 5"\nkind = "remark"\nby = "S"\nstatus = "disputed"\ntext = "he meant to bid game all along"\n'
CASE = resources.text("cases/kinds/unauthorised-information.toml") + DISPUTED
REVIEWED = CASE + '\n[ruling]\nby = "director"\nkind = "result-stands"\n'
SLOWLY = 60_000


@pytest.fixture
def keys(tab):
    return Keys(tab.page)


def button(keys, name):
    """On to a button or a link by its words, and pressed."""
    keys.page.evaluate(
        "name => [...document.querySelectorAll('button, a')].filter(one => one.textContent.trim().startsWith(name))"
        ".forEach(one => one.dataset.wanted = name)",
        name,
    )
    return keys.to(f'[data-wanted="{name}"]')


def drafted(keys, text):
    """A draft of a text, from the page of new cases."""
    keys.page.goto("/new")
    keys.to("#f-source").type(text)
    button(keys, "Begin with this").opens()
    return keys.page.url


def section(keys, name):
    keys.to(f'nav.steps a[href$="/{name}"]').opens()


def saved(keys):
    button(keys, "Save").opens()


def test_the_first_stop_leads_past_the_pages_to_the_content(keys):
    page = keys.page
    page.goto("/score")
    keys.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()
    keys.press("Enter", "Tab")
    expect(page.locator("#f-form")).to_be_focused()


@ON_DESK
def test_second_opinion(keys, tab):
    page = keys.page
    page.goto("/")
    keys.to('main a[href="/score"]').opens()
    keys.to("#f-form").choose("vp")
    keys.to("#f-other").type("+500").to("#f-boards").type("16")
    tab.shot("keys-score")
    keys.to("[name=w]").type("65").to("[name=r]").type("+480").to("[name=w]").type("35").to("[name=r]").type(
        "+980"
    )
    expect(page.locator(".proposal .detail strong").first).to_contain_text("VP")
    keys.to("[name=more]").opens()
    assert page.locator("[name=w]").count() > 3
    keys.to("[name=split]").press("Space")
    expect(page.locator("[name=nr]").first).to_be_visible()
    keys.to("summary").press("Enter").to("#f-edition").choose("2007")
    assert page.input_value("#f-edition") == "2007"


def test_what_would_peers_do(keys, tab):
    page = keys.page
    page.goto("/")
    keys.to('header a[href="/peers"]').opens()
    keys.to('button[name=call][value="P"]').press("Enter")
    expect(page.locator("input[name=auction]")).to_have_value("P")
    expect(page.locator("button[name=call]:focus")).to_have_count(1)  # the keyboard keeps its place
    keys.press("Space")
    expect(page.locator("input[name=auction]")).to_have_value("P P")
    keys.to("button[name=undo]").press("Enter")
    expect(page.locator("input[name=auction]")).to_have_value("P")
    for card in ("SA", "SK", "S9", "HA", "HQ", "H7", "H2", "DK", "D7", "D6", "CA", "C9", "C2"):
        keys.to(f'input[name=c][value="{card}"]').press("Space")
    tab.shot("keys-peers")
    button(keys, "Ask").press("Enter")
    expect(page.locator("table.shares th").first).to_be_visible()
    assert page.locator("input[name=c]:checked").count() == 13


@ON_DESK
def test_a_new_case_from_a_pasted_board(keys, tab):
    page = keys.page
    page.goto("/")
    keys.to('header a[href="/new"]').opens()
    draft = drafted(keys, PBN)
    section(keys, "event")
    keys.to('[name="title"]').type("By the keys alone")
    keys.to('[name="event form"]').choose("imps")
    keys.to('[name="event boards"]').type("x").press("Tab")
    expect(page.locator("#f-event-boards-p .problem")).to_be_visible()
    keys.to('[name="event boards"]', "Shift+Tab").type("16")
    keys.to('input[name="event screens"]').press("ArrowLeft")
    saved(keys)
    section(keys, "remarks")
    keys.to("input[name=kind]").choose("alert").to('button[name=at][value="call 3"]').opens("Space")
    keys.to('[name="remark 1 text"]').type("late")
    keys.to('[name="remark 1 status"]').choose("disputed")
    saved(keys)
    section(keys, "incident")
    keys.to("input[name=kind]").choose("misinformation").to("button[name=add]").opens()
    keys.to('[name="incident 1 by"]').choose("N").to('[name="incident 1 at"]').choose("call 3")
    keys.press("Escape")  # the list of places
    tab.shot("keys-incident")
    saved(keys)
    expect(page.locator('[name="incident 1 by"]')).to_have_value("N")
    keys.to("button[name=drop]").opens("Space")
    expect(page.locator("#incident-1")).to_have_count(0)
    page.goto(draft)
    button(keys, "Download the file")
    with page.expect_download() as download:
        keys.press("Enter")
    assert "By the keys alone" in download.value.path().read_text("utf-8")


def test_a_new_case_card_by_card_and_call_by_call(keys, tab):
    page = keys.page
    page.goto("/new")
    keys.to("button[name=empty]").opens()
    section(keys, "board")
    for hand in HANDS:
        for suit, ranks in zip("SHDC", hand.split("."), strict=True):
            for rank in ranks:
                keys.to(f'input[name=c][value="{suit}{rank}"]').press("Space")
        expect(page.locator("#live-hand")).to_contain_text("Cards: 13 of 13")
        tab.shot("keys-board")
        button(keys, "Save this hand").opens()
    expect(page.locator('[name="board deal"]')).to_have_value(re.compile(r"J6\.QT942\.A93\.KT3$"))
    section(keys, "auction")
    for number, call in enumerate(("1NT", "P", "3NT"), 1):
        keys.to(f'button[name=call][value="{call}"]').press("Space" if number % 2 else "Enter")
        expect(page.locator("#calls td .n")).to_have_count(number)
        expect(page.locator(".pad button:focus")).to_have_count(1)  # the keyboard keeps its place
    tab.shot("keys-auction")
    keys.to("button[name=undo]").press("Enter")
    expect(page.locator("#calls td .n")).to_have_count(2)


@pytest.fixture(scope="module")
def proposed(tabs):
    """A case ruled once, with the keys, and who it belongs to."""
    with tabs.borrowed() as opened:
        keys = Keys(opened.page)
        drafted(keys, REVIEWED)
        button(keys, "Rule").opens()
        expect(opened.page.get_by_role("link", name="Read the report")).to_be_visible(timeout=SLOWLY)
        return opened.page.url, opened.context.storage_state()


@pytest.fixture
def owner(tab, proposed):
    """A tab of whoever has the ruling, before the ruling."""
    tab.context.add_cookies(proposed[1]["cookies"])
    tab.page.goto(proposed[0])
    return tab


@ON_DESK
def test_a_ruling_with_everything_found_otherwise(owner):
    page, keys = owner.page, Keys(owner.page)
    button(keys, "What if?").opens()
    score = page.locator("#weighed tbody tr").first.locator("td").first
    before = score.inner_text()
    keys.to('[name="alike"]').press("Space")
    keys.to("#f-ns-o1").press("Home")
    expect(score).not_to_have_text(before)
    keys.press("ArrowRight", "ArrowRight")
    assert page.input_value("#f-ns-o1") == "10"
    keys.to("#f-ew-o1")
    owner.shot("keys-what-if")
    keys.fits()
    keys.to('[name="alt-0-0"]').choose("true").to('[name="tricks-0"]').type("9").to(
        '[name="tricks-0"]', "Shift+Tab"
    )
    keys.to('[name="tricks-0"]').press("Control+A", "Delete")
    keys.to('[name="remark-2"]').choose("false").to("#f-edition").choose("2007").to("#f-authority").choose(
        "EBL"
    )
    button(keys, "Re-run").opens()
    expect(page.get_by_role("link", name="Beside the proposal")).to_be_visible(timeout=SLOWLY)
    button(keys, "Beside the proposal").opens()
    expect(page.locator("tr.differs").first).to_contain_text(re.compile("EBL 2007|Score"))
    keys.fits()
    button(keys, "Back to the proposal").opens()
    button(keys, "JSON")
    with page.expect_download():
        keys.press("Enter")
    button(keys, "Read the report").opens()
    expect(page.locator("h1").first).to_contain_text("A slow limit raise")


@ON_DESK
def test_review_and_a_committee_s_weights(keys, tab):
    page = keys.page
    drafted(keys, REVIEWED)
    button(keys, "Review of a ruling").opens()
    keys.to("input[name=facts]").choose("true").to("input[name=both_sides_heard]").choose("false")
    keys.to("#f-consulted").type("2")
    tab.shot("keys-review")
    keys.fits()
    keys.to("button.main").opens()  # save and audit
    expect(page.get_by_role("link", name="Read the report")).to_be_visible(timeout=SLOWLY)
    button(keys, "Let a committee weigh").opens()
    keys.to('[name="ns-o1"]').type("60").to('[name="ns-o3"]').type("40")
    tab.shot("keys-panel")
    button(keys, "Enter my weights").opens()
    expect(page.locator("main")).to_contain_text("Members who have weighed: 1")
    keys.fits()
    button(keys, "End the weighing").opens("Space")
    expect(page.get_by_role("button", name="Let more members weigh")).to_be_visible()


def test_a_poll_sheet_and_its_answers(keys, tab):
    page = keys.page
    drafted(keys, CASE.replace("[[poll]]", "[[unasked]]").split("[[unasked]]")[0] + DISPUTED)
    button(keys, "Poll of peers").opens()
    keys.to("input[name=pass-phone]").press("Space")
    button(keys, "Put the question").opens()
    keys.to('button[name=chosen][value="P"]')
    tab.shot("keys-poll")
    keys.opens()
    keys.to('input[name=also][value="4S"]').press("Space")
    button(keys, "Done").opens()
    expect(page.get_by_role("status").first).to_contain_text("Thank you")
    keys.to('button[name=chosen][value="4S"]').opens("Space")
    keys.to("button[name=none]").opens()
    button(keys, "All answers").opens()
    keys.to('a[href$="/slip"]').opens()
    page.evaluate("window.print = () => document.body.classList.add('printed')")
    keys.to("[data-print]").press("Enter")
    expect(page.locator("body.printed")).to_have_count(1)
    page.go_back()
    expect(page.locator("main")).to_contain_text("Answers: 2")
    button(keys, "Close the poll").opens()
    keys.fits()
    keys.to("summary").press("Space").to("details button").opens()
    expect(page.locator("main")).to_contain_text("Answers: 1")
    keys.to('form[action$="/take"] button').opens()


@ON_DESK
def test_cases_are_searched_copied_and_held_against_precedents(keys):
    page = keys.page
    page.goto("/")
    keys.to('header a[href="/cases"]').opens()
    keys.to("#f-q").type("slow limit").opens()
    keys.to("button[name=case]").opens()
    button(keys, "Precedents").opens()
    expect(page.locator("h1")).to_have_text("Precedents")
    keys.to('header a[href="/cases"]').opens()
    keys.to("ul.rows a").opens("Enter")
    button(keys, "Versions").opens()
    keys.to('nav.steps a[href$="/text"]').opens()
    keys.to("#f-toml").press("Control+Home").press("Tab")
    assert not keys.here("#f-toml")["found"], "the text holds the keyboard"


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    pages = Served(tmp_path_factory.mktemp("shared"), host="0.0.0.0")
    yield pages
    pages.stop()


def test_an_invitation_is_shown_and_taken(browser, shared):
    opened = Tab(browser, shared.home, "desktop")
    page, keys = opened.page, Keys(opened.page)
    page.goto("/")
    keys.to('header a[href="/share"]').opens()
    opened.shot("keys-share")
    invited = page.locator("p.link").inner_text()
    page.goto("/join/" + invited.rsplit("/", 1)[1])
    button(keys, "Come in").opens()
    page.goto("/share")
    expect(page.locator("main")).to_contain_text("Guests let in: ")
    button(keys, "Show the invitation").opens()
    assert page.locator("p.link").inner_text() != invited
    opened.close()
    assert (opened.faults, opened.foreign) == ([], [])


@ON_DESK
def test_on_every_page_the_keyboard_goes_round_visibly(keys):
    """From the first stop to the last and out: a page that held the keyboard would never come to its end."""
    page = keys.page
    draft = drafted(keys, CASE).removeprefix(page.url[: page.url.index("/draft")])
    parts = ("", "/event", "/board", "/remarks", "/incident", "/comparison", "/versions", "/poll", "/review")
    for place in ("/", "/score", "/new", "/cases?q=slow", *(draft + part for part in parts)):
        page.goto(place)
        keys.to('footer a[lang="ro"]')
