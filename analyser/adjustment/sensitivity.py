"""How far the score moves with what is uncertain: the band, the bars, the break-even weights.

The band is where nine tenths of joint draws of the uncertain probabilities fall; it is not the box of all extremes.
The dice are seeded by the case, so that the same case gives the same band.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from analyser.adjustment.currency import Currency
from analyser.bridge import Side
from analyser.reasoning import Bar, Outcome, Sensitivity, decimal_text
from analyser.scoring import percent_text

__all__ = ["Doubt", "sensitivity_of"]

_DRAWS = 2000
_INSIDE = 0.9
_TEN = Fraction(1, 10)
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Doubt:
    """How sure the probabilities are: as sure as if so many deals like this one had been seen."""

    as_if_seen: float = 24.0


def sensitivity_of(
    outcomes: Sequence[Outcome],
    weights: Sequence[tuple[str, Fraction]],
    scores: dict[Side, Fraction],
    currency: Currency,
    table_ns: int | None,
    seed: int,
    doubt: Doubt,
) -> Sensitivity | None:
    """The band around both sides' scores, and what each assumption is worth; none without weighed outcomes."""
    chance = {name: weight for name, weight in weights if weight > 0}
    known = [one for one in outcomes if one.id in chance]
    if not known:
        return None
    worth = {one.id: currency.worth(one.score_ns) for one in known}
    bands = {
        side: _band([worth[o.id].of(side) for o in known], [chance[o.id] for o in known], seed, doubt)
        for side in Side
    }
    told = {side: _around(bands[side], scores[side]) for side in Side}
    return Sensitivity(
        band_ns=told[Side.NS],
        band_ew=told[Side.EW],
        bars=_bars(known, chance, {name: value.ns for name, value in worth.items()}),
        breakeven=_breakeven(
            known, chance, {name: value.ns for name, value in worth.items()}, currency, table_ns
        ),
    )


def _band(values: list[Fraction], chances: list[Fraction], seed: int, doubt: Doubt) -> tuple[float, float]:
    """Where nine tenths of the draws of the probabilities put the score."""
    if len(values) == 1:
        return (float(values[0]), float(values[0]))
    dice = np.random.default_rng(seed)
    draws = dice.dirichlet([max(float(chance) * doubt.as_if_seen, 0.05) for chance in chances], _DRAWS)
    means = draws @ np.array([float(value) for value in values])
    low, high = np.quantile(means, [(1 - _INSIDE) / 2, (1 + _INSIDE) / 2])
    return (float(low), float(high))


def _around(band: tuple[float, float], score: Fraction) -> tuple[str, str]:
    """The band in hundredths, outwards, our own score inside it."""
    low = min(Fraction(int(np.floor(band[0] * 100)), 100), score)
    high = max(Fraction(int(np.ceil(band[1] * 100)), 100), score)
    return (decimal_text(low), decimal_text(high))


def _bars(
    known: Sequence[Outcome], chance: dict[str, Fraction], worth: dict[str, Fraction]
) -> tuple[Bar, ...]:
    """Ten points more or less on each of the weightiest outcomes, the others giving way pro rata."""
    bars = []
    for one in sorted(known, key=lambda o: (-chance[o.id], o.id))[:_SHOWN]:
        ends = [
            _with_weight(one.id, min(max(chance[one.id] + step, Fraction(0)), Fraction(1)), chance, worth)
            for step in (-_TEN, _TEN)
        ]
        bars.append(
            Bar(
                f"{one.result}: weight {percent_text(chance[one.id])} ± 10",
                decimal_text(min(ends)),
                decimal_text(max(ends)),
            )
        )
    return tuple(bars)


def _with_weight(
    name: str, weight: Fraction, chance: dict[str, Fraction], worth: dict[str, Fraction]
) -> Fraction:
    """North-South's score when one outcome has this weight and the others share the rest as they did."""
    rest = 1 - chance[name]
    total = weight * worth[name]
    if rest:
        total += sum((chance[o] / rest * (1 - weight) * worth[o] for o in chance if o != name), Fraction(0))
    return total


def _breakeven(
    known: Sequence[Outcome],
    chance: dict[str, Fraction],
    worth: dict[str, Fraction],
    currency: Currency,
    table_ns: int | None,
) -> tuple[str, ...]:
    """The weight of each large outcome at which the adjustment would be worth no more than the table result."""
    if table_ns is None or len(chance) < 2:
        return ()
    goal = currency.worth(table_ns).ns
    found = []
    for one in sorted(known, key=lambda o: (-chance[o.id], o.id))[:_SHOWN]:
        without, alone = (
            _with_weight(one.id, Fraction(0), chance, worth),
            _with_weight(one.id, Fraction(1), chance, worth),
        )
        if alone != without:
            weight = (goal - without) / (alone - without)
            if 0 <= weight <= 1:
                found.append(
                    f"{one.result} at {decimal_text(weight * 100, 1)}% instead of {percent_text(chance[one.id])}: the table result"
                )
    return tuple(found)
