"""What the report of an event tells, as plain values: the pipeline fills them, the templates print them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from analyser.bridge import Card, Deal, PointsOnly, Result, Seat, Strain, Vulnerability
from analyser.errors import Problem, Text
from analyser.messages import Message
from analyser.messages.message import checked_language
from analyser.report.charts import CalibrationPlot, Plot
from analyser.report.diagrams import Diagram
from analyser.report.html import render_template
from analyser.report.page_voice import PageVoice
from analyser.ruling import Finding


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One competitor: rank and score in each version; places won by the rulings and by our analysis."""

    who: str
    within: str
    boards: int
    places: tuple[tuple[int, Fraction], ...]
    moved: tuple[int, ...]
    place: int = 0
    """As ruled, ties broken; zero where nobody shares the score."""
    tie_break: Message | None = None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One line of a match: a stanza, what was carried over, the total; both teams' points in each version."""

    first: str
    second: str
    part: str
    stanza: str
    boards: int
    points: tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """One number of ours that is not the one a file publishes."""

    what: str
    where: str
    who: str
    ours: Fraction | None
    theirs: Fraction | None
    why: str


@dataclass(frozen=True, slots=True)
class AgreementPart:
    """How many numbers of ours are those the files publish, sort by sort; why the others are not; the first of these."""

    sorts: tuple[tuple[str, int, int], ...] = ()  # which, how many are equal, how many there are
    reasons: tuple[tuple[str, int], ...] = ()
    rows: tuple[AgreementRow, ...] = ()
    shown_rules: tuple[
        Message, ...
    ] = ()  # how scores are set against each other, where the files' points showed it

    @property
    def equal(self) -> int:
        """All that are equal."""
        return sum(equal for _, equal, _ in self.sorts)

    @property
    def lines(self) -> int:
        """All that were compared."""
        return sum(lines for _, _, lines in self.sorts)


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One ruling: where, what was given, what the analysis gives, the verdict, what it was worth to whom."""

    id: str
    board: str
    where: str
    kind: str
    given: str  # the kind of the ruling given, empty without one
    given_sides: tuple[tuple[tuple[object, ...], ...], ...]
    ours: tuple[str, str] | None
    unit: str
    verdict: str
    lean: Fraction | None
    worth: tuple[tuple[str, Fraction], ...]
    refused: Problem | None = None
    plain: tuple[tuple[str, str], ...] = ()
    """The ruling given and ours in plain sentences, each with the key of its heading."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question about one result; `board` names its page."""

    board: str
    where: str
    question: Finding


@dataclass(frozen=True, slots=True)
class CandidateLine:
    """A slow call, as a question with its evidence."""

    board: str
    where: str
    question: Finding
    gain: tuple[float, float, float] | None
    measured: bool


@dataclass(frozen=True, slots=True)
class TallyLine:
    """One position: tables, tricks given, tricks given a table."""

    position: str
    tables: int
    given: int
    per_table: Fraction


