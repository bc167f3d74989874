"""The command prints the nearest past cases, as lines or as one JSON document."""

import json
from pathlib import Path

import pytest

from analyser.cli.precedents import precedents
from tests.support import ROOT
from tests.support.case_base import refresh

CASE = ROOT / "cases" / "past" / "nswba-2010-3.toml"


def test_the_lines_name_case_laws_ruling_and_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert precedents(CASE, count=2) == 0
    printed = capsys.readouterr().out
    assert printed.count("distance") == 2
    assert all(word in printed for word in ("ruled:", "near:", "Laws 2007"))
    assert "nswba-2010-3" not in printed


def test_the_document_lists_every_finding_with_code_and_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert precedents(CASE, count=3, json=True) == 0
    document = json.loads(capsys.readouterr().out)
    (incident,) = document["incidents"]
    assert (document["case"], incident["id"], len(incident["precedents"])) == ("nswba-2010-3", "ui", 3)
    for precedent in incident["precedents"]:
        assert precedent["rulings"] or any(
            finding["code"] == "precedents.no-ruling" for finding in precedent["ruled"]
        )
        for finding in (*precedent["ruled"], *precedent["near"], *precedent["differs"]):
            assert finding["says"]
            assert not finding["says"].startswith("precedents.")


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "tests" / "golden" / "cases" / "good").glob("*.toml")),
    ids=lambda path: path.stem,
)
def test_any_sound_case_has_neighbours(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert precedents(path, count=1, json=True) == 0
    assert all(incident["precedents"] for incident in json.loads(capsys.readouterr().out)["incidents"])


def test_a_case_added_is_one_file_and_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "past").mkdir()
    (tmp_path / "past" / CASE.name).write_bytes(CASE.read_bytes())
    (tmp_path / "index.toml").write_text("", "utf-8")
    refresh(tmp_path)
    assert [
        case["id"] for case in json.loads((tmp_path / "past" / "index.json").read_text("utf-8"))["cases"]
    ] == ["nswba-2010-3"]
    assert "| 1 | 1 |" in (tmp_path / "README.md").read_text("utf-8")
    assert capsys.readouterr().out == ""
