"""Procedural penalties: what the catalogue of an authority fixes for an offence, and what it comes to in figures.

A penalty stands apart from the score of the board and is never mixed with it. What the regulation leaves to the director is said
to be his: a range, a warning before the first penalty, how a penalty for both sides is shared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from analyser.errors import ScoringError
from analyser.laws import Jurisdiction
from analyser.laws.choices import PenaltyBound
from analyser.laws.regulation import Penalty
from analyser.messages import Message, message, message_or_quote, sentence
from analyser.ruling.procedure import ProcedureAnswer, no_penalties_kept
from analyser.scoring import charge_started_units, percent_of_top, split


@dataclass(frozen=True, slots=True)
class OffenceFacts:
    """What is known of an offence: how long it took, how often, who shares it, what went before."""

    seconds: int | None = None
    times: int = 1
    shares: tuple[Fraction, ...] = ()
    warned: bool = False
    top: Fraction | None = None
    unit: str = ""  # of the event, where the catalogue has the offence in several


@dataclass(frozen=True, slots=True)
class PenaltyDue:
    """What an offence costs: the whole, its parts where two share it; nothing where a warning is due or nobody fixes it."""

    penalty: Penalty
    units: int
    total: Fraction | None
    parts: tuple[Fraction, ...] = ()
    is_warning: bool = False
    other_reading: Fraction | None = None  # where the text can be read another way


def penalty_named(law: Jurisdiction, code: str, unit: str = "") -> Penalty:
    """A row of the catalogue in force, in the unit of the event where there are several; another word is refused."""
    penalties = law.regulation.penalties
    if not penalties:
        raise no_penalties_kept(law)
    rows = [penalty for penalty in penalties if penalty.code == code and unit in ("", penalty.unit)]
    if len(rows) > 1:
        units = ", ".join(penalty.unit for penalty in rows)
        remedy = sentence("write-one-of-here", words=units)
        raise ScoringError(sentence("penalty-in-units"), where="--unit", found=unit, remedy=remedy)
    if not rows:
        known = ", ".join(dict.fromkeys(penalty.code for penalty in penalties))
        remedy = sentence("known-are-list", names=known)
        raise ScoringError(sentence("penalty-unknown"), where="penalty", found=code, remedy=remedy)
    return rows[0]


def penalties_by_offence(law: Jurisdiction) -> tuple[tuple[Penalty, ...], ...]:
    """The catalogue in force, each offence once with its rows, which differ in the unit of the event alone."""
    grouped: dict[tuple[str, str], list[Penalty]] = {}
    for row in law.regulation.penalties:
        grouped.setdefault((row.code, str(row.source)), []).append(row)
    return tuple(map(tuple, grouped.values()))


def penalty_due(penalty: Penalty, facts: OffenceFacts) -> PenaltyDue:
    """What an offence costs by one row of the catalogue.

    A penalty by time counts every unit begun. Time within the tolerance costs a warning where the row begins with one,
    and nothing elsewhere.
    """
    units, other = _units(penalty, facts)
    if penalty.warning_first and not facts.warned and (facts.seconds or 0) <= penalty.grace_seconds:
        return PenaltyDue(penalty, 0, None, is_warning=True)
    if penalty.bound is PenaltyBound.DIRECTOR:
        return PenaltyDue(penalty, units, None)
    total = penalty.amount * units
    parts = split(total, facts.shares) if penalty.shared and facts.shares else ()
    reading = None if other is None or other == units else penalty.amount * other
    return PenaltyDue(penalty, units, total, parts, other_reading=reading)


def _units(penalty: Penalty, facts: OffenceFacts) -> tuple[int, int | None]:
    """How often the amount is due, and how often if the tolerance did not count."""
    if not penalty.unit_seconds:
        return facts.times, None
    if facts.seconds is None:
        remedy = sentence("write-time-option")
        raise ScoringError(sentence("penalty-by-time"), where="time", remedy=remedy)
    whole, later = (
        int(charge_started_units(facts.seconds, penalty.unit_seconds, Fraction(1), grace))
        for grace in (0, penalty.grace_seconds)
    )
    return whole, later if penalty.grace_seconds else None


def penalty_answer(law: Jurisdiction, code: str, facts: OffenceFacts) -> ProcedureAnswer:
    """What an offence costs under the regulation in force, in words."""
    penalty = penalty_named(law, code, facts.unit)
    due = penalty_due(penalty, facts)
    reasons = [*_describe_amount(due), *_describe_sharing(due), *_left_open(due)]
    if facts.top is not None and due.total is not None and penalty.unit == "percent-of-top":
        matchpoints = percent_of_top(due.total, facts.top)
        reasons.append(message("penalty.of-top", points=matchpoints, top=facts.top))
    reasons.append(Message("penalty.apart"))
    figures = {
        "penalty": code,
        "unit": penalty.unit,
        "units": due.units,
        "total": None if due.total is None else str(due.total),
        "parts": [str(part) for part in due.parts],
        "warning": due.is_warning,
        "bound": str(penalty.bound),
    }
    return ProcedureAnswer(says(due), tuple(reasons), (str(penalty.source),), figures)


def says(due: PenaltyDue) -> Message:
    """The penalty in one line."""
    offence = offence_of(due.penalty)
    if due.is_warning:
        return message("penalty.warning", offence=offence)
    if due.penalty.unit == "rights":
        return message("penalty.rights", offence=offence)
    if due.total is None:
        return message("penalty.directors", offence=offence)
    amount = amount_of(due.total, due.penalty.unit)
    bound = due.penalty.bound
    match bound:
        case PenaltyBound.EXACT:
            return message("penalty.exact", offence=offence, amount=amount)
        case PenaltyBound.STANDARD:
            return message("penalty.standard", offence=offence, amount=amount)
        case PenaltyBound.AT_MOST:
            return message("penalty.at-most", offence=offence, amount=amount)
        case PenaltyBound.AT_LEAST:
            return message("penalty.at-least", offence=offence, amount=amount)
        case PenaltyBound.DIRECTOR:
            return message("penalty.directors", offence=offence)
        case _:
            assert_never(bound)


def offence_of(penalty: Penalty) -> Message:
    """The offence in the reader's language; one without words there is quoted from the regulation's file."""
    wording = message_or_quote("offence", penalty.code)
    return message("quoted", text=penalty.offence) if wording.code == "quoted" else wording


def amount_of(amount: Fraction, unit: str) -> Message:
    """So many victory points, IMPs, percent of a top."""
    return message(f"penalty.amount.{unit}", amount=int(amount) if amount.denominator == 1 else amount)


def _describe_amount(due: PenaltyDue) -> Sequence[Message]:
    penalty = due.penalty
    if due.total is None or not penalty.unit_seconds:
        return ()
    amount = amount_of(penalty.amount, penalty.unit)
    return (
        message("penalty.by-time", units=due.units, minutes=Fraction(penalty.unit_seconds, 60), each=amount),
    )


def _describe_sharing(due: PenaltyDue) -> Sequence[Message]:
    penalty = due.penalty
    if penalty.both_sides:
        return (Message("penalty.each-side"),)
    if not penalty.shared or due.total is None:
        return ()
    if not due.parts:
        return (Message("penalty.shared"),)
    parts = tuple(amount_of(part, penalty.unit) for part in due.parts)
    return (message("penalty.parts", parts=parts),)


def _left_open(due: PenaltyDue) -> Sequence[Message]:
    if due.other_reading is None:
        return ()
    other = amount_of(due.other_reading, due.penalty.unit)
    grace = Fraction(due.penalty.grace_seconds, 60)
    return (message("penalty.grace-open", other=other, minutes=grace),)


def seconds_of(text: str) -> int:
    """A length of time as a director types it: minutes, or minutes and seconds.

    >>> seconds_of("5"), seconds_of("5:01"), seconds_of("1:02:03"), seconds_of("3'10")
    (300, 301, 3723, 190)
    """
    parts = text.strip().rstrip("'\"").replace("'", ":").split(":")
    if not 1 <= len(parts) <= 3 or not all(part.isdigit() and len(part) <= 4 for part in parts):
        remedy = sentence("write-minutes")
        raise ScoringError(sentence("not-a-time"), where="time", found=text, remedy=remedy)
    numbers = list(map(int, parts))
    if len(numbers) == 1:
        return 60 * numbers[0]
    hours, minutes, seconds = [0, *numbers][-3:]
    return 3600 * hours + 60 * minutes + seconds
