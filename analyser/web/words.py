"""The voice of the pages, one a language; problems, which are stated in English, are put into it by pattern."""

import re
import string
from functools import cache

from analyser.messages import sentences
from analyser.report.page_voice import PageVoice

_HEAD = "web.problem."


@cache
def voice_of(language: str) -> PageVoice:
    """The voice of a language, made once."""
    return PageVoice(language)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The English sentences as patterns, those without gaps first, then the longest."""
    patterns = []
    for key, sentence in sentences("en").items():
        if key.startswith(_HEAD):
            parts = list(string.Formatter().parse(sentence))
            gaps = sum(name is not None for _, name, _, _ in parts)
            pattern = "".join(
                re.escape(text) + (f"(?P<{name}>.+?)" if name else "") for text, name, _, _ in parts
            )
            patterns.append((gaps, -len(sentence), key, re.compile(pattern, re.DOTALL)))
    return tuple((key, pattern) for _, _, key, pattern in sorted(patterns, key=lambda row: row[:3]))


def problem_text(voice: PageVoice, text: str) -> tuple[str, str]:
    """A sentence about a problem as this reader reads it, and the language it is in; English where none is known.

    >>> problem_text(PageVoice("it"), "the auction has 12 calls")
    ('la licita ha 12 dichiarazioni', 'it')
    >>> problem_text(PageVoice("ro"), "something new")
    ('something new', 'en')
    """
    if voice.language == "en":
        return text, "en"
    for key, pattern in _patterns():
        if match := pattern.fullmatch(text):
            return voice.words[key].format(**match.groupdict()), voice.language
    return text, "en"
