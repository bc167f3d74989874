"""Whether hands satisfy a reading."""

from analyser.bridge import Hand
from analyser.estimates.meanings.boxes import Union, constraint_of


def holds_reading(boxes: Union, mask: int) -> int:
    """1 if a hand, given as a mask of 52 bits, is in one of the boxes, 0 if not, −1 if they limit nothing."""
    constraint = constraint_of(boxes)
    return -1 if constraint is None else int(constraint.holds(Hand(mask)))
