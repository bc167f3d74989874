"""Cards, calls and results as a page shows them: suit signs are drawn, so that no font is needed, and named aloud."""

from dataclasses import dataclass

from markupsafe import Markup, escape

from analyser.bridge import Call, Card, Contract, PointsOnly, Result, Strain, Suit, parse_result
from analyser.errors import BridgeError
from analyser.report.view.table import rank_text
from analyser.report.words.voice import Voice

__all__ = ["PATHS", "PageVoice"]

# The outline of each suit sign in a square of 24 by 24.
PATHS = {
    "S": "M12 1.8C19 8 22 11.5 22 14.9 22 17.7 20 19.2 17.8 19.2 16 19.2 14.3 18.2 13.2 16.7 13.4 19.2 14.2 21 "
    "16 22.2H8C9.8 21 10.6 19.2 10.8 16.7 9.7 18.2 8 19.2 6.2 19.2 4 19.2 2 17.7 2 14.9 2 11.5 5 8 12 1.8Z",
    "H": "M12 21.8C4.4 15.4 1.6 11.4 1.6 7.6 1.6 4.5 3.9 2.5 6.7 2.5 9 2.5 11 3.9 12 6.3 13 3.9 15 2.5 17.3 2.5 "
    "20.1 2.5 22.4 4.5 22.4 7.6 22.4 11.4 19.6 15.4 12 21.8Z",
    "D": "M12 1.2C14.2 5.2 16.9 8.8 20.2 12 16.9 15.2 14.2 18.8 12 22.8 9.8 18.8 7.1 15.2 3.8 12 7.1 8.8 9.8 5.2 12 1.2Z",
    "C": "M12 1.6A4.7 4.7 0 0 1 15.7 9.3 4.8 4.8 0 1 1 13.2 16.4C13.4 19 14.2 21 16 22.2H8C9.8 21 10.6 19 10.8 16.4"
    "A4.8 4.8 0 1 1 8.3 9.3 4.7 4.7 0 0 1 12 1.6Z",
}


@dataclass(frozen=True)
class PageVoice(Voice):
    """A language on a page: what it says is escaped, cards and calls are drawn.

    `inline` draws each sign in place instead of referring to the one at the head of the page, for printers that look
    at each drawing alone.

    >>> print(PageVoice().told("<b>"))
    &lt;b&gt;
    """

    inline: bool = False

    def text(self, text: str) -> Markup:
        """A text, harmless."""
        return escape(text)

    def told(self, value: object) -> Markup:
        """One argument: what belongs to the game drawn, all else escaped."""
        match value:
            case Call():
                return self.call(value)
            case Card():
                return self.card(value)
            case Suit():
                return self.suit(value)
            case Strain():
                return self.strain(value)
            case Contract():
                return self.contract(value)
            case Result() | PointsOnly():
                return self.result(value)
            case tuple():
                return Markup(", ").join(map(self.told, value))
            case Markup():
                return value
            case str():
                return self._read(value)
            case _:
                return self.text(self.plain(value))

    def strong(self, text: str) -> Markup:
        """A figure the eye must find."""
        return Markup("<strong>{}</strong>").format(text)

    def _read(self, text: str) -> Markup:
        """A text that prints a result is shown as one."""
        if len(text) < 20 and (" by " in text or text == "passed out"):
            try:
                return self.told(parse_result(text))
            except BridgeError:
                pass
        return self.text(self._word(text))

    def suit(self, suit: Suit, *, aloud: bool = True) -> Markup:
        """A suit's sign, in its own colour and its own shape, with its name for those who listen."""
        name = str(suit)
        inside = (
            Markup('<path d="{}"/>').format(PATHS[name])
            if self.inline
            else Markup('<use href="#suit-{}"/>').format(name)
        )
        label = Markup('role="img" aria-label="{}"').format(self.words[f"strain.{name}"])
        return Markup('<svg class="suit {}" viewBox="0 0 24 24" {}>{}</svg>').format(
            name, label if aloud else Markup('aria-hidden="true"'), inside
        )

    def strain(self, strain: Strain) -> Markup:
        """A denomination: a suit's sign, or NT."""
        trump = strain.trump
        return self.text(self.words["strain.short.NT"]) if trump is None else self.suit(trump)

    def card(self, card: Card) -> Markup:
        """A card: its suit, then its rank; ten in full."""
        return Markup('<span class="card">{}{}</span>').format(self.suit(card.suit), rank_text(str(card)[1:]))

    def call(self, call: Call) -> Markup:
        """A call as players write it."""
        if call.strain is not None:
            return Markup('<span class="card">{}{}</span>').format(call.level, self.strain(call.strain))
        return self.text(self.words[f"call.{call}"])

    def contract(self, contract: Contract) -> Markup:
        """A contract without its declarer."""
        doubled = "X" * contract.doubled
        return Markup('<span class="card">{}{}{}</span>').format(
            contract.level, self.strain(contract.strain), doubled
        )

    def result(self, result: Result | PointsOnly) -> Markup:
        """A result: contract, tricks over or under, declarer; or bare points to North-South."""
        if isinstance(result, PointsOnly):
            return self.text(self.signed(result.points))
        if result.contract is None:
            return self.text(self.words["result.passed-out"])
        over = f"{result.over:+d}".replace("-", "−") if result.over else "="
        name = Markup('<span class="card">{}{}</span>').format(self.contract(result.contract), over)
        return self.text(self.words["result.by"]).format(
            result=name, seat=self.words[f"seat.short.{result.contract.declarer.name}"]
        )
