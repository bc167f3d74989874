"""What went wrong with a play that looked sensible and cost a trick."""

from analyser.estimates.endings.suits import Codes, Move, suit_left, winning_place
from analyser.ruling.kinds.claim.looks import Plan, opponents_trumps, suit_due
from analyser.ruling.kinds.claim.prices import Deviation
from analyser.ruling.kinds.claim.stand import Stand

__all__ = ["mistake"]

_NOTRUMP = 4


def mistake(stand: Stand, move: Move, keeping: tuple[Move, ...], plan: Plan) -> Deviation:
    """The name of the mistake, given the plays that would have kept the trick."""
    suit, place = move
    trumps = stand.codes[4]
    if not stand.table:
        return _of_lead(stand.codes, stand.seat, suit, keeping, plan)
    if suit == stand.table[0][0]:
        return Deviation.FINESSE if _is_finesse(stand, place) else Deviation.BLOCKING
    if suit == trumps:
        higher = any(other == trumps and p < place for other, p in keeping)
        return Deviation.OVERRUFFED if higher else Deviation.SUIT_ORDER
    return Deviation.LINK_THROWN


def _of_lead(codes: Codes, seat: int, suit: int, keeping: tuple[Move, ...], plan: Plan) -> Deviation:
    same = any(other == suit for other, _ in keeping)
    if plan.order and suit_due(codes, seat, plan) == suit:
        return Deviation.AS_STATED
    if codes[4] not in (_NOTRUMP, suit) and _may_be_ruffed(codes, suit):
        return Deviation.KNOWN_TRUMP_LEFT if plan.knows or plan.draws else Deviation.TRUMP_FORGOTTEN
    if suit == codes[4] and not same:
        return Deviation.RUFF_LOST
    return Deviation.BLOCKING if same else Deviation.SUIT_ORDER


def _may_be_ruffed(codes: Codes, suit: int) -> bool:
    """An opponent has a trump and none of this suit."""
    left, trumps = suit_left(codes[suit]), suit_left(codes[codes[4]])
    return bool(opponents_trumps(codes)) and any(
        trumps.lengths[seat] and not left.lengths[seat] for seat in (1, 3)
    )


def _is_finesse(stand: Stand, place: int) -> bool:
    """A card that wins as it stands, or lets partner's win, and that an opponent still to play may beat."""
    table = stand.table
    if len(table) == 3:
        return False
    suit = table[0][0]
    best = winning_place(table, stand.codes[4])
    winning = table[best][0] == suit and place < table[best][1]
    running = not (stand.leader + best) & 1
    at_risk = place if winning else table[best][1]
    above = enumerate(suit_left(stand.codes[suit]).owners[:at_risk])
    return (winning or running) and any(owner & 1 and (suit, p) not in table for p, owner in above)
