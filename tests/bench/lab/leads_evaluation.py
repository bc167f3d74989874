"""Evaluation of the lead model, with a textbook rule and uniform shares as baselines."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.leads import AuctionAtLead, LeadModel
from tests.bench.lab.leads_data import Leads, read_leads
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.records import drawn, in_half, split_and_half

_AT_ONCE: Final = 4096
_ACE, _KING, _QUEEN, _JACK, _TEN, _NINE = 12, 11, 10, 9, 8, 7
_DUMMY, _PARTNER, _DECLARER = 2, 4, 8
_OPPONENTS = _DUMMY | _DECLARER


def leads_of(folder: Path, split: str) -> Leads:
    """The leads of a split; `choose` and `report` are the halves of `valid`, `all` is every lead."""
    name, half = split_and_half(split)
    leads = read_leads(folder, name)
    return leads.taken(np.flatnonzero(in_half(leads.deal_id, half)))


def evaluate_leads(
    folder: Path,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    model: LeadModel | None = None,
) -> dict[str, Any]:
    """The scores of the lead model on the leads of a record, with its baselines on the same rows."""
    judged, leads = model or LeadModel.load(), leads_of(folder, split)
    leads = leads.taken(drawn(len(leads), sample, seed))
    ours, suits = score_leads(judged, leads)
    uniform, uniform_suits = scored(cards_held(leads) / 13, leads.chosen)
    taught, taught_suits = _taught_score(leads, judged.rule_share)
    contested = leads.auctions.contested[leads.auction]
    everything = np.ones(len(leads), np.bool_)
    # Every lead comes after an opening: that row is everything.
    return {
        "model": "leads",
        **_figures(ours, suits, everything),
        "after_opening": _figures(ours, suits, everything),
        "contested": _figures(ours, suits, contested),
        "notrump": _figures(ours, suits, leads.auctions.contract[leads.auction] % 5 == 4),
        "baselines": {
            "uniform": _figures(uniform, uniform_suits, everything),
            "fourth_best": _figures(taught, taught_suits, everything),
        },
        "other_table": _other_table(leads),
    }


def _figures(score: ShareScore, suits: ShareScore, rows: NDArray[np.bool_]) -> dict[str, Any]:
    figures = score.where(rows).figures()
    return figures | {"suit_top1": suits.where(rows).figures()["top1"]}


def scored(shares: NDArray[np.float64], chosen: NDArray[np.int64]) -> tuple[ShareScore, ShareScore]:
    """The score by card, and by suit."""
    suits = shares.reshape(-1, 4, 13).sum(axis=2)
    return ShareScore.of(shares, chosen), ShareScore.of(suits, chosen // 13)


def score_leads(model: LeadModel, leads: Leads) -> tuple[ShareScore, ShareScore]:
    """The scores of the model, by card and by suit, computed in batches of leads."""
    parts, suits = [], []
    known = leads.auctions
    for start in range(0, len(leads), _AT_ONCE):
        part = leads.taken(np.arange(start, min(start + _AT_ONCE, len(leads))))
        met, which = np.unique(part.auction, return_inverse=True)
        seen = [
            AuctionAtLead(
                tuple(known.features[known.start[place] : known.start[place + 1]].tolist()),
                tuple(known.roles[place].tolist()),
                int(known.contract[place]),
                0,
            )
            for place in met.tolist()
        ]
        shares = model.answer(seen, which.astype(np.int64), part.hand, part.vulnerable, part.form)
        by_card, by_suit = scored(shares, part.chosen)
        parts.append(by_card)
        suits.append(by_suit)
    return ShareScore.joined(parts), ShareScore.joined(suits)


def cards_held(leads: Leads) -> NDArray[np.float64]:
    """1 for each card held, one row per leader."""
    return (leads.hand[:, None] >> np.arange(52) & 1).astype(np.float64)


def _taught(leads: Leads) -> NDArray[np.int64]:
    known = leads.auctions
    trump = known.contract % 5
    return np.array(
        [
            taught_lead(mask, known.roles[auction].tolist(), int(trump[auction]))
            for mask, auction in zip(leads.hand.tolist(), leads.auction.tolist(), strict=True)
        ],
        np.int64,
    )


def rule_share(leads: Leads) -> float:
    """The share of leads in the record that were the textbook card: the baseline's share for that card."""
    return float((_taught(leads) == leads.chosen).mean())


