"""The settings of `event.toml`: authority, scoring, assignment of files to sessions, carry-over and penalties."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, ValidationInfo

from analyser import laws
from analyser.casefile import Form, Level, PlayerClass, Scale
from analyser.casefile.fields import EDITION_PATTERN, Exact, Table
from analyser.casefile.schema_problems import read_table
from analyser.casefile.toml_reader import parse_tree
from analyser.errors import AnalyserError, CaseError, Problem, ScoringError
from analyser.messages import sentence
from analyser.messages.refusals import refuse_value
from analyser.ruling.procedure.penalties import OffenceFacts, penalty_due, penalty_named, seconds_of
from analyser.scoring import Unit, percent_of_top
from analyser.scoring.percent_scales import PercentScale, percent_scale_named, percent_scale_of

SETTINGS_FILE = "event.toml"
_LINES = 2  # of a Mitchell: North-South and East-West


class Movement(StrEnum):
    """The movement: whether North-South and East-West pairs share their numbers."""

    HOWELL = "howell"  # one number, one pair, wherever it sits
    MITCHELL = "mitchell"  # pair 1 North-South and pair 1 East-West are two pairs
    UNKNOWN = "unknown"  # inferred from the results: a number on both sides of one board is two pairs


class DatumKind(StrEnum):
    """The kind of datum of a Butler score."""

    MEAN = "mean"
    MEDIAN = "median"


class CrossDivisor(StrEnum):
    """The divisor of the sum of IMPs against every other table."""

    COMPARISONS = "comparisons"
    SCORES = "scores"  # the comparisons and one
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class FieldRules:
    """Rules of comparison with a field on which regulations differ: the datum, and the divisor of cross-IMPs."""

    trim: int = 0  # tables left out of the datum at each end
    datum: DatumKind = DatumKind.MEAN
    cross: CrossDivisor = CrossDivisor.COMPARISONS
    exact_datum: bool = False  # not to the nearest ten


@dataclass(frozen=True, slots=True)
class FileAssignment:
    """The session and round of files that do not say it themselves."""

    files: str
    session: str = ""
    round: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class ExtraPoints:
    """A carry-over, or a penalty outside boards: to whom, how many points, why, and in the match against whom."""

    to: str
    points: Fraction
    why: str = ""
    against: str = ""  # if omitted, the points count in every match of a knock-out
    of_top: bool = False  # percent of what one board offers

    def counts(self, who: str, other: str) -> bool:
        """Whether these points are a competitor's, in the match against `other` if there is one.

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
    boards: int | None = None  # in a match; counted if not stated
    by_match: bool = False  # pairs: what they win in each match is converted to victory points
    percents: PercentScale | None = None  # at matchpoints; None if only the files' own are known
    level: Level | None = None
    players: PlayerClass = PlayerClass.EXPERT
    screens: bool | None = None
    movement: Movement = Movement.UNKNOWN
    apart: bool = False  # each section is a field of its own
    field_rules: FieldRules = field(default_factory=FieldRules)
    factor: bool | None = (
        None  # boards with fewer results are factored to the fullest; if omitted, by the regulation
    )
    winners: int | None = None  # one list, or one per line; if omitted, by the files and by who sat where
    slow: int | None = None  # seconds from which a call is called slow, over the player's own pace
    assignments: tuple[FileAssignment, ...] = ()
    carried: tuple[ExtraPoints, ...] = ()
    penalties: tuple[ExtraPoints, ...] = ()
    qualify: tuple[int, ...] = ()  # places that count: the last to qualify, the last with a prize
    stated: frozenset[str] = (
        frozenset()
    )  # the keys of `event.toml`: what the files say does not replace these

    @property
    def is_teams(self) -> bool:
        """Whether boards are compared with the other room of a match."""
        return self.form.scoring.teams

    @property
    def unit(self) -> str:
        """The unit of the standings."""
        return str(Unit.VP if self.by_match else self.form.scoring.final_unit)

    def assignment_of(self, file: str) -> FileAssignment:
        """The assignment of a file, empty if none fits."""
        name = file.replace("\\", "/")
        fits = (assignment for assignment in self.assignments if fnmatchcase(name, assignment.files))
        return next(fits, FileAssignment("*"))


