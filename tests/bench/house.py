"""The package is wanted at most 68,000 lines in 290 files, none over 500, with names that say what a thing is.

These are aims: a figure that misses its aim is printed and stored as missed.
"""

from tests.bench.promise import Figure
from tests.support import ROOT
from tests.support.house import PACKAGE
from tests.support.naming import census_of_bound_names, census_of_functions, sources_in


def measure() -> tuple[Figure, ...]:
    """The package's files, lines and longest file, and the percentages of names that name nothing."""
    sources = sources_in(PACKAGE)
    lines = [len(path.read_text("utf-8").splitlines()) for path in sources]
    names = (
        ("function names that name nothing", census_of_functions(sources), 5),
        ("bound names that name nothing", census_of_bound_names(sources), 1.2),
        ("bound names in tests that name nothing", census_of_bound_names(sources_in(ROOT / "tests")), 2),
    )
    return (
        Figure("files", len(lines), "files", 290, "at most"),
        Figure("lines", sum(lines), "lines", 68_000, "at most"),
        Figure("the longest file", max(lines), "lines", 500, "at most"),
        *(Figure(what, round(100 * census.share, 2), "%", most, "at most") for what, census, most in names),
    )
