"""The room: a case on every screen by a code, a committee that weighs blind, a poll that is blind until closed."""

import re

import pytest

from analyser.report.page_voice import TextVoice
from analyser.web.edit import parse_toml
from tests.support.browsers import all_seen, no_faults
from tests.web.conftest import IN_ROMANIAN, Served, Tab
from tests.web.done_rulings import CASE, done, owner_of
from tests.web.test_browser_case import begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

WEIGHTS = ({"o1": 100}, {"o1": 100}, {"o1": 50, "o3": 50})


def case_of(served, page, draft):
    state = served.app.state.analyser
    return parse_toml(state.drafts.get(owner_of(page), draft.rsplit("/", 1)[1]).toml)


@pytest.fixture
def members(browser, served):
    """Three members, each with a phone of his own."""
    phones = [Tab(browser, served.home) for _ in WEIGHTS]
    yield phones
    for phone in phones:
        assert phone.faults == []
        phone.close()


def button(page, language, key):
    """A button by the words of its page's language."""
    return page.get_by_role("button", name=TextVoice(language)(key), exact=True)


def vote(phone, address, weights, name, language="en"):
    phone.page.goto(f"{address}?lang={language}")
    phone.page.fill('[name="name"]', name)
    for outcome, part in weights.items():
        phone.page.fill(f'[name="ns-{outcome}"]', str(part))
    button(phone.page, language, "web.panel.enter").click()
    expect(phone.page.locator(".good")).to_be_visible()


def seated(tab, served, language):
    """A committee before a ruled case, its chair's page in a language; the case and the sheet."""
    page = tab.page
    draft = begin(page, CASE)
    page.goto(f"{done(served, page, draft)}?lang={language}")
    button(page, language, "web.panel.begin").click()
    page.wait_for_url(re.compile("/panel/"))
    return draft, page.url


def test_a_committee_weighs_blind_and_its_mean_reaches_the_ruling(reader, served, members):
    page, says, language = reader.page, reader.says, reader.language
    draft, sheet = seated(reader, served, language)
    expect(page.locator(".result").first).to_be_visible()
    expect(page.locator("main")).to_contain_text(says("unit.imp"))  # each result with its score
    expect(page.locator("table.deal")).to_be_visible()
    expect(page.locator(".plate")).to_contain_text(says("page.table-result"))
    no_faults(page)
    reader.shot(f"room-sheet-{language}")
    for phone, weights, name in zip(members, WEIGHTS, ("Ada", "Bob", "Cy"), strict=True):
        vote(phone, sheet, weights, name, language)
        assert "100\u00a0%" not in phone.page.locator("main").inner_text()
    expect(page.locator("#voted")).to_contain_text("Cy")  # who, as it comes in
    assert page.locator("#voted li bdi").all_inner_texts() == ["Ada", "Bob", "Cy"]
    assert "100\u00a0%" not in page.locator("main").inner_text()  # not what
    members[0].page.reload()
    assert "Bob" not in members[0].page.locator("main").inner_text()
    button(page, language, "web.panel.close").click()
    for key in ("web.panel.spread", "web.panel.median"):
        expect(page.locator("main")).to_contain_text(says(key))
    no_faults(page)
    all_seen(page)
    reader.shot(f"room-spread-{language}")
    expect(members[0].page.locator("main")).to_contain_text(says("web.panel.spread"))
    expect(members[0].page.locator("table.stack tbody tr")).to_have_count(
        len(WEIGHTS) + 2
    )  # and mean, median
    expect(button(members[0].page, language, "web.panel.adopt-mean")).to_have_count(0)
    with members[0].page.expect_navigation():  # the chair lets it go on: back to waiting
        button(page, language, "web.panel.open").click()
    expect(members[0].page.locator(".good")).to_be_visible()
    button(page, language, "web.panel.close").click()
    page.fill('[name="by"]', "Appeals Committee")
    button(page, language, "web.panel.adopt-mean").click()
    page.wait_for_url(re.compile(r"/ruling/[^/]+$"))
    (finding,) = case_of(served, page, draft)["judgement"]
    assert (finding["question"], finding["by"]) == ("weights", "Appeals Committee")
    assert [entry["weight"] for entry in finding["answer"]] == ["5/6", "1/6"]  # (1 + 1 + 1/2) / 3
    opening = says("web.panel.grounds-mean", count=3, hour="#").partition("#")[0]
    assert finding["grounds"].startswith(opening)


