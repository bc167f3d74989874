"""A world championship drawn from the records is analysed whole: on two workers, and on a cluster with the same bytes.

`WORLD_TABLES` tables are drawn from `../shared/data` (400 without it, 100000 for the whole: hours on two cores), in whole
matches in an order given by a seed, and written as lists with a header. `WORLD_WORKERS` is how many workers the cluster of
this machine has (3), `WORLD_DEPTH` how deep is looked (`plays`); at `standings` nothing is handed out, and no cluster is opened.
"""

import csv
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.event import Run, run
from tests.bench.promise import Figure, Measured
from tests.support import SHARED

TABLES = int(os.environ.get("WORLD_TABLES", "400"))
WORKERS = int(os.environ.get("WORLD_WORKERS", "3"))
DEPTH = os.environ.get("WORLD_DEPTH", "plays")
RECORDS = SHARED / "data" / "vugraph"
_A_FILE = 5_000  # tables
_COLUMNS = (
    "session", "round", "board", "room", "ns", "ew", "dealer", "vulnerable", "deal", "auction", "contract", "declarer",
    "tricks", "lead", "play",
)  # fmt: skip
_SHEETS = ("standings", "matches", "boards", "slips", "tallies")


def drawn(count: int, seed: int = 4) -> Iterator[dict[str, Any]]:
    """So many tables of the records, match by match, each with its deal and, where it is known, its play."""
    from pyarrow import parquet

    deals = parquet.read_table(RECORDS / "deals.parquet", columns=["deal_id", "dealer", "vul", "deal"])
    by_deal = {row["deal_id"]: row for row in deals.to_pylist()}
    plays = parquet.read_table(RECORDS / "plays.parquet", columns=["deal_id", "lin_id", "room", "play"])
    by_table = {(row["deal_id"], row["lin_id"], row["room"]): row["play"] for row in plays.to_pylist()}
    matches: dict[int, list[dict[str, Any]]] = {}
    for batch in parquet.ParquetFile(RECORDS / "tables.parquet").iter_batches():
        for row in batch.to_pylist():
            matches.setdefault(row["lin_id"], []).append(row)
    order = sorted(matches)
    random.Random(seed).shuffle(order)
    left = count
    for lin in order:
        for row in matches[lin]:
            key = (row["deal_id"], lin, row["room"])
            yield by_deal[row["deal_id"]] | row | {"play": by_table.get(key) or ""}
            left -= 1
        if left <= 0:
            return


def cells(row: dict[str, Any]) -> dict[str, object]:
    """One line of a list: the home team sits North-South in the open room."""
    contract, lin, play = row["contract"] or "", row["lin_id"], row["play"]
    home, visitors = f"H{lin}", f"V{lin}"
    is_open = row["room"] == "o"
    passed = contract == "P"
    return {
        "session": lin, "round": lin, "board": row["board"], "room": row["room"],
        "ns": home if is_open else visitors, "ew": visitors if is_open else home,
        "dealer": row["dealer"], "vulnerable": row["vul"], "deal": row["deal"], "auction": row["auction"],
        "contract": "PASS" if passed else contract[:-1], "declarer": "" if passed else contract[-1:],
        "tricks": "" if row["tricks"] is None or row["tricks"] < 0 else row["tricks"],
        "lead": row["lead"] or "", "play": " ".join(play[at : at + 2] for at in range(0, len(play), 2)),
    }  # fmt: skip


def write(folder: Path, count: int) -> int:
    """Write the event; how many tables it has."""
    folder.mkdir(parents=True)
    (folder / "event.toml").write_text('name = "Drawn from the records"\nform = "imps"\n', "utf-8")
    written, file, writer = 0, None, None
    for row in drawn(count):
        if written % _A_FILE == 0:
            if file is not None:
                file.close()
            file = (folder / f"tables-{written // _A_FILE:03d}.csv").open("w", encoding="utf-8", newline="")
            writer = csv.DictWriter(file, _COLUMNS)
            writer.writeheader()
        assert writer is not None
        writer.writerow(cells(row))
        written += 1
    if file is not None:
        file.close()
    return written


def on_cluster(folder: Path, out: Path, cache: Path) -> Run:
    """The same on a Dask cluster of several workers with one thread each."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1"
    ) as cluster:
        words = ("--backend", "dask", "--scheduler", cluster.scheduler_address)
        return run(folder, out, cache, "--measure", "0", "--depth", DEPTH, *words)


def measure() -> Measured:
    """Two workers, then a cluster."""
    if not RECORDS.is_dir():
        return Measured(skipped="the reference records (../shared/data) are not beside this checkout")
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        count = write(place / "event", TABLES)
        two = run(place / "event", place / "two", place / "cache-two", "--measure", "0", "--depth", DEPTH)
        shared = DEPTH != "standings"
        many = on_cluster(place / "event", place / "many", place / "cache-many") if shared else None
        with (place / "two" / "boards.csv").open(encoding="utf-8") as file:
            row_count = sum(1 for _ in file) - 1
        different = sum(
            (place / "two" / f"{name}.csv").read_bytes() != (place / "many" / f"{name}.csv").read_bytes()
            for name in (_SHEETS if shared else ())
        )
    figures = [
        Figure(
            f"{count} tables: tables that are not on the sheets",
            count - row_count,
            "tables",
            count // 50,
            "at most",
        ),
        Figure(f"{count} tables: memory of the parent", round(two.parent), "MB", 500, "at most"),
        Figure(f"{count} tables: memory of any other process", round(two.worker), "MB", 400, "at most"),
    ]
    costs = {
        "minutes on two workers": round(two.wall / 60, 2),
        "core-minutes on two workers": round(two.cpu / 60, 2),
        "core-seconds a thousand tables": round(1000 * two.cpu / count, 1),
    }
    if many is not None:
        text = f"{count} tables on a cluster of {WORKERS} workers: sheets that differ"
        figures.append(Figure(text, different, "sheets", 0, "at most"))
        costs[f"minutes on a cluster of {WORKERS} workers"] = round(many.wall / 60, 2)
    return Measured(tuple(figures), {"tables": count, "depth": DEPTH, "costs": costs})
