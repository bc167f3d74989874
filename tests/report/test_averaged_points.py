"""Raw points are never averaged in print: an expectation is told in the event's currency, or not at all."""

import re

import pytest

from analyser import read_case, rule
from analyser.messages import LANGUAGES, Message
from analyser.report import markdown
from analyser.report.html import render_html
from analyser.report.page_voice import TextVoice
from analyser.ruling import Finding
from analyser.ruling.currency import without_raw_points
from tests.support import ROOT

UNSCORED = "dbf-11-mak-10"  # misinformation with the damage open, and nothing the board is compared with


def averages(text):
    """The numbers with decimals that no hand can hold as points, and that are no percentages."""
    plain = re.sub(r"<[^>]+>", " ", text).replace("\xa0", " ")
    matches = re.findall(r"(?<![\w.:/])[+−-]?(\d{2,})[.,](\d{1,2})(?![\w.:/]| ?%)", plain)
    return [f"{whole}.{part}" for whole, part in matches if int(whole) > 40]


@pytest.mark.slow
def test_a_report_without_a_score_averages_no_points():
    ruling = rule(read_case(ROOT / "cases" / "past" / f"{UNSCORED}.toml"))
    codes = [finding.code for finding in ruling.findings]
    assert any(code.startswith("misinformation.damage-") for code in codes)
    for language in LANGUAGES:
        text = markdown(ruling, language).partition("case sha256")[0]
        splitlines = [line for line in text.splitlines() if averages(line) and "toml" not in line]
        assert not splitlines, (language, splitlines)
        body = render_html(ruling, language).partition("<body")[2]
        sentences = re.findall(r"<(?:li|p)\b[^>]*>(.*?)</(?:li|p)>", body, re.DOTALL)
        assert not [sentence for sentence in sentences if averages(sentence)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_keeps_the_points_it_dropped(language):
    """Each finding that prints an average has a sentence without it, in every language."""
    figures = {"right": "-525.16", "had": "-480", "moved": "31.4", "unit": "points"}
    others = {"side": "EW", "otherwise": "30 %", "chance": "29 %", "sympathy": "5 %", "step": "5 %"}
    answers = ("misinformation.damage-yes", "misinformation.damage-no", "misinformation.damage-open")
    for code in (*answers, "adjustment.proposed"):
        bare = without_raw_points(Finding(code, tuple((figures | others).items())))
        dropped = {"moved", "unit"} if code == "adjustment.proposed" else {"right", "had", "unit"}
        assert not set(dict(bare.args)) & dropped
        text = TextVoice(language).say(Message(bare.code, bare.args))
        assert not [figure for figure in figures.values() if figure in text]
    finding = Finding("bridge.shift.points", (("informed", "10.1"),))
    assert without_raw_points(finding) == finding
