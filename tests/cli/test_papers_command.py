"""`rule` writes the papers around a ruling too: appeal form, written decision, the board for the scorer."""

import csv

import pytest

from tests.support import ROOT
from tests.support.commands import typed

CASE = str(ROOT / "cases" / "kinds" / "no-play.toml")


@pytest.mark.parametrize(
    "language, form, decision",
    [
        ("en", "Appeal form", "Written decision"),
        ("it", "Modulo d'appello", "Decisione scritta"),
        ("ro", "Formular de apel", "Decizia scrisă"),
    ],
)
def test_the_papers_are_written_in_the_language_asked_for(tmp_path, language, form, decision):
    one, other = tmp_path / "form.html", tmp_path / "decision.html"
    done = typed("rule", CASE, "--appeal-form", str(one), "--decision", str(other), "--lang", language)
    assert done.code == 0
    assert form.replace("'", "&#39;") in one.read_text("utf-8")
    assert decision in other.read_text("utf-8")


def test_the_scorer_gets_lines_or_rows_as_the_file_is_named(tmp_path):
    lines, rows = tmp_path / "board.txt", tmp_path / "board.csv"
    assert typed("rule", CASE, "--scorer", str(lines)).code == 0
    assert typed("rule", CASE, "--scorer", str(rows)).code == 0
    assert lines.read_text("utf-8").strip()
    assert len(list(csv.DictReader(rows.read_text("utf-8").splitlines()))) >= 2


def test_a_paper_named_pdf_is_printed(tmp_path):
    pytest.importorskip("weasyprint", reason="the extra `pdf` is not installed")
    decision = tmp_path / "decision.pdf"
    assert typed("rule", CASE, "--decision", str(decision)).code == 0
    assert decision.read_bytes().startswith(b"%PDF-")
