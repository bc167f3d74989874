"""What several tests share: where the golden figures lie, and what is only there beside a full checkout."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
SHARED = ROOT.parent / "shared"

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the reference records (../shared) are not beside this checkout"
)
