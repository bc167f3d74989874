"""Lines of cells parted by one sign: what the two spreadsheet-like formats share."""

import re

from analyser.errors import NotationError
from analyser.formats.ledger import hostile

_FORMULA = frozenset("=+-@")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")


def cells_of(line: str, sign: str) -> list[str] | None:
    """The cells of a line; a cell in quotation marks may hold the sign. None when the marks do not pair.

    >>> cells_of('A;"b; c";d ""', ";"), cells_of('"open', ";")
    (['A', 'b; c', 'd ""'], None)
    """
    if '"' not in line:
        return line.split(sign)
    cells, place = [], 0
    while place <= len(line):
        rest = line[place:]
        start = place + len(rest) - len(rest.lstrip(" ")) if sign != " " else place
        if line[start : start + 1] == '"':
            end = line.find('"', start + 1)
            while end >= 0 and line[end + 1 : end + 2] == '"':
                end = line.find('"', end + 2)
            if end < 0:
                return None
            cell, place = line[start + 1 : end].replace('""', '"'), end + 1
            stop = line.find(sign, place)
            stop = len(line) if stop < 0 else stop
            cell += line[place:stop].rstrip(" ")
        else:
            stop = line.find(sign, place)
            stop = len(line) if stop < 0 else stop
            cell = line[place:stop]
        cells.append(cell)
        place = stop + 1
    return cells


def safe_cell(field: str, text: str, sign: str) -> str:
    """A cell that no reader and no spreadsheet takes for something else."""
    found = hostile(text) or next((bar for bar in (sign, '"') if bar in text), "")
    if found:
        raise NotationError(
            f"{field}: a cell cannot hold {found!r}", found=text[:80], remedy="take the character out"
        )
    if text[:1] in _FORMULA and text != "-" and not _NUMBER.fullmatch(text):
        raise NotationError(f"{field}: a spreadsheet would take it for a formula", found=text[:80])
    return text


def joined(field: str, cells: list[str], sign: str) -> str:
    """One line of safe cells."""
    return sign.join(safe_cell(field, cell, sign) for cell in cells)
