"""A browser without a window, and axe-core to look at pages with; where either is missing a test stands aside.

axe-core is fetched once by npm into `.cache` and held against its known hash.
"""

import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support import ROOT

WIDTHS = (360, 390, 1280)
VERSION = "4.14.0"
SHA256 = "2277b0a3ef47af9b52497faa3e71598e86e0a0e5e6eb295207a5657ede4709af"
FOLDER = ROOT / ".cache" / "axe"
CHECK = """
async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  found => `${found.id}: ${found.nodes.map(node => node.target.join(" ")).slice(0, 4).join(", ")}`)
"""
BEYOND = """
() => [...document.querySelectorAll("table :is(th, td)")].filter(one => one.getClientRects().length
  && one.getBoundingClientRect().right > document.documentElement.clientWidth).map(one => one.textContent)
"""
DRAWN = """
() => document.hidden || matchMedia("(scripting: none)").matches
  || new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
"""
CHROMIUM = next(
    (
        found
        for name in ("chromium-headless-shell", "chromium", "chromium-browser")
        if (found := shutil.which(name))
    ),
    None,
)


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser, for a while."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed (extra `dev`)"
    )
    if CHROMIUM is None:
        pytest.skip("chromium is not here: apt install chromium-headless-shell (or chromium)")
    with playwright.sync_playwright() as driver:
        # No picture is looked at: what a graphics processor would do is left undone.
        words = ["--no-sandbox", "--disable-gpu", "--disable-software-rasterizer"]
        playwright.expect.set_options(timeout=15_000)  # a busy machine is no fault of a page
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=words)
        yield opened
        opened.close()


def tap(place: Any) -> None:
    """Tap what is drawn there, once nothing on the page is being answered: an answer may move what lies below it.

    Never by force: a click by force goes to where the thing stood a moment ago, and may meet its neighbour.
    """
    answered(drawn(place.page))
    label = place.locator("xpath=self::input[@type='radio' or @type='checkbox']/ancestor::label")
    (label if label.count() else place).click()


def tick(place: Any, wanted: bool = True) -> None:
    """Tap a choice until it stands as it is wanted."""
    from playwright.sync_api import expect

    if place.is_checked() != wanted:
        tap(place)
    expect(place).to_be_checked(checked=wanted)


def drawn(page: Any) -> Any:
    """The page once it has been drawn: what is typed before a page's first picture, the browser drops.

    A field gets its focus with that picture and not before. A tab nobody sees, or one without scripts, is drawn at once.
    """
    page.evaluate(DRAWN)
    return page


def answered(page: Any) -> Any:
    """The page once nothing on it waits for an answer."""
    from playwright.sync_api import expect

    expect(page.locator(".htmx-request")).to_have_count(0)
    return page


def saved(page: Any, where: str = "#live") -> None:
    """What was done last has been answered, and is kept: the word of an earlier answer does not count."""
    from playwright.sync_api import expect

    expect(answered(page).locator(where)).to_contain_text("Saved.")


def no_faults(page: Any) -> None:
    """axe-core finds nothing on the page as it is now."""
    page.evaluate(axe())
    assert page.evaluate(CHECK) == []


def all_seen(page: Any) -> None:
    """No cell of a table stands beyond the edge, on the narrowest phone, on another and on a desk."""
    size = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({**size, "width": width})
        assert page.evaluate(BEYOND) == []
    page.set_viewport_size(size)


def fits_every_width(page: Any) -> None:
    """Nothing stands beyond the edge, on the narrowest phone, on another and on a desk."""
    size = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({**size, "width": width})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
    page.set_viewport_size(size)


def axe() -> str:
    """The script that looks a page over."""
    text, reason = _axe()
    if not text:
        pytest.skip(reason)
    return text


@cache
def _axe() -> tuple[str, str]:
    """The script, or an empty text and the reason why there is none."""
    place = FOLDER / f"axe-{VERSION}.min.js"
    if not place.is_file():
        reason = _fetched(place)
        if reason:
            return "", reason
    return place.read_text("utf-8"), ""


def _fetched(place: Path) -> str:
    npm = shutil.which("npm")
    if npm is None:
        return "axe-core is not in .cache/axe, and npm is not here to fetch it: apt install npm"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        words = [npm, "pack", f"axe-core@{VERSION}", "--pack-destination", folder, "--ignore-scripts"]
        try:
            subprocess.run(words, check=True, capture_output=True, timeout=60)
            packed = (Path(folder) / f"axe-core-{VERSION}.tgz").read_bytes()
        except (OSError, subprocess.SubprocessError):
            return "axe-core is not in .cache/axe and npm could not fetch it"
    if hashlib.sha256(packed).hexdigest() != SHA256:
        return "what npm gave for axe-core is not what it gave before"
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        place.write_bytes(script.read())
    return ""
