"""`shows` for a person to confirm: what the rules read, completed from the distribution where only words were known."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.hand_arrays import POINTS_CELLS
from analyser.estimates.meanings.boxes import SUITS, Union, conjoin, constraint_of, points_box
from analyser.estimates.meanings.figures import PARTS
from analyser.estimates.meanings.model import Predicted
from analyser.estimates.meanings.reader import TextReading

_EDGE: Final = 0.05
"""The chance left outside each end of a range that is read off the distribution."""
_MOVED: Final = 0.25
"""The shift of the points' mean, in their standard deviations, from which words that have no figure are given one."""
_SURE: Final = 0.85
"""The chance from which a length is read off the distribution, and …"""
_RISE: Final = 0.25
"""… how much larger it is than by the auction alone."""


def completed(reading: TextReading, before: Predicted, after: Predicted) -> str:
    """What the explanation shows in the constraint language; empty for a question that shows nothing."""
    read = constraint_of(reading.full)
    if read is not None:
        if _has_open_words(reading) and all("HCP" not in bounds for bounds in reading.full):
            points = _points(before, after)
            whole = constraint_of(conjoin(reading.full, points)) if points else None
            return str(whole or read)
        return str(read)
    if reading.asks:
        return ""
    shown = _from_distribution(before, after)
    whole = constraint_of(shown)
    return str(whole) if whole is not None else ""


def _has_open_words(reading: TextReading) -> bool:
    """Whether words of strength were met for which convention has no figure here."""
    from analyser.estimates.meanings.strength import STRENGTH

    return any(token.kind == "term" and token.text in STRENGTH for token in reading.tokens)


def _points(before: Predicted, after: Predicted, *, always: bool = False) -> Union | None:
    """The range of the points, if the words move them."""
    numbers = np.arange(POINTS_CELLS)
    was, now = (np.exp(side.logs[0, PARTS[0]]) for side in (before, after))
    mean = float(was @ numbers)
    deviation = max(float(was @ numbers**2) - mean**2, 0.01) ** 0.5
    shift = (float(now @ numbers) - mean) / deviation
    if abs(shift) < _MOVED and not always:
        return None
    low, high = _ends(now)
    return points_box(low, 37 if shift > 0 and high >= 17 else high)


def _ends(chances: NDArray[np.float64]) -> tuple[int, int]:
    below = np.cumsum(chances)
    return int(np.searchsorted(below, _EDGE)), int(np.searchsorted(below, 1 - _EDGE))


def _from_distribution(before: Predicted, after: Predicted) -> Union:
    """Lengths and points that the words make likely; where they say little, the points."""
    bounds: dict[str, tuple[int, int]] = {}
    for place, suit in enumerate(SUITS):
        was, now = (np.exp(side.logs[0, PARTS[1 + place]]) for side in (before, after))
        for least in (6, 5, 4, 3):
            if now[least:].sum() >= _SURE and now[least:].sum() - was[least:].sum() >= _RISE:
                bounds[suit] = (least, 13)
                break
        else:
            if now[:2].sum() >= _SURE and now[:2].sum() - was[:2].sum() >= _RISE:
                bounds[suit] = (0, 1)
    points = _points(before, after, always=not bounds)
    return conjoin((bounds,), points) if points else (bounds,)
