"""A choice among alternatives after information that may not be used: was it an infraction, and what was open instead.

The same test serves partner's extraneous information (16B) and withdrawn actions (16C, in 2007 16D). The chances that
an action is an alternative, that another is suggested over it, and that there was information at all are carried to the
end, and answered yes, no or open there; they never become a weight.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial

from analyser.bridge import Play
from analyser.casefile import (
    Action,
    Case,
    JudgedActions,
    JudgedTruth,
    Moment,
    Place,
    Question,
    Remark,
    RemarkKind,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.estimates.suggestion_prior import PastRulings, features_of
from analyser.laws import Clause, Jurisdiction, addresses
from analyser.laws.regulation import AlternativeRules
from analyser.messages import Percentage, message_or_quote
from analyser.ruling import (
    Alternative,
    Argument,
    Basis,
    Branch,
    Finding,
    FindingClass,
    IncidentFindings,
    InfractionAnswer,
)
from analyser.ruling.alternatives.chances import answer_of, apply_bars, pick_barring_rival
from analyser.ruling.alternatives.logical_alternatives import alternatives_of
from analyser.ruling.context import RulingContext, rests_on_dispute, unsettled_remarks

_SURE = 0.9  # of what is suggested: a person's finding would hardly change it


def choice_of(case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> tuple[Branch, Action | None]:
    """The decision an incident complains of, as the case records it: where another would have left the line, and the action taken."""
    place, seat, auction, play = incident.action, incident.offender, case.auction, case.play
    if place.moment is Moment.CALL:
        if auction is None or place.number > len(auction):
            return Branch(incident.id, place, seat, auction, None), None
        caller, before = auction.seat_of(place.number), auction.before(place.number)
        return Branch(incident.id, place, caller, before, None), auction.calls[place.number - 1]
    if play is None:
        return Branch(incident.id, place, seat, auction, None), case.lead
    number = place.number if place.moment is Moment.TRICK else 1
    who = seat if place.seat is None else place.seat
    trick = play.tricks[number - 1] if number <= len(play.tricks) else None
    card = None if trick is None else trick.card_of(who)
    until = play if card is None else Play(play.leader, play.strain, play.cards[: play.cards.index(card)])
    return Branch(incident.id, place, who, auction, until), card


def judged_truth(case: Case, incident: str, question: Question, at: Place | None = None) -> bool | None:
    """What a person found on a question of yes or no; the last finding counts, one on another remark does not.

    `rectification.judged` answers with the first instead: the facts of an irregularity are asked once.
    """
    answer = None
    for judgement in case.judgements(incident):
        if isinstance(judgement, JudgedTruth) and judgement.question is question:
            of = (
                None
                if judgement.remark is None or judgement.remark > len(case.remark)
                else case.remark[judgement.remark - 1]
            )
            if of is None or at is None or of.at == at:
                answer = judgement.answer
    return answer


def apply_findings(
    alternatives: tuple[Alternative, ...],
    case: Case,
    incident: UnauthorisedInformation | WithdrawnCall,
    rules: AlternativeRules,
) -> tuple[tuple[Alternative, ...], tuple[Finding, ...]]:
    """The alternatives as persons found them; the estimates stay beside their findings."""
    findings: list[Finding] = []
    judged = _judged_actions(case, incident.id, Question.ALTERNATIVES)
    if judged is not None:
        estimated = tuple(alternative.action for alternative in alternatives if alternative.is_alternative)
        alternatives = tuple(
            _apply_judgement(alternative, alternative.action in judged)
            for alternative in _add_named(alternatives, judged)
        )
        alternatives = apply_bars(alternatives, rules)
        findings.append(
            _judged_finding(
                "information.alternatives-judged", actions=judged, estimated=estimated, incident=incident.id
            )
        )
    named = _judged_actions(case, incident.id, Question.SUGGESTED)
    named = incident.suggests if named is None else named
    if named is not None:
        measured = tuple(alternative.action for alternative in alternatives if alternative.suggested)
        was_measured = any(alternative.suggested is not None for alternative in alternatives)
        alternatives = tuple(
            _apply_suggestion_finding(alternative, alternatives, named, rules)
            for alternative in _add_named(alternatives, named)
        )
        code = "information.suggested-judged" if measured else "information.suggested-judged-none"
        if not was_measured:
            code = "information.suggested-judged-only"
        findings.append(_judged_finding(code, actions=named, measured=measured, incident=incident.id))
    return alternatives, tuple(findings)


def _judged_actions(case: Case, incident: str, question: Question) -> tuple[Action, ...] | None:
    answer = None
    for judgement in case.judgements(incident):
        if isinstance(judgement, JudgedActions) and judgement.question is question:
            answer = judgement.answer
    return answer


def _add_named(alternatives: tuple[Alternative, ...], named: Sequence[Action]) -> tuple[Alternative, ...]:
    """The alternatives with those a person named and nobody estimated: of these nothing is known."""
    known = {alternative.action for alternative in alternatives}
    unknown = (0.0, 1.0)
    new = [
        Alternative(action, 0.0, 0.0, unknown, None, 0.5, chance=0.5)
        for action in named
        if action not in known
    ]
    return (*alternatives, *new)


def _apply_judgement(alternative: Alternative, answer: bool) -> Alternative:
    """As the person found it; the certainty is still what the estimate gives that answer."""
    certainty = (
        alternative.certainty
        if alternative.is_alternative in (answer, None)
        else round(1 - alternative.certainty, 3)
    )
    return replace(alternative, is_alternative=answer, certainty=certainty, chance=float(answer))


def _apply_suggestion_finding(
    alternative: Alternative, every: tuple[Alternative, ...], named: Sequence[Action], rules: AlternativeRules
) -> Alternative:
    """As a person found it: what he named is suggested over whatever he did not name, and nothing else is."""
    over = tuple(other for other in every if other.action not in named) if alternative.action in named else ()
    chance = max((other.chance or 0.0 for other in over), default=0.0)
    return replace(
        alternative,
        suggested=answer_of(chance, rules),
        suggested_over=tuple(other.action for other in over),
        suggested_chance=chance,
        suggested_over_chances=tuple(
            (other.action, float(other in over)) for other in every if other is not alternative
        ),
    )


_Beside = Callable[[Alternative, Mapping[str, float], float], tuple[float, Finding | None]]


def decide_infraction(
    incident: str,
    chosen: Action | None,
    alternatives: tuple[Alternative, ...],
    jurisdiction: Jurisdiction,
    topic: str,
    given: float = 1.0,
    beside: _Beside = lambda _rival, _links, chain: (chain, None),
    *,
    proved: bool = True,
) -> IncidentFindings:
    """Whether the action chosen was suggested over another that is a logical alternative (no duty judged yet).

    `topic` names the subject of the Laws under which the choice is forbidden; `given` is the chance that there was
    information; `beside` is what past rulings make of the chance. What is not `proved`, being in dispute, is never held to be one.
    """
    clauses = addresses(topic, jurisdiction.edition.year)
    rules = jurisdiction.regulation.alternatives
    chosen_alternative = next(
        (alternative for alternative in alternatives if alternative.action == chosen), None
    )
    if chosen_alternative is None or chosen is None:
        return _answer(None, (), _judgement("information.action-unknown", Basis.ASSUMED, incident=incident))
    others = {entry.action: entry for entry in alternatives if entry.action != chosen}
    known = {action: entry.chance or 0.0 for action, entry in others.items()}
    if not others or answer_of(max(known.values()), rules) is False:
        none = _judgement("information.no-alternative", action=chosen)
        return _answer(False, clauses, none, chance=max(known.values(), default=0.0) * given)
    if not chosen_alternative.suggested_over_chances:
        untold = _judgement("information.suggestion-untold", Basis.ASSUMED, action=chosen)
        return _answer(None, (), untold)
    rival, product = pick_barring_rival(chosen_alternative.suggested_over_chances, known)
    if rival is None:
        return _answer(False, clauses, _judgement("information.not-suggested", action=chosen), chance=0.0)
    # the links of which an infraction hangs; that there was information is one where it is disputed
    links = {"suggested": dict(chosen_alternative.suggested_over_chances)[rival], "alternative": known[rival]}
    links |= {"given": given} if given < 1 else {}
    chance, record = beside(others[rival], links, round(product * given, 3))
    answer = answer_of(chance, rules)
    if answer and not proved:
        answer = None
    how_sure = (
        _describe_certainty(chosen, others[rival], links, chance, rules),
        *([] if record is None else [record]),
    )
    if answer is None:
        return _answer(None, (), *_open(chosen, others[rival], links, rules), *how_sure, chance=chance)
    if answer is False:
        likely = given < 1 and answer_of(product, rules) is not False  # had there been the information
        none = _judgement("information.not-given" if likely else "information.not-suggested", action=chosen)
        return _answer(False, clauses, none, *how_sure, chance=chance)
    over = tuple(
        action
        for action, suggested in chosen_alternative.suggested_over_chances
        if action == rival or answer_of(suggested * known.get(action, 0.0) * given, rules) is True
    )
    findings = _decide_chosen(chosen, chosen_alternative, over, jurisdiction, clauses)
    infraction = None if findings.infraction is None else replace(findings.infraction, chance=chance)
    return replace(findings, infraction=infraction, findings=(*findings.findings, *how_sure))


def _blend_with_past_rulings(
    context: RulingContext,
    incident: UnauthorisedInformation | WithdrawnCall,
    rival: Alternative,
    links: Mapping[str, float],
    chain: float,
) -> tuple[float, Finding | None]:
    """The chain's chance with what bodies held before, by the weight that earned; and the record it is printed with."""
    learned = PastRulings.load_shipped()
    if learned is None or isinstance(incident, WithdrawnCall):
        return chain, None
    width = rival.interval[1] - rival.interval[0]
    features = features_of(
        context.case, incident, context.year, links["alternative"], links["suggested"], width
    )
    chance = learned.blended_odds(chain, features)
    args: dict[str, Argument] = {name: Decimal(f"{brier:.3f}") for name, brier in learned.record}
    args["cases"] = learned.cases
    code = "alternatives.past-rulings"
    if learned.weight:
        code = "alternatives.past-rulings-weighed"
        args |= {"before": Percentage.round_to(chain), "chance": Percentage.round_to(chance)}
        args["weight"] = Decimal(f"{learned.weight:g}")
    return chance, Finding(code, tuple(args.items()), FindingClass.FACT, (), Basis.COMPUTED)


