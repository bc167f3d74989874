"""Cards, calls and results as a page shows them: suit signs are drawn, so that no font is needed, and named aloud."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from markupsafe import Markup, escape

from analyser.bridge import (
    Call,
    Card,
    Contract,
    Hand,
    HandConstraint,
    PointsOnly,
    Result,
    Seat,
    Side,
    Strain,
    Suit,
)
from analyser.bridge.constraints import SHAPES, Span
from analyser.casefile import Place
from analyser.errors import LawError, Problem
from analyser.laws import Clause
from analyser.messages import Message, Percentage, Voice, message, percent_text, translate_problem
from analyser.report.diagrams import rank_text
from analyser.report.facts import stands_also_for
from analyser.ruling import AdjustedKind, Basis, Finding, FindingClass, Outcome, Ruling, Variant

_ELIDED = re.compile(r"\b(il|al|dal|del|nel|sul) (?=8|11(?!\d)|1(?!\d)|0(?!\d))", re.IGNORECASE)
"""Italian articles before a figure that is read with a vowel first (otto, ottanta, undici, uno), or as zero."""
_TIED = re.compile(
    r"((?<=\bNS)|(?<=\bE[WOV])) (?=(?:<strong>)?[\d+−])"
    r"|(?<=\d) (?=%)"
    r"|(?<=%) (?=<span class=\"card\">|\d(?:[♠♥♦♣]|NT|SA|FA))"
    r"|(?<=\d) (?=– \d)|(?<=\d –) (?=\d)"
    r"|(?<=</span>) (?=\d+(?:[.,]\d+)?\u00a0%)"
    r"|((?<=\d)|(?<=\d</strong>)) (?=(?:IMPs?|VPs?|points?|punt[io]|puncte?|matchpoints?)\b)"
)
"""What no line breaks at: a side before its figure, a weight before its result, the two figures of a match, an action before its share,
a figure before its unit."""
_BEFORE_ZERO = {"il": "lo", "al": "allo", "dal": "dallo", "del": "dello", "nel": "nello", "sul": "sullo"}
_ELISIONS = {"il": "l", "al": "all", "dal": "dall", "del": "dell", "nel": "nell", "sul": "sull"}


def with_nbsp(text: str) -> str:
    r"""A text whose figures stay with their sides and units when its lines are broken.

    >>> with_nbsp("NS −1.5 IMPs, EW +1.5 IMPs").split(" ")
    ['NS\xa0−1.5\xa0IMPs,', 'EW\xa0+1.5\xa0IMPs']
    """
    return _TIED.sub("\u00a0", text)


def _elide_article(article: re.Match[str]) -> str:
    """The article as it is written before such a figure: all'82 %, dallo 0 %.

    >>> _ELIDED.sub(_elide_article, "dal 8 % al 12 %, nel 11 % e nel 110 %, il 1 %, dal 0,5 % al 10 %")
    "dall'8 % al 12 %, nell'11 % e nel 110 %, l'1 %, dallo 0,5 % al 10 %"
    """
    word = article[1]
    if article.string[article.end()] == "0":
        whole = _BEFORE_ZERO[word.lower()]
        return f"{whole.capitalize() if word[0].isupper() else whole} "
    elided = _ELISIONS[word.lower()]
    return f"{elided.capitalize() if word[0].isupper() else elided}'"


_QUOTATION = re.compile(r"[“„«]\{(\w+)\}")
"""An argument between quotation marks: somebody's own words."""
_KEYS = ("keys", "places", "place")
"""The arguments that may name keys of the case file."""


