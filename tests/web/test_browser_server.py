"""A federation's server in a browser: through a web server that passes requests on, below a base path, by invitation."""

import http.client
import re
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from analyser import resources
from analyser.web.members import ServerRole
from analyser.web.public_address import public_address
from tests.support.browsers import drawn, no_faults
from tests.web.conftest import Served, Tab
from tests.web.keys import Keys
from tests.web.test_accessible import SMALL
from tests.web.test_browser_case import begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

JUDGED = resources.text("cases/kinds/repeated-revoke.toml")
BASE = "/appeals"
_OF_A_LINE = {
    "connection",
    "transfer-encoding",
    "keep-alive",
}  # headers that go no further than the next machine


class Forwarder(BaseHTTPRequestHandler):
    """A web server before the pages: what lies below the base path is passed on whole, all else is its own."""

    protocol_version = "HTTP/1.1"
    behind = 0  # the port of the pages
    outside = ()  # what was asked for beside the base path

    def do_GET(self):
        if not self.path.startswith(f"{BASE}/"):
            self.outside.append(self.path)
            self.send_error(404)
            return
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        line = http.client.HTTPConnection("127.0.0.1", self.behind, timeout=60)
        sent = {name: value for name, value in self.headers.items() if name.lower() not in _OF_A_LINE}
        line.request(self.command, self.path, body, sent | {"X-Forwarded-For": self.client_address[0]})
        answer = line.getresponse()
        data = answer.read()
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in {*_OF_A_LINE, "content-length"}:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        line.close()

    do_POST = do_GET  # noqa: N815 - as the library calls it

    def log_message(self, *_):
        """A test prints nothing."""


@pytest.fixture
def federation(tmp_path):
    """The pages, served behind a web server of their own; the address browsers call."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    public = f"http://127.0.0.1:{port}{BASE}"
    pages = Served(tmp_path, public=public_address(public), workers=1)
    kind = type("Before", (Forwarder,), {"behind": int(pages.home.rsplit(":", 1)[1]), "outside": []})
    server = ThreadingHTTPServer(("127.0.0.1", port), kind)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield public, pages, kind
    server.shutdown()
    server.server_close()
    pages.stop()


class Below:
    """A tab whose plain addresses lie below the base path."""

    def __init__(self, tab, home):
        self.page, self.home = tab.page, home

    def __getattr__(self, name):
        return getattr(self.page, name)

    def goto(self, place):
        return self.page.goto(place if place.startswith("http") else f"{self.home}{place}")


def test_members_come_by_invitation_and_rule_below_the_base_path(browser, federation):
    home, pages, before = federation
    members = pages.app.state.analyser.members
    tabs = [Tab(browser, home, "desktop"), Tab(browser, home, "phone")]
    director, chair = (Below(tab, home) for tab in tabs)

    director.goto("/")
    expect(director.locator("main")).to_contain_text("An invitation is required")
    no_faults(director.page)
    tabs[0].faults.clear()  # the browser's own word on a page that was refused
    director.goto(members.link(members.invite("Dana", ServerRole.DIRECTOR)).removeprefix(home))
    director.get_by_role("button", name="Come in").click()
    expect(director.locator("footer")).to_contain_text("Dana · Tournament Director")

    draft = begin(director, JUDGED)
    assert draft.startswith(f"{home}/draft/")
    director.locator('form[action$="/rule"] button').first.click()
    director.wait_for_url(re.compile(f"{BASE}/ruling/"))
    expect(director.get_by_role("link", name="PDF").first).to_be_visible(
        timeout=120_000
    )  # worked on, shown by itself
    ruling = director.url

    director.get_by_role("link", name="Members").click()
    director.wait_for_url(re.compile("/members$"))
    keys = Keys(drawn(director.page))
    keys.to("#f-name").type("Cy").to("input[name=role]").choose("chair").to("button.main").opens()
    expect(director.locator("figure.qr svg")).to_be_visible()
    no_faults(director.page)
    director.page.set_viewport_size({"width": 360, "height": 740})
    assert director.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert director.page.evaluate(SMALL) == []
    director.page.set_viewport_size({"width": 1280, "height": 900})
    chair.goto(director.locator("p.link").inner_text())
    chair.get_by_role("button", name="Come in").click()
    expect(chair.locator("footer")).to_contain_text("Cy · committee chair")
    chair.goto(ruling)
    expect(chair.get_by_role("link", name="PDF").first).to_be_visible()

    chair.goto("/trail")
    expect(chair.locator("main")).to_contain_text("Dana (Tournament Director): had the case ruled")
    expect(chair.get_by_role("link", name="Members")).to_have_count(0)
    no_faults(chair.page)
    chair.goto("/stored")
    no_faults(chair.page)
    chair.get_by_role("button", name="Sign out").click()
    expect(chair.locator("main")).to_contain_text("An invitation is required")
    tabs[1].faults.clear()

    assert before.outside == []  # no page, script, style or form asked for anything beside the base path
    for tab in tabs:
        assert tab.foreign == []
        assert tab.faults == []
        tab.close()


def test_the_keyboard_alone_removes_a_member_and_erases_the_name(browser, federation):
    home, pages, _ = federation
    members = pages.app.state.analyser.members
    tabs = [Tab(browser, home, "desktop"), Tab(browser, home)]
    director, observer = (Below(tab, home) for tab in tabs)
    for one, name, role in ((director, "Dana", ServerRole.DIRECTOR), (observer, "Cy", ServerRole.OBSERVER)):
        one.goto(members.link(members.invite(name, role)).removeprefix(home))
        Keys(one.page).to("form button.main").opens()
    expect(observer.locator("footer")).to_contain_text("Cy")

    keys = Keys(director.page)
    director.goto("/members")
    row = director.locator("ul.rows li").filter(has_text="Cy")
    (number,) = row.evaluate_all("found => found.map(one => [...one.parentNode.children].indexOf(one) + 1)")
    keys.to(f'ul.rows li:nth-child({number}) form[action$="/remove"] button').opens()
    expect(row).to_contain_text("removed")
    observer.goto("/")
    expect(observer.locator("main")).to_contain_text("An invitation is required")
    no_faults(director.page)
    keys.to(f'ul.rows li:nth-child({number}) form[action$="/erase"] button').opens()
    expect(director.locator("main")).not_to_contain_text("Cy")
    keys.fits()
    no_faults(director.page)
    director.goto("/trail")
    expect(director.locator("main")).not_to_contain_text("Cy")
    keys.to('a[href$="/stored"]').opens()
    expect(director.locator("main h1")).to_be_visible()
    no_faults(director.page)
    tabs[1].faults.clear()  # the browser's own word on a page that was refused
    for tab in tabs:
        assert tab.faults == []
        tab.close()
