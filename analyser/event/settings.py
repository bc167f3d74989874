"""What `event.toml` says of an event: whose rules, how it is scored, which files are which session, carry-over."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from difflib import get_close_matches
from enum import StrEnum
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import TypeVar

from analyser import laws
from analyser.casefile import Form, Level, PlayerClass, Scale
from analyser.casefile.toml_reader import parse_tree
from analyser.errors import AnalyserError, CaseError, Problem, ScoringError
from analyser.messages import sentence
from analyser.ruling.procedure.penalties import OffenceFacts, penalty_due, penalty_named, seconds_of
from analyser.scoring import Unit, percent_of_top
from analyser.scoring.percent_scales import PercentScale, percent_scale_named, percent_scale_of

SETTINGS_FILE = "event.toml"
_LINES = 2  # of a Mitchell: North-South and East-West


class Movement(StrEnum):
    """Whether North-South and East-West pairs share their numbers."""

    HOWELL = "howell"  # one number, one pair, wherever it sits
    MITCHELL = "mitchell"  # pair 1 North-South and pair 1 East-West are two pairs
    UNKNOWN = "unknown"  # found from the results: a number on both sides of one board is two pairs


class DatumKind(StrEnum):
    """What a Butler score is counted from."""

    MEAN = "mean"
    MEDIAN = "median"


class CrossDivisor(StrEnum):
    """By what the sum of the IMPs against every other table is divided."""

    COMPARISONS = "comparisons"
    SCORES = "scores"  # the comparisons and one
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class FieldRules:
    """How a score is set against a field, where regulations differ: the datum, and the divisor of cross-IMPs."""

    trim: int = 0  # tables left out of the datum at each end
    datum: DatumKind = DatumKind.MEAN
    cross: CrossDivisor = CrossDivisor.COMPARISONS
    exact_datum: bool = False  # not to the nearest ten


@dataclass(frozen=True, slots=True)
class FileAssignment:
    """Which files belong to which session and round, where the files themselves do not say."""

    files: str
    session: str = ""
    round: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class ExtraPoints:
    """Points carried over, or a penalty apart from any board: to whom, how many, why, and in the match against whom."""

    to: str
    points: Fraction
    why: str = ""
    against: str = ""  # left out, the points count in every match of a knock-out
    of_top: bool = False  # percent of what one board offers

    def counts(self, who: str, other: str) -> bool:
        """Tell whether these points are a competitor's, in the match against `other` where there is one.

        >>> ExtraPoints("Reds", Fraction(4), against="Blues").counts("Reds", "Greens")
        False
        """
        return self.to == who and (not self.against or not other or self.against == other)


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The settings of an event; a folder without `event.toml` has these.

    >>> EventSettings().form, EventSettings(form=Form.VP).is_teams
    (Form.MATCHPOINTS, True)
    """

    name: str = ""
    authority: str | None = None
    day: date | None = None
    edition: str | None = None
    regulations: tuple[str, ...] = ()
    form: Form = Form.MATCHPOINTS
    scale: Scale = Scale.WBF_CONTINUOUS
    boards: int | None = None  # in a match; counted where it is not told
    by_match: bool = False  # pairs: what they win in each match is converted to victory points
    percents: PercentScale | None = None  # at matchpoints; none where only the files' own are known
    level: Level | None = None
    players: PlayerClass = PlayerClass.EXPERT
    screens: bool | None = None
    movement: Movement = Movement.UNKNOWN
    apart: bool = False  # each section is a field of its own
    field_rules: FieldRules = field(default_factory=FieldRules)
    factor: bool | None = (
        None  # boards with fewer results brought to the fullest; left out, by the regulation
    )
    winners: int | None = None  # one list, or one a line; left out, by the files and by who sat where
    slow: int | None = None  # seconds from which a call is called slow, over the player's own pace
    assignments: tuple[FileAssignment, ...] = ()
    carried: tuple[ExtraPoints, ...] = ()
    penalties: tuple[ExtraPoints, ...] = ()
    qualify: tuple[int, ...] = ()  # places that count: the last that goes on, the last of a prize
    stated: frozenset[str] = (
        frozenset()
    )  # the keys of `event.toml`: what the files say does not replace these

    @property
    def is_teams(self) -> bool:
        """Tell whether boards are compared with the other room of a match."""
        return self.form.scoring.teams

    @property
    def unit(self) -> str:
        """What the standings are counted in."""
        return str(Unit.VP if self.by_match else self.form.scoring.final_unit)

    def assignment_of(self, file: str) -> FileAssignment:
        """What is said of a file; nothing where nothing fits."""
        name = file.replace("\\", "/")
        fits = (assignment for assignment in self.assignments if fnmatchcase(name, assignment.files))
        return next(fits, FileAssignment("*"))


