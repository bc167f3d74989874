"""How well the lead model foretells leads, beside a beginner's rule and no knowledge at all."""

from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.leads import AuctionAtLead, LeadModel
from analyser.training.leads_data import Leads, read_leads
from analyser.training.leads_rule import taught_lead
from analyser.training.measures import Score
from analyser.training.splits import drawn, in_half, split_and_half

__all__ = ["evaluate_leads", "held_cards", "leads_of", "rule_share", "score_leads", "scored"]

_AT_ONCE: Final = 4096


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
    """How well the lead model foretells the leads of a record, with its baselines on the same rows."""
    asked, leads = model or LeadModel.load(), leads_of(folder, split)
    leads = leads.taken(drawn(len(leads), sample, seed))
    ours, suits = score_leads(asked, leads)
    uniform, uniform_suits = scored(held_cards(leads) / 13, leads.chosen)
    taught, taught_suits = _taught_score(leads, asked.rule_share)
    contested = leads.auctions.contested[leads.auction]
    everything = np.ones(len(leads), np.bool_)
    # Every lead comes after an opening: that row is the whole.
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


def _figures(score: Score, suits: Score, rows: NDArray[np.bool_]) -> dict[str, Any]:
    found = score.where(rows).figures()
    return found | {"suit_top1": suits.where(rows).figures()["top1"]}


def scored(shares: NDArray[np.float64], chosen: NDArray[np.int64]) -> tuple[Score, Score]:
    """The score by card, and by suit."""
    suits = shares.reshape(-1, 4, 13).sum(axis=2)
    return Score.of(shares, chosen), Score.of(suits, chosen // 13)


def score_leads(model: LeadModel, leads: Leads) -> tuple[Score, Score]:
    """The score of the model, by card and by suit, so many leads at a time."""
    parts, suits = [], []
    known = leads.auctions
    for start in range(0, len(leads), _AT_ONCE):
        part = leads.taken(np.arange(start, min(start + _AT_ONCE, len(leads))))
        met, which = np.unique(part.auction, return_inverse=True)
        seen = [
            AuctionAtLead(
                tuple(known.sights[known.start[place] : known.start[place + 1]].tolist()),
                tuple(known.roles[place].tolist()),
                int(known.contract[place]),
                0,
            )
            for place in met.tolist()
        ]
        shares = model.answer(seen, which.astype(np.int64), part.hand, part.vulnerable, part.form)
        one, other = scored(shares, part.chosen)
        parts.append(one)
        suits.append(other)
    return Score.joined(parts), Score.joined(suits)


def held_cards(leads: Leads) -> NDArray[np.float64]:
    """One for each card held, a row a leader."""
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
    """How often the record led the card taught: what the rule's card gets in the baseline."""
    return float((_taught(leads) == leads.chosen).mean())


def _taught_score(leads: Leads, share: float) -> tuple[Score, Score]:
    shares = held_cards(leads) * (1 - share) / 12
    shares[np.arange(len(leads)), _taught(leads)] = share
    return scored(shares, leads.chosen)


def _other_table(leads: Leads) -> dict[str, Any]:
    """How often two experts with the same hand after the same auction led the same: about the ceiling."""
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
