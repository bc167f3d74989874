"""How much may be asked for: each asker has a store of requests that fills up again as time goes by."""

import time
from collections import OrderedDict
from collections.abc import Callable

BURST = 300  # requests at once: a page with all that it fetches, many times over
REFILL = 8.0  # requests a second: a page kept while it is typed, and what is watched beside it
_ASKERS = 10_000


class Pace:
    """Counts by the name of whoever asks; the one not seen longest is forgotten first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, asker: str) -> bool:
        """Whether one more request is answered.

        >>> hours = iter([0.0] * 301 + [1.0])
        >>> pace = Pace(lambda: next(hours))
        >>> [pace.allows("a") for _ in range(300)].count(True), pace.allows("a"), pace.allows("a")
        (300, False, True)
        """
        now = self._clock()
        left, seen = self._left.pop(asker, (float(BURST), now))
        left = min(float(BURST), left + (now - seen) * REFILL)
        allowed = left >= 1
        self._left[asker] = (left - 1 if allowed else left, now)
        if len(self._left) > _ASKERS:
            self._left.popitem(last=False)
        return allowed
