"""The house stays small: at most 250 files of Python and 52,000 lines of them, none of more than 500."""

from tests.bench.promise import Figure
from tests.support import ROOT


def measure() -> tuple[Figure, ...]:
    """The files of the package, their lines, and the longest of them."""
    lines = [len(path.read_text("utf-8").splitlines()) for path in (ROOT / "analyser").rglob("*.py")]
    return (
        Figure("files", len(lines), "files", 250, "at most"),
        Figure("lines", sum(lines), "lines", 52_000, "at most"),
        Figure("the longest file", max(lines), "lines", 500, "at most"),
    )
