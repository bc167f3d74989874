"""The verdict on what the Laws rule without alternatives: claims, revokes, irregularities; what was done, what is due, by which Law."""

from collections.abc import Iterator, Sequence
from typing import Final

from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import (
    Claim,
    ExposedCard,
    Faults,
    Incident,
    IrregularCall,
    LeadOutOfTurn,
    NoPlay,
    Other,
    OutsideInformation,
    PlayedCard,
    RevokeIncident,
    ScoreError,
    WrongBoard,
    WrongHand,
)
from analyser.laws import Clause
from analyser.messages import Message, message
from analyser.report.facts import law_of
from analyser.ruling import Finding, IncidentRuling, Rectification, Ruling
from analyser.ruling.kinds.rectification import PREFIX, Step
from analyser.ruling.kinds.score_orders import LETS_STAND, ON_CONDITION, SETS_ASIDE, TableResult, table_result

_IRREGULAR = ("insufficient", "out-of-turn", "inadmissible", "after-end")  # with words of their own
_MOST_DUE = 2  # steps named in the verdict; the first page has the others
_MOST_CHOICES = 3  # to spread, to accept, to refuse
_SETTLES_CHOICE: Final = ("rectify.lead.next-defender-prevails", "rectify.call.deemed-later")
_REPEATED: Final = "rectify.call.repeat-insufficient"
_BEFORE_REPEATED: Final = ("rectify.call.cancelled", "rectify.call.turn-returned", _REPEATED)
"""What comes before the choice: the bid that is put to the next player is the one repeated."""
_OF_INFORMATION: Final = "rectify.information."
_OF_PARTNER: Final = ("rectify.premature.require-other-suit", "rectify.premature.highest")
"""What declarer may ask at once of a hasty defender's partner (57A); to require another suit only since 2017."""
_ALWAYS_TOLD: Final = (
    "rectify.call.breach-of-pass-stands",
    "rectify.call.breach-of-pass-cancelled",
    "rectify.call.repeat",
    "rectify.call.repeat-insufficient",
    "rectify.call.free",
    "rectify.call.offender-passes-once",
    "rectify.call.offender-passes-throughout",
    "rectify.call.partner-passes-once",
    "rectify.call.partner-passes-throughout",
    "rectify.call.partner-may-not-double",
    "rectify.call.both-pass-once",
    "rectify.call.both-pass-throughout",
    "rectify.card.minor-penalty-card",
    "rectify.card.major-penalty-card",
    "rectify.information.correction-unauthorised",
    "rectify.trick.transferred",
    "rectify.trick.no-price",
)
"""Steps told on the first screen however many stand before them: duties to pass, penalty cards, the price in tricks."""
_NOT_HERE = (
    "rectify.score.artificial",
    "rectify.score.artificial-due",
    "rectify.score.could-have-known",
    "rectify.score.with-help-of-the-infraction",
)
"""Told with the figures, or only on a condition nobody has found: the first page has them."""
_SPENT: Final = frozenset(f"{PREFIX}{step}" for step in (*ON_CONDITION, *LETS_STAND))
"""Told by the score itself once there is one: the first page has the condition it hung on."""
_IN_PLACE: Final = frozenset(f"{PREFIX}{step}" for step in SETS_ASIDE)
_PLAYED_ON: Final = f"{PREFIX}{Step.PLAY_ON}"


_OF_CLAIM: Final = ("claim.understood", "claim.search-stopped")
"""What a claim's verdict adds to its tricks: how what was said is understood, and that the search stopped."""


def irregularity_told(ruling: Ruling, step: IncidentRuling, incident: Incident) -> Iterator[Message]:
    """What was irregular, then what the Law makes of it: tricks, or the first steps of the rectification."""
    match incident:
        case Claim():
            yield from _describe_claim(step, incident)
            yield from (finding for finding in ruling.findings if finding.code in _OF_CLAIM)
        case RevokeIncident():
            yield from _describe_revoke(step, incident)
            yield from (finding for finding in ruling.findings if _corrects(finding, incident))
        case _:
            yield from _describe_rectification(ruling, step, incident)


def consequences_of(step: IncidentRuling, incident: Incident) -> Iterator[Message]:
    """What the Law makes of a claim, a revoke or an irregularity, for a version of the facts nobody has found yet."""
    match incident:
        case Claim():
            yield from _describe_claim(step, incident)
        case RevokeIncident():
            yield from _describe_revoke(step, incident)
        case _ if step.rectification is not None:
            yield from map(_cite_law, _weightiest(step.rectification.due))


