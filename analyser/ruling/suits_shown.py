"""The suits a player's calls show: by their stated meaning, else by what the call means to everybody; else none is named."""

from collections.abc import Mapping

from analyser.bridge import Auction, Call, HandConstraint, Measure, Seat, Strain, Suit

_SUITS = {
    Measure.CLUBS: Suit.CLUBS,
    Measure.DIAMONDS: Suit.DIAMONDS,
    Measure.HEARTS: Suit.HEARTS,
    Measure.SPADES: Suit.SPADES,
}
_SHOWN = 3  # cards that a call must promise in every one of its meanings to show the suit
_CLUB, _STRONG = Call.parse("1C"), Call.parse("2C")
_TWO_DIAMONDS, _ASKS = Call.parse("2D"), Call.parse("4NT")


def suits_shown(
    auction: Auction, seat: Seat, stated: Mapping[int, HandConstraint | None] | None = None
) -> tuple[Suit, ...]:
    """The suits a player has shown, the last at the end.

    A meaning stated for a call, by its number, decides; one that is known to be missing (None) shows nothing. Else a bid shows the suit it names, unless it may as well be artificial: one club,
    an opening of two clubs or two diamonds, a new suit over or after notrump, a bid of the opponents' suit, a double
    jump in a new suit, an answer to four notrump.

    >>> suits_shown(Auction.parse("S", "1S P 3S P"), Seat.S), suits_shown(Auction.parse("S", "1C P 1S P"), Seat.S)
    ((Suit.SPADES,), ())
    """
    meanings = stated or {}
    suits: list[Suit] = []
    for number, (caller, call) in enumerate(auction, 1):
        if caller is not seat:
            continue
        if number in meanings:
            meaning = meanings[number]
            suits += () if meaning is None else _promised(meaning)
        elif call.strain is not None and call.strain.trump is not None and _is_plain(auction, number):
            suits.append(call.strain.trump)
    return tuple(suits)


def _promised(meaning: HandConstraint) -> list[Suit]:
    """The suits in which every meaning of the call promises length, the longest last."""
    lengths: dict[Suit, int] = {}
    for suit in Suit:
        least = [
            max((span.low for span in spans if _SUITS.get(span.measure) is suit), default=0)
            for spans in meaning.alternatives
        ]
        if min(least) >= _SHOWN:
            lengths[suit] = min(least)
    return sorted(lengths, key=lambda suit: lengths[suit])


def _is_plain(auction: Auction, number: int) -> bool:
    """Whether a bid whose meaning nobody states names a suit that is held, by any usual method."""
    call, before = auction.calls[number - 1], auction.before(number)
    seat = auction.seat_of(number)
    bids = [(caller, bid) for caller, bid in before if bid.is_bid]
    if not bids:
        return call not in (_CLUB, _STRONG, _TWO_DIAMONDS)
    suit = call.strain
    first_by = next((caller for caller, bid in bids if bid.strain is suit), None)
    has_bid = any(caller.side is seat.side for caller, _ in bids)
    partners = [bid for caller, bid in bids if caller is seat.partner]
    if first_by is not None:
        return first_by.side is seat.side and _ASKS not in partners[-1:]
    over_notrump = bids[-1][1].strain is Strain.NOTRUMP
    after_notrump = any(bid.strain is Strain.NOTRUMP for caller, bid in bids if caller.side is seat.side)
    return not (over_notrump or after_notrump or (has_bid and _levels_skipped(call, bids[-1][1]) >= 2))


def _levels_skipped(call: Call, last: Call) -> int:
    """How many levels higher a bid is than the lowest in its denomination."""
    if call.level is None or last.level is None or call.strain is None or last.strain is None:
        return 0
    lowest = last.level if call.strain > last.strain else last.level + 1
    return call.level - lowest
