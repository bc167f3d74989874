"""The verdict in a few plain sentences: what happened, what was found under which law, and what both sides get.

It is made of the ruling's codes and values alone, so that terminal, page, paper and browser say the same in every language.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyser.bridge import Call, Card, Result, Side
from analyser.casefile import (
    Case,
    Incident,
    IncidentKind,
    Misinformation,
    RemarkKind,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.laws import Clause
from analyser.messages import Message, Percentage, message
from analyser.report.facts import (
    action_at,
    action_in_prose,
    bridge_of,
    case_in,
    dispute_of,
    either_of,
    findings_of,
    law_of,
    parallel_variants,
    unfinished_reason,
)
from analyser.report.irregularity_verdict import (
    consequences_of,
    corrections_told,
    infraction_told,
    irregularity_told,
    under_law,
)
from analyser.report.page_voice import TextVoice, result_told, results_of, weighed_parts
from analyser.report.ruling_given import ruling_given, score_of_north_south, score_text, sides_told
from analyser.report.standing_verdict import open_damage_told, stands_told
from analyser.ruling import AdjustedKind, Alternative, Finding, IncidentRuling, Ruling, Variant
from analyser.ruling.context import rests_on_dispute
from analyser.ruling.disputes import is_in_dispute

_HOW_SURE = ("information.chance", "information.chance-disputed")
_NO_INFRACTION = (
    "information.none",
    "information.tray-in-time",
    "information.pause-owed",
    "information.no-infraction-judged",
    "information.no-alternative",
    "information.not-suggested",
    "information.not-given",
    "misinformation.wrong-call",
    "misinformation.no-infraction-judged",
)
_NO_INFORMATION = (
    "information.tray-in-time",
    "information.pause-owed",
    "information.ordinary-pause",
    "information.raised-wrongly",
)
"""Why a pause told nothing, or may have told nothing."""
_SETTLED_BY = (
    "information.settled-by-peers",
    "information.settled-by-director",
    "information.settled-by-dispute",
    "information.ordinary-pause",
    "information.raised-wrongly",
)
"""What would decide an open finding."""
_LACKING = (
    "adjustment.lacking",
    "rectify.facts-missing",
    "misinformation.no-meanings",
)
"""The findings that name what the case does not tell."""


def verdict_blocks(ruling: Ruling, voice: TextVoice) -> tuple[tuple[str, str], ...]:
    """The ruling somebody gave, where one was, then ours: each with the key of its heading."""
    case = case_in(ruling)
    texts = ruling_given(ruling, case, voice)
    ours = voice.text(" ").join(plain_verdict(ruling, case, voice))
    if not texts:
        return (("verdict.proposal", ours),)
    return ("verdict.ruling", voice.text(" ").join(texts)), ("verdict.second-opinion", ours)


def warnings_beside(ruling: Ruling, verdict: Sequence[Message]) -> Iterator[Finding]:
    """The warnings that name nothing the verdict says is missing already."""
    named = {key for said in verdict for key in _keys_in(said)}
    are_scored = [
        variant.adjusted is not None and variant.adjusted.ns is not None for variant in either_of(ruling)
    ]
    for warning in ruling.warnings:
        if _keys_in(warning) and named.issuperset(_keys_in(warning)):
            continue
        if warning.code != "adjustment.not-judged" or not (are_scored and all(are_scored)):
            yield warning


def _keys_in(said: Message) -> tuple[str, ...]:
    """The keys of the case file a message names as missing."""
    named = said.arguments.get("keys") or said.arguments.get("places")
    return tuple(map(str, named)) if isinstance(named, tuple) else ()


def plain_verdict(ruling: Ruling, case: Case | None, voice: TextVoice) -> tuple[str, ...]:
    """The sentences of the verdict in the voice's language, both sides' scores last."""
    return (*map(voice.sentence, verdict_messages(ruling, case, voice)), *sides_told(ruling, case, voice))


def verdict_messages(ruling: Ruling, case: Case | None, voice: TextVoice) -> tuple[Message, ...]:
    """What the verdict says before the scores, not yet worded."""
    messages = [*_review(ruling)]
    if case is not None:
        incidents = {incident.id: incident for incident in case.incident}
        for step in ruling.incidents:
            incident = incidents.get(step.id)
            if (open_still := dispute_of(ruling, step.id)) is not None:
                messages.append(open_still)
            elif isinstance(incident, Misinformation) and case.has_disputes and is_in_dispute(case, incident):
                messages.append(message("verdict.explanation-disputed", by=incident.by))
            elif incident is not None:
                messages += _incident(ruling, step, case, incident)
    messages += _score(ruling, case, voice)
    return tuple(messages)


_FIRST = (
    "review.disallowed-weighed",
    "review.weighted-claim",
    "review.weights-not-allowed",
    "review.body-may-not-weigh",
    "review.artificial-with-result",
    "review.other-finding",
    "review.differs",
)
"""What a reviewer must hear before any figure: the ruling breaks a rule, or finds what we do not."""


def _review(ruling: Ruling) -> Iterator[Message]:
    """How the ruling under review compares: what is wrong in law first, else the grade and how far apart we are."""
    if ruling.review is None:
        return
    unlawful = [finding for finding in ruling.findings if finding.code in _FIRST]
    for finding in unlawful:
        cited = finding.clauses
        yield message("verdict.by-law", what=finding, law=cited[0]) if cited else finding
    if not unlawful:
        yield message(f"verdict.{ruling.review.verdict}")
        yield from (finding for finding in ruling.findings if finding.code == "review.distance")


def _incident(ruling: Ruling, step: IncidentRuling, case: Case, incident: Incident) -> Iterator[Message]:
    match incident:
        case UnauthorisedInformation() | WithdrawnCall():
            if not any(_tells_nothing(finding, incident) for finding in ruling.findings):
                yield _information(case, incident)
            yield _choice(ruling, step, case, incident)
            yield from _held_otherwise(step)
        case Misinformation():
            yield from _describe_misinformation(ruling, step, case, incident)
        case _:
            yield from irregularity_told(ruling, step, incident)


def _tells_nothing(finding: Finding, incident: Incident) -> bool:
    """Whether this is why the incident's pause told nothing, so that nobody is said to have had information."""
    return finding.code in _NO_INFORMATION and finding.arguments.get("incident") == incident.id


