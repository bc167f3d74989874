"""The same result in two files made into one: which record stays, what it takes from the other, and what it doubts."""

from collections import defaultdict
from dataclasses import replace

from analyser.bridge import PointsOnly
from analyser.event.store import EventLoss, LossKind, ResultStore, TableEntry
from analyser.messages import sentence


def join_doubles(store: ResultStore) -> None:
    """The same result in two files is one: the fuller record stays, and what the other says otherwise is kept."""
    query = (
        "SELECT session, board, ns, ew FROM entry WHERE ns != '' AND ew != '' "
        "GROUP BY session, board, ns, ew HAVING count(*) > 1 ORDER BY 1, 2, 3, 4"
    )
    for meeting in store.base.execute(query).fetchall():
        same: dict[str, list[TableEntry]] = defaultdict(list)
        for entry in list(store.entries("session = ? AND board = ? AND ns = ? AND ew = ?", meeting)):
            same[entry.round].append(entry)
        anywhere = same.pop("", [])
        if len(same) <= 1:
            together = [*next(iter(same.values()), []), *anywhere]
            same = {"": sorted(together, key=lambda entry: entry.number)}
        for entries in same.values():
            for double in _doubles(entries):
                _merge(double, store)


def _doubles(entries: list[TableEntry]) -> list[list[TableEntry]]:
    """Which of these records are of one result: all, unless one file tells two different ones itself."""
    different = {(entry.source.file, _outcome(entry)) for entry in entries}
    if len(different) == len({file for file, _ in different}):
        return [entries] if len(entries) > 1 else []
    equal: dict[object, list[TableEntry]] = defaultdict(list)
    for entry in entries:
        equal[_outcome(entry)].append(entry)
    return [records for records in equal.values() if len(records) > 1]


def _outcome(entry: TableEntry) -> object:
    return (entry.result, entry.score_ns, entry.artificial)


def _merge(entries: list[TableEntry], store: ResultStore) -> None:
    """Keep one of these records of one result; the others go to the loss report."""
    best = max(entries, key=lambda entry: (len(entry.cards), entry.auction is not None, -entry.number))
    for other in entries:
        if other is best:
            continue
        store.drop(other.number)
        why = sentence("same-result-as", source=best.source)
        store.lose(EventLoss(other.source, LossKind.DOUBLE, f"board {other.board}", why))
        doubts = best.doubts
        if best.result is not None and other.result is not None and best.result != other.result:
            doubts += (other.result,)
        elif best.score_ns is not None and other.score_ns is not None and best.score_ns != other.score_ns:
            doubts += (PointsOnly(other.score_ns),)
        best = replace(_filled(best, other), doubts=doubts)
    store.put(best)


def _by_result(best: TableEntry, other: TableEntry) -> TableEntry:
    """The record with the result the other file states, where its own tricks are those of a claim or of the play."""
    result = other.result
    if best.stated or not other.stated or result is None or result == best.result:
        return best
    return replace(
        best,
        contract=result.contract,
        passed_out=result.contract is None,
        tricks=result.tricks,
        played=best.played or best.result,
        stated=True,
    )


def _filled(best: TableEntry, other: TableEntry) -> TableEntry:
    """The fuller record with what only the other one has, and with the result that is stated."""
    best = _by_result(best, other)
    return replace(
        best,
        section=best.section or other.section,
        round=best.round or other.round,
        table=best.table or other.table,
        deal=best.deal or other.deal,
        contract=best.contract or other.contract,
        passed_out=best.passed_out or (other.passed_out and best.contract is None),
        tricks=other.tricks if best.tricks is None and best.contract == other.contract else best.tricks,
        score=other.score if best.score is None else best.score,
        artificial=best.artificial or other.artificial,
        auction=best.auction or other.auction,
        call_times=best.call_times or other.call_times,
        leader=other.leader if best.leader is None else best.leader,
        cards=best.cards or other.cards,
        points=best.points or other.points,
        played=best.played or other.played,
        stated=best.stated or other.stated,
    )


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


def with_numbers(event: EventSettings, store: ResultStore) -> EventSettings:
    """Carry-over and penalties by the numbers given to teams and pairs."""
    kind = "team" if event.is_teams else "pair"

    def numbered(extra: ExtraPoints) -> ExtraPoints:
        to, against = (store.number_of(kind, who) or who for who in (extra.to, extra.against))
        return replace(extra, to=to, against=against)

    return replace(
        event, carried=tuple(map(numbered, event.carried)), penalties=tuple(map(numbered, event.penalties))
    )


def as_stated(event: EventSettings, law: Jurisdiction) -> EventSettings:
    """Fewer results factored as the regulation has it, where the event does not say."""
    return replace(event, factor=law.regulation.fouled.neuberg if event.factor is None else event.factor)


def as_shown(event: EventSettings, law: Jurisdiction, store: ResultStore) -> EventSettings:
    """The same where nothing is stated and the files' own points show another way."""
    stated = as_stated(event, law)
    if not store.has_points:
        return stated
    from analyser.event.given_points import shown_rules

    rules, factored = shown_rules(event, store, factored=bool(stated.factor))
    return replace(event, field_rules=rules, factor=factored)
