"""The explanations noted on calls, with the hand that made each call; and what hands the record holds after each prefix."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyser.errors import AnalyserError
from analyser.estimates.hand_arrays import Masks
from analyser.estimates.meanings.figures import PARTS, WIDTH
from analyser.estimates.meanings.prefixes import LEVELS, STEP, prefix_keys
from analyser.estimates.meanings.tokens import says_something
from tests.bench.lab.records import CODES, SEATS, VULNERABLE, Half, hand_masks, in_half, read_frame, seen_from

NOTE_COLUMNS: Final = ["deal_id", "lin_id", "room", "call", "text"]
_README: Final = "give a folder in the form tests/bench/lab/README.md describes"


@dataclass(frozen=True, slots=True, eq=False)
class Notes:
    """Noted explanations, one row each."""

    deal_id: NDArray[np.int64]
    texts: tuple[str, ...]
    calls: tuple[tuple[int, ...], ...]
    """The calls up to and with the explained one."""
    hand: Masks
    """The hand that made the explained call."""
    vulnerable: NDArray[np.int64]
    """Seen by its maker: 0 neither side, 1 his own, 2 the other, 3 both."""
    left_out: dict[str, int]
    """Notes of the folder that were not counted, by reason."""

    def __len__(self) -> int:
        """The number of notes."""
        return len(self.texts)

    def rows(self, rows: NDArray[np.int64]) -> "Notes":
        """Some of the notes."""
        places = rows.tolist()
        return Notes(
            self.deal_id[rows],
            tuple(self.texts[place] for place in places),
            tuple(self.calls[place] for place in places),
            self.hand[rows],
            self.vulnerable[rows],
            self.left_out,
        )

    @property
    def points(self) -> NDArray[np.int64]:
        """The points of each hand."""
        return points_of(self.hand)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The lengths of each hand: spades, hearts, diamonds, clubs."""
        return lengths_of(self.hand)


def points_of(hands: Masks) -> NDArray[np.int64]:
    """The high-card points of each hand."""
    total = np.zeros(hands.shape, np.int64)
    for worth, rank in ((4, 12), (3, 11), (2, 10), (1, 9)):
        total += worth * np.bitwise_count(hands & sum(1 << 13 * suit + rank for suit in range(4)))
    return total


def lengths_of(hands: Masks) -> NDArray[np.int64]:
    """The lengths of each hand: spades, hearts, diamonds, clubs."""
    return np.stack(
        [np.bitwise_count(hands >> shift & 8191).astype(np.int64) for shift in (39, 26, 13, 0)], -1
    )


def read_notes(folder: Path, split: str | None, half: Half = Half.BOTH) -> Notes:
    """The notes with words on the deals of a split, each with the hand that made the call."""
    notes = read_frame(folder, "notes", NOTE_COLUMNS)
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal", "split"])
    tables = read_frame(folder, "tables", ["deal_id", "lin_id", "room", "auction"])
    notes["text"] = notes["text"].fillna("").astype(str)
    for name, frame, columns in (
        ("notes", notes, ("deal_id", "lin_id", "call")),
        ("deals", deals, ("deal_id",)),
        ("tables", tables, ("deal_id", "lin_id")),
    ):
        for column in columns:
            frame[column] = _whole_numbers(frame[column], name)
    left_out = {"without words": 0, "without a deal": 0, "without a table": 0, "beyond the auction": 0}
    known = deals if split is None else deals[deals["split"].astype(str) == split]
    known = known[in_half(known["deal_id"].to_numpy(np.int64), half)]
    known = known[known["deal_id"].isin(set(notes["deal_id"]))].drop_duplicates("deal_id")
    _check_deals(known)
    left_out["without a deal"] = int((~notes["deal_id"].isin(set(deals["deal_id"]))).sum())
    notes = notes[notes["deal_id"].isin(set(known["deal_id"]))]
    with_words = notes["text"].map(says_something).astype(bool)
    left_out["without words"] = int((~with_words).sum())
    notes = notes[with_words]
    keys = ["deal_id", "lin_id", "room"]
    for frame in (notes, tables):
        frame["room"] = frame["room"].astype(str)
    tables = tables[tables["deal_id"].isin(set(notes["deal_id"]))].drop_duplicates(keys)
    joined = notes.merge(tables, on=keys, how="left")
    left_out["without a table"] = int(joined["auction"].isna().sum())
    joined = joined[joined["auction"].notna()].merge(known, on="deal_id")
    calls = [auction.split() for auction in joined["auction"].astype(str).tolist()]
    at = joined["call"].to_numpy(np.int64)
    inside = np.array(
        [0 <= place < len(called) for place, called in zip(at.tolist(), calls, strict=True)], np.bool_
    )
    left_out["beyond the auction"] = int((~inside).sum())
    rows = np.flatnonzero(inside)
    joined, at = joined.iloc[rows], at[rows]
    prefixes = tuple(
        _codes(calls[row][: place + 1]) for row, place in zip(rows.tolist(), at.tolist(), strict=True)
    )
    seat = joined["dealer"].astype(str).map(SEATS).to_numpy().astype(np.int64) + at & 3
    hands = hand_masks(joined["deal"].tolist())[np.arange(len(joined)), seat]
    vulnerable = joined["vul"].astype(str).map(VULNERABLE).to_numpy().astype(np.int64)
    return Notes(
        joined["deal_id"].to_numpy(np.int64),
        tuple(joined["text"].tolist()),
        prefixes,
        hands,
        seen_from(seat, vulnerable),
        left_out,
    )


