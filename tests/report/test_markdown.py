"""The plain text says what the page says, in every language, and lets nothing of the case become markup."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from markdown import Markdown
from markdown_it import MarkdownIt

from analyser.report import LANGUAGES, markdown
from analyser.report.markdown import _plain, read_as_text
from tests.report.rich import CASE, case_from, rich


@pytest.mark.parametrize(
    "language, expected",
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
def test_the_headings_and_figures_are_those_of_the_language(language, expected):
    text = markdown(rich(), language)
    assert [line for line in expected if line not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_of_the_case_is_not_taken_for_markup(language):
    titled = CASE.replace('title = "A slow raise, then game"', 'title = "1\\n# _two_"')
    hostile = replace(rich(), case=case_from(titled, "<b>*x*|[y](z)"))
    first = markdown(hostile, language).splitlines()[0]
    assert first == r"# 1 \# \_two\_ (&lt;b&gt;\*x\*&#124;\[y\](z))"


HOSTILE = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- x", "</p><h1>x", "<https://evil.example>",
    "[x](javascript:alert(1))", "![x](https://evil.example/x.png)", "https://evil.example", "www.evil.example", "WWW.evil.example",
    "a@evil.example", "`code`", "```\nx\n```", "| a | b |\n| --- | --- |", "x | y", "one\n\n# two", "one\n---", "---", "===",
    "- x", "+ x", "* x", "1. x", "12) x", "> x", "    x", "&lt;b&gt; &amp; &#60;", "**x** __x__ ~~x~~ $x$", "[x]: https://evil.example",
    "\\", "\\<b>", "\\\\`x`", "[^1]", "- [ ] x", "\u2028# x",
]  # fmt: skip


class _Read(HTMLParser):
    """What a reader sees of a page: its words, and the elements they stand in."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.words = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        assert not attributes, (tag, attributes)

    def handle_data(self, data):
        self.words.append(data)


def _readers():
    python = Markdown(extensions=["tables", "fenced_code", "footnotes"])
    github = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return (python.convert, github.render)


def test_peoples_text_stays_text_in_every_reader():
    for text in HOSTILE:
        seen = " ".join(text.split())
        assert read_as_text(_plain(text)) == seen
        for place, shown in (
            ("{}", "{}"), ("before {} after", "before {} after"), ("**Head.** {}", "Head. {}"), ("- {}", "{}"), ("## {} (x)", "{} (x)")
        ):  # fmt: skip
            for render in _readers():
                read = _Read(render(place.format(_plain(text))))
                assert set(read.tags) <= {"p", "strong", "ul", "li", "h2"}, (text, place, read.tags)
                assert " ".join("".join(read.words).split()) == shown.format(seen), (text, place)


def test_a_whole_report_of_hostile_texts_holds_no_foreign_element():
    text = " ".join(HOSTILE).replace("\\", "\\\\").replace("\n", "\\n").replace('"', "'")
    titled = CASE.replace('title = "A slow raise, then game"', f'title = "{text}"')
    hostile = replace(rich(), case=case_from(titled, "<script>"))
    report = markdown(hostile)
    for render in _readers():
        known_tags = {
            "p",
            "strong",
            "ul",
            "li",
            "h1",
            "h2",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "hr",
        }
        assert set(_Read(render(report)).tags) <= known_tags


def test_the_title_of_the_case_stands_above_its_name():
    assert markdown(rich()).startswith("# A slow raise, then game (rich)\n")
    untitled = CASE.replace('title = "A slow raise, then game"', "")
    assert markdown(replace(rich(), case=case_from(untitled, "slow-raise"))).startswith("# slow-raise\n")


@pytest.mark.parametrize("missing", ["case", "law", "adjusted", "weights", "table", "review", "provenance"])
def test_what_a_ruling_lacks_is_left_out(missing):
    assert markdown(replace(rich(), **{missing: None})).startswith("# ")
