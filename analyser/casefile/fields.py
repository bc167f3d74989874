"""The types the fields of a case are made of: places and actions, and how a text becomes a value of the game."""

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    WithJsonSchema,
)

from analyser import resources
from analyser.bridge import (
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    HandConstraint,
    PointsOnly,
    Result,
    Seat,
    Side,
    Strain,
    Suit,
    parse_result,
)
from analyser.bridge import Vulnerability as BridgeVulnerability
from analyser.bridge.cards import as_code
from analyser.bridge.constraints import begins_like_constraint
from analyser.errors import AnalyserError, BridgeError, Problem
from analyser.messages import sentence
from analyser.messages.refusals import refuse_value
from analyser.scoring import parse_number, parse_weight

Action = Call | Card


class Moment(Enum):
    """The kinds of place a remark or an incident may point at."""

    CALL = "call"
    TRICK = "trick"
    LEAD = "lead"
    BEFORE_PLAY = "before play"

    __repr__ = as_code


@dataclass(frozen=True, slots=True)
class Place:
    """A call, a card of a trick, the opening lead, or the pause before play.

    >>> Place.parse("call 7"), str(Place.parse("trick 3 W")), str(Place.parse("before play"))
    (Place(moment=Moment.CALL, number=7, seat=None), 'trick 3 W', 'before play')
    """

    moment: Moment
    number: int = 0
    seat: Seat | None = None

    @classmethod
    def parse(cls, text: str) -> "Place":
        """Read `call N`, `trick T S`, `lead` or `before play`."""
        words = text.strip().lower()
        if words in ("lead", "before play"):
            return cls(Moment(words))
        if match := re.fullmatch(r"call\s+(\d{1,3})", words):
            return cls(Moment.CALL, int(match[1]))
        if (match := re.fullmatch(r"trick\s+(\d{1,2})\s+([nesw])", words)) and 1 <= int(match[1]) <= 13:
            return cls(Moment.TRICK, int(match[1]), Seat.parse(match[2]))
        remedy = sentence("write-place")
        raise BridgeError(sentence("not-a-place"), found=text, remedy=remedy)

    def __str__(self) -> str:
        """As a case file writes it."""
        if self.moment is Moment.CALL:
            return f"call {self.number}"
        return f"trick {self.number} {self.seat}" if self.moment is Moment.TRICK else self.moment.value


def parse_action(text: str) -> Action:
    """Read an action: a card is suit then rank, a call is level then denomination, or P X XX.

    >>> parse_action("4H"), parse_action("H4"), parse_action("P")
    (Call.parse('4H'), Card.parse('H4'), Call.parse('P'))
    """
    word = text.strip().upper()
    if re.fullmatch(r"[SHDC♠♥♦♣](10|[2-9TJQKA])", word):
        return Card.parse(word)
    if word in ("D", "R", "*", "**"):  # short for a double elsewhere; here they could be meant as a suit
        raise BridgeError(sentence("not-a-call-or-card"), found=text, remedy=sentence("write-double"))
    try:
        return Call.parse(word)
    except BridgeError:
        remedy = sentence("write-call-or-card")
        raise BridgeError(sentence("not-a-call-or-card"), found=text, remedy=remedy) from None


