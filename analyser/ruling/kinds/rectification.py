"""Rectifications: the closed set of steps, rules with their exceptions, and how an answer is put together from them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from analyser import laws
from analyser.casefile import Case, Incident, JudgedTruth, Question
from analyser.errors import ConflictingRules
from analyser.laws import Clause, Jurisdiction
from analyser.messages import sentence
from analyser.ruling import (
    Argument,
    Basis,
    Finding,
    FindingClass,
    IncidentFindings,
    InfractionAnswer,
    Rectification,
)


class Step(StrEnum):
    """One thing the Laws order, allow or rule out; a finding's code is `rectify.` and this word."""

    # Laws 25 to 39: calls
    ACCEPT = "call.accept"
    CALL_STANDS = "call.stands"
    CALL_CANCELLED = "call.cancelled"
    CORRECTED_FREELY = "call.corrected-freely"
    FIRST_STANDS = "call.first-stands"
    SECOND_STANDS = "call.second-stands"
    MAY_LET_STAND = "call.may-let-first-stand"
    MAY_CHANGE_CAPPED = "call.may-change-capped"
    CHANGED_CAPPED = "call.changed-capped"
    OWN_LAW = "call.goes-by-its-own-law"
    CHANGE_OF_CALL = "call.change-of-call"
    FREE = "call.free"
    REPEAT = "call.repeat"
    REPEAT_INSUFFICIENT = "call.repeat-insufficient"
    ANY_LEGAL = "call.any-legal"
    SUBSTITUTE = "call.substitute"
    PASS_SUBSTITUTED = "call.pass-substituted"  # noqa: S105 - a call
    OFFENDER_PASSES = "call.offender-passes-once"
    OFFENDER_SILENT = "call.offender-passes-throughout"
    PARTNER_PASSES = "call.partner-passes-once"
    PARTNER_SILENT = "call.partner-passes-throughout"
    BOTH_PASS = "call.both-pass-once"  # noqa: S105 - a call
    BOTH_SILENT = "call.both-pass-throughout"
    PARTNER_NO_DOUBLE = "call.partner-may-not-double"
    LATER_CANCELLED = "call.later-calls-cancelled"
    AS_IF_NEVER = "call.as-if-never-made"
    SCORED_WITHOUT = "call.scored-without-the-double"
    LATE_NOT_COVERED = "call.late-not-covered"
    NEVER_ABOVE_SEVEN = "call.never-above-seven"
    NOTHING_MORE = "call.nothing-more"
    TURN_RETURNED = "call.turn-returned"
    BREACH_STANDS = "call.breach-of-pass-stands"
    BREACH_CANCELLED = "call.breach-of-pass-cancelled"
    AUCTION_NOT_OVER = "call.auction-not-over"
    LATER_PASSES_CANCELLED = "call.later-passes-cancelled"
    PREMATURE_STANDS = "call.premature-stands"
    PREMATURE_WITHDRAWN = "call.premature-withdrawn"
    PREMATURE_MORE = "call.premature-more"
    IN_ROTATION = "call.in-rotation"
    RIGHT_FORFEITED = "call.right-forfeited"
    AS_IF_NOT_CALLED = "call.as-if-not-called"
    DEEMED_LATER = "call.deemed-later"

    # Law 26: the first lead of the offender's partner
    REQUIRE_SUIT = "lead.require-suit"
    FORBID_SUIT = "lead.forbid-suit"
    FORBID_ONE_OF = "lead.forbid-one-of"
    UNRESTRICTED = "lead.unrestricted"

    # What the withdrawn action told (16)
    UNAUTHORISED = "information.unauthorised"
    AUTHORISED = "information.authorised"
    CARD_UNAUTHORISED = "information.card-unauthorised"
    CARD_LATER_UNAUTHORISED = "information.card-later-unauthorised"
    CARD_AUTHORISED = "information.card-authorised"
    ONLY_OBLIGATION = "information.only-the-obligation"
    CORRECTION_UNAUTHORISED = "information.correction-unauthorised"

    OPENED_SCORE = "information.opened-score"

    # Adjusted scores that follow, or may
    COULD_HAVE_KNOWN = "score.could-have-known"
    WITH_HELP = "score.with-help-of-the-infraction"
    IF_DAMAGED = "score.if-damaged"
    IF_TOLD = "score.if-the-card-told-and-damaged"
    MAY_ADJUST = "score.may-adjust"
    ADJUST_IF_AFFECTED = "score.if-the-result-was-affected"
    ADJUSTED = "score.adjusted"
    ARTIFICIAL = "score.artificial"
    ARTIFICIAL_DUE = "score.artificial-due"
    CANCELLED = "score.cancelled"
    OTHER_TABLE_MAY = "score.other-table-may-assign"
    OTHER_TABLE_SHALL = "score.other-table-shall-assign"
    BETTER_OF_TWO = "score.better-of-average-and-assigned"
    REPLACEMENT = "score.replacement-board"
    DEFENDERS_ONLY = "score.defenders-only"
    RIGHT_MAY_BE_LOST = "score.right-may-be-lost"
    GAIN_TAKEN_AWAY = "score.gain-taken-away"
    BOTH_SIDES = "score.both-sides"

    # Wrong cards, hands and boards (13-15, 17D)
    CORRECT_AND_PLAY = "hand.corrected-and-played"
    PLAY_IF_CONSENT = "hand.played-if-all-consent"
    NO_CHANGE_OF_CALL = "hand.no-change-of-call"
    REMOVED = "hand.foreign-card-removed"
    NOT_COVERED = "hand.not-covered"
    RESTORED = "hand.card-restored"
    REBUILT = "hand.rebuilt"
    ALWAYS_COMPLETE = "hand.always-complete"
    MAY_HAVE_REVOKED = "hand.may-have-revoked"
    BY_DEFECTIVE_TRICK = "hand.by-defective-trick"
    CALLS_CANCELLED = "board.calls-cancelled"
    RIGHT_CARDS = "board.right-cards"
    REPEAT_CALLS = "board.repeat-calls"
    RESULT_STANDS = "board.result-stands"
    COMPLETE = "board.complete"
    RIGHT_BOARD_LATER = "board.right-board-later"
    SECOND_RESULT_VOID = "board.second-result-void"
    SOURCE_BOARD = "board.source-board"
    SWAP_SEATS = "board.swap-seats"
    SUBSTITUTE_PLAYER = "board.substitute-player"
    REDEAL = "board.redeal"
    NO_REDEAL = "board.no-redeal"
    REDEAL_DOES_NOT_COMPARE = "board.redeal-does-not-compare"
    PLAY_ON = "board.play-on"
    NOT_OPEN = "board.choice-not-open"
    MAY_PENALISE = "penalty.may-penalise"

    # Exposed cards (24, 48-52, 57)
    STAYS_FACED = "card.stays-faced"
    PICKED_UP = "card.picked-up"
    NO_RESTRICTION = "card.no-restriction"
    MINOR = "card.minor-penalty-card"
    MAJOR = "card.major-penalty-card"
    MINOR_DUTY = "card.minor-duty"
    MAJOR_DUTY = "card.major-duty"
    PARTNER_FREE = "card.partner-free"
    PARTNER_LEADS_FREELY = "card.partner-leads-freely"
    REQUIRE_LEAD = "card.require-lead"
    FORBID_LEAD = "card.forbid-lead"
    FORBID_LEADS = "card.forbid-leads"
    NEITHER = "card.neither"
    CHOOSE_CARD = "card.choose-which-is-played"
    ACCEPT_OTHER_CARD = "card.accept-the-other-card"
    MUST_ACCEPT_OTHER = "card.must-accept-the-other-card"
    PENALTY_CARD_SUBSTITUTED = "card.penalty-card-substituted"
    HIGHEST = "premature.highest"
    LOWEST = "premature.lowest"
    REQUIRE_OTHER = "premature.require-other-suit"
    FORBID_OTHER = "premature.forbid-other-suit"
    CANNOT_COMPLY = "premature.cannot-comply"
    NOTHING_FOLLOWS = "premature.nothing-follows"
    MUST_BE_PLAYED = "premature.must-be-played"

    # Leads out of turn (53-56)
    LEAD_STANDS = "lead.stands"
    LEAD_MUST_STAND = "lead.must-stand"
    FACE_DOWN_BACK = "lead.face-down-returned"
    SPREAD = "lead.spread"
    LEAD_ACCEPT = "lead.accept"
    LEAD_REFUSE = "lead.refuse"
    LEAD_RETRACTED = "lead.retracted"
    RIGHT_HAND_LEADS = "lead.right-hand"
    WRONG_SIDE = "lead.wrong-side"
    TOO_LATE_TO_ACCEPT = "lead.thirteenth-trick"
    PROPER_LEAD_STANDS = "lead.proper-lead-stands"
    LEAD_CARDS_BACK = "lead.cards-back"
    NEXT_DEFENDER_PREVAILS = "lead.next-defender-prevails"
    PLAYED_BEFORE_PARTNER = "lead.played-before-partner"

    # Played cards (43, 45-47, 58, 60)
    PLAYED = "play.played"
    NOT_PLAYED = "play.not-played"
    CHANGED = "play.designation-changed"
    DESIGNATION_STANDS = "play.designation-stands"
    LEADS_ONLY = "play.only-a-lead-is-covered"
    OPPONENT_MAY_RETRACT = "play.opponent-may-retract"
    MISPLACED_BACK = "play.misplaced-card-back"
    MISPLACED_STANDS = "play.misplaced-card-stands"
    MEANS_HIGHEST = "play.means-highest"
    MEANS_LOWEST_WINNER = "play.means-lowest-winner"
    MEANS_LOWEST = "play.means-lowest"
    MEANS_LOWEST_OF_SUIT = "play.means-lowest-of-suit"
    MEANS_RANK = "play.means-rank"
    VOID = "play.void"
    DEFENDER_CHOOSES = "play.defender-chooses"
    MAY_BE_LOWEST_WINNER = "play.may-mean-lowest-winner"
    MUST_RETRACT = "play.taken-back-not-accepted"
    VISIBLE_PLAYED = "play.visible-card-played"
    CHOOSES_CARD = "play.chooses-card"
    OTHERS_BACK = "play.other-cards-back"
    OTHERS_PENALTY = "play.other-cards-penalty"
    EITHER_CHOOSES_HAND = "play.either-defender-chooses-hand"
    AS_IF_ESTABLISHED = "play.as-if-established"
    GOES_ON = "play.goes-on"
    MEANS_CARD = "play.means-card"
    MEANS_ONE_OF = "play.means-one-of"
    GOES_AS_LEAD = "play.goes-as-lead"
    FIFTH_BACK = "play.fifth-card-back"
    FIFTH_PENALTY = "play.fifth-card-penalty"
    MAY_TAKE_BACK = "play.may-take-back"
    TOO_LATE_TO_TAKE_BACK = "play.too-late-to-take-back"
    RIGHT_LOST = "play.right-lost"
    AS_IN_TURN = "play.as-in-turn"
    OBLIGATION_REMAINS = "play.obligation-remains"
    REVOKE_CARD_REPLACED = "play.revoke-card-replaced"
    LATER_CARDS_BACK = "play.later-cards-back"
    NEXT_CARD_BACK = "play.next-card-back"

    # Defective tricks (67)
    ADD_CARD = "trick.card-added"
    ADD_SUIT_CARD = "trick.card-of-suit-added"
    DEEMED_REVOKE = "trick.deemed-revoke"
    TRICKS_TRANSFERRED = "trick.transferred"
    NO_TRICK_PRICE = "trick.no-price"
    COMPLETED = "trick.completed"
    SURPLUS_BACK = "trick.surplus-back"
    HIGHEST_STAYS = "trick.highest-legal-stays"
    SHOWN_STAYS = "trick.shown-card-stays"
    WINNER_UNCHANGED = "trick.winner-unchanged"

    # Behind screens
    SCREEN_PUT_RIGHT = "screen.put-right"
    SCREEN_ACCEPTED = "screen.accepted"
    SCREEN_INADMISSIBLE = "screen.inadmissible"
    SCREEN_LEAD_BACK = "screen.lead-back"
    SCREEN_LEAD_ACCEPTED = "screen.lead-accepted"

    # Scores entered (79)
    CORRECTED = "entry.corrected"
    CORRECTED_WITH_CONSENT = "entry.corrected-with-consent"
    ENTRY_STANDS = "entry.stands"
    NOT_INCREASED = "entry.not-increased"
    NEED_NOT_INCREASE = "entry.need-not-increase"
    ONE_SIDE_LOWERED = "entry.one-side-may-be-lowered"
    DIRECTOR_DECIDES = "entry.director-decides"
    AFTER_CLAIM = "entry.after-claim"
    NUMBER_PREVAILS = "entry.number-prevails"
    VERIFY_TRICKS = "entry.tricks-to-be-verified"

    KNOWINGLY_KEPT = "entry.knowingly-kept"

    # Explanations put right by those who gave or heard them (20F, 75)
    OWN_AT_ONCE = "explanation.own-at-once"
    OWN_BEFORE_LEAD = "explanation.own-before-the-lead"
    PARTNER_AFTER_PLAY = "explanation.partner-after-play"
    PARTNER_AFTER_AUCTION = "explanation.partner-after-auction"
    PARTNER_TOO_SOON = "explanation.partner-too-soon"
    CORRECTED_TOO_LATE = "explanation.too-late"
    PARTNERS_CORRECTION = "explanation.unauthorised"
    MAY_CHANGE_CALL = "explanation.may-change-call"
    CALL_TOO_LATE = "explanation.call-too-late"
    MAY_TAKE_CARD_BACK = "explanation.may-take-card-back"

    # Claims and concessions, Laws 68 to 71
    NO_CONCESSION = "claim.no-concession"
    NO_PENALTY_CARD = "claim.no-penalty-card"
    THIS_TRICK = "claim.this-trick"
    PLAY_STOPS = "claim.play-stops"
    PLAY_VOID = "claim.play-void"
    PLAY_EVIDENCE = "claim.play-evidence"
    PLAYED_ON_STANDS = "claim.played-on-stands"
    NOT_ALL_AGREED = "claim.not-all-agreed"
    STATEMENT_REPEATED = "claim.statement-repeated"
    HANDS_FACED = "claim.hands-faced"
    HANDS_MAY_BE_FACED = "claim.hands-may-be-faced"
    DOUBT_AGAINST_CLAIMER = "claim.doubt-against-claimer"
    TRUMP_TO_OPPONENTS = "claim.trump-to-opponents"
    TRUMP_GIVES_NOTHING = "claim.trump-gives-nothing"
    WORSE_LINE_COUNTS = "claim.worse-line-counts"
    NO_WORSE_LINE = "claim.no-worse-line"
    NOT_PARTNERS_CHOICE = "claim.not-partners-choice"
    PLACE_NOT_TAKEN = "claim.place-not-taken"
    PLACE_KNOWN = "claim.place-known"
    PLACE_RATIONAL = "claim.place-rational"
    ORDER_BY_REGULATION = "claim.order-by-regulation"
    WHOLE_TRICKS = "claim.whole-tricks"
    NOT_YET_AGREED = "claim.not-yet-agreed"
    AGREEMENT_STANDS = "claim.agreement-stands"
    CONCESSION_STANDS = "claim.concession-stands"
    TOO_LATE = "claim.too-late"
    WON_TRICK_BACK = "claim.won-trick-back"
    PROBABLE_TRICK_BACK = "claim.probable-trick-back"
    SAFE_TRICK_BACK = "claim.safe-trick-back"
    LEGAL_TRICK_BACK = "claim.legal-trick-back"
    DECIDED_BACK = "claim.decided-contract-back"

    MISSING = "facts-missing"