@dataclass(frozen=True)
class TextVoice(Voice):
    """A language in plain text: messages, seats, results and places as its readers expect them.

    >>> TextVoice("ro")("seat.N"), TextVoice("it").render(Fraction(57, 20))
    ('Nord', '2,85')
    """

    between: ClassVar[str] = " "
    signs: bool = field(default=False, kw_only=True)
    """Suits as signs, for a screen; in letters where a program or a form may read them."""

    def text(self, text: str) -> str:
        """A text in the form this voice speaks: here as it stands."""
        return text

    def __call__(self, key: str, /, **args: object) -> str:
        """The sentence of a place on the page, filled."""
        return self._filled(self.words[self.plural_key(key, args)], args)

    def _filled(self, sentence: str, args: Mapping[str, object]) -> str:
        filled = {
            name: self.key_named(value) if name in _KEYS else self.render(value)
            for name, value in args.items()
        }
        text = self.text(sentence).format(**filled)
        return type(text)(_ELIDED.sub(_elide_article, text)) if self.language == "it" else text

    def key_named(self, value: object) -> str:
        """Keys of the case file by what the pages call them, each with the key to add.

        >>> print(TextVoice().key_named(("comparison other_room",)))
        other room, points to NS (add comparison other_room)
        """
        if isinstance(value, tuple):
            return self.text(", ").join(map(self.key_named, value))
        label = self.words.get(f"web.key.{str(value).replace('.', ' ').rpartition(' ')[2]}")
        if not isinstance(value, str) or label is None:
            return self.render(value)
        added = self.words["problem.add-line"].format(line=value)
        label = label.partition(" (")[0]  # how it is written stands beside the field
        return self.text("{} ({})").format(label[:1].lower() + label[1:], added)

    def say(self, message: Message) -> str:
        """A message's sentence; without one, its code and its arguments. What an error says quotes its arguments as they stand."""
        if message.code.startswith("problem."):
            return self.text(self.fill(message))
        sentence = self.words.get(self.plural_key(message.code, message.arguments))
        if sentence is None:
            sentence = f"{message.code}: " + ", ".join(f"{name} {{{name}}}" for name, _ in message.args)
        return self._filled(sentence, message.arguments)

    def sentence(self, message: Message) -> str:
        """A message as a whole sentence: a capital before it, a full stop behind."""
        words = self.say(message)
        words = words[:1].upper() + words[1:]
        return words if words.endswith((".", "?", "!", "…")) else words + "."

    def render(self, value: object) -> str:
        """One argument as readers expect it."""
        return self.text(self.plain_text(value))

    def plain_text(self, value: object) -> str:
        """One argument as plain text; a text that is no closed word stands as it is."""
        match value:
            case bool():
                return self.words["word.yes" if value else "word.no"]
            case Fraction() | float():
                return self.number(value).replace("-", "−")
            case Decimal():
                return self.figure(str(value)).replace("-", "−")
            case date():
                return self.day(value)
            case Percentage():
                return self.exact_share(value.value)
            case Message():
                return self.say(value)
            case Problem():
                return str(translate_problem(value, self.language))
            case tuple():
                return self.text(", ").join(map(self.render, value))
            case _:
                return self._name_card_or_call(value)

    def _name_card_or_call(self, value: object) -> str:
        match value:
            case Seat() | Side():
                return self.words[f"{type(value).__name__.lower()}.{value.name}"]
            case Suit() | Strain():
                return self.words[f"strain.{value}"]
            case Call():
                return self.words.get(f"call.{value}", self.strain_named(str(value)))
            case Contract():
                return self.declared(self.strain_named(value.name), value.declarer)
            case Result():
                return self.result_text(value)
            case Card() if self.signs:
                return f"{SIGNS[str(value.suit)]}{rank_text(str(value)[1:])}"
            case Place():
                return self.place(value)
            case HandConstraint():
                return self.words["meaning.or"].join(
                    ", ".join(map(self.meaning, spans)) for spans in value.alternatives
                )
            case Clause():
                return self.clause(value)
            case _:
                text = str(value)
                return text.replace("-", "−") if type(value) is int else self.words.get(f"value.{text}", text)

    def meaning(self, span: Span) -> str:
        """One term of what a call shows.

        >>> TextVoice().plain_text(HandConstraint.parse("H5+ S0-3 HCP11-15 | bal HCP20+"))
        '5 or more hearts, at most 3 spades, 11 to 15 points; or balanced, 20 or more points'
        """
        if span.card is not None:
            return self.words["meaning.card"].format(card=self.plain_text(span.card))
        word = self.words[f"meaning.{span.measure.value}"]
        sort = (
            "exactly" if span.low == span.high else "from" if span.is_open else "to" if span.low else "most"
        )
        key = "meaning.shape" if span.measure in SHAPES else f"meaning.{sort}"
        return self.words[key].format(low=span.low, high=span.high, what=word)

    def seat(self, seat: Seat) -> str:
        """A seat's name."""
        return self.words[f"seat.{seat.name}"]

    def clause(self, clause: Clause) -> str:
        """A provision as the Law Book prints it, without the edition: Law 12C1(c)."""
        cited = self.words["law.clause"].replace(" ", self.between)
        return cited.format(address=clause.legible.removeprefix("Law "))

    def standing(self, finding: Finding) -> str:
        """The key of what a finding stands on: what a person judged is told apart from what the case tells as a fact."""
        is_judged_fact = finding.standing is Basis.JUDGEMENT and finding.kind is not FindingClass.JUDGEMENT
        return "standing.told" if is_judged_fact else f"standing.{finding.standing}"

    def result_text(self, result: Result) -> str:
        """A result in letters: contract, tricks over or under, declarer."""
        if result.contract is None:
            return self.words["result.passed-out"]
        over = f"{result.over:+d}" if result.over else "="
        if self.signs:
            over = over.replace("-", "−")
        return self.declared(f"{self.strain_named(result.contract.name)}{over}", result.contract.declarer)

    def strain_named(self, name: str) -> str:
        """A bid or contract, notrump as this language shortens it.

        >>> TextVoice("it").strain_named("3NTX"), TextVoice(signs=True).strain_named("4SX")
        ('3SAX', '4♠X')
        """
        if self.signs and name[1:2] in SIGNS:
            return f"{name[0]}{SIGNS[name[1]]}{name[2:]}"
        return name.replace("NT", self.words["strain.short.NT"])

    def declared(self, name: str, declarer: Seat) -> str:
        """A contract or result with its declarer."""
        with_seat = self.words["result.by"].replace(" ", self.between)
        return self.text(with_seat).format(result=name, seat=self.words[f"seat.short.{declarer.name}"])

    def exact_share(self, share: Fraction) -> str:
        """A share in percent where that is exact, else as a fraction."""
        text = percent_text(share)
        return self.percent(share, 3) if text.endswith("%") else text

    def place(self, place: Place) -> str:
        """A call, a card of a trick, the lead or the pause before play, in words."""
        who = "" if place.seat is None else self.seat(place.seat)
        key = f"place.{place.moment.value.replace(' ', '-')}"
        return self.words[key].format(number=place.number, seat=who)


