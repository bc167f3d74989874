"""Claims and concessions (68-71): one whole number of tricks, never weighted."""

from dataclasses import replace

from analyser.bridge import Card, Seat, Side
from analyser.casefile import Case, Claim
from analyser.estimates.endings.ending import Ending, EndingSolver, position_of
from analyser.estimates.services import NotSolved, Services
from analyser.laws import Jurisdiction
from analyser.laws.choices import PlayAfterClaim, SuitOrder
from analyser.messages import Message, message
from analyser.ruling import Basis, ClaimAnswer, Finding, FindingClass, IncidentFindings, InfractionAnswer
from analyser.ruling.claim_words.statement_of_case import tricks_before_claim
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.claim.adjudication import Adjudication, Rules, adjudicate
from analyser.ruling.kinds.claim.explanation import (
    Bounds,
    break_needed,
    cap_concession,
    clauses_by_edition,
    contest_claim,
    contract_decided,
    explain_words,
    lines_of,
    question_of,
    restore_won_trick,
    saving_statement,
    stopped,
    tricks_from_agreement,
    weigh_agreement,
    words_unknown,
)
from analyser.ruling.kinds.claim.plausibility import prices_for
from analyser.ruling.kinds.claim.reading import (
    ClaimFacts,
    ending_of,
    facts_of,
    judged_line,
    judged_tricks,
    play_after,
)
from analyser.ruling.kinds.provision_table import incident_facts, rectify_by_provisions
from analyser.ruling.kinds.rectification import answer

_OF_AWARD = (
    "claim.awarded", "claim.no-normal-line-loses", "claim.concession-cancelled", "claim.concession-stands",
)  # fmt: skip
# From this many tricks on, a faster counter is asked for the double-dummy number if there is one.
_LONG = 9


def find(context: RulingContext, incident: Claim) -> IncidentFindings:
    """The tricks of the claiming side among those that remained, with the line that loses the others."""
    void = rule_objection(context.case, incident, context.jurisdiction)
    if void is not None:
        return void
    incident, clock = apply_clock(incident, context.jurisdiction)
    conclusions = _as_persons_found(
        context.case, incident, context.jurisdiction, _rule_claim(context, incident)
    )
    return replace(conclusions, findings=(*clock, *conclusions.findings))


def _as_persons_found(
    case: Case, claim: Claim, law: Jurisdiction, conclusions: IncidentFindings
) -> IncidentFindings:
    """The findings with declarer's tricks as a person found them, if the claiming side's tricks follow from these."""
    judged = judged_tricks(case, claim)
    ending, declarer = ending_of(case, claim), case.declarer
    before = None if ending is None else tricks_before_claim(case, claim, ending.size)
    if judged is None or ending is None or before is None or declarer is None:
        return conclusions
    after = judged - before[declarer.side]
    if not 0 <= after <= ending.size:
        return conclusions
    tricks = after if claim.by.side is declarer.side else ending.size - after
    clauses = clauses_by_edition(law, "70A")
    finding = Finding.from_code(
        "claim.tricks-found",
        kind=FindingClass.JUDGEMENT,
        clauses=clauses,
        standing=Basis.JUDGEMENT,
        tricks=tricks,
    )
    return IncidentFindings(
        findings=(finding,),
        infraction=InfractionAnswer(None, clauses),
        claim=ClaimAnswer(tricks),
        tricks=judged,
    )


