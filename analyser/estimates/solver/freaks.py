"""The fixed test for deals whose shape defeats the search, so that nobody waits for what will not come.

The search lives on touching cards, which it takes for one, and on suits all players follow to. It drowns where every
hand has a void, so that almost any card may be played to almost any lead, and hardly two cards touch. Such deals are
made, not dealt: of deals with four to eight voids, dealt and constructed, this test refuses those that take from
some ten seconds to many minutes; it has refused no random deal, and none of a third of a million played ones.
"""

from itertools import pairwise

from analyser.bridge import PACK, Deal, Seat, Suit

__all__ = ["is_freak"]

_LONG = 12  # cards a hand: shorter endings are searched in time whatever their shape
_TOUCHING = 4  # pairs of touching cards in one hand, of forty-eight; a dealt deal has about twelve
_MORE = 2  # and so many more for each void beyond one in every hand


def is_freak(deal: Deal) -> bool:
    """Tell whether the shape of a deal puts it beyond the solver.

    >>> is_freak(Deal.parse("N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874"))
    False
    """
    if len(deal.hands[0]) < _LONG:
        return False
    lengths = [hand.lengths for hand in deal.hands]
    voids = [row.count(0) for row in lengths]
    if not all(voids):
        return False
    return _touching(deal) <= _TOUCHING + _MORE * (sum(voids) - 4) or _is_ring(lengths)


def _touching(deal: Deal) -> int:
    """How many pairs of neighbouring cards of a suit are held by one player."""
    pairs = 0
    for suit in Suit:
        holders = [deal.holder(card) for card in PACK[13 * suit : 13 * suit + 13]]
        held = [holder for holder in holders if holder is not None]
        pairs += sum(low is high for low, high in pairwise(held))
    return pairs


def _is_ring(lengths: "list[tuple[int, int, int, int]]") -> bool:
    """Tell whether each hand holds two suits and shares one with each opponent: every trick is a crossruff."""
    suits = [{suit for suit in Suit if row[suit]} for row in lengths]
    return all(
        len(suits[seat]) == 2
        and len(suits[seat] & suits[seat.next]) == 1
        and not suits[seat] & suits[seat.partner]
        for seat in Seat
    )
