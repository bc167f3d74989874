"""Results of the record whose double-dummy tricks are counted here: a larger sample than the plays."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from analyser.bridge import Card, Contract, Deal, Seat, Strain
from analyser.estimates.services import NotSolved
from analyser.training.records import read_forms, read_frame
from analyser.training.splits import in_half, split_and_half
from analyser.training.tricks_data import Played

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LeadTables", "joined", "solved_results"]

_CARDS_KNOWN: Final = 8  # fewer recorded cards: too often a result typed for another table
_AT_ONCE: Final = 1000

Tell = Callable[[str], None]


class LeadTables(Protocol):
    """Anything that counts declarer's tricks after each opening lead, for many boards."""

    def leads_many(self, boards: Iterable[tuple[Deal, Contract]]) -> Sequence[Mapping[Card, int] | NotSolved]:
        """Declarer's tricks after each opening lead, for each deal and contract."""
        ...


def solved_results(
    folder: Path, split: str, counter: LeadTables, count: int, seed: int, tell: Tell = lambda _: None
) -> Played:
    """About so many results of a split, whole deals drawn by seed, with their double-dummy tricks counted.

    Tables whose play is in `plays` are left to it.
    """
    tables = _drawn(folder, split, count, seed)
    text = dict(zip(tables["deal_id"].tolist(), tables["deal"].tolist(), strict=True))
    deals = {deal_id: Deal.parse(deal) for deal_id, deal in text.items()}
    contracts = [_contract(name) for name in tables["contract"].astype(str)]
    boards = [
        (deals[deal], contract) for deal, contract in zip(tables["deal_id"].tolist(), contracts, strict=True)
    ]
    found: list[Mapping[Card, int] | NotSolved] = []
    for start in range(0, len(boards), _AT_ONCE):
        found += counter.leads_many(boards[start : start + _AT_ONCE])
        tell(f"{len(found)} of {len(boards)} results counted")
    leads = [Card.parse(lead) for lead in tables["lead"].astype(str)]
    # A lead that is not in the leader's hand is a mistyped record.
    counted = [
        (min(tricks.values()), tricks[lead]) if not isinstance(tricks, NotSolved) and lead in tricks else None
        for tricks, lead in zip(found, leads, strict=True)
    ]
    forms = read_forms(folder)
    every = [forms.get(lin, 0) in (1, 2) for lin in tables["lin_id"].tolist()]
    return _played(tables, contracts, counted, every)


def joined(parts: Sequence[Played]) -> Played:
    """Several lots of results as one."""

    def column(name: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.concatenate([np.asarray(getattr(part, name)) for part in parts])

    return Played(**{name: column(name) for name in Played.__dataclass_fields__})


def _drawn(folder: Path, split: str, count: int, seed: int) -> "pd.DataFrame":
    name, half = split_and_half(split)
    deals = read_frame(folder, "deals", ["deal_id", "deal", "split"])
    if name is not None:
        deals = deals[deals["split"].astype(str) == name]
    deals = deals[in_half(deals["deal_id"].to_numpy(), half)]
    columns = ["deal_id", "lin_id", "room", "contract", "tricks", "lead", "n_cards"]
    tables = read_frame(folder, "tables", columns)
    tables = tables[tables["deal_id"].isin(deals["deal_id"]) & (tables["n_cards"] >= _CARDS_KNOWN)]
    tables = tables[(tables["tricks"] >= 0) & (tables["lead"].astype(str) != "")]
    plays = read_frame(folder, "plays", ["deal_id", "lin_id", "room"])
    told = set(
        zip(plays["deal_id"].tolist(), plays["lin_id"].tolist(), plays["room"].astype(str), strict=True)
    )
    keys = zip(tables["deal_id"].tolist(), tables["lin_id"].tolist(), tables["room"].astype(str), strict=True)
    tables = tables[[key not in told for key in keys]]
    # Whole deals, so that the tables of one deal are counted together.
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
) -> Played:
    rows = [place for place, one in enumerate(counted) if one is not None]
    pairs = np.array([one for one in counted if one is not None], np.int64).reshape(-1, 2)
    kept = [contracts[place] for place in rows]
    return Played(
        level=np.array([one.level for one in kept], np.int64),
        strain=np.array([int(one.strain) for one in kept], np.int64),
        declarer=np.array([int(one.declarer) for one in kept], np.int64),
        doubled=np.array([int(one.doubled > 0) for one in kept], np.int64),
        every_trick=np.array([int(every[place]) for place in rows], np.int64),
        before=pairs[:, 0],
        after=pairs[:, 1],
        tricks=tables["tricks"].to_numpy().astype(np.int64)[rows],
        deal_id=tables["deal_id"].to_numpy().astype(np.int64)[rows],
        row=np.full(len(rows), -1),
    )
