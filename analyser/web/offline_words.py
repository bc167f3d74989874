"""The words of the pages for a phone: their questions, the answers to them, and what stands around."""

from collections.abc import Mapping
from typing import Any

from analyser import laws
from analyser.web.words import voice_of

_TEXTS = (
    "unknown",
    "change",
    "go",
    "card",
    "second",
    "due",
    "options",
    "missing",
    "contradiction",
)
_PREFIX = "web.offline."


def offline_words(language: str) -> dict[str, Any]:
    """Everything the script says in a language."""
    say = voice_of(language).words
    own = {key.removeprefix(_PREFIX): text for key, text in say.items() if key.startswith(_PREFIX)}
    labels = {key.removeprefix("web.key."): text for key, text in say.items() if key.startswith("web.key.")}
    questions = {key: text for key, text in labels.items() if key.isidentifier()}
    asked = {key.removeprefix("ask-"): text for key, text in own.items() if key.startswith("ask-")}
    return {
        **{name: own[name] for name in _TEXTS},
        "none": say["web.law.none"],
        "not-there": say["web.law.not-there"],
        "after": {"revoke": own["equity"], "claim": own["claim-tricks"]},
        "more": say["web.cases.more"],
        "seats": [say[f"seat.{seat}"] for seat in "NESW"],
        "sides": [own["own-side"], own["other-side"]],
        "suits": {"S": "♠", "H": "♥", "D": "♦", "C": "♣"},
        "questions": {**questions, **asked},
        "answers": _answers(own, say),
    }


def needs_program(language: str) -> tuple[str, ...]:
    """The words for everything the page leaves to the program."""
    needed = (key for key in voice_of(language).words if key.startswith(f"{_PREFIX}needs-"))
    return tuple(key for key in needed if not key.endswith("-program"))


def _answers(own: dict[str, str], say: Mapping[str, str]) -> dict[str, dict[str, str]]:
    meant = {key.removeprefix("is-"): text for key, text in own.items() if key.startswith("is-")}
    exceptions = {
        str(name): say[f"value.{name}"]
        for year in laws.editions()
        for name in laws.edition_of(year).revokes.exceptions
    }
    return {
        "any": {"y": say["word.yes"], "n": say["word.no"], **meant},
        "suits": {"none": meant["none-shown"], "0": meant["all-again"]},
        "suits_again": {"0": meant["no-suit"]},
        "on_table": {"0": meant["nothing"]},
        "instead": {"0": meant["nothing"]},
        "exception": {"0": meant["nothing"], **exceptions},
        "defender": {"y": meant["claimer-defender"], "n": meant["claimer-declarer"]},
        "trick": {"2-12": meant["trick-2-12"]},
        "during": {"auction": meant["in-auction"], "play": meant["in-play"]},
    }