def _whole_numbers(column: "pd.Series[Any]", name: str) -> "pd.Series[Any]":
    """A column as whole numbers; refused with the first value that is none."""
    numbers = pd.to_numeric(column, errors="coerce")
    strange = column[numbers.isna() | (numbers % 1 != 0)]
    if len(strange):
        raise AnalyserError(
            "not a whole number",
            where=f"{name}.parquet, column {column.name}",
            found=str(strange.iloc[0]),
            remedy=_README,
        )
    return numbers.astype(np.int64)


def _check_deals(deals: pd.DataFrame) -> None:
    """Refuse values no deal has, with file, column, value and remedy."""
    for column, allowed in (("dealer", SEATS), ("vul", VULNERABLE)):
        strange = deals[~deals[column].astype(str).isin(allowed)]
        if len(strange):
            raise AnalyserError(
                f"not one of {', '.join(allowed)}",
                where=f"deals.parquet, column {column}",
                found=str(strange[column].iloc[0]),
                remedy=_README,
            )
    strange = deals[~deals["deal"].astype(str).str.fullmatch(_DEAL)]
    if len(strange):
        found = str(strange["deal"].iloc[0])[:80]
        raise AnalyserError("not a deal", where="deals.parquet, column deal", found=found, remedy=_README)


_HAND: Final = r"(?:[2-9TJQKA]*\.){3}[2-9TJQKA]*"
_DEAL: Final = rf"[NESW]:{_HAND}(?: {_HAND}){{3}}"


def _codes(calls: Iterable[str]) -> tuple[int, ...]:
    try:
        return tuple([CODES[call] for call in calls])
    except KeyError as unknown:
        raise AnalyserError(
            "not a call",
            where="tables.parquet, column auction",
            found=str(unknown.args[0]),
            remedy="spell calls P X XX 1C … 7N",
        ) from None


_SHRINK: Final = 40.0
"""The tables a shorter prefix counts for."""


def prefix_histograms(folder: Path, split: str, fewest: int) -> dict[str, NDArray[Any]]:
    """The histograms of all prefixes met at so many tables of a split, shrunk to shorter ones, as the model stores them."""
    from tests.bench.lab.records import read_tables

    tables = read_tables(folder, (split,))
    points, lengths = points_of(tables.hands), lengths_of(tables.hands)
    numbers: dict[tuple[int, ...], int] = {}
    which: list[int] = []
    column = np.empty((sum(map(len, tables.calls)), 5), np.int16)
    row = 0
    dealers = tables.dealer.tolist()
    for table, calls in enumerate(tables.calls):
        for place in range(_last(calls)):
            which.append(numbers.setdefault(calls[: place + 1], len(numbers)))
            seat = dealers[table] + place & 3
            column[row, 0] = points[table, seat]
            column[row, 1:] = lengths[table, seat]
            row += 1
    keys = np.array([prefix_keys(calls) for calls in numbers], np.uint64)
    return _shrunk(keys, np.array(which, np.int64), column[:row].astype(np.int64), fewest)


def _last(calls: tuple[int, ...]) -> int:
    """The calls before the passes that end the auction."""
    end = len(calls)
    while end > 4 and not calls[end - 1]:
        end -= 1
    return min(len(calls), end + 1)


def _shrunk(
    keys: NDArray[np.uint64], which: NDArray[np.int64], column: NDArray[np.int64], fewest: int
) -> dict[str, NDArray[Any]]:
    root = np.ones(WIDTH)
    _count(root[None], np.zeros(len(which), np.int64), column)
    root = _parts(root)
    above_keys, above = np.zeros(1, np.uint64), root[None]
    for level in reversed(range(LEVELS)):
        own, inverse = np.unique(keys[:, level], return_inverse=True)
        met = np.bincount(inverse[which], minlength=len(own))
        kept = np.flatnonzero(met >= fewest)
        place = np.full(len(own), -1, np.int64)
        place[kept] = np.arange(len(kept))
        # each kept prefix shrinks to the nearest longer-range one that was kept
        example = np.zeros(len(own), np.int64)
        example[inverse] = np.arange(len(inverse))
        parent = _nearest(keys[example[kept]], level, above_keys)
        counts = np.zeros((len(kept), WIDTH))
        row = place[inverse[which]]
        inside = row >= 0
        _count(counts, row[inside], column[inside])
        histogram = _parts(counts + _SHRINK * above[parent])
        above_keys, above = np.concatenate([above_keys, own[kept]]), np.concatenate([above, histogram])
        order = np.argsort(above_keys, kind="stable")
        above_keys, above = above_keys[order], above[order]
    packed = np.rint(-np.log(np.maximum(above, 1e-12)) / STEP)
    return {"prefix_key": above_keys, "prefix_histogram": np.clip(packed, 0, 255).astype(np.uint8)}


def _nearest(keys: NDArray[np.uint64], level: int, known: NDArray[np.uint64]) -> NDArray[np.int64]:
    out = np.zeros(len(keys), np.int64)
    for other in reversed(range(level + 1, LEVELS)):
        place = np.minimum(np.searchsorted(known, keys[:, other]), len(known) - 1)
        out = np.where(known[place] == keys[:, other], place, out)
    return out


def _count(counts: NDArray[np.float64], row: NDArray[np.int64], column: NDArray[np.int64]) -> None:
    for place, part in enumerate(PARTS):
        flat = row * WIDTH + part.start + column[:, place]
        counts.reshape(-1)[:] += np.bincount(flat, minlength=counts.size)


def _parts(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    out = np.array(counts, np.float64)
    for part in PARTS:
        out[..., part] /= np.maximum(out[..., part].sum(axis=-1, keepdims=True), 1e-12)
    return out
