"""A browser before the pages as they are served; without playwright or chromium these tests stand aside and say so."""

import os
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn

from analyser.report.page_voice import TextVoice
from analyser.web.visitors import LANGUAGE
from tests.support import ROOT
from tests.support.every import check_every
from tests.web.visits import app_in

SCREENS = ROOT / "reports" / "screens"
VIEWPORTS = {"phone": (390, 844), "desktop": (1280, 900)}
READERS = {"en": "phone", "it": "phone", "ro": "desktop"}
ON_DESK = pytest.mark.parametrize("tab", ["desktop"], indirect=True)
IN_ROMANIAN = pytest.mark.parametrize("reader", ["ro"], indirect=True)


class Served:
    """The pages at an address of their own, for the time of the tests."""

    def __init__(self, folder: Path, **given):
        self.app = app_in(folder, **given)
        config = uvicorn.Config(
            self.app, host=given.get("host", "127.0.0.1"), port=0, log_level="warning", ws="none"
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until = time.monotonic() + 30
        while not self.server.started:
            assert time.monotonic() < until, "the pages did not start"
            time.sleep(0.02)
        self.home = f"http://127.0.0.1:{self.server.servers[0].sockets[0].getsockname()[1]}"

    def stop(self):
        self.server.should_exit = True
        self.thread.join(20)


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    pages = Served(tmp_path_factory.mktemp("served"))
    yield pages
    pages.stop()


def shot(page, name):
    """A picture under `reports/screens`, if ANALYSER_SCREENS is set: else a run of the tests changes no file."""
    if os.environ.get("ANALYSER_SCREENS"):
        SCREENS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENS / f"{name}.png", full_page=True, caret="initial")


def _name_step(step, *more):
    return " ".join([step.__name__, *(str(value) for value in more if isinstance(value, str | int))])


class Tab:
    """A browser of its own, with one tab; every request that leaves the machine and every fault of a page is kept."""

    def __init__(self, browser, home, size="phone", **settings):
        width, height = VIEWPORTS[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            base_url=home,
            service_workers="block",
            **settings,
        )
        self.home, self.size, self.language, self.faults, self.foreign = home, size, None, [], []
        self.runs_scripts = settings.get("java_script_enabled", True)
        self.open_first()

    def open_first(self):
        """The page the tab comes back to; all it asks for and complains of is kept."""
        self.first = self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", self._hear)
        self.page.on(
            "request",
            lambda asked: (
                self.foreign.append(asked.url) if not asked.url.startswith((self.home, "data:")) else None
            ),
        )

    def shot(self, name):
        """The page as it is now, kept for people to look at, when they ask for it."""
        shot(self.page, f"{name}-{self.size}")

    def _hear(self, said):
        """An error of a page; a style sheet opened by itself has no icon, which the browser may miss after its test."""
        if said.type == "error" and not said.location.get("url", "").endswith("/favicon.ico"):
            self.faults.append(said.text)

    def reads(self, language):
        """From now on the pages come in this language, as if it had been chosen at the foot of one."""
        self.language, self.says = language, TextVoice(language)
        self.context.add_cookies([{"name": LANGUAGE, "value": language, "url": self.home}])

    def assert_clean(self):
        """Nothing was asked of another machine, and no script complained; without scripts an answer of 422 may be shown."""
        assert self.foreign == []
        if self.runs_scripts:
            assert self.faults == []

    def walk(self, *steps):
        """Take every step of a journey as a stranger would; what fails in any of them is listed at the end.

        A step takes the tab, and whatever else it is given in a tuple behind its function.
        """

        def take(step, *more):
            try:
                step(self, *more)
                self.assert_clean()
            finally:
                if self.first.is_closed():
                    self.open_first()
                self.forget()
                if self.language:
                    self.reads(self.language)

        check_every(steps, take, ids=_name_step)

    def forget(self):
        """A stranger's tab again: no page, no cookie, nothing stored, no request held up."""
        self.page = self.first
        for other in self.context.pages:
            if other is not self.first:
                other.close()
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.goto("/static/app.css")  # the same server: another would cost a new process of the browser
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.context.clear_cookies()
        width, height = VIEWPORTS[self.size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_timeout(20)  # what the page before still says is heard now, not in the next test
        self.faults.clear()
        self.foreign.clear()

    def close(self):
        self.context.close()


class Tabs:
    """Tabs that are used again: to open one costs more than most tests do in it."""

    def __init__(self, browser, home):
        self.browser, self.home, self.idle = browser, home, {}

    @contextmanager
    def borrowed(self, size="phone", **settings):
        """A tab that knows nothing of the test before."""
        kind = (size, *settings.items())
        tab = self.idle.pop(kind, None) or Tab(self.browser, self.home, size, **settings)
        yield tab
        faults, foreign = list(tab.faults), list(tab.foreign)
        if tab.first.is_closed():
            tab.close()
        else:
            tab.forget()
            self.idle[kind] = tab
        assert foreign == []
        if settings.get("java_script_enabled", True):
            assert faults == []

    def close(self):
        for tab in self.idle.values():
            tab.close()


@pytest.fixture(scope="session")
def tabs(browser, served):
    """Tabs before the pages all tests share."""
    opened = Tabs(browser, served.home)
    yield opened
    opened.close()


@pytest.fixture
def tab(request, tabs):
    """A tab on a phone; on a desk where a test is marked so."""
    with tabs.borrowed(getattr(request, "param", "phone")) as borrowed:
        yield borrowed


@pytest.fixture
def reader(request, tabs):
    """A tab of a reader of Italian, or of the language a test is marked with, `language` and `says` with it."""
    language = getattr(request, "param", "it")
    with tabs.borrowed(READERS[language]) as borrowed:
        borrowed.reads(language)
        yield borrowed
        borrowed.language = None


@pytest.fixture
def plain_tab(tabs):
    """A phone with scripts off."""
    with tabs.borrowed(java_script_enabled=False) as borrowed:
        yield borrowed


@pytest.fixture(scope="session")
def exported(tmp_path_factory):
    """The file for a phone without the program, by its language."""
    from analyser.web.offline_calculator import offline_page

    folder = tmp_path_factory.mktemp("pocket")

    def file_of(language="en"):
        place = folder / f"pocket-{language}.html"
        if not place.exists():
            place.write_text(offline_page(language), encoding="utf-8")
        return place

    return file_of


@contextmanager
def carried(browser, file, size="phone", **settings):
    """A page opened from a file, on no network; every fault of it is kept, and none is allowed."""
    width, height = VIEWPORTS[size]
    context = browser.new_context(viewport={"width": width, "height": height}, offline=True, **settings)
    page, faults = context.new_page(), []
    page.set_default_timeout(15_000)
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.goto(file.as_uri())
    yield page
    context.close()
    assert faults == []


@pytest.fixture(scope="module")
def phone(browser, exported):
    """The English file on a phone without a network."""
    with carried(browser, exported()) as page:
        yield page
