"""The record of experts' calls, leads and tricks, read from any folder in the documented form."""

from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, assert_never

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyser.errors import AnalyserError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
CODES: Final[dict[str, int]] = {"P": 0, "X": 1, "XX": 2} | {
    f"{level}{strain}": 3 + 5 * (level - 1) + place
    for level in range(1, 8)
    for place, strain in enumerate("CDHSN")
}
"""The calls as the record spells them."""
SEATS: Final = {seat: place for place, seat in enumerate("NESW")}
VULNERABLE: Final = {"None": 0, "NS": 1, "EW": 2, "All": 3}
FORMS: Final = {"I": 0, "P": 1, "B": 2}
"""IMPs, matchpoints, board-a-match; 3 stands for unknown."""
_RANKS: Final = "23456789TJQKA"


def read_frame(folder: Path, name: str, columns: list[str] | None = None) -> pd.DataFrame:
    """One file of the record as a table."""
    path = folder / f"{name}.parquet"
    if not path.is_file():
        raise AnalyserError(
            "not in the folder of records", where=path.name, remedy=f"name a folder with {path.name} in it"
        )
    try:
        return pd.read_parquet(path, columns=columns)
    except (ValueError, OSError, KeyError) as fault:
        why = str(fault).splitlines()[0]
        remedy = "give a file in the form tests/bench/lab/README.md describes"
        raise AnalyserError("the file cannot be read", where=path.name, found=why, remedy=remedy) from fault


def splits_in(folder: Path) -> tuple[str, ...]:
    """The splits the deals of a folder are marked with."""
    return tuple(sorted(set(read_frame(folder, "deals", ["split"])["split"].astype(str))))


def digest(folder: Path, names: tuple[str, ...]) -> str:
    """The SHA-256 of some files of the record together: the card's reference to its training data."""
    digest = sha256()
    for name in names:
        digest.update(sha256((folder / f"{name}.parquet").read_bytes()).digest())
    return digest.hexdigest()


@cache
def _holding(text: str) -> int:
    return sum(1 << _RANKS.index(rank) for rank in text)


def hand_masks(deals: list[str]) -> NDArray[np.int64]:
    """The four hands (N, E, S, W) of each deal as 52-bit masks, card `suit * 13 + rank - 2`."""
    rows = np.empty((len(deals), 4), np.int64)
    for row, deal in enumerate(deals):
        first = SEATS[deal[0]]
        for turn, hand in enumerate(deal[2:].split(" ")):
            spades, hearts, diamonds, clubs = hand.split(".")
            rows[row, (first + turn) & 3] = (
                _holding(spades) << 39 | _holding(hearts) << 26 | _holding(diamonds) << 13 | _holding(clubs)
            )
    return rows


def some_of(columns: T, rows: NDArray[np.int64] | NDArray[np.bool_]) -> T:
    """The rows of a value with one row in each array and tuple; its other fields are unchanged."""
    places = np.arange(len(rows))[rows] if rows.dtype == np.bool_ else rows

    def taken(column: object) -> object:
        match column:
            case np.ndarray():
                return column[places]
            case tuple():
                return tuple([column[place] for place in places.tolist()])
            case _:
                return column

    return replace(
        columns,
        **{column_field.name: taken(getattr(columns, column_field.name)) for column_field in fields(columns)},
    )


@dataclass(frozen=True, slots=True)
class Tables:
    """Some tables of the record, one row per table."""

    deal_id: NDArray[np.int64]
    calls: tuple[tuple[int, ...], ...]
    alerts: NDArray[np.int64]
    dealer: NDArray[np.int64]
    vulnerable: NDArray[np.int64]
    """0 none, 1 NS, 2 EW, 3 all."""
    form: NDArray[np.int64]
    hands: NDArray[np.int64]
    """Four masks per row, North first."""

    def __len__(self) -> int:
        """The number of tables."""
        return len(self.deal_id)

    def rows(self, rows: NDArray[np.int64]) -> "Tables":
        """The tables in some rows."""
        return some_of(self, rows)


