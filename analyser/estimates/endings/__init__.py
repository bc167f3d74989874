"""The play of the cards once more: endings solved in plain Python, and the recorded line with one act changed."""

from analyser.estimates.endings.edited_line import (
    Choice,
    Edit,
    EditedLine,
    Why,
    claim_undone,
    edited,
    revokes_removed,
)
from analyser.estimates.endings.ending import Ending, EndingCounter, EndingSolver, ending_of, position_of

__all__ = [
    "Choice",
    "Edit",
    "EditedLine",
    "Ending",
    "EndingCounter",
    "EndingSolver",
    "Why",
    "claim_undone",
    "edited",
    "ending_of",
    "position_of",
    "revokes_removed",
]
