"""Turns of the record after a slow call, matched with turns after the same auction without a remarked break in tempo."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from analyser.bridge import CALLS, Auction, Hand, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates.calls import CallModel
from tests.bench.lab.records import CODES, FORMS, SEATS, hand_masks, parse_calls, read_frame

_ASKED: Final = 12  # other tables of an auction examined, until one matches
_CERTAIN: Final = 0.9  # if the model is surer than this there is no choice to study
_SIDES: Final = {
    "None": Vulnerability.NONE,
    "NS": Vulnerability.NS,
    "EW": Vulnerability.EW,
    "All": Vulnerability.ALL,
}


@dataclass(frozen=True, slots=True)
class TableAtTurn:
    """One table's deal (four masks, North first, rotated so that its seats are the auction's), and what was chosen."""

    deal: tuple[int, int, int, int]
    vulnerability: Vulnerability
    form: Form
    chosen: int


@dataclass(frozen=True, slots=True)
class SlowTurn:
    """Partner's turn after a slow call, and the same turn at another table where the call was not remarked on."""

    auction: Auction
    slow: int
    """The number of the slow call, from 1."""
    own: TableAtTurn
    other: TableAtTurn | None = None

    def hand(self, seen: TableAtTurn) -> Hand:
        """The hand of the player whose turn it is there."""
        return Hand(seen.deal[self.auction.turn])

    @property
    def kind(self) -> str:
        """The kind of the slow call."""
        return ("pass", "double", "double", "bid")[min(self.auction.calls[self.slow - 1].code, 3)]


def slow_turns(folder: Path, model: CallModel, most: int, seed: int = 0) -> tuple[SlowTurn, ...]:
    """So many turns after a slow call, drawn by seed, at which the model is uncertain of the choice."""
    candidates = _after_slow_calls(folder)
    order = np.random.default_rng(seed).permutation(len(candidates))
    turns: list[SlowTurn] = []
    for place in order.tolist():
        if _is_open(candidates[place], candidates[place].own, model):
            turns.append(candidates[place])
        if len(turns) == most:
            break
    return _with_others(folder, tuple(turns), model)


def _is_open(turn: SlowTurn, seen: TableAtTurn, model: CallModel) -> bool:
    shares = model.calls(turn.hand(seen), turn.auction, seen.vulnerability, seen.form).shares
    return max(share for _, share in shares) <= _CERTAIN


def _after_slow_calls(folder: Path) -> list[SlowTurn]:
    frame = read_frame(folder, "tempo").merge(
        read_frame(folder, "tables", ["deal_id", "lin_id", "room", "board", "auction"]),
        on=["deal_id", "lin_id", "room", "board"],
    )
    frame = frame.merge(read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal"]), on="deal_id")
    frame = frame.merge(read_frame(folder, "events", ["lin_id", "scoring"]), on="lin_id", how="left")
    masks = hand_masks(frame["deal"].tolist())
    turns = []
    for row, entry in enumerate(frame.to_dict("records")):
        calls = parse_calls(entry["auction"])
        place = int(entry["call_index"])
        if place + 2 >= len(calls) or CODES.get(str(entry["call"])) != calls[place]:
            continue
        dealer = Seat(SEATS[str(entry["dealer"])])
        before = Auction(dealer, tuple(CALLS[code] for code in calls[: place + 2]))
        if before.problems() or before.is_over:
            continue
        deal = _turned_by(masks[row].tolist(), 0)
        seen = TableAtTurn(deal, _SIDES[str(entry["vul"])], _form(str(entry["scoring"])), calls[place + 2])
        turns.append(SlowTurn(before, place + 1, seen))
    return turns


def _form(scoring: str) -> Form:
    return (Form.IMPS, Form.MATCHPOINTS, Form.BAM, Form.IMPS)[FORMS.get(scoring, 3)]


def _with_others(folder: Path, turns: tuple[SlowTurn, ...], model: CallModel) -> tuple[SlowTurn, ...]:
    """The turns with the first other table, without a known slow call, at which the choice was open too."""
    wanted: dict[str, list[tuple[int, int]]] = {_written(turn.auction): [] for turn in turns}
    lengths = sorted({len(turn.auction) for turn in turns})
    slow = set(read_frame(folder, "tempo", ["lin_id"])["lin_id"].tolist())
    tables = read_frame(folder, "tables", ["deal_id", "lin_id", "auction"])
    tables = tables[~tables["lin_id"].isin(slow)]
    for deal_id, auction in zip(tables["deal_id"].tolist(), tables["auction"].tolist(), strict=True):
        words = auction.split()
        for length in lengths:
            if length >= len(words):
                break
            tables_there = wanted.get(" ".join(words[:length]))
            if tables_there is not None and len(tables_there) < _ASKED and words[length] in CODES:
                tables_there.append((deal_id, CODES[words[length]]))
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal"]).set_index("deal_id")
    taken: set[int] = set()
    paired = []
    for turn in turns:
        others = (
            (deal, _other(turn, deals.loc[deal], chosen)) for deal, chosen in wanted[_written(turn.auction)]
        )
        other = next(
            ((deal, seen) for deal, seen in others if deal not in taken and _is_open(turn, seen, model)), None
        )
        if other is not None:
            taken.add(other[0])
        paired.append(replace(turn, other=None if other is None else other[1]))
    return tuple(paired)


def _written(auction: Auction) -> str:
    return " ".join(str(call).replace("NT", "N") for call in auction.calls)


def _other(turn: SlowTurn, entry: Any, chosen: int) -> TableAtTurn:
    """Another table's turn, its seats rotated so that its dealer is the one of the auction."""
    by = turn.auction.dealer - SEATS[str(entry["dealer"])]
    # Vulnerability is relative to the dealer: at the other table another seat may have dealt.
    vulnerability = _SIDES[str(entry["vul"])]
    masks = hand_masks([entry["deal"]])[0].tolist()
    return TableAtTurn(
        _turned_by(masks, by), _turned(vulnerability) if by & 1 else vulnerability, turn.own.form, chosen
    )


def _turned_by(masks: Sequence[int], seats: int) -> tuple[int, int, int, int]:
    north, east, south, west = (int(masks[(seat - seats) & 3]) for seat in range(4))
    return north, east, south, west


def _turned(vulnerability: Vulnerability) -> Vulnerability:
    swap = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}
    return swap.get(vulnerability, vulnerability)
