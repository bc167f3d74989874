"""The director's procedure for a claim or concession, Law by Law (68 to 71); its tricks are counted elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, assert_never

from analyser.bridge import Seat
from analyser.laws import Jurisdiction
from analyser.laws.choices import AgreementBar, ClaimReview, Concession, PlayAfterClaim
from analyser.ruling import Rectification
from analyser.ruling.kinds.claim.explanation import clauses_by_edition
from analyser.ruling.kinds.provision_table import rectify_by_provisions
from analyser.ruling.kinds.rectification import NOTHING, Step, combine, due, negate, option, unmet_needs


class ClaimStage(StrEnum):
    """How far things had gone when the director came."""

    DISPUTED = "disputed"  # somebody doubts the claim or concession
    PLAYED_ON = "played-on"  # cards were played after it
    AGREED = "agreed"  # the other side had agreed, and wants tricks back
    CONCEDED = "conceded"  # the side that conceded wants tricks back


@dataclass(frozen=True, slots=True)
class CourseFacts:
    """What a director finds out, in the order of the questions; `None`: not known."""

    offender: Seat  # who claimed or conceded, which is no offence
    this_trick: bool | None = None  # it spoke of the trick in progress alone
    stage: ClaimStage | None = None
    defender: bool | None = None  # the claimer defends
    partner_objected: bool | None = None
    all_agreed: bool | None = None  # all four, asked by the other side, agreed to play on
    trump_out: bool | None = None
    mentions_trump: bool | None = None
    unaware: bool | None = None  # it is at all likely that the claimer did not know of the trump
    trump_wins: bool | None = None  # by some normal play
    worse_line: bool | None = None  # a normal line the statement leaves open does worse
    needs_place: bool | None = (
        None  # the line needs a card with one opponent rather than the other, and was not stated
    )
    shown_out: bool | None = None  # an opponent had, or would on any normal line
    irrational: bool | None = None  # not to take that line
    partners_choice: bool | None = None  # the defender's claim needs one of several normal plays of partner
    agreement_fixed: bool | None = None  # a call on the next board, or the round over, before the objection
    in_time: bool | None = None  # within the correction period
    was_won: bool | None = None  # the side had in fact won the trick
    probably_won: bool | None = None
    not_losable: bool | None = None  # by any normal play
    no_legal_loses: bool | None = None
    contract_decided: bool | None = None  # made or defeated before it was conceded
    called_next: bool | None = None  # the conceding side, on the next board; or the round was over


def claim_course(facts: CourseFacts, law: Jurisdiction) -> Rectification:
    """The director's steps, and their consequences, by what he finds."""
    if facts.this_trick is None:
        return unmet_needs("this_trick")
    if facts.this_trick:
        return due(law, Step.THIS_TRICK, "68", "16", "57A")
    stage = facts.stage
    match stage:
        case None:
            return unmet_needs("stage")
        case ClaimStage.DISPUTED:
            return combine(_due(law, Step.PLAY_STOPS, "68D"), _contest_claim(facts, law))
        case ClaimStage.PLAYED_ON:
            return _void_later_play(facts, law)
        case ClaimStage.AGREED:
            return _review_agreement(facts, law)
        case ClaimStage.CONCEDED:
            return _review_concession(facts, law)
        case _:
            assert_never(stage)


def _due(law: Jurisdiction, step: Step, path: str) -> Rectification:
    """A step at a provision, or at its equivalent in an edition that numbers its paragraphs differently."""
    return due(law, step, *(clause.path for clause in clauses_by_edition(law, path)))


def _either(key: str, answer: bool | None, yes: Rectification, no: Rectification) -> Rectification:
    """One of two rectifications by the answer, or the question if there is none."""
    return unmet_needs(key) if answer is None else yes if answer else no


def _contest_claim(facts: CourseFacts, law: Jurisdiction) -> Rectification:
    """Law 70: the claim is heard, doubts are resolved against the claimer, and a whole number of tricks results."""
    if facts.defender is None:
        return unmet_needs("defender")
    if facts.defender:
        if facts.partner_objected is None:
            return unmet_needs("partner_objected")
        if facts.partner_objected:
            return rectify_by_provisions(law, "partner-objected", {"partner": facts.offender.partner})
    faced = (
        _due(law, Step.HANDS_FACED, "70B2")
        if law.edition.claims.review is ClaimReview.MUST_FACE
        else option(law, Step.HANDS_MAY_BE_FACED, "70B3")
    )
    return combine(
        _due(law, Step.STATEMENT_REPEATED, "70B"),
        faced,
        _due(law, Step.DOUBT_AGAINST_CLAIMER, "70A"),
        NOTHING if facts.defender else _trump(facts, law),
        _worse_line(facts, law),
        _partners_choice(facts, law) if facts.defender else _place(facts, law),
        option(law, Step.ORDER_BY_REGULATION, "70E2") if law.edition.claims.order_by_regulation else NOTHING,
        NOTHING if law.regulation.weighting.claims else _due(law, Step.WHOLE_TRICKS, "70A"),
    )


def _trump(facts: CourseFacts, law: Jurisdiction) -> Rectification:
    """Law 70C: a trump left out gives a trick by itself only if all three conditions are met."""
    if facts.trump_out is None:
        return unmet_needs("trump_out")
    if not facts.trump_out:
        return NOTHING
    conditions = {
        "mentions_trump": negate(facts.mentions_trump),
        "unaware": facts.unaware,
        "trump_wins": facts.trump_wins,
    }
    if False in conditions.values():
        return _due(law, Step.TRUMP_GIVES_NOTHING, "70C")
    unknown = [key for key, holds in conditions.items() if holds is None]
    if unknown:
        return unmet_needs(*unknown)
    return due(law, Step.TRUMP_TO_OPPONENTS, "70C", who=facts.offender.side.other)


