"""Every ink can be read on its paper, by day and by night (WCAG AA: 4.5 to 1)."""

import re

import pytest

from analyser import resources
from analyser.report.page_voice import INKS
from tests.support.every import each_row

STYLE = resources.text("report/templates/style.css")
INK_NAMES = ("ink", "soft", "S", "H", "D", "C", "limit", "good", "bad")


def _schemes():
    blocks = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    return [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)) for block in blocks]


def _light(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    first, second = sorted((_light(one), _light(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


@each_row("scheme", _schemes(), ids=("day", "night", "print"))
@each_row("ink", INK_NAMES)
def test_an_ink_can_be_read_on_its_paper(scheme, ink):
    assert contrast(scheme[ink], scheme["paper"]) >= 4.5
    if ink in {"ink", "soft"}:
        assert contrast(scheme[ink], scheme["wash"]) >= 4.5


@pytest.mark.parametrize("suit, ink", INKS.items())
def test_a_suit_s_ink_on_paper_can_be_read(suit, ink):
    assert contrast(ink, "#ffffff") >= 4.5
    assert _schemes()[0][suit] == ink
