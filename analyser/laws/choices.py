"""The closed sets the law data chooses from: how scores are adjusted and reviewed, and what happens at the table.

Numbers are data; choices are these words. A rule that reads one matches it to the end, so that a word the next edition
invents cannot be overlooked.
"""

from enum import StrEnum

# How a score is adjusted, or a ruling reviewed.


class Duty(StrEnum):
    """How strongly the Laws bind the director."""

    NONE = "none"
    MAY = "may"
    DOES = "does"
    SHALL = "shall"


class ProofBar(StrEnum):
    """How sure something must be before it counts, in the words of the English text."""

    REASONABLE_POSSIBILITY = "reasonable-possibility"
    AT_ALL_LIKELY = "at-all-likely"
    COULD_WELL = "could-well"
    PROBABLE = "probable"


class WeightingForm(StrEnum):
    """How an assigned score is made of several possible results."""

    WEIGHTED = "weighted"  # by the probability of each (2007 and 2017 12C1c; 12C3 in 1997)
    TWO_STANDARDS = "two-standards"  # most favourable likely, most unfavourable at all probable


class StandardsReading(StrEnum):
    """How the two standards reach a result: counted together from the innocent side's best, or each alone."""

    CUMULATIVE = "cumulative"
    SINGLE = "single"


class Election(StrEnum):
    """What an authority elected of the 2007 alternative 12C1e: nothing, one limb, or both."""

    NONE = "none"
    INNOCENT = "innocent"
    OFFENDERS = "offenders"
    BOTH = "both"


class RulingBody(StrEnum):
    """Who rules."""

    DIRECTOR = "director"
    COMMITTEE = "committee"


class DisallowedResult(StrEnum):
    """Whether the infracting action's own result may keep some weight."""

    EXCLUDED = "excluded"
    ADMITTED = "admitted"


class OwnErrorKind(StrEnum):
    """What the innocent side did to itself after the infraction."""

    SERIOUS = "serious"
    EXTREMELY_SERIOUS = "extremely-serious"
    WILD_OR_GAMBLING = "wild-or-gambling"


class AdjustTrigger(StrEnum):
    """What must have happened for the score to be adjusted."""

    DAMAGE = "damage-to-the-innocent"
    ADVANTAGE = "advantage-to-the-offenders"


class ImpScope(StrEnum):
    """Where plus or minus three IMPs are the artificial score."""

    TEAMS = "teams"
    ANY_IMPS = "any-imps"


class SuggestionTest(StrEnum):
    """How the information must relate to the action chosen (16A in 1997, 16B1a later)."""

    COULD_DEMONSTRABLY = "could-demonstrably-have-been-suggested"
    DEMONSTRABLY = "demonstrably-suggested"


class OutsideOption(StrEnum):
    """What the director may do about information from other sources."""

    SWAP_SEATS = "swap-seats"
    SUBSTITUTE = "substitute-with-consent"
    REDEAL = "redeal"
    PLAY_AND_ADJUST = "play-and-be-ready-to-adjust"
    ARTIFICIAL = "artificial-score"
    ADJUST = "adjusted-score"


class ScoreKind(StrEnum):
    """Which kind of score the Laws prescribe."""

    ARTIFICIAL = "artificial-score"
    ADJUSTED = "adjusted-score"


class LateDispute(StrEnum):
    """What a dispute raised after the end of the round may change (79B)."""

    NO_INCREASE = "no-score-is-increased"
    NEED_NOT_INCREASE = "the-director-need-not-increase-a-score"
    BOTH_IF_CONVINCED = "both-if-convinced-else-perhaps-one-lowered"


class MixedCards(StrEnum):
    """When mixing the cards decides the facts against a player (66D)."""

    AFTER_REVOKE_CLAIMED = "after-a-revoke-was-claimed"
    ONE_SIDE_ONLY = "only-one-side-mixed-its-cards"


class FactFinding(StrEnum):
    """How disputed facts are found (85A)."""

    SATISFIED = "the-director-is-satisfied"
    BALANCE = "balance-of-probabilities"


class OtherTableRule(StrEnum):
    """What a result at the other table does to an adjusted score in teams (86)."""

    NOTHING = "nothing"
    MAY_ASSIGN = "may-assign-and-should-if-favourable-to-the-innocent"
    SHALL_ASSIGN = "shall-assign-if-clearly-favourable"


