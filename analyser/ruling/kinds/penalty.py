"""A procedural penalty as an incident: what the catalogue of the regulation says, apart from the score (90)."""

from fractions import Fraction
from typing import cast

from analyser.casefile import ProceduralPenalty
from analyser.errors import AnalyserError
from analyser.laws import Clause
from analyser.messages import Message, message
from analyser.ruling import Argument, Finding, FindingClass, IncidentFindings, InfractionAnswer, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.provision_table import rectify_by_provisions
from analyser.ruling.kinds.rectification import cite
from analyser.ruling.procedure.penalties import OffenceFacts, amount_of, penalty_answer


def find(context: RulingContext, incident: ProceduralPenalty) -> IncidentFindings:
    """What the offence costs and how that is reckoned; an offence the catalogue does not hold is said to be none of it."""
    law = context.jurisdiction
    example = rectify_by_provisions(law, "offence", {"offence": incident.offence})
    clauses = (*cite(law, "90A"), *(clause for step in example.due for clause in step.clauses))
    try:
        answer = penalty_answer(law, incident.offence, facts_of(incident))
    except AnalyserError as refused:
        if example.due:  # the Laws name it, though no catalogue fixes what it costs
            return IncidentFindings(infraction=InfractionAnswer(None, clauses), rectification=example)
        problem = refused.problems[0]
        why = Finding.from_code(
            "penalty.refused", kind=FindingClass.FACT, offence=incident.offence, why=problem.why
        )
        return IncidentFindings(infraction=InfractionAnswer(None, clauses), warnings=(why,))
    due = [_finding(answer.says, clauses), *(_finding(reason, ()) for reason in answer.reasons)]
    due += [_finding(message("procedure.source", source=source), ()) for source in answer.sources]
    if shares := facts_of(incident).shares:
        total = Fraction(str(answer.figures["total"] or 0))
        ns, ew = (amount_of(total * share, str(answer.figures["unit"])) for share in shares)
        due = [step for step in due if step.code != "penalty.parts"]
        due.insert(1, _finding(message("penalty.sides", ns=ns, ew=ew), ()))
    elif incident.side is not None:
        due.insert(1, _finding(message("penalty.who", side=incident.side), ()))
    return IncidentFindings(
        infraction=InfractionAnswer(None, clauses), rectification=Rectification(tuple(due))
    )


def facts_of(incident: ProceduralPenalty) -> OffenceFacts:
    """What the case tells of the offence."""
    shares: tuple[Fraction, ...] = ()
    if incident.shares is not None:
        shares = tuple(share or Fraction(0) for share in (incident.shares.NS, incident.shares.EW))
    return OffenceFacts(
        seconds=incident.seconds,
        times=incident.times,
        shares=shares,
        warned=incident.warned,
        unit=incident.unit or "",
    )


def _finding(said: Message, clauses: tuple[Clause, ...]) -> Finding:
    args = cast(
        "tuple[tuple[str, Argument], ...]", said.args
    )  # a message of regulations holds figures and words
    return Finding(said.code, args, FindingClass.DISCIPLINE, clauses)
