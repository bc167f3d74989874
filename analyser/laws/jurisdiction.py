"""Which Laws and regulations govern a case: the edition and the authority's switches, resolved for a date.

Inside an adoption window whose day is not known both editions are possible: the later is ruled under, the other is kept
beside it so that the case can be run under both.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from analyser.laws.clause import Clause, Stated
from analyser.laws.edition import Adoption, Edition, adoption_window, edition_of
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

_FALLBACK = "WBF"
# Lists begin with the world and its zones; an authority that is not named here stands at the end.
_ORDER = ("WBF", "EBL", "EBU", "ACBL", "FIGB", "FRB", "DBF")
_UNTIL_TODAY = date(9999, 12, 31)


class ReasonCode(StrEnum):
    """Why these Laws and these regulations."""

    ASKED = "edition-asked"
    BY_DATE = "edition-by-date"
    BOTH_POSSIBLE = "two-editions-possible"
    NO_DATE = "no-date"
    BEFORE_OLDEST = "before-the-oldest-edition-kept"
    NO_AUTHORITY = "no-authority"
    UNKNOWN_AUTHORITY = "unknown-authority"
    REGULATION_ASKED = "regulation-asked"
    REGULATION_MOVED = "regulation-of-another-edition"
    REGULATION_IDLE = "regulation-not-for-this-edition"
    REGULATION_CARRIED = "regulation-of-an-earlier-edition"
    DAY_MOVED = "day-outside-the-edition"


_SAYS = {
    ReasonCode.ASKED: "the {edition} Laws were asked for",
    ReasonCode.BY_DATE: "on {date} {authority} played by the {edition} Laws",
    ReasonCode.BOTH_POSSIBLE: "{authority} took up the {edition} Laws between {earliest} and {latest}, the day is not known: "
    "those of {other} are possible too",
    ReasonCode.NO_DATE: "the case has no date: the newest Laws are used",
    ReasonCode.BEFORE_OLDEST: "{date} is before the oldest Laws kept here: those of {edition} are used in their place",
    ReasonCode.NO_AUTHORITY: "the case names no authority: the WBF's regulations are used",
    ReasonCode.UNKNOWN_AUTHORITY: "the authority {found} is not known here: the WBF's regulations are used",
    ReasonCode.REGULATION_ASKED: "the regulation {regulation} was asked for",
    ReasonCode.REGULATION_MOVED: "{found} belongs to other Laws: {regulation} is used in its place",
    ReasonCode.REGULATION_IDLE: "{found} has no place under the {edition} Laws and is left aside",
    ReasonCode.REGULATION_CARRIED: "{authority} has no regulation for the {edition} Laws: {regulation} is used",
    ReasonCode.DAY_MOVED: "{date} lies outside the time of the {edition} Laws: dated rules are read as of {day}",
}
_WARN = frozenset(
    {
        ReasonCode.BOTH_POSSIBLE,
        ReasonCode.NO_DATE,
        ReasonCode.BEFORE_OLDEST,
        ReasonCode.NO_AUTHORITY,
        ReasonCode.UNKNOWN_AUTHORITY,
        ReasonCode.REGULATION_MOVED,
        ReasonCode.REGULATION_IDLE,
        ReasonCode.REGULATION_CARRIED,
    }
)


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of the choice, as a code with its arguments."""

    code: ReasonCode
    args: tuple[tuple[str, str], ...] = ()

    @property
    def warns(self) -> bool:
        """Whether the reader must be told, not only the one who asks."""
        return self.code in _WARN

    def __str__(self) -> str:
        """The English sentence."""
        return _SAYS[self.code].format(**dict(self.args))


@dataclass(frozen=True, slots=True)
class Jurisdiction:
    """The Laws and regulations a case is ruled under."""

    date: date | None
    authority: str
    edition: Edition
    regulation: Regulation
    regulations: tuple[str, ...]  # the authority's own first, then what is laid over it
    reasons: tuple[Reason, ...]
    also: tuple["Jurisdiction", ...] = ()  # the other possible ones, each complete

    @property
    def because(self) -> str:
        """Why these Laws, in one English line."""
        return "; ".join(map(str, self.reasons))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the reader must be told about the choice."""
        return tuple(str(reason) for reason in self.reasons if reason.warns)

    def clause(self, path: str) -> Clause:
        """A provision of the edition ruled under."""
        return self.edition.clause(path)

    def why(self, key: str) -> Stated:
        """What a value of the regulation or the edition rests on."""
        return self.regulation.find(key) or self.edition.why(key)


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

    >>> set(authorities()) - set(authorities_with_switches())
    {'DBF', 'FRB'}
    """
    switching = {authority_of(name) for name in regulations() if has_settled_switches(name)}
    return tuple(body for body in authorities() if body in switching)


