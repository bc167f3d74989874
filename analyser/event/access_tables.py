"""The tables of a Bridgemate file through `access-parser`, in a process of its own: where mdbtools is not there.

Called as `python -m analyser.event.access_tables FILE TABLE…`; prints the tables as CSV by their names, in JSON.
"""

import csv
import io
import json
import logging
import sys
from collections.abc import Mapping, Sequence


def csv_of(table: Mapping[str, Sequence[object]]) -> str:
    r"""A table given by its columns as CSV, with the cells as `mdb-export` writes them.

    >>> csv_of({"Board": [7], "Erased": [False], "Remarks": [None]})
    'Board,Erased,Remarks\n7,0,\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table)
    for row in zip(*(cells for cells in table.values() if not isinstance(cells, str)), strict=False):
        writer.writerow(map(_cell, row))
    return text.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return "" if value is None else str(value).strip("\0")


def main(path: str, wanted: Sequence[str]) -> int:
    """Print the tables; 1 where the file cannot be read."""
    logging.disable(logging.CRITICAL)  # it tells of every page it meets
    from access_parser import AccessParser

    try:
        database = AccessParser(path)
        tables = {name: csv_of(database.parse_table(name)) for name in wanted if name in database.catalog}
    except Exception:  # noqa: BLE001 - whatever a broken file makes of it
        return 1
    json.dump(tables, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
