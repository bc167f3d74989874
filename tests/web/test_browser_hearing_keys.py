"""With the keyboard alone, second part: the hearing, rulings given, the Laws, what is adopted, the door of the room, a file."""

import re

import pytest

from analyser.casefile import problems_of
from analyser.web.edit import parse_toml
from tests.web.conftest import ON_DESK
from tests.web.done_rulings import CASE, done, owner_of
from tests.web.keys import Keys
from tests.web.test_browser_case import PBN
from tests.web.test_browser_keys import SLOWLY, button, drafted, saved

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect


@pytest.fixture
def keys(tab):
    return Keys(tab.page)


def text_of(served, page, draft):
    return served.app.state.analyser.drafts.get(owner_of(page), draft.rsplit("/", 1)[1]).toml


def further(keys, name):
    """On to a step of the hearing; the list of them is unfolded by a key where it is folded."""
    if not keys.page.locator("details.further[open]").count():
        keys.to("details.further summary").press("Enter")
    keys.to(f'details.further a[href$="/{name}"]').opens()


@ON_DESK
def test_a_hearing_and_a_ruling_given(keys, served):
    page = keys.page
    draft = drafted(keys, CASE.split("[[poll]]")[0])
    further(keys, "players")
    keys.to('[name="players N class"]').choose("expert")
    saved(keys)
    further(keys, "contentions")
    keys.to("button[name=add]").opens()
    keys.to('[name="contention 1 by"]').choose("EW").to('[name="contention 1 text"]').type("Pass was normal.")
    saved(keys)
    further(keys, "findings")
    keys.to("button[name=add]").opens("Space")  # what is asked first: was there an infraction?
    keys.to('[name="judgement 1 answer"]').choose("true").to('[name="judgement 1 by"]').type("committee")
    saved(keys)
    further(keys, "rulings")
    keys.to("button[name=add]").opens()
    keys.to('[name="ruling 1 body"]').choose("director").to('[name="ruling 1 kind"]').choose("weighted")
    keys.to('[name="ruling 1 ns"]').type("60% 3S= by S; 40% 3S-1 by S").press("Tab")
    expect(page.locator("#live")).not_to_be_empty()  # kept and looked over: the keyboard stays where it went
    assert not keys.here('[name="ruling 1 ns"]')["found"]
    assert keys.here()["seen"]
    saved(keys)
    further(keys, "appeal")
    keys.to('[name="appeal by"]').choose("NS").to('[name="appeal asks"]').type("The score at the table.")
    saved(keys)
    keys.fits()
    text = text_of(served, page, draft)
    assert problems_of(text.encode()) == ()
    tree = parse_toml(text)
    assert tree["players"]["N"]["class"] == "expert"
    assert (tree["contention"][0]["by"], tree["judgement"][0]["answer"]) == ("EW", True)
    assert [entry["weight"] for entry in tree["ruling"][0]["ns"]] == ["60%", "40%"]
    assert tree["appeal"]["by"] == "NS"


@ON_DESK
def test_the_laws_regulations_and_precedents(keys):
    page = keys.page
    page.goto("/")
    keys.to('header a[href="/law"]').opens()
    keys.to("#f-q").type("16D").opens()
    editions = page.locator("section.law").first.locator("h3")
    before = editions.count()
    keys.to('input[name=edition][value="1997"]').press("Space")
    keys.to("#f-q", "Shift+Tab").opens()
    expect(page.locator("section.law").first.locator("h3")).to_have_count(before - 1)
    page.goto("/")
    keys.to('main a[href="/rules"]').opens()
    keys.to('nav.steps a[href^="/rules?ask=penalty"]').opens()
    keys.to('[name="time"]').type("3:10").to("button.main").opens()
    expect(page.locator("#answer h2")).to_be_visible()
    drafted(keys, CASE)
    button(keys, "Precedents").opens()
    authority = page.locator("#f-authority option").nth(1).get_attribute("value")
    keys.to("#f-authority").choose(authority)
    button(keys, "Search").opens()
    assert all(authority in text for text in page.locator("ol.nearest > li > p").all_inner_texts())


def test_what_is_found_otherwise_is_adopted(keys, served):
    page = keys.page
    draft = drafted(keys, CASE)
    page.goto(done(served, page, draft))
    button(keys, "What if?").opens()
    keys.to('[name="infraction-0"]').choose("false")
    expect(page.locator("#mine tr.differs").first).to_be_visible(timeout=SLOWLY)
    expect(page.locator('[name="infraction-0"]')).to_be_focused()  # what came in beside took nothing away
    keys.to("#f-by-findings").type("Chief director").to("#mine form button")
    keys.fits().opens()
    (finding,) = parse_toml(text_of(served, page, draft))["judgement"]
    assert (finding["answer"], finding["by"]) == (False, "Chief director")


def test_the_room_and_its_door(keys):
    page = keys.page
    drafted(keys, CASE)
    button(keys, "Show it to the room").opens()
    if page.locator(".reach button").count():
        keys.to(".reach button").opens()
        expect(
            page.locator(".reach .qr svg, .reach .warn").first
        ).to_be_visible()  # a code, or no network here
    button(keys, "Back to the case").opens()
    expect(page.locator("h1")).to_contain_text("A slow limit raise")


@ON_DESK
def test_a_file_is_chosen(keys):
    page = keys.page
    file = {"name": "board.pbn", "mimeType": "text/plain", "buffer": PBN.encode()}
    page.once("filechooser", lambda chooser: chooser.set_files(file))  # in wait before the key is pressed
    page.goto("/new")
    keys.to("#f-file").press("Space")
    expect(page.locator("#f-file")).to_have_value(re.compile("board.pbn"))
    button(keys, "Begin with this").opens()
    expect(page.locator("table.deal")).to_be_visible()
