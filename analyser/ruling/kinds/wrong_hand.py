"""A hand with the wrong number of cards, or with a card of another hand or deal (13, 14)."""

from dataclasses import replace
from typing import assert_never

from analyser.casefile import Case, PlayedCard, WrongHand
from analyser.laws import Jurisdiction
from analyser.laws.choices import ForeignCard, ScoreKind, SeenCard, UnevenAfterPlay, WrongCount
from analyser.ruling import Finding, IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.defective_trick import scan_quitted_tricks
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Rule,
    Step,
    always,
    answer,
    combine,
    decide,
    due,
    negate,
    plays_in_teams,
    unmet_needs,
)
from analyser.ruling.kinds.restored_card import with_shown_revokes
from analyser.ruling.kinds.scores_due import artificial, score_due


def find(context: RulingContext, incident: WrongHand) -> IncidentFindings:
    """What is due under this law."""
    case, jurisdiction = context.case, context.jurisdiction
    rectification = wrong_hand(incident, jurisdiction, teams=plays_in_teams(case))
    short = incident.cards is not None and incident.cards < 13 and incident.another_over is False
    clauses = (jurisdiction.clause("14" if short and not incident.foreign else "13"),)
    findings = answer(case, incident, rectification, infraction=True, clauses=clauses)
    findings = with_shown_revokes(context, incident, findings)
    return replace(
        findings, findings=(*_locate_missing_card(case, incident, jurisdiction), *findings.findings)
    )


def _locate_missing_card(case: Case, incident: WrongHand, law: Jurisdiction) -> tuple[Finding, ...]:
    """The missing card was found among those played: the quitted cards tell in which trick it lay (14B1, 67)."""
    if incident.found != "played-cards" or incident.quitted is None:
        return ()
    trick = PlayedCard.model_validate(
        {"id": incident.id, "kind": "played-card", "quitted": incident.quitted.model_dump()}
    )
    return scan_quitted_tricks(case, trick, law)[2]


_FULL_HAND = 13


