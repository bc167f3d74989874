"""What every page shows of a case: the question of each incident, the laws applied, the score, hands and auction."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import Call, Card, Result, Side
from analyser.casefile import (
    Action,
    Case,
    Claim,
    Incident,
    Misinformation,
    Moment,
    OutsideInformation,
    Place,
    RemarkKind,
    RevokeIncident,
    Status,
    UnauthorisedInformation,
    WithdrawnCall,
    case_of,
)
from analyser.errors import LawError
from analyser.laws import Clause, addresses, gist_in, lookup
from analyser.messages import Message, message
from analyser.ruling import Basis, Finding, IncidentRuling, Outcome, PastCase, Ruling, Variant
from analyser.ruling.context import rests_on_dispute
from analyser.ruling.disputes import is_in_dispute
from analyser.ruling.values import DISPUTED_FACTS, DISPUTED_INCIDENTS, DISPUTES_TOGETHER, OPEN_FINDINGS


def case_in(ruling: Ruling) -> Case | None:
    """The case as its file has it, whatever was varied in the ruling; none for a bare calculation."""
    return None if ruling.case is None else case_of(ruling.case.toml.encode("utf-8"))


def law_of(step: IncidentRuling, edition: str = "") -> Clause | Message:
    """The first provision the answer rests on; of a choice between actions that is open, the one it is measured by."""
    clauses = step.infraction.clauses if step.infraction is not None else ()
    if not clauses and edition:
        clauses = addresses("partner-information-choice", edition)
    return clauses[0] if clauses else message("verdict.no-law")


def either_of(ruling: Ruling) -> tuple[Variant, ...]:
    """Where it is open whether there was an infraction, the scores as one and as none; of several disputes each version."""
    codes = (*OPEN_FINDINGS, DISPUTES_TOGETHER)
    return tuple(variant for variant in ruling.variants if variant.because.code in codes)


def disputed_variants(ruling: Ruling) -> tuple[tuple[Variant, Variant], ...]:
    """Of each fact in dispute the score with it accepted and without it, side by side."""
    pairs: list[tuple[Variant, Variant]] = []
    for codes in (DISPUTED_INCIDENTS, DISPUTED_FACTS):
        accepted, rejected = (
            {variant.because.args: variant for variant in ruling.variants if variant.because.code == code}
            for code in codes
        )
        pairs += [(variant, rejected[fact]) for fact, variant in accepted.items() if fact in rejected]
    return tuple(pairs)


def parallel_variants(ruling: Ruling) -> tuple[Variant, ...]:
    """Where there is no one score, those that stand side by side: of an open finding, else of what is in dispute."""
    return either_of(ruling) or tuple(
        variant for branches in disputed_variants(ruling) for variant in branches
    )


def unfinished_reason(ruling: Ruling) -> Finding | None:
    """Why the board has no result yet: it is played on from where the director was called, or redealt."""
    codes = ("adjustment.played-on", "adjustment.dealt-anew")
    return next((finding for finding in ruling.findings if finding.code in codes), None)


def no_score_key(ruling: Ruling) -> str:
    """The key of the sentence that says why there is no one score: facts in dispute, an open finding, or what lacks."""
    if (why := unfinished_reason(ruling)) is not None:
        return why.code.replace("adjustment.", "page.")
    crossed = any(variant.because.code == DISPUTES_TOGETHER for variant in ruling.variants)
    if crossed or (disputed_variants(ruling) and not either_of(ruling)):
        return "page.open-disputed"
    return "page.open" if either_of(ruling) else "page.undecided"


def dispute_of(ruling: Ruling, incident: str) -> Finding | None:
    """That an incident as such is in dispute and nobody has found what it was; none where it is not."""
    for finding in ruling.findings:
        what = finding.arguments.get("what")
        is_of_incident = isinstance(what, Message) and dict(what.args).get("incident") == incident
        if finding.code == "dispute.open" and is_of_incident:
            return finding
    return None


def is_from_record(past: PastCase) -> bool:
    """Whether nobody published the past case: its facts were read from a record."""
    return any(finding.code == "precedents.record" for finding in past.ruled)


def action_at(case: Case, place: Place | None) -> Action | None:
    """The call or card that was made at a place, when it is recorded."""
    if place is None:
        return None
    if place.moment is Moment.CALL:
        calls: tuple[Call, ...] = case.auction.calls if case.auction else ()
        return calls[place.number - 1] if 0 < place.number <= len(calls) else None
    if place.moment is Moment.LEAD:
        return case.lead
    if place.moment is Moment.TRICK and case.play is not None and place.seat is not None:
        tricks = case.play.tricks
        card: Card | None = (
            tricks[place.number - 1].card_of(place.seat) if place.number <= len(tricks) else None
        )
        return card
    return None


def question_of(case: Case, incident: Incident) -> Message:
    """The question of an incident."""
    kind = str(incident.kind)
    if incident.status is Status.DISPUTED and is_in_dispute(case, incident):
        return message("question.disputed")
    match incident:
        case UnauthorisedInformation() | WithdrawnCall():
            action = action_at(case, incident.action)
            return message(
                f"question.{kind}",
                source=incident.source,
                offender=incident.offender,
                at=incident.at,
                action=incident.action if action is None else action,
                place=incident.action,
            )
        case Misinformation():
            explained = action_at(case, incident.at)
            called = incident.at if explained is None else explained
            return message(f"question.{kind}", by=incident.by, at=incident.at, action=called)
        case Claim():
            key = "question.concession" if incident.concedes and not incident.claims else "question.claim"
            return message(key, by=incident.by, claims=incident.claims or 0, concedes=incident.concedes or 0)
        case _:
            who = incident.by if isinstance(incident, OutsideInformation) else incident.offender_seat
            if who is None:
                return message(f"question.{kind}")
            return message(f"question.{kind}.by", offender=who, trick=incident.number_in_play or 0)


def story_of(case: Case, incident: Incident) -> Message | None:
    """What happened, from the facts of the case: for an incident whose file tells no story of its own."""
    story = _story_of(case, incident)
    rests = isinstance(incident, UnauthorisedInformation | WithdrawnCall) and rests_on_dispute(case, incident)
    if story is not None and case.has_disputes and (rests or is_in_dispute(case, incident)):
        return message("story.disputed", story=story)
    return story


def _story_of(case: Case, incident: Incident) -> Message | None:
    match incident:
        case UnauthorisedInformation():
            return _story_of_information(case, incident)
        case Misinformation() if incident.given:
            call = action_at(case, incident.at) or incident.at
            if incident.correct:
                return message("story.explained", action=call, given=incident.given, correct=incident.correct)
            return message("story.explained-only", action=call, given=incident.given)
        case Misinformation() if _is_unalerted(case, incident.at):
            call = action_at(case, incident.at) or incident.at
            if incident.correct:
                return message("story.not-alerted", by=incident.by, action=call, correct=incident.correct)
            return message("story.not-alerted-only", by=incident.by, action=call)
        case RevokeIncident() if incident.trick is not None:
            return message("story.revoke", offender=incident.offender, trick=incident.trick)
        case Claim() if incident.claims:
            arguments = {"by": incident.by, "claims": incident.claims}
            if incident.statement:
                return message("story.claim", statement=incident.statement, **arguments)
            return message("story.claim-silent", **arguments)
        case _:
            return None


def _story_of_information(case: Case, incident: UnauthorisedInformation) -> Message | None:
    """Who was slow or quick over what, and what his partner did then."""
    call, action = action_at(case, incident.at), action_at(case, incident.action)
    if call is None or action is None:
        return None
    arguments: dict[str, object] = {
        "source": incident.source, "action": action_in_prose(call), "offender": incident.offender, "next": action_in_prose(action)
    }  # fmt: skip
    for remark in case.remark:
        if remark.kind is RemarkKind.TEMPO and remark.at == incident.at:
            if (seconds := remark.seconds) is not None:
                is_whole_seconds = int(seconds) == seconds
                return message(
                    "story.seconds", seconds=int(seconds) if is_whole_seconds else seconds, **arguments
                )
            return message("story.quick" if remark.is_quick else "story.slow", **arguments)
    for remark in case.remark:
        if remark.at == incident.at and remark.by in (incident.source, None):
            if remark.text:
                return message(f"story.{remark.kind}", said=remark.text, **arguments)
            return message(f"story.{remark.kind}-only", **arguments)
    return None


def _is_unalerted(case: Case, at: Place) -> bool:
    return any(remark.kind is RemarkKind.NO_ALERT and remark.at == at for remark in case.remark)


def findings_of(ruling: Ruling) -> Iterator[Finding]:
    """Every finding of the ruling, those of each rectification too, once."""
    seen = set()
    steps = (step.rectification for step in ruling.incidents)
    due = (finding for step in steps if step is not None for finding in (*step.due, *step.options))
    for finding in (*ruling.findings, *due):
        if finding not in seen:
            seen.add(finding)
            yield finding


_IN_TURN = (
    "bridge.holds",
    "bridge.shift.",
    "bridge.gains.",
    "bridge.better",
    "bridge.stood-there",
    "bridge.led-against",
    "bridge.leads",
    "bridge.played",
    "bridge.table-",
    "outcomes.table-tricks",
    "bridge.break",
    "bridge.honour",
)
"""The kinds of bridge reason, as they are taken in turn where there is no room for all."""
_STRONGEST = tuple(f"bridge.{kind}" for kind in ("shift.", "gains.", "better", "leads", "holds", "break-"))


def bridge_of(ruling: Ruling, most: int, kinds: tuple[str, ...] = _IN_TURN) -> tuple[Finding, ...]:
    """At most so many bridge reasons, those that tell most, in the order they were found."""
    every = [
        finding
        for finding in findings_of(ruling)  # how many stood there says nothing without what they did
        if finding.code.startswith(_IN_TURN) and finding.code != "bridge.stood-there"
    ]
    if any(finding.code.startswith("bridge.table-") for finding in every):
        every = [finding for finding in every if finding.code.startswith("bridge.")]
    rounds = [
        (place, kinds.index(kind), finding)
        for kind in kinds
        for place, finding in enumerate(finding for finding in every if finding.code.startswith(kind))
    ]
    chosen = [finding for _, _, finding in sorted(rounds, key=lambda entry: entry[:2])[:most]]
    return tuple(finding for finding in every if finding in chosen)


def strongest_of(ruling: Ruling, most: int) -> tuple[Finding, ...]:
    """The bridge reasons for where there is room for one or two."""
    return bridge_of(ruling, most, _STRONGEST)


def cited_provisions(ruling: Ruling, language: str) -> tuple[tuple[Clause, str], ...]:
    """The provisions applied, in the order they were, each once, with what it says in one line."""
    clauses: dict[Clause, None] = {}
    for incident in ruling.incidents:
        if incident.infraction is not None:
            clauses |= dict.fromkeys(incident.infraction.clauses)
    for finding in findings_of(ruling):
        clauses |= dict.fromkeys(finding.clauses)
    return tuple((clause, _gist(clause, language)) for clause in clauses)


def _gist(clause: Clause, language: str) -> str:
    try:
        return gist_in(lookup(clause.path, clause.edition), language)
    except LawError:
        return ""


def statuses_of(case: Case) -> dict[str, tuple[int, ...]]:
    """The numbers of the remarks by status; what has none is `unstated`."""
    numbers_of: dict[str, list[int]] = {word: [] for word in (*map(str, Status), "unstated")}
    for number, remark in enumerate(case.remark, 1):
        numbers_of[str(remark.status) if remark.status else "unstated"].append(number)
    return {status: tuple(numbers) for status, numbers in numbers_of.items() if numbers}


def assumptions(ruling: Ruling) -> tuple[Finding, ...]:
    """What the answer assumes for want of facts; how far the tree was followed stands under the weights."""
    findings = (*findings_of(ruling), *ruling.warnings)
    assumed = (finding for finding in findings if finding.standing is Basis.ASSUMED)
    return tuple(finding for finding in dict.fromkeys(assumed) if finding.code != "outcomes.grown")


_FEW, _ILLEGAL = 4, 2


@dataclass(frozen=True, slots=True)
class WeightsTable:
    """All outcomes with what each counts and is worth to each side, and the sums."""

    outcomes: tuple[Outcome, ...]
    weights: Mapping[Side, Mapping[str, Fraction]]
    one_weight: bool  # both sides have the same weights
    sides: tuple[Side, ...] = tuple(Side)

    @property
    def has_tricks(self) -> bool:
        """Whether double-dummy tricks of any outcome are known."""
        return any(outcome.dd_tricks is not None for outcome in self.outcomes)

    @property
    def has_worth(self) -> bool:
        """Whether the results have a worth in the event's currency: there is something to compare them with."""
        return any(outcome.converted is not None for outcome in self.outcomes)

    @property
    def shown(self) -> tuple[Outcome, ...]:
        """What stands on the first page: what is weighed, and the likeliest of what is left out as not legal."""
        weighed = [entry for entry in self.outcomes if any(self.weight(entry, side) for side in self.sides)]
        if not weighed:
            return self.outcomes
        illegal = [outcome for outcome in self.outcomes if not outcome.legal]
        if len(self.outcomes) > _FEW:
            illegal = sorted(illegal, key=lambda outcome: -(outcome.probability or 0))[:_ILLEGAL]
        ids = {outcome.id for outcome in (*weighed, *illegal)}
        return tuple(outcome for outcome in self.outcomes if outcome.id in ids)

    def weight(self, outcome: Outcome, side: Side) -> Fraction | None:
        """The weight of an outcome for a side; none where it has no part."""
        return self.weights[side].get(outcome.id)

    def worth(self, outcome: Outcome, side: Side) -> Fraction | None:
        """What the result is worth to a side."""
        return None if outcome.converted is None else outcome.converted[side]

    def part(self, outcome: Outcome, side: Side) -> Fraction | None:
        """Weight times worth."""
        weight, worth = self.weight(outcome, side), self.worth(outcome, side)
        return None if weight is None or worth is None else weight * worth

    def whole(self, side: Side) -> Fraction | None:
        """The sum of a side's weights."""
        return _sum([self.weight(outcome, side) for outcome in self.outcomes])

    def total(self, side: Side) -> Fraction | None:
        """The sum of the parts of a side's score."""
        return _sum([self.part(outcome, side) for outcome in self.outcomes])


