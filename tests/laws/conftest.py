"""What the tests of the Laws share."""

import pytest

from analyser import laws
from analyser.laws import load


@pytest.fixture(scope="session")
def every_clause():
    """All provisions of all editions."""
    return [one.clause for year in laws.editions() for one in load.provisions(year).values()]
