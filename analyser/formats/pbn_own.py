"""Two tags of our own for what PBN has no mark for: calls explained without an alert, calls that were taken back."""

from analyser.bridge import Auction, Call, Irregular, Irregularity, Seat
from analyser.errors import BridgeError

UNALERTED = "NotAlerted"
IRREGULAR = "IrregularCalls"
_KINDS = {kind.value: kind for kind in Irregularity}
_STANDING = {"withdrawn": True, "accepted": False}


def unalerted_of(value: str) -> frozenset[int] | None:
    """The numbers of calls explained without an alert; None when the value is something else."""
    words = value.split()
    if not words or len(words) > 319 or not all(word.isdecimal() and len(word) < 4 for word in words):
        return None
    return frozenset(map(int, words))


def irregular_of(value: str) -> list[Irregular] | None:
    """Irregular calls: number of the call due, seat, kind, the call, and whether it was withdrawn or accepted.

    >>> irregular_of("3 S insufficient 1C withdrawn")[0].call
    Call.parse('1C')
    """
    found = []
    for entry in value.split(";"):
        words = entry.split()
        if len(words) != 5 or words[2] not in _KINDS or words[4] not in _STANDING:
            return None
        if not (words[0].isdecimal() and len(words[0]) < 4 and int(words[0]) > 0):
            return None
        try:
            seat, call = Seat.parse(words[1]), Call.parse(words[3])
        except BridgeError:
            return None
        found.append(Irregular(int(words[0]), seat, _KINDS[words[2]], call, _STANDING[words[4]]))
    return found


def irregular_text(entries: list[Irregular]) -> str:
    """The value that `irregular_of` reads."""
    return "; ".join(
        f"{entry.at} {entry.seat} {entry.kind.value} {entry.call} {'withdrawn' if entry.withdrawn else 'accepted'}"
        for entry in entries
    )


def has_mark(entry: Irregular, auction: Auction) -> bool:
    """Tell whether PBN has a mark for it: an accepted insufficient bid, or an accepted call out of turn."""
    if entry.withdrawn or not 1 <= entry.at <= len(auction) or entry.call != auction.calls[entry.at - 1]:
        return False
    if entry.seat is not auction.seats[entry.at - 1]:
        return False
    if entry.kind is Irregularity.INSUFFICIENT:
        return True
    due = auction.seats[entry.at - 2].next if entry.at > 1 else auction.dealer
    return entry.kind is Irregularity.OUT_OF_TURN and entry.seat is not due
