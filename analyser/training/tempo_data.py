"""The calls noted as slow in the record, each beside unremarked calls after the same auction."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from analyser.errors import AnalyserError
from analyser.training.records import (
    SEATS,
    VULNERABLE,
    hand_masks,
    parse_calls,
    read_forms,
    read_frame,
    seen_from,
    some_of,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BESIDE", "Turns", "read_turns"]

BESIDE: Final = 4
"""So many unremarked calls stand beside a slow one."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns to call, a row each: slow ones, and unremarked ones after the same auction."""

    calls: tuple[tuple[int, ...], ...]
    """The auction before the turn."""
    alerts: NDArray[np.int64]
    hand: NDArray[np.int64]
    vulnerable: NDArray[np.int64]
    """0 neither, 1 his own side, 2 the other, 3 both."""
    form: NDArray[np.int64]
    made: NDArray[np.int64]
    """The call made."""
    reply: NDArray[np.int64]
    """Partner's next call; -1 when the auction ended before it."""
    slow: NDArray[np.bool_]
    match: NDArray[np.int64]
    """Which slow call it is, or stands beside."""
    event: NDArray[np.int64]
    """A number for the event, so that one event is never both learned from and foretold."""
    deal_id: NDArray[np.int64]

    def __len__(self) -> int:
        """How many turns."""
        return len(self.slow)

    def taken(self, rows: NDArray[np.bool_]) -> "Turns":
        """Some of the turns."""
        return some_of(self, rows)


def read_turns(folder: Path, split: str | None, seed: int, beside: int = BESIDE) -> Turns:
    """Every slow call of a split with up to so many unremarked ones after the same auction, drawn by seed.

    The same auction puts its player in the same seat from the dealer on. Slow calls without a match are kept.
    """
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal", "split"])
    if split is not None:
        deals = deals[deals["split"].astype(str) == split]
    known = dict(zip(deals["deal_id"].tolist(), range(len(deals)), strict=True))
    tables = read_frame(folder, "tables", ["deal_id", "lin_id", "room", "auction", "alert_mask"])
    tables = tables[tables["deal_id"].isin(known)].reset_index(drop=True)
    noted = read_frame(folder, "tempo", ["deal_id", "lin_id", "room", "call_index"])
    place = {
        key: row
        for row, key in enumerate(
            zip(
                tables["deal_id"].tolist(), tables["lin_id"].tolist(), tables["room"].astype(str), strict=True
            )
        )
    }
    slow = [
        (place[key], int(index))
        for *key_parts, index in noted.itertuples(index=False)
        if (key := (int(key_parts[0]), int(key_parts[1]), str(key_parts[2]))) in place
    ]
    if not slow:
        raise AnalyserError(
            "no call of these deals was noted as slow", where="tempo.parquet", remedy="name another split"
        )
    chosen = list(_beside(slow, tables["auction"].tolist(), np.random.default_rng(seed), beside))
    return _turns(folder, chosen, tables, deals, known)


def _beside(
    slow: list[tuple[int, int]], auctions: list[str], dice: np.random.Generator, beside: int
) -> Iterator[tuple[int, int, int, bool]]:
    """Table, call, match and whether slow: the slow calls, and those that stand beside them."""
    marked = set(slow)
    wanted: dict[str, list[int]] = {_before(auctions[row], index): [] for row, index in slow}
    lengths = {index for _, index in slow}
    for row, auction in enumerate(auctions):
        words = auction.split(" ")
        for index in lengths:
            if index < len(words):
                found = wanted.get(" ".join(words[:index]))
                if found is not None and (row, index) not in marked:
                    found.append(row)
    for match, (row, index) in enumerate(slow):
        yield row, index, match, True
        others = wanted[_before(auctions[row], index)]
        for other in dice.permutation(len(others))[:beside].tolist():
            yield others[other], index, match, False


def _before(auction: str, index: int) -> str:
    return " ".join(auction.split(" ")[:index])


def _events(folder: Path) -> dict[int, str]:
    """The event of each broadcast; a folder without events knows none."""
    if not (folder / "events.parquet").is_file():
        return {}
    events = read_frame(folder, "events", ["lin_id", "event"])
    return dict(zip(events["lin_id"].tolist(), events["event"].astype(str), strict=True))


def _turns(
    folder: Path,
    chosen: list[tuple[int, int, int, bool]],
    tables: "pd.DataFrame",
    deals: "pd.DataFrame",
    known: dict[int, int],
) -> Turns:
    row, index, match, slow = (np.array(column) for column in zip(*chosen, strict=True))
    part = tables.iloc[row]
    deal = deals.iloc[[known[one] for one in part["deal_id"].tolist()]]
    seat = deal["dealer"].astype(str).map(SEATS).to_numpy(np.int64) + index & 3
    vulnerable = deal["vul"].astype(str).map(VULNERABLE).to_numpy(np.int64)
    whole = [parse_calls(auction) for auction in part["auction"].tolist()]
    forms = read_forms(folder)
    event = _events(folder)
    number = {name: code for code, name in enumerate(sorted(set(event.values())))}
    lines = part["lin_id"].tolist()
    return Turns(
        calls=tuple(calls[:end] for calls, end in zip(whole, index.tolist(), strict=True)),
        alerts=np.asarray(part["alert_mask"], np.int64) & (1 << index) - 1,
        hand=hand_masks(deal["deal"].tolist())[np.arange(len(row)), seat],
        vulnerable=seen_from(seat, vulnerable),
        form=np.array([forms.get(line, 3) for line in lines], np.int64),
        made=np.array([calls[end] for calls, end in zip(whole, index.tolist(), strict=True)], np.int64),
        reply=np.array(
            [
                calls[end + 2] if end + 2 < len(calls) else -1
                for calls, end in zip(whole, index.tolist(), strict=True)
            ],
            np.int64,
        ),
        slow=slow.astype(np.bool_),
        match=match.astype(np.int64),
        # A broadcast without an event's name stands alone.
        event=np.array([number.get(event.get(line, ""), -1 - line) for line in lines], np.int64),
        deal_id=np.asarray(part["deal_id"], np.int64),
    )
