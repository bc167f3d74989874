"""A message is a code with arguments; the words of a language, one folder each, make a sentence of it, its voice writes figures.

The sentences of problems come in English at once, as whoever raises or prints a problem expects, and in any language later.
"""

import json
import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, ClassVar

from analyser import resources
from analyser.errors import Problem, Text, UsageError

_NUMBERS = ("one", "other")
"""Forms beside the usual one: for one, and in languages that part them ("20 de puncte") for many."""
_FOLDER = "messages/words"
_GISTS = "gists.toml"  # the provisions of the Laws, keyed by clause; `laws` reads them itself


def _languages() -> tuple[str, ...]:
    folders = [name.rpartition("/")[2] for name in resources.listing(_FOLDER)]
    return tuple(sorted(folders, key=lambda language: (language != "en", language)))


LANGUAGES = _languages()


def checked_language(language: str) -> str:
    """The language, if words are kept for it.

    >>> checked_language("it")
    'it'
    """
    if language not in LANGUAGES:
        raise UsageError(
            "not a language of the report",
            where="--lang",
            found=language,
            remedy=f"write one of {', '.join(LANGUAGES)}",
        )
    return language


def gists_file(language: str) -> str:
    """The name of the file that tells the Laws in a language."""
    return f"{_FOLDER}/{language}/{_GISTS}"


@cache
def sentences(language: str) -> dict[str, str]:
    """Every sentence of a language, by the code of its message or the name of its place on a page."""
    table: dict[str, str] = {}
    for name in resources.listing(f"{_FOLDER}/{language}"):
        if name.endswith(".toml") and not name.endswith(_GISTS):
            table |= tomllib.loads(resources.text(name))
    return table


def missing_keys(language: str) -> tuple[str, ...]:
    """What English says and this language does not, and what it says that English does not know.

    >>> missing_keys("en")
    ()
    """
    english, other = (_drop_plural_forms(sentences(known)) for known in ("en", language))
    return tuple(sorted(english - other) + [f"{key} (not in English)" for key in sorted(other - english)])


def _drop_plural_forms(table: Mapping[str, str]) -> set[str]:
    """The keys but for the forms a sentence takes by number, of which each language has its own."""
    return {
        key for key in table if key.rpartition(".")[0] not in table or key.rpartition(".")[2] not in _NUMBERS
    }


def places_in(sentence: str) -> tuple[str, ...]:
    """The names a sentence leaves open, sorted.

    >>> places_in("{by} may accept {call}")
    ('by', 'call')
    """
    return tuple(sorted({name for _, name, _, _ in string.Formatter().parse(sentence) if name}))


@dataclass(frozen=True, slots=True)
class Message:
    """A reason, problem or state: the code of a sentence, and what fills the sentence's places.

    >>> reason = message("law.asked", edition="2007")
    >>> reason.code, reason.arguments["edition"]
    ('law.asked', '2007')
    """

    code: str
    args: tuple[tuple[str, object], ...] = ()

    @property
    def arguments(self) -> Mapping[str, object]:
        """The arguments by name."""
        return dict(self.args)

    def __hash__(self) -> int:
        """By the code alone: arguments may be values of higher floors, on which nothing is called from here."""
        return hash(self.code)

    def __str__(self) -> str:
        """The English sentence, its arguments as a case file writes them.

        >>> str(message("variant.remark-not-accepted", number=1))
        'if remark 1 is not accepted'
        """
        return sentences("en")[self.code].format(**{name: _plain_value(value) for name, value in self.args})


def _plain_value(value: object) -> str:
    return ", ".join(map(_plain_value, value)) if isinstance(value, tuple) else str(value)


def message(code: str, /, **args: object) -> Message:
    """The message of a code with its arguments by name."""
    return Message(code, tuple(args.items()))


def message_or_quote(code: str, text: str) -> Message:
    """The message of a code that has words; what a regulation says in words of its own is quoted.

    >>> message_or_quote("standard", "chosen-some").code, str(message_or_quote("standard", "any peer would"))
    ('standard.chosen-some', '“any peer would”')
    """
    wording = f"{code}.{text}"
    return Message(wording) if wording in sentences("en") else message("quoted", text=text)


