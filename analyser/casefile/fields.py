"""How a text in a case file becomes a value of the game: the types its fields are made of."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
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
from pydantic_core import PydanticCustomError

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
from analyser.casefile.places import Action, Place, parse_action
from analyser.errors import AnalyserError, Problem
from analyser.scoring import parse_weight

__all__ = [
    "ActionText",
    "AuctionCalls",
    "CallText",
    "CardText",
    "ClauseText",
    "ContractText",
    "Day",
    "DealText",
    "Exact",
    "HandText",
    "Meaning",
    "Moment",
    "PlaceText",
    "Points",
    "ResultText",
    "SeatText",
    "SideText",
    "Slug",
    "StrainText",
    "SuitText",
    "Table",
    "Text",
    "Tricks",
    "TricksPlayed",
    "VulnerabilityText",
    "Weight",
]


class Table(BaseModel):
    """A table of the case file: frozen, and closed to keys it does not know."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", arbitrary_types_allowed=True, strict=True, defer_build=True
    )


def _read(parse: Callable[[str], Any]) -> Callable[[Any], Any]:
    """Read a text with a parser of the game, keeping a value that is parsed already."""

    def read(value: Any) -> Any:  # noqa: ANN401 - a case file may hold anything here
        if not isinstance(value, str):
            raise _refusal(Problem("", "", "a text is wanted", "put it between quotation marks"))
        try:
            return parse(value)
        except AnalyserError as error:
            raise _refusal(*error.problems) from None

    return read


def _refusal(*problems: Problem) -> PydanticCustomError:
    """A refusal pydantic collects with all the others; our problems travel in its context."""
    return PydanticCustomError("bridge", "not possible", {"problems": problems})


def _of(parse: Callable[[str], Any], pattern: str | None = None) -> tuple[Any, Any, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if pattern:
        schema["pattern"] = pattern
    return PlainValidator(_read(parse)), WithJsonSchema(schema), PlainSerializer(str)


Text = Annotated[str, Field(max_length=10_000)]
Slug = Annotated[str, Field(max_length=200, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
SeatText = Annotated[Seat, *_of(Seat.parse, "^[NESW]$")]
SideText = Annotated[Side, *_of(Side.parse, "^(NS|EW)$")]
SuitText = Annotated[Suit, *_of(Suit.parse, "^[SHDC]$")]
StrainText = Annotated[Strain, *_of(Strain.parse, "^(S|H|D|C|NT)$")]
VulnerabilityText = Annotated[BridgeVulnerability, *_of(BridgeVulnerability.parse, "^(none|NS|EW|all)$")]
DealText = Annotated[Deal, *_of(Deal.parse)]
HandText = Annotated[Hand, *_of(Hand.parse)]
CardText = Annotated[Card, *_of(Card.parse, "^[SHDC]([2-9TJQKA]|10)$")]
CallText = Annotated[Call, *_of(Call.parse, "^(P|X|XX|[1-7](C|D|H|S|NT))$")]
ActionText = Annotated[Action, *_of(parse_action)]
PlaceText = Annotated[Place, *_of(Place.parse)]
Meaning = Annotated[HandConstraint, *_of(HandConstraint.parse)]
ContractText = Annotated[Contract, *_of(Contract.parse)]
ResultText = Annotated[Result | PointsOnly, *_of(parse_result)]
# The years of the editions kept: the names of their files, for a case is checked without the Laws at hand.
_EDITIONS = "|".join(resources.stems("laws/editions"))
EDITION_PATTERN = f"^({_EDITIONS})$"

ClauseText = Annotated[str, Field(max_length=40, pattern=rf"^({_EDITIONS}):[0-9A-Za-z]+$")]

Tricks = Annotated[int, Field(ge=0, le=13)]
Points = Annotated[int, Field(ge=-20_000, le=20_000, multiple_of=10)]
Day = dt.date
Moment = dt.datetime


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


def _exact(value: Any) -> Fraction:  # noqa: ANN401
    """A figure in a text: a whole number, a decimal or a fraction, with or without a sign."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise _refusal(Problem("", "", "a number is wanted", "write it as in -10, 2.85 or 57/20"))
    try:
        return Fraction(str(value).strip().replace("−", "-").removeprefix("+"))
    except (ValueError, ZeroDivisionError):
        raise _refusal(Problem("", "", "not a number", "write it as in -10, 2.85 or 57/20")) from None


def _weight(value: Any) -> Fraction:  # noqa: ANN401
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise _refusal(Problem("", "", "a weight is wanted", "write it as in 65%, 0.65 or 13/20"))
    try:
        return parse_weight(value if isinstance(value, str) else str(Decimal(str(value))))
    except AnalyserError as error:
        raise _refusal(*error.problems) from None


_NUMBER = {"anyOf": [{"type": "string"}, {"type": "number"}]}
Exact = Annotated[Fraction, PlainValidator(_exact), WithJsonSchema(_NUMBER), PlainSerializer(str)]
Weight = Annotated[Fraction, PlainValidator(_weight), WithJsonSchema(_NUMBER), PlainSerializer(str)]