class MayAppeal(StrEnum):
    """Who must stand behind an appeal (92D)."""

    BOTH_PRESENT = "both-partners-present"
    BOTH_CONCUR = "both-partners-concur"
    ONE_PARTNER = "one-partner"
    CAPTAIN = "captain"
    CAPTAIN_OR_DELEGATE = "captain-or-delegate"


class ReviewKind(StrEnum):
    """How a ruling is looked at again."""

    COMMITTEE = "appeals-committee"  # the case is decided again (93)
    PROCESS = "review-of-the-process"  # was the ruling reached properly and is it within reason


class ProcessStep(StrEnum):
    """A step a ruling must have gone through, named as the case file names it."""

    FACTS = "facts"
    BOTH_SIDES_HEARD = "both_sides_heard"
    CONSULTED = "consulted"
    POLLED = "polled"
    LAWS_READ = "laws_read"
    REASONS_WRITTEN = "reasons_written"
    APPEAL_RIGHT_TOLD = "appeal_right_told"


class TieRule(StrEnum):
    """What happens to an exact half when a score is rounded."""

    AWAY_FROM_AVERAGE = "away-from-average"
    HALF_UP = "half-up"


class PenaltyBound(StrEnum):
    """How a regulation fixes the amount of a penalty."""

    EXACT = "exact"
    STANDARD = "standard"  # the usual amount, from which the director may depart
    AT_MOST = "at-most"
    AT_LEAST = "at-least"  # up to a ban of the system
    DIRECTOR = "director"  # it leaves the amount to him


# What happens at the table: cards, boards, calls, plays, revokes, claims.


class WrongCount(StrEnum):
    """A player with the wrong number of cards has called."""

    CONSENT_ELSE_ARTIFICIAL = "played-if-all-four-consent-else-artificial"
    PLAY_THEN_ADJUST = "played-if-the-director-thinks-fit-then-perhaps-adjusted"


class SeenCard(StrEnum):
    """Before any call a card of another hand was seen while the count was put right."""

    CONSENT_ELSE_ARTIFICIAL = "played-if-harmless-and-all-four-consent-else-artificial"
    PLAY_OR_ARTIFICIAL = "played-if-unlikely-to-matter-else-artificial"
    ALWAYS_PLAY = "always-played-then-adjusted-if-it-mattered"


class UnevenAfterPlay(StrEnum):
    """One hand had more than thirteen cards and another fewer, found after play."""

    ANNULLED = "result-annulled"
    CANCELLED_AND_ADJUSTED = "result-cancelled-and-adjusted-score"


class ForeignCard(StrEnum):
    """A card that does not belong to the deal."""

    NOT_COVERED = "not-covered"
    ADJUST_IF_PLAYED = "adjusted-score-possible-if-played-to-a-completed-trick"


class WrongBoardRule(StrEnum):
    """A wrong board is found during the auction."""

    REPEAT_CALLS = "calls-repeated-any-difference-cancels"
    COMPLETED = "completed-if-nobody-had-played-it"


class WrongHandRule(StrEnum):
    """A call was made on cards from another board."""

    ARTIFICIAL_IF_DIFFERENT = "artificial-if-the-repeated-call-differs"
    ARTIFICIAL_IF_PARTNER_CALLED = "artificial-if-it-differs-or-partner-had-called"
    ADJUSTED_IF_PARTNER_CALLED = "adjusted-if-partner-had-called"


class PassDuration(StrEnum):
    """How long a player must pass."""

    NONE = "none"
    NEXT_TURN = "next-turn"
    THROUGHOUT = "throughout"


class DeliberateChange(StrEnum):
    """A considered call was changed and the change was not accepted (25B)."""

    CAPPED = "second-call-may-stand-at-most-average-minus"
    CANCELLED = "change-cancelled"


class LeadRestriction(StrEnum):
    """What declarer may do at the first lead of the offender's partner (26)."""

    REQUIRE_OR_FORBID = "require-or-forbid-the-suit-not-specified-again"
    REQUIRE_OR_FORBID_ANY = "require-or-forbid-if-any-specified-suit-was-not-specified-again"
    FORBID_UNSPECIFIED = "forbid-one-suit-the-offender-did-not-specify"


