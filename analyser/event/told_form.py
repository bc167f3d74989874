"""How an event is scored where its settings do not say: by what the files themselves tell, or not at all."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import assert_never

from analyser.casefile import Form
from analyser.errors import CaseError
from analyser.event.settings import SETTINGS_FILE, CrossDivisor, EventSettings, FieldRules
from analyser.event.store import EventLoss, FilePublication, LossKind, ResultSource, ResultStore
from analyser.formats import PointsKind, Published, PublishedMatch
from analyser.messages import sentence

_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})[./-]?(\d{2})[./-]?(\d{2})", re.ASCII)
_BUTLER = re.compile(r"BUTLER-(\d)", re.IGNORECASE | re.ASCII)
_CROSS = re.compile(r"CROSS([12])?(?![A-Z0-9_])", re.IGNORECASE | re.ASCII)
_CROSS_WORDS = {"": CrossDivisor.NOTHING, "1": CrossDivisor.SCORES, "2": CrossDivisor.COMPARISONS}


def form_of_file(published: Published) -> Form | None:
    """The form a file tells; none where its words fit several. The title of a broadcast match tells it too.

    >>> form_of_file(Published(form=PointsKind.IMPS, teams=True)), form_of_file(Published(form=PointsKind.IMPS))
    (Form.IMPS, None)
    """
    titled = {match.unit for match in published.matches}
    if published.form is None and titled == {PointsKind.IMPS}:
        return Form.IMPS
    match published.form:
        case PointsKind.MATCHPOINTS:
            return Form.BAM if published.teams else Form.MATCHPOINTS
        case PointsKind.BOARD_A_MATCH:
            return Form.BAM
        case PointsKind.CROSS_IMPS:
            return Form.CROSS_IMPS
        case PointsKind.BUTLER:
            return Form.BUTLER
        case PointsKind.IMPS:
            return Form.IMPS if published.teams else None
        case PointsKind.VICTORY_POINTS:
            return Form.VP if published.teams else None
        case PointsKind.TOTAL_POINTS:
            return None if published.teams else Form.POINTS
        case PointsKind.PERCENT | PointsKind.UNNAMED | None:
            return None
        case _:
            assert_never(published.form)


def with_told_form(event: EventSettings, files: Iterable[Published]) -> EventSettings:
    """The settings with the form of the first file that tells one; refused where neither settings nor files tell."""
    if "form" in event.stated:
        return event
    words, is_readable = "", False
    for published in files:
        is_readable = True
        form = form_of_file(published)
        if form is not None:
            return replace(event, form=form, field_rules=_field_rules(published.method, event))
        words = words or published.method
    if not is_readable:
        return event  # there is nothing to score, and that is said
    why = sentence("form-told-in-part", words=words) if words else sentence("form-not-told")
    forms = ", ".join(str(form) for form in Form)
    raise CaseError(
        why, where=f"{SETTINGS_FILE} form", found=words, remedy=sentence("write-form", forms=forms)
    )


def _field_rules(method: str, event: EventSettings) -> FieldRules:
    """What PBN's words say: `Butler-2` leaves out two scores, `Cross1` and `Cross2` tell the divisor, `Cross` has none."""
    rules = event.field_rules
    butler, cross = _BUTLER.search(method), _CROSS.search(method)
    if butler and "trim" not in event.stated:
        rules = replace(rules, trim=int(butler[1]) // 2)
    if cross and "cross" not in event.stated:
        rules = replace(rules, cross=_CROSS_WORDS[cross[1] or ""])
    return rules


def completed(event: EventSettings, store: ResultStore) -> EventSettings:
    """The settings with name, day and winners as the files have them; a file that is scored otherwise is reported."""
    told = [publication.published for publication in store.publications]
    _report_other_forms(event, store)
    winners = {published.winners for published in told if published.winners is not None}
    days = {day for day in (day_of(published.date) for published in told) if day is not None}
    names = list(dict.fromkeys(published.name for published in told if published.name))
    matches = [match for published in told for match in published.matches]
    if event.form is Form.IMPS and "form" not in event.stated and _is_knockout(matches):
        event = replace(event, form=Form.KNOCKOUT)
    return replace(
        event,
        name=event.name or (names[0] if len(names) == 1 else ""),
        day=event.day or (min(days) if days else None),
        winners=winners.pop() if event.winners is None and len(winners) == 1 else event.winners,
    )


def _is_knockout(matches: Sequence[PublishedMatch]) -> bool:
    """Tell whether something was carried into a stanza: elsewhere every match begins at nought."""
    return any(match.carried and any(match.carried) for match in matches)


def _report_other_forms(event: EventSettings, store: ResultStore) -> None:
    """A file whose own form is another than the event's is scored with the others, and that is said."""
    for publication in store.publications:
        theirs = form_of_file(publication.published)
        if theirs is not None and theirs.scoring.unit is not event.form.scoring.unit:
            store.lose(_other_form(publication, theirs, event.form))


def _other_form(publication: FilePublication, theirs: Form, ours: Form) -> EventLoss:
    why = sentence("file-scored-otherwise", theirs=str(theirs), ours=str(ours))
    return EventLoss(ResultSource(publication.file), LossKind.PART, publication.published.method, why)


def day_of(text: str) -> date | None:
    """The day a file writes: the year first, or the day first; the American order cannot be told from it.

    >>> str(day_of("2022.04.23")), str(day_of("23/04/2022")), day_of("?"), day_of("31.02.2022")
    ('2022-04-23', '2022-04-23', None, None)
    """
    word = text.strip()
    year_first, day_first = _YEAR_FIRST.fullmatch(word[:10]), _DAY_FIRST.fullmatch(word)
    try:
        if year_first:
            return date(*map(int, year_first.groups()))
        return date(*map(int, day_first.groups()[::-1])) if day_first else None
    except ValueError:
        return None
