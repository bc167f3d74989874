"""Decisions of the record after explained calls, with the notes on the calls of the two rounds before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyser.estimates.call_features import legal_calls
from tests.bench.lab.records import (
    SEATS,
    VULNERABLE,
    Half,
    hand_masks,
    in_half,
    parse_calls,
    read_forms,
    read_frame,
    seen_from,
    some_of,
    split_and_half,
)

FILES: Final = ("deals", "tables", "events", "notes")
SLOTS: Final = 3
"""Whose notes are told at a decision: the right-hand opponent's, partner's, the left-hand opponent's, the latest of each."""
STEPS: Final = (1, 2, 3, 5, 6, 7)
"""How many calls before a decision a note may be: two rounds, without the player's own calls."""
ROLES: Final = ("next opponent", "partner", "second opponent")
"""Who decides one, two or three calls after the explained one."""


@dataclass(frozen=True, slots=True)
class Note:
    """One explanation: the words, the calls from the dealer to the explained one, the hand of its maker."""

    text: str
    calls: tuple[int, ...]
    """All calls up to the explained one, which is the last."""
    hand: int
    """The hand of its maker, a mask of 52 bits."""
    vulnerable: int = 0
    """Seen by its maker: 0 neither side, 1 his own, 2 the other, 3 both."""


