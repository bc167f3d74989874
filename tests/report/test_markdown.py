"""The plain text says what the page says, in every language, and lets nothing of the case become markup."""

from dataclasses import replace

import pytest

from analyser.report import LANGUAGES, markdown
from tests.report.rich import CASE, case_from, rich


@pytest.mark.parametrize(
    "language, said",
    [
        (
            "en",
            [
                "## Second opinion: the score",
                "| North-South | -103/60 | −1.717 |",
                "## Every reason",
                "cannot be decided",
            ],
        ),
        ("it", ["## Secondo parere: il punteggio", "| Nord-Sud | -103/60 | −1,717 |", "## Tutti i motivi"]),
        ("ro", ["## A doua opinie: scorul", "| Nord-Sud | -103/60 | −1,717 |", "## Toate motivele"]),
    ],
)
def test_the_headings_and_figures_are_those_of_the_language(language, said):
    text = markdown(rich(), language)
    assert [line for line in said if line not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_of_the_case_is_not_taken_for_markup(language):
    titled = CASE.replace('title = "A slow raise, then game"', 'title = "1\\n# _two_"')
    hostile = replace(rich(), case=case_from(titled, "<b>*x*|[y](z)"))
    first = markdown(hostile, language).splitlines()[0]
    assert first == r"# 1 \# \_two\_ (\<b\>\*x\*\|\[y\](z))"


def test_the_title_of_the_case_stands_above_its_name():
    assert markdown(rich()).startswith("# A slow raise, then game (rich)\n")
    untitled = CASE.replace('title = "A slow raise, then game"', "")
    assert markdown(replace(rich(), case=case_from(untitled, "slow-raise"))).startswith("# slow-raise\n")


@pytest.mark.parametrize("missing", ["case", "law", "adjusted", "weights", "table", "review", "provenance"])
def test_what_a_ruling_lacks_is_left_out(missing):
    assert markdown(replace(rich(), **{missing: None})).startswith("# ")