RESULTS_SHOWN = 4
"""Results named in a sentence of a weighted score; the table below it has all."""


def result_told(ruling: Ruling, outcome: Outcome, voice: TextVoice) -> str:
    """A result, with the tricks more or fewer that are weighed with it."""
    result, also = voice.render(outcome.result), neighbouring_tricks(ruling, outcome, voice)
    return voice.text("{} {}").format(result, also) if also else result


def neighbouring_tricks(ruling: Ruling, outcome: Outcome, voice: TextVoice) -> str:
    """The tricks more or fewer that are weighed with a result; nothing where there are none."""
    also = stands_also_for(ruling, outcome)
    listed = voice.text(voice.words["word.or"]).join(map(voice.render, also))
    return voice("weights.or-tricks", also=listed) if also else ""


def results_of(variant: Variant, voice: TextVoice) -> tuple[Message, ...]:
    """The results a variant's score is made of with their weights; the table result where that stands."""
    if variant.adjusted is not None and variant.adjusted.kind is AdjustedKind.NONE:
        return (message("verdict.stands"),)
    ns, ew = (weighed_parts(results, voice) for results in (variant.results, variant.results_ew))
    if ew:
        return (message("verdict.split", ns=ns, ew=ew),)
    if ns and variant.adjusted is not None and variant.adjusted.kind is AdjustedKind.TWO_SIDED:
        return (message("verdict.split-of", results=ns),)
    return ns


def weighed_parts(
    results: Sequence[tuple[Result | PointsOnly | str, Fraction]], voice: TextVoice
) -> tuple[Message, ...]:
    """The weightiest results with their weights, the others together; one that is the whole without its weight."""
    if len(results) == 1 and results[0][1] == 1:
        return (message("word.listed", entries=results[0][0]),)
    parts = [
        message("verdict.part", weight=voice.share(weight), result=result)
        for result, weight in results[:RESULTS_SHOWN]
    ]
    if rest := sum((weight for _, weight in results[RESULTS_SHOWN:]), Fraction(0)):
        parts.append(message("verdict.part-others", weight=voice.share(rest)))
    return tuple(parts)