def wrong_hand(facts: WrongHand, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    """Which law speaks: a card of another deal, more than thirteen somewhere (13), or a hand short (14)."""
    if facts.foreign:
        return foreign_card(facts, law)
    if facts.cards is None:
        return unmet_needs("cards")
    if facts.cards > _FULL_HAND or facts.another_over:
        return wrong_number(facts, law, teams=teams)
    if facts.another_over is None:
        return unmet_needs("another_over")
    return missing_card(facts, law)


def foreign_card(facts: WrongHand, law: Jurisdiction) -> Rectification:
    """A surplus card of another deal is taken out; only if it was played can it matter."""
    form = law.edition.cards.foreign_card
    match form:
        case ForeignCard.NOT_COVERED:
            return due(law, Step.NOT_COVERED, "wrong-number-of-cards")
        case ForeignCard.ADJUST_IF_PLAYED:
            removed = due(law, Step.REMOVED, "foreign-card")
            if facts.foreign_played is None:
                return combine(removed, unmet_needs("foreign_played"))
            score = due(law, Step.MAY_ADJUST, "foreign-card") if facts.foreign_played else NOTHING
            return combine(removed, score)
        case _:
            assert_never(form)


def wrong_number(facts: WrongHand, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    """One hand has too many cards: what follows depends on when it was noticed and who had called."""
    if facts.noticed == "after-play":
        return _rectify_after_play(facts, law, teams=teams)
    called = False if facts.called is None and facts.noticed == "before-auction" else facts.called
    if called is None:
        return unmet_needs("called")
    if called:
        return _owner_has_called(facts, law, teams=teams)
    return _nobody_has_called(facts, law, teams=teams)


def _rectify_after_play(facts: WrongHand, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    form = law.edition.cards.uneven_after_play
    cancelled = due(law, Step.CANCELLED, "wrong-count-after-play")
    penalty = due(law, Step.MAY_PENALISE, "wrong-count-after-play")
    if teams and facts.other_room_played is False:
        if facts.match_known is not True:
            return combine(cancelled, due(law, Step.REDEAL, "6D3"), penalty)
        no_redeal = law.edition.source_of("teams.no_redeal_if_match_known").clauses[0].path
        by_fault = artificial(law, no_redeal, fault=facts.fault)
        return combine(cancelled, due(law, Step.NO_REDEAL, no_redeal), by_fault, penalty)
    match form:
        case UnevenAfterPlay.ANNULLED:
            score = score_due(law, ScoreKind.ARTIFICIAL, "artificial-score", fault=facts.fault, teams=teams)
        case UnevenAfterPlay.CANCELLED_AND_ADJUSTED:
            score = score_due(
                law, ScoreKind.ADJUSTED, "wrong-count-after-play", fault=facts.fault, teams=teams
            )
        case _:
            assert_never(form)
    return combine(cancelled, score, penalty)


def _moved_card_known(law: Jurisdiction, facts: WrongHand) -> Rectification:
    """Whether what the director moved may be known to the partner of the player with the wrong hand (13E of 2007)."""
    if not law.edition.cards.moved_card_unauthorised or facts.offender is None:
        return NOTHING
    return due(law, Step.CORRECTION_UNAUTHORISED, "wrong-count-moved-card", who=facts.offender.partner)


def _owner_has_called(facts: WrongHand, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    form, where = law.edition.cards.wrong_count, "wrong-count-correctable"
    stopped = combine(
        score_due(
            law,
            law.edition.cards.wrong_count_unplayable,
            "wrong-count-not-correctable",
            fault=facts.fault,
            teams=teams,
        ),
        due(law, Step.MAY_PENALISE, "wrong-count-not-correctable"),
    )
    as_it_was = combine(due(law, Step.NO_CHANGE_OF_CALL, where), _moved_card_known(law, facts))
    unplayable: Rule[WrongHand, Rectification] = Rule(
        "wrong-count-not-correctable", lambda facts: negate(facts.playable), stopped, ("playable",)
    )
    match form:
        case WrongCount.CONSENT_ELSE_ARTIFICIAL:
            step = Step.PLAY_IF_CONSENT if facts.consent is None else Step.CORRECT_AND_PLAY
            refused: Rule[WrongHand, Rectification] = Rule(
                where, lambda facts: negate(facts.consent), stopped, ("consent",)
            )
            play_on = combine(due(law, step, where), as_it_was)
            return combine(decide(facts, Rule(where, always, play_on), (unplayable, refused)))
        case WrongCount.PLAY_THEN_ADJUST:
            play_on = combine(
                due(law, Step.CORRECT_AND_PLAY, where), as_it_was, due(law, Step.MAY_ADJUST, where)
            )
            return combine(decide(facts, Rule(where, always, play_on), (unplayable,)))
        case _:
            assert_never(form)


def _nobody_has_called(facts: WrongHand, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    corrected = combine(due(law, Step.CORRECT_AND_PLAY, "wrong-count-no-call"), _moved_card_known(law, facts))
    if facts.seen is None:
        return combine(corrected, unmet_needs("seen"))
    return _card_was_seen(facts, law, teams=teams) if facts.seen else corrected


def _card_was_seen(facts: WrongHand, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    form, where = law.edition.cards.seen_card, "wrong-count-seen-harmless"
    stopped = score_due(law, ScoreKind.ARTIFICIAL, "wrong-count-seen-serious", fault=facts.fault, teams=teams)
    serious: Rule[WrongHand, Rectification] = Rule(
        "wrong-count-seen-serious", lambda facts: facts.serious, stopped, ("serious",)
    )
    then_adjusted = combine(
        due(law, Step.CORRECT_AND_PLAY, where),
        _moved_card_known(law, facts),
        due(law, Step.ADJUST_IF_AFFECTED, where),
    )
    match form:
        case SeenCard.CONSENT_ELSE_ARTIFICIAL:
            step = Step.PLAY_IF_CONSENT if facts.consent is None else Step.CORRECT_AND_PLAY
            refused: Rule[WrongHand, Rectification] = Rule(
                where, lambda facts: negate(facts.consent), stopped, ("consent",)
            )
            return combine(decide(facts, Rule(where, always, due(law, step, where)), (serious, refused)))
        case SeenCard.PLAY_OR_ARTIFICIAL:
            return combine(decide(facts, Rule(where, always, then_adjusted), (serious,)))
        case SeenCard.ALWAYS_PLAY:
            return then_adjusted
        case _:
            assert_never(form)


def _two_in_a_trick(law: Jurisdiction) -> Rectification:
    """Whose card lies among those played has put two into a trick: it goes back, and may have been due before (67B2)."""
    steps = (Step.SURPLUS_BACK, Step.WINNER_UNCHANGED, Step.MAY_HAVE_REVOKED)
    return combine(*(due(law, step, "surplus-cards") for step in steps))


def missing_card(facts: WrongHand, law: Jurisdiction) -> Rectification:
    """A hand is short and none has too many: the card was his all along, wherever it is found."""
    if facts.noticed is None:
        return unmet_needs("noticed")
    before_play = facts.noticed in ("before-auction", "auction")
    where = "14A" if before_play else "14B"
    if facts.found is None:
        return combine(due(law, Step.ALWAYS_COMPLETE, where), unmet_needs("found"))
    if facts.found == "played-cards" and not before_play:
        return combine(due(law, Step.BY_DEFECTIVE_TRICK, "14B1"), _two_in_a_trick(law))
    put_back = Step.REBUILT if facts.found == "not-found" else Step.RESTORED
    parts = [due(law, put_back, where), due(law, Step.ALWAYS_COMPLETE, where)]
    if not before_play:
        parts.append(due(law, Step.MAY_HAVE_REVOKED, "14B4"))
        parts.append(due(law, Step.MAY_PENALISE, "14B"))
    if law.edition.cards.restored_card_unauthorised and facts.offender is not None:
        parts.append(
            due(law, Step.CORRECTION_UNAUTHORISED, "missing-card-information", who=facts.offender.partner)
        )
    return combine(*parts)
