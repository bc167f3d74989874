"""Evaluation of stated meanings: log-loss of the next calls after openings whose meaning the pair's other deals show.

The record holds no explanation, but a pair opens 1NT on fourteen points or on sixteen, 1C strong or natural, and its
other deals of the match show which. That meaning, stated, must predict the next two calls better than the bare
auction.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, Auction, Hand, HandConstraint, Seat, Vulnerability
from analyser.casefile import Action, Form
from analyser.errors import BridgeError
from analyser.estimates.beliefs import BeliefModel, Choice, SeenTurns, shares_under
from analyser.estimates.calls import CallModel
from analyser.estimates.hand_posterior import ExplainedCall, Observer
from tests.bench.lab.beliefs_data import BeliefTurns
from tests.bench.lab.calls_data import Decisions, decisions
from tests.bench.lab.calls_evaluation import held_out, shares_of
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.records import (
    SEATS,
    VULNERABLE,
    drawn,
    hand_masks,
    in_half,
    parse_calls,
    read_frame,
    split_and_half,
)

METHODS: Final = {
    "1N": (("HCP9-13 semi", "HCP10-14 semi"), ("HCP15-18 semi", "HCP15-18 semi")),
    "1C": (("HCP16+ C0-2", "HCP16+"), ("HCP11-14", "C2+ HCP11-21")),
    "2C": (("C5+ HCP10-15", "C5+ HCP10-16"), ("HCP20+", "HCP18+")),
    "2D": (
        ("M6+ HCP3-10 D0-4", "H6+ HCP3-10 | S6+ HCP3-10"),
        ("D6+ HCP4-11", "D6+ HCP4-11"),
        ("HCP11-16 D0-2", "HCP11-16 D0-2"),
        ("HCP20+", "HCP18+"),
    ),
    "2H": (("H6+ HCP3-10", "H6+ HCP3-10"), ("H5 HCP3-10", "H5 HCP3-10"), ("HCP11+", "HCP11+")),
    "2S": (("S6+ HCP3-10", "S6+ HCP3-10"), ("S5 HCP3-10", "S5 HCP3-10")),
}
"""By opening, the hands that identify a meaning, and that meaning; hands that fit several or none identify nothing."""
_CODES: Final = {"1C": 3, "1N": 7, "2C": 8, "2D": 9, "2H": 10, "2S": 11}
_VULNERABLE: Final = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL)
_NEXT: Final = (1, 2)  # turns after the opening: the next hand's, the partner's


@dataclass(frozen=True, slots=True)
class MethodTurn:
    """A turn after an opening whose meaning the pair's other deals show."""

    player: Observer
    call: int
    meaning: ExplainedCall
    opening: str
    method: str


@cache
def _meaning(text: str) -> HandConstraint:
    return HandConstraint.parse(text)


def _method(opening: str, hand: Hand) -> str | None:
    """The only meaning of an opening that a hand fits; `None` if it fits several or none."""
    fits = [meaning for sign, meaning in METHODS[opening] if _meaning(sign).holds(hand)]
    return fits[0] if len(fits) == 1 else None


def method_turns(folder: Path, split: str) -> list[MethodTurn]:
    """All turns after an opening whose meaning another deal of the same pair in the same match shows."""
    name, half = split_and_half(split)
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal", "split"])
    deals = deals[deals["split"].astype(str) == name] if name else deals
    deals = deals[in_half(deals["deal_id"].to_numpy(np.int64), half)]
    tables = read_frame(folder, "tables", ["deal_id", "lin_id", "room", "auction"])
    tables = tables[tables["deal_id"].isin(set(deals["deal_id"]))]
    hands = dict(zip(deals["deal_id"].tolist(), hand_masks(deals["deal"].tolist()).tolist(), strict=True))
    about = {
        deal: (SEATS[str(dealer)], VULNERABLE[str(vul)])
        for deal, dealer, vul in zip(deals["deal_id"], deals["dealer"], deals["vul"], strict=True)
    }
    pairs: dict[tuple[Any, ...], list[tuple[int, tuple[int, ...], int]]] = defaultdict(list)
    names = {code: name for name, code in _CODES.items()}
    for deal, lin, room, written in zip(*(tables[key].tolist() for key in tables.columns), strict=True):
        calls = parse_calls(written)
        start = next((place for place, call in enumerate(calls) if call >= 3), None)
        if start is not None and calls[start] in names:
            side = (about[deal][0] + start) & 1
            pairs[lin, room, side, names[calls[start]]].append((deal, calls, start))
    return [
        turn
        for (*_, opening), openings in pairs.items()
        if len(openings) > 1
        for turn in _of_pair(opening, openings, hands, about)
    ]


