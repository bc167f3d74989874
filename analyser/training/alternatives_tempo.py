"""Slow calls of the record, and whether their callers' partners chose what the slowness suggested more than peers do.

What it suggested is measured elsewhere and handed in; here it is held against what was chosen, at the slow tables and
at tables where the same auction went by without a remark.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, Auction, Hand, Seat, Vulnerability
from analyser.casefile import Form
from analyser.peers.calls import CallModel
from analyser.training.records import CODES, FORMS, SEATS, hand_masks, parse_calls, read_frame

__all__ = ["Agreement", "Suggests", "Turn", "agreement", "compared_turns", "leaning", "slow_turns"]

_CONTROLS: Final = 12
_CERTAIN: Final = 0.9  # where the model is surer than this there is no choice to look at
_DRAWN: Final = 1000
_SIDES: Final = {
    "None": Vulnerability.NONE,
    "NS": Vulnerability.NS,
    "EW": Vulnerability.EW,
    "All": Vulnerability.ALL,
}


@dataclass(frozen=True, slots=True)
class Turn:
    """Partner's turn after a slow call: what he held and chose, and the same turn at other tables."""

    auction: Auction
    slow: int
    """The number of the slow call, from 1."""
    hand: Hand
    vulnerability: Vulnerability
    form: Form
    chosen: int
    controls: tuple[tuple[Hand, Vulnerability, Form, int], ...]
    deal_id: int


Suggests = Callable[[Turn], frozenset[int]]
"""From a turn to the calls (by code) that the slowness suggests; none when it suggests nothing."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """At one turn: how often the suggested calls were chosen less how often peers choose them, there and elsewhere."""

    slow: float
    controls: float | None


def slow_turns(folder: Path, model: CallModel, most: int, seed: int = 0) -> tuple[Turn, ...]:
    """So many turns after a slow call, drawn by seed, at which the model is not sure of the choice."""
    found = _after_slow_calls(folder)
    order = np.random.default_rng(seed).permutation(len(found))
    turns: list[Turn] = []
    for place in order.tolist():
        turn = found[place]
        shares = model.calls(turn.hand, turn.auction, turn.vulnerability, turn.form)
        if max(share for _, share in shares.shares) <= _CERTAIN:
            turns.append(turn)
        if len(turns) == most:
            break
    return _with_controls(folder, tuple(turns))


def _after_slow_calls(folder: Path) -> list[Turn]:
    frame = read_frame(folder, "tempo").merge(
        read_frame(folder, "tables", ["deal_id", "lin_id", "room", "board", "auction"]),
        on=["deal_id", "lin_id", "room", "board"],
    )
    frame = frame.merge(read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal"]), on="deal_id")
    frame = frame.merge(read_frame(folder, "events", ["lin_id", "scoring"]), on="lin_id", how="left")
    masks = hand_masks(frame["deal"].tolist())
    found = []
    for row, entry in enumerate(frame.to_dict("records")):
        calls = parse_calls(entry["auction"])
        place = int(entry["call_index"])
        if place + 2 >= len(calls) or CODES.get(str(entry["call"])) != calls[place]:
            continue
        dealer = Seat(SEATS[str(entry["dealer"])])
        before = Auction(dealer, tuple(CALLS[code] for code in calls[: place + 2]))
        if before.problems() or before.is_over:
            continue
        hand = Hand(int(masks[row, before.turn]))
        form = _form(str(entry["scoring"]))
        found.append(
            Turn(
                before,
                place + 1,
                hand,
                _SIDES[str(entry["vul"])],
                form,
                calls[place + 2],
                (),
                int(entry["deal_id"]),
            )
        )
    return found


def _form(scoring: str) -> Form:
    return (Form.IMPS, Form.MATCHPOINTS, Form.BAM, Form.IMPS)[FORMS.get(scoring, 3)]


def _with_controls(folder: Path, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The same auctions at tables of which no slow call is known."""
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
            kept = wanted.get(" ".join(words[:length]))
            if kept is not None and len(kept) < _CONTROLS and words[length] in CODES:
                kept.append((deal_id, CODES[words[length]]))
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal"]).set_index("deal_id")
    return tuple(_joined(turn, wanted[_written(turn.auction)], deals) for turn in turns)


