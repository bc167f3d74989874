"""Which Laws and regulations govern a case: the edition and the authority's switches, resolved for a date.

Inside an adoption window whose day is not known both editions are possible: the later is ruled under, the other is kept
beside it so that the case can be run under both.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from analyser.laws.edition import Edition, adoption_window, edition_of
from analyser.laws.law_book import check_edition, edition_file, editions, lineage
from analyser.laws.regulation import (
    Regulation,
    applies_under,
    authority_of,
    has_settled_switches,
    is_overlay,
    regulation_file,
    regulation_of,
    regulations,
)
from analyser.laws.values import Clause, StatedValue
from analyser.messages import Message, message

_FALLBACK = "WBF"
# Lists begin with the world and its zones; an authority that is not named here stands at the end.
_ORDER = ("WBF", "EBL", "EBU", "ACBL", "FIGB", "FRB", "DBF")
_UNTIL_TODAY = date(9999, 12, 31)


# Steps of the choice the reader must be told of, not only the one who asks.
_WARN = frozenset(
    {
        "law.both-possible",
        "law.no-date",
        "law.before-oldest",
        "law.no-authority",
        "law.unknown-authority",
        "law.regulation-moved",
        "law.regulation-idle",
        "law.regulation-carried",
    }
)


@dataclass(frozen=True, slots=True)
class Jurisdiction:
    """The Laws and regulations a case is ruled under."""

    date: date | None
    authority: str
    edition: Edition
    regulation: Regulation
    regulations: tuple[str, ...]  # the authority's own first, then what is laid over it
    reasons: tuple[Message, ...]  # why these Laws and these regulations, step by step
    also: tuple["Jurisdiction", ...] = ()  # the other possible ones, each complete

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What the reader must be told about the choice."""
        return tuple(reason for reason in self.reasons if reason.code in _WARN)

    def clause(self, path: str) -> Clause:
        """A provision of the edition ruled under."""
        return self.edition.clause(path)

    def source_of(self, key: str) -> StatedValue:
        """What a value of the regulation or the edition rests on."""
        return self.regulation.find(key) or self.edition.source_of(key)


def authorities() -> tuple[str, ...]:
    """The authorities whose regulations are kept, as lists show them.

    >>> {"WBF", "EBL", "EBU", "ACBL", "FIGB", "FRB"} <= set(authorities())
    True
    """
    names = (name.rpartition("-") for name in regulations())
    bodies = {authority.upper() for authority, _, year in names if year.isdigit()}
    return tuple(
        sorted(bodies, key=lambda body: (_ORDER.index(body) if body in _ORDER else len(_ORDER), body))
    )


def authorities_with_switches() -> tuple[str, ...]:
    """The authorities that settle anything otherwise than those above them, under any edition.

    >>> sorted(set(authorities()) - set(authorities_with_switches()))
    ['DBF', 'FRB']
    """
    switching = {authority_of(name) for name in regulations() if has_settled_switches(name)}
    return tuple(body for body in authorities() if body in switching)


def adoption(authority: str, year: str) -> tuple[date, date]:
    """The first and the last day on which an authority may have taken up an edition: one day where it is known.

    Where nothing is known, the window the edition allowed. The day stands in the authority's own regulation for the edition or, while it has none, in the edition's file.
    """
    regulation_id = f"{authority.lower()}-{year}"
    stated = regulation_file(regulation_id).get("adopted") if regulation_id in regulations() else None
    stated = stated or edition_file(year).get("adopted", {}).get(authority)
    return (stated["earliest"], stated["latest"]) if stated else adoption_window(year)


