"""What several tests share: where the golden figures lie, and what is only there beside a full checkout."""

import csv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
SHARED = ROOT.parent / "shared"

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the reference records (../shared) are not beside this checkout"
)


def golden_rows(place: str) -> list[dict[str, str]]:
    """The rows of a golden table, by its place under `tests/golden`."""
    with (GOLDEN / place).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