class Table(BaseModel):
    """A table of the case file: frozen, and closed to keys it does not know."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", arbitrary_types_allowed=True, strict=True, defer_build=True
    )


def _read(parse: Callable[[str], Any]) -> Callable[[Any], Any]:
    """Read a text with a parser of the game, keeping a value that is parsed already."""

    def read(value: Any) -> Any:  # noqa: ANN401 - a case file may hold anything here
        if not isinstance(value, str):
            raise refuse_value(Problem("", "", sentence("text-wanted"), sentence("quote-text")))
        try:
            return parse(value)
        except AnalyserError as error:
            raise refuse_value(*error.problems) from None

    return read


def _parsed_field(parse: Callable[[str], Any], pattern: str | None = None) -> tuple[Any, Any, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if pattern:
        schema["pattern"] = pattern
    return PlainValidator(_read(parse)), WithJsonSchema(schema), PlainSerializer(str)


Text = Annotated[str, Field(max_length=10_000)]
_SLUG_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
Slug = Annotated[str, Field(max_length=200, pattern=_SLUG_PATTERN)]


def _seat_or_side(text: str) -> Seat | Side:
    return Side.parse(text) if len(text.strip()) > 1 else Seat.parse(text)


SeatText = Annotated[Seat, *_parsed_field(Seat.parse, "^[NESW]$")]
SideText = Annotated[Side, *_parsed_field(Side.parse, "^(NS|EW)$")]
SeatOrSideText = Annotated[Seat | Side, *_parsed_field(_seat_or_side, "^([NESW]|NS|EW)$")]
SuitText = Annotated[Suit, *_parsed_field(Suit.parse, "^[SHDC]$")]
StrainText = Annotated[Strain, *_parsed_field(Strain.parse, "^(S|H|D|C|NT)$")]
VulnerabilityText = Annotated[
    BridgeVulnerability, *_parsed_field(BridgeVulnerability.parse, "^(none|NS|EW|all)$")
]
DealText = Annotated[Deal, *_parsed_field(Deal.parse)]
HandText = Annotated[Hand, *_parsed_field(Hand.parse)]
CardText = Annotated[Card, *_parsed_field(Card.parse, "^[SHDC]([2-9TJQKA]|10)$")]
CallText = Annotated[Call, *_parsed_field(Call.parse, "^(P|X|XX|[1-7](C|D|H|S|NT))$")]
ActionText = Annotated[Action, *_parsed_field(parse_action)]
PlaceText = Annotated[Place, *_parsed_field(Place.parse)]
Meaning = Annotated[HandConstraint, *_parsed_field(HandConstraint.parse)]


@dataclass(frozen=True, slots=True)
class MeaningInWords:
    """What a call shows, stated in words and not in the language of meanings: the lexicon reads it.

    >>> parse_meaning("H5+ HCP8-11"), parse_meaning("weak, both majors")
    (HandConstraint.parse('H5+ HCP8-11'), MeaningInWords(text='weak, both majors'))
    """

    text: str

    def __str__(self) -> str:
        """The words as they were written."""
        return self.text


def parse_meaning(text: str) -> HandConstraint | MeaningInWords:
    """Read a meaning: the language of meanings, else words; refused where it begins like the language and is not of it."""
    if begins_like_constraint(text) or not text.strip():
        return HandConstraint.parse(text)
    if HandConstraint.problems(text):
        return MeaningInWords(text.strip())
    return HandConstraint.parse(text)


def stated_constraint(meaning: HandConstraint | MeaningInWords | None) -> HandConstraint | None:
    """The meaning in figures, if a person stated it so; `None` for words."""
    return meaning if isinstance(meaning, HandConstraint) else None


MeaningOrWords = Annotated[HandConstraint | MeaningInWords, *_parsed_field(parse_meaning)]
ContractText = Annotated[Contract, *_parsed_field(Contract.parse)]
ResultText = Annotated[Result | PointsOnly, *_parsed_field(parse_result)]
PLAIN_CONTRACT_PATTERN = r"^[1-7](C|D|H|S|NT|N)X{0,2}$|^passed out$"
# The years of the editions kept: the names of their files, for a case is checked without the Laws at hand.
EDITION_YEARS = tuple(resources.stems("laws/editions"))
_EDITIONS = "|".join(EDITION_YEARS)
EDITION_PATTERN = f"^({_EDITIONS})$"

_CANONICAL_CLAUSE = rf"^({_EDITIONS}):[0-9]+[0-9A-Za-z]*$"


def _clause_text(value: Any) -> Any:  # noqa: ANN401 - a case file may hold anything here
    """A provision as `law` takes it, in the one form kept: `2017: Law 16 B1(a)` is `2017:16B1a`."""
    if not isinstance(value, str) or len(value) > _LONGEST_CLAUSE or re.fullmatch(_CANONICAL_CLAUSE, value):
        return value
    from analyser.laws import Clause  # most cases are checked without the Laws at hand

    try:
        return str(Clause.parse(value))
    except AnalyserError as error:
        raise refuse_value(*(replace(problem, where="") for problem in error.problems)) from None


HOW_TO_WRITE = {
    _SLUG_PATTERN: "write-short-name",
    EDITION_PATTERN: "write-edition",
    PLAIN_CONTRACT_PATTERN: "write-plain-contract",
    _CANONICAL_CLAUSE: "write-law-address",
}
"""What a text of each form looks like, as a sentence: the remedy of one that has not its form."""

_LONGEST_CLAUSE = 40
ClauseText = Annotated[
    str, BeforeValidator(_clause_text), Field(max_length=_LONGEST_CLAUSE, pattern=_CANONICAL_CLAUSE)
]

Tricks = Annotated[int, Field(ge=0, le=13)]
Points = Annotated[int, Field(ge=-20_000, le=20_000, multiple_of=10)]


def _frozen(value: Any) -> Any:  # noqa: ANN401 - a case file may hold anything here
    """A table or list of the case file as tuples, so that the case stays a value."""
    if isinstance(value, dict):
        return tuple((str(key), _frozen(inner)) for key, inner in value.items())
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def unfrozen(pairs: tuple[Any, ...]) -> dict[str, Any]:
    """The table that was read as pairs."""
    return {key: [*value] if isinstance(value, tuple) else value for key, value in pairs}


def _pairs(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, dict):
        return _frozen(value)
    if isinstance(value, tuple):
        return value
    raise refuse_value(Problem("", "", sentence("table-wanted"), sentence("write-table")))


Pairs = Annotated[
    tuple[Any, ...],
    PlainValidator(_pairs),
    WithJsonSchema({"type": "object"}),
    PlainSerializer(unfrozen),
]
Day = dt.date
DayAndHour = dt.datetime


def _calls(value: Any) -> Any:  # noqa: ANN401
    return value.split() if isinstance(value, str) else value


AuctionCalls = Annotated[
    tuple[CallText, ...],
    BeforeValidator(_calls),
    Field(strict=False, max_length=400),
    WithJsonSchema({"type": "string", "description": "calls from the dealer on, parted by blanks"}),
    PlainSerializer(lambda calls: " ".join(map(str, calls))),
]


def _tricks(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, (list, tuple)):
        return [trick.split() if isinstance(trick, str) else trick for trick in value]
    return value


TricksPlayed = Annotated[
    tuple[Annotated[tuple[CardText, ...], Field(strict=False)], ...],
    BeforeValidator(_tricks),
    Field(strict=False, max_length=13),
    WithJsonSchema({"type": "array", "items": {"type": "string"}, "maxItems": 13}),
    PlainSerializer(lambda tricks: [" ".join(map(str, trick)) for trick in tricks]),
]


CardsText = Annotated[
    tuple[CardText, ...],
    BeforeValidator(_calls),
    Field(strict=False, max_length=14),
    WithJsonSchema(
        {"type": "string", "description": "cards in the order they were played, parted by blanks"}
    ),
    PlainSerializer(lambda cards: " ".join(map(str, cards))),
]


def _exact(value: Any) -> Fraction:  # noqa: ANN401
    """A figure in a text: a whole number, a decimal or a fraction, with or without a sign."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise refuse_value(Problem("", "", sentence("number-wanted"), sentence("write-number")))
    try:
        return Fraction(str(value)) if isinstance(value, float) else parse_number(str(value))
    except (ValueError, AnalyserError):
        raise refuse_value(Problem("", "", sentence("not-a-number"), sentence("write-number"))) from None


def _weight(value: Any) -> Fraction:  # noqa: ANN401
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise refuse_value(Problem("", "", sentence("weight-wanted"), sentence("write-weight")))
    try:
        return parse_weight(value if isinstance(value, str) else str(Decimal(str(value))))
    except AnalyserError as error:
        raise refuse_value(*error.problems) from None


_NUMBER = {"anyOf": [{"type": "string"}, {"type": "number"}]}
Exact = Annotated[Fraction, PlainValidator(_exact), WithJsonSchema(_NUMBER), PlainSerializer(str)]
Weight = Annotated[Fraction, PlainValidator(_weight), WithJsonSchema(_NUMBER), PlainSerializer(str)]
