"""A browser without a window, and axe-core to look at pages with; where either is missing a test stands aside.

axe-core is fetched once from the npm registry into `.cache` and held against its known hash.
"""

import hashlib
import io
import shutil
import tarfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from tests.support import ROOT

VERSION = "4.14.0"
SHA256 = "2277b0a3ef47af9b52497faa3e71598e86e0a0e5e6eb295207a5657ede4709af"
ADDRESS = f"https://registry.npmjs.org/axe-core/-/axe-core-{VERSION}.tgz"
FOLDER = ROOT / ".cache" / "axe"
CHECK = """
async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  found => `${found.id}: ${found.nodes.map(node => node.target.join(" ")).slice(0, 4).join(", ")}`)
"""
CHROMIUM = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser, for a while."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed (extra `dev`)"
    )
    if CHROMIUM is None:
        pytest.skip("chromium is not here: apt install chromium")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


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


def _fetched(place) -> str:
    try:
        with urllib.request.urlopen(ADDRESS, timeout=60) as answer:
            packed = answer.read(5_000_000)
    except OSError:
        return "axe-core is not in .cache/axe and could not be fetched from the npm registry"
    if hashlib.sha256(packed).hexdigest() != SHA256:
        return "what the npm registry gave for axe-core is not what it gave before"
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        FOLDER.mkdir(parents=True, exist_ok=True)
        place.write_bytes(script.read())
    return ""
