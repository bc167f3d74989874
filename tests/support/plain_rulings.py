"""Bundled cases ruled without models or solver: what is due, what persons found, what the cards left allow."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.ruling import Ruling, RulingRequest
from analyser.ruling.rule import rule

_SECONDS_EACH = {"ebu-2011-claim-6n", "equity-beyond-transfer", "revoke-dummy-won"}  # every line searched


@cache
def plain_ruling(path: Path) -> Ruling:
    """The ruling of a case file, made once in a process."""
    return rule(case_of(path.read_bytes()), RulingRequest(), Services())


def every_case(paths: Iterable[Path]) -> pytest.MarkDecorator:
    """A test for each of these files; those that take seconds are left to the whole suite."""
    rows = [
        pytest.param(
            path,
            id=f"{path.parent.name}/{path.stem}",
            marks=pytest.mark.slow if path.stem in _SECONDS_EACH else (),
        )
        for path in paths
    ]
    return pytest.mark.parametrize("path", rows)