class SameDenomination(StrEnum):
    """When the lowest sufficient bid in the same denomination corrects an insufficient one without more."""

    NOT_CONVENTIONAL = "both-incontrovertibly-not-conventional"
    NOT_ARTIFICIAL = "both-incontrovertibly-not-artificial"
    ANY = "always"


class SubstituteBid(StrEnum):
    """Which other replacement of an insufficient bid goes without rectification (27B1b)."""

    NONE = "none"
    SAME_OR_MORE_PRECISE = "same-or-more-precise-meaning"
    COMPARABLE = "comparable-call"


class OutOfTurn(StrEnum):
    """What decides the rectification of a call out of turn."""

    BY_DENOMINATION = "by-whose-turn-and-denomination"
    BY_COMPARABLE_CALL = "by-comparable-call"


class PenaltyInformation(StrEnum):
    """What partner may know of a penalty card while it lies on the table."""

    OBLIGATION = "only-that-it-must-be-played"
    ALL = "everything-until-it-is-picked-up"


class CardPenalty(StrEnum):
    """What becomes of a defender's card."""

    BY_RANK = "penalty-card-major-or-minor-by-50B"
    MAJOR = "major-penalty-card"


class PrematureOption(StrEnum):
    """What declarer may ask after a defender's premature lead or play (57A)."""

    HIGHEST = "highest-of-the-suit-led"
    LOWEST = "lowest-of-the-suit-led"
    REQUIRE = "require-a-specified-other-suit"
    FORBID = "forbid-a-specified-other-suit"


class DummyNoted(StrEnum):
    """Dummy, without his rights, was first to notice a defender's irregularity and the defenders gained (43B3)."""

    BOTH_SIDES = "both-sides-adjusted"
    DEFENDERS_ONLY = "only-the-defenders-are-adjusted"


class DesignationChange(StrEnum):
    """Until when declarer may change an unintended designation (45C4b)."""

    WITHOUT_PAUSE = "without-pause-for-thought"
    UNTIL_PARTNER_PLAYS = "until-partner-plays"
    UNTIL_NEXT_PLAY = "until-declarer-next-plays"


class TurnMistake(StrEnum):
    """What may be retracted by a player wrongly told that it was his turn (47E1)."""

    LEAD = "lead"
    LEAD_OR_PLAY = "lead-or-play"


class RevokeException(StrEnum):
    """Why an established revoke costs no trick by itself (64B)."""

    NO_TRICK_WON = "no-trick-won"
    REPEATED = "repeated-in-the-suit"
    FACED_CARD = "faced-card"
    PENALTY_OR_DUMMY_CARD = "penalty-card-or-card-of-dummy"
    NEXT_DEAL = "next-deal"
    ROUND_OVER = "round-over"
    TRICK_TWELVE = "trick-twelve"
    BOTH_SIDES = "both-sides-revoked"
    CORRECTED_TOGETHER = "corrected-on-the-same-trick"


class BothRevoked(StrEnum):
    """From which position equity is restored when both sides revoked."""

    NO_REVOKE = "no-revoke-at-all"
    AFTER_FIRST = "after-the-first-established-revoke"


class AgreementBar(StrEnum):
    """When an agreement to the opponents' claim may be withdrawn (69B)."""

    NOT_LOSABLE = "not-losable-by-any-normal-play"
    PROBABLY_WON = "would-probably-have-been-won"


class Concession(StrEnum):
    """When a concession is cancelled (71)."""

    ALREADY_WON = "trick-already-won"
    NO_LEGAL_PLAY_LOSES = "not-losable-by-any-legal-play"
    CONTRACT_DECIDED = "contract-already-made-or-defeated"
    NO_NORMAL_PLAY_LOSES = "not-losable-by-any-normal-play"


class PlayAfterClaim(StrEnum):
    """What play after a claim counts for (68D, 70D3)."""

    VOID = "void"
    EVIDENCE = "void-but-evidence"
    ALL_MAY_AGREE = "void-unless-all-four-agreed-to-play-on"


class ClaimReview(StrEnum):
    """Whether the hands must be faced when a claim is contested (70B)."""

    MUST_FACE = "all-hands-are-faced"
    MAY_FACE = "hands-may-be-faced"


class SuitOrder(StrEnum):
    """The order in which an unstated suit is taken to be played (70E2)."""

    NOT_SET = "not-set"
    TOP_DOWN = "top-down"
