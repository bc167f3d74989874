"""Information that came from elsewhere than partner or the withdrawn actions of this board: what the director may do, by phase."""

from analyser.bridge import Seat
from analyser.casefile import Case, Faults, Form, Level, OutsideInformation
from analyser.laws import Clause, Jurisdiction
from analyser.laws.choices import OutsideOption
from analyser.ruling import IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Step,
    answer,
    combine,
    due,
    option,
    plays_in_teams,
    steps_of,
    unmet_needs,
)
from analyser.ruling.kinds.score_orders import may_stand
from analyser.ruling.kinds.scores_due import artificial, other_table

_STEPS = {
    OutsideOption.SWAP_SEATS: Step.SWAP_SEATS,
    OutsideOption.SUBSTITUTE: Step.SUBSTITUTE_PLAYER,
    OutsideOption.REDEAL: Step.REDEAL,
    OutsideOption.PLAY_AND_ADJUST: Step.PLAY_ON,
    OutsideOption.ARTIFICIAL: Step.ARTIFICIAL_DUE,
    OutsideOption.ADJUST: Step.ADJUSTED,
}
# The letters under which the options stand, where an edition gives them letters (16C2 of 2007, 16D2 of 2017).
_LETTERS = {
    OutsideOption.SWAP_SEATS: "a",
    OutsideOption.REDEAL: "b",
    OutsideOption.PLAY_AND_ADJUST: "c",
    OutsideOption.ARTIFICIAL: "d",
    OutsideOption.ADJUST: "d",
}
# Scored against every other table: a board redealt at one table compares with none.
_ACROSS_TABLES = (Form.MATCHPOINTS, Form.BUTLER, Form.CROSS_IMPS)


def find(context: RulingContext, incident: OutsideInformation) -> IncidentFindings:
    """What is open to the director in this phase, or due once he has chosen; nobody has offended."""
    case, jurisdiction = context.case, context.jurisdiction
    rectification = outside_information(
        as_played(case, incident, jurisdiction),
        jurisdiction,
        form=case.event.form,
        teams=plays_in_teams(case),
    )
    clauses = (jurisdiction.clause(jurisdiction.edition.information.outside_clause),)
    if incident.opened_score and case.event.level is Level.CLUB:
        rectification = opened_score(incident, jurisdiction) or rectification
    if case.result is not None and not may_stand(Rectification((), rectification.options)):
        rectification = combine(
            rectification, unmet_needs("chosen")
        )  # a board with a result waits for no choice
    return answer(case, incident, rectification, infraction=False, clauses=clauses)


def as_played(case: Case, facts: OutsideInformation, law: Jurisdiction) -> OutsideInformation:
    """The incident with play having gone on, where the case has its result and the edition knows that choice."""
    rules = law.edition.information
    choices = (*rules.outside_before_call, *rules.outside_after_call)
    if facts.chosen is not None or case.result is None or OutsideOption.PLAY_AND_ADJUST not in choices:
        return facts
    return facts.model_copy(update={"chosen": "play-on"})


def opened_score(facts: OutsideInformation, law: Jurisdiction) -> Rectification | None:
    """A score sheet opened too soon in a local event: where the regulation fixes it, always an artificial score."""
    stated = law.source_of("information.opened_scores_fixed")
    if not stated.value:
        return None
    fixed = due(law, Step.OPENED_SCORE, who=facts.by, where=str(stated.source))
    return combine(fixed, artificial(law, _place(facts, law, None), fault=facts.faults))


def outside_information(
    facts: OutsideInformation, law: Jurisdiction, *, form: Form | None, teams: bool | None
) -> Rectification:
    """The options of the phase; with a choice, what follows from it, if it was open."""
    rules = law.edition.information
    if facts.called is None and rules.outside_before_call != rules.outside_after_call:
        return unmet_needs("called")
    choices = rules.outside_after_call if facts.called else rules.outside_before_call
    barred = _barred_options(facts, law, form)
    open_now = [choice for choice in choices if choice not in barred]
    chosen = None if facts.chosen is None else _chosen_option(facts.chosen, open_now)
    no_redeal = barred.get(OutsideOption.REDEAL, NOTHING) if OutsideOption.REDEAL in choices else NOTHING
    if chosen is not None:
        return combine(no_redeal, _due(chosen, facts, law, teams=teams))
    if facts.chosen == "redeal" and Step.NO_REDEAL in steps_of(
        no_redeal
    ):  # an adjusted score in its place (86A)
        instead = artificial(law, *_paths(no_redeal), fault=facts.faults or Faults())
        return combine(no_redeal, instead, other_table(law, teams))
    refused = due(law, Step.NOT_OPEN, _place(facts, law, None)) if facts.chosen is not None else NOTHING
    options = (_offer_option(choice, facts, law) for choice in open_now)
    return combine(refused, no_redeal, *options)


