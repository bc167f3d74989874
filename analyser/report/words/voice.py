"""Ready-made texts in the reader's language."""

import re
from dataclasses import dataclass

from analyser import messages
from analyser.bridge import Call, Result, Seat, parse_result
from analyser.errors import BridgeError

_RESULT = re.compile(r"[1-7](C|D|H|S|NT)X{0,2}(=|[+-]\d{1,2}) by [NESW]|passed out")
_CALL = re.compile(r"P|XX?|[1-7](C|D|H|S|NT)")
_ONE_OF_SEVERAL = re.compile(rf"(?:(\d+(?:\.\d+)?%) )?({_RESULT.pattern}|{_CALL.pattern})")
_PLACE = re.compile(r"(call|trick|lead|before play)(?: (\d{1,3}))?(?: ([NESW]))?")
_FIGURE = re.compile(r"-?\d+\.\d+")
_PERCENT = re.compile(r"(-?\d+(?:\.\d+)?)%")


@dataclass(frozen=True)
class TextVoice(messages.Voice):
    """A voice that also knows results, calls and places written as text."""

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
        return text

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
