"""`demo`: a bundled case, from the facts to the result."""

from analyser import resources
from analyser.casefile import case_of
from analyser.cli.terminal import say

__all__ = ["DEMO", "run"]

DEMO = "cases/kinds/unauthorised-information.toml"


def run() -> int:
    """Check the bundled case and print it."""
    data = resources.data(DEMO)
    case = case_of(data)
    say(data.decode("utf-8").rstrip("\n"))
    say()
    say(f"{resources.location(DEMO)}: no problems ({case.title})")
    return 0