def _of_pair(
    opening: str,
    openings: list[tuple[int, tuple[int, ...], int]],
    hands: dict[int, list[int]],
    about: dict[int, tuple[int, int]],
) -> Iterator[MethodTurn]:
    """The turns after each opening of one pair, its meaning shown by the pair's other deals only."""
    rows = [
        (deal, _method(opening, Hand(hands[deal][about[deal][0] + start & 3]))) for deal, _, start in openings
    ]
    for deal, calls, start in openings:
        methods = {method for other, method in rows if other != deal}
        if len(methods) != 1 or None in methods:
            continue
        (method,) = methods
        assert method is not None
        dealer, vulnerable = about[deal]
        for place in (start + turn for turn in _NEXT if start + turn < len(calls)):
            seat = Seat((dealer + place) & 3)
            auction = Auction(Seat(dealer), tuple(CALLS[code] for code in calls[:place]))
            player = Observer(seat, Hand(hands[deal][seat]), auction, _VULNERABLE[vulnerable], Form.IMPS)
            meaning = ExplainedCall(start + 1, _meaning(method), firm=False)
            yield MethodTurn(player, calls[place], meaning, opening, method)


def evaluate_beliefs(
    folder: Path,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    model: BeliefModel | None = None,
) -> dict[str, Any]:
    """Scores of the beliefs, and what stated meanings and the choice on beliefs add to the call model."""
    judged, calls = model or BeliefModel.load(), CallModel()
    tables, _ = held_out(folder, split)
    tables = tables.rows(drawn(len(tables), _TABLES, seed))
    turns = decisions(tables)
    rows = np.flatnonzero(turns.auctions.bid[turns.auction] > 0)
    rows = rows[drawn(len(rows), sample or _TURNS, seed)]
    alerted = np.array(turns.auctions.alerts, np.object_)[turns.auction[rows]] > 0
    shipped = shares_of(calls, turns, rows)
    seen = _numbered(turns, rows)
    believed = judged.beliefs(seen)
    chosen = turns.chosen[rows]
    on_beliefs = judged.call_choices(seen, believed)
    truths = BeliefTurns.of(tables, turns, rows).truths(np.arange(len(rows)))
    return {
        "model": "beliefs",
        "belief": _belief_figures(believed, truths),
        "turns": _beside(shipped, on_beliefs, chosen, np.ones(len(rows), np.bool_)),
        "alerted": _beside(shipped, on_beliefs, chosen, alerted.astype(np.bool_)),
        "methods": _methods(folder, split, judged, calls, sample or _METHOD_TURNS, seed),
    }


_TABLES: Final = 6_000
_TURNS: Final = 30_000
_METHOD_TURNS: Final = 60  # of each meaning: each costs two samples of deals
_GRAIN: Final = 1e-6
_BLENDS: Final = (0.0, 0.2, 0.4, 1.0)


def _numbered(turns: Decisions, rows: NDArray[np.int64]) -> SeenTurns:
    keys = list(zip(turns.auctions.calls, turns.auctions.alerts, strict=True))
    columns = (turns.auction[rows], turns.hand[rows], turns.vulnerable[rows], turns.form[rows])
    return SeenTurns(keys, *[column.astype(np.int64) for column in columns])