def _worse_line(facts: CourseFacts, law: Jurisdiction) -> Rectification:
    """Law 70D1: an unstated successful line is not accepted while a less successful normal line exists."""
    worse, none = _due(law, Step.WORSE_LINE_COUNTS, "70D1"), _due(law, Step.NO_WORSE_LINE, "70D1")
    return _either("worse_line", facts.worse_line, worse, none)


def _partners_choice(facts: CourseFacts, law: Jurisdiction) -> Rectification:
    """Law 70D2, since 2007: the claimer does not choose among partner's normal plays."""
    if not law.edition.claims.partner_choice:
        return NOTHING
    return _either(
        "partners_choice", facts.partners_choice, _due(law, Step.NOT_PARTNERS_CHOICE, "70D2"), NOTHING
    )


def _place(facts: CourseFacts, law: Jurisdiction) -> Rectification:
    """Law 70E1: an unstated line that needs a card with one opponent; 1997 and 2007 except irrational alternatives."""
    if not facts.needs_place:
        return unmet_needs("needs_place") if facts.needs_place is None else NOTHING
    if facts.shown_out is None:
        return unmet_needs("shown_out")
    if facts.shown_out:
        return _due(law, Step.PLACE_KNOWN, "70E1")
    refused = _due(law, Step.PLACE_NOT_TAKEN, "70E1")
    if not law.edition.claims.irrational_escape:
        return refused
    return _either("irrational", facts.irrational, _due(law, Step.PLACE_RATIONAL, "70E1"), refused)


def _void_later_play(facts: CourseFacts, law: Jurisdiction) -> Rectification:
    """Law 68D: play after a claim is void; in 2007 it may be evidence (70D3), in 2017 all four may agree to it."""
    choice = law.edition.claims.play_after_claim
    match choice:
        case PlayAfterClaim.VOID:
            return combine(_due(law, Step.PLAY_VOID, "68D"), _contest_claim(facts, law))
        case PlayAfterClaim.EVIDENCE:
            return combine(due(law, Step.PLAY_EVIDENCE, "68D", "70D3"), _contest_claim(facts, law))
        case PlayAfterClaim.ALL_MAY_AGREE:
            if facts.all_agreed is None:
                return unmet_needs("all_agreed")
            if facts.all_agreed:
                return _due(law, Step.PLAYED_ON_STANDS, "68D2")
            return combine(_due(law, Step.NOT_ALL_AGREED, "68D2"), _contest_claim(facts, law))
        case _:
            assert_never(choice)


def _review_agreement(facts: CourseFacts, law: Jurisdiction) -> Rectification:
    """Law 69: an established agreement returns only certain tricks; one not yet established leaves the claim disputed."""
    if facts.agreement_fixed is None:
        return unmet_needs("agreement_fixed")
    if not facts.agreement_fixed:
        return combine(_due(law, Step.NOT_YET_AGREED, "69A"), _contest_claim(facts, law))
    if not facts.in_time:
        return unmet_needs("in_time") if facts.in_time is None else due(law, Step.TOO_LATE, "79C")
    won = "was_won", facts.was_won, _due(law, Step.WON_TRICK_BACK, "69B1")
    bar = law.edition.claims.agreement_withdrawn
    match bar:
        case AgreementBar.PROBABLY_WON:
            other = "probably_won", facts.probably_won, _due(law, Step.PROBABLE_TRICK_BACK, "69B2")
        case AgreementBar.NOT_LOSABLE:
            other = "not_losable", facts.not_losable, _due(law, Step.SAFE_TRICK_BACK, "69B")
        case _:
            assert_never(bar)
    return _first_that_holds((won, other), _due(law, Step.AGREEMENT_STANDS, "69A"))


_Ground: TypeAlias = tuple[str, bool | None, Rectification]


def _first_that_holds(grounds: Iterable[_Ground], otherwise: Rectification) -> Rectification:
    """The rectification of the first ground that applies; what is not known is asked for before a later one."""
    unknown = []
    for key, holds, back in grounds:
        if holds:
            return back
        if holds is None:
            unknown.append(key)
    return unmet_needs(*unknown) if unknown else otherwise


def _review_concession(facts: CourseFacts, law: Jurisdiction) -> Rectification:
    """Law 71: a concession stands unless one of the edition's grounds cancels it."""
    if not facts.in_time:
        return unmet_needs("in_time") if facts.in_time is None else due(law, Step.TOO_LATE, "79C")
    grounds = (_ground(ground, facts, law) for ground in law.edition.claims.concession_cancelled)
    return _first_that_holds(grounds, due(law, Step.CONCESSION_STANDS, "71"))


def _ground(ground: Concession, facts: CourseFacts, law: Jurisdiction) -> _Ground:
    """One ground of Law 71: its question, whether it applies, and what it returns."""
    match ground:
        case Concession.ALREADY_WON:
            return "was_won", facts.was_won, due(law, Step.WON_TRICK_BACK, "concession-won-trick")
        case Concession.NO_LEGAL_PLAY_LOSES:
            return "no_legal_loses", facts.no_legal_loses, due(law, Step.LEGAL_TRICK_BACK, "71A")
        case Concession.CONTRACT_DECIDED:
            return "contract_decided", facts.contract_decided, due(law, Step.DECIDED_BACK, "71B")
        case Concession.NO_NORMAL_PLAY_LOSES:
            back = due(law, Step.SAFE_TRICK_BACK, "concession-normal-play")
            if law.edition.claims.normal_play_limit_next_board and facts.called_next is not False:
                return "called_next", negate(facts.called_next), back
            return "not_losable", facts.not_losable, back
        case _:
            assert_never(ground)