@dataclass(frozen=True, slots=True)
class PairLine:
    """One pair: tricks given, tricks received, Butler score and its boards."""

    who: str
    tables: int
    given: int
    taken: int
    butler: Fraction | None
    boards: int


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board in the index; `page` is empty where it has no page."""

    name: str
    page: str
    session: str
    board: int
    tables: int
    par_ns: int | None
    counted: str
    rulings: int
    slips: int


@dataclass(frozen=True, slots=True)
class LostLine:
    """Something that was not understood."""

    where: str
    found: str
    why: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage:
    """The whole report of an event."""

    name: str
    form: str
    edition: str
    authority: str
    unit: str
    boards: int
    tables: int
    solved: int
    unsolved: int
    depth: str
    versions: tuple[str, ...]
    standings: tuple[StandingLine, ...] = ()
    agreement: AgreementPart = field(default_factory=AgreementPart)
    matches: tuple[MatchRow, ...] = ()
    rulings: tuple[RulingLine, ...] = ()
    decided: tuple[Finding, ...] = ()
    follows: tuple[str, ...] = ()
    """Whose artificial scores follow the rest of their session."""
    alike: tuple[tuple[Finding, bool], ...] = ()
    shift: Plot | None = None
    band: Plot | None = None
    calibration: CalibrationPlot | None = None
    slips: tuple[Asking, ...] = ()
    slip_count: int = 0
    candidates: tuple[CandidateLine, ...] = ()
    slow: int = 0
    measured: int = 0
    positions: tuple[TallyLine, ...] = ()
    pairs: tuple[PairLine, ...] = ()
    index: tuple[BoardLine, ...] = ()
    lost: tuple[LostLine, ...] = ()
    losses: int = 0
    warnings: tuple[Message, ...] = ()
    within: tuple[str, ...] = field(default=("",))
    tie_source: Message | None = None
    """Who says how ties are broken."""

    @property
    def has_ties(self) -> bool:
        """Whether anybody shares his score."""
        return any(line.tie_break for line in self.standings)


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of a board: who, what result, points in each version, tricks double dummy."""

    ns: str
    ew: str
    result: Result | PointsOnly | None
    artificial: str
    score: int | None
    lead: Card | None
    before: int | None
    after: int | None
    points: tuple[tuple[Fraction | None, Fraction | None], ...]
    ruled: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """The page of one board."""

    name: str
    session: str
    board: int
    deal: Deal | None
    dealer: Seat
    vulnerable: Vulnerability
    cells: tuple[int, ...]
    par_ns: int | None
    counted: str
    unit: str
    versions: tuple[str, ...]
    tables: tuple[TableLine, ...]
    slips: tuple[Asking, ...] = ()
    rulings: tuple[RulingLine, ...] = ()

    @property
    def diagram(self) -> Diagram | None:
        """The four hands, with what stands on the board."""
        if self.deal is None:
            return None
        hands = {seat: self.deal[seat] for seat in Seat}
        return Diagram(hands, self.board, self.dealer, self.vulnerable)

    @property
    def rows(self) -> tuple[tuple[Seat, tuple[int, ...]], ...]:
        """The double-dummy table, a row a declarer, clubs to notrump."""
        if len(self.cells) != 20:
            return ()
        return tuple((seat, tuple(self.cells[4 * strain + seat] for strain in Strain)) for seat in Seat)

    @property
    def strains(self) -> tuple[Strain, ...]:
        """The columns of that table."""
        return tuple(Strain)


def _caller(called: "dict[str, str] | None") -> Callable[[str], str]:
    names = called or {}
    return lambda who: names.get(who, who)


def event_html(page: EventPage, language: str = "en", called: "dict[str, str] | None" = None) -> str:
    """The report of an event as one file; `called` holds names, when somebody asked for them."""
    voice = PageVoice(checked_language(language))
    return render_template("event.html", voice, page=page, called=_caller(called))


def board_html(page: BoardPage, language: str = "en", called: "dict[str, str] | None" = None) -> str:
    """The page of one board."""
    voice = PageVoice(checked_language(language))
    return render_template("event_board.html", voice, page=page, called=_caller(called))


def name_lists(lines: Sequence[StandingLine]) -> tuple[str, ...]:
    """The lists the standings consist of, in their order."""
    return tuple(dict.fromkeys(line.within for line in lines))


@dataclass(frozen=True, slots=True)
class OpenRuling:
    """A ruling somebody must look at again, and why; what its case file does not tell though its ruling wants it."""

    line: RulingLine
    why: tuple[Message, ...]
    lacks: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class VerdictTally:
    """How many rulings of a kind, or of a body, came out which way; nobody is named."""

    what: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChairmanPage:
    """Everything the page tells."""

    name: str
    edition: str
    authority: str
    rulings: int
    report: str  # the file of the whole report
    verdicts: tuple[str, ...]
    open: tuple[OpenRuling, ...] = ()
    unwritten: tuple[tuple[Asking, str], ...] = ()
    """Results that look like rulings nobody told, each with the case file to fill in."""
    slow: tuple[CandidateLine, ...] = ()
    decided: tuple[Finding, ...] = ()
    alike: tuple[Finding, ...] = ()
    settled: tuple[RulingLine, ...] = ()
    by_kind: tuple[VerdictTally, ...] = ()
    by_body: tuple[VerdictTally, ...] = ()
    lean: Message | None = None
    has_pages: bool = True


def chairman_html(page: ChairmanPage, language: str = "en", called: "dict[str, str] | None" = None) -> str:
    """The page as one file; `called` holds names, when somebody asked for them."""
    voice = PageVoice(checked_language(language))
    return render_template("event_chairman.html", voice, page=page, called=_caller(called))