def _describe_certainty(
    action: Action, rival: Alternative, links: Mapping[str, float], chance: float, rules: AlternativeRules
) -> Finding:
    """How likely there was an infraction, by its links; and how likely either answer is wrong."""
    code = "information.chance-disputed" if "given" in links else "information.chance"
    args: dict[str, Argument] = {name: Percentage.round_to(link) for name, link in links.items()}
    percentage = Percentage.round_off_bars(chance, rules.infraction_from, rules.no_infraction_to)
    args |= {"chance": percentage, "no_chance": Percentage(1 - percentage.value)}
    args |= {"yes": Percentage(rules.infraction_from), "no": Percentage(rules.no_infraction_to)}
    args |= {"action": action, "over": rival.action}
    return Finding(code, tuple(args.items()), FindingClass.JUDGEMENT)


def _open(
    action: Action, rival: Alternative, links: Mapping[str, float], rules: AlternativeRules
) -> Iterator[Finding]:
    """That it is open, and what would settle it: the links that are not sure themselves."""
    over, suggested = rival.action, answer_of(links["suggested"], rules)
    possible = answer_of(links["alternative"], rules)
    if suggested is True and possible is not True and rival.more_answers:
        yield _judgement(
            "information.alternative-untold", action=action, over=(over,), more=rival.more_answers
        )
    else:
        yield _judgement("information.suggestion-open", action=action, over=over)
        if rival.is_alternative is None and rival.more_answers:
            yield _judgement("information.settled-by-peers", over=over, more=rival.more_answers)
    if links["suggested"] < _SURE:
        yield _judgement("information.settled-by-director", action=action, over=over)
    if "given" in links:
        yield _judgement("information.settled-by-dispute")


