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
    form_page, other = tmp_path / "form.html", tmp_path / "decision.html"
    done = typed("rule", CASE, "--appeal-form", str(form_page), "--decision", str(other), "--lang", language)
    assert done.code == 0
    assert form.replace("'", "&#39;") in form_page.read_text("utf-8")
    assert decision in other.read_text("utf-8")


def test_the_file_name_gives_the_scorer_lines_or_rows(tmp_path):
    lines, rows = tmp_path / "board.txt", tmp_path / "board.csv"
    assert typed("rule", CASE, "--scorer", str(lines)).code == 0
    assert typed("rule", CASE, "--scorer", str(rows)).code == 0
    assert lines.read_text("utf-8").strip()
    assert len(list(csv.DictReader(rows.read_text("utf-8").splitlines()))) >= 2


# The command, the option, the file: no format of that option ends so.
WRONG_ENDINGS = [
    ("rule", "--scorer", "x.pdf"),
    ("rule", "--scorer", "x.html"),
    ("rule", "--decision", "x.txt"),
    ("rule", "--appeal-form", "x.csv"),
    ("rule", "--html", "x.pdf"),
    ("rule", "--pdf", "x.html"),
    ("rule", "--markdown", "x.pdf"),
    ("review", "--pdf", "x.md"),
    ("casebook", "--html", "x.pdf"),
    ("casebook", "--pdf", "x.html"),
    ("event", "--casebook", "x.csv"),
]


def test_a_file_whose_ending_does_not_fit_is_refused(tmp_path):
    for command, option, name in WRONG_ENDINGS:
        words = [command, {"casebook": str(tmp_path), "event": str(tmp_path)}.get(command, CASE)]
        words += ["--out", str(tmp_path / "out")] if command == "event" else []
        done = typed(*words, option, str(tmp_path / name))
        assert (done.code, done.err.split(":")[0]) == (2, option), (command, option, name)
        assert "Name a file that ends in: ." in done.err
        assert not (tmp_path / name).exists()


def test_boards_are_not_converted_into_a_file_of_another_format(tmp_path):
    boards = tmp_path / "one.pbn"
    boards.write_text(
        '[Board "7"]\n[Deal "N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874"]\n'
    )
    done = typed("convert", boards, "--to", "pbn", "--out", tmp_path / "x.lin")
    assert (done.code, done.err.split(":")[0]) == (2, "--out")
    assert typed("convert", boards, "--to", "pbn", "--out", tmp_path / "y.pbn").code == 0


def test_a_paper_named_pdf_is_printed(tmp_path):
    pytest.importorskip("weasyprint", reason="the extra `pdf` is not installed")
    decision = tmp_path / "decision.pdf"
    assert typed("rule", CASE, "--decision", str(decision)).code == 0
    assert decision.read_bytes().startswith(b"%PDF-")
