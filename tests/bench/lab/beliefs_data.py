"""Training data of the belief and choice models: turns and leads of the record, with the hands the players did not see."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.belief_features import (
    BELIEFS,
    GIST,
    LEAD_FRAME_FEATURES,
    OTHERS,
    deal_indicators,
    lead_frame_of,
    leader_in_frame,
    own_roles,
)
from analyser.estimates.leads import auction_at_lead
from tests.bench.lab.calls_data import Decisions
from tests.bench.lab.leads_data import Leads
from tests.bench.lab.records import Tables, features_of


@dataclass(frozen=True, slots=True)
class BeliefTurns:
    """Turns of the record with the three hands the player to act did not see, one row per turn."""

    turns: Decisions
    rows: NDArray[np.int64]
    """The indexes of the turns."""
    others: NDArray[np.int64]
    """Left-hand opponent's, partner's and right-hand opponent's hand as masks."""

    @classmethod
    def of(cls, tables: Tables, turns: Decisions, rows: NDArray[np.int64]) -> "BeliefTurns":
        """Some turns of these tables."""
        table = turns.table[rows].astype(np.int64)
        seat = tables.dealer[table] + turns.turn[rows] & 3
        places = seat[:, None] + np.arange(1, OTHERS + 1) & 3
        return cls(turns, rows, tables.hands[table[:, None], places])

    def __len__(self) -> int:
        """The number of turns."""
        return len(self.rows)

    def taken(self, places: NDArray[np.int64]) -> "BeliefTurns":
        """The turns at these places."""
        return BeliefTurns(self.turns, self.rows[places], self.others[places])

    @property
    def kinds(self) -> int:
        """The number of features."""
        return self.turns.kinds

    @property
    def answers(self) -> int:
        """The number of probabilities in a belief."""
        return BELIEFS

    @property
    def chosen(self) -> NDArray[np.int64]:
        """The calls made: a label that tells rows apart, not a target."""
        return self.turns.chosen[self.rows]

    def features(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The features of some turns."""
        return self.turns.features(self.rows[rows])

    def truths(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """The indicators that were true of the other hands."""
        return deal_indicators(self.others[rows])


class _Frames:
    """The frames of the distinct auctions: all their features concatenated, and the offset of each auction."""

    def __init__(self, frames: list[tuple[int, ...]]) -> None:
        self.start = np.concatenate([[0], np.cumsum([len(frame) for frame in frames])]).astype(np.int64)
        self.features = np.array([number for frame in frames for number in frame], np.int32)


@dataclass(frozen=True, slots=True)
class FramedLeads:
    """Opening leads of the record with the choice model's inputs."""

    leads: Leads
    gist: NDArray[np.float32]
    frames: _Frames
    roles: NDArray[np.int64]

    @classmethod
    def of(cls, leads: Leads, gist: NDArray[np.float32]) -> "FramedLeads":
        """Leads with the beliefs of their leaders."""
        frames: list[tuple[int, ...]] = [()] * len(leads.auctions.calls)
        roles = np.zeros((len(frames), 4), np.int64)
        for place in np.unique(leads.auction).tolist():  # the record has many auctions that are not asked for
            calls = leads.auctions.calls[place]
            seen = auction_at_lead(calls)
            frames[place], roles[place] = lead_frame_of(calls, seen), own_roles(seen)
        return cls(leads, gist, _Frames(frames), roles)

    def __len__(self) -> int:
        """The number of leads."""
        return len(self.leads)

    @property
    def kinds(self) -> int:
        """The number of features."""
        return LEAD_FRAME_FEATURES

    @property
    def answers(self) -> int:
        """The number of cards in the pack."""
        return self.leads.answers

    @property
    def chosen(self) -> NDArray[np.int64]:
        """The card led, one row per lead."""
        return self.leads.chosen

    @property
    def width(self) -> int:
        """The number of inputs from a belief."""
        return GIST

    def quantities(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """The summaries of beliefs before some of the leads."""
        return self.gist[rows]

    def features(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The features of some leads: all concatenated, and the offset of each row."""
        leads = self.leads
        auction = leads.auction[rows]
        joint = leader_in_frame(
            leads.hand[rows],
            self.roles[auction],
            leads.auctions.contract[auction],
            leads.vulnerable[rows],
            leads.form[rows],
        )
        return features_of(joint, self.frames.start, self.frames.features, auction)