def _decide_chosen(
    action: Action,
    own: Alternative,
    over: tuple[Action, ...],
    jurisdiction: Jurisdiction,
    clauses: tuple[Clause, ...],
) -> IncidentFindings:
    year = jurisdiction.edition.year
    careful = addresses("careful-avoidance", year)
    if jurisdiction.edition.information.action_must_be_alternative and own.is_alternative is False:
        # By the letter the choice is one among alternatives; the duty not to take advantage has no such limit.
        finding = _judgement("information.action-no-alternative", clauses=careful, action=action, over=over)
        return _answer(True, careful, finding)
    test = str(jurisdiction.edition.information.test)
    chosen = _judgement("information.chosen", clauses=clauses, action=action, over=over, test=test)
    defined = addresses("logical-alternative", year)
    words = jurisdiction.regulation.alternatives
    if words.considered_words == words.chosen_words:  # 1997: the one phrase that it is not defined
        standard = Finding.from_code(
            "information.standard-undefined", clauses=defined or clauses, least=words.considered_at_least
        )
    else:
        standard = Finding.from_code(
            "information.standard",
            clauses=defined or clauses,
            considered=message_or_quote("standard", words.considered_words),
            chosen=message_or_quote("standard", words.chosen_words),
            least=words.considered_at_least,
        )
    duty = Finding.from_code("information.duty", clauses=careful, kind=FindingClass.LAW, action=action)
    return _answer(True, clauses, chosen, standard, duty)