def _taught_score(leads: Leads, share: float) -> tuple[ShareScore, ShareScore]:
    shares = cards_held(leads) * (1 - share) / 12
    shares[np.arange(len(leads)), _taught(leads)] = share
    return scored(shares, leads.chosen)


def _other_table(leads: Leads) -> dict[str, Any]:
    """How often two experts with the same hand after the same auction led the same: about the best possible score."""
    groups: dict[tuple[int, int], list[int]] = {}
    for hand, auction, card in zip(
        leads.hand.tolist(), leads.auction.tolist(), leads.chosen.tolist(), strict=True
    ):
        groups.setdefault((hand, auction), []).append(card)
    pairs = [pair for led in groups.values() for pair in pairwise(led)]
    same = sum(a == b for a, b in pairs)
    suits = sum(a // 13 == b // 13 for a, b in pairs)
    if not pairs:
        return {"n": 0, "top1": None, "suit_top1": None}
    return {"n": len(pairs), "top1": same / len(pairs), "suit_top1": suits / len(pairs)}


def taught_lead(mask: int, roles: Sequence[int], trump: int) -> int:
    """The card the textbook leads from this hand; `roles` say for each suit who bid it, `trump` 4 is notrump.

    >>> taught_lead(0b1111100000000 << 39 | 0b11 << 26 | 0b111 << 13 | 0b111, (0, 0, 0, 0), 4)
    51
    """
    holdings = [[place for place in range(12, -1, -1) if mask >> 13 * suit + place & 1] for suit in range(4)]
    suit = _suit(holdings, roles, trump)
    return suit * 13 + _card(holdings[suit], notrump=trump == 4)


def _suit(holdings: list[list[int]], roles: Sequence[int], trump: int) -> int:
    sides = [suit for suit in range(4) if suit != trump and holdings[suit]] or [trump]
    partner = [suit for suit in sides if roles[suit] & _PARTNER]
    if partner:
        return max(partner, key=lambda suit: len(holdings[suit]))
    if trump == 4:
        unbid = [suit for suit in sides if not roles[suit] & _OPPONENTS] or sides
        return max(unbid, key=lambda suit: (len(holdings[suit]), sum(holdings[suit])))
    strong = [suit for suit in sides if _touching(holdings[suit]) >= _QUEEN]
    if strong:
        return max(strong, key=lambda suit: holdings[suit][0])
    short = [suit for suit in sides if len(holdings[suit]) == 1 and holdings[suit][0] < _KING]
    if short and holdings[trump]:
        return short[0]
    safe = [suit for suit in sides if holdings[suit][0] != _ACE] or sides
    unbid = [suit for suit in safe if not roles[suit] & _OPPONENTS] or safe
    return max(unbid, key=lambda suit: len(holdings[suit]))


def _touching(holding: list[int]) -> int:
    """The higher of the two top cards when they touch and are honours or the ten and nine; else -1."""
    if len(holding) > 1 and holding[0] - holding[1] == 1 and holding[0] >= _TEN:
        return holding[0]
    return -1


def _card(holding: list[int], *, notrump: bool) -> int:
    length = len(holding)
    if _touching(holding) >= 0:
        third = holding[2] if length > 2 else -1
        if not notrump or length < 4 or holding[1] - third <= 2 or holding[0] == _ACE:
            return holding[0]
    if not notrump and holding[0] == _ACE:
        return _ACE
    if length >= 4:
        return holding[3]
    if length == 3 and holding[0] >= _TEN:
        return holding[2]
    return holding[0]