_FEW = 19  # up to which Romanian counts without "de"; a language without that form has no sentence for it
_WITHOUT_SIGN = ("mp", "percent")


def decimal_text(value: Fraction, places: int = 3) -> str:
    """An exact figure as a decimal, with at most so many places, halves away from zero.

    >>> decimal_text(Fraction(57, 20)), decimal_text(Fraction(-10, 3)), decimal_text(Fraction(4))
    ('2.85', '-3.333', '4')
    """
    scaled = abs(value) * 10**places
    rounded = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = f"{rounded // 10**places}.{rounded % 10**places:0{places}d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and rounded else text


def percent_text(weight: Fraction) -> str:
    """A weight as a percentage where that is exact, else as a fraction.

    >>> percent_text(Fraction(13, 20)), percent_text(Fraction(1, 3)), percent_text(Fraction(1, 8))
    ('65%', '1/3', '12.5%')
    """
    percent = weight * 100
    return f"{decimal_text(percent)}%" if 1000 % percent.denominator == 0 else str(weight)


@dataclass(frozen=True, slots=True)
class Percentage:
    """A share of the whole as an argument of a message: in percent where that is exact, else a fraction.

    >>> str(Percentage(Fraction(1, 8))), str(Percentage.round_to(0.3249))
    ('12.5%', '32%')
    """

    value: Fraction

    @classmethod
    def round_to(cls, value: float, places: int = 0) -> "Percentage":
        """The share in percent with at most so many decimals."""
        return cls(Fraction(str(round(100 * value, places))) / 100)

    @classmethod
    def round_off_bars(cls, chance: float, *bars: float | Fraction) -> "Percentage":
        """A chance in whole percent; in tenths where whole ones would put it on a bar or across it.

        >>> str(Percentage.round_off_bars(0.4962, 0.3, 0.5)), str(Percentage.round_off_bars(0.4931, 0.5))
        ('49.6%', '49%')
        """
        percentage = cls.round_to(chance)
        agrees = all(
            (percentage.value >= bar) == (chance >= bar) and (percentage.value > bar) == (chance > bar)
            for bar in bars
        )
        return percentage if agrees else cls.round_to(chance, 1)

    def __str__(self) -> str:
        """As a case file writes a weight."""
        return percent_text(self.value)