@pytest.mark.parametrize(
    ("adopting", "weights", "language"),
    [("web.panel.adopt-median", ["1"], "it"), ("web.panel.adopt-own", ["3/4", "1/4"], "ro")],
)
def test_the_chair_adopts_the_median_or_the_chair_s_weights(
    tab, served, members, adopting, weights, language
):
    page = tab.page
    draft, sheet = seated(tab, served, language)
    for phone, parts in zip(members, WEIGHTS, strict=True):
        vote(phone, sheet, parts, "", language)
    page.reload()
    button(page, language, "web.panel.close").click()
    if adopting == "web.panel.adopt-own":
        page.locator("summary").click()
        for field in page.locator('input[name^="ns-"]').all():
            field.fill({"ns-o1": "75", "ns-o3": "25"}.get(field.get_attribute("name"), "0"))
    button(page, language, adopting).click()
    page.wait_for_url(re.compile(r"/ruling/[^/]+$"))
    (finding,) = case_of(served, page, draft)["judgement"]
    assert [entry["weight"] for entry in finding["answer"]] == weights


EIGHT_ASKED = {"en": "8 asked", "it": "interpellati: 8", "ro": "întrebați: 8"}


@IN_ROMANIAN
def test_a_poll_is_blind_until_closed_showing_when_and_number(reader, served, members):
    page, says, language = reader.page, reader.says, reader.language
    draft = begin(page, CASE.split("[[poll]]")[0])
    page.goto(f"{draft}/poll")
    place = says("place.call", number=5)
    page.get_by_role("button", name=says("web.poll.put", seat=says.words["seat.S"], at=place)).click()
    page.wait_for_url(re.compile("/poll/[^/]+$"))
    sheet = page.url
    page.goto(f"{sheet}/slip")
    expect(page.locator(".slip")).to_have_count(4)
    expect(page.locator(".slip .ballot-hand").first).to_contain_text("AQT94".replace("T", "10"))
    no_faults(page)
    reader.shot(f"room-slip-{language}")
    page.goto(f"{draft}/poll")
    for phone, call in zip(members, ("P", "P", "4S"), strict=True):
        phone.page.goto(f"{sheet}?lang={language}")
        expect(phone.page.locator("h2").first).to_have_text(says("web.poll.call"))
        phone.shot(f"room-poll-{language}")
        phone.page.click(f'button[name=chosen][value="{call}"]')
        button(phone.page, language, "web.poll.nothing-else").click()
        phone.page.wait_for_url(re.compile("thanks"))
    expect(page.locator("[id^=voted-]")).to_contain_text("3")
    expect(page.locator("table.data")).to_have_count(0)
    page.fill('[name="asked"]', "8")
    button(page, language, "web.poll.close").click()
    expect(page.locator("main")).to_contain_text(EIGHT_ASKED[language])
    for read_in in (*(other for other in EIGHT_ASKED if other != language), language):
        page.goto(f"{draft}/poll?lang={read_in}")
        expect(page.locator("main")).to_contain_text(EIGHT_ASKED[read_in])
    expect(page.locator("table.data tbody tr")).to_have_count(2)
    no_faults(page)
    all_seen(page)
    reader.shot(f"room-poll-closed-{language}")
    with page.expect_navigation():
        page.locator('form[action$="/take"] button').click()
    (poll,) = case_of(served, page, draft)["poll"]
    assert poll["asked"] == 8
    assert f"{poll['closed']:%H:%M}" in page.locator("main").inner_text()
    assert {answer["action"]: answer["chosen"] for answer in poll["answers"]} == {"P": 2, "4S": 1}


def test_a_lone_director_lets_in_only_the_network_s_phones(browser, tmp_path):
    from analyser.web.visitors import local_address

    if local_address().startswith("127."):
        pytest.skip("this machine is on no network")
    alone = Served(tmp_path)
    host = Tab(browser, alone.home, "desktop")
    page = host.page
    draft = begin(page, CASE)
    page.goto(draft)
    page.get_by_role("button", name="Show it to the room").click()
    expect(page.locator(".reach")).to_contain_text("answers only this machine")
    page.get_by_role("button", name="Let phones on this network").click()
    expect(page.locator(".reach .qr svg")).to_be_visible()
    no_faults(page)
    host.shot("room-case")
    address = page.locator(".reach .link").inner_text()
    assert address.startswith(f"http://{local_address()}:")
    phone = Tab(browser, re.match("http://[^/]+", address)[0])
    phone.page.goto(address)
    expect(phone.page.locator("table.deal")).to_be_visible()
    expect(phone.page.locator("main")).to_contain_text("a long pause before the raise")
    expect(phone.page.locator("header.top a")).to_have_count(0)  # no page that would answer 403
    no_faults(phone.page)
    phone.shot("room-case")
    page.goto(done(alone, page, draft))
    page.get_by_role("button", name="Let a committee weigh").click()
    page.wait_for_url(re.compile("/panel/"))
    expect(phone.page.locator("#votes a")).to_be_visible()
    phone.page.locator("#votes a").click()
    phone.page.fill('[name="ns-o1"]', "100")
    phone.page.get_by_role("button", name="Enter my weights").click()
    expect(phone.page.locator(".good")).to_be_visible()
    for closed in ("/", "/cases", re.sub("^http://[^/]+", "", draft), "/room/none"):
        assert phone.page.request.get(f"{phone.home}{closed}").status == 403
    for one in (host, phone):
        one.close()
    alone.stop()
