"""The closed sets of a case file: every value a key may take, in one place."""

from enum import StrEnum

from analyser.bridge.cards import as_code
from analyser.scoring import ScoringForm, form_named


class _Word(StrEnum):
    """A closed set whose members print as the case file writes them."""

    __repr__ = as_code


class SourceKind(_Word):
    """Where the facts come from."""

    SEED = "seed"
    CASEBOOK = "casebook"
    FORUM = "forum"
    RECORD = "record"
    TABLE = "table"
    SYNTHETIC = "synthetic"


class Form(_Word):
    """How the event is scored."""

    MATCHPOINTS = "matchpoints"
    IMPS = "imps"
    KNOCKOUT = "knockout"
    VP = "vp"
    CROSS_IMPS = "cross-imps"
    BUTLER = "butler"
    BAM = "bam"
    POINTS = "points"

    @property
    def scoring(self) -> ScoringForm:
        """The form with all that is known of it."""
        return form_named(self.value)


class Scale(_Word):
    """Which victory-point scale."""

    WBF_CONTINUOUS = "wbf-continuous"
    WBF_PRINTED = "wbf-printed"
    WBF_DISCRETE = "wbf-discrete"
    SIMPLE = "simple"


class Level(_Word):
    """The level of the event."""

    CLUB = "club"
    REGIONAL = "regional"
    NATIONAL = "national"
    INTERNATIONAL = "international"


class PlayerClass(_Word):
    """The class of a player, and of the peers who are asked."""

    NOVICE = "novice"
    CLUB = "club"
    REGIONAL = "regional"
    NATIONAL = "national"
    EXPERT = "expert"


class RemarkKind(_Word):
    """What a remark tells."""

    TEMPO = "tempo"
    ALERT = "alert"
    NO_ALERT = "no-alert"
    EXPLANATION = "explanation"
    QUESTION = "question"
    REMARK = "remark"
    GESTURE = "gesture"


EXPLAINING_KINDS = (RemarkKind.EXPLANATION, RemarkKind.ALERT, RemarkKind.NO_ALERT)
"""Remarks whose text says what a call means; that of a pause or a gesture does not."""


class Status(_Word):
    """Whether a fact is agreed by both sides, found by the director, or disputed."""

    AGREED = "agreed"
    FOUND = "found"
    DISPUTED = "disputed"


class IncidentKind(_Word):
    """What happened."""

    UNAUTHORISED_INFORMATION = "unauthorised-information"
    MISINFORMATION = "misinformation"
    CLAIM = "claim"
    REVOKE = "revoke"
    WITHDRAWN_CALL = "withdrawn-call"
    FOULED_BOARD = "fouled-board"
    NO_PLAY = "no-play"
    IRREGULAR_CALL = "irregular-call"
    LEAD_OUT_OF_TURN = "lead-out-of-turn"
    EXPOSED_CARD = "exposed-card"
    WRONG_BOARD = "wrong-board"
    WRONG_HAND = "wrong-hand"
    PLAYED_CARD = "played-card"
    OUTSIDE_INFORMATION = "outside-information"
    SCORE_ERROR = "score-error"
    PENALTY = "penalty"
    OTHER = "other"


class Agreement(_Word):
    """What the partnership's agreement really was, where an explanation and a call differ."""

    AS_EXPLAINED = "as-explained"
    AS_BID = "as-bid"
    NONE = "none"
    UNKNOWN = "unknown"


class Noticed(_Word):
    """When a revoke was drawn attention to (Law 64B)."""

    IN_TIME = "in-time"
    NEXT_BOARD = "next-board"
    ROUND_OVER = "round-over"


class Fault(_Word):
    """How far a contestant is at fault for a board that gave no result (Law 12C2)."""

    NONE = "none"
    PARTIAL = "partial"
    DIRECT = "direct"


class Question(_Word):
    """What a person's finding answers."""

    INFRACTION = "infraction"
    ALTERNATIVES = "alternatives"
    SUGGESTED = "suggested"
    OUTCOMES = "outcomes"
    WEIGHTS = "weights"
    DAMAGE = "damage"
    NORMAL_LINE = "normal-line"
    AWARE_OF_TRUMP = "aware-of-trump"
    TEMPO = "tempo"
    DISPUTED = "disputed"
    ERROR = "error"
    COMPARABLE = "comparable"
    CALL_SHARE = "call-share"
    LEAD = "lead"
    TRICKS = "tricks"


class ErrorFinding(_Word):
    """How grave the non-offending side's own error was (12C1e in 2017, 12C1b in 2007)."""

    NONE = "none"
    SERIOUS = "serious"
    EXTREMELY_SERIOUS = "extremely-serious"
    WILD_OR_GAMBLING = "wild-or-gambling"


class Body(_Word):
    """Who gave a ruling."""

    DIRECTOR = "director"
    REFEREE = "referee"
    COMMITTEE = "committee"
    REVIEWER = "reviewer"
    NATIONAL = "national"


class RulingKind(_Word):
    """The form of a ruling."""

    RESULT_STANDS = "result-stands"
    ASSIGNED = "assigned"
    WEIGHTED = "weighted"
    ARTIFICIAL = "artificial"
    TRICKS = "tricks"


class Strength(_Word):
    """How strictly an expected figure binds."""

    EXACT = "exact"
    BAND = "band"
    RECORDED = "recorded"


class Standing(_Word):
    """What became of the ruling on appeal."""

    UPHELD = "upheld"
    OVERTURNED = "overturned"
