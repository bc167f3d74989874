"""Cards, calls and results as a page shows them: suit signs are drawn, so that no font is needed, and named aloud."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup, escape

from analyser.bridge import Call, Card, Contract, PointsOnly, Result, Seat, Side, Strain, Suit, parse_result
from analyser.errors import BridgeError, LawError
from analyser.laws import Clause
from analyser.messages import Message, Voice
from analyser.report.facts import rank_text, stands_also_for
from analyser.ruling import Outcome, Ruling

_RESULT = re.compile(r"[1-7](C|D|H|S|NT)X{0,2}(=|[+-]\d{1,2}) by [NESW]|passed out")
_CALL = re.compile(r"P|XX?|[1-7](C|D|H|S|NT)")
_ONE_OF_SEVERAL = re.compile(rf"(?:(\d+(?:\.\d+)?%) )?({_RESULT.pattern}|{_CALL.pattern})")
_PLACE = re.compile(r"(call|trick|lead|before play)(?: (\d{1,3}))?(?: ([NESW]))?")
_FIGURE = re.compile(r"-?\d+\.\d+")
_PERCENT = re.compile(r"(-?\d+(?:\.\d+)?)%")


@dataclass(frozen=True)
class TextVoice(Voice):
    """A language in plain text: messages, seats, results and places as its readers expect them.

    >>> TextVoice("ro")("seat.N"), TextVoice("it").told(Fraction(57, 20))
    ('Nord', '2,85')
    """

    def text(self, text: str) -> str:
        """A text in the form this voice speaks: here as it stands."""
        return text

    def __call__(self, key: str, /, **args: object) -> str:
        """The sentence of a place on the page, filled."""
        return self._filled(self.words[key], args)

    def _filled(self, sentence: str, args: Mapping[str, object]) -> str:
        return self.text(sentence).format(**{name: self.told(value) for name, value in args.items()})

    def say(self, message: Message) -> str:
        """A message's sentence; without one, its code and its arguments."""
        sentence = self.words.get(message.code)
        if sentence is None:
            sentence = f"{message.code}: " + ", ".join(f"{name} {{{name}}}" for name, _ in message.args)
        return self._filled(sentence, message.arguments)

    def sentence(self, message: Message) -> str:
        """A message as a whole sentence: a capital before it, a full stop behind."""
        words = self.say(message)
        words = words[:1].upper() + words[1:]
        return words if words.endswith((".", "?", "!", "…")) else words + "."

    def told(self, value: object) -> str:
        """One argument as readers expect it."""
        return self.text(self.plain(value))

    def plain(self, value: object) -> str:
        """One argument as plain text."""
        match value:
            case bool():
                return self.words["word.yes" if value else "word.no"]
            case Fraction() | float():
                return self.number(value)
            case Message():
                return self.say(value)
            case tuple():
                return self.text(", ").join(map(self.told, value))
            case str():
                return self.string(value)
            case Seat() | Side():
                return self.words[f"{type(value).__name__.lower()}.{value.name}"]
            case Suit() | Strain():
                return self.words[f"strain.{value}"]
            case Clause():
                return self.clause(value)
            case Result():
                return self.result_text(value)
            case _:
                return str(value)

    def string(self, text: str) -> str:
        """A text: a closed word, figure, result or place in this language, anything else as it stands."""
        if f"value.{text}" in self.words:
            return self.words[f"value.{text}"]
        if (result := _result_in(text)) is not None:
            return str(self.told(result))
        if share := _PERCENT.fullmatch(text):
            return self.words["format.percent"].format(number=self.figure(share[1]))
        if _FIGURE.fullmatch(text):
            return self.figure(text)
        if place := _PLACE.fullmatch(text):
            return self.place(place[1], int(place[2] or 0), Seat.parse(place[3]) if place[3] else None)
        if listed := several_in(text):
            return ", ".join(" ".join(map(self.plain, entry)) for entry in listed)
        return text

    def seat(self, seat: Seat) -> str:
        """A seat's name."""
        return self.words[f"seat.{seat.name}"]

    def clause(self, clause: Clause) -> str:
        """A provision as the Law Book prints it, without the edition: Law 12C1(c)."""
        return self.words["law.clause"].format(address=clause.legible.removeprefix("Law "))

    def result_text(self, result: Result) -> str:
        """A result in letters: contract, tricks over or under, declarer."""
        if result.contract is None:
            return self.words["result.passed-out"]
        over = f"{result.over:+d}" if result.over else "="
        seat = self.words[f"seat.short.{result.contract.declarer.name}"]
        return self.words["result.by"].format(result=f"{result.contract.name}{over}", seat=seat)

    def place(self, moment: str, number: int, seat: Seat | None) -> str:
        """A call, a card of a trick, the lead or the pause before play, in words."""
        who = "" if seat is None else self.seat(seat)
        return self.words[f"place.{moment.replace(' ', '-')}"].format(number=number, seat=who)


