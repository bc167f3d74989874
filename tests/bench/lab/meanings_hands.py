"""Whether hands satisfy a reading, fast enough for a hundred thousand notes."""

from analyser.bridge import Hand
from analyser.estimates.meanings.boxes import Union, constraint_of


def holds_boxes(boxes: Union, mask: int) -> bool:
    """Tell whether a hand, given as a mask of 52 bits, is in one of the boxes."""
    constraint = constraint_of(boxes)
    return constraint is not None and constraint.holds(Hand(mask))