def resolve(
    day: date | None,
    authority: str | None = None,
    edition: str | None = None,
    regulations: tuple[str, ...] = (),
) -> Jurisdiction:
    """The Laws and regulations for a date and an authority; `edition` and `regulations` override.

    >>> resolve(date(2019, 6, 20), "EBU").regulations
    ('ebu-2017',)
    >>> law = resolve(date(2008, 5, 1))
    >>> law.edition.year, [other.edition.year for other in law.also]
    ('2007', ['1997'])
    """
    body, reasons = _authority(authority)
    if edition is not None:
        check_edition(edition)
        possible = [edition]
        reasons.append(message("law.asked", edition=edition))
    elif day is None:
        possible = [editions()[-1]]
        reasons.append(message("law.no-date"))
    else:
        possible = _possible(day, body)
        reasons += _explain_date(day, body, possible)
    *others, last = (_build_jurisdiction(year, day, body, regulations, reasons) for year in possible)
    return replace(last, also=tuple(others))


def _authority(authority: str | None) -> tuple[str, list[Message]]:
    body = (authority or "").strip().upper()
    if not body:
        return _FALLBACK, [message("law.no-authority")]
    if body not in authorities():
        return _FALLBACK, [message("law.unknown-authority", found=(authority or "").strip())]
    return body, []


def _possible(day: date, authority: str) -> list[str]:
    """The editions that may have been in force, oldest first; more than one inside an open window."""
    oldest, *later = editions()
    possible = [oldest]
    for year in later:
        earliest, latest = adoption(authority, year)
        if day >= latest:
            possible = [year]
        elif day >= earliest:
            possible.append(year)
    return possible


def _explain_date(day: date, authority: str, possible: list[str]) -> list[Message]:
    chosen = possible[-1]
    if len(possible) > 1:
        earliest, latest = adoption(authority, chosen)
        others = ", ".join(possible[:-1])
        args = {"authority": authority, "edition": chosen, "earliest": earliest, "latest": latest}
        return [message("law.both-possible", **args, other=others)]
    if chosen == editions()[0] and day < adoption_window(chosen)[0]:
        return [message("law.before-oldest", date=day, edition=chosen)]
    return [message("law.by-date", date=day, authority=authority, edition=chosen)]


def _build_jurisdiction(
    year: str, day: date | None, authority: str, regulations_asked: tuple[str, ...], reasons: list[Message]
) -> Jurisdiction:
    """The whole jurisdiction under one edition: the authority's regulation and what is laid over it."""
    steps = list(reasons)
    body, overlays = authority, []
    for name in regulations_asked:
        if not is_overlay(name):
            body = authority_of(name)
            regulation_id = _regulation_for(body, year)
            if regulation_id == name:
                steps.append(message("law.regulation-asked", regulation=name))
            else:
                steps.append(message("law.regulation-moved", found=name, regulation=regulation_id))
        elif applies_under(name, year):
            overlays.append(name)
            steps.append(message("law.regulation-asked", regulation=name))
        else:
            steps.append(message("law.regulation-idle", found=name, edition=year))
    regulation_id = _regulation_for(body, year)
    if not regulation_id.endswith(year):
        steps.append(
            message("law.regulation-carried", authority=body, edition=year, regulation=regulation_id)
        )
    read_as_of = _inside(day, authority_of(regulation_id), year)
    if day is not None and read_as_of is not None and read_as_of != day:
        steps.append(message("law.day-moved", date=day.isoformat(), edition=year, day=read_as_of.isoformat()))
    return Jurisdiction(
        day,
        authority,
        edition_of(year),
        regulation_of(regulation_id, read_as_of, tuple(overlays), year),
        (regulation_id, *overlays),
        tuple(steps),
    )


def _regulation_for(authority: str, year: str) -> str:
    """An authority's regulation for an edition, or for the one that edition goes back to; else the WBF's."""
    names = [
        f"{body.lower()}-{edition}" for body in (authority, _FALLBACK) for edition in reversed(lineage(year))
    ]
    return next(name for name in names if name in regulations())


def _inside(day: date | None, authority: str, year: str) -> date | None:
    """The day itself, or the nearest one on which the authority could have played by the edition."""
    if day is None:
        return None
    years = editions()
    place = years.index(year)
    first = adoption(authority, year)[0] if place else date.min
    last = _UNTIL_TODAY
    if place + 1 < len(years):
        last = adoption(authority, years[place + 1])[1] - timedelta(days=1)
    return min(max(day, first), last)
