"""Was this call to be alerted? The duty by call, meaning, place in the auction and screens, from the rows of a regulation.

Rows are asked in order and the first whose conditions hold answers. What a condition asks for and nobody told leaves the answer
open, but only where it would matter.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from analyser.bridge import DOUBLE, PASS, REDOUBLE, Auction, Call, HandConstraint, Seat, Strain, Suit
from analyser.bridge.constraints import Measure, Span
from analyser.errors import UsageError
from analyser.laws import Jurisdiction
from analyser.laws.regulation import RegulationRow
from analyser.messages import Message, message, sentence
from analyser.ruling.procedure import ProcedureAnswer, no_alerts_kept


class Role(StrEnum):
    """What a call is in its auction."""

    OPENING = "opening"
    RESPONSE = "response"  # to an opening
    OVERCALL = "overcall"
    ADVANCE = "advance"  # a response to an overcall
    LATER = "later"


@dataclass(frozen=True, slots=True)
class CallToAlert:
    """A call with its auction and what it means; what is not told is none."""

    auction: Auction  # the calls before it
    call: Call
    shows: HandConstraint | None = None
    natural: bool | None = None
    forcing: bool | None = None
    special: bool | None = None
    inverted: bool | None = None
    purpose: str | None = None
    screens: bool = False


_NATURAL_LENGTH = (
    3  # the WBF's definition of a convention: high cards or length, three cards or more, in the suit named
)
PURPOSES: Final = ("takeout", "penalty", "support", "shows-suit", "stayman", "transfer")
_CONVENTIONS = ("stayman", "transfer")  # purposes that are conventions by themselves
_STRONG_POINTS = 13  # an opening that is always strong is no natural club, however short
_ONE_SUITED = 5  # a notrump bid that promises this much of a suit and is not balanced speaks of the suit
_FIRST_ROUND = 4
_MOST_POINTS = 37
SUITS: Final[Mapping[Measure, Suit]] = {
    Measure.SPADES: Suit.SPADES,
    Measure.HEARTS: Suit.HEARTS,
    Measure.DIAMONDS: Suit.DIAMONDS,
    Measure.CLUBS: Suit.CLUBS,
}
_SHAPES = (Measure.BALANCED, Measure.SEMI_BALANCED)
_NAMES = {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble"}


def facts_of(asked: CallToAlert) -> dict[str, Any]:
    """Every fact a row may ask for, by its word; none where it is not told."""
    auction, call = asked.auction, asked.call
    last, role = auction.last_bid, role_of(auction)
    points = _points(asked.shows)
    natural = asked.natural if asked.natural is not None else _natural_by_meaning(asked)
    own_bids = {bid.strain for seat, bid in auction if seat.side is auction.turn.side and bid.is_bid}
    their_bids = {bid.strain for seat, bid in auction if seat.side is not auction.turn.side and bid.is_bid}
    suit_bid = call.is_bid and call.strain is not Strain.NOTRUMP
    opening = next((bid for _, bid in auction if bid.is_bid), None)
    earlier = [call for seat, call in auction if seat is auction.turn]
    return {
        "call": _NAMES.get(call, str(call)),
        "strain": "NT"
        if call.strain is Strain.NOTRUMP
        else None
        if call.strain is None
        else str(call.strain),
        "level": call.level,
        "suit_bid": suit_bid,
        "role": str(role),
        "natural": natural,
        "jump": call.is_bid and _is_jump(call, last),
        "first_round": len(auction) < _FIRST_ROUND,
        "above_3nt": (last is not None and last >= Call.parse("3NT")) or call > Call.parse("3NT"),
        "new_suit": suit_bid and call.strain not in own_bids | their_bids,
        "passed_hand": bool(earlier) and earlier[0] == PASS,
        "opened": None if opening is None else str(opening),
        "opening_of_one_suit": opening is not None
        and opening.level == 1
        and opening.strain is not Strain.NOTRUMP,
        "short_club": asked.natural is not False and is_short_club(call, asked.shows),
        "forcing": asked.forcing,
        "stated_forcing": asked.forcing is True,
        "special": asked.special,
        "inverted": asked.inverted,
        "purpose": asked.purpose or ("" if natural and call.is_bid else None),
        "shows_suit": _speaks_of_suits(asked),
        "doubled": _doubled_meaning(auction, asked),
        "points": points,
    }


def role_of(auction: Auction) -> Role:
    """What the next call is in the auction so far."""
    side = auction.turn.side
    bids = [(seat, call) for seat, call in auction if call != PASS]
    if not any(call.is_bid for _, call in bids):
        return Role.OPENING
    rows = [(seat, call) for seat, call in bids if seat.side is side]
    opened_by = next(seat for seat, call in bids if call.is_bid)
    if not rows:
        return Role.OVERCALL
    partners_alone = all(seat is auction.turn.partner for seat, _ in rows) and len(rows) == 1
    if partners_alone:
        return Role.RESPONSE if opened_by.side is side else Role.ADVANCE
    return Role.LATER


def is_natural(call: Call, shows: HandConstraint | None) -> bool | None:
    """Whether a call speaks of the denomination it names: three cards or more of the suit, a hand for notrump."""
    if shows is None or not call.is_bid:
        return None if shows is None else True
    strain = call.strain
    for spans in shows.alternatives:
        if strain is Strain.NOTRUMP:
            balanced = any(span.measure in _SHAPES for span in spans)
            if not balanced and any(span.low >= _ONE_SUITED for span in spans if span.measure in SUITS):
                return False
        elif not any(_names(span, strain) and span.low >= _NATURAL_LENGTH for span in spans):
            return False
    return True


def _natural_by_meaning(asked: CallToAlert) -> bool | None:
    """Whether the call is natural by its purpose and meaning, or None where neither is stated.

    A double or redouble that speaks of another suit than the one last named is not.
    """
    if asked.purpose in _CONVENTIONS:
        return False
    if asked.shows is not None and asked.call in (DOUBLE, REDOUBLE):
        last = asked.auction.last_bid
        strain = None if last is None else last.strain
        spans = [span for spans in asked.shows.alternatives for span in spans if span.measure in SUITS]
        return all(_names(span, strain) for span in spans)
    return is_natural(asked.call, asked.shows)


def is_short_club(call: Call, shows: HandConstraint | None) -> bool:
    """Whether an opening of one club may be made on one or two clubs and is still that of a natural system.

    It promises no other suit, and is neither one of several meanings nor always strong.
    """
    if shows is None or call != Call.parse("1C") or len(shows.alternatives) != 1:
        return False
    (spans,) = shows.alternatives
    clubs = next((span.low for span in spans if span.measure is Measure.CLUBS), 0)
    others = (span for span in spans if span.measure in SUITS and span.measure is not Measure.CLUBS)
    points = next((span.low for span in spans if span.measure is Measure.POINTS), 0)
    promises_other = any(span.low >= _NATURAL_LENGTH for span in others)
    return 1 <= clubs < _NATURAL_LENGTH and not promises_other and points < _STRONG_POINTS


def _names(span: Span, strain: Strain | None) -> bool:
    suit = SUITS.get(span.measure)
    return suit is not None and str(suit) == str(strain)


def _speaks_of_suits(asked: CallToAlert) -> bool | None:
    """Whether any alternative promises or denies length in a suit; plain takeout or penalties does not."""
    if asked.shows is None:
        return {"takeout": False, "penalty": False, "support": True, "shows-suit": True}.get(
            asked.purpose or ""
        )
    return any(span.measure in SUITS for spans in asked.shows.alternatives for span in spans)


def _points(shows: HandConstraint | None) -> tuple[int, int] | None:
    """The fewest and the most points the meaning allows; none where it is not told."""
    if shows is None:
        return None
    ranges = [
        next(((span.low, span.high) for span in spans if span.measure is Measure.POINTS), (0, _MOST_POINTS))
        for spans in shows.alternatives
    ]
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _is_jump(call: Call, last: Call | None) -> bool:
    lower = Call.bid(call.level - 1, call.strain) if call.level > 1 and call.strain is not None else None
    return lower is not None and (last is None or lower > last)


def _doubled_meaning(auction: Auction, asked: CallToAlert) -> str | None:
    """What a double speaks to: notrump, or a suit that was natural unless the case of it says otherwise."""
    last = auction.last_bid
    if asked.call != DOUBLE or last is None:
        return None
    if last.strain is Strain.NOTRUMP:
        return "notrump"
    return "artificial-suit" if asked.purpose == "shows-suit" else "natural-suit"


def alert_duty(
    rows: Sequence[RegulationRow], asked: CallToAlert
) -> tuple[RegulationRow | None, tuple[str, ...]]:
    """The row that answers, and the facts that are missing for it to be sure."""
    facts = facts_of(asked)
    missing: list[str] = []
    waiting: list[RegulationRow] = []
    for row in rows:
        with_screens = row.values.get("screens")
        if with_screens is not None and with_screens != asked.screens:
            continue
        unknown, applies = _holds(row.values["when"], facts)
        if applies is None:
            waiting.append(row)
            missing += unknown
        elif applies:
            if any(other.values["duty"] != row.values["duty"] for other in waiting):
                return row, tuple(dict.fromkeys(missing))
            return row, ()
    return None, tuple(dict.fromkeys(missing))


def _holds(when: Mapping[str, Any], facts: Mapping[str, Any]) -> tuple[list[str], bool | None]:
    """Whether every condition of a row holds; where one is not told and none fails, which those are."""
    unknown = []
    for word, wanted in when.items():
        answer = _condition(word, wanted, facts)
        if answer is False:
            return [], False
        if answer is None:
            unknown.append("shows" if word.startswith("points") else word)
    return unknown, None if unknown else True


def _condition(word: str, wanted: Any, facts: Mapping[str, Any]) -> bool | None:  # noqa: ANN401 - what a file says
    if word.startswith("points_"):
        return None if facts["points"] is None else _is_within(word, wanted, *facts["points"])
    if word == "level_from":
        return bool(facts["level"] >= wanted)
    value = facts[word]
    if value is None:
        return None if word not in ("strain", "doubled", "opened") else False
    return bool(value in wanted) if isinstance(wanted, list) else bool(value == wanted)


def _is_within(word: str, wanted: Any, low: int, high: int) -> bool:  # noqa: ANN401 - what a file says
    if word == "points_from":
        return bool(low >= wanted)
    if word == "points_to":
        return bool(high <= wanted)
    return bool(wanted[0] <= low and high <= wanted[1])


def alert_answer(law: Jurisdiction, asked: CallToAlert) -> ProcedureAnswer:
    """Whether the call was to be alerted under the regulation in force, with the clause and what it hangs on."""
    _check_purpose(asked)
    rows = law.regulation.rows("alert")
    row, missing = alert_duty(rows, asked)
    if row is None:  # the last row of every list holds always
        raise no_alerts_kept(law)
    call, duty = asked.call, row.values["duty"]
    if missing:
        says = message(
            "alert.open", call=call, missing=tuple(Message(f"alert.fact.{word}") for word in missing)
        )
    else:
        says = message(f"alert.duty.{duty}", call=call)
    figures = {
        "duty": None if missing else duty,
        "row": row.code,
        "missing": list(missing),
        "screens": asked.screens,
        "role": str(role_of(asked.auction)),
    }
    reasons = [*_reasons(row, asked, missing)]
    if asked.screens and any(_set_aside(other, asked) for other in rows):
        reasons.append(Message("alert.footnote"))
    return ProcedureAnswer(says, tuple(reasons), (str(row.source),), figures)


def _check_purpose(asked: CallToAlert) -> None:
    """Refuse a purpose that is not of the list, and a convention said to be natural."""
    if asked.purpose is not None and asked.purpose not in PURPOSES:
        remedy = sentence("write-one-of-here", words=", ".join(PURPOSES))
        raise UsageError(sentence("word-not-known"), where="purpose", found=asked.purpose, remedy=remedy)
    if asked.purpose in _CONVENTIONS and asked.natural:
        why, remedy = sentence("convention-is-natural"), sentence("leave-out-natural")
        raise UsageError(why, where="purpose", found=asked.purpose, remedy=remedy)


def _set_aside(row: RegulationRow, asked: CallToAlert) -> bool:
    """Whether a row would have answered but that it speaks of play without screens, and the text is not clear on that."""
    return bool(row.values.get("footnote")) and _holds(row.values["when"], facts_of(asked))[1] is True


def _reasons(row: RegulationRow, asked: CallToAlert, missing: Sequence[str]) -> Iterator[Message]:
    if missing:
        yield message("alert.else", duty=Message(f"alert.word.{row.values['duty']}"))
    yield message("alert.because", rule=Message(f"alert.row.{row.code}"))
    if "stated_forcing" in row.values["when"] and asked.forcing is None:
        yield Message("alert.read-as-not-forcing")
    yield Message(f"alert.{'screens' if asked.screens else 'no-screens'}")
    if asked.screens:
        yield Message("alert.one-side")
    yield Message("alert.doubt")


def call_asked(call: str, auction: str = "", shows: str | None = None) -> CallToAlert:
    """A call as it is typed, with the calls before it and its meaning.

    >>> call_asked("2D", "1NT P", "H5+").call
    Call.parse('2D')
    """
    before = Auction.parse(Seat.N, auction)
    parsed = Call.parse(call)
    before.then(parsed)  # refused where it is illegal
    return CallToAlert(before, parsed, None if not shows else HandConstraint.parse(shows))


def prealerts(law: Jurisdiction) -> tuple[RegulationRow, ...]:
    """What is told to the opponents before play begins."""
    return law.regulation.rows("prealert")
