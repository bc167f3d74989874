"""The leads a beginner is taught: partner's suit, the top of a sequence, the fourth best. A baseline, no model."""

from collections.abc import Sequence

__all__ = ["taught_lead"]

_ACE, _KING, _QUEEN, _JACK, _TEN, _NINE = 12, 11, 10, 9, 8, 7
_DUMMY, _PARTNER, _DECLARER = 2, 4, 8
_OPPONENTS = _DUMMY | _DECLARER


def taught_lead(mask: int, roles: Sequence[int], trump: int) -> int:
    """The card the textbook leads from this hand; `roles` say for each suit who bid it, `trump` 4 is notrump.

    >>> taught_lead(0b1111100000000 << 39 | 0b11 << 26 | 0b111 << 13 | 0b111, (0, 0, 0, 0), 4)
    51
    """
    holdings = [[place for place in range(12, -1, -1) if mask >> 13 * suit + place & 1] for suit in range(4)]
    suit = _suit(holdings, roles, trump)
    return suit * 13 + _card(holdings[suit], notrump=trump == 4)


def _suit(holdings: list[list[int]], roles: Sequence[int], trump: int) -> int:
    sides = [suit for suit in range(4) if suit != trump and holdings[suit]] or [trump]
    partner = [suit for suit in sides if roles[suit] & _PARTNER]
    if partner:
        return max(partner, key=lambda suit: len(holdings[suit]))
    if trump == 4:
        unbid = [suit for suit in sides if not roles[suit] & _OPPONENTS] or sides
        return max(unbid, key=lambda suit: (len(holdings[suit]), sum(holdings[suit])))
    strong = [suit for suit in sides if _touching(holdings[suit]) >= _QUEEN]
    if strong:
        return max(strong, key=lambda suit: holdings[suit][0])
    short = [suit for suit in sides if len(holdings[suit]) == 1 and holdings[suit][0] < _KING]
    if short and holdings[trump]:
        return short[0]
    safe = [suit for suit in sides if holdings[suit][0] != _ACE] or sides
    unbid = [suit for suit in safe if not roles[suit] & _OPPONENTS] or safe
    return max(unbid, key=lambda suit: len(holdings[suit]))


def _touching(holding: list[int]) -> int:
    """The higher of the two top cards when they touch and are honours or the ten and nine; else -1."""
    if len(holding) > 1 and holding[0] - holding[1] == 1 and holding[0] >= _TEN:
        return holding[0]
    return -1


def _card(holding: list[int], *, notrump: bool) -> int:
    length = len(holding)
    if _touching(holding) >= 0:
        third = holding[2] if length > 2 else -1
        if not notrump or length < 4 or holding[1] - third <= 2 or holding[0] == _ACE:
            return holding[0]
    if not notrump and holding[0] == _ACE:
        return _ACE
    if length >= 4:
        return holding[3]
    if length == 3 and holding[0] >= _TEN:
        return holding[2]
    return holding[0]
