"""The opening leads of the record: leader's hand, card, contract and auction."""

from array import array
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PACK
from analyser.estimates.leads import LEAD_FEATURES, auction_at_lead, lead_features
from tests.bench.lab.records import (
    SEATS,
    VULNERABLE,
    features_of,
    hand_masks,
    parse_calls,
    read_forms,
    read_frame,
    seen_from,
    some_of,
)

_CARDS = {str(card): card.index for card in PACK}


@dataclass(frozen=True, slots=True)
class AuctionsAtLead:
    """The distinct auctions, with their features for the leader."""

    calls: tuple[tuple[int, ...], ...]
    start: NDArray[np.int64]
    features: NDArray[np.int32]
    roles: NDArray[np.int64]
    contract: NDArray[np.int64]
    contested: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Leads:
    """Every opening lead, one row per lead, in the order of the record."""

    auctions: AuctionsAtLead
    auction: NDArray[np.int64]
    hand: NDArray[np.int64]
    vulnerable: NDArray[np.int64]
    """0 neither, 1 the leader's side, 2 declarer's, 3 both."""
    form: NDArray[np.int64]
    chosen: NDArray[np.int64]
    deal_id: NDArray[np.int64]

    @property
    def kinds(self) -> int:
        """The number of features."""
        return LEAD_FEATURES

    @property
    def answers(self) -> int:
        """The number of cards in the pack."""
        return len(PACK)

    def __len__(self) -> int:
        """The number of leads."""
        return len(self.chosen)

    def taken(self, rows: NDArray[np.int64]) -> "Leads":
        """The leads in some rows."""
        return some_of(self, rows)

    def features(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The features of some leads: all concatenated, and the offset of each lead."""
        known, auction = self.auctions, self.auction[rows]
        joint = lead_features(
            self.hand[rows],
            known.roles[auction],
            known.contract[auction],
            self.vulnerable[rows],
            self.form[rows],
        )
        return features_of(joint, known.start, known.features, auction)


def read_leads(folder: Path, split: str | None = None) -> Leads:
    """All leads of a split, or of the whole record, whose auction, contract and leader agree."""
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal", "split"])
    if split is not None:
        deals = deals[deals["split"].astype(str) == split]
    tables = read_frame(folder, "tables", ["deal_id", "lin_id", "auction", "alert_mask", "contract", "lead"])
    tables = tables[tables["lead"].astype(str).isin(list(_CARDS)) & (tables["contract"].astype(str) != "P")]
    place = dict(zip(deals["deal_id"].tolist(), range(len(deals)), strict=True))
    row = np.array([place.get(deal, -1) for deal in tables["deal_id"].tolist()], np.int64)
    tables, row = tables[row >= 0], row[row >= 0]
    known, auction, leader = _auctions(tables["auction"].tolist(), tables["alert_mask"].tolist())
    seat = deals["dealer"].astype(str).map(SEATS).to_numpy(np.int64)[row] + leader[auction] & 3
    vulnerable = deals["vul"].astype(str).map(VULNERABLE).to_numpy(np.int64)[row]
    hand = hand_masks(deals["deal"].tolist())[row, seat]
    chosen = np.asarray(tables["lead"].astype(str).map(_CARDS), np.int64)
    written = tables["contract"].astype(str).tolist()
    final = np.array([(int(text[0]) - 1) * 5 + "CDHSN".index(text[1]) for text in written], np.int64)
    declarer = np.array([SEATS[text[-1]] for text in written], np.int64)
    sound = (hand >> chosen & 1 == 1) & (final == known.contract[auction]) & (declarer == (seat + 3 & 3))
    forms = read_forms(folder)
    form = np.array([forms.get(lin, 3) for lin in tables["lin_id"].tolist()], np.int64)
    deal_id: NDArray[np.int64] = tables["deal_id"].to_numpy(np.int64)
    leads = Leads(known, auction, hand, seen_from(seat, vulnerable), form, chosen, deal_id)
    return leads.taken(np.flatnonzero(sound))


def _auctions(
    written: list[str], alerts: list[int]
) -> tuple[AuctionsAtLead, NDArray[np.int64], NDArray[np.int64]]:
    """The distinct auctions, the index of each table's auction, and the leader's turn (the dealer's is 0)."""
    met: dict[tuple[str, int], int] = {}
    which = np.array([met.setdefault(key, len(met)) for key in zip(written, alerts, strict=True)], np.int64)
    calls = tuple(parse_calls(text) for text, _ in met)
    features, start = array("i"), [0]
    about: list[tuple[tuple[int, ...], int, int]] = []
    for auction, (_, alerted) in zip(calls, met, strict=True):
        seen = auction_at_lead(auction, alerted)
        features.extend(seen.features)
        start.append(len(features))
        about.append((seen.roles, seen.contract, seen.leader))
    roles, contract, leader = zip(*about, strict=True) if about else ((), (), ())
    known = AuctionsAtLead(
        calls,
        np.array(start, np.int64),
        np.frombuffer(features, np.int32) if features else np.zeros(0, np.int32),
        np.array(roles, np.int64).reshape(-1, 4),
        np.array(contract, np.int64),
        np.array([_both_bid(auction) for auction in calls], np.bool_),
    )
    return known, which, np.array(leader, np.int64)


def _both_bid(calls: tuple[int, ...]) -> bool:
    sides = {place & 1 for place, call in enumerate(calls) if call}
    return len(sides) > 1
