"""What a long measurement has found so far, kept so that a run that was stopped goes on where it was."""

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from tests.bench.lab.judgement import program_version
from tests.support import ROOT

_FOLDER = ROOT / ".cache" / "bench" / "parts"


def kept_part(name: str, text: str, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """One part of a measurement, from an earlier run of the same program where there is one; else measured and kept."""
    key = sha256(f"{program_version()} {text}".encode()).hexdigest()[:24]
    path = _FOLDER / name / f"{key}.json"
    if path.is_file():
        return dict(json.loads(path.read_text("utf-8")))
    answer = measure()
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".part")
    half.write_text(json.dumps(answer), "utf-8")
    half.replace(path)
    return answer