def _information(case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> Message:
    """What made the information available: a slow call, a question, an explanation, a withdrawn action."""
    action = action_at(case, incident.at) if incident.happened_at else None
    if isinstance(incident, WithdrawnCall):
        sort, action = "withdrawn", incident.withdrawn or action
    else:
        sort = _sort(case, incident)
    whole = sort in ("slow", "quick", "explanation", "alert", "no-alert", "withdrawn")
    key = f"verdict.source.{sort}" if action is not None or not whole else "verdict.source.other"
    called = {} if action is None else {"action": action_in_prose(action)}
    if case.has_disputes and rests_on_dispute(case, incident):
        key = "verdict.source-disputed.call" if action is not None else "verdict.source-disputed"
    return message(key, source=incident.source, offender=incident.offender, **called)


def _sort(case: Case, incident: UnauthorisedInformation) -> str:
    for remark in case.remark:
        if remark.at == incident.at and remark.by in (incident.source, None):
            if remark.kind is RemarkKind.TEMPO:
                return "quick" if remark.is_quick else "slow"
            return str(remark.kind)
    return "other"


def _choice(
    ruling: Ruling, step: IncidentRuling, case: Case, incident: UnauthorisedInformation | WithdrawnCall
) -> Message:
    """Whether the action taken was suggested over a logical alternative."""
    action = action_at(case, incident.action)
    law = law_of(step, ruling.law.edition if ruling.law is not None else "")
    answer = None if step.infraction is None else step.infraction.answer
    if action is None:
        return message("verdict.action-unknown", offender=incident.offender)
    if answer is None:
        chance = None if step.infraction is None else step.infraction.chance
        if chance is None:
            return message(
                "verdict.open", action=action_in_prose(action), offender=incident.offender, law=law
            )
        how_sure = (finding.arguments for finding in ruling.findings if finding.code in _HOW_SURE)
        own_chance = next((args["chance"] for args in how_sure if args["action"] == action), None)
        percentage = own_chance or Percentage.round_to(chance)
        return message("verdict.open-chance", action=action_in_prose(action), chance=percentage, law=law)
    own_alternative = next((entry for entry in step.alternatives if entry.action == action), None)
    if answer:
        logical = {entry.action for entry in step.alternatives if entry.is_alternative}
        over = tuple(
            rival for rival in (own_alternative.suggested_over if own_alternative else ()) if rival in logical
        )
        if not over:
            return message("verdict.infraction-by-choice", action=action_in_prose(action), law=law)
        number = "one" if len(over) == 1 else "more"
        rivals = tuple(map(action_in_prose, over))
        named = rivals if len(over) == 1 else message("word.all-and", entries=rivals[:-1], last=rivals[-1])
        return message(f"verdict.suggested.{number}", over=named, action=action_in_prose(action), law=law)
    why = next((finding for finding in ruling.findings if finding.code in _NO_INFRACTION), None)
    if why is None:
        return infraction_told(step)
    return under_law(message(f"verdict.{why.code}", action=action_in_prose(action)), step)


_MANY = 0.2
"""Of peers: who holds no alternative what so many would consider differs from the usual figure for one (16B1b)."""


def _held_otherwise(step: IncidentRuling) -> Iterator[Message]:
    """An action a person held no logical alternative, though at least a fifth of peers would consider it."""
    for entry in step.alternatives:
        if entry.is_alternative is False and entry.interval[0] >= _MANY:
            yield message(
                "verdict.held-none",
                action=action_in_prose(entry.action),
                low=Percentage.round_to(entry.interval[0]),
                high=Percentage.round_to(entry.interval[1]),
            )


def _describe_misinformation(
    ruling: Ruling, step: IncidentRuling, case: Case, incident: Misinformation
) -> Iterator[Message]:
    """What was told wrongly, and what would have been done with the right explanation."""
    call = action_at(case, incident.at)
    unalerted = any(remark.kind is RemarkKind.NO_ALERT and remark.at == incident.at for remark in case.remark)
    answer = None if step.infraction is None else step.infraction.answer
    called = incident.at if call is None else action_in_prose(call)
    if answer is False:
        why = next((finding.code for finding in ruling.findings if finding.code in _NO_INFRACTION), "")
        if why.startswith("misinformation."):
            yield under_law(message(f"verdict.{why}", action=called, by=incident.by), step)
        else:
            yield infraction_told(step)
        return
    sort = "not-alerted" if unalerted and incident.given is None else "explained"
    if answer is None:
        sort = "open"
    yield message(f"verdict.misinformed.{sort}", by=incident.by, action=called, law=law_of(step))
    if answer and incident.given and incident.correct:
        wording, correct = (_shorten(text) for text in (incident.given, incident.correct))
        yield message("verdict.explained-as", given=wording, correct=correct)
    yield from corrections_told(step)
    for finding in ruling.findings:
        if finding.code == "misinformation.remade":
            yield _remade(finding)
            return


_LONGEST = 80  # letters of an explanation in the verdict; the page below has the whole of it


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 2].rstrip()} …"