def _paths(rectification: Rectification) -> tuple[str, ...]:
    return tuple(clause.path for step in rectification.due for clause in step.clauses)


def _chosen_option(word: str, open_now: list[OutsideOption]) -> OutsideOption | None:
    """The director's choice as the edition knows it; none where it is not open."""
    meant = {
        "swap-seats": (OutsideOption.SWAP_SEATS,),
        "substitute": (OutsideOption.SUBSTITUTE,),
        "redeal": (OutsideOption.REDEAL,),
        "play-on": (OutsideOption.PLAY_AND_ADJUST,),
        "adjust": (OutsideOption.ADJUST, OutsideOption.ARTIFICIAL),
    }[word]
    return next((choice for choice in meant if choice in open_now), None)


def _barred_options(
    facts: OutsideInformation, law: Jurisdiction, form: Form | None
) -> dict[OutsideOption, Rectification]:
    """Options the event, the scoring or the players rule out, and what is said of it."""
    barred: dict[OutsideOption, Rectification] = {}
    if facts.swap_possible is False:
        barred[OutsideOption.SWAP_SEATS] = NOTHING
    if facts.consent is False:
        barred[OutsideOption.SUBSTITUTE] = NOTHING
    if facts.match_known and law.edition.teams.no_redeal_if_match_known:
        barred[OutsideOption.REDEAL] = due(
            law, Step.NO_REDEAL, law.edition.source_of("teams.no_redeal_if_match_known").clauses[0].path
        )
    elif form in _ACROSS_TABLES:
        barred[OutsideOption.REDEAL] = due(
            law, Step.REDEAL_DOES_NOT_COMPARE, _place(facts, law, OutsideOption.REDEAL)
        )
    return barred


def _place(facts: OutsideInformation, law: Jurisdiction, choice: OutsideOption | None) -> str:
    """Where the options of the phase stand, with the letter of one of them."""
    key = "outside_after_call" if facts.called else "outside_before_call"
    clause: Clause = law.edition.source_of(f"information.{key}").clauses[0]
    lettered = f"{clause.path}{_LETTERS.get(choice, '')}" if choice is not None else clause.path
    return lettered if lettered in law.edition.paths else clause.path


def _offer_option(choice: OutsideOption, facts: OutsideInformation, law: Jurisdiction) -> Rectification:
    who: dict[str, Seat] = {"who": facts.by} if choice is OutsideOption.SWAP_SEATS else {}
    return option(law, _STEPS[choice], _place(facts, law, choice), **who)


def _due(
    choice: OutsideOption, facts: OutsideInformation, law: Jurisdiction, *, teams: bool | None
) -> Rectification:
    """What the chosen option brings; an artificial score is that of two sides without fault unless one is told.

    A score adjusted before the first call is an artificial one in every edition: no result can be obtained (12C2).
    """
    place = _place(facts, law, choice)
    if choice is OutsideOption.ARTIFICIAL or (choice is OutsideOption.ADJUST and not facts.called):
        return combine(artificial(law, place, fault=facts.faults or Faults()), other_table(law, teams))
    step = due(
        law, _STEPS[choice], place, **({"who": facts.by} if choice is OutsideOption.SWAP_SEATS else {})
    )
    if choice is OutsideOption.ADJUST:
        return combine(step, other_table(law, teams))
    if choice is not OutsideOption.PLAY_AND_ADJUST:
        return step
    if facts.affected is None:
        return combine(step, due(law, Step.ADJUST_IF_AFFECTED, place))
    if not facts.affected:
        return combine(step, due(law, Step.RESULT_STANDS, place))
    return combine(step, due(law, Step.ADJUSTED, place), other_table(law, teams))