def variant_told(variant: Variant, voice: TextVoice) -> str:
    """A variant in a line: both sides' scores, else what they would be made of."""
    because, adjusted = voice.say(variant.because), variant.adjusted
    if adjusted is not None and adjusted.ns is not None and adjusted.ew is not None:
        ns, ew = (voice.figure_of(score.rounded, score.unit) for score in (adjusted.ns, adjusted.ew))
        return voice("page.variant", because=because, ns=ns, ew=ew)
    if results := results_of(variant, voice):
        return voice("page.variant-results", because=because, results=results)
    return voice("page.variant-undecided", because=because)


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
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
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


@dataclass(frozen=True)
class PageVoice(TextVoice):
    """A language on a page: what it says is escaped, cards and calls are drawn.

    `inline` draws each sign in place instead of referring to the one at the head of the page, for printers that look
    at each drawing alone.

    >>> print(PageVoice().render("<b>"))
    &lt;b&gt;
    """

    inline: bool = False
    before_sign: ClassVar[str] = "\u00a0"  # no percent sign begins a line
    between: ClassVar[str] = "\u00a0"  # a result stays with its declarer, a Law with its number

    def text(self, text: str) -> Markup:
        """A text, harmless."""
        return escape(text)

    def quoted(self, text: str) -> Markup:
        """What a person wrote, apart from the line around it; a closed word as this language has it."""
        return self.render(text) if f"value.{text}" in self.words else Markup("<bdi>{}</bdi>").format(text)

    def _filled(self, sentence: str, args: Mapping[str, object]) -> str:
        quotes = set(_QUOTATION.findall(sentence))
        places_apart = {
            name: self.quoted(value) if name in quotes and type(value) is str else value
            for name, value in args.items()
        }
        text = super()._filled(sentence, places_apart)
        return type(text)(with_nbsp(text))

    def render(self, value: object) -> Markup:
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
                return self.text(self.declared(self.contract(value), value.declarer))
            case Hand():
                return self.hand(value)
            case Result() | PointsOnly():
                return self.result(value)
            case tuple():
                return Markup(", ").join(map(self.render, value))
            case Markup():
                return value
            case _:
                return escape(self.say(value) if isinstance(value, Message) else self.plain_text(value))

    def strong(self, text: str) -> Markup:
        """A figure the eye must find."""
        return Markup("<strong>{}</strong>").format(text)

    def cited(self, text: str) -> Markup:
        """A provision a ruling cites, as the Law Book prints it; what is no address stays as it is."""
        try:
            return self.render(Clause.parse(text))
        except LawError:
            return self.text(text)

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
        """A suit's sign, drawn in its own colour, with its name for those who listen and its character for who copies."""
        name = str(suit)
        inside = (
            Markup('<path d="{}"/>').format(PATHS[name])
            if self.inline
            else Markup('<use href="#suit-{}"/>').format(name)
        )
        label = Markup('role="img" aria-label="{}"').format(self.words[f"strain.{name}"])
        paint = Markup('fill="{}"').format(INKS[name]) if self.inline else Markup("")
        drawn = Markup('<svg class="suit {}" viewBox="0 0 24 24" {} {}>{}</svg>').format(
            name, paint, label if aloud else Markup('aria-hidden="true"'), inside
        )
        copied = Markup('<span class="copied" aria-hidden="true">{}</span>').format(SIGNS[name])
        return Markup('<span class="sign">{}{}</span>').format(drawn, copied)

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

    def hand(self, hand: Hand) -> Markup:
        """A hand in one line, spades first; a void is left out."""
        suits = ((suit, "".join(map(rank_text, hand.holding(suit)))) for suit in reversed(Suit))
        return Markup(" ").join(
            Markup('<span class="card">{}{}</span>').format(self.suit(suit), ranks)
            for suit, ranks in suits
            if ranks
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
            return self.text(self.signed_figure(result.points))
        if result.contract is None:
            return self.text(self.words["result.passed-out"])
        over = f"{result.over:+d}".replace("-", "−") if result.over else "="
        name = Markup('<span class="card">{}{}</span>').format(self.contract(result.contract), over)
        return self.text(self.declared(name, result.contract.declarer))
