"""The rulings of a case one after the other, each with the figures that changed against the one before."""

import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analyser.web.jobs import Job
from analyser.web.ruling_document import compared_rows


@dataclass(frozen=True, slots=True)
class RulingVersion:
    """A ruling with its number among those of its case; `changed` holds key, figure before, figure now."""

    number: int
    job: Job
    scores: tuple[tuple[str, str], ...]  # of each side: the score and its unit
    changed: tuple[tuple[str, object, object], ...]

    @property
    def when(self) -> str:
        """When it was asked for, by this machine's clock."""
        return moment(self.job.made)


def moment(seconds: float) -> str:
    """A day and hour as this machine's clock shows them."""
    return f"{dt.datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}"  # noqa: DTZ006 - for people at this machine


def ruling_versions(jobs: Sequence[Job]) -> tuple[RulingVersion, ...]:
    """The rulings of a case, given the last first."""
    versions: list[RulingVersion] = []
    before: dict[str, Any] | None = None
    for number, job in enumerate(reversed(jobs), 1):
        document = json.loads(job.answer["json"])
        rows = () if before is None else compared_rows(before, document)
        changed = tuple((key, was, is_now) for key, was, is_now in rows if was != is_now)
        versions.append(RulingVersion(number, job, _scores(document), changed))
        before = document
    return tuple(reversed(versions))


def _scores(document: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    adjusted = document["adjusted"] or {}
    return tuple(
        (adjusted[side]["decimal"], adjusted[side]["unit"]) for side in ("ns", "ew") if adjusted.get(side)
    )
