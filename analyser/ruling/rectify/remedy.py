"""Rectifications are put together from small ones: a step due, an option of the innocent side, a fact that is missing."""

from analyser import laws
from analyser.casefile import Case, Incident, JudgedTruth, Question
from analyser.laws import Clause, Jurisdiction
from analyser.ruling import Argument, Finding, FindingClass, Found, InfractionAnswer, Rectification, Rest
from analyser.ruling.rectify.rules import Decision
from analyser.ruling.rectify.steps import Step

__all__ = [
    "NOTHING",
    "answer",
    "cite",
    "due",
    "judged",
    "lacking",
    "option",
    "plays_in_teams",
    "scores_of",
    "steps_of",
    "together",
]

_PREFIX = "rectify."
NOTHING = Rectification(())


def cite(law: Jurisdiction, *places: str) -> tuple[Clause, ...]:
    """The provisions meant: an address of this edition, or a subject wherever this edition treats it."""
    found: list[Clause] = []
    for place in places:
        if place[0].isdigit():
            found.append(law.clause(place))
        else:
            found += laws.addresses(place, law.edition.year)
    return tuple(dict.fromkeys(found))


def _finding(law: Jurisdiction, step: Step, places: tuple[str, ...], args: dict[str, Argument]) -> Finding:
    return Finding(f"{_PREFIX}{step}", tuple(args.items()), clauses=cite(law, *places))


def due(law: Jurisdiction, step: Step, *places: str, **args: Argument) -> Rectification:
    """A step the Laws prescribe, with where."""
    return Rectification((_finding(law, step, places, args),))


def option(law: Jurisdiction, step: Step, *places: str, **args: Argument) -> Rectification:
    """Something the innocent side may choose, with where."""
    return Rectification((), (_finding(law, step, places, args),))


def lacking(*keys: str) -> Rectification:
    """Facts the answer rests on and the case does not give, by their key in the case file."""
    return Rectification((), (), keys)


def together(*parts: Rectification | Decision[Rectification]) -> Rectification:
    """All the steps, options and missing facts, in order, each once."""
    steps: list[Finding] = []
    options: list[Finding] = []
    missing: list[str] = []
    for part in parts:
        whole = part.answer if isinstance(part, Decision) else part
        steps += whole.due
        options += whole.options
        missing += [*whole.missing, *(part.missing if isinstance(part, Decision) else ())]
    return Rectification(
        tuple(dict.fromkeys(steps)), tuple(dict.fromkeys(options)), tuple(dict.fromkeys(missing))
    )


def steps_of(rectification: Rectification) -> frozenset[Step]:
    """Which steps are due, as the closed set of codes.

    >>> steps_of(Rectification((Finding.of("rectify.call.free"),)))
    frozenset({<Step.FREE: 'call.free'>})
    """
    return frozenset(Step(finding.code.removeprefix(_PREFIX)) for finding in rectification.due)


def scores_of(rectification: Rectification) -> tuple[Finding, ...]:
    """The steps that speak of an adjusted score: ordered, or to be thought of at the end of play."""
    return tuple(finding for finding in rectification.due if finding.code.startswith(f"{_PREFIX}score."))


def judged(case: Case, incident: Incident, question: Question) -> bool | None:
    """A person's answer to a question about the incident, if one is given."""
    for found in case.judgements(incident.id):
        if isinstance(found, JudgedTruth) and found.question is question:
            return found.answer
    return None


def plays_in_teams(case: Case) -> bool | None:
    """Whether the event is one of teams; total points do not tell."""
    form = case.event.form
    if form is None:
        return None
    if form.scoring.teams:
        return True
    return False if form.scoring.pairs else None


def answer(
    case: Case,
    incident: Incident,
    rectification: Rectification,
    *,
    infraction: bool | None,
    clauses: tuple[Clause, ...],
    tricks: int | None = None,
) -> Found:
    """What a kind of irregular call or play answers: a person's finding of infraction stands over ours."""
    said = judged(case, incident, Question.INFRACTION)
    findings = scores_of(rectification)
    if rectification.missing:
        findings += (
            Finding.of(
                f"{_PREFIX}{Step.MISSING}",
                kind=FindingClass.FACT,
                clauses=clauses,
                standing=Rest.ASSUMED,
                keys=rectification.missing,
            ),
        )
    return Found(
        findings=findings,
        infraction=InfractionAnswer(infraction if said is None else said, clauses),
        rectification=rectification,
        tricks=tricks,
    )