def _remade(finding: Finding) -> Message:
    """What the innocent player's peers would mostly have done with the right explanation."""
    actions = finding.arguments["actions"]
    first = actions[0] if isinstance(actions, tuple) and actions else actions
    key = "verdict.remade-lead" if isinstance(first, Card) else "verdict.remade"
    return message(
        key,
        seat=finding.arguments["seat"],
        action=action_in_prose(first) if isinstance(first, Call) else first,
    )


def _score(ruling: Ruling, case: Case | None, voice: TextVoice) -> Iterator[Message]:
    """What the score is made of; why it cannot be told."""
    adjusted = ruling.adjusted
    if adjusted is None:
        yield from _open(ruling, case, voice)
        return
    match adjusted.kind:
        case AdjustedKind.NONE if any(finding.code == "adjustment.fouled" for finding in ruling.findings):
            return  # what is scored by itself is said with the incident
        case AdjustedKind.NONE if (
            case is not None
            and ruling.table is None
            and case.incident
            and all(incident.changes_no_score for incident in case.incident)
        ):
            yield message("penalty.apart")
        case AdjustedKind.NONE:
            yield stands_told(ruling)
        case AdjustedKind.TRICKS:
            tricks, contract = adjusted.tricks, None if case is None else case.contract
            if tricks is not None and contract is not None:
                yield message("verdict.result", result=Result(contract, tricks))
            else:
                yield message("verdict.tricks-left")
        case AdjustedKind.ARTIFICIAL:
            yield message("verdict.artificial", law=_law_of(ruling, *_ARTIFICIAL))
        case AdjustedKind.ASSIGNED | AdjustedKind.WEIGHTED | AdjustedKind.TWO_SIDED:
            yield from _weighted_results(ruling, voice)


