"""Natural polls: positions that several tables really faced, and what the model would have told of them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import CALLS
from analyser.estimates.calls import CallModel
from analyser.training.records import (
    CODES,
    SEATS,
    VULNERABLE,
    hand_masks,
    parse_calls,
    read_forms,
    read_frame,
    seen_from,
)
from analyser.training.splits import Half, in_half

__all__ = ["Polls", "score_positions"]

LEAST_VOTES: Final = 6
"""Polls smaller than this say too little about who would do what."""
_VOTED: Final = 0.2
_PROPOSED: Final = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Polls:
    """The polls looked at, a row each: how the votes fell on the 38 calls, and the model's shares."""

    votes: NDArray[np.int64]
    shares: NDArray[np.float64]
    auctions: tuple[tuple[int, ...], ...] = ()
    """The auction before each poll."""

    def voted(self) -> NDArray[np.bool_]:
        """Which calls got a fifth of the votes or more."""
        return np.asarray(self.votes / self.votes.sum(axis=1, keepdims=True) >= _VOTED)

    def proposed(self) -> NDArray[np.bool_]:
        """Which calls the model gives a tenth or more, as decisions see it: in thousandths."""
        return np.asarray(np.round(self.shares, 3) >= _PROPOSED)

    def found(self) -> NDArray[np.int64]:
        """In each poll, how many of the calls with a fifth of the votes the model proposes."""
        return np.asarray((self.voted() & self.proposed()).sum(axis=1))

    def figures(self) -> dict[str, float | int | None]:
        """Of the calls with a fifth of the votes, the part given a tenth by the model; how many calls get so much.

        `vote_log_loss` is what the model loses on the votes, `vote_entropy` what nobody could have saved.
        """
        count = len(self.votes)
        if not count:
            return {"n": 0, "recall20": None, "proposed": None}
        part = self.votes / self.votes.sum(axis=1, keepdims=True)
        kept = np.log(np.maximum(self.shares, 1e-12))
        own = np.log(np.where(part > 0, part, 1.0))
        return {
            "n": count,
            "recall20": float(self.found().sum() / self.voted().sum()),
            "proposed": float(self.proposed().sum(axis=1).mean()),
            "plurality": float((self.shares.argmax(axis=1) == self.votes.argmax(axis=1)).mean()),
            "vote_log_loss": float(-(self.votes * kept).sum() / self.votes.sum()),
            "vote_entropy": float(-(self.votes * own).sum() / self.votes.sum()),
        }


def score_positions(
    model: CallModel, folder: Path, split: str, half: Half = Half.BOTH, least: int = LEAST_VOTES
) -> Polls:
    """The model's shares for the polls of a split with six votes or more, or so many."""
    if not (folder / "positions.parquet").is_file():
        return Polls(np.empty((0, CALLS), np.int64), np.empty((0, CALLS)))
    polls = read_frame(folder, "positions")
    polls = polls[polls["n"] >= least]
    if split != "all":
        polls = polls[polls["split"].astype(str) == split]
    polls = polls[in_half(polls["deal_id"].to_numpy().astype(np.int64), half)]
    deals = read_frame(folder, "deals", ["deal_id", "vul", "deal", "first_lin_id"]).set_index("deal_id")
    deals = deals.loc[polls["deal_id"].tolist()]
    seat = polls["seat"].astype(str).map(SEATS).to_numpy().astype(np.int64)
    masks = hand_masks(deals["deal"].tolist())[np.arange(len(polls)), seat]
    sides = deals["vul"].astype(str).map(VULNERABLE).to_numpy().astype(np.int64)
    vulnerable = seen_from(seat, sides)
    scoring = read_forms(folder)
    form = np.array([scoring.get(lin, 3) for lin in deals["first_lin_id"].tolist()], np.int64)
    keys: dict[tuple[tuple[int, ...], int], int] = {}
    which = np.array(
        [keys.setdefault((parse_calls(text), 0), len(keys)) for text in polls["prefix"]], np.int64
    )
    votes = np.zeros((len(polls), CALLS), np.int64)
    for row, text in enumerate(polls["calls"].tolist()):
        for entry in text.split():
            call, _, count = entry.partition(":")
            votes[row, CODES[call]] += int(count)
    auctions = list(keys)
    shares = model.answer(auctions, which, masks, vulnerable, form)
    return Polls(votes, shares, tuple([auctions[place][0] for place in which.tolist()]))
