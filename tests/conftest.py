"""Fixtures every test may ask for, and the fixed dice of the property tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.support import GOLDEN
from tests.support.browsers import chromium

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder of figures that must come out exactly."""
    return GOLDEN


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The one browser of a run: a second beside it is refused by its driver."""
    with chromium() as opened:
        yield opened