def _rule_claim(context: RulingContext, incident: Claim) -> IncidentFindings:
    """The findings on a claim: agreed, contested or without its cards."""
    case, jurisdiction, services = context.case, context.jurisdiction, context.services
    rules = rules_of(jurisdiction)
    player = case.player(incident.by).class_
    facts = facts_of(
        case, incident, prices_for(player, irrational_out=rules.irrational_out, top_down=rules.top_down)
    )
    won = restore_won_trick(incident, jurisdiction)
    if facts is None:
        missing = Finding.from_code(
            "claim.cards-missing",
            kind=FindingClass.FACT,
            clauses=clauses_by_edition(jurisdiction, "70A"),
            standing=Basis.ASSUMED,
        )
        return IncidentFindings(
            findings=(*won, missing),
            infraction=InfractionAnswer(
                None, won[0].clauses if won else clauses_by_edition(jurisdiction, "70A")
            ),
            tricks=tricks_from_agreement(case, incident, incident.given_away or 0) if won else None,
        )
    if incident.acquiesced:
        return _rule_agreed_claim(case, incident, jurisdiction, facts, rules, services)
    line = judged_line(case, incident)
    if line:
        return _follow_found_line(case, incident, jurisdiction, facts, line, services)
    best = double_dummy_tricks(facts, services)
    adjudication = adjudicate(facts, rules, best=best)
    findings = (*explain_words(facts), *contest_claim(adjudication, facts, jurisdiction))
    played, more = _review_later_play(case, incident, jurisdiction, facts, adjudication, services)
    (low, high), late = cap_concession(played, facts, incident, jurisdiction)
    if low < high:
        return _open(facts, (low, high), (*findings, *more, *won), lines_of(adjudication), jurisdiction)
    tricks = low
    before = tricks_before_claim(case, incident, facts.ending.size)
    more += (*late, *won, *contract_decided(case, incident, before, jurisdiction))
    saving = (
        saving_statement(adjudication, facts, rules)
        if tricks < min(adjudication.claimed, adjudication.best)
        else None
    )
    if saving is not None:
        findings += (saving,)
    if tricks < adjudication.claimed:
        findings += break_needed(facts, adjudication.claimed, services)
    answer = ClaimAnswer(
        tricks=tricks,
        losing_line=lines_of(adjudication),
        forbids=clauses_by_edition(jurisdiction, adjudication.clause)[0] if adjudication.line else None,
        saving_statement=None if saving is None else _word_saving(saving),
        understood=facts.understood,
    )
    clauses = clauses_by_edition(jurisdiction, adjudication.clause)
    if late:
        clauses = late[0].clauses
        findings = tuple(finding for finding in findings if not finding.code.startswith("claim.concession"))
    return IncidentFindings(
        findings=findings + more,
        warnings=words_unknown(facts),
        infraction=InfractionAnswer(None, clauses),
        claim=answer,
        tricks=_declarers(case, incident, facts, tricks),
    )


def _open(
    facts: ClaimFacts,
    bounds: Bounds,
    findings: tuple[Finding, ...],
    line: tuple[tuple[Card, ...], ...],
    law: Jurisdiction,
) -> IncidentFindings:
    """The findings of a search that reached its limit: no award, the bounds, and what to state for an answer."""
    low, high = bounds
    return IncidentFindings(
        findings=(stopped(bounds, facts), *(f for f in findings if f.code not in _OF_AWARD)),
        warnings=(*words_unknown(facts), question_of(facts)),
        infraction=InfractionAnswer(None, clauses_by_edition(law, "70A")),
        claim=ClaimAnswer(None, losing_line=line, at_least=low, at_most=high, understood=facts.understood),
    )


def rules_of(law: Jurisdiction) -> Rules:
    """The choices of this edition and its regulation for claims."""
    claims = law.edition.claims
    return Rules(
        irrational_out=claims.normal_excludes_irrational,
        partner_choice=claims.partner_choice,
        top_down=claims.order_by_regulation and law.regulation.claims.suit_order is SuitOrder.TOP_DOWN,
    )


def double_dummy_tricks(facts: ClaimFacts, services: Services) -> int | None:
    """The double-dummy number of a long ending from the counter in use; `None`: it is searched here."""
    ending = facts.ending
    if services.tricks is None or ending.size < _LONG:
        return None
    number = services.tricks.tricks(position_of(ending))
    if isinstance(number, NotSolved):
        return None
    return number if ending.turn.side is facts.by.side else ending.size - number


def _declarers(case: Case, claim: Claim, facts: ClaimFacts, tricks: int) -> int | None:
    """Declarer's tricks on the whole board, if the tricks before the claim are known."""
    before = tricks_before_claim(case, claim, facts.ending.size)
    if before is None or facts.declarer is None:
        return None
    side = facts.declarer.side
    tricks_won = tricks if facts.by.side is side else facts.ending.size - tricks
    return before[side] + tricks_won


def _rule_agreed_claim(
    case: Case, claim: Claim, law: Jurisdiction, facts: ClaimFacts, rules: Rules, services: Services
) -> IncidentFindings:
    (tricks, high), finding = weigh_agreement(facts, rules, law, double_dummy_tricks(facts, services))
    won = restore_won_trick(claim, law)
    said = explain_words(facts)
    if tricks < high:
        return _open(facts, (tricks, high), (*said, *won), (), law)
    clauses = (*(clause for won_finding in won for clause in won_finding.clauses), *finding.clauses)
    total = _declarers(case, claim, facts, tricks)
    if total is None:
        total = tricks_from_agreement(case, claim, facts.claims - tricks + (claim.given_away or 0))
    return IncidentFindings(
        findings=(*said, *won, finding),
        infraction=InfractionAnswer(None, tuple(dict.fromkeys(clauses))),
        claim=ClaimAnswer(tricks, forbids=finding.clauses[0], understood=facts.understood),
        tricks=total,
    )


