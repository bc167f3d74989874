"""Double-dummy answers: the only room that knows endplay, its processes, its cache and its limits.

What is asked is validated first; who asks gets plain numbers, or that the deal was not solved, and why.
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