def result_told(ruling: Ruling, outcome: Outcome, voice: TextVoice) -> str:
    """A result, with the tricks more or fewer that are weighed with it."""
    told = voice.told(outcome.result)
    also = stands_also_for(ruling, outcome)
    return f"{told} {voice('weights.or-tricks', also=also)}" if also else told


def several_in(text: str) -> tuple[tuple[object, ...], ...]:
    """The results or calls a text lists, each behind its weight if it has one; nothing when it lists anything else.

    >>> several_in("60% 4S= by N, 40% 3S+1 by N")[0][0], several_in("P, 4H")[1], several_in("4H or so")
    ('60%', (Call.parse('4H'),), ())

    A remark may look like a result that no board can have; it stays as it was written.

    >>> several_in("4S= by N, 7S+9 by N"), TextVoice().told("7S+9 by N")
    ((), '7S+9 by N')
    """
    listed: list[tuple[object, ...]] = []
    for piece in text.split(", "):
        match = _ONE_OF_SEVERAL.fullmatch(piece)
        if match is None:
            return ()
        action = Call.parse(match[2]) if _CALL.fullmatch(match[2]) else _result_in(match[2])
        if action is None:
            return ()
        listed.append((match[1], action) if match[1] else (action,))
    return tuple(listed)


def _result_in(text: str) -> Result | None:
    """The result a text names; none when it names none that can be."""
    if not _RESULT.fullmatch(text):
        return None
    try:
        result = parse_result(text)
    except BridgeError:
        return None
    return result if isinstance(result, Result) else None


def say(finding: Message, language: str = "en") -> str:
    """A finding's sentence in plain text."""
    return TextVoice(language).say(finding)


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
# The colours of paper, dark enough on white to be read (4.5 to 1 and more).
INKS = {"S": "#0b3d91", "H": "#c1121f", "D": "#b45309", "C": "#15803d"}
_PAINTS = {
    "bar": 'fill="#3d6fc4"',
    "bar-soft": 'fill="#c7d8f5"',
    "whisker": 'fill="none" stroke="#000000" stroke-width="1.5"',
    "ring": 'fill="#ffffff" stroke="#000000" stroke-width="1.6"',
    "dot": 'fill="#000000"',
    "axis": 'stroke="#b9bec8" stroke-width="1"',
    "zero": 'stroke="#000000" stroke-width="1"',
    "limit": 'stroke="#b45309" stroke-width="1.6" stroke-dasharray="5 3"',
    "limit-word": 'fill="#b45309"',
    "soft": 'fill="#4a4e57"',
    "word": 'fill="#000000"',
    "edge": 'fill="none" stroke="#3d6fc4" stroke-linecap="round"',
    "edge dead": 'fill="none" stroke="#b9bec8" stroke-dasharray="4 3"',
    **{name: f'fill="{ink}"' for name, ink in INKS.items()},
}
_HAND = re.compile(r"[2-9TJQKA]*(?:\.[2-9TJQKA]*){3}")
_CARD = re.compile(r"[SHDC][2-9TJQKA]")


