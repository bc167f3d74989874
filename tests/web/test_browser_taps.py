"""A pad of bids on a slow network: every tap stands at once, and the program stores exactly those calls in their order."""

import re

import pytest

from analyser.web.edit import parse_toml
from tests.support.browsers import no_faults
from tests.web.done_rulings import owner_of
from tests.web.test_browser_case import begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

SLOW = {"offline": False, "latency": 300, "downloadThroughput": 100_000, "uploadThroughput": 100_000}
FAST = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
EMPTY = 'schema = 1\nid = "slow"\ntitle = ""\n\n[event]\n\n[board]\nnumber = 3\n\n[table]\n'


@pytest.fixture
def network(tab):
    """Sets how fast the network of a tab is; fast again at the end."""
    session = tab.context.new_cdp_session(tab.page)
    session.send("Network.enable")
    yield lambda conditions: session.send("Network.emulateNetworkConditions", conditions)
    session.send("Network.emulateNetworkConditions", FAST)
    session.detach()


def auction_of_draft(served, page):
    name = re.search("/draft/([^/?#]+)", page.url)[1]
    tree = parse_toml(served.app.state.analyser.drafts.get(owner_of(page), name).toml)
    return tree["table"].get("auction", "")


def calls_drawn(page, count):
    expect(page.locator("table.auction td .n")).to_have_count(count)


def tap_call(page, call):
    page.locator(f'.pad button[value="{call}"]').click(no_wait_after=True)


def at_rest(page):
    expect(page.locator("body")).not_to_have_attribute("data-tapping", re.compile(r"\d"), timeout=15_000)


def test_quick_taps_on_a_slow_network_are_stored_in_order(tab, served, network):
    page = tab.page
    page.goto(f"{begin(page, EMPTY)}/auction")
    network(SLOW)
    for number, call in enumerate(("1S", "P", "3S"), 1):
        tap_call(page, call)
        assert page.locator("table.auction td .n").count() == number  # at once, before any answer
    expect(page.locator('.pad button[value="2C"]')).to_be_hidden()  # too low by now
    at_rest(page)
    assert auction_of_draft(served, page) == "1S P 3S"
    for call in ("P", "4S", "P", "P", "P"):
        tap_call(page, call)
    page.locator("button[name=undo]").click(no_wait_after=True)
    tap_call(page, "X")
    at_rest(page)
    calls_drawn(page, 8)
    assert auction_of_draft(served, page) == "1S P 3S P 4S P P X"
    no_faults(page)


def test_taps_are_stored_though_the_page_is_left_at_once(tab, served, network):
    page = tab.page
    draft = begin(page, EMPTY)
    page.goto(f"{draft}/auction")
    network(SLOW)
    for call in ("1NT", "P", "3NT"):
        tap_call(page, call)
    page.locator('nav.steps a[href$="/event"]').click()
    page.wait_for_url(re.compile("/event$"))
    assert auction_of_draft(served, page) == "1NT P 3NT"


def test_an_answer_that_is_lost_doubles_no_call(tab, served):
    page = tab.page
    page.goto(f"{begin(page, EMPTY)}/auction")
    lost = []

    def lose(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch())  # it arrives, its answer does not
            route.abort()
        else:
            route.continue_()

    page.route("**/auction", lose)
    for call in ("1S", "P", "P"):
        tap_call(page, call)
    expect(page.locator(".typed-note")).to_be_visible()
    expect(page.locator(".typed-note")).to_have_count(0)
    at_rest(page)
    assert auction_of_draft(served, page) == "1S P P"
    tab.faults.clear()  # the browser says that a request failed


def test_the_pad_of_peers_keeps_taps_on_a_slow_network(tab, network):
    page = tab.page
    page.goto("/peers")
    network(SLOW)
    for call in ("1S", "P", "2H"):
        tap_call(page, call)
    page.locator('[name=c][value="SA"]').evaluate("box => box.click()")
    at_rest(page)
    calls_drawn(page, 3)
    expect(page.locator('[name=c][value="SA"]')).to_be_checked()
    expect(page.locator('[name="auction"]')).to_have_value("1S P 2H")
    no_faults(page)
