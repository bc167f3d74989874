"""The words readers see: one table of sentences a language, one file a room."""

import tomllib
from functools import cache

from analyser import resources
from analyser.reasoning import Finding

__all__ = ["LANGUAGES", "say", "sentences"]

LANGUAGES = ("en", "it", "ro")


@cache
def sentences(language: str) -> dict[str, str]:
    """Every sentence of a language, by the code of its finding."""
    found: dict[str, str] = {}
    for name in resources.listing(f"report/words/{language}"):
        if name.endswith(".toml"):
            found |= tomllib.loads(resources.text(name))
    return found


def say(finding: Finding, language: str = "en") -> str:
    """A finding's sentence; English where the language has none."""
    pattern = sentences(language).get(finding.code) or sentences("en").get(finding.code)
    told = {name: _told(value) for name, value in finding.args}
    if pattern is None:
        return f"{finding.code}: " + ", ".join(f"{name} {value}" for name, value in told.items())
    return pattern.format(**told)


def _told(value: object) -> str:
    return ", ".join(map(_told, value)) if isinstance(value, tuple) else str(value)