def _sum(parts: list[Fraction | None]) -> Fraction | None:
    known = [part for part in parts if part is not None]
    return sum(known, Fraction(0)) if known else None


def weights_of(ruling: Ruling) -> WeightsTable | None:
    """The weights table; none when no result is weighed."""
    if not ruling.outcomes:
        return None
    weights = ruling.weights
    ns, ew = ((), ()) if weights is None else (weights.ns, weights.ew)
    return WeightsTable(ruling.outcomes, {Side.NS: dict(ns), Side.EW: dict(ew)}, ns == ew)


def stands_also_for(ruling: Ruling, outcome: Outcome) -> tuple[Message, ...]:
    """The tricks more or fewer that are weighed with a result of the same contract, the nearest first."""
    merged = () if ruling.weights is None else dict(ruling.weights.merged).get(outcome.id, ())
    others = [outcome.result for outcome in ruling.outcomes if outcome.id in merged]
    own = outcome.result.tricks if isinstance(outcome.result, Result) else 0
    apart = [other.tricks - own for other in others if isinstance(other, Result)]
    more, fewer = [tricks for tricks in apart if tricks > 0], [-tricks for tricks in apart if tricks < 0]
    ways = [(way, counts) for way, counts in (("more", more), ("fewer", fewer)) if counts]
    return tuple(_tricks_apart(*way) for way in sorted(ways, key=lambda way: min(way[1])))


def _tricks_apart(way: str, counts: list[int]) -> Message:
    """So many tricks more or fewer; of several numbers the largest."""
    if counts == [1]:
        return message(f"weights.trick-{way}")
    sort = "tricks" if len(counts) == 1 else "up-to"
    return message(f"weights.{sort}-{way}", count=max(counts))


def action_in_prose(action: Action | None) -> Action | Message | None:
    """An action as a sentence names it: the X of a diagram is a double, a Pass a pass."""
    if isinstance(action, Call) and str(action) in ("P", "X", "XX"):
        return message(f"call.said.{action}")
    return action


_READ = {
    "understood": "understood-row",
    "asks": "asks-row",
    "nothing": "nothing-row",
    "not-understood": "not-understood",
    "unread": "unread",
}


def readings_of(ruling: Ruling) -> tuple[Message, ...]:
    """How the words of explanations were understood, or that they were not: a message for each."""
    read = (finding for finding in ruling.findings if finding.code.startswith("explanations."))
    messages = (Message(f"explanations.{_READ[own.code.partition('.')[2]]}", own.args) for own in read)
    return tuple(dict.fromkeys(messages))