def _describe_rectification(ruling: Ruling, step: IncidentRuling, incident: Incident) -> Iterator[Message]:
    """What was irregular, then the first steps of its rectification with their Law."""
    yield from _describe_irregularity(incident)
    if incident.faults is not None:
        yield from _describe_fault(incident.faults)
    for finding in ruling.findings:
        if finding.code == "adjustment.fouled":
            yield _cite_law(finding)
    if step.rectification is not None and (step.rectification.due or step.rectification.options):
        yield from _steps_told(step.rectification, incident, scored=ruling.adjusted is not None)
    elif step.infraction is not None and step.infraction.answer is not None:
        yield infraction_told(step)


def _steps_told(rectification: Rectification, incident: Incident, *, scored: bool) -> Iterator[Message]:
    """What is due; what may be chosen, where nothing is due or the choice comes first and is not told yet."""
    played_since = scored or table_result(rectification) in (TableResult.STANDS, TableResult.SET_ASIDE)
    due = [
        finding
        for finding in rectification.due
        if not _is_said(finding, incident)
        and not (scored and finding.code in _SPENT)
        and not (played_since and finding.code == _PLAYED_ON)
    ]
    repeated = any(finding.code == _REPEATED for finding in due)
    told_first = (*_SETTLES_CHOICE, *(_BEFORE_REPEATED if repeated else ()))
    settled = [finding for finding in due if finding.code in told_first]
    steps = [_cite_law(finding) for finding in _weightiest(due) if finding not in settled]
    choices = [*map(_choice, rectification.options[:_MOST_CHOICES])]
    yield from map(_cite_law, settled)
    if "accepted" in rectification.missing and choices and steps:
        yield from choices
        yield message("verdict.otherwise", what=message("word.listed", entries=tuple(steps)))
        return
    if all(finding.code.startswith(_OF_INFORMATION) for finding in due):
        yield from choices
    yield from steps
    hurried = {finding.code: finding for finding in rectification.options if finding.code in _OF_PARTNER}
    if hurried:
        first = next(iter(hurried.values()))
        sort = "require" if _OF_PARTNER[0] in hurried else "forbid"
        asked = message(f"verdict.premature.{sort}", who=first.arguments["who"])
        yield message("verdict.by-law", what=asked, law=first.clauses[0])


def _weightiest(due: Sequence[Finding]) -> list[Finding]:
    """The first steps, and of the others those that bind somebody or change tricks."""
    return [*due[:_MOST_DUE], *(later for later in due[_MOST_DUE:] if later.code in _ALWAYS_TOLD)]


_CORRECTED_WRONGLY: Final = (
    "rectify.explanation.partner-too-soon",
    "rectify.explanation.too-late",
    "rectify.explanation.unauthorised",
    "rectify.explanation.call-too-late",
)


def corrections_told(step: IncidentRuling) -> Iterator[Message]:
    """That a wrong explanation was put right too soon or too late, and for whom that is unauthorised information (20F)."""
    if step.rectification is not None:
        yield from (
            _cite_law(finding) for finding in step.rectification.due if finding.code in _CORRECTED_WRONGLY
        )


def infraction_told(step: IncidentRuling) -> Message:
    """That there was an infraction or none, with the Law where one is named."""
    answer = "infraction" if step.infraction is not None and step.infraction.answer else "no-infraction"
    if step.infraction is None or not step.infraction.clauses:
        return message(f"verdict.{answer}")
    return message(f"verdict.{answer}-under", law=step.infraction.clauses[0])


def under_law(said: Message, step: IncidentRuling) -> Message:
    """A sentence with the first clause under which the infraction was asked, where one is named."""
    clauses = () if step.infraction is None else step.infraction.clauses
    return message("verdict.by-law", what=said, law=clauses[0]) if clauses else said


def _is_said(finding: Finding, incident: Incident) -> bool:
    """Whether the verdict says a step elsewhere: with the score, or by naming the call put in place of the other."""
    replaced = isinstance(incident, IrregularCall) and incident.replacement is not None
    return finding.code in _NOT_HERE or (replaced and finding.code == "rectify.call.substitute")


def _choice(finding: Finding) -> Message:
    """A choice with its provision; a score that may be given, and is not ordered, is told as one choice of several."""
    wording = _cite_law(finding)
    return message("verdict.or", what=wording) if finding.code in _IN_PLACE else wording


def _cite_law(finding: Finding) -> Message:
    """A finding with the provision it applies."""
    if not finding.clauses:
        return finding
    return message("verdict.by-law", what=finding, law=finding.clauses[-1])


def _describe_irregularity(incident: Incident) -> Iterator[Message]:
    """The irregularity in one sentence, as far as the case tells it."""
    match incident:
        case IrregularCall() if incident.call is not None:
            sort = incident.irregularity if incident.irregularity in _IRREGULAR else "other"
            yield message(f"verdict.irregular.{sort}", offender=incident.offender, call=incident.call)
            if incident.replacement is not None:
                yield message("verdict.irregular.replaced", call=incident.replacement)
        case LeadOutOfTurn() if incident.card is not None:
            yield message("verdict.out-of-turn.led-card", offender=incident.offender, card=incident.card)
        case LeadOutOfTurn():
            yield message("verdict.out-of-turn.led", offender=incident.offender)
        case ExposedCard():
            yield message("verdict.exposed", offender=incident.offender, cards=incident.cards)
        case PlayedCard():
            yield from _card_played(incident)
        case Other() if incident.fact is not None and incident.offender is not None:
            fact = message(f"web.value.{incident.fact}")
            yield message("verdict.card-fact", offender=incident.offender, fact=fact)
        case _:
            yield from _describe_board_fault(incident)