@dataclass(frozen=True, slots=True)
class NotedDecisions:
    """Decisions with at least one note on the others' calls of the last two rounds, one row per decision."""

    notes: tuple[Note, ...]
    auctions: tuple[tuple[int, ...], ...]
    """The distinct auctions before the decisions."""
    auction: NDArray[np.int64]
    alerts: NDArray[np.int64]
    """A bit for each call the record has as alerted, of those made before."""
    hand: NDArray[np.int64]
    vulnerable: NDArray[np.int64]
    form: NDArray[np.int64]
    call: NDArray[np.int64]
    deal_id: NDArray[np.int64]
    slots: NDArray[np.int64]
    """The index of the note on the latest explained call of each other player, the one before first; -1 for none."""
    steps: NDArray[np.int64]
    """How many calls before the decision each of these calls was made; 0 for none."""

    def __len__(self) -> int:
        """The number of decisions."""
        return len(self.call)

    def take(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> "NotedDecisions":
        """Some of the decisions; notes and auctions stay as they are."""
        some = some_of(_Columns.of(self), rows)
        return NotedDecisions(self.notes, self.auctions, *some.columns)

    def without(self, silent: NDArray[np.bool_]) -> "NotedDecisions":
        """The same with some notes not told; `silent` says for each note whether it is one."""
        gone = (self.slots >= 0) & silent[self.slots]
        return replace(self, slots=np.where(gone, -1, self.slots), steps=np.where(gone, 0, self.steps))

    def half_rows(self, half: Half) -> NDArray[np.int64]:
        """The rows on deals of a half."""
        return np.flatnonzero(in_half(self.deal_id, half))

    def half(self, half: Half) -> "NotedDecisions":
        """The decisions on deals of a half."""
        return self.take(self.half_rows(half))


def join_decisions(first: NotedDecisions, second: NotedDecisions) -> NotedDecisions:
    """The decisions of two records, as of one."""
    later = replace(
        second,
        auction=second.auction + len(first.auctions),
        slots=np.where(second.slots >= 0, second.slots + len(first.notes), -1),
    )
    pairs = zip(_Columns.of(first).columns, _Columns.of(later).columns, strict=True)
    return NotedDecisions(
        first.notes + second.notes,
        first.auctions + second.auctions,
        *(np.concatenate(pair) for pair in pairs),
    )


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of noted decisions that have one row per decision."""

    auction: NDArray[np.int64]
    alerts: NDArray[np.int64]
    hand: NDArray[np.int64]
    vulnerable: NDArray[np.int64]
    form: NDArray[np.int64]
    call: NDArray[np.int64]
    deal_id: NDArray[np.int64]
    slots: NDArray[np.int64]
    steps: NDArray[np.int64]

    @classmethod
    def of(cls, decisions: NotedDecisions) -> "_Columns":
        return cls(*(getattr(decisions, name) for name in cls.__slots__))

    @property
    def columns(self) -> tuple[NDArray[np.int64], ...]:
        return tuple(getattr(self, name) for name in type(self).__slots__)


def read_noted_decisions(folder: Path, split: str) -> NotedDecisions:
    """The decisions in the two rounds after each note of a split (a half of `valid`, or all), in order of the record."""
    deals, tables = read_split(folder, split)
    notes = read_frame(folder, "notes", ["deal_id", "lin_id", "room", "call", "text"])
    noted = notes.merge(tables, on=["deal_id", "lin_id", "room"], how="inner")
    noted = noted.drop_duplicates(["deal_id", "lin_id", "room", "call"], keep="last")
    return _decisions_after(noted, deals, read_forms(folder))


def read_split(folder: Path, split: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The deals of a split, and their tables with the columns `lin_id`, `room`, `auction` and `alert_mask`."""
    name, half = split_and_half(split)
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal", "split"])
    if name is not None:
        deals = deals[deals["split"].astype(str) == name]
    deals = deals[in_half(deals["deal_id"].to_numpy(np.int64), half)].reset_index(drop=True)
    tables = read_frame(folder, "tables", ["deal_id", "lin_id", "room", "auction", "alert_mask"])
    tables = tables[tables["deal_id"].isin(set(deals["deal_id"]))]
    return deals, tables.drop_duplicates(["deal_id", "lin_id", "room"]).reset_index(drop=True)


def _decisions_after(noted: pd.DataFrame, deals: pd.DataFrame, forms: dict[int, int]) -> NotedDecisions:
    place = {deal: row for row, deal in enumerate(deals["deal_id"].tolist())}
    hands = hand_masks(deals["deal"].tolist())
    dealer = deals["dealer"].astype(str).map(SEATS).to_numpy().astype(np.int64)
    vulnerable = deals["vul"].astype(str).map(VULNERABLE).to_numpy().astype(np.int64)
    sides = np.stack([seen_from(np.full(len(deals), seat), vulnerable) for seat in range(4)], axis=1)
    notes: list[Note] = []
    auctions: dict[tuple[int, ...], int] = {}
    rows: list[tuple[int, ...]] = []
    slots: list[list[int]] = []
    for deal_id, lin, written, alerts, explained in _by_table(noted):
        calls, row = parse_calls(written), place[deal_id]
        legal = _legal_length(calls)
        by_call: dict[int, int] = {}
        for call, text in explained:
            if 0 <= call < legal:
                by_call[call] = len(notes)
                maker = (int(dealer[row]) + call) & 3
                notes.append(Note(text, calls[: call + 1], int(hands[row, maker]), int(sides[row, maker])))
        turns = sorted({call + step for call in by_call for step in STEPS if call + step < legal})
        for turn in turns:
            auction = auctions.setdefault(calls[:turn], len(auctions))
            seat = (int(dealer[row]) + turn) & 3
            known, form = alerts & (1 << turn) - 1, forms.get(lin, 3)
            cards, seen = int(hands[row, seat]), int(sides[row, seat])
            rows.append((auction, known, cards, seen, form, calls[turn], deal_id))
            steps = [
                next((far for far in (step, step + 4) if turn - far in by_call), 0) for step in (1, 2, 3)
            ]
            slots.append([by_call[turn - step] if step else -1 for step in steps] + steps)
    columns = np.array(rows, np.int64).reshape(-1, 7).T
    told = np.array(slots, np.int64).reshape(-1, 2 * SLOTS)
    auction_of, alerted, hand, side, form_of, call_made, deal_of = columns
    return NotedDecisions(
        tuple(notes),
        tuple(auctions),
        auction_of,
        alerted,
        hand,
        side,
        form_of,
        call_made,
        deal_of,
        told[:, :SLOTS],
        told[:, SLOTS:],
    )


_Explained: TypeAlias = list[tuple[int, str]]


def _by_table(noted: pd.DataFrame) -> list[tuple[int, int, str, int, _Explained]]:
    """For each table its deal, broadcast, auction and alerts, and the calls explained there with the words."""
    tables: dict[tuple[int, int, str], tuple[int, int, str, int, _Explained]] = {}
    names = ("deal_id", "lin_id", "room", "auction", "alert_mask", "call", "text")
    for deal, lin, room, auction, alerts, call, text in zip(
        *(noted[name].tolist() for name in names), strict=True
    ):
        table = tables.setdefault((deal, lin, room), (deal, lin, str(auction), int(alerts), []))
        table[-1].append((int(call), str(text)))
    return list(tables.values())


def _legal_length(calls: Sequence[int]) -> int:
    """The number of calls before the first that no Law allows, or after which nobody calls."""
    standing = doubled = holder = 0
    for turn, call in enumerate(calls):
        if turn > 3 and not any(calls[turn - 3 : turn]):
            return turn
        if not legal_calls(standing, doubled, holder - turn & 3) >> call & 1:
            return turn
        if call >= 3:
            standing, doubled, holder = call - 2, 0, turn & 3
        elif call:
            doubled = call
    return len(calls)
