"""The printed victory-point scales, winner's side, for 20 points a match."""

# The discrete scale: the least margin in IMPs that wins 10, 11 … 20 of 20 points, by the boards of the match.
# Printed for these ten lengths in the FIGB Norme Integrative 2017, appendix 7 (seed 003 L1250-1261).
_APPENDIX: dict[int, tuple[int, ...]] = {
    6: (0, 1, 3, 5, 8, 11, 14, 18, 22, 27, 33),
    7: (0, 1, 3, 6, 9, 12, 15, 19, 24, 29, 36),
    8: (0, 1, 4, 7, 10, 13, 17, 21, 26, 31, 39),
    9: (0, 1, 4, 7, 10, 13, 17, 22, 27, 33, 41),
    10: (0, 1, 4, 7, 10, 14, 18, 23, 28, 35, 43),
    12: (0, 2, 5, 8, 12, 16, 20, 25, 31, 38, 47),
    14: (0, 2, 5, 9, 13, 17, 22, 27, 34, 41, 51),
    16: (0, 2, 5, 9, 13, 18, 23, 29, 36, 44, 54),
    20: (0, 2, 6, 10, 15, 20, 26, 32, 40, 49, 61),
    32: (0, 3, 8, 13, 19, 25, 33, 41, 51, 62, 77),
}

# Ten further lengths of the WBF's discrete scale, from a transcription kept by the open-source project
# rhindonltd/bridge-box-scorer (docs/imp-vp-conversion-table.txt). Its other ten columns equal the appendix above.
_FURTHER: dict[int, tuple[int, ...]] = {
    5: (0, 1, 3, 5, 7, 10, 13, 16, 20, 25, 31),
    11: (0, 2, 5, 8, 11, 15, 19, 24, 30, 37, 45),
    13: (0, 2, 5, 8, 12, 16, 21, 26, 32, 40, 49),
    15: (0, 2, 5, 9, 13, 17, 22, 28, 35, 43, 53),
    24: (0, 2, 6, 11, 16, 22, 28, 35, 44, 54, 66),
    28: (0, 2, 7, 12, 18, 24, 30, 38, 47, 58, 72),
    40: (0, 3, 8, 14, 21, 28, 36, 46, 56, 69, 86),
    48: (0, 3, 9, 16, 23, 31, 40, 50, 62, 76, 94),
    56: (0, 3, 10, 17, 25, 33, 43, 54, 67, 82, 101),
    64: (0, 4, 11, 18, 26, 36, 46, 58, 71, 88, 108),
}

DISCRETE_FIRST: dict[int, tuple[int, ...]] = _APPENDIX | _FURTHER

# The WBF's own printed table differs from the formula in these 48 of its 860 cells, each one hundredth higher: no
# step of the printed table is larger than the step before it. Ten lengths, margins of 0 to 85 IMPs.
PRINTED_LENGTHS = (6, 7, 8, 9, 10, 12, 14, 16, 20, 32)
PRINTED_EXTRA: dict[int, frozenset[int]] = {
    6: frozenset({}),
    7: frozenset({}),
    8: frozenset({40}),
    9: frozenset({}),
    10: frozenset({27, 29, 31}),
    12: frozenset({42, 44, 49}),
    14: frozenset({8, 36, 38}),
    16: frozenset({14, 27, 38, 46, 49, 55, 59}),
    20: frozenset({13, 28, 31, 34, 38, 41, 51, 55, 62}),
    32: frozenset({11, 14, 18, 21, 30, 33, 34, 35, 37, 38, 45, 49, 50, 51, 55, 56, 64, 72, 73, 74, 80, 81}),
}