def _card_played(incident: PlayedCard) -> Iterator[Message]:
    if incident.offender is None or incident.fact is None:
        return
    arguments = {"offender": incident.offender, "fact": message(f"web.value.{incident.fact}")}
    if incident.trick is None:
        yield message("verdict.card-fact", **arguments)
    else:
        yield message("verdict.card-fact-at", trick=incident.trick, **arguments)


def _describe_board_fault(incident: Incident) -> Iterator[Message]:
    """What was wrong with board, hands or entry."""
    match incident:
        case WrongBoard():
            yield message(
                "verdict.wrong-board.before" if incident.played_before else "verdict.wrong-board.cards"
            )
        case WrongHand() if incident.offender is not None and incident.cards is not None:
            yield message("verdict.wrong-hand", offender=incident.offender, number=incident.cards)
        case ScoreError() if incident.recorded is not None and incident.correct is not None:
            yield from _describe_entry(incident, incident.recorded, incident.correct)
        case OutsideInformation():
            yield message("verdict.from-elsewhere", by=incident.by)
        case NoPlay():
            yield message("verdict.not-played")
        case _:
            return


def _describe_entry(
    incident: ScoreError, recorded: Result | PointsOnly, correct: Result | PointsOnly
) -> Iterator[Message]:
    """What was entered and what had been obtained; where the tricks were right, the points beside them."""
    if recorded != correct:
        yield message("verdict.entered", recorded=recorded, correct=correct)
    elif incident.points_entered is not None:
        points = PointsOnly(incident.points_entered)
        yield message("verdict.entered-beside", recorded=recorded, points=points)


def _describe_fault(faults: Faults) -> Iterator[Message]:
    for side in Side:
        fault = str(getattr(faults, side.name))
        if fault != "none":
            yield message(f"verdict.fault.{fault}", side=side)


def _describe_claim(step: IncidentRuling, incident: Claim) -> Iterator[Message]:
    if step.claim is None and step.rectification is not None and step.rectification.due:
        yield from map(_cite_law, step.rectification.due)
    elif step.claim is None or step.claim.tricks is None:
        yield message("verdict.claim-open", by=incident.by)
    if step.claim is None or step.claim.tricks is None:
        return
    sort = "conceded" if incident.concedes and not incident.claims else "claimed"
    asked = incident.concedes if sort == "conceded" else incident.claims
    law = step.claim.forbids or law_of(step)
    number = {0: "none", 1: "one"}.get(step.claim.tricks, "more")
    yield message(
        f"verdict.{sort}.{number}", by=incident.by, asked=asked or 0, tricks=step.claim.tricks, law=law
    )


def _describe_revoke(step: IncidentRuling, incident: RevokeIncident) -> Iterator[Message]:
    if step.infraction is not None and step.infraction.answer is False:
        yield message("verdict.no-revoke", offender=incident.offender, trick=incident.trick, law=law_of(step))
        return
    if step.revoke is None or step.revoke.transferred is None:
        yield message("verdict.revoke-open", offender=incident.offender, trick=incident.trick)
        return
    number = {0: "none", 1: "one"}.get(step.revoke.transferred, "more")
    yield message(
        f"verdict.revoked.{number}",
        offender=incident.offender,
        trick=incident.trick,
        tricks=step.revoke.transferred,
        law=_law_of_transfer(step),
    )
    if step.revoke.equity:
        number = "one" if step.revoke.equity == 1 else "more"
        equity = message(f"verdict.equity.{number}", tricks=step.revoke.equity)
        cited = step.infraction.clauses if step.infraction is not None else ()
        law = next((clause for clause in cited if clause.path.startswith("64C")), None)
        yield equity if law is None else message("verdict.by-law", what=equity, law=law)


def _law_of_transfer(step: IncidentRuling) -> Clause | Message:
    """Where the transfer stands: behind the provision that says what a revoke is (61A)."""
    clauses = step.infraction.clauses if step.infraction is not None else ()
    return clauses[1] if len(clauses) > 1 else law_of(step)


def _corrects(finding: Finding, revoke: RevokeIncident) -> bool:
    """What becomes of the card played in this revoke, which was not established."""
    corrected = finding.code.startswith("revoke.to-be-corrected")
    return corrected and finding.arguments["seat"] is revoke.offender
