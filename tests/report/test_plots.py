"""Each plot of a report tells its values where a pointer rests on it, and has its figures as a table behind it."""

import re
from itertools import chain

import pytest

from analyser.messages import LANGUAGES
from analyser.report.html import render_html
from tests.report.rich import rich


@pytest.fixture(scope="module")
def ruling():
    return rich()


@pytest.fixture(scope="module")
def pages(ruling):
    return {language: render_html(ruling, language) for language in LANGUAGES}


def titles(page):
    """What the marks of each plot tell a pointer."""
    plots = re.findall(r'<svg class="plot".*?</svg>', page, re.DOTALL)
    return [
        [text.replace("\xa0", " ") for text in re.findall("<title>(.*?)</title>", plot)] for plot in plots
    ]


def behind(page):
    """The rows of the tables behind the plots, as words."""
    tables = re.findall(r'<details class="behind">.*?</details>', page, re.DOTALL)
    drawn = re.compile(r"<svg.*?</svg>|<[^>]*>", re.DOTALL)
    return [
        [" ".join(drawn.sub(" ", row).split()) for row in re.findall("<tr.*?</tr>", table, re.DOTALL)[1:]]
        for table in tables
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plot_has_a_table_beside_or_behind_it(pages, language):
    shares, gains, tree, ranges = titles(pages[language])
    assert [len(rows) for rows in behind(pages[language])] == [len(gains), 11, len(ranges)]
    assert len(shares) == len(gains) == 3  # the actions of the case
    assert len(tree) > 11  # every branch, and every result


def test_a_bar_tells_what_the_ruling_found(pages, ruling):
    shares, gains, _, _ = titles(pages["en"])
    for action, text, gain in zip(ruling.incidents[0].alternatives, shares, gains, strict=True):
        low, high = (round(100 * end) for end in action.interval)
        assert f"{round(100 * action.considered)} % ({low} %–{high} %)" in text
        assert f"{abs(action.gain):g}" in gain


def test_the_table_behind_the_tree_adds_up(pages, ruling):
    """A row for each path, and together they are everything that may happen."""
    _, rows, _ = behind(pages["en"])
    paths = list(chain.from_iterable(outcome.paths for outcome in ruling.outcomes))
    shares = [float(re.search(r"([\d.]+) %", row)[1]) for row in rows]
    assert len(shares) == len(paths)
    assert sum(shares) == pytest.approx(100 * sum(path.probability for path in paths), abs=2)
