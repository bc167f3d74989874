"""Where the double-dummy answers of the tests are kept: for both workers of a run, and for the next run."""

import hashlib
from pathlib import Path

from tests.support import ROOT

SOLVER = ROOT / "analyser" / "estimates" / "solver"


def answers_folder() -> Path:
    """A folder named after the solver's source and the lock: whoever changes either starts with an empty one."""
    sources = [*sorted(SOLVER.glob("*.py")), ROOT / "requirements.txt"]
    name = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
    return ROOT / ".cache" / "answers" / name
