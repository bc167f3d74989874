"""The versions of a draft as a person reads them: what was saved at one step in one sitting stands together."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from analyser.web.casework import step_of
from analyser.web.drafts import Version

__all__ = ["Sitting", "sittings"]

_OVER = 1800  # seconds without a save end a sitting


@dataclass(frozen=True, slots=True)
class Sitting:
    """Versions that followed each other at the same steps, the newest first."""

    steps: tuple[str, ...]
    versions: tuple[Version, ...]

    @property
    def numbers(self) -> str:
        """The numbers from the first to the last of them."""
        return _span(str(self.versions[-1].number), str(self.versions[0].number))

    @property
    def when(self) -> str:
        """The time from the first to the last of them.

        >>> Sitting(("event",), (Version(3, 200), Version(2, 65))).when, Sitting((), (Version(1, 0),)).when
        ('1970-01-01 00:01:05–00:03:20 UTC', '1970-01-01 00:00:00 UTC')
        """
        first, last = _moment(self.versions[-1]), _moment(self.versions[0])
        until = last.removeprefix(first[:11]) if first != last else last
        return f"{_span(first, until)} UTC"

    @property
    def each(self) -> tuple[tuple[int, str], ...]:
        """Each of them with its own time."""
        return tuple((one.number, f"{_moment(one)} UTC") for one in self.versions)


def _span(first: str, last: str) -> str:
    return last if first == last else f"{first}–{last}"


def _moment(version: Version) -> str:
    return dt.datetime.fromtimestamp(version.changed, tz=dt.UTC).strftime("%Y-%m-%d %H:%M:%S")


def sittings(versions: Iterable[Version]) -> tuple[Sitting, ...]:
    """Versions, the newest first, put together by the step that was filled in; others stand alone.

    >>> kept = [Version(4, 90, "event"), Version(3, 60, "event title"), Version(2, 30, "board"), Version(1, 0)]
    >>> [(one.steps, [version.number for version in one.versions]) for one in sittings(kept)]
    [(('event',), [4, 3]), (('board',), [2]), ((), [1])]
    """
    found: list[tuple[tuple[str, ...], list[Version]]] = []
    for version in versions:
        steps = tuple(sorted({step_of(table) for table in version.tables.split()}))
        if found and steps and found[-1][0] == steps and found[-1][1][-1].changed - version.changed < _OVER:
            found[-1][1].append(version)
        else:
            found.append((steps, [version]))
    return tuple(Sitting(steps, tuple(together)) for steps, together in found)
