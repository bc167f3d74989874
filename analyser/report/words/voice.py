"""Ready-made texts in the reader's language."""

import re
import string
from dataclasses import dataclass
from functools import cache

from analyser import messages
from analyser.bridge import Call, Result, Seat, parse_result
from analyser.errors import BridgeError
from analyser.messages import sentences

_RESULT = re.compile(r"[1-7](C|D|H|S|NT)X{0,2}(=|[+-]\d{1,2}) by [NESW]|passed out")
_CALL = re.compile(r"P|XX?|[1-7](C|D|H|S|NT)")
_ONE_OF_SEVERAL = re.compile(rf"(?:(\d+(?:\.\d+)?%) )?({_RESULT.pattern}|{_CALL.pattern})")
_PLACE = re.compile(r"(call|trick|lead|before play)(?: (\d{1,3}))?(?: ([NESW]))?")
_FIGURE = re.compile(r"-?\d+\.\d+")
_PERCENT = re.compile(r"(-?\d+(?:\.\d+)?)%")


_LONGEST_PHRASE = 400  # signs, its places filled; what somebody typed at length is no phrase of ours


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The English phrases that other rooms hand over ready made, as patterns; the longest first."""
    found = []
    for key, sentence in sorted(sentences("en").items(), key=lambda item: -len(item[1])):
        if key.startswith("phrase."):
            parts = string.Formatter().parse(sentence)
            pattern = "".join(
                re.escape(text) + (f"(?P<{name}>.+?)" if name else "") for text, name, _, _ in parts
            )
            found.append((key, re.compile(pattern)))
    return tuple(found)


def translated(text: str) -> tuple[str, dict[str, str]] | None:
    """Which phrase a ready-made English text is, and what fills its places; none when it is no such phrase.

    >>> translated("the 2007 Laws were asked for")
    ('phrase.law.asked', {'edition': '2007'})
    """
    if len(text) > _LONGEST_PHRASE:
        return None
    for key, pattern in _patterns():
        if found := pattern.fullmatch(text):
            return key, found.groupdict()
    return None


@dataclass(frozen=True)
class TextVoice(messages.Voice):
    """A voice that also knows phrases, results and calls written as text."""

    def phrase(self, text: str) -> str:
        """A ready-made English phrase in this language; one that is not known stays as it is."""
        found = translated(text)
        if found is not None and text not in found[1].values():
            filled = {name: self.phrase(part) for name, part in found[1].items()}
            return self.text(self.words[found[0]]).format(**filled)
        if "; " in text:
            return self.text("; ").join(self.phrase(part) for part in text.split("; "))
        return self.told(text)

    def string(self, text: str) -> str:
        """A text: a closed word or a place in this language, anything else as it stands."""
        if f"value.{text}" in self.words:
            return self.words[f"value.{text}"]
        if (result := _result_in(text)) is not None:
            return str(self.told(result))
        if found := _PERCENT.fullmatch(text):
            return self.words["format.percent"].format(number=self.figure(found[1]))
        if _FIGURE.fullmatch(text):
            return self.figure(text)
        if found := _PLACE.fullmatch(text):
            return self.place(found[1], int(found[2] or 0), Seat.parse(found[3]) if found[3] else None)
        if several := several_in(text):
            return ", ".join(" ".join(map(self.plain, one)) for one in several)
        return text if translated(text) is None else self.phrase(text)

    def place(self, moment: str, number: int, seat: Seat | None) -> str:
        """A call, a card of a trick, the lead or the pause before play, in words."""
        who = "" if seat is None else self.seat(seat)
        return self.words[f"place.{moment.replace(' ', '-')}"].format(number=number, seat=who)


def several_in(text: str) -> tuple[tuple[object, ...], ...]:
    """The results or calls a text lists, each behind its weight if it has one; nothing when it lists anything else.

    >>> several_in("60% 4S= by N, 40% 3S+1 by N")[0][0], several_in("P, 4H")[1], several_in("4H or so")
    ('60%', (Call.parse('4H'),), ())

    A remark may look like a result that no board can have; it stays as it was written.

    >>> several_in("4S= by N, 7S+9 by N"), TextVoice().told("7S+9 by N")
    ((), '7S+9 by N')
    """
    found: list[tuple[object, ...]] = []
    for piece in text.split(", "):
        told = _ONE_OF_SEVERAL.fullmatch(piece)
        if told is None:
            return ()
        said = told[2]
        one = Call.parse(said) if _CALL.fullmatch(said) else _result_in(said)
        if one is None:
            return ()
        found.append((told[1], one) if told[1] else (one,))
    return tuple(found)


def _result_in(text: str) -> Result | None:
    """The result a text names; none when it names none that can be."""
    if not _RESULT.fullmatch(text):
        return None
    try:
        found = parse_result(text)
    except BridgeError:
        return None
    return found if isinstance(found, Result) else None


def say(finding: messages.Message, language: str = "en") -> str:
    """A finding's sentence in plain text."""
    return TextVoice(language).say(finding)
