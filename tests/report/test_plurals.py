"""One point is a point; Romanian counts twenty "de puncte"."""

import pytest

from analyser.messages import LANGUAGES
from analyser.report.page_voice import TextVoice
from tests.support.every import each_row


@each_row(
    "language, points, expected",
    [
        ("en", 0, "0 points"),
        ("en", 1, "1 point"),
        ("en", 21, "21 points"),
        ("it", 1, "1 punto"),
        ("it", 12, "12 punti"),
        ("ro", 1, "1 punct"),
        ("ro", 2, "2 puncte"),
        ("ro", 19, "19 puncte"),
        ("ro", 20, "20 de puncte"),
        ("ro", 0, "0 puncte"),
    ],
)
def test_a_number_takes_the_form_of_its_language(language, points, expected):
    assert TextVoice(language)("page.points-held", points=points) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_more_answer_is_said_in_the_singular(language):
    text_voice, more = (TextVoice(language)("page.more-answers", action="4S", more=count) for count in (1, 3))
    assert "1" not in text_voice
    assert "3" in more
