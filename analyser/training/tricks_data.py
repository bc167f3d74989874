"""The results of the record beside their double-dummy tricks, and the play of some of them trick by trick."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Card, Deal, Play, Seat, Strain
from analyser.errors import BridgeError
from analyser.estimates.services import NotSolved
from analyser.training.records import read_forms, read_frame, some_of

__all__ = ["Curves", "Moments", "Played", "moments", "read_played"]


class Curves(Protocol):
    """Anything that counts declarer's tricks along a play: before the lead, then after each card."""

    def curves(self, records: Iterable[tuple[Deal, Play]]) -> list[tuple[int, ...] | NotSolved]:
        """Declarer's tricks with best play of both sides along each play."""
        ...


@dataclass(frozen=True, slots=True)
class Played:
    """Results with the contract and the double-dummy tricks, a row each."""

    level: NDArray[np.int64]
    strain: NDArray[np.int64]
    declarer: NDArray[np.int64]
    doubled: NDArray[np.int64]
    """0 undoubled, 1 doubled or redoubled."""
    every_trick: NDArray[np.int64]
    """1 at matchpoints and board-a-match."""
    before: NDArray[np.int64]
    """Double-dummy tricks before the lead."""
    after: NDArray[np.int64]
    """Double-dummy tricks after it."""
    tricks: NDArray[np.int64]
    deal_id: NDArray[np.int64]
    row: NDArray[np.int64]
    """Where it stands in `plays`."""

    def __len__(self) -> int:
        """How many results."""
        return len(self.tricks)

    @property
    def margin(self) -> NDArray[np.int64]:
        """Double-dummy tricks after the lead over those needed."""
        return self.after - self.level - 6

    def taken(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> "Played":
        """Some of the results."""
        return some_of(self, rows)


def read_played(folder: Path, split: str | None = None) -> Played:
    """All results of a split, or of the whole record, whose play was recorded."""
    deals = read_frame(folder, "deals", ["deal_id", "split"])
    if split is not None:
        deals = deals[deals["split"].astype(str) == split]
    plays = read_frame(folder, "plays")
    keep = plays["deal_id"].isin(deals["deal_id"]) & plays["dd_after_lead"].notna() & (plays["tricks"] >= 0)
    row = np.flatnonzero(keep.to_numpy())
    plays = plays[keep]
    forms = read_forms(folder)
    form = np.array([forms.get(lin, 3) for lin in plays["lin_id"].tolist()], np.int64)
    return Played(
        level=np.asarray(plays["level"], np.int64),
        strain=np.array(["CDHSN".index(text[0]) for text in plays["den"].astype(str)], np.int64),
        declarer=np.array(["NESW".index(text) for text in plays["decl"].astype(str)], np.int64),
        doubled=(np.asarray(plays["dbl"], np.int64) > 0).astype(np.int64),
        every_trick=np.isin(form, (1, 2)).astype(np.int64),
        before=np.asarray(plays["dd"], np.int64),
        after=np.asarray(plays["dd_after_lead"], np.int64),
        tricks=np.asarray(plays["tricks"], np.int64),
        deal_id=np.asarray(plays["deal_id"], np.int64),
        row=row,
    )


@dataclass(frozen=True, slots=True)
class Moments:
    """Moments of play: after each trick of a record, how things stood and how they ended."""

    left: NDArray[np.int64]
    """Tricks still to be played."""
    notrump: NDArray[np.int64]
    margin: NDArray[np.int64]
    """Double-dummy tricks from here over those needed."""
    away: NDArray[np.int64]
    """Tricks made in the end over the double-dummy tricks from here."""
    claim: NDArray[np.bool_]
    """Whether the record ends here, before the last card."""
    deal_id: NDArray[np.int64]

    def taken(self, rows: NDArray[np.bool_]) -> "Moments":
        """Some of the moments."""
        return some_of(self, rows)


def moments(folder: Path, played: Played, counter: Curves) -> Moments:
    """The moments after every trick of these results, counted card by card."""
    plays = read_frame(folder, "plays", ["deal_id", "play"]).iloc[played.row]
    deals = read_frame(folder, "deals", ["deal_id", "deal"])
    text = dict(zip(deals["deal_id"].tolist(), deals["deal"].tolist(), strict=True))
    records, kept = [], []
    for place, (deal_id, cards) in enumerate(
        zip(plays["deal_id"].tolist(), plays["play"].tolist(), strict=True)
    ):
        try:
            record = _record(Deal.parse(text[deal_id]), played, place, cards)
        except BridgeError:
            continue  # a mistyped card: the play cannot be followed
        records.append(record)
        kept.append(place)
    rows: list[tuple[int, ...]] = []
    for place, (_, play), curve in zip(kept, records, counter.curves(records), strict=True):
        if not isinstance(curve, NotSolved):
            rows += _moments_of(played, place, len(play.cards), curve)
    columns = np.array(rows, np.int64).reshape(-1, 6).T
    return Moments(columns[0], columns[1], columns[2], columns[3], columns[4] == 1, columns[5])


def _record(deal: Deal, played: Played, place: int, cards: str) -> tuple[Deal, Play]:
    names = [Card.parse(cards[start : start + 2]) for start in range(0, len(cards), 2)]
    declarer = Seat(int(played.declarer[place]))
    play = Play(declarer.next, Strain(int(played.strain[place])), tuple(names))
    if problems := play.problems(deal):
        raise BridgeError.of(problems)
    if play.revokes(deal):
        raise BridgeError("a revoke, or a card mistyped: nothing that could be counted on")
    return deal, play


def _moments_of(played: Played, place: int, cards: int, curve: tuple[int, ...]) -> list[tuple[int, ...]]:
    needed, final = int(played.level[place]) + 6, int(played.tricks[place])
    notrump, deal_id = int(played.strain[place] == 4), int(played.deal_id[place])
    ends = [(count, 0) for count in range(4, cards + 1, 4)]
    if cards < 52:
        ends.append((cards, 1))
    return [
        (13 - count // 4, notrump, curve[count] - needed, final - curve[count], claim, deal_id)
        for count, claim in ends
    ]
