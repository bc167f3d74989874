"""Which hands make a player think over a call: the learned model where it is at hand, else doubt as such."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyser.bridge import Auction, Call, Hand, Vulnerability
from analyser.casefile import Form
from analyser.estimates.calls import CallModel
from analyser.estimates.services import CallsModel
from analyser.estimates.tempo import TempoModel as LearnedTempo

_SELDOM = 0.02  # how often a player thinks over what is no problem


@dataclass(frozen=True, slots=True)
class Doubt:
    """The less a hand is sure of its call, the likelier it is to think: by what the call model gives the other calls.

    The direction needs no rule: hands that nearly did more and hands that nearly did less are weighed as they come.
    """

    calls: CallsModel

    def breaks(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """How likely each of these hands, about to make this call, is to break tempo over it."""
        made = np.asarray(self.calls.likelihoods(hands, auction, call, vulnerability, form), np.float64)
        told: list[float] = (_SELDOM + (1 - _SELDOM) * (1 - made)).tolist()
        return told


@dataclass(frozen=True, slots=True)
class Learned:
    """The tempo model learned from the record: how many times as likely as others after the same auction."""

    calls: CallModel
    model: LearnedTempo

    def breaks(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """How likely each of these hands, about to make this call, is to break tempo over it."""
        masks = np.fromiter((hand.mask for hand in hands), np.int64, len(hands))
        ratios: list[float] = self.model.breaks(
            self.calls, masks, auction, vulnerability, form, call
        ).ratio.tolist()
        return ratios
