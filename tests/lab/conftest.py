"""The record every model of the lab is fitted to in tests."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def record(played_record: Path) -> Path:
    """Small deals with contracts, leads, plays and slow calls, made once in a run; nobody writes into it."""
    return played_record
