"""A whole championship: its results, standings before and after, slips, tallies, candidates worth a look.

Nothing here rules and nothing here counts tricks: rulings and solver figures are handed in as plain values.
"""

from analyser.event.figures import Counted, Counter, EntryFigures, GroupFigures, examine
from analyser.event.loading import File, load
from analyser.event.settings import SETTINGS_FILE, Award, Event, Lay, Movement, read_settings
from analyser.event.store import Store
from analyser.event.values import BoardGroup, Entry, Lost, LostKind, Source

__all__ = [
    "SETTINGS_FILE",
    "Award",
    "BoardGroup",
    "Counted",
    "Counter",
    "Entry",
    "EntryFigures",
    "Event",
    "File",
    "GroupFigures",
    "Lay",
    "Lost",
    "LostKind",
    "Movement",
    "Source",
    "Store",
    "examine",
    "load",
    "read_settings",
]