def branch_of(
    turn: Branch, action: Action | None, alternatives: tuple[Alternative, ...], *, is_infraction: bool
) -> Branch | None:
    """What the player could have done instead: everything that is not barred, an alternative or not.

    The Laws bar what is suggested over a logical alternative, and nothing else. `is_infraction` says that the action
    taken was one: then it is not open, whatever its share. The rest keep the whole share of the peers who would choose
    them; none when nothing is known of any. Where it is open whether an action is barred it stays, and is `unsettled`.
    """
    barring = {alternative.action: alternative.suggested for alternative in alternatives}
    if is_infraction and action is not None:
        barring[action] = True
    closed = tuple(action for action, answer in barring.items() if answer)
    legal = [alternative for alternative in alternatives if not barring[alternative.action]]
    if not any(alternative.chosen for alternative in legal):  # nothing is known of peers: what persons named
        legal = [alternative for alternative in legal if alternative.is_alternative] or legal
    if not legal:
        return None
    total = sum(alternative.chosen for alternative in legal)
    shares = tuple(
        (alternative.action, alternative.chosen / total if total > 0 else 1 / len(legal))
        for alternative in legal
    )
    actions = tuple(action for action, _ in shares)
    because = _judgement("information.open", actions=actions, barred=closed)
    unsettled = tuple(alternative.action for alternative in legal if barring[alternative.action] is None)
    return replace(
        turn, legal=shares, barred=closed, informed=turn.seat, because=(because,), unsettled=unsettled
    )


def _answer(
    answer: bool | None, clauses: tuple[Clause, ...], *findings: Finding, chance: float | None = None
) -> IncidentFindings:
    return IncidentFindings(findings, InfractionAnswer(answer, () if answer is None else clauses, chance))


def _judgement(
    code: str,
    standing: Basis = Basis.COMPUTED,
    *,
    clauses: tuple[Clause, ...] = (),
    **args: Action | str | int | tuple[Action, ...],
) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.JUDGEMENT, clauses, standing)


def _judged_finding(code: str, **args: str | tuple[Action, ...]) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.JUDGEMENT, (), Basis.JUDGEMENT)


def weigh_alternatives(
    context: RulingContext,
    incident: UnauthorisedInformation | WithdrawnCall,
    topic: str,
    before: tuple[Finding, ...],
    consequences: Callable[[bool | None], tuple[Finding, ...]],
    none: Finding | None = None,
    untold: Finding | None = None,
) -> IncidentFindings:
    """Estimate the alternatives, lay the findings of persons over them, and decide.

    `topic` names the subject of the Laws under which the choice is forbidden. Of the reasons, `before` come first, then
    those of the decision, then what follows from it, then what the estimates rest on. `none`: why no answer is sought,
    as there was no information; `untold`: why it cannot be told whether there was any, unless a person answers.
    """
    case, jurisdiction = context.case, context.jurisdiction
    rules = jurisdiction.regulation.alternatives
    estimated = alternatives_of(context, incident, measured=none is None)
    alternatives, by_persons = apply_findings(estimated, case, incident, rules)
    turn, action = choice_of(case, incident)
    asked_under = addresses(topic, jurisdiction.edition.year)
    settled = _answer(False, asked_under, none) if none is not None else None
    if settled is None:
        value = chance_given(case, incident, jurisdiction)
        beside = partial(_blend_with_past_rulings, context, incident)
        computed = (
            decide_infraction(
                incident.id,
                action,
                alternatives,
                jurisdiction,
                topic,
                value,
                beside,
                proved=not (case.has_disputes and rests_on_dispute(case, incident)),
            )
            if untold is None
            else _answer(None, (), untold)
        )
        settled = _apply_infraction_finding(case, incident.id, computed, jurisdiction.edition.year, topic)
    answer = None if settled.infraction is None else settled.infraction.answer
    branch = None
    if answer is not False:
        # where it is open the branch serves the score as it would be were it an infraction
        branch = branch_of(turn, action, alternatives, is_infraction=True)
    reasons = tuple(dict.fromkeys(reason for entry in alternatives for reason in entry.because))
    warnings: tuple[Finding, ...] = ()
    if context.services.calls is None:
        warnings = (Finding("information.not-estimated", (), FindingClass.FACT, (), Basis.ASSUMED),)
    return replace(
        settled,
        findings=(*before, *by_persons, *settled.findings, *consequences(answer), *reasons),
        branches=() if branch is None else (branch,),
        alternatives=alternatives,
        warnings=warnings,
    )


