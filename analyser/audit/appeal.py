"""The formal side of a ruling and its appeal: process, time limits, who may appeal, powers (Laws 92 and 93)."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from analyser.casefile import Appeal, Body, Case, Process, RulingGiven
from analyser.laws import Clause, Jurisdiction, addresses
from analyser.laws.choices import MayAppeal, ReviewKind
from analyser.messages import Message, message
from analyser.ruling import Formal, ProcessItem

# Each item of the process with the subject in the Laws, if there is one.
_PROCESS: tuple[tuple[str, str], ...] = (
    ("facts", "balance-of-evidence"),
    ("both_sides_heard", "balance-of-evidence"),
    ("consulted", ""),
    ("polled", "logical-alternative"),
    ("laws_read", ""),
    ("reasons_written", ""),
    ("appeal_right_told", ""),
)
_PROCESS_LAWS = {"facts": "84", "laws_read": "81C", "appeal_right_told": "83"}
_MET, _MISSING, _NOT_RECORDED = (Message(f"formal.{state}") for state in ("met", "missing", "not-recorded"))


def process_of(ruling: RulingGiven, law: Jurisdiction) -> tuple[ProcessItem, ...]:
    """The seven items of the process in the order of the case file: each met, missing or not recorded, with its rule."""
    process = ruling.process or Process()
    return tuple(
        ProcessItem(item, _state(getattr(process, item)), _rule(item, topic, law)) for item, topic in _PROCESS
    )


def _state(value: bool | int | None) -> Message:
    """The state of an item: met for true or a count, missing for false or zero, else not recorded."""
    if value is None:
        return _NOT_RECORDED
    return _MET if value else _MISSING


def _rule(item: str, topic: str, law: Jurisdiction) -> Message | str:
    """The source of an item: the regulation's list if it names the item, else the Laws, else good practice."""
    asked_for = {str(name) for name in law.regulation.appeals.process}
    if item in asked_for and (source := str(law.source_of("appeals.process").source)):
        return source
    if clauses := addresses(topic, law.edition.year) if topic else ():
        return message("formal.laws", laws=tuple(map(_law, clauses)))
    path = _PROCESS_LAWS.get(item)
    return message("formal.code-of-practice") if path is None else _law(law.clause(path))


def _address(clause: Clause) -> str:
    return clause.legible.removeprefix("Law ")


def _law(clause: Clause) -> Message:
    return message("formal.law", law=_address(clause))


def formal_of(case: Case, law: Jurisdiction) -> tuple[Formal, ...]:
    """The formal items of an appeal as far as the facts are known: time limits, who may appeal, powers."""
    return tuple(_items(case, case.appeal, law)) if case.appeal is not None else ()


def _items(case: Case, appeal: Appeal, law: Jurisdiction) -> Iterator[Formal]:
    given = case.ruling[-1] if case.ruling else None
    yield _check_time(appeal, given, law)
    if appeal.directors == 1 and not law.regulation.appeals.single_director_reviewed:
        source = str(law.source_of("appeals.single_director_reviewed").source)
        yield Formal("reviewable", message("formal.single-director"), source)
    yield _consent(case, appeal, law)
    yield from _powers(case, law)
    yield from _reopening(given, law)
    yield from recourse_of(appeal, law)
    rules, deposit_law = law.regulation.appeals, _law(law.clause("92A"))
    if appeal.deposit is not None:
        state = _state(bool(appeal.deposit))
    else:
        wanted = rules.deposit_teams or rules.deposit_pairs
        state = _NOT_RECORDED if wanted else message("formal.not-asked-for")
    yield Formal("deposit", state, deposit_law)
    if appeal.merit is not None:
        yield Formal(
            "merit", message("formal.found" if appeal.merit else "formal.without-merit"), deposit_law
        )


def _check_time(appeal: Appeal, given: RulingGiven | None, law: Jurisdiction) -> Formal:
    """Whether the appeal was in time from the posting of the score or, by some regulations, from an evident decision."""
    rules = law.regulation.appeals
    limit, since = rules.appeal_minutes, appeal.score_posted
    rule = message("formal.minutes", law=_address(law.clause("92B")), minutes=limit)
    if appeal.evident and rules.evident_minutes:
        limit, since = rules.evident_minutes, None if given is None else given.given
        source = str(law.source_of("appeals.evident_minutes").source)
        rule = message("formal.evident-minutes", source=source, minutes=limit)
    if appeal.lodged is None or since is None:
        return Formal("in time", _NOT_RECORDED, rule)
    if (appeal.lodged.tzinfo is None) != (since.tzinfo is None):
        return Formal("in time", _NOT_RECORDED, message("formal.zones", rule=rule))
    return Formal("in time", _time_limit_message(appeal.lodged - since, timedelta(minutes=limit)), rule)


