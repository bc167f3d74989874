"""A browser before the pages as they are served; without playwright or chromium these tests stand aside and say so."""

import os
import threading
import time
from pathlib import Path

import pytest
import uvicorn

from tests.support import ROOT
from tests.web.visits import app_in

SCREENS = ROOT / "reports" / "screens"
VIEWPORTS = {"phone": (390, 844), "desktop": (1280, 900)}


class Served:
    """The pages at an address of their own, for the time of the tests."""

    def __init__(self, folder: Path, **given):
        self.app = app_in(folder, **given)
        config = uvicorn.Config(self.app, host="127.0.0.1", port=0, log_level="warning", ws="none")
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


class Tab:
    """A browser of its own, with one tab; every request that leaves the machine and every fault of a page is kept."""

    def __init__(self, browser, home, size="phone", **given):
        width, height = VIEWPORTS[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            base_url=home,
            service_workers="block",
            **given,
        )
        self.size, self.faults, self.foreign = size, [], []
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        self.page.on(
            "request",
            lambda asked: (
                self.foreign.append(asked.url) if not asked.url.startswith((home, "data:")) else None
            ),
        )

    def shot(self, name):
        """The page as it is now, kept for people to look at, when they ask for it."""
        shot(self.page, f"{name}-{self.size}")

    def close(self):
        self.context.close()


@pytest.fixture(params=list(VIEWPORTS))
def tab(request, browser, served):
    """A tab on a phone, and one on a desk."""
    opened = Tab(browser, served.home, request.param)
    yield opened
    opened.close()
    assert opened.faults == []
    assert opened.foreign == []


@pytest.fixture
def plain_tab(browser, served):
    """A phone with scripts off."""
    opened = Tab(browser, served.home, "phone", java_script_enabled=False)
    yield opened
    opened.close()
    assert opened.foreign == []