def adoption(authority: str, year: str) -> Adoption:
    """When an authority took up an edition; where its day is not known, the window the edition allowed.

    The day stands in the authority's own regulation for the edition or, while it has none, in the edition's file.
    """
    own = f"{authority.lower()}-{year}"
    stated = regulation_file(own).get("adopted") if own in regulations() else None
    stated = stated or edition_file(year).get("adopted", {}).get(authority)
    return (
        Adoption.of(authority, year, stated)
        if stated
        else replace(adoption_window(year), authority=authority)
    )


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
        reasons.append(Reason(ReasonCode.ASKED, (("edition", edition),)))
    elif day is None:
        possible = [editions()[-1]]
        reasons.append(Reason(ReasonCode.NO_DATE))
    else:
        possible = _possible(day, body)
        reasons += _by_date(day, body, possible)
    *others, last = (_under(year, day, body, regulations, reasons) for year in possible)
    return replace(last, also=tuple(others))


def _authority(authority: str | None) -> tuple[str, list[Reason]]:
    body = (authority or "").strip().upper()
    if not body:
        return _FALLBACK, [Reason(ReasonCode.NO_AUTHORITY)]
    if body not in authorities():
        return _FALLBACK, [Reason(ReasonCode.UNKNOWN_AUTHORITY, (("found", (authority or "").strip()),))]
    return body, []


def _possible(day: date, authority: str) -> list[str]:
    """The editions that may have been in force, oldest first; more than one inside an open window."""
    oldest, *later = editions()
    possible = [oldest]
    for year in later:
        window = adoption(authority, year)
        if day >= window.latest:
            possible = [year]
        elif day >= window.earliest:
            possible.append(year)
    return possible


def _by_date(day: date, authority: str, possible: list[str]) -> list[Reason]:
    date_text, chosen = day.isoformat(), possible[-1]
    if len(possible) > 1:
        window = adoption(authority, chosen)
        args = {
            "authority": authority,
            "edition": chosen,
            "earliest": window.earliest.isoformat(),
            "latest": window.latest.isoformat(),
            "other": ", ".join(possible[:-1]),
        }
        return [Reason(ReasonCode.BOTH_POSSIBLE, tuple(args.items()))]
    if chosen == editions()[0] and day < adoption_window(chosen).earliest:
        return [Reason(ReasonCode.BEFORE_OLDEST, (("date", date_text), ("edition", chosen)))]
    args = {"date": date_text, "authority": authority, "edition": chosen}
    return [Reason(ReasonCode.BY_DATE, tuple(args.items()))]


def _under(
    year: str, day: date | None, authority: str, regulations_asked: tuple[str, ...], reasons: list[Reason]
) -> Jurisdiction:
    """The whole jurisdiction under one edition: the authority's regulation and what is laid over it."""
    steps = list(reasons)
    args: tuple[tuple[str, str], ...]
    body, overlays = authority, []
    for name in regulations_asked:
        if not is_overlay(name):
            body = authority_of(name)
            own = _regulation_for(body, year)
            code = ReasonCode.REGULATION_ASKED if own == name else ReasonCode.REGULATION_MOVED
            args = (("regulation", name),) if own == name else (("found", name), ("regulation", own))
        elif applies_under(name, year):
            overlays.append(name)
            code, args = ReasonCode.REGULATION_ASKED, (("regulation", name),)
        else:
            code, args = ReasonCode.REGULATION_IDLE, (("found", name), ("edition", year))
        steps.append(Reason(code, args))
    own = _regulation_for(body, year)
    if not own.endswith(year):
        args = (("authority", body), ("edition", year), ("regulation", own))
        steps.append(Reason(ReasonCode.REGULATION_CARRIED, args))
    read_as_of = _inside(day, authority_of(own), year)
    if day is not None and read_as_of is not None and read_as_of != day:
        args = (("date", day.isoformat()), ("edition", year), ("day", read_as_of.isoformat()))
        steps.append(Reason(ReasonCode.DAY_MOVED, args))
    return Jurisdiction(
        day,
        authority,
        edition_of(year),
        regulation_of(own, read_as_of, tuple(overlays), year),
        (own, *overlays),
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
    first = adoption(authority, year).earliest if place else date.min
    last = _UNTIL_TODAY
    if place + 1 < len(years):
        last = adoption(authority, years[place + 1]).latest - timedelta(days=1)
    return min(max(day, first), last)
