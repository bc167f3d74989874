"""The closed sets an edition chooses from for what happens at the table: cards, boards, calls, plays, revokes, claims."""

from enum import StrEnum

__all__ = [
    "AgreementBar",
    "BothRevoked",
    "CardPenalty",
    "ClaimReview",
    "Concession",
    "DeliberateChange",
    "DesignationChange",
    "DummyNoted",
    "ForeignCard",
    "LeadRestriction",
    "OutOfTurn",
    "PassDuration",
    "PenaltyInformation",
    "PlayAfterClaim",
    "PrematureOption",
    "RevokeException",
    "SameDenomination",
    "SeenCard",
    "SubstituteBid",
    "SuitOrder",
    "TurnMistake",
    "UnevenAfterPlay",
    "WrongBoard",
    "WrongCount",
    "WrongHand",
]


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


class WrongBoard(StrEnum):
    """A wrong board is found during the auction."""

    REPEAT_CALLS = "calls-repeated-any-difference-cancels"
    COMPLETED = "completed-if-nobody-had-played-it"


class WrongHand(StrEnum):
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
