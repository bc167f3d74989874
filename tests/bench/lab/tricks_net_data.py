"""Double-dummy tricks to learn from: those of the record's plays, and more that the solver counts on drawn deals."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PACK, Card, Contract, Deal, Seat, Strain
from analyser.estimates.services import NotSolved, Position
from analyser.estimates.tricks_net import NO_LEAD
from tests.bench.lab.records import (
    SEATS,
    hand_masks,
    in_half,
    parse_calls,
    read_frame,
    some_of,
    split_and_half,
)
from tests.bench.lab.tricks_data import CARDS_KNOWN

if TYPE_CHECKING:
    import pandas as pd

STRAINS: Final = 3
"""Strains solved of each drawn deal, as far as so many were bid on it; notrump comes on top if it was not bid."""
_NOTRUMP: Final = 4
_CARDS: Final = {str(card): card.index for card in PACK}
_AT_ONCE: Final = 50
_FIRST_BID: Final = 3  # the codes of pass, double and redouble come before those of the bids
Tell = Callable[[str], None]


class DoubleDummy(Protocol):
    """Anything that counts tricks double dummy, for many positions and for every opening lead."""

    def tricks_many(self, positions: Iterable[Position]) -> Sequence[int | NotSolved]:
        """The tricks still to be won by the side in turn, in each position."""
        ...

    def leads_many(self, boards: Iterable[tuple[Deal, Contract]]) -> Sequence[Mapping[Card, int] | NotSolved]:
        """Declarer's tricks after each opening lead, for each deal and contract."""
        ...


