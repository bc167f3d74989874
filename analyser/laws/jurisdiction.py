"""Which Laws and regulations govern a case: the edition and the authority's switches, resolved for a date.

Inside an adoption window whose day is not known both editions are possible: the later is ruled under, the other is kept
beside it so that the case can be run under both.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from analyser.errors import LawError
from analyser.laws import load, load_regulation
from analyser.laws.clause import Clause
from analyser.laws.edition import Edition
from analyser.laws.regulation import Adoption, Regulation
from analyser.laws.source import Stated
from analyser.laws.tables import nearest

__all__ = ["Jurisdiction", "Reason", "ReasonCode", "adoption", "authorities", "resolve"]

_FALLBACK = "WBF"
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
        return self.regulation.stated.get(key) or self.edition.why(key)


def authorities() -> tuple[str, ...]:
    """The authorities whose regulations are kept.

    >>> {"WBF", "EBL", "EBU", "ACBL", "FIGB", "FRB"} <= set(authorities())
    True
    """
    files = (name for name in load_regulation.regulations() if name.rpartition("-")[2].isdigit())
    return tuple(sorted({name.rpartition("-")[0].upper() for name in files}))


def adoption(authority: str, year: str) -> Adoption:
    """When an authority took up an edition; where its day is not known, the window the edition allowed."""
    name = f"{authority.lower()}-{year}"
    if name in load_regulation.regulations():
        told = load_regulation.regulation_file(name).adoption
        if told is not None:
            return told
    return replace(load.window(year), authority=authority)


def resolve(
    day: date | None,
    authority: str | None = None,
    edition: str | None = None,
    regulations: tuple[str, ...] = (),
) -> Jurisdiction:
    """The Laws and regulations for a date and an authority; `edition` and `regulations` override.

    >>> resolve(date(2019, 6, 20), "EBU").regulations
    ('ebu-2017',)
    >>> found = resolve(date(2008, 5, 1))
    >>> found.edition.year, [other.edition.year for other in found.also]
    ('2007', ['1997'])
    """
    body, reasons = _authority(authority)
    if edition is not None:
        if edition not in load.editions():
            raise LawError(
                "this edition of the Laws is not kept here",
                where="edition",
                found=edition,
                remedy=f"known: {', '.join(load.editions())}",
            )
        possible = [edition]
        reasons.append(Reason(ReasonCode.ASKED, (("edition", edition),)))
    elif day is None:
        possible = [load.editions()[-1]]
        reasons.append(Reason(ReasonCode.NO_DATE))
    else:
        possible = _possible(day, body)
        reasons += _by_date(day, body, possible)
    found = [_under(year, day, body, regulations, reasons) for year in possible]
    last = found[-1]
    return Jurisdiction(
        last.date,
        last.authority,
        last.edition,
        last.regulation,
        last.regulations,
        last.reasons,
        tuple(found[:-1]),
    )


def _authority(authority: str | None) -> tuple[str, list[Reason]]:
    body = (authority or "").strip().upper()
    if not body:
        return _FALLBACK, [Reason(ReasonCode.NO_AUTHORITY)]
    if body not in authorities():
        return _FALLBACK, [Reason(ReasonCode.UNKNOWN_AUTHORITY, (("found", (authority or "").strip()),))]
    return body, []


def _possible(day: date, authority: str) -> list[str]:
    """The editions that may have been in force, oldest first; more than one inside an open window."""
    oldest, *later = load.editions()
    possible = [oldest]
    for year in later:
        window = adoption(authority, year)
        if day >= window.latest:
            possible = [year]
        elif day >= window.earliest:
            possible.append(year)
    return possible


def _by_date(day: date, authority: str, possible: list[str]) -> list[Reason]:
    told, chosen = day.isoformat(), possible[-1]
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
    if chosen == load.editions()[0] and day < load.window(chosen).earliest:
        return [Reason(ReasonCode.BEFORE_OLDEST, (("date", told), ("edition", chosen)))]
    args = {"date": told, "authority": authority, "edition": chosen}
    return [Reason(ReasonCode.BY_DATE, tuple(args.items()))]


def _under(
    year: str, day: date | None, authority: str, asked: tuple[str, ...], reasons: list[Reason]
) -> Jurisdiction:
    own = f"{authority.lower()}-{year}"
    told = list(reasons)
    overlays = []
    for name in asked:
        file = load_regulation.regulation_file(name)
        if file.overlay and file.editions and year not in file.editions:
            told.append(Reason(ReasonCode.REGULATION_IDLE, (("found", name), ("edition", year))))
            continue
        if file.overlay:
            overlays.append(name)
            told.append(Reason(ReasonCode.REGULATION_ASKED, (("regulation", name),)))
            continue
        own = f"{file.authority.lower()}-{year}"
        if own == name:
            told.append(Reason(ReasonCode.REGULATION_ASKED, (("regulation", name),)))
        else:
            told.append(Reason(ReasonCode.REGULATION_MOVED, (("found", name), ("regulation", own))))
    if own not in load_regulation.regulations():
        own = (
            nearest(own, [name for name in load_regulation.regulations() if name.endswith(year)])
            or f"wbf-{year}"
        )
    held = _inside(day, load_regulation.regulation_file(own).authority, year)
    if held != day and day is not None and held is not None:
        args = {"date": day.isoformat(), "edition": year, "day": held.isoformat()}
        told.append(Reason(ReasonCode.DAY_MOVED, tuple(args.items())))
    return Jurisdiction(
        day,
        authority,
        load.edition_of(year),
        load_regulation.regulation_of(own, held, tuple(overlays)),
        (own, *overlays),
        tuple(told),
    )


def _inside(day: date | None, authority: str, year: str) -> date | None:
    """The day itself, or the nearest one on which the authority could have played by the edition."""
    if day is None:
        return None
    years = load.editions()
    place = years.index(year)
    first = adoption(authority, year).earliest if place else date.min
    last = _UNTIL_TODAY
    if place + 1 < len(years):
        last = adoption(authority, years[place + 1]).latest - timedelta(days=1)
    return min(max(day, first), last)