_Word = TypeVar("_Word", bound=StrEnum)
_Default = TypeVar("_Default", bound=StrEnum | None)
_POINTS = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?")


@dataclass(slots=True)
class _SettingsReader:
    """Takes the keys of a table one by one and remembers what was wrong."""

    table: Mapping[str, object]
    where: str = ""
    problems: list[Problem] = field(default_factory=list)
    known: list[str] = field(default_factory=list)

    def take(self, key: str, kind: type | tuple[type, ...], what: str) -> object:
        self.known.append(key)
        value = self.table.get(key)  # TOML has no null: none is not there
        if value is not None and (
            not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
        ):
            self.wrong(key, str(value), sentence("not-what", what=sentence(what, key=key)))
            return None
        return value

    def wrong(self, key: str, found: str, why: str, remedy: str = "") -> None:
        self.problems.append(Problem(f"{self.where} {key}".strip(), found[:80], why, remedy))

    def text(self, key: str) -> str:
        value = self.take(key, (str, int), "setting-text")
        return "" if value is None else str(value)

    def whole_number(self, key: str, least: int = 0) -> int | None:
        value = self.take(key, int, "setting-whole-number")
        if isinstance(value, int) and value < least:
            self.wrong(key, str(value), sentence("at-least-that", least=least))
            return None
        return value if isinstance(value, int) else None

    def truth(self, key: str) -> bool | None:
        value = self.take(key, bool, "setting-truth")
        return value if isinstance(value, bool) else None

    def day(self, key: str) -> date | None:
        value = self.take(key, date, "setting-date")
        if isinstance(value, datetime):
            return value.date()
        return value if isinstance(value, date) else None

    def points(self, key: str) -> Fraction:
        value = self.take(key, (int, str), "setting-number")
        text = str(value or 0).strip()
        if not _POINTS.fullmatch(text):
            self.wrong(key, text, sentence("not-a-number"), sentence("write-points"))
            return Fraction(0)
        return Fraction(text)

    def wholes(self, key: str) -> tuple[int, ...]:
        value = self.take(key, list, "setting-whole-numbers")
        places = value if isinstance(value, list) else []
        for place in places:
            if isinstance(place, bool) or not isinstance(place, int) or place < 1:
                self.wrong(key, str(place), sentence("not-a-ranking-place"), sentence("write-from-one"))
                return ()
        return tuple(places)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.take(key, list, "setting-list")
        return tuple(map(str, value)) if isinstance(value, list) else ()

    def word(self, key: str, kind: type[_Word], default: _Default) -> _Word | _Default:
        value = self.take(key, str, "setting-word")
        if value is None:
            return default
        try:
            return kind(str(value).lower())
        except ValueError:
            known = [str(member) for member in kind]
            near = get_close_matches(str(value), known, n=1)
            remedy = (
                sentence("perhaps-word", word=near[0])
                if near
                else sentence("write-one-of-here", words=", ".join(known))
            )
            self.wrong(key, str(value), sentence("word-not-known"), remedy)
            return default

    def tables(self, key: str) -> "Iterator[_SettingsReader]":
        value = self.take(key, list, "setting-tables")
        for number, table in enumerate(value if isinstance(value, list) else (), 1):
            if isinstance(table, dict):
                reader = _SettingsReader(table, f"{self.where} {key} {number}".strip(), self.problems)
                yield reader
                reader.unknown()
            else:
                self.wrong(key, str(table), sentence("not-a-table"))

    def unknown(self) -> None:
        for key in self.table:
            if key not in self.known:
                near = get_close_matches(key, self.known, n=1)
                remedy = (
                    sentence("perhaps-word", word=near[0])
                    if near
                    else sentence("known-here", words=", ".join(self.known))
                )
                self.wrong(key, key, sentence("key-not-known-here"), remedy)


