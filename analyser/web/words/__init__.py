"""What the pages say, one table a language, laid over the words of the report."""

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property

from analyser import resources
from analyser.report.signs import PageVoice


@cache
def sentences(language: str) -> dict[str, str]:
    """Every sentence of the pages in a language, by its key."""
    found: dict[str, str] = {}
    for name in resources.listing(f"web/words/{language}"):
        found |= tomllib.loads(resources.text(name))
    return found


@dataclass(frozen=True)
class WebVoice(PageVoice):
    """A language on these pages: the report's words and theirs."""

    @cached_property
    def words(self) -> dict[str, str]:
        """Every sentence, English where the language is silent."""
        return {**PageVoice(self.language).words, **sentences("en"), **sentences(self.language)}


@cache
def voice_of(language: str) -> WebVoice:
    """The voice of a language, made once."""
    return WebVoice(language)
