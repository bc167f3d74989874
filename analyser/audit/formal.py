"""The formal side of an appeal: was it in time, who may bring it, what may the body change (Laws 92 and 93)."""

from collections.abc import Iterator
from datetime import timedelta

from analyser.casefile import Appeal, Body, Case
from analyser.laws import Jurisdiction
from analyser.ruling import Formal

__all__ = ["formal_of"]


def formal_of(case: Case, law: Jurisdiction) -> tuple[Formal, ...]:
    """Clocks, standing and powers, as far as the facts go."""
    return tuple(_items(case, case.appeal, law)) if case.appeal is not None else ()


def _items(case: Case, appeal: Appeal, law: Jurisdiction) -> Iterator[Formal]:
    yield _in_time(appeal, law)
    yield _consent(case, appeal, law)
    yield from _powers(case, law)
    wanted = law.regulation.appeals.deposit_teams or law.regulation.appeals.deposit_pairs
    if appeal.deposit is None:
        state = "not recorded" if wanted else "not asked for"
    else:
        state = "met" if appeal.deposit else "missing"
    yield Formal("deposit", state, law.clause("92A").legible)
    if appeal.merit is not None:
        yield Formal(
            "merit", "found" if appeal.merit else "found to be without merit", law.clause("92A").legible
        )


def _in_time(appeal: Appeal, law: Jurisdiction) -> Formal:
    rules = law.regulation.appeals
    rule = f"{law.clause('92B').legible}: {rules.appeal_minutes} minutes"
    if appeal.lodged is None or appeal.score_posted is None:
        return Formal("in time", "not recorded", rule)
    if (appeal.lodged.tzinfo is None) != (appeal.score_posted.tzinfo is None):
        return Formal("in time", "not recorded", f"{rule}; one of the times has a zone, the other none")
    taken = appeal.lodged - appeal.score_posted
    state = "met" if taken <= timedelta(minutes=rules.appeal_minutes) else "too late"
    return Formal("in time", f"{state}, after {int(taken.total_seconds() // 60)} minutes", rule)


def _consent(case: Case, appeal: Appeal, law: Jurisdiction) -> Formal:
    rules = law.regulation.appeals
    teams = case.event.form is not None and case.event.form.scoring.teams
    who = str(rules.teams if teams else rules.pairs).replace("-", " ")
    rule = f"{law.clause('92D').legible}: {who}"
    if appeal.consent is None:
        return Formal("standing", "not recorded", rule)
    return Formal("standing", "met" if appeal.consent else "missing", rule)


def _powers(case: Case, law: Jurisdiction) -> Iterator[Formal]:
    rules = law.regulation.appeals
    rule = law.clause("93B3").legible
    bodies = [given.body for given in case.ruling if given.body not in (None, Body.DIRECTOR)]
    name = str(bodies[-1]) if bodies else "committee"
    yield Formal("fact and judgement", f"the {name} decides", law.clause("93B2").legible)
    may = "may change" if rules.may_change_law else "may not change, only recommend"
    yield Formal("law", f"the {name} {may}", rule)
    may = "may change" if rules.may_change_discipline else "may not change, only recommend"
    yield Formal("discipline", f"the {name} {may}", rule)
    if rules.reopen_only_if_process_failed:
        source = str(law.why("appeals.reopen_only_if_process_failed").source)
        yield Formal("score", "open only where the process failed", source)