def read_settings(data: bytes) -> EventSettings:
    r"""Read `event.toml`; all its problems are told at once.

    >>> event = read_settings(b'name = "Cup"\nform = "vp"\nboards = 16\n[[files]]\nfiles = "r1*"\nround = 1\n')
    >>> event.form, event.boards, event.assignment_of("r1-open.lin").round
    (Form.VP, 16, '1')
    """
    reader = _SettingsReader(parse_tree(data, SETTINGS_FILE))
    event = _event(reader)
    reader.unknown()
    if reader.problems:
        raise CaseError.of([problem.under(SETTINGS_FILE) for problem in reader.problems])
    return event


def _event(reader: _SettingsReader) -> EventSettings:
    form = reader.word("form", Form, Form.MATCHPOINTS)
    scale = reader.word("scale", Scale, Scale.WBF_CONTINUOUS)
    movement = reader.word("movement", Movement, Movement.UNKNOWN)
    level = reader.word("level", Level, None)
    players = reader.word("players", PlayerClass, PlayerClass.EXPERT)
    edition = reader.text("edition") or None
    if edition is not None and edition not in laws.editions():
        *years, last = laws.editions()
        reader.wrong("edition", edition, "not an edition kept here", f"write {', '.join(years)} or {last}")
    return EventSettings(
        name=reader.text("name"),
        authority=reader.text("authority") or None,
        day=reader.day("date"),
        edition=edition,
        regulations=reader.texts("regulations"),
        form=form,
        scale=scale,
        boards=reader.whole_number("boards", 1),
        by_match=_is_match_form(reader, form),
        percents=_percents(reader, form),
        level=level,
        players=players,
        screens=reader.truth("screens"),
        movement=movement,
        apart=reader.truth("apart") or False,
        field_rules=FieldRules(
            trim=reader.whole_number("trim") or 0,
            datum=reader.word("datum", DatumKind, DatumKind.MEAN),
            exact_datum=reader.truth("exact_datum") or False,
            cross=reader.word("cross", CrossDivisor, CrossDivisor.COMPARISONS),
        ),
        factor=reader.truth("factor"),
        winners=_winners(reader),
        slow=reader.whole_number("slow", 1),
        assignments=tuple(
            FileAssignment(
                file.text("files") or "*", file.text("session"), file.text("round"), file.text("section")
            )
            for file in reader.tables("files")
        ),
        carried=_extra_points(reader, "carry"),
        penalties=tuple(_penalties(reader, form)),
        qualify=reader.wholes("places"),
        stated=frozenset(reader.table),
    )


def goes_by_match(form: Form) -> bool:
    """Tell whether there is a scale for what a pair wins in a match: in IMPs against a field, or at matchpoints."""
    return form.scoring.pairs and form.scoring.unit in (Unit.IMP, Unit.MP)


def converts_matches(event: EventSettings) -> bool:
    """Tell whether the scale is known by which a pair's matches are converted; else they are as the files have them."""
    at_matchpoints = event.form is Form.MATCHPOINTS
    return goes_by_match(event.form) and (not at_matchpoints or event.percents is not None)


def _is_match_form(reader: _SettingsReader, form: Form) -> bool:
    by_match = reader.truth("by_match")
    by_match = "percent_scale" in reader.table if by_match is None else by_match
    if by_match and "form" in reader.table and not goes_by_match(form):
        reader.wrong(
            "by_match",
            str(form),
            sentence("no-scale-for-form", form=str(form)),
            sentence("write-form-of-pairs"),
        )
        return False
    return by_match


