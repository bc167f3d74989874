"""What the tests of newcomers share."""

import pytest

from tests.support.newcomer import Newcomer


@pytest.fixture
def newcomer(tmp_path):
    """A copy of the package that does not know the newcomer yet."""
    return Newcomer(tmp_path)
