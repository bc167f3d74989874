"""The closed sets an edition, or an authority within it, chooses from when a score is adjusted or reviewed.

Numbers are data; forms are these words. A rule that reads one matches it to the end, so that a form the next edition
invents cannot be overlooked.
"""

from enum import StrEnum

__all__ = [
    "AdjustTrigger",
    "Bar",
    "Body",
    "DisallowedResult",
    "Duty",
    "Election",
    "FactFinding",
    "Forfeiture",
    "ImpScope",
    "LateDispute",
    "MayAppeal",
    "MixedCards",
    "OtherTable",
    "OutsideOption",
    "ProcessItem",
    "Reading",
    "ReviewKind",
    "ScoreKind",
    "SelfInflicted",
    "SuggestionTest",
    "Tie",
    "WeightingForm",
]


class Duty(StrEnum):
    """How strongly the Laws bind the director."""

    NONE = "none"
    MAY = "may"
    DOES = "does"
    SHALL = "shall"


class Bar(StrEnum):
    """How sure something must be before it counts, in the words of the English text."""

    REASONABLE_POSSIBILITY = "reasonable-possibility"
    AT_ALL_LIKELY = "at-all-likely"
    COULD_WELL = "could-well"
    PROBABLE = "probable"


class WeightingForm(StrEnum):
    """How an assigned score is made of several possible results."""

    WEIGHTED = "weighted"  # by the probability of each (2007 and 2017 12C1c; 12C3 in 1997)
    TWO_STANDARDS = "two-standards"  # most favourable likely, most unfavourable at all probable


class Reading(StrEnum):
    """How the two standards reach a result: counted together from the innocent side's best, or each alone."""

    CUMULATIVE = "cumulative"
    SINGLE = "single"


class Election(StrEnum):
    """What an authority elected of the 2007 alternative 12C1e: nothing, one limb, or both."""

    NONE = "none"
    INNOCENT = "innocent"
    OFFENDERS = "offenders"
    BOTH = "both"


class Body(StrEnum):
    """Who rules."""

    DIRECTOR = "director"
    COMMITTEE = "committee"


class DisallowedResult(StrEnum):
    """Whether the infracting action's own result may keep some weight."""

    EXCLUDED = "excluded"
    ADMITTED = "admitted"


class SelfInflicted(StrEnum):
    """What the innocent side did to itself after the infraction."""

    SERIOUS = "serious"
    EXTREMELY_SERIOUS = "extremely-serious"
    WILD_OR_GAMBLING = "wild-or-gambling"


class AdjustTrigger(StrEnum):
    """What must have happened for the score to be adjusted."""

    DAMAGE = "damage-to-the-innocent"
    ADVANTAGE = "advantage-to-the-offenders"


class Forfeiture(StrEnum):
    """What is lost when the innocent side acts before calling the director (11A)."""

    RIGHT_LOST = "right-lost"
    GAINER_ONLY = "only-the-gaining-side-is-adjusted"


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


class OtherTable(StrEnum):
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

    COMMITTEE = "appeals-committee"  # the case is decided anew (93)
    PROCESS = "review-of-the-process"  # was the ruling reached properly and is it within reason


class ProcessItem(StrEnum):
    """A step a ruling must have gone through, named as the case file names it."""

    FACTS = "facts"
    BOTH_SIDES_HEARD = "both_sides_heard"
    CONSULTED = "consulted"
    POLLED = "polled"
    LAWS_READ = "laws_read"
    REASONS_WRITTEN = "reasons_written"
    APPEAL_RIGHT_TOLD = "appeal_right_told"


class Tie(StrEnum):
    """What happens to an exact half when a score is rounded."""

    AWAY_FROM_AVERAGE = "away-from-average"
    HALF_UP = "half-up"
