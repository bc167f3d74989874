"""One test over all rows of a table: every row is checked, and those that fail are listed together."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

import pytest

FAILURES = (Exception, pytest.fail.Exception)  # what `pytest.raises` reports is no Exception
ROW_OF_PYTEST = type(pytest.param())
LONGEST_NAME = 100

Names = Callable[..., str] | Iterable[str] | None
"""How rows are named where they fail: by a function of the row, by one text a row, or by the row itself."""


def check_every(rows: Iterable[Any], check: Callable[..., object], ids: Names = None) -> None:
    """Call `check` on each row, a tuple spread over its arguments; raise one AssertionError that names each row that failed.

    >>> def check_even(number):
    ...     assert number % 2 == 0, "odd"
    >>> check_every([2, 4], check_even)
    >>> check_every([1, 2, 3], check_even)
    Traceback (most recent call last):
        ...
    AssertionError: 2 of 3 rows fail
    * 1: AssertionError: odd
    * 3: AssertionError: odd
    """
    __tracebackhide__ = True
    _check_named(_name_rows((row if isinstance(row, tuple) else (row,) for row in rows), ids), check)


def each_row(
    names: str, rows: Iterable[Any], ids: Names = None
) -> Callable[[Callable[..., object]], Callable[..., None]]:
    """Decorate a test that takes one row, so that it runs over all of them; other arguments stay fixtures of the whole test.

    Stands where `pytest.mark.parametrize` would make one test a row. `names` are the arguments a row fills, in its order.
    """
    columns = [column.strip() for column in names.split(",")]
    rows = list(rows)
    table = list(_name_rows([_values_of(row, len(columns)) for row in rows], ids or _ids_of(rows)))

    def decorate(test: Callable[..., object]) -> Callable[..., None]:
        @wraps(test)
        def run_every(**fixtures: object) -> None:
            __tracebackhide__ = True

            def check(*values: object) -> None:
                test(**dict(zip(columns, values, strict=True)), **fixtures)

            _check_named(table, check)

        signature = inspect.signature(test)
        fixture_parameters = [value for value in signature.parameters.values() if value.name not in columns]
        run_every.__signature__ = signature.replace(parameters=fixture_parameters)  # type: ignore[attr-defined]
        return run_every

    return decorate


def _check_named(rows: Iterable[tuple[str, tuple[Any, ...]]], check: Callable[..., object]) -> None:
    __tracebackhide__ = True
    count, failures = 0, []
    for name, values in rows:
        count += 1
        try:
            check(*values)
        except FAILURES as error:
            failures.append((name, error))
    if count == 0:
        raise AssertionError("a table without rows checks nothing")
    if failures:
        lines = [f"* {name}: {type(error).__name__}: {error}" for name, error in failures]
        raise AssertionError("\n".join([f"{len(failures)} of {count} rows fail", *lines])) from failures[0][1]


def _name_rows(rows: Iterable[tuple[Any, ...]], ids: Names) -> Iterator[tuple[str, tuple[Any, ...]]]:
    if ids is None or callable(ids):
        return ((ids(*row) if ids else _shorten(row), row) for row in rows)
    return zip(ids, rows, strict=True)


def _ids_of(rows: list[Any]) -> Names:
    """The ids written with `pytest.param`, if every row has one."""
    ids = [row.id for row in rows if isinstance(row, ROW_OF_PYTEST) and row.id]
    return ids if len(ids) == len(rows) else None


def _values_of(row: Any, columns: int) -> tuple[Any, ...]:
    if isinstance(row, ROW_OF_PYTEST):
        return tuple(row.values)
    return tuple(row) if columns > 1 else (row,)


def _shorten(values: tuple[Any, ...]) -> str:
    label = " | ".join(map(str, values)).replace("\n", " ")
    return label if len(label) <= LONGEST_NAME else f"{label[:LONGEST_NAME]}…"