def _follow_found_line(
    case: Case,
    claim: Claim,
    law: Jurisdiction,
    facts: ClaimFacts,
    line: tuple[Card, ...],
    services: Services,
) -> IncidentFindings:
    """The findings by a person's line, followed card by card; what it leaves open goes by best play on both sides."""
    tricks = _tricks_along(facts, line, services)
    clauses = clauses_by_edition(law, "70A")
    finding = Finding.from_code(
        "claim.line-found",
        kind=FindingClass.JUDGEMENT,
        clauses=clauses,
        standing=Basis.JUDGEMENT,
        tricks=tricks,
        cards=line,
    )
    answer = ClaimAnswer(tricks, losing_line=(line,))
    return IncidentFindings(
        findings=(finding,),
        infraction=InfractionAnswer(None, clauses),
        claim=answer,
        tricks=_declarers(case, claim, facts, tricks),
    )


def _tricks_along(facts: ClaimFacts, line: tuple[Card, ...], services: Services) -> int:
    """The claiming side's tricks along a line, completed by best play."""
    ending: Ending | None = facts.ending
    won = 0
    for card in line:
        if ending is None:
            break
        winner: Seat | None = ending.winner_if(card)
        won += winner is not None and winner.side is facts.by.side
        ending = None if winner is not None and ending.size == 1 else ending.play_card(card)
    if ending is None:
        return won
    rest = double_dummy_tricks(replace(facts, ending=ending), services)
    return won + (EndingSolver().tricks(ending, Side(facts.by.side)) if rest is None else rest)


def _review_later_play(
    case: Case,
    claim: Claim,
    law: Jurisdiction,
    facts: ClaimFacts,
    adjudication: Adjudication,
    services: Services,
) -> tuple[Bounds, tuple[Finding, ...]]:
    """The bounds by play after the claim: void, but if it is evidence (70D3), a worse line that was played was normal."""
    cards, bounds = play_after(case, claim), (adjudication.at_least, adjudication.at_most)
    if not cards:
        return bounds, ()
    counts = law.edition.claims.play_after_claim is PlayAfterClaim.EVIDENCE
    counts = counts and law.regulation.claims.play_after_claim_as_evidence
    clauses = clauses_by_edition(law, "70D3" if counts else "68D")
    played = _tricks_along(facts, cards, services)
    finding = Finding.from_code(
        "claim.play-is-evidence" if counts else "claim.play-is-void",
        clauses=clauses,
        tricks=played,
        cards=len(cards),
    )
    if counts:
        bounds = min(bounds[0], played), min(bounds[1], played)
    return bounds, (finding,)


def _word_saving(saving: Finding) -> Message:
    """The saving statement in card language: what, where, and instead of what."""
    args = saving.arguments
    if saving.code == "claim.saved-by-order":
        return message("claim.saving-order", suit=args["suit"])
    return Message("claim.saving-card", saving.args)


def apply_clock(claim: Claim, law: Jurisdiction) -> tuple[Claim, tuple[Finding, ...]]:
    """The claim with what its timing implies: agreed once the side has called on the next board or the round is over."""
    hours = (claim.called_next, claim.round_over)
    if all(hour is None for hour in hours):
        return claim, ()
    fixed = True if True in hours else None if None in hours else False
    code = {True: "claim.agreement-fixed", False: "claim.agreement-not-fixed", None: "claim.agreement-open"}[
        fixed
    ]
    finding = Finding.from_code(
        code,
        kind=FindingClass.LAW,
        clauses=clauses_by_edition(law, "69A"),
        standing=Basis.ASSUMED if fixed is None else Basis.COMPUTED,
    )
    if fixed is None:
        return claim, (finding,)
    late = claim.too_late if claim.too_late is not None else fixed
    return claim.model_copy(update={"acquiesced": fixed, "too_late": late}), (finding,)


def rule_objection(case: Case, claim: Claim, law: Jurisdiction) -> IncidentFindings | None:
    """The findings if a defender conceded and his partner objected at once: play continues as if nothing had been said."""
    declarer = case.declarer
    if not claim.partner_objected or (declarer is not None and declarer.side is claim.by.side):
        return None
    facts = {**incident_facts(claim, declarer), "partner": claim.by.partner}
    return answer(
        case,
        claim,
        rectify_by_provisions(law, "partner-objected", facts),
        infraction=None,
        clauses=clauses_by_edition(law, "68B2"),
    )
