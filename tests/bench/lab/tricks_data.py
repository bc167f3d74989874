"""The results of the record with their double-dummy tricks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Card, Contract, Deal, Seat, Strain
from analyser.estimates.services import NotSolved
from tests.bench.lab.records import in_half, read_forms, read_frame, some_of, split_and_half

if TYPE_CHECKING:
    import pandas as pd

CARDS_KNOWN: Final = 8  # fewer recorded cards: too often a result typed for another table
_AT_ONCE: Final = 1000
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class RecordedResults:
    """Results with the contract and the double-dummy tricks, one row per result."""

    level: NDArray[np.int64]
    strain: NDArray[np.int64]
    doubled: NDArray[np.int64]
    """0 undoubled, 1 doubled or redoubled."""
    every_trick: NDArray[np.int64]
    """1 at matchpoints and board-a-match."""
    before: NDArray[np.int64]
    """Double-dummy tricks before the lead."""
    after: NDArray[np.int64]
    """Double-dummy tricks after the lead."""
    tricks: NDArray[np.int64]
    deal_id: NDArray[np.int64]
    row: NDArray[np.int64]
    """The row in `plays`."""

    def __len__(self) -> int:
        """The number of results."""
        return len(self.tricks)

    @property
    def margin(self) -> NDArray[np.int64]:
        """Double-dummy tricks after the lead over those needed."""
        return self.after - self.level - 6

    def taken(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> "RecordedResults":
        """The results in some rows."""
        return some_of(self, rows)


def read_played(folder: Path, split: str | None = None) -> RecordedResults:
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
    return RecordedResults(
        level=np.asarray(plays["level"], np.int64),
        strain=np.array(["CDHSN".index(text[0]) for text in plays["den"].astype(str)], np.int64),
        doubled=(np.asarray(plays["dbl"], np.int64) > 0).astype(np.int64),
        every_trick=np.isin(form, (1, 2)).astype(np.int64),
        before=np.asarray(plays["dd"], np.int64),
        after=np.asarray(plays["dd_after_lead"], np.int64),
        tricks=np.asarray(plays["tricks"], np.int64),
        deal_id=np.asarray(plays["deal_id"], np.int64),
        row=row,
    )


def rows_in(played: RecordedResults, dd: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """The indexes of each result in a table of the model."""
    return (played.level - 1, played.strain, played.doubled, played.every_trick, dd)


class LeadTables(Protocol):
    """Anything that counts declarer's tricks after each opening lead, for many boards."""

    def leads_many(self, boards: Iterable[tuple[Deal, Contract]]) -> Sequence[Mapping[Card, int] | NotSolved]:
        """Declarer's tricks after each opening lead, for each deal and contract."""
        ...


def solved_results(
    folder: Path, split: str, counter: LeadTables, count: int, seed: int, tell: Tell = lambda _: None
) -> RecordedResults:
    """About so many results of a split, whole deals drawn by seed, with their double-dummy tricks solved.

    Tables whose play is in `plays` are left out.
    """
    tables = _drawn(folder, split, count, seed)
    text = dict(zip(tables["deal_id"].tolist(), tables["deal"].tolist(), strict=True))
    deals = {deal_id: Deal.parse(deal) for deal_id, deal in text.items()}
    contracts = [_contract(name) for name in tables["contract"].astype(str)]
    boards = [
        (deals[deal], contract) for deal, contract in zip(tables["deal_id"].tolist(), contracts, strict=True)
    ]
    solved: list[Mapping[Card, int] | NotSolved] = []
    for start in range(0, len(boards), _AT_ONCE):
        solved += counter.leads_many(boards[start : start + _AT_ONCE])
        tell(f"{len(solved)} of {len(boards)} results counted")
    leads = [Card.parse(lead) for lead in tables["lead"].astype(str)]
    # A lead that is not in the leader's hand is a mistyped record.
    counted = [
        (min(tricks.values()), tricks[lead]) if not isinstance(tricks, NotSolved) and lead in tricks else None
        for tricks, lead in zip(solved, leads, strict=True)
    ]
    forms = read_forms(folder)
    every = [forms.get(lin, 0) in (1, 2) for lin in tables["lin_id"].tolist()]
    return _played(tables, contracts, counted, every)


def joined(parts: Sequence[RecordedResults]) -> RecordedResults:
    """Several parts as one."""

    def column(name: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.concatenate([np.asarray(getattr(part, name)) for part in parts])

    return RecordedResults(**{name: column(name) for name in RecordedResults.__dataclass_fields__})


def _drawn(folder: Path, split: str, count: int, seed: int) -> "pd.DataFrame":
    name, half = split_and_half(split)
    deals = read_frame(folder, "deals", ["deal_id", "deal", "split"])
    if name is not None:
        deals = deals[deals["split"].astype(str) == name]
    deals = deals[in_half(deals["deal_id"].to_numpy(), half)]
    columns = ["deal_id", "lin_id", "room", "contract", "tricks", "lead", "n_cards"]
    tables = read_frame(folder, "tables", columns)
    tables = tables[tables["deal_id"].isin(deals["deal_id"]) & (tables["n_cards"] >= CARDS_KNOWN)]
    tables = tables[(tables["tricks"] >= 0) & (tables["lead"].astype(str) != "")]
    plays = read_frame(folder, "plays", ["deal_id", "lin_id", "room"])
    followed = set(
        zip(plays["deal_id"].tolist(), plays["lin_id"].tolist(), plays["room"].astype(str), strict=True)
    )
    keys = zip(tables["deal_id"].tolist(), tables["lin_id"].tolist(), tables["room"].astype(str), strict=True)
    tables = tables[[key not in followed for key in keys]]
    # Whole deals, so that the tables of one deal are solved together.
    order = np.random.default_rng(seed).permutation(np.unique(tables["deal_id"].to_numpy()))
    place = dict(zip(order.tolist(), range(len(order)), strict=True))
    rank = np.array([place[deal] for deal in tables["deal_id"].tolist()])
    rows = np.argsort(rank, kind="stable")[:count]
    return tables.iloc[rows].merge(deals[["deal_id", "deal"]], on="deal_id", how="left")


def _contract(name: str) -> Contract:
    doubled = name[2:-1].count("X")
    return Contract(int(name[0]), Strain("CDHSN".index(name[1])), doubled, Seat.parse(name[-1]))


def _played(
    tables: "pd.DataFrame",
    contracts: Sequence[Contract],
    counted: Sequence[tuple[int, int] | None],
    every: Sequence[bool],
) -> RecordedResults:
    rows = [place for place, pair in enumerate(counted) if pair is not None]
    pairs = np.array([pair for pair in counted if pair is not None], np.int64).reshape(-1, 2)
    contracts_played = [contracts[place] for place in rows]
    return RecordedResults(
        level=np.array([pair.level for pair in contracts_played], np.int64),
        strain=np.array([int(pair.strain) for pair in contracts_played], np.int64),
        doubled=np.array([int(pair.doubled > 0) for pair in contracts_played], np.int64),
        every_trick=np.array([int(every[place]) for place in rows], np.int64),
        before=pairs[:, 0],
        after=pairs[:, 1],
        tricks=tables["tricks"].to_numpy().astype(np.int64)[rows],
        deal_id=tables["deal_id"].to_numpy().astype(np.int64)[rows],
        row=np.full(len(rows), -1),
    )
