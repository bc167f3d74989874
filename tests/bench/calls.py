"""Ten thousand positions a second are asked of the call model on one core, one position in a millisecond; it loads in 50 ms.

Processor time counts: what else the machine does does not.
"""

import subprocess
import sys
import time

from analyser.bridge import Auction, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates import CallModel
from tests.bench.promise import Figure
from tests.bridge.test_cards_and_hands import dealt

_POSITIONS = 20_000
_LOAD = "import time; from analyser.estimates import CallModel; t = time.process_time(); CallModel.load(); print(time.process_time() - t)"


def measure() -> tuple[Figure, ...]:
    """Both speeds, and the loading in a fresh program."""
    model = CallModel.load()
    auctions = [Auction.parse("S", text) for text in ("", "1S", "1S P 3S P", "1NT P 2H P 2S P", "1D 1S X 2S")]
    hands = [dealt(number % 2_000)[Seat(number % 4)] for number in range(_POSITIONS)]
    heard = [auctions[number % len(auctions)] for number in range(_POSITIONS)]
    model.shares_by_auction(hands[:500], heard[:500], Vulnerability.ALL)
    start = time.process_time()
    model.shares_by_auction(hands, heard, Vulnerability.ALL)
    many = _POSITIONS / (time.process_time() - start)
    start = time.process_time()
    for hand, auction in zip(hands[:500], heard[:500], strict=True):
        model.calls(hand, auction, Vulnerability.ALL, Form.IMPS)
    seconds = (time.process_time() - start) / 500
    runs = [
        subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, check=True, text=True)
        for _ in range(3)
    ]
    load = min(float(run.stdout) for run in runs)
    return (
        Figure("positions in batch", round(many), "positions/s", 10_000, "at least"),
        Figure("one position", round(1000 * seconds, 3), "ms", 1, "at most"),
        Figure("loading", round(1000 * load, 1), "ms", 50, "at most"),
    )
