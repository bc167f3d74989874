"""Fixtures every test may ask for, and the fixed dice of the property tests."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.support import GOLDEN

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder of figures that must come out exactly."""
    return GOLDEN