@dataclass(frozen=True)
class PageVoice(TextVoice):
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
                return escape(self.say(value) if isinstance(value, Message) else self.plain(value))

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
        if _CARD.fullmatch(text):
            return self.card(Card.parse(text))
        if listed := several_in(text):
            return Markup(", ").join(Markup(" ").join(map(self.told, entry)) for entry in listed)
        if "." in text and _HAND.fullmatch(text):
            return self.hand(text)
        return self.text(self.string(text))

    def cited(self, text: str) -> Markup:
        """A provision a ruling cites, as the Law Book prints it; what is no address stays as it is."""
        try:
            return self.told(Clause.parse(text))
        except LawError:
            return self.text(text)

    def line(self, text: str) -> Markup:
        """A trick or another line of words and cards: the cards are drawn."""
        return Markup(" ").join(
            self.card(Card.parse(word)) if _CARD.fullmatch(word) else self.text(word) for word in text.split()
        )

    def in_letters(self, message: Message) -> str:
        """A message in letters alone, for places where no sign can be drawn."""
        return TextVoice(self.language).say(message)

    def call_word(self, text: str) -> Markup:
        """A call in letters as this language writes it."""
        return self.text(self.words[f"call.{text}"]) if f"call.{text}" in self.words else self.letters(text)

    def letters(self, text: str) -> Markup:
        """The letters of a drawing as this language writes them: no trumps, a seat, a board passed out."""
        if text == "passed out":
            return self.text(self.words["result.passed-out"])
        for key in (f"seat.short.{text}", f"strain.short.{text}"):
            if key in self.words:
                return self.text(self.words[key])
        return self.text(text)

    def suit(self, suit: Suit, *, aloud: bool = True) -> Markup:
        """A suit's sign, in its own colour and its own shape, with its name for those who listen."""
        name = str(suit)
        inside = (
            Markup('<path d="{}"/>').format(PATHS[name])
            if self.inline
            else Markup('<use href="#suit-{}"/>').format(name)
        )
        label = Markup('role="img" aria-label="{}"').format(self.words[f"strain.{name}"])
        paint = Markup('fill="{}"').format(INKS[name]) if self.inline else Markup("")
        return Markup('<svg class="suit {}" viewBox="0 0 24 24" {} {}>{}</svg>').format(
            name, paint, label if aloud else Markup('aria-hidden="true"'), inside
        )

    def paint(self, name: str) -> Markup:
        """How a piece of a drawing is coloured: by the page's style, or in place for printers that know none."""
        if not self.inline:
            return Markup('class="{}"').format(name)
        return Markup('class="{}" {}').format(name, Markup(_PAINTS[name]))  # noqa: S704 - written below

    def strain(self, strain: Strain) -> Markup:
        """A denomination: a suit's sign, or NT."""
        trump = strain.trump
        return self.text(self.words["strain.short.NT"]) if trump is None else self.suit(trump)

    def card(self, card: Card) -> Markup:
        """A card: its suit, then its rank; ten in full."""
        return Markup('<span class="card">{}{}</span>').format(self.suit(card.suit), rank_text(str(card)[1:]))

    def hand(self, text: str) -> Markup:
        """A hand in one line, spades first; a void is left out."""
        suits = ((suit, ranks) for suit, ranks in zip(reversed(Suit), text.split("."), strict=True) if ranks)
        return Markup(" ").join(
            Markup('<span class="card">{}{}</span>').format(self.suit(suit), ranks.replace("T", "10"))
            for suit, ranks in suits
        )

    def call(self, call: Call) -> Markup:
        """A call as players write it."""
        if call.strain is not None:
            return Markup('<span class="card">{}{}</span>').format(call.level, self.strain(call.strain))
        return self.text(self.words[f"call.{call}"])

    def short_call(self, call: Call) -> Markup:
        """A call in a row of calls: a pass is one letter."""
        return self.call(call) if call.is_bid else self.text(str(call))

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