def _apply_infraction_finding(
    case: Case, incident: str, computed: IncidentFindings, year: str, topic: str
) -> IncidentFindings:
    """The answer as a person found it, where one did; what was computed is still told."""
    judged = judged_truth(case, incident, Question.INFRACTION)
    if judged is None:
        return computed
    clauses = addresses(topic, year)
    code = "information.infraction-judged" if judged else "information.no-infraction-judged"
    finding = Finding(code, (), FindingClass.JUDGEMENT, clauses, Basis.JUDGEMENT)
    chance = None if computed.infraction is None else computed.infraction.chance
    return replace(
        _answer(judged, clauses, *computed.findings, finding),
        infraction=InfractionAnswer(judged, clauses, chance),
    )


def chance_given(
    case: Case, incident: UnauthorisedInformation | WithdrawnCall, jurisdiction: Jurisdiction
) -> float:
    """How likely there was information: for certain, unless it is in dispute or no longer than a pause that is expected there.

    A person's finding settles it. Else the likelier the longer the pause was said to be; one of which no length is told
    counts as one that is as likely as not where no pause is expected.
    """
    rules, expected = jurisdiction.regulation.alternatives, pause_expected(case, incident.at, jurisdiction)
    unsettled = dict(unsettled_remarks(case)) if case.has_disputes else {}
    doubtful = [
        remark
        for number, remark in enumerate(case.remark, 1)
        if remark.at == incident.at and remark.by in (incident.source, None)
        if number in unsettled or _no_longer(remark, expected)
    ]
    if not doubtful or judged_truth(case, incident.id, Question.TEMPO, incident.at) is not None:
        return 1.0
    even = float(rules.disputed_even_seconds)
    odds = float(rules.disputed_held / (1 - rules.disputed_held))
    seconds = next((remark.seconds for remark in doubtful if remark.seconds is not None), even * odds**0.5)
    if case.event.screens:
        even = max(even, float(jurisdiction.regulation.tempo.tray_seconds))
    if is_after_jump(case, incident.at):
        even = max(even, rules.disputed_even_seconds + float(jurisdiction.regulation.tempo.stop_seconds))
    return seconds**2 / (seconds**2 + even**2)


def _no_longer(remark: Remark, expected: int) -> bool:
    """Whether a pause is said to have been no longer than is expected there; what came at once is another matter."""
    slow = remark.kind is RemarkKind.TEMPO and remark.seconds is not None and not remark.is_quick
    return slow and (remark.seconds or 0) <= expected


def pause_expected(case: Case, at: Place, jurisdiction: Jurisdiction) -> int:
    """How many seconds tell nothing at a call: of a tray behind screens, after an opponent's jump; zero elsewhere."""
    tempo = jurisdiction.regulation.tempo
    behind_screens = tempo.tray_seconds if case.event.screens and at.moment is Moment.CALL else 0
    return max(behind_screens, tempo.stop_seconds if is_after_jump(case, at) else 0)


def is_after_jump(case: Case, at: Place) -> bool:
    """Whether the opponent's bid before this call was a jump, after which a pause is due whatever is held."""
    auction = case.auction
    if auction is None or at.moment is not Moment.CALL or not 2 <= at.number <= len(auction):
        return False
    before, bid = auction.before(at.number - 1), auction.calls[at.number - 2]
    strain = bid.strain if bid.is_bid else None
    return strain is not None and any(
        call.is_bid and call.strain is strain and call.level < bid.level for call in before.legal_calls()
    )