def _open(ruling: Ruling, case: Case | None, voice: TextVoice) -> Iterator[Message]:
    """Both scores where the finding is open; else what is missing for a score."""
    if variants := parallel_variants(ruling):
        messages_by_variant = [tuple(_either(variant, case, voice)) for variant in variants]
        scores = [
            [{**message.arguments, "because": ""} for message in messages] for messages in messages_by_variant
        ]
        if (
            either_of(ruling)
            and len(messages_by_variant) > 1
            and scores[0]
            and scores.count(scores[0]) == len(scores)
        ):
            alike = messages_by_variant[0][-1]  # whatever is found, the score is the same: said once
            messages_by_variant = [
                (message(alike.code, **{**alike.arguments, "because": message("verdict.either-way")}),)
            ]
        yield from (message for messages in messages_by_variant for message in messages)
        yield from (finding for finding in ruling.findings if finding.code in _SETTLED_BY)
    elif keys := _missing(ruling):
        yield message("verdict.undecided-for", keys=keys)
    elif (why := unfinished_reason(ruling)) is not None:
        yield why
    elif not any(step.claim is not None and step.claim.tricks is not None for step in ruling.incidents):
        yield message("verdict.undecided")


def _either(variant: Variant, case: Case | None, voice: TextVoice) -> Iterator[Message]:
    """What is found and the score under one of two findings that are open."""
    finding = None if case is None else describe_variant(variant, case)
    if finding is not None:
        yield message("verdict.version", because=variant.because, what=finding)
    because = variant.because if finding is None else message("verdict.in-that-case")
    adjusted, results = variant.adjusted, results_of(variant, voice)
    if adjusted is not None and adjusted.ns is not None and adjusted.ew is not None:
        ns, ew = (score_text(score, case, voice) for score in (adjusted.ns, adjusted.ew))
        key = "verdict.either-scored" if results else "verdict.either"
        yield message(key, because=because, ns=ns, ew=ew, **({"results": results} if results else {}))
    elif results:
        yield message("verdict.either-results", because=because, results=results)


def describe_variant(variant: Variant, case: Case) -> Message | None:
    """What a version of a disputed claim, revoke or irregularity leads to, with the Law: tricks, or the first step due."""
    disputed = variant.because.arguments.get("incident")
    incident = next((entry for entry in case.incident if entry.id == disputed), None)
    step = next((entry for entry in variant.incidents if entry.id == disputed), None)
    if incident is None or step is None or (step.infraction is not None and step.infraction.answer is False):
        return None
    consequences = tuple(consequences_of(step, incident))
    return message("word.listed", entries=consequences) if consequences else None


def reasons_of(ruling: Ruling, most: int) -> tuple[Message, ...]:
    """Why: what peers said first, then in bridge."""
    peers = format_peers(ruling)
    return (*peers, *bridge_of(ruling, most - len(peers)))


def format_peers(ruling: Ruling) -> tuple[Message, ...]:
    """What peers said of the action the player is held to, or of its strongest rival; what is estimated where none was asked."""
    sentences, case = [], case_in(ruling)
    done = (
        {}
        if case is None
        else {entry.id: action_at(case, entry.complained_action) for entry in case.incident}
    )
    for step in ruling.incidents:
        barred = [entry for entry in step.alternatives if entry.suggested_over]
        barred = [entry for entry in barred if entry.action == done.get(step.id)] or barred
        over = {action for entry in barred for action in entry.suggested_over}
        rivals = [entry for entry in step.alternatives if entry.action in over and entry.is_alternative]
        if rivals and step.asks_for_alternatives:
            sentences.append(_share_told(max(rivals, key=lambda entry: entry.considered)))
    return tuple(sentences)