def goes_by_match(form: Form) -> bool:
    """Whether pairs' matches are converted to victory points: IMPs against a field, or matchpoints."""
    return form.scoring.pairs and form.scoring.unit in (Unit.IMP, Unit.MP)


def converts_matches(event: EventSettings) -> bool:
    """Whether the scale that converts pairs' matches is known; otherwise the published points are used."""
    at_matchpoints = event.form is Form.MATCHPOINTS
    return goes_by_match(event.form) and (not at_matchpoints or event.percents is not None)


_UNITS = {Unit.VP: "vp", Unit.IMP: "imp", Unit.PERCENT: "percent-of-top", Unit.MP: "percent-of-top"}
"""Of a standing, and of the catalogue."""
_TOP_OF_MATCH = 2  # points of a board at board-a-match


def _price_offence(
    law: laws.Jurisdiction, form: Form, offence: str, facts: OffenceFacts
) -> tuple[Fraction, str, bool]:
    """The cost of an offence in the standings of this form, its wording, and whether it is in percent of a board's top."""
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


def _as_text(value: object) -> object:
    """A whole number as text: sessions, rounds and competitors have numbers as well as names."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _in_small_letters(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


def _as_day(value: object) -> object:
    return value.date() if isinstance(value, datetime) else value


_Label = Annotated[str, Field(max_length=10_000), BeforeValidator(_as_text)]
_Word = (Field(strict=False), BeforeValidator(_in_small_letters))
_List = Field(strict=False, max_length=10_000)
_Whole = Annotated[int, Field(ge=0)]
_FromOne = Annotated[int, Field(ge=1)]


class _FilesTable(Table):
    files: _Label = "*"
    session: _Label = ""
    round: _Label = ""
    section: _Label = ""


class _CarryTable(Table):
    to: _Label = ""
    points: Exact = Fraction(0)
    why: _Label = ""
    against: _Label = ""


class _PenaltyTable(_CarryTable):
    """A penalty of stated points, or for an offence of the catalogue in force."""

    offence: _Label = ""
    time: _Label = ""
    times: _FromOne = 1
    warned: bool = False

    def extra_points(self, known: Mapping[str, Any]) -> ExtraPoints:
        """The points it costs in an event with these settings."""
        points, why, of_top = self.points, self.why, False
        if self.offence:
            seconds = seconds_of(self.time) if self.time else None
            facts = OffenceFacts(seconds, self.times, warned=self.warned)
            law = laws.resolve(known["date_"], known["authority"] or None, known["edition"])
            form = known["form"] or Form.MATCHPOINTS
            points, priced_as, of_top = _price_offence(law, form, self.offence, facts)
            why = why or priced_as
        return ExtraPoints(self.to, points, why, self.against, of_top)


def _check_price(penalty: _PenaltyTable, info: ValidationInfo) -> _PenaltyTable:
    """Refuse an offence that has no price in an event whose Laws and form are known."""
    if info.data.keys() >= {"date_", "authority", "edition", "form"}:
        try:
            penalty.extra_points(info.data)
        except AnalyserError as refused:
            raise refuse_value(*(problem.prefix_place("offence") for problem in refused.problems)) from None
    return penalty


def _check_match_form(by_match: bool | None, info: ValidationInfo) -> bool | None:
    form = info.data.get("form")
    if by_match and form is not None and not goes_by_match(form):
        why = sentence("no-scale-for-form", form=str(form))
        raise refuse_value(Problem("", str(form), why, sentence("write-form-of-pairs")))
    return by_match


def _percents(value: object, info: ValidationInfo) -> PercentScale:
    """The scale of matches at matchpoints, by name or by the percentages at which its steps end."""
    form = info.data.get("form")
    if form not in (None, Form.MATCHPOINTS):
        why = sentence("percent-scale-form", form=str(form))
        raise refuse_value(Problem("", str(value), why, sentence("write-scale-of-imps")))
    try:
        if isinstance(value, str):
            return percent_scale_named(value)
        edges = value if isinstance(value, list) else [""]
        return percent_scale_of([Fraction(str(edge)) for edge in edges])
    except ScoringError as refused:
        raise refuse_value(*(replace(problem, where="") for problem in refused.problems)) from None
    except (ValueError, ZeroDivisionError):
        why, remedy = sentence("percent-steps-rise"), sentence("use-percent-steps")
        raise refuse_value(Problem("", str(value)[:80], why, remedy)) from None


class _SettingsFile(Table):
    """The keys of `event.toml`; those a later one is checked against come first."""

    name: _Label = ""
    authority: _Label = ""
    date_: Annotated[date | None, Field(alias="date"), BeforeValidator(_as_day)] = None
    edition: Annotated[str | None, Field(pattern=EDITION_PATTERN), BeforeValidator(_as_text)] = None
    form: Annotated[Form | None, *_Word] = None
    regulations: Annotated[tuple[_Label, ...], _List] = ()
    scale: Annotated[Scale, *_Word] = Scale.WBF_CONTINUOUS
    boards: _FromOne | None = None
    by_match: Annotated[bool | None, AfterValidator(_check_match_form)] = None
    percent_scale: Annotated[PercentScale | None, PlainValidator(_percents)] = None
    level: Annotated[Level | None, *_Word] = None
    players: Annotated[PlayerClass, *_Word] = PlayerClass.EXPERT
    screens: bool | None = None
    movement: Annotated[Movement, *_Word] = Movement.UNKNOWN
    apart: bool = False
    trim: _Whole = 0
    datum: Annotated[DatumKind, *_Word] = DatumKind.MEAN
    exact_datum: bool = False
    cross: Annotated[CrossDivisor, *_Word] = CrossDivisor.COMPARISONS
    factor: bool | None = None
    winners: Annotated[int | None, Field(ge=1, le=_LINES)] = None
    slow: _FromOne | None = None
    files: Annotated[tuple[_FilesTable, ...], _List] = ()
    carry: Annotated[tuple[_CarryTable, ...], _List] = ()
    penalty: Annotated[tuple[Annotated[_PenaltyTable, AfterValidator(_check_price)], ...], _List] = ()
    places: Annotated[tuple[_FromOne, ...], _List] = ()


def read_settings(data: bytes) -> EventSettings:
    r"""The settings of `event.toml`; all its problems are reported at once.

    >>> event = read_settings(b'name = "Cup"\nform = "vp"\nboards = 16\n[[files]]\nfiles = "r1*"\nround = 1\n')
    >>> event.form, event.boards, event.assignment_of("r1-open.lin").round
    (Form.VP, 16, '1')
    """
    tree = parse_tree(data, SETTINGS_FILE)
    file = read_table(_SettingsFile, tree, SETTINGS_FILE)
    by_match = file.percent_scale is not None if file.by_match is None else file.by_match
    return EventSettings(
        name=file.name,
        authority=file.authority or None,
        day=file.date_,
        edition=file.edition,
        regulations=file.regulations,
        form=file.form or Form.MATCHPOINTS,
        scale=file.scale,
        boards=file.boards,
        by_match=by_match,
        percents=file.percent_scale,
        level=file.level,
        players=file.players,
        screens=file.screens,
        movement=file.movement,
        apart=file.apart,
        field_rules=FieldRules(file.trim, file.datum, file.cross, file.exact_datum),
        factor=file.factor,
        winners=file.winners,
        slow=file.slow,
        assignments=tuple(
            FileAssignment(row.files or "*", row.session, row.round, row.section) for row in file.files
        ),
        carried=tuple(ExtraPoints(row.to, row.points, row.why, row.against) for row in file.carry),
        penalties=tuple(row.extra_points(dict(file)) for row in file.penalty),
        qualify=file.places,
        stated=frozenset(tree),
    )
