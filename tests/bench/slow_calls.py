"""What partners of slow callers did, and what it was worth, held against what the slowness is measured to suggest.

    python -m tests.bench.slow_calls TURNS        about a minute of one idle core for 20 turns

Prints, as it goes, for turns after slow calls, for turns after the same auction elsewhere, and for the difference, each
with its 90 % interval: how often the suggested calls were chosen beyond what peers choose; what they were worth in the
deal as it lay beyond what was to be expected; and how much calls came to for each point they were measured to gain. The
last line is kept in `reports/bench`.
"""

import json
import sys

import numpy as np
from threadpoolctl import threadpool_limits

from analyser.casefile import Place
from analyser.estimates.calls import CallModel, TempoModel
from analyser.estimates.services import Services, tricks_net
from analyser.estimates.solver import Solver
from analyser.ruling.alternatives.compared_actions import Predictor
from analyser.ruling.alternatives.gains import Budget, measurements
from analyser.ruling.alternatives.suggestion import (
    Decision,
    Information,
    Sort,
    pools_for,
    predictor_of,
)
from tests.bench.lab.slow_turns import SlowTurn, TableAtTurn, slow_turns
from tests.bench.slow_turns import MeasuredCall, MeasuredTurn, slow_beside_others
from tests.support import ROOT, SHARED

BUDGET = Budget(first=120, whole=120)
WORTH_ASKING = 0.08
SHOWN_EVERY = 20
KINDS = ("pass", "bid", "double")


def looked(
    turn: SlowTurn, seen: TableAtTurn, services: Services, model: CallModel, number: int
) -> MeasuredTurn | None:
    """The two or three likeliest calls of one turn, measured as if the call before had been slow."""
    hand = turn.hand(seen)
    told = model.calls(hand, turn.auction, seen.vulnerability, seen.form)
    shares = sorted(told.shares, key=lambda pair: -pair[1])
    asked = [pair for place, pair in enumerate(shares[:3]) if place < 2 or pair[1] >= WORTH_ASKING]
    calls, parts = [call for call, _ in asked], [share for _, share in asked]
    seat = turn.auction.turn
    place = Place.parse(f"call {len(turn.auction) + 1}")
    decision = Decision(seat, place, None, turn.auction, hand, None, seen.vulnerability, seen.form)
    slow = turn.auction.calls[turn.slow - 1]
    information = Information(Sort.SLOW, seat.partner, turn.auction.before(turn.slow), slow)
    rng = np.random.default_rng(number)
    pools = pools_for(decision, information, services, rng)
    if not pools:
        return None
    predict = predictor_of(decision, calls, parts, model, services.tricks, tricks_net())
    looks = measurements(pools, calls, parts, predict, rng, BUDGET)
    measured = next(looks, None)
    if measured is None:
        return None
    real = _real(predict, seen, parts)
    return MeasuredTurn(
        turn.kind,
        tuple(
            MeasuredCall(
                share,
                seen.chosen == call.code,
                gain.mean,
                gain.interval[0] > 0,
                None if came is None else came - gain.without,
            )
            for (call, share), gain, came in zip(asked, measured.overall, real, strict=True)
        ),
    )


def _real(predict: Predictor, seen: TableAtTurn, parts: list[float]) -> list[float | None]:
    """What each call is worth in the deal as it lay, against the others as peers choose them."""
    worth = predict(np.array([seen.deal], np.int64)).worth_exactly(np.array([0]))[1][0]
    if not np.isfinite(worth).all():
        return [None] * len(parts)
    told: list[float | None] = []
    for own in range(len(parts)):
        others = np.where(np.arange(len(parts)) == own, 0.0, np.maximum(parts, 1e-3))
        told.append(float(worth[own] - worth @ (others / others.sum())))
    return told


def main(turns: int) -> None:
    """Measure so many turns."""
    model = CallModel.load()
    folder = SHARED / "data" / "vugraph"
    slow: list[MeasuredTurn] = []
    others: list[MeasuredTurn] = []
    with threadpool_limits(1), Solver() as solver:
        services = Services(calls=model, tempo=TempoModel(calls=model), tricks=solver)
        for number, turn in enumerate(slow_turns(folder, model, turns), 1):
            measured_turn = looked(turn, turn.own, services, model, number)
            slow += [] if measured_turn is None else [measured_turn]
            other = None if turn.other is None else looked(turn, turn.other, services, model, number)
            others += [] if other is None else [other]
            if number % SHOWN_EVERY == 0:
                print(json.dumps({"seen": number} | _told(slow, others)), flush=True)
    _write({"seen": len(slow)} | _told(slow, others))


def _told(slow: list[MeasuredTurn], others: list[MeasuredTurn]) -> dict[str, object]:
    """All turns, and by what the slow call was."""
    found: dict[str, object] = {"all": slow_beside_others(slow, others)}
    for kind in KINDS:
        found[kind] = slow_beside_others(
            [one for one in slow if one.kind == kind], [other for other in others if other.kind == kind]
        )
    return found


def _write(shown: dict[str, object]) -> None:
    """So that the page about alternatives can tell it."""
    path = ROOT / "reports" / "bench" / "slow_calls.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(shown, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]))