@dataclass(frozen=True)
class Voice:
    """A language and its ways of writing.

    >>> Voice("it").percent(Fraction(1, 3)), Voice("en").number(Fraction(57, 20)), Voice("ro").words["seat.N"]
    ('33,3 %', '2.85', 'Nord')
    """

    language: str = "en"
    before_sign: ClassVar[str] = " "
    """What stands between a figure and its percent sign, where the language leaves room."""

    def __post_init__(self) -> None:
        """Refuse a language nothing is written in."""
        checked_language(self.language)

    @cached_property
    def words(self) -> dict[str, str]:
        """Every sentence of the language, over English."""
        return {**sentences("en"), **sentences(self.language)}

    def plural_key(self, key: str, args: Mapping[str, object]) -> str:
        """The key of the form that goes with the first whole number among the arguments, else with how many are listed.

        >>> Voice("ro").plural_key("page.points-held", {"points": 1}), Voice("ro").plural_key("page.points-held", {"points": 20})
        ('page.points-held.one', 'page.points-held.other')
        """
        number = next((value for value in args.values() if type(value) is int), None)
        if number is None:
            number = next((len(value) for value in args.values() if type(value) is tuple), None)
        if number is None:
            return key
        many = number > 0 and not 1 <= number % 100 <= _FEW
        form = f"{key}.one" if number == 1 else f"{key}.other" if many else key
        return form if form in self.words else key

    def fill(self, message: Message) -> str:
        """The sentence of a message whose arguments are texts already, or the same in every language.

        >>> Voice("it").fill(message("score.unused", option="boards", form="IMP"))
        '--boards non serve in questa forma: IMP'
        """
        args = {
            name: self.fill(value) if isinstance(value, Message) else _plain_value(value)
            for name, value in message.args
        }
        return self.words[self.plural_key(message.code, message.arguments)].format(**args)

    def figure(self, text: str) -> str:
        """A decimal already written with a point, as the language writes it."""
        return text.replace(".", self.words["format.point"])

    def number(self, value: Fraction | float, places: int = 3) -> str:
        """A figure, exact until here, with at most so many decimals."""
        exact = value if isinstance(value, (int, Fraction)) else Fraction(value).limit_denominator(10**9)
        return self.figure(decimal_text(Fraction(exact), places))

    def signed_figure(self, value: Fraction | float, places: int = 3) -> str:
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

    def unit(self, unit: str, figure: str | Fraction = "") -> str:
        """The word of a score's unit as it goes with a figure.

        >>> Voice().unit("imp", "-1"), Voice().unit("imp", "2"), Voice("ro").unit("points", "20")
        ('IMP', 'IMPs', 'de puncte')
        """
        amount = abs(Fraction(figure)) if figure != "" else Fraction(0)
        key = f"unit.{unit}"
        if amount.denominator == 1:
            key = self.plural_key(key, {"": amount.numerator})
        return self.words[key]

    def number_of(self, value: Fraction | float, unit: str) -> str:
        """A number of a score's unit: matchpoints and percentages carry no plus sign."""
        return self.number(value).replace("-", "−") if unit in _WITHOUT_SIGN else self.signed_figure(value)

    def day(self, day: date) -> str:
        """A day as the language writes it; of a moment the hour too.

        >>> Voice("it").day(date(2019, 11, 2)), Voice().day(datetime(2019, 11, 2, 18, 5))
        ('2 novembre 2019', '2 November 2019, 18:05')
        """
        month = self.words[f"month.{day.month}"]
        key = self.plural_key(
            "format.day", {"day": day.day}
        )  # Italian counts the first of a month: 1º luglio
        text = self.words[key].format(day=day.day, month=month, year=day.year)
        return f"{text}, {day:%H:%M}" if isinstance(day, datetime) else text

    def share(self, weight: Fraction | None) -> str:
        """A weight in percent; a dash where there is none."""
        return "–" if weight is None else self.percent(weight, 2)

    def worth(self, worth: Fraction | None, unit: str) -> str:
        """What a result is worth in the event's currency."""
        return "–" if worth is None else self.figure_of(decimal_text(worth), unit)

    def percent(self, share: Fraction | float, places: int = 1) -> str:
        """A share of the whole in percent."""
        text = self.words["format.percent"].format(number=self.number(share * 100, places))
        return text.replace(" ", self.before_sign)


def sentence(code: str, /, **args: object) -> Message:
    """The message of a problem's reason or remedy: its words stand under `problem.`, its arguments as the file has them.

    >>> why = sentence("auction-has-calls", count=12)
    >>> str(why), why.code, in_words(why, "it")
    ('the auction has 12 calls', 'problem.auction-has-calls', 'la licitazione ha 12 chiamate')
    """
    return Message(f"problem.{code}", tuple(args.items()))


def in_words(text: Text, language: str) -> str:
    """What an error says, in a language; plain English stays as it is."""
    return _plain_voice(language).fill(text) if isinstance(text, Message) else str(text)


@cache
def _plain_voice(language: str) -> Voice:
    return Voice(language)


def translate_problem(problem: Problem, language: str) -> Problem:
    """The problem with its value, reason and remedy in a language, as far as they have codes.

    >>> print(translate_problem(Problem("file", "", sentence("not-a-folder"), sentence("choose-another-place")), "it"))
    file: non è una cartella. Scegli un altro posto.
    """
    texts = (in_words(text, language) for text in (problem.found, problem.why, problem.remedy))
    return Problem(problem.where, *texts)


def pack_text(text: Text) -> str:
    """A text as JSON, a message as its code with its arguments.

    >>> in_words(unpack_text(pack_text(sentence("at-least", number=3))), "it"), unpack_text(pack_text("so it is"))
    ('è almeno 3', 'so it is')
    """
    return json.dumps(_plain(text), ensure_ascii=False)


def _plain(value: object) -> object:
    if isinstance(value, Message):
        return {"code": value.code, **{name: _plain(part) for name, part in value.args}}
    return value if isinstance(value, int) else str(value)


def unpack_text(packed: str) -> Any:  # noqa: ANN401 - a text, or a message
    """The text or message that was packed."""
    return json.loads(packed, object_hook=lambda plain: Message(plain.pop("code"), tuple(plain.items())))
