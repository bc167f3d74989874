"""What is led: the share of each of the leader's thirteen cards, after an auction, learned from the record.

The record holds experts only, and not what their partnerships lead from which holding.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PACK, Auction, Card, Contract, Hand, Vulnerability
from analyser.casefile import Form
from analyser.errors import ModelError
from analyser.estimates.calls import _calls_of as codes_of
from analyser.estimates.calls import form_code
from analyser.estimates.calls_net import Network, in_parts
from analyser.estimates.lead_features import LEAD_SIGHTS, AuctionAtLead, auction_at_lead, lead_sights
from analyser.estimates.store import open_model

__all__ = ["LeadModel"]


@dataclass(frozen=True, slots=True, eq=False)
class LeadModel:
    """What experts lead, as a model read from its file."""

    network: Network
    seen: NDArray[np.int64]
    """How many leads of the record were against each contract, by final bid and doubling."""
    card: dict[str, Any]
    sha256: str

    @classmethod
    def load(cls, folder: Path | None = None) -> "LeadModel":
        """The shipped model, or the one in a folder; refused when it does not fit its card."""
        stored = open_model("leads", folder)
        return cls(Network.of(stored, LEAD_SIGHTS), stored.array("seen"), stored.card, stored.sha256)

    def leads(
        self,
        hand: Hand,
        auction: Auction,
        contract: Contract,
        vulnerability: Vulnerability | None = None,
        form: Form = Form.IMPS,
        alerts: frozenset[int] = frozenset(),
    ) -> Mapping[Card, float]:
        """The shares of the thirteen cards, the likeliest first; `alerts` are calls by number, from 1.

        Without a vulnerability the shares are the mean over all four.
        """
        calls, alerted = codes_of(auction, alerts)
        seen = _checked(auction, contract, calls, alerted)
        codes = range(4) if vulnerability is None else (_vulnerable(contract, vulnerability),)
        rows = len(codes)
        shares = self.answer(
            [seen],
            np.zeros(rows, np.int64),
            np.full(rows, hand.mask),
            np.array(codes, np.int64),
            np.full(rows, form_code(form)),
        ).mean(axis=0)
        pairs = [(card, float(shares[card.index])) for card in hand]
        return dict(sorted(pairs, key=lambda pair: -pair[1]))

    @property
    def rule_share(self) -> float:
        """How often the record led the card the textbook leads."""
        return float(self.card.get("model", {}).get("rule_share", 0.4))

    def support(self, contract: Contract) -> int:
        """How many leads of the record were against this contract, whoever declared it."""
        return int(self.seen[(contract.level - 1) * 5 + contract.strain, contract.doubled])

    def answer(
        self,
        auctions: Sequence[AuctionAtLead],
        which: NDArray[np.int64],
        masks: NDArray[np.int64],
        vulnerable: NDArray[np.int64],
        form: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """The shares of the 52 cards for many leaders, a row each; `which` says which auction each had."""
        if (np.bitwise_count(masks) != 13).any():
            raise ModelError("a lead is made from thirteen cards", remedy="give the whole hand")
        out = np.empty((len(masks), len(PACK)))
        for rows, met, local in in_parts(which):
            known = [auctions[place] for place in met]
            roles = np.array([one.roles for one in known])[local]
            contract = np.array([one.contract for one in known])[local]
            joint = lead_sights(masks[rows], roles, contract, vulnerable[rows], form[rows])
            totals = np.stack([self.network.total(np.array(one.sights)) for one in known])
            held = (masks[rows, None] >> np.arange(len(PACK)) & 1).astype(np.bool_)
            out[rows] = self.network.shares(totals, local, joint, held, np.zeros(len(joint), np.int64))
        return out


def _checked(auction: Auction, contract: Contract, calls: tuple[int, ...], alerted: int) -> AuctionAtLead:
    """What the auction shows the leader, if it is over and ends in this contract."""
    if not any(call >= 3 for call in calls):
        raise ModelError("nobody leads to a board that was passed out")
    seen = auction_at_lead(calls, alerted)
    found = (seen.contract, (auction.dealer + seen.leader) & 3)
    if found != ((contract.level - 1) * 5 + contract.strain, int(contract.leader)):
        raise ModelError("the auction does not end in this contract", found=str(contract))
    return seen


def _vulnerable(contract: Contract, vulnerability: Vulnerability) -> int:
    """As the leader sees it: 0 neither side, 1 his own, 2 declarer's, 3 both."""
    ours, theirs = contract.leader.side, contract.declarer.side
    return vulnerability.includes(ours) + 2 * vulnerability.includes(theirs)