def read_tables(folder: Path, splits: tuple[str, ...] | None) -> Tables:
    """All tables of the named splits, or of the whole folder, in the order of the record."""
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal", "split"])
    if splits is not None:
        deals = deals[deals["split"].astype(str).isin(splits)].reset_index(drop=True)
    tables = read_frame(folder, "tables", ["deal_id", "lin_id", "auction", "alert_mask"])
    place = {deal: row for row, deal in enumerate(deals["deal_id"].tolist())}
    row = np.array([place.get(deal, -1) for deal in tables["deal_id"].tolist()], np.int64)
    tables, row = tables[row >= 0], row[row >= 0]
    scoring = read_forms(folder)
    complete = hand_masks(deals["deal"].tolist())
    return Tables(
        deal_id=tables["deal_id"].to_numpy(np.int64),
        calls=tuple(parse_calls(auction) for auction in tables["auction"].tolist()),
        alerts=tables["alert_mask"].to_numpy(np.int64),
        dealer=deals["dealer"].astype(str).map(SEATS).to_numpy().astype(np.int64)[row],
        vulnerable=deals["vul"].astype(str).map(VULNERABLE).to_numpy().astype(np.int64)[row],
        form=np.array([scoring.get(lin, 3) for lin in tables["lin_id"].tolist()], np.int64),
        hands=complete[row],
    )


def read_forms(folder: Path) -> dict[int, int]:
    """The form of scoring of each broadcast; empty for a folder without events."""
    if not (folder / "events.parquet").is_file():
        return {}
    events = read_frame(folder, "events", ["lin_id", "scoring"])
    return {
        int(lin): FORMS.get(str(form), 3)
        for lin, form in zip(events["lin_id"], events["scoring"], strict=True)
    }


def seen_from(seat: NDArray[Any], vulnerable: NDArray[Any]) -> NDArray[np.int64]:
    """The vulnerability seen by the player in each seat: 0 neither side, 1 his own, 2 the other, 3 both.

    >>> seen_from(np.array([0, 1]), np.array([1, 1])).tolist()
    [1, 2]
    """
    return np.asarray(np.where(seat & 1, np.array([0, 2, 1, 3])[vulnerable], vulnerable), np.int64)


def features_of(
    joint: NDArray[np.int64], start: NDArray[np.int64], features: NDArray[Any], auction: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The features of some turns, all concatenated, and the offset of each turn.

    A turn has a row of `joint`, then the features of its auction, which begin in `features` at its offset in `start`.

    >>> every, begin = features_of(np.array([[9], [8]]), np.array([0, 2, 3]), np.array([5, 6, 7]), np.array([1, 0]))
    >>> every.tolist(), begin.tolist()
    ([9, 7, 8, 5, 6], [0, 2, 5])
    """
    first, length = start[auction], start[auction + 1] - start[auction]
    width = joint.shape[1]
    begin = np.zeros(len(auction) + 1, np.int64)
    np.cumsum(length + width, out=begin[1:])
    out = np.empty(begin[-1], np.int64)
    out[begin[:-1, None] + np.arange(width)] = joint
    inside = np.arange(int(length.sum())) - np.repeat(np.cumsum(length) - length, length)
    out[np.repeat(begin[:-1] + width, length) + inside] = features[np.repeat(first, length) + inside]
    return out, begin


def parse_calls(auction: str) -> tuple[int, ...]:
    """An auction as the record spells it.

    >>> parse_calls("1C P 1N")
    (3, 0, 7)
    """
    return tuple([CODES[call] for call in auction.split()])


class Half(Enum):
    """Which of the held-out deals."""

    CHOOSE = "choose"
    REPORT = "report"
    BOTH = "both"


def in_half(deal_id: NDArray[np.int64], half: Half) -> NDArray[np.bool_]:
    """Whether each deal is in the half, by a hash of its number.

    >>> deals = np.arange(1000)
    >>> bool((in_half(deals, Half.CHOOSE) ^ in_half(deals, Half.REPORT)).all())
    True
    """
    # The finaliser of SplitMix64: neighbours in the record must not be in the same half systematically.
    mixed = np.asarray(deal_id).astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    chosen = (mixed ^ mixed >> np.uint64(31)) & np.uint64(1) == 0
    match half:
        case Half.CHOOSE:
            return np.asarray(chosen)
        case Half.REPORT:
            return np.asarray(~chosen)
        case Half.BOTH:
            return np.ones(len(chosen), np.bool_)
        case _:
            assert_never(half)


def split_and_half(split: str) -> tuple[str | None, Half]:
    """The split and the half that a word on the command line names: a split, all of them, or one half.

    >>> split_and_half("report"), split_and_half("all")
    (('valid', <Half.REPORT: 'report'>), (None, <Half.BOTH: 'both'>))
    """
    if split in {Half.CHOOSE.value, Half.REPORT.value}:
        return "valid", Half(split)
    return (None if split == "all" else split), Half.BOTH


def drawn(count: int, sample: int | None, seed: int) -> NDArray[np.int64]:
    """Sorted indexes of so many rows drawn by seed without replacement; all rows if no sample is asked for."""
    if sample is None or sample >= count:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).choice(count, sample, replace=False))