def _share_told(entry: Alternative) -> Message:
    """The answers known of one action; where the poll tells none of it, the estimate."""
    counts = {} if entry.poll is None else {"considered": entry.poll.considered, "chosen": entry.poll.chosen}
    known = {name: count for name, count in counts.items() if count is not None}
    if entry.poll is not None and known:
        key = "page.polled" if len(known) == len(counts) else f"page.polled-{next(iter(known))}"
        return message(key, action=action_in_prose(entry.action), asked=entry.poll.asked, **known)
    low, high = (Percentage.round_to(end) for end in entry.interval)
    share = Percentage.round_to(entry.considered)
    return message("page.estimated", action=action_in_prose(entry.action), share=share, low=low, high=high)


def answer_in_short(ruling: Ruling, case: Case, voice: TextVoice) -> str:
    """The answer for a list: the score to North-South, else the results, else whether an infraction was found."""
    if score := score_of_north_south(ruling.adjusted, case, voice):
        return score
    if ruling.adjusted is not None:
        if ruling.adjusted.tricks is not None and case.contract is not None:
            return voice.render(Result(case.contract, ruling.adjusted.tricks))
        return voice("word.listed", entries=tuple(_score(ruling, case, voice)))
    answers = [step.infraction.answer for step in ruling.incidents if step.infraction is not None]
    if True in answers:
        return voice("precedents.infraction")
    settled = answers and None not in answers
    return voice("precedents.no-infraction" if settled else "compare.undecided")


_ARTIFICIAL = ("adjustment.artificial", "adjustment.better-of-two", "adjustment.better-of-two-average")
"""The findings an artificial score rests on."""


def _law_of(ruling: Ruling, *codes: str) -> Clause | Message:
    """The provision the first finding of these codes applies."""
    for finding in findings_of(ruling):
        if finding.code in codes and finding.clauses:
            return finding.clauses[0]
    return message("verdict.no-law")


def _missing(ruling: Ruling) -> tuple[str, ...]:
    """The keys of the case file for want of which the score cannot be told, each once."""
    keys: dict[str, None] = {}
    for step in ruling.incidents:
        if step.rectification is not None:
            keys |= dict.fromkeys(step.rectification.missing)
    for finding in (*ruling.warnings, *findings_of(ruling)):
        if finding.code in _LACKING:
            keys |= dict.fromkeys(_keys_in(finding))
    return tuple(keys)


def _weighted_results(ruling: Ruling, voice: TextVoice) -> Iterator[Message]:
    """The results with their weights, apart for each side where they differ; where damage is open that is said before them."""
    if ruling.weights is None:
        return
    results = {outcome.id: result_told(ruling, outcome, voice) for outcome in ruling.outcomes}
    shared, ew = ruling.weights.ns, ruling.weights.ew
    if shared == ew and len(shared) == 1:
        entered = all(step.kind == IncidentKind.SCORE_ERROR for step in ruling.incidents) and ruling.incidents
        code = "verdict.result" if entered else "verdict.assigned"  # an entry put right is no adjusted score
        scores = [message(code, result=results[shared[0][0]])]
    elif shared == ew:
        scores = [message("verdict.adjusted", results=_parts(shared, results, voice))]
    else:
        sides = ((Side.NS, shared), (Side.EW, ew))
        scores = [
            message("verdict.adjusted-for", side=s, results=_parts(side_weights, results, voice))
            for s, side_weights in sides
        ]
    if (damage := open_damage_told(ruling)) is not None:
        yield damage
        scores = [message("verdict.with-damage", score=score) for score in scores]
    yield from scores
    if ruling.adjusted is not None and ruling.adjusted.ns is None:
        yield from (warning for warning in ruling.warnings if warning.code == "adjustment.lacking")


def _parts(
    weights: tuple[tuple[str, Fraction], ...], results: dict[str, str], voice: TextVoice
) -> tuple[Message, ...]:
    """The weightiest results with their weights, the others together."""
    heaviest = sorted((pair for pair in weights if pair[0] in results), key=lambda pair: -pair[1])
    return weighed_parts([(results[name], weight) for name, weight in heaviest], voice)
