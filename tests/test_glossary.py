"""The glossary names every public type of the words of the game, the argument and the law."""

import re

import pytest

import analyser.bridge
import analyser.laws
import analyser.ruling
from tests.support import ROOT

GLOSSARY = (ROOT / "analyser" / "GLOSSARY.md").read_text(encoding="utf-8")
NAMES = set(re.findall(r"^\| (\w+) \|", GLOSSARY, re.MULTILINE))


@pytest.mark.parametrize("room", [analyser.bridge, analyser.ruling], ids=lambda room: room.__name__)
def test_every_public_type_stands_in_the_glossary(room):
    types = {name for name, value in vars(room).items() if isinstance(value, type)}
    assert types - NAMES == set()


def test_every_row_has_all_four_columns():
    rows = [line for line in GLOSSARY.split("\n") if line.startswith("| ")]
    assert all(len([cell for cell in row.strip("|").split("|") if cell.strip()]) == 4 for row in rows)
