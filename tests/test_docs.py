"""The manual tells what the program takes: every key in its examples is a key of the case file, in every language the same."""

import re
import tomllib
from pathlib import Path

import pytest

from analyser import read_case, rule
from analyser.casefile import problems_of
from analyser.casefile.explain import every_key
from tests.support import ROOT

PAGES = ROOT / "docs" / "pages"
GUIDES = ("director.md", "director.it.md", "director.ro.md")


def tables_of(page: Path) -> list[dict]:
    return [
        tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    ]


@pytest.mark.parametrize("page", [*GUIDES, "committee.md"])
def test_every_key_of_an_example_exists_in_the_case_file(page):
    known = {re.sub(r" \([^)]*\)", "", key.path) for key in every_key()}
    written = {
        f"{table} {key}"
        for example in tables_of(PAGES / page)
        for table, rows in example.items()
        for key in rows[0]
    }
    assert written
    assert written - known == set()


def test_the_finding_the_guide_writes_is_taken_by_its_case():
    case = (ROOT / "cases" / "kinds" / "unauthorised-information.toml").read_text("utf-8")
    (finding,) = re.findall(
        r"```toml\n(\[\[judgement\]\]\n.*?)```", (PAGES / GUIDES[0]).read_text("utf-8"), re.DOTALL
    )
    assert problems_of(f"{case}\n{finding}".encode()) == ()


@pytest.mark.slow
def test_the_example_of_misinformation_states_both_meanings_and_is_estimated():
    case = read_case(ROOT / "cases" / "kinds" / "misinformation.toml")
    for guide in GUIDES:
        (row,) = (
            rows[0]
            for table in tables_of(PAGES / guide)
            for rows in table.values()
            if rows[0].get("kind") == "misinformation"
        )
        episode = tomllib.loads(case.toml)["incident"][0]
        assert {key: episode[key] for key in row} == row, guide
        assert {"given_shows", "correct_shows"} <= row.keys(), guide
    (incident,) = rule(case).incidents
    assert {str(alternative.action) for alternative in incident.alternatives} >= {"H3", "H5", "CQ"}


def test_every_language_of_the_guide_has_the_same_examples():
    english, *others = ((PAGES / guide).read_text("utf-8") for guide in GUIDES)
    for text, language in zip(others, ("it", "ro"), strict=True):
        pictures = re.findall(r"pictures/[a-z-]+\.en\.png", english)
        assert re.findall(r"pictures/[a-z-]+\.(?:it|ro)\.png", text) == [
            picture.replace(".en.", f".{language}.") for picture in pictures
        ]
        assert text.count("\n## ") == english.count("\n## ")
    keys = [
        [set(rows[0]) for example in tables_of(PAGES / guide) for rows in example.values()]
        for guide in GUIDES
    ]
    assert keys[0] == keys[1] == keys[2]


def test_every_picture_a_page_shows_is_there():
    shown = {
        PAGES / name
        for page in PAGES.glob("*.md")
        for name in re.findall(r"\]\((pictures/[^)]+)\)", page.read_text("utf-8"))
    }
    assert shown
    assert [picture.name for picture in shown if not picture.is_file()] == []
