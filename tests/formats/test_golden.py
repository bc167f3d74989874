"""The three files of the golden set, against what a reader must find in them."""

import json
from pathlib import Path

import pytest

from analyser.formats import BoardRecord, read, write


def tricks_of(record: BoardRecord) -> list[list[str]]:
    return [list(map(str, record.cards[start : start + 4])) for start in range(0, len(record.cards), 4)]


@pytest.mark.parametrize("name", ["full-play.pbn", "alerts-and-claim.lin", "viewer-link.txt"])
def test_a_golden_file_reads_as_expected(golden: Path, name: str) -> None:
    expected = json.loads((golden / "notation" / "expected.json").read_text(encoding="utf-8"))[name]
    reading = read((golden / "notation" / name).read_bytes())
    (record,) = reading.records
    assert reading.losses == ()
    assert reading.revokes == ()
    assert str(record.deal) == expected["deal"]
    assert str(record.dealer) == expected["dealer"]
    assert str(record.vulnerability) == expected["vulnerable"]
    assert record.auction is not None
    assert str(record.auction).split() == expected["auction"]
    assert record.contract is not None
    assert record.contract.name == expected["contract"]
    assert str(record.contract.declarer) == expected["declarer"]
    assert record.tricks == expected["tricks"]
    assert tricks_of(record) == expected["play"]
    assert [[note.at, note.text] for note in record.call_notes] == expected["remarks"]


@pytest.mark.parametrize(
    "name, form",
    [
        ("full-play.pbn", "pbn"),
        ("alerts-and-claim.lin", "pbn"),
        ("alerts-and-claim.lin", "lin"),
        ("alerts-and-claim.lin", "link"),
        ("viewer-link.txt", "pbn"),
        ("viewer-link.txt", "lin"),
        ("viewer-link.txt", "link"),
    ],
)
def test_a_golden_board_survives_other_formats(golden: Path, name: str, form: str) -> None:
    (record,) = read((golden / "notation" / name).read_bytes()).records
    assert read(write([record], form), form).records == (record,)


def test_names_with_an_umlaut_are_read_in_every_encoding(golden: Path) -> None:
    text = (golden / "notation" / "full-play.pbn").read_text(encoding="utf-8")
    expected = read(text).records
    for encoding in ("utf-8", "utf-8-sig", "latin-1", "cp1252"):
        assert read(text.encode(encoding)).records == expected
    assert read(text.replace("\n", "\r\n").encode()).records == expected
