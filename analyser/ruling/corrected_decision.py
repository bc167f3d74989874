"""A decision of the innocent side on a wrong explanation, with its distribution on the right one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyser.bridge import Auction, Play, Seat
from analyser.casefile import Action, Place
from analyser.ruling.values import Alternative, Finding, Shares

if TYPE_CHECKING:
    from analyser.estimates.hand_posterior import ExplainedCall


@dataclass(frozen=True, slots=True)
class CorrectedDecision:
    """A decision of the innocent side on a wrong explanation, with its distribution on the right one.

    `given`: the shares of peers on the explanation given; `right`: those of the player on the right one, after what he
    did; each sums to 1. If `right` is empty the findings say why nothing can be estimated. `votes`: the number of peers'
    answers it counts as, `None` if a person found it.
    """

    at: Place
    seat: Seat
    action: Action | None
    auction: Auction | None
    play: Play | None
    given: Shares = ()
    right: Shares = ()
    alternatives: tuple[Alternative, ...] = ()
    replicates: tuple[Shares, ...] = ()
    """Those of `effect`, or of `right` if it is empty, for other random seeds."""
    votes: float | None = None
    findings: tuple[Finding, ...] = ()
    effect: Shares = ()
    """`right` without what might fall otherwise on the explanation given, too: damage must follow from the explanation."""
    keeps: tuple[float, float, float] | None = None
    """The share who would have acted the same on both explanations, and its range."""
    told: "tuple[ExplainedCall, ...]" = ()
    """What calls show on the right explanation, for everybody who calls after this decision."""
    alerts: frozenset[int] = frozenset()
    """The numbers of the calls alerted as they should have been."""
