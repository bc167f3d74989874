"""One language at work: its sentences and its ways of writing figures; the report fills the sentences."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyser.messages.tables import checked_language, sentences

_WITHOUT_SIGN = ("mp", "percent")


def decimal_text(value: Fraction, places: int = 3) -> str:
    """An exact figure as a decimal, with at most so many places, halves away from nought.

    >>> decimal_text(Fraction(57, 20)), decimal_text(Fraction(-10, 3)), decimal_text(Fraction(4))
    ('2.85', '-3.333', '4')
    """
    scaled = abs(value) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = f"{whole // 10**places}.{whole % 10**places:0{places}d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and whole else text


@dataclass(frozen=True)
class Voice:
    """A language and its ways of writing.

    >>> Voice("it").percent(Fraction(1, 3)), Voice("en").number(Fraction(57, 20)), Voice("ro").words["seat.N"]
    ('33,3 %', '2.85', 'Nord')
    """

    language: str = "en"

    def __post_init__(self) -> None:
        """Refuse a language nothing is written in."""
        checked_language(self.language)

    @cached_property
    def words(self) -> dict[str, str]:
        """Every sentence of the language, over English."""
        return {**sentences("en"), **sentences(self.language)}

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
