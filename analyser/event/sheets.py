"""CSV that no spreadsheet takes for a formula: a cell that is not a number never begins with = + - @ or a control sign."""

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from analyser.formats.cells import harmless
from analyser.messages import decimal_text

__all__ = ["cell", "line", "lines", "number", "plain"]


def cell(value: object) -> str:
    r"""One cell: numbers as they are, texts harmless.

    >>> cell(Fraction(57, 20)), cell("-50"), cell("=1+1"), cell("\t@x"), cell(None)
    ('2.85', '-50', "'=1+1", "'@x", '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (Fraction, float)):
        return number(value)
    return harmless(str(value))


def number(value: Fraction | float) -> str:
    """A figure with at most four decimals.

    >>> number(Fraction(1, 3)), number(Fraction(-11, 3)), number(2.5)
    ('0.3333', '-3.6667', '2.5')
    """
    exact = value if isinstance(value, Fraction) else Fraction(value).limit_denominator(10**9)
    return decimal_text(exact, 4)


def line(cells: Iterable[object]) -> str:
    """One line of cells."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([cell(one) for one in cells])
    return out.getvalue()


def lines(header: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A whole sheet with its header."""
    return "".join([line(header), *(line(row) for row in rows)])


def plain(value: object) -> object:
    """A value for a line of JSON: exact figures as text, everything else as it is."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return str(value)
