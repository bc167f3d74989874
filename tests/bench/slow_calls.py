"""What partners of slow callers did, held against what the slowness is measured to suggest.

    python -m tests.bench.slow_calls TURNS        about half a minute of two idle cores for 20 turns

Prints, as it goes, how often the suggested calls were chosen beyond what peers choose: after slow calls, at other tables
with the same auction, and the difference, each with its 90 % interval. `sure` counts turns at which some call is
suggested for certain, `best` every turn by the call that gains most, `weighed` every call by how surely it gains or loses. The last line is kept in `reports/bench`.
"""

import json
import sys

import numpy as np
from threadpoolctl import threadpool_limits

from analyser.alternatives.decision import Decision
from analyser.alternatives.gains import Gain, Measured
from analyser.alternatives.information import Information, Sort
from analyser.alternatives.suggesting import Budget, Tools, measurements
from analyser.alternatives.tempo import Learned
from analyser.bridge import Call
from analyser.casefile import Place
from analyser.peers.calls import CallModel
from analyser.peers.tempo import TempoModel
from analyser.solver import Solver
from analyser.training.alternatives_tempo import (
    Agreement,
    Turn,
    agreement,
    compared_turns,
    leaning,
    slow_turns,
)
from tests.support import ROOT, SHARED

BUDGET = Budget(first=120, whole=120, worlds=40)
WORTH_ASKING = 0.08
SHOWN_EVERY = 20


def measured(turn: Turn, tools: Tools, model: CallModel, number: int) -> Measured | None:
    """The first answer at one turn, between the two or three likeliest calls."""
    shares = sorted(
        model.calls(turn.hand, turn.auction, turn.vulnerability, turn.form).shares, key=lambda pair: -pair[1]
    )
    asked = [pair for place, pair in enumerate(shares[:3]) if place < 2 or pair[1] >= WORTH_ASKING]
    seat = turn.auction.turn
    place = Place.parse(f"call {len(turn.auction) + 1}")
    decision = Decision(seat, place, None, turn.auction, turn.hand, None, turn.vulnerability, turn.form)
    slow = turn.auction.calls[turn.slow - 1]
    information = Information(Sort.SLOW, seat.partner, turn.auction.before(turn.slow), slow)
    calls, parts = [call for call, _ in asked], [share for _, share in asked]
    return next(
        measurements(decision, information, calls, parts, tools, np.random.default_rng(number), BUDGET), None
    )


def certainty(gain: Gain) -> float:
    """How surely a call gains: 1 when the interval leaves out nought, -1 when it loses as surely.

    >>> from analyser.reasoning import Interval
    >>> certainty(Gain(1.0, Interval(-1.0, 3.0))), certainty(Gain(-4.0, Interval(-6.0, -2.0)))
    (0.5, -1.0)
    """
    half = (gain.interval.high - gain.interval.low) / 2
    return 0.0 if not 0 < half < np.inf else float(np.clip(gain.mean / half, -1.0, 1.0))


def main(turns: int) -> None:
    """Measure so many turns."""
    model = CallModel.load()
    folder = SHARED / "data" / "vugraph"
    sure: list[Agreement] = []
    best: list[Agreement] = []
    weighed: list[Agreement] = []
    with threadpool_limits(1), Solver() as solver:
        tools = Tools(model, Learned(model, TempoModel.load()), solver)
        for number, turn in enumerate(slow_turns(folder, model, turns), 1):
            told = measured(turn, tools, model, number)
            if told is not None:
                gains = list(zip(told.actions, told.overall, strict=True))
                certain = frozenset(a.code for a, gain in gains if gain.is_suggested and isinstance(a, Call))
                most = max(gains, key=lambda pair: pair[1].mean)[0]
                found = agreement(turn, certain, model)
                sure += [] if found is None else [found]
                likeliest = agreement(turn, frozenset({most.code} if isinstance(most, Call) else ()), model)
                best += [] if likeliest is None else [likeliest]
                leant = leaning(
                    turn, {a.code: certainty(gain) for a, gain in gains if isinstance(a, Call)}, model
                )
                weighed += [] if leant is None else [leant]
            if number % SHOWN_EVERY == 0 or number == turns:
                shown = {
                    "seen": number,
                    "sure": compared_turns(sure),
                    "best": compared_turns(best),
                    "weighed": compared_turns(weighed),
                }
                print(json.dumps(shown), flush=True)
                if number == turns:
                    _write(shown)


def _write(shown: dict[str, object]) -> None:
    """So that the page about alternatives can tell it."""
    path = ROOT / "reports" / "bench" / "slow_calls.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(shown, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]))
