"""One language at work: findings, figures, cards and seats as its readers expect them.

This voice speaks plain text; a page has a voice of its own, which draws cards and calls and escapes all else.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import assert_never

from analyser.bridge import Call, Result, Seat, Side, Strain, Suit, parse_result
from analyser.errors import BridgeError
from analyser.laws import Clause
from analyser.report.words.tables import checked, sentences, translated
from analyser.ruling import Finding, decimal_text

__all__ = ["Voice", "say", "several_in"]

_RESULT = re.compile(r"[1-7](C|D|H|S|NT)X{0,2}(=|[+-]\d{1,2}) by [NESW]|passed out")
_CALL = re.compile(r"P|XX?|[1-7](C|D|H|S|NT)")
_ONE_OF_SEVERAL = re.compile(rf"(?:(\d+(?:\.\d+)?%) )?({_RESULT.pattern}|{_CALL.pattern})")
_PLACE = re.compile(r"(call|trick|lead|before play)(?: (\d{1,3}))?(?: ([NESW]))?")
_WITHOUT_SIGN = ("mp", "percent")
_FIGURE = re.compile(r"-?\d+\.\d+")
_PERCENT = re.compile(r"(-?\d+(?:\.\d+)?)%")


@dataclass(frozen=True)
class Voice:
    """A language and its ways of writing.

    >>> Voice("it").percent(Fraction(1, 3)), Voice("en").number(Fraction(57, 20)), Voice("ro").seat(0)
    ('33,3 %', '2.85', 'Nord')
    """

    language: str = "en"

    def __post_init__(self) -> None:
        """Refuse a language nothing is written in."""
        checked(self.language)

    @cached_property
    def words(self) -> dict[str, str]:
        """Every sentence of the language, over English."""
        return {**sentences("en"), **sentences(self.language)}

    def text(self, text: str) -> str:
        """A text in the form this voice speaks: here as it stands."""
        return text

    def __call__(self, key: str, /, **args: object) -> str:
        """The sentence of a place on the page, filled."""
        return self.fill(self.words[key], args)

    def fill(self, sentence: str, args: Mapping[str, object]) -> str:
        """A sentence with its places filled."""
        return self.text(sentence).format(**{name: self.told(value) for name, value in args.items()})

    def say(self, finding: Finding) -> str:
        """A finding's sentence; without one, its code and what it was given."""
        sentence = self.words.get(finding.code)
        if sentence is None:
            sentence = f"{finding.code}: " + ", ".join(f"{name} {{{name}}}" for name, _ in finding.args)
        return self.fill(sentence, dict(finding.args))

    def phrase(self, text: str) -> str:
        """A ready-made English phrase in this language; one that is not known stays as it is."""
        found = translated(text)
        if found is not None and text not in found[1].values():
            filled = {name: self.phrase(part) for name, part in found[1].items()}
            return self.text(self.words[found[0]]).format(**filled)
        if "; " in text:
            return self.text("; ").join(self.phrase(part) for part in text.split("; "))
        return self.told(text)

    def sentence(self, finding: Finding) -> str:
        """A finding as a whole sentence: a capital before it, a full stop behind."""
        said = self.say(finding)
        said = said[:1].upper() + said[1:]
        return said if said.endswith((".", "?", "!", "…")) else said + "."

    def word(self, value: object) -> str:
        """A closed word of the case file in this language."""
        return self.told(str(value))

    def told(self, value: object) -> str:
        """One argument as readers expect it."""
        return self.text(self.plain(value))

    def plain(self, value: object) -> str:
        """One argument as plain text."""
        match value:
            case bool():
                return self.words["word.yes" if value else "word.no"]
            case Seat() | Side() | Suit() | Strain() | Result():
                return self._of_the_game(value)
            case Fraction() | float():
                return self.number(value)
            case Clause():
                return self.clause(value)
            case tuple():
                return self.text(", ").join(self.told(part) for part in value)
            case str():
                return self._word(value)
            case _:
                return str(value)

    def _of_the_game(self, value: Seat | Side | Suit | Strain | Result) -> str:
        match value:
            case Seat():
                return self.seat(value)
            case Side():
                return self.words[f"side.{value.name}"]
            case Suit() | Strain():
                return self.words[f"strain.{value}"]
            case Result():
                return self._result(value)
            case _:
                assert_never(value)

    def _word(self, text: str) -> str:
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

    def _result(self, result: Result) -> str:
        if result.contract is None:
            return self.words["result.passed-out"]
        over = f"{result.over:+d}" if result.over else "="
        name = f"{result.contract.name}{over}"
        return self.words["result.by"].format(
            result=name, seat=self.words[f"seat.short.{result.contract.declarer.name}"]
        )

    def seat(self, seat: Seat | int) -> str:
        """A seat's name."""
        return self.words[f"seat.{Seat(seat).name}"]

    def clause(self, clause: Clause) -> str:
        """A provision as the Law Book prints it: Law 12C1(c)."""
        return self.words["law.clause"].format(address=clause.legible.removeprefix("Law "))

    def figure(self, text: str) -> str:
        """A decimal already written with a point, as the language writes it."""
        return text.replace(".", self.words["format.point"])

    def number(self, value: Fraction | float, places: int = 3) -> str:
        """A figure, exact until here, with at most so many decimals."""
        exact = value if isinstance(value, (int, Fraction)) else Fraction(value).limit_denominator(10**9)
        return self.figure(decimal_text(Fraction(exact), places))

    def signed(self, value: Fraction | float, places: int = 3) -> str:
        """A figure that always shows its sign, with a real minus."""
        text = self.number(value, places)
        if text.startswith("-"):
            return f"−{text[1:]}"
        return text if text == "0" else f"+{text}"

    def signed_text(self, text: str) -> str:
        """A decimal already written, with its sign.

        >>> Voice("it").signed_text("2.85"), Voice().signed_text("-3"), Voice().signed_text("0")
        ('+2,85', '−3', '0')
        """
        figure = self.figure(text)
        if figure.startswith("-"):
            return f"−{figure[1:]}"
        return figure if figure.lstrip("+") == "0" else f"+{figure.lstrip('+')}"

    def figure_of(self, text: str, unit: str) -> str:
        """A score in its unit: matchpoints and percentages carry no plus sign."""
        return self.figure(text).replace("-", "−") if unit in _WITHOUT_SIGN else self.signed_text(text)

    def share(self, weight: Fraction | None) -> str:
        """A weight in percent; a dash where there is none."""
        return "–" if weight is None else self.percent(weight, 2)

    def worth(self, worth: Fraction | None, unit: str) -> str:
        """What a result is worth in the event's currency."""
        return "–" if worth is None else self.figure_of(decimal_text(worth), unit)

    def percent(self, share: Fraction | float, places: int = 1) -> str:
        """A share of the whole in percent."""
        return self.words["format.percent"].format(number=self.number(share * 100, places))


def several_in(text: str) -> tuple[tuple[object, ...], ...]:
    """The results or calls a text lists, each behind its weight if it has one; nothing when it lists anything else.

    >>> several_in("60% 4S= by N, 40% 3S+1 by N")[0][0], several_in("P, 4H")[1], several_in("4H or so")
    ('60%', (Call.parse('4H'),), ())

    A remark may look like a result that no board can have; it stays as it was written.

    >>> several_in("4S= by N, 7S+9 by N"), Voice().told("7S+9 by N")
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


def say(finding: Finding, language: str = "en") -> str:
    """A finding's sentence in plain text."""
    return Voice(language).say(finding)
