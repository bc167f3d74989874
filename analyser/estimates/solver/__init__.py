"""Double-dummy answers by Bo Haglund's DDS: its processes, cache and limits; no other package imports endplay.

Questions are validated first; the caller gets plain numbers, or that the deal was not solved, and why.
"""

from analyser.estimates.solver.pool import WorkerFault
from analyser.estimates.solver.questions import DoubleDummyTable, Par, is_freak, par
from analyser.estimates.solver.solver import (
    CacheInfo,
    Mishap,
    Solver,
    cache_info,
    clear_cache,
    engine,
    self_check,
)
