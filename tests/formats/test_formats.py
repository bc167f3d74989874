"""The table of formats: each is recognised, reads what it writes, and costs little to have at hand."""

import subprocess
import sys
from random import Random

import pytest

from analyser.errors import NotationError
from analyser.formats import FORMATS, Format, sniff, write, write_results
from tests.formats.boards import a_board
from tests.formats.test_results import some_results
from tests.support import ROOT
from tests.support.every import each_row

CORPUS = ROOT / "tests" / "fuzz" / "corpus"


@each_row("form", FORMATS, ids=lambda form: form.name)
def test_each_format_recognises_what_it_writes(form: Format) -> None:
    rng = Random(1)
    if form.write_results:
        text = write_results(some_results(rng, form.name), form.name)
    elif form.write:
        text = write([a_board(rng, pbn=form.name == "pbn")], form.name)
    else:
        with pytest.raises(NotationError, match="read here, not written"):
            write([a_board(rng, pbn=False)], form.name)
        texts = [path.read_bytes().decode() for path in sorted((CORPUS / form.name).iterdir())]
        assert {sniff(text).name for text in texts} == {form.name}
        return
    assert sniff(text) is form
    assert sniff(("\n \n" + text).encode()) is form
    assert [candidate.name for candidate in FORMATS if candidate.begins.match(text)] == [form.name], (
        "and no other does"
    )


@each_row(
    "text, name",
    [
        ('[Event "x"]', "pbn"),
        ('{a comment first}\n[Event "x"]', "pbn"),
        ("% PBN 1.0", "pbn"),
        ("pn|a,b,c,d|", "lin"),
        ("VG|x|", "lin"),
        ("//example.org/viewer?lin=x", "link"),
        ("<?xml version='1.0'?>", "usebio"),
        ("#VERSION\tstd1", "bridgewebs"),
        ("[game]\nA;1", "jannersten"),
    ],
)
def test_a_file_is_recognised_by_its_first_sign(text: str, name: str) -> None:
    assert sniff(text).name == name


def test_importing_the_readers_loads_no_web_parser() -> None:
    code = "import sys, analyser.formats; print(sorted({'defusedxml', 'xml.etree', 'urllib.request'} & set(sys.modules)))"
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == "[]"
