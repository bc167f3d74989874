"""A visit without a browser: pages asked for, forms filled in and sent as a browser would, cookies kept."""

import asyncio
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import httpx

from analyser.web import WebSettings, create_app
from analyser.web.visitors import Visitor

HOME = "http://127.0.0.1:8000"
_INPUT = re.compile(r"<input\b[^>]*>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def app_in(folder: Path, **facts: Any):
    """The pages, their drafts in a folder of the test."""
    return create_app(WebSettings(folder / "drafts.sqlite", **facts))


def run_aside(work: Coroutine[Any, Any, Any]) -> Any:
    """What it comes to, run in a thread of its own: a browser test may keep a loop in this one."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result()


@dataclass
class Visit:
    """One browser: its cookies, and where it sits."""

    app: Any
    home: str = HOME
    client: str = "127.0.0.1"
    cookies: httpx.Cookies = field(default_factory=httpx.Cookies)

    def ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        """One request, redirects not followed."""

        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app, client=(self.client, 5000))
            async with httpx.AsyncClient(
                transport=transport, base_url=self.home, cookies=self.cookies
            ) as browser:
                answer = await browser.request(method, path, **given)
                self.cookies = browser.cookies
                return answer

        return run_aside(asked())

    def get(self, path: str, **given: Any) -> httpx.Response:
        """A page."""
        return self.ask("GET", path, **given)

    def visitor(self) -> Visitor:
        """Who this browser is to the pages."""
        self.get("/join/none")
        name = self.cookies["analyser_visitor"].partition(".")[0]
        return Visitor(name, "en", is_new=False, chose_language=False)

    def token(self) -> str:
        """What a form of this visitor carries."""
        return str(self.app.state.analyser.signer.form_token(self.visitor()))

    def send(self, path: str, fields: dict[str, Any] | None = None, **given: Any) -> httpx.Response:
        """A form of ours, sent."""
        return self.ask("POST", path, data={"token": self.token(), **(fields or {})}, **given)

    def follow(self, answer: httpx.Response) -> httpx.Response:
        """The page a form leads to."""
        assert answer.status_code == 303, answer.text
        return self.get(answer.headers["location"])


def hidden(page: str, name: str) -> str:
    """The value of a field of a page."""
    for found in _INPUT.findall(page):
        attributes = dict(_ATTRIBUTE.findall(found))
        if attributes.get("name") == name:
            return unescape(attributes.get("value", ""))
    raise AssertionError(f"no field {name}")