def _percents(reader: _SettingsReader, form: Form) -> PercentScale | None:
    """The scale of matches at matchpoints: its name, or the percentages at which its steps end."""
    value = reader.take("percent_scale", (str, list), "setting-percent-scale")
    if value is None:
        return None
    if "form" in reader.table and form is not Form.MATCHPOINTS:
        why = sentence("percent-scale-form", form=str(form))
        reader.wrong("percent_scale", str(value), why, sentence("write-scale-of-imps"))
        return None
    try:
        if isinstance(value, list):
            return percent_scale_of([Fraction(str(edge)) for edge in value])
        return percent_scale_named(str(value))
    except ScoringError as refused:
        reader.problems += [replace(problem, where="percent_scale") for problem in refused.problems]
    except (ValueError, ZeroDivisionError):
        reader.wrong(
            "percent_scale", str(value), sentence("percent-steps-rise"), sentence("use-percent-steps")
        )
    return None


def _winners(reader: _SettingsReader) -> int | None:
    number = reader.whole_number("winners", 1)
    if number is not None and number > _LINES:
        reader.wrong("winners", str(number), sentence("winners-one-or-two"))
        return None
    return number


def _extra_points(reader: _SettingsReader, key: str) -> tuple[ExtraPoints, ...]:
    return tuple(
        ExtraPoints(table.text("to"), table.points("points"), table.text("why"), table.text("against"))
        for table in reader.tables(key)
    )


def _penalties(reader: _SettingsReader, form: Form) -> Iterator[ExtraPoints]:
    """Penalties of stated points, or of an offence of the catalogue in force, priced by it."""
    for table in reader.tables("penalty"):
        to, points, why = table.text("to"), table.points("points"), table.text("why")
        of_top = False
        against, offence, time = table.text("against"), table.text("offence"), table.text("time")
        times, warned = table.whole_number("times", 1), table.truth("warned")
        if offence:
            try:
                facts = OffenceFacts(seconds_of(time) if time else None, times or 1, warned=bool(warned))
                points, priced_as, of_top = _price_offence(_law_of(reader.table), form, offence, facts)
                why = why or priced_as
            except AnalyserError as refused:
                table.problems += [problem.under(f"{table.where} offence") for problem in refused.problems]
        yield ExtraPoints(to, points, why, against, of_top)


_UNITS = {Unit.VP: "vp", Unit.IMP: "imp", Unit.PERCENT: "percent-of-top", Unit.MP: "percent-of-top"}
"""Of a standing, and of the catalogue."""
_TOP_OF_MATCH = 2  # points of a board at board-a-match


def _price_offence(
    law: laws.Jurisdiction, form: Form, offence: str, facts: OffenceFacts
) -> tuple[Fraction, str, bool]:
    """What an offence costs in the standings of this form, in what words, and whether in percent of a board's top."""
    scoring = form.scoring
    unit = Unit.IMP if scoring.merges else scoring.final_unit
    penalty = penalty_named(law, offence, _UNITS.get(unit, ""))
    due = penalty_due(penalty, facts)
    if due.total is None or penalty.unit != _UNITS.get(unit):
        why = sentence("penalty-not-in-standings", unit=str(unit))
        raise CaseError(why, found=offence, remedy=sentence("write-penalty-points"))
    of_top = unit in (Unit.PERCENT, Unit.MP)
    points = percent_of_top(due.total, _TOP_OF_MATCH) if of_top and scoring.teams else due.total
    return points, f"{penalty.offence} ({penalty.source})", of_top and not scoring.teams


def _law_of(table: Mapping[str, object]) -> laws.Jurisdiction:
    """The Laws and regulations the settings call for; what is wrong with these keys is told where they are read."""
    day, authority, edition = table.get("date"), table.get("authority"), table.get("edition")
    known = str(edition) if edition is not None and str(edition) in laws.editions() else None
    on = day.date() if isinstance(day, datetime) else day if isinstance(day, date) else None
    return laws.resolve(on, str(authority) if authority else None, known)
