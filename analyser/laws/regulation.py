"""A regulation: what an authority switches within an edition, each switch dated and sourced.

A regulation states only what it changes; the rest comes from the regulation it is based on and, at the root, from what
the edition's own text says when no regulation speaks. What no source fixes is marked unsettled with the default used.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from analyser.errors import LawError
from analyser.laws.forms import (
    Body,
    DisallowedResult,
    Election,
    MayAppeal,
    ProcessItem,
    Reading,
    ReviewKind,
    Tie,
    WeightingForm,
)
from analyser.laws.remedies import BothRevoked, SuitOrder
from analyser.laws.source import Source, Stated

__all__ = [
    "Adoption",
    "Alternatives",
    "Appeals",
    "Awards",
    "ClaimRules",
    "FouledBoards",
    "Information",
    "Penalty",
    "Regulation",
    "RevokeRules",
    "Rounding",
    "RoundingUnits",
    "Tempo",
    "TwoStandards",
    "Weighting",
]


@dataclass(frozen=True, slots=True)
class Rounding:
    """The unit a figure is rounded to, and what happens to an exact half."""

    unit: Fraction
    tie: Tie


@dataclass(frozen=True, slots=True)
class Weighting:
    """Whether, by whom and how possible results are weighed."""

    allowed: bool
    form: WeightingForm
    bodies: tuple[Body, ...]
    elected: Election  # of the 2007 alternative 12C1e
    disallowed_result: DisallowedResult
    self_inflicted_share: bool  # the self-inflicted part may itself be weighted
    claims: bool  # a claim may end in a weighted score
    must_sum_to_one: bool
    sympathy: Fraction  # moved to the innocent side, in all
    results_at_most: int
    step: Fraction  # weights are proposed in multiples of this


@dataclass(frozen=True, slots=True)
class TwoStandards:
    """Likely and at all probable, as an authority reads them in figures."""

    reading: Reading
    likely: Fraction
    at_all_probable: Fraction
    offenders_without_infraction: bool  # "had the irregularity not happened" binds the offenders' limb too


@dataclass(frozen=True, slots=True)
class Alternatives:
    """When an action is a logical alternative, in figures and in the authority's words."""

    considered_at_least: Fraction
    chosen_at_least: Fraction
    considered_words: str
    chosen_words: str


@dataclass(frozen=True, slots=True)
class RoundingUnits:
    """The unit of a weighted score on one board, by form of scoring."""

    imps: Rounding
    knockout: Rounding
    vp_continuous: Rounding  # IMPs before the continuous scale
    vp_discrete: Rounding  # IMPs before the discrete scale
    vp: Rounding  # the victory points themselves
    cross_imps: Rounding
    butler: Rounding
    matchpoints: Rounding
    bam: Rounding
    percent: Rounding
    points: Rounding
    neuberg: Rounding


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """What an authority adds to Laws 68 to 71."""

    suit_order: SuitOrder
    play_after_claim_as_evidence: bool  # 70D3 of 2007, at every level


@dataclass(frozen=True, slots=True)
class RevokeRules:
    """What an authority adds to Laws 61 to 64."""

    defenders_may_ask: bool  # each other, 61B
    both_revoked: BothRevoked


@dataclass(frozen=True, slots=True)
class Information:
    """What an authority says about extraneous information."""

    may_reserve_rights: bool  # 16B2 (16A1 in 1997)
    opened_scores_fixed: bool  # a score sheet opened too soon always costs 40, gives 60 (16C2 of 2007)


@dataclass(frozen=True, slots=True)
class Tempo:
    """Pauses the regulations expect."""

    stop_seconds: int  # after a skip bid, without screens
    tray_seconds: int  # a tray as late as this tells nothing, with screens
    receiver_raises: bool  # with screens only the side receiving the tray may raise the tempo


@dataclass(frozen=True, slots=True)
class Awards:
    """Scores given where nothing was played."""

    imps_none: int
    imps_partial: int
    imps_direct: int
    bam_win_from: int  # percent of both rooms together that wins the board
    bam_loss_to: int
    bye_percent: int
    forfeit_percent: int
    forfeit_imps_mean: bool  # IMPs credited are the mean giving that VP, rounded up, not the least
    withdrawn_opponents_percent: int
    withdrawn_percent: int


@dataclass(frozen=True, slots=True)
class FouledBoards:
    """How groups of a fouled board, and boards with artificial scores, are matchpointed."""

    neuberg: bool
    neuberg_from: int  # groups of at least this many scores
    neuberg_above_share: Fraction  # or groups above this share of all scores
    small_middle: int  # percent for the middle of a small group
    small_step: int  # percent between neighbours of a small group
    complements_to: int  # percent of both sides together in a small group


@dataclass(frozen=True, slots=True)
class Appeals:
    """The review of a ruling: clocks, standing, powers, process."""

    kind: ReviewKind
    correction_minutes: int  # 79C
    appeal_minutes: int  # 92B
    evident_minutes: int  # when the ground was evident at once; 0: no such rule
    recourse_hours: tuple[int, ...]  # to the next body; two figures where the text contradicts itself
    notice_minutes: int  # notice of recourse after the end of the event; 0: no such rule
    pairs: MayAppeal
    teams: MayAppeal
    single_director_reviewed: bool
    may_change_law: bool  # 93B3
    may_change_discipline: bool
    reopen_only_if_process_failed: bool
    recourse_needs_technical_error: bool
    process: tuple[ProcessItem, ...]
    deposit_pairs: str
    deposit_teams: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """A procedural penalty the regulation fixes; never mixed with the adjusted score."""

    code: str
    offence: str
    amount: Fraction
    unit: str  # percent-of-top | imp | vp
    per: str
    shared: bool  # a total for both sides, split by the director
    discretionary: bool
    source: Source


@dataclass(frozen=True, slots=True)
class Regulation:
    """What an authority switches within an edition, on one day."""

    name: str  # figb-2017
    title: str
    authority: str
    edition: str
    based_on: tuple[str, ...]
    weighting: Weighting
    two_standards: TwoStandards
    alternatives: Alternatives
    rounding: RoundingUnits
    claims: ClaimRules
    revokes: RevokeRules
    information: Information
    tempo: Tempo
    awards: Awards
    fouled: FouledBoards
    appeals: Appeals
    penalties: tuple[Penalty, ...]
    stated: Mapping[str, Stated] = field(repr=False, compare=False, hash=False)

    def why(self, key: str) -> Stated:
        """What a switch such as `weighting.allowed` rests on."""
        try:
            return self.stated[key]
        except KeyError:
            raise LawError("the regulation states no such switch", where=self.name, found=key) from None

    @property
    def unsettled(self) -> tuple[str, ...]:
        """The switches no source fixes; the default used stands in the value."""
        return tuple(sorted(key for key, value in self.stated.items() if value.unsettled))


@dataclass(frozen=True, slots=True)
class Adoption:
    """When an authority took up an edition: a day, or the window in which the day lies."""

    authority: str
    edition: str
    earliest: date
    latest: date
    source: Source
    unsettled: bool

    @property
    def known(self) -> bool:
        """Whether the day is known."""
        return self.earliest == self.latest
