"""A file of another program is named for what it is, and what to do with it is said."""

from pathlib import Path

import pytest

from analyser.errors import NotationError
from analyser.formats import read, sniff
from tests.support.commands import typed

FILES = {
    "pdf": b"%PDF-1.7\n%\xe2\xe3",
    "picture": b"\x89PNG\r\n\x1a\n\0\0",
    "office": b"PK\x03\x04\x14\0\x06\0\x08\0[Content_Types].xml",
    "archive": b"PK\x03\x04\x14\0\0\0results.pbn",
    "access": b"\x00\x01\x00\x00Standard Jet DB\x00",
    "page": b"<!DOCTYPE html><html><body>Results</body></html>",
}


@pytest.mark.parametrize("kind", FILES)
def test_another_programs_file_is_named(kind: str) -> None:
    for reading in (sniff, read):
        with pytest.raises(NotationError) as refused:
            reading(FILES[kind])
        (problem,) = refused.value.problems
        assert getattr(problem.why, "code", "") == f"problem.file-is-{kind}"
        assert problem.remedy


@pytest.mark.parametrize("kind", ["pdf", "office", "page"])
def test_check_names_it_too(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "x.bin"
    file.write_bytes(FILES[kind])
    done = typed("check", str(file))
    assert done.code == 1
    assert "TOML" not in done.out
    assert {"pdf": "PDF", "office": "Excel", "page": "web page"}[kind] in done.out


@pytest.mark.parametrize("name", ["boards.pbn", "boards.txt", "boards.toml"])
def test_check_of_a_file_of_boards_points_to_deal(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text('[Event "Cup"]\n[Board "1"]\n', encoding="utf-8")
    done = typed("check", str(file))
    assert (done.code, f"`analyser deal {name}`" in done.out) == (1, True)
