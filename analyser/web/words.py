"""The voice of the pages, one a language."""

from functools import cache

from analyser.report.page_voice import PageVoice


@cache
def voice_of(language: str) -> PageVoice:
    """The voice of a language, made once."""
    return PageVoice(language)
