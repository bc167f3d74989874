"""As many auctions of six and of seven calls are legal as enumeration has found: 8,126,237 and 59,087,257.

Auctions that stand alike (the last bid, how it is doubled and by whom, the passes since) go on alike: one of each is kept,
with how many there are.
"""

from collections import Counter

from analyser.bridge import Auction, Seat
from tests.bench.promise import Figure

_KNOWN = {6: 8_126_237, 7: 59_087_257}


def _standing(auction: Auction) -> tuple[object, ...]:
    code, doubled, bidder = auction._standing
    passes = next((n for n, call in enumerate(reversed(auction.calls)) if call.code), len(auction))
    mine = None if bidder is None else bidder.side is auction.turn.side
    return code, doubled, mine, min(passes, 3), bidder is None and len(auction)


def counted(length: int) -> int:
    """How many legal sequences of this many calls there are."""
    layer = {(): (Auction(Seat.N), 1)}
    for _ in range(length - 1):
        examples: dict[tuple[object, ...], Auction] = {}
        many: Counter[tuple[object, ...]] = Counter()
        for auction, number in layer.values():
            for call in auction.legal_calls():
                longer = Auction(auction.dealer, (*auction.calls, call))
                key = _standing(longer)
                examples.setdefault(key, longer)
                many[key] += number
        layer = {key: (examples[key], many[key]) for key in examples}
    return sum(number * len(auction.legal_calls()) for auction, number in layer.values())


def measure() -> tuple[Figure, ...]:
    """Both counts, exact."""
    figures = []
    for length, known in _KNOWN.items():
        count = counted(length)
        figures.append(
            Figure(
                f"auctions of {length} calls not counted as known",
                abs(count - known),
                "auctions",
                0,
                "at most",
            )
        )
    return tuple(figures)