@dataclass(frozen=True, slots=True)
class Labels:
    """Declarer's double-dummy tricks, one row per deal, declarer, strain and lead."""

    hands: NDArray[np.int64]
    """Four masks per row, North first."""
    declarer: NDArray[np.int64]
    strain: NDArray[np.int64]
    lead: NDArray[np.int64]
    """The number of the card led; -1 before the lead."""
    tricks: NDArray[np.int64]
    deal_id: NDArray[np.int64]
    level: NDArray[np.int64]
    """The level of the contract played; 0 if it was not this one."""
    doubled: NDArray[np.int64]
    """1 if it was doubled or redoubled."""
    played: NDArray[np.int64]
    """1 if these are the tricks really taken, 0 if they are double dummy."""

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.tricks)

    def rows(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> "Labels":
        """The labels in some rows."""
        return some_of(self, rows)


def join_labels(parts: Sequence[Labels]) -> Labels:
    """Several parts as one."""

    def column(name: str) -> NDArray[np.int64]:
        return np.concatenate([np.asarray(getattr(part, name)) for part in parts])

    return Labels(**{name: column(name) for name in Labels.__dataclass_fields__})


def recorded_labels(folder: Path, split: str) -> Labels:
    """The labels of `plays` in a split: each contract before the lead and after the card led."""
    deals = _deals_of(folder, split)
    columns = ["deal_id", "level", "den", "decl", "dbl", "dd", "dd_after_lead", "play"]
    plays = read_frame(folder, "plays", columns)
    plays = plays[
        plays["deal_id"].isin(deals["deal_id"]) & plays["dd"].notna() & plays["dd_after_lead"].notna()
    ]
    deal_id = plays["deal_id"].to_numpy(np.int64)
    after = _only_held(
        Labels(
            hands=_hands_of(deals, deal_id),
            declarer=np.array([SEATS[seat] for seat in plays["decl"].astype(str)], np.int64),
            strain=np.array(["CDHSN".index(name[0]) for name in plays["den"].astype(str)], np.int64),
            lead=np.array([_CARDS[play[:2]] for play in plays["play"].astype(str)], np.int64),
            tricks=plays["dd_after_lead"].to_numpy(np.int64),
            deal_id=np.arange(len(plays)),  # the row, until the labels before the lead are known
            level=plays["level"].to_numpy(np.int64),
            doubled=(plays["dbl"].to_numpy(np.int64) > 0).astype(np.int64),
            played=np.zeros(len(plays), np.int64),
        )
    )
    row = after.deal_id
    after = replace(after, deal_id=deal_id[row])
    before = plays["dd"].to_numpy(np.int64)[row]
    return join_labels([replace(after, lead=np.full(len(row), NO_LEAD), tricks=before), after])


def played_results(folder: Path, split: str) -> Labels:
    """The tricks really taken at the tables of a split, after the card led: noisy labels, but of many deals."""
    deals = _deals_of(folder, split)
    tables = read_frame(folder, "tables", ["deal_id", "contract", "tricks", "lead", "n_cards"])
    tables = tables[tables["deal_id"].isin(deals["deal_id"]) & (tables["n_cards"] >= CARDS_KNOWN)]
    tables = tables[(tables["tricks"] >= 0) & (tables["lead"].astype(str) != "")]
    names = tables["contract"].astype(str).tolist()
    deal_id = tables["deal_id"].to_numpy(np.int64)
    return _only_held(
        Labels(
            hands=_hands_of(deals, deal_id),
            declarer=np.array([SEATS[name[-1]] for name in names], np.int64),
            strain=np.array(["CDHSN".index(name[1]) for name in names], np.int64),
            lead=np.array([_CARDS[card] for card in tables["lead"].astype(str)], np.int64),
            tricks=tables["tricks"].to_numpy(np.int64),
            deal_id=deal_id,
            level=np.array([int(name[0]) for name in names], np.int64),
            doubled=np.array([int("X" in name) for name in names], np.int64),
            played=np.ones(len(names), np.int64),
        )
    )


def _only_held(labels: Labels) -> Labels:
    """The rows in which the leader holds the card led: any other is a mistyped record."""
    leader = labels.hands[np.arange(len(labels)), (labels.declarer + 1) & 3]
    return labels.rows(leader >> labels.lead & 1 == 1)


def _hands_of(deals: "pd.DataFrame", deal_id: NDArray[np.int64]) -> NDArray[np.int64]:
    """The hands of each deal asked for, one row each."""
    place = dict(zip(deals["deal_id"].tolist(), range(len(deals)), strict=True))
    rows = np.array([place[deal] for deal in deal_id.tolist()], np.int64)
    return hand_masks(deals["deal"].tolist())[rows]


def made_labels(
    folder: Path, split: str, counter: DoubleDummy, count: int, seed: int, tell: Tell = lambda _: None
) -> Labels:
    """Labels of so many deals of a split, drawn by seed, that `counter` solves.

    Of each deal the strains bid at its tables and notrump, for all four declarers before the lead; and of one contract
    the tricks after each lead. So sacrifices, part-scores and contracts in the other side's suit are included.
    """
    drawn, tables = _drawn_deals(folder, split, count, seed)
    reached = dict(iter(tables.groupby("deal_id", sort=False)))
    wanted = [
        (deal_id, Deal.parse(text), *_strains(reached.get(deal_id), np.random.default_rng((seed, deal_id))))
        for deal_id, text in drawn
    ]
    parts = []
    for start in range(0, len(wanted), _AT_ONCE):
        parts += list(_solve(wanted[start : start + _AT_ONCE], counter))
        tell(f"{min(start + _AT_ONCE, len(wanted))} of {len(wanted)} deals solved")
    return join_labels(parts)


_Wanted = tuple[int, Deal, tuple[int, ...], int]


def _solve(wanted: Sequence[_Wanted], counter: DoubleDummy) -> Iterable[Labels]:
    """The labels of some deals; what is not solved is left out."""
    asked = [
        (deal_id, deal, strain, declarer)
        for deal_id, deal, strains, _ in wanted
        for strain in strains
        for declarer in range(4)
    ]
    positions = [
        Position(deal.hands, Strain(strain), Seat((declarer + 1) & 3)) for _, deal, strain, declarer in asked
    ]
    rows = [
        (deal, declarer, strain, NO_LEAD, 13 - won, deal_id)
        for (deal_id, deal, strain, declarer), won in zip(asked, counter.tricks_many(positions), strict=True)
        if not isinstance(won, NotSolved)
    ]
    boards = [
        (deal, Contract(1, Strain(strains[0]), 0, Seat(declarer))) for _, deal, strains, declarer in wanted
    ]
    for (deal_id, deal, strains, declarer), leads in zip(wanted, counter.leads_many(boards), strict=True):
        if not isinstance(leads, NotSolved):
            rows += [(deal, declarer, strains[0], card.index, won, deal_id) for card, won in leads.items()]
    if rows:
        declarer, strain, lead, tricks, number = np.array([row[1:] for row in rows], np.int64).T
        hands = np.array([[hand.mask for hand in row[0].hands] for row in rows], np.int64)
        none = np.zeros(len(rows), np.int64)
        yield Labels(hands, declarer, strain, lead, tricks, number, none, none, none)


def _strains(tables: "pd.DataFrame | None", rng: np.random.Generator) -> tuple[tuple[int, ...], int]:
    """The strains to solve, the one whose leads are solved first, and its declarer."""
    contracts = (
        [] if tables is None else [name for name in tables["contract"].astype(str) if name[0] in "1234567"]
    )
    if contracts:
        name = contracts[int(rng.integers(len(contracts)))]
        first, declarer = "CDHSN".index(name[1]), SEATS[name[-1]]
    else:  # passed out
        first, declarer = int(rng.integers(5)), int(rng.integers(4))
    bid = {
        (call - _FIRST_BID) % 5
        for auction in ([] if tables is None else tables["auction"].astype(str))
        for call in parse_calls(auction)
        if call >= _FIRST_BID
    }
    others = rng.permutation(np.array(sorted(bid - {first}), np.int64))
    strains = (first, *others[: STRAINS - 1].tolist())
    # notrump is where the network errs most
    return strains if _NOTRUMP in strains else (*strains, _NOTRUMP), declarer


def _drawn_deals(
    folder: Path, split: str, count: int, seed: int
) -> tuple[list[tuple[int, str]], "pd.DataFrame"]:
    """So many deals that are not in `plays`, with their text, and the tables at which they were played."""
    deals = _deals_of(folder, split)
    deals = deals[~deals["deal_id"].isin(read_frame(folder, "plays", ["deal_id"])["deal_id"])]
    order = np.random.default_rng(seed).permutation(len(deals))[:count]
    deals = deals.iloc[order]
    tables = read_frame(folder, "tables", ["deal_id", "auction", "contract"])
    pairs = list(zip(deals["deal_id"].tolist(), deals["deal"].tolist(), strict=True))
    return pairs, tables[tables["deal_id"].isin(deals["deal_id"])]


def _deals_of(folder: Path, split: str) -> "pd.DataFrame":
    name, half = split_and_half(split)
    deals = read_frame(folder, "deals", ["deal_id", "deal", "split"])
    if name is not None:
        deals = deals[deals["split"].astype(str) == name]
    return deals[in_half(deals["deal_id"].to_numpy(), half)]
