"""The report of an event: what was gathered, laid out for the printer."""

from collections.abc import Mapping
from fractions import Fraction

from analyser.event import BoardGroup, Entry
from analyser.event.board_page import ruling_line, where
from analyser.event.gathered import Gathered, asked_of
from analyser.event.scored import EffectKind, Version
from analyser.event.tallies import Position, Tally
from analyser.report.event_page import (
    Asking,
    BoardLine,
    CandidateLine,
    EventPage,
    LostLine,
    PairLine,
    StandingLine,
    TallyLine,
    event_html,
    listed,
)
from analyser.report.event_plots import band_plot, calibration_plot, shift_plot
from analyser.ruling import Finding, FindingClass

_STANDINGS = 500  # lines of the standings and of the pairs that the report prints


def event_page(gathered: Gathered, language: str = "en", *, pages: bool = True) -> str:
    """The report of an event as one HTML file."""
    order = (Version.TABLE, Version.RULED, Version.OURS, Version.ASKED)
    versions = tuple(one for one in order if not gathered.lines or one in gathered.lines[0].standings)
    standings = tuple(
        StandingLine(
            line.who,
            line.within,
            line.boards,
            tuple((line.standings[one].rank, line.standings[one].score) for one in versions),
            (line.moved(Version.TABLE, Version.RULED), line.moved(Version.RULED, Version.OURS)),
        )
        for line in gathered.lines[:_STANDINGS]
    )
    solved = sum(one.counted == "solved" for one in gathered.index)
    page = EventPage(
        name=gathered.event.name,
        form=str(gathered.event.form),
        edition=gathered.law.edition.year,
        authority=gathered.law.authority,
        unit=gathered.unit,
        boards=gathered.boards,
        tables=gathered.tables,
        solved=solved,
        unsolved=len(gathered.index) - solved,
        versions=tuple(map(str, versions)),
        standings=standings,
        within=listed(standings) or ("",),
        rulings=tuple(ruling_line(one, gathered.effects, pages=True) for one in gathered.hearings),
        decided=tuple(_decided(gathered)),
        follows=tuple(gathered.follows),
        alike=tuple(_alike(gathered)),
        shift=shift_plot(_moved(gathered)),
        band=band_plot(_bands(gathered)),
        calibration=calibration_plot(gathered.calibration.bins),
        slips=tuple(Asking(_name(entry), where(entry), slip.finding) for slip, entry in gathered.slips),
        slip_count=gathered.slip_count,
        candidates=tuple(_candidates(gathered)),
        slow=gathered.slow,
        measured=gathered.measured,
        positions=tuple(_positions(gathered)),
        pairs=tuple(_pairs(gathered))[:_STANDINGS],
        index=tuple(_index(gathered, pages=pages)),
        lost=tuple(LostLine(str(one.source), one.found, one.why) for one in gathered.lost),
        losses=gathered.losses,
        warnings=gathered.law.warnings,
    )
    return event_html(page, language, dict(gathered.called))


def _name(entry: Entry) -> str:
    """The board's page."""
    return BoardGroup(entry.session, entry.board, entry.deal, (entry,)).name


def _decided(gathered: Gathered) -> list[Finding]:
    ids = {one.ruled.number: one.ruled.id for one in gathered.hearings}
    found = []
    for one in gathered.decided:
        code = "event.decided.with" if one.kind is EffectKind.RULING else "event.decided.ours"
        called = {who: gathered.called.get(who, who) for who in (*one.with_it, *one.without)}
        ours, theirs = (" = ".join(called[who] for who in side) for side in (one.with_it, one.without))
        found.append(
            Finding.of(
                code,
                kind=FindingClass.FACT,
                ruling=ids.get(one.ruling, "?"),
                place=one.place,
                ours=ours,
                theirs=theirs,
            )
        )
    return found


def _alike(gathered: Gathered) -> list[tuple[Finding, bool]]:
    return [
        (
            Finding.of(
                "event.alike.row",
                kind=FindingClass.FACT,
                first=one.first,
                second=one.second,
                one=f"event-{one.first_verdict}",
                other=f"event-{one.second_verdict}",
            ),
            one.differ,
        )
        for one in gathered.alike[:50]
    ]


def _moved(gathered: Gathered) -> list[tuple[str, float, float]]:
    found = []
    for line in gathered.lines:
        table, ruled, ours = (
            line.standings[one].score for one in (Version.TABLE, Version.RULED, Version.OURS)
        )
        found.append((line.who, float(ruled - table), float(ours - table)))
    return found


def _bands(gathered: Gathered) -> list[tuple[str, float, float, float | None, float | None, str]]:
    """The band of each ruling on North-South's score; the score given where the effects tell it."""
    found = []
    for one in gathered.hearings:
        ruling = one.ruled.ruling
        band = None if ruling is None or ruling.sensitivity is None else ruling.sensitivity.band_ns
        if ruling is None or band is None:
            continue
        low, high = (float(Fraction(text)) for text in band)
        ours = None
        given = None
        if ruling.adjusted is not None and ruling.adjusted.ns is not None:
            ours = float(ruling.adjusted.ns.exact)
            if one.ruled.lean is not None and one.innocent is not None:
                given = ours + float(one.ruled.lean) * (1 if one.innocent == 0 else -1)
        found.append((one.ruled.id, low, high, ours, given, one.ruled.verdict))
    return found


def _candidates(gathered: Gathered) -> list[CandidateLine]:
    found = []
    for candidate, entry in gathered.candidates[:200]:
        gain = None
        if candidate.gain is not None and candidate.gain_interval is not None:
            low, high = candidate.gain_interval
            gain = (candidate.gain, low, high) if low > 0 or high < 0 else None
        measured = candidate.suggested_over is not None
        found.append(CandidateLine(_name(entry), where(entry), asked_of(candidate), gain, measured))
    return found


def _positions(gathered: Gathered) -> list[TallyLine]:
    rows: list[tuple[str, Tally]] = [
        (str(position), gathered.tallies.positions[position])
        for position in Position
        if position in gathered.tallies.positions
    ]
    rows += [(seat.name, tally) for seat, tally in sorted(gathered.tallies.seats.items())]
    return [TallyLine(name, tally.tables, tally.given, tally.per_table) for name, tally in rows]


def _pairs(gathered: Gathered) -> list[PairLine]:
    counted = dict(gathered.tallies.of_pairs())
    empty: Mapping[Position, Tally] = {}
    rows = []
    for who in {*counted, *gathered.butler}:
        tallies = counted.get(who, empty)
        butler, boards = gathered.butler.get(who, (None, Fraction(0)))
        played = (Position.DECLARER, Position.PARTNER)  # of a pair that defends one is the leader's partner
        tables = sum(one.tables for position, one in tallies.items() if position in played)
        given = sum(one.given for one in tallies.values())
        rows.append(PairLine(who, tables, given, gathered.tallies.taken_by(who), butler, int(boards)))
    return sorted(rows, key=lambda row: (-(row.butler or Fraction(0)), len(row.who), row.who))


def _index(gathered: Gathered, *, pages: bool) -> list[BoardLine]:
    return [
        BoardLine(
            one.name,
            f"boards/{one.name}.html" if pages else "",
            one.session,
            one.board,
            one.tables,
            one.par_ns,
            str(one.counted),
            one.rulings,
            one.slips,
        )
        for one in gathered.index
    ]
