"""A whole championship: its results, standings before and after, slips, tallies, candidates worth a look."""
