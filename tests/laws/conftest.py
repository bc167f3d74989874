"""What the tests of the Laws share."""

import pytest

from analyser import laws
from analyser.laws.law_book import provisions


@pytest.fixture(scope="session")
def every_clause():
    """All provisions of all editions."""
    return [provision.clause for year in laws.editions() for provision in provisions(year).values()]