def _written(auction: Auction) -> str:
    return " ".join(str(call).replace("NT", "N") for call in auction.calls)


def _joined(turn: Turn, found: Iterable[tuple[int, int]], deals: Any) -> Turn:  # noqa: ANN401 - a table of pandas
    controls = []
    for deal_id, chosen in found:
        entry = deals.loc[deal_id]
        seat = (SEATS[str(entry["dealer"])] + len(turn.auction)) & 3
        mask = int(hand_masks([entry["deal"]])[0, seat])
        # Vulnerable is seen from the dealer: the control may have been dealt by another seat.
        vulnerability = _SIDES[str(entry["vul"])]
        if (SEATS[str(entry["dealer"])] ^ turn.auction.dealer) & 1:
            vulnerability = _turned(vulnerability)
        controls.append((Hand(mask), vulnerability, turn.form, chosen))
    return Turn(
        turn.auction,
        turn.slow,
        turn.hand,
        turn.vulnerability,
        turn.form,
        turn.chosen,
        tuple(controls),
        turn.deal_id,
    )


def _turned(vulnerability: Vulnerability) -> Vulnerability:
    swap = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}
    return swap.get(vulnerability, vulnerability)


def agreement(turn: Turn, suggested: frozenset[int], model: CallModel) -> Agreement | None:
    """How far what was chosen exceeds what peers choose, towards what was suggested; none when nothing was."""
    if not suggested:
        return None
    own = _excess(turn.auction, turn.hand, turn.vulnerability, turn.form, turn.chosen, suggested, model)
    others = [
        _excess(turn.auction, hand, vulnerability, form, chosen, suggested, model)
        for hand, vulnerability, form, chosen in turn.controls
    ]
    return Agreement(own, float(np.mean(others)) if others else None)


def leaning(turn: Turn, weight: Mapping[int, float], model: CallModel) -> Agreement | None:
    """The same over every call measured, each weighed by how surely it gains (up to 1) or loses (down to -1)."""
    if not any(weight.values()):
        return None

    def excess(hand: Hand, vulnerability: Vulnerability, form: Form, chosen: int) -> float:
        return sum(
            part * _excess(turn.auction, hand, vulnerability, form, chosen, frozenset({call}), model)
            for call, part in weight.items()
        )

    others = [excess(*control) for control in turn.controls]
    own = excess(turn.hand, turn.vulnerability, turn.form, turn.chosen)
    return Agreement(own, float(np.mean(others)) if others else None)


def _excess(
    auction: Auction,
    hand: Hand,
    vulnerability: Vulnerability,
    form: Form,
    chosen: int,
    suggested: frozenset[int],
    model: CallModel,
) -> float:
    shares = model.calls(hand, auction, vulnerability, form)
    expected = sum(share for call, share in shares.shares if call.code in suggested)
    return float(chosen in suggested) - expected


def compared_turns(found: Sequence[Agreement], seed: int = 0) -> dict[str, Any]:
    """The mean excess after slow calls, at the controls, and of their difference, with 90 % intervals."""
    slow = np.array([one.slow for one in found])
    paired = [one for one in found if one.controls is not None]
    controls = np.array([one.controls for one in paired], np.float64)
    difference = np.array([one.slow for one in paired]) - controls
    return {
        "turns": len(found),
        "slow": _mean(slow, seed),
        "with_controls": len(paired),
        "controls": _mean(controls, seed),
        "difference": _mean(difference, seed),
        "agrees": float((slow > 0).mean()) if len(slow) else None,
    }


def _mean(values: NDArray[np.float64], seed: int) -> list[float] | None:
    if not len(values):
        return None
    dice = np.random.default_rng(seed)
    means = values[dice.integers(0, len(values), (_DRAWN, len(values)))].mean(axis=1)
    low, high = np.quantile(means, (0.05, 0.95))
    return [float(values.mean()), float(low), float(high)]