Facts_contra = TypeVar("Facts_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)
Facts = TypeVar("Facts")
Answer = TypeVar("Answer")


def always(_facts: object) -> bool:
    """A general rule applies to whatever happened."""
    return True


def all_true(*conditions: bool | None) -> bool | None:
    """Whether every condition holds; not told when none fails and one is not told.

    >>> all_true(True, None), all_true(False, None), all_true(True, True)
    (None, False, True)
    """
    if False in conditions:
        return False
    return None if None in conditions else True


def negate(condition: bool | None) -> bool | None:
    """The contrary of a condition; what is not told stays so."""
    return None if condition is None else not condition


@dataclass(frozen=True, slots=True)
class Rule(Generic[Facts_contra, Answer_co]):
    """One provision: its label, when it applies, what it says, and the facts it asks for."""

    label: str
    applies: Callable[[Facts_contra], bool | None]
    says: Answer_co
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Applied(Generic[Answer_co]):
    """What follows, by which rules, and what the facts leave open."""

    answer: Answer_co
    by: tuple[str, ...]
    open: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def decide(
    facts: Facts, general: Rule[Facts, Answer], exceptions: Sequence[Rule[Facts, Answer]] = ()
) -> Applied[Answer]:
    """The answer of the exception that applies, else of the general rule.

    >>> general, shut = Rule("64A2", always, 1), Rule("64B6", lambda trick: trick == 12, 0)
    >>> decide(12, general, [shut])
    Applied(answer=0, by=('64B6',), open=(), missing=())
    >>> decide(5, general, [shut]).answer
    1
    """
    answers = [(rule, rule.applies(facts)) for rule in exceptions]
    applying = [rule for rule, applies in answers if applies]
    if not applying:
        unknown = [rule for rule, applies in answers if applies is None and rule.says != general.says]
        missing = dict.fromkeys(key for rule in unknown for key in rule.needs)
        return Applied(general.says, (general.label,), tuple(rule.label for rule in unknown), tuple(missing))
    first = applying[0]
    for other in applying[1:]:
        if other.says != first.says:
            raise ConflictingRules(
                sentence(
                    "rules-disagree", label=first.label, label2=other.label, says=first.says, says2=other.says
                ),
                where="rectification",
                found=f"{first.label}, {other.label}",
                remedy=sentence("check-facts"),
            )
    return Applied(first.says, tuple(rule.label for rule in applying))


PREFIX = "rectify."
NOTHING = Rectification(())


def cite(law: Jurisdiction, *places: str) -> tuple[Clause, ...]:
    """The provisions meant: an address of this edition, or a subject wherever this edition treats it."""
    clauses: list[Clause] = []
    for place in places:
        if place[0].isdigit():
            clauses.append(law.clause(place))
        else:
            clauses += laws.addresses(place, law.edition.year)
    return tuple(dict.fromkeys(clauses))


def _finding(law: Jurisdiction, step: Step, places: tuple[str, ...], args: dict[str, Argument]) -> Finding:
    return Finding(f"{PREFIX}{step}", tuple(args.items()), clauses=cite(law, *places))


def due(law: Jurisdiction, step: Step, *places: str, **args: Argument) -> Rectification:
    """A step the Laws prescribe, with where."""
    return Rectification((_finding(law, step, places, args),))


def option(law: Jurisdiction, step: Step, *places: str, **args: Argument) -> Rectification:
    """Something the innocent side may choose, with where."""
    return Rectification((), (_finding(law, step, places, args),))


def unmet_needs(*keys: str) -> Rectification:
    """Facts the answer rests on and the case does not give, by their key in the case file."""
    return Rectification((), (), keys)


def combine(*parts: Rectification | Applied[Rectification]) -> Rectification:
    """All the steps, options and missing facts, in order, each once."""
    steps: list[Finding] = []
    options: list[Finding] = []
    missing: list[str] = []
    for part in parts:
        answer = part.answer if isinstance(part, Applied) else part
        steps += answer.due
        options += answer.options
        missing += [*answer.missing, *(part.missing if isinstance(part, Applied) else ())]
    return Rectification(
        tuple(dict.fromkeys(steps)), tuple(dict.fromkeys(options)), tuple(dict.fromkeys(missing))
    )


def steps_of(rectification: Rectification) -> frozenset[Step]:
    """Which steps are due, as the closed set of codes.

    >>> steps_of(Rectification((Finding.from_code("rectify.call.free"),)))
    frozenset({<Step.FREE: 'call.free'>})
    """
    return frozenset(Step(finding.code.removeprefix(PREFIX)) for finding in rectification.due)


def scores_of(rectification: Rectification) -> tuple[Finding, ...]:
    """The steps that speak of an adjusted score: ordered, or to be thought of at the end of play."""
    return tuple(finding for finding in rectification.due if finding.code.startswith(f"{PREFIX}score."))


def find_judgement(case: Case, incident: Incident, question: Question) -> bool | None:
    """A person's answer to a question about the incident, if one is given."""
    for judgement in case.judgements(incident.id):
        if isinstance(judgement, JudgedTruth) and judgement.question is question:
            return judgement.answer
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
) -> IncidentFindings:
    """What a kind of irregular call or play answers: a person's finding of infraction stands over ours."""
    judged_answer = find_judgement(case, incident, Question.INFRACTION)
    findings = scores_of(rectification)
    if rectification.missing:
        findings += (
            Finding.from_code(
                f"{PREFIX}{Step.MISSING}",
                kind=FindingClass.FACT,
                clauses=clauses,
                standing=Basis.ASSUMED,
                keys=rectification.missing,
            ),
        )
    return IncidentFindings(
        findings=findings,
        infraction=InfractionAnswer(infraction if judged_answer is None else judged_answer, clauses),
        rectification=rectification,
        tricks=tricks,
    )
