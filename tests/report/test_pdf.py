"""The PDF is the page printed: the same bytes twice, nothing fetched, a plain word when the printer is missing."""

import shutil
import subprocess
import sys

import pytest

from analyser.errors import ResourceError
from analyser.report.html import _fetcher, _refuse, render_html, render_pdf
from tests.report.rich import rich

SHORT = "<!DOCTYPE html><html lang='en'><head><title>t</title></head><body><h1>t</h1>{}</body></html>"


def test_without_the_printer_the_line_that_installs_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(ResourceError, match=r"pip install .\.\[pdf\]"):
        render_pdf("<p>")


@pytest.mark.slow
def test_the_same_page_gives_the_same_bytes():
    pytest.importorskip("weasyprint", reason="the extra pdf is not installed")
    page = render_html(rich(), inline=True)
    first = render_pdf(page)
    assert first[:5] == b"%PDF-"
    assert first == render_pdf(page)


def test_a_line_before_a_card_keeps_its_first_words_together(tmp_path):
    """At every width: the printer, left to itself, sets the first word apart at some of them."""
    pytest.importorskip("weasyprint", reason="the extra pdf is not installed")
    if (reader := shutil.which("pdftotext")) is None:
        pytest.skip("pdftotext is not here: apt install poppler-utils")
    text = 'Il Passo lento di Nord e <span class="card">4\u2660\u22121</span> di Ovest'
    widths = "".join(f"<p style='width: {150 + step / 2}px'>{text}</p>" for step in range(120))
    path = tmp_path / "made.pdf"
    path.write_bytes(render_pdf(SHORT.format(widths)))
    lines = subprocess.run(
        [reader, path, "-"], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    assert lines.count("Il") == 0
    assert sum(line.startswith("Il Passo") for line in lines) == 120


def test_a_file_named_in_a_page_is_not_fetched(tmp_path):
    pytest.importorskip("weasyprint", reason="the extra pdf is not installed")
    secret = tmp_path / "secret.txt"
    secret.write_text("not for the reader")
    tags = f"<link rel='attachment' href='{secret.as_uri()}'><img src='{secret.as_uri()}' alt='x'>"
    pdf = render_pdf(SHORT.format(tags))
    assert b"EmbeddedFile" not in pdf
    assert b"not for the reader" not in pdf


@pytest.mark.parametrize("url", ["file:///etc/passwd", "http://example.org/x.png", "ftp://example.org/x"])
def test_every_address_outside_the_page_is_refused(url):
    weasyprint = pytest.importorskip("weasyprint", reason="the extra pdf is not installed")
    with pytest.raises(ValueError, match="not fetched"):
        _refuse(url)
    with pytest.raises(Exception, match=r"(?i)protocol|not allowed|not fetched|scheme"):
        _fetcher(weasyprint)(url)
