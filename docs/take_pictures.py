"""Takes the manual's pictures again: first pages of bundled cases, in three languages, as a browser shows them.

PYTHONPATH=. .venv/bin/python docs/take_pictures.py
"""

from pathlib import Path

from PIL import Image

from analyser import read_case, rule
from analyser.estimates.services import open_services
from analyser.report import LANGUAGES
from analyser.report.html import render_html
from analyser.ruling import RulingRequest
from tests.support.browsers import chromium

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pages" / "pictures"
KINDS = ("unauthorised-information", "misinformation", "claim", "revoke", "irregular-call")
WIDTH, HEIGHT = 980, 1150  # the first page as far as it is read at a glance
COLOURS = 256  # with fewer the suits lose theirs


def main() -> None:
    """Rule each case once and photograph its page in every language."""
    PICTURES.mkdir(exist_ok=True)
    with open_services() as services, chromium() as browser:
        page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()
        for kind in KINDS:
            ruling = rule(read_case(ROOT / "cases" / "kinds" / f"{kind}.toml"), RulingRequest(), services)
            for language in LANGUAGES:
                file = PICTURES / f"{kind}.{language}.png"
                page.set_content(render_html(ruling, language))
                page.screenshot(path=file)
                Image.open(file).convert("RGB").quantize(COLOURS).save(file, optimize=True)


if __name__ == "__main__":
    main()