def _belief_figures(believed: NDArray[np.float64], true: NDArray[np.bool_]) -> dict[str, float]:
    """The mean log-loss of a probability, against that of the base rate."""
    base = np.clip(true.mean(axis=0), 1e-4, 1 - 1e-4)
    return {"log_loss": _loss(believed, true), "unseeing": _loss(np.broadcast_to(base, true.shape), true)}


def _loss(chances: NDArray[np.float64], true: NDArray[np.bool_]) -> float:
    inside = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-np.log(np.where(true, inside, 1 - inside)).mean())


def _beside(
    shipped: NDArray[np.float64],
    on_beliefs: NDArray[np.float64],
    chosen: NDArray[np.int64],
    rows: NDArray[np.bool_],
) -> dict[str, Any]:
    """Scores of the call model, of the choice on beliefs, and of a blend of both."""
    figures = {}
    for part in _BLENDS:
        blended = np.maximum(shipped[rows], 1e-9) ** (1 - part) * np.maximum(on_beliefs[rows], 1e-9) ** part
        blended /= blended.sum(axis=1, keepdims=True)
        figures[f"blend_{part:.1f}".replace(".", "_")] = ShareScore.of(blended, chosen[rows]).figures()
    return figures


def _methods(
    folder: Path, split: str, judged: BeliefModel, calls: CallModel, sample: int, seed: int
) -> dict[str, Any]:
    """Scores of the bare auction's shares and of those with the meaning stated, on the same turns: all, and by meaning."""
    turns = method_turns(folder, split)
    scores: dict[str, list[tuple[NDArray[np.float64], NDArray[np.float64], int]]] = {}
    for opening, methods in METHODS.items():
        for _, method in methods:
            own = [turn for turn in turns if (turn.opening, turn.method) == (opening, method)]
            looked_at = [own[place] for place in drawn(len(own), sample, seed).tolist()]
            answers = [_on_method(turn, judged, calls, seed) for turn in looked_at]
            scores[f"{opening} {method}"] = [answer for answer in answers if answer is not None]
    every = [score for own in scores.values() for score in own]
    return {name: _both_figures(own) for name, own in {"all": every, **scores}.items() if own}


def _both_figures(
    scores: list[tuple[NDArray[np.float64], NDArray[np.float64], int]],
) -> dict[str, float | int]:
    """Log-loss and hits for the bare auction and with the meaning stated, the gain and its standard error."""
    chosen = np.array([call for *_, call in scores])
    bare, stated = (ShareScore.of(np.stack([row[place] for row in scores]), chosen) for place in (0, 1))
    saved = np.log(np.maximum(stated.own, _GRAIN)) - np.log(np.maximum(bare.own, _GRAIN))
    return {
        "n": len(scores),
        "bare_log_loss": bare.figures()["log_loss"],
        "stated_log_loss": stated.figures()["log_loss"],
        "bare_top1": bare.figures()["top1"],
        "stated_top1": stated.figures()["top1"],
        "saved": float(saved.mean()),
        "saved_error": float(saved.std() / np.sqrt(len(saved))),
    }


def _on_method(
    turn: MethodTurn, judged: BeliefModel, calls: CallModel, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], int] | None:
    """The shares for the bare auction, those with the stated meaning, and the call made; `None` if no deal fits."""
    player = turn.player
    bare = calls.shares_of_hands(
        np.array([player.hand.mask]), player.auction, player.vulnerability, player.form
    )[0]
    shares: dict[Action, float] = {call: float(bare[call.code]) for call in player.auction.legal_calls()}
    try:
        (informed,) = shares_under(Choice(player, shares), [(turn.meaning,)], judged, calls, (seed,))
    except BridgeError:
        return None
    if informed is None:
        return None
    stated = np.zeros(len(CALLS))
    for call in player.auction.legal_calls():
        stated[call.code] = informed.shares[call]
    return bare, stated, turn.call
