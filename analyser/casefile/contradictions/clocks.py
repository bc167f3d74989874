"""Days and hours against each other: entries (79), rulings, appeals (92), and the day of the event."""

import datetime as dt
from collections.abc import Iterator

from analyser.casefile.contradictions.record import (
    Contradiction,
    NotStatedError,
    StatedFacts,
    TableRecord,
    read_moment,
)
from analyser.casefile.partial_case import tables

Found = Iterator[Contradiction]
_DAY = dt.timedelta(hours=24)


def _is_before(moment: dt.datetime, other: dt.datetime) -> bool:
    """Tell whether an hour is earlier; hours with and without a zone are not compared."""
    if (moment.tzinfo is None) != (other.tzinfo is None):
        raise NotStatedError
    return moment < other


def find_report_before_posting(stated: StatedFacts, _record: TableRecord) -> Found:
    """The error was reported before the score was posted for checking."""
    if _is_before(stated.moment("reported"), stated.moment("posted")):
        yield Contradiction("reported", stated.under("posted"), {"value": stated.moment("posted")})


def find_other_end_of_round(stated: StatedFacts, _record: TableRecord) -> Found:
    """Whether the round was over when the director was called, against the hours stated."""
    over = stated.is_true("round_over")
    if not over and not stated.is_false("round_over"):
        return
    end, reported = stated.moment("round_end"), stated.moment("reported")
    if over is not _is_before(end, reported):
        code = "record-round-was-over" if _is_before(end, reported) else "record-round-was-not-over"
        yield Contradiction("round_over", stated.under("round_end"), {"value": end}, code)


_HOURS = ("posted", "reported", "round_end", "lodged", "score_posted", "event_ended", "given")


def find_hour_before_event(stated: StatedFacts, record: TableRecord) -> Found:
    """An hour lies before the day of the event."""
    day = record.event.get("date")
    if not isinstance(day, dt.date) or isinstance(day, dt.datetime):
        return
    for key in _HOURS:
        moment = stated.entry.get(key)
        if isinstance(moment, dt.datetime) and moment.date() < day:
            yield Contradiction(key, "event date", {"value": day})
            return


def find_appeal_before_ruling(stated: StatedFacts, record: TableRecord) -> Found:
    """The appeal was lodged before the first ruling was given."""
    first = next(iter(tables(record.facts.tree, "ruling")), {})
    moment = read_moment(first.get("given"))
    single = isinstance(record.facts.tree.get("ruling"), dict)
    if _is_before(stated.moment("lodged"), moment):
        yield Contradiction("lodged", "ruling given" if single else "ruling 1 given", {"value": moment})


def find_appeal_long_before_score(stated: StatedFacts, _record: TableRecord) -> Found:
    """The appeal was lodged a day or more before the score it speaks of; in the hours before, a ruling may be appealed."""
    lodged, posted = stated.moment("lodged"), stated.moment("score_posted")
    if _is_before(lodged, posted) and posted - lodged >= _DAY:
        yield Contradiction("lodged", stated.under("score_posted"), {"value": posted})


def find_recourse_before_appeal(stated: StatedFacts, _record: TableRecord) -> Found:
    """Recourse to the next body was lodged before the appeal it follows, or before it was announced."""
    recourse = stated.moment("recourse")
    for key in ("lodged", "notice"):
        if stated.states(key) and _is_before(recourse, stated.moment(key)):
            yield Contradiction("recourse", stated.under(key), {"value": stated.moment(key)})
            return


def find_ruling_out_of_order(stated: StatedFacts, record: TableRecord) -> Found:
    """Rulings are listed oldest first, and this one was given before the one above it."""
    rulings = tables(record.facts.tree, "ruling")
    place = next((number for number, entry in enumerate(rulings) if entry is stated.entry), 0)
    earlier = [
        (number, moment)
        for number, entry in enumerate(rulings[:place], 1)
        if isinstance(moment := entry.get("given"), dt.datetime)
    ]
    if earlier and _is_before(stated.moment("given"), earlier[-1][1]):
        number, moment = earlier[-1]
        yield Contradiction("given", f"ruling {number} given", {"value": moment})
