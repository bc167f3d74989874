"""Nothing typed is lost: a page left at once, a program killed and started again, two tabs; a retry instead of an error."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
import uvicorn

from analyser import resources
from tests.support import ROOT
from tests.support.browsers import drawn, no_faults, saved
from tests.web.conftest import Served, Tab
from tests.web.done_rulings import CASE, done
from tests.web.test_browser_case import begin
from tests.web.visits import app_in

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect


class Stoppable(Served):
    """Pages that are stopped and started again at the same address, from the same folder."""

    def __init__(self, folder):
        super().__init__(folder)
        self.folder, self.port = folder, int(self.home.rsplit(":", 1)[1])

    def start_again(self):
        self.app = app_in(self.folder)
        config = uvicorn.Config(self.app, host="127.0.0.1", port=self.port, log_level="warning", ws="none")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()


@pytest.fixture
def own(browser, tmp_path):
    """A reader's tab before pages of its own, which may be stopped."""
    pages = Stoppable(tmp_path)
    tab = Tab(browser, pages.home)
    tab.reads("it")
    tab.page.set_default_timeout(8_000)
    yield tab, pages
    tab.close()
    pages.stop()


class Killed:
    """The program as a user starts it, a process of its own, ended with no chance to put anything right."""

    def __init__(self, folder):
        self.folder, self.port = folder, 0
        self.home = self.start()

    def start(self):
        words = [sys.executable, "-m", "analyser", "web", "--port", str(self.port)]
        self.running = subprocess.Popen(
            words,
            cwd=ROOT,
            env={**os.environ, "ANALYSER_DATA": str(self.folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        home = self.running.stdout.readline().split()[-1].rstrip("/")
        self.port = int(home.rsplit(":", 1)[1])
        until = time.monotonic() + 30
        while not answers(self.port):
            assert self.running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        return home

    def kill(self):
        self.running.kill()  # SIGKILL
        assert self.running.wait(20) == -signal.SIGKILL
        self.running.stdout.close()


def answers(port):
    """Whether somebody listens there."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1):
            return True
    except OSError:
        return False


@pytest.fixture
def killed(tmp_path):
    pages = Killed(tmp_path)
    yield pages
    pages.kill()


def field(page, place):
    return page.locator(f'[name="{place}"]')


DOWN = {"en": "does not answer", "it": "non risponde", "ro": "nu răspunde"}


def test_typing_while_the_program_is_down_arrives_when_up(own):
    tab, pages = own
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/event")
    pages.stop()
    field(page, "event name").fill("Kept in the browser")
    field(page, "event name").blur()
    expect(page.locator("#live")).to_contain_text(DOWN[tab.language])
    pages.start_again()
    expect(page.locator("#live .warn")).to_have_count(0)
    expect(page.locator("#live span").first).to_be_visible()
    page.goto(f"{draft}/event")
    expect(field(page, "event name")).to_have_value("Kept in the browser")
    assert page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('typed:'))") == []


def test_a_tab_closed_during_the_outage_gets_its_typing_back(own):
    tab, pages = own
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/event")
    pages.stop()
    field(drawn(page), "event name").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Never left the field")
    page.close(run_before_unload=True)
    pages.start_again()
    again = tab.context.new_page()
    again.goto(f"{draft}/event")
    expect(field(again, "event name")).to_have_value("Never left the field")
    expect(again.locator(".typed-note, #live")).not_to_have_count(0)
    for _ in range(
        40
    ):  # what is put back is sent when the page is at rest, or as it is left: not before the next page
        again.goto(f"{draft}/text")
        if "Never left the field" in again.locator("#f-toml").input_value():
            return
        again.wait_for_timeout(250)
    pytest.fail("what was put back never reached the program")


def test_nothing_is_lost_where_the_program_is_killed_outright(browser, killed):
    """What was kept, what stood in a field only, and the ruling that was just asked for."""
    pages, tab = killed, Tab(browser, killed.home, "desktop")
    page = tab.page
    draft = begin(page, resources.text("cases/kinds/repeated-revoke.toml"))
    page.goto(f"{draft}/event")
    field(page, "event name").fill("Kept by the program")
    field(page, "event name").blur()
    saved(page)
    pages.kill()
    field(drawn(page), "title").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Kept by the browser")
    page.close(run_before_unload=True)
    pages.start()
    page = tab.context.new_page()
    page.goto(f"{draft}/event")
    expect(field(page, "title")).to_have_value("Kept by the browser")
    expect(field(page, "event name")).to_have_value("Kept by the program")
    field(page, "title").press("End")
    page.keyboard.type("!")
    field(page, "title").blur()
    saved(page)
    page.locator('form[action$="/rule"] button').first.click()
    page.wait_for_url(re.compile("/ruling/"))
    pages.kill()
    pages.start()
    page.goto(page.url)
    expect(page.get_by_role("link", name="PDF").first).to_be_visible(timeout=120_000)
    page.goto(f"{draft}/event")
    expect(field(page, "title")).to_have_value("Kept by the browser!")
    tab.close()


def test_a_button_waits_for_the_program_instead_of_an_error(own):
    tab, pages = own
    page = tab.page
    page.goto("/new")
    page.fill("#f-source", CASE)
    pages.stop()
    page.click("button.main")
    expect(page.locator(".typed-note")).to_contain_text(DOWN[tab.language])
    no_faults(page)
    expect(page.locator("#f-source")).to_have_value(CASE.replace("\r", ""))
    pages.start_again()
    page.wait_for_url(re.compile("/draft/"))


def test_a_link_waits_for_the_program_too(own):
    tab, pages = own
    page = tab.page
    page.goto("/law?q=16B1")
    pages.stop()
    page.click('header a[href="/cases"]')
    expect(page.locator(".typed-note")).to_contain_text(DOWN[tab.language])
    page.click('header a[href="/score"]')  # what is chosen last
    pages.start_again()
    page.wait_for_url(re.compile("/score"))


def a_form_left_unsent_holds_what_was_typed(tab, served):
    page = tab.page
    page.goto("/new")
    page.fill("#f-source", CASE)
    page.goto("/cases")
    page.goto("/new")
    expect(page.locator("#f-source")).to_have_value(CASE)
    expect(page.locator(".typed-note")).to_contain_text("there again")
    page.get_by_role("button", name="Begin with this").click()
    page.wait_for_url(re.compile("/draft/"))
    page.goto("/new")
    expect(page.locator("#f-source")).to_have_value("")
    page.goto(done(served, page, begin(page, CASE)) + "/what-if")
    page.fill('[name="share-0"]', "40")
    page.goto("/")
    page.go_back()
    page.reload()
    expect(page.locator('[name="share-0"]')).to_have_value("40")


def two_tabs_typing_in_one_field_lose_neither_text(tab):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/event")
    page.route("**/keep/**", lambda route: route.abort())
    field(page, "event name").fill("From the first tab")
    field(page, "event name").blur()
    expect(page.locator("#live")).to_contain_text("does not answer")
    other = tab.context.new_page()
    other.goto(f"{draft}/text")
    other.evaluate("localStorage.clear()")  # another browser
    other.fill(
        "#f-toml", other.input_value("#f-toml").replace('name = "Open Teams"', 'name = "From the second"')
    )
    with other.expect_navigation():
        other.get_by_role("button", name="Save", exact=True).click()
    field(page, "event name").press("End")
    page.keyboard.type("!")
    page.unroute("**/keep/**")
    expect(page.locator("#live")).to_contain_text("changed elsewhere", timeout=10_000)
    expect(field(page, "event name")).to_have_value("From the first tab!")
    page.reload()
    expect(page.locator(".typed-note")).to_contain_text("Name: From the first tab!")
    no_faults(page)
    expect(field(page, "event name")).to_have_value("From the second")
    tab.faults.clear()


def test_a_page_that_failed_offers_to_be_asked_again(tab, served, monkeypatch):
    from analyser.web.drafts import Drafts

    page = tab.page
    monkeypatch.setattr(Drafts, "listed", lambda *_, **__: 1 / 0)
    page.goto("/cases?q=revoke")
    monkeypatch.undo()
    no_faults(page)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#f-q")).to_have_value("revoke")
    tab.faults.clear()  # the browser says that the answer was 500


def test_guests_of_the_day_are_known_after_a_restart(tmp_path):
    from tests.web.visits import Visit

    app = app_in(tmp_path, host="0.0.0.0")
    guest = Visit(app, home="http://192.168.1.5:8000", client="192.168.1.9")
    token = app.state.analyser.guest_list.link.rsplit("/", 1)[1]
    guest.send(f"/join/{token}")
    guest.app = app_in(tmp_path, host="0.0.0.0")
    assert guest.get("/").status_code == 200
    stranger = Visit(guest.app, home="http://192.168.1.5:8000", client="192.168.1.10")
    assert stranger.get("/").status_code == 403


def test_what_was_typed_outlives_another_page_and_another_tab(tab, served):
    tab.walk(
        (a_form_left_unsent_holds_what_was_typed, served),
        (two_tabs_typing_in_one_field_lose_neither_text,),
    )