def _time_limit_message(taken: timedelta, limit: timedelta) -> Message:
    minutes = int(taken.total_seconds() // 60)
    return message(f"formal.{'met' if taken <= limit else 'too-late'}-after", minutes=minutes)


def _consent(case: Case, appeal: Appeal, law: Jurisdiction) -> Formal:
    rules = law.regulation.appeals
    teams = case.event.form is not None and case.event.form.scoring.teams
    may, key = (rules.teams, "teams") if teams else (rules.pairs, "pairs")
    who = message(f"formal.{may}")
    if may is MayAppeal.ONE_PARTNER:  # the regulation needs one player of the pair, without partner's consent
        source = str(law.source_of(f"appeals.{key}").source)
        return Formal("standing", _MET, message("formal.rule-who", rule=source, who=who))
    rule = message("formal.law-who", law=_address(law.clause("92D")), who=who)
    if may is MayAppeal.BOTH_PRESENT and not appeal.consent:  # 1997: an absent member counts as present
        return Formal("standing", Message("formal.met-absent"), rule)
    return Formal("standing", _state(appeal.consent), rule)


def _powers(case: Case, law: Jurisdiction) -> Iterator[Formal]:
    rules, rule = law.regulation.appeals, _law(law.clause("93B3"))
    bodies = [ruling.body for ruling in case.ruling if ruling.body not in (None, Body.DIRECTOR)]
    hears = "reviewer" if rules.kind is ReviewKind.PROCESS else "committee"
    body = str(bodies[-1]) if bodies else hears
    yield Formal("fact and judgement", message("formal.decides", body=body), _law(law.clause("93B2")))
    for item, may_change in (
        ("law", rules.may_change_law),
        ("discipline", rules.may_change_discipline),
    ):
        power = "formal.may-change" if may_change else "formal.may-only-recommend"
        yield Formal(item, message(power, body=body), rule)


def _reopening(given: RulingGiven | None, law: Jurisdiction) -> Iterator[Formal]:
    """Whether the score may be re-examined: only if a step the regulation requires was omitted."""
    rules = law.regulation.appeals
    if not rules.reopen_only_if_process_failed:
        return
    process = (given.process if given is not None else None) or Process()
    steps = {str(step): getattr(process, str(step)) for step in rules.process}
    missing = tuple(Message(f"process.{step}") for step, state in steps.items() if state in (False, 0))
    silent = tuple(Message(f"process.{step}") for step, state in steps.items() if state is None)
    if missing:
        state = message("formal.may-reopen", missing=missing)
    elif silent:
        state = message("formal.reopen-open", missing=silent)
    else:
        state = Message("formal.may-not-reopen")
    yield Formal("score", state, str(law.source_of("appeals.reopen_only_if_process_failed").source))


def recourse_of(appeal: Appeal, law: Jurisdiction) -> Iterator[Formal]:
    """Recourse against the review: notice, time limit, and whether it may change the result."""
    rules = law.regulation.appeals
    if not rules.recourse_hours:
        return
    notice, source = rules.notice_minutes, str(law.source_of("appeals.notice_minutes").source)
    if notice:
        elapsed = _time_since_end(appeal, appeal.notice)
        state = _NOT_RECORDED if elapsed is None else _time_limit_message(elapsed, timedelta(minutes=notice))
        yield Formal("notice", state, message("formal.notice-minutes", source=source, minutes=notice))
    yield Formal(
        "recourse",
        _recourse_state(appeal, rules.recourse_hours),
        str(law.source_of("appeals.recourse_hours").source),
    )
    if rules.recourse_needs_technical_error:
        admitted = appeal.technical_error
        state = Message("formal.result-not-told")
        if admitted is not None:
            state = (
                Message("formal.precedent-only")
                if admitted == "none"
                else message("formal.technical-error", what=Message(f"formal.error.{admitted}"))
            )
        yield Formal("result", state, str(law.source_of("appeals.recourse_needs_technical_error").source))


def _time_since_end(appeal: Appeal, moment: datetime | None) -> timedelta | None:
    """The time from the end of the event, or None if either is unknown or only one has a time zone."""
    ended = appeal.event_ended
    if moment is None or ended is None or (moment.tzinfo is None) != (ended.tzinfo is None):
        return None
    return moment - ended


def _recourse_state(appeal: Appeal, hours: tuple[int, ...]) -> Message:
    """The state of the time limit: within the shorter one, over the longer one, or between the two of the text."""
    elapsed = _time_since_end(appeal, appeal.recourse)
    if elapsed is None:
        return message("formal.recourse-limits", hours=hours) if len(hours) > 1 else _NOT_RECORDED
    hours_taken = int(elapsed.total_seconds() // 3600)
    if elapsed <= timedelta(hours=min(hours)):
        return message("formal.met-hours", hours=hours_taken)
    if elapsed > timedelta(hours=max(hours)):
        return message("formal.too-late-hours", hours=hours_taken)
    return message("formal.conflict-hours", hours=hours_taken, shorter=min(hours), longer=max(hours))
