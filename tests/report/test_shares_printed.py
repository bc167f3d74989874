"""Under a heading of choosing stand shares of choosing: they are parts of one whole, and sum to no more than it."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from analyser.messages import LANGUAGES
from analyser.report import markdown
from analyser.report.html import render_html
from analyser.report.page_voice import TextVoice
from tests.report.rich import rich

_CHOOSING = ("choices.share", "alternatives.model")


def choosing():
    """A ruling in which what peers would choose is asked, with more considered than chosen."""
    ruling = rich()
    step = replace(ruling.incidents[0], kind="misinformation")
    step = replace(
        step,
        alternatives=tuple(
            replace(entry, considered=0.6, chosen=0.3, interval=(0.4, 0.8), chosen_interval=(0.2, 0.4))
            for entry in step.alternatives
        ),
    )
    return replace(ruling, incidents=(step, *ruling.incidents[1:]))


class Tables(HTMLParser):
    """The tables of a page as rows of words."""

    def __init__(self, page):
        super().__init__()
        self.tables = []
        self.cell = None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables:
            self.tables[-1][-1].append("")
            self.cell = self.tables[-1][-1]

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell[-1] += data


def markdown_tables(text):
    """The tables of a markdown text as rows of words."""
    blocks = re.findall(r"(?:^\|.*\|$\n?)+", text, re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in b.splitlines()] for b in blocks
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_shares_under_would_choose_sum_to_one_whole(language):
    headings = {TextVoice(language)(key) for key in _CHOOSING}
    ruling = choosing()
    seen = 0
    for tables in (Tables(render_html(ruling, language)).tables, markdown_tables(markdown(ruling, language))):
        for head, *rows in (table for table in tables if table):
            for place, heading in enumerate(head):
                if heading.strip() not in headings:
                    continue
                figures = [re.match(r"\s*(\d+)\s*%", row[place]) for row in rows if len(row) == len(head)]
                shares = [int(figure[1]) for figure in figures if figure]
                seen += 1
                assert sum(shares) <= 100 + len(shares), (heading, rows)
    assert seen >= 3  # chosen and the model's on the page, chosen in the text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_range_beside_a_choice_is_that_of_choosing(language):
    ruling = choosing()
    for text in (render_html(ruling, language), markdown(ruling, language)):
        plain = re.sub(r"\s+", " ", text.replace("\xa0", " "))
        assert re.search(r"20 ?% – 40 ?%", plain)
        assert not re.search(r"40 ?% – 80 ?%", plain)
        assert not re.search(r"\b60 ?% \(40", plain)
